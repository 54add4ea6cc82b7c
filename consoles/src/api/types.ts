// Written by tools/typescript.py from the server's own records. Do not edit.

/** Whole cents. */
export type Cents = number;

/** A moment in ISO 8601, with its time zone. */
export type Moment = string;

/** Something that has happened. */
export interface HouseEvent {
  event: string;
  at: Moment;
  by: string;
  role: string;
  cause: string;
  clause: string;
  [field: string]: unknown;
}

export interface Text {
  en: string;
  zh: string;
}

export interface SideView {
  name: Text;
  symbol: string;
  colour: string;
}

export interface DiceLook {
  kind: "ivory" | "red" | "symbols";
  sides: SideView[];
}

export interface BandView {
  id: string;
  y: number;
  h: number;
  name: Text;
}

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Face {
  kind: "colour" | "dice" | "ladder" | "laid" | "number" | "symbol" | "word";
  dice: number[];
  value: number;
  number: number;
  symbol: string;
  colour: string;
  count: number;
  axis: string[];
  rungs: number[];
  named: boolean;
  least: number;
}

export interface PayLine {
  when: string;
  odds: string;
  short: string;
  part: string;
  wins: number[];
}

export interface AreaView {
  id: string;
  family: string;
  band: string;
  order: number;
  x: number;
  y: number;
  w: number;
  h: number;
  parts: Rect[];
  chip: [number, number];
  face: Face;
  name: Text;
  odds: string;
  short: string;
  pays: PayLine[];
  says: string;
  how: Text;
  chance: string;
  chance_percent: string;
  returns: string;
  return_percent: string;
  clause: string;
  multi_roll: boolean;
  streak: boolean;
  optional: boolean;
  behind: string;
  units: number;
  stakes: number[];
  paid_back: string[];
  note: Text;
  totals: number[];
  commission: string;
  can_be_off: boolean;
}

export interface BoxView {
  number: number;
  x: number;
  y: number;
  w: number;
  h: number;
  puck: [number, number];
  spots: Record<string, [number, number]>;
}

export interface ColourMark {
  letter: string;
  shape: "circle" | "square" | "triangle";
}

export interface CalledView {
  total: number;
  words: Text;
  say: Text;
}

export interface LayoutView {
  table: string;
  rulebook: string;
  rulebook_name: string;
  rulebook_hash: string;
  document: string;
  kind: "craps" | "dealt" | "electronic";
  felt: "craps" | "laid" | "sicbo" | "symbols";
  dice: number;
  faces: string[];
  look: DiceLook;
  roads: ("parity" | "size")[];
  w: number;
  h: number;
  gap: number;
  radius: number;
  min_px_per_unit: number;
  bands: BandView[];
  areas: AreaView[];
  boxes: BoxView[];
  colours: Record<string, ColourMark>;
  chips: number[];
  seats: number;
  streak_price: number;
  no_result: Text;
  calls: Record<string, CalledView>;
}

export interface RuleLine {
  words: Text;
  clause: string;
}

export interface RuleSection {
  id: string;
  title: Text;
  lines: RuleLine[];
}

export interface TableRules {
  table: string;
  rulebook: string;
  rulebook_name: string;
  edition: string;
  regulator: string;
  hash: string;
  clause: string;
  copy: string;
  sections: RuleSection[];
}

export interface LimitsView {
  minimum: number;
  maximum: number;
  unit: number;
}

export interface SignView {
  every: LimitsView;
  wagers: Record<string, LimitsView>;
  player: number;
  area: number;
}

export interface ComingLimits {
  sign: SignView;
  at: Moment;
  words: string;
}

export interface ClosingView {
  since: Moment;
  at: Moment | null;
  rounds: number;
  words: string;
}

export interface ResultView {
  round: number;
  dice: number[];
  total: number;
  words: Text;
  lit: string[];
  at: Moment | null;
}

export interface Bead {
  dice: number[];
  total: number;
  size: "" | "big" | "small" | "triple";
  parity: "" | "even" | "odd" | "triple";
  seven: boolean;
}

export interface Statistics {
  results: number;
  small: number;
  big: number;
  odd: number;
  even: number;
  triples: number;
  faces: number[];
  totals: Record<string, number>;
}

export interface PointView {
  point: number;
  ended: "made" | "open" | "seven";
}

export interface Refusal {
  why: string;
  clause: string;
  message: string;
  next: string;
  zh: string;
  says: string;
  about: Text;
}

export interface ClosedArea {
  area: string;
  refused: Refusal;
}

export interface StreakView {
  area: string;
  side: string;
  count: number;
  window: boolean;
  live: number;
  words: string;
}

export interface PuckView {
  on: boolean;
  point: number;
}

export interface MarkerView {
  name: Text;
  says: Text;
}

export interface HandView {
  shooter: number;
  stick: boolean;
  offered: number;
  pair: number[];
  missing: number[];
  rolls: number;
  words: string;
}

export interface ShootView {
  seat: number;
  by: Moment | null;
  rule: string;
}

export interface JackpotView {
  pool: string;
  amount: number;
  won: number;
  won_at: Moment | null;
  words: string;
}

export interface SealView {
  commitment: string;
  opened_round: number;
  opened: string;
  salt: string;
  dice: number[];
}

export interface TableView {
  table: string;
  rulebook: string;
  kind: "craps" | "dealt" | "electronic";
  now: Moment;
  phase: string;
  call: Text;
  ring: "closed" | "idle" | "open" | "result";
  betting: boolean;
  round: number;
  since: Moment;
  ends: Moment | null;
  period: number;
  window_ends: Moment | null;
  sign: SignView;
  coming: ComingLimits | null;
  closing: ClosingView | null;
  closing_clause: string;
  last: ResultView | null;
  shown: ResultView | null;
  history: Bead[];
  statistics: Statistics;
  points: PointView[];
  closed: ClosedArea[];
  streaks: StreakView[];
  puck: PuckView | null;
  markers: MarkerView[];
  hand: HandView | null;
  shoot: ShootView | null;
  jackpots: JackpotView[];
  stopped: string;
  seal: SealView;
  seats: number[];
  totals: Record<string, number>;
  message: string;
}

export interface CardView {
  number: string;
  valid: boolean;
}

export interface ChecksView {
  colour: string;
  count: number;
  value: number;
  marked: boolean;
}

export interface WagerView {
  id: string;
  wager: string;
  name: string;
  stake: number;
  commission: number;
  excess: number;
  state: string;
  point: number;
  count: number;
  ends_now: number | null;
  working: boolean;
  called: boolean | null;
  asked: boolean;
  behind: string | null;
  chips: "colour" | "token" | "value";
  colour: string;
  words: string;
  clause: string;
  remove: Refusal | null;
}

export interface DecisionView {
  id: string;
  wager: string;
  name: string;
  result: string;
  stake: number;
  winnings: number;
  returned: number;
  extra: number;
  net: number;
  words: string;
  sentence: string;
  clause: string;
}

export interface RoundView {
  round: number;
  at: Moment;
  dice: number[];
  total: number;
  decided: DecisionView[];
  won: number;
  lost: number;
  net: number;
  words: string;
}

export interface RepeatView {
  wager: string;
  stake: number;
  chips: "colour" | "token" | "value";
  colour: string;
}

export interface OwnDispute {
  id: string;
  bet: string;
  words: Text;
  ruling: string;
  complaint: string;
  can: Record<string, Refusal | null>;
}

export interface LimitLeft {
  limit: string;
  amount: number | null;
  used: number;
  left: number | null;
  words: string;
}

export interface SetApart {
  place: string;
  amount: number;
}

export interface HouseDispute {
  kind: "promotion" | "table" | "tournament";
  of: string;
  dispute: string;
  about: string;
  words: Text;
  ruling: string;
}

export interface ChoiceView {
  value: string | number | boolean;
  name: Text;
  more: string;
}

export interface FieldView {
  key: string;
  kind: "chips" | "count" | "day" | "dice" | "moment" | "money" | "name" | "one" | "pin" | "some" | "sums" | "text" | "tick";
  name: Text;
  needed: boolean;
  value: string | number | boolean | null;
  choices: ChoiceView[];
  count: number;
}

export interface ActView {
  id: string;
  key: string;
  do: string;
  to: string;
  name: Text;
  words: Text;
  icon: string;
  given: Record<string, unknown>;
  asks: boolean;
  fields: FieldView[];
  grave: boolean;
  refused: Refusal | null;
}

export interface OwnComplaint {
  id: string;
  of: string;
  words: string;
  regulator: string;
  state: Text;
  outcome: string;
  read: ActView | null;
}

export interface PlayerView {
  account: number;
  limits: LimitLeft[];
  set_apart: SetApart[];
  not_covered: string[];
  played_today: number;
  reality_minutes: number;
  net_today: number;
  paused: Moment | null;
  resting: Moment | null;
  disputes: HouseDispute[];
  complaints: OwnComplaint[];
}

export interface SeatView {
  table: string;
  seat: number;
  person: string;
  card: CardView | null;
  credits: boolean;
  rack: number;
  tokens: number;
  checks: ChecksView[];
  staked: number;
  working: number;
  aside: number;
  personal: LimitsView | null;
  headroom: number | null;
  wagers: WagerView[];
  room: Record<string, number>;
  last: RoundView | null;
  repeat: RepeatView[];
  can: Record<string, Refusal | null>;
  shooter: boolean;
  offered: boolean;
  must_leave: boolean;
  fault: string;
  paused: Moment | null;
  disputes: OwnDispute[];
  player: PlayerView | null;
}

export interface DutyView {
  position: Text;
  staff: string;
  since: Moment;
  relief: string;
  late: boolean;
}

export interface PracticeView {
  on: boolean;
  refused: Refusal | null;
}

export interface KeyView {
  do: string;
  key: "" | "enter" | "no-more-bets" | "no-result" | "offer" | "shake" | "throw";
  name: Text;
  state: "alarm" | "current" | "done" | "not yet";
  words: Text;
  at: Moment | null;
  gives: Record<string, unknown>[];
  refused: Refusal | null;
}

export interface EntryView {
  gives: string[];
  corrects: boolean;
  clause: string;
}

export interface CallView {
  head: Text;
  words: Text;
  more: Text;
  clause: string;
}

export interface StakeView {
  id: string;
  wager: string;
  name: string;
  point: number;
  stake: number;
  chips: "colour" | "token" | "value";
  colour: string;
  called: boolean | null;
  buttons: ("" | "buy" | "dont-place" | "lay" | "off" | "on")[];
}

export interface DealerSeat {
  seat: number;
  taken: boolean;
  card_shown: boolean;
  staked: number;
  wagers: StakeView[];
  colours: Record<string, number>;
  warned: boolean;
  idle: number;
  personal: boolean;
  shooter: boolean;
  words: string;
}

export interface PillView {
  bet: string;
  area: string;
  box: number;
  seat: number;
  amount: number;
  colour: string;
  state: "called" | "lost" | "off" | "paid" | "returned" | "stands" | "to pay";
}

export interface LayView {
  do: string;
  late: boolean;
  given: Record<string, unknown>;
  words: Text;
}

export interface LiveStreak {
  seat: number;
  count: number;
  pays: string;
}

export interface StreakCall {
  area: string;
  sides: Text;
  state: "none" | "open" | "opens next" | "runs";
  follows: Text;
  price: number;
  clause: string;
  live: LiveStreak[];
}

export interface ReturnView {
  seat: number;
  amount: number;
}

export interface VoidedView {
  words: Text;
  at: Moment;
  back: ReturnView[];
  forfeited: ReturnView[];
}

export interface PaidWager {
  wager: string;
  name: string;
  point: number;
  amount: number;
  more: Text;
}

export interface LostWager {
  wager: string;
  name: string;
  point: number;
  stake: number;
}

export interface ChipStack {
  value: number;
  colour: string;
  count: number;
}

export interface PaidMark {
  amount: number;
  by: string;
  at: Moment;
}

export interface PayView {
  seat: number;
  winnings: number;
  collected: number;
  stakes: number;
  words: string;
  wagers: PaidWager[];
  lost: LostWager[];
  stacks: ChipStack[];
  exact: string;
  due: number;
  paid: PaidMark | null;
}

export interface PaySums {
  paid: number;
  to_pay: number;
  take_back: number;
  lost: number;
  seats: number;
}

