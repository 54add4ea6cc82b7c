/** The single-letter keys of a terminal. They can be switched off, and they never act inside a field or a dialog. */
import { signal } from "@preact/signals";

const KEPT = "dicehouse.keys";
export const keysOn = signal(globalThis.localStorage?.getItem(KEPT) !== "off");

export function switchKeys(): void {
  keysOn.value = !keysOn.value;
  globalThis.localStorage?.setItem(KEPT, keysOn.value ? "on" : "off");
}

export type KeyActs = Record<string, () => void>;

/** Listen until the returned function is called. Keys are lower case letters, digits and "f6". */
export function listen(acts: () => KeyActs): () => void {
  const heard = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const target = event.target as Element | null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, select, textarea, dialog")) return;
    if (key !== "f6" && !keysOn.value) return;
    const act = acts()[key];
    if (!act) return;
    event.preventDefault();
    // A key that is held down is one press.
    if (!event.repeat) act();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/** Focus goes to the next part of the screen: elements with data-region, in order. */
export function nextRegion(): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const now = regions.findIndex((it) => it.contains(document.activeElement));
  for (let n = 1; n <= regions.length; n++) {
    const region = regions[(now + n) % regions.length]!;
    const first =
      region.tabIndex >= 0
        ? region
        : region.querySelector<HTMLElement>('[tabindex="0"], a[href], button:not([disabled])');
    if (first) {
      first.focus();
      return;
    }
  }
}
