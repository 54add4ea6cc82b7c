"""Felts that are laid out by themselves: every wager of a file can be seen, read and hit, on dice of every kind."""

from pathlib import Path

import msgspec
import pytest

from dicehouse.rulebooks import load
from dicehouse.rulebooks.loader import SHIPPED
from dicehouse.table import Config, dealt_result, new_table
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.shooter import AcceptDice, OfferDice
from dicehouse.table.throw import MarkRest, ThrowDice
from dicehouse.views.acts import Asker
from dicehouse.views.dealer import dealer_view
from dicehouse.views.display import display_view
from dicehouse.views.generated_felt import points, travellers
from dicehouse.views.layout import AreaView, LayoutView, layout_view
from dicehouse.views.looks import dice_look, wager_text
from dicehouse.views.seat import Around, SeatView, seat_view
from dicehouse.views.table import Beside, TableView, table_view
from tests.croupier import Croupier, happened
from tests.houses import write

DOCUMENT = """\
name = "The Corner Game"

[document]
id = "corner-rules"
title = "Rules of the corner"

[document.clauses]
"1" = "The game."

"""


def laid(book: str, **config: object) -> LayoutView:
    return layout_view(new_table(load(book), Config(**config)))  # type: ignore[arg-type]


def area(view: LayoutView, id: str) -> AreaView:
    return next(it for it in view.areas if it.id == id)


def public(at: Croupier) -> TableView:
    return table_view(at.table, Beside(now=at.now, since=at.now))


def own(at: Croupier, seat: int) -> SeatView:
    return seat_view(at.table, seat, Around(at=at.now))


def seen_by_all(at: Croupier) -> None:
    """Player, dealer and display are each shown the table as it is."""
    crew = dealer_view(at.table, 1, Asker("dora", at.supervisor, at.now))
    assert public(at).table == at.table.config.name
    assert [it.seat for it in crew.seats] == [1]
    assert own(at, 1).seat == 1
    assert msgspec.json.encode(display_view(at.table, stopped=""))


# --- where areas lie


@pytest.mark.parametrize("book", SHIPPED)
def test_every_wager_of_a_file_has_an_area_of_its_own_that_can_be_hit(book: str) -> None:
    view = laid(book)
    assert sorted(it.id for it in view.areas) == sorted(load(book).wagers)
    for number, one in enumerate(view.areas):
        assert min(one.w, one.h) >= 44
        assert (one.x >= 0, one.x + one.w <= view.w, one.y >= 0, one.y + one.h <= view.h) == (True,) * 4
        assert one.order == number + 1
        others = view.areas[number + 1 :]
        assert not [
            it.id
            for it in others
            if one.x < it.x + it.w and it.x < one.x + one.w and one.y < it.y + it.h and it.y < one.y + one.h
        ]


@pytest.mark.parametrize("book", SHIPPED)
def test_a_shipped_felt_speaks_both_languages(book: str) -> None:
    view = laid(book)
    names = [*(it.name for it in view.areas), *(it.name for it in view.bands)]
    assert not [it.en for it in names if not it.en or not it.zh or it.zh == it.en]


def test_a_felt_lies_in_bands_as_its_file_says_or_by_kind() -> None:
    macau, corner = laid("macau-sicbo"), laid("under-over-seven")
    assert [it.name.en for it in macau.bands] == [
        "Small and Big", "Totals", "Doubles and triples", "Two numbers", "Four numbers",
    ]  # fmt: skip
    assert [(it.id, it.name.zh) for it in corner.bands] == [("even-money", "一赔一"), ("totals", "点数")]
    assert [it.id for it in corner.areas] == ["under", "over", "seven"]


def test_the_bands_that_a_file_names_lie_first_and_in_its_order(tmp_path: Path) -> None:
    path = write(tmp_path, 'based_on = "under-over-seven"\nname = "Ours"\n[felt.bands]\ntotals = "The seven"\n')
    assert [it.name.en for it in laid(str(path)).bands] == ["The seven", "Even money"]


