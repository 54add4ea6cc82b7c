import { expect, test } from "vitest";
import { chipsOf } from "./chip";

test("a stack shows the chips of its amount, the largest first, and never more than five", () => {
  expect(chipsOf(500)).toEqual([500]);
  expect(chipsOf(1_500)).toEqual([500, 500, 500]);
  expect(chipsOf(13_100)).toEqual([10_000, 2_500, 500, 100]);
  expect(chipsOf(900_000)).toHaveLength(5);
  expect(chipsOf(50)).toEqual([50]);
});
