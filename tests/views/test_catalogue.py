"""What forms say: every control, field and value by a name in both languages, and no name that nothing goes by."""

import re
from collections.abc import Iterator

from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.table.judge import COMMANDS as TABLE_ORDERS
from dicehouse.table.orders import Command, tag_of
from dicehouse.views.catalogue import catalogue, choice_of, control_of, label_of, offered
from dicehouse.views.fields import COMMON, Asked, asked, declared, derived

KINDS: dict[str, list[type[Command]]] = {}
for kind in (*TABLE_ORDERS, *HOUSE_ORDERS):
    KINDS.setdefault(tag_of(kind), []).append(kind)

GIVEN = {
    "tournament", "promotion", "dispute", "complaint", "mispayment", "breach", "withheld", "notice", "month", "payout",
    "claim", "prize", "action", "terms", "patron", "limit", "owed", "upheld", "policy", "pool", "parts",
}  # fmt: skip
"""Fields that an act is always given, from what it is about."""
IN_RECORDS = {
    "award-prize": "parts.account parts.cash parts.cheque parts.transfer",
    "cash-colours": "count lowest",
    "change-jackpot": "terms.seed terms.cap terms.tables terms.approved_by",
    "conclude-complaint": "upheld",
    "offer-jackpot": "pool terms.trigger.states.start.0.rolled.faces terms.seed terms.cap terms.tables"
    " terms.approved_by",
    "pay-out": "verified signed_by paper ticket validation",
    "register-patron": "patron",
    "set-policy": "policy.play.terminal_hours policy.play.table_hours policy.play.day_hours policy.play.week_hours"
    " policy.play.break_minutes policy.play.continuous policy.cash.day policy.rollover.minutes"
    " policy.ratings.comps_percent policy.roster.longest_minutes policy.reality_check.minutes",
}
"""What is asked for beside what the control says."""

PUT_AWAY = ("pin", "number")
"""What a form asks for and no command has: the server puts it into the vault."""


def asked_for() -> Iterator[tuple[type[Command], str]]:
    """Every field that some form asks for."""
    for name in {*catalogue().controls, *IN_RECORDS}:
        for kind in KINDS[name]:
            keys = [it.key for it in asked(kind, control_of(kind).asks, dict.fromkeys(GIVEN))]
            for key in (*keys, *IN_RECORDS.get(name, "").split()):
                yield kind, key


FIELDS = sorted({(tag_of(kind), key) for kind, key in asked_for()})


def test_every_field_that_a_form_asks_for_has_a_name_in_both_languages() -> None:
    named = catalogue().labels
    missing = {it for it in FIELDS if not {".".join(it), it[1].rpartition(".")[2]} & named.keys()}
    assert missing == set(), "name them in forms.toml"


def test_every_value_that_a_form_offers_has_a_name_in_both_languages() -> None:
    missing = set()
    for kind, key in asked_for():
        command, last = tag_of(kind), key.rpartition(".")[2]
        values = () if key in PUT_AWAY else declared(kind, key).values
        for value in [it for it in offered(command, last) if it in values] or values:
            if not {f"{command}.{last}.{value}", f"{last}.{value}", value} & catalogue().choices.keys():
                missing.add((command, key, value))
    assert missing == set(), "name them in forms.toml"


def test_every_control_is_of_a_command_and_asks_for_fields_that_it_has() -> None:
    assert catalogue().controls.keys() <= KINDS.keys()
    for kind, key in asked_for():
        if key not in PUT_AWAY:
            assert declared(kind, key)


def test_no_name_is_there_that_nothing_goes_by() -> None:
    fields = {key.rpartition(".")[2] for _, key in FIELDS}
    whole = {f"{command}.{key}" for command, key in FIELDS}
    assert {it for it in catalogue().labels if it not in fields and it not in whole} == set()
    values = {value for kind, key in asked_for() if key not in PUT_AWAY for value in declared(kind, key).values}
    assert {it for it in catalogue().choices if it.rpartition(".")[2] not in values} == set()
    assert {it for it in catalogue().offered if it not in fields and it not in whole} == set()


def test_what_is_read_in_chinese_is_chinese() -> None:
    known = catalogue()
    said = {name: it.zh for name, it in known.controls.items()}
    said |= {name: zh for table in (known.labels, known.choices) for name, (_, zh) in table.items()}
    assert {name for name, zh in said.items() if not re.search("[\u4e00-\u9fff]", zh)} == set()


def test_what_the_catalogue_does_not_know_is_called_by_its_own_name() -> None:
    class WaveAFlag(Command, frozen=True, tag="wave-a-flag"):
        """A command without a line."""

        with_both_hands: bool

    assert control_of(WaveAFlag).name.en == "Wave a flag"
    assert label_of("wave-a-flag", "with_both_hands").en == "With both hands"
    assert choice_of("wave-a-flag", "colour", "dark-red").zh == "Dark red"
    (field,) = asked(WaveAFlag, None, {})
    made = derived(WaveAFlag, field, {}, {})
    assert (made.key, made.kind, made.needed) == ("with_both_hands", "tick", True)


def test_a_form_asks_for_what_it_names_and_for_nothing_that_is_given() -> None:
    (kind,) = KINDS["pause-player"]
    assert [it.key for it in asked(kind, None, {})] == ["person", "until"]
    assert asked(kind, None, {"person": "ann"}) == (Asked("until", None),)
    assert asked(kind, "until? person!", {}) == (Asked("until", False), Asked("person", True))
    assert asked(kind, "", {}) == ()
    assert not COMMON & {it.key for it in asked(kind, None, {})}
