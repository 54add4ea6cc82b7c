/** The player terminal: felt, tray and side, in one of three shapes. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { inPath } from "../api/http";
import type { Live } from "../api/live";
import { newId } from "../api/live";
import type { AreaView, LayoutView, Me, SeatView } from "../api/types";
import { diceOf, Felt } from "../felt/felt";
import { numberPage, pagesOf } from "../felt/pages";
import { feltHeight } from "../felt/places";
import { Banner, ConnectionBar } from "../parts/banners";
import { Breakdown } from "../parts/breakdown";
import { listOf } from "../parts/die";
import { Announcer, MessageLine } from "../parts/message";
import { Plain } from "../parts/plain";
import { Ring, ringOf } from "../parts/ring";
import { Icon } from "../parts/sprite";
import { Tool, TopBar } from "../parts/top-bar";
import { WagerLine } from "../parts/wager-card";
import { language, said, told, whyNot, words } from "../words";
import { dollars, net, stake } from "../words/money";
import { Bets } from "./bets";
import { breakOf } from "./break";
import {
  BehindDialog,
  BreakDialog,
  CallOutDialog,
  CollectDialog,
  FavouritesDialog,
  KeysDialog,
  MoneyDialog,
  RoundsDialog,
  SealDialog,
  StatisticsDialog,
} from "./dialogs";
import { Favourites } from "./favourites";
import { fly } from "./flight";
import { listen, nextRegion } from "./keys";
import { marksOf, travelledOf } from "./marks";
import { inMinutes, MyPlayDialog, RealityCheck } from "./my-play";
import { Lingering, outcomeOf } from "./outcome";
import { Numbers, Pages } from "./pages";
import { Loading, OnBreak, Shooter, TakeSeat } from "./panels";
import { Reveal } from "./reveal";
import { screenHeight, screenWidth, shapeFor, tallerFor } from "./screen";
import { useChecked } from "./seal";
import { Jackpots, LastLine, LastResult, LastRound, Results, Roads, Rolls, WagerList } from "./side";
import { callSound, chipSound, dieSound, paidSound, soundOn, switchSound } from "./sound";
import { Stage } from "./stage";
import { StreakCard } from "./streak";
import { Acts, ChipRow, Money } from "./tray";
import "./player.css";

type Opened =
  | "keys"
  | "money"
  | "collect"
  | "my-play"
  | "rounds"
  | "statistics"
  | "seal"
  | "favourites"
  | "break"
  | "call-out"
  | null;

/** Milliseconds within which two things were told at once. */
const AT_ONCE = 500;

