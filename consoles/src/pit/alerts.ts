/** Sounds that call the pit: once for what is new, again for what has gone up; silenced for this console alone. */
import { signal } from "@preact/signals";
import type { NeedView } from "../api/types";

const KEPT = "dicehouse.alerts";
export const alertsOn = signal(globalThis.localStorage?.getItem(KEPT) !== "off");
/** How often a sound was made, for whoever cannot hear it. */
export const alerted = signal(0);

let known: Set<string> | null = null;
let audio: AudioContext | null = null;

export function switchAlerts(): void {
  alertsOn.value = !alertsOn.value;
  globalThis.localStorage?.setItem(KEPT, alertsOn.value ? "on" : "off");
}

/** What calls: each case once when it comes, and once more when it goes up. */
export function calls(needs: readonly NeedView[]): Set<string> {
  return new Set(needs.filter((it) => it.sounds).map((it) => `${it.table}/${it.case}/${it.up}`));
}

/** Sound for what was not there before; what waited already when the page was opened makes no sound. */
export function hear(needs: readonly NeedView[]): void {
  const now = calls(needs);
  const fresh = known === null ? [] : [...now].filter((it) => !known?.has(it));
  known = now;
  if (!fresh.length || !alertsOn.value) return;
  alerted.value += 1;
  sound(fresh.some((it) => it.endsWith("/true")));
}

function sound(urgent: boolean): void {
  if (!("AudioContext" in globalThis)) return;
  audio ??= new AudioContext();
  const it = audio;
  void it.resume();
  for (const [n, pitch] of (urgent ? [880, 660, 880, 660] : [660, 880]).entries()) {
    const begins = it.currentTime + n * 0.18;
    const gain = new GainNode(it, { gain: 0 });
    gain.gain.linearRampToValueAtTime(0.12, begins + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, begins + 0.17);
    const tone = new OscillatorNode(it, { type: "sine", frequency: pitch });
    tone.connect(gain).connect(it.destination);
    tone.start(begins);
    tone.stop(begins + 0.18);
  }
}
