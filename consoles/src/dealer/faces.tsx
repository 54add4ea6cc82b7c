/** What is printed on the crew's felt: names, dice and numbers, no prices; and where the chips lie beside them. */
import type { AreaView, StreakView } from "../api/types";
import { wrapped } from "../felt/laid";
import type { DiceKind } from "../parts/die";
import { DieAt } from "../parts/die";
import { language, said, words } from "../words";
import type { Room } from "./pills";

interface FaceProps {
  area: AreaView;
  w: number;
  h: number;
  dice: DiceKind;
  streak?: StreakView | undefined;
}

const DIE = 18;

/** Where the pills of an area go. */
export function roomFor(area: AreaView, w: number, h: number): Room {
  const right = (from: number): Room => ({ x: from, y: 6, w: w - from - 4, h: h - 10 });
  const below = (from: number): Room => ({ x: 4, y: Math.min(from, h - 24), w: w - 8, h: Math.max(20, h - from - 3) });
  if (area.face.kind === "laid") return h < 50 ? { x: 4, y: h - 22, w: w - 8, h: 20 } : below(w > 200 ? 22 : 30);
  if (area.parts.length) return { x: 190, y: h - 46, w: w - 200, h: 40 };
  if (area.face.kind === "dice" && area.face.dice.length === 1) return right(46);
  if (h < 60 && w > 120) return { x: w * 0.42, y: (h - 20) / 2, w: w * 0.58 - 6, h: 20 };
  if (w > 250) return { x: w * 0.4, y: (h - 42) / 2, w: w * 0.6 - 8, h: 42 };
  if (area.face.kind === "dice" && area.face.dice.length === 3) return below(38);
  if (area.face.kind === "dice" && area.face.dice.length > 1 && w < 60) return below(23);
  if (area.streak) return { x: 4, y: h - 23, w: w - 8, h: 20 };
  if (h < 50) return { x: 4, y: h - 22, w: w - 8, h: 20 };
  return below(33);
}

export function CrewFace({ area, w, h, dice, streak }: FaceProps) {
  const { face } = area;
  if (area.streak) return <Streak area={area} w={w} streak={streak} />;
  if (face.kind === "laid") return <CrewLaid area={area} w={w} dice={dice} />;
  if (area.parts.length) return <Line area={area} h={h} />;
  if (face.kind === "dice") return <DiceFace faces={face.dice} w={w} h={h} dice={dice} area={area} />;
  if (face.kind === "number" && !area.id.startsWith("big-")) {
    return (
      <text class="big-name" x={w / 2} y={25} text-anchor="middle">
        {String(face.value)}
      </text>
    );
  }
  return <Name area={area} w={w} h={h} />;
}

/** An area of a felt that was laid out by itself: the number or the dice that it wins on, or its name. */
function CrewLaid({ area, w, dice }: Pick<FaceProps, "area" | "w" | "dice">) {
  const { face } = area;
  const size = Math.min(DIE, (w - 10) / Math.max(1, face.dice.length) - 2);
  if (!face.named && face.value) {
    return (
      <text class="big-name" x={w / 2} y={24} text-anchor="middle">
        {String(face.value)}
      </text>
    );
  }
  if (!face.named) {
    return (
      <g>
        {face.dice.map((value, n) => (
          <DieAt key={n} face={value} kind={dice} x={6 + n * (size + 2)} y={6} size={size} />
        ))}
      </g>
    );
  }
  return (
    <g>
      {wrapped(said(area.name), (w - 10) * 1.15, 2).map((line, n) => (
        <text key={line} class="laid-name" x={7} y={14 + n * 11}>
          {line}
        </text>
      ))}
    </g>
  );
}

