import { afterEach, expect, test } from "vitest";
import { dueSaid } from "./due";
import { language } from "./index";

afterEach(() => {
  language.value = "en";
});

test("what is due begins with a capital in English", () => {
  language.value = "en";
  expect(dueSaid("promise the seats of round 1")).toBe("Promise the seats of round 1");
});

test("what is due is told in Chinese with its numbers and names", () => {
  language.value = "zh";
  expect(dueSaid("promise the seats of round 2")).toBe("承诺第 2 轮座位");
  expect(dueSaid("tell Ann of prize 1")).toBe("通知 Ann 中奖项 1");
  expect(dueSaid("rule on the dispute of E03")).toBe("裁决 E03 的争议");
});
