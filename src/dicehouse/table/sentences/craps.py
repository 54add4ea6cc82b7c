"""Sentences of the dice at craps: who has them, how they were thrown and what they showed."""

from collections.abc import Mapping
from typing import Final

from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    craps_roll,
    dice_set,
    shooter,
    throw,
)
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import Sentence, listed


def _offered(_: Rulebook, it: shooter.DiceOffered) -> str:
    return f"The dice are offered to seat {it.seat}" + (", a second time round" if it.anew else "")


def _relinquished(_: Rulebook, it: shooter.DiceRelinquished) -> str:
    return f"{f'Seat {it.seat}' if it.seat else 'The stickperson'} gave up the dice: {it.why}"


def _went_off(_: Rulebook, it: dice_set.DiceWentOff) -> str:
    said = f"Of the five dice {listed(it.dice)} went off the table"
    return f"{said}, so the throw is no roll" if it.no_result_due else said


def _dice_found(_: Rulebook, it: dice_set.DiceFound) -> str:
    goes = {"player": "went back to the shooter", "bowl": "went to the bowl", "away": "stay out of play"}
    return f"Of the five dice {listed(it.dice)} turned up again and {goes[it.goes]}"


def _replaced(_: Rulebook, it: dice_set.DiceReplaced) -> str:
    return f"Set {it.set} of dice is at the table" + ("" if it.at_once else ", for the next shooter")


def _thrown(_: Rulebook, it: throw.DiceThrown) -> str:
    who = f"Seat {it.seat}" if it.seat else "The stickperson"
    said = f"{who} threw the dice{' for a come-out' if it.come_out else ''}"
    return f"{said}; {it.no_result_due}, so it is no roll" if it.no_result_due else said


def _roll_called(_: Rulebook, it: craps_roll.RollCalled) -> str:
    said = f"The roll was called: {listed(it.dice)}, total {it.total}"
    return f"{said}, not {listed(it.corrects)}" if it.corrects else said


def _top_face(_: Rulebook, it: craps_roll.TopFaceJudged) -> str:
    said = f"The boxperson decided that the dice show {listed(it.dice)}, total {it.total}"
    return f"{said}, not {listed(it.corrects)}" if it.corrects else said


def _throw_reported(_: Rulebook, it: throw.ThrowReported) -> str:
    then = "so it is no roll" if it.no_result_due else "for which no roll may be called"
    return f"Something was wrong with the throw: {it.reason}, {then}"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    shooter.DiceOffered: _offered,
    shooter.DiceAccepted: lambda _, it: (
        f"{it.person} at seat {it.seat} took the dice and chose {listed(it.dice)} of the five"
    ),
    shooter.DiceDeclined: "Seat {seat} let the dice go by",
    shooter.DiceSelected: lambda _, it: f"The shooter chose {listed(it.dice)} of the five dice",
    shooter.DiceRelinquished: _relinquished,
    shooter.StickpersonShoots: "The stickperson throws, because no player will",
    dice_set.DiceWentOff: _went_off,
    dice_set.DiceFound: _dice_found,
    dice_set.DiceReplaced: _replaced,
    throw.DiceThrown: _thrown,
    throw.DiceRested: "The dice lie still",
    craps_roll.RollCalled: _roll_called,
    craps_roll.TopFaceJudged: _top_face,
    throw.ThrowReported: _throw_reported,
    throw.NoRollCalled: "No roll was called: {reason}",
    craps_roll.RollSettled: "Roll {roll} is settled: total {total}",
}
