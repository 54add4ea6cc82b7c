/**
 * Chips on their way to the felt and back. Every tap is one command with one id; what the server has not answered is
 * pending, and what it refused is said in words. What lies on one area is one wager, which every tap raises; taking chips
 * back makes it smaller, or takes it down with the last of them. Nothing here judges a wager.
 */
import { computed, effect, signal, untracked } from "@preact/signals";
import type { Answer, Live } from "../api/live";
import { newId } from "../api/live";
import type { AreaView, LayoutView, Refusal, RepeatView, WagerView } from "../api/types";
import type { Message } from "../parts/message";
import { said, whyNot, words } from "../words";
import { dollars, stake as inStakes } from "../words/money";

interface Pending {
  area: string;
  stake: number;
}

interface Wanted {
  area: string;
  stake: number;
  on?: string | undefined;
}

/** A wager that stands, as far as is known here. */
type Standing = Pick<WagerView, "id" | "wager" | "stake" | "remove" | "behind">;

/** Chips that the server has taken, and the wager that they went to. */
interface Chips {
  id: string;
  area: string;
  amount: number;
  behind: string | null;
}

/** Chips that are to come off a wager. */
interface Back {
  of: Standing;
  amount: number;
}

/** What was placed together. */
interface Batch {
  round: number;
  /** What the server has taken of it. */
  taken: Chips[];
  /** Kept once all of it is answered. */
  answered: Promise<unknown>;
}

/** What Clear took off, and what Undo knew before. */
interface Cleared {
  round: number;
  back: Wanted[];
  placed: Batch[];
}

export class Bets {
  readonly chip;
  readonly message = signal<Message | null>(null);
  /** By command: chips that the server has not confirmed. */
  readonly pending = signal<ReadonlyMap<string, Pending>>(new Map());
  /** The Behind wager that waits for its player to say behind which. */
  readonly choosing = signal<{ area: AreaView; parents: WagerView[] } | null>(null);
  readonly refusedArea = computed(() => (this.message.value?.tone === "refused" ? this.message.value.area : undefined));

  /** The newest last: Undo takes back one of these. */
  private placed: Batch[] = [];
  /** Clear, while nothing was done after it: Undo puts back what it took off. */
  private cleared: Cleared | null = null;
  /** By wager, the stake that was answered or asked for and that the table may not show yet; none is on its way off. */
  private readonly stakes = new Map<string, number>();

  constructor(
    readonly live: Live,
    readonly layout: LayoutView,
  ) {
    this.chip = signal(layout.chips[Math.min(1, layout.chips.length - 1)] ?? 100);
    let before = "";
    // With the view itself: what is said of a chip that was placed on the new view is not wiped after it.
    effect(() => {
      for (const it of live.seat.value?.wagers ?? [])
        if (this.stakes.get(it.id) === it.stake) this.stakes.delete(it.id);
    });
    effect(() => {
      const table = live.table.value;
      const now = `${table?.round} ${table?.ring}`;
      if (now !== before) untracked(() => this.stepped(table?.ring === "closed"));
      before = now;
    });
  }

  /** A new step: what was said of the one before goes. A chip that came too late stays explained while bets are closed. */
  private stepped(closed: boolean): void {
    this.choosing.value = null; // it was asked for a chip of that step
    for (const [id, stake] of this.stakes) if (stake) this.stakes.delete(id); // the table shows by now what was answered
    if (!closed || this.message.value?.tone !== "refused") this.say(null);
  }

  /** Put the chosen chip on an area. */
  add(id: string, on?: string): void {
    const area = this.area(id);
    const seat = this.live.seat.value;
    if (!area || !seat) return;
    if (this.isShut(area)) return;
    const parents = area.behind && on === undefined ? seat.wagers.filter((it) => it.wager === area.behind) : [];
    if (parents.length > 1) {
      this.choosing.value = { area, parents };
      return;
    }
    this.choosing.value = null;
    void this.place([
      {
        area: id,
        stake: area.stakes[this.layout.chips.indexOf(this.chip.value)] ?? this.chip.value,
        on: on ?? parents[0]?.id,
      },
    ]);
  }

