/** An act as a button, and the form in which it is filled in. Which there are and what they need comes from the server. */
import { useState } from "preact/hooks";
import type { ActView, FieldView } from "../api/types";
import { Dialog } from "../parts/dialog";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { capital, said, whyNot } from "../words";
import { deskWords } from "../words/desk";
import type { Acting } from "./acting";
import { CountedChips } from "./counted";
import type { Filled, Mistake } from "./filled";
import { begun, commandOf } from "./filled";
import "./act.css";

/** A plain button; refused, it stays and says why. */
export function ActButton({
  act,
  desk,
  text,
  quiet = true,
}: {
  act: ActView;
  desk: Acting;
  text?: string;
  quiet?: boolean;
}) {
  return (
    <button
      type="button"
      class={`button act ${act.refused ? "" : act.grave ? "danger" : quiet ? "quiet" : ""}`}
      aria-disabled={act.refused ? true : undefined}
      aria-busy={desk.asking.value === act.id || undefined}
      title={act.refused ? whyNot(act.refused) : undefined}
      onClick={() => desk.begin(act)}
    >
      {act.refused ? <Icon name="lock" size="small" /> : null}
      {text ?? said(act.name)}
      {act.refused ? <span class="unseen">{whyNot(act.refused)}</span> : null}
    </button>
  );
}

/** A key of the board: picture, name and a few words; why not where it is refused. */
export function ActKey({ act, desk }: { act: ActView; desk: Acting }) {
  return (
    <button
      type="button"
      class={`act-key ${act.refused ? "refused" : ""} ${act.grave ? "grave" : ""}`}
      aria-disabled={act.refused ? true : undefined}
      aria-busy={desk.asking.value === act.id || undefined}
      onClick={() => desk.begin(act)}
    >
      <Icon name={act.icon as IconName} />
      <span>
        <b>{said(act.name)}</b>
        <small>{act.refused ? whyNot(act.refused) : said(act.words)}</small>
      </span>
    </button>
  );
}

/** The buttons of a case or a line. */
export function Acts({ acts, desk }: { acts: ActView[]; desk: Acting }) {
  return (
    <div class="act-row">
      {acts.map((it) => (
        <ActButton key={it.key} act={it} desk={desk} />
      ))}
    </div>
  );
}

/** The form of the act that is open, if one is. */
export function OpenAct({ desk }: { desk: Acting }) {
  const act = desk.open.value;
  return act ? <ActForm key={`${act.to}/${act.key}`} act={act} desk={desk} /> : null;
}

