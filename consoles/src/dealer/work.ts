/** What the dealer does here: dice being keyed, and every command with its answer. Who was paid the table knows. */
import { effect, signal, untracked } from "@preact/signals";
import type { Answer, Given, Live } from "../api/live";
import { newId } from "../api/live";
import type { ActView, AreaView, DealerView, KeyView, LayoutView, LayView, StreakCall, TableView } from "../api/types";
import type { Acting } from "../desk/acting";
import { beginAct } from "../desk/acting";
import type { Message } from "../parts/message";
import { said, whyNot, words } from "../words";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";

/** A command without its id, as the server offers it. */
export type Offer = Record<string, unknown>;

/** A chip in hand: its value, and the colour of a colour check. */
export interface InHand {
  value: number;
  colour: string;
}

/** A wager that came as betting closed, and that nobody has spoken on yet. */
export interface Late {
  seat: number;
  wager: string;
  stake: number;
  colour: string;
}

export class Work {
  /** The seat whose chips alone are shown and for which wagers are laid; 0: none. */
  readonly at = signal(0);
  readonly chip = signal<InHand | null>(null);
  readonly late = signal<Late | null>(null);
  /** Dice that are keyed in and not yet confirmed. */
  readonly keyed = signal<number[]>([]);
  /** Whether an entry is being changed. */
  readonly changing = signal(false);
  /** Whether the reasons for no result are open, and the one chosen. */
  readonly asking = signal(false);
  readonly reason = signal("");
  readonly message = signal<Message | null>(null);

  /** What was given last, and on which view: pressed again before the next one comes, it is the same press. */
  private last: { what: string; view: DealerView | null } | null = null;

  constructor(
    readonly live: Live,
    readonly layout: LayoutView,
  ) {
    let step = "";
    // With the view itself: what a quick dealer keys in on the new view is not wiped after it.
    effect(() => {
      const now = stepOf(live.table.value);
      untracked(() => {
        if (now !== step) this.stepped();
      });
      step = now;
    });
  }

  /** Give commands in their order; the first that is refused is told, and none is given after it. */
  async give(offers: Offer[]): Promise<boolean> {
    const { round, phase } = this.live.table.value ?? { round: 0, phase: "" };
    const given = { what: JSON.stringify(offers), view: this.live.dealer.value };
    if (this.last?.what === given.what && this.last.view === given.view) return false;
    this.last = given;
    this.message.value = null;
    for (const [n, offer] of offers.entries()) {
      const meant = () => n > 0 || (this.live.table.value?.round === round && this.live.table.value.phase === phase);
      const answer = await this.live.give(this.layout.table, { ...offer, id: newId() } as unknown as Given, meant);
      if (!answer.ok) {
        this.last = null;
        this.message.value = { tone: "refused", head: whyNot(answer.refused) };
        return false;
      }
    }
    return true;
  }

  /** The act whose form is open. */
  readonly open = signal<ActView | null>(null);
  private readonly formAsked = signal("");
  /** The acts as their buttons and forms want them. */
  get acts(): Acting {
    return {
      live: this.live,
      open: this.open,
      asking: this.formAsked,
      begin: (act: ActView) => void beginAct(this.acts, act),
      give: (to: string, command: Offer) => this.live.give(to, { ...command, id: newId() } as unknown as Given),
      tell: (act: ActView, answer: Answer) => {
        this.message.value = answer.ok
          ? { tone: "good", head: dealerWords.value.actDone(said(act.name)) }
          : { tone: "refused", head: `${said(act.name)}:`, more: whyNot(answer.refused) };
      },
    };
  }

  /** The chip that the next touch lays: what was chosen, or the smallest that the sign takes. */
  inHand(): InHand {
    const own = this.live.dealer.value?.seats.find((it) => it.seat === this.at.value);
    const chosen = this.chip.value;
    if (chosen && (!chosen.colour || own?.colours[chosen.colour] === chosen.value)) return chosen;
    const least = this.live.table.value?.sign.every.minimum ?? 0;
    const { chips } = this.layout;
    return { value: chips.find((it) => it >= least) ?? chips.at(-1) ?? 0, colour: "" };
  }

  /** Lay the chip in hand on an area for the seat that was chosen; a late one is asked about first. */
  async lay(area: AreaView, how: LayView): Promise<void> {
    const hand = this.inHand();
    const seat = this.at.value;
    const before = this.late.value;
    if (how.late) {
      const more =
        before?.seat === seat && before.wager === area.id && before.colour === hand.colour ? before.stake : 0;
      this.late.value = { seat, wager: area.id, stake: more + hand.value, colour: hand.colour };
      return;
    }
    const own = this.live.dealer.value?.seats.find((it) => it.seat === seat);
    const on = area.behind ? own?.wagers.findLast((it) => it.wager === area.behind)?.id : undefined;
    const told = how.do === "declare-wager" ? { with_: hand.colour ? "colour" : "chips" } : { chips: kindOf(hand) };
    const offer = { do: how.do, seat, wager: area.id, stake: hand.value, colour: hand.colour, ...told };
    if (await this.give([{ ...offer, ...how.given, ...(on ? { on } : {}) }]))
      this.good(dealerWords.value.laid(seat, said(area.name), stake(hand.value)));
    if (how.do === "declare-wager") this.at.value = 0; // the keys for the dice come back
  }

