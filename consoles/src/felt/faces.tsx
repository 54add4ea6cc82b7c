/** What is printed in an area: drawn in felt units from its own top left corner, so that it can be put anywhere. */
import type { AreaView, ColourMark, StreakView } from "../api/types";
import type { DiceKind } from "../parts/die";
import { DieAt } from "../parts/die";
import { capital, language, odds, otherwise, said, told, words } from "../words";
import { stake } from "../words/money";
import { Laid } from "./laid";
import type { Mark } from "./marks";
import { Letter, T } from "./print";

export interface FaceProps {
  area: AreaView;
  w: number;
  h: number;
  dice: DiceKind;
  colours: Record<string, ColourMark>;
  streak?: StreakView | undefined;
  /** The player's own streak. */
  run?: Mark["run"];
}

/** The name in the other language, where the page is English and it fits: the felt is bilingual then. */
function Other({
  area,
  x,
  y,
  size,
  at,
  until,
}: {
  area: AreaView;
  x: number;
  y: number;
  size: number;
  at?: "start" | "middle" | "end";
  until?: number;
}) {
  const name = otherwise(area.name);
  if (language.value !== "en" || (until !== undefined && x + size * name.length > until)) return null;
  return (
    <T k="s" x={x} y={y} size={size} at={at ?? "start"} lang="zh-Hans">
      {name}
    </T>
  );
}

/** About how wide a name is, in felt units. */
function widthOf(name: string, size: number): number {
  return size * 0.66 * name.length;
}

export function Face(props: FaceProps) {
  const { area } = props;
  if (area.face.kind === "laid") return <Laid {...props} />;
  if (area.streak) return <Ladder {...props} />;
  const id = area.id;
  if (id === "small" || id === "big" || id === "odd" || id === "even") return <Outside {...props} />;
  if (/^(lay|buy|place-win|place-lose)-/.test(id)) return <Cell {...props} />;
  if (id.startsWith("horn-high")) return <HornHigh {...props} />;
  if (area.face.kind === "number") return id.startsWith("big-") ? <BigNumber {...props} /> : <Total {...props} />;
  if (area.face.kind === "dice") return <DiceFace {...props} />;
  if (area.face.kind === "symbol") return area.face.count === 1 ? <OneSymbol {...props} /> : <Symbols {...props} />;
  if (area.face.kind === "colour") return <Colour {...props} />;
  return <Wide {...props} />;
}

/** "4 to 10, no triple" in two lines. */
function sayings(area: AreaView): [string, string] {
  const [first = "", ...rest] = area.says.split(", ");
  const second = rest.join(", ");
  const w = words.value;
  const triple = /triple/i.test(second);
  if (language.value === "en") return [first, triple ? w.triplesLose : second];
  return [first.replace(/^(\d+) to (\d+)$/, "$1 至 $2"), triple ? w.triplesLose : ""];
}

function Outside({ area, w, h }: FaceProps) {
  const [range, but] = sayings(area);
  const tall = h > 80;
  return (
    <>
      <T k="n" x={14} y={tall ? 34 : 29} size={tall ? 21.9 : 18.3}>
        {said(area.name)}
      </T>
      <Other area={area} x={w - 14} y={tall ? 34 : 29} size={tall ? 21.9 : 18.3} at="end" />
      {tall && /^\d+ (to|至) \d+$/.test(range) ? (
        <T k="t" x={14} y={55}>
          {range}
        </T>
      ) : null}
      {tall && but ? (
        <T k="s" x={14} y={71} size={11}>
          {but}
        </T>
      ) : null}
      <T k="o" x={14} y={h - 13}>
        {odds(area.odds)}
      </T>
    </>
  );
}

