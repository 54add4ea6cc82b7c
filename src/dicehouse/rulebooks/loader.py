"""From a TOML file to a rulebook: every key is known and every clause and reading exists, or it does not load."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from dicehouse.games import Game
from dicehouse.games.family import Choice
from dicehouse.refusal import Why
from dicehouse.rulebooks import kept
from dicehouse.rulebooks.documents import (
    Document,
    cited_by_name,
    document_of,
    inherited_documents,
    with_clauses_beside,
)
from dicehouse.rulebooks.language import DECLARED, TOP
from dicehouse.rulebooks.offers import Words, offers
from dicehouse.rulebooks.own_game import game_of, markers_of, wagers_of, words_of
from dicehouse.rulebooks.readings import Reading, readings, readings_of, shown
from dicehouse.rulebooks.rulebook import (
    Ban,
    Cards,
    Cited,
    Diagram,
    InForce,
    NoResult,
    NotifyRule,
    Power,
    Role,
    Rulebook,
    Time,
)
from dicehouse.rulebooks.source import Reader, RulebookError, Source, Table, merged, nearest
from dicehouse.rulebooks.vocabulary import (
    CONDUCT,
    DIRECTIONS,
    EXCUSES,
    LIMITS,
    MATTERS,
    NOTICES,
    PEOPLE,
    POWERS,
    TIMES,
    UNITS,
)
from dicehouse.rulebooks.wording import FeltPlan, Wording, felt_plan
from dicehouse.wager import Wager

BUILT_IN: Final = (
    "star-sicbo-2024",
    "star-sicbo-pre2024",
    "crown-sicbo-a",
    "crown-sicbo-b",
    "aruze-sicbo",
    "star-craps",
)

SHIPPED: Final = (
    "macau-sicbo",
    "macau-sicbo-high",
    "strip-craps",
    "crapless-craps",
    "chuck-a-luck",
    "yee-hah-hi",
    "under-over-seven",
)
"""Games that are declared in their files alone, beside those of the five documents."""
PROCEDURES: Final = ("dealt-procedure", "craps-procedure")
"""How a table is run, for rulebooks that are based on no other."""
FOLDERS: Final = {
    **dict.fromkeys(BUILT_IN, ""),
    **dict.fromkeys(SHIPPED, "games/"),
    **dict.fromkeys(PROCEDURES, "procedures/"),
}

Changed = tuple[tuple[str, str], ...]


def load(name: str | Path, readings: Mapping[str, str] | None = None) -> Rulebook:
    """A built-in rulebook by its id, or an operator's own by the path of its file, with readings changed at will; or
    one that a journal kept, by the path of its text, which is as it was played.

    >>> load("star-sicbo-2024", {"even_totals": "printed"}).readings["even_totals"]
    'printed'
    """
    changed = tuple(sorted((readings or {}).items()))
    if str(name).endswith(".json") and Path(name).is_file():
        if changed:
            raise RulebookError(str(name), "a rulebook that was kept has its readings; leave --reading out")
        return restored(Source.text(Path(name)))
    return _built_in(str(name), changed) if name in FOLDERS else _read(str(name), changed)


def _read(name: str, changed: Changed) -> Rulebook:
    sources = tuple(_sources(name))
    table: Table = {}
    for source in reversed(sources):
        table = _based(source.values, table)
    return _rulebook(name, Reader(sources, table), dict(changed))


def _based(own: Table, base: Table) -> dict[str, Any]:
    """What a file says over what it is based on; a wager that it declares anew keeps its name and its place."""
    if isinstance(own.get("document"), Mapping) and base:
        own = {**own, "document": {**own["document"], "inherits": inherited_documents(base)}}
        base = {key: value for key, value in cited_by_name(base).items() if key != "document"}
    wagers = own.get("wagers")
    if isinstance(wagers, Mapping) and "wagers" in base:
        anew = {id for id, it in wagers.items() if isinstance(it, Mapping) and any(key in it for key in DECLARED)}
        base = {**base, "wagers": {id: _called(it) if id in anew else it for id, it in base["wagers"].items()}}
    return merged(base, own)


def _called(wager: Table) -> Table:
    """What a wager is called and where it lies, which does not change with its rules."""
    return {key: wager[key] for key in ("name", "nicknames", "call", "felt") if key in wager}


@lru_cache(maxsize=64)
def restored(source: str) -> Rulebook:
    """A rulebook from its own `source`, whatever has become of its file; a RulebookError if this program cannot.

    A text of the first form lacks what came later; the document's own rulebook has it.
    """
    text = kept.read(source)
    table = text.table if text.whole else _with_topics(text)
    book = _rulebook(text.id, Reader((Source(kept.FILE, ""),), table), {}, text)
    hashed = text.table.get("readings", {}) if text.whole else kept.of_first_form(book.readings)
    return replace(book, hash=kept.hash_of(text.table, hashed), source=source)


def _with_topics(text: kept.Kept) -> Table:
    """What a text of the first form says, with the clauses of its document on topics that there were none of then."""
    document, game = text.table.get("document"), text.table.get("game")
    for name in BUILT_IN:
        shipped = tomllib.loads(text_of(name))
        if (shipped["document"], shipped["game"]) == (document, game):
            return {**text.table, "topics": {**shipped.get("topics", {}), **text.table.get("topics", {})}}
    return text.table


_built_in = lru_cache(maxsize=64)(_read)
"""Built-in rulebooks never change while the program runs, so one of each is enough."""


def text_of(name: str) -> str:
    """The file of a rulebook that comes with the program, to read or to start one's own from."""
    return resources.files(__package__).joinpath(f"{FOLDERS[name]}{name}.toml").read_text(encoding="utf-8")


