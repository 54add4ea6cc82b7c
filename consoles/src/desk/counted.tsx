/** Chips counted by value, with what they come to. */
import { Chip } from "../parts/chip";
import { said } from "../words";
import { deskWords } from "../words/desk";
import { dollars, stake } from "../words/money";
import type { FieldProps } from "./act";
import { countsOf, withCount } from "./filled";

export function CountedChips({ field, value, set }: FieldProps) {
  const w = deskWords.value;
  const counts = countsOf(String(value));
  const sum = Object.entries(counts).reduce((all, [each, many]) => all + Number(each) * many, 0);
  const values = field.choices.map((it) => Number(it.value)).sort((a, b) => b - a);
  return (
    <fieldset class="counted-chips">
      <legend>{said(field.name)}</legend>
      <div class="chip-counter">
        {values.map((each) => (
          <label key={each}>
            <Chip cents={each} size={34} />
            <input
              type="text"
              aria-label={w.chipsOf(stake(each))}
              inputMode="numeric"
              autocomplete="off"
              maxLength={5}
              placeholder="0"
              value={counts[each] ?? ""}
              onInput={(event) => {
                const many = Number(event.currentTarget.value.replace(/\D/g, ""));
                set((before) => withCount(String(before), each, many));
              }}
            />
          </label>
        ))}
      </div>
      <p class="spread">
        <span>{w.sum}</span>
        <b>{dollars(sum)}</b>
      </p>
    </fieldset>
  );
}