export interface MoveView {
  seat: number;
  marker: string;
  words: Text;
  clause: string;
}

export interface CallRow {
  bet: string;
  seat: number;
  kind: "declared" | "in the air" | "off" | "on";
  wager: string;
  name: string;
  stake: number;
  words: Text;
  clause: string;
  do: string;
  refused: Refusal | null;
}

export interface TillLine {
  id: string;
  at: Moment;
  by: string;
  seat: number;
  words: Text;
  undone: boolean;
  undo: ActView | null;
}

export interface NoticeView {
  id: string;
  to: string;
  about: string;
  due: Moment;
  clause: string;
  refused: Refusal | null;
}

export interface ReasonView {
  reason: string;
  clause: string;
  must: boolean;
}

export interface ChipLine {
  value: number;
  count: number;
  sum: number;
}

export interface FillView {
  slip: string;
  title: Text;
  words: Text;
  chips: ChipLine[];
  acts: ActView[];
}

export interface NextShooter {
  seat: number;
  words: string;
}

export interface DealerView {
  table: string;
  revision: number;
  role: string;
  role_name: string;
  crew: DutyView[];
  practice: PracticeView | null;
  keys: KeyView[];
  entry: EntryView | null;
  shown: number[];
  dice: number[];
  entered: boolean;
  call: CallView;
  seats: DealerSeat[];
  staked: number;
  wagers: number;
  pills: PillView[];
  lit: string[];
  lay: LayView;
  streaks: StreakCall[];
  voided: VoidedView | null;
  pay: PayView[];
  sums: PaySums;
  settled: boolean;
  winnings: number;
  collected: number;
  moves: MoveView[];
  calls: CallRow[];
  till: TillLine[];
  notices: NoticeView[];
  reasons: ReasonView[];
  void_words: Text;
  colours: Record<string, number>;
  tray: number;
  fills: FillView[];
  next_shooter: NextShooter | null;
  wrong: ActView[];
  acts: ActView[];
  seat_acts: ActView[];
  can: Record<string, Refusal | null>;
}

export interface DisplayView {
  table: string;
  numbers: number[][];
  lit: string[];
  limits: string;
  limits_by_wager: Record<string, string>;
  notice: string;
  shooting: string;
  jackpot: string;
}

export interface EntryLine {
  seq: number;
  table: string;
  no: number;
  at: Moment;
  kinds: ("correction" | "house" | "notice" | "refusal" | "round")[];
  words: string;
  more: number;
  who: string;
  clause: string;
  hash: string;
}

export interface EntryLines {
  lines: EntryLine[];
  older: number;
  last: number;
}

export interface EventLine {
  words: string;
  clause: string;
  decided: string[];
  body: unknown;
}

export interface PostingLine {
  account: string;
  amount: number;
}

export interface JournalEntry {
  line: EntryLine;
  id: string;
  stream: string;
  prev: string;
  command: unknown;
  happened: EventLine[];
  refused: unknown;
  postings: PostingLine[];
  sum: number;
}

export interface WorkerView {
  position: Text;
  staff: string;
}

export interface RollTold {
  dice: number[];
  total: number;
}

export interface StepView {
  at: Moment;
  seq: number;
  words: string;
  gist: string;
  clause: string;
  refused: boolean;
  check: "" | "agrees" | "differs";
  checked: string;
}

export interface SettledView {
  seat: number;
  name: string;
  result: string;
  stake: number;
  returned: number;
  net: number;
  words: string;
  clause: string;
  due: number | null;
}

export interface ToldView {
  table: string;
  rulebook: string;
  document: string;
  round: number;
  over: boolean;
  began: Moment | null;
  ended: Moment | null;
  crew: WorkerView[];
  rolls: RollTold[];
  faces: string[];
  look: DiceLook;
  first: number;
  last: number;
  head: string;
  steps: StepView[];
  settled: SettledView[];
  decided: number;
  postings: number;
  again: number;
  equal: number;
  auditor: string;
  program: string;
  rulebook_hash: string;
  same_rulebook: boolean;
  earlier: number;
  later: number;
}

export interface ReportLine {
  name: string;
  says: string;
  of_patrons: boolean;
}

export interface ReportList {
  reports: ReportLine[];
}

export interface ReportColumn {
  title: string;
  right: boolean;
  kind: "cents" | "count" | "day" | "moment" | "money" | "share" | "text" | "time" | "yes";
}

export interface ReportNote {
  text: string;
  clause: string;
}

export interface ReportView {
  name: string;
  title: string;
  scope: string;
  columns: ReportColumn[];
  rows: string[][];
  count: number;
  totals: string[];
  notes: ReportNote[];
}

export interface ReadingInForce {
  key: string;
  id: string;
  asks: string;
  clauses: string[];
  chosen: string;
  says: string;
  shipped: boolean;
  why: string;
}

export interface RulesInForce {
  table: string;
  rulebook: string;
  name: string;
  document: string;
  hash: string;
  program: string;
  over: string[];
  readings: ReadingInForce[];
}

export interface Rules {
  version: string;
  program: string;
  tables: RulesInForce[];
  documents: string[];
}

export interface ClauseView {
  clause: string;
  gist: string;
  topic: string;
  kind: string;
  status: string;
  where: string;
  tests: string[];
}

export interface ClauseMatrix {
  document: string;
  clauses: ClauseView[];
}

export interface OddsBook {
  id: string;
  name: string;
  document: string;
  hash: string;
  over: number;
}

export interface OddsBooks {
  books: OddsBook[];
}

export interface Figure {
  exact: string;
  read: string;
}

export interface EndView {
  label: string;
  result: string;
  chance: Figure;
  back: string;
}

export interface WagerOdds {
  id: string;
  ids: string[];
  names: Text[];
  wager: string;
  family: string;
  name: Text;
  clause: string;
  gist: string;
  pays: string;
  how: Text;
  example: Text;
  returns: Figure;
  shipped: Figure | null;
  over: boolean;
  edge: Figure;
  bar: number;
  wins: Figure;
  loses: Figure;
  pushes: Figure;
  deviation: string;
  rolls: Figure;
  ends: EndView[];
}

export interface OddsView {
  id: string;
  name: string;
  document: string;
  hash: string;
  trial: Record<string, string>;
  wagers: WagerOdds[];
  over: number;
}

export interface WorthLine {
  of: string;
  figure: Figure;
  over: boolean;
}

export interface OptionView {
  value: string;
  says: string;
  shipped: boolean;
  worth: WorthLine[];
}

export interface ReadingView {
  key: string;
  id: string;
  asks: string;
  clauses: string[];
  why: string;
  moves: string[];
  options: OptionView[];
}

export interface ReadingsView {
  rulebook: string;
  readings: ReadingView[];
}

export interface StakeLine {
  id: string;
  name: string;
  returns: Figure;
  stakes: string;
  worst: Figure;
  minimum: number;
  unit: number;
}

export interface StakesView {
  rulebook: string;
  chip: number;
  rounding: "down" | "exact" | "up";
  clause: string;
  lines: StakeLine[];
  minimum: number;
  unit: number;
}

export interface BarView {
  least: number;
  most: number;
  chance: string;
  share: number;
}

export interface SessionView {
  wager: string;
  name: Text;
  stake: number;
  outlay: number;
  rounds: number;
  returns: Figure;
  ahead: Figure;
  even: Figure;
  behind: Figure;
  mean: string;
  deviation: string;
  middle: number;
  low: number;
  high: number;
  bars: BarView[];
  ruined: Figure | null;
  shows: number;
  favours: "" | "house" | "player";
}

export interface SeatsFacts {
  round: number;
  promised: string;
  seed: string;
}

export interface TournamentTable {
  table: string;
  state: "closed" | "held" | "open" | "over" | "paused";
  spin: number;
  playing: number;
  seats: number[];
}

export interface EntrantView {
  number: number;
  standing: "disqualified" | "entered" | "out" | "playing" | "retired" | "through" | "withdrawn";
  round: number;
  table: string;
  seat: number;
  bank: number;
  last: number;
  place: number;
  goes: "" | "behind" | "best" | "first" | "prize";
  short: number;
  secrets_left: number;
  sealed: number;
  warned: number;
  prize: number;
}

export interface TournamentView {
  id: string;
  name: string;
  rulebook: string;
  phase: "between" | "cancelled" | "finished" | "planned" | "playing";
  over: string;
  version: number;
  starts: Moment;
  entered: number;
  playing: number;
  round: number;
  rounds: number;
  final: boolean;
  spins: number;
  minutes: number;
  ends: Moment | null;
  paused: boolean;
  top: number;
  best: number;
  bank: number;
  minimum: number;
  compulsory: number;
  secrets_each: number;
  secrets_left: number;
  sealed: number;
  pool: number;
  line: number;
  line_bank: number;
  reserved: string[];
  seats: SeatsFacts[];
  tables: TournamentTable[];
  entrants: EntrantView[];
}

export interface LeaderboardView {
  now: Moment;
  time_zone: string;
  tournament: TournamentView;
}

export interface SheetSection {
  title: string;
  facts: [string, string][];
  texts: string[];
  columns: string[];
  rows: string[][];
}

export interface DrawFacts {
  committed: string;
  sealed: string;
  word: string;
  scrutineer: string;
  secret: string;
  seed: string;
  at: Moment | null;
  entries: number;
  persons: number;
}

export interface WinnerLine {
  prize: number;
  name: string;
  value: number;
  entry: number;
  awarded: boolean;
}

export interface PromotionPage {
  now: Moment;
  id: string;
  name: string;
  rulebook: string;
  version: number;
  stage: Text;
  over: string;
  results: string;
  sections: SheetSection[];
  draw: DrawFacts;
  winners: WinnerLine[];
}

export interface ProblemLine {
  said: string;
  clause: string;
}

export interface TermsChecked {
  kind: string;
  id: string;
  name: string;
  file: ActView;
  problems: ProblemLine[];
  sections: SheetSection[];
}

export interface DueLine {
  at: Moment;
  of: string;
  what: string;
  clause: string;
  late: boolean;
}

export interface PromotionLine {
  id: string;
  name: string;
  version: number;
  stage: Text;
  at: Moment | null;
}

export interface PrizesView {
  now: Moment;
  due: DueLine[];
  tournaments: PromotionLine[];
  promotions: PromotionLine[];
}

export interface Milestone {
  what: string;
  at: Moment | null;
}

export interface EntrantRecord {
  number: number;
  person: string;
  standing: string;
  accepted: number;
  briefed: boolean;
  staff: boolean;
  publicity: boolean;
  substitute_of: string;
  paid: number;
  bank: number;
  warned: number;
  owed: number;
}

export interface RulingRecord {
  person: string;
  table: string;
  about: string;
  decision: string;
  advised: boolean;
}

export interface SeatsProof {
  round: number;
  promised: string;
  seed: string;
  agrees: boolean | null;
}

export interface TournamentRecord {
  now: Moment;
  board: TournamentView;
  milestones: Milestone[];
  director: string;
  deputies: string[];
  away: string;
  entrants: EntrantRecord[];
  refused: [string, string][];
  rulings: RulingRecord[];
  seats: SeatsProof[];
  results: string;
  due: DueLine[];
  sections: SheetSection[];
}

export interface AttemptLine {
  at: Moment;
  channel: Text;
  reached: boolean;
  said: string;
}

export interface WonRecord {
  number: number;
  name: string;
  value: number;
  person: string;
  entry: number;
  told_by: Moment | null;
  attempts: AttemptLine[];
  awarded: Moment | null;
}

export interface ClaimRecord {
  person: string;
  prize: number;
  at: Moment;
  denied: string;
  met: boolean;
}

export interface DisputeRecord {
  person: string;
  about: string;
  decision: string;
  advised: boolean;
}

export interface PromotionRecord {
  page: PromotionPage;
  milestones: Milestone[];
  proposed: boolean;
  entries: [string, number][];
  more: number;
  shut_out: [string, string][];
  agrees: boolean | null;
  won: WonRecord[];
  claims: ClaimRecord[];
  disputes: DisputeRecord[];
  due: DueLine[];
}

export interface WatchOf {
  as: "cage" | "claimant" | "dealer" | "director" | "display" | "entrant" | "inspector" | "pit" | "player" | "promotions";
  table?: string | null;
  seat?: number | null;
  card?: string | null;
  of?: string | null;
  entrant?: number | null;
  more?: boolean;
}

