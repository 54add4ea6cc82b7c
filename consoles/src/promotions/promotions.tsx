/** The promotions desk: what is due, terms to file, and the promotion that is open, from its draw to its last prize. */
import type { ComponentChildren } from "preact";
import { inPath } from "../api/http";
import type { ClaimLine, PromotionDesk, PromotionLine, PromotionsView, WonLine } from "../api/types";
import { ActButton, Acts, OpenAct } from "../desk/act";
import { Clock, Waiting } from "../desk/begin";
import type { Desk } from "../desk/desk";
import { Due, moment } from "../desk/due";
import { ConnectionBar } from "../parts/banners";
import { DrawFacts } from "../parts/draw";
import { MessageLine } from "../parts/message";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { capital, said } from "../words";
import { dollars } from "../words/money";
import { tourneyWords } from "../words/tournament";
import { Filing } from "./filing";
import "./promotions.css";

export type Promoting = Desk<PromotionsView>;

export function PromotionsDesk({ desk }: { desk: Promoting }) {
  const view = desk.view.value;
  const w = tourneyWords.value;
  if (!view) return <Waiting live={desk.live} what={w.promotions} />;
  const it = view.opened;
  return (
    <div class="desk">
      <TopBar title={w.promotions}>
        <span class="desk-fact">{`${capital(view.role.replaceAll("-", " "))} ${view.name}`}</span>
        <Clock />
      </TopBar>
      <ConnectionBar live={desk.live} />
      <div class="desk-message">
        <MessageLine message={desk.message.value} />
      </div>
      <main class="promotions">
        <div class="column">
          <section class="card">
            <div class="panel-head">
              <h2>{w.due}</h2>
            </div>
            <Due lines={view.due} now={view.now} named />
          </section>
          <List desk={desk} view={view} />
        </div>
        <div class="column">
          {it ? <Opened desk={desk} it={it} now={view.now} /> : null}
          <Filing desk={desk} view={view} />
        </div>
        <div class="column">
          {it ? (
            <>
              <Winners desk={desk} it={it} now={view.now} />
              <Claims desk={desk} it={it} now={view.now} />
            </>
          ) : null}
        </div>
      </main>
      <OpenAct desk={desk} />
    </div>
  );
}

function List({ desk, view }: { desk: Promoting; view: PromotionsView }) {
  const w = tourneyWords.value;
  const line = (it: PromotionLine, way: ComponentChildren) => (
    <li key={it.id} data-promotion={it.id}>
      <span>
        <b>{it.name}</b>
        <small>{`${w.version(it.version)}, ${moment(it.at, view.now)}`}</small>
      </span>
      <span class="tag">{said(it.stage)}</span>
      {way}
    </li>
  );
  return (
    <section class="card">
      <div class="panel-head">
        <h2>{w.running}</h2>
      </div>
      <ul class="promotion-list">
        {view.promotions.map((it) =>
          line(
            it,
            <button
              type="button"
              class="button quiet"
              aria-pressed={view.asked === it.id}
              onClick={() => {
                desk.message.value = null;
                desk.live.watchAnother({ of: it.id });
              }}
            >
              {w.openIt}
              <span class="unseen"> {it.name}</span>
            </button>,
          ),
        )}
      </ul>
      {view.promotions.length ? null : <p class="quiet-line">{w.noPromotions}</p>}
      <div class="panel-head">
        <h2>{w.tournaments}</h2>
      </div>
      <ul class="promotion-list">
        {view.tournaments.map((it) =>
          line(
            { ...it, stage: { en: w.phase[it.stage.en] ?? it.stage.en, zh: w.phase[it.stage.en] ?? it.stage.zh } },
            <a class="button quiet" href={`/director/${inPath(it.id)}`}>
              {w.openIt}
              <span class="unseen"> {it.name}</span>
            </a>,
          ),
        )}
      </ul>
      {view.tournaments.length ? null : <p class="quiet-line">{w.noPromotions}</p>}
    </section>
  );
}

