/** The patron whose card lies on the counter: the card, the balance, and the limits that the player has set. */
import type { DeskLimit, PatronDesk } from "../api/types";
import { ActButton, Acts } from "../desk/act";
import { Icon } from "../parts/sprite";
import { said } from "../words";
import { deskWords } from "../words/desk";
import { dollars, stake } from "../words/money";
import { whenIs as when } from "../words/time";
import type { Cage } from "./cage";

export function PatronCard({ patron, desk }: { patron: PatronDesk; desk: Cage }) {
  const w = deskWords.value;
  const card = patron.card;
  return (
    <section class="patron card" aria-label={patron.name}>
      <div class="patron-head">
        <span class="portrait">
          <Icon name="user" />
        </span>
        <div>
          <h2>{card ? w.cardNumber(card.number) : patron.name}</h2>
          <p class={card?.state === "good" ? "faint" : "coral-text"}>
            {patron.name}
            {card ? `. ${said(card.words)}` : ""}
          </p>
        </div>
      </div>
      <div>
        <p class="label">{w.balance}</p>
        <p class="balance">{dollars(patron.balance)}</p>
      </div>
      <p class={patron.identified ? "faint" : "amber-text"}>
        <Icon name={patron.identified ? "check" : "warn"} size="small" />
        {said(patron.identity)}
      </p>
      {patron.seen.length ? (
        <p class="desk-tags">
          {patron.seen.map((it) => (
            <span key={it.words.en} class="tag mint">
              <Icon name="check" size="small" />
              {said(it.words)} {when(it.at)}
            </span>
          ))}
        </p>
      ) : null}
      <Acts acts={patron.identity_acts} desk={desk} />
      {patron.excluded.map((it) => (
        <p class="coral-text">
          <Icon name="leave" size="small" />
          {said(it)}
        </p>
      ))}
      {patron.paused ? (
        <p class="amber-text">
          <Icon name="pause" size="small" />
          {w.pausedUntil(when(patron.paused))}
        </p>
      ) : null}
      {patron.resting ? (
        <p class="amber-text">
          <Icon name="pause" size="small" />
          {w.restsUntil(when(patron.resting))}
        </p>
      ) : null}
      <Acts acts={patron.cards} desk={desk} />
      <Acts acts={patron.care} desk={desk} />
    </section>
  );
}

export function Limits({ patron, desk }: { patron: PatronDesk; desk: Cage }) {
  const w = deskWords.value;
  return (
    <section class="card">
      <div class="panel-head">
        <h2>{w.limitsOfPlayer}</h2>
      </div>
      {patron.limits.map((it) => (
        <LimitRow key={it.limit} it={it} desk={desk} />
      ))}
      {patron.not_covered.length ? (
        <p class="not-covered">
          <Icon name="warn" size="small" />
          {w.notCovered(patron.not_covered.join(", "))}
        </p>
      ) : null}
      <p class="faint">{w.lowerRaise}</p>
    </section>
  );
}

function LimitRow({ it, desk }: { it: DeskLimit; desk: Cage }) {
  const w = deskWords.value;
  const name = said(it.name);
  return (
    <div class="limit-row">
      <p class="spread">
        <b>{name}</b>
        <b>{it.amount === null ? <span class="faint">{w.limitNone}</span> : stake(it.amount)}</b>
      </p>
      {it.amount === null ? null : (
        <>
          <progress value={it.used} max={Math.max(it.amount, 1)} aria-label={name} />
          <p class="spread faint">
            <span>{w.used(stake(it.used), it.limit === "deposit")}</span>
            <span>{w.leftUntil(stake(it.left ?? 0), when(it.until))}</span>
          </p>
        </>
      )}
      {it.declined ? <p class="faint">{w.declined(when(it.declined))}</p> : null}
      {it.coming && it.coming_since ? (
        <p class="spread">
          <span class="due">
            <Icon name="clock" size="small" />
            {it.coming_amount === null
              ? w.noLimitFrom(when(it.coming_since))
              : w.comes(stake(it.coming_amount), when(it.coming_since))}
          </span>
          {it.cancel ? <ActButton act={it.cancel} desk={desk} text={w.cancel} /> : null}
        </p>
      ) : null}
      <div class="act-row">
        <ActButton act={it.set} desk={desk} text={w.change} />
        {it.amount === null ? (
          <ActButton act={it.decline} desk={desk} text={w.decline} />
        ) : (
          <ActButton act={it.remove} desk={desk} text={w.remove} />
        )}
      </div>
    </div>
  );
}
