import { expect, test } from "vitest";
import { changed, Editions } from "./editions";

const seat = {
  rack: 900,
  room: { small: 5, big: 5 },
  wagers: [
    { id: "a", stake: 1 },
    { id: "b", stake: 2 },
  ],
};

test("what is set is found by its path, a record of a list by its id", () => {
  const set: [string[], unknown][] = [
    [["rack"], 800],
    [["room", "small"], 4],
    [["wagers", "b"], { id: "b", stake: 3 }],
    [["wagers", "c"], { id: "c", stake: 9 }],
  ];
  expect(
    changed(seat, {
      set,
      cut: [
        ["room", "big"],
        ["wagers", "a"],
      ],
    }),
  ).toEqual({
    rack: 800,
    room: { small: 4 },
    wagers: [
      { id: "b", stake: 3 },
      { id: "c", stake: 9 },
    ],
  });
});

test("the view before a change stays as it was, and shares with the next what did not change", () => {
  const next = changed(seat, { set: [[["rack"], 1]], cut: [] }) as typeof seat;
  expect(seat.rack).toBe(900);
  expect(next.wagers).toBe(seat.wagers);
});

test("changes lead on from the whole, one after the other", () => {
  const kept = new Editions();
  expect(kept.hear({ seat, versions: { seat: 7 } })).toEqual({ seat });
  expect(kept.hear({ changes: { seat: { from: 7, to: 9, set: [[["rack"], 1]], cut: [] } } })).toMatchObject({
    seat: { rack: 1 },
  });
  expect(kept.hear({ changes: { seat: { from: 9, to: 10, set: [[["rack"], 2]], cut: [] } } })).toMatchObject({
    seat: { rack: 2 },
  });
});

test("a change that leads on from another version is not taken, nor one after a new line before its whole", () => {
  const kept = new Editions();
  const change = { changes: { seat: { from: 7, to: 8, set: [], cut: [] } } };
  expect(kept.hear(change)).toBeNull();
  kept.hear({ seat, versions: { seat: 6 } });
  expect(kept.hear(change)).toBeNull();
  kept.hear({ seat, versions: { seat: 7 } });
  kept.clear();
  expect(kept.hear(change)).toBeNull();
});
