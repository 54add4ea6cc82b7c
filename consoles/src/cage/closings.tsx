/** The end of a table's evening, step by step to the reconciliation. */
import type { ClosingDesk } from "../api/types";
import { ActButton } from "../desk/act";
import { Icon } from "../parts/sprite";
import { said } from "../words";
import { deskWords } from "../words/desk";
import { dollars } from "../words/money";
import { whenIs as when } from "../words/time";
import type { Cage } from "./cage";
import "./closings.css";

export function Closing({ it, desk }: { it: ClosingDesk; desk: Cage }) {
  const w = deskWords.value;
  return (
    <section class="card closing" aria-label={w.closingOf(it.table)}>
      <div class="panel-head">
        <h2>{w.closingOf(it.table)}</h2>
        <span class={`tag ${it.reconciled ? "mint" : "amber"}`}>
          <Icon name={it.reconciled ? "check" : "clock"} size="small" />
          {it.reconciled ? w.reconciled : w.notReconciled}
        </span>
      </div>
      <ol class="closing-steps">
        {it.steps.map((step) => (
          <li key={step.words.en} class={step.done ? "done" : ""}>
            <Icon name={step.done ? "check" : "clock"} size="small" />
            <span>
              {said(step.words)}
              {step.at ? <small> {when(step.at)}</small> : null}
            </span>
            {step.act ? <ActButton act={step.act} desk={desk} /> : null}
          </li>
        ))}
      </ol>
      <dl class="closing-lines">
        {it.lines.map((line) => (
          <div key={line.name.en}>
            <dt>{said(line.name)}</dt>
            <dd>{dollars(line.amount)}</dd>
          </div>
        ))}
        {it.hold ? (
          <div>
            <dt>{w.hold}</dt>
            <dd>{it.hold}</dd>
          </div>
        ) : null}
      </dl>
      {it.differences.map((each) => (
        <p key={each.en} class="amber-text">
          <Icon name="warn" size="small" /> {said(each)}
        </p>
      ))}
    </section>
  );
}
