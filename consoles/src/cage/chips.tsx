/** Chips on the counter, counted by value, and colour checks that are out. */
import { useState } from "preact/hooks";
import type { ActView, CageView, ColourLine } from "../api/types";
import { ActButton } from "../desk/act";
import { Chip } from "../parts/chip";
import { Icon } from "../parts/sprite";
import { capital, whyNot } from "../words";
import { deskWords } from "../words/desk";
import { dollars, stake } from "../words/money";
import type { Cage } from "./cage";

export function Chips({ view, desk }: { view: CageView; desk: Cage }) {
  const w = deskWords.value;
  const [counted, setCounted] = useState<Record<number, string>>({});
  const values = [...view.chip_values].reverse();
  const sum = values.reduce((all, value) => all + value * (Number(counted[value] ?? 0) || 0), 0);
  const [cash, sell] = view.chip_acts;
  const account = view.patron?.deposits.find((it) => it.key === "chips");

  async function give(act: ActView): Promise<void> {
    const answer = await desk.give(act.to, { do: act.do, ...act.given, amount: sum });
    desk.tell(act, answer);
    if (answer.ok) setCounted({});
  }
  const button = (act: ActView | undefined, text: string) =>
    act ? (
      <button
        type="button"
        class="button quiet"
        disabled={!sum || desk.live.link.value === "lost"}
        aria-disabled={!!act.refused}
        title={act.refused ? whyNot(act.refused) : undefined}
        onClick={() => (act.refused ? desk.begin(act) : void give(act))}
      >
        {text}
      </button>
    ) : null;

  return (
    <section class="card">
      <div class="panel-head">
        <h2>{w.chipsBrought}</h2>
      </div>
      <div class="chip-counter">
        {values.map((value) => (
          <label key={value}>
            <Chip cents={value} size={34} />
            <input
              type="text"
              aria-label={w.chipsOf(stake(value))}
              inputMode="numeric"
              autocomplete="off"
              maxLength={5}
              placeholder="0"
              value={counted[value] ?? ""}
              onInput={(event) => {
                const digits = event.currentTarget.value.replace(/\D/g, "");
                setCounted((before) => ({ ...before, [value]: digits }));
              }}
            />
          </label>
        ))}
      </div>
      <div class="together">
        <span>
          {w.sum} <b>{dollars(sum)}</b>
        </span>
        <span class="act-row">
          {button(account, w.toAccount)}
          {button(cash, w.payCash)}
          {button(sell, w.sellChips)}
        </span>
      </div>
      {view.colours.map((it) => (
        <Colours key={`${it.table}/${it.colour}/${it.value}`} it={it} desk={desk} />
      ))}
    </section>
  );
}

function Colours({ it, desk }: { it: ColourLine; desk: Cage }) {
  const w = deskWords.value;
  const each = it.value ? stake(it.value) : w.untraced;
  return (
    <div class="desk-line">
      <div class="top">
        <span>{capital(w.colourChecks(it.colour, it.table, it.count, each))}</span>
        <b>{dollars(it.amount)}</b>
      </div>
      {it.act.refused ? (
        <p class="coral-text">
          <Icon name="cross" size="small" /> {whyNot(it.act.refused)}
        </p>
      ) : (
        <div class="act-row">
          <ActButton act={it.act} desk={desk} />
        </div>
      )}
    </div>
  );
}
