/** The rules in force at each table, with how open points are read, and the clause matrix of every document. */
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api/http";
import type { ClauseMatrix, ClauseView, RulesInForce } from "../api/types";
import type { Message } from "../parts/message";
import { MessageLine } from "../parts/message";
import { Icon } from "../parts/sprite";
import { inspectorWords } from "../words/inspector";
import type { Inspection } from "./inspection";
import { refusedIn } from "./inspection";

const matrix = signal<ClauseMatrix | null>(null);
const found = signal("");
const status = signal("");
const message = signal<Message | null>(null);

const shown = computed<ClauseView[]>(() => {
  const wanted = found.value.trim().toLowerCase();
  return (matrix.value?.clauses ?? []).filter(
    (it) =>
      (!status.value || it.status === status.value) &&
      (!wanted || `${it.clause} ${it.gist} ${it.topic} ${it.where}`.toLowerCase().includes(wanted)),
  );
});

function choose(document: string): void {
  get<ClauseMatrix>(`/api/inspector/clauses/${encodeURIComponent(document)}`)
    .then((it) => {
      matrix.value = it;
    })
    .catch((error: unknown) => {
      message.value = refusedIn(error);
    });
}

export function RulesPane({ at }: { at: Inspection }) {
  const w = inspectorWords.value;
  useEffect(() => {
    const first = at.rules.value;
    if (first) choose(first.tables[0]?.document ?? first.documents[0]!);
  }, [at.rules.value !== null]);
  const it = at.rules.value;
  if (!it)
    return (
      <main class="loading">
        <MessageLine message={message.value} />
      </main>
    );
  return (
    <main class="rules">
      <section class="card in-force">
        <h2>{w.inForce}</h2>
        <ul>
          {it.tables.map((table) => (
            <InForce key={table.table} it={table} />
          ))}
        </ul>
      </section>
      <Matrix documents={it.documents} />
    </main>
  );
}

function InForce({ it }: { it: RulesInForce }) {
  const w = inspectorWords.value;
  const changed = it.readings.filter((reading) => !reading.shipped).length;
  return (
    <li>
      <h3>{it.table}</h3>
      <p>{it.name}</p>
      <p class="small">
        {w.rulebookOf} <span class="mono hash">{it.hash}</span>
      </p>
      <p class="small">
        {w.programOf} <span class="mono hash">{it.program}</span>
      </p>
      {it.over.length ? (
        <p class="amber-text">
          <Icon name="warn" size="small" />
          {w.overHundred(it.over.join(", "))}
        </p>
      ) : null}
      <details>
        <summary>
          {w.openPoints(it.readings.length)}
          {changed ? (
            <span class="tag amber">
              {changed} {w.changed}
            </span>
          ) : null}
        </summary>
        <ul class="readings">
          {it.readings.map((reading) => (
            <li key={reading.key}>
              <b>{reading.asks}</b>
              <p>
                <span class={`tag ${reading.shipped ? "" : "amber"}`}>{reading.shipped ? w.shipped : w.changed}</span>{" "}
                {reading.says}
              </p>
              <p class="small">
                {reading.id},{" "}
                <span class="mono">
                  {reading.key} = {reading.chosen}
                </span>{" "}
                ({reading.clauses.join(", ")})
              </p>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function Matrix({ documents }: { documents: string[] }) {
  const w = inspectorWords.value;
  const every = matrix.value?.clauses ?? [];
  const states = [...new Set(every.map((it) => it.status))];
  return (
    <section class="card matrix">
      <h2>{w.matrix}</h2>
      <form class="asked" onSubmit={(event) => event.preventDefault()}>
        <label class="field">
          <span>{w.document}</span>
          <select value={matrix.value?.document ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
            {documents.map((it) => (
              <option key={it} value={it}>
                {it}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{w.status}</span>
          <select
            value={status.value}
            onChange={(event) => {
              status.value = event.currentTarget.value;
            }}
          >
            <option value="">{w.anyStatus}</option>
            {states.map((it) => (
              <option key={it} value={it}>
                {it}
              </option>
            ))}
          </select>
        </label>
        <label class="field grow">
          <span>{w.search}</span>
          <input
            type="search"
            value={found.value}
            onInput={(event) => {
              found.value = event.currentTarget.value;
            }}
          />
        </label>
        <p class="soft" role="status">
          {w.shownClauses(shown.value.length, every.length)}
        </p>
      </form>
      <MessageLine message={message.value} />
      <div class="scroll" tabIndex={0} role="region" aria-label={w.matrix}>
        {shown.value.length ? (
          <table class="report-table">
            <thead>
              <tr>
                <th scope="col">{w.clause}</th>
                <th scope="col">{w.says}</th>
                <th scope="col">{w.status}</th>
                <th scope="col">{w.where}</th>
                <th scope="col" class="right">
                  {w.tests}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.value.map((it) => (
                <tr key={it.clause}>
                  <th scope="row">{it.clause}</th>
                  <td>{it.gist}</td>
                  <td>{it.status}</td>
                  <td class="small">{it.where}</td>
                  <td class="right">
                    {it.tests.length ? (
                      <details class="tests">
                        <summary>{it.tests.length}</summary>
                        <ul>
                          {it.tests.map((test) => (
                            <li key={test} class="mono">
                              {test}
                            </li>
                          ))}
                        </ul>
                      </details>
                    ) : (
                      "0"
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p class="faint">{w.noClauses}</p>
        )}
      </div>
    </section>
  );
}
