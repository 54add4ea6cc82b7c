/** The right side: wagers by seat, payouts by seat with their chips, what waits for a word, and notices. */
import { clockTime } from "../api/clock";
import type {
  CallRow,
  ChipStack,
  DealerSeat,
  DealerView,
  PayView,
  StakeView,
  StreakCall,
  TableView,
} from "../api/types";
import { Chip } from "../parts/chip";
import { Icon } from "../parts/sprite";
import { capital, odds, said, told, whyNot } from "../words";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";
import { CHECK } from "./checks";
import type { Work } from "./work";
import { nameOf } from "./work";

export function Check({ colour, size = 18, text = "" }: { colour: string; size?: number; text?: string }) {
  return (
    <svg class="check" width={size} height={size} viewBox="-20 -20 40 40" aria-hidden="true">
      <circle r="18.6" fill={CHECK[colour] ?? "#8894a0"} />
      <circle r="16" fill="none" stroke="#fff" stroke-width="5" stroke-dasharray="8.4 8.35" />
      <circle r="12" fill={CHECK[colour] ?? "#8894a0"} />
      {text ? (
        <text y="5" text-anchor="middle">
          {text}
        </text>
      ) : null}
    </svg>
  );
}

/** A seat's number: ivory plays with value chips, a colour with checks of that colour. */
export function SeatDisc({ seat, colour = "" }: { seat: number; colour?: string }) {
  return (
    <span class={`seat-number ${colour ? "checks" : ""}`} style={colour ? { background: CHECK[colour] } : undefined}>
      {seat}
    </span>
  );
}

export function MarkerButton({ it }: { it: StakeView["buttons"][number] }) {
  const d = dealerWords.value;
  return (
    <span class={`marker-button ${it}`} role="img" aria-label={d.buttonNames[it]}>
      {d.buttons[it]}
    </span>
  );
}

const colourOf = (it: DealerSeat) => it.wagers.find((one) => one.colour)?.colour ?? Object.keys(it.colours)[0] ?? "";

