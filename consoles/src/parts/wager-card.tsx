/** What a wager is: price, chance, return, clause. Facts and never advice. */
import type { AreaView, PayLine } from "../api/types";
import { chance, odds, otherwise, said, told, words } from "../words";
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
}

function percent(text: string): string {
  return text ? ` (${text.endsWith("%") ? text : `${text}%`})` : "";
}

/** The card as a panel of its own, with every price. */
export function WagerCard({ area, room, shut, chip }: Facts) {
  const w = words.value;
  const lines = area.pays.filter((line) => line.when);
  const wins = (line: PayLine | undefined) => (chip && line?.wins[chip.nth]) || 0;
  return (
    <div class="wager-card">
      <h3 class="spread">
        <span>{said(area.name)}</span>
        <span class="other-tongue" lang={w.otherLanguage === "中文" ? "zh-Hans" : "en"}>
          {otherwise(area.name)}
        </span>
      </h3>
      <dl>
        {lines.length > 1 ? (
          lines.map((line) => (
            <>
              <dt>{told(line.when)}</dt>
              <dd class="price">
                {odds(line.odds)}
                {line.part ? ` · ${line.part}` : ""}
                {wins(line) ? <span class="would"> {dollars(wins(line))}</span> : null}
              </dd>
            </>
          ))
        ) : (
          <>
            <dt>{w.cardPays}</dt>
            <dd class="price">{odds(area.odds)}</dd>
          </>
        )}
        {area.commission ? (
          <>
            <dt>{w.commission}</dt>
            <dd>{told(area.commission)}</dd>
          </>
        ) : null}
        <dt>{w.chance}</dt>
        <dd>
          {chance(area.chance)}
          <span class="faint">{percent(area.chance_percent)}</span>
        </dd>
        <dt>{w.returns}</dt>
        <dd>
          {area.returns}
          <span class="faint">{percent(area.return_percent)}</span>
        </dd>
        {chip && wins(area.pays[0]) ? (
          lines.length > 1 ? (
            <>
              <dt>{w.wouldWin(stake(chip.cents))}</dt>
              <dd>{w.asAbove}</dd>
            </>
          ) : (
            <>
              <dt>{w.wouldWin(stake(chip.cents))}</dt>
              <dd>{dollars(wins(area.pays[0]))}</dd>
            </>
          )
        ) : null}
      </dl>
      <p class="how spread">
        <span>{told(area.how)}</span>
        <span class="clause">{w.rule(area.clause)}</span>
      </p>
      {shut ? (
        <p class="shut">
          <Icon name="lock" size="small" />
          {shut}
        </p>
      ) : room !== undefined ? (
        <p class="faint">{w.youCanAdd(stake(room))}</p>
      ) : null}
    </div>
  );
}

/** The same in one line, docked above the tray on touch. */
export function WagerLine({ area, chip }: Facts) {
  const w = words.value;
  return (
    <p class="wager-line">
      <b>{said(area.name)}</b>
      <span>
        <i>{w.cardPays}</i> {odds(area.odds)}
        {area.commission ? `, ${told(area.commission)}` : ""}
      </span>
      <span>
        <i>{w.chance}</i> {chance(area.chance)}
        {percent(area.chance_percent)}
      </span>
      <span>
        <i>{w.returns}</i> {area.returns}
        {percent(area.return_percent)}
      </span>
      {chip && area.pays.length === 1 && area.pays[0]!.wins[chip.nth] ? (
        <span>
          <i>{w.wouldWin(stake(chip.cents))}</i> {dollars(area.pays[0]!.wins[chip.nth]!)}
        </span>
      ) : null}
      <span class="clause">{w.rule(area.clause)}</span>
    </p>
  );
}
