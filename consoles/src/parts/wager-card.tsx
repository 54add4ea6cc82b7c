/** What a wager is: price, chance, return, clause. Facts and never advice. */
import type { AreaView, PayLine } from "../api/types";
import { chance, explained, odds, said, translated, words } from "../words";
import { dollars, stake } from "../words/money";
import { Icon } from "./sprite";

interface Facts {
  area: AreaView;
  /** The most that may be added here, by the server; undefined where it takes none. */
  room?: number | undefined;
  /** Why it takes none now. */
  shut?: string | undefined;
  /** The chip that would be placed, and which of the layout's it is. */
  chip?: { cents: number; nth: number } | undefined;
  /** What everyone together has on it, where the house shows it. */
  everyone?: number | undefined;
}

function percent(text: string): string {
  return text ? ` (${text.endsWith("%") ? text : `${text}%`})` : "";
}

/** The longest fraction that somebody reads. */
const LONGEST = 16;

/** "8/9 (88.89%)"; of a fraction that nobody reads the percentage alone. */
function exactly(fraction: string, percentage: string): string {
  const read = percent(percentage);
  return fraction.length > LONGEST && read ? read.slice(2, -1) : `${fraction}${read}`;
}

/** The card, in the line under the felt: nothing of it lies over an area. */
export function WagerLine({ area, chip, room, shut, everyone }: Facts) {
  const w = words.value;
  const lines = area.pays.filter((line) => line.when);
  const wins = (line: PayLine | undefined) => (chip && line?.wins[chip.nth]) || 0;
  const paid = chip && area.paid_back[chip.nth];
  return (
    <p class="wager-line">
      <b>{said(area.name)}</b>
      <span>
        <i>{w.cardPays}</i> {lines.length > 1 && lines.length < 4 ? lines.map(priced).join(", ") : odds(area.odds)}
        {area.commission ? `, ${w.commission.toLowerCase()} ${translated(area.commission)}` : ""}
      </span>
      <span>
        <i>{w.chance}</i> {exactly(chance(area.chance), area.chance_percent)}
      </span>
      <span>
        <i>{w.returns}</i>{" "}
        {paid && paid !== area.return_percent ? w.inChips(paid) : exactly(area.returns, area.return_percent)}
      </span>
      {chip && area.pays.length === 1 && wins(area.pays[0]) ? (
        <span>
          <i>{w.wouldWin(stake(chip.cents))}</i> {dollars(wins(area.pays[0]))}
        </span>
      ) : chip && lines.length > 1 && lines.length < 4 ? (
        <span>
          <i>{w.wouldWin(stake(chip.cents))}</i> {lines.map((line) => dollars(wins(line))).join(", ")}
        </span>
      ) : null}
      {everyone ? (
        <span>
          <i>{w.everyoneHere}</i> {stake(everyone)}
        </span>
      ) : null}
      {shut ? (
        <span class="shut">
          <Icon name="lock" size="small" />
          {shut}
        </span>
      ) : (
        <span class="how">{explained(area.how)}</span>
      )}
      {!shut && room !== undefined ? <span class="faint">{w.youCanAdd(stake(room))}</span> : null}
      <span class="clause">{w.rule(area.clause)}</span>
    </p>
  );
}

function priced(line: PayLine): string {
  return `${translated(line.when)} ${odds(line.odds)}`;
}
