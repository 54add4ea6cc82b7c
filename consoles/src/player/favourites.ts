/** Sets of bets that a player keeps for a rulebook, in this browser. */
import { signal } from "@preact/signals";

export interface Favourite {
  bets: { wager: string; stake: number }[];
}

const MOST = 5;

export class Favourites {
  readonly all;
  private readonly key: string;

  constructor(rulebook: string) {
    this.key = `dicehouse.favourites.${rulebook}`;
    this.all = signal<Favourite[]>(read(this.key));
  }

  /** Keep a set; bets on one area are one stake. */
  keep(bets: Favourite["bets"]): void {
    const sums = new Map<string, number>();
    for (const it of bets) sums.set(it.wager, (sums.get(it.wager) ?? 0) + it.stake);
    const favourite = { bets: [...sums].map(([wager, stake]) => ({ wager, stake })) };
    this.write([favourite, ...this.all.value].slice(0, MOST));
  }

  forget(n: number): void {
    this.write(this.all.value.filter((_, at) => at !== n));
  }

  private write(all: Favourite[]): void {
    this.all.value = all;
    globalThis.localStorage?.setItem(this.key, JSON.stringify(all));
  }
}

function read(key: string): Favourite[] {
  try {
    const kept: unknown = JSON.parse(globalThis.localStorage?.getItem(key) ?? "[]");
    return Array.isArray(kept) ? (kept as Favourite[]).filter((it) => Array.isArray(it?.bets)) : [];
  } catch {
    return [];
  }
}
