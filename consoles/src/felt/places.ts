/** Where areas lie: on the whole felt as the layout says, or a page of them wrapped into rows for a phone. */
import type { AreaView, LayoutView } from "../api/types";
import type { Place } from "./area";

export interface Placed {
  places: Place[];
  w: number;
  h: number;
}

/** On a tall screen the areas may stand taller, so many times; what is on them keeps its size. */
export function wholeFelt(layout: LayoutView, taller = 1): Placed {
  const areas = [...layout.areas].sort((a, b) => a.order - b.order);
  const places = areas.map((area): Place => {
    const chip: [number, number] = [area.chip[0]! - area.x, area.chip[1]! - area.y + area.h * (taller - 1)];
    return { area, x: area.x, y: area.y * taller, w: area.w, h: area.h * taller, face: area.h, chip };
  });
  return { places, w: layout.w, h: feltHeight(layout) * taller };
}

/** How far down the areas go that this table offers. */
export function feltHeight(layout: LayoutView): number {
  return Math.max(...layout.areas.map((area) => area.y + area.h));
}

const ACROSS = [7, 5, 3, 2, 1];
const GAP = 4;
const LOWEST = 60;
/** Totals stand seven across on a phone, and the outside wagers beside each other, lower than on the whole felt. */
const TOTAL = { w: 46, h: 62 };
/** What stands behind a wager stands beside its like, with a line for how much that may be. */
const BEHIND = { w: 156, h: 72 };
const OUTSIDE = 78;
const LINE = 84;
/** How tall an area that was laid out by itself gets on a page. */
const LOW = 84;
/** A window is narrower for a moment while it opens. */
const NARROWEST = 200;

/** Areas of one family stand together, as many across as fit at their own width. */
export function onePage(layout: LayoutView, ids: string[], screen: number): Placed {
  const width = Math.max(screen, NARROWEST);
  const areas = ids.flatMap((id) => layout.areas.find((area) => area.id === id) ?? []);
  const places: Place[] = [];
  let y = 0;
  for (const row of rows(areas, width)) {
    const w = width / row.across;
    const h = Math.max(...row.areas.map((area) => heightOf(area)));
    for (const [n, area] of row.areas.entries()) {
      const tight = w < 60 || area.family === "total";
      const small = tight && h < 70 ? { chipSize: 11 } : {};
      places.push({ area, x: n * w, y, w, h, chip: [tight ? w / 2 : w - 24, h - (tight ? 15 : 22)], ...small });
    }
    y += h + GAP;
  }
  return { places, w: width, h: Math.max(LOWEST, y - GAP) };
}

function widthOf(area: AreaView): number {
  if (area.face.least) return area.face.least;
  if (area.family === "total") return TOTAL.w;
  if (area.behind) return BEHIND.w;
  return area.parts[1]?.w ? 300 : area.w;
}

function heightOf(area: AreaView): number {
  if (area.face.least) return Math.min(LOW, Math.max(LOWEST, area.h));
  if (area.family === "total") return TOTAL.h;
  if (area.behind) return BEHIND.h;
  if (area.parts.length) return LINE;
  const most = area.band === "outside" ? OUTSIDE : 150;
  return Math.min(most, Math.max(LOWEST, area.h));
}

function rows(areas: AreaView[], width: number): { across: number; areas: AreaView[] }[] {
  const groups = new Map<string, AreaView[]>();
  for (const area of areas) {
    const kin = areas.filter((it) => it.family === area.family).length;
    const key = kin >= 3 ? area.family : String(widthOf(area));
    groups.set(key, [...(groups.get(key) ?? []), area]);
  }
  return [...groups.values()].flatMap((group) => {
    const wide = Math.max(...group.map(widthOf));
    const fits = ACROSS.filter((across) => width / across >= wide);
    const across =
      fits.find((it) => it >= (group.length > 4 ? 3 : 2) && group.length % it === 0) ??
      fits.find((it) => it <= group.length) ??
      1;
    const out = [];
    for (let n = 0; n < group.length; n += across) out.push({ across, areas: group.slice(n, n + across) });
    return out;
  });
}
