/** How a desk begins: who is there, and the page once the first view has come. */
import type { ComponentChildren } from "preact";
import { clockTime, tick } from "../api/clock";
import { toTheDoor, whoAmI } from "../api/http";
import type { Live } from "../api/live";
import type { Me } from "../api/types";
import { show } from "../page";
import { Banner, ConnectionBar } from "../parts/banners";
import { Icon } from "../parts/sprite";
import { whyNot, words } from "../words";
import { deskWords } from "../words/desk";
import "./desk.css";

export function beginDesk(page: (me: Me) => ComponentChildren): void {
  whoAmI()
    .then((me) => (me.signed_in ? show(page(me)) : toTheDoor(me)))
    .catch((error: unknown) => show(<main class="loading"><Banner tone="coral" icon="warn" text={String(error)} /></main>));
}

/** What stands in the place of a desk until it is there, or where it may not be seen. */
export function Waiting({ live, what }: { live: Live; what: string }) {
  const refused = live.refused.value;
  return (
    <main class="loading" aria-busy={!refused}>
      <ConnectionBar live={live} />
      {refused ? <Banner tone="coral" icon="warn" text={whyNot(refused)} /> : <p role="status"><Icon name="clock" />{deskWords.value.loading(what)}</p>}
      {refused ? <p><a class="button quiet" href="/">{words.value.door}</a></p> : null}
    </main>
  );
}

/** The house's clock. */
export function Clock() {
  return <time class="desk-clock">{clockTime(tick.value || Date.now())}</time>;
}
