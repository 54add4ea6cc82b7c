/** The right side: wagers by seat, payouts by seat with their chips, what waits for a word, and notices. */
import { clockTime } from "../api/clock";
import type { CallRow, ChipStack, DealerSeat, DealerView, PayView, StakeView, TableView } from "../api/types";
import { Chip } from "../parts/chip";
import { Icon } from "../parts/sprite";
import { capital, said, told, whyNot } from "../words";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";
import type { Work } from "./work";
import { nameOf } from "./work";

/** The colours of a table's checks; each carries its name in words beside it. */
const CHECK: Record<string, string> = {
  red: "#c4453f",
  blue: "#3f86d8",
  green: "#2f9a63",
  yellow: "#d9b233",
  brown: "#8d6240",
  pink: "#e06aa8",
};

export function Check({ colour, size = 18 }: { colour: string; size?: number }) {
  return (
    <svg class="check" width={size} height={size} viewBox="-20 -20 40 40" aria-hidden="true">
      <circle r="18.6" fill={CHECK[colour] ?? "#8894a0"} />
      <circle r="16" fill="none" stroke="#fff" stroke-width="5" stroke-dasharray="8.4 8.35" />
      <circle r="12" fill={CHECK[colour] ?? "#8894a0"} />
    </svg>
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

export function WagersBySeat({ view, work, onSeat }: { view: DealerView; work: Work; onSeat: (seat: number) => void }) {
  const d = dealerWords.value;
  const all = Array.from({ length: work.layout.seats }, (_, n) => n + 1);
  const taken = new Set(view.seats.map((it) => it.seat));
  const free = all.filter((it) => !taken.has(it));
  return (
    <section class="seats-card card" aria-label={d.wagersBySeat} data-region="seats" tabIndex={0}>
      <h2 class="spread">
        <span>{d.wagersBySeat}</span>
        <span class="faint">{d.onWagers(stake(view.staked), view.wagers)}</span>
      </h2>
      <ul>
        {view.seats.map((it) => (
          <SeatRow key={it.seat} it={it} work={work} onSeat={onSeat} />
        ))}
      </ul>
      {view.seats.length ? null : <p class="faint">{d.nobody}</p>}
      {free.length && free.length <= 14 ? <p class="faint free">{d.free(free.join(", "))}</p> : null}
    </section>
  );
}

function SeatRow({ it, work, onSeat }: { it: DealerSeat; work: Work; onSeat: (seat: number) => void }) {
  const d = dealerWords.value;
  const colour = it.wagers.find((one) => one.colour)?.colour ?? Object.keys(it.colours)[0];
  return (
    <li>
      <button
        type="button"
        class={`seat-number ${it.shooter ? "shooter" : ""}`}
        aria-label={d.atSeat(it.seat)}
        onClick={() => onSeat(it.seat)}
      >
        {it.seat}
      </button>
      <div>
        {work.layout.felt === "craps" ? null : (
          <p class="kind">
            {colour ? (
              <>
                <Check colour={colour} />
                {d.checksAt(d.colours[colour] ?? capital(colour), stake(it.colours[colour] ?? 0))}
              </>
            ) : (
              d.valueChips
            )}
          </p>
        )}
        <p class="stakes">
          {it.wagers.map((one) => (
            <span class={`stake-tag ${one.wager.startsWith("streak") ? "streak" : ""}`} key={one.id}>
              {nameOf(work.layout, one)} <b>{stake(one.stake)}</b>
              {one.chips === "token" ? ` ${d.tokens}` : ""}
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
      <b class="sum">{stake(it.staked)}</b>
    </li>
  );
}

export function PayBySeat({ view, work }: { view: DealerView; work: Work }) {
  const d = dealerWords.value;
  const next = work.unpaid()[0];
  const craps = work.layout.felt === "craps";
  return (
    <section class="pay-card card" aria-label={d.payBySeat} data-region="seats" tabIndex={0}>
      <h2 class="spread">
        <span>{d.payBySeat}</span>
        <span class="faint">{craps ? d.smallestChip(stake(work.layout.chips[0] ?? 0)) : d.stakesStay}</span>
      </h2>
      <ul>
        {view.pay.map((it) => (
          <PayRow key={it.seat} it={it} work={work} next={it.seat === next} />
        ))}
      </ul>
      {view.pay.length ? null : <p class="faint">{d.nothingWon}</p>}
    </section>
  );
}

function PayRow({ it, work, next }: { it: PayView; work: Work; next: boolean }) {
  const d = dealerWords.value;
  const lost = it.lost.map((one) => `${nameOf(work.layout, one)} ${stake(one.stake)}`).join(", ");
  if (!it.winnings && !it.due && !it.paid) {
    return (
      <li class="none">
        <span class="seat-number hollow">{it.seat}</span>
        <p class="faint">
          {d.nothingToPay(stake(it.collected))}
          {lost ? `: ${lost}` : ""}
        </p>
      </li>
    );
  }
  const what = it.wagers.map((one) => `${nameOf(work.layout, one)} ${stake(one.amount)}`).join(", ");
  const more = [
    it.exact ? d.exactly(it.exact) : "",
    work.layout.felt === "craps" && it.stakes ? d.giveBack(stake(it.stakes)) : "",
  ]
    .filter(Boolean)
    .join("; ");
  return (
    <li class={next ? "next" : ""}>
      <span class="seat-number">{it.seat}</span>
      <div>
        <b class="amount">
          {it.due < 0
            ? d.takeBackMoney(stake(-it.due))
            : it.paid && it.due
              ? d.payMore(stake(it.due))
              : stake(it.winnings)}
        </b>
        <p>
          {[what, more, it.paid ? d.paidBy(stake(it.paid.amount), it.paid.by, clockTime(it.paid.at, true)) : ""]
            .filter(Boolean)
            .join("; ")}
        </p>
        {lost ? <p class="faint">{d.lost(lost)}</p> : null}
      </div>
      <p class="stacks">
        {it.stacks.map((one) => (
          <Stack key={`${one.colour}${one.value}`} it={one} />
        ))}
      </p>
      {it.due === 0 ? (
        <span class="is-paid">
          {it.paid ? (
            <>
              <Icon name="check" />
              {d.paid}
            </>
          ) : null}
        </span>
      ) : (
        <button
          type="button"
          class={`button big ${next ? "main" : "quiet"}`}
          aria-label={it.due < 0 ? d.takenBackFrom(it.seat) : d.paidSeat(it.seat)}
          onClick={() => work.pay(it.seat)}
        >
          {it.due < 0 ? d.takenBack : d.paid}
        </button>
      )}
    </li>
  );
}

function Stack({ it }: { it: ChipStack }) {
  const d = dealerWords.value;
  const name = it.colour ? `${d.colours[it.colour] ?? it.colour} ` : "";
  return (
    <span class="stack" role="img" aria-label={d.chipsOf(it.count, name, stake(it.value))}>
      {it.colour ? <Check colour={it.colour} size={30} /> : <Chip cents={it.value} size={30} />}
      <b aria-hidden="true">×{it.count}</b>
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
  return (
    <li>
      <span class="seat-number">{it.seat}</span>
      {it.kind === "on" ? <MarkerButton it="on" /> : <Icon name="warn" />}
      <div>
        <b>
          {nameOf(work.layout, it)}, {stake(it.stake)}
        </b>
        <p>{it.refused ? whyNot(it.refused) : `${said(it.words)} (${it.clause})`}</p>
      </div>
      <button
        type="button"
        class="button quiet"
        disabled={Boolean(it.refused)}
        aria-label={`${text}: ${d.atSeat(it.seat)}, ${nameOf(work.layout, it)}`}
        onClick={() => void work.give([{ do: it.do, bet: it.bet }])}
      >
        {text}
      </button>
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
            <p>{told(it.words)}</p>
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
