/** What waits at the cage: tickets and vouchers, hand-pays and inquiries, fills, credits and boxes. */
import type { CageView, DeskLine } from "../api/types";
import { ActButton, Acts } from "../desk/act";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { said } from "../words";
import { deskWords } from "../words/desk";
import { dollars } from "../words/money";
import { whenIs as when } from "../words/time";
import type { Cage } from "./cage";
import { Closing } from "./closings";
import { Slip } from "./slips";

interface Part {
  view: CageView;
  desk: Cage;
}

export function Tickets({ view, desk }: Part) {
  const w = deskWords.value;
  return (
    <section class="card">
      <div class="panel-head">
        <h2>{w.tickets}</h2>
        <span class="label">{w.owed(view.tickets_out, dollars(view.tickets_owed))}</span>
      </div>
      <div class="desk-line">
        <div class="act-row">
          <ActButton act={view.pay_ticket} desk={desk} text={`${w.payTyped}, ${w.scan}`} />
          <ActButton act={view.issue_voucher} desk={desk} />
        </div>
      </div>
      {view.tickets.map((it) => (
        <Line key={it.id} it={it} desk={desk} />
      ))}
      {view.vouchers.map((it) => (
        <Line key={it.id} it={it} desk={desk} until />
      ))}
      {view.tickets.length + view.vouchers.length ? null : <p class="quiet-line">{w.noTickets}</p>}
    </section>
  );
}

export function HandPays({ view, desk }: Part) {
  const w = deskWords.value;
  return (
    <>
      {view.payouts.map((it) => (
        <section key={it.id} class="card hand-pay" aria-label={said(it.title)}>
          <div class="panel-head">
            <h2>{said(it.title)}</h2>
            <span class="label">{it.at ? when(it.at) : ""}</span>
          </div>
          <p class="sum">{dollars(it.amount)}</p>
          <Tags it={it} />
          <p class="quiet-line">{said(it.words)}</p>
          <Acts acts={it.acts} desk={desk} />
        </section>
      ))}
      <section class="card">
        <div class="panel-head">
          <h2>{w.handPays}</h2>
        </div>
        {view.payouts.length ? null : <p class="quiet-line">{w.noHandPays}</p>}
        <div class="desk-line">
          <Acts acts={view.pay_acts} desk={desk} />
        </div>
      </section>
      {view.inquiries.length ? (
        <section class="card">
          <div class="panel-head">
            <h2>{w.inquiries}</h2>
          </div>
          {view.inquiries.map((it) => (
            <Line key={it.id} it={it} desk={desk} />
          ))}
        </section>
      ) : null}
    </>
  );
}

export function Floats({ view, desk }: Part) {
  const w = deskWords.value;
  const waiting = view.slips.length + view.boxes.length;
  return (
    <>
      <section class="card">
        <div class="panel-head">
          <h2>{w.float2}</h2>
          <span class="label">{waiting ? w.waiting(waiting) : ""}</span>
        </div>
        {view.slips.map((it) => (
          <Slip key={it.id} it={it} desk={desk} />
        ))}
        {view.boxes.map((it) => (
          <Line key={it.id} it={it} desk={desk} />
        ))}
        {waiting ? null : <p class="quiet-line">{w.noSlips}</p>}
        <div class="desk-line">
          <Acts acts={[...view.tray_acts, ...view.stock_acts]} desk={desk} />
        </div>
        {view.past_slips.length ? (
          <details class="past-slips">
            <summary>{w.pastSlips(view.past_slips.length)}</summary>
            {view.past_slips.map((it) => (
              <Slip key={it.id} it={it} desk={desk} />
            ))}
          </details>
        ) : null}
      </section>
      {view.closings.map((it) => (
        <Closing key={it.table} it={it} desk={desk} />
      ))}
      {view.notices.length ? (
        <section class="card">
          <div class="panel-head">
            <h2>{w.notices}</h2>
          </div>
          {view.notices.map((it) => (
            <Line key={it.id} it={it} desk={desk} />
          ))}
        </section>
      ) : null}
    </>
  );
}

/** What a manager sets: jackpots, and what the house asks of play, cash and breaks. */
export function Terms({ view, desk }: Part) {
  const w = deskWords.value;
  return (
    <details class="card terms">
      <summary>{w.terms}</summary>
      {view.jackpots.map((it) => (
        <Line key={it.id} it={it} desk={desk} />
      ))}
      <div class="desk-line">
        <Acts acts={[view.offer_jackpot, ...view.policy_acts]} desk={desk} />
      </div>
    </details>
  );
}

function Line({ it, desk, until = false }: { it: DeskLine; desk: Cage; until?: boolean }) {
  const w = deskWords.value;
  const at = it.at ? (until ? w.until(when(it.at)) : when(it.at)) : "";
  return (
    <div class="desk-line" data-line={it.id}>
      <div class="top">
        <span>
          <b>{said(it.title)}</b>
        </span>
        {it.amount ? <b>{dollars(it.amount)}</b> : null}
      </div>
      <p>{[said(it.words), at].filter(Boolean).join(", ")}</p>
      <Tags it={it} />
      <Acts acts={it.acts} desk={desk} />
    </div>
  );
}

export function Tags({ it }: { it: Pick<DeskLine, "tags"> }) {
  return it.tags.length ? (
    <p class="desk-tags">
      {it.tags.map((tag) => (
        <span key={tag.words.en} class={`tag ${tag.tone === "plain" ? "" : tag.tone}`}>
          <Icon name={tag.icon as IconName} size="small" />
          {said(tag.words)}
        </span>
      ))}
    </p>
  ) : null;
}
