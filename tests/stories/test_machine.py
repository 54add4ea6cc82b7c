"""Random people across a house: whatever they do, and whatever is ordered about them, nobody who is excluded bets
anywhere, no loss passes a limit by a cent, every cent is in its account, chips on one area are one wager, and whoever
is refused something is told the clause that forbids it.

What should hold is kept here beside the house, from the orders alone: who is excluded from what, who is paused until
when, who has which limit and what each has lost today.
"""

from datetime import datetime, timedelta
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import Phase as Looking
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from dicehouse.house import cage, limits
from dicehouse.house.headroom import BringHeadroom
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks.clauses import clauses_of
from dicehouse.table import conduct, dealt_result, losses, opening, people
from dicehouse.table.betting import PlaceWager
from dicehouse.table.call_bets import DeclareWager
from dicehouse.table.orders import Answer, Command, Phase
from dicehouse.table.settlement import LosersCollected, WagersForfeited, WinnersPaid
from dicehouse.table.standing import LiftExclusion
from tests.soak import SOAK
from tests.stories.evening import NOON, Evening, happened

TABLES = {"star": "star-sicbo-2024", "crown": "crown-sicbo-a", "craps": "star-craps"}
DOCUMENT = {"star": "star-sicbo-2024", "crown": "crown-sicbo", "craps": "star-craps", HOUSE: ""}
GAME = {"star": "sic bo", "crown": "sic bo", "craps": "craps"}
PEOPLE = ("ann", "bob")
WAGERS = {"craps": ("field", "any-seven", "buy-4", "place-win-6")}
SICBO = ("small", "big", "odd", "double-3", "total-9")
NO_RULE = {Why.SEAT_TAKEN, Why.WAGERS_STAND, Why.NOT_ENOUGH}
"""What no document has a rule about: who sits where, leaving wagers behind, and having the chips. All else is refused
by a clause."""
CLOSED = {"star": "3.11", "crown": "3.2"}
"""By which clause nothing is wagered after the close."""
FORBIDDEN: dict[str, tuple[type[Command], dict[str, dict[str, Any]], dict[str, str]]] = {
    "too little": (
        PlaceWager,
        {"": {"wager": "even", "stake": 100}, "craps": {"wager": "any-craps", "stake": 100}},
        {"star": "4.1", "crown": "4.2.1", "craps": "7.1"},
    ),
    "too much": (
        PlaceWager,
        {"": {"wager": "small", "stake": 90_000_000}, "craps": {"wager": "field", "stake": 90_000_000}},
        {"star": "4.3", "crown": "4.2.2", "craps": "7.3"},
    ),
    "a wager of another game": (
        PlaceWager,
        {"": {"wager": "any-seven", "stake": 1_000}, "craps": {"wager": "small", "stake": 1_000}},
        {"star": "3.2", "crown": "3.6.1", "craps": "6.1"},
    ),
    "cash called out": (
        DeclareWager,
        {
            "": {"wager": "small", "stake": 1_000, "with_": "cash"},
            "craps": {"wager": "field", "stake": 1_000, "with_": "cash"},
        },
        {"star": "3.12", "crown": "3.3", "craps": "6.2"},
    ),
}
"""What players may not ask of a table, how it is asked, and which clause of its document forbids it. Too little is a
wager of its own: nobody here has another on that area, which it would raise."""
RANKS: dict[str, tuple[type[Command], dict[str, Any], dict[str, str]]] = {
    "closing": (opening.CloseTable, {}, {"star": "9.13", "crown": "9.8", "craps": "9.8"}),
    "excluding": (
        conduct.ExcludePerson, {"breach": "b", "reason": "r"}, {"star": "9.8.2", "crown": "9.2.2", "craps": "9.3.2"},
    ),
}  # fmt: skip
"""What a dealer may not do, and the clause that gives it to someone else."""

person = st.sampled_from(PEOPLE)
a_table = st.sampled_from(tuple(TABLES))
stake = st.sampled_from((500, 1_000, 2_500, 7_000))


