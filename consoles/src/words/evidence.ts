/** The words around the evidence of a dispute, in both languages; what happened comes from the server. */
import { computed } from "@preact/signals";
import type { Widened } from "./en";
import { language } from "./index";

const en = {
  evidence: (round: number) => `Evidence of round ${round.toLocaleString("en-AU")}`,
  ofSeat: (seat: number) => `seat ${seat} and what the whole table was told`,
  ofTable: "what the whole table was told; no seat is known",
  going: "The round has not ended; there may be more to come.",
  noDice: "The round has no result.",
  keyedBy: (who: string, at: string) => `Keyed by ${who} at ${at}`,
  entry: (n: number) => `entry ${n.toLocaleString("en-AU")}`,
  refused: "Refused",
  stakeBack: (stake: string, back: string) => `${stake} staked, ${back} went back`,
  staked: "Staked",
  wentBack: "Went back",
  came: "What came of it",
};

const zh: Widened<typeof en> = {
  evidence: (round) => `第 ${round} 局的记录`,
  ofSeat: (seat) => `${seat} 号座及全桌公布`,
  ofTable: "全桌公布；座位不详",
  going: "此局尚未结束，记录或有后续。",
  noDice: "此局无结果。",
  keyedBy: (who, at) => `${who} 于 ${at} 录入`,
  entry: (n) => `记录 ${n}`,
  refused: "已拒绝",
  stakeBack: (stake, back) => `投注 ${stake}，退回 ${back}`,
  staked: "投注",
  wentBack: "退回",
  came: "后续处理",
};

export const evidenceWords = computed(() => (language.value === "zh" ? zh : en));
