/** What the dealer does at one seat: lay a wager that was called out, sell chips, issue colour checks, take a voucher. */
import { useState } from "preact/hooks";
import type { DealerView } from "../api/types";
import { ActButton } from "../desk/act";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/sprite";
import { capital, said } from "../words";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";
import type { Offer, Work } from "./work";
import { nameOf } from "./work";

export function SeatDialog({
  seat,
  view,
  work,
  onClose,
}: {
  seat: number;
  view: DealerView;
  work: Work;
  onClose: () => void;
}) {
  const d = dealerWords.value;
  const own = view.seats.find((it) => it.seat === seat);
  const [done, tell] = useState("");
  const give = async (offer: Offer) => tell((await work.give([offer])) ? d.yes : (work.message.value?.head ?? ""));
  if (!own) return null;
  return (
    <Dialog title={d.atSeat(seat)} onClose={onClose}>
      {own.wagers.length ? (
        <ul class="own-wagers">
          {own.wagers.map((it) => (
            <li key={it.id}>
              <span>
                {nameOf(work.layout, it)} <b>{stake(it.stake)}</b>
              </span>
              <button
                type="button"
                class="button quiet"
                aria-label={d.takeBack(nameOf(work.layout, it))}
                onClick={() => void give({ do: "remove-wager", bet: it.id })}
              >
                <Icon name="undo" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <LayWager seat={seat} view={view} work={work} give={give} />
      <Form
        title={d.sellChips}
        act={d.sell}
        fields={[["amount", d.amount]]}
        give={(it) => give({ do: "buy-chips", seat, amount: cents(it.amount), with_: "cash" })}
      />
      {Object.keys(view.colours).length ? <Colours seat={seat} view={view} give={give} /> : null}
      <Form
        title={d.voucher}
        act={d.exchange}
        fields={[
          ["voucher", d.voucherNumber],
          ["amount", d.amount],
        ]}
        give={(it) => give({ do: "exchange-voucher", seat, voucher: it.voucher ?? "", amount: cents(it.amount) })}
      />
      <div class="act-row seat-acts">
        {view.seat_acts.map((act) => (
          <ActButton
            key={act.key}
            act={{ ...act, given: { ...act.given, seat } }}
            desk={{
              ...work.acts,
              begin: (it) => {
                onClose();
                work.acts.begin(it);
              },
            }}
          />
        ))}
      </div>
      <p class={done === d.yes ? "faint" : "refusal"} role="status">
        {done}
      </p>
    </Dialog>
  );
}

/** Dollars as they were typed, in cents. What cannot be read is left to the server to refuse. */
function cents(text: string | undefined): number {
  return Math.round(Number(text ?? "") * 100) || 0;
}

function Form({
  title,
  act,
  fields,
  give,
}: {
  title: string;
  act: string;
  fields: [key: string, label: string][];
  give: (typed: Record<string, string>) => Promise<void>;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void give(Object.fromEntries(new FormData(form)) as Record<string, string>);
  };
  return (
    <form class="desk-form" onSubmit={submit} aria-label={title}>
      <h3>{title}</h3>
      <div>
        {fields.map(([key, label]) => (
          <label class="field" key={key}>
            <span class="label">{label}</span>
            <input name={key} required inputMode={key === "voucher" ? "text" : "decimal"} autocomplete="off" />
          </label>
        ))}
        <button type="submit" class="button quiet">
          {act}
        </button>
      </div>
    </form>
  );
}

function LayWager({
  seat,
  view,
  work,
  give,
}: {
  seat: number;
  view: DealerView;
  work: Work;
  give: (offer: Offer) => Promise<void>;
}) {
  const d = dealerWords.value;
  const own = view.seats.find((it) => it.seat === seat)!;
  const [wager, setWager] = useState(work.layout.areas[0]?.id ?? "");
  const area = work.layout.areas.find((it) => it.id === wager);
  const parents = area?.behind ? own.wagers.filter((it) => it.wager === area.behind) : [];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const it = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
    const [chips = "value", colour = ""] = (it.with ?? "value").split(" ");
    void give({
      do: "place-wager",
      seat,
      wager,
      stake: cents(it.amount),
      chips,
      colour,
      ...(it.on ? { on: it.on } : {}),
    });
  };
  return (
    <form class="desk-form" onSubmit={submit} aria-label={d.layWager}>
      <h3>{d.layWager}</h3>
      <div>
        <label class="field">
          <span class="label">{d.area}</span>
          <select name="wager" value={wager} onChange={(event) => setWager(event.currentTarget.value)}>
            {work.layout.areas.map((it) => (
              <option key={it.id} value={it.id}>
                {said(it.name)}
              </option>
            ))}
          </select>
        </label>
        {parents.length ? (
          <label class="field">
            <span class="label">{d.behindWhich}</span>
            <select name="on">
              {parents.map((it) => (
                <option key={it.id} value={it.id}>
                  {nameOf(work.layout, it)} {stake(it.stake)}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <label class="field narrow">
          <span class="label">{d.amount}</span>
          <input name="amount" required inputMode="decimal" autocomplete="off" />
        </label>
        <label class="field">
          <span class="label">{d.with}</span>
          <select name="with">
            <option value="value">{d.valueChips}</option>
            {Object.keys(own.colours).map((it) => (
              <option key={it} value={`colour ${it}`}>
                {d.colours[it] ?? capital(it)}
              </option>
            ))}
            <option value="token">{d.tokens}</option>
          </select>
        </label>
        <button type="submit" class="button quiet">
          {d.lay}
        </button>
      </div>
    </form>
  );
}

function Colours({ seat, view, give }: { seat: number; view: DealerView; give: (offer: Offer) => Promise<void> }) {
  const d = dealerWords.value;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const it = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
    const back = (event.submitter as HTMLButtonElement | null)?.value === "back";
    const own = { seat, colour: it.colour ?? "", count: Number(it.count) || 0 };
    void give(
      back
        ? { do: "redeem-colours", ...own }
        : { do: "issue-colours", ...own, ...(it.value ? { value: cents(it.value) } : {}) },
    );
  };
  return (
    <form class="desk-form" onSubmit={submit} aria-label={d.colourChecks}>
      <h3>{d.colourChecks}</h3>
      <div>
        <label class="field">
          <span class="label">{d.colour}</span>
          <select name="colour">
            {Object.entries(view.colours).map(([it, left]) => (
              <option key={it} value={it}>
                {d.left(d.colours[it] ?? capital(it), left)}
              </option>
            ))}
          </select>
        </label>
        <label class="field narrow">
          <span class="label">{d.count}</span>
          <input name="count" required inputMode="numeric" autocomplete="off" />
        </label>
        <label class="field narrow">
          <span class="label">{d.valueOfEach}</span>
          <input name="value" inputMode="decimal" autocomplete="off" />
        </label>
        <button type="submit" class="button quiet" value="out">
          {d.issue}
        </button>
        <button type="submit" class="button quiet" value="back">
          {d.redeem}
        </button>
      </div>
    </form>
  );
}
