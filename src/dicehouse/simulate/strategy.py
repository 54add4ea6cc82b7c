"""A strategy as data: which wagers, at which stakes, when; and the session it is played in.

It is read from a TOML file and checked against the rulebook it is played under: an unknown wager, marker, state or
bet, a stake outside the table's limits or not in chips, and any key nobody knows is an error with file, key and line.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from dicehouse.money import CENT, DOLLAR, LARGEST, Cents, cents, dollars
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.source import Reader, Source, nearest
from dicehouse.wager import Wager

HERE: Final = Path(__file__).parent / "strategies"
EXAMPLES: Final = tuple(sorted(it.stem for it in HERE.glob("*.toml")))
"""The strategies that come with the package, by name."""

FULL: Final = "full"
"""The stake of a Behind wager that is as high as the rules allow."""

Won = Literal["win", "lose"]


@dataclass(frozen=True)
class Limits:
    """What the sign at the table allows for a wager."""

    minimum: Cents = CENT
    maximum: Cents = LARGEST


@dataclass(frozen=True)
class Ladder:
    """How the stake follows the results: one step up on one result, back on the other."""

    up: Won = "lose"
    back: Literal["start", "step"] = "start"
    top: Literal["start", "stay"] = "stay"
    """What a further step up does on the last stake."""

    def after(self, step: int, result: str, steps: int) -> int:
        if result not in ("win", "lose"):
            return step
        if result != self.up:
            return 0 if self.back == "start" else max(0, step - 1)
        return step + 1 if step + 1 < steps else step if self.top == "stay" else 0


@dataclass(frozen=True)
class Bet:
    """One line of a strategy: placed again whenever it may be and fewer than `standing` of it stand."""

    id: str
    wager: Wager
    stakes: tuple[Cents, ...]
    """By the step of the ladder; none for a Behind wager at full odds."""
    ladder: Ladder = Ladder()
    standing: int = 1
    when: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By marker, the states in which it is placed."""
    after: Mapping[str, Won] = field(default_factory=dict)
    """By bet, how that one's last decision must have gone."""
    working: bool | None = None
    """True: called On as it is placed."""
    on: str = ""
    """The bet that a Behind wager stands behind."""


@dataclass(frozen=True)
class Session:
    """What a player brings, and when the player stops."""

    bankroll: Cents | None = None
    """None: never short of money."""
    rounds: int = 1000
    stop_loss: Cents | None = None
    win_goal: Cents | None = None


@dataclass(frozen=True)
class Strategy:
    name: str
    bets: tuple[Bet, ...]
    session: Session = Session()
    limits: Mapping[str, Limits] = field(default_factory=dict)
    """By wager, by family, or "table" for all others."""
    chip: Cents = DOLLAR

    def limits_of(self, wager: Wager) -> Limits:
        for name in (wager.id, wager.family, "table"):
            if name in self.limits:
                return self.limits[name]
        return Limits()


def load_strategy(name: str, book: Rulebook) -> Strategy:
    """Read a strategy: the path of a .toml file, or the name of one that comes with the package."""
    path = HERE / f"{name}.toml" if name in EXAMPLES else Path(name)
    if name not in EXAMPLES and not path.suffix:
        raise ValueError(
            f"{name}: there is no such strategy{nearest(name, EXAMPLES)}; name one of {', '.join(EXAMPLES)},"
            f" or a .toml file"
        )
    return read_strategy(Source.read(path), book)


def read_strategy(source: Source, book: Rulebook) -> Strategy:
    top = Reader((source,), source.values)
    top.only("name", "chip", "session", "limits", "bet")
    chip = _amount(top, "chip", DOLLAR)
    session = _session(top.inner("session", needed=False))
    limits = {name: _limits(it, name, book) for name, it in top.inner("limits", needed=False).each()}
    made = Strategy(top.text("name", Path(source.file).stem), (), session, limits, chip)
    bets: dict[str, Bet] = {}
    for row in top.rows("bet"):
        bet = _bet(row, book, made, bets)
        bets[bet.id] = bet
    if not bets:
        top.fail("a strategy without a bet never plays; write at least one [[bet]]", "bet")
    return Strategy(made.name, tuple(bets.values()), session, limits, chip)


def _session(it: Reader) -> Session:
    it.only("bankroll", "rounds", "stop_loss", "win_goal")
    return Session(
        _amount(it, "bankroll") if "bankroll" in it.table else None,
        it.whole("rounds", Session.rounds),
        _amount(it, "stop_loss") if "stop_loss" in it.table else None,
        _amount(it, "win_goal") if "win_goal" in it.table else None,
    )


def _limits(it: Reader, name: str, book: Rulebook) -> Limits:
    known = {"table", *book.wagers, *(wager.family for wager in book.wagers.values())}
    if name not in known:
        it.fail(f"{book.id} has no wager and no family of this name{nearest(name, known)}")
    it.only("minimum", "maximum")
    made = Limits(_amount(it, "minimum", Limits.minimum), _amount(it, "maximum", Limits.maximum))
    if made.minimum > made.maximum:
        it.fail(f"the minimum {dollars(made.minimum)} is above the maximum {dollars(made.maximum)}")
    return made


