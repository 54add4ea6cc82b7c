/** The player terminal: felt, tray and side, in one of three shapes. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { serverNow } from "../api/clock";
import { inPath } from "../api/http";
import type { Live } from "../api/live";
import { newId } from "../api/live";
import type { AreaView, LayoutView, Me, SeatView } from "../api/types";
import { bandsOf, Felt } from "../felt/felt";
import { feltHeight } from "../felt/places";
import { Banner, ConnectionBar } from "../parts/banners";
import { Breakdown } from "../parts/breakdown";
import { Announcer, MessageLine } from "../parts/message";
import { Plain } from "../parts/plain";
import { Ring, ringOf } from "../parts/ring";
import { Icon } from "../parts/sprite";
import { Tool, TopBar } from "../parts/top-bar";
import { WagerCard, WagerLine } from "../parts/wager-card";
import { said, told, whyNot, words } from "../words";
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
  MyPlayDialog,
  RoundsDialog,
  SealDialog,
  StatisticsDialog,
} from "./dialogs";
import { Favourites } from "./favourites";
import { listen, nextRegion } from "./keys";
import { marksOf, travelledOf } from "./marks";
import { Lingering, outcomeOf } from "./outcome";
import { Loading, OnBreak, Shooter, TakeSeat } from "./panels";
import { screenHeight, screenWidth, shapeFor, tallerFor } from "./screen";
import { useChecked } from "./seal";
import { Jackpots, LastResult, Results, Roads, Rolls, WagerList } from "./side";
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

export function Terminal({ live, layout, me }: { live: Live; layout: LayoutView; me: Me }) {
  const bets = useMemo(() => new Bets(live, layout), []);
  const favourites = useMemo(() => new Favourites(layout.rulebook), []);
  const lingering = useMemo(() => new Lingering(live), []);
  const [opened, open] = useState<Opened>(null);
  const [card, setCard] = useState<{ id: string; docked: boolean } | null>(null);
  const [band, setBand] = useState(bandsOf(layout)[0]?.id ?? "");
  const [heard, hear] = useState({ now: "", soon: "" });
  const table = live.table.value;
  const seat = live.seat.value;

  useEffect(() => announcePhase(), [table?.ring]);
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
  const craps = layout.felt === "craps";
  const shape = shapeFor(screenWidth.value, layout.w, layout.min_px_per_unit);
  const feltH = feltHeight(layout);
  const taller =
    shape === "wide"
      ? tallerFor(screenWidth.value, screenHeight.value, { w: layout.w, h: feltH, kind: layout.felt })
      : 1;
  const outcome = outcomeOf(table, seat, lingering.on());
  const lost = live.link.value === "lost";
  const away = breakOf(seat);
  const locked = lost || Boolean(table.stopped) || !seat.seat || Boolean(away);
  const shut = locked || (!table.betting && Object.keys(seat.room).length === 0);
  const settled =
    outcome && (!table.betting || lingering.on()) ? { lit: outcome.result.lit, round: outcome.round } : null;
  const marks = marksOf({
    layout,
    table,
    seat,
    pending: bets.pending.value.values(),
    settled,
    locked,
    refused: bets.refusedArea.value,
  });
  const area = card ? layout.areas.find((it) => it.id === card.id) : undefined;
  const areaShut = area ? marks.get(area.id)?.shut : undefined;

  /** A streak has one price, whichever chip is chosen. */
  const chipFor = (it: AreaView) => ({
    cents: it.streak && layout.streak_price ? layout.streak_price : bets.chip.value,
    nth: layout.chips.indexOf(bets.chip.value),
  });

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
    const call = said(table.call);
    const result = table.shown;
    const total = result ? ` ${words.value.dice(result.dice.join(", "), result.total, said(result.words))}` : "";
    hear(table.ring === "closed" ? { now: call, soon: "" } : { now: "", soon: call + total });
  }
  const onCard = (id: string | null, by: "hover" | "focus" | "key" | "press") =>
    setCard(id ? { id, docked: shape === "phone" || by === "press" } : by === "press" ? card : null);
  const onAdd = (id: string) => {
    if (shape === "phone") setCard({ id, docked: true });
    else if (card && !card.docked) setCard(null);
    lingering.end();
    if (!locked) bets.add(id);
  };

  const message = outcome && settled && !bets.message.value ? resultMessage() : roomMessage();
  function resultMessage() {
    const it = outcome!;
    const head = `${w.dice(it.result.dice.join(", "), it.result.total, said(it.result.words))}${w.stop}`;
    return {
      tone: it.round && it.round.net > 0 ? ("good" as const) : ("info" as const),
      head,
      ...(it.round ? { more: `${told(it.round.words)}${w.stop}` } : {}),
    };
  }
  function roomMessage() {
    const now = bets.message.value;
    const room = now?.area && now.tone === "info" ? seat!.room[now.area] : undefined;
    return now && room !== undefined
      ? { ...now, more: `${w.youCanAdd(stake(room))}${w.stop}` }
      : (now ?? (table!.message ? { tone: "info" as const, head: told(table!.message) } : null));
  }

  const here = layout.kind === "electronic" ? `${layout.table}/${seat.seat}` : layout.table;
  const kept = (seat.player?.set_apart ?? []).filter((it) => it.place !== here);
  const who = seat.seat
    ? layout.kind === "electronic"
      ? w.terminalNumber(seat.seat)
      : w.seatNumber(seat.seat)
    : me.name;
  const under = table.shoot?.seat
    ? seat.shooter
      ? w.youShoot
      : w.shoots(table.shoot.seat)
    : table.hand
      ? table.puck?.on
        ? w.point(table.puck.point)
        : w.comeOut
      : undefined;
  const resultCard = (
    <LastResult
      result={table.shown ?? table.last}
      layout={layout}
      head={table.shown ? w.round(table.round) : w.lastResult}
    />
  );
  const breakdown = outcome?.round ? <Breakdown round={outcome.round} stay={seat.wagers} layout={layout} /> : null;
  const roads = <Roads history={table.history} layout={layout} onMore={() => open("statistics")} />;
  const shooter = <Shooter live={live} bets={bets} layout={layout} table={table} seat={seat} />;
  const line = <MessageLine message={message} />;
  const tray = (
    <>
      <Money
        seat={seat}
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
          leaving={seat.seat ? w.seatStays(dollars(seat.rack + seat.staked)) : undefined}
          tags={
            <>
              <span class="tag">{signLine()}</span>
              {table.coming ? <span class="tag amber">{told(table.coming.words)}</span> : null}
            </>
          }
        >
          {seat.headroom !== null ? <span class="bar-fact">{w.leftHere(stake(seat.headroom))}</span> : null}
          <Tool
            icon="user"
            text={seat.card ? `${who} · ${w.card(seat.card.number)}` : who}
            onClick={() => open("my-play")}
          />
          {seat.seat ? <Tool icon="pause" text={w.breakWord} onClick={() => open("break")} /> : null}
          {table.seal.commitment || table.seal.opened ? (
            <Tool icon="seal" text={checked ? w.seals[checked] : w.sealed} onClick={() => open("seal")} />
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
          {shape === "phone" ? null : <Tool icon="keys" text={w.help} onClick={() => open("keys")} />}
        </TopBar>
      </div>
      <ConnectionBar live={live} />
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
            <Ring table={table} size={60} {...(under ? { under } : {})} />
            {resultCard}
          </div>
        ) : null}
        {shape === "phone" ? (
          <Bands layout={layout} marks={marks} band={band} onBand={setBand} settled={Boolean(settled)} />
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
            <div class="felt" style={{ "--felt-h": feltH * taller }}>
              <Felt
                layout={layout}
                marks={marks}
                settled={Boolean(settled)}
                band={shape === "phone" ? band : undefined}
                width={Math.round((screenWidth.value - 32) / 1.09)}
                taller={taller}
                puck={table.puck}
                travelled={travelledOf(seat)}
                onAdd={onAdd}
                onTakeOff={(id) => {
                  if (!locked) void bets.takeOff(id);
                }}
                onCard={onCard}
              />
              {area && card && !card.docked ? (
                <Tip x={area.x + area.w / 2} y={area.y} h={area.h} wide={layout.w} tall={feltH}>
                  <WagerCard area={area} room={seat.room[area.id]} shut={areaShut} chip={chipFor(area)} />
                </Tip>
              ) : null}
            </div>
          )}
        </main>
        <div class="tray" data-region="tray">
          {area && card?.docked ? (
            <div class="docked card">
              <WagerLine area={area} chip={chipFor(area)} />
            </div>
          ) : null}
          {lost && (seat.wagers.length || bets.pending.value.size) ? (
            <Confirmed seat={seat} layout={layout} bets={bets} />
          ) : shape === "column" ? (
            <div class="head-line beside">
              <Ring table={table} size={48} />
              {line}
            </div>
          ) : (
            line
          )}
          {shape === "wide" ? null : shooter}
          {lost ? null : shape === "phone" && breakdown && settled && !craps ? (
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
              <Ring table={table} {...(under ? { under } : {})} />
              {shooter}
            </>
          ) : null}
          <Jackpots pools={table.jackpots} />
          {shape === "phone" ? null : craps ? (
            <Rolls history={table.history} head={under ?? ""} layout={layout} />
          ) : (
            resultCard
          )}
          {craps ? (
            <>
              {breakdown && settled ? breakdown : null}
              <WagerList wagers={seat.wagers} bets={bets} layout={layout} locked={locked} />
            </>
          ) : breakdown && settled && shape !== "phone" ? (
            breakdown
          ) : (
            <>
              {roads}
              <Results history={table.history} />
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
                until: new Date(serverNow() + minutes * 60_000).toISOString(),
              })
              .then((it) => bets.tell(it))
          }
          onClose={() => open(null)}
        />
      ) : null}
      {opened === "call-out" ? <CallOutDialog bets={bets} onClose={() => open(null)} /> : null}
      <BehindDialog bets={bets} />
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

