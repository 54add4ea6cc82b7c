/** The dealer's console: keys and dice on the left, seats on the right. It shows and never judges. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { clockTime, serverNow, tick } from "../api/clock";
import { inPath, post, RefusedError } from "../api/http";
import type { Live } from "../api/live";
import type { AreaView, DealerView, DutyView, LayoutView, Me, TableView, VoidedView } from "../api/types";
import { ActButton, ActKey, OpenAct } from "../desk/act";
import { Banner, ConnectionBar } from "../parts/banners";
import { Dialog, reopens } from "../parts/dialog";
import { Announcer, MessageLine } from "../parts/message";
import { Fetching, Plain } from "../parts/plain";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { Tool, TopBar } from "../parts/top-bar";
import { keysOn, listen, nextRegion, switchKeys } from "../player/keys";
import { said, told, whyNot, words } from "../words";
import { crewWords } from "../words/crew";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";
import { FiveDice, Moves, Shooter } from "./crew";
import { SeatDialog, Till } from "./desk";
import type { Half } from "./felt";
import { CrewFelt, placed } from "./felt";
import { Fills } from "./fills";
import { LateCard, LayTray } from "./lay";
import { CallCard, DiceSlots, Keypad, keyOf, Panel, PaySteps, Reasons, ResultStrip } from "./panel";
import { Notices, PayBySeat, SeatDisc, WagersBySeat, Waiting } from "./seats";
import { isSelling, Ladder, StreakCard } from "./streaks";
import { Sums } from "./sums";
import { Work } from "./work";
import "./dealer.css";

const TONE: Record<TableView["ring"], [string, IconName]> = {
  open: ["mint", "hand"],
  closed: ["coral", "lock"],
  result: ["brass", "check"],
  idle: ["", "clock"],
};

export function DealerConsole({ live, layout, me }: { live: Live; layout: LayoutView; me: Me }) {
  const work = useMemo(() => new Work(live, layout), []);
  const [seat, openSeat] = useState(0);
  const [help, openHelp] = useState(false);
  const [more, openMore] = useState(false);
  const [half, showHalf] = useState<Half>(
    layout.kind === "craps" && view0(live)?.role.includes("stick") ? "props" : "line",
  );
  const [till, openTill] = useState(false);
  const [listed, list] = useState<AreaView | null>(null);
  const table = live.table.value;
  const view = live.dealer.value;
  const craps = layout.kind === "craps";
  const halves = layout.felt === "craps";

  useEffect(
    () =>
      listen(() => ({
        ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((face) => [String(face), () => work.die(face)])),
        s: () => pressed("shake"),
        n: () => pressed("no-more-bets"),
        o: () => pressed("offer"),
        t: () => pressed("throw"),
        k: () => askReason(),
        x: () => askReason(),
        p: () => {
          const next = work.unpaid()[0];
          if (next) work.pay(next);
        },
        backspace: () => work.takeBack(),
        f6: nextRegion,
        // Enter on a button is that button's own, unless it opened the dialog that was just closed.
        ...(document.activeElement?.closest("button, a, label") && !reopens(document.activeElement)
          ? {}
          : {
              enter: () => document.querySelector<HTMLButtonElement>(".dealer .button.main:not([disabled])")?.click(),
            }),
      })),
    [],
  );

  function pressed(panel: string): void {
    const now = live.dealer.value;
    const key = now ? keyOf(now, panel) : undefined;
    if (key) work.press(key);
  }
  function askReason(): void {
    const key = live.dealer.value?.keys.find((it) => it.key === "no-result");
    if (key?.refused) work.press(key);
    else if (key) work.asking.value = true;
  }
  async function practise(on: boolean): Promise<void> {
    try {
      await post(`/api/tables/${inPath(layout.table)}/practice`, { on });
    } catch (error) {
      if (error instanceof RefusedError) work.message.value = { tone: "refused", head: whyNot(error.refused) };
      else throw error;
    }
  }

  const refused = live.refused.value;
  if (refused) return <Plain title={layout.table} wrong={whyNot(refused)} />;
  if (!table || !view)
    return (
      <Plain title={layout.table}>
        <Fetching text={words.value.loading(layout.table)} />
      </Plain>
    );

  const w = words.value;
  const d = dealerWords.value;
  const [tone, icon] = TONE[table.ring];
  const paying = view.entered && !view.settled && !work.changing.value && !work.complete;
  const keying =
    work.keyed.value.length > 0 ||
    work.changing.value ||
    (craps ? table.phase === "in the air" : view.entry !== null && !view.entry.corrects);
  const practice = view.practice?.on ?? false;
  const mayNot = view.practice?.refused ?? null;
  // What was settled stays in sight until somebody goes on.
  const settling = !paying && work.unpaid().length > 0;
  const lastPaid = view.settled && view.pay.length > 0 && view.lit.length > 0;
  void tick.value;

  const onArea = (area: AreaView) => {
    if (work.at.value && view.lay.do) void work.lay(area, view.lay);
    else list(area);
  };
  const practise_ = (
    <section class="call card" data-region="call">
      <div>
        <p class="say">{d.practiceDeals}</p>
        <p class="faint">{mayNot ? whyNot(mayNot) : d.practiceWords}</p>
      </div>
      {mayNot ? null : (
        <div class="choices">
          <button type="button" class="button main big" onClick={() => void practise(false)}>
            {d.dealYourself}
          </button>
        </div>
      )}
    </section>
  );
  const strip =
    layout.kind === "electronic" ? null : keying && !(work.at.value && view.lay.do && !work.keyed.value.length) ? (
      <div class="keying card">
        <DiceSlots view={view} work={work} />
        <Keypad work={work} open={view.entry !== null && (!view.entry.corrects || work.changing.value)} />
      </div>
    ) : paying || (lastPaid && !isSelling(view) && !work.at.value) ? (
      <ResultStrip view={paying ? view : { ...view, dice: table.last?.dice ?? [] }} work={work} />
    ) : work.at.value ? (
      <LayTray view={view} work={work} onSeat={openSeat} />
    ) : isSelling(view) ? (
      <Ladder view={view} work={work} />
    ) : craps ? null : (
      <section class="result-strip card">
        <p class="faint">{view.lay.do ? d.touchSeat : said(view.lay.words)}</p>
        <div class="wrong">
          {view.wrong.map((act) => (
            <ActButton key={act.key} act={act} desk={work.acts} />
          ))}
        </div>
      </section>
    );
  const message = work.message.value ? <MessageLine message={work.message.value} /> : null;
  const streaks = view.streaks.some((it) => it.state !== "none") ? <StreakCard view={view} /> : undefined;
  const running = view.streaks.some((it) => it.live.length > 0);
  const step = practice ? (
    practise_
  ) : paying ? (
    <PaySteps view={view} work={work}>
      {message ?? streaks}
    </PaySteps>
  ) : craps && !keying && table.hand ? (
    <Shooter hand={table.hand} table={table} view={view} work={work} message={message} />
  ) : (
    <CallCard view={view} work={work}>
      {isSelling(view) || (running && table.phase === "between rounds") ? (
        <>
          {message}
          {streaks}
        </>
      ) : (
        (message ?? undefined)
      )}
    </CallCard>
  );

  return (
    <div class="dealer" data-felt={layout.felt} data-phase={table.phase} data-practice={String(practice)}>
      <TopBar
        title={layout.table}
        tags={
          <>
            <span class="tag">
              {craps
                ? `${table.puck?.on ? w.point(table.puck.point) : w.comeOut}, ${d.roll((table.hand?.rolls ?? 0) + 1)}`
                : w.round(table.round)}
            </span>
            <span class={`tag phase ${tone}`}>
              <Icon name={icon} size="small" />
              {said(table.call)}
            </span>
          </>
        }
      >
        <span class="bar-fact">
          {told(view.role_name)} {me.name}
          {signedOn(view.crew, me.name)}
        </span>
        {view.practice && !practice && !mayNot ? (
          <Tool icon="user" text={d.practiceBack} onClick={() => void practise(true)} />
        ) : null}
        {layout.kind === "electronic" ? null : <Tool icon="cash" text={d.lastTen} onClick={() => openTill(true)} />}
        {view.acts.length + view.wrong.length ? <Tool icon="pen" text={d.more} onClick={() => openMore(true)} /> : null}
        <Tool icon="keys" text={w.help} onClick={() => openHelp(true)} />
        <time class="bar-clock">{clockTime(serverNow())}</time>
      </TopBar>
      <ConnectionBar live={live} />
      {table.stopped ? <Banner tone="coral" icon="pause" text={w.suspended} more={told(table.stopped)} /> : null}
      {view.voided ? <VoidedBanner voided={view.voided} /> : null}
      {table.closing ? <Banner tone="amber" icon="clock" text={told(table.closing.words)} /> : null}
      <main class={`desk ${craps ? "of-craps" : ""}`}>
        {work.asking.value ? (
          <div class="left">
            <Reasons view={view} work={work} />
          </div>
        ) : (
          <div class="left">
            {layout.kind === "electronic" ? null : (
              <CrewFelt
                layout={layout}
                table={table}
                view={view}
                half={halves ? half : null}
                wide={craps ? 600 : 664}
                seat={work.at.value}
                asked={work.late.value?.wager}
                onArea={onArea}
              />
            )}
            {halves ? <Halves half={half} onHalf={showHalf} layout={layout} view={view} /> : null}
            {craps ? null : strip}
            {layout.kind === "electronic" ? null : <Panel view={view} work={work} craps={craps} />}
            {craps ? null : step}
          </div>
        )}
        <div class="right">
          {craps ? (
            <div class="crew-top">
              {craps && !keying && !paying && table.hand ? (
                <FiveDice hand={table.hand} table={table} view={view} work={work} />
              ) : null}
              {strip}
              {step}
            </div>
          ) : null}
          <Sums view={view} paying={paying || settling} />
          {paying || settling ? <PayBySeat view={view} work={work} /> : null}
          {paying || settling ? <Moves view={view} /> : null}
          {paying || settling ? null : <WagersBySeat view={view} work={work} onSeat={openSeat} />}
          <Fills view={view} work={work} />
          <LateCard view={view} work={work} />
          <Waiting view={view} work={work} />
          <Notices view={view} table={table} work={work} />
        </div>
      </main>
      <Announcer
        now={table.ring === "closed" ? said(table.call) : ""}
        soon={table.ring === "closed" ? "" : said(table.call)}
      />
      {seat ? <SeatDialog seat={seat} view={view} work={work} onClose={() => openSeat(0)} /> : null}
      {more ? (
        <Dialog title={d.more} onClose={() => openMore(false)}>
          <div class="act-keys">
            {[...view.wrong, ...view.acts].map((act) => (
              <ActKey
                key={act.key}
                act={act}
                desk={{
                  ...work.acts,
                  begin: (it) => {
                    openMore(false);
                    work.acts.begin(it);
                  },
                }}
              />
            ))}
          </div>
        </Dialog>
      ) : null}
      {listed ? <AreaList area={listed} view={view} work={work} onClose={() => list(null)} /> : null}
      {till ? (
        <Dialog title={d.lastTen} onClose={() => openTill(false)}>
          {view.till.length ? (
            <Till lines={view.till} work={work} onBegin={() => openTill(false)} />
          ) : (
            <p>{d.noTill}</p>
          )}
        </Dialog>
      ) : null}
      <OpenAct desk={work.acts} />
      {help ? <Help craps={craps} onClose={() => openHelp(false)} /> : null}
    </div>
  );
}

/** Somebody declared the outcome invalid: who, why, and what each seat is given back. */
function VoidedBanner({ voided }: { voided: VoidedView }) {
  const d = dealerWords.value;
  const back = voided.back.map((it) => d.backTo(it.seat, stake(it.amount))).join(", ");
  const lost = voided.forfeited.map((it) => d.backTo(it.seat, stake(it.amount))).join(", ");
  const more = `${d.giveEachBack(back || d.nobodyBack)}${lost ? ` ${d.forfeits(lost)}` : ""}`;
  return <Banner tone="coral" icon="warn" text={`${said(voided.words)}.`} more={more} />;
}

