/** The points that the document leaves open, as switches, each option with what it is worth. */
import { signal } from "@preact/signals";
import type { OptionView, ReadingView, WagerOdds } from "../api/types";
import { capital } from "../words";
import { oddsWords } from "../words/odds";
import type { Laboratory } from "./laboratory";

const all = signal(false);

export function Readings({ it, at }: { it: WagerOdds; at: Laboratory }) {
  const w = oddsWords.value;
  const every = at.readings.value?.readings;
  if (!every)
    return (
      <p class="soft" role="status">
        {w.workingReadings}
      </p>
    );
  const own = every.filter((reading) => reading.moves.some((id) => it.ids.includes(id)));
  const shown = all.value ? every : own;
  return (
    <section class="try">
      <div class="spread">
        <h3>{w.tryReading}</h3>
        <button
          type="button"
          class="link"
          onClick={() => {
            all.value = !all.value;
          }}
        >
          {all.value ? w.fewReadings : w.allReadings(every.length)}
        </button>
      </div>
      {shown.length ? (
        <ul>
          {shown.map((reading) => (
            <Reading key={reading.key} it={reading} of={it} at={at} />
          ))}
        </ul>
      ) : (
        <p class="soft">{w.noneHere}</p>
      )}
      <p class="small">{w.tryMore}</p>
    </section>
  );
}

function Reading({ it, of, at }: { it: ReadingView; of: WagerOdds; at: Laboratory }) {
  const shipped = it.options.find((option) => option.shipped)?.value ?? "";
  const chosen = at.trial.value[it.key] ?? shipped;
  return (
    <li class="reading">
      <div>
        <b>{it.asks}</b>
        <p class="small">
          {it.id}, <span class="mono">{it.key}</span> ({it.clauses.join(", ")})
        </p>
      </div>
      <div class="seg" role="group" aria-label={it.asks}>
        {it.options.map((option) => (
          <Option
            key={option.value}
            it={option}
            on={option.value === chosen}
            of={of}
            onClick={() => void at.try(it, option.value)}
          />
        ))}
      </div>
    </li>
  );
}

function Option({ it, on, of, onClick }: { it: OptionView; on: boolean; of: WagerOdds; onClick: () => void }) {
  const w = oddsWords.value;
  const worth = it.worth.find((line) => of.ids.some((id) => line.of.split(/, | and /).includes(id))) ?? it.worth[0];
  const marks = [
    worth ? worth.figure.read : w.sameReturn,
    it.shipped ? w.shipped : "",
    on && !it.shipped ? w.trial : "",
  ].filter(Boolean);
  return (
    <button type="button" class={worth?.over ? "hot" : ""} aria-pressed={on} onClick={onClick}>
      <span>{w.options[it.value] ?? capital(it.value.replaceAll("_", " "))}</span>
      <small>{marks.join(", ")}</small>
      <small class="says">{it.says}</small>
    </button>
  );
}
