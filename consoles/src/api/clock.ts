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

/** "21:38:52" or "22:10", 24 h, in this place's time. */
export function clockTime(moment: string | number | Date, seconds = false): string {
  const at = new Date(moment);
  const parts = [at.getHours(), at.getMinutes(), ...(seconds ? [at.getSeconds()] : [])];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
