/** Tournament standings with the line, and the facts of a round: what the director's desk and the leaderboard share. */
import { clockTime, left } from "../api/clock";
import type { EntrantView, TournamentView } from "../api/types";
import { stake } from "../words/money";
import { tourneyWords } from "../words/tournament";
import "./standings.css";

/** "E07": entrants are shown by number. */
export const entrant = (number: number): string => `E${String(number).padStart(2, "0")}`;

/** A win with its sign. */
export const gained = (cents: number): string => (cents > 0 ? `+${stake(cents)}` : stake(cents));

export function standingOf(it: EntrantView): string {
  const w = tourneyWords.value;
  if (it.prize) return w.prizeOf(stake(it.prize));
  return w.goes[it.goes] || (it.short ? w.short(stake(it.short)) : (w.standing[it.standing] ?? ""));
}

export function Standings({ tournament, most = Infinity }: { tournament: TournamentView; most?: number }) {
  const w = tourneyWords.value;
  const lines = tournament.entrants.slice(0, most);
  const line = tournament.line && tournament.line < tournament.entrants.length ? tournament.line : 0;
  if (!lines.length) return <p class="quiet-line">{w.noEntrants}</p>;
  return (
    <ol class="standings">
      {lines.map((it, index) => (
        <li key={it.number} class={index + 1 === line ? "at-line" : ""} data-entrant={it.number}>
          <i>{it.place || ""}</i>
          <b>{entrant(it.number)}</b>
          <span>{w.tableSeat(it.table, it.seat)}</span>
          <span class={it.goes === "first" || it.goes === "best" || it.goes === "prize" || it.prize ? "mint-text" : ""}>
            {standingOf(it)}
          </span>
          <b>{stake(it.bank)}</b>
          {index + 1 === line ? (
            <span class="the-line">
              {tournament.final ? w.prizesAbove : w.goesOnAbove(stake(tournament.line_bank))}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

const AROUND = 2 * Math.PI * 42;

/** The clock of a round: a ring where there is time, the words alone where spins decide. */
export function RoundClock({ it, size = 128 }: { it: TournamentView; size?: number }) {
  const w = tourneyWords.value;
  const ms = it.paused ? null : left(it.ends);
  const part = ms === null || !it.minutes ? 1 : Math.min(1, ms / (it.minutes * 60_000));
  const seconds = ms === null ? 0 : Math.ceil(ms / 1000);
  const clock = ms === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const head = it.phase === "playing" ? (it.final ? w.final : w.roundOf(it.round, it.rounds)) : w.phase[it.phase];
  return (
    <div class="round-clock">
      <h2>{head}</h2>
      {it.phase === "playing" && it.ends ? (
        <div class="clock-box">
          <svg width={size} height={size} viewBox="0 0 96 96" aria-hidden="true">
            <circle cx="48" cy="48" r="42" class="ring-track" />
            <circle
              cx="48"
              cy="48"
              r="42"
              class="ring-left"
              stroke-dasharray={AROUND}
              stroke-dashoffset={AROUND * (1 - part)}
              transform="rotate(-90 48 48)"
            />
          </svg>
          <p>
            <b>{it.paused ? w.paused : ms === 0 ? w.timeUp : clock}</b>
            <small>{w.leftOf(it.minutes)}</small>
          </p>
        </div>
      ) : null}
      <p>
        {it.phase === "playing"
          ? w.endsBy(it.spins, it.ends ? clockTime(it.ends) : "")
          : it.phase === "planned"
            ? w.starts(clockTime(it.starts))
            : it.over}
      </p>
    </div>
  );
}

export function RoundFacts({ it }: { it: TournamentView }) {
  const w = tourneyWords.value;
  const rows: [string, string][] = [
    [w.playing, w.ofAll(it.playing, it.entered)],
    [w.bankForAll, it.bank ? stake(it.bank) : w.ownBank],
    [w.compulsory, it.compulsory ? w.aSpin(stake(it.compulsory)) : w.none],
    [w.secretsLeft, it.secrets_each ? w.ofAll(it.secrets_left, it.secrets_each * it.playing) : w.none],
    [w.sealedAtTables, String(it.sealed)],
    [w.goOn, it.final ? w.prizes : w.goOnRule(it.top, it.best)],
    [w.pool, stake(it.pool)],
  ];
  return (
    <dl class="round-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the seats of each round are drawn from: a promise, and the seed once it is open. */
export function SeatsDrawn({ it }: { it: TournamentView }) {
  const w = tourneyWords.value;
  return (
    <>
      {it.seats.map((one) => (
        <p key={one.round} class="seats-drawn">
          <span>{one.seed ? w.seatsSeed(one.round) : w.seatsPromised(one.round)}</span>
          <span class="mono">{one.promised}</span>
          {one.seed ? <span class="mono">{one.seed}</span> : null}
        </p>
      ))}
    </>
  );
}
