/** The display over a table: winning numbers, the lit layout, the limits sign and what comes, roads, streaks, jackpots. */
import { useMemo } from "preact/hooks";
import { clockTime, left, serverNow, tick } from "../api/clock";
import type { Live } from "../api/live";
import type { DisplayView, LayoutView, ResultView, TableView } from "../api/types";
import { diceOf } from "../felt/felt";
import type { Marks } from "../felt/marks";
import { StillFelt } from "../felt/still";
import { DemoTag } from "../parts/banners";
import { Dice } from "../parts/die";
import { Fetching, Plain } from "../parts/plain";
import { ringOf } from "../parts/ring";
import { Road } from "../parts/road";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { Brand, Language, SignOut } from "../parts/top-bar";
import { Lingering } from "../player/outcome";
import { capital, otherwise, said, told, whyNot, words } from "../words";
import { displayWords } from "../words/display";
import { dollars, stake } from "../words/money";
import "./display.css";

const TONE: Record<TableView["ring"], [string, IconName]> = {
  open: ["mint", "clock"],
  closed: ["coral", "lock"],
  result: ["brass", "check"],
  idle: ["", "clock"],
};

export function Display({ live, layout }: { live: Live; layout: LayoutView }) {
  const table = live.table.value;
  const view = live.display.value;
  const w = words.value;
  const lit = useLit(live);
  void tick.value;
  if (live.refused.value) return <Plain title={layout.table} wrong={whyNot(live.refused.value)} />;
  if (!table || !view)
    return (
      <Plain title={layout.table}>
        <Fetching text={w.loading(layout.table)} />
      </Plain>
    );
  const other = w.otherLanguage === "中文" ? "zh-Hans" : "en";
  const [tone, icon] = TONE[table.ring];
  const lost = live.lostSince.value;
  const open = table.ring === "open";
  return (
    <div class="display" data-felt={layout.felt} data-phase={table.phase}>
      <header class="display-bar">
        <Brand />
        <h1>{layout.table}</h1>
        <DemoTag />
        <p class={`phase tag ${tone}`}>
          <Icon name={icon} />
          {said(table.call)} <span lang={other}>{otherwise(table.call)}</span>
        </p>
        <div class="bar-own">
          <Language />
          <SignOut />
        </div>
        <time>{clockTime(serverNow())}</time>
      </header>
      {lost !== null ? (
        <p class="display-banner coral" role="status">
          <Icon name="warn" />
          {w.linkLost(clockTime(lost, true))}
        </p>
      ) : null}
      {table.stopped ? (
        <p class="display-banner coral" role="status">
          <Icon name="pause" />
          {w.suspended}: {table.stopped}
        </p>
      ) : null}
      <main class="display-plan">
        <div class="felt-column">
          <section class="lit-felt" aria-label={w.felt(layout.table)}>
            <StillFelt
              layout={layout}
              marks={marksOf(layout, table, lit)}
              settled={lit.length > 0}
              puck={table.puck}
              label={litLabel(layout, lit)}
            />
          </section>
          {table.jackpots.length ? <Jackpots table={table} /> : null}
        </div>
        <aside class="display-side">
          {open && table.ends ? <Countdown table={table} /> : null}
          <Winning table={table} layout={layout} small={open && table.ends !== null} />
          {table.hand || table.shoot?.seat ? <Shooting view={view} table={table} /> : null}
          {layout.kind === "craps" || !layout.roads.includes("size") ? (
            <Rolls table={table} layout={layout} />
          ) : (
            <Roads table={table} layout={layout} />
          )}
        </aside>
        <Foot table={table} layout={layout} view={view} />
      </main>
      <p class="unseen" aria-live="polite">
        {said(table.call)}
      </p>
    </div>
  );
}

/** The areas to light. Where the next round begins at once, those of the last result stay lit for a moment. */
function useLit(live: Live): string[] {
  const lingering = useMemo(() => new Lingering(live), []);
  const table = live.table.value;
  const view = live.display.value;
  if (!table || !view) return [];
  const lingers = table.kind !== "dealt" && table.ring !== "closed" && lingering.on();
  return view.lit.length || !lingers ? view.lit : (table.last?.lit ?? []);
}

