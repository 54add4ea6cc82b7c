/** What a player has to do with the promotion: entries, a prize to claim, and a dispute. */
import { useState } from "preact/hooks";
import type { ClaimantPage, OwnPrize } from "../api/types";
import { ActButton, Acts, OpenAct } from "../desk/act";
import { Desk } from "../desk/desk";
import { OwnRulings } from "../desk/rulings";
import { MessageLine } from "../parts/message";
import { dollars } from "../words/money";
import { tourneyWords } from "../words/tournament";

type Own = Desk<ClaimantPage>;

export function YourPart({ id }: { id: string }) {
  const w = tourneyWords.value;
  const [desk] = useState<Own>(() => new Desk<ClaimantPage>("claimant", { of: id }));
  const view = desk.view.value;
  if (!view || view.none) return null;
  return (
    <section class="card your-part">
      <h2>{w.yourPart}</h2>
      <MessageLine message={desk.message.value} />
      <p>{view.shut_out ? w.youAreOut(view.shut_out) : w.yourEntries(view.entries)}</p>
      {view.prizes.map((it) => (
        <Prize key={it.number} it={it} desk={desk} />
      ))}
      <OwnRulings disputes={view.disputes} desk={desk} />
      <Acts acts={view.acts} desk={desk} />
      <OpenAct desk={desk} />
    </section>
  );
}

function Prize({ it, desk }: { it: OwnPrize; desk: Own }) {
  const w = tourneyWords.value;
  const state = it.awarded
    ? w.awarded
    : it.claimed
      ? w.claimed
      : it.denied
        ? w.denied(it.denied)
        : it.won
          ? w.youWon
          : "";
  return (
    <div class="own-prize" data-own-prize={it.number}>
      <p>
        <b>{w.prize(it.number, it.name)}</b> {dollars(it.value)}{" "}
        <span class={`tag ${it.denied && !it.claimed ? "coral" : "mint"}`}>{state}</span>
      </p>
      {it.act && !it.claimed ? <ActButton act={it.act} desk={desk} quiet={false} /> : null}
    </div>
  );
}
