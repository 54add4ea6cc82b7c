import { afterEach, expect, test } from "vitest";
import { chance, language, odds, said, told, whyNot } from ".";

afterEach(() => {
  language.value = "en";
});

test("prices and chances are said as each language says them", () => {
  expect(odds("1 to 1, 2 to 1, 12 to 1")).toBe("1 to 1, 2 to 1, 12 to 1");
  language.value = "zh";
  expect(odds("11 to 1")).toBe("1赔11");
  expect(odds("1:1, 2:1, 12:1")).toBe("1赔1，1赔2，1赔12");
  expect(chance("16 in 216")).toBe("216 次中 16 次");
  expect(chance("244/495")).toBe("244/495");
});

test("a text of the server falls back to English where there is no Chinese", () => {
  language.value = "zh";
  expect(said({ en: "Small", zh: "小" })).toBe("小");
  expect(said({ en: "Small", zh: "" })).toBe("Small");
});

test("a refusal is a sentence with its clause in the page's language, with or without what it is about", () => {
  const refused = {
    why: "betting-closed",
    clause: "3.11",
    message: "small: betting closed for round 2; place it when round 3 opens",
    next: "place it when round 3 opens",
    zh: "小：第 2 局投注已截止；请等第 3 局开放",
    says: "",
    about: { en: "small", zh: "小" },
  };
  expect(whyNot(refused)).toBe("Small: betting closed for round 2; place it when round 3 opens (3.11).");
  expect(whyNot(refused, false)).toBe("Betting closed for round 2; place it when round 3 opens (3.11).");
  language.value = "zh";
  expect(whyNot(refused)).toBe("小：第 2 局投注已截止；请等第 3 局开放 (3.11)。");
  expect(whyNot(refused, false)).toBe("第 2 局投注已截止；请等第 3 局开放 (3.11)。");
});

test("a sentence of the server is told in the page's language where its phrase is known", () => {
  expect(told("one 4 showed; two are needed")).toBe("One 4 showed; two are needed");
  language.value = "zh";
  expect(told("one 4 showed; two are needed")).toBe("出了一个 4；须两个");
  expect(told("Up $5: you won $10 and you lost $5")).toBe("净赢 $5：赢 $10，输 $5");
  expect(told("Sic Bo 1 is a table")).toBe("Sic Bo 1 is a table");
});
