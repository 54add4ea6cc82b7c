/**
 * The server's own sentences in Simplified Chinese. The English sentence is the key: what varies in it (numbers, faces,
 * sides, amounts) is taken over, and a sentence that is not here stays as it came.
 *
 * A test runs every sentence that any rulebook can say of a wager through this file, so none is forgotten.
 */

import { KNOWN, phrases } from "./phrases-house.ts";

type Said = (...parts: string[]) => string | null;
type Phrase = [pattern: RegExp, said: Said];

const COUNTS: Record<string, string> = {
  no: "零",
  one: "一",
  two: "两",
  three: "三",
  four: "四",
  five: "五",
  six: "六",
  seven: "七",
  eight: "八",
  nine: "九",
  ten: "十",
  eleven: "十一",
  twelve: "十二",
};
const THINGS: Record<string, string> = {
  fish: "鱼",
  prawn: "虾",
  gourd: "葫芦",
  coin: "金钱",
  crab: "蟹",
  chicken: "鸡",
  red: "红",
  green: "绿",
  blue: "蓝",
  Small: "小",
  Big: "大",
  Odd: "单",
  Even: "双",
  "Win Line": "赢线",
  "Don't Win": "不赢线",
  Come: "来",
  "Don't Come": "不来",
  "Pass Line": "过线",
  "Don't Pass": "不过线",
};
const COUNT = "(no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const FACE = "(\\d|fish|prawn|gourd|coin|crab|chicken)s?";
const COLOUR = "(red|green|blue)";
const SIDE = "(Small|Big|Odd|Even)";
const NAME = "(Win Line|Don't Win|Come|Don't Come|Pass Line|Don't Pass)";
const MONEY = "\\$?([\\d,]+(?:\\.\\d\\d)?)";

const thing = (text: string): string => THINGS[text] ?? text;
const count = (text: string): string => COUNTS[text] ?? text;
const faces = (much: string, face: string): string =>
  much === "no" ? `未出 ${thing(face)}` : `出了${count(much)}个 ${thing(face)}`;
const dice = (much: string, colour: string): string =>
  much === "no" ? `没有${thing(colour)}色骰` : `${count(much)}颗${thing(colour)}色骰`;
/** Both parts, or nothing where one is not known. */
const both =
  (say: (a: string, b: string) => string): Said =>
  (a, b) => {
    const [one, other] = [inChinese(a!), inChinese(b!)];
    return one !== null && other !== null ? say(one, other) : null;
  };
const inside =
  (say: (a: string) => string): Said =>
  (a) => {
    const one = inChinese(a!);
    return one === null ? null : say(one);
  };

/** Sentences whose halves mean something together only. */
const WHOLE: Phrase[] = [
  [
    /^(.+) (won|lost|went back)(?: \$?([\d.,]+)[^:]*)?: (.+) \(([^()]+)\)$/,
    (name, way, money, why, clause) =>
      both(
        (a, b) =>
          `${a} ${{ won: "赢", lost: "输", "went back": "退回" }[way!]}${money ? ` $${money}` : ""}：${b} (${clause})`,
      )(name!, why!),
  ],
  [
    /^Wins on (.+), loses on (.+), (\d+) gives the stake back; any other roll is its point, which must not come before a 7$/,
    (a, b, n) => both((x, y) => `出 ${x} 赢，出 ${y} 输，出 ${n} 退回；其他即为点数，7 须先出`)(a!, b!),
  ],
  [
    /^Wins on (.+), loses on (.+); any other roll is its point, which must come before a 7$/,
    both((a, b) => `出 ${a} 赢，出 ${b} 输；其他即为点数，须在 7 之前再出`),
  ],
  [/^the dice showed (two|three) colours; one is needed$/, (n) => `骰子有${count(n!)}种颜色；须同为一色`],
];

