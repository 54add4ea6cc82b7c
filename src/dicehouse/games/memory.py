"""From arms in dice words to states: what a wager remembers is explored into the automaton that everything uses.

A state and what is remembered there make one state of the automaton. In each of them every roll meets at most one arm
that counts; what no arm names leaves the wager as it is, or loses where one roll decides it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dicehouse.dice import Dice, Rolls
from dicehouse.games.words import Condition, Remembered
from dicehouse.wager import STAY, Arms, Decision, Effect, Go, RuleError

MOST_CELLS: Final = 1_000_000
"""States times outcomes of the dice, up to which a wager is explored."""

_KINDS: Final = {"adds": "set", "counts": "count", "notes": "one"}
"""What a change is for; `clears` is for everything that is remembered."""


class ArmError(RuleError):
    """A rule that is declared wrongly, and the arm that is wrong where it is one."""

    def __init__(self, message: str, place: tuple[str, ...] = ()) -> None:
        self.place = place
        super().__init__(message)


@dataclass(frozen=True)
class Arm:
    """On these rolls, if the condition holds, this happens."""

    place: tuple[str, ...]
    """The keys that lead to it in the file."""
    on: Rolls
    effect: Decision | str | None
    """A decision, the name of the state to go to, or nothing."""
    when: Condition | None = None
    changes: tuple[tuple[str, str], ...] = ()
    """What it does to which memory."""


@dataclass(frozen=True)
class Explored:
    """The states that rolls lead to, with what each roll does there, and the arms that ever counted."""

    states: Mapping[str, Arms]
    used: frozenset[tuple[str, ...]]


Held = tuple[frozenset[int] | int, ...]
"""What is remembered, in the order in which it is declared."""
Place = tuple[str, Held]
"""A declared state, and what is remembered there."""


def slug(name: str) -> str:
    """A state's name as records keep it: "point 6" is point_6."""
    return "_".join(name.split())


def checked_changes(changes: Collection[tuple[str, str]], memory: Mapping[str, Remembered]) -> None:
    """Whether each change fits what is remembered under its name."""
    for verb, name in changes:
        kind = _KINDS.get(verb)
        if kind and memory[name].kind != kind:
            fits = next(it for it, of in _KINDS.items() if of == memory[name].kind)
            raise ArmError(f"{verb} does not go with {name}, which takes {fits}")


def explore(
    dice: Dice,
    states: Mapping[str, Sequence[Arm]],
    rest: Effect,
    memory: Mapping[str, Remembered],
    starts: Sequence[str],
) -> Explored:
    """Every state that rolls lead to from the starts; what no arm names has the effect `rest`."""
    return _Explorer(dice, states, rest, memory).explored(starts)


class _Explorer:
    def __init__(
        self, dice: Dice, states: Mapping[str, Sequence[Arm]], rest: Effect, memory: Mapping[str, Remembered]
    ) -> None:
        self.dice, self.states, self.rest, self.memory = dice, states, rest, memory
        self.classes = {state: list(_classes(dice, arms)) for state, arms in states.items()}
        self.places: dict[Place, str] = {}
        """Every place found so far, in the order in which they were, with its name."""
        self.waiting: list[Place] = []
        self.used: set[tuple[str, ...]] = set()

    def explored(self, starts: Sequence[str]) -> Explored:
        empty = tuple(it.start for it in self.memory.values())
        for state in starts:
            self.name((state, empty))
        found = {}
        for place in self.waiting:  # which grows on the way
            effects: dict[Effect, int] = {}
            for bits, total, arms in self.classes[place[0]]:
                effect = self.effect(place, total, arms)
                effects[effect] = effects.get(effect, 0) | bits
            row: Arms = {Rolls(self.dice, bits): effect for effect, bits in effects.items()}
            found[self.places[place]] = row
        for state in self.states:
            if state not in {it for it, _ in self.waiting}:
                raise ArmError(f"no roll leads to {state.replace('_', ' ')!r}")
        return Explored(found, frozenset(self.used))

    def name(self, place: Place) -> str:
        """The name of a place, which is explored in its turn: up_seen_2_4."""
        if place in self.places:
            return self.places[place]
        most = MOST_CELLS // len(self.dice.rolls)
        if len(self.places) == most:
            raise ArmError(f"it remembers too much: at most {most} states of {len(self.dice.rolls)} outcomes each")
        parts = [place[0]]
        for name, value in zip(self.memory, place[1], strict=True):
            if value:
                numbers = sorted(value) if isinstance(value, frozenset) else [value]
                parts += [name, *map(str, numbers)]
        self.places[place] = "_".join(parts)
        self.waiting.append(place)
        return self.places[place]

    def effect(self, place: Place, total: int, named: tuple[int, ...]) -> Effect:
        """What a roll of this total does, that these arms of the state name."""
        state, held = place
        arms = [self.states[state][it] for it in named]
        after = [self.changed(held, arm, total) for arm in arms]
        taken = [(arm, now) for arm, now in zip(arms, after, strict=True) if self.counts(arm, now, total)]
        if len(taken) > 1:
            places = " and ".join(".".join(arm.place) for arm, _ in taken[:2])
            where = self.places[place].replace("_", " ")
            raise ArmError(f"a total of {total} stands in two arms of {where!r}: {places}", taken[1][0].place)
        if not taken:
            left = set(after) or {held}
            if len(left) > 1:
                raise ArmError(f"on a total of {total} the arms remember different things, and none of them counts")
            return self.rest if left == {held} else self.going((state, left.pop()), place)
        arm, now = taken[0]
        self.used.add(arm.place)
        if isinstance(arm.effect, Decision):
            return arm.effect
        to = slug(arm.effect.replace("{total}", str(total))) if arm.effect else state
        if to not in self.states:
            raise ArmError(f"it goes to {to.replace('_', ' ')!r}, which is not one of its states", arm.place)
        return self.going((to, now), place)

    def counts(self, arm: Arm, now: Held, total: int) -> bool:
        return arm.when is None or arm.when({**dict(zip(self.memory, now, strict=True)), "total": total})

    def going(self, to: Place, place: Place) -> Effect:
        return STAY if to == place else Go(self.name(to))

    def changed(self, held: Held, arm: Arm, total: int) -> Held:
        """What is remembered after an arm; a total that the memory has no place for is an error."""
        if not arm.changes:
            return held
        now = dict(zip(self.memory, held, strict=True))
        for verb, name in arm.changes:
            thing, before = self.memory[name], now[name]
            if verb == "clears":
                now[name] = thing.start
            elif isinstance(before, int) and verb == "counts":
                now[name] = min(before + 1, thing.numbers[0])
            elif total not in thing.numbers:
                raise ArmError(f"{name} has no place for a total of {total}; name other rolls", arm.place)
            else:
                now[name] = before | {total} if isinstance(before, frozenset) else total
        return tuple(now.values())


def _classes(dice: Dice, arms: Sequence[Arm]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Rolls that every arm treats alike: their bits, their total, and the arms that name them; unnamed ones last."""
    found: dict[tuple[tuple[int, ...], int], int] = {}
    masks = [set(arm.on.indices()) for arm in arms]
    for i, roll in enumerate(dice.rolls):
        key = tuple(n for n, mask in enumerate(masks) if i in mask), sum(roll)
        found[key] = found.get(key, 0) | 1 << i
    for key in sorted(found, key=lambda it: (not it[0], it)):
        yield found[key], key[1], key[0]
