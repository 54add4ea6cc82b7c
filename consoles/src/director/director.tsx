/** The director's desk: the clock, the tables with every seat, the standings with the line, rulings, and the next step. */
import { signal } from "@preact/signals";
import { inPath, me } from "../api/http";
import type { DirectorTable, DirectorView, EntrantView, TournamentTable, TournamentView } from "../api/types";
import { ActButton, Acts, OpenAct } from "../desk/act";
import { Clock, Waiting } from "../desk/begin";
import type { Desk } from "../desk/desk";
import { Due } from "../desk/due";
import { ConnectionBar } from "../parts/banners";
import { MessageLine } from "../parts/message";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { entrant, gained, RoundClock, RoundFacts, SeatsDrawn, Standings, standingOf } from "../parts/standings";
import { TopBar } from "../parts/top-bar";
import { capital, said, whyNot } from "../words";
import { stake } from "../words/money";
import { tourneyWords } from "../words/tournament";
import { SealForm } from "./seal";
import { PlayOffForm, ResultForm, WagersForm } from "./spin";
import "./director.css";

export type Directing = Desk<DirectorView>;

/** Which form of a table is open. */
export const spinning = signal<{ table: string; what: "wagers" | "result" | "play-off" | "seal" } | null>(null);

const SIGNS: Record<TournamentTable["state"], [string, IconName]> = {
  open: ["mint", "clock"],
  closed: ["coral", "lock"],
  held: ["coral", "pause"],
  paused: ["amber", "pause"],
  over: ["", "check"],
};

export function DirectorDesk({ desk, of }: { desk: Directing; of: string }) {
  const view = desk.view.value;
  const w = tourneyWords.value;
  if (!view) return <Waiting live={desk.live} what={w.director} />;
  const it = view.tournament;
  return (
    <div class="desk">
      <TopBar
        title={w.director}
        tags={
          it ? (
            <>
              <span class="desk-fact">{it.name}</span>
              {it.reserved.length ? (
                <span class="tag">
                  <Icon name="lock" size="small" />
                  {w.kept(it.reserved.join(", "))}
                </span>
              ) : null}
            </>
          ) : null
        }
      >
        {it ? (
          <span class="tag mint">
            <Icon name="check" size="small" />
            {w.accepted(view.accepted, it.entered, it.version)}
          </span>
        ) : null}
        <span class="desk-fact">{view.director ? w.directedBy(view.away || view.director) : w.noDirector}</span>
        <Clock />
      </TopBar>
      <ConnectionBar live={desk.live} />
      <div class="desk-message">
        <MessageLine message={desk.message.value} />
      </div>
      {it ? <Room desk={desk} view={view} it={it} of={of} /> : <Choose view={view} />}
      <OpenAct desk={desk} />
      <OpenSpin desk={desk} view={view} />
    </div>
  );
}

function Choose({ view }: { view: DirectorView }) {
  const w = tourneyWords.value;
  return (
    <main class="loading">
      <h2>{w.choose}</h2>
      {view.known.map((id) => (
        <p key={id}>
          <a class="button" href={`/director/${inPath(id)}`}>
            {id}
          </a>
        </p>
      ))}
      {view.known.length ? null : <p>{w.noTournaments}</p>}
      {me.value?.consoles.includes("promotions") ? (
        <p>
          <a class="button quiet" href="/promotions">
            {w.promotions}
          </a>
        </p>
      ) : null}
    </main>
  );
}