def test_what_a_wager_wins_on_is_drawn_where_one_drawing_says_it() -> None:
    macau = laid("macau-sicbo")
    assert (area(macau, "total-9").face.value, area(macau, "total-9").face.named) == (9, False)
    assert area(macau, "pair-2-5").face.dice == (2, 5)
    assert area(macau, "triple-1").face.dice == (1, 1, 1)
    assert area(macau, "four-1-2-3-4").face.dice == (1, 2, 3, 4)
    assert area(macau, "small").face.named
    strip = laid("strip-craps")
    assert (area(strip, "hard-6").face.dice, area(strip, "hard-6").face.named) == ((3, 3), True)
    assert area(strip, "hop-3-3").face.dice == ()  # twenty-one hops are told by their names
    assert area(strip, "dont-win").face.dice == ()  # it wins on 2 and 3, which have a one in common
    assert area(strip, "big-6").face.value == 0  # the name says the number
    fish = laid("yee-hah-hi")
    assert (area(fish, "symbol-crab").face.dice, area(fish, "symbol-crab").face.named) == ((5,), True)
    assert (area(fish, "colour-double-blue").face.colour, area(fish, "colour-double-blue").face.count) == ("blue", 2)


def test_the_points_of_the_puck_have_boxes_and_what_travels_there_has_its_spot() -> None:
    strip, crapless = laid("strip-craps"), laid("crapless-craps")
    assert [it.number for it in strip.boxes] == [4, 5, 6, 8, 9, 10]
    assert list(strip.boxes[0].spots) == ["come", "dont-come", "behind-come", "behind-dont-come"]
    assert [it.number for it in crapless.boxes] == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    assert (laid("macau-sicbo").boxes, points(load("macau-sicbo")), travellers(load("macau-sicbo"))) == ((), [], [])
    assert travellers(load("star-craps")) == ["come", "dont-come", "behind-come", "behind-dont-come"]


def test_what_a_house_declares_beside_a_drawn_felt_lies_below_it(tmp_path: Path) -> None:
    text = (
        'name = "Ours"\nbased_on = "star-craps"\n[wagers.three]\nname = { en = "Three", zh = "三" }\n'
        'clause = "6.1"\nwins = [{ on = "total 3", pays = "14 to 1" }]\n'
    )
    view, before = laid(str(write(tmp_path, text))), laid("star-craps")
    assert view.areas[:-1] == before.areas
    three = view.areas[-1]
    assert (three.id, three.name.zh, three.order) == ("three", "三", len(before.areas) + 1)
    assert three.y >= before.h
    assert view.h == three.y + three.h
    assert view.bands[-1].name.en == "Totals"


# --- what dice look like, and what wagers are called


def test_dice_are_drawn_as_the_file_says() -> None:
    assert [dice_look(load(it)).kind for it in ("macau-sicbo", "strip-craps", "yee-hah-hi", "crown-sicbo-b")] == [
        "ivory", "red", "symbols", "symbols",
    ]  # fmt: skip
    rooster = dice_look(load("yee-hah-hi")).sides[5]
    assert (rooster.name.en, rooster.name.zh, rooster.symbol, rooster.colour) == ("rooster", "鸡", "chicken", "red")
    assert [it.name.zh for it in dice_look(load("crown-sicbo-b")).sides] == ["鱼", "虾", "葫芦", "金钱", "蟹", "鸡"]


def test_a_file_may_ask_for_red_dice_or_ivory(tmp_path: Path) -> None:
    for said in ("red", "ivory"):
        text = f'based_on = "under-over-seven"\nname = "Ours"\n[felt]\ndice = "{said}"\n'
        path = write(tmp_path, text, f"{said}.toml")
        assert dice_look(load(str(path))).kind == said


def test_a_wager_is_called_as_its_file_or_its_felt_says() -> None:
    assert wager_text(load("strip-craps"), "hop-1-2").zh == "跳注 1-2"
    assert wager_text(load("star-craps"), "lay-4").zh == "卖注 4"
    assert wager_text(load("star-craps"), "gone").zh == "gone"


# --- tables of such files


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_a_table_is_shown_with_one_to_five_dice(tmp_path: Path, count: int) -> None:
    dice = f"{DOCUMENT}[dice]\ncount = {count}\n"
    low = f'wins = [{{ on = "total {count}-{3 * count}", pays = "1 to 1" }}]\n'
    one = '[wagers.one]\nname = "One"\nclause = "1"\nwins = [{ on = "shows 1", pays = "1 to 5" }]\n'
    path = write(tmp_path, f'{dice}[wagers.low]\nname = "Low"\nclause = "1"\n{low}{one}')
    at = Croupier(str(path), name="Corner")
    at.opens().seats(ann=1)
    seen_by_all(at)
    view = layout_view(at.table)
    assert (view.dice, len(view.areas), view.roads) == (count, 2, ())
    most = view.calls["-".join("6" * count)]
    assert most.total == 6 * count
    assert most.say.en.endswith(f"Total {['six', 'twelve', 'eighteen', 'twenty-four', 'thirty'][count - 1]}.")
    assert most.say.zh.endswith(f"{['六', '十二', '十八', '二十四', '三十'][count - 1]}点。")


