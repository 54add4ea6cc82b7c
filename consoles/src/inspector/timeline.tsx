/** The journal, entry by entry, with a search by table and round and a few filters. */

import type { EntryLine } from "../api/types";
import { Icon } from "../parts/sprite";
import { inspectorWords } from "../words/inspector";
import type { Inspection, Kind, Sought } from "./inspection";
import { clock, number, short } from "./time";

const SOUGHT: Sought[] = ["person", "wager", "amount", "clause"];
const KINDS: Kind[] = ["", "round", "correction", "refusal", "notice"];

export function Timeline({ at }: { at: Inspection }) {
  const w = inspectorWords.value;
  return (
    <>
      <Find at={at} />
      <Search at={at} />
      <div class="filters" role="group" aria-label={w.show}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            class="filter"
            aria-pressed={at.kind.value === kind}
            onClick={() => at.filter(at.table.value, kind)}
          >
            {w.kinds[kind]}
          </button>
        ))}
      </div>
      <section class="card timeline" aria-label={w.timeline} tabIndex={0}>
        <ol>
          {at.lines.value.map((it) => (
            <Line key={it.seq} it={it} at={at} />
          ))}
        </ol>
        {at.lines.value.length ? null : <p class="faint">{w.nothingFound}</p>}
        {at.older.value ? (
          <button type="button" class="button quiet older" onClick={() => void at.further()}>
            {w.older}
          </button>
        ) : (
          <p class="faint end">{w.beginning}</p>
        )}
      </section>
    </>
  );
}

function Find({ at }: { at: Inspection }) {
  const w = inspectorWords.value;
  const tables = at.view.value!.tables.map((it) => it.table);
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    const round = Number(new FormData(event.currentTarget as HTMLFormElement).get("round"));
    const table = at.table.value && at.table.value !== "house" ? at.table.value : tables[0];
    if (round > 0 && table) void at.round(table, { number: round });
  };
  return (
    <form class="find" role="search" aria-label={w.find} onSubmit={open}>
      <Icon name="search" />
      <span class="table-field">
        <select
          aria-label={w.table}
          value={at.table.value}
          onChange={(event) => at.filter(event.currentTarget.value, at.kind.value)}
        >
          <option value="">{w.anyTable}</option>
          {tables.map((it) => (
            <option key={it} value={it}>
              {it}
            </option>
          ))}
          <option value="house">{w.theHouse}</option>
        </select>
      </span>
      <label class="round-field">
        <span>{w.round}</span>
        <input name="round" type="number" min={1} max={9_999_999} inputMode="numeric" />
      </label>
      <button type="submit" class="button">
        {w.open}
      </button>
    </form>
  );
}

/** Entries that have a person, a wager, an amount or a clause; an empty field shows all of them again. */
function Search({ at }: { at: Inspection }) {
  const w = inspectorWords.value;
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    const said = new FormData(event.currentTarget as HTMLFormElement);
    at.search(String(said.get("by")) as Sought, String(said.get("text")));
  };
  return (
    <form class="find" role="search" aria-label={w.searchEntries} onSubmit={search}>
      <Icon name="search" />
      <select name="by" aria-label={w.searchBy} value={at.sought.value}>
        {SOUGHT.map((it) => (
          <option key={it} value={it}>
            {w.sought[it]}
          </option>
        ))}
      </select>
      <input
        name="text"
        type="search"
        maxLength={80}
        aria-label={w.searchFor}
        placeholder={w.searchExample}
        onSearch={(event) => {
          if (!event.currentTarget.value && at.looksFor.value) at.search(at.sought.value, "");
        }}
      />
      <button type="submit" class="button">
        {w.searchNow}
      </button>
    </form>
  );
}

function isOpen(it: EntryLine, at: Inspection): boolean {
  const opened = at.opened.value;
  if (!opened || "message" in opened) return false;
  if ("entry" in opened) return opened.entry.line.seq === it.seq;
  return opened.round.table === it.table && it.seq >= opened.round.first && it.seq <= opened.round.last;
}

function Line({ it, at }: { it: EntryLine; at: Inspection }) {
  const w = inspectorWords.value;
  const open = isOpen(it, at);
  const refused = it.kinds.includes("refusal");
  return (
    <li class={`${open ? "in" : ""} ${refused ? "refused" : ""}`}>
      <button type="button" onClick={() => void at.entry(it.seq)} aria-current={open ? "true" : undefined}>
        <span class="mono seq">{number(it.seq)}</span>
        <time>{clock(it.at)}</time>
        <span class="words">
          <span class="said">
            {refused ? <Icon name="cross" size="small" /> : null}
            {it.words}
            {it.more ? <i> {w.more(it.more)}</i> : null}
          </span>
          <small>
            {it.table || w.theHouse} <span class="mono">{short(it.hash)}</span>
            <span>{it.clause}</span>
          </small>
        </span>
      </button>
    </li>
  );
}
