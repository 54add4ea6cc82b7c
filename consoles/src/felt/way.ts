/** Which way the arrow keys go on a felt: to the nearest area that way; Home and End within a band. */

export interface Spot {
  id: string;
  band: string;
  order: number;
  x: number;
  y: number;
  w: number;
  h: number;
}

export type Way = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End";
export const WAYS: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

const along = (a: number, a2: number, b: number, b2: number) => Math.max(0, Math.max(a, b) - Math.min(a2, b2));

/** The area one comes to from another; the same where there is none that way. */
export function nearest(spots: Spot[], from: Spot, way: Way): Spot {
  if (way === "Home" || way === "End") {
    const band = spots.filter((it) => it.band === from.band).sort((a, b) => a.order - b.order);
    return (way === "Home" ? band[0] : band.at(-1)) ?? from;
  }
  let best = from;
  let least = Infinity;
  for (const it of spots) {
    if (it.id === from.id) continue;
    const cost = distance(from, it, way);
    if (cost < least) [best, least] = [it, cost];
  }
  return best;
}

/** How far an area lies that way, aside counting double; Infinity where it lies another way. */
function distance(from: Spot, to: Spot, way: Way): number {
  const right = from.x + from.w,
    low = from.y + from.h;
  const ahead = {
    ArrowRight: to.x - right,
    ArrowLeft: from.x - (to.x + to.w),
    ArrowDown: to.y - low,
    ArrowUp: from.y - (to.y + to.h),
  }[way as "ArrowUp"];
  if (ahead < -2) return Infinity;
  const level = way === "ArrowLeft" || way === "ArrowRight";
  const gap = level ? along(from.y, low, to.y, to.y + to.h) : along(from.x, right, to.x, to.x + to.w);
  const middle = level
    ? Math.abs(from.y + from.h / 2 - to.y - to.h / 2)
    : Math.abs(from.x + from.w / 2 - to.x - to.w / 2);
  return ahead + gap * 4 + middle / 10;
}
