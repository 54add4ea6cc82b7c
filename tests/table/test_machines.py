"""Random people give random commands at every kind of table, and what must always hold is checked at each step.

Books are kept beside the table, from its events alone: which wagers are open, whether betting is, who may what by the
text of the rulebook, and where the money is. Half of the commands are nonsense on purpose; the other half keep the
game going, so that rounds begin, are bet on, and end.
"""

import random
import tomllib
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import load
from dicehouse.rulebooks.loader import text_of
from dicehouse.table import (
    Config,
    Event,
    Kind,
    Phase,
    act,
    command_of,
    event_of,
    new_table,
    restore,
    snapshot,
    state_hash,
)
from dicehouse.table.betting import PlaceWager
from dicehouse.table.books import applied
from dicehouse.table.cases import Exclusion
from dicehouse.table.config import Limits, Sign
from dicehouse.table.judge import COMMANDS, decide
from dicehouse.table.opening import OpenTable
from dicehouse.table.orders import OUTSIDE, Command
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.seats import Card
from tests.soak import SOAK

STEPS = 10_000
"""At least so many commands are given at each of the tables, and twenty times as many in a soak."""
PEOPLE = ("ann", "bob", "cat", "dan")
START = datetime(2026, 3, 2, 1, tzinfo=UTC)
DECIDES = {"WagersTakenBack", "WagersForfeited", "LosersCollected", "WinnersPaid"}
GENEROUS = (
    *(f"colour{it}-{c}" for it in ("", "-double") for c in ("red", "green", "blue")),
    "star-sicbo-pre2024",
)
"""What has to be acknowledged: wagers above 100%, and an edition that is not in force."""


NEXT = {
    Phase.CLOSED: ("OpenTable",),
    Phase.BETWEEN: ("Tumble", "InviteBets"),
    Phase.TUMBLED: ("InviteBets", "Tumble"),
    Phase.BETTING: ("Tumble", "CloseBetting", "EndWagering", "OfferDice", "AcceptDice", "ThrowDice"),
    Phase.NO_MORE_BETS: ("PressNoMoreBets", "Tumble", "Uncover", "Uncover"),
    Phase.VOID: ("CallNoResult",),
    Phase.UNCOVERED: ("AnnounceResult",),
    Phase.ANNOUNCED: ("EnterResult",),
    Phase.ENTERED: ("Settle",),
    Phase.SHOOTING: ("ShootDice", "AutoShoot"),
    Phase.ROLLING: ("ReportDice",),
    Phase.IN_THE_AIR: ("CallRoll", "MarkRest"),
    Phase.CALLED: ("SettleRoll",),
}
"""What each phase waits for."""
PLAIN: dict[str, tuple[str, ...]] = {"Tumble": ("times",), "Uncover": (), "ThrowDice": (), "CallRoll": ("dice",)}
"""Fields that are given when a game just goes on."""


