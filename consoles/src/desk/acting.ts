/** How an act is begun: at once, or with a form that the server makes when it is opened. */
import type { Signal } from "@preact/signals";
import type { Answer, Live } from "../api/live";
import type { ActView } from "../api/types";

/** What acts are begun and done with. */
export interface Acting {
  live: Live;
  /** The act that is being filled in. */
  open: Signal<ActView | null>;
  /** The id of the act whose form is asked for; empty while none is. */
  asking: Signal<string>;
  begin(act: ActView): void;
  give(to: string, command: Record<string, unknown>): Promise<Answer>;
  tell(act: ActView, answer: Answer): void;
}

/** Begin an act: what is refused says why, what needs nothing is done, and of anything else the form is opened. */
export async function beginAct(desk: Acting, act: ActView): Promise<void> {
  if (act.refused) return desk.tell(act, { ok: false, refused: act.refused });
  if (!act.asks && !act.grave) return desk.tell(act, await desk.give(act.to, { do: act.do, ...act.given }));
  if (!act.asks || act.fields.length) {
    desk.open.value = act;
    return;
  }
  if (desk.asking.value === act.id) return;
  const { seat } = act.given;
  desk.asking.value = act.id;
  const answer = await desk.live.ask({ id: act.id, ...(typeof seat === "number" ? { seat } : {}) });
  desk.asking.value = "";
  const refused = answer.ok ? answer.form.refused : answer.refused;
  if (refused) desk.tell(act, { ok: false, refused });
  else if (answer.ok) desk.open.value = answer.form;
}
