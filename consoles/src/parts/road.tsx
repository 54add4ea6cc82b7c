/** Past results as beads. They say what was; the note beside them says that they predict nothing. */
import type { Bead } from "../api/types";
import { words } from "../words";

const ROWS = 6;
type Axis = "size" | "parity";

/** Beads fill column by column, six to a column; the newest that fit are shown. */
export function columnsOf(beads: Bead[], most: number): Bead[][] {
  const whole = Math.max(0, Math.ceil(beads.length / ROWS) - most) * ROWS;
  const shown = beads.slice(whole);
  const columns: Bead[][] = [];
  for (let n = 0; n < shown.length; n += ROWS) columns.push(shown.slice(n, n + ROWS));
  return columns;
}

interface Placed {
  side: Bead[Axis];
  column: number;
  row: number;
}

/** The big road: a run goes down its column, and on to the right where that is full; a triple does not end a run. */
export function bigRoad(beads: Pick<Bead, Axis>[], axis: Axis): Placed[] {
  const placed: Placed[] = [];
  const taken = new Set<string>();
  let run = "";
  let start = -1;
  let at = { column: -1, row: 0 };
  for (const { [axis]: side } of beads) {
    if (!side) continue;
    const goesOn = start >= 0 && (side === "triple" || side === run || run === "");
    if (goesOn) {
      const down = { column: at.column, row: at.row + 1 };
      const isFree = down.row < ROWS && !taken.has(`${down.column} ${down.row}`);
      at = isFree ? down : { column: at.column + 1, row: at.row };
    } else {
      start += 1;
      while (taken.has(`${start} 0`)) start += 1;
      at = { column: start, row: 0 };
    }
    if (side !== "triple") run = side;
    else if (!goesOn) run = "";
    taken.add(`${at.column} ${at.row}`);
    placed.push({ side, ...at });
  }
  return placed;
}

export function BigRoad({ beads, axis, columns = 12 }: { beads: Bead[]; axis: Axis; columns?: number }) {
  const w = words.value;
  const placed = bigRoad(beads, axis);
  const last = placed.at(-1);
  const from = Math.max(0, Math.max(-1, ...placed.map((it) => it.column)) + 1 - columns);
  const low = axis === "size" ? "small" : "odd";
  const step = 22;
  return (
    <svg
      class="road big-road"
      viewBox={`0 0 ${columns * step} ${ROWS * step}`}
      role="img"
      aria-label={`${w.bigRoad}, ${axis === "size" ? w.smallAndBig : w.oddAndEven}; ${w.doNotPredict}`}
    >
      {Array.from({ length: columns * ROWS }, (_, n) => (
        <circle class="bead-none" cx={(Math.floor(n / ROWS) + 0.5) * step} cy={((n % ROWS) + 0.5) * step} r="1" />
      ))}
      {placed
        .filter((it) => it.column >= from)
        .map((it) => (
          <OneBead
            side={it.side}
            low={low}
            x={(it.column - from + 0.5) * step}
            y={(it.row + 0.5) * step}
            newest={it === last}
          />
        ))}
    </svg>
  );
}

/** A road on one axis: hollow is Small or Odd, filled Big or Even, a diamond a triple; a frame marks the newest. */
export function Road({ beads, axis, columns = 12 }: { beads: Bead[]; axis: Axis; columns?: number }) {
  const w = words.value;
  const known = beads.filter((bead) => bead[axis] !== "");
  const grid = columnsOf(known, columns);
  const last = known.slice(-10);
  const [low, high] = axis === "size" ? (["small", "big"] as const) : (["odd", "even"] as const);
  const count = (side: string) => last.filter((bead) => bead[axis] === side).length;
  const label = last.length ? w.road(last.length, w[low], count(low), w[high], count(high)) : w.noResults;
  const step = 22;
  return (
    <svg
      class="road"
      viewBox={`0 0 ${columns * step} ${ROWS * step}`}
      role="img"
      aria-label={`${label}; ${w.doNotPredict}`}
    >
      {Array.from({ length: columns * ROWS }, (_, n) => (
        <circle class="bead-none" cx={(Math.floor(n / ROWS) + 0.5) * step} cy={((n % ROWS) + 0.5) * step} r="1" />
      ))}
      {grid.map((column, c) =>
        column.map((bead, r) => {
          const newest = c === grid.length - 1 && r === column.length - 1;
          return <OneBead side={bead[axis]} low={low} x={(c + 0.5) * step} y={(r + 0.5) * step} newest={newest} />;
        }),
      )}
    </svg>
  );
}

function OneBead({
  side,
  low,
  x,
  y,
  newest,
}: {
  side: Bead[Axis];
  low: string;
  x: number;
  y: number;
  newest: boolean;
}) {
  const letter = words.value.letters[side as keyof typeof words.value.letters];
  const kind = side === "triple" ? "triple" : side === low ? "hollow" : "filled";
  return (
    <g class={`bead ${kind}`}>
      {kind === "triple" ? <path d={`M${x} ${y - 10}l10 10-10 10-10-10z`} /> : <circle cx={x} cy={y} r="8.6" />}
      <text x={x} y={y + 3.9} text-anchor="middle" font-size="11">
        {letter}
      </text>
      {newest ? <rect class="newest" x={x - 10.5} y={y - 10.5} width="21" height="21" rx="4" /> : null}
    </g>
  );
}
