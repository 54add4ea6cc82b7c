/** What stands above the felt of a phone: the pages of it with the stake of each, and at craps the numbers. */
import type { LayoutView, PuckView, SeatView } from "../api/types";
import type { Marks } from "../felt/marks";
import { numberPage, type Page } from "../felt/pages";
import { Chip } from "../parts/chip";
import { words } from "../words";
import { net, stake } from "../words/money";

/** Every page with the player's stake in it, or what it brought. */
export function Pages({
  pages,
  table,
  marks,
  page,
  onPage,
  settled,
}: {
  pages: Page[];
  table: string;
  marks: Marks;
  page: string;
  onPage: (id: string) => void;
  settled: boolean;
}) {
  const w = words.value;
  return (
    <div class="bands" role="tablist" aria-label={w.felt(table)}>
      {pages.map((it) => {
        const own = it.areas.flatMap((id) => marks.get(id) ?? []);
        const sum = own.reduce((all, mark) => all + mark.stake, 0);
        const won = own.reduce((all, mark) => all + (mark.won ?? 0), 0);
        const text = settled && won ? net(won) : sum ? stake(sum) : w.noStake;
        return (
          <button
            type="button"
            role="tab"
            key={it.id}
            aria-selected={it.id === page}
            class={settled && won ? "won" : sum ? "has" : ""}
            onClick={() => onPage(it.id)}
          >
            <b>{it.name}</b>
            <span class={sum || (settled && won) ? "" : "unseen"}>{text}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The number boxes of craps: the puck, what lies on each number, and a touch opens its four wagers. */
export function Numbers({
  layout,
  puck,
  seat,
  page,
  onNumber,
}: {
  layout: LayoutView;
  puck: PuckView | null;
  seat: SeatView;
  page: string;
  onNumber: (number: number) => void;
}) {
  const w = words.value;
  const on = (number: number) =>
    seat.wagers
      .filter((it) => it.wager.endsWith(`-${number}`) || (it.point === number && it.wager.endsWith("come")))
      .filter((it) => !it.wager.startsWith("hard") && !it.wager.startsWith("big") && !it.wager.startsWith("horn"))
      .reduce((sum, it) => sum + it.stake, 0);
  return (
    <div class="numbers">
      {layout.boxes.map(({ number }) => {
        const sum = on(number);
        const point = puck?.on === true && puck.point === number;
        return (
          <button
            type="button"
            key={number}
            class={point ? "point" : ""}
            aria-pressed={page === numberPage(number)}
            aria-label={`${point ? `${w.puckOn(number)}, ` : ""}${number}, ${sum ? stake(sum) : w.noStake}`}
            onClick={() => onNumber(number)}
          >
            <b>{number}</b>
            {point ? <span class="disc">{w.on}</span> : null}
            {sum ? <Chip cents={sum} size={22} /> : null}
          </button>
        );
      })}
    </div>
  );
}
