/** Deadlines: when, what, by which clause; what is late says so. */
import type { DueLine } from "../api/types";
import { Icon } from "../parts/sprite";
import { dueSaid } from "../words/due";
import { whenIs } from "../words/time";
import { tourneyWords } from "../words/tournament";
import "./due.css";

/** "21:52", or with its day where that is not today's. */
export function moment(at: string | null, now: string): string {
  if (!at) return tourneyWords.value.notYet;
  return whenIs(at, now, false);
}

export function Due({ lines, now, named = false }: { lines: DueLine[]; now: string; named?: boolean }) {
  const w = tourneyWords.value;
  if (!lines.length) return <p class="quiet-line">{w.nothingDue}</p>;
  return (
    <ul class="due-lines">
      {lines.map((it) => (
        <li key={`${it.of}${it.what}`}>
          <time>{it.at === now ? w.now : moment(it.at, now)}</time>
          <span>
            <b>{dueSaid(it.what)}</b>
            {it.late ? (
              <span class="tag coral">
                <Icon name="warn" size="small" />
                {w.late}
              </span>
            ) : null}
            <small>
              {named ? `${it.of}, ` : ""}
              {it.clause}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}