/** The rest, most particular first; a text is taken apart at full stops and semicolons before. */
const PHRASES: Phrase[] = (
  [
    // numbers: "2, 3 or 12", "4 to 10, no triple"
    [
      /^[\d ,]+(?:(?:or|to) [\d ,]+)*$/,
      (_) => _!.replace(/ to /g, " 至 ").replace(/ or /g, " 或 ").replace(/, /g, "、"),
    ],
    [/^(.+), no triple$/, inside((a) => `${a}（三同除外）`)],
    [/^([\d.]+)% of the stake$/, (n) => `注额的 ${n}%`],
    [/^([\d.]+)% of what it can win$/, (n) => `可赢额的 ${n}%`],
    [/^point (.+)$/, inside((a) => `点数 ${a}`)],
    [/^(\d+) in a row$/, (n) => `连出 ${n} 次`],
    [/^four or more in a row$/, () => "连出四次或以上"],
    [/^four in a row are needed$/, () => "须连出四次"],
    // how a wager wins
    [/^any triple$/, () => "任意三同"],
    [/^three dice of one colour(, not all the same)?$/, (not) => `三颗同色骰${not ? "，不全相同" : ""}`],
    [`^at least one ${COLOUR} die$`, (c) => `至少一颗${thing(c!)}色骰`],
    [
      `^(?:${COUNT} or )?${COUNT} ${COLOUR} (?:die|dice)(, not all the same)?$`,
      (a, b, c, not) => `${a ? `${count(a)}或` : ""}${count(b!)}颗${thing(c!)}色骰${not ? "，不全相同" : ""}`,
    ],
    [`^at least ${COUNT} ${FACE}$`, (n, f) => `至少${count(n!)}个 ${thing(f!)}`],
    [`^${COUNT} ${FACE}$`, (n, f) => `${count(n!)}个 ${thing(f!)}`],
    [`^both (\\d) and (\\d)$`, (a, b) => `${a} 和 ${b} 都出`],
    [/^three different of ([\d, ]+)$/, (list) => `${list!.replace(/, /g, "、")} 中三个不同的数`],
    [/^(hard|easy) (\d+)$/, (way, n) => `${way === "hard" ? "硬" : "软"} ${n}`],
    [/^(easy \d+|\d+) or (easy \d+|\d+)$/, both((a, b) => `${a} 或 ${b}`)],
    [/^its point$/, () => "其点数"],
    [/^(.+), then (.+)$/, both((a, b) => `${a}，其后 ${b}`)],
    [/^Pays when the run it follows has four results or more$/, () => "所跟的连出达四次或以上即赔"],
    [/^a shorter run loses$/, () => "不足则输"],
    [/^[Ww]ins on (.+)$/, inside((a) => `${a} 赢`)],
    [/^anything else loses$/, () => "其余皆输"],
    [/^it stays until one of them comes$/, () => "保留至分出胜负"],
    [/^It costs (.+) to place$/, inside((a) => `投注时付佣金，为${a}`)],
    [/^Its stake is a multiple of (\d+) chips$/, (n) => `注额须为 ${n} 枚筹码的倍数`],
    [
      `^It may (win|be) at most (\\d+(?: to \\d+)?) times the ${NAME} in front of it(, by its point)?$`,
      (of, n, name, by) =>
        `${of === "win" ? "可赢额" : "注额"}最多为前面${thing(name!)}注的 ${n!.replace(" to ", " 至 ")} 倍${by ? "，依点数而定" : ""}`,
    ],
    [/^(.+?) before (.+)$/, both((a, b) => `${a} 先于 ${b}`)],
    // why the dice decided it: by the total
    [/^the (?:total|roll) was (\d+)$/, (n) => `开出 ${n} 点`],
    [/^the (?:total|roll) was (\d+), and a triple made it$/, (n) => `开出 ${n} 点，但为三同`],
    [/^the total was (\d+), which is (odd|even)$/, (n, side) => `开出 ${n} 点，为${side === "odd" ? "单" : "双"}`],
    [/^the total was (\d+), which is on neither side$/, (n) => `开出 ${n} 点，两边都不算`],
    [/^([\d ,]+(?:(?:or|to) [\d ,]+)*) is needed$/, inside((a) => `须 ${a}`)],
    [/^the dice were a triple$/, () => "开出三同"],
    [/^the dice were no triple$/, () => "没有开出三同"],
    [/^the stake came back whole$/, () => "注额全数退回"],
    [/^the rest of it lost$/, () => "其余部分输"],
    // what a wager of a rulebook's own waited for, and what came instead
    [
      /^(\d(?:-\d)*) came(?:, a total of (\d+))?$/,
      (dice, total) => `开出 ${dice!.replace(/-/g, "、")}${total ? `，共 ${total} 点` : ""}`,
    ],
    [/^(\d-\d-\d(?:(?:, | or )\d-\d-\d)*)$/, (rolls) => rolls!.replace(/, /g, "、").replace(/ or /g, " 或 ")],
    [/^triple (\d)$/, (n) => `围骰 ${n}`],
    [/^(.+) was needed$/, inside((a) => `须出 ${a}`)],
    // by the faces
    [/^all three dice showed (\w+)$/, (f) => `三颗都是 ${thing(f!)}`],
    [`^all three dice were ${COLOUR}$`, (c) => `三颗都是${thing(c!)}色`],
    [
      `^all three ${COLOUR} dice showed (\\w+), a triple of its own$`,
      (c, f) => `三颗${thing(c!)}色骰都是 ${thing(f!)}，另算三同`,
    ],
    [/^neither (\d) nor (\d) showed$/, (a, b) => `${a} 和 ${b} 都未出`],
    [`^${COUNT} ${FACE} showed$`, (n, f) => faces(n!, f!)],
    [`^${COUNT} ${FACE} and ${COUNT} ${FACE} showed$`, (n, f, m, g) => `${faces(n!, f!)}、${count(m!)}个 ${thing(g!)}`],
    [`^${COUNT} ${FACE} but no ${FACE} showed$`, (n, f, g) => `${faces(n!, f!)}，未出 ${thing(g!)}`],
    [`^(exactly )?${COUNT} (?:is|are) needed$`, (exactly, n) => `须${exactly ? "恰好" : ""}${count(n!)}个`],
    [`^${COUNT} (?:die was|dice were) ${COLOUR}$`, (n, c) => dice(n!, c!)],
    [`^no die was ${COLOUR}$`, (c) => dice("no", c!)],
    [
      /^(\d) and (\d)(?: and (\d))? are not of the four$/,
      (a, b, c) => `${[a, b, c].filter(Boolean).join("、")} 不在四数之内`,
    ],
    [/^(\d), (\d) and (\d) are not of the four$/, (a, b, c) => `${a}、${b}、${c} 不在四数之内`],
    [/^(\d) is not one of the four$/, (a) => `${a} 不在四数之内`],
    [/^(\d), (\d) and (\d) showed, each one of the four$/, (a, b, c) => `出 ${a}、${b}、${c}，均在四数之内`],
    [/^(\d) and (\d) showed, each one of the four$/, (a, b) => `出 ${a}、${b}，均在四数之内`],
    [/^(\d) showed, which is one of the four$/, (a) => `出 ${a}，在四数之内`],
    [
      /^(\d) showed (once|twice|three times)$/,
      (a, often) => `${a} 出了${{ once: "一", twice: "两", "three times": "三" }[often!]}次`,
    ],
    [/^three different numbers are needed$/, () => "须三个不同的数"],
    // Super Streak
    [
      `^the run of ${SIDE} was ${COUNT} long, the longest there is$`,
      (s, n) => `${thing(s!)}连出${count(n!)}次，已是最长`,
    ],
    [
      `^the run of ${SIDE} went on past ${COUNT}, the longest there is$`,
      (s, n) => `${thing(s!)}连出超过${count(n!)}次，已是最长`,
    ],
    [
      `^the run of ${SIDE} was ${COUNT} long when (.+)$`,
      (s, n, when) => inside((a) => `${thing(s!)}连出${count(n!)}次后${a}`)(when!),
    ],
    [`^no ${SIDE} had followed when (.+)$`, (s, when) => inside((a) => `${thing(s!)}未再出即${a}`)(when!)],
    [/^no run had begun when (.+)$/, inside((a) => `连出尚未开始即${a}`)],
    [`^${SIDE} came$`, (s) => `开${thing(s!)}`],
    [/^a triple came$/, () => "开出三同"],
    [/^a (\d+) came, which is on neither side$/, (n) => `开出 ${n} 点，两边都不算`],
    [/^the equipment failed$/, () => "设备故障"],
    [/^the table was about to close$/, () => "赌桌即将关闭"],
    [/^a run of four pays$/, () => "连出四次即赔"],
    [`^${SIDE}, (\\d+) in a row$`, (s, n) => `${thing(s!)}已连出 ${n} 次`],
    [
      `^${SIDE}, (\\d+) in a row, ([\\d.]+) to ([\\d.]+) if it ends now$`,
      (s, n, pays, per) => `${thing(s!)}已连出 ${n} 次，现在结束则 ${per}赔${pays}`,
    ],
    [/^Takes the side of the next result$/, () => "随下一局结果定边"],
    [`^Window open, follows ${SIDE}$`, (s) => `可投注，跟${thing(s!)}`],
    [
      `^[Aa] run of ${SIDE} (is in progress|has just begun)$`,
      (s, how) => (how === "is in progress" ? `${thing(s!)}正在连出` : `${thing(s!)}刚开始连出`),
    ],
    [/^[Nn]o run has begun$/, () => "连出尚未开始"],
    // craps
    [/^the come-out was (\d+)$/, (n) => `首掷 ${n} 点`],
    [/^a (\d+) on the come-out decides nothing$/, (n) => `首掷 ${n} 点不分胜负`],
    [/^a (\d+) before it has a point decides nothing$/, (n) => `有点数前出 ${n} 不分胜负`],
    [/^(\d+) came before it had a point$/, (n) => `有点数前出 ${n}`],
    [/^(\d+) came before (?:its|the) point (\d+)$/, (n, p) => `${n} 先于点数 ${p} 出现`],
    [/^(?:its|the) point (\d+) was made$/, (p) => `点数 ${p} 再次出现`],
    [/^(\d+) came$/, (n) => `出 ${n}`],
    [
      /^(\d+) came the (hard|easy) way, (\d) and (\d)$/,
      (n, way, a, b) => `以${a}、${b} 出${way === "hard" ? "硬" : "软"} ${n}`,
    ],
    [/^(.+), and 7 before it$/, inside((a) => `${a}，此前已出 7`)],
    [/^(.+), and (\d+) the easy way before it$/, (a, n) => inside((x) => `${x}，此前已出软 ${n}`)(a!)],
    [/^(\d+) the hard way was needed first$/, (n) => `须先出硬 ${n}`],
    [/^(\d+) was needed first$/, (n) => `须先出 ${n}`],
    [`^it was Off when the ${NAME} in front of it was decided$`, (name) => `前面的${thing(name!)}注分出胜负时此注暂停`],
    [/^Called On$/, () => "已请求生效"],
    [/^it counts when staff confirm it$/, () => "员工确认后生效"],
    [/^(On|Off), called by its player$/, (on) => (on === "On" ? "按您的要求生效" : "按您的要求暂停")],
    [/^Off at the come-out$/, () => "首掷时暂停"],
    [`^Pays ${MONEY} on (.+)$`, (money, on) => inside((a) => `出 ${a} 赔 $${money}`)(on!)],
    [/^(Stays|Waits) until (\d+) or 7$/, (_, p) => `保留至出 ${p} 或 7`],
    [/^Next roll only$/, () => "只计下一掷"],
    // a wager that ended without dice
    [/^the round had no result$/, () => "此局无效"],
    [/^it was declared void$/, () => "被宣布无效"],
    [/^it was not a valid wager, so it can win nothing$/, () => "不是有效投注，不能赢"],
    [`^${MONEY} went back to its player$`, (money) => `退回 $${money}`],
    [`^its ${MONEY} went to the house$`, (money) => `$${money} 归赌场`],
    [/^it was above its player's loss limit$/, () => "超过玩家的输额上限"],
    // the round and the table
    [
      `^(Up|Down) ${MONEY}: (.+)$`,
      (way, money, why) => inside((a) => `${way === "Up" ? "净赢" : "净输"} $${money}：${a}`)(why!),
    ],
    [/^Level: (.+)$/, inside((a) => `持平：${a}`)],
    [/^Level$/, () => "持平"],
    [`^you won ${MONEY} and you lost ${MONEY}$`, (a, b) => `赢 $${a}，输 $${b}`],
    [`^you (won|lost) ${MONEY}$`, (way, a) => `${way === "won" ? "赢" : "输"} $${a}`],
    [/^Betting is open for round (\d+)$/, (n) => `第 ${n} 局可投注`],
    [/^Betting is closed \((.+)\)$/, (clause) => `投注已截止 (${clause})`],
    [/^Play has stopped: (.+)$/, (why) => `游戏暂停：${inChinese(why!) ?? why}`],
    [/^This table closes at (\S+) \((.+)\)$/, (at, clause) => `本桌 ${at} 关闭 (${clause})`],
    [/^This table closes after (\d+) more rounds? \((.+)\)$/, (n, clause) => `本桌再玩 ${n} 局后关闭 (${clause})`],
    [/^(.+) is closed$/, (table) => `${table} 已关闭`],
    [/^Seat (\d+) has the dice$/, (n) => `骰子在 ${n} 号座`],
    [/^The stickperson throws$/, () => "由棍手掷骰"],
    [/^The dice are offered to seat (\d+)$/, (n) => `骰子递给 ${n} 号座`],
    [/^Nobody has the dice$/, () => "无人持骰"],
    [/^the puck is Off$/, () => "首掷"],
    [/^the point is (\d+)$/, (n) => `点数为 ${n}`],
    [
      `^The highest stake of ${MONEY} or more shoots \\((.+)\\)$`,
      (money, clause) => `投注最高且不少于 $${money} 者摇骰 (${clause})`,
    ],
    [/^Players shoot in turn \((.+)\)$/, (clause) => `玩家轮流摇骰 (${clause})`],
    [/^after (\d+) seconds the dice start alone$/, (n) => `${n} 秒后自动开始`],
    [
      `^Min ${MONEY}, max ${MONEY}(?:, steps of ${MONEY})?(?: from (\\S+))?$`,
      (a, b, unit, at) => `${at ? `${at} 起` : ""}最低 $${a}，最高 $${b}${unit ? `，每级 $${unit}` : ""}`,
    ],
    [
      `^${MONEY} left (today|this week|this month)$`,
      (money, when) => `${{ today: "今日", "this week": "本周", "this month": "本月" }[when!]}还可输 $${money}`,
    ],
    [`^${MONEY} more may be deposited today$`, (money) => `今日还可存入 $${money}`],
    [`^${MONEY} at (\\d\\d:\\d\\d)$`, (money, at) => `${at} 派出 $${money}`],
    // the people of the demo
    [/^Player with card (\d+)$/, (n) => `玩家，卡 ${n}`],
    ...phrases((text) => inChinese(text)),
  ] as [RegExp | string, Said][]
).map(([pattern, said]) => [typeof pattern === "string" ? new RegExp(pattern) : pattern, said]);

const CHINESE = /[\u4e00-\u9fff]/;
const LATIN = /[A-Za-z]{2}/;

/** A sentence of the server in Chinese; null where it is not known. */
export function inChinese(text: string): string | null {
  const sentence = text.trim().replace(/[.。]$/, "");
  if (CHINESE.test(sentence) && !LATIN.test(sentence)) return sentence;
  return (
    KNOWN[sentence] ??
    among(WHOLE, sentence) ??
    apart(sentence, ". ", "。") ??
    apart(sentence, "; ", "；") ??
    among(PHRASES, sentence)
  );
}

function among(phrases: Phrase[], text: string): string | null {
  for (const [pattern, said] of phrases) {
    const found = pattern.exec(text);
    const words = found && said(...(found.length > 1 ? found.slice(1) : [text]));
    if (words) return words;
  }
  return null;
}

function apart(text: string, at: string, by: string): string | null {
  if (!text.includes(at)) return null;
  const parts = text.split(at).map(inChinese);
  return parts.every((part) => part !== null) ? parts.join(by) : null;
}
