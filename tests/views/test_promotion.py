"""Promotions on the desk and on their public page."""

from datetime import timedelta

import msgspec

from dicehouse.house.promotions.lot import seed
from dicehouse.views.acts import ActView, Asker, Opened
from dicehouse.views.promotion import PromotionDesk, promotions_view
from dicehouse.views.promotion_page import promotion_page
from tests.house.keeper import NOON
from tests.house.promotions.promoter import DAY, SECRET, Promoter
from tests.views.acting import form


def opened(it: Promoter, who: str = "max", role: str = "casino-operator", act: Opened | None = None) -> PromotionDesk:
    view = promotions_view(it.house, Asker(who, role, it.now, act), "summer").opened
    assert view is not None
    return view


def act(it: Promoter, do: str) -> ActView:
    return next(each for each in opened(it).acts if each.do == do)


def test_the_secret_is_asked_for_only_when_everything_else_is_ready() -> None:
    it = Promoter().seals(ann=50_000, bob=100_000)
    no = act(it, "open-draw").refused
    assert no is not None
    assert no.why == "not-yet"
    it.until(NOON + 5 * DAY + timedelta(seconds=1))
    assert act(it, "open-draw").refused is None
    assert not form(lambda which: opened(it, act=which), act(it, "open-draw")).fields[0].needed
    it = Promoter().draws(ann=50_000, bob=100_000)
    assert opened(it).draw.seed == seed(SECRET, it.promotion.draw.sealed, it.promotion.draw.word)


def test_the_public_page_names_nobody_and_has_what_proves_the_draw() -> None:
    it = Promoter().draws(ann=50_000, bob=100_000)
    page = promotion_page(it.promotion, it.now)
    said = msgspec.json.encode((page.winners, page.draw)).decode()
    assert not [won.person for won in it.promotion.won.values() if f'"{won.person}"' in said]
    assert page.draw.secret == SECRET
    assert [(won.prize, won.entry) for won in page.winners] == [
        (number, won.entry) for number, won in it.promotion.won.items()
    ]
    assert page.sections[0].facts


def test_before_the_draw_the_secret_is_nowhere() -> None:
    it = Promoter().seals(ann=50_000, bob=100_000)
    assert SECRET not in msgspec.json.encode((promotion_page(it.promotion, it.now), opened(it))).decode()


def test_a_cashier_files_no_terms_and_hears_whom_to_ask() -> None:
    it = Promoter().seals(ann=50_000, bob=100_000)
    no = promotions_view(it.house, Asker("cass", "cashier", it.now)).may_file
    assert no is not None
    assert no.next == "ask gaming manager or above"
    assert promotions_view(it.house, Asker("max", "gaming-manager", it.now)).may_file is None