export interface WatchFrame {
  watch: WatchOf;
}

export interface GiveFrame {
  give: TableCommand | HouseCommand;
  to: string;
  n: number;
}

export interface FormOf {
  id: string;
  seat?: number | null;
}

export interface AskFrame {
  ask: FormOf;
  n: number;
}

export interface TableFrame {
  table: TableView;
}

export interface SeatFrame {
  seat: SeatView;
}

export interface DealerFrame {
  dealer: DealerView;
}

export interface DisplayFrame {
  display: DisplayView;
}

export interface TotalsView {
  tables: number;
  drop: number;
  win: number;
  hold: string;
  theory: number;
  within: number;
}

export interface TagView {
  tone: "amber" | "brass" | "coral" | "mint" | "plain" | "sky";
  icon: string;
  words: Text;
  at: Moment | null;
}

export interface FiguresView {
  drop: number;
  win: number | null;
  hold: string;
  tray: number;
  turnover: number | null;
}

export interface TheoryView {
  since: Moment;
  results: number;
  win: number;
  theory: number;
  within: number;
  outside: boolean;
  edge: string;
}

export interface PitLine {
  table: string;
  rulebook: string;
  kind: "craps" | "dealt" | "electronic";
  call: TagView;
  ends: Moment | null;
  open: boolean;
  stopped: string;
  seats: number;
  taken: number;
  limits: LimitsView;
  pace: number;
  figures: FiguresView;
  theory: TheoryView | null;
  tags: TagView[];
}

export interface RatingView {
  card: string;
  table: string;
  seat: number;
  here: boolean;
  minutes: number;
  average_bet: number;
  theory: number;
  win: number;
  comps: number | null;
}

export interface RatingsView {
  players: number;
  comps_percent: number | null;
  lines: RatingView[];
}

export interface NeedView {
  table: string;
  case: string;
  tone: "amber" | "brass" | "coral" | "mint" | "plain" | "sky";
  icon: string;
  title: Text;
  words: Text;
  since: Moment | null;
  up_at: Moment | null;
  up: boolean;
  sounds: boolean;
}

export interface RunningNotice {
  table: string;
  at: Moment | null;
  title: Text;
  words: Text;
  since: Moment | null;
}

export interface PitSeat {
  seat: number;
  taken: boolean;
  staked: number;
  marks: TagView[];
}

export interface PersonalView {
  seat: number;
  limits: LimitsView;
  end: ActView;
}

export interface RosterLineView {
  position: Text;
  staff: string;
  since: Moment;
  until: Moment;
  missed: boolean;
  drop: ActView;
}

export interface StaffBreakView {
  staff: string;
  until: Moment;
  over: boolean;
}

export interface CrewView {
  duties: DutyView[];
  roster: RosterLineView[];
  breaks: StaffBreakView[];
  acts: ActView[];
}

export interface StoryLine {
  at: Moment;
  words: string;
  wager: Text;
}

export interface EvidenceLine {
  at: Moment;
  by: Text;
  entry: number;
  words: string;
  clause: string;
  refused: boolean;
  stake: number | null;
  returned: number;
}

export interface EvidenceView {
  round: number;
  over: boolean;
  seat: number;
  look: DiceLook;
  dice: number[];
  total: number;
  keyed_by: Text | null;
  keyed_at: Moment | null;
  stakes: number;
  returned: number;
  lines: EvidenceLine[];
}

export interface CaseView {
  case: string;
  tone: "amber" | "brass" | "coral" | "mint" | "plain" | "sky";
  icon: string;
  title: Text;
  words: Text;
  story: StoryLine[];
  note: Text;
  acts: ActView[];
  evidence: EvidenceView | null;
}

export interface OpenedTable {
  table: string;
  rulebook: string;
  role: string;
  round: number;
  call: TagView;
  ends: Moment | null;
  kind: "craps" | "dealt" | "electronic";
  seats: PitSeat[];
  sign: SignView;
  coming: ComingLimits | null;
  closing: ClosingView | null;
  personal: PersonalView[];
  figures: FiguresView;
  theory: TheoryView | null;
  crew: CrewView;
  pace: number;
  over: ChoiceView[];
  cases: CaseView[];
  acts: ActView[];
  more: ActView[];
}

export interface PitView {
  now: Moment;
  name: string;
  role: string;
  running: number;
  seats: number;
  taken: number;
  totals: TotalsView;
  tables: PitLine[];
  ratings: RatingsView;
  needs: NeedView[];
  notices: RunningNotice[];
  opened: OpenedTable | null;
}

export interface PitFrame {
  pit: PitView;
}

export interface DeskCard {
  number: string;
  form: string;
  membership: string;
  state: "good" | "locked" | "suspended";
  words: Text;
}

export interface DeskLimit {
  limit: string;
  name: Text;
  amount: number | null;
  used: number;
  left: number | null;
  until: Moment;
  coming: boolean;
  coming_amount: number | null;
  coming_since: Moment | null;
  declined: Moment | null;
  set: ActView;
  remove: ActView;
  decline: ActView;
  cancel: ActView | null;
}

export interface DeskSeen {
  words: Text;
  at: Moment;
}

export interface PatronDesk {
  name: string;
  card: DeskCard | null;
  balance: number;
  paused: Moment | null;
  limits: DeskLimit[];
  not_covered: string[];
  deposits: ActView[];
  withdrawals: ActView[];
  cards: ActView[];
  identity: Text;
  identified: boolean;
  seen: DeskSeen[];
  identity_acts: ActView[];
  resting: Moment | null;
  excluded: Text[];
  care: ActView[];
}

export interface ColourLine {
  table: string;
  colour: string;
  count: number;
  value: number;
  amount: number;
  act: ActView;
}

export interface DeskTag {
  tone: "amber" | "coral" | "mint" | "plain";
  icon: string;
  words: Text;
}

export interface DeskLine {
  id: string;
  title: Text;
  words: Text;
  amount: number;
  at: Moment | null;
  tags: DeskTag[];
  acts: ActView[];
}

export interface SlipHand {
  did: Text;
  by: string;
  at: Moment | null;
}

export interface SlipView {
  id: string;
  kind: "credit" | "fill";
  title: Text;
  table: string;
  amount: number;
  chips: ChipLine[];
  hands: SlipHand[];
  tags: DeskTag[];
  acts: ActView[];
}

export interface ClosingStep {
  done: boolean;
  words: Text;
  at: Moment | null;
  act: ActView | null;
}

export interface ClosingLine {
  name: Text;
  amount: number;
}

export interface ClosingDesk {
  table: string;
  steps: ClosingStep[];
  lines: ClosingLine[];
  hold: string;
  differences: Text[];
  reconciled: boolean;
}

export interface CageView {
  now: Moment;
  house: string;
  name: string;
  role: string;
  cash: number;
  chips: number;
  unbalanced: string;
  asked: string;
  patron: PatronDesk | null;
  no_patron: Refusal | null;
  register: ActView[];
  chip_values: number[];
  chip_acts: ActView[];
  colours: ColourLine[];
  tickets: DeskLine[];
  tickets_owed: number;
  tickets_out: number;
  pay_ticket: ActView;
  vouchers: DeskLine[];
  issue_voucher: ActView;
  payouts: DeskLine[];
  inquiries: DeskLine[];
  slips: SlipView[];
  past_slips: SlipView[];
  boxes: DeskLine[];
  closings: ClosingDesk[];
  notices: DeskLine[];
  tray_acts: ActView[];
  stock_acts: ActView[];
  pay_acts: ActView[];
  jackpots: DeskLine[];
  offer_jackpot: ActView;
  policy_acts: ActView[];
}

export interface CageFrame {
  cage: CageView;
}

export interface InspectedTable {
  table: string;
  rulebook: string;
  rulebook_hash: string;
  program: string;
  phase: string;
  round: number;
  seats: number;
  wagers: number;
  stopped: string;
  halted: boolean;
}

export interface DueNotice {
  id: string;
  at: string;
  to: string;
  about: string;
  due: Moment;
  overdue: boolean;
  clause: string;
  can: Refusal | null;
}

export interface ComplaintLine {
  id: string;
  of: string;
  person: string;
  words: string;
  about: string;
  ruling: string;
  regulator: string;
  lodged: Moment;
  outcome: string;
  upheld: boolean;
  told: boolean;
  clause: string;
}

export interface CheckpointView {
  at: Moment;
  entries: number;
  key: string;
}

export interface CopyView {
  file: string;
  at: Moment;
  entries: number;
  agrees: boolean;
}

export interface FaultView {
  first: number;
  last: number;
  where: string;
  why: string;
}

export interface ProofView {
  state: "broken" | "failed" | "never" | "running" | "stands";
  entries: number;
  head: string;
  root: string;
  at: Moment | null;
  read: number;
  of: number;
  seal: CheckpointView | null;
  copies: CopyView[];
  faults: FaultView[];
  more: number;
  why: string;
}

export interface InspectorView {
  house: string;
  time_zone: string;
  now: Moment;
  revision: number;
  version: string;
  program: string;
  tables: InspectedTable[];
  notices: DueNotice[];
  complaints: ComplaintLine[];
  proof: ProofView;
}

export interface InspectorFrame {
  inspector: InspectorView;
}

export interface PlayerLine {
  person: string;
  number: number;
  seat: number;
  bank: number;
}

export interface SealedLine {
  person: string;
  number: number;
  count: number;
}

export interface DirectorTable {
  table: string;
  players: PlayerLine[];
  sealed: SealedLine[];
  close: ActView;
  settle: ActView;
  seal: ActView | null;
  acts: ActView[];
}

export interface RulingLine {
  id: string;
  entrant: number;
  table: string;
  about: string;
  decision: string;
  advised: boolean;
  complaint: Text | null;
  acts: ActView[];
}

export interface OwedLine {
  entrant: number;
  amount: number;
  act: ActView;
}

export interface DirectorView {
  now: Moment;
  house: string;
  name: string;
  role: string;
  known: string[];
  none: Refusal | null;
  tournament: TournamentView | null;
  director: string;
  deputies: string[];
  away: string;
  accepted: number;
  wagers: ChoiceView[];
  dice: number;
  tables: DirectorTable[];
  next: ActView | null;
  steps: DueLine[];
  clock: ActView[];
  acts: ActView[];
  desk: ActView[];
  play_off: ActView | null;
  equal: PlayerLine[];
  rulings: RulingLine[];
  owed: OwedLine[];
  chosen: number;
  rules: ActView[];
}

export interface DirectorFrame {
  director: DirectorView;
}

export interface WonLine {
  number: number;
  name: string;
  value: number;
  person: string;
  entry: number;
  told_by: Moment | null;
  attempts: AttemptLine[];
  reached: boolean;
  awarded: Moment | null;
  acts: ActView[];
}

export interface ClaimLine {
  id: string;
  person: string;
  prize: number;
  name: string;
  value: number;
  at: Moment;
  denied: string;
  met: boolean;
  acts: ActView[];
}

export interface PromotionDispute {
  id: string;
  person: string;
  about: string;
  decided: boolean;
  decision: string;
  advised: boolean;
  complaint: Text | null;
  acts: ActView[];
}

export interface PromotionDesk {
  id: string;
  name: string;
  rulebook: string;
  version: number;
  stage: Text;
  over: string;
  filed: Moment;
  starts: Moment | null;
  closes: Moment | null;
  draws: Moment | null;
  proposed: boolean;
  shut_out: [string, string][];
  draw: DrawFacts;
  acts: ActView[];
  won: WonLine[];
  claims: ClaimLine[];
  disputes: PromotionDispute[];
}

export interface PromotionsView {
  now: Moment;
  house: string;
  name: string;
  role: string;
  due: DueLine[];
  promotions: PromotionLine[];
  tournaments: PromotionLine[];
  may_file: Refusal | null;
  asked: string;
  opened: PromotionDesk | null;
}

export interface PromotionsFrame {
  promotions: PromotionsView;
}

export interface OwnRuling {
  id: string;
  about: string;
  words: Text;
  ruling: string;
  lodge: ActView | null;
  complaint: OwnComplaint | null;
}

