"""The judge of the house: `decide` says what a command leads to, `evolve` applies what happened."""

from types import ModuleType
from typing import Final

from msgspec import structs

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
    notices,
    owed,
    patrons,
    payouts,
    pins,
    play_record,
    playtime,
    program,
    purchases,
    slips,
    tickets,
    trays,
    vouchers,
)
from dicehouse.house.citations import as_cited
from dicehouse.house.orders import LADDER, OTHERS, Appliers, Orders
from dicehouse.house.promotions import awarding, disputing, drawing, entering, publishing, recounting
from dicehouse.house.ranks import clause_of
from dicehouse.house.state import House
from dicehouse.house.tournaments import (
    advancing,
    changing,
    conduct,
    directing,
    finishing,
    preparing,
    rounds,
    ruling,
    seating,
    spinning,
    wagering,
)
from dicehouse.house.tournaments import entering as tournament_entering
from dicehouse.house.tournaments.asked import kept_for
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Events
from dicehouse.table.wire import reads_commands, reads_events

CHAPTERS: Final[tuple[ModuleType, ...]] = (
    patrons,
    pins,
    exclusions,
    limits,
    play_record,
    headroom,
    breaks,
    declarations,
    purchases,
    playtime,
    notices,
    cage,
    slips,
    trays,
    vouchers,
    equipment,
    tickets,
    payouts,
    owed,
    identity,
    inquiries,
    jackpots,
    jackpot_rounds,
    jackpot_corrections,
    program,
    disputes,
    complaints,
    publishing,
    entering,
    recounting,
    drawing,
    awarding,
    disputing,
    preparing,
    directing,
    tournament_entering,
    changing,
    rounds,
    seating,
    wagering,
    spinning,
    advancing,
    conduct,
    ruling,
    finishing,
)
"""The modules whose COMMANDS and APPLIERS make up the house."""

COMMANDS: Final[Orders] = {kind: order for chapter in CHAPTERS for kind, order in chapter.COMMANDS.items()}
APPLIERS: Final[Appliers] = {kind: fact for chapter in CHAPTERS for kind, fact in chapter.APPLIERS.items()}

TAKES_PART: Final = (
    patrons.RegisterPatron, patrons.IssueCard, cage.BuyIn, cage.DepositFunds, vouchers.IssueVoucher,
    vouchers.HandInVoucher, playtime.SitDown, tournament_entering.EnterTournament, entering.CountPlay,
)  # fmt: skip
"""What nobody does who is excluded from the casino; whatever pays them what is owed is not among it."""
PLAYED_FOR_MONEY: Final = (cage.BuyIn, vouchers.HandInVoucher)
"""What brings money to a table, which a table of a tournament does not take while that is played."""


def decide(house: House, command: Command) -> Answer:
    """What a command leads to: events in their order, or the first rule that forbids it."""
    order = COMMANDS[type(command)]
    refused = _out_of_time(house, command) or barred(house, command)
    if refused is None and house.exclusions and isinstance(command, TAKES_PART) and not _is_owed(command):
        refused = exclusions.shut_out(house, command)
    if refused is None and isinstance(command, PLAYED_FOR_MONEY):
        refused = kept_for(house, command, command.table)
    answer = refused or order.judge(house, command)
    return as_cited(house, answer if isinstance(answer, Refused) else _unprintable(answer) or answer)


def _is_owed(command: Command) -> bool:
    """Chips that someone leaves a table with are theirs, wherever the house keeps them."""
    return isinstance(command, cage.DepositFunds) and command.means == "chips"


def _unprintable(events: Events) -> Refused | None:
    """Accounts stand on paper, so whatever one is named after is of signs that can be printed."""
    named = (it.account for event in events for it in getattr(event, "postings", ()))
    account = next((it for it in named if not it.isprintable()), "")
    if not account:
        return None
    return Refused(Why.MALFORMED, None, "unprintable-name", account=account)


def evolve(house: House, event: Event) -> House:
    """Apply one fact."""
    APPLIERS[type(event)](house, event)
    house.now = event.at
    return house


def act(house: House, command: Command) -> Answer:
    """Decide, and apply what was decided."""
    answer = decide(house, command)
    if not isinstance(answer, Refused):
        for event in answer:
            evolve(house, event)
    return answer


def _out_of_time(house: House, command: Command) -> Refused | None:
    if house.now is None or command.at >= house.now:
        return None
    said = command.__struct_config__.tag
    return Refused(Why.WRONG_CLOCK, None, "before-latest-house", command=said, at=command.at, now=house.now)


def barred(house: House, command: Command) -> Refused | None:
    """Why nobody of this role may give such a command, whatever else it says."""
    order, said, role = COMMANDS[type(command)], command.__struct_config__.tag, command.role
    if role not in LADDER and role not in OTHERS:
        known = ", ".join((*LADDER, *OTHERS))
        return Refused(Why.NOT_ALLOWED, None, "house-knows-no-role", role=role, known=known)
    if role in order.others or (order.rank and role in LADDER and LADDER.index(role) >= LADDER.index(order.rank)):
        return None
    may = " or ".join((*([f"{order.rank} or above"] if order.rank else []), *order.others))
    clause = clause_of(house, type(command), structs.asdict(command))
    return Refused(Why.NOT_ALLOWED, clause, "house-role-may-not", command=said, role=role, may=may)


command_of: Final = reads_commands(COMMANDS)
event_of: Final = reads_events(APPLIERS)
