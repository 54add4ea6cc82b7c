import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live } from "./live";

/** A line whose other end the test holds. */
class Line {
  static all: Line[] = [];
  readyState = 0;
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks into is whatever was sent
  sent: any[] = [];
  onopen = () => {};
  onclose = (_: { code: number }) => {};
  onmessage = (_: { data: string }) => {};
  constructor(readonly address: string) {
    Line.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  open(round = 1) {
    this.readyState = 1;
    this.onopen();
    this.says({ table: { now: new Date().toISOString(), round } });
  }
  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
  says(frame: unknown) {
    this.onmessage({ data: JSON.stringify(frame) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
});
afterEach(() => vi.useRealTimers());

function live() {
  return new Live({
    as: "player",
    table: "Sic Bo 3",
    address: "ws://test/api/live",
    socket: Line as unknown as typeof WebSocket,
  });
}
const wager = { do: "place-wager", id: "a", seat: 1, wager: "small", stake: 500 } as const;
const gives = (line: Line) => line.sent.filter((it) => it.give);

test("it watches first, and gives commands numbered", async () => {
  const it = live();
  const line = Line.all[0]!;
  line.open();
  expect(line.sent).toEqual([{ watch: { as: "player", table: "Sic Bo 3" } }]);
  const answer = it.give("Sic Bo 3", wager);
  expect(gives(line)).toEqual([{ give: wager, to: "Sic Bo 3", n: 1 }]);
  line.says({ answer: 1, events: [{ event: "wager-placed" }] });
  expect(await answer).toEqual({ ok: true, events: [{ event: "wager-placed" }] });
  expect(it.waiting.value).toBe(0);
});

test("what changes leads on from what is here; whoever missed something asks for the whole, once", () => {
  const it = live();
  const line = Line.all[0]!;
  line.open();
  const now = new Date().toISOString();
  const change = (from: number, to: number, round: number) => ({
    changes: { table: { from, to, set: [[["round"], round]], cut: [] } },
  });
  line.says({ table: { now, round: 1 }, versions: { table: 1 } });
  line.says(change(1, 2, 2));
  expect(it.table.value).toEqual({ now, round: 2 });
  line.says(change(3, 4, 4));
  line.says(change(4, 5, 5));
  expect(it.table.value?.round).toBe(2);
  expect(line.sent.filter((frame) => frame.watch)).toHaveLength(2);
  line.says({ table: { now, round: 5 }, versions: { table: 5 } });
  line.says(change(5, 6, 6));
  expect(it.table.value?.round).toBe(6);
});

test("whoever is shown out is told why, and no line is opened again", () => {
  const it = live();
  const line = Line.all[0]!;
  line.open();
  line.says({
    refused: {
      why: "excluded",
      clause: "9.8.3",
      message: "Ann: excluded from the casino; write to the house",
      next: "write to the house",
    },
  });
  expect(it.shownOut.value).toBeNull();
  line.breaks(4401);
  expect(it.shownOut.value?.clause).toBe("9.8.3");
  vi.advanceTimersByTime(60_000);
  expect(Line.all.length).toBe(1);
});

test("a session that has merely ended, or a refusal without an end, shows nobody out", () => {
  const it = live();
  Line.all[0]!.open();
  Line.all[0]!.breaks(4401);
  vi.advanceTimersByTime(60_000);
  expect(it.shownOut.value).toBeNull();
  expect(Line.all.length).toBeGreaterThan(1);
});

test("a refusal is an answer", async () => {
  const it = live();
  Line.all[0]!.open();
  const answer = it.give("Sic Bo 3", wager);
  const refused = {
    why: "betting-closed",
    clause: "3.11",
    message: "m",
    next: "",
    zh: "",
    says: "",
    about: { en: "", zh: "" },
  };
  Line.all[0]!.says({ answer: 1, refused });
  expect(await answer).toEqual({ ok: false, refused });
});

test("what had no answer is sent again under the same id after a lost link", async () => {
  const it = live();
  Line.all[0]!.open();
  const answer = it.give("Sic Bo 3", wager);
  Line.all[0]!.breaks();
  expect(it.link.value).toBe("lost");
  expect(it.lostSince.value).not.toBeNull();
  vi.advanceTimersByTime(400);
  const second = Line.all[1]!;
  second.open();
  expect(gives(second)).toEqual([{ give: wager, to: "Sic Bo 3", n: 1 }]);
  second.says({ answer: 1, events: [] });
  expect((await answer).ok).toBe(true);
  expect(it.link.value).toBe("open");
});

test("a command that is no longer meant is not sent again, and says so", async () => {
  const it = live();
  Line.all[0]!.open(7);
  const answer = it.give("Sic Bo 3", wager, () => it.table.value?.round === 7);
  Line.all[0]!.breaks();
  vi.advanceTimersByTime(400);
  Line.all[1]!.open(8);
  expect(gives(Line.all[1]!)).toEqual([]);
  expect(await answer).toMatchObject({ ok: false, lost: true });
});

test("a command given while the line is down waits for it", () => {
  const it = live();
  void it.give("Sic Bo 3", wager);
  expect(Line.all[0]!.sent).toEqual([]);
  Line.all[0]!.open();
  expect(gives(Line.all[0]!)).toHaveLength(1);
});

test("it tries again after ever longer pauses, at most about five seconds", () => {
  live();
  for (let n = 0; n < 12; n++) {
    Line.all.at(-1)!.breaks();
    vi.advanceTimersByTime(5_001);
    expect(Line.all).toHaveLength(n + 2);
  }
});
