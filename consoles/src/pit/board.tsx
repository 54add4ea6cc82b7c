/** The board: all tables together, each with its call, its figures, and its win beside the theory with its interval. */
import { clockTime } from "../api/clock";
import type { PitLine, PitView, TheoryView, TotalsView } from "../api/types";
import { deskWords } from "../words/desk";
import { net, stake } from "../words/money";
import { takingsWords } from "../words/takings";
import { Tag } from "./pit";
import { Ratings } from "./ratings";
import "./board.css";

const WIDTH = 112;

export function Board({ view, opens }: { view: PitView; opens: (table: string) => void }) {
  const w = takingsWords.value;
  const scale = scaled(view.tables.map((it) => it.theory));
  const closed = view.tables.filter((it) => !it.open && it.figures.drop).map((it) => it.table);
  return (
    <section class="board" aria-label={deskWords.value.board}>
      <Totals it={view.totals} />
      <div class="card table-list">
        <p class="table-head" aria-hidden="true">
          <span>{w.table}</span>
          <span />
          <span class="seldom-shown">{w.seats}</span>
          <span class="seldom-shown">{w.anHour}</span>
          <span>{w.drop}</span>
          <span>{w.estWin}</span>
          <span>{w.hold}</span>
          <span>{w.winAndTheory}</span>
        </p>
        {view.tables.map((it) => (
          <Line key={it.table} it={it} open={view.opened?.table === it.table} opens={opens} scale={scale} />
        ))}
        <p class="legend">
          <span>
            <i />
            {w.win}
          </span>
          <span>
            <i class="mark-theory" />
            {w.theory}
          </span>
          <span>
            <i class="mark-interval" />
            {w.interval}
          </span>
          <span>
            <i class="mark-outside" />
            {w.outside}
          </span>
          {closed.length ? <span class="kept">{w.closedKept(closed.join(deskWords.value.comma))}</span> : null}
        </p>
      </div>
      <Ratings it={view.ratings} />
    </section>
  );
}

function Totals({ it }: { it: TotalsView }) {
  const w = takingsWords.value;
  const cells: [string, string, string][] = [
    [w.drop, stake(it.drop), w.sinceOpened(it.tables)],
    [w.estimatedWin, stake(it.win), w.live],
    [w.hold, it.hold || "–", w.ofDrop],
    [w.theoreticalWin, stake(it.theory), w.exactEdges(stake(it.within))],
  ];
  return (
    <dl class="card totals">
      {cells.map(([name, value, says]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <span>{says}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Scale {
  from: number;
  to: number;
}

/** All tables are drawn to one scale, which holds nothing, every interval and every win. */
function scaled(theories: (TheoryView | null)[]): Scale {
  const ends = theories.flatMap((it) => (it ? [it.theory - it.within, it.theory + it.within, it.win] : []));
  return { from: Math.min(0, ...ends), to: Math.max(1, ...ends) };
}

interface LineProps {
  it: PitLine;
  open: boolean;
  opens: (table: string) => void;
  scale: Scale;
}

function Line({ it, open, opens, scale }: LineProps) {
  const d = deskWords.value;
  const w = takingsWords.value;
  const { drop, win, hold } = it.figures;
  return (
    <button
      type="button"
      class={`table-card ${it.stopped ? "stopped" : ""} ${it.open ? "" : "not-open"}`}
      aria-pressed={open}
      onClick={() => opens(it.table)}
    >
      <span class="named" title={d.range(stake(it.limits.minimum), stake(it.limits.maximum))}>
        <b>{it.table}</b>
      </span>
      <span>
        <Tag it={it.call} ends={it.ends} />
      </span>
      <span class="number seldom-shown">
        <span aria-label={d.seatsTaken(it.taken, it.seats)} role="img">{`${it.taken}/${it.seats}`}</span>
      </span>
      <span class="number seldom-shown">
        {it.pace ? (
          <span aria-label={d.anHour(it.pace)} role="img">
            {it.pace}
          </span>
        ) : (
          ""
        )}
      </span>
      <span class="number">
        <span class="unseen">{w.drop} </span>
        {stake(drop)}
      </span>
      <span class={`number win ${(win ?? 0) < 0 ? "coral-text" : ""}`}>
        <span class="unseen">{w.estimatedWin} </span>
        {win === null ? <span title={w.notKnown}>–</span> : stake(win)}
      </span>
      <span class="number">
        <span class="unseen">{w.hold} </span>
        {hold || "–"}
      </span>
      <Theory it={it.theory} scale={scale} />
      {it.tags.length ? (
        <span class="desk-tags">
          {it.tags.map((tag) => (
            <Tag key={tag.words.en} it={tag} />
          ))}
        </span>
      ) : null}
    </button>
  );
}

function Theory({ it, scale }: { it: TheoryView | null; scale: Scale }) {
  const w = takingsWords.value;
  if (!it) return <span class="theory faint">–</span>;
  const at = (cents: number) => 6 + ((WIDTH - 12) * (cents - scale.from)) / (scale.to - scale.from);
  const [from, to] = [it.theory - it.within, it.theory + it.within];
  const said = w.spoken(net(it.win), stake(it.theory), stake(from), stake(to));
  const since = w.since(clockTime(it.since));
  const words = it.outside ? `${said}${deskWords.value.comma}${w.outsideSpoken}` : said;
  const won = at(it.win);
  return (
    <span class="theory" title={`${words}. ${since}`}>
      <svg width={WIDTH} height="20" viewBox={`0 0 ${WIDTH} 20`} aria-hidden="true">
        <path class="zero" d={`M${at(0)} 0v20`} />
        <rect class="interval" x={at(from)} y="7" width={Math.max(2, at(to) - at(from))} height="6" rx="3" />
        <path class="tick" d={`M${at(it.theory)} 4v12`} />
        {it.outside ? (
          <path class="diamond" d={`m${won} 3 7 7-7 7-7-7z`} />
        ) : (
          <circle class="dot" cx={won} cy="10" r="5.5" />
        )}
      </svg>
      <span class="unseen">{words}</span>
    </span>
  );
}
