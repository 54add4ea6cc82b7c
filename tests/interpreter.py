"""A second, slow reading of declared wagers: straight from the file, roll by roll, sharing no code with the loader.

It understands what the shipped games say and nothing more. `agrees` walks a wager and its declaration side by side
through every state and every roll.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import dicehouse.rulebooks
from dicehouse.wager import Decision, Wager

FOLDER = Path(dicehouse.rulebooks.__file__).parent / "games"
Roll = tuple[int, ...]
Config = tuple[str, tuple[tuple[str, Any], ...]]
"""A state, and what is remembered there."""


def read(name: str) -> dict[str, Any]:
    """A shipped file over what it is based on."""
    own = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    if not (FOLDER / f"{own.get('based_on')}.toml").exists():
        return own
    base = read(own["based_on"])
    both = {**base, **own}
    for key in ("numbers", "wagers"):
        both[key] = {**base.get(key, {}), **own.get(key, {})}
    return both


@dataclass
class Game:
    """What a file says beside its wagers."""

    lists: dict[str, list[int]]
    faces: dict[str, list[int]]

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> "Game":
        game = cls({}, {name: list(sides) for name, sides in said["dice"].get("colours", {}).items()})
        for side, name in enumerate(said["dice"].get("faces", ()), start=1):
            game.faces[name] = [side]
        for name, text in said.get("numbers", {}).items():
            game.lists[name] = game.numbers(text, {})
        return game

    def numbers(self, text: str, params: Mapping[str, Any]) -> list[int]:
        found: list[int] = []
        for part in re.split(r", | or ", text):
            ends = [self._one(it, params) for it in part.split("-")]
            found += ends[0] if len(ends) == 1 else range(ends[0][0], ends[1][0] + 1)
        return found

    def _one(self, word: str, params: Mapping[str, Any]) -> list[int]:
        word, _, more = word.partition("+")
        known = params.get(word, word)
        if known in self.faces:
            return self.faces[known]
        return self.lists[known] if known in self.lists else [int(known) + int(more or 0)]

    def names(self, text: str, roll: Roll, params: Mapping[str, Any]) -> bool:
        """Whether a text in dice words names a roll."""
        if re.search(r" or (?!\d)", text):
            return any(self.names(it, roll, params) for it in text.split(" or "))
        if " but not " in text:
            first, _, other = text.partition(" but not ")
            return self.names(first, roll, params) and not self.names(other, roll, params)
        if " and " in text:
            return all(self.names(it, roll, params) for it in text.split(" and "))
        head, _, rest = text.partition(" ")
        times = {" once": 1, " twice": 2, " 3 times": 3}
        if head == "shows":
            often = next((it for it in times if rest.endswith(it)), "")
            shown = sum(face in self.numbers(rest.removesuffix(often), params) for face in roll)
            return shown == times[often] if often else shown > 0
        if head == "not":
            return not self.names(rest, roll, params)
        if head == "roll":
            return sorted(roll) == sorted(face for it in rest.split() for face in self.numbers(it, params))
        if rest in ("odd", "even"):
            return sum(roll) % 2 == (rest == "odd")
        wanted = self.numbers(rest, params) if rest else []
        return {
            "total": sum(roll) in wanted,
            "hard": sum(roll) in wanted and len(set(roll)) == 1,
            "easy": sum(roll) in wanted and len(set(roll)) > 1,
            "triple": any(roll.count(it) >= 3 for it in wanted or roll),
            "double": any(roll.count(it) >= 2 for it in wanted or roll),
            "different": len(set(roll)) == len(roll),
            "only": set(roll) <= set(wanted),
        }[head]

    def members(self, each: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """Every combination of values; a later parameter may name an earlier one."""
        if not each:
            yield {}
            return
        *before, (name, text) = each.items()
        for so_far in self.members(dict(before)):
            words = text.split(", ")
            values = words if set(words) <= set(self.faces) else self.numbers(text, so_far)
            yield from ({**so_far, name: value} for value in values)


@dataclass
class Told:
    """One wager as its file tells it."""

    game: Game
    said: Mapping[str, Any]
    params: dict[str, Any]

    def arms(self, state: str) -> tuple[Sequence[Mapping[str, Any]], dict[str, Any]]:
        if "states" not in self.said:
            return self.said.get("wins") or self.said["arms"], self.params
        for pattern, it in self.said["states"].items():
            if isinstance(it, list):
                if pattern == state:
                    return it, self.params
            else:
                for values in self.game.members(it["each"]):
                    if pattern.format(**values) == state:
                        return it["arms"], {**self.params, **values}
        raise AssertionError(f"no such state: {state}")

    def universe(self, name: str) -> list[int]:
        kind, _, rest = self.said["remembers"][name].partition(" of ")
        return self.game.numbers(rest, self.params) if kind == "set" else []

    def after(self, config: Config, roll: Roll) -> tuple[str, Fraction, Fraction] | Config:
        """How the roll ends it, with winnings and stake back, or where it stands then."""
        state, held = config
        arms, params = self.arms(state)
        memory = dict(held)
        for arm in (it for it in arms if self.game.names(it["on"], roll, params)):
            now = dict(memory)
            if "adds" in arm:
                now[arm["adds"]] = now[arm["adds"]] | {sum(roll)}
            if "counts" in arm:
                now[arm["counts"]] += 1
            if self.holds(arm.get("when", ""), now, params, sum(roll)):
                return self.done(arm, params, (state, tuple(now.items())), sum(roll))
            config = state, tuple(now.items())
        return ("lose", Fraction(0), Fraction(0)) if "wins" in self.said else config

    def holds(self, text: str, memory: Mapping[str, Any], params: Mapping[str, Any], total: int) -> bool:
        for name in memory:
            text = text.replace(f"{name} is full", f"{name} == {len(self.universe(name))}")
        sizes = {name: it if isinstance(it, int) else len(it) for name, it in memory.items()}
        return not text or bool(eval(re.sub(r"(?<![<>=!])=(?!=)", "==", text), {}, {**params, **sizes, "total": total}))

    def done(
        self, arm: Mapping[str, Any], params: Mapping[str, Any], now: Config, total: int
    ) -> tuple[str, Fraction, Fraction] | Config:
        if "go" in arm:
            return arm["go"].replace("{total}", str(total)), now[1]
        if "pays" not in arm:
            return ("push", Fraction(0), Fraction(1)) if "push" in arm else ("lose", Fraction(0), Fraction(0))
        part = Fraction(arm.get("part", "1"))
        won = self.price(arm["pays"], params) * part
        charge = self.said.get("commission", {"percent": 0, "of": "stake"})
        won -= Fraction(charge["percent"], 100) * (part if charge["of"] == "stake" else won)
        return "win", won, part

    def price(self, said: Any, params: Mapping[str, Any]) -> Fraction:
        if isinstance(said, dict):
            value = [*params.values()][-1]
            said = next(it for key, it in said.items() if value in self.game.numbers(key, {}))
        pays, _, to = said.partition(" to ")
        return Fraction(int(pays), int(to))

    def starts(self) -> list[str]:
        if "states" not in self.said:
            return ["open" if "wins" in self.said else "up"]
        names = []
        for pattern, it in self.said["states"].items():
            values = [{}] if isinstance(it, list) else self.game.members(it["each"])
            names += [pattern.format(**each) for each in values]
        return names if "behind" in self.said else names[:1]


def told(name: str) -> dict[str, Told]:
    """Every wager of a shipped game by its id, as the file tells it."""
    said = read(name)
    game = Game.of(said)
    return {
        "-".join([family, *map(str, params.values())]): Told(game, it, params)
        for family, it in said["wagers"].items()
        if family not in said.get("not_offered", ())
        for params in game.members(it.get("each", {}))
    }


def agrees(wager: Wager, it: Told, starts: Sequence[str] = ()) -> int:
    """Walk both through every state that rolls lead to; how many states that were."""
    empty: tuple[tuple[str, Any], ...] = tuple(
        (name, 0 if text.startswith("count") else frozenset()) for name, text in it.said.get("remembers", {}).items()
    )
    pairs: list[tuple[int, Config]] = [
        (wager.rules.states.index(start.replace(" ", "_")), (start, empty)) for start in starts or it.starts()
    ]
    assert [wager.rules.states[number] for number, _ in pairs] == list(wager.rules.starts)
    met = dict(pairs)
    for number, config in pairs:
        for roll in product(range(1, 7), repeat=wager.dice.count):
            step = wager.rules.steps[number][wager.dice.index(roll)]
            end = it.after(config, roll)
            if isinstance(step, Decision):
                back = Fraction(step.back, step.whole)
                assert (str(step.result), step.winnings, back) == end, (wager.id, config, roll)
            else:
                to = number if step is None else step
                assert len(end) == 2, (wager.id, config, roll, end)
                if to not in met:
                    met[to] = end
                    pairs.append((to, end))
                assert met[to] == end, (wager.id, config, roll)
    assert len(met) == len(wager.rules.states)
    return len(met)