class AnyTable(RuleBasedStateMachine):
    """One table and the books that are kept beside it."""

    book_name: ClassVar[str]
    config: ClassVar[Config]
    steps: ClassVar[int] = 0
    accepted: ClassVar[set[str]] = set()

    def __init__(self) -> None:
        super().__init__()
        self.book = load(self.book_name)
        self.table = new_table(self.book, self.config)
        self.now = START
        self.count = 0
        self.events: list[Event] = []
        self.open: set[str] = set()
        self.decided: set[str] = set()
        self.ranks, self.powers = ladder(self.book_name)

    @initialize()
    def the_table_opens(self) -> None:
        top = self.book.roles[-1].id
        self.submit(self.made(OpenTable, "sue", top, float=50_000, acknowledged=GENEROUS))
        for seat, name in enumerate(PEOPLE[:3], start=1):
            self.submit(self.made(TakeSeat, name, "player", seat=seat, card=Card(f"card {name}", name)))
            self.submit(self.made(BringChips, name, "player", seat=seat, amount=200_000))

    def luck(self, seed: int) -> random.Random:
        """Chance that differs from step to step also where the seeds do not."""
        return random.Random(f"{seed} {self.count}")

    @rule(seed=st.integers(0, 2**32 - 1))
    def something_happens(self, seed: int) -> None:
        """One rule, because Hypothesis leaves whole rules out of a run, and no game goes on without bets or dice."""
        luck = self.luck(seed)
        luck.choices((self.someone_bets, self.the_game_goes_on, self.anyone_does_anything), (3, 4, 3))[0](luck)

    def anyone_does_anything(self, luck: random.Random) -> None:
        self.now += timedelta(seconds=luck.choice([0, 0, 1, 5, 11, 60]) if luck.random() < 0.97 else 1_300)
        self.one_of(self.anything(luck) for _ in range(luck.choice([1, 8])))

    def anything(self, luck: random.Random) -> Command:
        kind = luck.choice(self.used_here() if luck.random() < 0.9 else list(COMMANDS))
        roles = [*self.ranks, *OUTSIDE]
        may = [it for it in roles if self.may(kind, it)]
        role = luck.choice(may if may and luck.random() < 0.8 else roles)
        fields = self.fields(kind, luck)
        seat = self.table.seats.get(fields.get("seat", 0))
        by = seat.person if seat and role == "player" and luck.random() < 0.8 else luck.choice(PEOPLE)
        return self.made(kind, by, role, **fields)

    def one_of(self, commands: Iterable[Command]) -> None:
        """The first of some commands that is not refused, or the last of them; asking changes nothing."""
        before, command = state_hash(self.table), None
        for command in commands:
            heard = self.said(command)
            if not isinstance(heard, Refused) and not isinstance(decide(self.table, heard), Refused):
                break
        assert state_hash(self.table) == before, "judging changed the table"
        if command is not None:
            self.submit(command)

    def used_here(self) -> list[type[Command]]:
        """Commands of this kind of table and this rulebook; those that end the fun come up less often."""
        used = [
            kind
            for kind, order in COMMANDS.items()
            if self.table.kind in order.kinds and (not order.power or order.power in self.powers or order.others)
        ]
        ends = {"CloseTable", "AnnounceClosing", "ExcludePerson", "LeaveSeat", "LimitPlayers", "ReportServerFault"}
        return [it for it in used if it.__name__ not in ends] * 4 + used

    def someone_bets(self, luck: random.Random) -> None:
        open_now = {Phase.BETWEEN, Phase.BETTING, Phase.IN_THE_AIR}
        if not self.table.seats or (self.table.phase not in open_now and luck.random() < 0.8):
            self.the_game_goes_on(luck)
            return
        seat = luck.choice(list(self.table.seats.values()))
        wager = luck.choice(
            ["win-line", "come", *self.book.wagers] if "come" in self.book.wagers else [*self.book.wagers]
        )
        behind = self.book.wagers[wager].behind if wager in self.book.wagers else ""
        own = [it.id for it in self.table.bets.values() if it.seat == seat.number]
        fitting = [it for it in own if self.table.layout.standing[it].wager.family == behind]
        stake = luck.choice([1_000, 2_000, 500 * luck.randint(1, 20), luck.randint(1, 200_000)])
        if self.book.wagers[wager].family == "streak" and luck.random() < 0.9:
            stake = self.config.streak_price
        fields = {"seat": seat.number, "wager": wager, "stake": stake}
        if behind and (fitting or own):
            fields["on"] = luck.choice(fitting or own)
        self.submit(self.made(PlaceWager, seat.person, "player", **fields))

    def the_game_goes_on(self, luck: random.Random) -> None:
        """The next thing that this kind of table waits for, done by whoever does it."""
        if self.table.phase is Phase.BETTING and self.table.kind is not Kind.CRAPS and luck.random() < 0.5:
            self.someone_bets(luck)
            return
        self.now += timedelta(seconds=luck.choice([0, 1, 4, 12, 31]))
        self.one_of(self.next_steps(luck))

    def next_steps(self, luck: random.Random) -> Iterator[Command]:
        names = NEXT[self.table.phase]
        for name in luck.sample(names, len(names)):
            kind = next(it for it in COMMANDS if it.__name__ == name)
            if self.table.kind not in COMMANDS[kind].kinds:
                continue
            fields = self.fields(kind, luck)
            if name == "EnterResult":
                fields["dice"] = self.table.round.called or fields["dice"]
            if name in PLAIN:
                fields = {it: self.value(it, None, luck) for it in PLAIN[name]}
            if name == "OpenTable":
                fields["acknowledged"] = GENEROUS
            for by, role in self.crew(kind):
                for seat in luck.sample(range(1, 5), 4) if "seat" in fields else [0]:
                    there = self.table.seats.get(seat)
                    who = there.person if role == "player" and there else by
                    yield self.made(kind, who, role, **fields | ({"seat": seat} if seat else {}))

    def crew(self, kind: type[Command]) -> list[tuple[str, str]]:
        """Who could be meant to give a command."""
        players = [(it, "player") for it in PEOPLE] if "player" in COMMANDS[kind].others else []
        device = [("the device", "device")] if "device" in COMMANDS[kind].others else []
        return [*players, *device, ("the house", self.book.roles[-1].id)]

    def made(self, kind: type[Command], by: str, role: str, /, **fields: Any) -> Command:
        self.count += 1
        return kind(id=f"c{self.count}", at=self.now, by=by, role=role, **fields)

    def said(self, command: Command) -> Command | Refused:
        """The command as it arrives from outside, where what is malformed stops."""
        return command_of(msgspec.json.encode(command))

    def fields(self, kind: type[Command], luck: random.Random) -> dict[str, Any]:
        """Something for each field: mostly what fits the table, now and then what does not."""
        hints = get_type_hints(kind, include_extras=True)
        made = {}
        for field in msgspec.structs.fields(kind):
            if field.name in {"id", "at", "by", "role"} or (not field.required and luck.random() < 0.4):
                continue
            made[field.name] = self.value(field.name, hints[field.name], luck)
        if "dice" in made and kind.__module__.endswith("shooter"):
            made["dice"] = tuple(luck.sample(range(1, 6), 2))
        return made

    def value(self, name: str, hint: Any, luck: random.Random) -> Any:
        known: dict[str, Callable[[], Any]] = {
            "seat": lambda: luck.randint(1, 4),
            "wager": lambda: luck.choice(list(self.book.wagers)),
            "bet": lambda: luck.choice([*self.table.bets, *self.table.declared, "nothing"]),
            "on": lambda: luck.choice([*self.table.bets, None]),
            "dice": lambda: tuple(luck.randint(1, 6) for _ in range(self.book.dice.count)),
            "person": lambda: luck.choice(PEOPLE),
            "reason": lambda: luck.choice([*self.book.no_result.reasons, "no reason"]),
            "stake": lambda: 500 * luck.randint(1, 10),
            "amount": lambda: 500 * luck.randint(1, 50),
            "colour": lambda: luck.choice(["red", "blue", ""]),
            "card": lambda: Card("card", luck.choice(PEOPLE), luck.random() < 0.8),
            "closes": lambda: self.now + timedelta(minutes=luck.choice([0, 19, 20, 25])),
            "seal": lambda: "",
            "exclusion": lambda: luck.choice([None, self.by_type(Exclusion, luck)]),
            "offence": lambda: luck.choice([*self.book.conduct, "nothing"]),
            "times": lambda: luck.choice([1, 3, 3, 3, 3, 4]),
            "laid_at": lambda: (self.table.round.closed_at or self.now) - timedelta(seconds=luck.randint(-1, 2)),
        }
        if name in known:
            return known[name]()
        if hint is Sign:
            return Sign(Limits(luck.choice([500, 1_000]), 100_000, 0))
        ids = getattr(self.table, f"{name}s", getattr(self.table, f"{name}es", None))
        if isinstance(ids, dict):
            return luck.choice([*ids, *ids, "nothing"])
        return self.by_type(hint, luck)

    def by_type(self, hint: Any, luck: random.Random) -> Any:
        """A value of a type, for fields that no name above speaks of."""
        origin, args = get_origin(hint), get_args(hint)
        if origin is None and isinstance(hint, type):
            if issubclass(hint, msgspec.Struct):
                own = get_type_hints(hint, include_extras=True)
                return hint(**{it.name: self.value(it.name, own[it.name], luck) for it in msgspec.structs.fields(hint)})
            plain: dict[type, Callable[[], Any]] = {
                bool: lambda: luck.random() < 0.5,
                int: lambda: luck.randint(1, 3_000),
                str: lambda: luck.choice(["", "salt", "so it was", *self.table.notices]),
                datetime: lambda: self.now + timedelta(seconds=luck.randint(-60, 3_600)),
                type(None): lambda: None,
            }
            return plain[hint]()
        if hasattr(hint, "__metadata__"):
            plain_value = self.by_type(args[0], luck)
            return plain_value if plain_value != "" else "so it was"
        if str(origin).endswith("Literal"):
            return luck.choice(args)
        if origin is tuple:
            return tuple(self.by_type(args[0], luck) for _ in range(luck.randint(0, 3)))
        if origin is dict:
            return {}
        return self.by_type(luck.choice(args), luck)

    def submit(self, command: Command) -> tuple[Event, ...] | Refused:
        """Give a command, and hold everything that must hold."""
        heard = self.said(command)
        if isinstance(heard, Refused):
            assert heard.why is Why.MALFORMED
            return heard
        command = heard
        type(self).steps += 1
        before, phase = state_hash(self.table), self.table.phase
        answer = act(self.table, command)
        if isinstance(answer, Refused):
            assert state_hash(self.table) == before, f"{answer} changed the table"
            assert answer.next, f"no next step: {answer.message}"
            assert answer.why is not Why.MALFORMED
            return answer
        assert answer, f"{command} led to nothing"
        type(self).accepted.add(type(command).__name__)
        assert self.may(type(command), command.role), f"{command.role} did what its ladder forbids: {command}"
        for event in answer:
            assert event.cause == command.id
            self.keeps(event, phase)
        self.events += answer
        return answer

    def may(self, kind: type[Command], role: str) -> bool:
        """By the text of the rulebook: a role that holds the power, counts as one that does, or ranks above one."""
        order = COMMANDS[kind]
        if role in order.others:
            return True
        if role not in self.ranks:
            return False
        held = self.powers.get(order.power, [])
        rank, counts = self.ranks[role]
        return order.staff or any(by in counts or rank >= self.ranks[by][0] for by in held)

    def keeps(self, event: Event, phase: Phase) -> None:
        """The books: each wager is opened once and decided once, and none is touched when betting is over."""
        name = type(event).__name__
        if name == "WagerPlaced":
            bet, how = event.bet, event.how  # type: ignore[attr-defined]
            assert bet not in self.open | self.decided, f"{bet} was placed twice"
            self.open.add(bet)
            assert self.may_touch(phase, how, event.wager), f"{bet} was placed at {phase}"  # type: ignore[attr-defined]
        elif name == "WagerRestaked" and event.why == "raised":  # type: ignore[attr-defined]
            how, wager = event.how, event.wager  # type: ignore[attr-defined]
            assert event.stake > event.was, "chips that came on a wager made it no larger"  # type: ignore[attr-defined]
            assert self.may_touch(phase, how, wager), f"{event} at {phase}"
        elif name == "WagerRestaked" and event.why in {"reduced", "increased"}:  # type: ignore[attr-defined]
            assert phase is Phase.BETTING
        elif name in DECIDES:
            for it in event.settled:  # type: ignore[attr-defined]
                assert it.bet in self.open, f"{it.bet} was decided twice or never placed"
                self.open.remove(it.bet)
                self.decided.add(it.bet)
            if name == "WagersTakenBack" and event.why == "removed":  # type: ignore[attr-defined]
                assert phase is Phase.BETTING, f"a wager was withdrawn at {phase}"

    def may_touch(self, phase: Phase, how: str, wager: str) -> bool:
        """A wager found on the layout was laid in time, and one of a faulty terminal is laid again from its record."""
        if how == "rebuilt":
            return self.table.kind is Kind.ELECTRONIC
        if how == "found":
            return phase in {Phase.NO_MORE_BETS, Phase.IN_THE_AIR}
        if self.book.wagers[wager].family == "streak":
            return phase is Phase.BETWEEN
        return phase is Phase.BETTING or (phase is Phase.IN_THE_AIR and how == "in the air")

    @invariant()
    def money_is_neither_made_nor_lost(self) -> None:
        assert self.table.held() == self.table.came

    @invariant()
    def nobody_owes(self) -> None:
        assert self.table.float >= 0 or self.table.kind is Kind.ELECTRONIC, "chips were paid that were not there"
        for seat in self.table.seats.values():
            assert seat.rack >= 0
            assert seat.tokens >= 0
            assert all(it.count >= 0 for it in seat.checks.values())
            assert seat.staked == sum(seat.on.values())
            own = [it for it in self.table.bets.values() if it.seat == seat.number]
            assert seat.aside == sum(self.table.layout.standing[it.id].commission + it.excess for it in own)

    @invariant()
    def the_books_agree(self) -> None:
        assert set(self.table.bets) == set(self.table.layout.standing) == self.open
        on: dict[str, int] = {}
        for it in self.table.layout.standing.values():
            on[it.name] = on.get(it.name, 0) + it.stake
        assert on == self.table.areas

    @invariant()
    def nobody_has_two_wagers_on_one_area_in_one_kind_of_chips(self) -> None:
        areas = [
            (bet.seat, it.name, it.state, it.parent.id if it.parent else "", bet.chips, bet.colour)
            for bet, it in ((bet, self.table.layout.standing[bet.id]) for bet in self.table.bets.values())
        ]
        assert len(set(areas)) == len(areas), sorted(areas)

    def teardown(self) -> None:
        """The events alone, written down and read again, make the same table and balanced books; so does a snapshot."""
        again, books = new_table(self.book, self.config), dict[str, int]()
        for event in self.events:
            for account, amount in applied(again, event_of(msgspec.json.encode(event))):
                books[account] = books.get(account, 0) + amount
        assert state_hash(again) == state_hash(self.table)
        assert sum(books.values()) == 0
        assert all(amount >= 0 for account, amount in books.items() if not account.startswith(("~", "transit/")))
        assert sum(it for account, it in books.items() if account.startswith("table/")) == (
            self.table.held() if self.table.kind is not Kind.ELECTRONIC else self.table.held() - self.table.float
        )
        kept = msgspec.json.decode(msgspec.json.encode(snapshot(self.table)), type=type(snapshot(self.table)))
        assert state_hash(restore(self.book, kept)) == state_hash(self.table)


