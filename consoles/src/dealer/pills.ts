/** Where the wagers of an area lie in it: one pill each, and how many more there are where they do not fit. */
import type { PillView } from "../api/types";
import { onChip } from "../words/money";

export interface Room {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Pill extends Room {
  it: PillView | null;
  text: string;
}

export const TALL = 20;
const GAP = 2;
/** How many an area shows; of more, two and how many others there are. */
const MOST = 3;

/** What is written on a pill. */
export function figure(it: PillView, off: string): string {
  if (it.state === "off") return off;
  return `${it.state === "lost" ? "−" : ""}${onChip(it.amount)}`;
}

function widthOf(text: string): number {
  return 27 + 7.5 * text.length;
}

/** The pills of one area, laid out in rows from the top of its room. */
export function laidOut(pills: PillView[], room: Room, off: string): Pill[] {
  const all = pills.map((it) => ({ it, text: figure(it, off) }));
  const widest = Math.min(room.w, Math.max(0, ...all.map((it) => widthOf(it.text))));
  const across = Math.max(1, Math.floor((room.w + GAP) / (widest + GAP)));
  const down = Math.max(1, Math.floor((room.h + GAP) / (TALL + GAP)));
  const fit = Math.min(across * down, all.length > MOST ? MOST : across * down);
  const shown: { it: PillView | null; text: string }[] =
    all.length <= fit ? all : [...all.slice(0, fit - 1), { it: null, text: `+${all.length - fit + 1}` }];
  return shown.map((one, n) => ({
    ...one,
    x: room.x + (n % across) * (widest + GAP),
    y: room.y + Math.floor(n / across) * (TALL + GAP),
    w: one.it ? Math.min(room.w, widthOf(one.text)) : 26,
    h: TALL,
  }));
}
