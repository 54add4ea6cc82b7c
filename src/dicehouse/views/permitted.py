"""What a player at a seat may do now; a command is judged again only where its answer may have changed."""

from functools import partial
from typing import Any

from dicehouse.table.betting import PlaceWager, RemoveWager
from dicehouse.table.call_bets import DeclareWager
from dicehouse.table.dice_set import on_the_table
from dicehouse.table.electronic import ShootDice
from dicehouse.table.limits import room
from dicehouse.table.meter import CollectCredits, InsertMoney
from dicehouse.table.orders import Command, Kind
from dicehouse.table.people import LeaveSeat
from dicehouse.table.seats import Seat
from dicehouse.table.shooter import AcceptDice, DeclineDice, PassDice, has_line_wager, shooter
from dicehouse.table.state import Table
from dicehouse.table.throw import ThrowDice
from dicehouse.views.own_wagers import Own
from dicehouse.views.parts import Refusal
from dicehouse.views.stake_room import Common
from dicehouse.views.trials import judged, trial
from dicehouse.wager import Wager


def permitted(table: Table, seat: Seat, common: Common) -> dict[str, Refusal | None]:
    """By command, why it would be refused; None where it would not."""
    ask, here = partial(_judged, table, seat, common), {"seat": seat.number}
    in_hand = (seat.staked, seat.rack, tuple((it.count, it.value) for it in seat.checks.values()))
    found = {"leave-seat": ask(LeaveSeat, in_hand, here)}
    if table.kind is Kind.CRAPS:
        lines = tuple(it is not None and has_line_wager(table, it) for it in (seat, shooter(table)))
        found["decline-dice"] = ask(DeclineDice, lines, here)
        found["throw-dice"] = ask(ThrowDice, lines, here)
        found["accept-dice"] = ask(AcceptDice, lines, {**here, "dice": on_the_table(table)[:2]})
        found["pass-dice"] = ask(PassDice, lines, {})
    if table.kind is Kind.ELECTRONIC:
        found["collect-credits"] = ask(CollectCredits, seat.rack > 0, here)
        found["insert-money"] = ask(InsertMoney, None, {**here, "amount": 100})
        found["shoot-dice"] = ask(ShootDice, None, {})
    order, figures = _least(table, seat, common.plain)
    found["place-wager"] = ask(PlaceWager, figures, {**here, **order})
    if table.kind is not Kind.ELECTRONIC:
        found["declare-wager"] = ask(DeclareWager, figures, {**here, **order})
    return found


def _least(table: Table, seat: Seat, plain: Wager) -> tuple[dict[str, Any], object]:
    """The least wager on the first area that minds no marker, and the figures by which it is taken or not.

    With money and room for it, and no loss limit, it is taken for as long as anything is.
    """
    own = table.bets_of(seat.number) if plain.id in seat.on else ()
    there = next((it.stake for bet, it in own if it.name == plain.id and bet.chips == "value"), 0)
    limits = table.limits(plain.id, seat)
    stake = max(limits.minimum - there, table.config.chip)
    off_unit = bool(limits.unit and (stake + there - limits.minimum) % limits.unit)
    figures: tuple[object, ...] = (off_unit and there,)
    if seat.headroom is not None or min(room(table, seat, plain), seat.rack) < stake:
        on_it = (seat.on.get(plain.id), table.areas.get(plain.id))
        figures = (stake, there, on_it, seat.staked, seat.rack, seat.headroom)
    return {"wager": plain.id, "stake": stake}, figures


def _judged(
    table: Table, seat: Seat, common: Common, kind: type[Command], by: object, fields: dict[str, Any]
) -> Refusal | None:
    """Why a command would be refused; as was found before, by the same of the seat at the same moment of play."""
    key, by = (seat.number, kind), (by, seat.person, common.moment)
    kept = common.remembered.judged.get(key)
    if kept is None or kept[0] != by:
        command = trial(kind, seat.person, common.at, **fields)
        one_for_all = kind is RemoveWager  # which is said of every ordinary wager, so that none is named
        kept = common.remembered.judged[key] = (by, judged(table, command, about=not one_for_all))
    return kept[1]


def no_removal(table: Table, seat: Seat, own: Own, common: Common) -> Refusal | None:
    """Why an ordinary wager cannot be taken down now, whichever it is."""
    plain = next((it for _, it in own if not it.wager.contract_in and not it.wager.joins_run), None)
    if plain is None:
        return None
    return _judged(table, seat, common, RemoveWager, plain.id, {"bet": plain.id})
