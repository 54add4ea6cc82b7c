/** What a player holds and does: rack or credits, chips, Undo, Repeat, Double, Clear. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { SeatView } from "../api/types";
import { Chip } from "../parts/chip";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { words } from "../words";
import { dollars, stake } from "../words/money";
import type { Bets } from "./bets";
import { FLY } from "./reveal";

/** A balance on its way from one figure of the server's to the next; it ends there whatever becomes of the motion. */
function Counting({ from, to }: { from: number; to: number }) {
  const [now, count] = useState(from);
  useEffect(() => {
    const began = performance.now();
    let next = 0;
    const step = (at: number) => {
      const part = Math.min(1, Math.max(0, (at - began) / FLY));
      count(Math.round(from + (to - from) * part));
      if (part < 1) next = requestAnimationFrame(step);
    };
    next = requestAnimationFrame(step);
    return () => cancelAnimationFrame(next);
  }, [from, to]);
  return (
    <>
      <b class="counting" aria-hidden="true">
        {dollars(now)}
      </b>
      <span class="label">{words.value.countsTo(dollars(to))}</span>
    </>
  );
}

export function Money({
  seat,
  rack,
  counts,
  craps,
  onMore,
  onCollect,
}: {
  seat: SeatView;
  /** What the rack shows; less than it holds while a payment is on its way. */
  rack: number;
  /** Whether it counts up to what it holds. */
  counts: boolean;
  craps: boolean;
  onMore: () => void;
  onCollect?: (() => void) | undefined;
}) {
  const w = words.value;
  const was = useRef(rack);
  if (!counts) was.current = rack;
  return (
    <div class="money card">
      <p>
        <span class="label">{seat.credits ? w.credit : w.rack}</span>
        {counts ? <Counting from={was.current} to={seat.rack} /> : <b>{dollars(rack)}</b>}
        {seat.tokens ? <span class="label">{w.tokens(stake(seat.tokens))}</span> : null}
      </p>
      <p>
        <span class="label">{craps ? w.onTheFelt : w.stake}</span>
        <b>{dollars(seat.staked)}</b>
        {craps && seat.working !== seat.staked ? <span class="label">{w.working(stake(seat.working))}</span> : null}
      </p>
      <button
        type="button"
        class={`button more ${seat.rack + seat.staked === 0 ? "main" : "quiet"}`}
        onClick={onMore}
        title={seat.credits ? w.insert : w.buyIn}
      >
        <Icon name="cash" />
        <span>{seat.credits ? w.insert : w.buyIn}</span>
      </button>
      {onCollect ? (
        <button type="button" class="button more quiet" onClick={onCollect} title={w.collect}>
          <Icon name="ticket" />
          <span>{w.collect}</span>
        </button>
      ) : null}
    </div>
  );
}

export function ChipRow({ bets, locked }: { bets: Bets; locked: boolean }) {
  const w = words.value;
  return (
    <div class={`chips card ${locked ? "resting" : ""}`} role="radiogroup" aria-label={w.chips}>
      {bets.layout.chips.map((cents) => (
        <button
          type="button"
          role="radio"
          aria-checked={bets.chip.value === cents}
          aria-label={w.chip(stake(cents))}
          onClick={() => {
            bets.chip.value = cents;
          }}
        >
          <Chip cents={cents} size={46} />
        </button>
      ))}
    </div>
  );
}

export function Acts({
  bets,
  locked,
  onFavourites,
  onCallOut,
  spoken,
}: {
  bets: Bets;
  locked: boolean;
  onFavourites: () => void;
  onCallOut?: (() => void) | undefined;
  spoken: boolean;
}) {
  const w = words.value;
  const acts: [IconName, string, () => void][] = [
    ["undo", w.undo, () => void bets.undo()],
    ["repeat", w.repeat, () => bets.repeat()],
    ["double", w.double, () => void bets.double()],
    ["clear", w.clear, () => void bets.clear()],
    ["star", w.favourites, onFavourites],
  ];
  return (
    <div class="acts">
      {acts.map(([icon, text, act]) => (
        <button type="button" class="button" disabled={locked} onClick={act}>
          <Icon name={icon} />
          <span>{text}</span>
        </button>
      ))}
      {onCallOut ? (
        <button type="button" class="button" disabled={!spoken} onClick={onCallOut}>
          <Icon name="hand" />
          <span>{w.callOut}</span>
        </button>
      ) : null}
    </div>
  );
}