  /** Take the last chips off an area; the whole wager where it is not known here how it came about. */
  async takeOff(id: string): Promise<void> {
    await this.answered();
    const last = this.standing()
      .filter((it) => it.wager === id)
      .at(-1);
    if (!last) return;
    for (const batch of this.placed.toReversed()) {
      const index = batch.taken.findLastIndex((it) => it.id === last.id);
      if (index >= 0) {
        await this.takeBack([{ of: last, amount: batch.taken.splice(index, 1)[0]!.amount }]);
        return;
      }
    }
    await this.takeBack([whole(last)]);
  }

  /** Take back what was placed last: one chip, or all that Repeat or Double placed. */
  async undo(): Promise<void> {
    const meant = this.placed.at(-1);
    const pending = this.pending.value.size > 0;
    await this.answered();
    if (this.cleared?.round === this.live.table.value?.round && this.cleared) return this.putBack(this.cleared);
    // What was refused meanwhile is not on the felt, and none other was meant.
    if (pending && meant?.taken.length === 0) return;
    const standing = this.standing().filter((it) => !it.remove);
    while (this.placed.length) {
      const back = sums(standing, this.placed.pop()!.taken);
      if (back.length) {
        await this.takeBack(back);
        return;
      }
    }
    const last = standing.at(-1);
    if (last) await this.takeBack([whole(last)]);
    else this.say({ tone: "info", head: words.value.nothingToUndo });
  }

  /** Place the stakes of the round before again. */
  repeat(): void {
    const again = this.live.seat.value?.repeat ?? [];
    if (again.length) void this.place(this.wanted(again), words.value.repeated);
    else this.say({ tone: "info", head: words.value.nothingToRepeat });
  }

  /** Place a list of stakes: a round before, or a favourite. */
  placeAll(list: Pick<RepeatView, "wager" | "stake">[]): void {
    void this.place(this.wanted(list));
  }

  private wanted(list: Pick<RepeatView, "wager" | "stake">[]): Wanted[] {
    return list.map((it) => ({ area: it.wager, stake: it.stake, on: this.parentOf(it.wager) }));
  }

  /** Put as much again on everything that was placed for this round. */
  async double(): Promise<void> {
    await this.answered();
    const again = this.ownChips().filter(({ of }) => !this.area(of.wager)?.streak);
    if (again.length) await this.place(again.map(wantedAgain), words.value.doubled);
    else this.say({ tone: "info", head: words.value.nothingToDouble });
  }

  /** Take off everything that was placed for this round. */
  async clear(): Promise<void> {
    await this.answered();
    const back = this.ownChips().filter(({ of }) => !of.remove);
    if (!back.length) return;
    const before = { round: this.live.table.value?.round ?? 0, back: back.map(wantedAgain), placed: this.placed };
    const taking = this.takeBack(back, words.value.clearedAll);
    this.cleared = before; // at once: Undo may be pressed before it is answered
    if (!(await taking)) this.cleared = null;
  }

  /** Put on again what Clear took off, so that Undo goes on from where it was. */
  private async putBack({ back, placed }: Cleared): Promise<void> {
    this.cleared = null;
    await this.place(back, words.value.putBack);
    const again = this.placed.at(-1)?.taken ?? [];
    const now = (it: Chips) => again.find((one) => one.area === it.area && one.behind === it.behind);
    this.placed = placed.map((batch) => ({
      ...batch,
      taken: batch.taken.flatMap((it) => (now(it) ? [{ ...it, id: now(it)!.id }] : [])),
    }));
  }

  /** Take one wager down. */
  takeDown(wager: WagerView): void {
    void this.takeBack([whole(wager)]);
  }

  /** Call a wager On or Off. */
  async call(wager: WagerView, working: boolean): Promise<void> {
    this.tell(await this.live.give(this.layout.table, { do: "call-wager", id: newId(), bet: wager.id, working }));
  }

  /** Call a wager out with the chosen chip; a dealer lays or confirms it. */
  async callOut(area: string): Promise<Answer> {
    const seat = this.live.seat.value?.seat ?? 0;
    const on = this.parentOf(area);
    const answer = await this.live.give(this.layout.table, {
      do: "declare-wager",
      id: newId(),
      seat,
      wager: area,
      stake: this.chip.value,
      ...(on === undefined ? {} : { on }),
    });
    if (answer.ok) this.say({ tone: "info", head: words.value.calledOut(inStakes(this.chip.value), this.name(area)) });
    return answer;
  }

