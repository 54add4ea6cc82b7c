/** Money into the account and out of it. */
import { useState } from "preact/hooks";
import type { PatronDesk } from "../api/types";
import { cents } from "../desk/filled";
import { Icon } from "../parts/sprite";
import { said, whyNot } from "../words";
import { deskWords } from "../words/desk";
import { dollars, stake } from "../words/money";
import type { Cage } from "./cage";

const QUICK = [10_000, 20_000];

export function Account({ patron, desk }: { patron: PatronDesk; desk: Cage }) {
  const w = deskWords.value;
  const [out, setOut] = useState(false);
  const [means, setMeans] = useState("cash");
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const ways = out ? patron.withdrawals : patron.deposits;
  const act = ways.find((it) => it.key === means) ?? ways[0]!;
  const amount = cents(text) ?? 0;
  const deposit = patron.limits.find((it) => it.limit === "deposit");
  const room = out ? patron.balance : (deposit?.left ?? null);
  const choose = (way: boolean) => {
    setOut(way);
    setMeans("cash");
    setWrong("");
  };

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const sum = cents(text);
    if (sum === null || sum <= 0) return setWrong(w.notMoney(w.amount));
    setBusy(true);
    const answer = await desk.give(act.to, { do: act.do, ...act.given, amount: sum });
    setBusy(false);
    if (!answer.ok) return setWrong(whyNot(answer.refused));
    setText("");
    setWrong("");
    desk.message.value = { tone: "good", head: out ? w.withdrawn(dollars(sum)) : w.deposited(dollars(sum)) };
  }

  return (
    <section class="card">
      <form class="account" onSubmit={(event) => void submit(event)}>
        <h2>{w.account}</h2>
        <div class="switcher two">
          <button type="button" class="button" aria-pressed={!out} onClick={() => choose(false)}>
            {w.deposit}
          </button>
          <button type="button" class="button" aria-pressed={out} onClick={() => choose(true)}>
            {w.withdraw}
          </button>
        </div>
        <div class="switcher" role="group" aria-label={w.means}>
          {ways.map((it) => (
            <button
              key={it.key}
              type="button"
              class="button"
              aria-pressed={it.key === act.key}
              onClick={() => {
                setMeans(it.key);
                setWrong("");
              }}
            >
              {said(it.name)}
            </button>
          ))}
        </div>
        <div class="amount-line">
          {QUICK.map((each) => (
            <button
              key={each}
              type="button"
              class="button quiet"
              onClick={() => {
                setText(String(each / 100));
                setWrong("");
              }}
            >
              {stake(each)}
            </button>
          ))}
          {room ? (
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                setText((room / 100).toFixed(2));
                setWrong("");
              }}
            >
              {w.all(stake(room))}
            </button>
          ) : null}
          <label class="field">
            <span class="unseen">{w.amount}</span>
            <input
              type="text"
              inputMode="decimal"
              autocomplete="off"
              placeholder="$0.00"
              value={text}
              onInput={(event) => {
                setText(event.currentTarget.value);
                setWrong("");
              }}
            />
          </label>
        </div>
        {act.refused ? (
          <p class="note coral-text">
            <Icon name="cross" size="small" />
            {whyNot(act.refused)}
          </p>
        ) : !out && deposit && deposit.left !== null ? (
          <p class="note">
            <Icon name="info" size="small" />
            {w.mayDeposit(stake(deposit.left))}
          </p>
        ) : null}
        <p class="refusal" role="alert">
          {wrong}
        </p>
        <button
          type="submit"
          class="button main big"
          disabled={busy || !!act.refused || desk.live.link.value === "lost"}
        >
          {amount > 0 ? (out ? w.withdrawIt : w.depositIt)(dollars(amount)) : out ? w.withdraw : w.deposit}
        </button>
      </form>
    </section>
  );
}