function ActForm({ act, desk }: { act: ActView; desk: Acting }) {
  const w = deskWords.value;
  const [filled, setFilled] = useState<Filled>(() => begun(act));
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const close = () => {
    desk.open.value = null;
  };
  // Two ticks may come before the form is drawn again, so each changes what the one before left.
  const set = (key: string, value: Change) =>
    setFilled((before) => ({ ...before, [key]: typeof value === "function" ? value(before[key] ?? "") : value }));

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const made = commandOf(act, filled);
    if (!("do" in made)) return setWrong(inWords(act, made as Mistake));
    setBusy(true);
    const answer = await desk.give(act.to, made);
    setBusy(false);
    if (!answer.ok) return setWrong(whyNot(answer.refused));
    desk.tell(act, answer);
    if (desk.open.value === act) close(); // another may be open by now
  }

  return (
    <Dialog title={said(act.name)} onClose={close}>
      <form class="act-form" onSubmit={(event) => void submit(event)}>
        {said(act.words) ? <p class="faint">{capital(said(act.words))}</p> : null}
        {act.fields.map((it) => (
          <Field key={it.key} field={it} value={filled[it.key] ?? ""} set={(value) => set(it.key, value)} />
        ))}
        {act.grave ? (
          <p class="grave-words">
            <Icon name="warn" size="small" />
            {w.askedAgain}
          </p>
        ) : null}
        <p class="refusal" role="alert">
          {wrong}
        </p>
        <div class="choices">
          <button type="button" class="button quiet" onClick={close}>
            {w.leaveIt}
          </button>
          <button
            type="submit"
            class={`button ${act.grave ? "danger" : "main"}`}
            disabled={busy || desk.live.link.value === "lost"}
          >
            {said(act.name)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function inWords(act: ActView, mistake: Mistake): string {
  const w = deskWords.value;
  const field = act.fields.find((it) => it.key === mistake.field);
  const name = field ? said(field.name) : mistake.field;
  if (mistake.kind === "dice") return w.notDice(name, field?.count ?? 0);
  return mistake.kind === "money" ? w.notMoney(name) : mistake.kind === "count" ? w.notCount(name) : w.isNeeded(name);
}

type Change = Filled[string] | ((before: Filled[string]) => Filled[string]);

export interface FieldProps {
  field: FieldView;
  value: Filled[string];
  set: (value: Change) => void;
}

const SHOWN_AT_ONCE = 4;
/** Ticks from which on they stand in columns. */
const MANY = 12;

function Field(props: FieldProps) {
  const { field, value, set } = props;
  const w = deskWords.value;
  if (field.kind === "some") return <Some {...props} />;
  if (field.kind === "chips") return <CountedChips {...props} />;
  if (field.kind === "one" && field.needed && field.choices.length <= SHOWN_AT_ONCE && field.choices.length > 0)
    return <One {...props} />;
  if (field.kind === "tick") {
    return (
      <label class="check-line">
        <input type="checkbox" checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
        <span>{said(field.name)}</span>
      </label>
    );
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in the component inside
    <label class="field">
      <span>
        {said(field.name)}
        {field.needed ? "" : <i>{w.optional}</i>}
      </span>
      {field.kind === "one" ? <Select {...props} /> : <Line {...props} />}
    </label>
  );
}

function Line({ field, value, set }: FieldProps) {
  const said = {
    autocomplete: "off" as const,
    required: field.needed,
    value: String(value),
    onInput: (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.value),
  };
  if (field.kind === "pin") return <input type="password" inputMode="numeric" maxLength={16} {...said} />;
  if (field.kind === "moment") return <input type="datetime-local" step={field.value ? 1 : 60} {...said} />;
  if (field.kind === "day") return <input type="date" {...said} />;
  if (field.kind === "dice")
    return (
      <input
        type="text"
        inputMode="numeric"
        maxLength={12}
        placeholder={"1 2 3 4 5 6".slice(0, field.count * 2 - 1)}
        {...said}
      />
    );
  if (field.kind === "sums")
    return <input type="text" inputMode="decimal" maxLength={200} placeholder="25 25 50" {...said} />;
  if (field.kind === "count") return <input type="text" inputMode="numeric" maxLength={9} {...said} />;
  if (field.kind === "money")
    return (
      <span class="money-input">
        <span aria-hidden="true">$</span>
        <input type="text" inputMode="decimal" maxLength={16} {...said} />
      </span>
    );
  return <input type="text" maxLength={field.kind === "text" ? 500 : 64} {...said} />;
}

function Select({ field, value, set }: FieldProps) {
  const w = deskWords.value;
  return (
    <select value={String(value)} required={field.needed} onChange={(event) => set(event.currentTarget.value)}>
      <option value="">{field.needed ? w.choose : w.none}</option>
      {field.choices.map((it) => (
        <option key={String(it.value)} value={String(it.value)}>
          {said(it.name)}
          {it.more ? ` (${it.more})` : ""}
        </option>
      ))}
    </select>
  );
}

function One({ field, value, set }: FieldProps) {
  return (
    <fieldset class="one-of">
      <legend>{said(field.name)}</legend>
      {field.choices.map((it) => (
        <label key={String(it.value)} class="one">
          <input
            type="radio"
            name={field.key}
            required
            checked={value === String(it.value)}
            onChange={() => set(String(it.value))}
          />
          <span>{said(it.name)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Some({ field, value, set }: FieldProps) {
  const chosen = value as string[];
  const toggle = (it: string, on: boolean) =>
    set((before) => (on ? [...(before as string[]), it] : (before as string[]).filter((each) => each !== it)));
  return (
    <fieldset class={`some-of ${field.choices.length > MANY ? "many" : ""}`}>
      <legend>{said(field.name)}</legend>
      {field.choices.map((it) => (
        <label key={String(it.value)} class="check-line">
          <input
            type="checkbox"
            checked={chosen.includes(String(it.value))}
            onChange={(event) => toggle(String(it.value), event.currentTarget.checked)}
          />
          <span>{said(it.name)}</span>
          {it.more ? <span class="returns">{it.more}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}
