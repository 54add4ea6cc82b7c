/** A round in words: each wager, why it won or lost with its clause, and the net, which is the large figure. */
import type { DecisionView, LayoutView, RoundView, WagerView } from "../api/types";
import { said, told, words } from "../words";
import { dollars, net } from "../words/money";
import type { IconName } from "./sprite";
import { Icon } from "./sprite";

const ICON: Record<string, IconName> = { win: "check", lose: "cross" };

/** Wagers of one kind that ended alike are one line. */
export function together(decided: DecisionView[]): DecisionView[] {
  const lines = new Map<string, DecisionView>();
  for (const it of decided) {
    const key = `${it.wager} ${it.result} ${it.words}`;
    const had = lines.get(key);
    lines.set(
      key,
      had
        ? {
            ...had,
            stake: had.stake + it.stake,
            winnings: had.winnings + it.winnings,
            returned: had.returned + it.returned,
            extra: had.extra + it.extra,
            net: had.net + it.net,
          }
        : it,
    );
  }
  const rank: Record<string, number> = { win: 0, push: 1, void: 1, lose: 2 };
  return [...lines.values()].sort((a, b) => (rank[a.result] ?? 1) - (rank[b.result] ?? 1) || b.net - a.net);
}

export function Breakdown({ round, stay, layout }: { round: RoundView; stay: WagerView[]; layout: LayoutView }) {
  const w = words.value;
  const names = new Map(layout.areas.map((area) => [area.id, area.name]));
  const named = (wager: string, otherwise: string) => {
    const name = names.get(wager);
    return name ? said(name) : otherwise;
  };
  const lines = together(round.decided);
  return (
    <section class="breakdown card">
      <div class="net spread">
        <span>{w.thisRound}</span>
        <b class={round.net > 0 ? "up" : round.net < 0 ? "down" : ""}>{net(round.net)}</b>
      </div>
      <h2 class="spread">
        <span>{w.yourBets}</span>
        <span class="label">{w.settled(lines.length, stay.length)}</span>
      </h2>
      <ul>
        {lines.map((it) => (
          <li key={it.id} class={it.result}>
            <Icon name={ICON[it.result] ?? "undo"} />
            <b>{verdict(it, named(it.wager, it.name))}</b>
            <span class="amount">{net(it.net)}</span>
            <p>
              <span>{told(it.words)}</span>
              <i>({it.clause})</i>
              {it.extra ? <span>{w.commissionWas(dollars(it.extra))}</span> : null}
            </p>
          </li>
        ))}
        {stay.map((it) => (
          <li key={it.id} class="stay">
            <Icon name="clock" />
            <b>{w.stays(named(it.wager, it.name))}</b>
            <span class="amount">{dollars(it.stake)}</span>
            <p>
              <span>{told(it.words)}</span>
              <i>({it.clause})</i>
            </p>
          </li>
        ))}
      </ul>
      {lines.length + stay.length === 0 ? <p class="label">{w.noBets}</p> : null}
    </section>
  );
}

/** "Small won". */
export function verdict(it: DecisionView, name: string): string {
  const w = words.value;
  if (it.result === "win") return w.won(name);
  return it.result === "lose" ? w.lostName(name) : w.returned(name);
}
