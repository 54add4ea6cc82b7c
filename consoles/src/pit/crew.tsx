/** The crew of one table: who is signed on, who comes next, who takes a break, and what may be done about it. */
import { clockTime } from "../api/clock";
import type { CrewView, PitView } from "../api/types";
import { ActButton, Acts } from "../desk/act";
import type { Desk } from "../desk/desk";
import { said } from "../words";
import { crewWords } from "../words/crew";
import "./crew.css";

export function Crew({ it, desk }: { it: CrewView; desk: Desk<PitView> }) {
  const w = crewWords.value;
  return (
    <div class="crew">
      <h3>{w.crew}</h3>
      {it.duties.length ? (
        <ul>
          {it.duties.map((duty) => (
            <li key={duty.position.en}>
              <span class="faint">{said(duty.position)}</span>
              <b>{duty.staff}</b>
              <span>{w.since(clockTime(duty.since))}</span>
              {duty.relief ? <span class="tag sky">{w.handsTo(duty.relief)}</span> : null}
              {duty.late ? <span class="tag amber">{w.late}</span> : null}
            </li>
          ))}
        </ul>
      ) : (
        <p class="quiet-line">{w.nobodyOn}</p>
      )}
      {it.roster.length ? (
        <ul aria-label={w.next}>
          {it.roster.map((line) => (
            <li key={line.drop.key}>
              <span class="faint">{said(line.position)}</span>
              <b>{line.staff}</b>
              <span>{w.hours(clockTime(line.since), clockTime(line.until))}</span>
              {line.missed ? <span class="tag amber">{w.missed}</span> : null}
              <span class="end">
                <ActButton act={line.drop} desk={desk} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {it.breaks.length ? (
        <ul aria-label={w.breaks}>
          {it.breaks.map((one) => (
            <li key={one.staff}>
              <span class="faint">{w.breaks}</span>
              <b>{one.staff}</b>
              <span>{w.until(clockTime(one.until))}</span>
              {one.over ? <span class="tag amber">{w.over}</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <Acts acts={it.acts} desk={desk} />
    </div>
  );
}