  /** Stakes of this round: at craps those of this hand of chips alone, for the others may have stood for long. */
  own(): { wager: string; stake: number }[] {
    return this.ownChips().map(({ of, amount }) => ({ wager: of.wager, stake: amount }));
  }

  private ownChips(): Back[] {
    const standing = this.standing();
    const oneRoll = standing.filter((it) => !this.area(it.wager)?.multi_roll).map(whole);
    return [
      ...oneRoll,
      ...sums(
        standing.filter((it) => this.area(it.wager)?.multi_roll),
        this.taken(),
      ),
    ];
  }

  /** Until every chip that is on its way is placed or refused; a key pressed after it means it too. */
  private answered(): Promise<unknown> {
    return Promise.all(this.placed.map((it) => it.answered));
  }

  /** What the server has taken in this round. */
  private taken(): Chips[] {
    const round = this.live.table.value?.round;
    return this.placed.filter((it) => it.round === round).flatMap((it) => it.taken);
  }

  /** What the table shows, less what is being taken off, and what was taken since: an answer comes before its view. */
  private standing(): Standing[] {
    const shown = this.live.seat.value?.wagers ?? [];
    const fresh = new Map<string, Standing>();
    for (const it of this.live.table.value?.betting ? this.taken() : []) {
      if (!shown.some((one) => one.id === it.id))
        fresh.set(it.id, {
          id: it.id,
          wager: it.area,
          stake: it.amount + (fresh.get(it.id)?.stake ?? 0),
          remove: null,
          behind: it.behind,
        });
    }
    return [...shown, ...fresh.values()]
      .map((it) => ({ ...it, stake: this.stakes.get(it.id) ?? it.stake }))
      .filter((it) => it.stake > 0);
  }

  say(message: Message | null): void {
    this.message.value = message;
  }

  /** Say why something was refused; whether it was not. */
  tell(answer: Answer): boolean {
    if (!answer.ok) this.say({ tone: "refused", head: whyNot(answer.refused) });
    return answer.ok;
  }

  private area(id: string): AreaView | undefined {
    return this.layout.areas.find((it) => it.id === id);
  }

  private parentOf(wager: string): string | undefined {
    const behind = this.area(wager)?.behind;
    return behind ? this.live.seat.value?.wagers.find((it) => it.wager === behind)?.id : undefined;
  }

  /** Where the server has said already that it takes no chip, its reason is shown and nothing is sent. */
  private isShut(area: AreaView): boolean {
    const table = this.live.table.value;
    const seat = this.live.seat.value;
    if (!table || !seat) return true;
    const shut = table.closed.find((it) => it.area === area.id);
    if (shut) this.say({ tone: "refused", head: whyNot(shut.refused), area: area.id });
    return shut !== undefined;
  }

  private async place(wanted: Wanted[], told?: (money: string, list: string) => string): Promise<void> {
    const seat = this.live.seat.value;
    const round = this.live.table.value?.round ?? 0;
    if (!seat?.seat || !wanted.length) return;
    this.cleared = null;
    const taken: Chips[] = [];
    const placing = Promise.all(wanted.map((it) => this.placeOne(seat.seat, it, round, taken)));
    this.placed = [...this.placed.filter((it) => it.round === round), { round, taken, answered: placing }];
    const answers = await placing;
    const first = answers.findIndex((answer) => !answer.ok);
    const one = wanted[Math.max(first, 0)]!;
    const refused = answers[first];
    if (refused && !refused.ok) this.sayRefused(one, refused.refused, wanted.length, taken.length);
    else this.sayPlaced(one, wanted, told);
  }

  private async placeOne(seat: number, it: Wanted, round: number, taken: Chips[]): Promise<Answer> {
    const id = newId();
    this.setPending(id, { area: it.area, stake: it.stake });
    const meant = () => this.live.table.value?.round === round && this.live.table.value.betting;
    const answer = await this.live.give(
      this.layout.table,
      { do: "place-wager", id, seat, wager: it.area, stake: it.stake, ...(it.on === undefined ? {} : { on: it.on }) },
      meant,
    );
    this.setPending(id, null);
    if (answer.ok) {
      const wager = answer.events.find((event) => event.event === "wager-placed" || event.event === "wager-restaked");
      const bet = (wager?.bet as string | undefined) ?? id;
      taken.push({ id: bet, area: it.area, amount: it.stake, behind: it.on ?? null });
      if (wager) this.stakes.set(bet, wager.stake as number);
    }
    return answer;
  }

