/** The server's time. Countdowns follow it, never the clock of this machine. */
import { signal } from "@preact/signals";

/** Server time less local time, in milliseconds. A frame can only be late, so the largest seen is the nearest. */
let offset: number | null = null;
let since = 0;

/** Take note of a moment that the server has just stamped. */
export function heardAt(serverNow: string, local = Date.now()): void {
  const seen = Date.parse(serverNow) - local;
  const stale = local - since > 60_000;
  if (offset === null || seen > offset || stale) {
    offset = seen;
    since = local;
  }
}

export function serverNow(local = Date.now()): number {
  return local + (offset ?? 0);
}

/** Ticks ten times a second while someone looks, so that countdowns move together. */
export const tick = signal(0);
setInterval(() => {
  if (!globalThis.document?.hidden) tick.value = serverNow();
}, 100);

/** Milliseconds until a moment of the server; null where there is none. Reading it subscribes to the tick. */
export function left(until: string | null): number | null {
  if (until === null) return null;
  void tick.value;
  return Math.max(0, Date.parse(until) - serverNow());
}

/** The house's time zone, in which every time is shown and typed; that of this machine until the house has said. */
let zone: string | undefined;

export function keepTimeOf(house: string): void {
  zone = house || undefined;
}

type When = string | number | Date;

/** The clock on the wall of the house: "2026-11-16T21:38:52". */
export function wallClock(moment: When): string {
  const formatted = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(new Date(moment));
  const part = (type: string) => formatted.find((it) => it.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}`;
}

/** The moment at which the clock of the house shows what was typed. */
export function momentAt(wall: string): Date {
  const said = Date.parse(`${wall}Z`);
  const shifted = (at: number) => said - (Date.parse(`${wallClock(at)}Z`) - at);
  // Twice, for the first guess may lie on the other side of a change of the clock.
  return new Date(shifted(shifted(said)));
}

/** "21:38:52" or "22:10", 24 h, in the house's time. */
export function clockTime(moment: When, seconds = false): string {
  return wallClock(moment).slice(11, seconds ? 19 : 16);
}

/** "16 Nov" or "11月16日", in the house's time. */
export function dayName(moment: When, locale: string, weekday = false): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    day: "numeric",
    month: "short",
    ...(weekday ? { weekday: "short" } : {}),
  }).format(new Date(moment));
}

/** Whether two moments lie on one day of the house. */
export function isSameDay(one: When, other: When): boolean {
  return wallClock(one).slice(0, 10) === wallClock(other).slice(0, 10);
}
