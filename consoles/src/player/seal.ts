/** Whether the dice are those that were sealed: worked out in this browser, so that nobody's word has to be taken for it. */
import { useEffect, useState } from "preact/hooks";
import type { SealView } from "../api/types";

/** `unable`: the browser lends its SHA-256 to pages on https and on this machine alone, so nothing is claimed. */
export type Checked = "checking" | "checked" | "wrong" | "unable";

/** What a seal is the SHA-256 of: the salt and the dice in the order they lie. */
export function sealedText(seal: Pick<SealView, "salt" | "dice">): string {
  return `${seal.salt}:${seal.dice.join("-")}`;
}

/** The same by hand, in a terminal. */
export function byHand(seal: Pick<SealView, "salt" | "dice">): string {
  return `printf %s ${sealedText(seal)} | sha256sum`;
}

export async function checkSeal(
  seal: SealView,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<Checked> {
  if (subtle === undefined) return "unable";
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(sealedText(seal)));
  const found = [...new Uint8Array(digest)].map((it) => it.toString(16).padStart(2, "0")).join("");
  return found === seal.opened ? "checked" : "wrong";
}

/** Seals that this page was shown before their dice were. */
const seen = new Set<string>();

/** Whether this page had the seal before it was opened; one that came later has the house's word for that. */
export function wasSeen(seal: string): boolean {
  return seen.has(seal);
}

export function remember(seal: SealView): void {
  if (seal.commitment && seal.commitment !== seal.opened) seen.add(seal.commitment);
}

/** What came of checking the seal that was opened last; null while none was. */
export function useChecked(seal: SealView | undefined): Checked | null {
  const [checked, tell] = useState<Checked | null>(null);
  useEffect(() => {
    if (seal) remember(seal);
  }, [seal?.commitment]);
  useEffect(() => {
    let stale = false;
    tell(seal?.opened ? "checking" : null);
    if (seal?.opened)
      void checkSeal(seal).then((it) => {
        if (!stale) tell(it);
      });
    return () => {
      stale = true;
    };
  }, [seal?.opened, seal?.salt, seal?.dice.join("-")]);
  return checked;
}
