/** All seats together: what lies on the felt, what is sold of a streak, what is paid, to pay and to take back. */
import type { DealerView } from "../api/types";
import { said } from "../words";
import { dealerWords } from "../words/dealer";
import { stake } from "../words/money";
import { isSelling } from "./streaks";

export function Sums({ view, paying }: { view: DealerView; paying: boolean }) {
  const d = dealerWords.value;
  const open = view.streaks.filter((it) => it.state === "open");
  const money: [string, string, string?][] = paying
    ? [
        [d.paid, stake(view.sums.paid), "mint"],
        [d.toPay, stake(view.sums.to_pay)],
        [d.takeBackSum, stake(view.sums.take_back), view.sums.take_back ? "coral" : ""],
        [d.lostSum, stake(view.sums.lost)],
      ]
    : isSelling(view)
      ? [
          [d.sold, stake(open.reduce((all, it) => all + it.price * it.live.length, 0))],
          [d.price, stake(open[0]?.price ?? 0)],
          [d.follows, open.map((it) => said(it.follows)).join(", ")],
        ]
      : [
          [d.onTheFelt, stake(view.staked)],
          [d.wagers, String(view.wagers)],
        ];
  return (
    <dl class="sums card" aria-label={d.together}>
      {money.map(([name, figure, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={tone}>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
