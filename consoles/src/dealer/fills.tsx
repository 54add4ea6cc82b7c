/** Chips that came from the cage and are to be counted at the table. */
import type { DealerView } from "../api/types";
import { Acts } from "../desk/act";
import { Chip } from "../parts/chip";
import { Icon } from "../parts/sprite";
import { said } from "../words";
import { stake } from "../words/money";
import type { Work } from "./work";

export function Fills({ view, work }: { view: DealerView; work: Work }) {
  return view.fills.map((it) => (
    <section key={it.slip} class="card fill-card" aria-label={said(it.title)}>
      <h2>
        <Icon name="export" size="small" />
        {said(it.title)}
      </h2>
      <ul>
        {it.chips.map((line) => (
          <li key={line.value}>
            <Chip cents={line.value} size={26} />
            <span>
              <span class="unseen">{stake(line.value)}</span> ×{line.count}
            </span>
          </li>
        ))}
      </ul>
      <p class="faint">{said(it.words)}</p>
      <Acts acts={it.acts} desk={work.acts} />
    </section>
  ));
}
