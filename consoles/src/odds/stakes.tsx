/** What payment in chips does to the odds: stakes that rounding lifts to 100% or more, and the sign that forbids them. */
import { useState } from "preact/hooks";
import { stake } from "../words/money";
import { oddsWords } from "../words/odds";
import type { Laboratory } from "./laboratory";

export function StakesPane({ at }: { at: Laboratory }) {
  const w = oddsWords.value;
  const [chip, setChip] = useState("1");
  const it = at.stakes.value;
  return (
    <section class="stakes">
      <form
        class="asked"
        onSubmit={(event) => {
          event.preventDefault();
          void at.rounds(chip);
        }}
      >
        <label class="field">
          <span>{w.chip}</span>
          <input
            type="number"
            min="0.01"
            max="1000"
            step="0.01"
            required
            value={chip}
            onInput={(event) => setChip(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          {w.work}
        </button>
      </form>
      {it ? (
        <>
          <h3>{w.stakesTitle(stake(it.chip))}</h3>
          <p class="soft">
            {w.rounding[it.rounding]} ({it.clause}).
          </p>
          {it.lines.length ? (
            <>
              <p>{w.oneSign(stake(it.minimum), stake(it.unit))}</p>
              <div class="scroll" tabIndex={0} role="region" aria-label={w.stakesTitle(stake(it.chip))}>
                <table class="plain">
                  <thead>
                    <tr>
                      <th scope="col">{w.wager}</th>
                      <th scope="col" class="num">
                        {w.ret}
                      </th>
                      <th scope="col">{w.inDanger}</th>
                      <th scope="col" class="num">
                        {w.worst}
                      </th>
                      <th scope="col">{w.sign}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {it.lines.map((line) => (
                      <tr key={line.id}>
                        <th scope="row" lang="en">
                          {line.name}
                        </th>
                        <td class="num">{line.returns.read}</td>
                        <td lang="en">{line.stakes}</td>
                        <td class="num coral-text">{line.worst.read}</td>
                        <td>{w.signText(stake(line.minimum), stake(line.unit))}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          ) : (
            <p>{w.noDanger}</p>
          )}
        </>
      ) : (
        <p class="soft" role="status">
          {at.refused.value ? "" : w.working}
        </p>
      )}
    </section>
  );
}