function Opened({ desk, it, now }: { desk: Promoting; it: PromotionDesk; now: string }) {
  const w = tourneyWords.value;
  return (
    <section class="card opened" aria-label={it.name}>
      <div class="panel-head">
        <h2>{it.name}</h2>
        <span class="tag">{said(it.stage)}</span>
      </div>
      <p class="faint">{`${it.rulebook}, ${w.version(it.version)}. ${w.dates(moment(it.starts, now), moment(it.closes, now), moment(it.draws, now))}.`}</p>
      {it.over ? (
        <p class="coral-text">
          <Icon name="warn" size="small" />
          {it.over}
        </p>
      ) : null}
      <p>{w.entries(it.draw.entries, it.draw.persons)}</p>
      <div class="act-row">
        {it.acts.map((act) => (
          <ActButton key={act.key} act={act} desk={desk} />
        ))}
      </div>
      {it.proposed ? (
        <p class="amber-text">
          <Icon name="clock" size="small" />
          {w.proposed}
        </p>
      ) : null}
      {it.shut_out.map(([who, why]) => (
        <p key={who} class="faint">
          {w.shutOut(who, why)}
        </p>
      ))}
      <h3>{w.drawTitle}</h3>
      <DrawFacts draw={it.draw} />
      {it.draw.committed && !it.draw.secret ? (
        <p class="faint">
          <Icon name="lock" size="small" />
          {w.kept2}
        </p>
      ) : null}
      <p>
        <a class="button quiet" href={`/promotions/${inPath(it.id)}`}>
          {w.publicPage}
        </a>
      </p>
      {it.disputes.map((one) => (
        <div key={one.id} class="desk-line">
          <div>
            <p>
              <b>{one.person}</b> {one.about}
            </p>
            {one.decided ? (
              <p>
                {one.decision}
                {one.advised ? `. ${w.advised}` : ""}
              </p>
            ) : null}
            {one.complaint ? <p class="amber-text">{said(one.complaint)}</p> : null}
          </div>
          <Acts acts={one.acts} desk={desk} />
        </div>
      ))}
    </section>
  );
}

function Winners({ desk, it, now }: { desk: Promoting; it: PromotionDesk; now: string }) {
  const w = tourneyWords.value;
  return (
    <section class="card">
      <div class="panel-head">
        <h2>{w.winners}</h2>
      </div>
      {it.won.map((won) => (
        <Won key={won.number} won={won} desk={desk} now={now} />
      ))}
      {it.won.length ? null : <p class="quiet-line">{w.noWinners}</p>}
    </section>
  );
}

function Won({ won, desk, now }: { won: WonLine; desk: Promoting; now: string }) {
  const w = tourneyWords.value;
  const [tone, words] = won.awarded
    ? ["mint", w.awarded]
    : won.reached
      ? ["mint", w.told]
      : ["amber", won.told_by ? w.tellBy(moment(won.told_by, now)) : w.open];
  return (
    <div class="desk-line" data-prize={won.number}>
      <div class="top">
        <b>{w.prize(won.number, won.name)}</b>
        <b>{dollars(won.value)}</b>
      </div>
      <p>{`${won.person}, ${w.entry(won.entry)}`}</p>
      <p class="desk-tags">
        <span class={`tag ${tone}`}>
          <Icon name={tone === "mint" ? "check" : "clock"} size="small" />
          {words}
        </span>
      </p>
      {won.attempts.map((each) => (
        <p key={each.at} class="faint">{`${moment(each.at, now)}, ${said(each.channel)}: ${each.said}`}</p>
      ))}
      <Acts acts={won.acts} desk={desk} />
    </div>
  );
}

function Claims({ desk, it, now }: { desk: Promoting; it: PromotionDesk; now: string }) {
  const w = tourneyWords.value;
  const state = (claim: ClaimLine) => (claim.denied ? w.denied(claim.denied) : claim.met ? w.met : w.open);
  return (
    <section class="card">
      <div class="panel-head">
        <h2>{w.claims}</h2>
      </div>
      {it.claims.map((claim) => (
        <div key={claim.id} class="desk-line" data-claim={claim.person}>
          <div class="top">
            <b>{claim.person}</b>
            <b>{dollars(claim.value)}</b>
          </div>
          <p>{`${w.prize(claim.prize, claim.name)}, ${moment(claim.at, now)}`}</p>
          <p class="desk-tags">
            <span class={`tag ${claim.denied ? "coral" : claim.met ? "mint" : "amber"}`}>
              <Icon name={claim.denied ? "cross" : claim.met ? "check" : "clock"} size="small" />
              {state(claim)}
            </span>
          </p>
          <Acts acts={claim.acts} desk={desk} />
        </div>
      ))}
      {it.claims.length ? null : <p class="quiet-line">{w.noClaims}</p>}
    </section>
  );
}
