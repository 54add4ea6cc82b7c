/** The craps crew's part: the puck, the five dice, who shoots and who is next, and what a roll moves. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { DealerView, HandView, TableView } from "../api/types";
import { Dialog } from "../parts/dialog";
import { DieAt } from "../parts/die";
import { said, told, whyNot } from "../words";
import { dealerWords } from "../words/dealer";
import { CHECK } from "./checks";
import { MarkerButton } from "./seats";
import type { Work } from "./work";

const SET = [1, 2, 3, 4, 5];

/** Five dice, each accounted for; those in hand show the last roll. */
export function FiveDice({
  hand,
  table,
  view,
  work,
}: {
  hand: HandView;
  table: TableView;
  view: DealerView;
  work: Work;
}) {
  const d = dealerWords.value;
  const [asked, ask] = useState<"off" | "found" | "select" | null>(null);
  const bowl = SET.filter((it) => !hand.pair.includes(it) && !hand.missing.includes(it));
  const air = table.phase === "in the air";
  const last = table.last?.dice ?? [];
  const where = air ? d.thrown : hand.stick ? d.withStick : d.withShooter;
  const mayOff = view.can["report-dice-off"] === null;
  const picks = view.can["select-dice"] === null;
  const fresh = view.can["replace-dice"] === null;
  return (
    <section class="five card" aria-label={d.inBowl}>
      {hand.pair.length ? (
        <div>
          <p class="label">{where}</p>
          <Few dice={hand.pair} faces={last} />
        </div>
      ) : null}
      <div>
        <p class="label">{d.inBowl}</p>
        <Few dice={bowl} faces={[]} />
      </div>
      {hand.missing.length ? (
        <div>
          <p class="label">{d.offTable}</p>
          <Few dice={hand.missing} faces={[]} away />
        </div>
      ) : null}
      <div class="five-acts">
        {picks ? (
          <button type="button" class="button main" onClick={() => ask("select")}>
            {d.selectTwo}
          </button>
        ) : (
          <button type="button" class="button quiet" disabled={!mayOff} onClick={() => ask("off")}>
            {d.dieOff}
          </button>
        )}
        {hand.missing.length ? (
          <button
            type="button"
            class="button quiet"
            disabled={view.can["report-dice-found"] !== null}
            onClick={() => ask("found")}
          >
            {d.found(hand.missing[0]!)}
          </button>
        ) : null}
        {fresh ? (
          <button type="button" class="button quiet" onClick={() => void work.give([{ do: "replace-dice" }])}>
            {d.newSet}
          </button>
        ) : null}
      </div>
      {asked === "off" ? (
        <Pick
          title={d.dieOffWhich}
          dice={SET.filter((it) => !hand.missing.includes(it))}
          onPick={(die) => {
            ask(null);
            void work.give([{ do: "report-dice-off", dice: [die] }]);
          }}
          onClose={() => ask(null)}
        />
      ) : null}
      {asked === "select" ? (
        <PickTwo
          dice={SET.filter((it) => !hand.missing.includes(it))}
          onPick={(dice) => {
            ask(null);
            void work.give([{ do: "select-dice", dice }]);
          }}
          onClose={() => ask(null)}
        />
      ) : null}
      {asked === "found" && hand.missing.length ? (
        <Found die={hand.missing[0]!} work={work} onClose={() => ask(null)} />
      ) : null}
    </section>
  );
}

function Few({ dice, faces, away = false }: { dice: number[]; faces: number[]; away?: boolean }) {
  const d = dealerWords.value;
  const size = 36;
  const step = 42;
  return (
    <svg
      class={away ? "away" : ""}
      width={dice.length * step}
      height={size + 18}
      viewBox={`0 0 ${dice.length * step} ${size + 18}`}
      role="img"
      aria-label={dice.map((it) => d.die(it)).join(", ")}
    >
      {dice.map((die, n) => (
        <g key={die}>
          <DieAt face={faces[n] ?? die} kind="red" x={n * step} y={0} size={size} />
          <DieTag die={die} x={n * step + size / 2} y={size + 9} />
        </g>
      ))}
    </svg>
  );
}

/** By which the five dice of a set are told apart: a number on a mark of its own colour. */
const TAGS = ["", "yellow", "blue", "green", "brown", "pink"];

