"""A house as its file describes it, and the mistakes that are told."""

import pytest

from dicehouse.floor import demo
from dicehouse.floor.plan import Pace, checked, read
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import ConfigError
from tests.floor.parlour import a_table, house

WHOLE = """
name = "The Star"
chips = "account"

[policy.cash]
day = "4000.00"

[[tables]]
name = "Sic Bo 1"
rulebook = "star-sicbo-2024"
dealer = "practice"
tumbler = "tcp://10.0.0.7:7001"
chip = "2.50"
[tables.sign.every]
minimum = "10.00"
[tables.readings]
even_totals = "printed"
[tables.pace]
betting = 12.5

[[staff]]
name = "Dora"
"""


def test_the_policy_says_for_every_table_above_which_sum_chips_are_counted_twice() -> None:
    plan = read(WHOLE.replace("[policy.cash]", "[policy.chips]\nconfirm_above = '250.00'\n[policy.cash]"))
    (table,) = plan.tables
    assert table.config.confirm_chips_above == 1_000_000
    assert plan.config_of(table).confirm_chips_above == 25_000


def test_a_file_makes_a_house() -> None:
    plan = read(WHOLE)
    (table,) = plan.tables
    assert (plan.name, plan.chips, plan.demo) == ("The Star", "account", False)
    assert plan.policy is not None
    assert plan.policy.cash is not None
    assert plan.policy.cash.day == 400_000
    assert (table.name, table.dealer, table.tumbler) == ("Sic Bo 1", "practice", "tcp://10.0.0.7:7001")
    assert (table.config.chip, table.config.sign.every.minimum, table.config.cage) == (250, 1_000, True)
    assert plan.config_of(table) == table.config
    assert table.pace == Pace(betting=12.5)
    assert table.book().readings["even_totals"] == "printed"


def test_a_file_that_does_not_say_its_version_is_of_the_first() -> None:
    assert (read(WHOLE).version, read("version = 1\n" + WHOLE).version) == (1, 1)


TABLE = '[[tables]]\nname = "T"\nrulebook = "star-craps"\n'


@pytest.mark.parametrize(
    "text, why",
    [
        ("name = ", "this is not TOML"),
        ("nmae = 'x'", "nmae: a house has no such setting; it has name, time_zone"),
        ("chips = 'bank'", "chips"),
        (
            "version = 2\nnews = 'of then'",
            "version: this file is of version 2, and this program knows up to 1; install",
        ),
        ("version = 0", "version: write the number 1"),
        ("version = true", "version: write the number 1"),
        ("tables = 3", "write each table as a section"),
        ('[[tables]]\nname = "T"\n', "table 1, T: a table has a name and a rulebook"),
        (TABLE + "seats = 0\n", "table 1, T: Expected `int` >= 1 - at `$.seats`"),
        (TABLE + 'chip = "x"\n', "table 1, T: chip:"),
        (TABLE + 'tumbler = "tcp://nowhere"\n', "at `$.tumbler`"),
        (TABLE + 'dealer = "robot"\n', "at `$.dealer`"),
        (TABLE + "[tables.pace]\nbetting = 0\n", "at `$.pace.betting`"),
        (TABLE + TABLE, "two are named 'T'"),
        (TABLE.replace('"T"', '"house"'), "'house' is no name for a table"),
        (TABLE.replace('"T"', '"~T"'), "'~T' is no name for a table"),
        (TABLE + 'dealer = "practice"\ntumbler = "keyed"\n', "T: a practice dealer keys no dice in"),
    ],
)
def test_a_mistake_in_the_file_is_told_by_its_name(text: str, why: str) -> None:
    with pytest.raises(ConfigError) as error:
        read(text)
    assert why in str(error.value)


def test_a_rulebook_that_is_not_there_is_told() -> None:
    with pytest.raises(ValueError, match="star-crap"):
        checked(house(a_table("star-crap")))


def test_the_demo_house_has_a_table_of_each_document_and_of_three_games_from_files() -> None:
    books = {it.rulebook for it in checked(demo.plan()).tables}
    assert books == {*BUILT_IN, "macau-sicbo", "strip-craps", "yee-hah-hi"}
