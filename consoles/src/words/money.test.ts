import { expect, test } from "vitest";
import { dollars, net, onChip, spoken, stake } from "./money";

test("balances show cents, groups and a real minus", () => {
  expect(dollars(118_000)).toBe("$1,180.00");
  expect(dollars(5)).toBe("$0.05");
  expect(dollars(-1_550)).toBe("−$15.50");
});

test("stakes hide cents only when there are none", () => {
  expect(stake(500)).toBe("$5");
  expect(stake(750)).toBe("$7.50");
});

test("a net says its sign, and none for nothing", () => {
  expect(net(8_000)).toBe("+$80.00");
  expect(net(-500)).toBe("−$5.00");
  expect(net(0)).toBe("$0.00");
});

test("a chip prints its value", () => {
  expect(onChip(500)).toBe("5");
  expect(onChip(100_000)).toBe("1k");
  expect(onChip(250)).toBe("2.5");
  expect(onChip(123_400)).toBe("1234");
});

test("a screen reader hears dollars", () => {
  expect(spoken(100)).toBe("1 dollar");
  expect(spoken(6_000)).toBe("60 dollars");
});
