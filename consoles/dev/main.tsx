/** Every state of a terminal without a server: /dev/?table=Sic%20Bo%201&state=settled; `won` wins on every area. */
import { signal } from "@preact/signals";
import { me as here } from "../src/api/http";
import type { Live } from "../src/api/live";
import type { Bead, LayoutView, Me, SeatView, TableView } from "../src/api/types";
import { show } from "../src/page";
import { Terminal } from "../src/player/terminal";
import layouts from "./layouts.json";

const asked = new URLSearchParams(location.search);
const layout = (layouts as unknown as LayoutView[]).find((it) => it.table === (asked.get("table") ?? "Sic Bo 1"))!;
const state = asked.get("state") ?? "open";
const now = Date.now();
const in_ = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const craps = layout.felt === "craps";
const faces = craps ? 2 : 3;

function bead(n: number): Bead {
  const dice = Array.from({ length: faces }, (_, k) => ((n * 7 + k * k * 3 + ((n * n) % 5)) % 6) + 1);
  const total = dice.reduce((a, b) => a + b, 0);
  const triple = !craps && new Set(dice).size === 1;
  return {
    dice,
    total,
    size: craps ? "" : triple ? "triple" : total < 11 ? "small" : "big",
    parity: craps ? "" : triple ? "triple" : total % 2 ? "odd" : "even",
    seven: craps && total === 7,
  };
}

const history = state === "empty" ? [] : Array.from({ length: 47 }, (_, n) => bead(n));
const won = state === "won";
const settled = state === "settled" || won;
const betting = state === "open" || state === "refused" || state === "lost" || state === "empty";
const dice = craps ? [3, 3] : [1, 4, 5];
const result = {
  round: 12,
  dice,
  total: dice.reduce((a, b) => a + b, 0),
  words: { en: craps ? "Six, the hard way" : "Small, Even", zh: "小，双" },
  lit: craps
    ? ["hard-6", "place-win-6"]
    : [
        "small",
        "even",
        "total-10",
        "pair-1-4",
        "pair-1-5",
        "pair-4-5",
        "single-1",
        "single-4",
        "single-5",
        "symbol-fish",
      ],
  at: null,
};

if (won) result.lit = layout.areas.map((it) => it.id);

const offers = (id: string) => layout.areas.some((it) => it.id === id);
const stakes: [string, number, number][] = won
  ? layout.areas.map((it) => [it.id, 1000, 0] as [string, number, number])
  : craps
    ? [
        ["win-line", 1000, 0],
        ["behind-win-line", 2000, 0],
        ["come", 1000, 9],
        ["place-win-8", 1200, 0],
        ["hard-8", 500, 0],
        ["field", 500, 0],
      ]
    : (
        [
          ["small", 2500, 0],
          ["double-4", 500, 0],
          ["total-9", 500, 0],
          ["pair-4-5", 1000, 0],
          ["single-5", 1000, 0],
          ["streak-odd-even", 1000, 0],
          ["colour-double-green", 500, 0],
          ["symbol-fish", 1000, 0],
        ] as [string, number, number][]
      ).filter(([id]) => offers(id));
const area = (id: string) => layout.areas.find((it) => it.id === id)!;

const seat = {
  table: layout.table,
  revision: 1,
  seat: state === "standing" ? 0 : 3,
  person: "Ann",
  card: { number: "1001", valid: true },
  credits: layout.kind === "electronic",
  rack: 118_000,
  tokens: 0,
  checks: [],
  staked: 6000,
  working: 5000,
  aside: 0,
  personal: null,
  headroom: state === "limit" ? 0 : 38_000,
  wagers: (settled && !craps ? stakes.filter(([id]) => id.startsWith("streak")) : stakes).map(
    ([id, stake, point], n) => ({
      id: `w${n}`,
      wager: id,
      name: point ? `${area(id).name.en} on ${point}` : area(id).name.en,
      stake,
      commission: 0,
      excess: 0,
      state: "",
      point,
      count: 0,
      working: id !== "place-win-8",
      called: id === "hard-8" ? true : null,
      asked: false,
      behind: null,
      chips: "value",
      colour: "",
      words: "stays until 6 or 7",
      clause: area(id).clause,
      remove:
        id === "win-line"
          ? {
              why: "must-stay",
              clause: "6.4",
              message: "win-line: it stays until its point or a 7; wait",
              next: "wait",
            }
          : null,
    }),
  ),
  room: betting ? Object.fromEntries(layout.areas.map((it) => [it.id, 49_500])) : {},
  last: settled
    ? {
        round: 12,
        at: in_(0),
        dice,
        total: result.total,
        won: 9500,
        lost: 1500,
        net: 8000,
        words: "You are up $80.00: you won $95.00 and lost $15.00.",
        decided: stakes
          .filter(([id]) => won || !id.startsWith("streak"))
          .map(([id, stake], n) => ({
            id: `d${n}`,
            wager: id,
            name: area(id).name.en,
            result: result.lit.includes(id) ? "win" : "lose",
            stake,
            winnings: result.lit.includes(id) ? stake * 2 : 0,
            returned: 0,
            net: result.lit.includes(id) ? stake * 2 : -stake,
            words: "one 4 showed; two are needed",
            sentence: `${id} lost`,
            clause: area(id).clause,
          })),
      }
    : null,
  repeat: [{ wager: "small", stake: 500, chips: "value", colour: "" }],
  can: { "throw-dice": null, "shoot-dice": null, "leave-seat": null, "pass-dice": null },
  shooter: state === "shooter",
  offered: state === "offered",
  must_leave: false,
  fault: "",
  paused: null,
  player: {
    account: 500_000,
    limits: [{ limit: "loss", amount: 50_000, used: 12_000, left: 38_000, words: "$380 of $500 left until 00:00" }],
    played_today: 4500,
    net_today: -2500,
    paused: null,
  },
} as unknown as SeatView;

