"""A house with patrons and the terms of a tournament, for tests."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final, Self

import msgspec

from dicehouse.house.patron_state import Patron
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.state import House
from dicehouse.house.tournaments.advancing import EndRound
from dicehouse.house.tournaments.directing import AppointDirector, BriefPlayers
from dicehouse.house.tournaments.entering import ApproveStaffEntry, EnterTournament
from dicehouse.house.tournaments.finishing import FinishTournament
from dicehouse.house.tournaments.parts import (
    Conduct,
    Details,
    Elimination,
    Entry,
    Format,
    Pool,
    Prize,
    Purchase,
    Round,
    Secret,
    Wagers,
    Winners,
)
from dicehouse.house.tournaments.preparing import (
    ApproveTournament,
    DesignateTables,
    FileTournament,
    NotifyInspectorate,
    OfferTerms,
)
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.house.tournaments.seating import PromiseSeats
from dicehouse.house.tournaments.spinning import SettleTournamentSpin
from dicehouse.house.tournaments.state import Entrant, Tournament
from dicehouse.house.tournaments.terms import Terms
from dicehouse.house.tournaments.wagering import CloseTournamentBetting, Laid
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command
from tests.house.books import sound
from tests.house.keeper import NOON, Keeper, happened

DAY: Final = timedelta(days=1)
SECOND: Final = timedelta(seconds=1)
START: Final = NOON + 5 * DAY
SEED: Final = "seeds are published"
BOOK: Final = "crown-sicbo"
TABLES: Final = ("table 11", "table 12")
PEOPLE: Final = ("ann", "bob", "cai", "dee", "eve", "fay")

WHOLE: Final = Terms(
    kind="tournament",
    id="spring",
    name="Spring Sic Bo",
    rulebook="crown-sicbo-a",
    details=Details(
        starts=START, entries_close=START - timedelta(hours=1), location="Level 1", entry_fee=2_000, buy_in=10_000,
        min_players=4, max_players=6, start_may_change=True, start_notice=30, changes_notified=True,
        re_buy=Purchase(price=5_000, bank=100_000), add_on=Purchase(price=2_500, bank=50_000),
    ),
    entry=Entry(
        accepting=True, entitled_only=True, may_refuse=True, criteria="Members", abide=True, available="At the desk",
        signed=True, method="At the desk", withdraw_until=START - 2 * DAY, substitute_until=START - DAY,
    ),
    format=Format(
        starting_bank=100_000, same_bank=True, chips_after="no-value", ties=("bank-before", "extra-spin"),
        rounds=(Round(spins=2, minutes=30, tables=2, seats=3, top=1, best=1), Round(spins=2, tables=1, seats=3)),
    ),
    wagers=Wagers(
        chips="Tournament chips", chip=5_000, minimum=5_000, compulsory=10_000, compulsory_missed="taken",
        secret=Secret(per_session=2, per_spin=1, how="In an envelope"),
    ),
    elimination=Elimination(criteria="No chips left, or behind the line"),
    winners=Winners(criteria="The largest bank", ties=("extra-spin",)),
    pool=Pool(
        share="1/1", of=("buy-in", "re-buy", "add-on"), leftover="first",
        prizes=(Prize(place=1, share="1/2"), Prize(place=2, share="3/10"), Prize(place=3, share="1/5")),
    ),
    conduct=Conduct(
        penalised="Delaying play", penalties=("warn", "chips", "lose-wager", "disqualify"), penalty_chips=20_000,
        disqualified="Cheating", substitute="Once", refunds="In time", late_refund="1/2", late=("warn", "chips"),
        absence=("warn", "disqualify"), telephone=("warn", "lose-wager", "disqualify"),
        substituting="Takes over the entry", disqualified_chips="removed", retirement="ranked", rules_prevail=True,
        ends_early=True, privacy=True, publicity=True, by_the_rules=True, director_final=True, liability=True,
        complaints=True,
    ),
)  # fmt: skip
"""Terms with nothing wrong: six players at two tables, of whom three go to a final."""


def terms(**changed: Any) -> Terms:
    """The same with other parts: `terms(details={"location": ""})`, or `terms(rulebook="crown-sicbo-b")`."""
    parts = {
        key: msgspec.structs.replace(getattr(WHOLE, key), **it) if isinstance(it, dict) and key != "readings" else it
        for key, it in changed.items()
    }
    return msgspec.structs.replace(WHOLE, **parts)


def final(**changed: Any) -> Terms:
    """Terms of one round alone, at one table."""
    rounds = {"rounds": (Round(spins=2, tables=1, seats=6),), **changed.pop("format", {})}
    return terms(format=rounds, **changed)


def refused(answer: Answer, why: Why) -> Refused:
    """The refusal of a command, which must be for this reason."""
    assert isinstance(answer, Refused), f"it was not refused: {answer}"
    assert answer.why is why, answer
    return answer


def owes(house: House) -> None:
    """The account of what a tournament owes holds just that."""
    for id, it in house.tournaments.items():
        assert house.accounts.get(f"tournament/{id}/owed", 0) == sum(it.owed.values())


class Organiser(Keeper):
    """Runs a tournament from its terms to its prizes."""

    def __init__(self, own: Terms = WHOLE, people: Iterable[str] = PEOPLE, director: str = "dora") -> None:
        patrons = {it: Patron(name=it) for it in (*people, "zoe")}
        super().__init__(sound, owes, patrons=patrons, accounts={"cage/cash": 10_000_000, "~house": -10_000_000})
        self.terms, self.people, self.boss = own, [*people], director

    @property
    def it(self) -> Tournament:
        return self.house.tournaments[self.terms.id]

    def one(self, person: str) -> Entrant:
        return self.it.entrants[person]

    def director(self, kind: type[Command], /, **fields: Any) -> Answer:
        """What the director orders; as in a running house, seats are promised when they are to be drawn."""
        if kind is StartRound and self.it.phase in ("planned", "between") and self.house.now is not None:
            at = self.house.now
            promise = {"tournament": "spring", "commitment": commitment(fields["seed"])}
            self.submit(PromiseSeats(id=f"seats{self.count}", at=at, by="the clock", role="device", **promise))
        return self.does(kind, self.boss, "tournament-director", tournament="spring", **fields)

    def desk(self, kind: type[Command], /, **fields: Any) -> Answer:
        return self.cashier(kind, tournament="spring", **fields)

    def prepares(self) -> Self:
        """Terms on file, approved, available, told; a director and tables."""
        happened(self.manager(FileTournament, terms=self.terms))
        return self.offers()

    def offers(self) -> Self:
        happened(self.operator(ApproveTournament, tournament="spring"))
        happened(self.manager(OfferTerms, tournament="spring", where="At the desk"))
        happened(self.manager(NotifyInspectorate, tournament="spring", to="I. Vance"))
        happened(self.operator(AppointDirector, tournament="spring", person=self.boss))
        happened(self.manager(DesignateTables, tournament="spring", tables=TABLES))
        return self

    def approves(self, person: str, by: str = "hale", role: str = "chief-operating-officer") -> Answer:
        """An officer lets someone of the staff play."""
        return self.does(ApproveStaffEntry, by, role, tournament="spring", person=person)

    def enters(self, person: str, **fields: Any) -> Answer:
        how = {"means": "cash", "accepted": True, "signed": True, **fields}
        return self.desk(EnterTournament, person=person, **how)

    def opens(self) -> Self:
        """Everyone enters."""
        self.prepares()
        for person in self.people:
            happened(self.enters(person))
        return self

    def briefs(self) -> Self:
        happened(self.director(BriefPlayers, understood=(*self.it.entrants,)))
        return self

    def starts(self, seed: str = SEED) -> Self:
        """Everyone is briefed, and the first round begins."""
        self.opens().briefs().until(START)
        happened(self.director(StartRound, seed=seed))
        return self

    def promises(self, seed: str = SEED) -> Answer:
        return self.device(PromiseSeats, tournament="spring", commitment=commitment(seed))

    def at(self, table: str) -> list[str]:
        return [who for who, one in self.it.entrants.items() if one.table == table and one.standing == "playing"]

    def closes(self, table: str, wagers: dict[str, Any], **more: Any) -> Answer:
        laid = {who: tuple(Laid(*it) for it in bets) for who, bets in wagers.items()}
        return self.does(
            CloseTournamentBetting, table, "device", tournament="spring", table=table, wagers=laid, **more
        )  # fmt: skip

    def settles(self, table: str, *dice: int) -> Answer:
        return self.does(SettleTournamentSpin, table, "device", tournament="spring", table=table, dice=dice)

    def spins(self, table: str, *dice: int, **stakes: int) -> Self:
        """A spin in which people stake so much on Small, the others what is compulsory."""
        bets = {who: [("small", stakes.get(who, 10_000))] for who in self.at(table)}
        happened(self.closes(table, bets))
        happened(self.settles(table, *dice))
        return self

    def ends(self) -> Answer:
        return self.director(EndRound)

    def finishes(self) -> Answer:
        return self.director(FinishTournament)