/** Which areas are lit or in a window; nobody's stake is here. */
function marksOf(layout: LayoutView, table: TableView, areas: string[]): Marks {
  const lit = new Set(areas);
  const streaks = new Map(table.streaks.map((it) => [it.area, it]));
  return new Map(
    layout.areas.map((area) => [
      area.id,
      { stake: 0, outcome: lit.has(area.id) ? ("win" as const) : undefined, streak: streaks.get(area.id) },
    ]),
  );
}

function litLabel(layout: LayoutView, lit: string[]): string {
  const names = layout.areas.filter((it) => lit.includes(it.id)).map((it) => said(it.name));
  const d = displayWords.value;
  return names.length ? d.lit(names.join(", ")) : d.nothingLit;
}

function Countdown({ table }: { table: TableView }) {
  const { seconds, part, tone } = ringOf(table);
  const around = 2 * Math.PI * 42;
  return (
    <section class={`countdown panel-card tone-${tone}`}>
      <div class="ring-box" aria-hidden="true">
        <svg aria-hidden="true" width="210" height="210" viewBox="0 0 96 96">
          <circle cx="48" cy="48" r="42" class="ring-track" />
          <circle
            cx="48"
            cy="48"
            r="42"
            class="ring-left"
            stroke-dasharray={around}
            stroke-dashoffset={around * (1 - part)}
            transform="rotate(-90 48 48)"
          />
        </svg>
        <span class="ring-seconds">{seconds}</span>
      </div>
      <p>{displayWords.value.secondsLeft}</p>
    </section>
  );
}

/** The present result, once it is called; else the last one. */
function Winning({ table, layout, small }: { table: TableView; layout: LayoutView; small: boolean }) {
  const d = displayWords.value;
  const result: ResultView | null = table.shown ?? (table.ring === "closed" ? null : table.last);
  const size = small ? 78 : 110;
  return (
    <section class={`winning panel-card ${small ? "small" : ""}`} aria-label={d.winning}>
      <h2>{table.shown || table.ring === "result" ? d.winning : d.last}</h2>
      {result ? (
        <>
          <p class="winning-dice">
            <Dice dice={result.dice} kind={diceOf(layout)} size={size} total={result.total} says={said(result.words)} />
            <b aria-hidden="true">{result.total}</b>
          </p>
          <p class="winning-words">
            {said(result.words)}{" "}
            <span class="other-tongue" lang={words.value.otherLanguage === "中文" ? "zh-Hans" : "en"}>
              {otherwise(result.words)}
            </span>
          </p>
        </>
      ) : (
        <p class="winning-words">{table.ring === "closed" ? d.covered : words.value.noResults}</p>
      )}
    </section>
  );
}

function Shooting({ view, table }: { view: DisplayView; table: TableView }) {
  const d = displayWords.value;
  const ms = left(table.shoot?.by ?? null);
  return (
    <section class="shooting panel-card">
      <h2>{d.shooter}</h2>
      <p class="big">
        {table.shoot?.seat
          ? words.value.shoots(table.shoot.seat)
          : table.hand?.shooter
            ? d.hasDice(table.hand.shooter)
            : told(view.shooting)}
      </p>
      {ms !== null && table.phase === "shooting" ? <p>{words.value.secondsLeft(Math.ceil(ms / 1000))}</p> : null}
      {table.puck ? (
        <p class="puck-line">
          <i class={`disc ${table.puck.on ? "on" : "off"}`}>{table.puck.on ? words.value.on : words.value.off}</i>
          {table.puck.on ? words.value.point(table.puck.point) : words.value.comeOut}
        </p>
      ) : null}
    </section>
  );
}

function Roads({ table, layout }: { table: TableView; layout: LayoutView }) {
  const w = words.value;
  return (
    <section class="display-roads panel-card">
      <h2>{w.smallAndBig}</h2>
      <Road beads={table.history} axis="size" columns={17} />
      {layout.roads.includes("parity") ? (
        <>
          <h2>{w.oddAndEven}</h2>
          <Road beads={table.history} axis="parity" columns={17} />
        </>
      ) : null}
      <p class="note">{table.history.length ? displayWords.value.predictsNothing : w.noResults}</p>
    </section>
  );
}