def test_a_round_of_macau_sic_bo_as_each_console_has_it() -> None:
    at = Croupier("macau-sicbo", name="Macau 1").opens().seats(ann=1)
    seen_by_all(at)
    at.invites()
    happened(at.bets("ann", "small", 1_000))
    happened(at.bets("ann", "double-2", 500))
    seen_by_all(at)
    at.closes_betting()
    happened(at.dealer(dealt_result.Uncover))
    happened(at.dealer(dealt_result.AnnounceResult, dice=(2, 2, 4)))
    seen_by_all(at)
    assert layout_view(at.table).calls["2-2-4"].words.zh == "小、双"
    happened(at.dealer(dealt_result.EnterResult, dice=(2, 2, 4)))
    happened(at.dealer(dealt_result.Settle))
    seen_by_all(at)
    view = public(at)
    assert view.last is not None
    assert (view.last.words.en, {"small", "even", "double-2", "total-8"} <= {*view.last.lit}) == ("Small, Even", True)
    assert (view.history[-1].size, view.history[-1].parity) == ("small", "even")
    assert at.rack("ann") == 100_000 + 1_000 + 4_000


LINES_ONLY = f"""\
{DOCUMENT.replace('"The Corner Game"', '"Lines only"' + chr(10) + 'based_on = "craps-procedure"')}
[dice]
count = 2

[numbers]
point = "4, 5, 6, 8, 9, 10"

[markers.puck]
states.off = [{{ on = "total point", go = "point {{total}}" }}]
states."point {{p}}" = {{ each = {{ p = "point" }}, arms = [{{ on = "total p, 7", go = "off" }}] }}

[wagers.line]
name = "Line"
clause = "1"
line = true
placed = "puck off"
states.out = [
  {{ on = "total 7", pays = "1 to 1" }},
  {{ on = "total 2, 3, 12", lose = true }},
  {{ on = "total point", go = "point {{total}}" }},
]
states."point {{p}}" = {{ each = {{ p = "point" }}, arms = [
  {{ on = "total p", pays = "1 to 1" }}, {{ on = "total 7", lose = true }},
] }}
"""


def rolls(at: Croupier, *dice: int) -> None:
    happened(at.staff(ThrowDice))
    happened(at.staff(MarkRest))
    happened(at.staff(CallRoll, dice=dice))
    happened(at.staff(SettleRoll))


def takes_dice(at: Croupier) -> None:
    happened(at.staff(OfferDice))
    happened(at.player("ann", AcceptDice, seat=1, dice=(1, 2)))


def test_craps_with_lines_alone_is_shown_and_played(tmp_path: Path) -> None:
    at = Croupier(str(write(tmp_path, LINES_ONLY)), name="Lines").opens().seats(ann=1)
    seen_by_all(at)
    takes_dice(at)
    happened(at.bets("ann", "line", 1_000))
    rolls(at, 3, 3)
    seen_by_all(at)
    puck = public(at).puck
    assert puck is not None
    assert (puck.on, puck.point) == (True, 6)
    assert own(at, 1).room == {}
    rolls(at, 2, 4)
    seen_by_all(at)
    assert at.rack("ann") == 101_000


LAMP = (
    LINES_ONLY[: LINES_ONLY.index("[markers.puck]")]
    + """\
[markers.lamp]
name = { en = "Lamp", zh = "灯" }
states.dark = [{ on = "total 7", go = "lit" }]
states.lit = [{ on = "total 7", go = "dark" }]
says = { dark = { en = "the lamp is dark", zh = "灯灭" }, lit = { en = "the lamp burns", zh = "灯亮" } }

[wagers.ember]
name = "Ember"
clause = "1"
placed = "lamp lit"
wins = [{ on = "total 7", pays = "4 to 1" }]
"""
)


def test_a_marker_of_its_own_is_told_and_a_table_without_a_puck_has_none(tmp_path: Path) -> None:
    at = Croupier(str(write(tmp_path, LAMP)), name="Lamp").opens().seats(ann=1)
    seen_by_all(at)
    assert public(at).puck is None
    takes_dice(at)
    assert public(at).message == "Seat 1 has the dice; the lamp is dark"
    rolls(at, 3, 4)
    assert public(at).message == "Seat 1 has the dice; the lamp burns"
    happened(at.bets("ann", "ember", 500))
    rolls(at, 3, 4)
    seen_by_all(at)
    assert at.rack("ann") == 102_000
    assert [(it.name.en, it.says.zh) for it in public(at).markers] == [("Lamp", "灯灭")]
