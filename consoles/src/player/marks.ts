/** What the felt shows of a player's own: stakes, what won and lost, and what is shut and why. */
import type { LayoutView, RoundView, SeatView, TableView } from "../api/types";
import type { Travelled } from "../felt/boxes";
import type { Mark, Marks } from "../felt/marks";
import { whyNot } from "../words";

export interface Shown {
  layout: LayoutView;
  table: TableView;
  seat: SeatView | null;
  pending: Iterable<{ area: string; stake: number }>;
  /** The round whose outcome is shown, if any; `lit` are its winning areas. */
  settled: { lit: string[]; round: RoundView | null } | null;
  /** Whether nothing can be placed: the link is lost, play is stopped, nobody sits here. */
  locked: boolean;
  refused?: string | undefined;
}

export function marksOf({ layout, table, seat, pending, settled, locked, refused }: Shown): Marks {
  const marks: Marks = new Map();
  const shut = new Map(table.closed.map((it) => [it.area, whyNot(it.refused)]));
  const streaks = new Map(table.streaks.map((it) => [it.area, it]));
  const lit = new Set(settled?.lit);
  for (const area of layout.areas) {
    const open = seat ? area.id in seat.room : false;
    const mark: Mark = { stake: 0, shut: shut.get(area.id), locked: locked || !open, streak: streaks.get(area.id) };
    if (table.totals[area.id]) mark.everyone = table.totals[area.id]!;
    if (lit.has(area.id)) mark.outcome = "win";
    if (refused === area.id) mark.refused = true;
    marks.set(area.id, mark);
  }
  for (const it of seat?.wagers ?? []) {
    const mark = marks.get(it.wager);
    if (!mark || (it.point && travels(layout, it.wager))) continue;
    mark.stake += it.stake;
    if (it.ends_now !== null) mark.run = { count: it.count, worth: it.ends_now };
    if (layout.kind === "craps" && !it.working) mark.working = false;
    else if (it.called === true) mark.working = true;
  }
  for (const it of pending) {
    const mark = marks.get(it.area);
    if (mark) Object.assign(mark, { stake: mark.stake + it.stake, pending: (mark.pending ?? 0) + it.stake });
  }
  for (const it of settled?.round?.decided ?? []) {
    const mark = marks.get(it.wager);
    if (!mark) continue;
    mark.stake += it.stake;
    if (it.result === "win") Object.assign(mark, { outcome: "win", won: (mark.won ?? 0) + it.winnings });
    else if (it.result === "lose") mark.outcome ??= "lose";
  }
  return marks;
}

/** Whether a wager lies in the box of its number once it has one. */
function travels({ boxes }: LayoutView, wager: string): boolean {
  return boxes.some((box) => wager in box.spots);
}

/** Wagers that have gone to a number, with what stands behind them. */
export function travelledOf(layout: LayoutView, seat: SeatView | null): Travelled[] {
  return (seat?.wagers ?? [])
    .filter((it) => it.point && travels(layout, it.wager))
    .map((it) => ({ wager: it.wager, number: it.point, stake: it.stake }));
}
