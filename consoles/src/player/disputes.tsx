/** Disputes: raised by the player about a wager of a round, and followed until they are over. */
import { useState } from "preact/hooks";
import type { Live } from "../api/live";
import { newId } from "../api/live";
import type { DecisionView, LayoutView, OwnDispute } from "../api/types";
import { said, whyNot, words } from "../words";

/** What is wrong, in the player's own words. */
export function RaiseDispute({ live, layout, it, name, onRaised }: { live: Live; layout: LayoutView; it: DecisionView; name: string; onRaised: () => void }) {
  const w = words.value;
  const [refused, refuse] = useState("");
  const raise = async (event: SubmitEvent) => {
    event.preventDefault();
    const about = String(new FormData(event.currentTarget as HTMLFormElement).get("about") ?? "").trim();
    const answer = await live.give(layout.table, { do: "raise-dispute", id: newId(), about, bet: it.id });
    if (answer.ok) onRaised();
    else refuse(whyNot(answer.refused));
  };
  return (
    <form class="dispute" onSubmit={(event) => void raise(event)}>
      <h3>{w.disputeTitle(name)}</h3>
      <label class="field"><span>{w.disputeAbout}</span><textarea name="about" required maxLength={300} rows={3} /></label>
      <p class="faint">{w.disputeWords}</p>
      <p class="refusal" role="alert">{refused}</p>
      <button type="submit" class="button main">{w.disputeSend}</button>
    </form>
  );
}

/** The player's own disputes, each with what can be done next. */
export function OwnDisputes({ live, layout, disputes }: { live: Live; layout: LayoutView; disputes: OwnDispute[] }) {
  const w = words.value;
  const [refused, refuse] = useState("");
  if (!disputes.length) return null;
  const give = async (dispute: string, step: "accept-decision" | "ask-review" | "lodge-complaint") => {
    const command = step === "lodge-complaint" ? { do: step, id: newId(), dispute, words: w.lodgeComplaint } : { do: step, id: newId(), dispute };
    const answer = await live.give(layout.table, command);
    refuse(answer.ok ? "" : whyNot(answer.refused));
  };
  const steps = [["accept-decision", w.acceptDecision], ["ask-review", w.askReview], ["lodge-complaint", w.lodgeComplaint]] as const;
  return (
    <section class="own-disputes">
      <h3>{w.yourDisputes}</h3>
      <ul>
        {disputes.map((it) => (
          <li key={it.id}>
            <p>{said(it.words)}</p>
            <div class="choices">{steps.filter(([step]) => it.can[step] === null).map(([step, text]) => <button type="button" class="button quiet" key={step} onClick={() => void give(it.id, step)}>{text}</button>)}</div>
          </li>
        ))}
      </ul>
      <p class="refusal" role="alert">{refused}</p>
    </section>
  );
}
