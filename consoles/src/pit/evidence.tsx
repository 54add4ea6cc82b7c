/** The evidence of a dispute: the dice, who keyed them, and what happened at the seat, line by line. */
import { clockTime } from "../api/clock";
import type { EvidenceLine, EvidenceView } from "../api/types";
import { diceOf } from "../felt/felt";
import { Dice } from "../parts/die";
import { said, told } from "../words";
import { deskWords } from "../words/desk";
import { evidenceWords } from "../words/evidence";
import { stake } from "../words/money";
import "./evidence.css";

export function Evidence({ it }: { it: EvidenceView }) {
  const w = evidenceWords.value;
  return (
    <section class="evidence" aria-label={w.evidence(it.round)}>
      <h5>
        {w.evidence(it.round)}
        <span class="faint">{it.seat ? w.ofSeat(it.seat) : w.ofTable}</span>
      </h5>
      {it.dice.length ? (
        <div class="evidence-dice">
          <Dice dice={it.dice} kind={diceOf(it)} size={32} total={it.total} />
          {it.look.kind === "symbols" ? null : <b aria-hidden="true">{it.total}</b>}
          {it.keyed_by && it.keyed_at ? (
            <span>{w.keyedBy(said(it.keyed_by), clockTime(it.keyed_at, true))}</span>
          ) : null}
        </div>
      ) : (
        <p>{w.noDice}</p>
      )}
      <ol class="story">
        {it.lines.map((line, n) => (
          <Line key={n} it={line} />
        ))}
      </ol>
      <dl class="evidence-sums">
        <dt>{w.staked}</dt>
        <dd>{stake(it.stakes)}</dd>
        <dt>{w.wentBack}</dt>
        <dd>{stake(it.returned)}</dd>
      </dl>
      {it.over ? null : <p>{w.going}</p>}
    </section>
  );
}

function Line({ it }: { it: EvidenceLine }) {
  const w = evidenceWords.value;
  const comma = deskWords.value.comma;
  return (
    <li class={it.refused ? "refused" : ""}>
      <time>{clockTime(it.at, true)}</time>
      <span>
        {it.refused ? <b>{`${w.refused}: `}</b> : null}
        <span lang="en">{told(it.words)}</span>
        {it.stake === null ? null : <b>{` ${w.stakeBack(stake(it.stake), stake(it.returned))}`}</b>}
        <span class="faint">{`${said(it.by)}${comma}${w.entry(it.entry)}${it.clause ? ` (${it.clause})` : ""}`}</span>
      </span>
    </li>
  );
}
