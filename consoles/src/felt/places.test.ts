import { expect, test } from "vitest";
import type { AreaView, LayoutView } from "../api/types";
import { oneBand, wholeFelt } from "./places";

const area = (id: string, family: string, band: string, x: number, y: number, w: number, h: number, order: number) =>
  ({ id, family, band, x, y, w, h, order, parts: [], chip: [x + 10, y + 10], streak: false }) as unknown as AreaView;

const layout = {
  w: 840,
  areas: [
    ...Array.from({ length: 14 }, (_, n) => area(`total-${n + 4}`, "total", "totals", 60 * n, 176, 60, 84, n + 10)),
    ...[1, 2, 3, 4, 5, 6].map((n) => area(`double-${n}`, "double", "doubles", 126 + 98 * (n - 1), 0, 98, 84, n)),
    area("small", "small", "outside", 0, 0, 126, 100, 40),
    area("big", "big", "outside", 714, 0, 126, 100, 41),
  ],
} as unknown as LayoutView;

test("the whole felt lies as the layout says, in the order of the keyboard", () => {
  const { places, w, h } = wholeFelt(layout);
  expect([w, h]).toEqual([840, 260]);
  expect(places[0]).toMatchObject({ x: 126, y: 0, chip: [10, 10] });
});

test("on a tall screen areas stand taller, and a chip stays as far from the foot of its area", () => {
  const { places, h } = wholeFelt(layout, 1.25);
  expect(h).toBe(325);
  expect(places.find((it) => it.area.id === "total-4")).toMatchObject({ y: 220, h: 105, chip: [10, 31] });
});

test.each([
  ["totals", 5],
  ["doubles", 3],
  ["outside", 2],
])("the band %s stands %i across on a phone", (band, across) => {
  const { places } = oneBand(layout, band, 342);
  expect(places.filter((it) => it.y === 0)).toHaveLength(across);
});

test.each(["totals", "doubles", "outside"])("no area of the band %s is shrunk, and none leaves the screen", (band) => {
  for (const { area, x, w, h } of oneBand(layout, band, 342).places) {
    expect(w).toBeGreaterThanOrEqual(area.w);
    expect(h).toBeGreaterThanOrEqual(Math.min(area.h, 150));
    expect(x + w).toBeLessThanOrEqual(342.01);
  }
});
