import { expect, test } from "vitest";
import { checksDue } from "./my-play";

test("time and net are told after every so many minutes of play, and never where the house has no such policy", () => {
  const due = (played_today: number, reality_minutes = 30) => checksDue({ reality_minutes, played_today });
  expect([due(0), due(1_799), due(1_800), due(3_599), due(3_600)]).toEqual([0, 0, 1, 1, 2]);
  expect(due(36_000, 0)).toBe(0);
});
