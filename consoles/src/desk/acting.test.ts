import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { connected } from "../api/line.test.help";
import type { Answer } from "../api/live";
import type { ActView } from "../api/types";
import type { Acting } from "./acting";
import { beginAct } from "./acting";

const WORDS = { en: "Refuse a wager", zh: "拒绝投注" };
const REFUSED = {
  why: "unknown-id",
  clause: "3.2",
  message: "no wager stands; wait for one",
  next: "wait for one",
  zh: "没有投注；请等待",
  says: "no-wager",
  about: { en: "", zh: "" },
};
const FIELD = { key: "bet", kind: "one", name: WORDS, needed: true, value: null, choices: [], count: 0 } as const;
const ACT: ActView = {
  id: "a1",
  key: "refuse-wager",
  do: "refuse-wager",
  to: "Sic Bo 3",
  name: WORDS,
  words: WORDS,
  icon: "cross",
  given: {},
  asks: true,
  fields: [],
  grave: false,
  refused: null,
};

function desk() {
  const { live, line } = connected("dealer");
  line.says({ dealer: {} });
  const told: Answer[] = [];
  const acting: Acting = {
    live,
    open: signal<ActView | null>(null),
    asking: signal(""),
    begin: (act) => void beginAct(acting, act),
    give: async () => ({ ok: true, events: [] }),
    tell: (_, answer) => void told.push(answer),
  };
  return { acting, line, told };
}

test("a form is asked for when it is opened, and for the seat that is open", async () => {
  const { acting, line } = desk();
  const begun = beginAct(acting, { ...ACT, given: { seat: 4 } });
  expect(line.sent.at(-1)).toEqual({ ask: { id: "a1", seat: 4 }, n: 1 });
  expect(acting.open.value).toBeNull();
  expect(acting.asking.value).toBe("a1");
  await beginAct(acting, ACT);
  expect(line.sent.at(-1)).toMatchObject({ n: 1 });
  const form = { ...ACT, fields: [FIELD] };
  await line.answers(1, { form });
  await begun;
  expect(acting.open.value).toEqual(form);
  expect(acting.asking.value).toBe("");
});

test("a form that would be refused says why and is not opened", async () => {
  const { acting, line, told } = desk();
  const begun = beginAct(acting, ACT);
  await line.answers(1, { form: { ...ACT, refused: REFUSED } });
  await begun;
  const again = beginAct(acting, ACT);
  await line.answers(2, { refused: REFUSED });
  await again;
  expect(acting.open.value).toBeNull();
  expect(told).toEqual([
    { ok: false, refused: REFUSED },
    { ok: false, refused: REFUSED },
  ]);
});

test("what needs nothing is done, what is grave is confirmed, what is refused says why, and no form is asked for", async () => {
  const { acting, line, told } = desk();
  const before = line.sent.length;
  await beginAct(acting, { ...ACT, asks: false });
  await beginAct(acting, { ...ACT, refused: REFUSED });
  await beginAct(acting, { ...ACT, asks: false, grave: true });
  expect(told).toEqual([
    { ok: true, events: [] },
    { ok: false, refused: REFUSED },
  ]);
  expect(acting.open.value?.grave).toBe(true);
  expect(line.sent.length).toBe(before);
});
