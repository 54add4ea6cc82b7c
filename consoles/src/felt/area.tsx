/** One area of the felt: its ground, its face, the chip on it, and what a screen reader says of it. */
import type { AreaView, ColourMark } from "../api/types";
import { StackAt } from "../parts/chip";
import type { DiceKind } from "../parts/die";
import { language, odds, said, words } from "../words";
import { onChip, spoken } from "../words/money";
import { Face } from "./faces";
import type { Mark } from "./marks";

export interface Place {
  area: AreaView;
  x: number;
  y: number;
  w: number;
  h: number;
  /** How tall the face on it is drawn, where that is less. */
  face?: number;
  /** Where the middle of a chip lies, from the corner of the area. */
  chip: [number, number];
  /** How large a chip may be here, where that is less. */
  chipSize?: number;
}

/** "Double 4, pays 11 to 1, your stake 5 dollars". */
export function labelOf(area: AreaView, mark: Mark): string {
  const w = words.value;
  const parts = [said(area.name), w.pays(pricesOf(area)), mark.stake ? w.yourStake(spoken(mark.stake)) : w.noStake];
  if (mark.everyone) parts.push(w.everyoneHas(spoken(mark.everyone)));
  if (mark.outcome === "win") parts.push(mark.won ? w.winsYou(spoken(mark.won)) : w.wins);
  else if (mark.outcome === "lose") parts.push(w.lost);
  else if (mark.streak?.window) parts.push(w.openFollows(w[mark.streak.side as "small"] ?? ""));
  else if (mark.shut) parts.push(w.closedBecause(mark.shut));
  else if (mark.locked) parts.push(w.locked);
  return parts.join(language.value === "zh" ? "，" : ", ");
}

/** A ladder of many prices is told by its ends. */
function pricesOf({ pays, odds: all }: AreaView): string {
  return odds(pays.length > 3 ? `${pays[0]!.odds} – ${pays.at(-1)!.odds}` : all);
}

export function classesOf(mark: Mark, settled: boolean): string {
  const shown = [
    "area",
    mark.stake > 0 && "staked",
    mark.outcome === "win" && "win",
    mark.outcome === "lose" && "lose",
    settled && !mark.outcome && "dim",
    mark.shut && !mark.outcome && "shut",
    mark.locked && !mark.outcome && !mark.shut && "locked",
    mark.streak?.window && "window",
    mark.refused && "refused",
  ];
  return shown.filter(Boolean).join(" ");
}

interface AreaProps {
  place: Place;
  mark: Mark;
  settled: boolean;
  current: boolean;
  dice: DiceKind;
  colours: Record<string, ColourMark>;
  gap: number;
  radius: number;
  /** Whether it is only looked at. */
  still?: boolean;
}

export function Area({ place, mark, settled, current, dice, colours, gap, radius, still = false }: AreaProps) {
  const { area, x, y, w, h, face = h } = place;
  const inset = gap / 2;
  const cut = area.parts.length && h > 200 ? outline(area, inset) : null;
  return (
    <g
      class={classesOf(mark, settled)}
      data-id={area.id}
      {...(still
        ? {}
        : {
            role: "button",
            tabindex: current ? 0 : -1,
            "aria-label": labelOf(area, mark),
            "aria-disabled": mark.locked || mark.shut ? ("true" as const) : undefined,
          })}
      transform={`translate(${x} ${y})`}
    >
      {cut ? (
        <path class="ground" d={cut} />
      ) : (
        <rect class="ground" x={inset} y={inset} width={w - gap} height={h - gap} rx={radius} />
      )}
      <g class="face" aria-hidden="true" transform={`translate(0 ${(h - face) / 2})`}>
        <Face area={area} w={w} h={face} dice={dice} colours={colours} streak={mark.streak} run={mark.run} />
      </g>
      {mark.everyone && !area.streak ? <Everyone cents={mark.everyone} place={place} /> : null}
      <Stake place={place} mark={mark} />
      {mark.shut && !mark.outcome && !mark.stake ? <Padlock x={place.chip[0]} y={place.chip[1] - 2} /> : null}
      {cut ? (
        <path class="focus" d={cut} />
      ) : (
        <rect
          class="focus"
          x={inset - 1.6}
          y={inset - 1.6}
          width={w - gap + 3.2}
          height={h - gap + 3.2}
          rx={radius + 1.6}
        />
      )}
    </g>
  );
}