export interface EntrantPage {
  now: Moment;
  name: string;
  none: Refusal | null;
  tournament: TournamentView | null;
  own: EntrantView | null;
  version: number;
  wagers: ChoiceView[];
  seal: ActView | null;
  disputes: OwnRuling[];
  acts: ActView[];
}

export interface EntrantFrame {
  entrant: EntrantPage;
}

export interface OwnPrize {
  number: number;
  name: string;
  value: number;
  won: boolean;
  claimed: boolean;
  denied: string;
  awarded: boolean;
  act: ActView | null;
}

export interface ClaimantPage {
  now: Moment;
  name: string;
  none: Refusal | null;
  entries: number;
  shut_out: string;
  prizes: OwnPrize[];
  disputes: OwnRuling[];
  acts: ActView[];
}

export interface ClaimantFrame {
  claimant: ClaimantPage;
}

export interface VersionsFrame {
  versions: Record<string, number>;
}

export interface ViewChange {
  from: number;
  to: number;
  cut: string[][];
  set: [string[], unknown][];
}

export interface ChangesFrame {
  changes: Record<string, ViewChange>;
}

export interface AnswerFrame {
  answer: number;
  events: HouseEvent[];
}

export interface FormFrame {
  answer: number;
  form: ActView;
}

export interface RefusedAnswerFrame {
  answer: number;
  refused: Refusal;
}

export interface RefusedFrame {
  refused: Refusal;
}

export interface StaffSignIn {
  name: string;
  password: string;
}

export interface PlayerSignIn {
  card: string;
  pin: string;
}

export interface TerminalSignIn {
  name: string;
  key: string;
}

export interface PasskeySignIn {
  credential: Record<string, unknown>;
}

export interface PasskeyChallenge {
  challenge: string;
  timeout: number;
  rpId: string;
  allowCredentials: Record<string, unknown>[];
  userVerification: string;
}

export interface DemoSignIn {
  who: string;
}

export interface PlayAt {
  table?: string;
}

export interface DemoIdentity {
  who: string;
  role: string;
  words: string;
}

export interface Me {
  signed_in: boolean;
  name: string;
  role: string;
  consoles: ("cage" | "claimant" | "dealer" | "director" | "display" | "entrant" | "inspector" | "pit" | "player" | "promotions")[];
  csrf: string;
  demo: boolean;
  demo_identities: DemoIdentity[];
  expires: string;
  second_factor: boolean;
  passkey_missing: boolean;
  by_password: boolean;
  time_zone: string;
}

export interface Seated {
  me: Me;
  table: string;
}

export interface SignOutEverywhere {
  name: string;
  forget_passkeys?: boolean;
}

export interface SignedOut {
  ended: number;
  forgotten: number;
}

export interface SessionLine {
  id: string;
  here: boolean;
  since: string;
  seen: string;
  expires: string;
  address: string;
}

export interface StaffSignedIn {
  name: string;
  sessions: number;
  seen: string;
}

export interface OwnSessions {
  sessions: SessionLine[];
  asks: "" | "password" | "pin";
  staff: StaffSignedIn[] | null;
}

export interface EndSessions {
  id?: string | null;
  secret?: string;
}

export interface BeginPairing {
  kind: "display" | "terminal";
}

export interface PairingCode {
  code: string;
  dice: number[];
  now: Moment;
  expires: Moment;
  secret: string;
}

export interface AskPairing {
  secret: string;
}

export interface PairingState {
  state: "ended" | "paired" | "waiting";
  name: string;
  key: string;
  table: string;
  kind: "display" | "terminal";
}

export interface FindPairing {
  code: string;
}

export interface PairingFound {
  kind: "display" | "terminal";
  dice: number[];
  since: Moment;
  expires: Moment;
}

export interface ConfirmPairing {
  code: string;
  name: string;
  table: string;
  seat?: number;
}

export interface RemoveDevice {
  name: string;
}

export interface DeviceLine {
  name: string;
  kind: string;
  table: string;
  seat: number;
  paired: boolean;
}

export interface Devices {
  devices: DeviceLine[];
  tables: string[];
}

export interface TableLine {
  table: string;
  rulebook: string;
  rulebook_name: string;
  kind: "craps" | "dealt" | "electronic";
  phase: string;
  open: boolean;
  waits: boolean;
  call: Text;
  ring: "closed" | "idle" | "open" | "result";
  ends: Moment | null;
  point: number;
  seats: number;
  taken: number;
  minimum: number;
  maximum: number;
}

export interface PlayNow {
  table: string;
  chips: number;
  ends: Moment | null;
  waits: boolean;
}

export interface Tables {
  tables: TableLine[];
  play: PlayNow | null;
  now: Moment;
}

export interface Rounds {
  rounds: RoundView[];
}

export interface PracticeOrder {
  on: boolean;
}

export interface TermsText {
  text: string;
}

export interface Practice {
  practice: boolean;
}

export interface Answered {
  events: HouseEvent[];
}

export interface Chips {
  value: number;
  count: number;
}

export interface Limits {
  minimum?: number;
  maximum?: number;
  unit?: number;
}

export interface Sign {
  every?: Limits;
  wagers?: Record<string, Limits>;
  player?: number;
  area?: number;
}

export interface Card {
  number: string;
  issued_to: string;
  valid?: boolean;
}

export interface Exclusion {
  out_of: "casino" | "game" | "table";
  reason: string;
  by: string;
  role: string;
  clause: string;
  since: Moment;
  until: Moment | null;
}

export interface LoggedWager {
  wager: string;
  stake: number;
}

export interface RuleChange {
  what: string;
  of: string;
  was: string;
  now: string;
}

export interface Config {
  name?: string;
  seats?: number;
  player_areas?: number;
  chip?: number;
  sign?: Sign;
  offers?: string[] | null;
  layout?: string;
  streak_price?: number;
  touch_screen?: boolean;
  colours?: string[];
  checks?: number;
  tokens?: boolean;
  cashless?: boolean;
  gaming_day?: string;
  time_zone?: string;
  wagering_seconds?: number;
  shooting_value?: number;
  notes?: number[];
  terminal_notes?: Record<number, number[]>;
  several_terminals?: boolean;
  sealed_dice?: boolean;
  registered_equipment?: boolean;
  confirm_chips_above?: number;
  count_trays?: boolean;
  cage?: boolean;
}

export interface PlayPolicy {
  terminal_hours?: number;
  table_hours?: number;
  day_hours?: number;
  week_hours?: number;
  break_minutes?: number;
  continuous?: "block" | "check";
}

export interface CashPolicy {
  day?: number;
}

export interface ChipsPolicy {
  confirm_above?: number;
}

export interface RealityPolicy {
  minutes?: number;
}

export interface RatingsPolicy {
  comps_percent?: number;
}

export interface RosterPolicy {
  longest_minutes?: number;
}

export interface IdentityPolicy {
  least_age?: number;
  documents?: ("driver-licence" | "identity-card" | "passport" | "proof-of-age-card")[];
}

export interface GatePolicy {
  pin_above?: number | null;
  picture_above?: number | null;
  minutes?: number;
}

export interface AlertPolicy {
  minutes?: number;
}

export interface RolloverPolicy {
  minutes?: number;
}

export interface Policy {
  play?: PlayPolicy | null;
  cash?: CashPolicy | null;
  chips?: ChipsPolicy | null;
  reality_check?: RealityPolicy | null;
  ratings?: RatingsPolicy | null;
  roster?: RosterPolicy | null;
  identity?: IdentityPolicy | null;
  gates?: GatePolicy | null;
  alerts?: AlertPolicy | null;
  rollover?: RolloverPolicy;
  loss_limits?: "documents_that_say_so" | "every_table";
  area_totals?: boolean;
  cites?: Record<string, string>;
  laboratory?: "open" | "staff";
}

export type Rate = [number, number];

export interface Rolled {
  faces?: number[];
  totals?: number[];
  alike?: boolean;
}

export interface Arm {
  rolled: Rolled;
  to: string;
}

export interface Trigger {
  states: Record<string, Arm[]>;
  wager?: string;
  least?: number;
  dice?: 2 | 3;
}

export interface JackpotTerms {
  rate: Rate;
  hidden_rate?: Rate;
  seed?: number;
  cap?: number;
  trigger: Trigger;
  tables: string[];
  approved_by: string;
}

export interface Stake {
  seat: number;
  person: string;
  wager: string;
  stake: number;
  result: string;
}

export interface Earning {
  for_stakes_of?: number;
  for_rounds?: number;
  most_each?: number;
  minimum_wager?: number;
}

export interface PromotionsPrize {
  name: string;
  kind?: "ammunition" | "appliance" | "cash" | "casino-dollars" | "firearm" | "goods" | "imitation-firearm" | "liquor" | "real-estate" | "slots-dollars" | "tobacco" | "travel" | "vehicle" | "weapon";
  value?: number;
  number?: number;
  nature?: string;
  conditions?: string;
  details?: Record<string, string>;
  alternative?: "" | "cash" | "other";
  litres?: number;
}

export interface PromotionsTerms {
  kind?: "promotion";
  id: string;
  name: string;
  rulebook: string;
  starts?: Moment | null;
  entries_close?: Moment | null;
  draw_at?: Moment | null;
  place?: string;
  awarded?: string;
  awarded_when?: string;
  eligible?: string;
  disbursed?: string;
  claimed?: string;
  present?: boolean | null;
  told?: ("email" | "face-to-face" | "mail" | "telephone")[];
  published?: string;
  available?: string[];
  marketing?: string;
  scrutineer?: string;
  entries?: Earning | null;
  prizes?: PromotionsPrize[];
  one_prize_each?: boolean;
  forbidden?: string[];
}

export interface Purchase {
  price: number;
  bank: number;
  most?: number;
  until_round?: number;
}

export interface Details {
  starts?: Moment | null;
  entries_close?: Moment | null;
  location?: string;
  entry_fee?: number | null;
  buy_in?: number | null;
  re_buy?: Purchase | null;
  add_on?: Purchase | null;
  min_players?: number;
  max_players?: number;
  start_may_change?: boolean;
  start_notice?: number;
  changes_notified?: boolean;
}

export interface Entry {
  accepting?: boolean;
  entitled_only?: boolean;
  may_refuse?: boolean;
  criteria?: string;
  staff?: boolean;
  abide?: boolean;
  available?: string;
  signed?: boolean;
  method?: string;
  withdraw_until?: Moment | null;
  substitute_until?: Moment | null;
}

export interface Round {
  spins?: number;
  minutes?: number;
  tables?: number;
  seats?: number;
  top?: number;
  best?: number;
  bank?: number;
  carries?: boolean;
  repechage?: boolean;
}

export interface BuyBack {
  price: number;
  after_rounds: number[];
  places: number;
}

export interface Format {
  starting_bank?: number;
  same_bank?: boolean;
  rounds?: Round[];
  ties?: ("bank-before" | "extra-spin" | "lot" | "share")[];
  buy_back?: BuyBack | null;
  repechage?: string;
  repechage_by_director?: boolean;
  chips_after?: "" | "cash" | "no-value";
  cash_rate?: string;
}

export interface Secret {
  per_session?: number;
  per_spin?: number;
  how?: string;
}

export interface Wagers {
  chips?: string;
  chip?: number;
  minimum?: number;
  compulsory?: number;
  compulsory_missed?: "" | "out" | "taken";
  secret?: Secret | null;
}

export interface Elimination {
  criteria?: string;
}

export interface Winners {
  criteria?: string;
  ties?: ("bank-before" | "extra-spin" | "lot" | "share")[];
}

export interface TournamentsPrize {
  place: number;
  to?: number;
  share?: string;
  amount?: number;
}

export interface Pool {
  fixed?: number;
  share?: string;
  of?: ("add-on" | "buy-back" | "buy-in" | "entry-fee" | "re-buy")[];
  prizes?: TournamentsPrize[];
  leftover?: "" | "first" | "house";
}

export interface Conduct {
  penalised?: string;
  penalties?: ("chips" | "disqualify" | "lose-wager" | "warn")[];
  penalty_chips?: number;
  disqualified?: string;
  substitute?: string;
  refunds?: string;
  late_refund?: string;
  late?: ("chips" | "disqualify" | "lose-wager" | "warn")[];
  absence?: ("chips" | "disqualify" | "lose-wager" | "warn")[];
  telephone?: ("chips" | "disqualify" | "lose-wager" | "warn")[];
  substituting?: string;
  disqualified_chips?: "" | "removed" | "shared";
  retirement?: "" | "ranked" | "unplaced";
  rules_prevail?: boolean;
  ends_early?: boolean;
  privacy?: boolean;
  publicity?: boolean;
  by_the_rules?: boolean;
  director_final?: boolean;
  liability?: boolean;
  complaints?: boolean;
}

