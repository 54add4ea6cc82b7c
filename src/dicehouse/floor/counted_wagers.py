"""Count wagers toward limits, promotions and jackpots: each once, with its final stake."""

from collections.abc import Sequence
from typing import Any, Final

from dicehouse.floor.follow_up import CurrentState, Follows, FollowUp
from dicehouse.house import jackpot_corrections, jackpot_rounds, play_record
from dicehouse.house.judge import decide
from dicehouse.house.promotions.entering import CountPlay
from dicehouse.house.promotions.publishing import of_edition
from dicehouse.house.promotions.recounting import RecountPlay
from dicehouse.journal.record import Entry
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.table import terminals
from dicehouse.table.bets import Settled
from dicehouse.table.craps_roll import RollSettled
from dicehouse.table.orders import DEVICE
from dicehouse.table.settling import RoundEnded

PLAYED: Final = jackpot_rounds.SETTLED | {"forfeit"}
"""How a wager ends that was played; what was forfeited is lost."""


def number_of(over: RollSettled | RoundEnded) -> int:
    """The number of a round that is over; at craps each roll is one."""
    return over.roll if isinstance(over, RollSettled) else over.round


def played(known: CurrentState, entry: Entry, settled: Sequence[Settled], number: int) -> Follows:
    """What each patron laid out and got back in wagers that were decided; what merely went back was not played."""
    sums: dict[int, tuple[int, int, int]] = {}
    for it in settled:
        if it.result in PLAYED:
            stake, extra, returned = sums.get(it.seat, (0, 0, 0))
            sums[it.seat] = (stake + it.stake, extra + it.extra, returned + it.returned)
    for seat, (stake, extra, returned) in sums.items():
        person = known.person(entry.stream, seat)
        if person:
            place = known.place(entry.stream, seat)
            fields: dict[str, Any] = {
                "patron": person, "place": place, "stake": stake + extra, "returned": returned, "decided": entry.at,
            }  # fmt: skip
            yield FollowUp(HOUSE, f"played:{seat}", play_record.RecordPlay, fields)
            yield from _counted(known, entry, seat, CountPlay, staked=stake, round=number)


def _counted(
    known: CurrentState, entry: Entry, seat: int, order: type[CountPlay | RecountPlay], **fields: Any
) -> Follows:
    """What someone staked counts toward promotions by the rules of this table, as far as it can earn anything there."""
    rules = known.tables[entry.stream].book.document
    for name, it in known.house.promotions.items():
        said = {"promotion": name, "person": known.person(entry.stream, seat), "table": entry.stream, **fields}
        trial = order(id="trial", at=known.now, by=entry.stream, role=DEVICE, **said)
        if of_edition(it).book.document == rules and not isinstance(decide(known.house, trial), Refused):
            yield FollowUp(HOUSE, f"counted:{name}:{seat}", order, said)


def reported(known: CurrentState, entry: Entry, over: RollSettled | RoundEnded, settled: Sequence[Settled]) -> Follows:
    """Rounds of tables that are linked to a jackpot; at craps each roll is one."""
    table = entry.stream
    if not any(table in it.terms.tables for it in known.house.jackpots.values()):
        return
    stakes = _stakes(known, table, settled)
    fields = {"table": table, "round": number_of(over), "dice": over.dice, "stakes": stakes}
    yield FollowUp(HOUSE, "round", jackpot_rounds.ReportRound, fields)


def _stakes(known: CurrentState, table: str, settled: Sequence[Settled]) -> tuple[jackpot_rounds.Stake, ...]:
    return tuple(
        jackpot_rounds.Stake(seat=it.seat, person=person, wager=it.wager, stake=it.stake, result=it.result)
        for it in settled
        if (person := known.seated.get(table, {}).get(it.seat))
    )


def terminal_voided(known: CurrentState, entry: Entry, event: terminals.TerminalWagersVoided) -> Follows:
    if event.dice:
        yield from _wagers_corrected(known, entry, event, (), event.reason)


def terminal_confirmed(known: CurrentState, entry: Entry, event: terminals.TerminalWagersConfirmed) -> Follows:
    if event.dice and not event.as_recorded:
        yield from _wagers_corrected(known, entry, event, event.decided, event.log)


def _wagers_corrected(
    known: CurrentState, entry: Entry, event: terminals.TerminalWagersVoided | terminals.TerminalWagersConfirmed,
    decided: Sequence[Settled], reason: str,
) -> Follows:  # fmt: skip
    """Wagers that jackpots and promotions have counted were not made after all, or others were."""
    table, seat = entry.stream, event.seat
    if any(table in it.terms.tables for it in known.house.jackpots.values()):
        fields = {
            "table": table, "round": event.round, "turnover": event.turnover, "reason": reason, "seat": seat,
            "person": known.seated.get(table, {}).get(seat, ""), "dice": event.dice,
            "stakes": _stakes(known, table, decided),
        }  # fmt: skip
        yield FollowUp(HOUSE, "turnover", jackpot_corrections.CorrectRound, fields)
    if known.person(table, seat):
        staked = sum(it.stake for it in decided if it.result in PLAYED)
        yield from _counted(known, entry, seat, RecountPlay, round=event.round, staked=staked, reason=reason)
