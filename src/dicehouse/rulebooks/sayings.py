"""Reading what a file says of the wagers that it declares: names, the rule, the reason, the call, their place."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dicehouse.games.words import Vocabulary
from dicehouse.rulebooks.language import DECLARED
from dicehouse.rulebooks.naming import Values, filled, members
from dicehouse.rulebooks.source import Reader, nearest
from dicehouse.rulebooks.wording import BANDS, NOTHING_SAID, FeltPlan, Speech, Wording, speech
from dicehouse.wager import Decision, Result, Wager

MOST_ACROSS: Final = 15
"""Areas beside each other, of which each can still be hit."""
CAME: Final = ("dice", "total")
"""What the reason for a decision can name beside the parameters."""


def wordings(
    top: Reader, wagers: Mapping[str, Wager], words: Vocabulary, plan: FeltPlan
) -> Iterator[tuple[str, Wording]]:
    """What the file says of each wager that it declares and offers."""
    made: dict[str, list[Wager]] = {}
    for wager in wagers.values():
        made.setdefault(wager.family, []).append(wager)
    for family, said in top.inner("wagers").each():
        if family in made and any(it in said.table for it in DECLARED):
            yield from _of_family(said, made[family], members(said, words), plan)
        elif family in made and made[family][0].declared:
            yield from ((it.id, Wording(Speech(it.name))) for it in made[family])


def _of_family(
    said: Reader, made: Sequence[Wager], values: Sequence[Values], plan: FeltPlan
) -> Iterator[tuple[str, Wording]]:
    """What a file says of each wager of one family; the values of its parameters stand in the texts."""
    felt = said.inner("felt", needed=False)
    felt.only("band", "across")
    band = felt.choice("band", [*plan.bands, *BANDS]) if "band" in felt.table else ""
    across = felt.whole("across") if "across" in felt.table else 0
    if across > MOST_ACROSS:
        felt.fail(f"{across} areas beside each other are too narrow to hit; at most {MOST_ACROSS} are", "across")
    reasons = said.inner("told", needed=False)
    reasons.only(*map(str, Result))
    steps = (step for wager in made for row in wager.rules.steps for step in row)
    ends = {str(step.result) for step in steps if isinstance(step, Decision)}
    for result in reasons.table:
        if result not in ends:
            reasons.fail(f"it never comes to a {result}", result)
    name, rule, call = (speech(said, key, NOTHING_SAID) for key in ("name", "rule", "call"))
    told = {result: speech(reasons, result) for result in reasons.table}
    for key, text in (*((f"told.{it}", told[it]) for it in told), ("rule", rule), ("call", call), ("name", name)):
        _has_places(said, key, text, {*(it for each in values for it in each), *(CAME if key[:4] == "told" else ())})
    for wager, each in zip(made, values, strict=True):
        yield (
            wager.id,
            Wording(
                name=_with(name, each, plan.faces),
                nicknames=tuple(filled(it, each) for it in said.texts("nicknames")),
                rule=_with(rule, each, plan.faces),
                told={result: _with(text, each, plan.faces) for result, text in told.items()},
                call=_with(call, each, plan.faces),
                band=band,
                across=across,
            ),
        )


_PLACE: Final = re.compile(r"\{([^{}]*)\}")


def _has_places(said: Reader, key: str, text: Speech, known: set[str]) -> None:
    """Whether each name in braces stands for something."""
    for name in (it for spoken in text for it in _PLACE.findall(spoken)):
        if name not in known:
            at = "; it stands for nothing here" if not known else f"; {', '.join(sorted(known))} stand for something"
            said.fail(f"there is no {{{name}}} to fill in{nearest(name, known) or at}", *key.split("."))


def _with(text: Speech, values: Values, chinese: Mapping[str, str]) -> Speech:
    """A text with the values of the parameters in it, each in the language around it."""
    titled = {name: str(value).title() for name, value in values.items()}
    spoken = {name: chinese.get(str(value), str(value)) for name, value in values.items()}
    return Speech(filled(text.en, titled), filled(text.zh, spoken))