export interface TournamentsTerms {
  kind: "tournament";
  id: string;
  name: string;
  rulebook: string;
  readings?: Record<string, string>;
  details?: Details;
  entry?: Entry;
  format?: Format;
  wagers?: Wagers;
  elimination?: Elimination;
  winners?: Winners;
  pool?: Pool;
  conduct?: Conduct;
}

export type Laid = [string, number];

export interface Opened {
  person: string;
  wager: string;
  stake: number;
  word: string;
}

export interface OpenTable {
  do: "open-table";
  float?: number;
  acknowledged?: string[];
  chips?: Chips[];
  with_?: string;
  explained?: string;
  id: string;
}

export interface AnnounceClosing {
  do: "announce-closing";
  closes?: Moment | null;
  id: string;
}

export interface WithdrawClosing {
  do: "withdraw-closing";
  id: string;
}

export interface CloseTable {
  do: "close-table";
  people?: "stay" | "take-along" | null;
  chips?: Chips[];
  counted?: number | null;
  with_?: string;
  explained?: string;
  id: string;
}

export interface ChangeLimits {
  do: "change-limits";
  sign: Sign;
  counts?: Moment | null;
  id: string;
}

export interface EnforceLimits {
  do: "enforce-limits";
  id: string;
}

export interface TakeSeat {
  do: "take-seat";
  seat: number;
  person?: string;
  card?: Card | null;
  id: string;
}

export interface LeaveSeat {
  do: "leave-seat";
  seat: number;
  declares?: number | null;
  with_checks?: boolean;
  id: string;
}

export interface BringChips {
  do: "bring-chips";
  seat: number;
  amount: number;
  id: string;
}

export interface LimitPlayers {
  do: "limit-players";
  most?: number | null;
  one_each?: boolean;
  id: string;
}

export interface RequireVacate {
  do: "require-vacate";
  seat?: number | null;
  person?: string;
  grounds?: string;
  id: string;
}

export interface ConfirmChips {
  do: "confirm-chips";
  seat: number;
  amount: number;
  id: string;
}

export interface TellStanding {
  do: "tell-standing";
  person: string;
  exclusion?: Exclusion | null;
  paused?: Moment | null;
  resting?: Moment | null;
  id: string;
}

export interface LiftExclusion {
  do: "lift-exclusion";
  person: string;
  reason: string;
  id: string;
}

export interface PresentCard {
  do: "present-card";
  seat: number;
  card: Card;
  id: string;
}

export interface LogAssistance {
  do: "log-assistance";
  seat: number;
  helper?: string;
  id: string;
}

export interface ReturnInvalid {
  do: "return-invalid";
  seat: number;
  grounds: string;
  bets?: string[];
  id: string;
}

export interface SetLossLimit {
  do: "set-loss-limit";
  seat: number;
  headroom?: number | null;
  person?: string;
  counted?: number | null;
  allotment?: string;
  id: string;
}

export interface ReleaseHeadroom {
  do: "release-headroom";
  seat: number;
  person: string;
  wanted_at: string;
  id: string;
}

export interface ReturnExcess {
  do: "return-excess";
  seat: number;
  undeclared?: boolean;
  id: string;
}

export interface PausePlayer {
  do: "pause-player";
  person: string;
  until: Moment;
  id: string;
}

export interface DeclareChips {
  do: "declare-chips";
  seat: number;
  amount: number;
  id: string;
}

export interface DirectPlayer {
  do: "direct-player";
  seat: number;
  direction: string;
  followed?: boolean;
  id: string;
}

export interface BuyChips {
  do: "buy-chips";
  seat: number;
  amount: number;
  with_?: "account" | "cash" | "terminal";
  id: string;
}

export interface ChangeChips {
  do: "change-chips";
  seat: number;
  amount: number;
  into: number[];
  id: string;
}

export interface ExchangeVoucher {
  do: "exchange-voucher";
  seat: number;
  voucher: string;
  amount: number;
  until?: Moment | null;
  returns?: boolean | null;
  id: string;
}

export interface IssueColours {
  do: "issue-colours";
  seat: number;
  colour: string;
  count: number;
  value?: number | null;
  agreed?: string[];
  id: string;
}

export interface RedeemColours {
  do: "redeem-colours";
  seat: number;
  colour: string;
  count: number;
  id: string;
}

export interface RedeemOtherColours {
  do: "redeem-other-colours";
  seat: number;
  table: string;
  colour: string;
  count: number;
  closed: boolean;
  value?: number | null;
  lowest?: number | null;
  id: string;
}

export interface BringColours {
  do: "bring-colours";
  seat: number;
  colour: string;
  count: number;
  value?: number | null;
  id: string;
}

export interface ReturnColours {
  do: "return-colours";
  colour: string;
  count: number;
  value: number;
  id: string;
}

export interface SetPersonalLimits {
  do: "set-personal-limits";
  seat: number;
  limits?: Limits | null;
  sign?: string;
  id: string;
}

export interface PlaceWager {
  do: "place-wager";
  seat: number;
  wager: string;
  stake: number;
  on?: string | null;
  chips?: "colour" | "token" | "value";
  colour?: string;
  id: string;
}

export interface MoveWager {
  do: "move-wager";
  bet: string;
  wager: string;
  id: string;
}

export interface RemoveWager {
  do: "remove-wager";
  bet: string;
  id: string;
}

export interface ReduceWager {
  do: "reduce-wager";
  bet: string;
  stake: number;
  id: string;
}

export interface IncreaseWager {
  do: "increase-wager";
  bet: string;
  stake: number;
  id: string;
}

export interface RefuseWager {
  do: "refuse-wager";
  bet: string;
  grounds: string;
  id: string;
}

export interface DeclareWager {
  do: "declare-wager";
  seat: number;
  wager: string;
  stake: number;
  on?: string | null;
  with_?: "cash" | "chips" | "colour" | "token" | "voucher";
  colour?: string;
  id: string;
}

export interface ConfirmWager {
  do: "confirm-wager";
  bet: string;
  id: string;
}

export interface RefuseOralWager {
  do: "refuse-oral-wager";
  lacks?: "chips" | "time";
  bet?: string | null;
  seat?: number | null;
  wager?: string;
  stake?: number;
  id: string;
}

export interface CallWager {
  do: "call-wager";
  bet: string;
  working: boolean;
  id: string;
}

export interface ConfirmCall {
  do: "confirm-call";
  bet: string;
  id: string;
}

export interface FindWager {
  do: "find-wager";
  seat: number;
  wager: string;
  stake: number;
  laid_at: Moment;
  on?: string | null;
  chips?: "colour" | "token" | "value";
  colour?: string;
  id: string;
}

export interface AnnounceFinalCall {
  do: "announce-final-call";
  id: string;
}

export interface Tumble {
  do: "tumble";
  times?: number;
  seal?: string;
  id: string;
}

export interface InviteBets {
  do: "invite-bets";
  id: string;
}

export interface CloseBetting {
  do: "close-betting";
  id: string;
}

export interface PressNoMoreBets {
  do: "press-no-more-bets";
  id: string;
}

export interface OrderDemonstration {
  do: "order-demonstration";
  spins?: number | null;
  id: string;
}

export interface Uncover {
  do: "uncover";
  dice?: number[];
  salt?: string;
  id: string;
}

export interface AnnounceResult {
  do: "announce-result";
  dice: number[];
  id: string;
}

export interface EnterResult {
  do: "enter-result";
  dice: number[];
  id: string;
}

export interface Settle {
  do: "settle";
  id: string;
}

export interface CallNoResult {
  do: "call-no-result";
  reason: string;
  id: string;
}

export interface ReportDiceOff {
  do: "report-dice-off";
  dice: number[];
  id: string;
}

export interface ReportDiceFound {
  do: "report-dice-found";
  dice: number[];
  asked_for?: boolean;
  sound?: boolean;
  id: string;
}

export interface ReplaceDice {
  do: "replace-dice";
  id: string;
}

export interface PutEquipment {
  do: "put-equipment";
  serial: string;
  id: string;
}

export interface InspectEquipment {
  do: "inspect-equipment";
  sound: boolean;
  words: string;
  spare?: boolean;
  id: string;
}

export interface ExchangeEquipment {
  do: "exchange-equipment";
  reason: string;
  id: string;
}

export interface RemoveEquipment {
  do: "remove-equipment";
  serial: string;
  reason: string;
  id: string;
}

export interface OfferDice {
  do: "offer-dice";
  id: string;
}

export interface AcceptDice {
  do: "accept-dice";
  seat: number;
  dice: [number, number];
  id: string;
}

export interface DeclineDice {
  do: "decline-dice";
  seat: number;
  id: string;
}

export interface SelectDice {
  do: "select-dice";
  dice: [number, number];
  id: string;
}

export interface PassDice {
  do: "pass-dice";
  id: string;
}

export interface OrderPass {
  do: "order-pass";
  grounds: "contravention" | "delay" | "invalid rolls";
  id: string;
}

export interface TakeDice {
  do: "take-dice";
  dice?: [number, number];
  id: string;
}

export interface ThrowDice {
  do: "throw-dice";
  seat?: number | null;
  id: string;
}

export interface MarkRest {
  do: "mark-rest";
  id: string;
}

export interface ReportThrow {
  do: "report-throw";
  reason: string;
  id: string;
}

export interface CallNoRoll {
  do: "call-no-roll";
  reason: string;
  id: string;
}

export interface CallRoll {
  do: "call-roll";
  dice: number[];
  leaning?: number[];
  salt?: string;
  id: string;
}

export interface JudgeTopFace {
  do: "judge-top-face";
  dice: number[];
  id: string;
}

export interface SettleRoll {
  do: "settle-roll";
  id: string;
}

export interface LimitTerminals {
  do: "limit-terminals";
  person: string;
  terminals?: number[];
  id: string;
}

export interface EndWagering {
  do: "end-wagering";
  id: string;
}

export interface ShootDice {
  do: "shoot-dice";
  id: string;
}

export interface AutoShoot {
  do: "auto-shoot";
  id: string;
}

export interface ReportDice {
  do: "report-dice";
  read?: "cocked" | "failed" | "flat";
  dice?: number[];
  salt?: string;
  id: string;
}

export interface VoidRound {
  do: "void-round";
  reason: string;
  id: string;
}

export interface SealDice {
  do: "seal-dice";
  seal: string;
  id: string;
}

export interface InsertMoney {
  do: "insert-money";
  seat: number;
  amount: number;
  source?: "jackpot" | "note" | "ticket" | "transfer";
  id: string;
}

export interface CollectCredits {
  do: "collect-credits";
  seat: number;
  to?: "ticket" | "voucher";
  id: string;
}

export interface AdjustCredit {
  do: "adjust-credit";
  seat: number;
  amount: number;
  reason: string;
  id: string;
}

export interface WithholdCredits {
  do: "withhold-credits";
  seat: number;
  reason: string;
  amount?: number | null;
  id: string;
}

export interface DecideCredits {
  do: "decide-credits";
  withheld: string;
  outcome: "released" | "voided";
  reason: string;
  id: string;
}

export interface ReportTerminalFault {
  do: "report-terminal-fault";
  seat: number;
  kind: "credits-wrong" | "display" | "interrupted" | "other";
  said: string;
  id: string;
}

export interface ConfirmTerminalWagers {
  do: "confirm-terminal-wagers";
  seat: number;
  wagers?: LoggedWager[] | null;
  log?: string;
  id: string;
}

export interface VoidTerminalWagers {
  do: "void-terminal-wagers";
  seat: number;
  reason: string;
  id: string;
}

export interface RectifyTerminal {
  do: "rectify-terminal";
  seat: number;
  done: string;
  id: string;
}

export interface ReportServerFault {
  do: "report-server-fault";
  kind: "opinion" | "same-error";
  error: string;
  seats?: number[];
  id: string;
}

export interface RectifyServer {
  do: "rectify-server";
  done: string;
  id: string;
}

