import { expect, test } from "vitest";
import type { PillView } from "../api/types";
import { laidOut } from "./pills";

const pill = (seat: number, amount: number, state: PillView["state"] = "stands"): PillView => ({
  bet: `b${seat}`,
  area: "small",
  box: 0,
  seat,
  amount,
  colour: "",
  state,
});

test("two lie beside each other and the third below, as wide as their sums", () => {
  const pills = laidOut([pill(1, 5_000), pill(3, 2_500), pill(7, 2_000)], { x: 6, y: 30, w: 90, h: 44 }, "OFF");
  expect(pills.map((it) => [it.text, it.x, it.y, it.w])).toEqual([
    ["50", 6, 30, 42],
    ["25", 50, 30, 42],
    ["20", 6, 52, 42],
  ]);
});

test("of more than three, two are shown and how many others there are", () => {
  const many = [1, 2, 3, 4].map((seat) => pill(seat, 500));
  expect(laidOut(many, { x: 0, y: 0, w: 200, h: 44 }, "OFF").map((it) => it.text)).toEqual(["5", "5", "+2"]);
  expect(laidOut(many.slice(0, 3), { x: 0, y: 0, w: 40, h: 20 }, "OFF").map((it) => it.text)).toEqual(["+3"]);
});

test("what is lost has a minus, what is off says so", () => {
  const pills = laidOut([pill(1, 1_000, "lost"), pill(2, 1_200, "off")], { x: 0, y: 0, w: 200, h: 20 }, "OFF");
  expect(pills.map((it) => it.text)).toEqual(["−10", "OFF"]);
});
