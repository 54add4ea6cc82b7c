import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { SeatView, TableView } from "../api/types";
import { DIE, FLY, LIFT, LIGHT, Reveal } from "./reveal";

/** A table and a seat as they are seen, and time that goes on when it is told to. */
function watching(still = false) {
  const table = signal<TableView | null>(null);
  const seat = signal<SeatView | null>(null);
  let now = 0;
  let due: { at: number; act: () => void }[] = [];
  const reveal = new Reveal(
    { table, seat },
    () => still,
    (act, ms) => {
      due.push({ at: now + ms, act });
      return 0 as unknown as ReturnType<typeof setTimeout>;
    },
  );
  const shows = (of: object, own: object) => {
    seat.value = own as SeatView;
    table.value = of as TableView;
  };
  const after = (ms: number) => {
    now += ms;
    const acts = due.filter((it) => it.at <= now);
    due = due.filter((it) => it.at > now);
    for (const it of acts) it.act();
  };
  return { reveal, shows, after };
}

const OLD = { round: 4, dice: [1, 1, 2] };
const NEW = { round: 5, dice: [1, 4, 5] };
const betting = [
  { ring: "closed", shown: null, last: OLD },
  { rack: 900, last: null },
] as const;
const announced = [
  { ring: "result", shown: NEW, last: OLD },
  { rack: 900, last: null },
] as const;
const settled = (net: number) =>
  [
    { ring: "result", shown: null, last: NEW },
    { rack: 900 + 100 + net, last: { round: 5, net } },
  ] as const;

test("a result comes die by die, then lights up, and what it won flies to the rack, in two to four seconds", () => {
  const { reveal, shows, after } = watching();
  shows(...betting);
  expect(reveal.frame.value).toBeNull();
  shows(...announced);
  expect(reveal.frame.value).toMatchObject({ dice: 0, lit: false });
  const seen = [LIFT, DIE, DIE].map((ms) => {
    after(ms);
    return reveal.frame.value?.dice;
  });
  expect(seen).toEqual([1, 2, 3]);
  expect(reveal.frame.value?.lit).toBe(false);
  after(DIE);
  expect(reveal.frame.value?.lit).toBe(true);
  shows(...settled(80));
  expect(reveal.rack({ rack: 1080 } as SeatView)).toBe(900);
  after(LIGHT);
  expect(reveal.frame.value?.paying).toBe(true);
  expect(reveal.rack({ rack: 1080 } as SeatView)).toBe(1080);
  after(FLY);
  expect(reveal.frame.value).toBeNull();
  const whole = LIFT + 3 * DIE + LIGHT + FLY;
  expect(whole).toBeGreaterThanOrEqual(2_000);
  expect(whole).toBeLessThanOrEqual(4_000);
});

test("nothing flies for a round that was lost or level", () => {
  for (const net of [-5, 0]) {
    const { reveal, shows, after } = watching();
    shows(...betting);
    shows(...announced);
    after(LIFT + 3 * DIE);
    after(LIGHT);
    expect(reveal.frame.value?.lit).toBe(true); // it waits for the payment
    shows(...settled(net));
    expect(reveal.frame.value?.paying).toBe(false);
    after(0);
    expect(reveal.frame.value).toBeNull();
  }
});

test("skip goes to the last frame, and a payment that comes later does not begin it again", () => {
  const { reveal, shows } = watching();
  shows(...betting);
  shows(...announced);
  reveal.skip();
  expect(reveal.frame.value).toBeNull();
  shows(...settled(80));
  expect(reveal.frame.value).toBeNull();
  expect(reveal.rack({ rack: 1080 } as SeatView)).toBe(1080);
});

test("with less motion, and for the first view of all, nothing is held back", () => {
  const still = watching(true);
  still.shows(...betting);
  still.shows(...announced);
  expect(still.reveal.frame.value).toBeNull();
  const first = watching();
  first.shows(...announced);
  expect(first.reveal.frame.value).toBeNull();
});