export interface HouseAcknowledgeNotice {
  do: "acknowledge-notice";
  notice: string;
  id: string;
}

export interface RequestRules {
  do: "request-rules";
  id: string;
}

export interface ReportLights {
  do: "report-lights";
  areas?: string[];
  id: string;
}

export interface ReportDisplay {
  do: "report-display";
  dice: number[];
  id: string;
}

export interface RectifyFault {
  do: "rectify-fault";
  done: string;
  id: string;
}

export interface InvalidateOutcome {
  do: "invalidate-outcome";
  ground: "disrupted" | "fraud";
  reason: string;
  forfeit?: Record<number, string>;
  id: string;
}

export interface VoidWagerForFraud {
  do: "void-wager-for-fraud";
  bet: string;
  reason: string;
  id: string;
}

export interface RecordMispayment {
  do: "record-mispayment";
  of: "cash-change" | "colour-change" | "wager";
  due: number;
  paid: number;
  booked?: number | null;
  round?: number;
  person?: string;
  seat?: number | null;
  bet?: string;
  colour?: string;
  dispute?: string;
  aware?: Moment | null;
  suspected?: boolean;
  enquiries?: string;
  id: string;
}

export interface RecordEnquiry {
  do: "record-enquiry";
  mispayment: string;
  found: string;
  suspected: boolean;
  id: string;
}

export interface LogAttempt {
  do: "log-attempt";
  mispayment: string;
  how: "contact" | "demand" | "identify" | "liaise" | "reimburse";
  words: string;
  person?: string;
  id: string;
}

export interface BringToRegulator {
  do: "bring-to-regulator";
  mispayment: string;
  words: string;
  id: string;
}

export interface CloseMispayment {
  do: "close-mispayment";
  mispayment: string;
  reason: string;
  id: string;
}

export interface RectifyMispayment {
  do: "rectify-mispayment";
  mispayment: string;
  amount?: number | null;
  away?: boolean;
  id: string;
}

export interface ConfirmRectified {
  do: "confirm-rectified";
  mispayment: string;
  amount: number;
  id: string;
}

export interface SendPaymentReport {
  do: "send-payment-report";
  month: string;
  reference: string;
  id: string;
}

export interface RaiseDispute {
  do: "raise-dispute";
  about: string;
  bet?: string;
  person?: string;
  topic?: "" | "dice" | "other";
  id: string;
}

export interface DecideDispute {
  do: "decide-dispute";
  dispute: string;
  ruling: string;
  upheld: boolean;
  absent?: boolean;
  id: string;
}

export interface AskReview {
  do: "ask-review";
  dispute: string;
  id: string;
}

export interface ReviewDispute {
  do: "review-dispute";
  dispute: string;
  ruling: string;
  upheld: boolean;
  id: string;
}

export interface DecideFinally {
  do: "decide-finally";
  dispute: string;
  ruling: string;
  upheld: boolean;
  id: string;
}

export interface AcceptDecision {
  do: "accept-decision";
  dispute: string;
  id: string;
}

export interface AdviseComplaint {
  do: "advise-complaint";
  dispute: string;
  id: string;
}

export interface LodgeComplaint {
  do: "lodge-complaint";
  dispute: string;
  words: string;
  id: string;
}

export interface RecordContravention {
  do: "record-contravention";
  offence: string;
  person: string;
  who: "employee" | "inspector" | "player" | "spectator";
  what: string;
  excuse?: "" | "asked" | "compliance" | "on_duty";
  members?: string[];
  id: string;
}

export interface VoidPersonsWagers {
  do: "void-persons-wagers";
  breach: string;
  reason: string;
  streaks?: "forfeited" | "returned";
  id: string;
}

export interface ExcludePerson {
  do: "exclude-person";
  breach: string;
  reason: string;
  out_of?: "casino" | "game" | "table";
  until?: Moment | null;
  id: string;
}

export interface CloseContravention {
  do: "close-contravention";
  breach: string;
  outcome: string;
  id: string;
}

export interface DetainPerson {
  do: "detain-person";
  breach: string;
  reason: string;
  id: string;
}

export interface RosterStaff {
  do: "roster-staff";
  position: string;
  staff: string;
  since: Moment;
  until: Moment;
  id: string;
}

export interface DropFromRoster {
  do: "drop-from-roster";
  line: string;
  id: string;
}

export interface SignOn {
  do: "sign-on";
  position: string;
  id: string;
}

export interface HandOver {
  do: "hand-over";
  position: string;
  to: string;
  id: string;
}

export interface SignOff {
  do: "sign-off";
  position: string;
  why: "break" | "shift-over";
  until?: Moment | null;
  id: string;
}

export interface ReleaseStaff {
  do: "release-staff";
  staff: string;
  table: string;
  since: Moment;
  id: string;
}

export interface WithholdWinnings {
  do: "withhold-winnings";
  breach: string;
  reason: string;
  id: string;
}

export interface ReleaseWinnings {
  do: "release-winnings";
  person: string;
  outcome: "kept" | "paid";
  reason: string;
  id: string;
}

export interface FillTray {
  do: "fill-tray";
  amount: number;
  slip: string;
  id: string;
}

export interface CreditTray {
  do: "credit-tray";
  amount: number;
  slip: string;
  id: string;
}

export interface AskForFill {
  do: "ask-for-fill";
  chips?: Chips[];
  amount?: number;
  id: string;
}

export interface AskForCredit {
  do: "ask-for-credit";
  chips?: Chips[];
  amount?: number;
  id: string;
}

export interface AnnounceFill {
  do: "announce-fill";
  slip: string;
  amount: number;
  handed_by: string;
  chips?: Chips[];
  id: string;
}

export interface ReceiveFill {
  do: "receive-fill";
  slip: string;
  chips?: Chips[];
  amount?: number;
  id: string;
}

export interface SendFillBack {
  do: "send-fill-back";
  slip: string;
  reason: string;
  id: string;
}

export interface EmptyBox {
  do: "empty-box";
  box: string;
  id: string;
}

export interface MarkPaid {
  do: "mark-paid";
  seat: number;
  id: string;
}

export interface ReverseSale {
  do: "reverse-sale";
  sale: string;
  reason: string;
  id: string;
}

export interface HouseStartProgram {
  do: "start-program";
  version: string;
  program: string;
  rulebook?: string | null;
  readings?: Record<string, string>;
  source?: string;
  changes?: RuleChange[];
  config?: Config | null;
  house?: string;
  time_zone?: string;
  id: string;
}

export interface HouseRecordSnapshot {
  do: "record-snapshot";
  no: number;
  sha256: string;
  program: string;
  id: string;
}

export interface RegisterPatron {
  do: "register-patron";
  patron: string;
  id: string;
}

export interface IssueCard {
  do: "issue-card";
  patron: string;
  number: string;
  form?: "digital" | "physical";
  membership?: "club" | "social";
  id: string;
  pin: string;
}

export interface EndCard {
  do: "end-card";
  patron: string;
  reason: string;
  id: string;
}

export interface SuspendCard {
  do: "suspend-card";
  patron: string;
  reason: string;
  id: string;
}

export interface ReinstateCard {
  do: "reinstate-card";
  patron: string;
  reason: string;
  id: string;
}

export interface ShowCard {
  do: "show-card";
  card: string;
  person: string;
  place: string;
  helps?: boolean;
  id: string;
}

export interface SetPolicy {
  do: "set-policy";
  policy: Policy;
  id: string;
}

export interface CheckPin {
  do: "check-pin";
  card: string;
  id: string;
  pin: string;
}

export interface SetPin {
  do: "set-pin";
  patron: string;
  id: string;
  pin: string;
}

export interface UnlockCard {
  do: "unlock-card";
  patron: string;
  reason: string;
  id: string;
}

export interface RecordExclusion {
  do: "record-exclusion";
  person: string;
  table: string;
  game: string;
  exclusion: Exclusion;
  id: string;
}

export interface RecordLifting {
  do: "record-lifting";
  person: string;
  exclusion: Exclusion;
  reason: string;
  id: string;
}

export interface RecordPause {
  do: "record-pause";
  person: string;
  until: Moment;
  id: string;
}

export interface RecommendExclusion {
  do: "recommend-exclusion";
  person: string;
  table: string;
  clause: string;
  reason: string;
  id: string;
}

export interface ExcludeFromCasino {
  do: "exclude-from-casino";
  person: string;
  reason: string;
  until?: Moment | null;
  id: string;
}

export interface DeclineRecommendation {
  do: "decline-recommendation";
  person: string;
  reason: string;
  id: string;
}

export interface EndExclusion {
  do: "end-exclusion";
  person: string;
  reason: string;
  id: string;
}

export interface SetLimit {
  do: "set-limit";
  patron: string;
  limit: "day" | "deposit" | "month" | "week";
  amount?: number | null;
  id: string;
}

export interface DeclineLimit {
  do: "decline-limit";
  patron: string;
  limit: "day" | "deposit" | "month" | "week";
  id: string;
}

export interface RequireBreak {
  do: "require-break";
  patron: string;
  until: Moment;
  id: string;
}

export interface RecordPlay {
  do: "record-play";
  patron: string;
  place: string;
  stake: number;
  returned: number;
  decided?: Moment | null;
  id: string;
}

export interface CorrectPlay {
  do: "correct-play";
  patron: string;
  place: string;
  gained: number;
  reason: string;
  id: string;
}

export interface RecordCash {
  do: "record-cash";
  patron: string;
  place: string;
  amount: number;
  sale?: string;
  id: string;
}

export interface BringHeadroom {
  do: "bring-headroom";
  patron: string;
  place: string;
  id: string;
}

export interface ReturnHeadroom {
  do: "return-headroom";
  patron: string;
  place: string;
  amount: number;
  allotment: string;
  wanted_at: string;
  id: string;
}

export interface AllotHeadroom {
  do: "allot-headroom";
  patron: string;
  place: string;
  most?: number | null;
  id: string;
}

export interface TakeBreak {
  do: "take-break";
  patron: string;
  until: Moment;
  id: string;
}

export interface EndBreak {
  do: "end-break";
  patron: string;
  id: string;
}

export interface RecordDeclaration {
  do: "record-declaration";
  patron: string;
  table: string;
  what: "bought" | "brought" | "taken";
  amount: number;
  late?: boolean;
  sale?: string;
  id: string;
}

export interface RecordDirection {
  do: "record-direction";
  patron: string;
  table: string;
  direction: string;
  followed?: boolean;
  id: string;
}

export interface ReversePurchase {
  do: "reverse-purchase";
  patron: string;
  table: string;
  sale: string;
  amount: number;
  account: boolean;
  reason: string;
  id: string;
}

export interface SitDown {
  do: "sit-down";
  patron: string;
  place: string;
  where: "table" | "terminal";
  card?: string;
  id: string;
}

export interface GetUp {
  do: "get-up";
  patron: string;
  place: string;
  id: string;
}

export interface CheckPatron {
  do: "check-patron";
  patron: string;
  note: string;
  id: string;
}

export interface StockCage {
  do: "stock-cage";
  what: "cash" | "chips";
  amount: number;
  out?: boolean;
  id: string;
}

export interface DeclareChipsOutside {
  do: "declare-chips-outside";
  amount: number;
  reason: string;
  out?: boolean;
  id: string;
}

export interface DepositFunds {
  do: "deposit-funds";
  person: string;
  amount: number;
  means: "bank-transfer" | "cash" | "chips" | "debit-card" | "eftpos";
  id: string;
}

export interface WithdrawFunds {
  do: "withdraw-funds";
  person: string;
  amount: number;
  means: "bank-transfer" | "cash" | "chips";
  id: string;
}

export interface SellChips {
  do: "sell-chips";
  amount: number;
  id: string;
}

export interface CashChips {
  do: "cash-chips";
  amount: number;
  id: string;
}

export interface BuyIn {
  do: "buy-in";
  person: string;
  table: string;
  amount: number;
  id: string;
}

export interface ConfirmReceipt {
  do: "confirm-receipt";
  sent: string;
  received_by?: string;
  id: string;
}

export interface ReturnSent {
  do: "return-sent";
  sent: string;
  reason: string;
  id: string;
}

export interface RequestFill {
  do: "request-fill";
  table: string;
  chips?: Chips[];
  amount?: number;
  slip?: string;
  asked_by?: string;
  id: string;
}

