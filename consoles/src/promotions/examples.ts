/** Terms to begin with, for whoever has none yet: small, whole, and with times that lie ahead. */
import { serverNow } from "../api/clock";

const HOUR = 3_600_000;
const at = (moment: number) => new Date(moment).toISOString();

export function examplePromotion(starts = serverNow() + 25 * HOUR): string {
  const closes = starts + HOUR;
  const draws = starts + 2 * HOUR;
  return `kind = "promotion"
id = "example-draw"
name = "Example draw"
rulebook = "star-sicbo-2024"
starts = ${at(starts)}
entries_close = ${at(closes)}
draw_at = ${at(draws)}
place = "Main gaming floor"
awarded = "By a draw among sealed entries"
awarded_when = "At the draw"
eligible = "Members with a card in force"
disbursed = "At the promotions desk"
claimed = "At the promotions desk, with the card"
present = false
told = ["telephone", "email"]
published = "At the promotions desk"
available = ["promotions desk"]
marketing = "Every poster names the terms"
scrutineer = "Wren"
[entries]
for_stakes_of = "50.00"
most_each = 100
minimum_wager = "10.00"
[[prizes]]
name = "Boat"
value = "12000.00"
nature = "A small boat"
conditions = "none"
alternative = "other"
`;
}

export function exampleTournament(starts = serverNow() + HOUR): string {
  const closes = starts - HOUR / 4;
  return `kind = "tournament"
id = "example-cup"
name = "Example cup"
rulebook = "crown-sicbo-a"
[details]
starts = ${at(starts)}
entries_close = ${at(closes)}
location = "Level 1"
entry_fee = "20.00"
buy_in = "100.00"
min_players = 3
max_players = 4
start_may_change = true
start_notice = 30
changes_notified = true
[entry]
accepting = true
entitled_only = true
may_refuse = true
criteria = "Members"
abide = true
available = "At the desk"
method = "At the desk"
withdraw_until = ${at(closes)}
substitute_until = ${at(closes)}
[format]
starting_bank = "1000.00"
same_bank = true
chips_after = "no-value"
ties = ["bank-before", "lot"]
[[format.rounds]]
spins = 2
minutes = 30
tables = 1
seats = 4
top = 2
[[format.rounds]]
spins = 1
tables = 1
seats = 2
[wagers]
chips = "Tournament chips"
chip = "50.00"
minimum = "50.00"
compulsory = "100.00"
compulsory_missed = "taken"
[wagers.secret]
per_session = 1
per_spin = 1
how = "In an envelope"
[elimination]
criteria = "No chips left, or behind the line"
[winners]
criteria = "The largest bank"
ties = ["lot"]
[pool]
share = "1/1"
of = ["buy-in"]
leftover = "first"
[[pool.prizes]]
place = 1
share = "3/4"
[[pool.prizes]]
place = 2
share = "1/4"
[conduct]
penalised = "Delaying play"
penalties = ["warn", "chips"]
penalty_chips = "200.00"
disqualified = "Cheating"
substitute = "Once"
refunds = "In time"
late = ["warn"]
absence = ["warn"]
telephone = ["warn", "lose-wager", "disqualify"]
substituting = "Takes over the entry"
disqualified_chips = "removed"
retirement = "ranked"
rules_prevail = true
ends_early = true
privacy = true
publicity = true
by_the_rules = true
director_final = true
liability = true
complaints = true
`;
}