function Room({ desk, view, it, of }: { desk: Directing; view: DirectorView; it: TournamentView; of: string }) {
  const w = tourneyWords.value;
  const ask = (number: number) => desk.live.watchAnother(number ? { of, entrant: number } : { of });
  const byNumber = new Map(it.entrants.map((one) => [one.number, one]));
  const desks = new Map(view.tables.map((one) => [one.table, one]));
  return (
    <main class="director">
      <div class="director-side">
        <section class="card">
          <RoundClock it={it} />
          {view.clock.length ? (
            <div class="two">
              {view.clock.map((act) => (
                <ActButton key={act.key} act={act} desk={desk} />
              ))}
            </div>
          ) : null}
        </section>
        <section class="card">
          <div class="panel-head">
            <h2>{w.thisRound}</h2>
          </div>
          <RoundFacts it={it} />
          <SeatsDrawn it={it} />
        </section>
        <section class="card next-step">
          <div class="panel-head">
            <h2>{w.nextTitle}</h2>
          </div>
          <Due lines={view.steps} now={view.now} />
          {view.play_off ? (
            <button
              type="button"
              class="button"
              aria-disabled={view.play_off.refused ? true : undefined}
              onClick={() => {
                spinning.value = { table: "", what: "play-off" };
              }}
            >
              {said(view.play_off.name)}
            </button>
          ) : null}
          {view.next ? <NextStep desk={desk} view={view} /> : null}
        </section>
        {it.tables.length ? <Others desk={desk} view={view} /> : null}
      </div>
      <div class="director-tables">
        {it.tables.map((table) => (
          <Table
            key={table.table}
            table={table}
            it={it}
            here={desks.get(table.table)}
            byNumber={byNumber}
            desk={desk}
            chosen={view.chosen}
            ask={ask}
          />
        ))}
        {it.tables.length ? (
          <p class="legend">
            <span>
              <i class="diamond full" aria-hidden="true" />
              {w.secretLeft}
            </span>
            <span>
              <i class="diamond" aria-hidden="true" />
              {w.secretUsed}
            </span>
            <span>
              <Icon name="lock" size="small" />
              {w.sealedLegend}
            </span>
          </p>
        ) : (
          <section class="card waiting">
            <p class="quiet-line">{w.phase[it.phase]}</p>
            <Everyone it={it} chosen={view.chosen} ask={ask} />
          </section>
        )}
        {it.tables.length ? null : <Others desk={desk} view={view} />}
      </div>
      <div class="director-side">
        <section class="card">
          <div class="panel-head">
            <h2>{w.standings}</h2>
            <span class="label">{w.stillPlaying(it.playing)}</span>
          </div>
          <Standings tournament={it} most={60} />
        </section>
        <Rulings desk={desk} view={view} />
        {view.owed.length ? (
          <section class="card">
            <div class="panel-head">
              <h2>{w.prizesOwed}</h2>
            </div>
            {view.owed.map((one) => (
              <div key={one.entrant} class="owed-line" data-owed={one.entrant}>
                <b>{entrant(one.entrant)}</b>
                <span>{stake(one.amount)}</span>
                <ActButton act={one.act} desk={desk} />
              </div>
            ))}
          </section>
        ) : null}
      </div>
    </main>
  );
}

/** What the house does, and what else the director does; in the middle while no table is played. */
function Others({ desk, view }: { desk: Directing; view: DirectorView }) {
  const w = tourneyWords.value;
  return (
    <>
      {view.desk.length ? (
        <section class="card waiting">
          <div class="panel-head">
            <h2>{w.deskTitle}</h2>
          </div>
          <Acts acts={view.desk} desk={desk} />
        </section>
      ) : null}
      {view.acts.length ? (
        <section class="card waiting">
          <div class="panel-head">
            <h2>{w.moreActs}</h2>
          </div>
          <Acts acts={view.acts} desk={desk} />
        </section>
      ) : null}
    </>
  );
}

function NextStep({ desk, view }: { desk: Directing; view: DirectorView }) {
  const act = view.next!;
  return (
    <>
      {act.refused ? <p class="refusal">{whyNot(act.refused)}</p> : null}
      <button
        type="button"
        class="button main big"
        aria-disabled={act.refused ? true : undefined}
        onClick={() => desk.begin(act)}
      >
        {said(act.name)}
      </button>
    </>
  );
}

interface TableProps {
  table: TournamentTable;
  it: TournamentView;
  here: DirectorTable | undefined;
  byNumber: Map<number, EntrantView>;
  desk: Directing;
  chosen: number;
  ask: (number: number) => void;
}

function Table({ table, it, here, byNumber, desk, chosen, ask }: TableProps) {
  const w = tourneyWords.value;
  const [tone, icon] = SIGNS[table.state];
  return (
    <section
      class={`card tournament-table ${table.state === "held" ? "held" : ""}`}
      aria-label={table.table}
      data-table={table.table}
    >
      <div class="table-head">
        <h2>{table.table}</h2>
        <span class={`tag ${tone}`}>
          <Icon name={icon} size="small" />
          {w.state[table.state]}
        </span>
      </div>
      <p>{w.spinOf(table.spin, it.spins, table.playing)}</p>
      <div class="seat-grid">
        {table.seats.map((number) => {
          const one = byNumber.get(number);
          return one ? <Seat key={number} one={one} it={it} chosen={chosen === number} ask={ask} /> : null;
        })}
      </div>
      {here ? (
        <div class="act-row">
          {table.state === "closed" || (table.state === "held" && here.close.refused && !here.settle.refused) ? (
            <SpinButton
              desk={desk}
              act={here.settle}
              onClick={() => {
                spinning.value = { table: table.table, what: "result" };
              }}
            />
          ) : (
            <SpinButton
              desk={desk}
              act={here.close}
              onClick={() => {
                spinning.value = { table: table.table, what: "wagers" };
              }}
            />
          )}
          {here.seal ? (
            <SpinButton
              desk={desk}
              act={here.seal}
              onClick={() => {
                spinning.value = { table: table.table, what: "seal" };
              }}
            />
          ) : null}
          {here.acts.map((act) => (
            <ActButton key={act.key} act={act} desk={desk} />
          ))}
        </div>
      ) : null}
    </section>
  );
}

function SpinButton({ desk, act, onClick }: { desk: Directing; act: DirectorTable["close"]; onClick: () => void }) {
  return (
    <button
      type="button"
      class="button act"
      aria-disabled={act.refused ? true : undefined}
      title={act.refused ? whyNot(act.refused) : undefined}
      onClick={() => (act.refused ? desk.begin(act) : onClick())}
    >
      {act.refused ? <Icon name="lock" size="small" /> : null}
      {said(act.name)}
    </button>
  );
}

