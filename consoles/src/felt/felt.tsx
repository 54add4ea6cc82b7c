/**
 * The felt of a table, drawn from its LayoutView. It is one tab stop: arrows go from area to area, Enter or Space adds a
 * chip, Backspace takes one off, I opens the card. It knows no rule: what may be done is in the marks.
 */
import { useRef, useState } from "preact/hooks";
import type { LayoutView } from "../api/types";
import type { DiceKind } from "../parts/die";
import { words } from "../words";
import type { Place } from "./area";
import { Area } from "./area";
import type { Travelled } from "./boxes";
import { Boxes } from "./boxes";
import type { Marks } from "./marks";
import { NOTHING } from "./marks";
import { onePage, wholeFelt } from "./places";
import type { Way } from "./way";
import { nearest, WAYS } from "./way";
import "./felt.css";

export interface FeltProps {
  layout: LayoutView;
  marks: Marks;
  /** Whether a result is shown: what did not win is dimmed. */
  settled?: boolean;
  /** Show these areas by themselves, so many felt units wide; else the whole felt. */
  page?: string[] | undefined;
  width?: number;
  /** How many times as tall as it is drawn the whole felt stands. */
  taller?: number;
  puck?: { on: boolean; point: number } | null;
  travelled?: Travelled[];
  onAdd?: (area: string) => void;
  onTakeOff?: (area: string) => void;
  /** The area whose card is to be shown, by pointer, focus or the key I; null: none. */
  onCard?: (area: string | null) => void;
}

export function diceOf({ look }: Pick<LayoutView, "look">): DiceKind {
  return look.kind === "symbols" ? look.sides : look.kind;
}

const HOVER = 300;
const PRESS = 500;

export function Felt(props: FeltProps) {
  const {
    layout,
    marks,
    settled = false,
    page,
    width = 342,
    taller = 1,
    puck,
    travelled = [],
    onAdd,
    onTakeOff,
    onCard,
  } = props;
  const { places, w, h } = page === undefined ? wholeFelt(layout, taller) : onePage(layout, page, width);
  const [current, setCurrent] = useState(places[0]?.area.id);
  const svg = useRef<SVGSVGElement>(null);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef(false);
  const rests = useRef("");
  const here = places.some((place) => place.area.id === current) ? current : places[0]?.area.id;

  const areaOf = (event: Event) => (event.target as Element).closest<SVGGElement>(".area")?.dataset.id;
  const go = (id: string) => {
    setCurrent(id);
    svg.current?.querySelector<SVGGElement>(`[data-id="${id}"]`)?.focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    const id = areaOf(event);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    if (WAYS.has(event.key))
      go(nearest(places.map(spot), spot(places.find((it) => it.area.id === id)!), event.key as Way).id);
    else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) onAdd?.(id);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      if (!event.repeat) onTakeOff?.(id);
    } else if (event.key === "i" || event.key === "I") onCard?.(id);
    else if (event.key === "Escape") onCard?.(null);
    else return;
    event.preventDefault();
  };
  const over = (event: PointerEvent) => {
    // What moves under a pointer that rests is not pointed at.
    const place = `${event.clientX} ${event.clientY}`;
    if (place === rests.current) return;
    rests.current = place;
    clearTimeout(wait.current);
    const id = areaOf(event);
    if (event.pointerType === "touch") return;
    wait.current = setTimeout(() => onCard?.(id ?? null), id ? HOVER : 0);
  };
  const down = (event: PointerEvent) => {
    const id = areaOf(event);
    clearTimeout(wait.current);
    pressed.current = false;
    if (!id || event.pointerType !== "touch") return;
    wait.current = setTimeout(() => {
      pressed.current = true;
      onCard?.(id);
    }, PRESS);
  };
  const click = (event: MouseEvent) => {
    clearTimeout(wait.current);
    const id = areaOf(event);
    if (!id || pressed.current) return;
    setCurrent(id);
    onAdd?.(id);
  };
  return (
    <svg
      ref={svg}
      class="felt-drawing"
      viewBox={`0 0 ${w} ${h}`}
      role="group"
      aria-label={words.value.felt(layout.table)}
      aria-describedby="felt-help"
      onKeyDown={keyDown}
      onPointerOver={over}
      onPointerDown={down}
      onPointerLeave={() => {
        clearTimeout(wait.current);
        onCard?.(null);
      }}
      onClick={click}
      onContextMenu={(event) => {
        const id = areaOf(event);
        if (id) {
          event.preventDefault();
          if (!pressed.current) onTakeOff?.(id);
        }
      }}
      onFocusIn={(event) => {
        const id = areaOf(event);
        if (id) {
          setCurrent(id);
          if ((event.target as Element).matches(":focus-visible")) onCard?.(id);
        }
      }}
      onFocusOut={() => onCard?.(null)}
    >
      <defs>
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" class="hatch-ground" />
          <rect width="1.4" height="7" class="hatch-line" />
        </pattern>
      </defs>
      <desc id="felt-help">{words.value.feltHelp}</desc>
      {page === undefined && layout.boxes.length ? (
        <Boxes boxes={layout.boxes} puck={puck ?? null} travelled={travelled} />
      ) : null}
      {places.map((place) => (
        <Area
          key={place.area.id}
          place={place}
          mark={marks.get(place.area.id) ?? NOTHING}
          settled={settled}
          current={place.area.id === here}
          dice={diceOf(layout)}
          colours={layout.colours}
          gap={layout.gap}
          radius={layout.radius}
        />
      ))}
    </svg>
  );
}

function spot(place: Place) {
  const { area, x, y, w, h } = place;
  return { id: area.id, band: area.band, order: area.order, x, y, w, h };
}
