import { expect, test } from "vitest";
import type { LayoutView, SeatView, TableView } from "../api/types";
import { marksOf, travelledOf } from "./marks";

const layout = {
  kind: "craps",
  boxes: [{ number: 9, spots: { come: [1, 1] } }],
  areas: [{ id: "come" }, { id: "place-win-8" }, { id: "field" }],
} as unknown as LayoutView;
const shut = {
  why: "no-point",
  clause: "6.1.3",
  message: "Come: the puck is Off; wait",
  next: "wait",
  zh: "来：首掷；请等候",
  says: "",
  about: { en: "Come", zh: "来" },
};
const table = { closed: [{ area: "come", refused: shut }], streaks: [], totals: {} } as unknown as TableView;
const wager = (id: string, name: string, stake: number, more = {}) => ({
  id,
  wager: name,
  stake,
  point: 0,
  working: true,
  called: null,
  ...more,
});
const seat = {
  room: { field: 500, "place-win-8": 500 },
  wagers: [
    wager("a", "come", 1000, { point: 9 }),
    wager("b", "place-win-8", 1200, { working: false }),
    wager("c", "field", 500),
  ],
} as unknown as SeatView;
const shown = { layout, table, seat, pending: [], settled: null, locked: false };

test("a Come wager that travelled lies in its box, not on Come", () => {
  expect(marksOf(shown).get("come")).toMatchObject({ stake: 0, shut: "Come: the puck is Off; wait (6.1.3)." });
  expect(travelledOf(layout, seat)).toEqual([{ wager: "come", number: 9, stake: 1000 }]);
});

test("a wager that sleeps is marked Off", () => {
  expect(marksOf(shown).get("place-win-8")).toMatchObject({ stake: 1200, working: false });
});

test("an unconfirmed chip counts, and is told from the others", () => {
  expect(marksOf({ ...shown, pending: [{ area: "field", stake: 500 }] }).get("field")).toMatchObject({
    stake: 1000,
    pending: 500,
  });
});

test("only the areas for which the server gives room are open", () => {
  const marks = marksOf(shown);
  expect([marks.get("field")!.locked, marks.get("come")!.locked]).toEqual([false, true]);
  expect(marksOf({ ...shown, locked: true }).get("field")!.locked).toBe(true);
});

test("a decided round shows what won and what lost, with the stakes that were there", () => {
  const decided = [
    { wager: "field", result: "win", stake: 500, winnings: 1000 },
    { wager: "place-win-8", result: "lose", stake: 1200, winnings: 0 },
  ];
  const marks = marksOf({
    ...shown,
    seat: { ...seat, wagers: [] },
    settled: { lit: ["field"], round: { decided } as never },
  });
  expect(marks.get("field")).toMatchObject({ outcome: "win", won: 1000, stake: 500 });
  expect(marks.get("place-win-8")).toMatchObject({ outcome: "lose", stake: 1200 });
});
