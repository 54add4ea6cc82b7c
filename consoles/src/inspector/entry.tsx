/** One entry of the journal, whole: the command, what came of it, the money it moved, and its place in the chain. */
import type { JournalEntry } from "../api/types";
import { Icon } from "../parts/sprite";
import { inspectorWords } from "../words/inspector";
import { dollars } from "../words/money";
import type { Inspection } from "./inspection";
import { dayAndTime, number } from "./time";

function pretty(body: unknown): string {
  return JSON.stringify(body, null, 1);
}

export function EntryPane({ it, at }: { it: JournalEntry; at: Inspection }) {
  const w = inspectorWords.value;
  const line = it.line;
  return (
    <>
      <header class="round-head">
        <div>
          <h2>{w.entry(number(line.seq))}</h2>
          <p class="soft">
            {line.table || w.theHouse}, {dayAndTime(line.at)}, {w.who} {line.who}
          </p>
        </div>
      </header>
      {line.table ? (
        <p class="round-ways">
          <button type="button" class="button" onClick={() => void at.round(line.table, { entry: line.no })}>
            <Icon name="book" />
            {w.itsRound}
          </button>
        </p>
      ) : null}
      <div class="scroll" tabIndex={0} role="region" aria-label={w.events}>
        {it.refused ? (
          <section>
            <h3>{w.refusedBecause}</h3>
            <p class="refused-words">
              <Icon name="cross" size="small" />
              {line.words}
            </p>
          </section>
        ) : null}
        {it.happened.length ? (
          <section>
            <h3>{w.events}</h3>
            <ol class="events">
              {it.happened.map((event, n) => (
                <li key={n}>
                  <p class="spread">
                    <span>{event.words}</span>
                    <span class="soft">{event.clause}</span>
                  </p>
                  {event.decided.length ? (
                    <ul class="soft">
                      {event.decided.map((said, m) => (
                        <li key={m}>{said}</li>
                      ))}
                    </ul>
                  ) : null}
                  <details>
                    <summary>{w.whole}</summary>
                    <pre class="mono" tabIndex={0}>
                      {pretty(event.body)}
                    </pre>
                  </details>
                </li>
              ))}
            </ol>
          </section>
        ) : null}
        {it.postings.length ? (
          <table class="settled">
            <caption>{w.postings}</caption>
            <thead>
              <tr>
                <th>{w.account}</th>
                <th class="right">{w.amount}</th>
              </tr>
            </thead>
            <tbody>
              {it.postings.map((posting, n) => (
                <tr key={n}>
                  <td class="mono">{posting.account}</td>
                  <td class="right">{dollars(posting.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        <section>
          <details>
            <summary>{w.command}</summary>
            <pre class="mono" tabIndex={0}>
              {pretty(it.command)}
            </pre>
          </details>
        </section>
      </div>
      <footer class="sums">
        <span>
          <Icon name={it.sum === 0 ? "check" : "warn"} />
          {w.sums(dollars(it.sum))}
        </span>
        <span class="hash">
          {w.hash} <span class="mono">{line.hash}</span>
        </span>
        <span class="hash">
          {w.before} <span class="mono">{it.prev}</span>
        </span>
      </footer>
    </>
  );
}
