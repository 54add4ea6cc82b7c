/** What stands in the place of the tray or the felt: a seat to take, the dice to shoot, a break, a table that is shut. */
import { clockTime, left } from "../api/clock";
import type { Live } from "../api/live";
import { newId } from "../api/live";
import type { LayoutView, SeatView, TableView } from "../api/types";
import { Fetching, Plain } from "../parts/plain";
import { Icon } from "../parts/sprite";
import { whyNot, words } from "../words";
import type { Bets } from "./bets";

/** Of a hall of terminals only so many free ones are offered. */
const FEW = 12;

export function TakeSeat({
  live,
  bets,
  layout,
  table,
  seat,
}: {
  live: Live;
  bets: Bets;
  layout: LayoutView;
  table: TableView;
  seat: SeatView;
}) {
  const w = words.value;
  const taken = new Set(table.seats);
  const all = Array.from({ length: layout.seats }, (_, n) => n + 1);
  const shown = layout.seats > FEW ? all.filter((number) => !taken.has(number)).slice(0, FEW) : all;
  const electronic = layout.kind === "electronic";
  const sit = async (number: number) =>
    bets.tell(await live.give(layout.table, { do: "take-seat", id: newId(), seat: number })) && bets.say(null);
  const refused = seat.can["take-seat"];
  return (
    <section class="take-seat card">
      <div>
        <h2>{w.takeSeat}</h2>
        <p class="faint">{refused ? whyNot(refused) : w.takeSeatWords}</p>
      </div>
      <div class="seats">
        {shown.map((number) => (
          <button
            type="button"
            class="button quiet"
            key={number}
            disabled={taken.has(number)}
            onClick={() => void sit(number)}
            aria-label={`${electronic ? w.terminalNumber(number) : w.seatNumber(number)}${taken.has(number) ? `, ${w.seatTaken}` : ""}`}
          >
            {taken.has(number) ? <Icon name="user" size="small" /> : number}
          </button>
        ))}
      </div>
    </section>
  );
}

/** The shooter's own buttons: the button of an electronic table, the dice of a craps table. */
export function Shooter({
  live,
  bets,
  layout,
  table,
  seat,
}: {
  live: Live;
  bets: Bets;
  layout: LayoutView;
  table: TableView;
  seat: SeatView;
}) {
  const w = words.value;
  const to = layout.table;
  if (table.shoot && seat.shooter && seat.can["shoot-dice"] === null) {
    const seconds = left(table.shoot.by);
    return (
      <section class="shooter card" role="alert">
        <p>
          <b>{w.youShoot}</b>
          {seconds === null ? null : <span class="faint">{w.secondsLeft(Math.ceil(seconds / 1000))}</span>}
        </p>
        <button
          type="button"
          class="button main big"
          onClick={() => void live.give(to, { do: "shoot-dice", id: newId() }).then((it) => bets.tell(it))}
        >
          <Icon name="dice" />
          {w.shoot}
        </button>
      </section>
    );
  }
  if (seat.offered) {
    return (
      <section class="shooter card" role="alert">
        <p>
          <b>{w.offeredDice}</b>
        </p>
        <div class="choices">
          <button
            type="button"
            class="button quiet big"
            onClick={() =>
              void live.give(to, { do: "decline-dice", id: newId(), seat: seat.seat }).then((it) => bets.tell(it))
            }
          >
            {w.passDice}
          </button>
          <button
            type="button"
            class="button main big"
            onClick={() =>
              void live
                .give(to, { do: "accept-dice", id: newId(), seat: seat.seat, dice: [1, 2] })
                .then((it) => bets.tell(it))
            }
          >
            <Icon name="dice" />
            {w.takeDice}
          </button>
        </div>
      </section>
    );
  }
  if (table.hand && seat.shooter) {
    const refused = seat.can["throw-dice"];
    return (
      <section class="shooter card">
        <p>
          <b>{w.youHaveDice}</b>
          {refused ? <span class="faint">{whyNot(refused)}</span> : null}
        </p>
        <div class="choices">
          {seat.can["pass-dice"] === null ? (
            <button
              type="button"
              class="button quiet big"
              onClick={() => void live.give(to, { do: "pass-dice", id: newId() }).then((it) => bets.tell(it))}
            >
              {w.passDice}
            </button>
          ) : null}
          <button
            type="button"
            class="button main big"
            disabled={Boolean(refused)}
            onClick={() => void live.give(to, { do: "throw-dice", id: newId() }).then((it) => bets.tell(it))}
          >
            <Icon name="dice" />
            {w.throwDice}
          </button>
        </div>
      </section>
    );
  }
  return null;
}

const AROUND = 2 * Math.PI * 42;
const HOUR = 3_600_000;

/** A break hides the felt: the player's own, which ends when they say so, or one that a limit asks for. */
export function OnBreak({
  until,
  own,
  seated,
  onBack,
  onLeave,
}: {
  until: string;
  own: boolean;
  seated: boolean;
  onBack: () => void;
  onLeave: () => void;
}) {
  const w = words.value;
  const ms = left(until) ?? 0;
  const seconds = Math.ceil(ms / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <section class="on-break card">
      <div class="ring tone-sky">
        <div class="ring-box">
          <svg width="128" height="128" viewBox="0 0 96 96" aria-hidden="true">
            <circle cx="48" cy="48" r="42" class="ring-track" />
            <circle
              cx="48"
              cy="48"
              r="42"
              class="ring-left"
              stroke-dasharray={AROUND}
              stroke-dashoffset={AROUND * (1 - (ms % HOUR) / HOUR)}
              transform="rotate(-90 48 48)"
            />
          </svg>
          <span class="ring-seconds">{clock}</span>
        </div>
      </div>
      <h2>
        <Icon name="pause" />
        {w.onBreakUntil(clockTime(until))}
      </h2>
      <p class="faint">{w.breakWords}</p>
      {own ? (
        <div class="choices">
          {seated ? (
            <button type="button" class="button quiet" onClick={onLeave}>
              {w.leaveSeat}
            </button>
          ) : null}
          <button type="button" class="button quiet" onClick={onBack}>
            {w.comeBack}
          </button>
        </div>
      ) : null}
    </section>
  );
}

/** Grey shapes, still, while the table is fetched; after five seconds it says that it takes longer. */
export function Loading({ table, long }: { table: string; long: boolean }) {
  const w = words.value;
  return (
    <Plain title={table}>
      <div class="grey felt-shape" />
      <div class="grey line" />
      <div class="grey line short" />
      <Fetching text={long ? w.loadingLong : w.loading(table)} />
    </Plain>
  );
}
