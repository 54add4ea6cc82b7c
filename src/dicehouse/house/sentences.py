"""What happened in the house, in plain words: one sentence for every event, with the clause it happened by.

    >>> told(event)
    'Ticket T1 over $25 was issued at table 7/3, good until 2027-03-02 01:00 (aruze-sicbo 3.8)'

A sentence looks at the event alone, so that an old record reads as well as a new one.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from dicehouse.house import (
    breaks,
    cage,
    complaints,
    declarations,
    disputes,
    equipment,
    exclusions,
    headroom,
    identity,
    inquiries,
    jackpot_corrections,
    jackpot_rounds,
    jackpots,
    limits,
    owed,
    patrons,
    payouts,
    pins,
    play_record,
    playtime,
    purchases,
    slips,
    tickets,
    trays,
    vouchers,
)
from dicehouse.house.promotions.sentences import SENTENCES as OF_PROMOTIONS
from dicehouse.house.tournaments.sentences import SENTENCES as OF_TOURNAMENTS
from dicehouse.money import as_money
from dicehouse.table.notices import NoticeAcknowledged, NoticeGiven
from dicehouse.table.orders import Event
from dicehouse.table.program import ProgramStarted, SnapshotRecorded

MONEY: Final = frozenset(
    ("amount", "stake", "returned", "counted", "difference", "value", "each", "prize", "seed", "old", "new", "turnover")
)
"""Fields that are cents where they are numbers."""


def told(event: Event) -> str:
    """An event in a sentence, with its clause."""
    return sentence(event) + (f" ({event.clause})" if event.clause else "")


def sentence(event: Event) -> str:
    """What an event says for itself."""
    made = SENTENCES[type(event)]
    said = made.format_map(_fields(event)) if isinstance(made, str) else made(event)
    return said[:1].upper() + said[1:]


def _fields(event: Event) -> dict[str, object]:
    found = {name: getattr(event, name) for name in event.__struct_fields__}
    for name, value in found.items():
        if isinstance(value, datetime):
            found[name] = f"{value:%Y-%m-%d %H:%M}"
        elif name in MONEY and isinstance(value, int):
            found[name] = as_money(value)
    return found


# --- sentences that depend on what is in the event


def _limit(name: str) -> str:
    return "deposit limit" if name == "deposit" else f"loss limit for a {name}"


def _set(it: limits.LimitSet) -> str:
    return f"{it.patron} has {_so_much(it)} from now on"


def _raise(it: limits.LimitRaiseAsked) -> str:
    return f"{it.patron} will have {_so_much(it)} from {it.since:%Y-%m-%d %H:%M}"


def _so_much(it: limits.LimitSet | limits.LimitRaiseAsked) -> str:
    return f"no {_limit(it.limit)}" if it.amount is None else f"a {_limit(it.limit)} of {as_money(it.amount)}"


def _checked(it: playtime.PatronChecked) -> str:
    played = " and ".join(f"{seconds // 60} minutes at a {where}" for where, seconds in it.seconds.items())
    return f"Staff saw how {it.patron} does{f' after {played}' if played else ''}: {it.note}"


def _stocked(it: cage.CageStocked) -> str:
    return f"{as_money(it.amount)} in {it.what} {'left the cage' if it.out else 'came to the cage'}"


def _outside(it: cage.ChipsOutsideDeclared) -> str:
    said = "is good no more" if it.out else "is outside and may be brought to tables or cashed"
    return f"{as_money(it.amount)} in chips {said}, by declaration of {it.by}: {it.reason}"


def _grew(it: jackpot_rounds.JackpotGrew) -> str:
    if it.turnover < 0:
        return f"Jackpot {it.pool} gave back its share of {as_money(-it.turnover)} in round {it.round} of {it.table}"
    return f"Jackpot {it.pool} grew by its share of {as_money(it.turnover)} staked at {it.table} in round {it.round}"


def _round(it: jackpot_corrections.RoundCorrected) -> str:
    if not it.turnover:
        return f"{it.person} had other wagers at {it.table} in round {it.round} than were counted: {it.reason}"
    so_much = f"{as_money(abs(it.turnover))} {'less' if it.turnover < 0 else 'more'}"
    return f"{so_much} was staked at {it.table} in round {it.round} than was counted: {it.reason}"


def _box(it: trays.DropBoxCounted) -> str:
    said = f"{it.by} and {it.with_} counted {as_money(it.counted)} in box {it.box} of {it.table}"
    return said + (f", which is {_differs(it.difference, it.explained)}" if it.difference else "")


def _tray(it: trays.TrayCounted) -> str:
    who = it.counted_by or it.by
    said = f"{who} and {it.with_} counted {as_money(it.counted)} in the tray of {it.table} as its {it.when}"
    return said + (f", {_differs(it.difference, it.explained)}" if it.difference else "")


def _differs(difference: int, explained: str) -> str:
    return f"{as_money(abs(difference))} {_apart(difference)}" + (f": {explained}" if explained else "")


def _reconciled(it: trays.TableReconciled) -> str:
    said = f"{it.table} is reconciled: it won {as_money(it.win)} of {as_money(it.drop)} dropped"
    rest = f", with {_differs(it.difference, '')}" if it.difference else ", with no difference"
    return said + rest + (f": {it.remark}" if it.remark else "")


def _apart(difference: int) -> str:
    return "more than is on record" if difference > 0 else "less than is on record"


def _expired(it: vouchers.VouchersExpired) -> str:
    return f"{len(it.vouchers)} vouchers were written off with {as_money(it.amount)} on them"


def _colours(it: vouchers.ColoursCashed) -> str:
    rate = "their value" if it.traced else "the lowest minimum"
    return f"{it.count} {it.colour} checks of {it.table} were paid at {as_money(it.each)} each, {rate}"


def _recorded(it: vouchers.ColoursRecorded) -> str:
    worth = f"at {as_money(it.value)} each" if it.value else "at a value that cannot be traced"
    return f"{it.count} {it.colour} checks of {it.table} were out when it closed, {worth}"


def _ticket_paid(it: tickets.TicketPaid) -> str:
    how = "in cash" if it.to == "cash" else f"to the account of {it.person}"
    return f"Ticket {it.ticket} was paid with {as_money(it.amount)} {how}"


def _tickets_expired(it: tickets.TicketsExpired) -> str:
    said = f"{len(it.tickets)} tickets were written off with {as_money(it.amount)} on them"
    return said + (f", and {len(it.forgotten)} days of issue were forgotten" if it.forgotten else "")


def _paid(it: payouts.PaidOut) -> str:
    signed = f", signed for by {it.signed_by} on form {it.paper}" if it.signed_by else ""
    return f"{it.person} was paid {as_money(it.amount)} by {it.form} for payout {it.payout}{signed}"


def _owed(it: owed.OwedRecorded) -> str:
    said = f"is owed {as_money(it.amount)}" if it.amount > 0 else f"owes {as_money(-it.amount)}"
    return f"{it.person} {said} by wrong payment {it.mispayment} at {it.table}"


def _owed_settled(it: owed.OwedSettled) -> str:
    did = "paid back" if it.back else "was paid"
    left = f"; {as_money(it.left)} is left" if it.left else ""
    return f"{it.person} {did} {as_money(it.amount)} of {it.owed} by {it.means}{left}"


def _owed_written_off(it: owed.OwedWrittenOff) -> str:
    whose = f"the house owed {it.person}" if it.amount > 0 else f"{it.person} owed"
    return f"{as_money(abs(it.amount))} that {whose} by {it.owed} was written off: {it.reason}"


def _determined(it: inquiries.Determined) -> str:
    end = "is paid" if it.pay else "is kept by the house"
    return f"Inquiry {it.inquiry} is over: {as_money(it.amount)} of {it.person} {end}, because {it.reason}"


def _won(it: jackpot_rounds.JackpotWon) -> str:
    shares = ", ".join(f"{each.person} at {each.table}/{each.seat} {as_money(each.amount)}" for each in it.shares)
    return f"Jackpot {it.pool} was won with {as_money(it.prize)} on display: {shares}"


def _runs(it: jackpot_rounds.JackpotRunsMoved) -> str:
    near = ", ".join(f"{who} at {state}" for who, state in it.runs.items()) or "nobody"
    return f"On the way to jackpot {it.pool} at {it.table}: {near}"


Sentence = str | Callable[[Any], str]
"""A text with the event's own fields in it, or a function of the event."""