/** The seats; choosing one shows only its chips on the felt, and lays for it. */
export function WagersBySeat({ view, work, onSeat }: { view: DealerView; work: Work; onSeat: (seat: number) => void }) {
  const d = dealerWords.value;
  const all = Array.from({ length: work.layout.seats }, (_, n) => n + 1);
  const taken = new Set(view.seats.map((it) => it.seat));
  const free = all.filter((it) => !taken.has(it));
  return (
    <section class="seats-card card" aria-label={d.wagersBySeat} data-region="seats" tabIndex={0}>
      <h2 class="unseen">{d.wagersBySeat}</h2>
      <ul>
        {view.seats.map((it) => (
          <SeatRow key={it.seat} it={it} view={view} work={work} onSeat={onSeat} />
        ))}
      </ul>
      {view.seats.length ? null : <p class="faint">{d.nobody}</p>}
      {free.length ? (
        <div class="free">
          <span class="label">{d.freeSeats}</span>
          {free.map((it) => (
            <button
              type="button"
              key={it}
              class="seat-number hollow"
              aria-label={d.seatWalkUp(it)}
              onClick={() => onSeat(it)}
            >
              {it}
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

function SeatRow({
  it,
  view,
  work,
  onSeat,
}: {
  it: DealerSeat;
  view: DealerView;
  work: Work;
  onSeat: (seat: number) => void;
}) {
  const d = dealerWords.value;
  const colour = colourOf(it);
  const chosen = work.at.value === it.seat;
  const choose = () => {
    work.at.value = chosen ? 0 : it.seat;
  };
  const open = view.streaks.filter((one) => one.state === "open");
  return (
    <li class={chosen ? "next" : ""}>
      <button
        type="button"
        class={`seat-number ${it.shooter ? "shooter" : ""} ${colour ? "checks" : ""}`}
        style={colour ? { background: CHECK[colour] } : undefined}
        aria-label={d.atSeat(it.seat)}
        aria-pressed={chosen}
        onClick={choose}
      >
        {it.seat}
      </button>
      <div>
        <p class="row-sum">
          <b>{stake(it.staked)}</b>
          {work.layout.kind === "craps" ? null : (
            <span class="kind">
              {colour ? d.checksAt(d.colourName(colour), stake(it.colours[colour] ?? 0)) : d.valueChips}
            </span>
          )}
        </p>
        <p class="stakes">
          {it.wagers.map((one, n) => (
            <span class={one.wager.startsWith("streak") ? "streak" : ""} key={one.id}>
              {n ? ", " : ""}
              {nameOf(work.layout, one)} {stake(one.stake)}
              {one.chips === "token" ? ` ${d.tokens}` : ""}
              {one.buttons.length ? " " : ""}
              {one.buttons.map((button) => (
                <MarkerButton key={button} it={button} />
              ))}
            </span>
          ))}
          {it.wagers.length ? null : <span class="faint">{d.noWager}</span>}
        </p>
        {it.words ? (
          <p class="to-do">
            <Icon name="warn" size="small" />
            {told(it.words)}
          </p>
        ) : null}
      </div>
      {open.length ? (
        <div class="sell">
          {open.map((call) => (
            <SellStreak key={call.area} call={call} it={it} work={work} many={open.length > 1} />
          ))}
        </div>
      ) : (
        <button type="button" class="button quiet" aria-label={d.chipsOfSeat(it.seat)} onClick={() => onSeat(it.seat)}>
          {d.seatChips}
        </button>
      )}
    </li>
  );
}

/** A Super Streak is sold at its price, or taken back while the window is open. */
function SellStreak({ call, it, work, many }: { call: StreakCall; it: DealerSeat; work: Work; many: boolean }) {
  const d = dealerWords.value;
  const has = it.wagers.find((one) => one.wager === call.area);
  const side = said(call.sides);
  if (has) {
    return (
      <button
        type="button"
        class="button quiet is-sold"
        aria-label={d.undoSold(it.seat, side)}
        onClick={() => void work.give([{ do: "remove-wager", bet: has.id }])}
      >
        <Icon name="check" size="small" />
        {many ? said(call.follows) : d.soldUndo}
      </button>
    );
  }
  return (
    <button
      type="button"
      class="button quiet"
      aria-label={d.sellStreakTo(it.seat, side, stake(call.price))}
      onClick={() => void work.sellStreak(it.seat, call)}
    >
      {many ? `${said(call.follows)} ${stake(call.price)}` : d.sellStreak(stake(call.price))}
    </button>
  );
}

export function PayBySeat({ view, work }: { view: DealerView; work: Work }) {
  const d = dealerWords.value;
  const next = work.unpaid()[0];
  return (
    <section class="pay-card card" aria-label={d.payBySeat} data-region="seats" tabIndex={0}>
      <h2 class="unseen">{d.payBySeat}</h2>
      <ul>
        {[...view.pay].sort(byHands).map((it) => (
          <PayRow key={it.seat} it={it} view={view} work={work} next={it.seat === next} />
        ))}
      </ul>
      {view.pay.length ? null : <p class="faint">{d.nothingWon}</p>}
    </section>
  );
}

/** What is to be taken back first; the rest in the order of the seats, those without winnings last. */
export function byHands(one: PayView, other: PayView): number {
  const rank = (it: PayView) => (it.due < 0 ? 0 : it.winnings || it.due || it.paid ? 1 : 2);
  return rank(one) - rank(other) || one.seat - other.seat;
}

function PayRow({ it, view, work, next }: { it: PayView; view: DealerView; work: Work; next: boolean }) {
  const d = dealerWords.value;
  const seat = view.seats.find((one) => one.seat === it.seat);
  const colour = it.stacks.find((one) => one.colour)?.colour ?? (seat ? colourOf(seat) : "");
  const lost = it.lost.map((one) => `${nameOf(work.layout, one)} ${stake(one.stake)}`).join(", ");
  if (!it.winnings && !it.due && !it.paid) {
    return (
      <li class="none">
        <SeatDisc seat={it.seat} colour={colour} />
        <div>
          <p>{d.nothingToPay(stake(it.collected))}</p>
          {lost ? <Lost list={lost} /> : null}
        </div>
      </li>
    );
  }
  const what = it.wagers
    .map((one) => {
      const more = said(one.more);
      return `${nameOf(work.layout, one)} ${stake(one.amount)}${more ? ` (${odds(more)})` : ""}`;
    })
    .join(", ");
  const more = [
    it.exact ? d.exactly(it.exact) : "",
    work.layout.kind === "craps" && it.stakes ? d.giveBack(stake(it.stakes)) : "",
  ].filter(Boolean);
  return (
    <li class={`${next ? "next" : ""} ${it.due < 0 ? "take-back" : ""}`}>
      <SeatDisc seat={it.seat} colour={colour} />
      <div>
        <p class="row-sum">
          <b class="amount">
            {it.due < 0
              ? d.takeBackMoney(stake(-it.due))
              : it.paid && it.due
                ? d.payMore(stake(it.due))
                : stake(it.winnings)}
          </b>
          {it.due > 0 ? <span class="kind">{d.toPayWord}</span> : null}
        </p>
        {it.due < 0 && it.paid ? <p>{d.paidDue(stake(it.paid.amount), stake(it.paid.amount + it.due))}</p> : null}
        {it.due ? (
          <p class="stacks">
            {it.stacks.map((one) => (
              <Stack key={`${one.colour}${one.value}`} it={one} />
            ))}
          </p>
        ) : null}
        {[what, ...more].filter(Boolean).length ? <p>{[what, ...more].filter(Boolean).join("; ")}</p> : null}
        {lost ? <Lost list={lost} /> : null}
      </div>
      {it.due === 0 ? (
        <span class="is-paid">
          {it.paid ? (
            <>
              <b>
                <Icon name="check" size="small" />
                {d.paid}
              </b>
              <small>{d.paidBy(stake(it.paid.amount), it.paid.by, clockTime(it.paid.at))}</small>
            </>
          ) : null}
        </span>
      ) : (
        <button
          type="button"
          class={`button big ${it.due < 0 ? "danger" : next ? "main" : "quiet"}`}
          aria-label={it.due < 0 ? d.takenBackFrom(it.seat) : d.paidSeat(it.seat)}
          onClick={() => work.pay(it.seat)}
        >
          {it.due < 0 ? d.takenBack : d.paid}
        </button>
      )}
    </li>
  );
}

function Lost({ list }: { list: string }) {
  return (
    <p class="lost">
      <Icon name="cross" size="small" />
      <span class="unseen">{dealerWords.value.lost}</span> {list}
    </p>
  );
}

function Stack({ it }: { it: ChipStack }) {
  const d = dealerWords.value;
  const name = it.colour ? `${d.colours[it.colour] ?? it.colour} ` : "";
  return (
    <span class="stack">
      <span class="unseen">{d.chipsOf(it.count, name, stake(it.value))}</span>
      {it.colour ? <Check colour={it.colour} size={22} /> : <Chip cents={it.value} size={22} />}
      <b aria-hidden="true">
        ×{it.count}
        {it.colour ? ` ${d.each(stake(it.value))}` : ""}
      </b>
    </span>
  );
}

/** What players said that counts only when staff confirm it. */
export function Waiting({ view, work }: { view: DealerView; work: Work }) {
  const d = dealerWords.value;
  if (!view.calls.length) return null;
  const air = view.calls.some((it) => it.kind === "in the air");
  return (
    <section class={`waiting card ${air ? "due" : ""}`} aria-label={air ? d.inTheAir : d.waiting} data-region="waiting">
      <h2 class="spread">
        <span>{air ? d.inTheAir : d.waiting}</span>
        <span class={air ? "due-word" : "faint"}>{air ? d.beforeTheyStop : d.calls(view.calls.length)}</span>
      </h2>
      <ul>
        {view.calls.map((it) => (
          <WaitingRow key={it.bet} it={it} work={work} />
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({ it, work }: { it: CallRow; work: Work }) {
  const d = dealerWords.value;
  const text = it.kind === "on" ? d.putOn : it.kind === "in the air" ? d.itStands : d.layIt;
  const about = `${d.atSeat(it.seat)}, ${nameOf(work.layout, it)}`;
  return (
    <li>
      <div class="late-head">
        <SeatDisc seat={it.seat} />
        {it.kind === "on" ? <MarkerButton it="on" /> : null}
        <div>
          <b>
            {nameOf(work.layout, it)}, {stake(it.stake)}
          </b>
          <p>{it.refused ? whyNot(it.refused) : `${said(it.words)} (${it.clause})`}</p>
        </div>
      </div>
      <div class="choices">
        {it.kind === "on" || it.kind === "off" ? null : (
          <button
            type="button"
            class="button quiet big"
            aria-label={`${d.noBet}: ${about}`}
            onClick={() =>
              void work.give([{ do: "refuse-oral-wager", bet: it.bet, lacks: it.refused ? "chips" : "time" }])
            }
          >
            {d.noBet}
          </button>
        )}
        <button
          type="button"
          class="button quiet big stands"
          disabled={Boolean(it.refused)}
          aria-label={`${text}: ${about}`}
          onClick={() => void work.give([{ do: it.do, bet: it.bet }])}
        >
          {text}
        </button>
      </div>
    </li>
  );
}

/** Notices for whoever looks, and what the sign already shows. */
export function Notices({ view, table, work }: { view: DealerView; table: TableView; work: Work }) {
  const d = dealerWords.value;
  const signs = [
    table.coming && { at: table.coming.at, words: table.coming.words },
    table.closing && { at: table.closing.at, words: table.closing.words },
  ].filter((it) => it !== null);
  if (!view.notices.length && !signs.length) return null;
  return (
    <section class="notices card" aria-label={d.notices} data-region="notices" tabIndex={0}>
      <h2>{d.notices}</h2>
      <ul>
        {view.notices.map((it) => (
          <li key={it.id}>
            <Icon name="warn" size="small" />
            <b>{clockTime(it.due)}</b>
            <p>
              {told(it.about)} ({it.clause}){it.refused ? <span class="faint"> {told(it.to)}</span> : null}
            </p>
            <button
              type="button"
              class="button quiet"
              disabled={Boolean(it.refused)}
              title={it.refused ? whyNot(it.refused) : undefined}
              onClick={() => void work.give([{ do: "acknowledge-notice", notice: it.id }])}
            >
              {d.done}
            </button>
          </li>
        ))}
        {signs.map((it) => (
          <li key={it.words}>
            <Icon name="clock" size="small" />
            <b>{it.at ? clockTime(it.at) : ""}</b>
            <p>{capital(told(it.words))}</p>
            <span class="tag mint">
              <Icon name="check" size="small" />
              {d.shown}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
