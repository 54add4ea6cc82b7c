/** Fills and credits: chips by value, who had a hand in it, and the slip on paper. */
import { useState } from "preact/hooks";
import type { SlipView } from "../api/types";
import { Acts } from "../desk/act";
import { Chip } from "../parts/chip";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/sprite";
import { said } from "../words";
import { deskWords } from "../words/desk";
import { dollars, stake } from "../words/money";
import { whenIs as when } from "../words/time";
import type { Cage } from "./cage";
import { Tags } from "./lines";
import "./slips.css";

export function Slip({ it, desk }: { it: SlipView; desk: Cage }) {
  const w = deskWords.value;
  const [paper, show] = useState(false);
  return (
    <div class="desk-line" data-line={it.id}>
      <div class="top">
        <span>
          <b>{said(it.title)}</b> {it.id}
        </span>
        <b>{dollars(it.amount)}</b>
      </div>
      {it.chips.length ? (
        <ul class="slip-chips" aria-label={w.chipsOnSlip}>
          {it.chips.map((line) => (
            <li key={line.value}>
              <Chip cents={line.value} size={26} />
              <span>
                <span class="unseen">{stake(line.value)}</span> ×{line.count}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <Tags it={it} />
      <div class="act-row">
        <Acts acts={it.acts} desk={desk} />
        <button type="button" class="button quiet" onClick={() => show(true)}>
          <Icon name="export" size="small" />
          {w.printSlip}
        </button>
      </div>
      {paper ? (
        <Dialog title={w.slipOf(it.id)} onClose={() => show(false)}>
          <Paper it={it} house={desk.view.value?.house ?? ""} />
          <div class="choices">
            <button type="button" class="button main" onClick={() => window.print()}>
              {w.printIt}
            </button>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}

/** The slip as it is printed and signed. */
function Paper({ it, house }: { it: SlipView; house: string }) {
  const w = deskWords.value;
  return (
    <article class="slip-paper" aria-label={w.slipOf(it.id)}>
      <header>
        <b>{house}</b>
        <b>{it.id}</b>
      </header>
      <h3>{said(it.title)}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{w.chipValue}</th>
            <th scope="col">{w.chipCount}</th>
            <th scope="col">{w.sum}</th>
          </tr>
        </thead>
        <tbody>
          {it.chips.map((line) => (
            <tr key={line.value}>
              <td>{stake(line.value)}</td>
              <td>{line.count}</td>
              <td>{dollars(line.sum)}</td>
            </tr>
          ))}
          <tr class="whole">
            <td colSpan={2}>{w.sum}</td>
            <td>{dollars(it.amount)}</td>
          </tr>
        </tbody>
      </table>
      <ul>
        {it.hands.map((hand) => (
          <li key={hand.did.en}>
            <span>{said(hand.did)}</span>
            <b>{hand.by}</b>
            <span>{hand.at ? when(hand.at) : ""}</span>
            <span class="signature">{w.signature}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}
