/** A wager in a closed envelope, taken by hand: the seal is made here, and the wager itself goes nowhere. */
import { useState } from "preact/hooks";
import type { ActView, DirectorTable, DirectorView } from "../api/types";
import { cents } from "../desk/filled";
import { sha256 } from "../desk/secret";
import { Dialog } from "../parts/dialog";
import { entrant } from "../parts/standings";
import { said } from "../words";
import { tourneyWords } from "../words/tournament";
import type { Directing } from "./director";
import { close, Foot, useGiving } from "./spin";

export function SealForm({
  desk,
  view,
  here,
  act,
}: {
  desk: Directing;
  view: DirectorView;
  here: DirectorTable;
  act: ActView;
}) {
  const w = tourneyWords.value;
  const [filled, setFilled] = useState({ person: "", wager: "", stake: "", word: "" });
  const { wrong, setWrong, busy, give } = useGiving(desk, act);
  const set = (key: keyof typeof filled) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    setFilled({ ...filled, [key]: event.currentTarget.value });

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const amount = cents(filled.stake);
    if (amount === null) return setWrong(w.wrongStake(w.stake));
    await give({ person: filled.person, seal: await sha256(`${filled.wager} ${amount} ${filled.word.trim()}`) });
  }

  return (
    <Dialog title={`${here.table}: ${w.takeSealed}`} onClose={close}>
      <form class="act-form" onSubmit={(event) => void submit(event)}>
        <p class="faint">{w.takeSealedWords}</p>
        <label class="field">
          <span>{w.whose}</span>
          <select required value={filled.person} onChange={set("person")}>
            <option value="" />
            {here.players.map((it) => (
              <option key={it.person} value={it.person}>
                {entrant(it.number)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{w.wager}</span>
          <select required value={filled.wager} onChange={set("wager")}>
            <option value="" />
            {view.wagers.map((it) => (
              <option key={String(it.value)} value={String(it.value)}>
                {said(it.name)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{w.stake}</span>
          <input
            type="text"
            inputMode="decimal"
            maxLength={16}
            autocomplete="off"
            required
            value={filled.stake}
            onInput={set("stake")}
          />
        </label>
        <label class="field">
          <span>{w.chosenWord}</span>
          <input type="text" maxLength={64} autocomplete="off" required value={filled.word} onInput={set("word")} />
        </label>
        <Foot wrong={wrong} busy={busy} act={act} />
      </form>
    </Dialog>
  );
}
