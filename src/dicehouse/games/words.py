"""Dice words: a text such as "total 4-10 but not triple" as the set of rolls that it names.

`rolls_in` reads sets of rolls, `numbers_in` lists of numbers, and `condition_in` what must hold for an arm to count.
`FORMS` and `TESTS` are the whole language; the reference page is made of them.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Never, cast

from dicehouse.dice import FACES, Dice, Roll, Rolls

FORMS: Final = {
    "total 4, 6-8": "the faces add up to one of the numbers",
    "total odd": "the total is odd; `total even`: it is even",
    "roll 1 2": "the dice show these faces, in any order: one for each die",
    "hard 6": "the total by dice that all show the same; `easy 6`: the same total any other way",
    "shows 4": "at least one die shows the face",
    "shows 4 twice": "exactly so many dice show it: `never`, `once`, `twice`, `3 times`",
    "shows 4 at least twice": "so many dice or more; `at most twice`: so many or fewer",
    "shows 1, 6 twice": "two dice show one of the faces; symbols and colours go where faces go: `shows red twice`",
    "double": "at least two dice show the same; `double 4`: at least two show that face",
    "triple": "at least three dice show the same; `triple 4`: at least three show that face",
    "alike": "all dice show the same",
    "different": "no two dice show the same",
    "only 1-4": "every die shows one of the faces",
    "anything": "every roll",
    "double or total 7": "one or the other; `and`: both; `but not`: the first without the second; `not`: all others",
}
"""Every form of a set of rolls, and what it means."""

TESTS: Final = {
    "a + 1 = b": "two numbers or sums are equal; also `<`, `<=`, `>`, `>=` and `!=`",
    "seen = 4": "so many numbers are in a remembered set",
    "seen is full": "every number of a remembered set has come; `seen is empty`: none has",
    "seen has 6": "the number is in a remembered set; `seen has total`: the total of this roll is",
    "hits >= 3": "a counter has come so far",
    "total = point": "the total of this roll is the remembered one",
    "point is empty": "nothing is remembered yet",
    "a < b and not seen is full": "conditions joined by `and`, `or` and `not`",
}
"""Every form of a condition, and what it means."""

Memory = Mapping[str, frozenset[int] | int]
"""What a wager remembers, by name: a set of numbers, or one number; 0 is a total that has not been noted.
The total of the roll is there under its name."""
Condition = Callable[[Memory], bool]
"""Whether an arm counts, from what is remembered."""


class WordError(ValueError):
    """A text that is not in dice words; the word that is wrong, and those that could stand there, where that helps."""

    def __init__(self, message: str, word: str = "", known: Collection[str] = ()) -> None:
        self.word, self.known = word, known
        super().__init__(message)


_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MEANT: Final = {
    **{word: f"did you mean {number}?" for number, word in enumerate(_NUMBERS, start=1)},
    **dict.fromkeys(("pair", "pairs", "doubles"), "did you mean double?"),
    **dict.fromkeys(("triples", "trips"), "did you mean triple?"),
    **dict.fromkeys(("sum", "totals"), "did you mean total?"),
    **dict.fromkeys(("hardway", "hardways"), "did you mean hard?"),
    **dict.fromkeys(("above", "over"), "write every total, such as total 8-12"),
    **dict.fromkeys(("below", "under"), "write every total, such as total 2-6"),
    **dict.fromkeys(("snake", "aces"), "did you mean roll 1 1?"),
    **dict.fromkeys(("boxcars", "midnight"), "did you mean roll 6 6?"),
    **dict.fromkeys(("yo", "yo-leven"), "did you mean total 11?"),
    "craps": "did you mean total 2, 3, 12?",
    "any": "leave it out: triple is any triple",
    "to": "write 2-6 for 2 to 6",
}
"""Words that are said at tables and are none of the language, and what to write in their place."""


@dataclass(frozen=True)
class Vocabulary:
    """The words that a file adds to the language: its dice, and the names it gives to faces, numbers and sets."""

    dice: Dice
    faces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Symbols and colours, with the faces that carry each."""
    numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Lists of numbers, and parameters, which are lists of one."""
    sets: Mapping[str, Rolls] = field(default_factory=dict)
    memory: Mapping[str, "Remembered"] = field(default_factory=dict)

    def bind(self, values: Mapping[str, int | str]) -> "Vocabulary":
        """The same where parameters stand for these numbers, symbols or colours."""
        numbers = {name: (value,) for name, value in values.items() if isinstance(value, int)}
        faces = {name: self.faces[value] for name, value in values.items() if isinstance(value, str)}
        return replace(self, numbers={**self.numbers, **numbers}, faces={**self.faces, **faces})


@dataclass(frozen=True)
class Remembered:
    """Something that a wager remembers: a set of numbers, how often something came, or one total."""

    kind: str
    """ "set", "count" or "one"."""
    numbers: tuple[int, ...]
    """What can be in a set or be noted; the highest number of a counter."""

    @property
    def start(self) -> frozenset[int] | int:
        return frozenset() if self.kind == "set" else 0


def rolls_in(text: str, words: Vocabulary) -> Rolls:
    """The set of rolls that a text names."""
    parser = _Parser(text, words)
    found = parser.rolls()
    parser.end()
    return found


def numbers_in(text: str, words: Vocabulary) -> tuple[int, ...]:
    """A list of numbers: "4, 6-8", a name of one, or a parameter."""
    parser = _Parser(text, words)
    found = parser.numbers(words.numbers)
    parser.end()
    return found


def condition_in(text: str, words: Vocabulary) -> Condition:
    """What must hold for an arm to count."""
    parser = _Parser(text, words)
    found = parser.condition()
    parser.end()
    return found


def remembered_in(text: str, words: Vocabulary) -> Remembered:
    """What `remembers` declares: "set of 2-6", "count to 12" or "one of 4, 5, 6"."""
    parser = _Parser(text, words)
    kind, joint = parser.one_of("set", "count", "one"), {"set": "of", "count": "to", "one": "of"}
    parser.one_of(joint[kind])
    numbers = parser.numbers(words.numbers)
    parser.end()
    if kind == "count" and (len(numbers) != 1 or not numbers[0]):
        raise WordError(f"{text!r}: a counter goes to one number above 0, such as count to 12")
    return Remembered(kind, tuple(dict.fromkeys(numbers)))


_TOKEN: Final = re.compile(r"\s*(?:(\d+|[^\W\d]\w*)|(<=|>=|!=|[-+,()=<>]))")
_SET_WORDS: Final = (
    "total", "roll", "hard", "easy", "shows", "double", "triple", "alike", "different", "only", "anything", "not",
)  # fmt: skip
_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_OFTEN: Final = {"never": 0, "once": 1, "twice": 2}
LONGEST: Final = 1_000
DEEPEST: Final = 50
"""Characters, and brackets and nots, of a text."""
LARGEST: Final = 10_000
"""No number of a list is above it."""


class _Parser:
    """Reads one text from left to right; the first thing that is wrong is told with the word."""

    def __init__(self, text: str, words: Vocabulary) -> None:
        if len(text) > LONGEST:
            raise WordError(f"{text[:40]!r}…: a text here has at most {LONGEST} characters, not {len(text)}")
        self.text, self.words, self.at = text, words, 0
        self.tokens: list[str] = []
        place = 0
        while found := _TOKEN.match(text, place):
            self.tokens.append(found[1] or found[2])
            place = found.end()
        if rest := text[place:].strip():
            raise WordError(f"{text!r}: {rest[0]!r} is no dice word")
        if self.tokens.count("(") + self.tokens.count("not") > DEEPEST:
            raise WordError(f"{text[:40]!r}…: more than {DEEPEST} brackets and nots; give parts of it a name")

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *words: str) -> bool:
        """Go past these words if they come next."""
        if tuple(self.tokens[self.at : self.at + len(words)]) != words:
            return False
        self.at += len(words)
        return True

    def one_of(self, *words: str) -> str:
        word = self.next
        if word not in words:
            self.wrong(words)
        self.at += 1
        return word

    def end(self) -> None:
        if self.next:
            self.wrong(("and", "or", "but", "not", ",", "-"))

    def wrong(self, known: Collection[str]) -> Never:
        there = f"{self.next!r} is not understood there" if self.next else "something is missing at the end"
        meant = _MEANT.get(self.next, "") if "of" not in known else ""
        if self.next.isdigit() and "total" in known:
            meant = f"did you mean total {self.next} or shows {self.next}?"
        if meant:
            raise WordError(f"{self.text!r}: {there}; {meant}")
        raise WordError(f"{self.text!r}: {there}", self.next, known)

    # --- sets of rolls

    def rolls(self) -> Rolls:
        found = self._both()
        while self.take("or"):
            found |= self._both()
        return found

    def _both(self) -> Rolls:
        found = self._one()
        while True:
            if self.take("and"):
                found &= self._one()
            elif self.take("but", "not") or self.take("except"):
                found -= self._one()
            else:
                return found

    def _one(self) -> Rolls:
        dice = self.words.dice
        if self.take("not"):
            return dice.every - self._one()
        if self.take("("):
            found = self.rolls()
            self.one_of(")")
            return found
        named = self.words.sets.get(self.next)
        if named is not None:
            self.at += 1
            return named
        return self._form(self.one_of(*_SET_WORDS, *self.words.sets))

    def _form(self, word: str) -> Rolls:
        dice = self.words.dice
        if word in ("alike", "different"):
            return dice.alike if word == "alike" else dice.different
        if word in ("double", "triple"):
            return self._repeated(2 if word == "double" else 3)
        if word in ("hard", "easy"):
            total = dice.total(*self.numbers(self.words.numbers))
            return total & dice.alike if word == "hard" else total - dice.alike
        forms = {"total": self._total, "roll": self._exactly, "shows": self._shows}
        if word in forms:
            return forms[word]()
        return dice.drawn_from(*self.faces()) if word == "only" else dice.every

    def _total(self) -> Rolls:
        if self.take("odd"):
            return self.words.dice.where(lambda roll: sum(roll) % 2 == 1)
        if self.take("even"):
            return self.words.dice.where(lambda roll: sum(roll) % 2 == 0)
        return self.words.dice.total(*self.numbers(self.words.numbers))

    def _exactly(self) -> Rolls:
        faces: list[int] = []
        while self.next.isdigit() or self.next in self.words.faces or self.next in self.words.numbers:
            faces.append(self._single(self._face()))
            self.take(",")
        if len(faces) != self.words.dice.count:
            raise WordError(f"{self.text!r}: a roll has {self.words.dice.count} faces, not {len(faces)}")
        return self.words.dice.where(lambda roll: sorted(roll) == sorted(faces))

    def _repeated(self, least: int) -> Rolls:
        faces = self.faces() if self._is_face(self.next) else FACES
        return self.words.dice.where(lambda roll: any(roll.count(face) >= least for face in faces))

    def _shows(self) -> Rolls:
        faces = self.faces()
        how = "least" if self.take("at", "least") else "most" if self.take("at", "most") else ""
        times = self._times(needed=bool(how))
        if times is None:
            how, times = "least", 1

        def counted(roll: Roll) -> bool:
            shown = sum(face in faces for face in roll)
            return shown >= times if how == "least" else shown <= times if how == "most" else shown == times

        return self.words.dice.where(counted)

    def _times(self, *, needed: bool) -> int | None:
        if self.next in _OFTEN:
            return _OFTEN[self.one_of(*_OFTEN)]
        if self.next.isdigit():
            times = int(self.one_of(self.next))
            self.one_of("times")
            return times
        if needed:
            self.wrong(("never", "once", "twice", "times"))
        return None

    # --- faces and numbers

    def _is_face(self, word: str) -> bool:
        return word.isdigit() or word in self.words.faces or word in self.words.numbers

    def faces(self) -> tuple[int, ...]:
        return self._list(self._face)

    def _face(self) -> tuple[int, ...]:
        """One face, or all that carry a symbol or a colour."""
        if self.next in self.words.faces:
            return self.words.faces[self.one_of(self.next)]
        faces = self._number({**self.words.faces, **self.words.numbers})
        if not set(faces) <= set(FACES):
            raise WordError(f"{self.text!r}: a face is a number from 1 to 6, not {faces[0]}")
        return faces

    def numbers(self, known: Collection[str]) -> tuple[int, ...]:
        return self._list(lambda: self._number(known))

    def _list(self, item: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
        found = self._span(item)
        while self.take(",") or (self.next == "or" and self._is_face(self._after_next()) and self.take("or")):
            found += self._span(item)
        return found

    def _after_next(self) -> str:
        return self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else ""

    def _span(self, item: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
        first = item()
        if not self.take("-"):
            return first
        low, high = self._single(first), self._single(item())
        if not low <= high <= LARGEST:
            raise WordError(f"{self.text!r}: {low}-{high} names no numbers; write the lower one first")
        return tuple(range(low, high + 1))

    def _number(self, known: Collection[str]) -> tuple[int, ...]:
        found = self._plain(known)
        while self.take("+"):
            found = (self._single(found) + self._digits(),)
        return found

    def _plain(self, known: Collection[str]) -> tuple[int, ...]:
        if self.next.isdigit():
            return (self._digits(),)
        if self.next not in self.words.numbers:
            self.wrong(known)
        return self.words.numbers[self.one_of(self.next)]

    def _digits(self) -> int:
        word = self.next
        if not word.isdigit():
            self.wrong(())
        if len(word) > len(str(LARGEST)) or int(word) > LARGEST:
            raise WordError(f"{self.text[:40]!r}: a number here is at most {LARGEST}")
        self.at += 1
        return int(word)

    def _single(self, numbers: tuple[int, ...]) -> int:
        if len(numbers) != 1:
            raise WordError(f"{self.text!r}: one number goes there, not {', '.join(map(str, numbers))}")
        return numbers[0]

    # --- conditions

    def condition(self) -> Condition:
        found = self._all_of()
        while self.take("or"):
            found = _either(found, self._all_of())
        return found

    def _all_of(self) -> Condition:
        found = self._holds()
        while self.take("and"):
            found = _together(found, self._holds())
        return found

    def _holds(self) -> Condition:
        if self.take("not"):
            inner = self._holds()
            return lambda memory: not inner(memory)
        if self.take("("):
            found = self.condition()
            self.one_of(")")
            return found
        if self.next in self.words.memory and self._after_next() in ("is", "has"):
            return self._about(self.one_of(self.next))
        left = self._quantity()
        compare = _COMPARE[self.one_of(*_COMPARE)]
        right = self._quantity()
        return lambda memory: compare(left(memory), right(memory))

    def _about(self, name: str) -> Condition:
        thing = self.words.memory[name]
        if self.take("is", "empty"):
            return lambda memory: not memory[name]
        if thing.kind != "set":
            raise WordError(f"{self.text!r}: {name} is no set; compare it, as in {name} = {thing.numbers[0]}")
        if self.take("is", "full"):
            return lambda memory: len(_set(memory, name)) == len(thing.numbers)
        self.one_of("has")
        number = self._quantity()
        return lambda memory: number(memory) in _set(memory, name)

    def _quantity(self) -> Callable[[Memory], int]:
        """A number, a parameter, something remembered, the total of the roll, or a sum of them."""
        found = self._term()
        while self.take("+"):
            found = _sum(found, self._term())
        return found

    def _term(self) -> Callable[[Memory], int]:
        if self.next in ("total", *self.words.memory):
            name = self.one_of(self.next)
            return lambda memory: _size(memory[name])
        number = self._single(self._plain(("total", *self.words.memory, *self.words.numbers)))
        return lambda _: number


def _sum(a: Callable[[Memory], int], b: Callable[[Memory], int]) -> Callable[[Memory], int]:
    return lambda memory: a(memory) + b(memory)


def _set(memory: Memory, name: str) -> frozenset[int]:
    return cast("frozenset[int]", memory[name])


def _size(value: frozenset[int] | int) -> int:
    return len(value) if isinstance(value, frozenset) else value


def _either(a: Condition, b: Condition) -> Condition:
    return lambda memory: a(memory) or b(memory)


def _together(a: Condition, b: Condition) -> Condition:
    return lambda memory: a(memory) and b(memory)
