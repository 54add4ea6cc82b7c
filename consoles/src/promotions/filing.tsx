/** Terms to file: pasted or from a file, checked by the server item by item, and then given as a command. */
import { useState } from "preact/hooks";
import { post, RefusedError } from "../api/http";
import type { PromotionsView, TermsChecked } from "../api/types";
import { Icon } from "../parts/sprite";
import { capital, said, whyNot } from "../words";
import { tourneyWords } from "../words/tournament";
import { examplePromotion, exampleTournament } from "./examples";
import type { Promoting } from "./promotions";

export function Filing({ desk, view }: { desk: Promoting; view: PromotionsView }) {
  const w = tourneyWords.value;
  const [text, setText] = useState("");
  const [checked, setChecked] = useState<TermsChecked | null>(null);
  const [wrong, setWrong] = useState("");

  async function check(): Promise<void> {
    setChecked(null);
    setWrong("");
    try {
      setChecked(await post<TermsChecked>("/api/terms", { text }));
    } catch (error) {
      setWrong(error instanceof RefusedError ? whyNot(error.refused) : String(error));
    }
  }

  async function file(it: TermsChecked): Promise<void> {
    if (it.kind === "promotion") desk.live.watchAnother({ of: it.id });
    setText("");
    setChecked(null);
    if (it.file.fields.length) return desk.begin(it.file);
    const answer = await desk.give(it.file.to, { do: it.file.do, ...it.file.given });
    if (!answer.ok) return setWrong(whyNot(answer.refused));
    desk.message.value = { tone: "good", head: w.done(`${w.files}, ${it.name}`) };
  }

  const set = (value: string) => {
    setText(value);
    setChecked(null);
  };
  return (
    <section class="card filing">
      <div class="panel-head">
        <h2>{w.files}</h2>
      </div>
      <p class="faint">{view.may_file ? whyNot(view.may_file) : w.filesWords}</p>
      <form
        class="act-form"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <label class="field">
          <span>{w.termsText}</span>
          <textarea
            rows={8}
            maxLength={12_000}
            spellcheck={false}
            required
            value={text}
            onInput={(event) => set(event.currentTarget.value)}
          />
        </label>
        {text ? null : (
          <p class="examples">
            <button type="button" class="link" onClick={() => set(examplePromotion())}>
              {w.examplePromotion}
            </button>
            <button type="button" class="link" onClick={() => set(exampleTournament())}>
              {w.exampleTournament}
            </button>
          </p>
        )}
        <label class="field">
          <span>{w.termsFile}</span>
          <input
            type="file"
            accept=".toml,text/plain"
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(set)}
          />
        </label>
        <div class="act-row">
          <button type="submit" class="button quiet">
            {w.check}
          </button>
          {checked && !checked.problems.length ? (
            <button
              type="button"
              class="button main"
              aria-disabled={checked.file.refused ? true : undefined}
              onClick={() => (checked.file.refused ? setWrong(whyNot(checked.file.refused)) : void file(checked))}
            >
              {said(checked.file.name)}
            </button>
          ) : null}
        </div>
        <p class="refusal" role="alert">
          {wrong}
        </p>
        <div role="status">
          {checked && !checked.problems.length ? (
            <p class="mint-text">
              <Icon name="check" size="small" />
              {w.nothingWrong(checked.name)}
            </p>
          ) : null}
          {checked?.problems.length ? (
            <>
              <p class="coral-text">{w.wrong(checked.problems.length)}</p>
              <ul class="problems">
                {checked.problems.map((it) => (
                  <li key={it.said + it.clause}>
                    <span>{capital(it.said)}</span>
                    <span class="clause">{it.clause}</span>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      </form>
    </section>
  );
}
