/** Moments in words: the time, and the day where that is another. All of it in the house's time. */
import { clockTime, dayName, isSameDay, serverNow } from "../api/clock";
import { language } from "./index";

/** "19:05", or "Tue 17 Nov 19:05" where that is not today. */
export function whenIs(moment: string, now: string | number = serverNow(), weekday = true): string {
  if (isSameDay(moment, now)) return clockTime(moment);
  return `${dayName(moment, language.value === "zh" ? "zh-CN" : "en-AU", weekday)} ${clockTime(moment)}`;
}
