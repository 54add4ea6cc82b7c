/** An area of a felt that was laid out by itself: what it wins on is drawn, its name stands there, and its price. */
import type { AreaView } from "../api/types";
import { DieAt } from "../parts/die";
import { language, odds, otherwise, said } from "../words";
import type { FaceProps } from "./faces";
import { Letter, T } from "./print";

const LETTER = { en: 7.1, zh: 11.6 };
const MARGIN = 9;

export function Laid({ area, w, h, dice: kind, colours }: FaceProps) {
  const { face } = area;
  const price = priceOf(area, w);
  if (!face.named) {
    return (
      <>
        {face.value ? (
          <T k="n" x={w / 2} y={h * 0.36 + 10} size={Math.min(34, h * 0.38)} at="middle">
            {String(face.value)}
          </T>
        ) : (
          <DiceRow dice={face.dice} kind={kind} w={w} h={h} />
        )}
        <T k="o" x={w / 2} y={h - 9} size={11} at="middle">
          {price}
        </T>
      </>
    );
  }
  const drawn = face.dice.length > 0 || face.count > 0;
  const large = !drawn && w >= 130 && h >= 70;
  const name = said(area.name);
  if (large) {
    const both = language.value === "en" && LETTER.zh * 1.7 * (name.length + otherwise(area.name).length) < w * 1.6;
    return (
      <>
        <T k="n" x={14} y={32} size={19}>
          {name}
        </T>
        {both ? (
          <T k="s" x={w - 14} y={32} size={16} at="end" lang="zh-Hans">
            {otherwise(area.name)}
          </T>
        ) : null}
        <T k="o" x={14} y={h - 13}>
          {odds(area.odds)}
        </T>
      </>
    );
  }
  const count = Math.max(1, face.dice.length + face.count);
  const size = Math.min(h * 0.4, 64, (w - 2 * MARGIN) / count - 3);
  const letter = h > 120 ? 15 : 11.4;
  const step = letter + 1.6;
  const top = drawn ? size + letter + 11 : letter + 6.6;
  const most = Math.max(1, Math.floor((h - 12 - top) / step));
  return (
    <>
      {drawn ? (
        <g>
          {face.dice.map((value, n) => (
            <DieAt key={n} face={value} kind={kind} x={MARGIN + n * (size + 3)} y={8} size={size} />
          ))}
          {Array.from({ length: face.count }, (_, n) => (
            <Letter
              key={n}
              colour={face.colour}
              mark={colours[face.colour]}
              x={MARGIN + size / 2 + n * (size + 1)}
              y={8 + size / 2}
              r={size / 2}
            />
          ))}
        </g>
      ) : null}
      {wrapped(name, (w - 2 * MARGIN + 3) * (11.4 / letter), most).map((line, n) => (
        <T key={line} k="t" x={MARGIN} y={top + n * step} size={letter}>
          {line}
        </T>
      ))}
      <T k="o" x={MARGIN} y={h - 9} size={11}>
        {price}
      </T>
    </>
  );
}

/** Up to three dice in a row; four by two. */
function DiceRow({ dice, kind, w, h }: { dice: number[]; kind: FaceProps["dice"]; w: number; h: number }) {
  const across = dice.length === 4 ? 2 : dice.length;
  const size = Math.min(h * (dice.length === 4 ? 0.24 : 0.42), (w - 10) / across - 2);
  const left = (w - across * (size + 2) + 2) / 2;
  return (
    <g>
      {dice.map((face, n) => (
        <DieAt
          key={n}
          face={face}
          kind={kind}
          x={left + (n % across) * (size + 2)}
          y={(dice.length === 4 ? 5 : 9) + Math.floor(n / across) * (size + 2)}
          size={size}
        />
      ))}
    </g>
  );
}

/** Every price where there is room, else the least and the most. */
function priceOf({ pays, short, odds: all }: AreaView, w: number): string {
  const fits = (text: string) => text.length * 6 <= w - 2 * MARGIN;
  const tight = charged(short);
  if (tight === short && fits(all) && pays.length === 1) return odds(all);
  if (fits(tight) || pays.length < 2) return odds(tight);
  return odds(`${charged(pays[0]!.short)} – ${charged(pays.at(-1)!.short)}`);
}

/** "2:1 less 5%" in a tight cell; of what the part is taken, the card says. */
function charged(short: string): string {
  return short.replace(/ less (\d+%)(?: of it)?/g, " −$1");
}

/** A name in as many lines as there is room for; what does not fit is cut off, and the card has it whole. */
export function wrapped(name: string, wide: number, most: number): string[] {
  const letters = Math.max(2, Math.floor(wide / (/[\u4e00-\u9fff]/.test(name) ? LETTER.zh : LETTER.en)));
  const lines: string[] = [];
  for (const word of name.split(" ").flatMap((it) => cut(it, letters))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]!.slice(0, letters - 1)}…`];
}

/** A Chinese word can be parted anywhere; another is left whole. */
function cut(word: string, letters: number): string[] {
  if (word.length <= letters || !/[\u4e00-\u9fff]/.test(word)) return [word];
  return [word.slice(0, letters), ...cut(word.slice(letters), letters)];
}
