import { expect, test } from "vitest";
import { connected } from "../api/line.test.help";
import type { KeyView, LayoutView } from "../api/types";
import { Work } from "./work";

const layout = { table: "Sic Bo 3", dice: 3, areas: [] } as unknown as LayoutView;
const key = (gives: string, more = {}) =>
  ({ key: gives, do: gives, refused: null, gives: [{ do: gives }], ...more }) as unknown as KeyView;
const refused = {
  why: "wrong-time",
  clause: "5.1",
  message: "not now; wait",
  next: "wait",
  zh: "",
  says: "",
  about: { en: "", zh: "" },
};

function dealing() {
  const { live, line } = connected("dealer");
  const shows = (phase: string, dealer: Record<string, unknown> = {}, round = 4) =>
    line.says({
      table: { now: new Date().toISOString(), round, phase },
      dealer: { keys: [], entry: null, pay: [], settled: false, ...dealer },
    });
  shows("betting");
  return { work: new Work(live, layout), line, shows };
}
const entry = { gives: ["announce-result", "enter-result"], corrects: false };

test("dice that are keyed in as soon as the cover is lifted stay", () => {
  const { work, shows } = dealing();
  shows("uncovered", { entry });
  work.die(1);
  work.die(3);
  shows("uncovered", { entry });
  expect(work.keyed.value).toEqual([1, 3]);
});

test("what was begun for a step is put away with it, before anything is done in the next", () => {
  const { work, shows } = dealing();
  work.asking.value = true;
  work.reason.value = "cocked dice";
  shows("uncovered", { entry });
  expect([work.asking.value, work.reason.value]).toEqual([false, ""]);
  work.asking.value = true;
  shows("uncovered", { entry });
  expect(work.asking.value).toBe(true);
});

test("who is paid the table says, and the last seat settles the round", async () => {
  const { work, line, shows } = dealing();
  const pay = (first: number, second: number) => ({
    pay: [
      { seat: 1, due: first },
      { seat: 2, due: second },
      { seat: 3, due: 0 },
    ],
    keys: [key("settle")],
  });
  shows("entered", pay(500, -300));
  expect(work.unpaid()).toEqual([1, 2]);
  work.pay(1);
  await line.answers(1);
  expect(line.given.map((it) => it.do)).toEqual(["mark-paid"]);
  expect(work.unpaid()).toEqual([1, 2]);
  shows("entered", pay(0, -300));
  expect(work.unpaid()).toEqual([2]);
  work.pay(2);
  await line.answers(2);
  await line.answers(3);
  expect(line.given.map((it) => it.do)).toEqual(["mark-paid", "mark-paid", "settle"]);
});

test("what is taken back when a round is void settles nothing", async () => {
  const { work, line, shows } = dealing();
  shows("between rounds", { pay: [{ seat: 1, due: -500 }], keys: [key("settle")], settled: true });
  work.pay(1);
  await line.answers(1);
  expect(line.given.map((it) => it.do)).toEqual(["mark-paid"]);
});

test("a key pressed twice on one view is one command, and on the next view another", async () => {
  const { work, line, shows } = dealing();
  work.press(key("tumble"));
  work.press(key("tumble"));
  await line.answers(1);
  work.press(key("tumble"));
  expect(line.given).toHaveLength(1);
  work.press(key("invite-bets"));
  expect(line.given).toHaveLength(2);
  shows("tumbled");
  work.press(key("tumble"));
  expect(line.given).toHaveLength(3);
});

test("what was refused may be pressed again at once", async () => {
  const { work, line } = dealing();
  work.press(key("tumble"));
  await line.answers(1, { refused });
  work.press(key("tumble"));
  expect(line.given).toHaveLength(2);
});

test("a late answer wipes neither the dice of the next entry nor the reasons of the next round", async () => {
  const { work, line, shows } = dealing();
  shows("uncovered", { entry: { ...entry, gives: ["enter-result"] } });
  for (const face of [1, 3, 5]) work.die(face);
  void work.confirm();
  shows("uncovered", { entry }, 5);
  work.die(6);
  await line.answers(1);
  expect(work.keyed.value).toEqual([6]);
  shows("betting", { keys: [key("declare-no-result", { key: "no-result" })] }, 6);
  work.reason.value = "cocked dice";
  void work.declare();
  shows("betting", {}, 7);
  work.asking.value = true;
  await line.answers(2);
  expect(work.asking.value).toBe(true);
});
