"""Wagers and markers that a rulebook declares itself, from dice words to the automaton that everything uses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from dicehouse.dice import Rolls
from dicehouse.games.family import Marker
from dicehouse.games.memory import Arm, ArmError, checked_changes, explore, slug
from dicehouse.games.words import Vocabulary, condition_in, remembered_in, rolls_in
from dicehouse.rulebooks.effects import Setting, Winning, effect, picked
from dicehouse.rulebooks.language import ARM, BUTTONS, CHANGES, DECLARED, MARKER, STATE, WAGER
from dicehouse.rulebooks.naming import Values, filled, free_names, members, spoken
from dicehouse.rulebooks.source import Reader, nearest
from dicehouse.rulebooks.wording import Speech, speech
from dicehouse.wager import (
    NO_COMMISSION,
    NO_LIMIT,
    STAY,
    Automaton,
    Base,
    Commission,
    Decision,
    Limit,
    RuleError,
    Wager,
    automaton,
    lose,
)

MOST_FAMILY_CELLS: Final = 4_000_000
"""States times outcomes of the dice, of all wagers of a family together."""
WAITS: Final = "up"
DECIDES: Final = "open"
"""The one state of a wager that waits, and of one that the next roll decides."""


# --- wagers


def declared(said: Reader, family: str, words: Vocabulary, markers: Sequence[Marker]) -> tuple[Wager, ...]:
    """Every wager of a family that the file declares."""
    said.only(*WAGER)
    how = [it for it in DECLARED if it in said.table]
    if len(how) != 1:
        said.fail(f"say one of wins, arms and states, not {' and '.join(how)}", how[1])
    memory = {name: spoken(table, name, table.text(name), remembered_in, words) for name, table in _remembers(said)}
    free_names(said.inner("remembers", needed=False), memory, words)
    words = replace(words, memory=memory)
    setting = Setting(words, said.clause(), _on_winning(said))
    made = [_Member(said, family, setting.bind(values), markers) for values in members(said, words)]
    wagers = tuple(_within(said, words, (it.made() for it in made)))
    used = {place for it in made for place in it.used}
    for place in sorted({place for it in made for place in it.places} - used):
        said.fail("no roll ever comes to this arm; leave it out, or look at its `when`", *place)
    return wagers


def _within(said: Reader, words: Vocabulary, wagers: Iterator[Wager]) -> Iterator[Wager]:
    """The wagers of a family as long as they are not too large together."""
    most, states = MOST_FAMILY_CELLS // len(words.dice.rolls), 0
    for wager in wagers:
        states += len(wager.states)
        if states > most:
            said.fail(f"its members have more than {most} states together; make fewer of them", "each")
        yield wager


def _remembers(said: Reader) -> Iterator[tuple[str, Reader]]:
    table = said.inner("remembers", needed=False)
    return ((name, table) for name in table.table)


def _on_winning(said: Reader) -> Winning:
    charge = said.inner("commission", needed=False)
    if charge.text("when", default="placed") != "won":
        return Winning()
    return Winning(Fraction(charge.whole("percent"), 100), charge.choice("of", ("stake", "winnings")) == "winnings")


class _Member:
    """One wager of a family, where the parameters have their values."""

    def __init__(self, said: Reader, family: str, setting: Setting, markers: Sequence[Marker]) -> None:
        self.said, self.family, self.setting, self.markers = said, family, setting, markers
        self.how = next(it for it in DECLARED if it in said.table)
        self.id = "-".join([family, *map(str, setting.values.values())])
        self.params: dict[str, Values] = {}
        """Of each state, what its own parameters stand for."""
        self.places: set[tuple[str, ...]] = set()
        """The arms that it has, and those that some roll comes to."""
        self.used: frozenset[tuple[str, ...]] = frozenset()

    def made(self) -> Wager:
        said, setting = self.said, self.setting
        states = self.states()
        behind = said.text("behind", default="")
        starts = tuple(states) if behind else (next(iter(states)),)
        rules = self.rules(states, starts)
        marker, starts_by = self.by_marker("placed")
        off_by, off_when = self.by_marker("off")
        if marker and off_by and marker != off_by:
            said.fail(f"it is placed by {marker} and off by {off_by}; one marker does both", "off")
        contract = [self.named(it) for it in said.texts("contract")]
        return Wager(
            self.id,
            filled(speech(said, "name").en, {name: str(value).title() for name, value in setting.values.items()}),
            self.family,
            setting.clause,
            rules,
            marker=marker or off_by,
            starts_by=dict.fromkeys(starts_by, starts[0]) if marker else None,
            when=_when(filled(said.text("placed", default=""), setting.values)),
            off_when=frozenset(off_when),
            contract_in=frozenset(it for it in rules.states for start in contract if _is_a(it, start)),
            behind=behind,
            units=said.whole("units", default=1),
            commission=_commission(said),
            limit=self.limit() if behind else NO_LIMIT,
            line=said.flag("line", default=False),
            button=BUTTONS[said.choice("button", BUTTONS)] if "button" in said.table else "",
            declared=True,
        )

    def states(self) -> dict[str, list[Arm]]:
        said = self.said
        if self.how != "states":
            return {DECIDES if self.how == "wins" else WAITS: self.arms(said, self.how, self.setting)}
        table = said.inner("states")
        if not table.table:
            said.fail("there are no states", "states")
        states: dict[str, list[Arm]] = {}
        for pattern, name, reader, key, setting in declared_states(table, self.setting):
            if name in states:
                table.fail(f"two states are called {name!r}", pattern)
            self.params[name] = setting.values
            states[name] = self.arms(reader, key, setting)
        return states

    def arms(self, said: Reader, key: str, setting: Setting) -> list[Arm]:
        found: list[tuple[Reader, Arm]] = []
        rest: list[Reader] = []
        for row in said.rows(key):
            row.only(*ARM)
            place = row.keys[len(self.said.keys) :]
            self.places.add(place)
            if row.table.get("on") == "otherwise":
                rest.append(row)
                continue
            text = row.text("on", default="anything" if "when" in row.table else None)
            found.append((row, self.arm(row, place, spoken(row, "on", text, rolls_in, setting.words), setting)))
        arms = [arm for _, arm in found]
        named = setting.words.dice.none
        for row, arm in found:
            if not arm.on:
                row.fail("these words name no roll, so it can never happen", "on")
            named |= arm.on
        for row in rest:
            place = row.keys[len(self.said.keys) :]
            arms.append(self.arm(row, place, setting.words.dice.every - named, setting))
        return arms

    def arm(self, row: Reader, place: tuple[str, ...], on: Rolls, setting: Setting) -> Arm:
        when = None
        if "when" in row.table:
            when = spoken(row, "when", row.text("when"), condition_in, setting.words)
        changes = tuple(
            (verb, _known(row, verb, name, setting.words.memory))
            for verb in CHANGES
            if verb in row.table
            for name in _names(row, verb)
        )
        try:
            checked_changes(changes, setting.words.memory)
        except ArmError as error:
            row.fail(str(error))
        done = effect(row, setting)
        if self.how == "wins" and not isinstance(done, Decision):
            row.fail("the next roll decides this wager; say pays, push, lose or back")
        return Arm(place, on, done, when, changes)

    def rules(self, states: Mapping[str, Sequence[Arm]], starts: Sequence[str]) -> Automaton:
        dice, memory = self.setting.words.dice, self.setting.words.memory
        rest = lose(self.setting.clause) if self.how == "wins" else STAY
        try:
            explored = explore(dice, states, rest, memory, starts)
            self.used = explored.used
            made = automaton(self.id, dice, explored.states, starts)
        except ArmError as error:
            self.said.fail(f"{self.id}: {error}", *(error.place or [self.how]))
        except RuleError as error:
            self.said.fail(str(error), self.how)
        if not any(isinstance(step, Decision) for row in made.steps for step in row):
            self.said.fail(f"{self.id}: no roll decides it", self.how)
        return made

    def by_marker(self, key: str) -> tuple[str, list[str]]:
        """A marker and those of its states that a text such as "puck not off" names."""
        text = filled(self.said.text(key, default=""), self.setting.values)
        if not text:
            return "", []
        name, _, rest = text.partition(" ")
        known = {it.rules.name: it.rules.states for it in self.markers}
        if name not in known:
            self.said.fail(f"there is no marker {name!r} on this table{nearest(name, known)}", key)
        wanted = [slug(it) for it in rest.removeprefix("not ").split(",")]
        for it in wanted:
            if not any(_is_a(state, it) for state in known[name]):
                states = [state.replace("_", " ") for state in known[name]]
                self.said.fail(f"{name} has no state {it!r}{nearest(it, states)}", key)
        within = [state for state in known[name] if any(_is_a(state, it) for it in wanted)]
        return name, [it for it in known[name] if (it in within) != rest.startswith("not ")]

    def named(self, state: str) -> str:
        """A state or a family of them as it is declared; the name up to the first parameter."""
        patterns = self.said.inner("states", needed=False).table or {WAITS: None}
        if state not in patterns:
            self.said.fail(f"there is no state {state!r}{nearest(state, patterns)}", "contract")
        return slug(state.partition("{")[0])

    def limit(self) -> Limit:
        limit = self.said.inner("limit")
        limit.only("times", "of", "clause")
        of = limit.choice("of", ("stake", "winnings")) == "winnings"
        clause = limit.clause()
        if not isinstance(limit.table.get("times"), Mapping):
            return Limit(limit.whole("times"), of, clause)
        times = limit.inner("times")
        by = {it: picked(times, self.setting.words, values, "") for it, values in self.params.items()}
        return Limit(0, of, clause, {state: times.whole(key) for state, key in by.items()})


def declared_states(table: Reader, setting: Setting) -> Iterator[tuple[str, str, Reader, str, Setting]]:
    """Every state, one for each value where it has parameters: as declared, its name, where its arms stand, and how."""
    for pattern, value in table.table.items():
        if not isinstance(value, Mapping):
            yield pattern, slug(filled(pattern, setting.values)), table, pattern, setting
            continue
        inner = table.inner(pattern)
        inner.only(*STATE)
        for values in members(inner, setting.words):
            bound = setting.bind(values)
            yield pattern, slug(filled(pattern, bound.values)), inner, "arms", bound


def _is_a(state: str, wanted: str) -> bool:
    return state == wanted or state.startswith(f"{wanted.rstrip('_')}_")


def _when(placed: str) -> str:
    marker, _, states = placed.partition(" ")
    return f"while the {marker} is {states}" if placed else ""


def _known(row: Reader, verb: str, name: str, memory: Mapping[str, object]) -> str:
    if name not in memory:
        row.fail(f"it remembers no {name!r}{nearest(name, memory)}", verb)
    return name


def _names(row: Reader, verb: str) -> tuple[str, ...]:
    return (row.text(verb),) if isinstance(row.table[verb], str) else row.texts(verb)


def _commission(said: Reader) -> Commission:
    charge = said.inner("commission", needed=False)
    charge.only("percent", "of", "when", "clause")
    if not charge.table:
        return NO_COMMISSION
    charge.clause()
    if charge.choice("when", ("placed", "won"), default="placed") == "won":
        return NO_COMMISSION
    of = Base.STAKE if charge.choice("of", ("stake", "winnings")) == "stake" else Base.WINNINGS
    return Commission(Fraction(charge.whole("percent"), 100), of)


# --- markers


def marker(said: Reader, name: str, words: Vocabulary) -> Marker:
    """A marker of the table, which every valid roll moves."""
    said.only(*MARKER)
    table = said.inner("states")
    says = said.inner("says", needed=False)
    says.only(*table.table)
    setting = Setting(words, "", Winning())
    states: dict[str, list[Arm]] = {}
    called = speech(said, "name", Speech(name))
    spoken_of, chinese = {}, {}
    for pattern, state, reader, key, bound in declared_states(table, setting):
        states[state] = []
        for row in reader.rows(key):
            row.only("on", "go")
            on = spoken(row, "on", row.text("on"), rolls_in, bound.words)
            states[state].append(Arm(row.keys, on, filled(row.text("go"), bound.values)))
        default = Speech(f"the {called.en} is {state.replace('_', ' ')}")
        told = speech(says, pattern, default)
        spoken_of[state] = filled(told.en, bound.values)
        chinese[state] = filled(told.zh, bound.values)
    try:
        explored = explore(words.dice, states, STAY, {}, list(states)[:1])
        return Marker(automaton(name, words.dice, explored.states), spoken_of, tuple(called), chinese)
    except RuleError as error:
        said.fail(str(error), "states")
