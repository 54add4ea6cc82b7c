import { expect, test } from "vitest";
import { byHand, checkSeal, remember, sealedText, wasSeen } from "./seal";

// printf %s 5a17:1-2-3 | sha256sum
const SEAL = "17c3829c27f7675fd97e84f6c6e6ac951ddf6b6213059febcf41ff78dfdfe579";
const opened = { commitment: "", opened_round: 7, opened: SEAL, salt: "5a17", dice: [1, 2, 3] };

test("the text that was sealed is the salt and the dice as they lie", () => {
  expect(sealedText(opened)).toBe("5a17:1-2-3");
  expect(byHand(opened)).toBe("printf %s 5a17:1-2-3 | sha256sum");
});

test("dice and salt that make the seal are checked", async () => {
  expect(await checkSeal(opened)).toBe("checked");
});

test("other dice, another order or another salt are wrong", async () => {
  expect(await checkSeal({ ...opened, dice: [1, 2, 4] })).toBe("wrong");
  expect(await checkSeal({ ...opened, dice: [3, 2, 1] })).toBe("wrong");
  expect(await checkSeal({ ...opened, salt: "5a18" })).toBe("wrong");
});

test("where the browser has no SHA-256 for this page nothing is claimed", async () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "crypto")!;
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    expect(await checkSeal(opened)).toBe("unable");
  } finally {
    Object.defineProperty(globalThis, "crypto", own);
  }
});

test("a page remembers the seals it was shown before their dice", () => {
  remember({ ...opened, commitment: "later" });
  remember({ ...opened, commitment: SEAL });
  expect([wasSeen("later"), wasSeen(SEAL), wasSeen("")]).toEqual([true, false, false]);
});