/** What everyone together has here, at the upper edge, where no chip lies. */
function Everyone({ cents, place }: { cents: number; place: Place }) {
  const text = words.value.everyoneOn(onChip(cents));
  const w = text.length * 5.6 + 8;
  const [, wide] = place.area.parts;
  const [x, y] = [place.w - 4 - w, wide && place.h > 200 ? wide.y - place.area.y : 0];
  return (
    <g class="everyone" aria-hidden="true">
      <rect x={x} y={y - 3} width={w} height="13" rx="6.5" />
      <text x={x + w / 2} y={y + 7} font-size="10" text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

function Stake({ place, mark }: { place: Place; mark: Mark }) {
  const [x, y] = place.chip;
  const r = place.chipSize ?? Math.min(15, place.h * 0.3);
  if (!mark.stake) return null;
  const off = mark.working;
  return (
    <g class={`stake ${mark.pending ? "pending" : ""}`} aria-hidden="true">
      <StackAt cents={mark.stake} x={x} y={y} r={r} />
      {off !== undefined ? (
        <g class={off ? "marker on" : "marker off"}>
          <circle cx={x + r * 0.8} cy={y - r * 0.8} r="9" />
          <text x={x + r * 0.8} y={y - r * 0.8 + 3} font-size="8.4" text-anchor="middle">
            {off ? words.value.on : words.value.off}
          </text>
        </g>
      ) : null}
      {mark.outcome === "win" && mark.won ? <Won cents={mark.won} place={place} r={r} /> : null}
      {mark.outcome === "lose" ? (
        <g class="cross">
          <circle cx={x + r * 0.75} cy={y - r * 0.75} r="7.5" />
          <path d={`M${x + r * 0.75 - 3} ${y - r * 0.75 - 3}l6 6m0-6l-6 6`} />
        </g>
      ) : null}
    </g>
  );
}

/** The height below which an area has room for what was won on the chip alone. */
const LOW = 60;

/** What a wager won hangs from the rim of its chip, where nothing is printed; in a low area it lies on the chip. */
function Won({ cents, place, r }: { cents: number; place: Place; r: number }) {
  const text = `+${onChip(cents)}`;
  const w = Math.max(28, text.length * 7 + 10);
  const x = Math.min(place.chip[0], place.w - w / 2 - 2);
  const below = Math.min(place.chip[1] + r, place.h - 5);
  const covers = below - 8 < place.chip[1] + 4;
  const y = !covers ? below : place.h < LOW ? place.chip[1] : place.h - 2;
  return (
    <g class="won">
      <rect x={x - w / 2} y={y - 8} width={w} height="16" rx="8" />
      <text x={x} y={y + 4} font-size="11" text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

function Padlock({ x, y }: { x: number; y: number }) {
  return (
    <g class="padlock" aria-hidden="true">
      <rect x={x - 5.5} y={y - 1} width="11" height="8.5" rx="1.8" />
      <path d={`M${x - 3.4} ${y - 1}v-2.6a3.4 3.4 0 0 1 6.8 0v2.6`} />
    </g>
  );
}

/** The line around an L: the tall part on the left, the wide part below. */
function outline(area: AreaView, i: number): string {
  const [tall, wide] = area.parts;
  if (!tall || !wide) return "";
  const left = i,
    right = tall.w - i,
    top = i,
    knee = wide.y - area.y + i,
    end = wide.w - i,
    low = area.h - i,
    r = 6;
  return `M${left + r} ${top}H${right - r}Q${right} ${top} ${right} ${top + r}V${knee - 10}Q${right} ${knee} ${right + 10} ${knee}H${end - r}Q${end} ${knee} ${end} ${knee + r}V${low - r}Q${end} ${low} ${end - r} ${low}H${left + 46}Q${left} ${low} ${left} ${low - 46}V${top + r}Q${left} ${top} ${left + r} ${top}Z`;
}
