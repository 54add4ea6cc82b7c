"""The terms of a small tournament as they are written: four players at one table, and a final of two."""

from datetime import timedelta
from typing import Final

from tests.web.served import Served

HOUR: Final = timedelta(hours=1)
TERMS: Final = """
kind = "tournament"
id = "{id}"
name = "{name}"
rulebook = "crown-sicbo-a"
[details]
starts = {starts}
entries_close = {closes}
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
withdraw_until = {closes}
substitute_until = {closes}
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
"""


def terms(house: Served, id: str, name: str) -> str:
    now = house.floor.now()
    return TERMS.format(id=id, name=name, starts=(now + HOUR).isoformat(), closes=(now + HOUR * 3 / 4).isoformat())
