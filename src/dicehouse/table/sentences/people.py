"""Sentences of people at a table: seats, cards, conduct and what they were told."""

from collections.abc import Mapping
from typing import Final

from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    cards,
    chips_brought,
    conduct,
    notices,
    people,
    standing,
    withheld_winnings,
)
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import Sentence, at_seat, because, clock, counted, listed


def _card(_: Rulebook, it: cards.CardPresented) -> str:
    return f"Seat {it.seat} showed card {it.card.number}, which is {'valid' if it.card.valid else 'not valid'}"


def _assistance(_: Rulebook, it: cards.AssistanceLogged) -> str:
    if it.helper:
        return f"{it.helper} helps {it.person} at seat {it.seat} to bet"
    return f"Nobody helps {it.person} at seat {it.seat} to bet any more"


def _contravention(_: Rulebook, it: conduct.ContraventionRecorded) -> str:
    return f"{listed(it.breach.people)} broke a rule ({it.breach.kind}){because(it.what)}"


def _released(_: Rulebook, it: withheld_winnings.WinningsReleased) -> str:
    went = f"were paid {at_seat(it.seat, 'away from the table')}" if it.outcome == "paid" else "stayed with the house"
    return f"{as_money(it.amount)} in winnings of {it.person} {went}{because(it.reason)}"


def _standing(_: Rulebook, it: standing.StandingTold) -> str:
    out = it.exclusion
    said = [f"is excluded from the {out.out_of}: {out.reason}"] if out else []
    said += [f"makes no wagers until {clock(it.paused)}"] if it.paused else []
    said += [f"takes a break until {clock(it.resting)}"] if it.resting else []
    return f"{it.person} {listed(said) if said else 'may play'}"


def _players(_: Rulebook, it: people.PlayersLimited) -> str:
    if it.most:
        said = f"At most {counted(it.most, 'player', 'players')} may play"
    else:
        said = "As many may play as there are places"
    return f"{said}, each at one place" if it.one_each else said


def _brought(_: Rulebook, it: people.ChipsBrought) -> str:
    also = f", counted by {it.confirmed_by} too" if it.confirmed_by else ""
    return f"Seat {it.seat} brought {as_money(it.amount)} in chips{also}"


def _left(_: Rulebook, it: people.SeatLeft) -> str:
    said = f"{it.person} left seat {it.seat} with {as_money(it.chips)}"
    said = f"{said} and {as_money(it.tokens)} in tokens" if it.tokens else said
    checks = ", ".join(counted(own.count, f"{colour} check", f"{colour} checks") for colour, own in it.checks.items())
    return f"{said}, and took away {checks}" if checks and it.good_here else said


def _vacate(_: Rulebook, it: people.VacateRequired) -> str:
    return f"{it.person} has to give up {f'seat {it.seat}' if it.seat else 'the place beside a terminal'}: {it.grounds}"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    standing.StandingTold: _standing,
    standing.ExclusionLifted: "{person} may take part again: {reason}",
    people.SeatTaken: "{person} took seat {seat}",
    people.SeatLeft: _left,
    people.ChipsBrought: _brought,
    chips_brought.ChipsConfirmed: "{by} counted {amount} in chips that seat {seat} brings",
    people.PlayersLimited: _players,
    people.VacateRequired: _vacate,
    cards.CardPresented: _card,
    cards.AssistanceLogged: _assistance,
    cards.WagersInvalidated: lambda _, it: f"What can win nothing is {listed(it.bets)}: {it.grounds}",
    conduct.ContraventionRecorded: _contravention,
    conduct.PersonsWagersVoided: "All wagers of {person} are void: {reason}",
    conduct.PersonExcluded: "{person} was excluded from the {out_of}: {reason}",
    conduct.ContraventionClosed: "The contravention of {person} was closed: {outcome}",
    conduct.ExclusionRecommended: "It was recommended to exclude {person} from the casino: {reason}",
    withheld_winnings.WinningsWithheld: "Winnings of {person} are held aside: {reason}",
    withheld_winnings.WinningsReleased: _released,
    conduct.PersonDetained: "{person} was detained: {reason}",
    notices.NoticeGiven: "{to} is to be told by {due}: {about}",
    notices.NoticeAcknowledged: lambda _, it: f"Notice {it.notice} was taken{', late' if it.late else ''}",
    notices.RulesShown: "The rules of {rulebook} were shown",
}
