/** A session of one wager, worked out exactly by the server: how it ends, how often, and what is left. */
import { useState } from "preact/hooks";
import type { OddsView, SessionView, WagerOdds } from "../api/types";
import { said } from "../words";
import { dollars, net } from "../words/money";
import { oddsWords } from "../words/odds";
import { SessionChart } from "./charts";
import type { Evening, Laboratory } from "./laboratory";

export function SessionPane({ it, odds, at }: { it: WagerOdds; odds: OddsView; at: Laboratory }) {
  const w = oddsWords.value;
  const [asked, ask] = useState<Evening>({ wager: it.id, stake: "10", rounds: "100", chip: "1", bankroll: "" });
  const set = (key: keyof Evening) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    ask({ ...asked, [key]: event.currentTarget.value });
  return (
    <section class="session">
      <h3>{w.sessionTitle}</h3>
      <form
        class="asked"
        onSubmit={(event) => {
          event.preventDefault();
          void at.work(asked);
        }}
      >
        <label class="field">
          <span>{w.which}</span>
          <select value={asked.wager} onChange={set("wager")}>
            {odds.wagers
              .find((each) => each.id === it.id)
              ?.ids.map((id, n) => (
                <option key={id} value={id}>
                  {said(it.names[n]!)}
                </option>
              ))}
          </select>
        </label>
        <label class="field">
          <span>{w.stake}</span>
          <input
            type="number"
            min="0.01"
            max="100000"
            step="0.01"
            required
            value={asked.stake}
            onInput={set("stake")}
          />
        </label>
        <label class="field">
          <span>{w.rounds}</span>
          <input type="number" min="1" max="5000" step="1" required value={asked.rounds} onInput={set("rounds")} />
        </label>
        <label class="field">
          <span>{w.chip}</span>
          <input type="number" min="0.01" max="1000" step="0.01" required value={asked.chip} onInput={set("chip")} />
        </label>
        <label class="field">
          <span>{w.bankroll}</span>
          <input type="number" min="0" max="1000000" step="0.01" value={asked.bankroll} onInput={set("bankroll")} />
        </label>
        <button type="submit" class="button" disabled={at.busy.value}>
          {w.work}
        </button>
      </form>
      {at.busy.value ? (
        <p class="soft" role="status">
          {w.working}
        </p>
      ) : null}
      {at.session.value ? <Worked it={at.session.value} /> : null}
    </section>
  );
}

function Worked({ it }: { it: SessionView }) {
  const w = oddsWords.value;
  return (
    <div class="worked">
      <p
        class="unseen"
        role="status"
      >{`${said(it.name)}: ${w.ahead} ${it.ahead.read}, ${w.behind} ${it.behind.read}`}</p>
      <dl class="figures">
        <div>
          <dt>{w.ahead}</dt>
          <dd>{it.ahead.read}</dd>
        </div>
        <div>
          <dt>{w.even}</dt>
          <dd>{it.even.read}</dd>
        </div>
        <div>
          <dt>{w.behind}</dt>
          <dd>{it.behind.read}</dd>
        </div>
        <div>
          <dt>{w.mean}</dt>
          <dd>{it.mean.startsWith("-") ? `−$${it.mean.slice(1)}` : `$${it.mean}`}</dd>
          <dd class="read">± ${it.deviation}</dd>
        </div>
      </dl>
      <SessionChart bars={it.bars} />
      <dl class="facts">
        <dt>{w.middle}</dt>
        <dd>{net(it.middle)}</dd>
        <dt>{w.between}</dt>
        <dd>
          {net(it.low)} {w.and} {net(it.high)}
        </dd>
        {it.ruined ? (
          <>
            <dt>{w.ruined}</dt>
            <dd>{it.ruined.read}</dd>
          </>
        ) : null}
        <dt>{w.ret}</dt>
        <dd>
          {it.returns.exact} ({it.returns.read})
        </dd>
        <dt>{w.costs}</dt>
        <dd>{dollars(it.outlay)}</dd>
      </dl>
      {it.favours ? <p class="soft">{w.shows[it.favours](it.shows.toLocaleString("en-AU"))}</p> : null}
    </div>
  );
}