  /** A late wager lay there in time. */
  async lateStands(how: LayView): Promise<void> {
    const late = this.late.value;
    if (!late) return;
    const { seat, wager, colour } = late;
    const offer = { do: how.do, seat, wager, stake: late.stake, chips: kindOf(late), colour, ...how.given };
    if (await this.give([offer])) this.late.value = null;
  }

  async noLateBet(): Promise<void> {
    const late = this.late.value;
    if (!late) return;
    const { seat, wager } = late;
    if (await this.give([{ do: "refuse-oral-wager", lacks: "time", seat, wager, stake: late.stake }])) {
      this.late.value = null;
      this.good(dealerWords.value.noBetAt(seat));
    }
  }

  async sellStreak(seat: number, call: StreakCall): Promise<void> {
    if (await this.give([{ do: "place-wager", seat, wager: call.area, stake: call.price }]))
      this.good(dealerWords.value.streakSold(seat, stake(call.price)));
  }

  /** Say what was done. */
  good(head: string): void {
    this.message.value = { tone: "good", head };
  }

  /** Press a key: what it would be refused for is told and nothing is sent. */
  press(key: KeyView): void {
    if (key.refused) this.message.value = { tone: "refused", head: whyNot(key.refused) };
    else void this.give(key.gives);
  }

  /** Key in one die. */
  die(face: number): void {
    const entry = this.live.dealer.value?.entry;
    if (!entry || (entry.corrects && !this.changing.value) || this.keyed.value.length >= this.layout.dice) return;
    this.message.value = null;
    this.keyed.value = [...this.keyed.value, face];
  }

  takeBack(): void {
    this.keyed.value = this.keyed.value.slice(0, -1);
  }

  get complete(): boolean {
    return this.keyed.value.length === this.layout.dice;
  }

  /** The dice as keyed are what the dice show. */
  async confirm(): Promise<void> {
    const entry = this.live.dealer.value?.entry;
    if (!entry || !this.complete) return;
    const dice = this.keyed.value;
    await this.give(entry.gives.map((it) => ({ do: it, dice })));
    if (this.keyed.value !== dice) return; // others were keyed in since
    this.keyed.value = [];
    this.changing.value = false;
  }

  /** A seat is paid, or has given back what it had too much; with the last one the round is settled. */
  pay(seat: number): void {
    const view = this.live.dealer.value;
    const last = view && !view.settled && this.unpaid().every((it) => it === seat);
    void this.give([{ do: "mark-paid", seat }, ...(last ? (this.settleKey()?.gives ?? []) : [])]);
  }

  /** Seats that are still to be paid, or that something is to be taken back from. */
  unpaid(): number[] {
    return (this.live.dealer.value?.pay ?? []).filter((it) => it.due !== 0).map((it) => it.seat);
  }

  settle(): void {
    const key = this.settleKey();
    if (key) this.press(key);
  }

  private settleKey(): KeyView | undefined {
    return this.live.dealer.value?.keys.find((it) => it.do === "settle" || it.do === "settle-roll");
  }

  async declare(): Promise<void> {
    const key = this.live.dealer.value?.keys.find((it) => it.key === "no-result");
    if (!key || !this.reason.value) return;
    const step = stepOf(this.live.table.value);
    const done = await this.give([{ do: key.do, reason: this.reason.value }]);
    if (done && step === stepOf(this.live.table.value)) this.asking.value = false;
  }

  /** A new step: what was begun for the one before is put away. */
  private stepped(): void {
    this.keyed.value = [];
    this.changing.value = false;
    this.asking.value = false;
    this.reason.value = "";
    this.message.value = null;
    this.late.value = null;
    this.at.value = 0;
  }
}

function kindOf(hand: { colour: string }): string {
  return hand.colour ? "colour" : "value";
}

/** Where a round stands; with each of these the dealer does something else. */
function stepOf(table: TableView | null): string {
  return `${table?.round} ${table?.hand?.rolls ?? ""} ${table?.phase}`;
}

/** A wager in the language of the page; in English as the crew says it for short. */
export function nameOf(layout: LayoutView, it: { wager: string; name: string; point?: number }): string {
  const area = layout.areas.find((one) => one.id === it.wager);
  if (words.value.otherLanguage === "中文" || !area?.name.zh) return it.name;
  const own = area.name.zh;
  return it.point && !own.includes(String(it.point)) ? `${own} ${it.point}` : own;
}
