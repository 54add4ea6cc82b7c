/**
 * The felt as the crew sees it: whose chips lie where, what is lit, and what becomes of each wager. Touching an area
 * lays a chip for the seat that was chosen, or lists what lies there.
 */
import { useRef, useState } from "preact/hooks";
import type { AreaView, BoxView, DealerView, LayoutView, PillView, StreakView, TableView } from "../api/types";
import { diceOf } from "../felt/felt";
import type { Way } from "../felt/way";
import { nearest, WAYS } from "../felt/way";
import { said, words } from "../words";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";
import { CHECK } from "./checks";
import { CrewFace, roomFor } from "./faces";
import type { Pill } from "./pills";
import { laidOut } from "./pills";

/** Line and numbers lie left of this line, the props right of it. */
const PROPS_FROM = 556;

export type Half = "line" | "props";

export interface Place {
  area: AreaView;
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Scale {
  from: number;
  x: number;
  y: number;
}

/** How the felt, or a half of it, is drawn: in pixels. */
export function scaleOf(layout: LayoutView, half: Half | null, wide: number): Scale {
  if (half === "props") return { from: 560, x: wide / 280, y: 1.02 };
  if (half === "line") return { from: 0, x: wide / 548, y: 1.02 };
  return { from: 0, x: wide / layout.w, y: wide / layout.w };
}

/** The areas that are drawn, in their order. */
export function placed(layout: LayoutView, half: Half | null, wide: number): Place[] {
  const scale = scaleOf(layout, half, wide);
  return layout.areas
    .filter((area) => !half || area.x >= PROPS_FROM === (half === "props"))
    .sort((a, b) => a.order - b.order)
    .map((area) => ({
      area,
      x: (area.x - scale.from) * scale.x,
      y: area.y * scale.y,
      w: area.w * scale.x,
      h: area.h * scale.y,
    }));
}

export interface CrewFeltProps {
  layout: LayoutView;
  table: TableView;
  view: DealerView;
  half?: Half | null;
  wide: number;
  /** The seat whose pills alone are shown; 0: all. */
  seat: number;
  /** The area a late wager is asked about. */
  asked?: string | undefined;
  onArea: (area: AreaView) => void;
}

export function CrewFelt({ layout, table, view, half = null, wide, seat, asked, onArea }: CrewFeltProps) {
  const d = dealerWords.value;
  const places = placed(layout, half, wide);
  const [current, setCurrent] = useState(places[0]?.area.id);
  const svg = useRef<SVGSVGElement>(null);
  const here = places.some((it) => it.area.id === current) ? current : places[0]?.area.id;
  const high = Math.max(...places.map((it) => it.y + it.h));
  const shown = view.pills.filter((it) => !seat || it.seat === seat);
  const lit = new Set(view.lit);
  const result = view.entered || view.lit.length > 0;
  const scale = scaleOf(layout, half, wide);

  const keyDown = (event: KeyboardEvent) => {
    const id = (event.target as Element).closest<SVGGElement>(".crew-area")?.dataset.area;
    const from = places.find((it) => it.area.id === id);
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    if (WAYS.has(event.key)) {
      const to = nearest(places.map(spot), spot(from), event.key as Way).id;
      setCurrent(to);
      svg.current?.querySelector<SVGGElement>(`[data-area="${to}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") onArea(from.area);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section class={`crew-felt ${result ? "result" : ""}`} aria-label={d.feltOfCrew} data-region="felt">
      <svg
        ref={svg}
        viewBox={`0 0 ${wide} ${high}`}
        role="group"
        aria-label={words.value.felt(layout.table)}
        onKeyDown={keyDown}
      >
        {half === "props" ? null : (
          <Boxes boxes={layout.boxes} table={table} pills={shown} scale={scale} off={words.value.off} />
        )}
        {places.map((place) => {
          const own = shown.filter((it) => it.area === place.area.id && !it.box);
          return (
            <g
              key={place.area.id}
              class={classesOf(place.area, own, lit, result, asked)}
              data-area={place.area.id}
              transform={`translate(${place.x} ${place.y})`}
              role="button"
              tabIndex={place.area.id === here ? 0 : -1}
              aria-label={spokenArea(place.area, own, lit.has(place.area.id))}
              onFocus={() => setCurrent(place.area.id)}
              onClick={() => onArea(place.area)}
            >
              <Ground place={place} scale={scale} />
              <g aria-hidden="true">
                <CrewFace
                  area={place.area}
                  w={place.w}
                  h={place.h}
                  dice={diceOf(layout)}
                  streak={streakOf(table, place.area)}
                />
                {laidOut(own, roomFor(place.area, place.w, place.h), words.value.off).map((pill) => (
                  <PillAt key={pill.it?.bet ?? "more"} pill={pill} />
                ))}
              </g>
            </g>
          );
        })}
      </svg>
    </section>
  );
}

function spot({ area, x, y, w, h }: Place) {
  return { id: area.id, band: area.band, order: area.order, x, y, w, h };
}

function streakOf(table: TableView, area: AreaView): StreakView | undefined {
  return area.streak ? table.streaks.find((it) => it.area === area.id) : undefined;
}

function classesOf(area: AreaView, pills: PillView[], lit: Set<string>, result: boolean, asked?: string): string {
  const on = lit.has(area.id);
  return [
    "crew-area",
    on && "lit",
    result && !on && pills.some((it) => it.state === "lost") && "losing",
    result && !on && "dark",
    asked === area.id && "asked",
  ]
    .filter(Boolean)
    .join(" ");
}

/** "Small, lit, seat 1 $50 paid". */
function spokenArea(area: AreaView, pills: PillView[], lit: boolean): string {
  const d = dealerWords.value;
  return [
    said(area.name),
    ...(lit ? [d.isLit] : []),
    ...pills.map((it) => d.pill(it.seat, stake(it.amount), d.states[it.state])),
  ].join(", ");
}

/** The ground of an area; the Win Line goes round two sides. */
function Ground({ place, scale }: { place: Place; scale: Scale }) {
  const { area, w, h } = place;
  const [tall, wide] = area.parts;
  if (!tall || !wide) return <rect class="ground" x={1.5} y={1.5} width={w - 3} height={h - 3} rx="6" />;
  const [right, knee] = [tall.w * scale.x, (wide.y - area.y) * scale.y];
  return (
    <path
      class="ground"
      d={`M8 1.5H${right - 8}Q${right - 2} 1.5 ${right - 2} 8V${knee - 8}Q${right - 2} ${knee + 2} ${right + 8} ${knee + 2}H${w - 8}Q${w - 1.5} ${knee + 2} ${w - 1.5} ${knee + 8}V${h - 8}Q${w - 1.5} ${h - 1.5} ${w - 8} ${h - 1.5}H48Q1.5 ${h - 1.5} 1.5 ${h - 48}V8Q1.5 1.5 8 1.5Z`}
    />
  );
}

/** A seat in a disc, then the sum. The disc is ivory for value chips, and has the colour of colour checks. */
export function PillAt({ pill }: { pill: Pill }) {
  const { it, text, x, y, w, h } = pill;
  if (!it) {
    return (
      <g class="pill more">
        <rect x={x} y={y} width={w} height={h} rx={h / 2} />
        <text x={x + w / 2} y={y + 14} text-anchor="middle">
          {text}
        </text>
      </g>
    );
  }
  return (
    <g class={`pill ${it.state.replace(" ", "-")}`}>
      <rect x={x + 0.75} y={y + 0.75} width={w - 1.5} height={h - 1.5} rx={h / 2} />
      <circle
        class={it.colour ? "checks" : "value"}
        cx={x + 10}
        cy={y + h / 2}
        r={7.5}
        style={it.colour ? { fill: CHECK[it.colour] } : undefined}
      />
      <text class={it.colour ? "on-checks" : "seat"} x={x + 10} y={y + 13.8} text-anchor="middle">
        {it.seat}
      </text>
      <text class="sum" x={x + w - 6} y={y + 14.2} text-anchor="end" {...tight(text, w)}>
        {text}
      </text>
    </g>
  );
}

function tight(text: string, w: number) {
  return text.length * 7.5 > w - 26 ? { textLength: w - 26, lengthAdjust: "spacingAndGlyphs" as const } : {};
}

/** The number boxes of craps: the puck, and the wagers that travelled. */
function Boxes({
  boxes,
  table,
  pills,
  scale,
  off,
}: {
  boxes: BoxView[];
  table: TableView;
  pills: PillView[];
  scale: Scale;
  off: string;
}) {
  const w = words.value;
  const puck = table.puck;
  const first = boxes[0];
  // Left of the boxes, where the felt has room there; else in the corner of the first.
  const offAt = first && first.x < 30 ? { x: first.puck[0]!, y: first.puck[1]! + 4 } : { x: 88, y: 120 };
  if (!boxes.length) return null;
  return (
    <g class="crew-boxes" role="img" aria-label={puck?.on ? w.puckOn(puck.point) : w.puckOff}>
      {boxes.map((box) => {
        const [x, y, wide, h] = [box.x * scale.x, box.y * scale.y, box.w * scale.x, box.h * scale.y];
        const on = puck?.on === true && puck.point === box.number;
        const own = pills.filter((it) => it.box === box.number);
        return (
          <g
            key={box.number}
            class={`crew-box ${on ? "on" : ""}`}
            data-box={box.number}
            transform={`translate(${x} ${y})`}
          >
            <rect class="ground" x={1.5} y={1.5} width={wide - 3} height={h - 3} rx="6" />
            <text class="big-name" x={wide / 2} y={26} text-anchor="middle">
              {String(box.number)}
            </text>
            {on ? (
              <g class="puck">
                <circle cx={wide - 16} cy={16} r="12" />
                <text x={wide - 16} y={19.6} text-anchor="middle">
                  {w.on}
                </text>
              </g>
            ) : null}
            {laidOut(own, { x: 4, y: 33, w: wide - 8, h: h - 36 }, off).map((pill) => (
              <PillAt key={pill.it?.bet ?? "more"} pill={pill} />
            ))}
          </g>
        );
      })}
      {puck?.on ? null : (
        <g class="puck off" transform={`translate(${offAt.x * scale.x} ${offAt.y * scale.y})`}>
          <circle r="15" />
          <text y="4" text-anchor="middle">
            {w.off}
          </text>
        </g>
      )}
    </g>
  );
}