function DieTag({ die, x, y }: { die: number; x: number; y: number }) {
  return (
    <g class="die-tag">
      <circle cx={x} cy={y} r="8" style={{ fill: CHECK[TAGS[die] ?? ""] }} />
      <text x={x} y={y + 4} text-anchor="middle">
        {die}
      </text>
    </g>
  );
}

/** One die of the set as a button says it: "Die 2, blue". */
function NumberedDie({ die }: { die: number }) {
  const d = dealerWords.value;
  return (
    <>
      <svg width="52" height="36" viewBox="0 0 52 36" aria-hidden="true">
        <DieAt face={die} kind="red" x={0} y={3} size={30} />
        <DieTag die={die} x={42} y={18} />
      </svg>
      {d.dieOf(die, d.colours[TAGS[die] ?? ""] ?? "")}
    </>
  );
}

function Pick({
  title,
  dice,
  onPick,
  onClose,
}: {
  title: string;
  dice: number[];
  onPick: (die: number) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="choices">
        {dice.map((die) => (
          <button type="button" class="button quiet big" key={die} onClick={() => onPick(die)}>
            <NumberedDie die={die} />
          </button>
        ))}
      </div>
    </Dialog>
  );
}

function PickTwo({ dice, onPick, onClose }: { dice: number[]; onPick: (dice: number[]) => void; onClose: () => void }) {
  const d = dealerWords.value;
  const [chosen, choose] = useState<number[]>([]);
  const toggle = (die: number) =>
    choose(chosen.includes(die) ? chosen.filter((it) => it !== die) : [...chosen, die].slice(-2));
  return (
    <Dialog title={d.selectTwo} onClose={onClose}>
      <div class="choices">
        {dice.map((die) => (
          <button
            type="button"
            class="button quiet big"
            aria-pressed={chosen.includes(die)}
            key={die}
            onClick={() => toggle(die)}
          >
            <NumberedDie die={die} />
          </button>
        ))}
      </div>
      <div class="choices">
        <button type="button" class="button main big" disabled={chosen.length !== 2} onClick={() => onPick(chosen)}>
          {d.done}
        </button>
      </div>
    </Dialog>
  );
}

function Found({ die, work, onClose }: { die: number; work: Work; onClose: () => void }) {
  const d = dealerWords.value;
  const goes = (more: Record<string, boolean>) => {
    onClose();
    void work.give([{ do: "report-dice-found", dice: [die], ...more }]);
  };
  return (
    <Dialog title={d.found(die)} onClose={onClose}>
      <p class="faint">{d.foundWords}</p>
      <div class="choices column">
        <button type="button" class="button quiet big" onClick={() => goes({ asked_for: true })}>
          {d.toShooter}
        </button>
        <button type="button" class="button quiet big" onClick={() => goes({})}>
          {d.toBowl}
        </button>
        <button type="button" class="button danger big" onClick={() => goes({ sound: false })}>
          {d.outOfPlay}
        </button>
      </div>
    </Dialog>
  );
}

