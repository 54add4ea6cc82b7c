/** How every console begins: the shared pictures and styles, and one component drawn into the page. */

import { effect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { render } from "preact";
import { RefusedError, whoAmI } from "./api/http";
import type { Live } from "./api/live";
import { Plain } from "./parts/plain";
import { Sprite } from "./parts/sprite";
import { whyNot } from "./words";
import "./tokens.css";
import "./base.css";
import "./parts/parts.css";

export function show(page: ComponentChildren): void {
  const root = document.getElementById("app");
  if (!root) throw new Error("the page has no element #app");
  render(
    <>
      <Sprite />
      {page}
    </>,
    root,
  );
}

/** Do what a page begins with; what goes wrong stands on the page in a sentence. */
export function begin(title: string, work: () => Promise<void>): void {
  work().catch((error: unknown) => show(<Plain title={title} wrong={sentence(error)} />));
}

/** Whoever is shown out of the house sees why, and nothing else of the page. */
export function leaveIfShownOut(live: Live, title: string): void {
  effect(() => {
    if (!live.shownOut.value) return;
    show(<Plain title={title} wrong={whyNot(live.shownOut.value)} />);
    whoAmI().catch(() => undefined);
  });
}

/** What went wrong, in a sentence. */
export function sentence(error: unknown): string {
  return error instanceof RefusedError ? whyNot(error.refused) : String(error);
}

/** The last part of the address: the table of /player/Sic%20Bo%203. */
export function fromAddress(): string {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
}
