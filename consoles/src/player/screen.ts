/** How much room there is: the felt is never shrunk below the size at which it can be hit. */
import { signal } from "@preact/signals";

export type Shape = "wide" | "column" | "phone";
const SIDE = 296;
const MARGINS = 60;

/** From this width on a tablet shows the whole felt, narrower than it is drawn and so much taller. */
const TABLET = 780;
const TABLET_TALLER = 1.165;

/** wide: felt and side by side; column: the felt above, all else below; phone: one page of it at a time. */
export function shapeFor(width: number, felt: { w: number; kind: string }, leastScale: number): Shape {
  const least = felt.w * leastScale;
  if (width >= least + SIDE + MARGINS) return "wide";
  return width >= (felt.kind === "craps" ? least + 2 * 16 : TABLET) ? "column" : "phone";
}

export const screenWidth = signal(globalThis.innerWidth ?? 1280);
export const screenHeight = signal(globalThis.innerHeight ?? 800);
globalThis.addEventListener?.("resize", () => {
  screenWidth.value = innerWidth;
  screenHeight.value = innerHeight;
});

/** What stands above and below the felt of a wide terminal, and around its drawing. */
export const BESIDE = 240;
const PAD = 16;
const TALLEST = 1.3;

/** How many times as tall as drawn a felt may stand so that the screen is used; craps keeps its shape. */
export function tallerFor(
  shape: Shape,
  width: number,
  height: number,
  felt: { w: number; h: number; kind: string },
): number {
  if (felt.kind === "craps" || shape === "phone") return 1;
  if (shape === "column") return width < felt.w + 60 ? TABLET_TALLER : 1;
  const column = width - Math.min(400, Math.max(SIDE, width * 0.21)) - 12 - 32 - PAD;
  const drawn = (column / felt.w) * felt.h;
  return Math.max(1, Math.min(TALLEST, (height - BESIDE) / drawn));
}