function Seat({
  one,
  it,
  chosen,
  ask,
}: {
  one: EntrantView;
  it: TournamentView;
  chosen: boolean;
  ask: (number: number) => void;
}) {
  const w = tourneyWords.value;
  const plays = one.standing === "playing";
  const good = one.goes === "first" || one.goes === "best" || one.goes === "prize";
  return (
    <button
      type="button"
      class={`entrant-seat ${plays && good ? "goes" : ""} ${plays ? "" : "gone"}`}
      aria-pressed={chosen}
      onClick={() => ask(chosen ? 0 : one.number)}
    >
      <span class="seat-top">
        <i>{one.seat}</i>
        <b>{entrant(one.number)}</b>
        {it.secrets_each && plays ? (
          <i
            class={`diamond ${one.secrets_left ? "full" : ""}`}
            role="img"
            aria-label={one.secrets_left ? w.secretLeft : w.secretUsed}
          />
        ) : null}
      </span>
      <b class="bank">{stake(one.bank)}</b>
      {one.place ? <span>{w.place(one.place)}</span> : null}
      {plays ? <span>{w.last(gained(one.last))}</span> : <span>{w.standing[one.standing]}</span>}
      {one.warned ? (
        <span class="mark amber-text">
          <Icon name="flag" size="small" />
          {w.warned(one.warned)}
        </span>
      ) : null}
      {one.sealed ? (
        <span class="mark sky-text">
          <Icon name="lock" size="small" />
          {w.sealed}
        </span>
      ) : null}
      {plays && good ? (
        <span class="mark mint-text">
          <Icon name="check" size="small" />
          {standingOf(one)}
        </span>
      ) : null}
    </button>
  );
}

/** Everyone who has entered, while nobody is seated. */
function Everyone({ it, chosen, ask }: { it: TournamentView; chosen: number; ask: (number: number) => void }) {
  const w = tourneyWords.value;
  return (
    <div class="act-row">
      {it.entrants.map((one) => (
        <button
          key={one.number}
          type="button"
          class="button quiet"
          aria-pressed={chosen === one.number}
          onClick={() => ask(chosen === one.number ? 0 : one.number)}
        >
          {entrant(one.number)} {w.standing[one.standing]}
        </button>
      ))}
    </div>
  );
}

function Rulings({ desk, view }: { desk: Directing; view: DirectorView }) {
  const w = tourneyWords.value;
  const open = view.rulings.filter((it) => !it.decision);
  const done = view.rulings.filter((it) => it.decision);
  return (
    <section class="card rulings" aria-label={w.rulings}>
      <div class="panel-head">
        <h2>{w.rulings}</h2>
        <span class="label">{w.onRecord(open.length, done.length)}</span>
      </div>
      {view.rules.length ? (
        <div class="open-ruling">
          <h3>{w.about(entrant(view.chosen))}</h3>
          <ul class="penalties">
            {view.rules.map((act) => (
              <li key={act.key}>
                <ActButton act={act} desk={desk} />
                <span class="clause">{said(act.words)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {open.map((it) => (
        <div key={it.id} class="open-ruling">
          <p>
            <b>{`${it.entrant ? entrant(it.entrant) : ""} ${it.table}`}</b>
          </p>
          <p>{it.about}</p>
          {it.complaint ? <p class="amber-text">{said(it.complaint)}</p> : null}
          <Acts acts={it.acts} desk={desk} />
        </div>
      ))}
      {done.map((it) => (
        <div key={it.id} class="done-ruling">
          <p>
            <b>{`${it.entrant ? entrant(it.entrant) : ""} ${it.table} ${it.about}`}</b>
          </p>
          <p>
            {capital(it.decision)}
            {it.advised ? `. ${w.advised}` : ""}
          </p>
          {it.complaint ? <p class="amber-text">{said(it.complaint)}</p> : null}
          <Acts acts={it.acts} desk={desk} />
        </div>
      ))}
      {view.rulings.length || view.rules.length ? null : <p class="quiet-line">{w.noRulings}</p>}
    </section>
  );
}

function OpenSpin({ desk, view }: { desk: Directing; view: DirectorView }) {
  const now = spinning.value;
  if (!now) return null;
  if (now.what === "play-off")
    return view.play_off ? <PlayOffForm desk={desk} view={view} act={view.play_off} /> : null;
  const here = view.tables.find((it) => it.table === now.table);
  if (!here) return null;
  if (now.what === "seal")
    return here.seal ? <SealForm key={now.table} desk={desk} view={view} here={here} act={here.seal} /> : null;
  return now.what === "wagers" ? (
    <WagersForm key={now.table} desk={desk} view={view} here={here} />
  ) : (
    <ResultForm key={now.table} desk={desk} view={view} here={here} />
  );
}
