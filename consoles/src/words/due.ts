/** What is due, in Simplified Chinese. The server's sentence is the key; one that is not here stays as it came. */
import { language } from "./index";

type Said = (...parts: string[]) => string;

const PHRASES: [RegExp, Said][] = [
  [/^publish the terms$/, () => "公布条款"],
  [/^resubmit the amended terms$/, () => "重新提交修订条款"],
  [/^have the change of terms approved$/, () => "条款变更待批准"],
  [/^resume or cancel the draw that was stopped \((.*)\)$/, (why) => `恢复或取消已中止的抽奖（${why}）`],
  [/^promise the secret of the draw$/, () => "承诺抽奖密数"],
  [/^seal the entries$/, () => "封存名单"],
  [/^have (.+) oversee the draw$/, (who) => `由 ${who} 监督抽奖`],
  [/^open the draw$/, () => "开奖"],
  [/^tell (.+) of prize (\d+)$/, (who, n) => `通知 ${who} 中奖项 ${n}`],
  [/^meet or deny claim of (.+)$/, (who) => `兑现或拒绝 ${who} 的领奖`],
  [/^decide dispute of (.+)$/, (who) => `裁决 ${who} 的争议`],
  [/^tell (.+) of the right to complain$/, (who) => `告知 ${who} 投诉权`],
  [/^tell (.+) the outcome of the complaint$/, (who) => `告知 ${who} 投诉结果`],
  [/^publish the results$/, () => "公布结果"],
  [/^pay (.+)$/, (who) => `付款给 ${who}`],
  [/^rule on (?:the dispute )?of (.+)$/, (who) => `裁决 ${who} 的争议`],
  [/^have the terms approved$/, () => "批准条款"],
  [/^make the terms available$/, () => "公开条款"],
  [/^tell the inspectorate$/, () => "通知督察"],
  [/^appoint a director$/, () => "任命总监"],
  [/^designate tables$/, () => "指定桌台"],
  [/^withdrawals without a penalty end$/, () => "免罚退赛截止"],
  [/^entries close$/, () => "报名截止"],
  [/^promise the seats of round (\d+)$/, (n) => `承诺第 ${n} 轮座位`],
  [/^have (\d+) players accept version (\d+)$/, (n, version) => `${n} 人待接受第 ${version} 版条款`],
  [/^brief (\d+) players$/, (n) => `向 ${n} 人作赛前说明`],
  [/^start round (\d+)$/, (n) => `开始第 ${n} 轮`],
  [/^resume round (\d+)$/, (n) => `继续第 ${n} 轮`],
  [/^end round (\d+)$/, (n) => `结束第 ${n} 轮`],
  [/^have (\d+) equal players play an extra spin$/, (n) => `${n} 名平手者加赛`],
  [/^say who has won$/, () => "宣布名次"],
];

export function dueSaid(what: string): string {
  if (language.value !== "zh") return what[0]!.toUpperCase() + what.slice(1);
  for (const [pattern, said] of PHRASES) {
    const found = pattern.exec(what);
    if (found) return said(...found.slice(1));
  }
  return what;
}
