/**
 * How a result comes to the eye: the cover lifts, the dice one by one, the areas, and then what they paid. It tells
 * nothing before the server has: it only holds back, for two to four seconds, what was there before. Whoever asked for
 * less motion, or presses Skip, sees the last frame at once.
 */
import { effect, signal, untracked } from "@preact/signals";
import type { Live } from "../api/live";
import type { ResultView, SeatView, TableView } from "../api/types";

/** Milliseconds: the cover, each die, the lights, and the chips on their way to the rack. */
export const LIFT = 400;
export const DIE = 500;
export const LIGHT = 400;
export const FLY = 600;

export interface Frame {
  result: ResultView;
  /** How many dice are to be seen. */
  dice: number;
  /** Whether the winning areas are. */
  lit: boolean;
  /** Whether chips are on their way to the rack. */
  paying: boolean;
}

interface Views {
  table: TableView;
  seat: SeatView;
}

type Wait = (act: () => void, ms: number) => ReturnType<typeof setTimeout>;

export class Reveal {
  /** Null while nothing is held back. */
  readonly frame = signal<Frame | null>(null);
  /** The views as they were before the result. */
  before: Views | null = null;

  private latest: Views | null = null;
  private seen: number | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private ready = false;

  constructor(
    live: Pick<Live, "table" | "seat">,
    private readonly still: () => boolean = isStill,
    private readonly wait: Wait = (act, ms) => setTimeout(act, ms),
  ) {
    effect(() => {
      const table = live.table.value;
      const seat = live.seat.value;
      if (table && seat) untracked(() => this.views({ table, seat }));
    });
  }

  /** Straight to the last frame. */
  skip(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.before = null;
    this.ready = false;
    this.frame.value = null;
  }

  /** What the rack shows, while what was paid has not reached it. */
  rack(seat: SeatView): number {
    const frame = this.frame.value;
    return frame && !frame.paying && this.before ? this.before.seat.rack : seat.rack;
  }

  private views(views: Views): void {
    const result = views.table.shown ?? views.table.last;
    const round = result?.round ?? 0;
    const before = this.latest;
    this.latest = views;
    if (this.seen !== null && before && result && round > this.seen) this.begin(result, before);
    else if (this.frame.value && views.table.ring === "closed") this.skip();
    else this.pay();
    this.seen = Math.max(this.seen ?? 0, round);
  }

  private begin(result: ResultView, before: Views): void {
    this.skip();
    if (this.still()) return;
    this.before = before;
    this.frame.value = { result, dice: 0, lit: false, paying: false };
    const lit = LIFT + DIE * result.dice.length;
    for (const n of result.dice.keys()) this.at(LIFT + DIE * n, () => this.now({ dice: n + 1 }));
    this.at(lit, () => this.now({ lit: true }));
    this.at(lit + LIGHT, () => {
      this.ready = true;
      this.pay();
    });
  }

  /** Once the lights were on and the server has paid: chips go to the rack where the round was won; else it is over. */
  private pay(): void {
    const frame = this.frame.value;
    const views = this.latest;
    if (!frame || !this.ready || frame.paying || !views || views.table.shown) return;
    const own = views.seat.last;
    const won = own?.round === frame.result.round && own.net > 0;
    if (won) this.now({ paying: true });
    this.at(won ? FLY : 0, () => this.skip());
  }

  private now(change: Partial<Frame>): void {
    if (this.frame.value) this.frame.value = { ...this.frame.value, ...change };
  }

  private at(ms: number, act: () => void): void {
    this.timers.push(this.wait(act, ms));
  }
}

/** Whether nothing is to move: by the wish of whoever looks, or because nobody does. */
function isStill(): boolean {
  return Boolean(globalThis.document?.hidden || globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches);
}
