/** Dice, as they lie: ivory at Sic Bo, red at craps, symbols at Option B. */
import { translated, words } from "../words";

/** What is on the dice of a table. */
export type DiceKind = "ivory" | "red" | "symbols";

const SYMBOL = ["fish", "prawn", "gourd", "coin", "crab", "chicken"];
const ON_IVORY: Record<string, string> = { red: "#b3211c", green: "#17693a", blue: "#1f57a0" };
const COLOUR = ["red", "green", "blue", "blue", "green", "red"];

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
  if (kind !== "symbols") return <use href={`#${kind}-${face}`} x={x} y={y} width={size} height={size} class="die" />;
  const pad = size * 0.16;
  return (
    <g class="die" style={{ color: ON_IVORY[COLOUR[face - 1]!], "--cut": "#f8f4e6" }}>
      <rect x={x} y={y} width={size} height={size} rx={size * 0.19} fill="#f8f4e6" stroke="#b9b096" />
      <use
        href={`#symbol-${SYMBOL[face - 1]}`}
        x={x + pad}
        y={y + pad}
        width={size - 2 * pad}
        height={size - 2 * pad}
      />
    </g>
  );
}

/** A row of dice that reads as one sentence. */
export function Dice(props: {
  dice: number[];
  kind: DiceKind;
  size?: number;
  total?: number;
  says?: string;
  names?: string[];
}) {
  const { dice, kind, size = 40, total, says = "", names } = props;
  const gap = size / 5;
  const wide = dice.length * (size + gap) - gap;
  const list = dice.map((face) => translated(names?.[face - 1] ?? String(face))).join(", ");
  const label = total === undefined ? list : words.value.dice(list, total, says);
  return (
    <svg width={wide} height={size} viewBox={`0 0 ${wide} ${size}`} role="img" aria-label={label} class="dice">
      {dice.map((face, n) => (
        <DieAt face={face} kind={kind} x={n * (size + gap)} y={0} size={size} />
      ))}
    </svg>
  );
}
