/** Times of the house, in whose zone its journal and reports are read. */
import { signal } from "@preact/signals";

export const zone = signal("UTC");

function parts(moment: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-AU", { ...options, hourCycle: "h23", timeZone: zone.value }).format(new Date(moment));
}

/** "21:38:52". */
export function clock(moment: string): string {
  return parts(moment, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/** "16 Nov 21:38". */
export function dayAndTime(moment: string): string {
  return `${parts(moment, { day: "numeric", month: "short" })} ${parts(moment, { hour: "2-digit", minute: "2-digit" })}`;
}

/** "48,211". */
export function number(n: number): string {
  return n.toLocaleString("en-AU");
}

/** "9f3c…b07e". */
export function short(hash: string): string {
  return hash ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : "";
}
