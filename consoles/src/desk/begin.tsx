/** How a desk begins: who is there, and the page once the first view has come. */
import type { ComponentChildren } from "preact";
import { clockTime, tick } from "../api/clock";
import { toTheDoor, whoAmI } from "../api/http";
import type { Live } from "../api/live";
import { begin, show } from "../page";
import { ConnectionBar } from "../parts/banners";
import { Fetching, Plain } from "../parts/plain";
import { whyNot } from "../words";
import { deskWords } from "../words/desk";
import "./desk.css";

export function beginDesk(page: () => ComponentChildren): void {
  begin("", async () => {
    const me = await whoAmI();
    if (me.signed_in) show(page());
    else toTheDoor(me);
  });
}

/** What stands in the place of a desk until it is there, or where it may not be seen. */
export function Waiting({ live, what }: { live: Live; what: string }) {
  const refused = live.refused.value;
  return (
    <Plain title={what} wrong={refused ? whyNot(refused) : undefined}>
      <ConnectionBar live={live} />
      <Fetching text={deskWords.value.loading(what)} />
    </Plain>
  );
}

/** The house's clock. */
export function Clock() {
  return <time class="desk-clock">{clockTime(tick.value || Date.now())}</time>;
}
