/** A player's own disputes about a promotion or in a tournament: the decision, the complaint, and what came of it. */
import type { OwnRuling } from "../api/types";
import { said } from "../words";
import { ActButton } from "./act";

export function OwnRulings({
  disputes,
  desk,
}: {
  disputes: OwnRuling[];
  desk: Parameters<typeof ActButton>[0]["desk"];
}) {
  if (!disputes.length) return null;
  return (
    <ul class="own-rulings">
      {disputes.map((it) => (
        <li key={it.id}>
          <p>
            <b>{it.about}</b>
          </p>
          <p>
            {said(it.words)}
            {it.ruling ? `: ${it.ruling}` : ""}
          </p>
          {it.lodge ? <ActButton act={it.lodge} desk={desk} /> : null}
          {it.complaint ? <p>{it.complaint.words}</p> : null}
          {it.complaint ? (
            <p>
              {said(it.complaint.state)}
              {it.complaint.outcome ? `: ${it.complaint.outcome}` : ""}
            </p>
          ) : null}
          {it.complaint?.read ? <ActButton act={it.complaint.read} desk={desk} /> : null}
        </li>
      ))}
    </ul>
  );
}
