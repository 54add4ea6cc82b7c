import { expect, test } from "vitest";
import type { ActView, FieldView } from "../api/types";
import { begun, cents, commandOf, withCount } from "./filled";

const NAME = { en: "x", zh: "x" };
const field = (key: string, kind: FieldView["kind"], more: Partial<FieldView> = {}): FieldView => ({
  key,
  kind,
  name: NAME,
  needed: true,
  value: null,
  choices: [],
  count: 0,
  ...more,
});
const act = (given: Record<string, unknown>, ...fields: FieldView[]): ActView => ({
  id: "a",
  key: "k",
  do: "change-limits",
  to: "Sic Bo 1",
  name: NAME,
  words: NAME,
  icon: "pen",
  given,
  asks: fields.length > 0,
  fields,
  grave: false,
  refused: null,
});

test("dollars become cents exactly, and what is no sum is none", () => {
  expect([cents("25"), cents("12.5"), cents("$1,180.05"), cents("-3")]).toEqual([2_500, 1_250, 118_005, -300]);
  expect(["", "x", "1.234", "1e3", "1.2.3"].map(cents)).toEqual([null, null, null, null, null]);
});

test("a field goes where its key leads, beside what is given", () => {
  const it = act(
    { sign: { every: { minimum: 500, maximum: 100_000, unit: 0 }, wagers: {} } },
    field("sign.every.minimum", "money"),
    field("counts", "moment", { needed: false }),
  );
  expect(commandOf(it, { "sign.every.minimum": "10", counts: "" })).toEqual({
    do: "change-limits",
    sign: { every: { minimum: 1_000, maximum: 100_000, unit: 0 }, wagers: {} },
  });
  expect((it.given.sign as { every: { minimum: number } }).every.minimum).toBe(500);
});

test("what is needed and not there, or no sum, is a mistake that names its field", () => {
  const it = act({}, field("amount", "money"), field("count", "count"));
  expect(commandOf(it, { amount: "", count: "1" })).toEqual({ field: "amount", kind: "needed" });
  expect(commandOf(it, { amount: "ten", count: "1" })).toEqual({ field: "amount", kind: "money" });
  expect(commandOf(it, { amount: "10", count: "1.5" })).toEqual({ field: "count", kind: "count" });
});

test("choices keep their own kind, and a tick is always said", () => {
  const seats = [
    { value: 3, name: NAME, more: "" },
    { value: 4, name: NAME, more: "" },
  ];
  const it = act(
    {},
    field("seat", "one", { choices: seats }),
    field("seats", "some", { choices: seats }),
    field("away", "tick"),
  );
  expect(commandOf(it, { seat: "4", seats: ["3"], away: false })).toEqual({
    do: "change-limits",
    seat: 4,
    seats: [3],
    away: false,
  });
});

test("a form begins with what stands there already, money in dollars", () => {
  expect(
    begun(
      act(
        {},
        field("a", "money", { value: 1_250 }),
        field("b", "money", { value: 500 }),
        field("c", "tick"),
        field("d", "some"),
      ),
    ),
  ).toEqual({ a: "12.50", b: "5", c: false, d: [] });
});

test("dice and sums are typed one after the other, and no more and no fewer dice than there are", () => {
  const it = act({}, field("dice", "dice", { count: 3 }), field("into", "sums"));
  expect(commandOf(it, { dice: "1 4 5", into: "25 25 50" })).toMatchObject({
    dice: [1, 4, 5],
    into: [2_500, 2_500, 5_000],
  });
  expect(commandOf(it, { dice: "145", into: "100" })).toMatchObject({ dice: [1, 4, 5], into: [10_000] });
  for (const dice of ["14", "1457", "147", "1.4.5"])
    expect(commandOf(it, { dice, into: "1" })).toEqual({ field: "dice", kind: "dice" });
  expect(commandOf(it, { dice: "145", into: "5 x" })).toEqual({ field: "into", kind: "money" });
});

test("a key may lead into a list", () => {
  const it = act({ terms: { rate: [100, 10_000] } }, field("terms.rate.0", "count"));
  expect(commandOf(it, { "terms.rate.0": "250" })).toMatchObject({ terms: { rate: [250, 10_000] } });
});

test("chips are counted by value, and a value of which there are none is not said", () => {
  const it = act({}, field("chips", "chips"));
  const chips = withCount(withCount("500x20", 2_500, 4), 500, 0);
  expect(chips).toBe("2500x4");
  expect(commandOf(it, { chips })).toMatchObject({ chips: [{ value: 2_500, count: 4 }] });
  expect(commandOf(it, { chips: withCount(chips, 2_500, 0) })).toEqual({ field: "chips", kind: "needed" });
});