function Total({ area, w, h }: FaceProps) {
  const low = h < 70; // with a chip below the price all the same
  return (
    <>
      <T k="n" x={w / 2} y={low ? 22 : 31} size={low ? 20 : 23.7} at="middle">
        {String(area.face.value)}
      </T>
      <T k="o" x={w / 2} y={low ? 36 : 48} at="middle">
        {odds(area.short)}
      </T>
    </>
  );
}

function BigNumber({ area, w, h }: FaceProps) {
  return (
    <>
      <T k="n" x={14} y={h / 2 + 6} size={27.4}>
        {String(area.face.value)}
      </T>
      <T k="s" x={w > 76 ? 36 : 34} y={h / 2 - 6} size={11}>
        {language.value === "en" ? words.value.big : said(area.name)}
      </T>
      <Other area={area} x={36} y={h / 2 + 8} size={11} />
      <T k="o" x={14} y={h - 9}>
        {odds(area.odds)}
      </T>
    </>
  );
}

function DiceFace({ area, w, h, dice: kind }: FaceProps) {
  const { dice } = area.face;
  if (area.band === "pairs") return <Pair area={area} w={w} kind={kind} />;
  if (dice.length === 1) return <Single area={area} w={w} h={h} kind={kind} />;
  if (dice.length === 3) return <Pyramid area={area} w={w} h={h} kind={kind} />;
  const size = dice.length === 4 ? 21 : w < 80 ? 23 : 30;
  const step = size + (dice.length === 4 ? 4 : 3.5);
  const short = w < 80;
  const x0 = short || dice.length === 4 || kind === "red" ? 12 : (w - dice.length * step + 3.5) / 2;
  const under = dice.length === 4 ? words.value.anyThree : said(area.name);
  return (
    <>
      {dice.map((face, n) => (
        <DieAt face={face} kind={kind} x={(short ? 9 : x0) + n * step} y={11} size={size} />
      ))}
      {kind === "red" && !short ? (
        <>
          <T k="t" x={14} y={h - 17} size={12.8}>
            {under}
          </T>
          <T k="o" x={Math.max(70, 20 + widthOf(under, 12.8))} y={h - 17}>
            {odds(area.short)}
          </T>
        </>
      ) : kind === "red" ? (
        <>
          <T k="t" x={9} y={51} size={11}>
            {under}
          </T>
          <T k="o" x={9} y={67}>
            {odds(area.short)}
          </T>
        </>
      ) : (
        <>
          <T k="s" x={12} y={dice.length === 4 ? 53 : 71} size={11}>
            {under}
          </T>
          <T k="o" x={12} y={dice.length === 4 ? 68 : 57}>
            {odds(area.odds)}
          </T>
        </>
      )}
    </>
  );
}

function Pair({ area, w, kind }: { area: AreaView; w: number; kind: DiceKind }) {
  const [a = 1, b = 2] = area.face.dice;
  if (language.value === "zh") {
    return (
      <>
        <T k="o" x={w / 2} y={20} size={11} at="middle">
          {odds(area.short)}
        </T>
        <DieAt face={a} kind={kind} x={w / 2 - 23} y={28} size={22} />
        <DieAt face={b} kind={kind} x={w / 2 + 1} y={28} size={22} />
      </>
    );
  }
  return (
    <>
      <DieAt face={a} kind={kind} x={7} y={10} size={25} />
      <DieAt face={b} kind={kind} x={7} y={40} size={25} />
      <T k="o" x={w - 5} y={22} size={11} at="end">
        {area.short}
      </T>
    </>
  );
}

function Pyramid({ area, w, h, kind }: { area: AreaView; w: number; h: number; kind: DiceKind }) {
  const [face = 1] = area.face.dice;
  const m = w / 2;
  return (
    <>
      {[
        [m - 9.5, 9],
        [m - 20.5, 30],
        [m + 1.5, 30],
      ].map(([x, y]) => (
        <DieAt face={face} kind={kind} x={x!} y={y!} size={19} />
      ))}
      <T k="o" x={9} y={h - 13} size={11.4}>
        {odds(area.short)}
      </T>
    </>
  );
}

