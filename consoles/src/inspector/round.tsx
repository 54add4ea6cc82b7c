/** One round told again: what happened and by which clause, each wager's settlement, and what was checked anew. */
import type { SettledView, StepView, ToldView } from "../api/types";
import { diceOf } from "../felt/felt";
import { Dice } from "../parts/die";
import { Icon } from "../parts/sprite";
import { said } from "../words";
import { crewWords } from "../words/crew";
import { inspectorWords } from "../words/inspector";
import { dollars, net, stake } from "../words/money";
import type { Inspection } from "./inspection";
import { clock, number, short } from "./time";

export function RoundPane({ it, at }: { it: ToldView; at: Inspection }) {
  const w = inspectorWords.value;
  const roll = it.rolls.at(-1);
  return (
    <>
      <header class="round-head">
        <div>
          <h2>
            {w.roundNumber(number(it.round))}
            {it.over ? null : <span class="tag amber">{w.running}</span>}
          </h2>
          <p class="soft">
            {it.table}, {it.rulebook}, {w.entries(number(it.first), number(it.last))}
          </p>
          {it.crew.length ? (
            <p class="soft">
              {crewWords.value.dealtBy(it.crew.map((one) => `${said(one.position)} ${one.staff}`).join(", "))}
            </p>
          ) : null}
        </div>
        {roll ? (
          <p class="round-dice">
            <Dice dice={roll.dice} kind={diceOf(it)} size={44} total={roll.total} />
            {it.look.kind === "symbols" ? null : <b aria-hidden="true">{roll.total}</b>}
          </p>
        ) : it.over ? (
          <p class="soft">{w.noResult}</p>
        ) : null}
      </header>
      <nav class="round-ways" aria-label={w.round}>
        <button
          type="button"
          class="button"
          disabled={it.earlier < 1}
          onClick={() => void at.round(it.table, { number: it.earlier })}
        >
          {w.earlier}
        </button>
        <button
          type="button"
          class="button"
          disabled={!it.later}
          onClick={() => void at.round(it.table, { number: it.later })}
        >
          {w.later}
        </button>
      </nav>
      <div class="scroll" tabIndex={0} role="region" aria-label={w.happened}>
        <table class="happenings">
          <caption>{w.happened}</caption>
          <thead>
            <tr>
              {[w.time, w.happened, w.rule, w.auditor].map((it) => (
                <th key={it} scope="col">
                  <span class="unseen">{it}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {it.steps.map((step, n) => (
              <Step key={n} it={step} again={n > 0 && step.clause === it.steps[n - 1]!.clause} at={at} />
            ))}
          </tbody>
        </table>
        <Settlements it={it} />
      </div>
      <footer class="sums">
        <span>
          <Icon name={it.postings === 0 ? "check" : "warn"} />
          {w.sums(dollars(it.postings))}
        </span>
        <span class={it.equal === it.again ? "" : "coral-text"}>
          <Icon name={it.equal === it.again ? "check" : "warn"} />
          {it.auditor || (it.again ? w.again(it.equal, it.again) : w.nothingAgain)}
        </span>
        <span>
          {w.rulebookOf}{" "}
          <span class="mono" title={it.rulebook_hash}>
            {short(it.rulebook_hash)}
          </span>
        </span>
        <span>
          {w.programOf}{" "}
          <span class="mono" title={it.program}>
            {short(it.program)}
          </span>
        </span>
        {it.same_rulebook ? null : <span class="amber-text">{w.otherRulebook}</span>}
      </footer>
    </>
  );
}

/** What happened; the clause is not told again where the step before went by it too. */
function Step({ it, again, at }: { it: StepView; again: boolean; at: Inspection }) {
  const w = inspectorWords.value;
  return (
    <tr class={it.refused ? "refused" : ""}>
      <td class="when">
        <button type="button" class="entry-link" onClick={() => void at.entry(it.seq)} title={w.entry(number(it.seq))}>
          {clock(it.at)}
        </button>
      </td>
      <td>
        {it.refused ? <Icon name="cross" size="small" /> : null}
        {it.words}
        {it.gist && !again ? <p class="soft">{it.gist}</p> : null}
        {it.checked ? <p class="checked">{it.checked}</p> : null}
      </td>
      <td class="rule">{it.clause}</td>
      <td class="check">
        {it.check ? (
          <span
            class={it.check === "agrees" ? "mint-text" : "coral-text"}
            title={it.check === "agrees" ? w.agrees : w.differs}
          >
            <Icon name={it.check === "agrees" ? "check" : "cross"} />
            <span class="unseen">{it.check === "agrees" ? w.agrees : w.differs}</span>
          </span>
        ) : null}
      </td>
    </tr>
  );
}

function Settlements({ it }: { it: ToldView }) {
  const w = inspectorWords.value;
  if (!it.decided) return <p class="faint">{w.noSettlements}</p>;
  return (
    <table class="settled">
      <caption>{w.settlements(it.settled.length, it.decided)}</caption>
      <thead>
        <tr>
          <th>{w.seat}</th>
          <th>{w.wager}</th>
          <th class="right">{w.outcome}</th>
          <th class="right">{w.auditor}</th>
          <th class="right">{w.clause}</th>
        </tr>
      </thead>
      <tbody>
        {it.settled.map((each, n) => (
          <Settled key={n} it={each} />
        ))}
      </tbody>
    </table>
  );
}

function Settled({ it }: { it: SettledView }) {
  const w = inspectorWords.value;
  const same = it.due === it.returned;
  return (
    <tr>
      <td>{w.seatNumber(it.seat)}</td>
      <td>
        <b>
          {it.name} {stake(it.stake)}
        </b>{" "}
        <span class="soft">{it.words}</span>
      </td>
      <td class="right">
        {w.results[it.result] ?? it.result} {net(it.net)}
      </td>
      <td class={`right ${it.due === null || same ? "soft" : "coral-text"}`}>
        {it.due === null ? w.notSettled : same ? w.equal : w.due(dollars(it.due))}
      </td>
      <td class="right soft">{it.clause}</td>
    </tr>
  );
}
