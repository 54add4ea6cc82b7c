import { expect, test } from "vitest";
import { clockTime, isSameDay, keepTimeOf, momentAt, wallClock } from "./clock";

test("times are those of the house, wherever the page is", () => {
  keepTimeOf("Australia/Sydney");
  expect(wallClock("2026-11-16T08:05:09Z")).toBe("2026-11-16T19:05:09");
  expect([clockTime("2026-11-16T13:05:09Z"), clockTime("2026-11-16T13:05:09Z", true)]).toEqual(["00:05", "00:05:09"]);
  expect(isSameDay("2026-11-16T12:59:00Z", "2026-11-16T13:01:00Z")).toBe(false);
});

test("what is typed is the clock of the house, also around a change of it", () => {
  keepTimeOf("Australia/Sydney");
  expect(momentAt("2026-11-16T19:05").toISOString()).toBe("2026-11-16T08:05:00.000Z");
  for (const wall of ["2026-10-04T01:59:00", "2026-10-04T03:00:00", "2026-04-05T01:30:00", "2026-04-05T03:00:00"])
    expect(wallClock(momentAt(wall))).toBe(wall);
});
