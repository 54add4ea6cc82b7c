/** One wager: its figures, a warning where it returns more than 100%, its automaton, its ends, and the readings. */
import type { OddsView, WagerOdds } from "../api/types";
import { Icon } from "../parts/sprite";
import { explained, odds as price, said } from "../words";
import { oddsWords } from "../words/odds";
import type { Laboratory, Tab } from "./laboratory";
import { Readings } from "./readings";
import { SessionPane } from "./session";
import { StakesPane } from "./stakes";

const TABS: Tab[] = ["machine", "ends", "session", "stakes"];

export function WagerPane({ it, odds, at }: { it: WagerOdds; odds: OddsView; at: Laboratory }) {
  const w = oddsWords.value;
  const tab = at.tab.value;
  return (
    <section class="card wager-pane" aria-label={said(it.name)}>
      <div class="spread wager-head">
        <h2>{said(it.name)}</h2>
        <span class="soft">{w.rule(it.clause)}</span>
      </div>
      <p class="soft">
        {it.ids.length > 1 ? `${w.example(said(it.example))} ` : ""}
        {explained(it.how)}
      </p>
      <Figures it={it} />
      {it.over ? (
        <p class="over-box" role="status">
          <Icon name="warn" />
          <span>
            <b>{w.overWarning}</b> {w.overMore(it.edge.read.replace("-", ""))}
          </span>
        </p>
      ) : null}
      <div class="tabs" role="group" aria-label={w.views}>
        {TABS.map((each) => (
          <button key={each} type="button" class="tab" aria-pressed={tab === each} onClick={() => at.look(each)}>
            {w.tabs[each]}
          </button>
        ))}
      </div>
      {tab === "machine" ? (
        <Machine it={it} at={at} />
      ) : tab === "ends" ? (
        <Ends it={it} />
      ) : tab === "session" ? (
        <SessionPane it={it} odds={odds} at={at} key={it.id} />
      ) : (
        <StakesPane at={at} />
      )}
      {tab === "machine" || tab === "ends" ? <Readings it={it} at={at} /> : null}
      <Effect it={it} at={at} />
    </section>
  );
}

function Figures({ it }: { it: WagerOdds }) {
  const w = oddsWords.value;
  return (
    <dl class="figures">
      <div class={it.over ? "hot" : ""}>
        <dt>{w.ret}</dt>
        <dd>{it.returns.exact}</dd>
        <dd class="read">{it.returns.read}</dd>
      </div>
      <div>
        <dt>{w.wins}</dt>
        <dd>{it.wins.exact}</dd>
        <dd class="read">{it.wins.read}</dd>
      </div>
      <div>
        <dt>{w.deviation}</dt>
        <dd>{it.deviation}</dd>
        <dd class="read">{w.perUnit}</dd>
      </div>
      <div>
        <dt>{w.rolls}</dt>
        <dd>{it.rolls.read}</dd>
        <dd class="read">{it.rolls.exact}</dd>
      </div>
    </dl>
  );
}

function Machine({ it, at }: { it: WagerOdds; at: Laboratory }) {
  const w = oddsWords.value;
  const address = at.at(`diagrams/${it.wager}.svg`, {});
  return (
    <section class="machine">
      <h3>{w.machine}</h3>
      <a href={address} class="drawing" target="_blank" rel="noopener">
        <img src={address} alt={w.machineAlt(said(it.name))} />
      </a>
    </section>
  );
}

/** "win 1:1", "lose" or "win 30:1 on 1/4". */
function ended(label: string): string {
  const w = oddsWords.value;
  const [how = "", part] = label.split(" on ");
  const said = price(how).replace(/^\w+/, (it) => w.endings[it] ?? it);
  return part ? `${said}${w.onPart(part)}` : said;
}

function Ends({ it }: { it: WagerOdds }) {
  const w = oddsWords.value;
  return (
    <section>
      <h3>{w.endsTitle}</h3>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{w.ends}</th>
            <th scope="col" class="num">
              {w.chance}
            </th>
            <th scope="col" class="num">
              {w.percent}
            </th>
            <th scope="col" class="num">
              {w.back}
            </th>
          </tr>
        </thead>
        <tbody>
          {it.ends.map((end) => (
            <tr key={end.label}>
              <td>{ended(end.label)}</td>
              <td class="num">{end.chance.exact}</td>
              <td class="num">{end.chance.read}</td>
              <td class="num">{end.back}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the readings on trial have done to this wager, and the way back. */
function Effect({ it, at }: { it: WagerOdds; at: Laboratory }) {
  const w = oddsWords.value;
  const tried = Object.keys(at.trial.value).length;
  return (
    <div class="effect" role="status">
      {tried ? (
        <>
          <span>{w.tried(tried)}</span>
          {it.shipped ? (
            <>
              <b>{it.shipped.read}</b>
              <Icon name="next" size="small" />
              <b class={it.over ? "coral-text" : ""}>{it.returns.read}</b>
            </>
          ) : (
            <span>{w.sameReturn}</span>
          )}
          <button type="button" class="button" onClick={() => void at.tries({})}>
            {w.backToShipped}
          </button>
        </>
      ) : (
        <span>{w.nothingTried}</span>
      )}
    </div>
  );
}
