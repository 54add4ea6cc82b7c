/** The house's own sentences in Simplified Chinese: rulebooks and ranks, what the crew is told, and the stories of cases. */

type Said = (...parts: string[]) => string | null;
/** Translates a part of a sentence; null where it is not known. */
type Inner = (text: string) => string | null;

const MONTHS: Record<string, number> = {
  January: 1,
  February: 2,
  March: 3,
  April: 4,
  May: 5,
  June: 6,
  July: 7,
  August: 8,
  September: 9,
  October: 10,
  November: 11,
  December: 12,
};
const date = (day: string, month: string, year: string) => `${year} 年 ${MONTHS[month]} 月 ${day} 日`;

/** What stands for itself, whole. */
export const KNOWN: Record<string, string> = {
  "Sic Bo at The Star, 2024 edition": "星亿骰宝（2024 年版）",
  "Sic Bo at The Star, edition before 2024": "星亿骰宝（2024 年以前版）",
  "Sic Bo at Crown Melbourne, Option A (numbers)": "墨尔本皇冠骰宝，甲式（点数）",
  "Sic Bo at Crown Melbourne, Option B (symbols and colours)": "墨尔本皇冠骰宝，乙式（图案与颜色）",
  "Sic Bo as an electronic table game at The Star": "星亿电子骰宝",
  "Craps at The Star": "星亿花旗骰",
  "NSW Independent Casino Commission": "新南威尔士州独立赌场委员会",
  "Independent Liquor and Gaming Authority": "独立酒类与博彩管理局",
  "Victorian Commission for Gambling and Liquor Regulation": "维多利亚州博彩与酒类监管委员会",
  // ranks and people
  Dealer: "荷官",
  Stickperson: "持棒员",
  Boxperson: "箱员",
  "Games supervisor": "游戏主管",
  "Casino supervisor": "赌场主管",
  "Gaming supervisor": "博彩主管",
  "Gaming Supervisor": "博彩主管",
  "TG Higher Duties Dealer": "高级荷官",
  "TG Area Manager": "区域经理",
  "Tg area manager": "区域经理",
  "TG Assistant Casino Manager": "赌场副经理",
  "Tg assistant casino manager": "赌场副经理",
  "Electronic gaming host": "电子博彩接待",
  "Electronic gaming supervisor": "电子博彩主管",
  "Assistant Gaming Manager": "博彩副经理",
  "Assistant gaming manager": "博彩副经理",
  "Gaming Manager": "博彩经理",
  "Gaming manager": "博彩经理",
  "Casino operator": "赌场经营者",
  Cashier: "出纳",
  "Cage supervisor": "账房主管",
  Inspector: "监察员",
  "Tournament director": "赛事总监",
  Scrutineer: "监票人",
  "Chief operating officer": "首席运营官",
  Player: "玩家",
  Spectator: "旁观者",
  Device: "设备",
  Employee: "员工",
  inspector: "监察员",
  "tg-area-manager": "区域经理",
  Small: "小",
  Big: "大",
  Odd: "单",
  Even: "双",
  fish: "鱼",
  prawn: "虾",
  gourd: "葫芦",
  coin: "金钱",
  crab: "蟹",
  chicken: "鸡",
  // at a seat
  "is to give up the seat": "须让座",
  "has not shown a card": "尚未出示会员卡",
  // how far a round has come
  "the table is closed": "本桌已关",
  "no round is under way": "尚未开局",
  "the dice are tumbled": "已摇骰",
  "bets are being placed": "正在投注",
  "betting is closed": "已停止投注",
  "the dice may not count": "骰子不作数",
  "the dice lie uncovered": "已开盖",
  "the result was called": "已报结果",
  "the result was keyed in": "已输入结果",
  "the shooter is to shoot": "等待掷骰者",
  "the dice are rolling": "骰子在滚动",
  "the dice are in the air": "骰子在空中",
  "the roll was called": "已报点数",
  // equipment
  "the winning areas lit up wrongly": "中奖区域亮灯有误",
  "the winning areas did not light up": "中奖区域未亮灯",
  "the winning areas do not light up": "中奖区域不亮灯",
  "tumbler malfunction": "骰盅失灵",
};

