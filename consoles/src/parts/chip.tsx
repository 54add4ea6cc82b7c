/** Chips: a stack on the felt shows its amount in the colour of its largest chip. */
import { onChip } from "../words/money";
import { CHIPS } from "./sprite";

export function chipStyle(cents: number) {
  return CHIPS.find(([from]) => cents >= from) ?? CHIPS[CHIPS.length - 1]!;
}

/** A chip inside a drawing, by its middle. */
export function ChipAt({ cents, x, y, r = 15 }: { cents: number; x: number; y: number; r?: number }) {
  const [, id, , , figure] = chipStyle(cents);
  const text = onChip(cents);
  const size = r * (text.length > 4 ? 0.5 : text.length > 3 ? 0.62 : text.length > 2 ? 0.74 : 0.86);
  return (
    <g class="chip">
      <use href={`#${id}`} x={x - r} y={y - r} width={2 * r} height={2 * r} />
      <text x={x} y={y + size * 0.36} font-size={size} font-weight="700" text-anchor="middle" fill={figure}>
        {text}
      </text>
    </g>
  );
}

/** How many chips a stack shows at most, and how much of each is seen below the one on it, of its radius. */
const TALLEST = 5;
const RIM = 0.18;

/** The chips of an amount, the largest first; of many, some that stand for them. */
export function chipsOf(cents: number): number[] {
  const chips: number[] = [];
  let left = cents;
  for (const [from] of CHIPS) {
    const value = from || 100;
    for (; left >= value && chips.length < TALLEST; left -= value) chips.push(value);
  }
  return chips.length ? chips : [cents];
}

/** A stack of chips with its total on top, by the middle of the lowest. */
export function StackAt({ cents, x, y, r = 15 }: { cents: number; x: number; y: number; r?: number }) {
  const below = chipsOf(cents).slice(1).reverse();
  return (
    <g class="stack" data-chips={below.length + 1}>
      {below.map((value, n) => (
        <use href={`#${chipStyle(value)[1]}`} x={x - r} y={y - r - n * r * RIM} width={2 * r} height={2 * r} />
      ))}
      <ChipAt cents={cents} x={x} y={y - below.length * r * RIM} r={r} />
    </g>
  );
}

/** A chip by itself. */
export function Chip({ cents, size = 50 }: { cents: number; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-20 -20 40 40" aria-hidden="true">
      <ChipAt cents={cents} x={0} y={0} r={20} />
    </svg>
  );
}
