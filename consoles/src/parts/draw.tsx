/** What a draw is made of, as far as it is known. */
import type { DrawFacts as Facts } from "../api/types";
import { tourneyWords } from "../words/tournament";
import "./draw.css";

export function DrawFacts({ draw }: { draw: Facts }) {
  const w = tourneyWords.value;
  const rows: [string, string][] = [
    [w.committed, draw.committed],
    [w.entriesHash, draw.sealed],
    ...(draw.word ? [[w.scrutineer, `${draw.word} (${draw.scrutineer})`] as [string, string]] : []),
    [w.secret, draw.secret],
    [w.seed, draw.seed],
  ];
  return (
    <dl class="draw-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={value ? "mono" : "faint"}>{value || w.notYet}</dd>
        </div>
      ))}
    </dl>
  );
}
