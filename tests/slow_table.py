"""A table of a shipped game by the second reading of its file: the puck, what may be placed, and what a roll decides.

It stands on `tests.interpreter` and shares no code with the engine. `stories` works out what happens to one wager from
every situation that rolls lead to, in the language of the conformance pack.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import lcm
from typing import Any

from tests.interpreter import FOLDER, Config, Game, Roll, Told, read, told

Command = Mapping[str, Any]
MOST_SITUATIONS = 200
MOST_STORIES = 24
"""For each wager; a wager that remembers has more, and they are taken evenly from all of them."""


@dataclass(frozen=True)
class Standing:
    """A wager that stands, and whether it was called on."""

    id: str
    wager: str
    config: Config
    called: bool = False


@dataclass(frozen=True)
class Situation:
    puck: str
    standing: tuple[Standing, ...] = ()


Ended = tuple[str, str, Fraction, Fraction]
"""The id, the result, the winnings and all money back, as multiples of the stake."""


class SlowTable:
    def __init__(self, name: str) -> None:
        self.name = name
        self.said = read(name)
        self.wagers = told(name)
        marker = self.said.get("markers", {}).get("puck", {"states": {"": []}})
        self.marker = Told(Game.of(self.said), marker, {})
        self.start = Situation(next(iter(marker["states"])))
        self.rolls = [*combinations_with_replacement(range(1, 7), self.said["dice"]["count"])]
        self._after: Callable[[str, Config, Roll], Any] = cache(
            lambda id, config, roll: self.told(id).after(config, roll)
        )

    def told(self, id: str) -> Told:
        return self.wagers[id]

    def cited(self, wager: str, clause: str) -> str:
        """The clause as it is cited: with its document where the wager comes from the file that this is based on."""
        if self.told(wager).said in self.own_wagers:
            return clause
        return f"{read(self.said['based_on'])['document']['id']} {clause}"

    @cached_property
    def own_wagers(self) -> list[object]:
        own = tomllib.loads((FOLDER / f"{self.name}.toml").read_text(encoding="utf-8"))["wagers"]
        return [it for name, it in self.said["wagers"].items() if name in own]

    def at(self, text: str, puck: str, params: Mapping[str, Any]) -> bool:
        """Whether the puck is where a text such as "puck not off" says."""
        where = text.removeprefix("puck ").format(**params)
        return puck != where.removeprefix("not ") if where.startswith("not ") else puck == where

    def placed(self, now: Situation, id: str, wager: str, on: str | None = None) -> Situation | None:
        """The situation with the wager placed, or None where its file forbids it."""
        it = self.told(wager)
        if "placed" in it.said and not self.at(it.said["placed"], now.puck, it.params):
            return None
        state = it.starts()[0]
        if "behind" in it.said:
            parent = next((each for each in now.standing if each.id == on), None)
            if parent is None or parent.config[0] not in it.starts():
                return None
            state = parent.config[0]
        remembered = it.said.get("remembers", {}).items()
        empty: tuple[tuple[str, Any], ...] = tuple(
            (name, 0 if text.startswith("count") else frozenset()) for name, text in remembered
        )
        return replace(now, standing=(*now.standing, Standing(id, wager, (state, empty))))

    def sleeps(self, now: Situation, it: Standing) -> bool:
        said = self.told(it.wager).said
        return "off" in said and not it.called and self.at(said["off"], now.puck, self.told(it.wager).params)

    def rolled(self, now: Situation, roll: Roll) -> tuple[Situation, tuple[Ended, ...]]:
        stay: list[Standing] = []
        ended: list[Ended] = []
        for it in now.standing:
            after: Any = it.config if self.sleeps(now, it) else self._after(it.wager, it.config, roll)
            if len(after) == 3:
                result, won, back = after
                ended.append((it.id, result, won, won + back))
            elif "behind" in self.told(it.wager).said and ended:
                ended.append((it.id, "push", Fraction(0), Fraction(1)))
            else:
                stay.append(replace(it, config=after))
        puck = self.marker.after((now.puck, ()), roll)[0] if now.puck else ""
        return Situation(puck, tuple(stay)), tuple(ended)

    @cached_property
    def one_roll(self) -> list[str]:
        return [id for id, it in self.wagers.items() if "wins" in it.said]


def money(dollars: Fraction) -> str:
    cents = dollars * 100
    assert cents.denominator == 1, dollars
    return f"{cents.numerator // 100}.{cents.numerator % 100:02}"


@dataclass(frozen=True)
class Way:
    """Commands that lead to a situation."""

    commands: tuple[Command, ...]
    now: Situation


class Stories:
    """Of one wager that lives for several rolls."""

    def __init__(self, table: SlowTable, wager: str) -> None:
        self.table, self.wager = table, wager
        self.said = table.told(wager).said
        self.parent: str | None = self.said.get("behind")
        self.id = "w2" if self.parent else "w1"
        self.clause = table.cited(wager, self.said["clause"])
        self.ways = self._situations()
        self.stake = self._whole_stake()

    def _place(self, now: Situation) -> tuple[Command, Situation] | None:
        if self.parent and not now.standing:
            id, wager, on = "w1", self.parent, None
        elif any(it.id == self.id for it in now.standing):
            return None
        else:
            id, wager, on = self.id, self.wager, "w1" if self.parent else None
        made = self.table.placed(now, id, wager, on)
        command = {"place": id, "wager": wager} | ({"on": on} if on else {})
        return (command, made) if made else None

    def _situations(self) -> list[Way]:
        """Every situation that commands and rolls lead to, by a shortest way, as many as are asked for."""
        found = {self.table.start: Way((), self.table.start)}
        ways = [found[self.table.start]]
        for way in ways:
            if len(ways) > MOST_SITUATIONS:
                break
            steps: list[tuple[Command, Situation]] = [it for it in (self._place(way.now),) if it]
            for roll in self.table.rolls:
                now, ended = self.table.rolled(way.now, roll)
                if not ended and len(way.commands) < 40:
                    steps.append(({"roll": list(roll)}, now))
            for command, now in steps:
                if now not in found:
                    found[now] = Way((*way.commands, command), now)
                    ways.append(found[now])
        return ways

    def _whole_stake(self) -> Fraction:
        """Dollars of which every price makes whole dollars."""
        whole = self.said.get("units", 1)
        for way in self.ways:
            for roll in self.table.rolls:
                for _, _, won, back in self.table.rolled(way.now, roll)[1]:
                    whole = lcm(whole, won.denominator, back.denominator)
        return Fraction(max(whole, 10) if 10 % whole == 0 or whole > 10 else lcm(whole, 2))

    def told(self) -> Iterator[dict[str, Any]]:
        rolls: list[tuple[Command, ...]] = []
        for way in self.ways:
            if not any(it.id == self.id for it in way.now.standing):
                continue
            by_effect: dict[object, list[Roll]] = {}
            for roll in self.table.rolls:
                by_effect.setdefault(self.table.rolled(way.now, roll), []).append(roll)
            for same in by_effect.values():
                rolls += [(*way.commands, {"roll": list(roll)}) for roll in dict.fromkeys((same[0], same[-1]))]
        step = max(1, -(-len(rolls) // MOST_STORIES))
        chosen = rolls[::step]
        if "remembers" in self.said:
            chosen.append(self._to_the_best())
        for commands in chosen:
            yield self._story(self._to_an_end(commands))
        yield from self._refusals()
        yield from self._handled()

    def _to_an_end(self, commands: tuple[Command, ...]) -> tuple[Command, ...]:
        """With one more roll where that decides it, so that each story ends with something decided."""
        now = self.table.start
        for command in commands:
            now, _ = self._done(now, command)
        for roll in self.table.rolls:
            if any(id == self.id for id, *_ in self.table.rolled(now, roll)[1]):
                return (*commands, {"roll": list(roll)})
        return commands

    def _to_the_best(self) -> tuple[Command, ...]:
        """From its placing by rolls that each bring something new, to the highest price that it pays."""
        way = next(way for way in self.ways if any(it.id == self.id for it in way.now.standing))
        found = self._on_to_the_best(way.now, {way.now})
        assert found is not None
        return (*way.commands, *({"roll": list(roll)} for roll in found))

    def _on_to_the_best(self, now: Situation, seen: set[Situation]) -> tuple[Roll, ...] | None:
        for roll in self.table.rolls:
            after, ended = self.table.rolled(now, roll)
            if any(won == self.best for _, _, won, _ in ended):
                return (roll,)
            if not ended and after not in seen:
                seen.add(after)
                if found := self._on_to_the_best(after, seen):
                    return (roll, *found)
        return None

    @cached_property
    def best(self) -> Fraction:
        """The highest price of a wager that remembers."""
        it = self.table.told(self.wager)
        states = self.said.get("states", {"": self.said.get("arms", ())})
        arms = [arm for each in states.values() for arm in (each if isinstance(each, list | tuple) else each["arms"])]
        return max(it.price(arm["pays"], it.params) for arm in arms if "pays" in arm)

    def _refusals(self) -> Iterator[dict[str, Any]]:
        """Placed when it may not be, and above what may stand behind."""
        for way in self.ways:
            if not way.now.standing and "placed" in self.said and not self.table.placed(way.now, "w1", self.wager):
                yield self._case("may not be placed", [*way.commands, self._own()], refused=self.clause)
                break
        if self.parent:
            yield self._case("needs a parent", [{"place": "w2", "wager": self.wager}], refused=None)
        if "limit" not in self.said:
            return
        starts = {way.now.standing[0].config: way for way in reversed(self.ways) if len(way.now.standing) == 1}
        for config, way in starts.items():
            if self.table.placed(way.now, "w2", self.wager, "w1") is None:
                continue
            most = self._most(way, config[0])
            for title, stake, clause in (
                ("at its limit", most, "-"),
                ("above its limit", most + 1, self.table.cited(self.wager, self.said["limit"]["clause"])),
            ):
                commands = [*way.commands, {**self._own(), "stake": stake}]
                yield self._case(f"{title} on {config[0]}", commands, refused=clause)

    def _most(self, way: Way, state: str) -> Fraction:
        """The limit as it stands in the file, of the stake of the parent or of what it may win."""
        limit = self.said["limit"]
        times = limit["times"]
        point = int(state.rpartition(" ")[2])
        if isinstance(times, dict):
            times = next(it for key, it in times.items() if point in self.table.marker.game.numbers(key, {}))
        most = self.stake * times
        if limit["of"] == "winnings":
            (behind,) = (it for it in self.table.placed(way.now, "w2", self.wager, "w1").standing if it.id == "w2")  # type: ignore[union-attr]
            price = max(
                after[1]
                for roll in self.table.rolls
                if len(after := self.table.told(self.wager).after(behind.config, roll)) == 3
            )
            most /= price
        return Fraction(int(most))

    def _handled(self) -> Iterator[dict[str, Any]]:
        """Taken down where it may be and where not, and called on where it would sleep."""
        seen: set[bool] = set()
        called = False
        for way in self.ways:
            mine = next((it for it in way.now.standing if it.id == self.id), None)
            if mine is None:
                continue
            patterns = [re.sub(r"\{.*?\}", ".+", it) for it in self.said.get("contract", ())]
            held = any(re.fullmatch(it, mine.config[0]) for it in patterns)
            if held not in seen:
                seen.add(held)
                title = "may not be taken down" if held else "is taken down"
                yield self._case(title, [*way.commands, {"remove": self.id}], refused=None if held else "-")
            if not called and self.table.sleeps(way.now, mine):
                called = True
                yield from self._called(way)

    def _called(self, way: Way) -> Iterator[dict[str, Any]]:
        on = replace(
            way.now,
            standing=tuple(replace(it, called=True) if it.id == self.id else it for it in way.now.standing),
        )
        for roll in self.table.rolls:
            if any(id == self.id for id, *_ in self.table.rolled(on, roll)[1]):
                commands = [*way.commands, {"call": self.id, "working": True}, {"roll": list(roll)}]
                yield self._case(f"called on, {'-'.join(map(str, roll))}", commands)
                return

    def _own(self) -> dict[str, Any]:
        return {"place": self.id, "wager": self.wager} | ({"on": "w1"} if self.parent else {})

    def _story(self, commands: Sequence[Command]) -> dict[str, Any]:
        *before, last = commands
        first = next(number for number, it in enumerate(commands) if it.get("place") == self.id)
        ways = ["-".join(map(str, it["roll"])) for it in before if "roll" in it]
        start = "-".join(map(str, last["roll"]))
        late = sum("roll" in it for it in commands[:first])
        title = f"after {', '.join(ways)} (placed after {late}): {start}" if ways else start
        return self._case(title, commands)

    def _case(self, title: str, commands: Sequence[Command], refused: str | None = "-") -> dict[str, Any]:
        """A case of the pack. `refused`: the clause by which the last command is refused, None for any, "-" for not."""
        now, steps = self.table.start, []
        for number, command in enumerate(commands):
            last = number == len(commands) - 1
            step: dict[str, Any] = {"do": dict(command)}
            if "place" in command:
                step["do"] = {**command, "stake": money(Fraction(command.get("stake", self.stake)))}
            if last and refused != "-":
                step["refused"] = refused
            else:
                now, ended = self._done(now, command)
                step["decided"] = [
                    {
                        "id": id,
                        "result": result,
                        "winnings": money(self.stake * won),
                        "returned": money(self.stake * back),
                    }
                    for id, result, won, back in ended
                ]
            steps.append(step)
        head = {"case": f"{self.wager} {title}", "wager": self.wager, "clauses": [self.clause], "chip": "1.00"}
        return {**head, "steps": steps}

    def _done(self, now: Situation, command: Command) -> tuple[Situation, tuple[Ended, ...]]:
        if "place" in command:
            made = self.table.placed(now, command["place"], command["wager"], command.get("on"))
            assert made, command
            return made, ()
        if "call" in command:
            called = (replace(it, called=True) if it.id == command["call"] else it for it in now.standing)
            return replace(now, standing=tuple(called)), ()
        if "remove" in command:
            stay = tuple(it for it in now.standing if it.id != command["remove"])
            return replace(now, standing=stay), ((command["remove"], "removed", Fraction(0), Fraction(1)),)
        return self.table.rolled(now, tuple(command["roll"]))


def stories(table: SlowTable, wager: str) -> Iterator[dict[str, Any]]:
    """Each with a title of its own."""
    titles: set[str] = set()
    for case in Stories(table, wager).told():
        if case["case"] not in titles:
            titles.add(case["case"])
            yield case
