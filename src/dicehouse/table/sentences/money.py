"""Sentences of chips, colour checks, limits, the tray and the box."""

from collections.abc import Mapping
from typing import Final

from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    box,
    checks_away,
    chips,
    colours,
    declared_chips,
    limits,
    losses,
    sales,
    tray,
)
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import Sentence, colour_checks, listed


def _bought(_: Rulebook, it: chips.ChipsBought) -> str:
    said = f"Seat {it.seat} bought {as_money(it.amount)} in chips"
    said += {"cash": " with cash", "account": " from an account", "terminal": " at a terminal"}[it.with_]
    return f"{said}, which count from the next round" if it.late else said


def _issued(_: Rulebook, it: colours.ColoursIssued) -> str:
    said = f"Seat {it.seat} got {colour_checks(it)} at {as_money(it.value)} each"
    return said if it.marked else f"{said}, without a marker"


def _other_colours(_: Rulebook, it: colours.OtherColoursRedeemed) -> str:
    known = "" if it.traced else ", at the lowest minimum"
    return f"Seat {it.seat} had {colour_checks(it)} of {it.table} redeemed for {as_money(it.paid)}{known}"


def _voucher(_: Rulebook, it: chips.VoucherExchanged) -> str:
    got = [f"{as_money(it.tokens)} in tokens"] if it.tokens else []
    got += [f"{as_money(it.chips)} in chips"] if it.chips or not it.tokens else []
    return f"Seat {it.seat} exchanged voucher {it.voucher} for {listed(got)}"


def _personal(_: Rulebook, it: limits.PersonalLimitsSet) -> str:
    if it.limits is None:
        return f"Seat {it.seat} plays by the limits on the sign again"
    least, most = as_money(it.limits.minimum), as_money(it.limits.maximum)
    return f"Seat {it.seat} plays by limits of its own, {least} to {most}"


def _headroom(_: Rulebook, it: losses.LossLimitSet) -> str:
    if it.headroom is None:
        return f"Seat {it.seat} plays without a loss limit"
    return f"Seat {it.seat} may lose {as_money(it.headroom)} more"


def _declared_chips(_: Rulebook, it: declared_chips.ChipsDeclared) -> str:
    return f"Seat {it.seat} declared {as_money(it.amount)} in chips" + (", too late for this round" if it.late else "")


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    tray.TrayFilled: "The tray was filled with {amount} by slip {slip}",
    tray.TrayCredited: "{amount} left the tray for the cage by slip {slip}",
    tray.FillAsked: "A fill of {amount} was asked of the cage",
    tray.CreditAsked: "The cage was asked to take {amount} out of the tray",
    tray.FillAnnounced: "{amount} is on its way from the cage by slip {slip}, handed over by {handed_by}",
    tray.FillReceived: "{by} counted {amount} at the table, and it is in the tray by slip {slip}",
    tray.FillSentBack: "The {amount} of slip {slip} went back to the cage: {reason}",
    box.BoxEmptied: "Box {box} left the table with {drop} in cash",
    chips.ChipsBought: _bought,
    sales.SaleReversed: "The sale of {amount} to {person} at seat {seat} was undone: {reason}",
    chips.ChipsChanged: "Seat {seat} had {amount} in chips changed",
    colours.ColoursIssued: _issued,
    colours.ColoursRedeemed: lambda _, it: f"Seat {it.seat} gave back {colour_checks(it)} for {as_money(it.paid)}",
    colours.OtherColoursRedeemed: _other_colours,
    checks_away.ColoursBrought: lambda _, it: (
        f"Seat {it.seat} brought back {colour_checks(it)} at {as_money(it.value)} each"
    ),
    checks_away.ColoursReturned: lambda _, it: (
        f"The table has {colour_checks(it.away)} at {as_money(it.away.value)} each out from before it closed"
    ),
    chips.VoucherExchanged: _voucher,
    limits.PersonalLimitsSet: _personal,
    losses.LossLimitSet: _headroom,
    losses.HeadroomReleased: "{person} at seat {seat} may lose {amount} less here, and as much more at {wanted_at}",
    losses.PlayerReminded: "{person} at seat {seat} was reminded to declare chips before the round",
    declared_chips.PlayerDirected: lambda _, it: (
        f"{it.person} at seat {it.seat} was told: {it.direction}; {'done' if it.followed else 'not done'}"
    ),
    declared_chips.ChipsDeclared: _declared_chips,
    losses.PlayerPaused: "{person} makes no wagers until {until}",
}