function DiceFace({
  faces,
  w,
  h,
  dice,
  area,
}: {
  faces: number[];
  w: number;
  h: number;
  dice: DiceKind;
  area: AreaView;
}) {
  if (faces.length === 1) return <DieAt face={faces[0] ?? 1} kind={dice} x={8} y={(h - 34) / 2} size={34} />;
  if (faces.length === 3 && faces[0] === faces[1] && faces[1] === faces[2]) {
    const size = 15;
    const spots: [number, number][] = [
      [w / 2 - size / 2, 4],
      [w / 2 - size - 1, 21],
      [w / 2 + 1, 21],
    ];
    return (
      <>
        {spots.map(([x, y]) => (
          <DieAt key={`${x}`} face={faces[0] ?? 1} kind={dice} x={x} y={y} size={size} />
        ))}
      </>
    );
  }
  const named = dice === "red" && w > 110;
  const size = w < 50 ? 17 : named ? 30 : w > 70 && faces.length === 2 ? 22 : DIE;
  const step = size + 3;
  const x0 = named ? 14 : (w - faces.length * step + 3) / 2;
  return (
    <>
      {faces.map((it, n) => (
        <DieAt key={`${n}`} face={it} kind={dice} x={x0 + n * step} y={named ? 8 : 5} size={size} />
      ))}
      {named ? (
        <text class="name" x={14} y={h - 12}>
          {said(area.name)}
        </text>
      ) : null}
    </>
  );
}

/** A name in as many lines as it needs. */
function Name({ area, w, h }: { area: AreaView; w: number; h: number }) {
  const full = said(area.name);
  const short = h < 50 && w < 100 ? cellName(area) : full;
  const wide = w > 90;
  const most = Math.max(6, Math.floor((w - 12) / (wide ? 12.2 : 7)));
  const lines = broken(short, most).slice(0, h < 46 ? 1 : 3);
  return (
    <>
      {lines.map((line, n) => (
        <text
          key={line}
          class={wide && lines.length === 1 ? "big-name" : "name"}
          x={8}
          y={(wide && lines.length === 1 ? (h < 60 ? h / 2 + 6 : 22) : h < 50 ? 14 : 17) + n * 15}
        >
          {line}
        </text>
      ))}
    </>
  );
}

/** Lay, Buy and Place stand under and over their number, so the number is not said again. */
function cellName(area: AreaView): string {
  const w = words.value;
  const [, kind = ""] = /^(lay|buy|place-win|place-lose)-/.exec(area.id) ?? [];
  return { lay: w.lay, buy: w.buy, "place-win": w.toWin, "place-lose": w.toLose }[kind] ?? said(area.name);
}

function broken(text: string, most: number): string[] {
  if (language.value === "zh") return [text];
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function Line({ area, h }: { area: AreaView; h: number }) {
  const name = said(area.name);
  return (
    <>
      <text class="big-name" x={36} y={h * 0.56} text-anchor="middle" transform={`rotate(-90 36 ${h * 0.56})`}>
        {name}
      </text>
      <text class="big-name" x={84} y={h - 24}>
        {name}
      </text>
    </>
  );
}

const RUNGS = 12;
const UNPAID = 3;

function Streak({ area, w, streak }: { area: AreaView; w: number; streak: StreakView | undefined }) {
  const say = words.value;
  const [a = "", b = ""] = area.face.axis;
  const step = (w - 16) / RUNGS;
  const side = streak?.side ? say[streak.side as "small"] : "";
  return (
    <>
      <text class="name" x={8} y={14}>
        {say.streakSides(say[a as "small"] ?? a, say[b as "small"] ?? b)}
      </text>
      {Array.from({ length: RUNGS }, (_, n) => (
        <rect
          key={`${n}`}
          class={`rung ${streak && n < streak.count ? "on" : ""}`}
          x={8 + n * step}
          y={n < UNPAID ? 20 : 18}
          width={step - 2}
          height={n < UNPAID ? 4 : 6}
          rx="1.5"
        />
      ))}
      {streak?.count ? (
        <text class="name" x={8} y={37}>
          {say.inARow(side, streak.count)}
        </text>
      ) : null}
    </>
  );
}