def ladder(name: str) -> tuple[dict[str, tuple[int, list[str]]], dict[str, list[str]]]:
    """The roles in their order, with what they count as, and who holds each power, from the text of a rulebook."""
    said = tomllib.loads(text_of(name))
    if "based_on" in said:
        base = tomllib.loads(text_of(said["based_on"]))
        said = {**base, **said}
    ranks = {it["id"]: (rank, [it["id"], *it.get("counts_as", [])]) for rank, it in enumerate(said["roles"])}
    return ranks, {power: it["by"] for power, it in said["powers"].items()}


TABLES = {
    "dealt at The Star": ("star-sicbo-2024", Config(seats=4)),
    "dealt at The Star, with a panel": ("star-sicbo-pre2024", Config(seats=4, touch_screen=False)),
    "dealt at Crown": ("crown-sicbo-a", Config(seats=4)),
    "dealt at Crown, symbols": ("crown-sicbo-b", Config(seats=4)),
    "electronic": ("aruze-sicbo", Config(seats=4)),
    "electronic, highest wager shoots": ("aruze-sicbo", Config(seats=4, shooting_value=2_000)),
    "craps": ("star-craps", Config(seats=4)),
}


def machine_at(book: str, config: Config) -> type[AnyTable]:
    class Machine(AnyTable):
        book_name, steps, accepted = book, 0, set()

    Machine.config = config
    return Machine