const table = {
  table: layout.table,
  rulebook: layout.rulebook,
  kind: layout.kind,
  revision: 1,
  now: in_(0),
  phase: betting ? "betting" : "no more bets",
  call: settled
    ? { en: "Result", zh: "开骰" }
    : betting
      ? { en: "Place your bets", zh: "请下注" }
      : { en: "No more bets", zh: "停止下注" },
  ring: settled ? "result" : betting ? "open" : "closed",
  betting,
  round: 12,
  since: in_(-6),
  ends: betting && layout.kind === "electronic" ? in_(14) : null,
  period: 20,
  sign: { every: { minimum: 500, maximum: 50_000, unit: 100 }, wagers: {}, player: 0, area: 0 },
  coming: state === "closing" ? { words: "Min $10 from 22:00" } : null,
  closing:
    state === "closing"
      ? { since: in_(-600), at: in_(1200), rounds: 0, words: "The sign has been up since 21:50 (9.13)." }
      : null,
  closing_clause: "3.11",
  last: history.length ? { ...result, round: settled ? 12 : 11 } : null,
  shown: null,
  history,
  statistics: {
    results: 47,
    small: 20,
    big: 24,
    odd: 22,
    even: 22,
    triples: 3,
    faces: [20, 30, 22, 18, 24, 27],
    totals: { 4: 1, 5: 2, 6: 3, 7: 5, 8: 6, 9: 5, 10: 6 },
  },
  closed: offers("streak-small-big")
    ? [
        {
          area: "streak-small-big",
          refused: {
            why: "wrong-time",
            clause: "6.2",
            message: "a run of Big is in progress; wait until it ends",
            next: "wait until it ends",
          },
        },
      ]
    : craps
      ? [
          {
            area: "dont-win",
            refused: {
              why: "wrong-time",
              clause: "6.1.2",
              message: "dont-win: a point is set; wait for the next come out roll",
              next: "",
            },
          },
        ]
      : [],
  streaks: [
    { area: "streak-small-big", side: "big", count: 4, window: settled, live: 0, words: "Big has run 4 times" },
    { area: "streak-odd-even", side: "even", count: 3, window: false, live: 1, words: "Next Even makes it 6 to 1" },
  ],
  puck: craps ? { on: true, point: 6 } : null,
  hand: craps ? { shooter: 4, stick: false, offered: 0, pair: [1, 2], missing: [], rolls: 11, words: "" } : null,
  shoot: layout.kind === "electronic" ? { seat: 3, by: in_(9), rule: "in turn" } : null,
  jackpots:
    layout.kind === "electronic"
      ? [
          { pool: "major", amount: 4_821_537, won: 0, won_at: null, words: "" },
          { pool: "minor", amount: 190_612, won: 0, won_at: null, words: "$2,480 at 20:58" },
        ]
      : [],
  stopped: state === "suspended" ? "The lights did not match the dice (8.8)" : "",
  seal: { commitment: "ab".repeat(32), opened_round: 11, opened: "cd".repeat(32), salt: "ef".repeat(16), dice },
  seats: [1, 3, 4],
  totals: {},
  message: "",
} as unknown as TableView;

const live = {
  link: signal(state === "lost" ? "lost" : "open"),
  lostSince: signal(state === "lost" ? now : null),
  table: signal(table),
  seat: signal(seat),
  refused: signal(null),
  waiting: signal(0),
  give: async () => ({
    ok: false,
    refused: {
      why: "below-minimum",
      clause: "4.1",
      message: "total-9: 3.00 is below the minimum 5.00 at Sic Bo 3; stake at least 5.00",
      next: "stake at least 5.00",
    },
  }),
} as unknown as Live;
const me = {
  signed_in: true,
  name: "Ann",
  role: "player",
  consoles: ["player"],
  csrf: "",
  demo: true,
  demo_identities: [],
  expires: "",
  second_factor: false,
  passkey_missing: false,
  time_zone: "Australia/Sydney",
} as Me;
here.value = me;
show(<Terminal live={live} layout={layout} me={me} />);
