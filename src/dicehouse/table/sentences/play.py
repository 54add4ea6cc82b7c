"""Sentences of rounds and of wagers on the layout."""

from collections.abc import Mapping
from typing import Final

from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    call_bets,
    dealt,
    dealt_result,
    late_bets,
    settlement,
    settling,
    streak,
)
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import (
    Sentence,
    because,
    counted,
    faces,
    how_often,
    listed,
    wager_by_wager,
    wagers_with_stakes,
)


def _tumbled(_: Rulebook, it: dealt.DiceTumbled) -> str:
    return f"The dice tumbled {how_often(it.times)}" + (", and the result is sealed" if it.seal else "")


def _uncovered(book: Rulebook, it: dealt_result.DiceUncovered) -> str:
    shown = f"The cover was lifted{because(faces(book, it.dice))}"
    return f"{shown}; {it.no_result_due}, so there can be no result" if it.no_result_due else shown


def _entered(book: Rulebook, it: dealt_result.ResultEntered) -> str:
    said = f"{faces(book, it.dice)} was keyed in"
    if it.corrects:
        said += f" instead of {faces(book, it.corrects)}"
    if it.differs:
        return f"{said}, which is not what was called"
    return f"{said}, and {counted(len(it.areas), 'area lights', 'areas light')} up"


def _round_ended(book: Rulebook, it: settling.RoundEnded) -> str:
    return f"Round {it.round} is over" + because(faces(book, it.dice))


def _placed(book: Rulebook, it: settlement.WagerPlaced) -> str:
    said = f"{it.person} placed {as_money(it.stake)} on {book.wagers[it.wager].name}"
    if it.commission:
        said += f" and paid {as_money(it.commission)} commission"
    return said


def _restaked(book: Rulebook, it: settlement.WagerRestaked) -> str:
    if not it.laid:
        return f"{_one(book, it)} became {as_money(it.stake)}: {it.why}"
    more = f"{as_money(it.stake - it.was)} more came on {book.wagers[it.wager].name} from seat {it.seat}"
    return f"{more}, {as_money(it.stake)} in all"


def _one(book: Rulebook, it: settlement.WagerRestaked) -> str:
    """A wager by its name; an old record has its id alone."""
    return f"{book.wagers[it.wager].name} of seat {it.seat}" if it.wager else f"Wager {it.bet}"


def _moved(book: Rulebook, it: settlement.WagersMoved) -> str:
    """The puck and the runs, and wagers that wait on."""
    says = [
        mark.says[it.markers[mark.rules.name]] for mark in book.markers if mark.rules.name in it.markers
    ]  # fmt: skip
    waits = [f"{bet} stands at {state.replace('_', ' ')}" for bet, state in it.moved.items()]
    return "; ".join([*says, *waits])


def _called(_: Rulebook, it: call_bets.WagerCalled) -> str:
    return f"Wager {it.bet} was called {'On' if it.working else 'Off'}"


def _found(book: Rulebook, it: late_bets.WagerFound) -> str:
    ruling = {
        "within": "it is within the limits",
        "stands": "it is below the minimum and stands",
        "warned": "it is below the minimum and stands this once",
        "returned": "it is outside the limits and goes back",
        "capped": f"{as_money(it.plays)} of it plays",
    }
    return f"{as_money(it.stake)} was found on {book.wagers[it.wager].name} from seat {it.seat}; {ruling[it.ruling]}"


def _day(_: Rulebook, it: streak.GamingDayBegan) -> str:
    return f"The gaming day {it.day.isoformat()} began" + (
        f"; {listed(it.stale)} waits for wagers of the day before" if it.stale else ""
    )


def _demonstration(_: Rulebook, it: dealt.DemonstrationOrdered) -> str:
    often = f"{counted(it.spins, 'spin', 'spins')} for show" if it.spins > 0 else "spins for show until someone bets"
    return f"{often} {'was' if it.spins == 1 else 'were'} ordered"


def _no_bet(book: Rulebook, it: call_bets.OralWagerRefused) -> str:
    what = " on ".join(([as_money(it.stake)] if it.stake else []) + ([book.wagers[it.wager].name] if it.wager else []))
    why = {"chips": "no chips came with it", "time": "it came too late to be laid"}[it.lacks]
    return f"No bet: {it.person or 'someone'} called out {what or 'a wager'}, and {why}"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    settling.RoundBegan: "Round {round} began",
    dealt.DiceTumbled: _tumbled,
    dealt.BettingOpened: "Bets were invited for round {round}",
    dealt.BettingClosed: "No more bets in round {round}",
    dealt.ButtonPressed: "No More Bets was pressed",
    dealt_result.DiceUncovered: _uncovered,
    dealt_result.ResultAnnounced: lambda book, it: f"The result was called: {faces(book, it.dice)}, total {it.total}",
    dealt_result.ResultEntered: _entered,
    dealt_result.NoResultCalled: "The dice count for nothing: {reason}",
    dealt.DemonstrationOrdered: _demonstration,
    settling.RoundEnded: _round_ended,
    settlement.LosersCollected: lambda book, it: (
        f"{wagers_with_stakes(it.settled)}, lost and collected: {wager_by_wager(book, it.settled)}"
    ),
    settlement.WinnersPaid: lambda _, it: (
        f"{wagers_with_stakes(it.settled)}, paid {as_money(sum(each.returned for each in it.settled))}"
    ),
    settlement.WagersTakenBack: lambda _, it: f"{wagers_with_stakes(it.settled)}, went back undecided",
    settlement.WagersForfeited: lambda _, it: f"{wagers_with_stakes(it.settled)}, went to the house undecided",
    settlement.WagersMoved: _moved,
    settlement.WagerPlaced: _placed,
    settlement.WagerRestaked: _restaked,
    settlement.ExcessSetAside: "{excess} of wager {bet} is above the maximum and does not play",
    call_bets.WagerDeclared: lambda book, it: (
        f"{it.declared.person} called out {as_money(it.declared.stake)} on {book.wagers[it.declared.wager].name}"
    ),
    call_bets.DeclaredLapsed: lambda _, it: f"Called out and not laid in time, so it never counted: {listed(it.bets)}",
    call_bets.OralWagerRefused: _no_bet,
    call_bets.OnAsked: "Wager {bet} was called On and waits for the dealer",
    call_bets.WagerCalled: _called,
    late_bets.WagerFound: _found,
    streak.FinalCallMade: "The final call for Super Streak wagers was made",
    streak.GamingDayBegan: _day,
    streak.AxesReset: lambda _, it: (
        f"The runs of {listed([*it.markers])} start afresh" if it.markers else "The runs of an earlier day are over"
    ),
}
