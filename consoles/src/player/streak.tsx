/** Super Streak while its window is open: whose run it follows, its price, its ladder, and what it is worth now. */
import type { AreaView, LayoutView, SeatView, TableView } from "../api/types";
import { said, words } from "../words";
import { dollars, stake } from "../words/money";

export function StreakCard({
  area,
  table,
  seat,
  layout,
}: {
  area: AreaView;
  table: TableView;
  seat: SeatView;
  layout: LayoutView;
}) {
  const w = words.value;
  const side = table.streaks.find((it) => it.area === area.id)?.side ?? "";
  const own = seat.wagers.find((it) => it.wager === area.id);
  return (
    <section class="streak-card card">
      <h2 class="spread">
        <span>{said(area.name)}</span>
        <b class="price">{stake(layout.streak_price)}</b>
      </h2>
      <p class="faint">{w.streakFollows(w[side as "small"] ?? "", area.clause)}</p>
      <ul class="rungs">
        {area.pays.map((line) => (
          <li key={line.when}>
            <span>{/\d+/.exec(line.when)?.[0]}</span>
            <b>{line.short.replace(/:1$/, "")}</b>
          </li>
        ))}
      </ul>
      <p class="label">{w.streakLadder}</p>
      <dl class="facts">
        <dt>{w.returns}</dt>
        <dd>{`${area.returns} (${area.return_percent})`}</dd>
        <dt>{w.ifItEndsNow}</dt>
        <dd>{dollars(own?.ends_now ?? 0)}</dd>
      </dl>
    </section>
  );
}
