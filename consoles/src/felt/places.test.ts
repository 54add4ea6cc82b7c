import { expect, test } from "vitest";
import type { AreaView, LayoutView } from "../api/types";
import { onePage, wholeFelt } from "./places";

const area = (id: string, family: string, band: string, x: number, y: number, w: number, h: number, order: number) =>
  ({
    id,
    family,
    band,
    x,
    y,
    w,
    h,
    order,
    parts: [],
    chip: [x + 10, y + 10],
    face: {},
    streak: false,
  }) as unknown as AreaView;

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

const ids = (family: string) => layout.areas.filter((area) => area.family === family).map((area) => area.id);

test.each([
  ["totals", ids("total"), 7],
  ["doubles", ids("double"), 3],
  ["Small and Big", ["small", "big"], 2],
])("%s stand beside each other on a phone", (_, page, across) => {
  const { places } = onePage(layout, page, 342);
  expect(places.filter((it) => it.y === 0)).toHaveLength(across);
  for (const { x, w, h } of places) {
    expect(w).toBeGreaterThanOrEqual(48);
    expect(h).toBeGreaterThanOrEqual(60);
    expect(x + w).toBeLessThanOrEqual(342.01);
  }
});

test("areas that were laid out by themselves stand as close as their words let them, and lower than on the felt", () => {
  const wide = area("hop", "hop", "hops", 0, 0, 400, 160, 1);
  const hops = [1, 2, 3].map((n) => ({ ...wide, id: `hop-${n}`, face: { least: 90 } }));
  const laid = { w: 840, areas: hops } as unknown as LayoutView;
  const { places, h } = onePage(laid, ["hop-1", "hop-2", "hop-3"], 342);
  expect(places.map((it) => [it.x, it.y])).toEqual([
    [0, 0],
    [114, 0],
    [228, 0],
  ]);
  expect(h).toBe(84);
});

test("the first page of a phone has Small beside Big above all totals", () => {
  const { places } = onePage(layout, ["small", "big", ...ids("total")], 342);
  expect(places.slice(0, 2).map((it) => [it.area.id, it.x, it.y])).toEqual([
    ["small", 0, 0],
    ["big", 171, 0],
  ]);
  expect(new Set(places.slice(2).map((it) => it.y)).size).toBe(2);
});
