/** Reports: chosen, made from the whole journal, read as a table, taken away as a file. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api/http";
import type { ReportLine, ReportList, ReportView } from "../api/types";
import type { Message } from "../parts/message";
import { MessageLine } from "../parts/message";
import { Icon } from "../parts/sprite";
import { capital } from "../words";
import { inspectorWords } from "../words/inspector";
import { refusedIn } from "./inspection";

const list = signal<ReportLine[]>([]);
const chosen = signal("notices");
const asked = signal<Record<string, string>>({});
const made = signal<ReportView | null>(null);
const making = signal(false);
const message = signal<Message | null>(null);

function address(form: string): string {
  const said = Object.entries({ ...asked.value, as: form }).filter(([, value]) => value);
  return `/api/inspector/reports/${encodeURIComponent(chosen.value)}?${new URLSearchParams(said)}`;
}

async function make(): Promise<void> {
  making.value = true;
  message.value = null;
  try {
    made.value = await get<ReportView>(address("table"));
  } catch (error) {
    made.value = null;
    message.value = refusedIn(error);
  } finally {
    making.value = false;
  }
}

function choose(name: string): void {
  chosen.value = name;
  const { patron: _, ...rest } = asked.value;
  if (!list.value.find((it) => it.name === name)?.of_patrons) asked.value = rest;
  void make();
}

export function ReportsPane({ tables }: { tables: string[] }) {
  const w = inspectorWords.value;
  useEffect(() => {
    get<ReportList>("/api/inspector/reports")
      .then((it) => {
        list.value = it.reports;
        return make();
      })
      .catch((error: unknown) => {
        message.value = refusedIn(error);
      });
  }, []);
  return (
    <main class="reports">
      <nav class="card report-list" aria-label={w.reports}>
        <ul>
          {list.value.map((it) => (
            <li key={it.name}>
              <button
                type="button"
                class="report-choice"
                aria-current={it.name === chosen.value ? "true" : undefined}
                onClick={() => choose(it.name)}
              >
                <b>{capital(it.name.replaceAll("-", " "))}</b>
                <span class="small">{it.says}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <section class="card report">
        <Asked tables={tables} />
        <MessageLine message={making.value ? { tone: "info", head: w.making } : message.value} />
        {made.value ? <Report it={made.value} /> : null}
      </section>
    </main>
  );
}

function Asked({ tables }: { tables: string[] }) {
  const w = inspectorWords.value;
  const ofPatrons = list.value.find((it) => it.name === chosen.value)?.of_patrons;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    asked.value = Object.fromEntries(
      [...new FormData(event.currentTarget as HTMLFormElement)].map(([key, value]) => [key, String(value)]),
    );
    void make();
  };
  return (
    <form class="asked" onSubmit={submit}>
      <label class="field">
        <span>{w.since}</span>
        <input type="date" name="since" />
      </label>
      <label class="field">
        <span>{w.until}</span>
        <input type="date" name="until" />
      </label>
      <label class="field">
        <span>{w.table}</span>
        <select name="table">
          <option value="">{w.anyTable}</option>
          {tables.map((it) => (
            <option key={it} value={it}>
              {it}
            </option>
          ))}
        </select>
      </label>
      {ofPatrons ? (
        <label class="field">
          <span>{w.patron}</span>
          <input type="text" name="patron" maxLength={64} />
        </label>
      ) : null}
      <button type="submit" class="button">
        {w.make}
      </button>
      <span class="files">
        {["csv", "json", "pdf"].map((form) => (
          <a key={form} class="button quiet" href={address(form)} download aria-label={w.download(form.toUpperCase())}>
            <Icon name="export" size="small" />
            {form.toUpperCase()}
          </a>
        ))}
      </span>
    </form>
  );
}

function Report({ it }: { it: ReportView }) {
  const w = inspectorWords.value;
  return (
    <>
      <h2>{it.title}</h2>
      <p class="soft">
        {it.scope}; {it.rows.length < it.count ? w.firstRows(it.rows.length, it.count) : w.rows(it.count)}
      </p>
      {it.rows.length ? (
        <div class="scroll" tabIndex={0} role="region" aria-label={it.title}>
          <table class="report-table">
            <thead>
              <tr>
                {it.columns.map((column) => (
                  <th key={column.title} scope="col" class={column.right ? "right" : ""}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {it.rows.map((row, n) => (
                <tr key={n}>
                  {row.map((cell, m) => (
                    <td key={m} class={it.columns[m]!.right ? "right" : ""}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {it.totals.length ? (
              <tfoot>
                <tr>
                  {it.totals.map((cell, m) => (
                    <td key={m} class={it.columns[m]!.right ? "right" : ""}>
                      {m === 0 && !cell ? w.totals : cell}
                    </td>
                  ))}
                </tr>
              </tfoot>
            ) : null}
          </table>
        </div>
      ) : (
        <p class="faint">{w.noRows}</p>
      )}
      <ul class="notes">
        {it.notes.map((note) => (
          <li key={note.text}>
            {note.text}
            {note.clause ? ` (${note.clause})` : ""}
          </li>
        ))}
      </ul>
    </>
  );
}