def _sources(name: str) -> Iterator[Source]:
    """The file of a rulebook, that of the one it is based on, and so on to the last."""
    before: list[str] = []
    while name or not before:
        own = _file(name)
        yield own
        before.append(name)
        name = _base(own, name)
        if name in before:
            way = " → ".join(Path(it).name for it in [*before, name])
            Reader((own,), own.values).fail(
                f"it is based on itself: {way}; let one of them be based on no other", "based_on"
            )


def _file(name: str) -> Source:
    if name in FOLDERS:
        return Source(f"{name}.toml", text_of(name))
    if not name.endswith(".toml"):
        known = ", ".join([*BUILT_IN, *SHIPPED])
        close = nearest(name, [*BUILT_IN, *SHIPPED])
        raise RulebookError(name, f"there is no such rulebook{close} ({known}, or a .toml file)")
    own = Source.read(Path(name))
    own.values = with_clauses_beside(own, Path(name).parent)
    return own


def _base(own: Source, name: str) -> str:
    """What a file is based on: a rulebook by its id, or a file by its path from there; empty where it is on nothing."""
    top = Reader((own,), own.values)
    if "based_on" not in own.values:
        brings_its_own = isinstance(own.values.get("document"), Mapping) and name not in PROCEDURES
        return PROCEDURES[0] if brings_its_own else ""
    if not top.text("based_on").endswith(".toml"):
        return top.choice("based_on", [*FOLDERS])
    return str((Path(name).parent / top.text("based_on")).resolve())


def _rulebook(name: str, top: Reader, changed: Mapping[str, str], text: kept.Kept | None = None) -> Rulebook:
    """A rulebook of what its files say, or of the `text` that was kept of it."""
    top.only(*TOP)
    document = document_of(top)
    if text is not None:
        document = replace(document, clauses={**document.clauses, **text.clauses})
    top = replace(top, clauses=document.clauses)
    game = game_of(top)
    whole = text is not None and text.whole
    stated = _kept(top, document) if whole else _stated(top.inner("readings", needed=False), document)
    chosen = stated | _changed(document, changed)
    still_open = text.open if text and whole else _open_readings(top, document)
    roles = tuple(_roles(top))
    ranks = [role.id for role in roles]
    powers = dict(_powers(top.inner("powers"), ranks))
    words = words_of(top, game)
    markers = markers_of(top, game, words, chosen)
    offered = tuple(offers(top, game, chosen, words, markers, all_families=not document.own))
    wagers = wagers_of(top, offered)
    minded = {wager.marker for wager in wagers.values()}
    felt = felt_plan(top, game)
    return Rulebook(
        id=Path(name).stem,
        name=top.text("name"),
        document=document.id,
        edition=document.edition,
        in_force=_in_force(top.inner("in_force", needed=False)),
        regulator=document.regulator,
        game=game,
        readings=chosen,
        open_readings=still_open,
        shipped=stated if document.own else _shipped(document),
        wagers=wagers,
        optional=frozenset(offer.family for offer in offered if offer.optional),
        markers=tuple(it for it in markers if it.rules.name in minded),
        chips_clause=_only_a_clause(top, "chips"),
        calls_clause=_only_a_clause(top, "calls"),
        removal_clause=_only_a_clause(top, "removal"),
        no_result=_no_result(top.inner("no_result"), [*(it.id for it in game.families), *top.inner("wagers").table]),
        cards=_cards(top.inner("cards")) if "cards" in top.table else None,
        limits=dict(_limits(top.inner("limits"))),
        refusals=dict(_refusals(top.inner("refusals", needed=False))),
        times=dict(_times(top.inner("times"))),
        roles=roles,
        powers=powers,
        conduct=dict(_conduct(top.inner("conduct", needed=False), powers)),
        notices=dict(_notices(top.inner("notices", needed=False), ranks)),
        layouts=dict(_layouts(top.inner("layouts", needed=False), game)),
        topics=dict(_topics(top.inner("topics", needed=False))),
        hash=kept.hash_of(top.table, chosen),
        source=kept.written(Path(name).stem, top.table, chosen, still_open, document.clauses),
        paper=document,
        wording=_wording(top, wagers, words, felt),
        felt=felt,
        based_on=_base(top.sources[0], name),
    )


