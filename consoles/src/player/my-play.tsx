/** Time, net and limits of today, and what a player can do about them: a limit, a break, an exclusion. */
import { useState } from "preact/hooks";
import { serverNow } from "../api/clock";
import type { Given, Live } from "../api/live";
import { newId } from "../api/live";
import type { LayoutView, PlayerView, SeatView } from "../api/types";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/sprite";
import { told, whyNot, words } from "../words";
import { dollars, net, stake } from "../words/money";
import type { Bets } from "./bets";

const LIMITS = [5_000, 10_000, 20_000, 50_000];
const BREAKS = [5, 15, 30];
const DAY = 24 * 60;
const EXCLUSIONS = [1, 7, 180];

interface Props {
  bets: Bets;
  live: Live;
  seat: SeatView;
  layout: LayoutView;
  onRounds: () => void;
  onClose: () => void;
}

export function inMinutes(minutes: number): string {
  return new Date(serverNow() + minutes * 60_000).toISOString();
}

/** Card, account, limits, time played; leaving the seat asks once more. */
export function MyPlayDialog({ bets, live, seat, layout, onRounds, onClose }: Props) {
  const w = words.value;
  const [sure, setSure] = useState(0);
  const [leaving, setLeaving] = useState(false);
  const [said, say] = useState("");
  const house = async (give: Given) => {
    const answer = await live.give("house", give);
    say(answer.ok ? "" : whyNot(answer.refused));
    return answer.ok;
  };
  const leave = async () => {
    if (!leaving) return setLeaving(true);
    bets.tell(await live.give(layout.table, { do: "leave-seat", id: newId(), seat: seat.seat }));
    onClose();
  };
  const refused = seat.can["leave-seat"];
  const patron = seat.person;
  return (
    <Dialog title={w.myPlay} onClose={onClose}>
      {seat.player ? <Glance player={seat.player} /> : null}
      <dl class="facts">
        {seat.card ? (
          <>
            <dt>{w.card("")}</dt>
            <dd>···{seat.card.number}</dd>
          </>
        ) : null}
        {seat.player ? (
          <>
            <dt>{w.account}</dt>
            <dd>{dollars(seat.player.account)}</dd>
          </>
        ) : null}
      </dl>
      {seat.player?.limits.map((it) => (
        <LimitBar key={it.limit} name={w.limit(it.limit)} amount={it.amount} used={it.used} text={told(it.words)} />
      ))}
      {seat.player?.not_covered.length ? (
        <p class="refusal">{w.notCovered(seat.player.not_covered.join(", "))}</p>
      ) : null}
      {seat.player ? (
        <>
          <h3>{w.setLossLimit}</h3>
          <p class="faint">{w.setLossLimitWords}</p>
          <div class="choices">
            {LIMITS.map((amount) => (
              <button
                type="button"
                class="button quiet"
                key={amount}
                onClick={() => void house({ do: "set-limit", id: newId(), patron, limit: "day", amount })}
              >
                {stake(amount)}
              </button>
            ))}
          </div>
          <h3>{w.breakTitle}</h3>
          <div class="choices">
            {BREAKS.map((minutes) => (
              <button
                type="button"
                class="button quiet"
                key={minutes}
                onClick={() =>
                  void house({ do: "take-break", id: newId(), patron, until: inMinutes(minutes) }).then(
                    (done) => done && onClose(),
                  )
                }
              >
                {w.breakFor(minutes)}
              </button>
            ))}
          </div>
          <h3>{w.excludeMe}</h3>
          <p class="faint">{w.excludeMeWords}</p>
          <div class="choices">
            {EXCLUSIONS.map((days) => (
              <button
                type="button"
                class="button danger"
                key={days}
                onClick={() =>
                  sure === days
                    ? void house({
                        do: "exclude-from-casino",
                        id: newId(),
                        person: patron,
                        reason: w.excludeReason,
                        until: inMinutes(days * DAY),
                      })
                    : setSure(days)
                }
              >
                {sure === days ? w.excludeSure(days) : w.excludeFor(days)}
              </button>
            ))}
          </div>
          <p class="refusal" role="status">
            {said}
          </p>
        </>
      ) : null}
      <p class="faint">
        <b>{w.support}.</b> {w.supportWords}
      </p>
      <div class="choices">
        <button type="button" class="button quiet" onClick={onRounds}>
          {w.earlierRounds}
        </button>
        {seat.seat ? (
          <button type="button" class="button danger" disabled={Boolean(refused)} onClick={() => void leave()}>
            <Icon name="leave" />
            {leaving ? w.takeAlong(dollars(seat.rack)) : w.leaveSeat}
          </button>
        ) : null}
      </div>
      {refused ? <p class="refusal">{whyNot(refused)}</p> : null}
    </Dialog>
  );
}

/** Time and net of today, and what is left of the loss limit. */
export function Glance({ player }: { player: PlayerView }) {
  const w = words.value;
  const day = player.limits.find((it) => it.limit === "day");
  return (
    <p class="glance">
      <span>
        <span class="label">{w.timePlayed}</span>
        <b>{w.minutes(Math.floor(player.played_today / 60))}</b>
      </span>
      <span>
        <span class="label">{w.netToday}</span>
        <b>{net(player.net_today)}</b>
      </span>
      {day?.left != null ? (
        <span>
          <span class="label">{w.limit("day")}</span>
          <b>{w.leftHere(stake(day.left))}</b>
        </span>
      ) : null}
    </p>
  );
}

function LimitBar({ name, amount, used, text }: { name: string; amount: number | null; used: number; text: string }) {
  return (
    <div class="limit">
      <p class="spread">
        <b>{name}</b>
        <span class="faint">{text}</span>
      </p>
      {amount ? <progress max={amount} value={Math.max(0, used)} aria-label={name} /> : null}
    </div>
  );
}

/** After every so many minutes of play a card tells time and net, and asks to go on or to take a break. */
export function RealityCheck({ live, bets, seat }: { live: Live; bets: Bets; seat: SeatView }) {
  const w = words.value;
  const player = seat.player;
  const due = player ? checksDue(player) : 0;
  const [seen, see] = useState(due);
  if (!player || due <= seen) return null;
  return (
    <Dialog title={w.realityTitle} onClose={() => see(due)}>
      <Glance player={player} />
      <div class="choices">
        <button
          type="button"
          class="button quiet big"
          onClick={() => {
            see(due);
            void live
              .give("house", { do: "take-break", id: newId(), patron: seat.person, until: inMinutes(15) })
              .then((it) => bets.tell(it));
          }}
        >
          {w.breakFor(15)}
        </button>
        <button type="button" class="button quiet big" onClick={() => see(due)}>
          {w.goOn}
        </button>
      </div>
    </Dialog>
  );
}

/** How many times the house wants to have told time and net by now. */
export function checksDue({
  reality_minutes,
  played_today,
}: Pick<PlayerView, "reality_minutes" | "played_today">): number {
  return reality_minutes ? Math.floor(played_today / (60 * reality_minutes)) : 0;
}