/** The switcher of a phone: every band with the player's stake in it, or what it won. */
function Bands({
  layout,
  marks,
  band,
  onBand,
  settled,
}: {
  layout: LayoutView;
  marks: ReturnType<typeof marksOf>;
  band: string;
  onBand: (id: string) => void;
  settled: boolean;
}) {
  const w = words.value;
  return (
    <div class="bands" role="tablist" aria-label={w.felt(layout.table)}>
      {bandsOf(layout).map((it) => {
        const own = it.areas.map((id) => marks.get(id)!);
        const sum = own.reduce((all, mark) => all + mark.stake, 0);
        const won = own.reduce((all, mark) => all + (mark.won ?? 0), 0);
        const text = settled && won ? net(won) : sum ? stake(sum) : w.noStake;
        return (
          <button
            type="button"
            role="tab"
            key={it.id}
            aria-selected={it.id === band}
            class={settled && won ? "won" : sum ? "has" : ""}
            onClick={() => onBand(it.id)}
          >
            <b>{it.name}</b>
            <span>{text}</span>
          </button>
        );
      })}
    </div>
  );
}

/** A card beside its area: below it in the upper half of the felt, above it in the lower half. */
function Tip({
  x,
  y,
  h,
  wide,
  tall,
  children,
}: {
  x: number;
  y: number;
  h: number;
  wide: number;
  tall: number;
  children: preact.ComponentChildren;
}) {
  const above = y + h / 2 > tall / 2;
  const left = `clamp(0px, calc(${(x / wide) * 100}% - 150px), calc(100% - 300px))`;
  const place = above ? { left, bottom: `${(1 - y / tall) * 100}%` } : { left, top: `${((y + h) / tall) * 100}%` };
  return (
    <div class={`tip ${above ? "above" : "below"}`} style={place} role="tooltip">
      {children}
    </div>
  );
}
