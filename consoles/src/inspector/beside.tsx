/** What stands beside the journal: whom to tell what by when, the tables, and which program leads them. */
import type { ComplaintLine, DueNotice, InspectedTable, InspectorView } from "../api/types";
import { Icon } from "../parts/sprite";
import { whyNot } from "../words";
import { inspectorWords } from "../words/inspector";
import type { Inspection } from "./inspection";
import { dayAndTime, short } from "./time";

export function Beside({ at }: { at: Inspection }) {
  const view = at.view.value!;
  return (
    <aside class="right-side">
      <Notices view={view} at={at} />
      <Complaints view={view} at={at} />
      <Tables view={view} at={at} />
      <InForce at={at} />
      <Programs view={view} />
    </aside>
  );
}

function Notices({ view, at }: { view: InspectorView; at: Inspection }) {
  const w = inspectorWords.value;
  return (
    <section class="card due">
      <h2>{w.notices}</h2>
      {view.notices.length ? (
        <ul>
          {view.notices.map((it) => (
            <Notice key={`${it.at} ${it.id}`} it={it} at={at} />
          ))}
        </ul>
      ) : (
        <p class="faint">{w.noNotices}</p>
      )}
    </section>
  );
}

function Notice({ it, at }: { it: DueNotice; at: Inspection }) {
  const w = inspectorWords.value;
  const why = it.can ? whyNot(it.can) : "";
  return (
    <li class={it.overdue ? "overdue" : ""}>
      <Icon name={it.overdue ? "warn" : "clock"} />
      <div>
        <b>{it.about}</b>
        <p>
          {it.at === "house" ? w.theHouse : it.at}, {w.to(it.to)}
          {it.clause ? ` (${it.clause})` : ""}
        </p>
        <p class="small">
          {w.dueAt(dayAndTime(it.due))}
          {it.overdue ? <strong>, {w.overdue}</strong> : null}
        </p>
        <button
          type="button"
          class="button"
          aria-disabled={why !== ""}
          title={why}
          onClick={() => {
            if (!why) void at.acknowledge(it);
          }}
        >
          {w.acknowledge}
        </button>
        {why ? <p class="small">{why}</p> : null}
      </div>
    </li>
  );
}

/** The register; the inspector writes an outcome down, and whoever complained sees it. */
function Complaints({ view, at }: { view: InspectorView; at: Inspection }) {
  const w = inspectorWords.value;
  if (!view.complaints.length) return null;
  return (
    <section class="card due complaints">
      <h2>{w.complaints}</h2>
      <ul>
        {view.complaints.map((it) => (
          <Complaint key={it.id} it={it} at={at} />
        ))}
      </ul>
    </section>
  );
}

function Complaint({ it, at }: { it: ComplaintLine; at: Inspection }) {
  const w = inspectorWords.value;
  const conclude = (event: SubmitEvent) => {
    event.preventDefault();
    const filled = new FormData(event.currentTarget as HTMLFormElement);
    void at.conclude(it, String(filled.get("outcome") ?? "").trim(), filled.get("upheld") !== null);
  };
  return (
    <li>
      <Icon name="flag" />
      <div>
        <b>{it.words}</b>
        <p>
          {it.person}, {it.of} ({it.clause}), {dayAndTime(it.lodged)}
        </p>
        <p class="small">
          {it.about}
          {it.ruling ? `: ${it.ruling}` : ""}
        </p>
        {it.outcome ? (
          <p>
            {it.upheld ? w.upheld : w.notUpheld}: {it.outcome}
            {it.told ? "" : `. ${w.notTold}`}
          </p>
        ) : (
          <form onSubmit={conclude}>
            <label class="field">
              <span>{w.found}</span>
              <textarea name="outcome" required maxLength={500} rows={2} />
            </label>
            <label>
              <input type="checkbox" name="upheld" /> {w.forThePerson}
            </label>
            <button type="submit" class="button">
              {w.conclude}
            </button>
          </form>
        )}
      </div>
    </li>
  );
}

function Tables({ view, at }: { view: InspectorView; at: Inspection }) {
  const w = inspectorWords.value;
  return (
    <section class="card board-list">
      <h2>{w.board}</h2>
      <ul>
        {view.tables.map((it) => (
          <li key={it.table}>
            <Row it={it} at={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ it, at }: { it: InspectedTable; at: Inspection }) {
  const w = inspectorWords.value;
  return (
    <button type="button" class="board-row" onClick={() => void at.round(it.table, { entry: 9_007_199_254_740_991 })}>
      <span>
        <b>{it.table}</b>
        <span class="small">
          {it.rulebook}{" "}
          <span class="mono" title={it.rulebook_hash}>
            {short(it.rulebook_hash)}
          </span>
        </span>
      </span>
      <span class="right">
        {it.halted ? (
          <span class="coral-text">{w.halted}</span>
        ) : it.stopped ? (
          <span class="amber-text">
            {w.stopped}: {it.stopped}
          </span>
        ) : (
          (w.phases[it.phase] ?? it.phase)
        )}
        <span class="small">{w.roundNumber(String(it.round))}</span>
      </span>
    </button>
  );
}

/** How the open points are read at the table of the round that is opened. */
function InForce({ at }: { at: Inspection }) {
  const w = inspectorWords.value;
  const opened = at.opened.value;
  const table =
    opened && "round" in opened ? opened.round.table : opened && "entry" in opened ? opened.entry.line.table : "";
  const it = at.rules.value?.tables.find((each) => each.table === table);
  if (!it) return null;
  const changed = it.readings.filter((reading) => !reading.shipped);
  return (
    <section class="card in-force-here">
      <h2>{w.inForceAt(it.table)}</h2>
      {changed.length ? (
        <ul>
          {changed.map((reading) => (
            <li key={reading.key}>
              <b>{reading.asks}</b>
              <p class="small">
                {reading.id}: {reading.says}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p>{w.allShipped(it.readings.length)}</p>
      )}
      {it.over.length ? (
        <p class="amber-text">
          <Icon name="warn" size="small" />
          {w.overHundred(it.over.join(", "))}
        </p>
      ) : null}
      <p>
        <a href={`/odds/${encodeURIComponent(it.rulebook)}`}>{w.worth}</a>
      </p>
    </section>
  );
}

function Programs({ view }: { view: InspectorView }) {
  const w = inspectorWords.value;
  const others = view.tables.filter((it) => it.program && it.program !== view.program);
  return (
    <section class="card programs">
      <h2>{w.programs}</h2>
      <p>
        {w.version(view.version)}{" "}
        <span class="mono" title={view.program}>
          {short(view.program)}
        </span>
      </p>
      {others.length ? (
        others.map((it) => (
          <p key={it.table} class="amber-text">
            <Icon name="warn" size="small" />
            {w.otherProgram(it.table)}{" "}
            <span class="mono" title={it.program}>
              {short(it.program)}
            </span>
          </p>
        ))
      ) : (
        <p class="spread">
          <span>{w.sameProgram}</span>
          <span class="mint-text">
            <Icon name="check" />
          </span>
        </p>
      )}
    </section>
  );
}
