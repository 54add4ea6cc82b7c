/** The words of who works at a table, in both languages. */
import { computed } from "@preact/signals";
import type { Widened } from "./en";
import { language } from "./index";

const en = {
  crew: "Crew and roster",
  since: (at: string) => `since ${at}`,
  onSince: (at: string) => `on since ${at}`,
  handsTo: (who: string) => `hands over to ${who}`,
  late: "relief is late",
  nobodyOn: "Nobody is signed on.",
  next: "Next",
  hours: (from: string, to: string) => `${from} to ${to}`,
  missed: "not here yet",
  breaks: "On a break",
  until: (at: string) => `until ${at}`,
  over: "should be back",
  dealtBy: (names: string) => `Crew: ${names}`,
  relieves: (who: string) => `You relieve ${who}: sign on`,
};

const zh: Widened<typeof en> = {
  crew: "人员与排班",
  since: (at) => `自 ${at}`,
  onSince: (at) => `自 ${at} 在岗`,
  handsTo: (who) => `交接给 ${who}`,
  late: "换班延误",
  nobodyOn: "无人签到。",
  next: "其后",
  hours: (from, to) => `${from} 至 ${to}`,
  missed: "未到岗",
  breaks: "休息中",
  until: (at) => `至 ${at}`,
  over: "应已返回",
  dealtBy: (names) => `人员：${names}`,
  relieves: (who) => `由您接替 ${who}：请签到`,
};

export const crewWords = computed<Widened<typeof en>>(() => (language.value === "zh" ? zh : en));
