/** The one brass button of the door: it says where one will sit, with what, and how long bets are open. */
import { left } from "../api/clock";
import type { Tables } from "../api/types";
import { Icon } from "../parts/sprite";
import { words } from "../words";
import { stake } from "../words/money";
import { DrawnFelt } from "./tables";

export function PlayNow({
  found,
  own,
  going,
  onPlay,
}: {
  found: Tables | null;
  /** Whether it is a player's own seat and chips, and not a guest's. */
  own: boolean;
  going: boolean;
  onPlay: () => void;
}) {
  const w = words.value;
  const play = found?.play ?? null;
  const line = found?.tables.find((it) => it.table === play?.table);
  const ms = left(play?.ends ?? null);
  const when =
    ms !== null
      ? w.playOpenFor(Math.ceil(ms / 1_000))
      : play?.waits
        ? w.playWaits
        : line?.ring === "open"
          ? w.playOpen
          : w.playSoon;
  return (
    <section class="hero" data-felt="sicbo">
      <div class="hero-words">
        <h2>{w.doorHead}</h2>
        <p>{w.doorWords}</p>
        <button type="button" class="button main play" disabled={!play || going} aria-busy={going} onClick={onPlay}>
          <Icon name="play" />
          {w.playNow}
        </button>
        <p class="play-words">
          {play ? (
            <>
              <b>{w.playSeat(play.table)}</b>
              {own ? w.playOwn : w.playChips(stake(play.chips))}
              {when}
            </>
          ) : found ? (
            w.playNowhere
          ) : (
            " "
          )}
        </p>
      </div>
      <div class="hero-felt" aria-hidden="true">
        {line ? <DrawnFelt rulebook={line.rulebook} /> : null}
      </div>
    </section>
  );
}
