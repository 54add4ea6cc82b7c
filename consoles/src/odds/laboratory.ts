/** What is on the bench: a rulebook, the readings on trial, and the figures that the server worked out for them. */
import { computed, signal } from "@preact/signals";
import { get, inPath, RefusedError } from "../api/http";
import type {
  OddsBook,
  OddsBooks,
  OddsView,
  ReadingsView,
  ReadingView,
  SessionView,
  StakesView,
  WagerOdds,
} from "../api/types";
import { whyNot } from "../words";

export type Tab = "machine" | "ends" | "session" | "stakes";

/** What a session is asked for, in dollars as a person types them. */
export interface Evening {
  wager: string;
  stake: string;
  rounds: string;
  chip: string;
  bankroll: string;
}

export class Laboratory {
  readonly books = signal<OddsBook[]>([]);
  readonly odds = signal<OddsView | null>(null);
  readonly readings = signal<ReadingsView | null>(null);
  readonly trial = signal<Record<string, string>>({});
  readonly chosen = signal("");
  readonly tab = signal<Tab>("machine");
  readonly busy = signal(false);
  readonly refused = signal("");
  readonly session = signal<SessionView | null>(null);
  readonly stakes = signal<StakesView | null>(null);

  readonly wager = computed<WagerOdds | null>(() => {
    const every = this.odds.value?.wagers ?? [];
    return every.find((it) => it.ids.includes(this.chosen.value)) ?? every[0] ?? null;
  });

  constructor(readonly rulebook: string) {
    const asked = new URLSearchParams(location.search);
    this.trial.value = Object.fromEntries(asked.getAll("reading").map((it) => it.split("=") as [string, string]));
    this.chosen.value = asked.get("wager") ?? "";
    void this.attempt(async () => {
      this.books.value = (await get<OddsBooks>("/api/odds")).books;
      await this.value();
    }).then(
      (done) =>
        done &&
        this.attempt(async () => {
          this.readings.value = await get<ReadingsView>(this.at("readings", {}));
        }, false),
    );
  }

  /** An address of this rulebook, with the readings on trial. */
  at(what: string, more: Record<string, string>, trial = what !== "readings"): string {
    const asked = new URLSearchParams(more);
    if (trial) for (const [key, value] of Object.entries(this.trial.value)) asked.append("reading", `${key}=${value}`);
    const said = String(asked);
    return `/api/odds/${inPath(this.rulebook)}${what ? `/${what}` : ""}${said ? `?${said}` : ""}`;
  }

  private async value(): Promise<void> {
    this.odds.value = await get<OddsView>(this.at("", {}));
    this.trial.value = this.odds.value.trial;
  }

  /** Try an option; what is shipped is no trial. */
  async try(reading: ReadingView, value: string): Promise<void> {
    const shipped = reading.options.find((it) => it.shipped)?.value;
    const { [reading.key]: _, ...others } = this.trial.value;
    await this.tries(value === shipped ? others : { ...others, [reading.key]: value });
  }

  async tries(trial: Record<string, string>): Promise<void> {
    const before = this.trial.value;
    this.trial.value = trial;
    const done = await this.attempt(() => this.value());
    if (!done) this.trial.value = before;
    this.session.value = null;
    this.stakes.value = null;
    this.keep();
    if (this.tab.value === "stakes") void this.rounds();
  }

  choose(id: string): void {
    this.chosen.value = id;
    this.session.value = null;
    this.keep();
  }

  look(tab: Tab): void {
    this.tab.value = tab;
    if (tab === "stakes" && !this.stakes.value) void this.rounds();
  }

  /** The stakes that rounding lifts, at the smallest chip. */
  async rounds(chip = "1"): Promise<void> {
    await this.attempt(async () => {
      this.stakes.value = await get<StakesView>(this.at("stakes", { chip: cents(chip) }));
    });
  }

  async work(it: Evening): Promise<void> {
    const more = { wager: it.wager, stake: cents(it.stake), rounds: it.rounds, chip: cents(it.chip) };
    const asked = it.bankroll ? { ...more, bankroll: cents(it.bankroll) } : more;
    this.session.value = null;
    await this.attempt(async () => {
      this.session.value = await get<SessionView>(this.at("session", asked));
    });
  }

  /** The address says what is on the bench, so that it can be sent to someone. */
  private keep(): void {
    const asked = new URLSearchParams(this.chosen.value ? { wager: this.chosen.value } : {});
    for (const [key, value] of Object.entries(this.trial.value)) asked.append("reading", `${key}=${value}`);
    history.replaceState(null, "", String(asked) ? `?${asked}` : location.pathname);
  }

  private async attempt(work: () => Promise<void>, loud = true): Promise<boolean> {
    if (loud) {
      this.busy.value = true;
      this.refused.value = "";
    }
    try {
      await work();
      return true;
    } catch (error) {
      this.refused.value = error instanceof RefusedError ? whyNot(error.refused) : String(error);
      return false;
    } finally {
      if (loud) this.busy.value = false;
    }
  }
}

/** "7.50" as the server takes it: "750". */
export function cents(dollars: string): string {
  return String(Math.round(Number(dollars) * 100));
}