def _wording(top: Reader, wagers: Mapping[str, Wager], words: Words, felt: FeltPlan) -> Mapping[str, Wording]:
    if not any(wager.declared for wager in wagers.values()):
        return {}
    from dicehouse.rulebooks.sayings import wordings  # which the rulebooks of the documents have no use for

    return dict(wordings(top, wagers, words(), felt))


def _open_readings(top: Reader, document: Document) -> tuple[str, ...]:
    """The readings that a document leaves open; of a rulebook with its own document, those that it states."""
    if not document.own:
        return tuple(readings_of(document.id))
    stated = top.inner("readings", needed=False).table
    return tuple(key for key in readings() if key in stated)


def _only_a_clause(top: Reader, key: str) -> str:
    """A table with nothing but a clause; it is not there where the document is silent."""
    table = top.inner(key, needed=False)
    table.only("clause")
    return table.clause(default="")


def _shipped(document: Document) -> dict[str, Choice]:
    return {key: reading.shipped(document.id) for key, reading in readings().items()}


def _stated(table: Reader, document: Document) -> dict[str, Choice]:
    """Every reading: as the rulebook states it or else as shipped."""
    stated = _shipped(document)
    for key, value in table.table.items():
        try:
            stated[key] = _option(document, key, shown(value) if isinstance(value, str | bool) else repr(value))
        except ValueError as error:
            table.fail(str(error), key)
    return stated


def _kept(top: Reader, document: Document) -> dict[str, Choice]:
    """Every reading that was kept, as it was kept; one that came later is as shipped."""
    said = top.inner("readings").table
    return {key: said.get(key, shipped) for key, shipped in _shipped(document).items()}


def _changed(document: Document, changed: Mapping[str, str]) -> dict[str, Choice]:
    """The readings that someone tries."""
    tried = {}
    for key, text in changed.items():
        try:
            tried[key] = _option(document, key, text)
        except ValueError as error:
            raise RulebookError("--reading", str(error), key) from None
    return tried


def _option(document: Document, key: str, text: str) -> Choice:
    """The option that a text names, of a reading that the document leaves open; one's own may state any."""
    open_here: Mapping[str, Reading] = readings() if document.own else readings_of(document.id)
    if key not in open_here:
        if key in readings():
            raise ValueError(f"{document.id} leaves no doubt about this, so there is nothing to read")
        raise ValueError(f"there is no such reading{nearest(key, open_here)}")
    option = open_here[key].option(text)
    if option is None:
        raise ValueError(f"{text!r} is not one of {', '.join(shown(it) for it in open_here[key].options)}")
    return option


def _roles(top: Reader) -> Iterator[Role]:
    rows = list(top.rows("roles"))
    ids = [row.text("id") for row in rows]
    for row in rows:
        row.only("id", "name", "clause", "counts_as")
        if ids.count(row.text("id")) > 1:
            row.fail(f"{row.text('id')!r} is ranked twice", "id")
        _are_roles(row, "counts_as", ids)
        yield Role(row.text("id"), row.text("name"), row.clause(), row.texts("counts_as"))


def _powers(table: Reader, roles: Collection[str]) -> Iterator[tuple[str, Power]]:
    table.only(*POWERS)
    for key, power in table.each():
        power.only("by", "clause", "only")
        _are_roles(power, "by", roles)
        if not power.texts("by"):
            power.fail("name at least one role", "by")
        yield key, Power(power.texts("by"), power.clause(), power.clause("only", default=""))


