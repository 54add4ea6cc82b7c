/** One table of the pit: seats, limits, figures, its cases, and every act that the server offers. */
import { clockTime } from "../api/clock";
import type { CaseView, OpenedTable, PitSeat, PitView } from "../api/types";
import { ActButton, ActKey, Acts } from "../desk/act";
import type { Desk } from "../desk/desk";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { language, said, told } from "../words";
import { deskWords } from "../words/desk";
import { evidenceWords } from "../words/evidence";
import { stake } from "../words/money";
import { takingsWords } from "../words/takings";
import { Crew } from "./crew";
import { Evidence } from "./evidence";
import { Tag, unfolded } from "./pit";

type PitDesk = Desk<PitView>;

export function Opened({ it, chosen, desk }: { it: OpenedTable; chosen: string; desk: PitDesk }) {
  const w = deskWords.value;
  const unfold = (open: boolean) => {
    if (unfolded.value === open) return;
    unfolded.value = open;
    desk.live.watchAnother({ table: it.table, more: open });
  };
  return (
    <section class="opened card" aria-label={it.table}>
      <header>
        <div>
          <h2>{it.table}</h2>
          <p class="faint">
            {[told(it.rulebook), it.round ? w.round(it.round) : "", it.role ? w.asRank(told(it.role)) : w.noRank]
              .filter(Boolean)
              .join(w.comma)}
          </p>
        </div>
        <Tag it={it.call} ends={it.ends} />
      </header>
      {it.cases.map((each) => (
        <Case key={each.case} it={each} chosen={each.case === chosen} desk={desk} />
      ))}
      <div>
        <h3>{w.seatsAndStakes}</h3>
        <ul class="seat-map">
          {it.seats.map((seat) => (
            <Seat key={seat.seat} it={seat} terminal={it.kind === "electronic"} />
          ))}
        </ul>
        {it.seats.length ? null : <p class="quiet-line">{w.nobody}</p>}
      </div>
      <Limits it={it} desk={desk} />
      <Figures it={it} />
      <Crew it={it.crew} desk={desk} />
      {it.over.length ? (
        <div>
          <h3>{w.overOne}</h3>
          <ul class="over-list">
            {it.over.map((each) => (
              <li key={String(each.value)}>
                <span>{said(each.name)}</span>
                <b>{each.more}</b>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div>
        <h3>{w.acts}</h3>
        <div class="act-keys">
          {it.acts.map((act) => (
            <ActKey key={act.key} act={act} desk={desk} />
          ))}
        </div>
      </div>
      {it.more.length ? (
        <details class="seldom" open={unfolded.value} onToggle={(event) => unfold(event.currentTarget.open)}>
          <summary>{w.moreActs}</summary>
          <div class="act-keys">
            {it.more.map((act) => (
              <ActKey key={act.key} act={act} desk={desk} />
            ))}
          </div>
        </details>
      ) : null}
    </section>
  );
}

function Case({ it, chosen, desk }: { it: CaseView; chosen: boolean; desk: PitDesk }) {
  return (
    <article class="case" data-chosen={chosen}>
      <h4>
        <span class={`icon-place ${it.tone === "coral" ? "coral-text" : "amber-text"}`}>
          <Icon name={it.icon as IconName} />
        </span>
        {said(it.title)}
      </h4>
      <p>{said(it.words)}</p>
      {it.evidence ? <Evidence it={it.evidence} /> : null}
      {it.evidence && it.story.length ? <h5>{evidenceWords.value.came}</h5> : null}
      {it.story.length ? (
        <ol class="story">
          {it.story.map((line, n) => (
            <li key={n}>
              <time>{clockTime(line.at, true)}</time>
              <span>
                {told(
                  language.value === "zh" && line.wager.zh
                    ? line.words.replace(line.wager.en, line.wager.zh)
                    : line.words,
                )}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      <Acts acts={it.acts} desk={desk} />
      {said(it.note) ? <p>{said(it.note)}</p> : null}
    </article>
  );
}

function Seat({ it, terminal }: { it: PitSeat; terminal: boolean }) {
  const w = deskWords.value;
  const flagged = it.marks.some((mark) => mark.tone === "coral");
  const marks = it.marks.map((mark) => said(mark.words)).join(", ");
  return (
    <li class={`seat-box ${it.taken ? "" : "free"} ${flagged ? "flagged" : ""}`}>
      <b>
        <span class="unseen">{terminal ? w.terminal(it.seat) : w.seat(it.seat)}</span>
        <span aria-hidden="true">{it.seat}</span>
      </b>
      <span>{it.taken ? stake(it.staked) : w.free}</span>
      {it.marks.length ? (
        <span class="seat-marks" title={marks}>
          {it.marks.map((mark) => (
            <span key={mark.words.en} class={mark.tone === "coral" ? "coral-text" : "amber-text"}>
              <Icon name={mark.icon as IconName} size="small" />
            </span>
          ))}
          <span class="unseen">{marks}</span>
        </span>
      ) : null}
    </li>
  );
}

function Limits({ it, desk }: { it: OpenedTable; desk: PitDesk }) {
  const w = deskWords.value;
  const { every } = it.sign;
  return (
    <div>
      <h3>{w.limits}</h3>
      <div class="limit-list">
        <span class="faint">{w.now}</span>
        <span>{w.range(stake(every.minimum), stake(every.maximum))}</span>
        <span />
        {it.coming ? (
          <>
            <span class="faint">{w.from(clockTime(it.coming.at))}</span>
            <span>{w.range(stake(it.coming.sign.every.minimum), stake(it.coming.sign.every.maximum))}</span>
            <span class="tag mint">
              <Icon name="check" size="small" />
              {w.onSign}
            </span>
          </>
        ) : null}
        {it.personal.map((own) => (
          <>
            <span class="faint">{w.seat(own.seat)}</span>
            <span>{w.range(stake(own.limits.minimum), stake(own.limits.maximum))}</span>
            <ActButton act={own.end} desk={desk} />
          </>
        ))}
        {it.closing ? (
          <>
            <span class="faint">{w.closing}</span>
            <span>{it.closing.at ? clockTime(it.closing.at) : w.rounds(it.closing.rounds)}</span>
            <span class="tag mint">
              <Icon name="check" size="small" />
              {w.signSince(clockTime(it.closing.since))}
            </span>
          </>
        ) : null}
      </div>
    </div>
  );
}

function Figures({ it }: { it: OpenedTable }) {
  const w = deskWords.value;
  const { drop, win, hold, tray, turnover } = it.figures;
  const lines: [string, string][] = [
    [w.drop, stake(drop)],
    [w.win, win === null ? w.notYet : stake(win)],
    [w.hold, hold || w.notYet],
    [turnover === null ? w.tray : w.turnover, stake(turnover ?? tray)],
    [w.pace, it.pace ? w.anHour(it.pace) : w.notYet],
    [takingsWords.value.theoryOf, it.theory ? `${stake(it.theory.theory)} ±${stake(it.theory.within)}` : w.notYet],
  ];
  return (
    <div>
      <h3>{w.figures}</h3>
      <dl class="figures">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
