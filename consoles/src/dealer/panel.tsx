/** The left side: the four keys, the dice and their keypad, and what is to be called. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { clockTime } from "../api/clock";
import type { DealerView, KeyView } from "../api/types";
import { ActButton, ActKey } from "../desk/act";
import { diceOf } from "../felt/felt";
import { Dialog } from "../parts/dialog";
import { Dice, DieAt } from "../parts/die";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { capital, said, whyNot } from "../words";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";
import type { Work } from "./work";

const ICON: Record<string, IconName> = {
  shake: "shake",
  "no-more-bets": "lock",
  enter: "keypad",
  "no-result": "tilt",
  offer: "hand",
  throw: "shake",
};
export const LETTER: Record<string, string> = { shake: "S", "no-more-bets": "N", offer: "O", throw: "T" };

/** Of the steps that one key takes, the one that is due; else the last that was done, or the first that waits. */
export function keyOf(view: DealerView, panel: string): KeyView | undefined {
  const steps = view.keys.filter((it) => it.key === panel);
  return (
    steps.find((it) => it.state === "current") ??
    steps.findLast((it) => it.state === "done" && steps.every((one) => one.state === "done")) ??
    steps[0]
  );
}

export function Panel({ view, work, craps }: { view: DealerView; work: Work; craps: boolean }) {
  const d = dealerWords.value;
  const places = craps ? ["offer", "throw", "enter", "no-result"] : ["shake", "no-more-bets", "enter", "no-result"];
  const entered = view.entry?.corrects === true;
  const paying = view.entered && !view.settled;
  return (
    <section class="panel" aria-label={d.panel} data-region="keys">
      {places.map((panel) => {
        const key = keyOf(view, panel);
        if (!key) return null;
        if (panel === "no-result" && entered) return <ChangeKey work={work} />;
        const act =
          panel === "no-result"
            ? () => {
                if (key.refused) work.press(key);
                else work.asking.value = true;
              }
            : key.gives.length
              ? () => work.press(key)
              : () => document.querySelector<HTMLElement>(".keypad button")?.focus();
        const waits = panel === "shake" || panel === "offer" ? (paying ? view.sums.seats : 0) : 0;
        return <PanelKey key={panel} panel={panel} it={key} craps={craps} act={act} waits={waits} />;
      })}
    </section>
  );
}

function PanelKey({
  panel,
  it,
  craps,
  act,
  waits,
}: {
  panel: string;
  it: KeyView;
  craps: boolean;
  act: () => void;
  waits: number;
}) {
  const d = dealerWords.value;
  const icon = it.state === "done" ? "check" : panel === "no-result" && craps ? "cross" : ICON[panel]!;
  const dim = it.state === "not yet" || it.state === "done";
  return (
    <button
      type="button"
      class={`panel-key ${it.state.replace(" ", "-")}`}
      data-key={panel}
      aria-disabled={dim ? "true" : undefined}
      onClick={act}
      title={it.refused && it.state !== "done" ? whyNot(it.refused) : undefined}
    >
      <Icon name={icon} />
      <span>
        <b>{said(it.name)}</b>
        <span>{it.at ? clockTime(it.at, true) : waits > 0 ? d.seatsToSettle(waits) : said(it.words)}</span>
      </span>
    </button>
  );
}

function ChangeKey({ work }: { work: Work }) {
  const d = dealerWords.value;
  return (
    <button
      type="button"
      class="panel-key alarm"
      data-key="change"
      aria-pressed={work.changing.value}
      onClick={() => {
        work.changing.value = !work.changing.value;
        work.keyed.value = [];
      }}
    >
      <Icon name="pen" />
      <span>
        <b>{d.changeResult}</b>
        <span>{d.changeWords}</span>
      </span>
    </button>
  );
}

const SLOT = 52;

/** The dice as they are keyed, or as they were called; places for those that are missing. */
export function DiceSlots({ view, work }: { view: DealerView; work: Work }) {
  const d = dealerWords.value;
  const { layout } = work;
  const kind = diceOf(layout);
  const keying = work.keyed.value.length > 0 || work.changing.value;
  const dice = keying ? work.keyed.value : view.dice;
  const whole = dice.length === layout.dice;
  const called = whole ? layout.calls[[...dice].sort().join("-")] : undefined;
  return (
    <section class="slots card" aria-label={d.keypad}>
      <div class="slot-row">
        {Array.from({ length: layout.dice }, (_, n) =>
          dice[n] === undefined ? (
            <span class="slot" key={n}>
              {d.ordinal(n + 1)}
            </span>
          ) : (
            <Dice key={n} dice={[dice[n]]} kind={kind} size={SLOT} />
          ),
        )}
      </div>
      <p class="slot-total">
        <span class="label">{d.total}</span>
        <b>{called ? called.total : "-"}</b>
        <span>{called ? said(called.words) : d.noDice}</span>
      </p>
    </section>
  );
}

