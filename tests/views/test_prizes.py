"""What an inspector reads of tournaments and promotions, and what a player has to do with them."""

import msgspec
import pytest

from dicehouse.house.promotions.awarding import AwardPrize, DenyClaim, TellWinner
from dicehouse.house.promotions.entering import ShutOut
from dicehouse.house.promotions.lot import Entry
from dicehouse.house.promotions.state import Won
from dicehouse.house.tournaments.entering import RefuseApplication
from dicehouse.house.tournaments.ruling import RaiseTournamentDispute
from dicehouse.house.tournaments.wagering import SealWager, seal_of
from dicehouse.views.acts import Asker
from dicehouse.views.claimant import ClaimantPage, claimant_page
from dicehouse.views.entrant import entrant_page
from dicehouse.views.filing import terms_checked
from dicehouse.views.prizes import MOST, prizes_view, promotion_record, tournament_record
from tests.house.keeper import happened
from tests.house.promotions.promoter import SECRET, Promoter
from tests.house.tournaments.organiser import SEED, Organiser, final, terms


def claimant(it: Promoter, who: str) -> ClaimantPage:
    return claimant_page(it.house, Asker(who, "patron", it.now), "summer")


def test_an_inspector_reads_a_tournament_whole() -> None:
    it = Organiser().prepares()
    happened(it.manager(RefuseApplication, tournament="spring", person="zoe", reason="Not a member"))
    assert tournament_record(it.house, it.it, it.now).refused == (("zoe", "Not a member"),)
    it = Organiser().starts()
    happened(it.director(RaiseTournamentDispute, person="ann", about="The clock"))
    seen = tournament_record(it.house, it.it, it.now)
    assert [one.person for one in seen.entrants] == it.people
    assert {one.paid for one in seen.entrants} == {12_000}
    assert [(one.person, one.about, one.decision) for one in seen.rulings] == [("ann", "The clock", "")]
    assert all(each.at is not None for each in seen.milestones)
    assert seen.sections
    assert [line.of for line in seen.due] == ["spring"] * len(seen.due)


def test_seats_are_worked_out_again_and_a_changed_seat_is_seen() -> None:
    it = Organiser().starts()
    happened(it.promises("what the final is drawn from"))
    first, second = tournament_record(it.house, it.it, it.now).seats
    assert (first.round, first.seed, first.agrees) == (1, SEED, True)
    assert (second.seed, second.agrees) == ("", None)
    it.one("ann").seat, it.one("bob").seat = 3 - it.one("ann").seat, 9
    assert not tournament_record(it.house, it.it, it.now).seats[0].agrees
    it.it.promised[1] = "0" * 64
    assert not tournament_record(it.house, it.it, it.now).seats[0].agrees


def test_what_is_sealed_is_sealed_for_an_inspector_too() -> None:
    it = Organiser().starts()
    seal = seal_of("big", 12_345, "heron")
    happened(it.does(SealWager, "ann", "patron", tournament="spring", person="ann", seal=seal))
    assert seal not in msgspec.json.encode(tournament_record(it.house, it.it, it.now)).decode()


def test_a_draw_is_worked_out_again_and_a_changed_winner_is_seen() -> None:
    it = Promoter().seals(ann=3, bob=2)
    assert promotion_record(it.house, it.promotion, it.now).agrees is None
    assert SECRET not in msgspec.json.encode(promotion_record(it.house, it.promotion, it.now)).decode()
    it = Promoter().draws(ann=3, bob=2)
    happened(
        it.cashier(
            TellWinner, promotion="summer", prize=1, channel="telephone", reached=True, said="Comes tomorrow"
        )
    )  # fmt: skip
    seen = promotion_record(it.house, it.promotion, it.now)
    assert (seen.agrees, seen.entries, seen.more) == (True, (("ann", 3), ("bob", 2)), 0)
    (won,) = seen.won
    assert (won.person, won.attempts[0].said) == (it.winner(), "Comes tomorrow")
    other = "bob" if it.winner() == "ann" else "ann"
    was = it.promotion.won[1]
    it.promotion.won[1] = Won(prize=was.prize, person=other, entry=was.entry, told_by=None)
    assert promotion_record(it.house, it.promotion, it.now).agrees is False


def test_a_long_list_of_entries_is_cut_and_says_so() -> None:
    it = Promoter().seals(ann=3)
    it.promotion.entries += [Entry("ann", 1)] * MOST
    seen = promotion_record(it.house, it.promotion, it.now)
    assert (len(seen.entries), seen.more) == (MOST, 1)


def test_the_list_has_every_tournament_and_promotion_and_what_is_due() -> None:
    it = Organiser().opens()
    seen = prizes_view(it.house, it.now)
    assert [each.id for each in seen.tournaments] == ["spring"]
    assert "entries close" in [each.what for each in seen.due]


def test_a_winner_claims_and_hears_why_a_claim_was_denied() -> None:
    it = Promoter().draws(ann=3, bob=2)
    winner = it.winner()
    other = "bob" if winner == "ann" else "ann"
    assert claimant(it, other).prizes == ()
    (prize,) = claimant(it, winner).prizes
    assert (prize.won, prize.claimed, prize.act is not None) == (True, False, True)
    claim = it.claims(person=other)
    no = {"reason": "Not the winner", "name": "Cai", "address": "1 Road"}
    happened(it.manager(DenyClaim, promotion="summer", claim=claim, **no))
    (denied,) = claimant(it, other).prizes
    assert (denied.won, denied.denied, denied.act) == (False, "Not the winner", None)
    own = it.claims()
    assert claimant(it, winner).prizes[0].claimed
    happened(it.cashier(AwardPrize, promotion="summer", claim=own, parts={"prize": 50_000}))
    (had,) = claimant(it, winner).prizes
    assert (had.awarded, had.act) == (True, None)


def test_a_player_sees_their_entries_or_why_there_are_none() -> None:
    it = Promoter()
    assert (none := claimant(it, "ann").none) is not None
    assert none.why == "unknown-id"
    it.starts()
    happened(it.plays("ann", 15_000))
    assert claimant(it, "ann").entries == 3
    happened(it.manager(ShutOut, promotion="summer", person="ann", reason="Works here"))
    assert (claimant(it, "ann").entries, claimant(it, "ann").shut_out) == (0, "Works here")


@pytest.mark.clause("crown-sicbo", "8.4.2(c)")
@pytest.mark.parametrize("reading", ["desk_only", "own_screen"])
def test_who_has_not_entered_sees_how_to(reading: str) -> None:
    it = Organiser(final(readings={"entering_from_a_screen": reading}, entry={"signed": False})).prepares()
    it.house.accounts["patron/zoe"] = 50_000
    (enter,) = entrant_page(it.house, Asker("zoe", "patron", it.now), "spring").acts
    assert (enter.refused is None) is (reading == "own_screen")


def test_terms_of_a_promotion_that_has_begun_are_proposed_and_not_filed() -> None:
    it = Promoter()
    asker = Asker("otto", "casino-operator", it.now)
    assert terms_checked(it.house, asker, it.terms).file.do == "file-terms"
    it.starts()
    happened(it.plays("ann", 15_000))
    checked = terms_checked(it.house, Asker("otto", "casino-operator", it.now), it.terms)
    assert (checked.file.do, checked.file.refused, checked.problems) == ("propose-amendment", None, ())
    assert [field.key for field in checked.file.fields] == ["reason"]
    cashier = terms_checked(it.house, Asker("cara", "cashier", it.now), it.terms).file.refused
    assert cashier is not None
    assert terms_checked(it.house, asker, terms()).file.do == "file-tournament"
