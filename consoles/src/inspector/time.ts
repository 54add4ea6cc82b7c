/** Times, numbers and hashes as the inspector's pages write them. */
import { clockTime, dayName } from "../api/clock";
import { language } from "../words";

/** "21:38:52". */
export function clock(moment: string): string {
  return clockTime(moment, true);
}

/** "16 Nov 21:38" or "11月16日 21:38". */
export function dayAndTime(moment: string): string {
  return `${dayName(moment, language.value === "zh" ? "zh-CN" : "en-AU")} ${clockTime(moment)}`;
}

/** "48,211". */
export function number(n: number): string {
  return n.toLocaleString("en-AU");
}

/** "9f3c…b07e". */
export function short(hash: string): string {
  return hash ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : "";
}
