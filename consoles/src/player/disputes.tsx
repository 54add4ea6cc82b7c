/** Disputes: raised by the player about a wager of a round, and followed until they are over. */
import { useState } from "preact/hooks";
import type { Given, Live } from "../api/live";
import { newId } from "../api/live";
import type { DecisionView, LayoutView, SeatView } from "../api/types";
import { said, whyNot, words } from "../words";

/** What is wrong, in the player's own words. */
export function RaiseDispute({
  live,
  layout,
  it,
  name,
  onRaised,
}: {
  live: Live;
  layout: LayoutView;
  it: DecisionView;
  name: string;
  onRaised: () => void;
}) {
  const w = words.value;
  const [refused, refuse] = useState("");
  const raise = async (event: SubmitEvent) => {
    event.preventDefault();
    const filled = new FormData(event.currentTarget as HTMLFormElement);
    const about = String(filled.get("about") ?? "").trim();
    const topic = layout.kind !== "craps" ? "" : filled.get("dice") ? "dice" : "other";
    const answer = await live.give(layout.table, { do: "raise-dispute", id: newId(), about, bet: it.id, topic });
    if (answer.ok) onRaised();
    else refuse(whyNot(answer.refused));
  };
  return (
    <form class="dispute" onSubmit={(event) => void raise(event)}>
      <h3>{w.disputeTitle(name)}</h3>
      <label class="field">
        <span>{w.disputeAbout}</span>
        <textarea name="about" required maxLength={300} rows={3} />
      </label>
      {layout.kind === "craps" ? (
        <label>
          <input type="checkbox" name="dice" /> {w.disputeDice}
        </label>
      ) : null}
      <p class="faint">{w.disputeWords}</p>
      <p class="refusal" role="alert">
        {refused}
      </p>
      <button type="submit" class="button main">
        {w.disputeSend}
      </button>
    </form>
  );
}

/** The player's own disputes at this table, each with what can be done next; those elsewhere in the house, and complaints. */
export function OwnDisputes({ live, layout, seat }: { live: Live; layout: LayoutView; seat: SeatView }) {
  const w = words.value;
  const [refused, refuse] = useState("");
  const [complaining, complain] = useState("");
  const elsewhere = seat.player?.disputes.filter((it) => it.of !== layout.table) ?? [];
  const complaints = seat.player?.complaints ?? [];
  if (!seat.disputes.length && !elsewhere.length && !complaints.length) return null;
  const give = async (to: string, command: Given) => {
    const answer = await live.give(to, command);
    refuse(answer.ok ? "" : whyNot(answer.refused));
    if (answer.ok) complain("");
  };
  const lodge = (event: SubmitEvent, dispute: string) => {
    event.preventDefault();
    const said = String(new FormData(event.currentTarget as HTMLFormElement).get("words") ?? "").trim();
    void give(layout.table, { do: "lodge-complaint", id: newId(), dispute, words: said });
  };
  return (
    <section class="own-disputes">
      <h3>{w.yourDisputes}</h3>
      <ul>
        {seat.disputes.map((it) => (
          <li key={it.id}>
            <p>
              {said(it.words)}
              {it.ruling ? `: ${it.ruling}` : ""}
            </p>
            <div class="choices">
              {it.can["accept-decision"] === null ? (
                <button
                  type="button"
                  class="button quiet"
                  onClick={() => void give(layout.table, { do: "accept-decision", id: newId(), dispute: it.id })}
                >
                  {w.acceptDecision}
                </button>
              ) : null}
              {it.can["ask-review"] === null ? (
                <button
                  type="button"
                  class="button quiet"
                  onClick={() => void give(layout.table, { do: "ask-review", id: newId(), dispute: it.id })}
                >
                  {w.askReview}
                </button>
              ) : null}
              {it.can["lodge-complaint"] === null ? (
                <button type="button" class="button quiet" onClick={() => complain(it.id)}>
                  {w.lodgeComplaint}
                </button>
              ) : null}
            </div>
            {complaining === it.id ? (
              <form onSubmit={(event) => lodge(event, it.id)}>
                <label class="field">
                  <span>{w.complaintWords}</span>
                  <textarea name="words" required maxLength={500} rows={3} />
                </label>
                <button type="submit" class="button main">
                  {w.complaintSend}
                </button>
              </form>
            ) : null}
          </li>
        ))}
        {elsewhere.map((it) => (
          <li key={`${it.of}/${it.dispute}`}>
            <p>
              <b>{it.of}</b> {it.about}
            </p>
            <p>
              {said(it.words)}
              {it.ruling ? `: ${it.ruling}` : ""}
            </p>
          </li>
        ))}
      </ul>
      {complaints.length ? <h3>{w.yourComplaints}</h3> : null}
      <ul>
        {complaints.map((it) => (
          <li key={it.id}>
            <p>
              <b>{it.of}</b> {it.words}
            </p>
            <p>
              {said(it.state)}
              {it.outcome ? `: ${it.outcome}` : ""}
            </p>
            {it.read ? (
              <button
                type="button"
                class="button quiet"
                onClick={() =>
                  void give("house", {
                    do: "tell-complainant",
                    id: newId(),
                    complaint: it.id,
                    how: "read on the own screen",
                  })
                }
              >
                {said(it.read.name)}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <p class="refusal" role="alert">
        {refused}
      </p>
    </section>
  );
}
