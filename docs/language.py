"""The reference page of the language of wagers, made of the tables that the loader itself reads by."""

from collections.abc import Iterable, Iterator, Mapping

from dicehouse.games.memory import MOST_CELLS
from dicehouse.games.words import FORMS, TESTS
from dicehouse.odds import values
from dicehouse.odds.figures import percent
from dicehouse.rulebooks import load
from dicehouse.rulebooks.language import ARM, DICE, DOCUMENT, FELT, MARKER, STATE, TOP, TYPES, WAGER, Key
from dicehouse.rulebooks.loader import SHIPPED
from dicehouse.rulebooks.naming import MOST_MEMBERS
from dicehouse.rulebooks.wording import BANDS


def lines() -> Iterator[str]:
    yield from ("# The language of wagers", "", "*Reference, generated from the code.*", "")
    yield "A rulebook file can declare its own game: dice, document, markers and wagers. Learn it by writing"
    yield "[Sic Bo](../tutorial-sicbo.md) and [craps](../tutorial-craps.md); `dicehouse rulebooks check FILE` checks a file,"
    yield "and `dicehouse rulebooks schema` prints a JSON Schema for editors. A key that is not here is an error."
    yield ""
    yield from ("## The file", "", *_table(("key", "what it is"), ((f"`{key}`", says) for key, says in TOP.items())))
    yield from (
        "## Dice words",
        "",
        "What `on` says, and a set under `[sets]`. A list of numbers may be `4, 6-8`, a name",
    )
    yield from ("from `[numbers]`, a parameter, or a parameter and a number, `a+1`.", "")
    yield from _table(("words", "the rolls they name"), ((f"`{form}`", says) for form, says in FORMS.items()))
    yield from ("## Conditions", "", "What `when` says.", "")
    yield from _table(("condition", "it holds when"), ((f"`{form}`", says) for form, says in TESTS.items()))
    yield from ("## A wager", "", "Under `[wagers.ID]`, with one of `wins`, `arms` and `states`.", "", *_keys(WAGER))
    yield f"A family has at most {MOST_MEMBERS:,} members. States times outcomes of the dice are at most {MOST_CELLS:,}."
    yield ""
    yield from (
        "## An arm",
        "",
        "It does one thing: `pays`, `push`, `lose`, `go`, or `back` alone; or it only remembers.",
    )
    yield from ("What it adds, counts or notes is remembered whether or not its `when` holds.", "", *_keys(ARM))
    yield from ("## A state", "", "A list of arms, or, where it has parameters, a table:", "", *_keys(STATE))
    yield from ("## A marker", "", "Under `[markers.NAME]`.", "", *_keys(MARKER))
    yield from (
        "## A document",
        "",
        "Under `[document]`. What comes from the rulebook that a file is based on cites that",
    )
    yield from ('one\'s document by name, as in "star-craps 9.8".', "", *_keys(DOCUMENT))
    yield from ("## Dice", "", "Under `[dice]`.", "", *_keys(DICE))
    yield from ("## The felt", "", "Under `[felt]`. Where it says nothing, areas lie in bands by their kind:")
    yield f"{', '.join(f'`{it}`' for it in BANDS)}."
    yield from ("", *_keys(FELT))
    yield from ("## Games that come as files", "", "Print one with `dicehouse rulebooks ID`.", "")
    games = ((f"`{name}`", load(name).name, str(len(load(name).wagers)), _edges(name)) for name in SHIPPED)
    yield from _table(("id", "game", "wagers", "edge, from the lowest to the highest"), games)


def _edges(name: str) -> str:
    edges = [it.edge for it in values(load(name)) if not it.wager.behind]
    return f"{percent(min(edges))} to {percent(max(edges))}"


def _keys(keys: Mapping[str, Key]) -> Iterator[str]:
    rows = (
        (f"`{name}`", TYPES[key.is_a], key.means + (f"; such as `{key.example}`" if key.example else ""))
        for name, key in keys.items()
    )
    return _table(("key", "is", "what it says"), rows)


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        yield f"| {' | '.join(it.replace('|', chr(92) + '|') for it in row)} |"
    yield ""