def _conduct(table: Reader, powers: Collection[str]) -> Iterator[tuple[str, Ban]]:
    """What is forbidden; it can give only powers that somebody has."""
    table.only(*CONDUCT)
    for key, ban in table.each():
        ban.only("clause", "by", "unless", "exempt", "powers", "after", "least", "defined")
        for named, known in (("by", PEOPLE), ("powers", powers)):
            for word in ban.texts(named):
                if word not in known:
                    ban.fail(f"{word!r} is not one of {', '.join(known)}{nearest(word, known)}", named)
        clause, unless = ban.clause(), ban.choice("unless", EXCUSES) if "unless" in ban.table else ""
        exempt = ban.clause("exempt", default=clause if unless else "")
        after = ban.choice("after", DIRECTIONS) if "after" in ban.table else ""
        least = ban.whole("least", default=1)
        defined = ban.clause("defined") if least > 1 else ""
        yield key, Ban(clause, ban.texts("by"), unless, exempt, ban.texts("powers"), after, least, defined)


def _notices(table: Reader, roles: Collection[str]) -> Iterator[tuple[str, NotifyRule]]:
    table.only(*NOTICES)
    for key, notice in table.each():
        notice.only("to", "clause")
        yield key, NotifyRule(notice.choice("to", ("inspector", *roles)), notice.clause())


def _layouts(table: Reader, game: Game) -> Iterator[tuple[str, Diagram]]:
    """The diagrams of a document; an area that one lacks has the clause that asks for it."""
    families = [family.id for family in game.families]
    for key, diagram in table.each():
        diagram.only("clause", "without", "needs")
        for family in diagram.texts("without"):
            if family not in families:
                diagram.fail(f"{game.id} has no family {family!r}{nearest(family, families)}", "without")
        without = frozenset(diagram.texts("without"))
        yield key, Diagram(diagram.clause(), without, diagram.clause("needs") if without else "")


def _topics(table: Reader) -> Iterator[tuple[str, str]]:
    table.only(*MATTERS)
    return ((key, table.clause(key)) for key in table.table)


def _are_roles(said: Reader, key: str, roles: Collection[str]) -> None:
    for role in said.texts(key):
        if role not in roles:
            said.fail(f"there is no role {role!r}{nearest(role, roles)}", key)


def _limits(table: Reader) -> Iterator[tuple[str, Cited]]:
    table.only(*LIMITS)
    for key, options in LIMITS.items():
        limit = table.inner(key)
        limit.only("value", "clause")
        yield key, Cited(limit.choice("value", options), limit.clause())


def _refusals(table: Reader) -> Iterator[tuple[str, str]]:
    table.only(*Why)
    return ((why, table.clause(why)) for why in table.table)


def _times(table: Reader) -> Iterator[tuple[str, Time]]:
    table.only(*TIMES)
    for key, time in table.each():
        time.only("amount", "unit", "clause")
        yield key, Time(time.whole("amount"), time.choice("unit", UNITS), time.clause())


def _in_force(table: Reader) -> InForce:
    table.only("from", "until")
    since, until = (table.day(it) if it in table.table else None for it in ("from", "until"))
    if since and until and since > until:
        table.fail(f"{until} is before {since}, from which it is in force", "until")
    return InForce(since, until)


def _cards(table: Reader) -> Cards:
    table.only("from", "clause", "own", "proxies")
    return Cards(table.day("from"), table.clause(), table.clause("own"), table.clause("proxies"))


def _no_result(table: Reader, families: Collection[str]) -> NoResult:
    table.only("called", "clause", "holds", "optional", "malfunctions", "reasons")
    for held in table.texts("holds"):
        if held not in families:
            table.fail(f"there is no family {held!r}{nearest(held, families)}", "holds")
    reasons = table.inner("reasons")
    for key in ("optional", "malfunctions"):
        for reason in table.texts(key):
            if reason not in reasons.table:
                table.fail(f"there is no reason {reason!r}{nearest(reason, reasons.table)}", key)
    return NoResult(
        called=table.text("called"),
        clause=table.clause(),
        holds=frozenset(table.texts("holds")),
        reasons={key: reasons.clause(key) for key in reasons.table},
        optional=frozenset(table.texts("optional")),
        malfunctions=frozenset(table.texts("malfunctions")),
    )