  private setPending(id: string, it: Pending | null): void {
    const next = new Map(this.pending.value);
    if (it) next.set(id, it);
    else next.delete(id);
    this.pending.value = next;
  }

  /** Whether all of it came off. */
  private async takeBack(chips: Back[], told = words.value.takenOff): Promise<boolean> {
    this.cleared = null;
    const answers = await Promise.all(chips.map((it) => this.takeOne(it)));
    const failed = answers.find((answer) => !answer.ok);
    if (failed) return this.tell(failed);
    const all = chips.reduce((sum, it) => sum + it.amount, 0);
    this.say({ tone: "info", head: told(inStakes(all), this.listed(chips.map(wantedAgain))) });
    return true;
  }

  private async takeOne({ of, amount }: Back): Promise<Answer> {
    const left = of.stake - amount;
    this.stakes.set(of.id, left);
    const answer = await this.live.give(
      this.layout.table,
      left > 0
        ? { do: "reduce-wager", id: newId(), bet: of.id, stake: left }
        : { do: "remove-wager", id: newId(), bet: of.id },
    );
    if (!answer.ok) this.stakes.set(of.id, of.stake);
    return answer;
  }

  private sayPlaced(one: Wanted, all: Wanted[], told?: (money: string, list: string) => string): void {
    const sum = all.reduce((money, it) => money + it.stake, 0);
    const head = (told ?? words.value.placed)(inStakes(sum), told ? this.listed(all, true) : this.listed(all));
    if (all.length > 1) {
      this.say({ tone: "info", head });
      return;
    }
    const there = this.standing().reduce((money, it) => money + (it.wager === one.area ? it.stake : 0), 0);
    const more = there > one.stake ? words.value.nowThere(inStakes(there)) : undefined;
    this.say({ tone: "info", head, area: one.area, ...(more ? { more } : {}) });
  }

  /** Wagers by name, the first few; each with its stake where they are `told` one by one. */
  private listed(all: Wanted[], stakes = false): string {
    const shown = all.slice(0, FEW).map((it) => {
      const name = this.name(it.area);
      return stakes ? words.value.onArea(inStakes(it.stake), name) : name;
    });
    return words.value.list(shown, all.length - shown.length);
  }

  private sayRefused(one: Wanted, refused: Refusal, all: number, done: number): void {
    const w = words.value;
    const rack = this.live.seat.value?.rack ?? 0;
    const step = this.stepFor(one, refused);
    const after = all > 1 ? w.partly(done, all) : step ? "" : w.rackUnchanged(dollars(rack));
    // The head names the wager already; the server's sentence begins with it too.
    const why = whyNot(refused, false);
    this.say({
      tone: "refused",
      head: `${w.notPlaced(inStakes(one.stake), this.name(one.area))}.`,
      more: `${why} ${after}`,
      area: one.area,
      ...(step ? { step } : {}),
    });
  }

  /** Below the sign's minimum the step that would be taken is the minimum itself. */
  private stepFor(one: Wanted, refused: Refusal): { text: string; take: () => void } | null {
    const sign = this.live.table.value?.sign;
    if (refused.why !== "below-minimum" || !sign) return null;
    const { minimum } = this.live.seat.value?.personal ?? sign.wagers[one.area] ?? sign.every;
    return { text: inStakes(minimum), take: () => void this.place([{ ...one, stake: minimum }]) };
  }

  private name(id: string): string {
    const area = this.area(id);
    return area ? said(area.name) : id;
  }
}

/** How many wagers are named where many were placed. */
const FEW = 4;

/** The same chips on the same area. */
function wantedAgain({ of, amount }: Back): Wanted {
  return { area: of.wager, stake: amount, on: of.behind ?? undefined };
}

/** All that stands on an area. */
function whole(of: Standing): Back {
  return { of, amount: of.stake };
}

/** What of these wagers these chips are, wager by wager. */
function sums(standing: Standing[], chips: Chips[]): Back[] {
  return standing.flatMap((of) => {
    const amount = chips.reduce((sum, it) => sum + (it.id === of.id ? it.amount : 0), 0);
    return amount ? [{ of, amount: Math.min(amount, of.stake) }] : [];
  });
}
