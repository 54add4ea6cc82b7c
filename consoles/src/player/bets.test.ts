import { expect, test } from "vitest";
import { connected } from "../api/line.test.help";
import type { LayoutView } from "../api/types";
import { Bets } from "./bets";
import { Lingering } from "./outcome";

const areas = ["small", "big"].map((id) => ({
  id,
  name: { en: id, zh: id },
  behind: "",
  streak: false,
  multi_roll: false,
  stakes: [100, 500],
}));
const layout = { table: "Sic Bo 3", chips: [100, 500], areas } as unknown as LayoutView;
const now = new Date().toISOString();
const refused = {
  why: "below-minimum",
  clause: "4.1",
  message: "Small: too little; add",
  next: "add",
  zh: "小：太少；请加注",
  says: "",
  about: { en: "Small", zh: "小" },
};

/** A player at a seat with these wagers, while betting is open in round 4. */
function seated(...wagers: string[]) {
  const { live, line } = connected("player");
  const standing = wagers.map((id) => ({ id, wager: "small", stake: 500, remove: null, behind: null }));
  const shows = (table: Record<string, unknown>) =>
    line.says({
      table: { now, closed: [], betting: true, ring: "open", round: 4, ...table },
      seat: { seat: 1, rack: 9000, wagers: standing, repeat: [] },
    });
  shows({});
  return { bets: new Bets(live, layout), live, line, shows };
}

test("undo pressed before a chip is confirmed takes that chip back, and not the one before", async () => {
  const { bets, line } = seated("old");
  bets.add("big");
  void bets.undo();
  expect(line.given.map((it) => it.do)).toEqual(["place-wager"]);
  await line.answers(1);
  expect(line.given[1]).toMatchObject({ do: "remove-wager", bet: line.given[0]!.id });
});

test("pressed again before the table shows what came of it, undo takes back the one before", async () => {
  const { bets, line } = seated("old");
  bets.add("big");
  await line.answers(1);
  void bets.undo();
  void bets.undo();
  await line.answers(2);
  expect(line.given.slice(1).map((it) => it.bet)).toEqual([line.given[0]!.id, "old"]);
});

test("a chip that was refused is not taken back in place of another", async () => {
  const { bets, line } = seated("old");
  bets.add("small");
  void bets.undo();
  await line.answers(1, { refused });
  expect(line.given.map((it) => it.do)).toEqual(["place-wager"]);
  expect(bets.message.value?.more).toContain("Too little; add (4.1).");
});

test("clear, double and taking off mean the chips that are on their way too", async () => {
  for (const [act, does] of [
    ["clear", "remove-wager"],
    ["double", "place-wager"],
  ] as const) {
    const { bets, line } = seated("old");
    bets.add("big");
    void bets[act]();
    await line.answers(1);
    expect(line.given.slice(1).map((it) => it.do)).toEqual([does, does]);
  }
  const { bets, line } = seated();
  bets.add("big");
  void bets.takeOff("big");
  await line.answers(1);
  expect(line.given[1]).toMatchObject({ do: "remove-wager", bet: line.given[0]!.id });
});

/** The server has put the chips of a command on the wager that stands there. */
const raised = (bet: string, stake: number) => ({ events: [{ event: "wager-restaked", bet, stake }] });

test("taps on one area raise one wager, and undo makes it smaller tap by tap until it comes down", async () => {
  const { bets, line } = seated();
  bets.add("big");
  const bet = line.given[0]!.id as string;
  await line.answers(1, { events: [{ event: "wager-placed", bet, stake: 500 }] });
  bets.add("big");
  await line.answers(2, raised(bet, 1000));
  bets.add("big");
  await line.answers(3, raised(bet, 1500));
  void bets.undo();
  void bets.undo();
  void bets.undo();
  await line.answers(4);
  expect(line.given.slice(3)).toMatchObject([
    { do: "reduce-wager", bet, stake: 1000 },
    { do: "reduce-wager", bet, stake: 500 },
    { do: "remove-wager", bet },
  ]);
});

test("double puts as much again on a wager that was raised, and undo takes that back in one", async () => {
  const { bets, line } = seated();
  bets.add("big");
  const bet = line.given[0]!.id as string;
  await line.answers(1, { events: [{ event: "wager-placed", bet, stake: 500 }] });
  bets.add("big");
  await line.answers(2, raised(bet, 1000));
  void bets.double();
  await line.answers(2);
  expect(line.given[2]).toMatchObject({ do: "place-wager", wager: "big", stake: 1000 });
  await line.answers(3, raised(bet, 2000));
  void bets.undo();
  await line.answers(4);
  expect(line.given[3]).toMatchObject({ do: "reduce-wager", bet, stake: 1000 });
});

test("taking off means the last chips of an area, and what undo takes back later are those before them", async () => {
  const { bets, line, live } = seated("old");
  bets.chip.value = 100;
  bets.add("small");
  await line.answers(1, raised("old", 600));
  void bets.takeOff("small");
  await line.answers(2);
  expect(line.given[1]).toMatchObject({ do: "reduce-wager", bet: "old", stake: 500 });
  line.says({
    seat: { ...live.seat.value, wagers: [{ id: "old", wager: "small", stake: 500, remove: null, behind: null }] },
  });
  void bets.takeOff("small");
  await line.answers(3);
  expect(line.given[2]).toMatchObject({ do: "remove-wager", bet: "old" });
});

