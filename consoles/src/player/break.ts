/** Breaks: the player's own, which the house keeps, so that every terminal knows of it; or one that a limit asks for. */
import { left } from "../api/clock";
import type { SeatView } from "../api/types";

export interface Break {
  until: string;
  /** Whether the player took it, and may end it. */
  own: boolean;
}

/** The break that runs, if one does; one that is required comes first, for it cannot be ended. */
export function breakOf(seat: SeatView): Break | null {
  const required = latest(seat.paused, seat.player?.paused ?? null);
  if (required) return { until: required, own: false };
  const own = latest(seat.player?.resting ?? null);
  return own ? { until: own, own: true } : null;
}

/** The last of some moments that are still to come. */
function latest(...moments: (string | null)[]): string | null {
  const coming = moments.filter((it): it is string => it !== null && (left(it) ?? 0) > 0);
  return coming.sort((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;
}