export interface RequestCredit {
  do: "request-credit";
  table: string;
  chips?: Chips[];
  amount?: number;
  slip?: string;
  asked_by?: string;
  id: string;
}

export interface ApproveSlip {
  do: "approve-slip";
  slip: string;
  id: string;
}

export interface CancelSlip {
  do: "cancel-slip";
  slip: string;
  reason: string;
  id: string;
}

export interface DeliverFill {
  do: "deliver-fill";
  slip: string;
  id: string;
}

export interface ReceiveCredit {
  do: "receive-credit";
  slip: string;
  chips?: Chips[];
  counted?: number;
  id: string;
}

export interface CountTray {
  do: "count-tray";
  table: string;
  when: "closer" | "opener";
  with_: string;
  chips?: Chips[];
  counted?: number;
  booked?: number | null;
  counted_by?: string;
  explained?: string;
  id: string;
}

export interface RemoveDropBox {
  do: "remove-drop-box";
  box: string;
  table: string;
  recorded?: number | null;
  removed_by?: string;
  id: string;
}

export interface CountDropBox {
  do: "count-drop-box";
  box: string;
  counted: number;
  with_: string;
  recorded?: number | null;
  explained?: string;
  id: string;
}

export interface ReconcileTable {
  do: "reconcile-table";
  table: string;
  remark?: string;
  id: string;
}

export interface IssueVoucher {
  do: "issue-voucher";
  voucher: string;
  person: string;
  amount: number;
  until: Moment;
  returns?: boolean | null;
  id: string;
}

export interface HandInVoucher {
  do: "hand-in-voucher";
  voucher: string;
  table: string;
  id: string;
}

export interface ExpireVouchers {
  do: "expire-vouchers";
  id: string;
}

export interface RecordColours {
  do: "record-colours";
  table: string;
  colour: string;
  count: number;
  value: number;
  rule?: "recorded_value" | "traced_or_lowest";
  id: string;
}

export interface RecallColours {
  do: "recall-colours";
  table: string;
  id: string;
}

export interface CashColours {
  do: "cash-colours";
  table: string;
  colour: string;
  count: number;
  value?: number | null;
  lowest?: number | null;
  id: string;
}

export interface RegisterEquipment {
  do: "register-equipment";
  serial: string;
  what: "dice" | "tumbler";
  dice: string;
  id: string;
}

export interface RecordInspection {
  do: "record-inspection";
  serial: string;
  sound: boolean;
  words: string;
  person?: string;
  id: string;
}

export interface BringEquipment {
  do: "bring-equipment";
  serial: string;
  table: string;
  id: string;
}

export interface RecordRemoval {
  do: "record-removal";
  serial: string;
  table: string;
  reason: string;
  person?: string;
  id: string;
}

export interface RecordFault {
  do: "record-fault";
  table: string;
  fault: string;
  person?: string;
  id: string;
}

export interface RetireEquipment {
  do: "retire-equipment";
  serial: string;
  reason: string;
  destroyed?: boolean;
  witness?: string;
  id: string;
}

export interface IssueTicket {
  do: "issue-ticket";
  ticket: string;
  table: string;
  seat: number;
  amount: number;
  validation: string;
  id: string;
}

export interface PayTicket {
  do: "pay-ticket";
  ticket: string;
  validation: string;
  amount: number;
  to?: "account" | "cash";
  person?: string;
  id: string;
}

export interface AcceptTicket {
  do: "accept-ticket";
  ticket: string;
  validation: string;
  amount: number;
  table: string;
  seat: number;
  id: string;
}

export interface VoidTicket {
  do: "void-ticket";
  ticket: string;
  person: string;
  reason: string;
  id: string;
}

export interface ExpireTickets {
  do: "expire-tickets";
  id: string;
}

export interface OweHandPay {
  do: "owe-hand-pay";
  table: string;
  seat: number;
  person: string;
  amount: number;
  form?: "account" | "bank-transfer" | "cash" | "cheque" | "meter" | "ticket";
  id: string;
}

export interface PayOut {
  do: "pay-out";
  payout: string;
  verified: number;
  signed_by?: string;
  paper?: string;
  ticket?: string;
  validation?: string;
  id: string;
}

export interface ChangeForm {
  do: "change-form";
  payout: string;
  form: "account" | "bank-transfer" | "cash" | "cheque" | "meter" | "ticket";
  reason: string;
  id: string;
}

export interface DelayPayment {
  do: "delay-payment";
  payout: string;
  until: Moment;
  agreed_by: string;
  reason: string;
  id: string;
}

export interface AskIdentification {
  do: "ask-identification";
  payout: string;
  id: string;
}

export interface ShowIdentification {
  do: "show-identification";
  payout: string;
  document: string;
  id: string;
}

export interface RecordOwed {
  do: "record-owed";
  table: string;
  mispayment: string;
  person: string;
  amount: number;
  rule: string;
  id: string;
}

export interface SettleOwed {
  do: "settle-owed";
  owed: string;
  amount?: number | null;
  means?: "account" | "cash" | "chips";
  id: string;
}

export interface WriteOffOwed {
  do: "write-off-owed";
  owed: string;
  reason: string;
  id: string;
}

export interface RecordIdentity {
  do: "record-identity";
  patron: string;
  document: "driver-licence" | "identity-card" | "passport" | "proof-of-age-card";
  number_reference: string;
  number_ends: string;
  born: string;
  expires?: string | null;
  id: string;
}

export interface ComparePicture {
  do: "compare-picture";
  patron: string;
  same?: boolean;
  id: string;
}

export interface WithholdPayout {
  do: "withhold-payout";
  inquiry: string;
  payout: string;
  reason: string;
  id: string;
}

export interface WithholdTicket {
  do: "withhold-ticket";
  inquiry: string;
  ticket: string;
  reason: string;
  person?: string;
  id: string;
}

export interface DemandReturn {
  do: "demand-return";
  inquiry: string;
  of: string;
  person: string;
  amount: number;
  reason: string;
  id: string;
}

export interface TakeReturn {
  do: "take-return";
  inquiry: string;
  amount: number;
  id: string;
}

export interface ReviewInquiry {
  do: "review-inquiry";
  inquiry: string;
  remarks: string;
  id: string;
}

export interface Determine {
  do: "determine";
  inquiry: string;
  pay: boolean;
  reason: string;
  id: string;
}

export interface OfferJackpot {
  do: "offer-jackpot";
  pool: string;
  terms: JackpotTerms;
  id: string;
}

export interface ChangeJackpot {
  do: "change-jackpot";
  pool: string;
  terms: JackpotTerms;
  id: string;
}

export interface AdjustJackpot {
  do: "adjust-jackpot";
  pool: string;
  failed: "controller" | "display meter";
  old: number;
  new: number;
  form: string;
  reason: string;
  id: string;
}

export interface ReportRound {
  do: "report-round";
  table: string;
  round: number;
  dice: number[];
  stakes: Stake[];
  id: string;
}

export interface CorrectRound {
  do: "correct-round";
  table: string;
  round: number;
  turnover: number;
  reason: string;
  seat?: number | null;
  person?: string;
  dice?: number[];
  stakes?: Stake[];
  id: string;
}

export interface RecordDispute {
  do: "record-dispute";
  table: string;
  dispute: string;
  person: string;
  about: string;
  stage: "accepted" | "decided" | "final" | "raised" | "review-asked" | "reviewed";
  ruling: string;
  upheld: boolean;
  rule: string;
  id: string;
}

export interface RegisterComplaint {
  do: "register-complaint";
  table: string;
  dispute: string;
  person: string;
  words: string;
  about: string;
  ruling: string;
  regulator: string;
  rule: string;
  id: string;
}

export interface ConcludeComplaint {
  do: "conclude-complaint";
  complaint: string;
  outcome: string;
  upheld: boolean;
  reference?: string;
  id: string;
}

export interface TellComplainant {
  do: "tell-complainant";
  complaint: string;
  how: string;
  id: string;
}

export interface FileTerms {
  do: "file-terms";
  terms: PromotionsTerms;
  id: string;
}

export interface PublishPromotion {
  do: "publish-promotion";
  promotion: string;
  id: string;
}

export interface ProposeAmendment {
  do: "propose-amendment";
  promotion: string;
  terms: PromotionsTerms;
  reason: string;
  id: string;
}

export interface ApproveAmendment {
  do: "approve-amendment";
  promotion: string;
  reference: string;
  approved: Moment;
  id: string;
}

export interface ResubmitTerms {
  do: "resubmit-terms";
  promotion: string;
  reference: string;
  id: string;
}

export interface CountPlay {
  do: "count-play";
  promotion: string;
  person: string;
  table: string;
  staked: number;
  round?: number;
  id: string;
}

export interface ShutOut {
  do: "shut-out";
  promotion: string;
  person: string;
  reason: string;
  id: string;
}

export interface RecountPlay {
  do: "recount-play";
  promotion: string;
  person: string;
  table: string;
  round: number;
  staked: number;
  reason: string;
  id: string;
}

export interface CommitDraw {
  do: "commit-draw";
  promotion: string;
  commitment?: string;
  id: string;
}

export interface SealEntries {
  do: "seal-entries";
  promotion: string;
  id: string;
}

export interface WitnessDraw {
  do: "witness-draw";
  promotion: string;
  word: string;
  id: string;
}

export interface OpenDraw {
  do: "open-draw";
  promotion: string;
  secret?: string;
  id: string;
}

export interface StopDraw {
  do: "stop-draw";
  promotion: string;
  what: "cancel" | "postpone";
  reason: string;
  id: string;
}

export interface ResumeDraw {
  do: "resume-draw";
  promotion: string;
  reason: string;
  id: string;
}

export interface TellWinner {
  do: "tell-winner";
  promotion: string;
  prize: number;
  channel: "email" | "face-to-face" | "mail" | "telephone";
  reached: boolean;
  said: string;
  id: string;
}

export interface ClaimPrize {
  do: "claim-prize";
  promotion: string;
  prize: number;
  person: string;
  id: string;
}

export interface DenyClaim {
  do: "deny-claim";
  promotion: string;
  claim: string;
  reason: string;
  name?: string;
  address?: string;
  id: string;
}

export interface AwardPrize {
  do: "award-prize";
  promotion: string;
  claim: string;
  parts: Record<"account" | "cash" | "cheque" | "prize" | "transfer", number>;
  chosen_by_winner?: boolean;
  id: string;
}

export interface PublishResults {
  do: "publish-results";
  promotion: string;
  where: string;
  id: string;
}

export interface RaisePromotionDispute {
  do: "raise-promotion-dispute";
  promotion: string;
  person: string;
  about: string;
  id: string;
}

export interface DecidePromotionDispute {
  do: "decide-promotion-dispute";
  promotion: string;
  dispute: string;
  decision: string;
  satisfied: boolean;
  id: string;
}

export interface AdvisePromotionDispute {
  do: "advise-promotion-dispute";
  promotion: string;
  dispute: string;
  id: string;
}

export interface LodgePromotionComplaint {
  do: "lodge-promotion-complaint";
  promotion: string;
  dispute: string;
  words: string;
  id: string;
}

export interface FileTournament {
  do: "file-tournament";
  terms: TournamentsTerms;
  id: string;
}

export interface ApproveTournament {
  do: "approve-tournament";
  tournament: string;
  id: string;
}

export interface OfferTerms {
  do: "offer-terms";
  tournament: string;
  where: string;
  id: string;
}

export interface NotifyInspectorate {
  do: "notify-inspectorate";
  tournament: string;
  to: string;
  id: string;
}

export interface DesignateTables {
  do: "designate-tables";
  tournament: string;
  tables: string[];
  id: string;
}

export interface AppointDirector {
  do: "appoint-director";
  tournament: string;
  person: string;
  id: string;
}

export interface AppointDeputy {
  do: "appoint-deputy";
  tournament: string;
  person: string;
  id: string;
}

export interface LeaveTournament {
  do: "leave-tournament";
  tournament: string;
  deputy?: string;
  id: string;
}

export interface ReturnToTournament {
  do: "return-to-tournament";
  tournament: string;
  id: string;
}

export interface MoveStart {
  do: "move-start";
  tournament: string;
  to: Moment;
  reason: string;
  id: string;
}

export interface BriefPlayers {
  do: "brief-players";
  tournament: string;
  understood: string[];
  id: string;
}

