/** The pit: every table at a glance, what waits, and one table opened with what may be done there. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clockTime, left } from "../api/clock";
import type { NeedView, PitView, RunningNotice, TagView } from "../api/types";
import { OpenAct } from "../desk/act";
import { Clock, Waiting } from "../desk/begin";
import type { Desk } from "../desk/desk";
import { ConnectionBar } from "../parts/banners";
import { MessageLine } from "../parts/message";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { said, told } from "../words";
import { deskWords } from "../words/desk";
import { pairingWords } from "../words/pairing";
import { alerted, alertsOn, hear, switchAlerts } from "./alerts";
import { Board } from "./board";
import { Opened } from "./opened";
import "./pit.css";

/** The case that was chosen among those that wait. */
const chosen = signal("");
/** Whether what is done less often is unfolded; it is judged only then. */
export const unfolded = signal(false);

export function PitDesk({ desk }: { desk: Desk<PitView> }) {
  const view = desk.view.value;
  const w = deskWords.value;
  useEffect(() => {
    if (view) hear(view.needs);
  }, [view]);
  if (!view) return <Waiting live={desk.live} what={w.pit} />;
  const opens = (table: string, which = "") => {
    chosen.value = which;
    desk.live.watchAnother({ table, more: unfolded.value });
  };
  return (
    <div class="desk">
      <TopBar title={w.pit}>
        <span class="desk-fact">{w.tables(view.tables.length, view.running)}</span>
        <span class="bar-line" aria-hidden="true" />
        <span class="desk-fact">{w.seats(view.taken, view.seats)}</span>
        <span class="bar-line" aria-hidden="true" />
        <span class="desk-fact">{`${told(view.role.replaceAll("-", " "))} ${view.name}`}</span>
        <button
          type="button"
          class="tool"
          aria-pressed={alertsOn.value}
          data-alerted={alerted.value}
          onClick={switchAlerts}
        >
          <Icon name="sound" size="small" />
          {alertsOn.value ? w.alertsOn : w.alertsOff}
        </button>
        <a class="tool" href="/devices">
          {pairingWords.value.devices}
        </a>
        <Clock />
      </TopBar>
      <ConnectionBar live={desk.live} />
      <div class="desk-message">
        <MessageLine message={desk.message.value} />
      </div>
      <main class="pit">
        <Needs view={view} opens={opens} />
        <Board view={view} opens={opens} />
        {view.opened ? (
          <Opened it={view.opened} chosen={chosen.value} desk={desk} />
        ) : (
          <section class="opened card">
            <p class="quiet-line">{w.openTable}</p>
          </section>
        )}
      </main>
      <OpenAct desk={desk} />
    </div>
  );
}

type Opens = (table: string, which?: string) => void;

function Needs({ view, opens }: { view: PitView; opens: Opens }) {
  const w = deskWords.value;
  return (
    <section class="needs card">
      <div class="panel-head">
        <h2>{w.needsYou}</h2>
        <span class="label">{w.openCases(view.needs.length)}</span>
      </div>
      <ul class="need-list">
        {view.needs.map((it) => (
          <Need
            key={`${it.table}/${it.case}`}
            it={it}
            current={view.opened?.table === it.table && chosen.value === it.case}
            opens={opens}
          />
        ))}
      </ul>
      {view.needs.length ? null : <p class="quiet-line padded">{w.nothingWaits}</p>}
      <div class="running">
        <h2>{w.noticesRunning}</h2>
        <ul>
          {view.notices.map((it, n) => (
            <Notice key={n} it={it} />
          ))}
        </ul>
        {view.notices.length ? null : <p class="quiet-line padded">{w.noNotices}</p>}
      </div>
    </section>
  );
}

function Need({ it, current, opens }: { it: NeedView; current: boolean; opens: Opens }) {
  const w = deskWords.value;
  return (
    <li>
      <button
        type="button"
        class={`need tone-${it.tone}`}
        aria-current={current ? "true" : undefined}
        onClick={() => opens(it.table, it.case)}
      >
        <Icon name={it.icon as IconName} />
        <span>
          <b>{said(it.title)}</b>
          <span>{said(it.words)}</span>
          {it.up_at ? (
            <span class={`tag ${it.up ? "coral" : "amber"}`}>
              <Icon name={it.up ? "warn" : "clock"} size="small" />
              {it.up ? w.hasGoneUp(clockTime(it.up_at)) : w.goesUp(clockTime(it.up_at))}
            </span>
          ) : null}
        </span>
        <Icon name="next" />
      </button>
    </li>
  );
}

function Notice({ it }: { it: RunningNotice }) {
  return (
    <li>
      <b>{it.at ? clockTime(it.at) : "–"}</b>
      <div>
        {said(it.title)}
        <p>
          {said(it.words)}
          {it.since ? ` ${clockTime(it.since)}` : ""}
        </p>
      </div>
      <Icon name="check" />
    </li>
  );
}

/** A remark with its picture, and how long it still holds where the clock ends it. */
export function Tag({ it, ends = null }: { it: TagView; ends?: string | null }) {
  const milliseconds = left(ends);
  const more = milliseconds === null ? "" : `, ${deskWords.value.seconds(Math.ceil(milliseconds / 1_000))}`;
  return (
    <span class={`tag ${it.tone === "plain" ? "" : it.tone}`}>
      <Icon name={it.icon as IconName} size="small" />
      {said(it.words)}
      {it.at ? ` ${clockTime(it.at)}` : ""}
      {more}
    </span>
  );
}