export function Keypad({ work, open }: { work: Work; open: boolean }) {
  const d = dealerWords.value;
  const { layout } = work;
  const kind = diceOf(layout);
  return (
    <div class="keypad" role="group" aria-label={d.keypad} data-region="keypad">
      {[1, 2, 3, 4, 5, 6].map((face) => {
        const symbols = typeof kind !== "string";
        const own = symbols ? said(kind[face - 1]!.name) : String(face);
        return (
          <button
            type="button"
            key={face}
            data-face={face}
            class={work.keyed.value.includes(face) ? "chosen" : ""}
            aria-disabled={open ? undefined : "true"}
            onClick={() => work.die(face)}
            aria-label={symbols ? `${face}, ${own}` : own}
          >
            <svg width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
              <DieAt face={face} kind={kind} x={0} y={0} size={30} />
            </svg>
            <b class={symbols ? "word" : ""}>{capital(own)}</b>
          </button>
        );
      })}
    </div>
  );
}

/** What is to be called or done, with the one button that takes the next step. */
export function CallCard({ view, work, children }: { view: DealerView; work: Work; children?: ComponentChildren }) {
  const d = dealerWords.value;
  const { layout } = work;
  const craps = layout.kind === "craps";
  if (work.complete) {
    const called = layout.calls[[...work.keyed.value].sort().join("-")];
    return (
      <section class="call card" data-region="call">
        <div>
          <p class="label">
            {d.callsFor} ({view.entry?.clause}). {d.doTheyShow}
          </p>
          <p class="say">{called ? said(called.say) : d.notFound}</p>
        </div>
        <div class="choices">
          <button
            type="button"
            class="button quiet big"
            onClick={() => {
              work.keyed.value = [];
            }}
          >
            {d.change}
          </button>
          <button type="button" class="button main big" onClick={() => void work.confirm()}>
            <Icon name="check" />
            {craps ? d.correctSettle : d.correctLight}
          </button>
        </div>
      </section>
    );
  }
  const step = view.keys.find((it) => it.state === "current" && it.key === "" && !it.do.startsWith("settle"));
  return (
    <section class="call card" data-region="call">
      <div>
        {children ?? (
          <>
            {said(view.call.head) ? (
              <p class="label">
                {said(view.call.head)}
                {view.call.clause ? ` (${view.call.clause})` : ""}
              </p>
            ) : null}
            <p class="say">{said(view.call.words)}</p>
            {work.changing.value ? (
              <p class="faint">{d.keyAgain}</p>
            ) : said(view.call.more) ? (
              <p class="faint">{said(view.call.more)}</p>
            ) : null}
          </>
        )}
        {step?.refused ? <p class="refusal">{whyNot(step.refused)}</p> : null}
      </div>
      {view.shown.length && !view.entered ? (
        <p class="uncovered">
          <span class="label">{d.diceShow}</span>
          <Dice dice={view.shown} kind={diceOf(layout)} size={36} />
        </p>
      ) : null}
      {work.changing.value || step ? (
        <div class="choices">
          {work.changing.value ? (
            <button
              type="button"
              class="button quiet big"
              onClick={() => {
                work.changing.value = false;
                work.keyed.value = [];
              }}
            >
              {d.keepIt}
            </button>
          ) : null}
          {step ? (
            <button
              type="button"
              class="button main big"
              data-step={step.do}
              disabled={Boolean(step.refused)}
              onClick={() => work.press(step)}
            >
              {said(step.name)}
            </button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/** The dice as they were called, what to say, and what may be wrong. */
export function ResultStrip({ view, work }: { view: DealerView; work: Work }) {
  const d = dealerWords.value;
  const { layout } = work;
  const called = layout.calls[[...view.dice].sort().join("-")];
  const noResult = view.keys.find((it) => it.key === "no-result");
  const [opened, open] = useState(false);
  return (
    <section class="result-strip card" aria-label={d.total}>
      <Dice dice={view.dice} kind={diceOf(layout)} size={46} />
      <b class="result-total">{called?.total ?? ""}</b>
      <p class="say-small">
        <span class="label">{d.callsFor}</span>
        <b>{called ? said(called.say) : ""}</b>
      </p>
      <div class="wrong">
        {noResult && !noResult.refused && view.entered ? (
          <button
            type="button"
            class="button danger"
            onClick={() => {
              work.asking.value = true;
            }}
          >
            {said(layout.no_result)}
          </button>
        ) : null}
        {view.wrong.length > 1 ? (
          <button type="button" class="button quiet" onClick={() => open(true)}>
            {d.otherFault}
          </button>
        ) : null}
        {view.wrong.slice(-1).map((act) => (
          <ActButton key={act.key} act={act} desk={work.acts} />
        ))}
      </div>
      {opened ? (
        <Dialog title={d.somethingWrong} onClose={() => open(false)}>
          <div class="act-keys">
            {view.wrong.map((act) => (
              <ActKey
                key={act.key}
                act={act}
                desk={{
                  ...work.acts,
                  begin: (it) => {
                    open(false);
                    work.acts.begin(it);
                  },
                }}
              />
            ))}
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}

/** After the table is lit: what is collected and paid so far, and the end of the round. */
export function PaySteps({ view, work, children }: { view: DealerView; work: Work; children?: ComponentChildren }) {
  const d = dealerWords.value;
  const winners = view.pay.filter((it) => it.winnings > 0);
  const losers = view.pay.filter((it) => it.collected > 0);
  const done = winners.filter((it) => it.due === 0).length;
  const settle = view.keys.find((it) => it.do.startsWith("settle"));
  const left = work.unpaid().length;
  return (
    <section class="pay-steps card" data-region="call">
      <div>
        {children ?? (
          <p>
            <b>{losers.length ? d.collected(stake(view.collected), losers.length) : d.nothingLost}</b>{" "}
            {winners.length ? d.paying(stake(view.winnings), winners.length, done) : d.nothingWon}
          </p>
        )}
        {settle?.refused ? <p class="refusal">{whyNot(settle.refused)}</p> : null}
      </div>
      <button
        type="button"
        class={`button big ${left ? "quiet" : "main"}`}
        disabled={Boolean(settle?.refused)}
        onClick={() => work.settle()}
      >
        {left ? d.allPaid : work.layout.kind === "craps" ? d.settleRoll : d.endRound}
      </button>
    </section>
  );
}

/** Why the round has no result. What must be called stands apart from what may be. */
export function Reasons({ view, work }: { view: DealerView; work: Work }) {
  const d = dealerWords.value;
  const name = said(work.layout.no_result);
  const must = view.reasons.filter((it) => it.must);
  const may = view.reasons.filter((it) => !it.must);
  const apart = may.length > 0;
  const reason = (text: string) => capital(d.reasons[text] ?? text);
  const list = (of: DealerView["reasons"], head: string, note: string) =>
    of.length === 0 ? null : (
      <fieldset class="reasons">
        <legend class={apart ? "spread" : "unseen"}>
          <span>{head}</span>
          <span>{note}</span>
        </legend>
        <div class={apart || of.length > 5 ? "two" : ""}>
          {of.map((it) => (
            <label key={it.reason} class={work.reason.value === it.reason ? "chosen" : ""}>
              <input
                type="radio"
                name="reason"
                checked={work.reason.value === it.reason}
                onChange={() => {
                  work.reason.value = it.reason;
                }}
              />
              <b>{reason(it.reason)}</b>
              <span>{it.clause}</span>
            </label>
          ))}
        </div>
      </fieldset>
    );
  return (
    <section class="no-result card" aria-label={d.why(name)} data-region="keys">
      <div class="spread">
        <h2>{d.why(name)}</h2>
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            work.asking.value = false;
          }}
        >
          <Icon name="back" />
          {d.back}
        </button>
      </div>
      {list(must, d.must, d.noChoice)}
      {list(may, d.may, d.judgement)}
      <p class="faint">{said(view.void_words)}</p>
      <div class="declare">
        <p class="label">{d.callsFor}</p>
        <p class="say">{name}.</p>
        <button
          type="button"
          class="button coral big"
          disabled={!work.reason.value}
          onClick={() => void work.declare()}
        >
          {work.reason.value ? d.declare(name) : d.chooseReason}
        </button>
      </div>
    </section>
  );
}
