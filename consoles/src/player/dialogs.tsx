/** What opens over a terminal when asked for. */
import { useEffect, useState } from "preact/hooks";
import { clockTime } from "../api/clock";
import { get, inPath, RefusedError } from "../api/http";
import type { Live } from "../api/live";
import { newId } from "../api/live";
import type { DecisionView, LayoutView, Rounds, RoundView, SeatView, TableView, WagerView } from "../api/types";
import { diceOf } from "../felt/felt";
import { Dialog } from "../parts/dialog";
import { Dice } from "../parts/die";
import { Icon } from "../parts/sprite";
import { said, told, whyNot, words } from "../words";
import { dollars, net, stake } from "../words/money";
import type { Bets } from "./bets";
import { OwnDisputes, RaiseDispute } from "./disputes";
import type { Favourites } from "./favourites";
import { keysOn, switchKeys } from "./keys";
import { byHand, type Checked, wasSeen } from "./seal";

interface Closes {
  onClose: () => void;
}

export function KeysDialog({ onClose }: Closes) {
  const w = words.value;
  const k = w.keys;
  const rows: [string, string][] = [
    ["← ↑ → ↓", k.arrows],
    ["Home, End", k.homeEnd],
    ["Enter", k.enter],
    ["Backspace", k.backspace],
    ["I", k.i],
    ["Esc", k.escape],
    ["1–6", k.digits],
    ["U", k.u],
    ["R", k.r],
    ["D", k.d],
    ["C", k.c],
    ["T", k.t],
    ["L", k.l],
    ["F6", k.f6],
  ];
  return (
    <Dialog title={w.helpTitle} onClose={onClose}>
      <dl class="key-list">
        {rows.map(([key, does]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <label class="check-line">
        <input type="checkbox" checked={keysOn.value} onChange={switchKeys} />
        {w.keysOn}
      </label>
    </Dialog>
  );
}

/** Money from the account onto the rack, or onto the credit meter of a terminal. */
export function MoneyDialog({
  live,
  seat,
  layout,
  onClose,
}: Closes & { live: Live; seat: SeatView; layout: LayoutView }) {
  const w = words.value;
  const [said, say] = useState("");
  const amounts = [2_000, 5_000, 10_000, 20_000, 50_000];
  const put = async (amount: number) => {
    const answer = await live.give("house", {
      do: "buy-in",
      id: newId(),
      person: seat.person,
      table: layout.table,
      amount,
    });
    if (answer.ok) onClose();
    else say(whyNot(answer.refused));
  };
  return (
    <Dialog title={seat.credits ? w.insert : w.buyIn} onClose={onClose}>
      {seat.player ? <p class="faint">{w.buyInWords(dollars(seat.player.account))}</p> : null}
      <div class="choices">
        {amounts.map((amount) => (
          <button type="button" class="button quiet big" onClick={() => void put(amount)}>
            {stake(amount)}
          </button>
        ))}
      </div>
      <p class="refusal" role="status">
        {said}
      </p>
    </Dialog>
  );
}

export function CollectDialog({
  bets,
  live,
  seat,
  layout,
  onClose,
}: Closes & { bets: Bets; live: Live; seat: SeatView; layout: LayoutView }) {
  const w = words.value;
  const collect = async () => {
    const amount = seat.rack;
    const answer = await live.give(layout.table, { do: "collect-credits", id: newId(), seat: seat.seat, to: "ticket" });
    if (bets.tell(answer)) bets.say({ tone: "good", head: w.ticketOut(dollars(amount)) });
    onClose();
  };
  return (
    <Dialog title={w.collect} onClose={onClose}>
      <p>{w.collectTitle(dollars(seat.rack))}</p>
      <div class="choices">
        <button type="button" class="button quiet" onClick={onClose}>
          {w.leaveIt}
        </button>
        <button type="button" class="button main" onClick={() => void collect()}>
          <Icon name="ticket" />
          {w.collect}
        </button>
      </div>
    </Dialog>
  );
}

const KINDS = ["all", "won", "lost"] as const;
type Kind = (typeof KINDS)[number];

/** Rounds are recalled from the server when they are asked for. */
export function RoundsDialog({
  live,
  seat,
  layout,
  onRaised,
  onClose,
}: Closes & { live: Live; seat: SeatView; layout: LayoutView; onRaised: () => void }) {
  const w = words.value;
  const [disputed, dispute] = useState<DecisionView | null>(null);
  const names = new Map(layout.areas.map((area) => [area.id, area.name]));
  const named = (it: DecisionView) => (names.has(it.wager) ? said(names.get(it.wager)!) : it.name);
  const [all, setRounds] = useState<RoundView[]>([]);
  const [kind, choose] = useState<Kind>("all");
  const [wager, pick] = useState("");
  const rounds = all
    .filter((it) => kind === "all" || (kind === "won" ? it.net > 0 : it.net < 0))
    .filter((it) => !wager || it.decided.some((one) => one.wager === wager));
  const wagers = [...new Map(all.flatMap((it) => it.decided).map((one) => [one.wager, named(one)]))];
  const [refused, refuse] = useState("");
  useEffect(() => {
    get<Rounds>(`/api/tables/${inPath(layout.table)}/rounds`)
      .then((it) => setRounds(it.rounds))
      .catch((error: unknown) => refuse(error instanceof RefusedError ? whyNot(error.refused) : String(error)));
  }, []);
  return (
    <Dialog title={w.earlierRounds} onClose={onClose}>
      <OwnDisputes live={live} layout={layout} seat={seat} />
      {disputed ? (
        <RaiseDispute
          key={disputed.id}
          live={live}
          layout={layout}
          it={disputed}
          name={named(disputed)}
          onRaised={() => {
            dispute(null);
            onRaised();
          }}
        />
      ) : null}
      {all.length ? (
        <div class="filters">
          {KINDS.map((it) => (
            <button type="button" class="button quiet" key={it} aria-pressed={kind === it} onClick={() => choose(it)}>
              {w.roundKinds[it]}
            </button>
          ))}
          <label class="field">
            <span class="unseen">{w.wager}</span>
            <select value={wager} onChange={(event) => pick(event.currentTarget.value)}>
              <option value="">{w.anyWager}</option>
              {wagers.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
      ) : null}
      {rounds.length ? null : (
        <p class="faint" role="status">
          {refused || (all.length ? w.noSuchRounds : w.noRounds)}
        </p>
      )}
      <ul class="rounds">
        {rounds.map((it) => (
          <li key={it.round}>
            <details>
              <summary>
                <span>
                  {w.round(it.round)}
                  <span class="faint"> · {clockTime(it.at)}</span>
                </span>
                <Dice dice={it.dice} kind={diceOf(layout)} size={20} total={it.total} />
                <b class={it.net > 0 ? "up" : it.net < 0 ? "down" : ""}>{net(it.net)}</b>
              </summary>
              <ul>
                {it.decided.map((one) => (
                  <li key={one.id}>
                    <div>
                      <b>{named(one)}</b> <span>{net(one.net)}</span>
                      <p>
                        {told(one.words)} ({one.clause})
                      </p>
                    </div>
                    {seat.disputes.some((own) => own.bet === one.id) ? null : (
                      <button
                        type="button"
                        class="button quiet"
                        aria-label={`${w.disagree}: ${named(one)}`}
                        onClick={() => dispute(one)}
                      >
                        {w.disagree}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function StatisticsDialog({ table, layout, onClose }: Closes & { table: TableView; layout: LayoutView }) {
  const w = words.value;
  const s = table.statistics;
  const most = Math.max(1, ...s.faces, ...Object.values(s.totals));
  const sides: [string, number][] = !layout.roads.length
    ? []
    : [
        [w.small, s.small],
        [w.big, s.big],
        [w.odd, s.odd],
        [w.even, s.even],
        [w.triple, s.triples],
      ];
  return (
    <Dialog title={w.statistics} onClose={onClose}>
      <p class="faint">{w.statisticsNote(s.results)}</p>
      <dl class="facts two">
        {sides.map(([name, n]) => (
          <>
            <dt>{name}</dt>
            <dd>{n}</dd>
          </>
        ))}
      </dl>
      <ul class="bars">
        {s.faces.map((n, face) => (
          <li key={face}>
            <Dice dice={[face + 1]} kind={diceOf(layout)} size={20} />
            <meter max={most} value={n} aria-label={w.timesFace(String(face + 1), n)} />
            <span>{n}</span>
          </li>
        ))}
      </ul>
      <ul class="bars">
        {Object.entries(s.totals).map(([total, n]) => (
          <li key={total}>
            <b>{total}</b>
            <meter max={most} value={n} aria-label={w.timesFace(total, n)} />
            <span>{n}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function SealDialog({ table, checked, onClose }: Closes & { table: TableView; checked: Checked | null }) {
  const w = words.value;
  const { seal } = table;
  return (
    <Dialog title={w.sealTitle} onClose={onClose}>
      <p class="faint">{w.sealWords}</p>
      {seal.commitment ? (
        <>
          <p class="label">{w.round(table.round)}</p>
          <p class="mono seal">{seal.commitment}</p>
        </>
      ) : null}
      {seal.opened && checked ? (
        <section class="opened-seal" data-checked={checked}>
          <p class="label">
            {w.opened(seal.opened_round)}: <b class="seal-word">{w.seals[checked]}</b>
          </p>
          <p role={checked === "wrong" ? "alert" : undefined}>
            {w.sealTold[checked]} {w.sealSeen(wasSeen(seal.opened))}
          </p>
          <details>
            <summary>{w.sealDetails}</summary>
            <dl class="facts">
              <dt>{w.sealParts.dice}</dt>
              <dd>{seal.dice.join(" ")}</dd>
              <dt>{w.sealParts.seal}</dt>
              <dd class="mono seal">{seal.opened}</dd>
              <dt>{w.sealParts.salt}</dt>
              <dd class="mono seal">{seal.salt}</dd>
              <dt>{w.sealParts.hand}</dt>
              <dd class="mono seal">{byHand(seal)}</dd>
            </dl>
          </details>
        </section>
      ) : null}
    </Dialog>
  );
}

export function FavouritesDialog({ bets, favourites, onClose }: Closes & { bets: Bets; favourites: Favourites }) {
  const w = words.value;
  const own = bets.own();
  const names = new Map(bets.layout.areas.map((area) => [area.id, area.name]));
  const listed = (list: { wager: string; stake: number }[]) =>
    list.map((it) => `${names.has(it.wager) ? said(names.get(it.wager)!) : it.wager} ${stake(it.stake)}`).join(", ");
  return (
    <Dialog title={w.favouritesTitle} onClose={onClose}>
      <ul class="favourites">
        {favourites.all.value.map((it, n) => (
          <li key={n}>
            <button
              type="button"
              class="button"
              onClick={() => {
                bets.placeAll(it.bets);
                onClose();
              }}
            >
              <Icon name="star" />
              {w.favourite(n + 1, stake(it.bets.reduce((sum, bet) => sum + bet.stake, 0)))}
            </button>
            <span class="faint">{listed(it.bets)}</span>
            <button type="button" class="button quiet" onClick={() => favourites.forget(n)}>
              {w.forget}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button quiet"
        disabled={!own.length}
        onClick={() => favourites.keep(own.map((it) => ({ wager: it.wager, stake: it.stake })))}
      >
        {w.keepFavourite}
      </button>
      {own.length ? <p class="faint">{listed(own)}</p> : <p class="faint">{w.nothingOnFelt}</p>}
    </Dialog>
  );
}

/** Behind which of several wagers a Behind wager is to stand. */
export function BehindDialog({ bets }: { bets: Bets }) {
  const choosing = bets.choosing.value;
  if (!choosing) return null;
  const named = (it: WagerView) => {
    const area = bets.layout.areas.find((one) => one.id === it.wager);
    return area ? `${said(area.name)}${it.point ? ` ${it.point}` : ""}` : it.name;
  };
  return (
    <Dialog
      title={words.value.chooseBehind}
      onClose={() => {
        bets.choosing.value = null;
      }}
    >
      <div class="choices column">
        {choosing.parents.map((it) => (
          <button type="button" class="button quiet" key={it.id} onClick={() => bets.add(choosing.area.id, it.id)}>
            {named(it)} · {stake(it.stake)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

export function BreakDialog({ onBreak, onClose }: Closes & { onBreak: (minutes: number) => void }) {
  const w = words.value;
  return (
    <Dialog title={w.breakTitle} onClose={onClose}>
      <p class="faint">{w.breakWords}</p>
      <div class="choices">
        {[5, 15, 30].map((minutes) => (
          <button
            type="button"
            class="button quiet big"
            onClick={() => {
              onBreak(minutes);
              onClose();
            }}
          >
            {w.breakFor(minutes)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

/** A wager that is called out: it counts once a dealer has laid or confirmed it. */
export function CallOutDialog({ bets, onClose }: Closes & { bets: Bets }) {
  const w = words.value;
  const areas = bets.layout.areas.filter((it) => !it.streak);
  const [area, setArea] = useState(areas[0]?.id ?? "");
  const [refused, refuse] = useState("");
  const call = async (event: SubmitEvent) => {
    event.preventDefault();
    const answer = await bets.callOut(area);
    if (answer.ok) onClose();
    else refuse(whyNot(answer.refused));
  };
  return (
    <Dialog title={w.callOutTitle} onClose={onClose}>
      <form onSubmit={(event) => void call(event)}>
        <p class="faint">{w.callOutWords}</p>
        <label class="field">
          <span>{w.callOutWhich}</span>
          <select value={area} onChange={(event) => setArea(event.currentTarget.value)}>
            {areas.map((it) => (
              <option key={it.id} value={it.id}>
                {said(it.name)}
              </option>
            ))}
          </select>
        </label>
        <p class="refusal" role="alert">
          {refused}
        </p>
        <div class="choices">
          <button type="button" class="button quiet" onClick={onClose}>
            {w.leaveIt}
          </button>
          <button type="submit" class="button main">
            {w.callItOut(stake(bets.chip.value))}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
