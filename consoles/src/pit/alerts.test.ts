import { expect, test } from "vitest";
import type { NeedView } from "../api/types";
import { alerted, alertsOn, calls, hear, switchAlerts } from "./alerts";

const NAME = { en: "x", zh: "x" };
const need = (which: string, more: Partial<NeedView> = {}): NeedView => ({
  table: "Sic Bo 1",
  case: which,
  tone: "coral",
  icon: "flag",
  title: NAME,
  words: NAME,
  since: null,
  up_at: null,
  up: false,
  sounds: true,
  ...more,
});

test("a case calls once when it comes and once more when it has gone up", () => {
  hear([need("a")]);
  expect(alerted.value).toBe(0);
  hear([need("a"), need("b")]);
  hear([need("a"), need("b")]);
  expect(alerted.value).toBe(1);
  hear([need("a", { up: true }), need("b")]);
  expect(alerted.value).toBe(2);
  hear([need("b")]);
  expect(alerted.value).toBe(2);
});

test("a silenced console makes no sound, and hears what comes after it is switched on again", () => {
  const before = alerted.value;
  switchAlerts();
  expect(alertsOn.value).toBe(false);
  hear([need("b"), need("c")]);
  expect(alerted.value).toBe(before);
  switchAlerts();
  hear([need("b"), need("c"), need("d")]);
  expect(alerted.value).toBe(before + 1);
});

test("what does not call whoever looks makes no sound", () => {
  expect(calls([need("a", { sounds: false })]).size).toBe(0);
});
