"""Sentences of terminals: their wagering periods, their dice, their meters and their faults."""

from collections.abc import Mapping
from typing import Final

from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    credits_in_doubt,
    electronic,
    meter,
    sealing,
    server,
    terminals,
    wagering,
)
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import Sentence, because, clock, faces, listed


def _wagering_ended(_: Rulebook, it: electronic.WageringEnded) -> str:
    if it.shoots_by is None:
        return f"The wagering period of round {it.round} ended; the dice shoot by themselves"
    return (
        f"The wagering period of round {it.round} ended; the shooter is {it.person} at seat {it.shooter}, "
        f"until {clock(it.shoots_by)}"
    )


def _shot(_: Rulebook, it: electronic.DiceShot) -> str:
    if it.automatic:
        return "The dice shot by themselves"
    return f"Seat {it.shooter} shot the dice"


def _reported(book: Rulebook, it: electronic.DiceReported) -> str:
    if it.read == "flat":
        return f"The dice lie flat: {faces(book, it.dice)}, total {sum(it.dice)}"
    return "The dice are cocked" if it.read == "cocked" else "The tumbler could not read the dice"


def _round_voided(_: Rulebook, it: electronic.RoundVoided) -> str:
    return f"Round {it.round} has no result: {it.reason}" + ("; the wagers stay" if it.stay else "")


def _credit(_: Rulebook, it: meter.CreditAdjusted) -> str:
    way = "up" if it.amount >= 0 else "down"
    said = f"The meter of seat {it.seat} was put {way} by {as_money(abs(it.amount))}"
    return said + (f", with {as_money(it.owed)} still owed" if it.owed else "") + because(it.reason)


def _decided_credits(_: Rulebook, it: credits_in_doubt.CreditsDecided) -> str:
    where = f"on the meter of seat {it.seat}" if it.seat else "paid on paper"
    said = "void and the house's" if it.outcome == "voided" else f"released to {it.person}, {where}"
    return f"{as_money(it.amount)} in credits that was withheld is {said}{because(it.reason)}"


def _terminals_limited(_: Rulebook, it: wagering.TerminalsLimited) -> str:
    if not it.terminals:
        return f"{it.person} may play at any terminal that the house allows"
    return f"{it.person} may play at {'terminals' if len(it.terminals) > 1 else 'terminal'} {listed(it.terminals)} only"


def _terminal_failed(_: Rulebook, it: terminals.TerminalFailed) -> str:
    return f"The terminal of seat {it.seat} failed in round {it.round}: {it.kind}" + (f", {it.said}" if it.said else "")


def _server_failed(_: Rulebook, it: server.ServerFailed) -> str:
    return f"The server failed: {it.kind}" + (f", {it.error}" if it.error else "") + "; unsettled wagers are void"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    wagering.WageringOpened: lambda _, it: (
        f"Round {it.round} began; terminals "
        + (f"take wagers until {clock(it.ends)}" if it.ends else "wait until someone is seated")
    ),
    wagering.TerminalsLimited: _terminals_limited,
    wagering.WageringExtended: lambda _, it: (
        f"Nobody has wagered, so round {it.round} takes wagers until {clock(it.ends)}"
        if it.ends
        else f"Nobody is seated, so round {it.round} waits for someone"
    ),
    electronic.WageringEnded: _wagering_ended,
    sealing.DiceSealed: "The tumbler sealed its result",
    electronic.DiceShot: _shot,
    electronic.DiceReported: _reported,
    electronic.RoundVoided: _round_voided,
    meter.MoneyInserted: "{amount} came on the meter of seat {seat} by {source}",
    meter.CreditsCollected: "{amount} was paid out from the meter of seat {seat} by {to}",
    meter.CreditAdjusted: _credit,
    credits_in_doubt.CreditsWithheld: "{amount} in credits of {person} at seat {seat} is withheld: {reason}",
    credits_in_doubt.CreditsDecided: _decided_credits,
    terminals.TerminalFailed: _terminal_failed,
    terminals.TerminalRecordKept: "How the wagers in doubt of seat {seat} were settled is on record",
    terminals.TerminalWagersConfirmed: lambda _, it: (
        f"The wagers of seat {it.seat} in round {it.round} are known"
        f"{'' if it.as_recorded else ' and were laid again'}: {it.log}"
    ),
    terminals.TerminalWagersVoided: "The wagers of seat {seat} in round {round} are void: {reason}",
    terminals.TerminalRectified: "The terminal of seat {seat} works again: {done}",
    server.ServerFailed: _server_failed,
    server.ServerRectified: "The server works again: {done}",
}
