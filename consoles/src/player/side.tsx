/** Beside the felt: the last result, roads, recent results, the round in words, and the wagers that stand. */
import { signal } from "@preact/signals";
import type {
  AreaView,
  Bead,
  JackpotView,
  LayoutView,
  PointView,
  ResultView,
  RoundView,
  WagerView,
} from "../api/types";
import { diceOf } from "../felt/felt";
import { together, verdict } from "../parts/breakdown";
import { Dice } from "../parts/die";
import { BigRoad, Road } from "../parts/road";
import { Icon } from "../parts/sprite";
import { capital, said, told, translated, whyNot, words } from "../words";
import { dollars, net, stake } from "../words/money";
import type { Bets } from "./bets";

export function LastResult({ result, layout, head }: { result: ResultView | null; layout: LayoutView; head: string }) {
  if (!result) return null;
  return (
    <section class="last card">
      <p class="label spread">
        <span>{head}</span>
        <span>{said(result.words)}</span>
      </p>
      <p class="last-dice">
        <Dice dice={result.dice} kind={diceOf(layout)} total={result.total} says={said(result.words)} />
        <span class="total" aria-hidden="true">
          {result.total}
        </span>
      </p>
    </section>
  );
}

/** What the round before was, kept through the next betting period: the net first, then one reason a line. */
export function LastRound({
  round,
  result,
  layout,
  onRounds,
}: {
  round: RoundView;
  result: ResultView | null;
  layout: LayoutView;
  onRounds: () => void;
}) {
  const w = words.value;
  const names = new Map(layout.areas.map((area) => [area.id, area.name]));
  return (
    <section class="last-round card" aria-label={w.lastRound(round.round)}>
      <p class="label">{w.lastRoundStays(round.round)}</p>
      <div class="spread last-head">
        <Dice dice={round.dice} kind={diceOf(layout)} size={28} total={round.total} />
        <span class="total" aria-hidden="true">
          {round.total}
        </span>
        <span class="faint">{result?.round === round.round ? said(result.words) : ""}</span>
        <b class="net-figure">{net(round.net)}</b>
      </div>
      <ul>
        {together(round.decided).map((it) => (
          <li key={it.id} class={it.result}>
            <Icon name={it.result === "win" ? "check" : it.result === "lose" ? "cross" : "undo"} size="small" />
            <span>
              {verdict(it, names.has(it.wager) ? said(names.get(it.wager)!) : it.name)}
              <span class="faint">, {translated(it.words)}</span>
            </span>
            <b>{net(it.net)}</b>
          </li>
        ))}
      </ul>
      <button type="button" class="my-rounds" onClick={onRounds}>
        <Icon name="book" />
        <span>{w.myRounds}</span>
      </button>
    </section>
  );
}

/** The same on a phone: one line, which opens the rest. */
export function LastLine({ round, layout, onRounds }: { round: RoundView; layout: LayoutView; onRounds: () => void }) {
  const w = words.value;
  const names = new Map(layout.areas.map((area) => [area.id, area.name]));
  const [it] = together(round.decided);
  return (
    <button type="button" class="last-line card" onClick={onRounds}>
      <Icon name={round.net > 0 ? "check" : round.net < 0 ? "cross" : "undo"} size="small" />
      <span>
        <b>{w.lastRoundNet(net(round.net))}</b>
        {it
          ? ` ${verdict(it, names.has(it.wager) ? said(names.get(it.wager)!) : it.name)}, ${translated(it.words)}`
          : ""}
      </span>
      <Icon name="next" size="small" />
    </button>
  );
}

/** Which road is shown; kept while the page is open. */
const big = signal(false);

export function Roads({ history, layout, onMore }: { history: Bead[]; layout: LayoutView; onMore: () => void }) {
  const w = words.value;
  if (!layout.roads.length) return <Rolls history={history} points={[]} head={w.lastResults} layout={layout} />;
  const Shown = big.value ? BigRoad : Road;
  return (
    <section class="roads card">
      <p class="road-kinds">
        {[false, true].map((it) => (
          <button
            type="button"
            class="link"
            key={String(it)}
            aria-pressed={big.value === it}
            onClick={() => {
              big.value = it;
            }}
          >
            {it ? w.bigRoad : w.beadPlate}
          </button>
        ))}
      </p>
      <p class="label spread">
        <span>{w.smallAndBig}</span>
        <span>{w.triplesAsT}</span>
      </p>
      {layout.roads.includes("size") ? <Shown beads={history} axis="size" /> : null}
      {layout.roads.includes("parity") ? (
        <>
          <p class="label">{w.oddAndEven}</p>
          <Shown beads={history} axis="parity" />
        </>
      ) : null}
      <p class="label spread">
        <span>{history.length ? w.doNotPredict : w.noResults}</span>
        <button type="button" class="link" onClick={onMore}>
          {w.statistics}
        </button>
      </p>
    </section>
  );
}

