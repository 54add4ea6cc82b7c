import { expect, test } from "vitest";
import type { Spot, Way } from "./way";
import { nearest } from "./way";

const spots: Spot[] = [
  { id: "small", band: "outside", order: 1, x: 0, y: 0, w: 126, h: 100 },
  { id: "odd", band: "outside", order: 2, x: 0, y: 100, w: 126, h: 68 },
  { id: "double-1", band: "doubles", order: 3, x: 126, y: 0, w: 98, h: 84 },
  { id: "double-2", band: "doubles", order: 4, x: 224, y: 0, w: 98, h: 84 },
  { id: "triple-1", band: "triples", order: 5, x: 126, y: 84, w: 70, h: 84 },
  { id: "total-4", band: "totals", order: 6, x: 0, y: 176, w: 60, h: 84 },
  { id: "total-5", band: "totals", order: 7, x: 60, y: 176, w: 60, h: 84 },
  { id: "total-6", band: "totals", order: 8, x: 120, y: 176, w: 60, h: 84 },
];
const go = (from: string, way: Way) => nearest(spots, spots.find((it) => it.id === from)!, way).id;

test.each<[string, Way, string]>([
  ["small", "ArrowRight", "double-1"],
  ["small", "ArrowDown", "odd"],
  ["double-1", "ArrowRight", "double-2"],
  ["double-1", "ArrowDown", "triple-1"],
  ["triple-1", "ArrowUp", "double-1"],
  ["triple-1", "ArrowDown", "total-6"],
  ["total-6", "ArrowUp", "triple-1"],
  ["odd", "ArrowRight", "triple-1"],
  ["total-5", "ArrowLeft", "total-4"],
])("from %s, %s goes to %s", (from, way, to) => expect(go(from, way)).toBe(to));

test("at the edge one stays", () => expect(go("small", "ArrowUp")).toBe("small"));

test("Home and End stay within the band", () => {
  expect(go("total-5", "Home")).toBe("total-4");
  expect(go("total-5", "End")).toBe("total-6");
});

test("every area can be reached by arrows from the first", () => {
  const seen = new Set(["small"]);
  for (const id of seen)
    for (const way of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const) seen.add(go(id, way));
  expect(seen.size).toBe(spots.length);
});
