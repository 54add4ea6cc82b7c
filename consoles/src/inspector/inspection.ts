/** What an inspector has in front of them: the live desk, the page of the journal, and what was opened last. */
import { effect, signal } from "@preact/signals";
import { heardAt } from "../api/clock";
import { get, inPath, leaveIfSignedOut, post, RefusedError } from "../api/http";
import { Live, newId } from "../api/live";
import type {
  ComplaintLine,
  DueNotice,
  EntryLine,
  EntryLines,
  InspectorView,
  JournalEntry,
  ProofView,
  Rules,
  ToldView,
} from "../api/types";
import type { Message } from "../parts/message";
import { whyNot } from "../words";
import { inspectorWords } from "../words/inspector";

export type Kind = "" | "round" | "correction" | "refusal" | "notice" | "house";
/** What entries are searched by, and what for; an empty text looks for nothing. */
export type Sought = "person" | "wager" | "amount" | "clause";
export type Pane = "journal" | "prizes" | "reports" | "rules";

/** What stands in the middle: a round explained, or one entry. */
export type Opened = { round: ToldView } | { entry: JournalEntry } | { message: string } | null;

export class Inspection {
  readonly view = signal<InspectorView | null>(null);
  readonly pane = signal<Pane>("journal");
  readonly table = signal<string>("");
  readonly kind = signal<Kind>("");
  readonly sought = signal<Sought>("person");
  readonly looksFor = signal("");
  readonly lines = signal<EntryLine[]>([]);
  /** Before which entry to go on; 0 at the beginning. */
  readonly older = signal(0);
  /** The number of the latest entry there is. */
  readonly last = signal(0);
  readonly opened = signal<Opened>(null);
  readonly message = signal<Message | null>(null);
  readonly rules = signal<Rules | null>(null);
  readonly live: Live;
  private fetching = false;
  private seen = -1;
  private verified = false;

  constructor() {
    this.live = new Live({
      as: "inspector",
      heard: (frame) => this.heard(frame.inspector as InspectorView | undefined),
    });
    effect(() => {
      if (this.live.tries.value > 1) leaveIfSignedOut();
    });
  }

  private heard(view: InspectorView | undefined): void {
    if (!view) return;
    heardAt(view.now);
    this.view.value = view;
    if (!this.verified && view.proof.state === "never") void this.verify();
    this.verified = true;
    if (view.revision !== this.seen) {
      const first = this.seen < 0;
      this.seen = view.revision;
      void (first ? this.reload() : this.newer());
    }
  }

  /** The journal from its latest entry back, by the filters. */
  async reload(): Promise<void> {
    await this.attempt(async () => {
      const page = await get<EntryLines>(this.address({ most: "60" }));
      this.lines.value = page.lines;
      this.older.value = page.older;
      this.last.value = page.last;
      if (!this.opened.value && page.lines[0] && !(await this.addressed())) await this.latest();
      this.rules.value ??= await get<Rules>("/api/inspector/rules");
    });
  }

  /** What was written since the first line. */
  private async newer(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      const page = await get<EntryLines>(this.address({ after: String(this.last.value), most: "60" }));
      const gap = page.lines.length && page.older > this.last.value + 1;
      if (gap) await this.reload();
      else this.lines.value = [...page.lines, ...this.lines.value].slice(0, 400);
      this.last.value = page.last;
    } catch (error) {
      this.message.value = refusedIn(error);
    } finally {
      this.fetching = false;
    }
  }

  async further(): Promise<void> {
    await this.attempt(async () => {
      const page = await get<EntryLines>(this.address({ before: String(this.older.value), most: "60" }));
      this.lines.value = [...this.lines.value, ...page.lines];
      this.older.value = page.older;
    });
  }

  private address(more: Record<string, string>): string {
    const asked = new URLSearchParams(more);
    if (this.table.value) asked.set("table", this.table.value);
    if (this.kind.value) asked.set("kind", this.kind.value);
    if (this.looksFor.value) asked.set(this.sought.value, this.looksFor.value);
    return `/api/inspector/entries?${asked}`;
  }

  filter(table: string, kind: Kind): void {
    this.table.value = table;
    this.kind.value = kind;
    void this.reload();
  }

  search(by: Sought, text: string): void {
    this.sought.value = by;
    this.looksFor.value = text.trim();
    void this.reload();
  }

  // what is opened; the address says it, so that it can be sent to somebody or kept

  async entry(seq: number): Promise<void> {
    await this.attempt(async () => {
      this.opened.value = { entry: await get<JournalEntry>(`/api/inspector/entries/${seq}`) };
      keepInAddress({ entry: String(seq) });
    });
  }

  /** What the address names; whether it names anything. */
  async addressed(): Promise<boolean> {
    const named = new URLSearchParams(location.search);
    const [table, round, entry] = [named.get("table"), Number(named.get("round")), Number(named.get("entry"))];
    if (table && Number.isSafeInteger(round) && round > 0) await this.round(table, { number: round });
    else if (Number.isSafeInteger(entry) && entry > 0) await this.entry(entry);
    else return false;
    return true;
  }

  /** A round by its number, or the one to which an entry of the table belongs. */
  async round(table: string, which: { number: number } | { entry: number }): Promise<void> {
    const at = `/api/inspector/rounds/${inPath(table)}`;
    await this.attempt(async () => {
      const asked = "number" in which ? `${at}/${which.number}` : `${at}?entry=${which.entry}`;
      const round = await get<ToldView>(asked);
      this.opened.value = { round };
      keepInAddress({ table: round.table, round: String(round.round) });
    });
  }

  /** The latest round of the chosen table, or of the first that has played one. */
  private async latest(): Promise<void> {
    const tables = this.view.value?.tables ?? [];
    const played = tables.find((it) => (this.table.value ? it.table === this.table.value : it.round > 1));
    if (played?.round) await this.round(played.table, { number: Math.max(1, played.round - 1) });
    else if (this.lines.value[0]) await this.entry(this.lines.value[0].seq);
  }

  // what may be done

  async verify(): Promise<void> {
    await this.attempt(async () => {
      const proof = await post<ProofView>("/api/inspector/proof", {});
      if (this.view.value) this.view.value = { ...this.view.value, proof };
    });
  }

  async acknowledge(notice: DueNotice): Promise<void> {
    const answer = await this.live.give(notice.at, { do: "acknowledge-notice", id: newId(), notice: notice.id });
    this.message.value = answer.ok
      ? { tone: "good", head: inspectorWords.value.acknowledged, more: notice.about }
      : { tone: "refused", head: whyNot(answer.refused) };
  }

  async conclude(complaint: ComplaintLine, outcome: string, upheld: boolean): Promise<void> {
    const answer = await this.live.give("house", {
      do: "conclude-complaint",
      id: newId(),
      complaint: complaint.id,
      outcome,
      upheld,
    });
    this.message.value = answer.ok
      ? { tone: "good", head: inspectorWords.value.concluded, more: outcome }
      : { tone: "refused", head: whyNot(answer.refused) };
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.message.value = null;
    try {
      await work();
    } catch (error) {
      this.message.value = refusedIn(error);
    }
  }
}

function keepInAddress(what: Record<string, string>): void {
  history.replaceState(null, "", `${location.pathname}?${new URLSearchParams(what)}`);
}

export function refusedIn(error: unknown): Message {
  return { tone: "refused", head: error instanceof RefusedError ? whyNot(error.refused) : String(error) };
}
