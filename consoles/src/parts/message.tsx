/** The message line: one sentence, one icon. It is read out politely, "no more bets" at once. */
import type { IconName } from "./sprite";
import { Icon } from "./sprite";

export interface Message {
  tone: "info" | "good" | "refused" | "due";
  /** What happened. */
  head: string;
  /** Why, and what can be done. */
  more?: string;
  /** The area that it is about. */
  area?: string;
  /** The one step that would be accepted. */
  step?: { text: string; take: () => void };
}

const ICON: Record<Message["tone"], IconName> = { info: "info", good: "check", refused: "cross", due: "clock" };

export function MessageLine({ message }: { message: Message | null }) {
  return (
    <div class={`message ${message?.tone ?? ""}`}>
      <div class="message-text" role="status" aria-live="polite">
        {message ? (
          <>
            <Icon name={ICON[message.tone]} size="small" />
            <p>
              <b>{message.head}</b>
              {message.more ? ` ${message.more}` : ""}
            </p>
          </>
        ) : null}
      </div>
      {message?.step ? (
        <button type="button" class="button main" onClick={message.step.take}>
          {message.step.text}
        </button>
      ) : null}
    </div>
  );
}

/** Words for a screen reader alone: what must be heard now, and what may wait. */
export function Announcer({ now, soon }: { now: string; soon: string }) {
  return (
    <div class="unseen">
      <p role="alert" aria-live="assertive">
        {now}
      </p>
      <p aria-live="polite">{soon}</p>
    </div>
  );
}