export const phrases = (inner: Inner): [RegExp | string, Said][] => [
  [
    /^do it when (.+)$/,
    (when) => {
      const all = when!.split(" or ").map(inner);
      return all.every(Boolean) ? `须在“${all.join("”或“")}”时` : null;
    },
  ],
  [/^approved (\d+) (\w+) (\d{4})$/, (day, month, year) => `${date(day!, month!, year!)}核准`],
  [
    /^in force with player cards from (\d+) (\w+) (\d{4})$/,
    (day, month, year) => `自 ${date(day!, month!, year!)}起施行，须用会员卡`,
  ],
  [/^version ([\d.]+)$/, (n) => `第 ${n} 版`],
  [/^([\d/., %]+) or ([\d/.%]+)$/, (a, b) => `${a!.replace(/, /g, "、")} 或 ${b}`],
  // what the crew is told
  [/^Nobody can be offered the dice$/, () => "无人可接骰"],
  [/^Seat (\d+) has no line wager$/, (n) => `${n} 号座没有线注`],
  [
    /^Next: seat (\d+)(?:, (Win Line|Don't Win) (\$[\d,.]+))? \(([\d.]+)\)$/,
    (n, line, money, clause) =>
      `下一位：${n} 号座${line ? `，${line === "Win Line" ? "赢线" : "不赢线"} ${money}` : ""} (${clause})`,
  ],
  [/^over the limit, return (\$[\d,.]+)$/, (money) => `超过限额，退回 ${money}`],
  // a table that stands still
  [
    /^(.+), and it was not mended by (\d\d:\d\d:\d\d)$/,
    (what, at) => {
      const it = inner(what!);
      return it && `${it}，${at} 前未修复`;
    },
  ],
  [
    /^(.+) is to be informed of the payment errors above (\$[\d,.]+) of (\d{4}-\d\d)$/,
    (who, money, month) => `须向${inner(who!) ?? who}报告 ${month} 超过 ${money} 的派彩差错`,
  ],
  [/^(\$[\d,.]+) is left to the cage$/, (money) => `${money} 转由账房办理`],
  [/^(\S+) is being detained$/, (who) => `${who} 被留置`],
  [
    /^(credits-wrong|interrupted|display|other): (.+)$/,
    (kind, what) =>
      `${{ "credits-wrong": "余额有误", interrupted: "中断", display: "显示故障", other: "其他" }[kind!]}：${what}`,
  ],
  // stories of cases
  [
    /^([\d, ]+|[a-z, ]+), total (\d+)$/,
    (dice, total) =>
      `${dice!
        .split(", ")
        .map((it) => KNOWN[it] ?? it)
        .join("、")}，共 ${total} 点`,
  ],
  [
    /^(.+) (\$[\d,.]+) placed at seat (\d+)$/,
    (name, money, n) => {
      const it = inner(name!);
      return it && `${n} 号座投 ${it} ${money}`;
    },
  ],
  [/^Player raises it: (.+)$/, (about) => `玩家提出：${about}`],
  [/^Player asks for a review$/, () => "玩家要求复核"],
  [
    /^(.+?) (\S+): (\$[\d,.]+) was due, (\$[\d,.]+) was paid$/,
    (rank, who, due, paid) => {
      const it = inner(rank!);
      return it && `${it} ${who}：应付 ${due}，实付 ${paid}`;
    },
  ],
  [
    /^(.+?) (\S+)(, finally)?: (.+) \((for|against) the player\)$/,
    (rank, who, last, ruling, way) => {
      const it = inner(rank!);
      return it && `${it} ${who}${last ? "（最终）" : ""}：${ruling}（${way === "for" ? "有利" : "不利"}于玩家）`;
    },
  ],
  [
    /^(.+?) (\S+) told the player of the right to complain to (.+)$/,
    (rank, who, where) => {
      const [it, to] = [inner(rank!), inner(where!)];
      return it && `${it} ${who} 已告知玩家可向${to ?? where}投诉`;
    },
  ],
  [
    /^(\S+) complains to (.+?) of (?:dispute|table|promotion|tournament) (.+?): (.+)$/,
    (who, where, of, what) => `${who} 就 ${of} 向${inner(where!) ?? where}投诉：${what}`,
  ],
  [/^Player complained to (.+?): (.+)$/, (where, what) => `玩家向${inner(where!) ?? where}投诉：${what}`],
  [
    /^(.+?) (\S+) complained to (.+?): (.+)$/,
    (rank, who, where, what) => {
      const it = inner(rank!);
      return it && `${it} ${who} 代玩家向${inner(where!) ?? where}投诉：${what}`;
    },
  ],
  [
    /^(.+?) (\S+) enquired: (.+)$/,
    (rank, who, found) => {
      const it = inner(rank!);
      return it && `${it} ${who} 查询：${found}`;
    },
  ],
  [
    /^(.+?) (\S+), (identify|contact|liaise|reimburse|demand): (.+)$/,
    (rank, who, how, what) => {
      const it = inner(rank!);
      return (
        it &&
        `${it} ${who}，${{ identify: "辨认", contact: "联络", liaise: "协调", reimburse: "补偿", demand: "追讨" }[how!]}：${what}`
      );
    },
  ],
  [
    /^(.+?) (\S+) (took back|paid) (\$[\d,.]+), (\$[\d,.]+) left$/,
    (rank, who, way, money, rest) => {
      const it = inner(rank!);
      return it && `${it} ${who} ${way === "paid" ? "补付" : "收回"} ${money}，余 ${rest}`;
    },
  ],
  [
    /^(.+?) (\S+) told the regulator$/,
    (rank, who) => {
      const it = inner(rank!);
      return it && `${it} ${who} 已报告监管机构`;
    },
  ],
];