export function Terminal({ live, layout, me }: { live: Live; layout: LayoutView; me: Me }) {
  const bets = useMemo(() => new Bets(live, layout), []);
  const favourites = useMemo(() => new Favourites(layout.rulebook), []);
  const lingering = useMemo(() => new Lingering(live), []);
  const reveal = useMemo(() => new Reveal(live), []);
  const [opened, open] = useState<Opened>(null);
  const [card, setCard] = useState<string | null>(null);
  const [number, setNumber] = useState(0);
  const [turned, setPage] = useState("");
  const [heard, hear] = useState({ now: "", soon: "" });
  const table = live.table.value;
  const seat = live.seat.value;

  const frame = reveal.frame.value;
  useEffect(() => announcePhase(), [table?.ring]);
  // What was paid is said after the result, whatever stands in the line under the felt.
  const announced = useRef(0);
  const paid = live.seat.value?.last?.round ?? 0;
  useEffect(() => {
    const own = live.seat.value?.last;
    if (!own || !table || table.betting) return;
    const text = `${told(own.words)}${words.value.stop}`;
    // Where both came at once, the result is said first.
    const together = Date.now() - announced.current < AT_ONCE;
    hear((it) => ({ now: "", soon: together ? `${it.soon} ${text}` : text }));
  }, [paid]);
  useEffect(() => {
    if (frame?.dice) dieSound();
  }, [frame?.dice]);
  useEffect(() => {
    if (!frame?.paying) return;
    paidSound();
    fly((live.seat.value?.last?.decided ?? []).filter((it) => it.result === "win").map((it) => it.wager));
  }, [frame?.paying]);
  const checked = useChecked(table?.seal);
  useEffect(
    () =>
      listen(() => ({
        ...Object.fromEntries(
          layout.chips.map((cents, n) => [
            String(n + 1),
            () => {
              bets.chip.value = cents;
            },
          ]),
        ),
        // While the link is lost there is nothing to press.
        ...(live.link.value === "lost"
          ? {}
          : {
              u: () => void bets.undo(),
              r: () => bets.repeat(),
              d: () => void bets.double(),
              c: () => void bets.clear(),
            }),
        t: sayTime,
        l: () => hear((it) => ({ ...it, soon: signLine() })),
        f6: nextRegion,
        ...(reveal.frame.value ? { escape: () => reveal.skip() } : {}),
      })),
    [],
  );
  const countdown = table ? ringOf(table).seconds : null;
  useEffect(() => {
    if (countdown === 10 || countdown === 5) hear((it) => ({ ...it, soon: words.value.secondsLeft(countdown) }));
  }, [countdown === 10, countdown === 5]);

  if (live.refused.value && !seat) return <Plain title={layout.table} wrong={whyNot(live.refused.value)} />;
  if (!table || !seat) return <Loading table={layout.table} long={false} />;

  const w = words.value;
  const craps = layout.kind === "craps";
  const shape = shapeFor(screenWidth.value, { w: layout.w, kind: layout.felt }, layout.min_px_per_unit);
  const feltH = feltHeight(layout);
  const taller = tallerFor(shape, screenWidth.value, screenHeight.value, { w: layout.w, h: feltH, kind: layout.felt });
  const hidden = Boolean(frame && !frame.lit);
  const outcome = hidden ? null : outcomeOf(table, seat, lingering.on());
  // Until the areas are lit, what the felt and the roads show is what they showed before.
  const was = hidden && reveal.before ? reveal.before : { table, seat };
  const lost = live.link.value === "lost";
  const away = breakOf(seat);
  const pages = pagesOf(layout, number || table.puck?.point || 6);
  const page = pages.find((it) => it.id === turned) ?? pages[0];
  // A countdown that nobody hears from stands still.
  const ring = lost ? { ...table, ends: null, window_ends: null } : table;
  const locked = lost || Boolean(table.stopped) || !seat.seat || Boolean(away);
  const shut = locked || (!table.betting && Object.keys(seat.room).length === 0);
  const settled =
    outcome && (!table.betting || lingering.on()) ? { lit: outcome.result.lit, round: outcome.round } : null;
  const marks = marksOf({
    layout,
    table: { ...table, totals: was.table.totals },
    seat: hidden ? { ...seat, wagers: was.seat.wagers } : seat,
    pending: bets.pending.value.values(),
    settled,
    locked,
    refused: bets.refusedArea.value,
  });
  /** Whose window is open, while the dealer waits for it. */
  const streakArea = table.window_ends ? layout.areas.find((it) => marks.get(it.id)?.streak?.window) : undefined;
  const area = card ? layout.areas.find((it) => it.id === card) : undefined;
  const areaShut = area ? marks.get(area.id)?.shut : undefined;

  /** What a tap would stake with the chosen chip. */
  const chipFor = (it: AreaView) => {
    const nth = layout.chips.indexOf(bets.chip.value);
    return { cents: it.stakes[nth] ?? bets.chip.value, nth };
  };

  function fromTo(): string {
    const { every } = live.table.value!.sign;
    return words.value.fromTo(stake(every.minimum), stake(every.maximum));
  }
  function signLine(): string {
    const { every } = live.table.value!.sign;
    return (
      words.value.sign(stake(every.minimum), stake(every.maximum)) +
      (every.unit ? words.value.steps(stake(every.unit)) : "")
    );
  }
  function sayTime(): void {
    const seconds = live.table.value ? ringOf(live.table.value).seconds : null;
    hear((it) => ({ ...it, soon: seconds === null ? words.value.noTimer : words.value.secondsLeft(seconds) }));
  }
  function announcePhase(): void {
    if (!table) return;
    announced.current = Date.now();
    const call = said(table.call);
    const result = table.shown ?? (table.ring === "result" ? table.last : null);
    const total = result
      ? ` ${words.value.dice(listOf(result.dice, diceOf(layout)), result.total, said(result.words))}`
      : "";
    hear(table.ring === "closed" ? { now: call, soon: "" } : { now: "", soon: call + total });
    if (soundOn.value) callSound(call, language.value);
  }
  const onAdd = (id: string) => {
    if (shape === "phone") setCard(id);
    lingering.end();
    reveal.skip();
    chipSound();
    if (!seat.seat) bets.say({ tone: "due", head: layout.kind === "electronic" ? w.sitFirstTerminal : w.sitFirst });
    else if (!locked) bets.add(id);
  };

  const windowNow = streakArea && !frame;
  const message =
    outcome && settled && !bets.message.value && !windowNow ? resultMessage() : hidden ? null : roomMessage();
  function resultMessage() {
    const it = outcome!;
    const head = `${w.dice(listOf(it.result.dice, diceOf(layout)), it.result.total, said(it.result.words))}${w.stop}`;
    return {
      tone: it.round && it.round.net > 0 ? ("good" as const) : ("info" as const),
      head,
      ...(it.round ? { more: `${told(it.round.words)}${w.stop}` } : {}),
    };
  }
  function roomMessage() {
    const now = bets.message.value;
    if (!now && streakArea)
      return {
        tone: "due" as const,
        head: w.streakOpen(streakArea.clause),
        more: w.streakTouch(stake(layout.streak_price)),
      };
    const room = now?.area && now.tone === "info" ? seat!.room[now.area] : undefined;
    return now && room !== undefined
      ? { ...now, more: `${now.more ? `${now.more} ` : ""}${w.youCanAdd(stake(room))}${w.stop}` }
      : (now ?? (table!.message ? { tone: "info" as const, head: told(table!.message) } : null));
  }

  const here = layout.kind === "electronic" ? `${layout.table}/${seat.seat}` : layout.table;
  const kept = (seat.player?.set_apart ?? []).filter((it) => it.place !== here);
  const who = seat.seat
    ? layout.kind === "electronic"
      ? w.terminalNumber(seat.seat)
      : w.seatNumber(seat.seat)
    : me.name;
  const glance = seat.player ? [w.minutes(Math.floor(seat.player.played_today / 60)), net(seat.player.net_today)] : [];
  const under = table.shoot?.seat
    ? seat.shooter
      ? w.youShoot
      : w.shoots(table.shoot.seat)
    : table.hand
      ? table.puck?.on
        ? w.point(table.puck.point)
        : w.comeOut
      : undefined;
  /** Under the ring where the bar has no room for it. */
  const company = under ?? w.seated(table.seats.length, layout.seats);
  const resultCard = (
    <LastResult
      result={table.shown ?? table.last}
      layout={layout}
      head={table.shown ? w.round(table.round) : w.lastResult}
    />
  );
  const breakdown = outcome?.round ? <Breakdown round={outcome.round} stay={seat.wagers} layout={layout} /> : null;
  const rounds = () => open("rounds");
  const lastRound =
    seat.last && !hidden && (streakArea ? !frame : table.betting && !settled) ? (
      <LastRound round={seat.last} result={table.last} layout={layout} onRounds={rounds} />
    ) : null;
  const stage = (small: boolean) => (
    <Stage
      layout={layout}
      table={table}
      frame={frame}
      result={outcome ? outcome.result : null}
      onSkip={() => reveal.skip()}
      small={small}
    />
  );
  // On a phone the result lies where the chips were, and nothing is hidden behind it.
  const sheet = shape === "phone" && breakdown && settled && !craps && !lost;
  const confirmed =
    lost && (seat.wagers.length || bets.pending.value.size) ? (
      <Confirmed seat={seat} layout={layout} bets={bets} />
    ) : null;
  const onStage = table.ring === "closed" || frame || (outcome && settled);
  const roads = <Roads history={was.table.history} layout={layout} onMore={() => open("statistics")} />;
  const shooter = <Shooter live={live} bets={bets} layout={layout} table={table} seat={seat} />;
  // The line under the felt is the card's alone while one is open, but for a refusal, which has to be read.
  const carded = area && bets.message.value?.tone !== "refused" && !lost;
  const line = (
    <div class={`line-slot ${carded ? "carded" : ""}`}>
      <MessageLine message={message} />
      {carded ? (
        <div class="docked" role="tooltip">
          <WagerLine
            area={area}
            chip={chipFor(area)}
            room={seat.room[area.id]}
            shut={areaShut}
            everyone={marks.get(area.id)?.everyone}
          />
        </div>
      ) : null}
    </div>
  );
  const tray = (
    <>
      <Money
        seat={seat}
        rack={reveal.rack(seat)}
        counts={Boolean(frame?.paying)}
        craps={craps}
        onMore={() => open("money")}
        onCollect={seat.credits && seat.rack ? () => open("collect") : undefined}
      />
      <ChipRow bets={bets} locked={shut} />
      <Acts
        bets={bets}
        locked={shut}
        onFavourites={() => open("favourites")}
        onCallOut={"declare-wager" in seat.can ? () => open("call-out") : undefined}
        spoken={!lost && seat.can["declare-wager"] === null}
      />
    </>
  );

  return (
    <div class="terminal" data-felt={layout.felt} data-shape={shape} data-phase={table.phase}>
      <div data-region="bar">
        <TopBar
          title={layout.table}
          folded={shape === "phone"}
          first={
            seat.seat && shape === "phone" ? (
              <Tool icon="pause" bare text={w.breakWord} onClick={() => open("break")} />
            ) : null
          }
          leaving={seat.seat ? w.seatStays(dollars(seat.rack + seat.staked)) : undefined}
          tags={
            <>
              <span class="tag">{shape === "phone" ? fromTo() : signLine()}</span>
              {shape === "wide" ? <span class="tag">{w.seated(table.seats.length, layout.seats)}</span> : null}
              {table.coming ? <span class="tag amber">{told(table.coming.words)}</span> : null}
            </>
          }
        >
          {seat.headroom !== null && shape !== "phone" ? (
            <span class="bar-fact">{w.leftHere(stake(seat.headroom))}</span>
          ) : null}
          <Tool icon="user" text={[who, ...glance].join(" · ")} onClick={() => open("my-play")} />
          {seat.seat && shape !== "phone" ? (
            <Tool icon="pause" text={w.breakWord} onClick={() => open("break")} />
          ) : null}
          {table.seal.commitment || table.seal.opened ? (
            <Tool icon="seal" bare text={checked ? w.seals[checked] : w.sealed} onClick={() => open("seal")} />
          ) : null}
          <a
            class="tool"
            href={`/rules/${inPath(layout.table)}`}
            target="_blank"
            rel="noopener"
            title={w.rules}
            onClick={() => void live.give(layout.table, { do: "request-rules", id: newId() })}
          >
            <Icon name="book" />
            <span class="tool-text">{w.rules}</span>
          </a>
          <Tool
            bare
            icon={soundOn.value ? "sound" : "mute"}
            text={soundOn.value ? w.soundOff : w.soundOn}
            onClick={switchSound}
          />
          {shape === "phone" ? null : <Tool icon="keys" bare text={w.help} onClick={() => open("keys")} />}
        </TopBar>
      </div>
      <div class="lost-bar">
        <ConnectionBar live={live} />
      </div>
      {table.stopped ? <Banner tone="coral" icon="pause" text={w.suspended} more={told(table.stopped)} /> : null}
      {table.closing ? (
        <Banner tone="amber" icon="clock" text={told(table.closing.words)} more={w.closingMore} />
      ) : null}
      {seat.headroom !== null && kept.length ? (
        <Banner
          tone="sky"
          icon="lock"
          text={w.setApart(
            dollars(kept.reduce((sum, it) => sum + it.amount, 0)),
            kept.map((it) => it.place).join(", "),
          )}
          more={w.setApartWords}
        >
          <button
            type="button"
            class="button quiet"
            disabled={lost}
            onClick={() =>
              void live
                .give("house", { do: "bring-headroom", id: newId(), patron: seat.person, place: here })
                .then((it) => bets.tell(it))
            }
          >
            {w.bringHere}
          </button>
        </Banner>
      ) : null}
      {seat.headroom === 0 && !kept.length ? (
        <Banner tone="sky" icon="lock" text={w.lossLimitUsed} more={w.lossLimitWords} />
      ) : null}
      {seat.player?.not_covered.includes(layout.table) ? (
        <Banner tone="amber" icon="warn" text={w.notCoveredHere} more={w.notCoveredWords} />
      ) : null}
      {seat.fault ? <Banner tone="coral" icon="warn" text={seat.fault} /> : null}
      <div class="floor-plan">
        {shape === "phone" ? (
          <div class="head-line">
            <Ring table={ring} size={60} under={company} />
            {onStage ? stage(true) : resultCard}
          </div>
        ) : null}
        {shape === "phone" && lastRound && seat.last ? (
          <LastLine round={seat.last} layout={layout} onRounds={rounds} />
        ) : null}
        {shape === "phone" && craps ? (
          <Numbers
            layout={layout}
            puck={was.table.puck}
            seat={was.seat}
            page={page?.id ?? ""}
            onNumber={(it) => {
              setNumber(it);
              setPage(numberPage(it));
            }}
          />
        ) : null}
        {shape === "phone" ? (
          <Pages
            pages={pages}
            table={layout.table}
            marks={marks}
            page={page?.id ?? ""}
            onPage={setPage}
            settled={Boolean(settled)}
          />
        ) : null}
        <main class="felt-place" data-region="felt">
          {away ? (
            <OnBreak
              until={away.until}
              own={away.own}
              seated={seat.seat > 0}
              onBack={() =>
                void live
                  .give("house", { do: "end-break", id: newId(), patron: seat.person })
                  .then((it) => bets.tell(it))
              }
              onLeave={() =>
                void live
                  .give(layout.table, { do: "leave-seat", id: newId(), seat: seat.seat })
                  .then((it) => bets.tell(it))
              }
            />
          ) : (
            <div class="felt" style={{ "--felt-h": feltH * taller, "--least": layout.min_px_per_unit }}>
              <Felt
                layout={layout}
                marks={marks}
                settled={Boolean(settled)}
                page={shape === "phone" ? page?.areas : undefined}
                width={Math.round((screenWidth.value - 32) / 1.09)}
                taller={taller}
                puck={was.table.puck}
                travelled={travelledOf(layout, was.seat)}
                onAdd={onAdd}
                onTakeOff={(id) => {
                  if (!locked) void bets.takeOff(id);
                }}
                onCard={setCard}
              />
            </div>
          )}
        </main>
        <div class="tray" data-region="tray">
          {sheet ? null : shape === "column" ? (
            <div class="head-line beside">
              <Ring table={ring} size={48} under={company} />
              {line}
              {onStage ? stage(true) : null}
            </div>
          ) : (
            line
          )}
          {shape === "wide" ? null : confirmed}
          {shape === "wide" ? null : shooter}
          {sheet ? (
            <>
              {breakdown}
              {table.betting ? <div class="tray-line">{tray}</div> : null}
            </>
          ) : seat.seat ? (
            <div class="tray-line">{tray}</div>
          ) : (
            <TakeSeat live={live} bets={bets} layout={layout} table={table} seat={seat} />
          )}
        </div>
        <aside class="side" data-region="side" aria-label={w.lastResults} tabIndex={0}>
          {shape === "wide" ? (
            <>
              <Ring table={ring} {...(under ? { under } : {})} />
              {confirmed}
              {shooter}
            </>
          ) : null}
          <Jackpots pools={table.jackpots} />
          {streakArea && shape !== "phone" ? (
            <StreakCard area={streakArea} table={table} seat={seat} layout={layout} />
          ) : null}
          {shape === "phone"
            ? null
            : onStage && !(streakArea && lastRound)
              ? shape === "wide"
                ? stage(false)
                : null
              : (lastRound ?? (craps ? null : resultCard))}
          {breakdown && settled && (craps || shape !== "phone") && !(streakArea && lastRound) ? breakdown : null}
          {craps ? (
            <>
              {shape === "phone" ? null : (
                <Rolls history={was.table.history} points={was.table.points} head={under ?? ""} layout={layout} />
              )}
              <WagerList wagers={was.seat.wagers} bets={bets} layout={layout} locked={locked} />
            </>
          ) : breakdown && settled && shape !== "phone" ? null : (
            <>
              {roads}
              {layout.roads.length ? <Results history={was.table.history} /> : null}
            </>
          )}
        </aside>
      </div>
      <Announcer now={heard.now} soon={heard.soon} />
      {opened === "keys" ? <KeysDialog onClose={() => open(null)} /> : null}
      {opened === "money" ? <MoneyDialog live={live} seat={seat} layout={layout} onClose={() => open(null)} /> : null}
      {opened === "collect" ? (
        <CollectDialog bets={bets} live={live} seat={seat} layout={layout} onClose={() => open(null)} />
      ) : null}
      {opened === "my-play" ? (
        <MyPlayDialog
          bets={bets}
          live={live}
          seat={seat}
          layout={layout}
          onRounds={() => open("rounds")}
          onClose={() => open(null)}
        />
      ) : null}
      {opened === "rounds" ? (
        <RoundsDialog
          live={live}
          seat={seat}
          layout={layout}
          onRaised={() => {
            bets.say({ tone: "info", head: words.value.disputeRaised });
            open(null);
          }}
          onClose={() => open(null)}
        />
      ) : null}
      {opened === "statistics" ? <StatisticsDialog table={table} layout={layout} onClose={() => open(null)} /> : null}
      {opened === "seal" ? <SealDialog table={table} checked={checked} onClose={() => open(null)} /> : null}
      {opened === "favourites" ? (
        <FavouritesDialog bets={bets} favourites={favourites} onClose={() => open(null)} />
      ) : null}
      {opened === "break" ? (
        <BreakDialog
          onBreak={(minutes) =>
            void live
              .give("house", {
                do: "take-break",
                id: newId(),
                patron: seat.person,
                until: inMinutes(minutes),
              })
              .then((it) => bets.tell(it))
          }
          onClose={() => open(null)}
        />
      ) : null}
      {opened === "call-out" ? <CallOutDialog bets={bets} onClose={() => open(null)} /> : null}
      <BehindDialog bets={bets} />
      {opened === null ? <RealityCheck live={live} bets={bets} seat={seat} /> : null}
    </div>
  );
}

/** While the link is lost: what the table has confirmed stands, and what it has not is not placed. */
function Confirmed({ seat, layout, bets }: { seat: SeatView; layout: LayoutView; bets: Bets }) {
  const w = words.value;
  const name = (id: string) => {
    const area = layout.areas.find((it) => it.id === id);
    return area ? said(area.name) : id;
  };
  return (
    <section class="confirmed card" role="status">
      <h2>{w.confirmed(dollars(seat.staked))}</h2>
      <ul>
        {seat.wagers.map((it) => (
          <li key={it.id} class="spread">
            <span>{name(it.wager)}</span>
            <b>{stake(it.stake)}</b>
          </li>
        ))}
      </ul>
      {[...bets.pending.value.values()].map((it) => (
        <p class="refusal">{w.notConfirmed(`${name(it.area)}, ${stake(it.stake)}`)}</p>
      ))}
    </section>
  );
}