function Rolls({ table, layout }: { table: TableView; layout: LayoutView }) {
  const w = words.value;
  const last = table.history.slice(-8).reverse();
  return (
    <section class="display-rolls panel-card">
      <h2>{w.lastResults}</h2>
      <ol>
        {last.map((bead, n) => (
          <li key={n} class={bead.seven ? "seven" : ""}>
            <Dice dice={bead.dice} kind={diceOf(layout)} size={30} total={bead.total} />
            <b aria-hidden="true">{bead.total}</b>
          </li>
        ))}
      </ol>
      <p class="note">{table.history.length ? displayWords.value.predictsNothing : w.noResults}</p>
    </section>
  );
}

/** Along the foot: the sign, what comes, streaks, jackpots. */
function Foot({ table, layout, view }: { table: TableView; layout: LayoutView; view: DisplayView }) {
  const w = words.value;
  const d = displayWords.value;
  const { every } = table.sign;
  const coming = table.coming?.sign.every;
  const differ = Object.values(view.limits_by_wager);
  return (
    <footer class="display-foot">
      <section class="panel-card sign" aria-label={d.sign}>
        <dl>
          <div>
            <dt>{w.minimum}</dt>
            <dd>{stake(every.minimum)}</dd>
          </div>
          <div>
            <dt>{w.maximum}</dt>
            <dd>{stake(every.maximum)}</dd>
          </div>
          {every.unit ? (
            <div>
              <dt>{d.steps}</dt>
              <dd>{stake(every.unit)}</dd>
            </div>
          ) : null}
        </dl>
        {layout.streak_price ? <p>{d.streakCosts(stake(layout.streak_price))}</p> : null}
        {differ.length ? <p>{differ.slice(0, 3).join("; ")}</p> : null}
      </section>
      {table.coming && coming ? (
        <section class="panel-card coming">
          <p>{d.from(clockTime(table.coming.at))}</p>
          <b>
            {w.minimum} {stake(coming.minimum)}
          </b>
          <p>
            {w.maximum} {stake(coming.maximum)}
          </p>
        </section>
      ) : null}
      {table.closing ? (
        <section class="panel-card coming" role="status">
          <p>{d.notice}</p>
          <b>{table.closing.at ? w.closingAt(clockTime(table.closing.at)) : d.closesAfter(table.closing.rounds)}</b>
          <p>{d.since(clockTime(table.closing.since))}</p>
        </section>
      ) : null}
      {table.streaks.map((it) => {
        const odd = it.area.includes("odd");
        return (
          <section class={`panel-card streak ${it.window ? "open" : ""}`} key={it.area}>
            <p>
              {w.superStreak} {w.streakSides(odd ? w.odd : w.small, odd ? w.even : w.big)}
            </p>
            <b>{it.window ? w.windowOpen : it.side ? w.inARow(w[it.side as "small"], it.count) : w.closed}</b>
            <Rungs count={it.count} />
          </section>
        );
      })}
      {table.shoot ? (
        <section class="panel-card shoot-rule">
          <p>{d.toShoot}</p>
          {table.shoot.rule.split("; ").map((it, n) => (n ? <p key={it}>{told(it)}</p> : <b key={it}>{told(it)}</b>))}
        </section>
      ) : null}
      {!table.shoot && !table.streaks.length && !table.coming && !table.closing ? (
        <section class="panel-card rules">
          <p>{told(layout.rulebook_name)}</p>
          <p>{d.rulesOnRequest}</p>
        </section>
      ) : null}
    </footer>
  );
}

/** The meters of the table's jackpots, and the latest prize without a name. */
function Jackpots({ table }: { table: TableView }) {
  return (
    <section class="panel-card jackpots-row">
      {table.jackpots.map((it) => (
        <p class="jackpot" key={it.pool}>
          <span>{words.value.jackpot(capital(it.pool))}</span>
          <b>{dollars(it.amount)}</b>
          {it.words ? <span>{displayWords.value.lastJackpot(it.words)}</span> : null}
        </p>
      ))}
    </section>
  );
}

/** Twelve rungs; the first three pay nothing and are low. */
function Rungs({ count }: { count: number }) {
  return (
    <svg class="rungs" viewBox="0 0 372 22" aria-hidden="true">
      {Array.from({ length: 12 }, (_, n) => (
        <rect
          key={n}
          class={`rung ${n < 3 ? "" : "pay"} ${n < count ? "on" : ""}`}
          x={n * 31 + 1}
          y={n < 3 ? 6 : 2}
          width="26"
          height={n < 3 ? 12 : 18}
          rx="3"
        />
      ))}
    </svg>
  );
}