@pytest.mark.parametrize("name", TABLES)
def test_random_people_at_a_table_cannot_break_it(name: str) -> None:
    machine = machine_at(*TABLES[name])
    wanted = STEPS * (20 if SOAK else 1)
    while machine.steps < wanted:
        before = machine.steps
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=25,
                stateful_step_count=200,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
        assert machine.steps > before, "nothing happens any more"
    assert {"OpenTable", "TakeSeat", "PlaceWager"} <= machine.accepted


@pytest.mark.clause("crown-sicbo", "1.1")
@pytest.mark.parametrize(
    "book", ["star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a", "aruze-sicbo", "star-craps"]
)
def test_every_role_may_give_exactly_the_commands_of_its_ladder(book: str) -> None:
    """Every command by every role, at a closed table, where the ladder is asked before anything else can be wrong."""
    machine = machine_at(book, Config(seats=4))()
    luck = random.Random(1)
    for kind, order in COMMANDS.items():
        for role in (*machine.ranks, *OUTSIDE):
            answer = decide(machine.table, machine.made(kind, "someone", role, **machine.fields(kind, luck)))
            why = answer.why if isinstance(answer, Refused) else None
            if machine.table.kind not in order.kinds:
                assert why is Why.NOT_HERE, (kind, role)
            elif order.power and order.power not in machine.powers and role not in order.others:
                assert why in {Why.NOT_HERE, Why.NOT_ALLOWED}, (kind, role)
            elif not machine.may(kind, role):
                assert why is Why.NOT_ALLOWED, (kind, role)
            elif not order.staff:  # where any rank may, a power may still depend on what is asked
                assert why is not Why.NOT_ALLOWED, (kind, role)
