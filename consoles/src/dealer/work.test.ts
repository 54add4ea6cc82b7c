import { expect, test } from "vitest";
import { connected } from "../api/line.test.help";
import type { KeyView, LayoutView } from "../api/types";
import { Work } from "./work";

const layout = { table: "Sic Bo 3", dice: 3, areas: [] } as unknown as LayoutView;
const key = (gives: string, more = {}) => ({ key: gives, do: gives, refused: null, gives: [{ do: gives }], ...more }) as unknown as KeyView;
const refused = { why: "wrong-time", clause: "5.1", message: "tumble: not now; wait", next: "wait" };

function dealing() {
  const { live, line } = connected("dealer");
  const shows = (phase: string, dealer: Record<string, unknown> = {}, round = 4) => line.says({ table: { now: new Date().toISOString(), round, phase }, dealer: { keys: [], entry: null, pay: [], settled: false, ...dealer } });
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

test("seats are paid once in each round", () => {
  const { work, shows } = dealing();
  const pay = [{ seat: 1, winnings: 500 }, { seat: 2, winnings: 500 }];
  shows("paying", { pay });
  work.pay(1);
  shows("paying", { pay });
  expect(work.unpaid()).toEqual([2]);
  shows("paying", { pay }, 5);
  expect(work.unpaid()).toEqual([1, 2]);
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
