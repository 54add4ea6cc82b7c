/** Laying a wager that was called out: the seat and the chip here, the area on the felt; and a late one's question. */
import type { DealerView } from "../api/types";
import { Chip } from "../parts/chip";
import { said } from "../words";
import { dealerWords } from "../words/dealer";
import { onChip, stake } from "../words/money";
import { Check, SeatDisc } from "./seats";
import type { Work } from "./work";

/** The chips of the seat that was chosen; one of them is in hand. */
export function LayTray({ view, work, onSeat }: { view: DealerView; work: Work; onSeat: (seat: number) => void }) {
  const d = dealerWords.value;
  const seat = work.at.value;
  const own = view.seats.find((it) => it.seat === seat);
  const hand = work.inHand();
  const checks = Object.entries(own?.colours ?? {});
  return (
    <section class="lay-tray card" aria-label={d.layWager} data-region="tray">
      <div>
        <p class="label">{view.lay.do ? d.layWager : said(view.lay.words)}</p>
        <p>
          <b>
            {d.atSeat(seat)},{" "}
            {hand.colour ? d.checksAt(d.colourName(hand.colour), stake(hand.value)) : stake(hand.value)}
          </b>
        </p>
        <p class="faint">{view.lay.late ? said(view.lay.words) : d.touchArea}</p>
      </div>
      <div class="chips" role="group" aria-label={d.with}>
        {work.layout.chips.map((value) => (
          <button
            type="button"
            key={value}
            class={!hand.colour && hand.value === value ? "chosen" : ""}
            aria-pressed={!hand.colour && hand.value === value}
            aria-label={stake(value)}
            onClick={() => {
              work.chip.value = { value, colour: "" };
            }}
          >
            <Chip cents={value} size={44} />
          </button>
        ))}
        {checks.map(([colour, value]) => (
          <button
            type="button"
            key={colour}
            class={hand.colour === colour ? "chosen" : ""}
            aria-pressed={hand.colour === colour}
            aria-label={d.checksAt(d.colourName(colour), stake(value))}
            onClick={() => {
              work.chip.value = { value, colour };
            }}
          >
            <Check colour={colour} size={44} text={onChip(value)} />
          </button>
        ))}
      </div>
      <button type="button" class="button quiet" onClick={() => onSeat(seat)}>
        {d.seatMore}
      </button>
    </section>
  );
}

/** A wager that came as betting closed: somebody says at once whether it lay there in time. */
export function LateCard({ view, work }: { view: DealerView; work: Work }) {
  const d = dealerWords.value;
  const late = work.late.value;
  if (!late || !view.lay.late) return null;
  const area = work.layout.areas.find((it) => it.id === late.wager);
  return (
    <section class="late card" aria-label={d.lateWager} data-region="waiting">
      <p class="late-head">
        <SeatDisc seat={late.seat} colour={late.colour} />
        <b>
          {area ? said(area.name) : late.wager} {stake(late.stake)}
        </b>
      </p>
      <p class="faint">{said(view.lay.words)}</p>
      <div class="choices">
        <button type="button" class="button quiet big" onClick={() => void work.noLateBet()}>
          {d.noBet}
        </button>
        <button type="button" class="button main big" onClick={() => void work.lateStands(view.lay)}>
          {d.itStands}
        </button>
      </div>
    </section>
  );
}