function Single({ area, w, kind }: { area: AreaView; w: number; h: number; kind: DiceKind }) {
  const say = [words.value.one, words.value.two, words.value.three];
  return (
    <>
      <DieAt face={area.face.dice[0] ?? 1} kind={kind} x={12} y={19} size={50} />
      {area.pays.slice(0, 3).map((line, n) => (
        <>
          <T k="s" x={70} y={23 + n * 14.5} size={11}>
            {say[n]!}
          </T>
          <T k="o" x={w - 11} y={23 + n * 14.5} size={11.4} at="end">
            {odds(line.short)}
          </T>
        </>
      ))}
    </>
  );
}

const NARROW = 80;

/** Lay, Buy and Place: a word and a price in a small cell under its number. */
function Cell({ area, w: wide }: FaceProps) {
  const w = words.value;
  const [, kind = ""] = /^(lay|buy|place-win|place-lose)-/.exec(area.id) ?? [];
  const text = { lay: w.lay, buy: w.buy, "place-win": w.toWin, "place-lose": w.toLose }[kind] ?? "";
  // By itself on a narrow screen it has no number above it.
  return (
    <>
      <T k="s" x={9} y={17} size={11}>
        {wide > NARROW ? said(area.name) : text}
      </T>
      <T k="o" x={9} y={32}>
        {odds(area.short)}
      </T>
    </>
  );
}

function HornHigh({ area }: FaceProps) {
  return (
    <>
      <T k="s" x={10} y={20} size={11}>
        {words.value.hornHigh}
      </T>
      <T k="n" x={10} y={46} size={18.3}>
        {String(area.face.number)}
      </T>
    </>
  );
}

function lines(text: string, most: number): string[] {
  const out: string[] = [];
  for (const word of text.split(" ")) {
    const last = out.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most) out[out.length - 1] = `${last} ${word}`;
    else out.push(word);
  }
  return out;
}

/** An area told by its name. */
function Wide({ area, w, h }: FaceProps) {
  const name = said(area.name);
  const behind = area.behind !== "";
  if (area.id === "win-line") return <WinLine area={area} h={h} />;
  if (w < 80) {
    const parts = lines(name, 9);
    return (
      <>
        {parts.map((part, n) => (
          <T
            k={behind ? "t" : "n"}
            x={w / 2}
            y={(behind ? 22 : 32) + n * (behind ? 14 : 18)}
            size={behind ? 11 : 14.6}
            at="middle"
          >
            {part}
          </T>
        ))}
        {behind ? (
          <T k="s" x={w / 2} y={22 + parts.length * 14} size={11} at="middle">
            {said(area.note)}
          </T>
        ) : (
          <>
            <Other area={area} x={w / 2} y={72} size={11.9} at="middle" />
            <T k="s" x={w / 2} y={90} size={11} at="middle">
              {said(area.note)}
            </T>
            <T k="o" x={w / 2} y={h - 16} at="middle">
              {odds(area.odds)}
            </T>
          </>
        )}
      </>
    );
  }
  if (behind) {
    const tall = h > 70;
    return (
      <>
        <T k="t" x={14} y={tall ? 28 : h > 52 ? 25 : 21} size={12.3}>
          {name}
        </T>
        <T k="o" x={14} y={tall ? 64 : h > 52 ? 48 : 40} size={tall ? 11.9 : 10.8}>
          {odds(area.short)}
        </T>
        <T k="s" x={tall ? 14 : 19 + odds(area.short).length * 4.9} y={tall ? 45 : h > 52 ? 48 : 40} size={10.8}>
          {said(area.note)}
        </T>
      </>
    );
  }
  if (h > 75 && w < 180) {
    const parts = lines(name, 12);
    return (
      <>
        {parts.map((part, n) => (
          <T k="t" x={14} y={26 + n * 17} size={13.7}>
            {part}
          </T>
        ))}
        {parts.length === 1 ? <Other area={area} x={14} y={46} size={13.7} /> : null}
        <T k="o" x={14} y={h - 14}>
          {odds(area.odds)}
        </T>
      </>
    );
  }
  if (h > 60) {
    const wide = w > 250;
    const size = wide ? 22 : 14.6;
    return (
      <>
        <T k="n" x={16} y={wide ? h / 2 : 26} size={size}>
          {name}
        </T>
        <Other
          area={area}
          x={16 + widthOf(name, size) + 14}
          y={h / 2}
          size={size * 0.75}
          until={wide && area.totals.length <= 4 ? w : 0}
        />
        {area.totals.length > 4 && wide ? (
          <Numbers area={area} x={16 + widthOf(name, size) + 42} y={h / 2 - 9} />
        ) : null}
        {!wide && language.value === "en" ? (
          <T k="s" x={16} y={43} size={11}>
            {area.says}
          </T>
        ) : null}
        <T k="o" x={16} y={h - (wide ? 14 : 10)}>
          {wide ? prices(area) : odds(area.short)}
        </T>
      </>
    );
  }
  const size = w > 250 ? 17 : 14.6;
  const x = 16 + widthOf(name, size) + 14;
  return (
    <>
      <T k="n" x={16} y={h / 2 + 6} size={size}>
        {name}
      </T>
      <Other area={area} x={x} y={h / 2 + 6} size={11.9} until={w - 180} />
      {said(area.note) ? (
        <T k="s" x={w - 120} y={h / 2 + 6} size={11} at="end">
          {said(area.note)}
        </T>
      ) : null}
      <T k="o" x={w - 50} y={h / 2 + 6} at="end">
        {odds(area.odds.length > 16 ? area.short : area.odds)}
      </T>
    </>
  );
}

