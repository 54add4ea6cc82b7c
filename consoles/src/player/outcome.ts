/** Which round's outcome the terminal shows, and for how long. */
import { effect, signal } from "@preact/signals";
import type { Live } from "../api/live";
import type { ResultView, RoundView, SeatView, TableView } from "../api/types";

export interface Outcome {
  result: ResultView;
  /** What it was for this seat; null where the seat had nothing on it. */
  round: RoundView | null;
}

const LINGER = 6_000;

/** At craps and at terminals the next bets are open at once, so a decided round stays for a moment of its own. */
export class Lingering {
  private readonly until = signal(0);
  private seen = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** It follows the table as its views come, so that whoever acts on a new view is not overtaken by the old one. */
  constructor(live: Pick<Live, "table">) {
    effect(() => {
      const table = live.table.value;
      if (table) this.note(table.last?.round ?? 0);
    });
  }

  /** Take note of a round that was decided; the first view of all shows nothing old. */
  private note(round: number, now = Date.now()): void {
    if (this.seen >= 0 && round > this.seen) {
      this.until.value = now + LINGER;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.end(), LINGER);
    }
    this.seen = Math.max(this.seen, round);
  }

  /** The player goes on: the old round makes room. */
  end(): void {
    this.until.value = 0;
  }

  on(): boolean {
    return this.until.value > 0;
  }
}

/** The outcome to be shown now, or null while bets are open or the dice are covered. */
export function outcomeOf(table: TableView, seat: SeatView | null, lingering: boolean): Outcome | null {
  const result = table.shown ?? (table.ring === "result" || lingering ? table.last : null);
  if (!result) return null;
  return { result, round: seat?.last?.round === result.round ? seat.last : null };
}
