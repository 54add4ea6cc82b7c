"""The catalogue of refusals: by its id what is said, about what, and what to do instead, in each language.

A template names its figures in braces, with how each is written for people after a colon: `{stake:money}` is "$5",
`{by:rank}` a rank by its name, `{until:moment}` a time. A figure without one is a number, or a word that is looked up
among the terms of the other language. The files are read when the first sentence is said, so that no command waits for
them that refuses nothing.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

from dicehouse.money import as_money

Language = Literal["en", "zh"]
Figure = int | str | datetime | date | Iterable[str] | Iterable[int] | None
"""Something that a sentence names: an amount in cents, a count, a moment, a name, or several of them."""


class Entry(NamedTuple):
    """One refusal in one language."""

    about: str
    """The subject, which a screen that shows it anyway leaves out; empty where the sentence has its own."""
    says: str
    next: str


class Sentence(NamedTuple):
    """A refusal as people read it, in its three parts."""

    about: str
    says: str
    next: str

    def whole(self, language: Language) -> str:
        colon, semicolon = _STOPS[language]
        about = f"{self.about}{colon}" if self.about else ""
        return about + self.says + (f"{semicolon}{self.next}" if self.next else "")


_HERE: Final = Path(__file__).parent
_STOPS: Final = {"en": (": ", "; "), "zh": ("：", "；")}  # noqa: RUF001 - Chinese punctuation
_COMMA: Final = {"en": ", ", "zh": "、"}
_OR: Final = {"en": " or ", "zh": "或"}
_JOINED: Final = {
    "list": ("", _COMMA),
    "or": ("", _OR),
    "and": ("", {"en": " and ", "zh": "和"}),
    "ranks": ("rank", _OR),
}
"""How several figures are written: each as what, and what stands between them."""
_NONE: Final = {"en": "none", "zh": "无"}
_NUMBERED: Final = {
    "seat": ("seat {}", "{} 号座"),
    "card": ("card {}", "卡 {}"),
    "payout": ("payout {}", "应付款 {}"),
    "inquiry": ("inquiry {}", "调查 {}"),
    "ticket": ("ticket {}", "票 {}"),
    "die": ("die {}", "骰子 {}"),
}
_NAMED: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")

Pieces = tuple[str | None, ...]
"""A template taken apart: text, then for each figure its name, how it is written, and the text after it."""


@cache
def catalogue() -> Mapping[str, Mapping[Language, Entry]]:
    """Every refusal by its id."""
    found: dict[str, Mapping[Language, Entry]] = {}
    for file in sorted(_HERE.glob("refusals/*.json")):
        for id, it in json.loads(file.read_text(encoding="utf-8")).items():
            found[id] = {"en": _entry(it, "en"), "zh": _entry(it, "zh")}
    return found


def _entry(it: Mapping[str, list[str]], language: Language) -> Entry:
    says, *then = it[language]
    return Entry(str(it.get("about", "")), says, then[0] if then else "")


@cache
def terms() -> Mapping[str, str]:
    """Words that figures are, in Chinese by the English."""
    found: dict[str, str] = json.loads((_HERE / "terms.json").read_text(encoding="utf-8"))
    return found


def term(word: str) -> str:
    """A word of the house in Chinese; what someone wrote down stays as it is."""
    return terms().get(word, word)


def figures_in(template: str) -> tuple[tuple[str, str], ...]:
    """The figures that a template names, each with how it is written."""
    return tuple((it[1], it[2] or "") for it in _NAMED.finditer(template))


def can_say(id: str, figures: Mapping[str, Figure]) -> bool:
    """Whether the catalogue has the sentence, and all of its figures are there."""
    entry = catalogue().get(id)
    return entry is not None and all(name in figures for it in entry["en"] for name, _ in figures_in(it))


def subject_of(id: str, figures: Mapping[str, Figure]) -> Figure:
    """What a refusal is about: a seat's number, a wager's name, a command; None where it is about nothing by itself."""
    named = figures_in(catalogue()[id]["en"].about)
    return figures[named[0][0]] if named else None


@cache
def is_named_by_itself(id: str) -> bool:
    """Whether a refusal begins with a name that people know: not with a command or with the number of a record."""
    return not any(kind in {"command", "id"} for _, kind in figures_in(catalogue()[id]["en"].about))


def say(
    id: str, figures: Mapping[str, Figure], language: Language, names: Mapping[str, str] = {}, about: bool = True
) -> Sentence:
    """A refusal in words; `names` has other names for people and things, as whoever reads it knows them."""
    subject, says, then = _pieces(id, language)
    return Sentence(
        _filled(subject, figures, language, names) if about else "",
        _filled(says, figures, language, names),
        _filled(then, figures, language, names),
    )


@cache
def _pieces(id: str, language: Language) -> tuple[Pieces, ...]:
    """The three templates of a refusal, taken apart once."""
    return tuple(tuple(_NAMED.split(it)) for it in catalogue()[id][language])


def _filled(pieces: Pieces, figures: Mapping[str, Figure], language: Language, names: Mapping[str, str]) -> str:
    text, *rest = pieces
    said = [text or ""]
    for name, kind, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        said += _written(kind or "", figures[name or ""], language, names), after or ""
    return "".join(said)


def _written(kind: str, figure: Figure, language: Language, names: Mapping[str, str]) -> str:
    """A figure as people read it."""
    if not isinstance(figure, str) and isinstance(figure, Iterable):
        each, between = _JOINED.get(kind, (kind, _COMMA))
        return between[language].join(_written(each, it, language, names) for it in figure) or _NONE[language]
    if figure is None:
        return _NONE[language]
    if kind == "money" and isinstance(figure, int):
        return as_money(figure)
    if kind in _NUMBERED:
        return _NUMBERED[kind][language == "zh"].format(figure)
    text = names.get(str(figure), str(figure))
    if kind in {"rank", "command"}:
        text = text.replace("-", " ")
    return text if language == "en" else term(text)
