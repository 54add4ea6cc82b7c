/** Dice, as they lie: ivory or red with pips, or with what the rulebook has on their sides. */
import type { SideView } from "../api/types";
import { capital, said, words } from "../words";

/** What is on the dice of a table: pips, or a symbol or a word on each side. */
export type DiceKind = "ivory" | "red" | SideView[];

const ON_IVORY: Record<string, string> = { red: "#b3211c", green: "#17693a", blue: "#1f57a0" };
const INK = "#2b2a26";

/** One die inside a drawing, by its top left corner. */
export function DieAt({
  face,
  kind,
  x,
  y,
  size,
}: {
  face: number;
  kind: DiceKind;
  x: number;
  y: number;
  size: number;
}) {
  if (typeof kind === "string")
    return <use href={`#${kind}-${face}`} x={x} y={y} width={size} height={size} class="die" />;
  const pad = size * 0.16;
  const side = kind[face - 1]!;
  const name = said(side.name);
  return (
    <g class="die" style={{ color: ON_IVORY[side.colour] ?? INK, "--cut": "#f8f4e6" }}>
      <rect x={x} y={y} width={size} height={size} rx={size * 0.19} fill="#f8f4e6" stroke="#b9b096" />
      {side.symbol ? (
        <use href={`#symbol-${side.symbol}`} x={x + pad} y={y + pad} width={size - 2 * pad} height={size - 2 * pad} />
      ) : (
        <text
          x={x + size / 2}
          y={y + size * 0.64}
          fill="currentColor"
          font-size={size * Math.min(0.42, 1.4 / name.length)}
          font-weight="700"
          text-anchor="middle"
        >
          {name}
        </text>
      )}
    </g>
  );
}

/** Dice as they are read out: "1, 4, 5", or "Gourd, Crab, Chicken". */
export function listOf(dice: number[], kind: DiceKind): string {
  return dice.map((face) => (typeof kind === "string" ? String(face) : capital(said(kind[face - 1]!.name)))).join(", ");
}

/** A row of dice that reads as one sentence. */
export function Dice(props: { dice: number[]; kind: DiceKind; size?: number; total?: number; says?: string }) {
  const { dice, kind, size = 40, total, says = "" } = props;
  const gap = size / 5;
  const wide = dice.length * (size + gap) - gap;
  const list = listOf(dice, kind);
  const label = total === undefined ? list : words.value.dice(list, total, says);
  return (
    <svg width={wide} height={size} viewBox={`0 0 ${wide} ${size}`} role="img" aria-label={label} class="dice">
      {dice.map((face, n) => (
        <DieAt face={face} kind={kind} x={n * (size + gap)} y={0} size={size} />
      ))}
    </svg>
  );
}
