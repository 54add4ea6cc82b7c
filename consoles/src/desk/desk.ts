/** A desk: its line, its latest view, the act whose form is open, and what was said last. */
import { effect, signal } from "@preact/signals";
import { heardAt } from "../api/clock";
import { leaveIfSignedOut } from "../api/http";
import type { Answer, Given, Watched } from "../api/live";
import { Live, newId } from "../api/live";
import type { ActView, WatchOf } from "../api/types";
import { leaveIfShownOut } from "../page";
import type { Message } from "../parts/message";
import { said, whyNot } from "../words";
import { deskWords } from "../words/desk";
import type { Acting } from "./acting";
import { beginAct } from "./acting";

export class Desk<View extends { now: string }> implements Acting {
  readonly view = signal<View | null>(null);
  readonly message = signal<Message | null>(null);
  readonly open = signal<ActView | null>(null);
  readonly asking = signal("");
  readonly live: Live;

  constructor(as: WatchOf["as"], what?: Watched) {
    this.live = new Live({
      as,
      heard: (frame) => {
        const view = frame[as] as View | undefined;
        if (!view) return;
        heardAt(view.now);
        this.view.value = view;
      },
    });
    if (what) this.live.watchAnother(what);
    leaveIfShownOut(this.live, document.title);
    effect(() => {
      if (this.live.tries.value > 1) leaveIfSignedOut();
    });
  }

  begin(act: ActView): void {
    void beginAct(this, act);
  }

  /** Give a command; the desk's own line carries it. */
  give(to: string, command: Record<string, unknown>): Promise<Answer> {
    return this.live.give(to, { ...command, id: newId() } as unknown as Given);
  }

  tell(act: ActView, answer: Answer): void {
    if (answer.ok) this.message.value = this.told(act, answer.events);
    else this.message.value = { tone: "refused", head: `${said(act.name)}:`, more: whyNot(answer.refused) };
  }

  /** What an act led to; a wrong PIN is no refusal, and must be told. */
  private told(act: ActView, events: { event: string; [field: string]: unknown }[]): Message {
    const w = deskWords.value;
    const has = (event: string) => events.find((it) => it.event === event);
    const missed = has("pin-missed");
    if (has("card-locked")) return { tone: "refused", head: w.pinLocked };
    if (missed) return { tone: "refused", head: w.pinWrong(Number(missed.left)) };
    if (has("pin-accepted")) return { tone: "good", head: w.pinRight };
    return { tone: "good", head: w.done(said(act.name)) };
  }
}