/** The stickperson opens on the props, everybody else on the line and the numbers. */
const view0 = (live: Live) => live.dealer.value;

function Halves({
  half,
  onHalf,
  layout,
  view,
}: {
  half: Half;
  onHalf: (half: Half) => void;
  layout: LayoutView;
  view: DealerView;
}) {
  const d = dealerWords.value;
  const props = new Set(placed(layout, "props", 600).map((it) => it.area.id));
  const sum = (of: Half, state: string) =>
    view.pills
      .filter((it) => props.has(it.area) === (of === "props") && it.state === state)
      .reduce((all, it) => all + it.amount, 0);
  return (
    <div class="halves" role="group" aria-label={d.halves}>
      {(["line", "props"] as const).map((it) => (
        <button type="button" key={it} aria-pressed={half === it} onClick={() => onHalf(it)}>
          <b>{it === "line" ? d.lineHalf : d.propsHalf}</b>
          <span>
            {view.entered
              ? d.halfPays(stake(sum(it, "to pay")), stake(sum(it, "lost")))
              : stake(sum(it, "stands") + sum(it, "off"))}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Who has what on an area; before betting closes it can be taken off. */
function AreaList({
  area,
  view,
  work,
  onClose,
}: {
  area: AreaView;
  view: DealerView;
  work: Work;
  onClose: () => void;
}) {
  const d = dealerWords.value;
  const own = view.pills.filter((it) => it.area === area.id);
  return (
    <Dialog title={said(area.name)} onClose={onClose}>
      {own.length ? null : <p class="faint">{d.nothingHere}</p>}
      <ul class="own-wagers">
        {own.map((it) => (
          <li key={it.bet}>
            <SeatDisc seat={it.seat} colour={it.colour} />
            <span>
              <b>{stake(it.amount)}</b> {d.states[it.state]}
              {it.box ? ` (${it.box})` : ""}
            </span>
            {it.state === "stands" || it.state === "off" ? (
              <button
                type="button"
                class="button quiet"
                aria-label={d.takeBack(`${said(area.name)}, ${d.atSeat(it.seat)}`)}
                onClick={() =>
                  void work.give([{ do: "remove-wager", bet: it.bet }]).then((done) => {
                    if (done) work.good(d.takenOff(said(area.name), stake(it.amount)));
                    onClose();
                  })
                }
              >
                <Icon name="undo" />
                {d.takeOff}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {work.message.value?.tone === "refused" ? <MessageLine message={work.message.value} /> : null}
    </Dialog>
  );
}

function Help({ craps, onClose }: { craps: boolean; onClose: () => void }) {
  const d = dealerWords.value;
  const k = d.keyNames;
  const own: [string, string][] = craps
    ? [
        ["O", k.o],
        ["T", k.t],
        ["X", k.x],
      ]
    : [
        ["S", k.s],
        ["N", k.n],
        ["K", k.k],
      ];
  const rows: [string, string][] = [
    ...own,
    ["1–6", k.digits],
    ["Backspace", k.backspace],
    ["Enter", k.enter],
    ["P", k.p],
    ["F6", k.f6],
  ];
  return (
    <Dialog title={d.keysTitle} onClose={onClose}>
      <dl class="key-list">
        {rows.map(([key, does]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <label class="check-line">
        <input type="checkbox" checked={keysOn.value} onChange={switchKeys} />
        {words.value.keysOn}
      </label>
    </Dialog>
  );
}

/** Since when someone is signed on here, or that somebody hands over to them; nothing where neither is so. */
function signedOn(crew: DutyView[], name: string): string {
  const own = crew.find((it) => it.staff === name);
  const handed = crew.find((it) => it.relief === name);
  if (own) return `, ${crewWords.value.onSince(clockTime(own.since))}`;
  return handed ? `, ${crewWords.value.relieves(handed.staff)}` : "";
}