/** Who shoots, on a map of the seats, clockwise from the boxperson's left. */
export function Shooter({
  hand,
  table,
  view,
  work,
  message,
}: {
  hand: HandView;
  table: TableView;
  view: DealerView;
  work: Work;
  message: ComponentChildren;
}) {
  const d = dealerWords.value;
  const [why, ask] = useState(false);
  const next = view.next_shooter;
  const head = hand.offered
    ? d.asked(hand.offered)
    : hand.shooter
      ? d.seatShoots(hand.shooter)
      : hand.stick
        ? d.stickShoots
        : d.nobodyShoots;
  const stick = view.can["take-dice"] === null;
  return (
    <section class="shoots card" data-region="call">
      <h2>{head}</h2>
      <SeatMap
        seats={work.layout.seats}
        taken={table.seats}
        shooter={hand.shooter}
        next={hand.offered || (next?.seat ?? 0)}
        label={d.seatMap(table.seats.join(", "), head, next ? told(next.words) : "")}
      />
      {message ?? null}
      {hand.offered ? null : next ? <p class="next-words">{told(next.words)}</p> : null}
      {hand.offered ? (
        <div class="choices">
          <button
            type="button"
            class="button quiet big"
            disabled={view.can["decline-dice"] !== null}
            onClick={() => void work.give([{ do: "decline-dice", seat: hand.offered }])}
          >
            {d.declines(hand.offered)}
          </button>
          <button
            type="button"
            class="button main big"
            disabled={view.can["accept-dice"] !== null}
            onClick={() =>
              void work.give([
                {
                  do: "accept-dice",
                  seat: hand.offered,
                  dice: SET.filter((it) => !hand.missing.includes(it)).slice(0, 2),
                },
              ])
            }
          >
            {d.takes(hand.offered)}
          </button>
        </div>
      ) : (
        <div class="choices">
          {stick ? (
            <button type="button" class="button quiet big" onClick={() => void work.give([{ do: "take-dice" }])}>
              {d.stickTakes}
            </button>
          ) : null}
          <Ask
            name="pass-dice"
            text={`${d.passDice} (3.7)`}
            view={view}
            act={() => void work.give([{ do: "pass-dice" }])}
          />
          <Ask name="order-pass" text={`${d.orderPass} (3.7.2)`} view={view} act={() => ask(true)} />
        </div>
      )}
      {why ? (
        <Dialog title={d.orderWhy} onClose={() => ask(false)}>
          <div class="choices column">
            {(["delay", "invalid rolls", "contravention"] as const).map((grounds) => (
              <button
                type="button"
                key={grounds}
                class="button quiet big"
                onClick={() => {
                  ask(false);
                  void work.give([{ do: "order-pass", grounds }]);
                }}
              >
                {d.grounds[grounds]}
              </button>
            ))}
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}

/** A button that stays where it is when the server would refuse it, and says why. */
function Ask({ name, text, view, act }: { name: string; text: string; view: DealerView; act: () => void }) {
  const refused = view.can[name];
  return (
    <button
      type="button"
      class="button quiet big"
      aria-disabled={refused ? "true" : undefined}
      title={refused ? whyNot(refused) : undefined}
      onClick={() => {
        if (!refused) act();
      }}
    >
      {text}
    </button>
  );
}

function SeatMap({
  seats,
  taken,
  shooter,
  next,
  label,
}: {
  seats: number;
  taken: number[];
  shooter: number;
  next: number;
  label: string;
}) {
  const d = dealerWords.value;
  const there = new Set(taken);
  // The boxperson sits in the middle of the lower side; seats go round clockwise from there.
  const at = (n: number): [number, number] => {
    const turn = Math.PI / 2 + 0.35 + ((2 * Math.PI - 0.7) * (n - 0.5)) / seats;
    return [186 + 164 * Math.cos(turn), 68 + 54 * Math.sin(turn)];
  };
  return (
    <svg class="seat-map" viewBox="0 0 372 140" role="img" aria-label={label}>
      <rect x="62" y="40" width="248" height="54" rx="27" class="rail" />
      <text x="186" y="64" text-anchor="middle" font-size="12">
        {d.clockwise}
      </text>
      <path class="arrow" d="M146 76h78m-8-5 8 5-8 5" />
      <text x="186" y="134" text-anchor="middle" font-size="12">
        {d.boxperson}
      </text>
      {Array.from({ length: seats }, (_, index) => {
        const n = index + 1;
        const [x, y] = at(n);
        const kind = n === shooter ? "shooter" : n === next ? "next" : there.has(n) ? "taken" : "free";
        return (
          <g key={n} class={`map-seat ${kind}`}>
            <circle cx={x} cy={y} r="14" />
            <text x={x} y={y + 4.5} text-anchor="middle" font-size="13">
              {n}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

export function Moves({ view }: { view: DealerView }) {
  const d = dealerWords.value;
  if (!view.moves.length) return null;
  return (
    <section class="moves card" aria-label={d.moveAndMark}>
      <h2>{d.moveAndMark}</h2>
      <ul>
        {view.moves.map((it) => (
          <li key={said(it.words) + it.seat}>
            {it.seat ? <span class="seat-number">{it.seat}</span> : null}
            {it.marker === "on" || it.marker === "off" ? <MarkerButton it={it.marker} /> : null}
            <p>
              {said(it.words)} <span class="faint">({it.clause})</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
