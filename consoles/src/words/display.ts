/** The words of the table display that do not come from the server, in both languages. */
import { computed } from "@preact/signals";
import type { Widened } from "./en";
import { language } from "./index";

const en = {
  winning: "Winning numbers",
  last: "Last result",
  covered: "The dice are covered",
  secondsLeft: "Seconds left",
  predictsNothing: "Past results do not predict the next.",
  shooter: "Shooter",
  toShoot: "To shoot the dice",
  hasDice: (n: number) => `Seat ${n} has the dice`,
  sign: "Limits",
  steps: "Steps",
  streakCosts: (money: string) => `Super Streak costs ${money}`,
  from: (time: string) => `From ${time}`,
  notice: "Notice",
  since: (time: string) => `Sign shown since ${time}`,
  closesAfter: (n: number) =>
    n === 1 ? "This table closes after 1 more round" : `This table closes after ${n} more rounds`,
  lastJackpot: (words: string) => `Last: ${words}`,
  rulesOnRequest: "The rules are here for you on request.",
  lit: (names: string) => `Lit: ${names}`,
  nothingLit: "No area is lit",
};

const zh: Widened<typeof en> = {
  winning: "开出号码",
  last: "上局结果",
  covered: "骰子已盖",
  secondsLeft: "剩余秒数",
  predictsNothing: "过往结果不能预示下一局。",
  shooter: "掷骰者",
  toShoot: "如何掷骰",
  hasDice: (n) => `${n} 号座持骰`,
  sign: "限额",
  steps: "每级",
  streakCosts: (money) => `超级连胜每注 ${money}`,
  from: (time) => `${time} 起`,
  notice: "通知",
  since: (time) => `告示自 ${time} 展示`,
  closesAfter: (n) => `再过 ${n} 局关闭`,
  lastJackpot: (words) => `上次：${words}`,
  rulesOnRequest: "规则可随时索阅。",
  lit: (names) => `亮灯：${names}`,
  nothingLit: "没有亮灯区域",
};

export const displayWords = computed<Widened<typeof en>>(() => (language.value === "zh" ? zh : en));
