"""Follow-ups of the house's events at tables: money sent to them, limits, breaks and cards."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from dicehouse.floor.follow_up import SENT, CurrentState, Follows, FollowUp, Said
from dicehouse.floor.standings import clear, sits, tell, where
from dicehouse.house import (
    breaks,
    cage,
    exclusions,
    headroom,
    limits,
    owed,
    patrons,
    payouts,
    pins,
    play_record,
    playtime,
    slips,
    tickets,
    vouchers,
)
from dicehouse.house import equipment as register
from dicehouse.house.judge import event_of as house_event_of
from dicehouse.journal.record import NO_REFUSAL, Entry
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table import Kind, cards, checks_away, chips, equipment, losses, meter, tray
from dicehouse.table.orders import Event
from dicehouse.table.rectifying import ConfirmRectified


def after_house(known: CurrentState, entry: Entry) -> Follows:
    if entry.refused != NO_REFUSAL:
        yield from _not_seated(known, entry)
    for raw in entry.events:
        event = house_event_of(bytes(raw))
        rule = RULES.get(type(event))
        if rule:
            yield from rule(known, entry, event)


class _Sitting(msgspec.Struct):
    do: str = ""
    patron: str = ""
    place: str = ""


def _not_seated(known: CurrentState, entry: Entry) -> Follows:
    """Whoever may not play now sat down all the same: no wager is taken until they may."""
    asked = msgspec.json.decode(entry.command, type=_Sitting)
    said = msgspec.json.decode(entry.refused, type=Said)
    if asked.do != "sit-down":
        return
    yield from tell(known, asked.patron, where(known, asked.patron))
    if said.why == Why.ALREADY_DONE:
        yield from _cleared(known, asked.patron, asked.place)


def _cleared(known: CurrentState, person: str, place: str) -> Follows:
    for table, seat in known.places(person):
        if known.place(table, seat) == place:
            yield from clear(known, table, seat, person)


def _bought_in(known: CurrentState, entry: Entry, event: cage.BoughtIn) -> Follows:  # noqa: ARG001
    table = known.tables.get(event.table)
    if table is None:
        yield _unknown(event.sent, event.table)
        return
    seat, what = known.seat_of(event.table, event.person), f"{SENT}{event.sent}"
    if table.kind is Kind.ELECTRONIC:
        fields = {"seat": seat, "amount": event.amount, "source": "transfer"}
        yield FollowUp(event.table, what, meter.InsertMoney, fields)
        return
    bought = {"seat": seat, "amount": event.amount, "with_": "terminal" if table.config.cashless else "account"}
    yield FollowUp(event.table, what, chips.BuyChips, bought, "settle")


def _unknown(sent: str, table: str) -> FollowUp:
    reason = f"{table}: the house has no such table"
    return FollowUp(HOUSE, "returned", cage.ReturnSent, {"sent": sent, "reason": reason})


def _fill_delivered(known: CurrentState, entry: Entry, event: slips.FillDelivered) -> Follows:  # noqa: ARG001
    """The table counts it, unless its slip was written elsewhere."""
    if event.table not in known.tables:
        yield _unknown(event.slip, event.table)
        return
    fields: dict[str, Any] = {"amount": event.amount, "slip": event.slip}
    if event.to_count:
        fields |= {"chips": event.chips, "handed_by": event.by}
        yield FollowUp(event.table, "fill", tray.AnnounceFill, fields)
    else:
        yield FollowUp(event.table, f"{SENT}{event.slip}", tray.FillTray, fields)


def _slip_approved(known: CurrentState, entry: Entry, event: slips.SlipApproved) -> Follows:  # noqa: ARG001
    slip = known.house.slips.get(event.slip)
    if slip and slip.kind == "credit" and slip.table in known.tables:
        yield FollowUp(slip.table, "credit", tray.CreditTray, {"amount": slip.amount, "slip": event.slip})


def _voucher_handed_in(known: CurrentState, entry: Entry, event: vouchers.VoucherHandedIn) -> Follows:  # noqa: ARG001
    if event.table in known.tables:
        fields = {
            "seat": known.seat_of(event.table, event.person), "voucher": event.voucher, "amount": event.amount,
            "returns": event.returns,
        }  # fmt: skip
        yield FollowUp(event.table, f"{SENT}{event.cause}", chips.ExchangeVoucher, fields, "exchange_voucher")


def _colours_recalled(known: CurrentState, entry: Entry, event: vouchers.ColoursRecalled) -> Follows:  # noqa: ARG001
    for it in event.sets if event.table in known.tables else ():
        fields = {"colour": it.colour, "count": it.count, "value": it.value}
        yield FollowUp(event.table, "colours", checks_away.ReturnColours, fields)


def _equipment_brought(known: CurrentState, entry: Entry, event: register.EquipmentBrought) -> Follows:  # noqa: ARG001
    """To a table that plays with such a thing; otherwise it goes back to the store."""
    table = known.tables.get(event.table)
    if table is not None and (table.kind is Kind.CRAPS) is (event.what == "dice"):
        yield FollowUp(event.table, "equipment", equipment.PutEquipment, {"serial": event.serial})
        return
    reason = f"{event.table} plays with no {event.what}"
    fields = {"serial": event.serial, "table": event.table, "reason": reason, "person": event.by}
    yield FollowUp(HOUSE, "taken-off", register.RecordRemoval, fields)


def _ticket_accepted(known: CurrentState, entry: Entry, event: tickets.TicketAccepted) -> Follows:  # noqa: ARG001
    if event.table in known.tables:
        seat = int(event.terminal.rpartition("/")[2])
        fields = {"seat": seat, "amount": event.amount, "source": "ticket"}
        yield FollowUp(event.table, f"{SENT}{event.cause}", meter.InsertMoney, fields)


def _paid_out(known: CurrentState, entry: Entry, event: payouts.PaidOut) -> Follows:  # noqa: ARG001
    if event.form == "meter" and event.table in known.tables:
        seat = known.seat_of(event.table, event.person)
        fields = {"seat": seat, "amount": event.amount, "source": "jackpot"}
        yield FollowUp(event.table, f"{SENT}{event.cause}", meter.InsertMoney, fields)


def _sat_down(known: CurrentState, entry: Entry, event: playtime.SatDown) -> Follows:  # noqa: ARG001
    yield from _cleared(known, event.patron, event.place)


def _standing_changed(known: CurrentState, entry: Entry, event: Any) -> Follows:  # noqa: ARG001
    """Where someone sits; at any other table it is told when they come."""
    person = getattr(event, "patron", "") or event.person
    yield from tell(known, person, where(known, person))


def _exclusion_changed(known: CurrentState, entry: Entry, event: Any) -> Follows:  # noqa: ARG001
    """Every table knows, before anyone comes to it."""
    yield from tell(known, event.person, known.tables)


def _registered(known: CurrentState, entry: Entry, event: patrons.PatronRegistered) -> Follows:  # noqa: ARG001
    """Someone who is at a table has come onto the books."""
    for table, seat in known.places(event.patron):
        yield from sits(known, table, seat, event.patron)


def _play_recorded(
    known: CurrentState,
    entry: Entry,  # noqa: ARG001
    event: play_record.PlayRecorded | play_record.PlayCorrected,
) -> Follows:
    if event.place in known.house.patrons[event.patron].allotted:
        yield from _cleared(known, event.patron, event.place)


def _limit_set(known: CurrentState, entry: Entry, event: limits.LimitSet) -> Follows:  # noqa: ARG001
    for place in known.house.patrons[event.patron].playing.at:
        yield from _cleared(known, event.patron, place)


def _headroom_allotted(known: CurrentState, entry: Entry, event: headroom.HeadroomAllotted) -> Follows:  # noqa: ARG001
    for table, seat in known.places(event.patron):
        if known.place(table, seat) == event.place:
            fields = {"seat": seat, "person": event.patron, "headroom": event.amount, "counted": event.counted}
            fields |= {"allotment": event.cause}
            yield FollowUp(table, f"loss-limit:{seat}", losses.SetLossLimit, fields)


def _headroom_wanted(known: CurrentState, entry: Entry, event: headroom.HeadroomWanted) -> Follows:  # noqa: ARG001
    """Every other place where this person plays gives up what it does not need."""
    for table, seat in known.places(event.patron):
        if known.place(table, seat) != event.place:
            fields = {"seat": seat, "person": event.patron, "wanted_at": event.place}
            yield FollowUp(table, f"release:{seat}", losses.ReleaseHeadroom, fields)


def _card_changed(known: CurrentState, entry: Entry, event: Any) -> Follows:  # noqa: ARG001
    """A table knows a card as it is by now."""
    for table, seat in known.places(event.patron):
        shown = known.tables[table].seats[seat].card
        card = patrons.for_table(known.house, shown.number) if shown else None
        if card is not None and card != shown:
            yield FollowUp(table, f"card:{seat}", cards.PresentCard, {"seat": seat, "card": card})


def _owed_settled(known: CurrentState, entry: Entry, event: owed.OwedSettled) -> Follows:  # noqa: ARG001
    if event.table in known.tables:
        fields = {"mispayment": event.mispayment, "amount": event.amount}
        yield FollowUp(event.table, "rectified", ConfirmRectified, fields)


RULES: Final[dict[type[Event], Callable[[CurrentState, Entry, Any], Follows]]] = {
    cage.BoughtIn: _bought_in,
    slips.FillDelivered: _fill_delivered,
    slips.SlipApproved: _slip_approved,
    vouchers.VoucherHandedIn: _voucher_handed_in,
    vouchers.ColoursRecalled: _colours_recalled,
    register.EquipmentBrought: _equipment_brought,
    tickets.TicketAccepted: _ticket_accepted,
    payouts.PaidOut: _paid_out,
    owed.OwedSettled: _owed_settled,
    playtime.SatDown: _sat_down,
    play_record.PlayRecorded: _play_recorded,
    play_record.PlayCorrected: _play_recorded,
    limits.LimitSet: _limit_set,
    headroom.HeadroomAllotted: _headroom_allotted,
    headroom.HeadroomWanted: _headroom_wanted,
    limits.BreakRequired: _standing_changed,
    exclusions.PauseRecorded: _standing_changed,
    exclusions.ExclusionRecorded: _exclusion_changed,
    exclusions.ExclusionEnded: _exclusion_changed,
    breaks.BreakTaken: _standing_changed,
    breaks.BreakEnded: _standing_changed,
    patrons.PatronRegistered: _registered,
    patrons.CardSuspended: _card_changed,
    patrons.CardReinstated: _card_changed,
    patrons.CardEnded: _card_changed,
    pins.CardLocked: _card_changed,
    pins.CardUnlocked: _card_changed,
}
