/** A player's own place: bank, place, seat and secret wagers; a secret wager is sealed here and leaves as its seal alone. */
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { ActView, EntrantPage, TournamentView } from "../api/types";
import { Acts, OpenAct } from "../desk/act";
import { Clock, Waiting } from "../desk/begin";
import type { Desk } from "../desk/desk";
import { cents } from "../desk/filled";
import { OwnRulings } from "../desk/rulings";
import { hexOf, sha256 } from "../desk/secret";
import { Banner, ConnectionBar } from "../parts/banners";
import { MessageLine } from "../parts/message";
import { entrant, gained, RoundClock, Standings, standingOf } from "../parts/standings";
import { TopBar } from "../parts/top-bar";
import { said, whyNot, words } from "../words";
import { stake } from "../words/money";
import { tourneyWords } from "../words/tournament";
import "./place.css";

type Own = Desk<EntrantPage>;

/** The slip of the wager that was sealed last; it never leaves this page. */
const slip = signal("");

export function Place({ desk }: { desk: Own }) {
  const view = desk.view.value;
  const w = tourneyWords.value;
  if (!view) return <Waiting live={desk.live} what={w.yourPlace} />;
  const { tournament: it, own } = view;
  return (
    <div class="desk">
      <TopBar title={it?.name ?? w.yourPlace}>
        <Clock />
      </TopBar>
      <ConnectionBar live={desk.live} />
      <div class="desk-message">
        <MessageLine message={desk.message.value} />
      </div>
      {!it ? (
        <main class="loading">
          {view.none ? <Banner tone="coral" icon="warn" text={whyNot(view.none)} /> : null}
          <p>
            <a class="button quiet" href="/">
              {words.value.door}
            </a>
          </p>
        </main>
      ) : !own ? (
        <Outside desk={desk} view={view} it={it} />
      ) : (
        <main class="place">
          <section class="card own-place">
            <h2>{w.you(entrant(own.number))}</h2>
            <dl>
              <div>
                <dt>{w.yourBank}</dt>
                <dd class="bank">{stake(own.bank)}</dd>
              </div>
              <div>
                <dt>{w.yourPlace}</dt>
                <dd>
                  {own.place ? w.place(own.place) : w.none} {standingOf(own)}
                </dd>
              </div>
              <div>
                <dt>{w.yourSeat}</dt>
                <dd>{w.tableSeat(own.table, own.seat) || w.none}</dd>
              </div>
              <div>
                <dt>{w.yourSecrets}</dt>
                <dd>
                  {own.secrets_left}
                  {own.sealed ? `, ${w.sealed}` : ""}
                </dd>
              </div>
            </dl>
            <p class="faint">{w.last(gained(own.last))}</p>
            {own.standing === "entered" && view.version !== it.version ? (
              <p class="amber-text">{w.acceptNew(it.version)}</p>
            ) : null}
            <OwnRulings disputes={view.disputes} desk={desk} />
            <Acts acts={view.acts} desk={desk} />
          </section>
          <section class="card">
            <RoundClock it={it} />
          </section>
          {view.seal ? <SealForm desk={desk} view={view} act={view.seal} /> : null}
          <section class="card">
            <div class="panel-head">
              <h2>{w.standings}</h2>
            </div>
            <Standings tournament={it} most={60} />
          </section>
        </main>
      )}
      <OpenAct desk={desk} />
    </div>
  );
}

/** Who has not entered may look, and enter where the terms let them. */
function Outside({ desk, view, it }: { desk: Own; view: EntrantPage; it: TournamentView }) {
  const w = tourneyWords.value;
  return (
    <main class="place">
      <section class="card own-place">
        <h2>{w.howToEnter}</h2>
        {view.acts.map((act) =>
          act.refused ? (
            <p key={act.key} class="refusal">
              {whyNot(act.refused)}
            </p>
          ) : null,
        )}
        <Acts acts={view.acts} desk={desk} />
      </section>
      <section class="card">
        <RoundClock it={it} />
      </section>
      <section class="card">
        <div class="panel-head">
          <h2>{w.standings}</h2>
        </div>
        <Standings tournament={it} most={60} />
      </section>
    </main>
  );
}

function SealForm({ desk, view, act }: { desk: Own; view: EntrantPage; act: ActView }) {
  const w = tourneyWords.value;
  const [wager, setWager] = useState("");
  const [sum, setSum] = useState("");
  const [wrong, setWrong] = useState("");
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const amount = cents(sum);
    if (amount === null || !wager) return setWrong(w.wrongStake(w.stake));
    const word = hexOf(crypto.getRandomValues(new Uint8Array(5)));
    const answer = await desk.give(act.to, {
      do: act.do,
      ...act.given,
      seal: await sha256(`${wager} ${amount} ${word}`),
    });
    if (!answer.ok) return setWrong(whyNot(answer.refused));
    const name = view.wagers.find((it) => it.value === wager)?.name;
    slip.value = w.slipSays(name ? said(name) : wager, stake(amount), word);
    setWrong("");
    setSum("");
    desk.tell(act, answer);
  }
  return (
    <section class="card seal-form">
      <div class="panel-head">
        <h2>{w.sealTitle}</h2>
        <span class="label">{said(act.words)}</span>
      </div>
      <p class="faint">{w.sealWords}</p>
      <form class="act-form" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>{w.wager}</span>
          <select value={wager} required onChange={(event) => setWager(event.currentTarget.value)}>
            <option value="">{w.noWager}</option>
            {view.wagers.map((it) => (
              <option key={String(it.value)} value={String(it.value)}>
                {said(it.name)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{w.stake}</span>
          <input
            type="text"
            inputMode="decimal"
            maxLength={16}
            autocomplete="off"
            required
            value={sum}
            onInput={(event) => setSum(event.currentTarget.value)}
          />
        </label>
        <p class="refusal" role="alert">
          {wrong || (act.refused ? whyNot(act.refused) : "")}
        </p>
        <button type="submit" class="button main" disabled={act.refused !== null}>
          {said(act.name)}
        </button>
      </form>
      {slip.value ? (
        <p class="slip">
          <span class="label">{w.slip}</span>
          <b class="mono">{slip.value}</b>
        </p>
      ) : null}
    </section>
  );
}
