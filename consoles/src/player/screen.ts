/** How much room there is: the felt is never shrunk below the size at which it can be hit. */
import { signal } from "@preact/signals";

export type Shape = "wide" | "column" | "phone";
const SIDE = 296;
const MARGINS = 60;

/** wide: felt and side by side; column: the felt above, all else below; phone: one band at a time. */
export function shapeFor(width: number, feltWidth: number, leastScale: number): Shape {
  const least = feltWidth * leastScale;
  if (width >= least + SIDE + MARGINS) return "wide";
  return width >= least + 2 * 16 ? "column" : "phone";
}

export const screenWidth = signal(globalThis.innerWidth ?? 1280);
export const screenHeight = signal(globalThis.innerHeight ?? 800);
globalThis.addEventListener?.("resize", () => {
  screenWidth.value = innerWidth;
  screenHeight.value = innerHeight;
});

/** What stands above and below the felt of a wide terminal, and around its drawing. */
export const BESIDE = 220;
const PAD = 16;
const TALLEST = 1.3;

/** How many times as tall as drawn a felt may stand so that the screen is used; craps keeps its shape. */
export function tallerFor(width: number, height: number, felt: { w: number; h: number; kind: string }): number {
  if (felt.kind === "craps") return 1;
  const column = width - Math.min(400, Math.max(SIDE, width * 0.21)) - 12 - 32 - PAD;
  const drawn = (column / felt.w) * felt.h;
  return Math.max(1, Math.min(TALLEST, (height - BESIDE) / drawn));
}
