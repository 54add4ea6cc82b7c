"""What every command to a tournament is asked first."""

import msgspec
import pytest

from dicehouse.house.judge import act
from dicehouse.house.orders import LADDER
from dicehouse.house.state import House
from dicehouse.house.tournaments import (
    advancing,
    changing,
    conduct,
    directing,
    entering,
    finishing,
    preparing,
    rounds,
    ruling,
    spinning,
    wagering,
)
from dicehouse.refusal import Why
from dicehouse.table.orders import Command
from tests.house.tournaments.organiser import BOOK, Organiser, refused
from tests.table.test_explain import examples_of

CHAPTERS = (
    advancing, changing, conduct, directing, entering, finishing, preparing, rounds, ruling, spinning, wagering,
)  # fmt: skip
COMMANDS = {kind: order for chapter in CHAPTERS for kind, order in chapter.COMMANDS.items()}
KINDS = [kind for kind in COMMANDS if kind is not preparing.FileTournament]


def asked(kind: type[Command]) -> Command:
    """A command of this kind by someone who may give it."""
    role = COMMANDS[kind].rank or next(it for it in COMMANDS[kind].others)
    made: Command = msgspec.structs.replace(examples_of(kind)[0], role=role, by="dora")
    return made


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_tournament_that_there_is_not_is_told(kind: type[Command]) -> None:
    found = refused(act(House(), asked(kind)), Why.UNKNOWN_ID)
    assert found.message == "words: there is no such tournament; those there are: none"


@pytest.mark.clause(BOOK, "8.2.3")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_whoever_is_not_its_director_does_not_direct_it(kind: type[Command]) -> None:
    """Nor does any rank of the house stand in for the director."""
    if "tournament-director" not in COMMANDS[kind].others:
        return
    desk = Organiser().opens()
    who = {"tournament": "spring", "role": "tournament-director", "by": "otto", "at": desk.now}
    command = msgspec.structs.replace(asked(kind), **who)
    assert refused(act(desk.house, command), Why.NOT_ALLOWED).clause == "crown-sicbo 8.2.3"
    if not COMMANDS[kind].rank:
        highest = msgspec.structs.replace(command, role=LADDER[-1])
        assert refused(act(desk.house, highest), Why.NOT_ALLOWED)