/** The numbers of the Field; a ring marks those that pay more. */
function Numbers({ area, x, y }: { area: AreaView; x: number; y: number }) {
  const better = new Set(area.pays.slice(1).flatMap((line) => line.when.match(/\d+/g) ?? []));
  return (
    <>
      {area.totals.map((total, n) => (
        <>
          {better.has(String(total)) ? <circle class="ringed" cx={x + n * 27} cy={y - 5} r="12" /> : null}
          <T k="t" x={x + n * 27} y={y} size={13.7} at="middle">
            {String(total)}
          </T>
        </>
      ))}
    </>
  );
}

/** "1 to 1, 2 or 12: 2 to 1". */
function prices({ pays, odds: all }: AreaView): string {
  const [first, ...rest] = pays;
  if (language.value !== "en" || !first || !rest.length) return odds(all);
  return [first.odds, ...rest.map((it) => `${it.when}: ${it.odds}`)].join(", ");
}

function WinLine({ area, h }: { area: AreaView; h: number }) {
  const name = said(area.name);
  if (h < 200)
    return (
      <>
        <T k="n" x={16} y={34} size={21.9}>
          {name}
        </T>
        <Other area={area} x={16 + widthOf(name, 21.9) + 12} y={34} size={16} />
        <T k="o" x={16} y={h - 14}>
          {odds(area.odds)}
        </T>
      </>
    );
  return (
    <>
      <T k="n" x={36} y={300} size={19} turn>
        {name}
      </T>
      <T k="n" x={74} y={h - 21} size={21.9}>
        {name}
      </T>
      <Other area={area} x={190} y={h - 22} size={18} />
      <T k="o" x={240} y={h - 22}>
        {odds(area.odds)}
      </T>
    </>
  );
}