class House(RuleBasedStateMachine):
    """A house, and beside it what must hold."""

    @initialize()
    def opens(self) -> None:
        self.folder = Path(mkdtemp())
        self.evening = Evening(self.folder, start=NOON, **TABLES)  # type: ignore[arg-type]  # tables by name
        self.evening.register(*PEOPLE, money=500_000)
        self.excluded: dict[str, tuple[str, str]] = {}
        """By person: from how much, and ordered at which table."""
        self.limit: dict[str, int] = {}
        self.lost: dict[tuple[str, Any], int] = {}
        """By person and day."""
        self.paused: dict[str, datetime] = {}
        self.breaches = 0
        for table in TABLES:
            for who in PEOPLE:
                self.sits(who, table)
        for table in ("star", "crown"):
            self.evening.invite(table)

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            self.evening.close()
            rmtree(self.folder)

    # --- what should be

    def may_play(self, who: str, table: str) -> bool:
        out_of, where = self.excluded.get(who, ("", ""))
        out = out_of == "casino" or (out_of == "game" and GAME[where] == GAME[table]) or (where == table)
        return not out and self.paused.get(who, NOON) <= self.evening.now

    def today(self) -> Any:
        return self.evening.now.astimezone(ZoneInfo("Australia/Sydney")).date()

    def heard(self, table: str, answer: Answer) -> Answer:
        """Every answer is looked at: what it decided is counted, and a refusal is a whole one."""
        if isinstance(answer, Refused):
            assert answer.next, answer
            assert self.cited(table, answer) or (answer.clause is None and answer.why in NO_RULE), answer
            return answer
        seats = self.evening.table(table).seats if table in TABLES else {}
        for event in answer:
            if isinstance(event, LosersCollected | WinnersPaid | WagersForfeited):
                for it in event.settled:
                    who = seats[it.seat].person
                    key = (who, self.today())
                    before = self.lost.get(key, 0)
                    self.lost[key] = before + it.stake + it.extra - it.returned
        return answer

    def cited(self, table: str, refused: Refused) -> bool:
        """Whether a refusal names a clause that is there: of the table's own document, or with the name of another."""
        document, _, number = (refused.clause or "").rpartition(" ")
        return number in clauses_of(document or DOCUMENT[table]) if number else False

    # --- what people do

    @rule(who=person, table=a_table)
    def sits(self, who: str, table: str) -> None:
        answer = self.heard(table, self.evening.player(who, table, people.TakeSeat, seat=PEOPLE.index(who) + 1))
        if not isinstance(answer, Refused):
            out_of, where = self.excluded.get(who, ("", ""))
            assert out_of != "casino"
            assert not (out_of == "game" and GAME[where] == GAME[table])
            buys: dict[str, Any] = {"person": who, "table": table, "amount": 20_000}
            self.heard(HOUSE, self.evening.submit(HOUSE, cage.BuyIn, by=who, role="patron", **buys))

    @rule(who=person, table=a_table)
    def leaves(self, who: str, table: str) -> None:
        seat = self.evening.table(table).seat_of(who)
        if seat is not None:
            leaves: dict[str, Any] = {"seat": seat.number, "declares": seat.rack}
            self.heard(table, self.evening.player(who, table, people.LeaveSeat, **leaves))

    @rule(who=person, table=a_table, amount=stake, which=st.integers(0, 4))
    def bets_again(self, who: str, table: str, amount: int, which: int) -> None:
        self.bets(who, table, amount, which)

    @rule(who=person, table=a_table, amount=stake, which=st.integers(0, 4))
    def bets(self, who: str, table: str, amount: int, which: int) -> None:
        seat = self.evening.table(table).seat_of(who)
        if seat is None:
            return
        wager = WAGERS.get(table, SICBO)[which % len(WAGERS.get(table, SICBO))]
        fields: dict[str, Any] = {"seat": seat.number, "wager": wager, "stake": amount}
        answer = self.heard(table, self.evening.player(who, table, PlaceWager, **fields))
        if not isinstance(answer, Refused):
            assert self.may_play(who, table), f"{who} bet at {table}"

    @rule(table=a_table, dice=st.tuples(*[st.integers(1, 6)] * 3))
    def deals(self, table: str, dice: tuple[int, int, int]) -> None:
        """A round to its end at a table with a tumbler, and the next one is open for bets."""
        evening = self.evening
        if table == "craps" or not evening.table(table).seats:
            return
        if evening.table(table).phase is Phase.BETWEEN:
            evening.invite(table)
        before = dict(self.lost)
        evening.result(table, *dice)
        for who in PEOPLE:
            self.bets_too_late(who, table)
        happened(self.heard(table, evening.dealer(table, dealt_result.Settle)))
        for (who, day), lost in self.lost.items():
            was, most = before.get((who, day), 0), self.limit.get(who)
            if most is not None and day == self.today() and lost > was:
                assert lost <= most, f"{who} lost {lost} of {most}, and {was} before"
        evening.invite(table)

    def bets_too_late(self, who: str, table: str) -> None:
        if self.evening.table(table).seat_of(who) is not None:
            late = self.heard(table, self.evening.bet(who, table, "small", 1_000))
            assert isinstance(late, Refused), late
            if self.may_play(who, table):
                assert (late.why, late.clause) == (Why.BETTING_CLOSED, CLOSED[table])

    @rule(who=person, table=a_table, what=st.sampled_from(tuple(FORBIDDEN)))
    def asks_for_what_is_forbidden(self, who: str, table: str, what: str) -> None:
        order, asked, clauses = FORBIDDEN[what]
        seat = self.evening.table(table).seat_of(who)
        if seat is not None:
            fields = asked.get(table, asked[""])
            answer = self.heard(table, self.evening.player(who, table, order, seat=seat.number, **fields))
            assert isinstance(answer, Refused), answer
            if self.may_play(who, table):
                assert answer.clause == clauses[table], answer

    @rule(table=a_table, what=st.sampled_from(tuple(RANKS)))
    def a_dealer_goes_beyond_the_rank(self, table: str, what: str) -> None:
        order, fields, clauses = RANKS[what]
        answer = self.heard(table, self.evening.dealer(table, order, **fields))
        assert isinstance(answer, Refused), answer
        assert (answer.why, answer.clause) == (Why.NOT_ALLOWED, clauses[table])

    # --- what is ordered

    @rule(who=person, table=a_table, out_of=st.sampled_from(("table", "game", "casino")))
    def excludes(self, who: str, table: str, out_of: str) -> None:
        self.breaches += 1
        breach = f"b{self.breaches}"
        seen: dict[str, Any] = {"offence": "device", "person": who, "who": "player", "what": "a computer"}
        happened(self.evening.staff(table, conduct.RecordContravention, id=breach, **seen))
        order: dict[str, Any] = {"breach": breach, "reason": "a computer", "out_of": out_of}
        if who not in self.excluded:
            answer = self.heard(table, self.evening.staff(table, conduct.ExcludePerson, **order))
            if not isinstance(answer, Refused):
                self.excluded[who] = (out_of, table)
            else:
                assert (table, out_of) == ("crown", "casino"), "Crown's document has no such power"

    @rule(who=person)
    def lifts(self, who: str) -> None:
        if who in self.excluded:
            table = self.excluded[who][1]
            happened(self.evening.staff(table, LiftExclusion, person=who, reason="reviewed"))
            del self.excluded[who]

    @rule(who=person, minutes=st.integers(1, 30))
    def pauses(self, who: str, minutes: int) -> None:
        until = self.evening.now + timedelta(minutes=minutes)
        happened(self.evening.staff("star", losses.PausePlayer, person=who, until=until))
        self.paused[who] = until

    @rule(who=person, amount=st.sampled_from((3_000, 8_000, 20_000)))
    def chooses_a_limit(self, who: str, amount: int) -> None:
        if amount < self.limit.get(who, 10**9):
            chosen: dict[str, Any] = {"patron": who, "limit": "day", "amount": amount}
            happened(self.evening.submit(HOUSE, limits.SetLimit, by=who, role="patron", **chosen))
            self.limit[who] = amount

    @rule(table=a_table)
    def move_their_limits(self, table: str) -> None:
        """Everyone who has a limit wants what is kept of it for other tables at this one; there may be nothing."""
        for who in self.limit:
            wanted: dict[str, Any] = {"patron": who, "place": table}
            self.heard(HOUSE, self.evening.submit(HOUSE, BringHeadroom, by=who, role="patron", **wanted))

    @rule(minutes=st.integers(1, 20))
    def waits(self, minutes: int) -> None:
        self.evening.advance(minutes=minutes)

    @rule(crash=st.booleans())
    def restarts(self, crash: bool) -> None:
        self.evening.restart(crash=crash)

    # --- what always holds

    @invariant()
    def every_cent_is_in_its_account(self) -> None:
        if not hasattr(self, "evening"):
            return
        floor = self.evening.floor
        for it in floor.everything():
            assert it.leader.differences() == []
        for name in TABLES:
            table = self.evening.table(name)
            assert table.held() == table.came, name
        assert sum(self.evening.house.accounts.values()) == 0

    @invariant()
    def nobody_has_two_wagers_on_one_area(self) -> None:
        for name in TABLES if hasattr(self, "evening") else ():
            table = self.evening.table(name)
            areas = [
                (bet.seat, it.name, it.state, it.parent.id if it.parent else "", bet.chips, bet.colour)
                for bet, it in ((bet, table.layout.standing[bet.id]) for bet in table.bets.values())
            ]
            assert len(set(areas)) == len(areas), (name, areas)

    @invariant()
    def the_house_counts_what_was_lost(self) -> None:
        for (who, day), lost in getattr(self, "lost", {}).items():
            if day == self.today():
                patron = self.evening.house.patrons[who]
                assert limits.net_loss(self.evening.house, patron, "day", self.evening.now) == lost

    @invariant()
    def no_more_can_be_lost_at_all_tables_together_than_the_limit_leaves(self) -> None:
        for who, most in getattr(self, "limit", {}).items():
            if self.paused.get(who, NOON) > self.evening.now:
                continue  # nothing is set apart anew, and no wager is taken
            seats = [it for name in TABLES for it in self.evening.table(name).seats.values() if it.person == who]
            left = max(0, most - self.lost.get((who, self.today()), 0))
            assert sum(max(0, it.headroom or 0) for it in seats) <= left, who


House.TestCase.settings = settings(
    max_examples=200 if SOAK else 8,
    stateful_step_count=120 if SOAK else 40,
    deadline=None,
    phases=[Looking.explicit, Looking.reuse, Looking.generate],
)
"""What fails is not made shorter: a house takes too long to begin again and again."""
TestHouse = House.TestCase