export interface PractiseSpin {
  do: "practise-spin";
  tournament: string;
  table: string;
  dice: number[];
  id: string;
}

export interface EnterTournament {
  do: "enter-tournament";
  tournament: string;
  person: string;
  means: "account" | "cash";
  accepted: boolean;
  signed?: boolean;
  publicity?: boolean;
  staff?: boolean;
  id: string;
}

export interface ApproveStaffEntry {
  do: "approve-staff-entry";
  tournament: string;
  person: string;
  id: string;
}

export interface AcceptTournamentTerms {
  do: "accept-tournament-terms";
  tournament: string;
  person: string;
  signed?: boolean;
  id: string;
}

export interface RefuseApplication {
  do: "refuse-application";
  tournament: string;
  person: string;
  reason: string;
  id: string;
}

export interface WithdrawEntry {
  do: "withdraw-entry";
  tournament: string;
  person: string;
  id: string;
}

export interface NominateSubstitute {
  do: "nominate-substitute";
  tournament: string;
  person: string;
  substitute: string;
  accepted: boolean;
  signed?: boolean;
  publicity?: boolean;
  id: string;
}

export interface BuyTournamentChips {
  do: "buy-tournament-chips";
  tournament: string;
  person: string;
  what: "add-on" | "buy-back" | "re-buy";
  means: "account" | "cash";
  id: string;
}

export interface StartRound {
  do: "start-round";
  tournament: string;
  seed?: string;
  id: string;
}

export interface SkipRepechage {
  do: "skip-repechage";
  tournament: string;
  reason: string;
  id: string;
}

export interface PauseRound {
  do: "pause-round";
  tournament: string;
  reason: string;
  id: string;
}

export interface ResumeRound {
  do: "resume-round";
  tournament: string;
  id: string;
}

export interface AddTime {
  do: "add-time";
  tournament: string;
  minutes: number;
  reason: string;
  id: string;
}

export interface PromiseSeats {
  do: "promise-seats";
  tournament: string;
  commitment?: string;
  id: string;
}

export interface SealWager {
  do: "seal-wager";
  tournament: string;
  person: string;
  seal: string;
  id: string;
}

export interface CloseTournamentBetting {
  do: "close-tournament-betting";
  tournament: string;
  table: string;
  wagers: Record<string, Laid[]>;
  opened?: Opened[];
  id: string;
}

export interface SettleTournamentSpin {
  do: "settle-tournament-spin";
  tournament: string;
  table: string;
  dice: number[];
  id: string;
}

export interface VoidTournamentSpin {
  do: "void-tournament-spin";
  tournament: string;
  table: string;
  reason: string;
  id: string;
}

export interface PlayOff {
  do: "play-off";
  tournament: string;
  dice: number[];
  wagers: Record<string, Laid[]>;
  id: string;
}

export interface EndTableEarly {
  do: "end-table-early";
  tournament: string;
  table: string;
  why: "agreed" | "determined";
  agreed?: string[];
  id: string;
}

export interface EndRound {
  do: "end-round";
  tournament: string;
  id: string;
}

export interface PenalisePlayer {
  do: "penalise-player";
  tournament: string;
  person: string;
  what: "absence" | "conduct" | "late" | "telephone";
  action: "chips" | "disqualify" | "lose-wager" | "warn";
  reason: string;
  id: string;
}

export interface RetirePlayer {
  do: "retire-player";
  tournament: string;
  person: string;
  id: string;
}

export interface RaiseTournamentDispute {
  do: "raise-tournament-dispute";
  tournament: string;
  person: string;
  about: string;
  table?: string;
  id: string;
}

export interface DecideTournamentDispute {
  do: "decide-tournament-dispute";
  tournament: string;
  dispute: string;
  decision: string;
  satisfied: boolean;
  id: string;
}

export interface AdviseTournamentDispute {
  do: "advise-tournament-dispute";
  tournament: string;
  dispute: string;
  id: string;
}

export interface LodgeTournamentComplaint {
  do: "lodge-tournament-complaint";
  tournament: string;
  dispute: string;
  words: string;
  id: string;
}

export interface FinishTournament {
  do: "finish-tournament";
  tournament: string;
  id: string;
}

export interface CancelTournament {
  do: "cancel-tournament";
  tournament: string;
  reason: string;
  id: string;
}

export interface PayTournament {
  do: "pay-tournament";
  tournament: string;
  person: string;
  form: "account" | "cash" | "cheque";
  id: string;
}

export interface PublishTournamentResults {
  do: "publish-tournament-results";
  tournament: string;
  where: string;
  id: string;
}

export type TableCommand =
  | OpenTable
  | AnnounceClosing
  | WithdrawClosing
  | CloseTable
  | ChangeLimits
  | EnforceLimits
  | TakeSeat
  | LeaveSeat
  | BringChips
  | LimitPlayers
  | RequireVacate
  | ConfirmChips
  | TellStanding
  | LiftExclusion
  | PresentCard
  | LogAssistance
  | ReturnInvalid
  | SetLossLimit
  | ReleaseHeadroom
  | ReturnExcess
  | PausePlayer
  | DeclareChips
  | DirectPlayer
  | BuyChips
  | ChangeChips
  | ExchangeVoucher
  | IssueColours
  | RedeemColours
  | RedeemOtherColours
  | BringColours
  | ReturnColours
  | SetPersonalLimits
  | PlaceWager
  | MoveWager
  | RemoveWager
  | ReduceWager
  | IncreaseWager
  | RefuseWager
  | DeclareWager
  | ConfirmWager
  | RefuseOralWager
  | CallWager
  | ConfirmCall
  | FindWager
  | AnnounceFinalCall
  | Tumble
  | InviteBets
  | CloseBetting
  | PressNoMoreBets
  | OrderDemonstration
  | Uncover
  | AnnounceResult
  | EnterResult
  | Settle
  | CallNoResult
  | ReportDiceOff
  | ReportDiceFound
  | ReplaceDice
  | PutEquipment
  | InspectEquipment
  | ExchangeEquipment
  | RemoveEquipment
  | OfferDice
  | AcceptDice
  | DeclineDice
  | SelectDice
  | PassDice
  | OrderPass
  | TakeDice
  | ThrowDice
  | MarkRest
  | ReportThrow
  | CallNoRoll
  | CallRoll
  | JudgeTopFace
  | SettleRoll
  | LimitTerminals
  | EndWagering
  | ShootDice
  | AutoShoot
  | ReportDice
  | VoidRound
  | SealDice
  | InsertMoney
  | CollectCredits
  | AdjustCredit
  | WithholdCredits
  | DecideCredits
  | ReportTerminalFault
  | ConfirmTerminalWagers
  | VoidTerminalWagers
  | RectifyTerminal
  | ReportServerFault
  | RectifyServer
  | HouseAcknowledgeNotice
  | RequestRules
  | ReportLights
  | ReportDisplay
  | RectifyFault
  | InvalidateOutcome
  | VoidWagerForFraud
  | RecordMispayment
  | RecordEnquiry
  | LogAttempt
  | BringToRegulator
  | CloseMispayment
  | RectifyMispayment
  | ConfirmRectified
  | SendPaymentReport
  | RaiseDispute
  | DecideDispute
  | AskReview
  | ReviewDispute
  | DecideFinally
  | AcceptDecision
  | AdviseComplaint
  | LodgeComplaint
  | RecordContravention
  | VoidPersonsWagers
  | ExcludePerson
  | CloseContravention
  | DetainPerson
  | RosterStaff
  | DropFromRoster
  | SignOn
  | HandOver
  | SignOff
  | ReleaseStaff
  | WithholdWinnings
  | ReleaseWinnings
  | FillTray
  | CreditTray
  | AskForFill
  | AskForCredit
  | AnnounceFill
  | ReceiveFill
  | SendFillBack
  | EmptyBox
  | MarkPaid
  | ReverseSale
  | HouseStartProgram
  | HouseRecordSnapshot;

export type HouseCommand =
  | RegisterPatron
  | IssueCard
  | EndCard
  | SuspendCard
  | ReinstateCard
  | ShowCard
  | SetPolicy
  | CheckPin
  | SetPin
  | UnlockCard
  | RecordExclusion
  | RecordLifting
  | RecordPause
  | RecommendExclusion
  | ExcludeFromCasino
  | DeclineRecommendation
  | EndExclusion
  | SetLimit
  | DeclineLimit
  | RequireBreak
  | RecordPlay
  | CorrectPlay
  | RecordCash
  | BringHeadroom
  | ReturnHeadroom
  | AllotHeadroom
  | TakeBreak
  | EndBreak
  | RecordDeclaration
  | RecordDirection
  | ReversePurchase
  | SitDown
  | GetUp
  | CheckPatron
  | HouseAcknowledgeNotice
  | StockCage
  | DeclareChipsOutside
  | DepositFunds
  | WithdrawFunds
  | SellChips
  | CashChips
  | BuyIn
  | ConfirmReceipt
  | ReturnSent
  | RequestFill
  | RequestCredit
  | ApproveSlip
  | CancelSlip
  | DeliverFill
  | ReceiveCredit
  | CountTray
  | RemoveDropBox
  | CountDropBox
  | ReconcileTable
  | IssueVoucher
  | HandInVoucher
  | ExpireVouchers
  | RecordColours
  | RecallColours
  | CashColours
  | RegisterEquipment
  | RecordInspection
  | BringEquipment
  | RecordRemoval
  | RecordFault
  | RetireEquipment
  | IssueTicket
  | PayTicket
  | AcceptTicket
  | VoidTicket
  | ExpireTickets
  | OweHandPay
  | PayOut
  | ChangeForm
  | DelayPayment
  | AskIdentification
  | ShowIdentification
  | RecordOwed
  | SettleOwed
  | WriteOffOwed
  | RecordIdentity
  | ComparePicture
  | WithholdPayout
  | WithholdTicket
  | DemandReturn
  | TakeReturn
  | ReviewInquiry
  | Determine
  | OfferJackpot
  | ChangeJackpot
  | AdjustJackpot
  | ReportRound
  | CorrectRound
  | HouseStartProgram
  | HouseRecordSnapshot
  | RecordDispute
  | RegisterComplaint
  | ConcludeComplaint
  | TellComplainant
  | FileTerms
  | PublishPromotion
  | ProposeAmendment
  | ApproveAmendment
  | ResubmitTerms
  | CountPlay
  | ShutOut
  | RecountPlay
  | CommitDraw
  | SealEntries
  | WitnessDraw
  | OpenDraw
  | StopDraw
  | ResumeDraw
  | TellWinner
  | ClaimPrize
  | DenyClaim
  | AwardPrize
  | PublishResults
  | RaisePromotionDispute
  | DecidePromotionDispute
  | AdvisePromotionDispute
  | LodgePromotionComplaint
  | FileTournament
  | ApproveTournament
  | OfferTerms
  | NotifyInspectorate
  | DesignateTables
  | AppointDirector
  | AppointDeputy
  | LeaveTournament
  | ReturnToTournament
  | MoveStart
  | BriefPlayers
  | PractiseSpin
  | EnterTournament
  | ApproveStaffEntry
  | AcceptTournamentTerms
  | RefuseApplication
  | WithdrawEntry
  | NominateSubstitute
  | BuyTournamentChips
  | StartRound
  | SkipRepechage
  | PauseRound
  | ResumeRound
  | AddTime
  | PromiseSeats
  | SealWager
  | CloseTournamentBetting
  | SettleTournamentSpin
  | VoidTournamentSpin
  | PlayOff
  | EndTableEarly
  | EndRound
  | PenalisePlayer
  | RetirePlayer
  | RaiseTournamentDispute
  | DecideTournamentDispute
  | AdviseTournamentDispute
  | LodgeTournamentComplaint
  | FinishTournament
  | CancelTournament
  | PayTournament
  | PublishTournamentResults;

export type ClientFrame = WatchFrame | GiveFrame | AskFrame;

export type ServerFrame = TableFrame | SeatFrame | DealerFrame | DisplayFrame | PitFrame | CageFrame | InspectorFrame | DirectorFrame | PromotionsFrame | EntrantFrame | ClaimantFrame | VersionsFrame | ChangesFrame | AnswerFrame | FormFrame | RefusedAnswerFrame | RefusedFrame;