function Symbols({ area, w, h }: FaceProps) {
  const { symbol, colour, count } = area.face;
  const size = 24,
    step = 27;
  const x0 = (w - count * step + 3) / 2;
  return (
    <>
      <g class={`hue ${colour}`}>
        {Array.from({ length: count }, (_, n) => (
          <use href={`#symbol-${symbol}`} x={x0 + n * step} y={11} width={size} height={size} />
        ))}
      </g>
      <T k="t" x={12} y={h - 30} size={11}>
        {said(area.name)}
      </T>
      <T k="o" x={12} y={h - 14}>
        {odds(area.odds)}
      </T>
    </>
  );
}

function OneSymbol({ area, w, h, colours }: FaceProps) {
  const { symbol, colour, value } = area.face;
  const size = Math.min(66, h - 70);
  return (
    <>
      <DieAt face={value} kind="ivory" x={12} y={12} size={20} />
      <g class={`hue ${colour}`}>
        <use href={`#symbol-${symbol}`} x={(w - size) / 2} y={(h - size) / 2 - 16} width={size} height={size} />
      </g>
      <Letter colour={colour} mark={colours[colour]} x={w - 20} y={20} r={13} />
      <T k="t" x={14} y={h - 39} size={14.6}>
        {said(area.name)}
      </T>
      <Other area={area} x={14 + 8.6 * said(area.name).length + 12} y={h - 39} size={13} />
      <T k="o" x={14} y={h - 14}>
        {odds(area.short)}
      </T>
    </>
  );
}

function Colour({ area, w, h, colours }: FaceProps) {
  const { colour, count } = area.face;
  const r = count === 3 ? 12 : 17;
  return (
    <>
      {Array.from({ length: count }, (_, n) => (
        <Letter colour={colour} mark={colours[colour]} x={12 + r + n * (2 * r + 1)} y={11 + r} r={r} />
      ))}
      {count === 1 ? <Other area={area} x={w - 14} y={36} size={18} at="end" /> : null}
      <T k="t" x={14} y={h - 26} size={12.8}>
        {said(area.name)}
      </T>
      <T k="o" x={14} y={h - 11}>
        {odds(area.odds)}
      </T>
    </>
  );
}

const RUNGS = 12;
const UNPAID = 3;

/** Super Streak: twelve rungs, the first three low because they pay nothing. */
function Ladder({ area, w, streak, run }: FaceProps) {
  const say = words.value;
  const [a, b] = area.id.includes("odd") ? [say.odd, say.even] : [say.small, say.big];
  const side = streak?.side ? say[streak.side as "small"] : "";
  const step = (w - 24) / RUNGS;
  const counted = run ? run.count : (streak?.count ?? 0);
  const state = run
    ? run.count
      ? say.inARow(side, run.count)
      : say.followsNext(side)
    : streak?.window
      ? say.windowOpen
      : counted > 0
        ? say.inARow(side, counted)
        : say.closed;
  return (
    <>
      <T k="t" x={12} y={19} size={11.4}>
        {say.superStreak}
      </T>
      <T k="s" x={w - 12} y={19} size={11} at="end">
        {say.streakSides(a, b)}
      </T>
      {Array.from({ length: RUNGS }, (_, n) => {
        const low = n < UNPAID;
        return (
          <rect
            class={`rung ${low ? "" : "pay"} ${streak && n < counted ? "on" : ""}`}
            x={12 + n * step}
            y={low ? 35 : 32}
            width={step - 2.6}
            height={low ? 5 : 8}
            rx="1.5"
          />
        );
      })}
      <T k="t" x={12} y={56} size={11}>
        {state}
      </T>
      <T k="s" x={12} y={70} size={11}>
        {run
          ? say.endsNow(stake(run.worth))
          : streak && !streak.window && streak.count > 0 && !streak.live
            ? say.closed
            : shorten(after(told(streak?.words ?? "")), Math.floor((w - 50) / 5.4))}
      </T>
    </>
  );
}

/** What comes after the first words, which the line above has said already: "Window open, follows Big". */
function after(text: string): string {
  const [, rest] = /^[^,，]+[,，] ?(.*)$/.exec(text) ?? [];
  return rest ? capital(rest) : text;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