def _bet(it: Reader, book: Rulebook, made: Strategy, before: Mapping[str, Bet]) -> Bet:
    it.only("id", "wager", "stake", "stakes", "ladder", "standing", "when", "after", "working", "on")
    name = it.text("wager")
    wager = book.wagers.get(name)
    if wager is None:
        it.fail(f"{book.id} does not offer {name!r}{nearest(name, book.wagers)}", "wager")
    id = it.text("id", name)
    if id in before:
        it.fail(f"an earlier bet is called {id!r} too; give this one an id of its own", "id")
    stakes = _stakes(it, wager, made)
    return Bet(
        id,
        wager,
        stakes,
        _ladder(it.inner("ladder", needed=False), len(stakes)),
        it.whole("standing", 1),
        _when(it.inner("when", needed=False), book),
        _after(it.inner("after", needed=False), {*before, id}),
        _working(it, wager),
        _on(it, wager, before),
    )


def _working(it: Reader, wager: Wager) -> bool | None:
    if "working" not in it.table:
        return None
    if not wager.off_when:
        it.fail(f"{wager.id} always works, so it cannot be called on; leave this out", "working")
    if not it.flag("working"):
        it.fail(f"{wager.id} called off would never be decided; leave this out, or say true", "working")
    return True


def _stakes(it: Reader, wager: Wager, made: Strategy) -> tuple[Cents, ...]:
    if ("stake" in it.table) == ("stakes" in it.table):
        it.fail("give one stake, or a list of stakes for a ladder", "stake")
    if it.table.get("stake") == FULL:
        return () if wager.behind else it.fail("only a wager behind another can be full; give an amount", "stake")
    key = "stake" if "stake" in it.table else "stakes"
    texts = (it.text("stake"),) if key == "stake" else it.texts("stakes")
    if not texts:
        it.fail("a ladder has at least one stake", key)
    return tuple(_stake(it, key, text, wager, made) for text in texts)


def _stake(it: Reader, key: str, text: str, wager: Wager, made: Strategy) -> Cents:
    """A stake in whole chips and whole parts; one above the maximum is the maximum, as it would be at the table."""
    try:
        stake = cents(text)
    except ValueError as error:
        it.fail(str(error), key)
    limits, unit = made.limits_of(wager), made.chip * wager.units
    if stake < max(limits.minimum, 1):
        it.fail(f"{dollars(stake)} is below the minimum {dollars(limits.minimum)} of {wager.id}; stake more", key)
    stake = min(stake, limits.maximum)
    if stake % unit:
        it.fail(f"{dollars(stake)} is not a multiple of {dollars(unit)}, which {wager.id} is placed in", key)
    return stake


def _ladder(it: Reader, steps: int) -> Ladder:
    it.only("up", "back", "top")
    if it.table and steps < 2:
        it.fail("a ladder needs at least two stakes; write stakes = [...]")
    up, back = it.choice("up", ("lose", "win"), "lose"), it.choice("back", ("start", "step"), "start")
    top = it.choice("top", ("start", "stay"), "stay")
    return Ladder(
        "win" if up == "win" else "lose", "step" if back == "step" else "start", "start" if top == "start" else "stay"
    )


def _when(it: Reader, book: Rulebook) -> dict[str, frozenset[str]]:
    found = {}
    for name in it.table:
        marker = next((each.rules for each in book.markers if each.rules.name == name), None)
        if marker is None:
            known = [each.rules.name for each in book.markers]
            it.fail(f"{book.id} has no such marker; it has {', '.join(known) or 'none'}{nearest(name, known)}", name)
        states = it.texts(name)
        for state in states:
            if state not in marker.states:
                it.fail(f"{state!r} is not one of {', '.join(marker.states)}{nearest(state, marker.states)}", name)
        found[name] = frozenset(states)
    return found


def _after(it: Reader, known: set[str]) -> dict[str, Won]:
    found: dict[str, Won] = {}
    for bet in it.table:
        if bet not in known:
            it.fail(f"no bet up to here is called {bet!r}{nearest(bet, known)}", bet)
        found[bet] = "win" if it.choice(bet, ("win", "lose")) == "win" else "lose"
    return found


def _on(it: Reader, wager: Wager, before: Mapping[str, Bet]) -> str:
    if not wager.behind:
        return it.fail(f"{wager.id} stands behind no other wager; leave this out", "on") if "on" in it.table else ""
    parents = [bet.id for bet in before.values() if bet.wager.family == wager.behind]
    if not parents:
        it.fail(f"{wager.id} stands behind a {wager.behind} wager; write a bet for that one before it", "wager")
    return it.choice("on", parents, parents[0])


def _amount(it: Reader, key: str, default: Cents | None = None) -> Cents:
    if key not in it.table and default is not None:
        return default
    try:
        amount = cents(it.text(key))
    except ValueError as error:
        it.fail(str(error), key)
    return amount or it.fail("it is nothing; give an amount above 0.00", key)
