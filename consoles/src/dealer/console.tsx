/** The dealer's console: keys and dice on the left, seats on the right. It shows and never judges. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { clockTime, serverNow, tick } from "../api/clock";
import { inPath, post, RefusedError } from "../api/http";
import type { Live } from "../api/live";
import type { LayoutView, Me, TableView } from "../api/types";
import { ActButton, ActKey, OpenAct } from "../desk/act";
import { Banner, ConnectionBar } from "../parts/banners";
import { Dialog } from "../parts/dialog";
import { Announcer, MessageLine } from "../parts/message";
import { Fetching, Plain } from "../parts/plain";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { Tool, TopBar } from "../parts/top-bar";
import { keysOn, listen, nextRegion, switchKeys } from "../player/keys";
import { said, told, whyNot, words } from "../words";
import { dealerWords } from "../words/dealer";
import { FiveDice, Moves, Puck, Shooter } from "./crew";
import { SeatDialog } from "./desk";
import { CallCard, DiceSlots, Keypad, keyOf, Panel, PaySteps, Reasons } from "./panel";
import { Notices, PayBySeat, WagersBySeat, Waiting } from "./seats";
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
  const table = live.table.value;
  const view = live.dealer.value;
  const craps = layout.felt === "craps";

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
        // Enter on a button is that button's own.
        ...(document.activeElement?.closest("button, a, label")
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
  const numbers = layout.boxes.map((it) => it.number);
  void tick.value;

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
        </span>
        {view.practice && !practice && !mayNot ? (
          <Tool icon="user" text={d.practiceBack} onClick={() => void practise(true)} />
        ) : null}
        {view.acts.length ? <Tool icon="pen" text={d.more} onClick={() => openMore(true)} /> : null}
        <Tool icon="keys" text={w.help} onClick={() => openHelp(true)} />
        <time class="bar-clock">{clockTime(serverNow())}</time>
      </TopBar>
      <ConnectionBar live={live} />
      {table.stopped ? <Banner tone="coral" icon="pause" text={w.suspended} more={told(table.stopped)} /> : null}
      {table.closing ? <Banner tone="amber" icon="clock" text={told(table.closing.words)} /> : null}
      <main class="desk">
        <div class="left">
          {work.asking.value ? (
            <Reasons view={view} work={work} />
          ) : (
            <>
              {layout.kind === "electronic" ? null : <Panel view={view} work={work} craps={craps} />}
              {craps ? <Puck table={table} numbers={numbers} /> : null}
              {craps && !keying && !paying && table.hand ? (
                <FiveDice hand={table.hand} table={table} view={view} work={work} />
              ) : null}
              {layout.kind !== "electronic" && (!craps || keying || paying) ? (
                <DiceSlots view={view} work={work} />
              ) : null}
              {layout.kind !== "electronic" && !paying && (!craps || keying) ? (
                <Keypad work={work} open={view.entry !== null && (!view.entry.corrects || work.changing.value)} />
              ) : null}
              <MessageLine message={work.message.value} />
              {practice ? (
                <section class="call card" data-region="call">
                  <p class="say">{d.practiceDeals}</p>
                  <p class="faint">{mayNot ? whyNot(mayNot) : d.practiceWords}</p>
                  {mayNot ? null : (
                    <div class="choices">
                      <button type="button" class="button main big" onClick={() => void practise(false)}>
                        {d.dealYourself}
                      </button>
                    </div>
                  )}
                </section>
              ) : paying ? (
                <PaySteps view={view} work={work} />
              ) : craps && !keying && table.hand ? (
                <Shooter hand={table.hand} table={table} view={view} work={work} />
              ) : (
                <CallCard view={view} work={work} />
              )}
            </>
          )}
        </div>
        <div class="right">
          <Waiting view={view} work={work} />
          {paying ? (
            <>
              <PayBySeat view={view} work={work} />
              <Moves view={view} />
            </>
          ) : null}
          {!paying && work.unpaid().length ? <PayBySeat view={view} work={work} /> : null}
          {paying ? null : <WagersBySeat view={view} work={work} onSeat={openSeat} />}
          <Notices view={view} table={table} work={work} />
          <section class="wrong card" aria-label={d.somethingWrong}>
            {view.wrong.map((act) => (
              <ActButton key={act.key} act={act} desk={work.acts} />
            ))}
          </section>
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
            {view.acts.map((act) => (
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
      <OpenAct desk={work.acts} />
      {help ? <Help craps={craps} onClose={() => openHelp(false)} /> : null}
    </div>
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
