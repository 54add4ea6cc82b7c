/** Super Streak as the dealer announces it: before the shake, with price, side, the runs that go on and what they pay. */
import type { DealerView, StreakCall } from "../api/types";
import { Icon } from "../parts/sprite";
import { odds, said, words } from "../words";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";
import type { Work } from "./work";

export const isSelling = (view: DealerView) => view.streaks.some((it) => it.state === "open");

export function StreakCard({ view }: { view: DealerView }) {
  const d = dealerWords.value;
  const due = view.streaks.filter((it) => it.state === "open" || it.state === "opens next");
  const live = view.streaks.filter((it) => it.live.length);
  const [first] = due;
  const sides = due.map((it) => said(it.sides)).join(d.and);
  const follows = due.map((it) => said(it.follows)).join(d.and);
  if (!due.length && !live.length) return null;
  return (
    <section
      class={`streak-card ${due.length ? "due" : ""}`}
      aria-label={words.value.superStreak}
      data-region="streaks"
    >
      <Icon name={due.length ? "warn" : "info"} />
      <div>
        {first ? (
          <p>
            <b>{first.state === "open" ? d.sayStreak(sides, stake(first.price)) : d.streakNext(sides)}</b>{" "}
            {first.state === "open"
              ? d.streakOpen(follows, first.clause)
              : d.streakOpens(stake(first.price), follows, first.clause)}
          </p>
        ) : null}
        {live.map((it) => (
          <p key={it.area}>{liveWords(it)}</p>
        ))}
      </div>
    </section>
  );
}

/** "Odd or Even: seat 3, 4 in a row, 6 to 1 if it ends now". */
function liveWords(it: StreakCall): string {
  const d = dealerWords.value;
  return `${said(it.sides)}: ${it.live
    .map((one) => d.streakRuns(one.seat, one.count, one.pays ? odds(one.pays) : ""))
    .join("; ")}`;
}

/** While the window is open: what each length pays. */
export function Ladder({ view, work }: { view: DealerView; work: Work }) {
  const d = dealerWords.value;
  const open = view.streaks.find((it) => it.state === "open");
  const area = work.layout.areas.find((it) => it.id === open?.area);
  if (!area) return null;
  const first = area.face.rungs[0] ?? 4;
  return (
    <section class="ladder card" aria-label={d.ladder}>
      <div>
        <p class="label">{d.ladder}</p>
        <b>{d.shorterLoses(first)}</b>
      </div>
      <ol>
        {area.pays.map((it, n) => (
          <li key={it.short}>
            <span>{first + n}</span>
            <b>{it.short.split(":")[0]}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