SENTENCES: Final[dict[type[Event], Sentence]] = {
    # people, cards and limits
    patrons.PatronRegistered: "{patron} is on the books of the house",
    patrons.CardIssued: "Card {number} was issued to {patron}, {form}, {membership}",
    patrons.CardEnded: "Card {number} of {patron} ended: {reason}",
    patrons.CardSuspended: "Card {number} of {patron} was suspended: {reason}",
    patrons.CardReinstated: "Card {number} of {patron} is no longer suspended: {reason}",
    pins.PinAccepted: "{patron} gave the PIN of card {number}",
    pins.PinMissed: "A wrong PIN was given for card {number} of {patron}; {left} more may be",
    pins.CardLocked: "Card {number} of {patron} was locked after too many wrong PINs",
    pins.CardUnlocked: "Card {number} of {patron} was unlocked: {reason}",
    pins.PinSet: "Card {number} of {patron} has another PIN",
    patrons.CardShown: "{person} may play at {place} by card {number} of {patron}",
    patrons.PolicySet: "The house has a new policy for play, cash and breaks",
    limits.LimitSet: _set,
    limits.LimitRaiseAsked: _raise,
    limits.LimitDeclined: lambda it: f"{it.patron} wants no {_limit(it.limit)}",
    play_record.PlayRecorded: "{patron} had {stake} decided at {place}, and {returned} came back",
    play_record.CashRecorded: "{patron} put {amount} in cash in at {place}",
    purchases.PurchaseReversed: lambda it: (
        f"Of a sale to {it.patron} at {it.table}, {as_money(it.cash)} in cash and {as_money(it.declared)} declared "
        f"count no longer on {it.day}"
    ),
    purchases.BuyInRefunded: "{amount} of {person} came back from {table}, where the sale was undone: {reason}",
    play_record.PlayCorrected: lambda it: (
        f"{it.patron} {'gained' if it.gained > 0 else 'lost'} {as_money(abs(it.gained))} at {it.place} by a "
        f"correction: {it.reason}"
    ),
    headroom.HeadroomAllotted: lambda it: (
        f"{it.patron} may lose {'any amount' if it.amount is None else as_money(it.amount)} at {it.place}"
    ),
    exclusions.ExclusionRecorded: lambda it: (
        f"{it.person} is excluded from the {it.record.exclusion.out_of}: {it.record.exclusion.reason}"
    ),
    exclusions.ExclusionEnded: lambda it: (
        f"{it.person} is not excluded from the {it.record.exclusion.out_of} any more: {it.reason}"
    ),
    exclusions.PauseRecorded: "{person} makes no wagers until {until}",
    exclusions.ExclusionRecommended: lambda it: (
        f"{it.recommendation.table} recommends to exclude {it.person} from the casino: {it.recommendation.reason}"
    ),
    exclusions.RecommendationDeclined: "{person} stays in the casino: {reason}",
    headroom.HeadroomWanted: "{patron} wants what is set apart of a loss limit elsewhere for {place}",
    headroom.HeadroomReturned: "{place} gave up {amount} of what {patron} may lose there",
    limits.BreakRequired: "{patron} makes no wagers until {until}",
    breaks.BreakTaken: "{patron} takes a break until {until}",
    breaks.BreakEnded: "{patron} is back from a break",
    declarations.DeclarationRecorded: "{patron} declared {amount} in chips as {what} at {table}",
    declarations.DirectionRecorded: lambda it: (
        f"{it.patron} was told at {it.table}: {it.direction}; {'done' if it.followed else 'not done'}"
    ),
    playtime.SatDown: "{patron} sat down at {place}",
    playtime.GotUp: "{patron} got up from {place}",
    playtime.PatronChecked: _checked,
    NoticeGiven: "{to} is to be told by {due}: {about}",
    NoticeAcknowledged: lambda it: f"Notice {it.notice} was taken{', late' if it.late else ''}",
    # the cage and the tables
    cage.CageStocked: _stocked,
    cage.ChipsOutsideDeclared: _outside,
    cage.FundsDeposited: "{amount} was put into the account of {person} by {means}",
    cage.FundsWithdrawn: "{amount} was paid out of the account of {person} by {means}",
    cage.ChipsSold: "{amount} in chips was sold at the cage",
    cage.ChipsCashed: "{amount} in chips was cashed at the cage",
    cage.BoughtIn: "{amount} of {person} is on its way to {table} to buy chips",
    cage.ReceiptConfirmed: "{table} took the {what} of {amount}",
    cage.SentReturned: "{amount} that was sent to a table came back: {reason}",
    slips.SlipRequested: "A {kind} of {amount} was asked for {table} by slip {slip}",
    slips.SlipApproved: "{by} approved slip {slip}",
    slips.SlipCancelled: "Slip {slip} was given up: {reason}",
    slips.FillDelivered: "{amount} in chips is on its way to {table} by slip {slip}",
    slips.CreditReceived: "{amount} in chips came from {table} by slip {slip}",
    identity.IdentityRecorded: lambda it: (
        f"{it.by} checked the {it.document.replace('-', ' ')} of {it.patron}, whose number ends in {it.number_ends}"
    ),
    identity.PictureCompared: lambda it: (
        f"{it.by} compared {it.patron} with the picture: {'the same person' if it.same else 'another person'}"
    ),
    trays.TrayCounted: _tray,
    trays.DropBoxRemoved: "Box {box} was taken off {table}",
    trays.DropBoxCounted: _box,
    trays.TableReconciled: _reconciled,
    vouchers.VoucherIssued: "{person} was given voucher {voucher} over {amount}, good until {until}",
    vouchers.VoucherHandedIn: "Voucher {voucher} of {person} over {amount} was used up at {table}",
    vouchers.VouchersExpired: _expired,
    equipment.EquipmentRegistered: lambda it: f"{it.serial} is on the register, a {it.what} with {len(it.dice)} dice",
    equipment.EquipmentInspected: lambda it: (
        f"{it.serial} was inspected by {it.person} and found {'sound' if it.sound else 'not sound'}: {it.words}"
    ),
    equipment.EquipmentBrought: "{serial} was brought to {table}",
    equipment.EquipmentTakenOff: "{serial} was taken off {table}: {reason}",
    equipment.EquipmentFailed: "{serial} failed at {table}: {fault}",
    equipment.EquipmentRetired: lambda it: (
        f"{it.serial} is out of use{f', destroyed before {it.witness}' if it.destroyed else ''}: {it.reason}"
    ),
    vouchers.ColoursRecorded: _recorded,
    vouchers.ColoursRecalled: "{table} opened again and takes back its colour checks itself",
    vouchers.ColoursCashed: _colours,
    # tickets, payouts and inquiries
    tickets.TicketIssued: "Ticket {ticket} over {amount} was issued at {terminal}, good until {until}",
    tickets.TicketPaid: _ticket_paid,
    tickets.TicketAccepted: "Terminal {terminal} took ticket {ticket} over {amount}",
    tickets.TicketVoided: "Ticket {ticket} is void, and {person} is owed {amount}: {reason}",
    tickets.TicketsExpired: _tickets_expired,
    owed.OwedRecorded: _owed,
    owed.OwedSettled: _owed_settled,
    owed.OwedWrittenOff: _owed_written_off,
    payouts.HandPayOwed: "{person} is owed {amount} from seat {seat} of {table}, by {form}",
    payouts.PaidOut: _paid,
    payouts.FormChanged: "Payout {payout} will be by {form} and not by {asked}: {reason}",
    payouts.PaymentDelayed: "Payout {payout} waits until {until}, as {agreed_by} agreed: {reason}",
    payouts.IdentificationAsked: "Identification was asked for payout {payout}",
    payouts.IdentificationShown: "Identification was shown for payout {payout}: {document}",
    inquiries.PaymentWithheld: "The {kind} {of} of {person} over {amount} is withheld by inquiry {inquiry}: {reason}",
    inquiries.ReturnDemanded: "{amount} is demanded back from {person} by inquiry {inquiry}: {reason}",
    inquiries.ReturnTaken: "{amount} came back for inquiry {inquiry}",
    inquiries.InquiryReviewed: "An inspector reviewed inquiry {inquiry}: {remarks}",
    inquiries.Determined: _determined,
    disputes.DisputeRecorded: "The house knows of dispute {dispute} of {person} at {table}: {stage}",
    complaints.ComplaintRegistered: "{person} complained to {regulator} about {kind} {of}: {words}",
    complaints.ComplaintConcluded: lambda it: (
        f"The complaint {it.complaint} of {it.person} was {'upheld' if it.upheld else 'not upheld'}: {it.outcome}"
        + (f" ({it.reference})" if it.reference else "")
    ),
    complaints.ComplainantTold: "{person} knows the outcome of the complaint {complaint}: {how}",
    # jackpots
    jackpots.JackpotOffered: lambda it: f"Jackpot {it.pool} is open at {', '.join(it.terms.tables)}",
    jackpots.JackpotChangeSet: "New terms of jackpot {pool} wait until it is won",
    jackpot_rounds.RoundReported: "Round {round} of {table} was counted",
    jackpot_rounds.JackpotGrew: _grew,
    jackpot_corrections.RoundCorrected: _round,
    jackpot_rounds.JackpotRunsMoved: _runs,
    jackpot_rounds.JackpotWon: _won,
    jackpot_rounds.JackpotReset: "Jackpot {pool} starts again from its seed of {seed}",
    jackpots.JackpotAdjusted: "Jackpot {pool} was put right from {old} to {new} by form {form}: {reason}",
    ProgramStarted: "Version {version} of the program leads the house, by its hash {program}",
    SnapshotRecorded: "A snapshot after entry {no} is on record, by its hash {sha256}",
    **OF_PROMOTIONS,
    **OF_TOURNAMENTS,
}
"""For every event."""
