import { expect, test } from "vitest";
import { bigRoad } from "./road";

const beads = (letters: string) =>
  [...letters].map((it) => ({
    size: ({ S: "small", B: "big", T: "triple" } as const)[it as "S"],
    parity: "" as const,
  }));
const cells = (letters: string) => bigRoad(beads(letters), "size").map((it) => `${it.column}${it.row}`);

test("a run goes down its column and the other side begins the next one", () => {
  expect(cells("SSBBBS")).toEqual(["00", "01", "10", "11", "12", "20"]);
});

test("a run longer than six turns right at the foot, and the next run begins beside its first bead", () => {
  expect(cells("BBBBBBBB")).toEqual(["00", "01", "02", "03", "04", "05", "15", "25"]);
  expect(cells("BBBBBBBBS").at(-1)).toBe("10");
  expect(cells("BBBBBBBBSSSSSS").slice(-6)).toEqual(["10", "11", "12", "13", "14", "24"]);
});

test("a triple stands in the run that it does not end", () => {
  expect(cells("STSB")).toEqual(["00", "01", "02", "10"]);
  expect(cells("TB")).toEqual(["00", "01"]);
});
