/** What the dealer does at one seat: seat a walk-up, sell chips, issue colour checks, lay a wager, take a voucher. */
import { useState } from "preact/hooks";
import { clockTime } from "../api/clock";
import { newId } from "../api/live";
import type { DealerView, TillLine } from "../api/types";
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
  const [done, tell] = useState({ good: true, head: "" });
  /** Do it and say what was done; what was typed stands until it is. */
  const give: Give = async (offer, head) => {
    const good = await work.give([offer]);
    tell({ good, head: good ? head : (work.message.value?.head ?? "") });
    if (good) work.good(head);
    return good;
  };
  if (!own)
    return (
      <Dialog title={d.atSeat(seat)} onClose={onClose}>
        <Told done={done} />
        <WalkUp seat={seat} give={give} />
      </Dialog>
    );
  return (
    <Dialog title={d.atSeat(seat)} onClose={onClose}>
      <Told done={done} />
      <Form
        title={d.sellChips}
        act={d.sell}
        fields={[["amount", d.amount]]}
        give={(it) =>
          give(
            { do: "buy-chips", seat, amount: cents(it.amount), with_: "cash" },
            d.soldTo(stake(cents(it.amount)), seat),
          )
        }
      />
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
                onClick={() =>
                  void give({ do: "remove-wager", bet: it.id }, d.takenOff(nameOf(work.layout, it), stake(it.stake)))
                }
              >
                <Icon name="undo" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <LayWager seat={seat} view={view} work={work} give={give} />
      {Object.keys(view.colours).length ? <Colours seat={seat} view={view} give={give} /> : null}
      <Form
        title={d.voucher}
        act={d.exchange}
        fields={[
          ["voucher", d.voucherNumber],
          ["amount", d.amount],
        ]}
        give={(it) =>
          give(
            { do: "exchange-voucher", seat, voucher: it.voucher ?? "", amount: cents(it.amount) },
            d.voucherDone(stake(cents(it.amount)), seat),
          )
        }
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
      <button
        type="button"
        class="button quiet"
        onClick={() => void give({ do: "leave-seat", seat }, d.left_(seat)).then((good) => good && onClose())}
      >
        {d.leaves}
      </button>
      <Till lines={view.till.filter((it) => it.seat === seat)} work={work} onBegin={onClose} />
    </Dialog>
  );
}

type Give = (offer: Offer, done: string) => Promise<boolean>;

function Told({ done }: { done: { good: boolean; head: string } }) {
  return (
    <p class={done.good ? "done-words" : "refusal"} role="status">
      {done.head ? <Icon name={done.good ? "check" : "cross"} size="small" /> : null}
      {done.head}
    </p>
  );
}

/** A person who came to the table: by name, or by the seat alone; with a card or without. */
function WalkUp({ seat, give }: { seat: number; give: Give }) {
  const d = dealerWords.value;
  return (
    <Form
      title={d.seatSomeone}
      act={d.seatThem}
      optional
      fields={[
        ["person", d.whoSits],
        ["card", d.cardNumber],
      ]}
      give={(it) => {
        const name = it.person?.trim() || `${d.walkUp} ${newId().slice(0, 6)}`;
        const card = it.card?.trim();
        return give(
          { do: "take-seat", seat, person: name, ...(card ? { card: { number: card, issued_to: name } } : {}) },
          d.seated(seat),
        );
      }}
    />
  );
}

/** The last money acts, newest first, each with what undoes it. */
export function Till({ lines, work, onBegin }: { lines: TillLine[]; work: Work; onBegin: () => void }) {
  const d = dealerWords.value;
  if (!lines.length) return null;
  return (
    <section class="till" aria-label={d.lastTen}>
      <h3>{d.lastTen}</h3>
      <ul>
        {lines.map((it) => (
          <li key={it.id} class={it.undone ? "undone" : ""}>
            <time>{clockTime(it.at)}</time>
            <p>
              {said(it.words)} <span class="faint">{it.by}</span>
            </p>
            {it.undone ? <span class="tag">{d.isUndone}</span> : null}
            {it.undo ? (
              <ActButton
                act={it.undo}
                desk={{
                  ...work.acts,
                  begin: (act) => {
                    onBegin();
                    work.acts.begin(act);
                  },
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Dollars as they were typed, in cents. What cannot be read is left to the server to refuse. */
function cents(text: string | undefined): number {
  return Math.round(Number(text ?? "") * 100) || 0;
}

function typed(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>;
}

function Form({
  title,
  act,
  fields,
  give,
  optional = false,
}: {
  title: string;
  act: string;
  fields: [key: string, label: string][];
  give: (typed: Record<string, string>) => Promise<boolean>;
  optional?: boolean;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void give(typed(form)).then((done) => done && form.reset());
  };
  return (
    <form class="desk-form" onSubmit={submit} aria-label={title} noValidate>
      <h3>{title}</h3>
      <div>
        {fields.map(([key, label]) => (
          <label class="field" key={key}>
            <span class="label">{label}</span>
            <input
              name={key}
              required={!optional}
              inputMode={key === "amount" ? "decimal" : "text"}
              maxLength={64}
              autocomplete="off"
            />
          </label>
        ))}
        <button type="submit" class="button quiet">
          {act}
        </button>
      </div>
    </form>
  );
}

function LayWager({ seat, view, work, give }: { seat: number; view: DealerView; work: Work; give: Give }) {
  const d = dealerWords.value;
  const own = view.seats.find((it) => it.seat === seat)!;
  const [wager, setWager] = useState(work.layout.areas[0]?.id ?? "");
  const area = work.layout.areas.find((it) => it.id === wager);
  const parents = area?.behind ? own.wagers.filter((it) => it.wager === area.behind) : [];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const it = typed(form);
    const [chips = "value", colour = ""] = (it.with ?? "value").split(" ");
    const sum = cents(it.amount);
    void give(
      { do: "place-wager", seat, wager, stake: sum, chips, colour, ...(it.on ? { on: it.on } : {}) },
      d.laid(seat, area ? said(area.name) : wager, stake(sum)),
    ).then((done) => {
      const field = form.elements.namedItem("amount") as HTMLInputElement;
      if (done) field.value = "";
    });
  };
  return (
    <form class="desk-form" onSubmit={submit} aria-label={d.layWager} noValidate>
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

function Colours({ seat, view, give }: { seat: number; view: DealerView; give: Give }) {
  const d = dealerWords.value;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const it = typed(form);
    const back = (event.submitter as HTMLButtonElement | null)?.value === "back";
    const own = { seat, colour: it.colour ?? "", count: Number(it.count) || 0 };
    const told = d.checksTo(own.count, d.colourName(own.colour), seat, back);
    void give(
      back
        ? { do: "redeem-colours", ...own }
        : { do: "issue-colours", ...own, ...(it.value ? { value: cents(it.value) } : {}) },
      told,
    ).then((done) => done && form.reset());
  };
  return (
    <form class="desk-form" onSubmit={submit} aria-label={d.colourChecks} noValidate>
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
