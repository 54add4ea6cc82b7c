/** How every console begins: the shared pictures and styles, and one component drawn into the page. */
import { render } from "preact";
import type { ComponentChildren } from "preact";
import { Sprite } from "./parts/sprite";
import "./tokens.css";
import "./base.css";
import "./parts/parts.css";

export function show(page: ComponentChildren): void {
  const root = document.getElementById("app");
  if (!root) throw new Error("the page has no element #app");
  render(<><Sprite />{page}</>, root);
}

/** The last part of the address: the table of /player/Sic%20Bo%203. */
export function fromAddress(): string {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
}