export function Results({ history }: { history: Bead[] }) {
  const w = words.value;
  const last = history.slice(-9);
  return (
    <section class="results card">
      <p class="label spread">
        <span>
          {w.lastResults}
          <span class="unseen">, {w.newestRight}</span>
        </span>
        <span>{w.doNotPredict}</span>
      </p>
      <ol>
        {last.map((bead, n) => (
          <li key={n}>
            <b>{bead.total}</b>
            <span>{sides(bead)}</span>
          </li>
        ))}
      </ol>
      {last.length ? null : <p class="label">{w.noResults}</p>}
    </section>
  );
}

function sides(bead: Bead): string {
  const { letters } = words.value;
  if (bead.size === "triple") return letters.triple;
  return `${bead.size ? letters[bead.size] : ""}${bead.parity ? letters[bead.parity as "odd"] : ""}`;
}

/** Rolls of a craps table, the newest first; a seven is coral and underlined. */
export function Rolls({
  history,
  points,
  head,
  layout,
}: {
  history: Bead[];
  points: PointView[];
  head: string;
  layout: LayoutView;
}) {
  const w = words.value;
  const last = history.slice(-7).reverse();
  return (
    <section class="rolls card">
      <p class="label spread">
        <span>{head}</span>
        <span>{w.doNotPredict}</span>
      </p>
      <ol>
        {last.map((bead, n) => (
          <li key={n} class={bead.seven ? "seven" : ""}>
            <Dice dice={bead.dice} kind={diceOf(layout)} size={15} total={bead.total} />
            <b aria-hidden="true">{bead.total}</b>
          </li>
        ))}
      </ol>
      {last.length ? null : <p class="label">{w.noResults}</p>}
      {points.length ? (
        <p class="points" role="group" aria-label={w.pointHistory}>
          {points.slice(-8).map((it, n) => (
            <span key={n} class={it.ended}>
              <b>{it.point}</b> {w.pointEnds[it.ended]}
            </span>
          ))}
        </p>
      ) : null}
    </section>
  );
}

/** A wager by name, with the number it waits for where the felt does not say it. */
function nameOf(area: AreaView | undefined, it: WagerView): string {
  if (!area) return it.name;
  const own = said(area.name);
  return it.point && it.point !== area.face.number ? `${own} ${it.point}` : own;
}

/** Wagers that stay from roll to roll, each with what can be done to it. */
export function WagerList({
  wagers,
  bets,
  layout,
  locked,
}: {
  wagers: WagerView[];
  bets: Bets;
  layout: LayoutView;
  locked: boolean;
}) {
  const w = words.value;
  const sum = wagers.reduce((all, it) => all + it.stake, 0);
  return (
    <section class="wagers card">
      <h2 class="spread">
        <span>{w.yourWagers}</span>
        <span>{dollars(sum)}</span>
      </h2>
      <ul>
        {wagers.map((it) => {
          const area = layout.areas.find((one) => one.id === it.wager);
          const name = nameOf(area, it);
          return (
            <li key={it.id}>
              <div>
                <b>{name}</b>
                <p>
                  {told(it.words)} <i>({it.clause})</i>
                  {it.commission ? ` · ${w.commissionWas(dollars(it.commission))}` : ""}
                </p>
              </div>
              <span class="amount">{stake(it.stake)}</span>
              {area?.can_be_off ? <OnOff wager={it} name={name} bets={bets} locked={locked} /> : null}
              {it.remove ? (
                <span class="stuck" title={whyNot(it.remove)}>
                  <Icon name="lock" />
                  <span class="unseen">{whyNot(it.remove)}</span>
                </span>
              ) : (
                <button
                  type="button"
                  class="button quiet"
                  disabled={locked}
                  aria-label={w.removeNamed(name)}
                  onClick={() => bets.takeDown(it)}
                >
                  {w.remove}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {wagers.length ? null : <p class="label">{w.nothingOnFelt}</p>}
    </section>
  );
}

function OnOff({ wager, name, bets, locked }: { wager: WagerView; name: string; bets: Bets; locked: boolean }) {
  const w = words.value;
  const on = wager.working;
  return (
    <button
      type="button"
      class={`on-off ${on ? "on" : ""}`}
      disabled={locked}
      aria-label={on ? w.callOff(name) : w.callOn(name)}
      onClick={() => void bets.call(wager, !on)}
    >
      <span>{wager.asked ? "…" : on ? w.on : w.off}</span>
    </button>
  );
}

export function Jackpots({ pools }: { pools: JackpotView[] }) {
  if (!pools.length) return null;
  return (
    <section class="jackpots card">
      {pools.map((it) => (
        <p key={it.pool}>
          <span class="label">{words.value.jackpot(capital(it.pool))}</span>
          <b>{dollars(it.amount)}</b>
          {it.words ? <span class="label">{told(it.words)}</span> : null}
        </p>
      ))}
    </section>
  );
}