test("a wager that was not made smaller counts in full again", async () => {
  const { bets, line } = seated("old");
  bets.add("small");
  await line.answers(1, raised("old", 1000));
  void bets.undo();
  await new Promise((sent) => setTimeout(sent));
  expect(line.given[1]).toMatchObject({ do: "reduce-wager", bet: "old", stake: 500 });
  await line.answers(2, { refused });
  void bets.double();
  await line.answers(2);
  expect(line.given[2]).toMatchObject({ do: "place-wager", wager: "small", stake: 1000 });
});

test("at craps clear takes off this hand's chips alone, and the wager keeps what stood", async () => {
  const multi = { ...layout, areas: areas.map((it) => ({ ...it, multi_roll: true })) } as unknown as LayoutView;
  const { live, line } = seated("old");
  const bets = new Bets(live, multi);
  bets.add("small");
  await line.answers(1, raised("old", 1000));
  bets.add("small");
  await line.answers(2, raised("old", 1500));
  expect(bets.own()).toEqual([{ wager: "small", stake: 1000 }]);
  void bets.clear();
  await line.answers(2);
  expect(line.given[2]).toMatchObject({ do: "reduce-wager", bet: "old", stake: 500 });
});

test("undo after clear puts all of it back, and undo again goes on from where it was", async () => {
  const { bets, line } = seated();
  bets.add("big");
  const bet = line.given[0]!.id as string;
  await line.answers(1, { events: [{ event: "wager-placed", bet, stake: 500 }] });
  bets.add("big");
  await line.answers(2, raised(bet, 1000));
  void bets.clear();
  void bets.undo();
  await line.answers(3);
  expect(line.given.slice(2)).toMatchObject([
    { do: "remove-wager", bet },
    { do: "place-wager", wager: "big", stake: 1000 },
  ]);
  const again = line.given[3]!.id as string;
  await line.answers(4, { events: [{ event: "wager-placed", bet: again, stake: 1000 }] });
  expect(bets.message.value?.head).toBe("Put back, $10: $10 on big.");
  void bets.undo();
  await new Promise((sent) => setTimeout(sent));
  expect(line.given[4]).toMatchObject({ do: "reduce-wager", bet: again, stake: 500 });
});

test("a chip that was placed after clear is what undo takes back", async () => {
  const { bets, line } = seated("old");
  void bets.clear();
  await line.answers(1);
  bets.add("big");
  await line.answers(2);
  void bets.undo();
  await new Promise((sent) => setTimeout(sent));
  expect(line.given[2]).toMatchObject({ do: "remove-wager", bet: line.given[1]!.id });
});

test("repeat, double and clear say what they did, wager by wager", async () => {
  const { bets, line, live } = seated();
  line.says({
    seat: {
      ...live.seat.value,
      repeat: [
        { wager: "small", stake: 500 },
        { wager: "big", stake: 1500 },
      ],
    },
  });
  const all = async (...numbers: number[]) => {
    for (const n of numbers) await line.answers(n);
  };
  bets.repeat();
  await all(1, 2);
  expect(bets.message.value?.head).toBe("Repeated, $20 in all: $5 on small, $15 on big.");
  void bets.double();
  await all(0, 3, 4);
  expect(bets.message.value?.head).toBe("Doubled, $20 more: $5 on small, $15 on big.");
  void bets.clear();
  await all(0, 5, 6, 7, 8);
  expect(bets.message.value?.head).toMatch(/^\$40 taken off .*Undo puts it back\.$/);
});

test("what is said of a chip on the new view stays, and what was said before is gone with the old one", async () => {
  const { bets, line, shows } = seated();
  bets.say({ tone: "info", head: "old" });
  shows({ ring: "closed", betting: false });
  expect(bets.message.value).toBeNull();
  bets.say({ tone: "refused", head: "too late" });
  shows({ ring: "result", betting: false });
  expect(bets.message.value).toBeNull();
  shows({ round: 5 });
  bets.add("small");
  await line.answers(1);
  expect(bets.message.value?.head).toContain("small");
});

test("behind which wager a chip is to stand is asked for its own round alone", () => {
  const { bets, shows } = seated();
  bets.choosing.value = { area: layout.areas[0]!, parents: [] };
  shows({});
  expect(bets.choosing.value).not.toBeNull();
  shows({ round: 5 });
  expect(bets.choosing.value).toBeNull();
});

test("a chip that came too late stays explained while bets are closed", () => {
  const { bets, shows } = seated();
  bets.say({ tone: "refused", head: "too late" });
  shows({ ring: "closed", betting: false });
  expect(bets.message.value?.head).toBe("too late");
});

test("the first view shows nothing old, the next result stays a while, and whoever goes on ends it", () => {
  const { live, line } = connected("player");
  const lingering = new Lingering(live);
  const shows = (round: number) => line.says({ table: { now, last: { round } } });
  shows(7);
  expect(lingering.on()).toBe(false);
  shows(8);
  expect(lingering.on()).toBe(true);
  lingering.end();
  shows(8);
  expect(lingering.on()).toBe(false);
});
