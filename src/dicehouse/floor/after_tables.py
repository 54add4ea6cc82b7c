"""Follow-ups of a table's events in the house: who plays, what was played, and what left the table."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any, Final

import msgspec

from dicehouse.floor import after_disputes, after_equipment, counted_wagers
from dicehouse.floor.follow_up import SENT, CurrentState, Follows, FollowUp, Said
from dicehouse.floor.standings import sits
from dicehouse.house import (
    cage,
    declarations,
    exclusions,
    headroom,
    limits,
    owed,
    payouts,
    play_record,
    playtime,
    purchases,
    slips,
    tickets,
    trays,
    vouchers,
)
from dicehouse.journal.record import NO_REFUSAL, Entry
from dicehouse.leading.leader import HOUSE
from dicehouse.table import (
    Kind,
    chips,
    conduct,
    credits_in_doubt,
    crew,
    declared_chips,
    enquiries,
    event_of,
    losses,
    meter,
    mispayments,
    opening,
    people,
    rectifying,
    sales,
    standing,
    terminals,
    tray,
    withheld_winnings,
)
from dicehouse.table.box import BoxEmptied
from dicehouse.table.craps_roll import RollSettled
from dicehouse.table.orders import Event
from dicehouse.table.seats import Checks
from dicehouse.table.settlement import LosersCollected, WagersForfeited, WagersTakenBack, WinnersPaid
from dicehouse.table.settling import RoundEnded
from dicehouse.table.state import Away

SETTLING: Final = (LosersCollected, WinnersPaid, WagersTakenBack, WagersForfeited)


def after_table(known: CurrentState, entry: Entry) -> Follows:
    if entry.id.startswith(SENT):
        yield _received(entry)
    elif entry.refused != NO_REFUSAL:
        yield from _fill_refused(entry)
    events = [event_of(bytes(it)) for it in entry.events]
    settled = [it for event in events if isinstance(event, SETTLING) for it in event.settled]
    for event in events:
        rule = RULES.get(type(event))
        if rule:
            yield from rule(known, entry, event)
    over = next((it for it in events if isinstance(it, RollSettled | RoundEnded)), None)
    if settled:
        yield from counted_wagers.played(known, entry, settled, counted_wagers.number_of(over) if over else 0)
    if over:
        yield from counted_wagers.reported(known, entry, over, settled)


def _received(entry: Entry) -> FollowUp:
    sent = entry.id.removeprefix(SENT)
    if entry.refused == NO_REFUSAL:
        return FollowUp(HOUSE, "received", cage.ConfirmReceipt, {"sent": sent})
    said = msgspec.json.decode(entry.refused, type=Said)
    reason = f"{entry.stream} did not take it: {said.message}"[:500]
    return FollowUp(HOUSE, "returned", cage.ReturnSent, {"sent": sent, "reason": reason})


class _Announced(msgspec.Struct):
    do: str = ""
    slip: str = ""


def _fill_refused(entry: Entry) -> Follows:
    """A fill that the table cannot take goes back."""
    asked = msgspec.json.decode(entry.command, type=_Announced)
    if asked.do == "announce-fill":
        said = msgspec.json.decode(entry.refused, type=Said)
        reason = f"{entry.stream} did not take it: {said.message}"[:500]
        yield FollowUp(HOUSE, "returned", cage.ReturnSent, {"sent": asked.slip, "reason": reason})


def _fill_received(known: CurrentState, entry: Entry, event: tray.FillReceived) -> Follows:  # noqa: ARG001
    fields = {"sent": event.slip, "received_by": event.by}
    yield FollowUp(HOUSE, "received", cage.ConfirmReceipt, fields)


def _fill_sent_back(known: CurrentState, entry: Entry, event: tray.FillSentBack) -> Follows:  # noqa: ARG001
    reason = f"{event.by} sent it back: {event.reason}"[:500]
    yield FollowUp(HOUSE, "returned", cage.ReturnSent, {"sent": event.slip, "reason": reason})


def _slip_asked(known: CurrentState, entry: Entry, event: tray.FillAsked | tray.CreditAsked) -> Follows:  # noqa: ARG001
    """The house numbers the slip."""
    order = slips.RequestFill if isinstance(event, tray.FillAsked) else slips.RequestCredit
    fields = {"table": entry.stream, "chips": event.chips, "amount": event.amount, "asked_by": event.by}
    yield FollowUp(HOUSE, "slip", order, fields)


def _seat_taken(known: CurrentState, entry: Entry, event: people.SeatTaken) -> Follows:
    table = entry.stream
    known.seated.setdefault(table, {})[event.seat] = event.person
    yield from sits(known, table, event.seat, event.person)


def _seat_left(known: CurrentState, entry: Entry, event: people.SeatLeft) -> Follows:
    table = entry.stream
    person = known.person(table, event.seat)
    known.seated.get(table, {}).pop(event.seat, None)
    if person:
        fields = {"patron": person, "place": known.place(table, event.seat)}
        yield FollowUp(HOUSE, f"rises:{event.seat}", playtime.GetUp, fields)
    yield from _taken_along(known, entry, event, person)
    for colour, own in event.checks.items() if not event.good_here else ():
        yield _still_out(known, table, f"colours:{event.seat}:{colour}", colour, own)
    yield from _left_owing(known, table, event.person)


def _table_closed(known: CurrentState, entry: Entry, event: opening.TableClosed) -> Follows:
    """Checks that people had taken away are paid at the cage from now on; the count of the tray is on record there, and
    what the box holds is to be counted."""
    for it in event.away:
        yield _still_out(known, entry.stream, "colours", it.colour, it)
    if not known.tables[entry.stream].config.cage:
        return
    if event.counted is not None:
        count = {"when": "closer", "chips": event.chips, "counted": event.counted, "booked": event.float}
        yield FollowUp(HOUSE, "closer", trays.CountTray, {**count, **_who_counted(entry, event)})
    if event.drop:
        box = {"box": f"B-{entry.seq:05d}", "table": entry.stream, "recorded": event.drop, "removed_by": event.by}
        yield FollowUp(HOUSE, "box", trays.RemoveDropBox, box)


def _who_counted(entry: Entry, event: opening.TableOpened | opening.TableClosed) -> dict[str, str]:
    return {"table": entry.stream, "with_": event.with_, "counted_by": event.by, "explained": event.explained}


def _box_emptied(known: CurrentState, entry: Entry, event: BoxEmptied) -> Follows:
    if event.drop and known.tables[entry.stream].config.cage:
        box = {"box": event.box, "table": entry.stream, "recorded": event.drop, "removed_by": event.by}
        yield FollowUp(HOUSE, "box", trays.RemoveDropBox, box)


def _still_out(known: CurrentState, table: str, what: str, colour: str, own: Checks | Away) -> FollowUp:
    rule = known.tables[table].reading("redemption_after_closure")
    checks = {"table": table, "colour": colour, "count": own.count, "value": own.value, "rule": rule}
    return FollowUp(HOUSE, what, vouchers.RecordColours, checks)


def _table_opened(known: CurrentState, entry: Entry, event: opening.TableOpened) -> Follows:
    """Checks of the table that are still out are redeemed there again, and nowhere else. The house is asked whenever a
    table with checks opens: what it has on record by now may be of a later closing."""
    if known.tables[entry.stream].kind is Kind.DEALT:
        yield FollowUp(HOUSE, "colours-recalled", vouchers.RecallColours, {"table": entry.stream})
    if event.with_ and known.tables[entry.stream].config.cage:
        count = {"when": "opener", "chips": event.chips, "counted": event.float, "booked": event.float}
        yield FollowUp(HOUSE, "opener", trays.CountTray, {**count, **_who_counted(entry, event)})


def _signed_on(known: CurrentState, entry: Entry, event: crew.StaffSignedOn) -> Follows:
    """Nobody is at two tables at once: whoever signs on is released wherever else they are signed on or on a break."""
    for name, table in known.tables.items():
        at = any(it.staff == event.staff for it in table.duties.values()) or event.staff in table.staff_breaks
        if name != entry.stream and at:
            fields = {"staff": event.staff, "table": entry.stream, "since": event.at}
            yield FollowUp(name, f"released:{name}", crew.ReleaseStaff, fields)


def _left_owing(known: CurrentState, table: str, person: str) -> Follows:
    """What is left of wrong payments to someone who has left is paid, or taken back, at the cage."""
    for id, it in known.tables[table].mispayments.items():
        if it.person == person and not it.referred:
            fields = {"mispayment": id, "away": True}
            yield FollowUp(table, f"left-owing:{id}", rectifying.RectifyMispayment, fields, "correct_payment")


def _mispayment_referred(known: CurrentState, entry: Entry, event: mispayments.MispaymentReferred) -> Follows:
    book = known.tables[entry.stream].book
    fields = {
        "table": entry.stream, "mispayment": event.mispayment, "person": event.person, "amount": event.amount,
        "rule": f"{book.document} {event.clause}",
    }  # fmt: skip
    yield FollowUp(HOUSE, "owed", owed.RecordOwed, fields)


def _wrongly_paid(
    known: CurrentState, entry: Entry,
    event: mispayments.MispaymentRecorded | enquiries.AttemptLogged | enquiries.MispaymentClosed,
) -> Follows:  # fmt: skip
    """What someone won or lost by a correction counts towards their loss limit as the wager did."""
    yield from _corrected(known, entry, event.person, event.won, f"wrong payment {event.mispayment}")


def _mispayment_closed(known: CurrentState, entry: Entry, event: enquiries.MispaymentClosed) -> Follows:
    yield from _wrongly_paid(known, entry, event)
    if event.referred:
        fields = {"owed": owed.number(entry.stream, event.mispayment), "reason": event.reason}
        yield FollowUp(HOUSE, "written-off", owed.WriteOffOwed, fields)


def _taken_along(known: CurrentState, entry: Entry, event: people.SeatLeft, person: str) -> Follows:
    """Credits become a ticket; chips go to the account of a patron where the house does so."""
    if not event.chips:
        return
    to = person if known.plan.chips == "account" else ""
    if known.tables[entry.stream].kind is Kind.ELECTRONIC:
        yield from _ticket(known, entry, event.seat, event.chips, to)
    elif to:
        fields = {"person": to, "amount": event.chips, "means": "chips"}
        yield FollowUp(HOUSE, f"chips:{event.seat}", cage.DepositFunds, fields, rank="cashier")


def _ticket(known: CurrentState, entry: Entry, seat: int, amount: int, to: str = "") -> Follows:
    """A ticket, which is paid at once to the account of whoever is named."""
    ticket = f"T{entry.seq:08d}"
    drawn = hmac.new(known.secret, f"{entry.stream}/{entry.id}".encode(), hashlib.sha256).hexdigest()[:16]
    printed = {"ticket": ticket, "validation": drawn, "amount": amount}
    yield FollowUp(HOUSE, "ticket", tickets.IssueTicket, {**printed, "table": entry.stream, "seat": seat})
    if to:
        yield FollowUp(
            HOUSE, "ticket-paid", tickets.PayTicket, {**printed, "to": "account", "person": to}, rank="cashier"
        )


def _credits_collected(known: CurrentState, entry: Entry, event: meter.CreditsCollected) -> Follows:
    """A ticket is paid to whoever brings it; a payout voucher by hand, to the player who signs for it (3.8, 5.1)."""
    person = known.seated.get(entry.stream, {}).get(event.seat, "")
    if event.to == "voucher" and person:
        fields = {"table": entry.stream, "seat": event.seat, "person": person, "amount": event.amount}
        yield FollowUp(HOUSE, "voucher", payouts.OweHandPay, fields)
    else:
        yield from _ticket(known, entry, event.seat, event.amount)


def _credit_adjusted(known: CurrentState, entry: Entry, event: meter.CreditAdjusted) -> Follows:
    """What is owed was not won either."""
    person = known.person(entry.stream, event.seat)
    yield from _corrected(known, entry, person, event.amount - event.owed, event.reason, event.seat)


def _credits_decided(known: CurrentState, entry: Entry, event: credits_in_doubt.CreditsDecided) -> Follows:
    """What is void was not won; what is released to someone who has left is put on paper."""
    if event.outcome == "voided":
        yield from _corrected(known, entry, event.person, -event.amount, event.reason, event.seat)
    elif not event.seat:
        to = event.person if known.plan.chips == "account" and event.person in known.house.patrons else ""
        yield from _ticket(known, entry, event.taken_at, event.amount, to)


def _money_inserted(known: CurrentState, entry: Entry, event: meter.MoneyInserted) -> Follows:
    person = known.person(entry.stream, event.seat)
    if person and event.source == "note":
        yield _cash(known, entry, event.seat, person, event.amount)


def _chips_bought(known: CurrentState, entry: Entry, event: chips.ChipsBought) -> Follows:
    person, sale = known.person(entry.stream, event.seat), _sale(entry, event.cause)
    if person and event.with_ == "cash":
        yield _cash(known, entry, event.seat, person, event.amount, sale)
    yield from _declared(known, entry, person, "bought", amount=event.amount, late=event.late, sale=sale)


def _sale(entry: Entry, id: str) -> str:
    """How the house calls a sale of chips at a table."""
    return f"{entry.stream}/{id}"


def _sale_reversed(known: CurrentState, entry: Entry, event: sales.SaleReversed) -> Follows:
    """What was counted of a sale counts no longer, and money that the house had sent goes back to its account."""
    if event.person in known.house.patrons:
        fields = {
            "patron": event.person, "table": entry.stream, "sale": _sale(entry, event.sale), "amount": event.amount,
            "account": event.sale.startswith(SENT), "reason": event.reason,
        }  # fmt: skip
        yield FollowUp(HOUSE, f"reversed:{event.seat}", purchases.ReversePurchase, fields)


def _cash(known: CurrentState, entry: Entry, seat: int, person: str, amount: int, sale: str = "") -> FollowUp:
    fields = {"patron": person, "place": known.place(entry.stream, seat), "amount": amount, "sale": sale}
    return FollowUp(HOUSE, f"cash:{seat}", play_record.RecordCash, fields)


def _chips_declared(known: CurrentState, entry: Entry, event: declared_chips.ChipsDeclared) -> Follows:
    person = known.person(entry.stream, event.seat)
    yield from _declared(known, entry, person, "brought", amount=event.amount, late=event.late)


def _declared(known: CurrentState, entry: Entry, person: str, what: str, **fields: Any) -> Follows:
    """Only those with a loss limit declare anything."""
    if person and limits.loss_limits(known.house.patrons[person], known.now):
        fields = {"patron": person, "table": entry.stream, "what": what, **fields}
        yield FollowUp(HOUSE, f"declared:{what}", declarations.RecordDeclaration, fields)


def _headroom_released(known: CurrentState, entry: Entry, event: losses.HeadroomReleased) -> Follows:
    if event.person in known.house.patrons:
        fields = {
            "patron": event.person, "place": known.place(entry.stream, event.seat), "amount": event.amount,
            "allotment": event.allotment, "wanted_at": event.wanted_at,
        }  # fmt: skip
        yield FollowUp(HOUSE, f"returned:{event.seat}", headroom.ReturnHeadroom, fields)


def _player_directed(known: CurrentState, entry: Entry, event: declared_chips.PlayerDirected) -> Follows:
    if event.person in known.house.patrons:
        fields = {
            "patron": event.person, "table": entry.stream, "direction": event.direction, "followed": event.followed,
        }  # fmt: skip
        yield FollowUp(HOUSE, f"directed:{event.seat}", declarations.RecordDirection, fields)


def _excluded(known: CurrentState, entry: Entry, event: conduct.PersonExcluded) -> Follows:
    book = known.tables[entry.stream].book
    made = conduct.exclusion_of(book.document, event)
    fields = {"person": event.person, "table": entry.stream, "game": book.game.id, "exclusion": made}
    yield FollowUp(HOUSE, "excluded", exclusions.RecordExclusion, fields)


def _let_in(known: CurrentState, entry: Entry, event: standing.ExclusionLifted) -> Follows:  # noqa: ARG001
    fields = {"person": event.person, "exclusion": event.exclusion, "reason": event.reason}
    yield FollowUp(HOUSE, "lifted", exclusions.RecordLifting, fields)


def _recommended(known: CurrentState, entry: Entry, event: conduct.ExclusionRecommended) -> Follows:
    clause = f"{known.tables[entry.stream].book.document} {event.clause}"
    fields = {"person": event.person, "table": entry.stream, "clause": clause, "reason": event.reason}
    yield FollowUp(HOUSE, "recommended", exclusions.RecommendExclusion, fields)


def _paused(known: CurrentState, entry: Entry, event: losses.PlayerPaused) -> Follows:  # noqa: ARG001
    yield FollowUp(HOUSE, "paused", exclusions.RecordPause, {"person": event.person, "until": event.until})


def _winnings_released(known: CurrentState, entry: Entry, event: withheld_winnings.WinningsReleased) -> Follows:
    """Winnings that the house keeps after an investigation were counted as won."""
    if event.outcome == "kept":
        yield from _corrected(known, entry, event.person, -event.amount, event.reason)


def _corrected(known: CurrentState, entry: Entry, person: str, gained: int, reason: str, at: int = 0) -> Follows:
    """What someone gained or lost because something that was decided was put right: at the terminal where it was, or
    wherever they are by now."""
    if person in known.house.patrons and gained:
        seat = known.tables[entry.stream].seat_of(person)
        number = at or (seat.number if seat else 0)
        place = known.place(entry.stream, number) if number else entry.stream
        fields = {"patron": person, "place": place, "gained": gained, "reason": reason}
        yield FollowUp(HOUSE, f"corrected:{entry.no}", play_record.CorrectPlay, fields)


RULES: Final[dict[type[Event], Callable[[CurrentState, Entry, Any], Follows]]] = {
    people.SeatTaken: _seat_taken,
    people.SeatLeft: _seat_left,
    crew.StaffSignedOn: _signed_on,
    opening.TableOpened: _table_opened,
    opening.TableClosed: _table_closed,
    BoxEmptied: _box_emptied,
    tray.FillReceived: _fill_received,
    tray.FillSentBack: _fill_sent_back,
    tray.FillAsked: _slip_asked,
    tray.CreditAsked: _slip_asked,
    meter.CreditsCollected: _credits_collected,
    meter.CreditAdjusted: _credit_adjusted,
    credits_in_doubt.CreditsDecided: _credits_decided,
    terminals.TerminalWagersVoided: counted_wagers.terminal_voided,
    terminals.TerminalWagersConfirmed: counted_wagers.terminal_confirmed,
    meter.MoneyInserted: _money_inserted,
    chips.ChipsBought: _chips_bought,
    sales.SaleReversed: _sale_reversed,
    declared_chips.ChipsDeclared: _chips_declared,
    declared_chips.PlayerDirected: _player_directed,
    losses.HeadroomReleased: _headroom_released,
    mispayments.MispaymentRecorded: _wrongly_paid,
    enquiries.AttemptLogged: _wrongly_paid,
    mispayments.MispaymentReferred: _mispayment_referred,
    enquiries.MispaymentClosed: _mispayment_closed,
    losses.PlayerPaused: _paused,
    conduct.PersonExcluded: _excluded,
    withheld_winnings.WinningsReleased: _winnings_released,
    conduct.ExclusionRecommended: _recommended,
    standing.ExclusionLifted: _let_in,
    **after_equipment.RULES,
    **after_disputes.RULES,
}
