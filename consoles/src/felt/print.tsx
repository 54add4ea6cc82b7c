/** What every face of a felt is printed with: words, and a colour that is told without colour. */
import type { ColourMark } from "../api/types";

/** Words on the felt. n: large name, t: name, s: quiet words, o: price. */
export function T(props: {
  k: "n" | "t" | "s" | "o";
  x: number;
  y: number;
  size?: number;
  at?: "start" | "middle" | "end";
  children: string;
  lang?: string;
  turn?: boolean;
}) {
  const { k, x, y, size = 11.9, at = "start", children, lang, turn } = props;
  return (
    <text
      class={k}
      x={x}
      y={y}
      font-size={size}
      text-anchor={at}
      lang={lang}
      transform={turn ? `rotate(-90 ${x} ${y})` : undefined}
    >
      {children}
    </text>
  );
}

/** A colour told by letter and shape too. */
export function Letter({
  colour,
  mark,
  x,
  y,
  r,
}: {
  colour: string;
  mark: ColourMark | undefined;
  x: number;
  y: number;
  r: number;
}) {
  const shape = mark?.shape ?? "circle";
  return (
    <g class={`hue ${colour}`}>
      {shape === "triangle" ? (
        <path d={`M${x} ${y - r}L${x + r} ${y + r * 0.86}H${x - r}Z`} fill="currentColor" />
      ) : null}
      {shape === "circle" ? <circle cx={x} cy={y} r={r * 0.94} fill="currentColor" /> : null}
      {shape === "square" ? (
        <rect x={x - r * 0.88} y={y - r * 0.88} width={r * 1.76} height={r * 1.76} rx={r * 0.12} fill="currentColor" />
      ) : null}
      <text
        class="on-hue"
        x={x}
        y={y + r * (shape === "triangle" ? 0.6 : 0.36)}
        font-size={r * (shape === "triangle" ? 0.84 : 1)}
        text-anchor="middle"
      >
        {mark?.letter ?? ""}
      </text>
    </g>
  );
}
