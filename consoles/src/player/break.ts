/** A break that the player takes of their own accord: the felt is hidden, and a reload does not end it. */
import { useState } from "preact/hooks";

export interface Break {
  until: string;
  /** How long it was to be, in milliseconds. */
  length: number;
}

/** The break at a table, and how to begin or end it; it is kept for this tab. */
export function useBreak(table: string): [Break | null, (it: Break | null) => void] {
  const key = `dicehouse.break.${table}`;
  const [now, set] = useState<Break | null>(() => kept(key));
  return [now, (it) => {
    if (it) sessionStorage.setItem(key, JSON.stringify(it));
    else sessionStorage.removeItem(key);
    set(it);
  }];
}

function kept(key: string): Break | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  const it = JSON.parse(text) as Break;
  return Date.parse(it.until) > Date.now() ? it : null;
}
