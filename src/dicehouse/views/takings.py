"""What tables took in and won, beside what their wagers keep on average, and who is rated for it.

Everything comes from what was heard of the tables; nothing is valued here. Players are named by their seats, and by the
last signs of their cards where they have one.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from heapq import nlargest
from typing import Final

from msgspec import Struct

from dicehouse.house.state import House
from dicehouse.house.trays import figures
from dicehouse.odds.figures import percent
from dicehouse.reports.rated_play import Rated, Sums
from dicehouse.reports.ratings import comps, masked
from dicehouse.table import Table
from dicehouse.table.orders import Kind, Phase
from dicehouse.views.parts import Text, money
from dicehouse.views.played import Played

ENOUGH: Final = 30
"""Results from which on a win outside its interval is told."""
LISTED: Final = 25
"""Players who are listed at most."""


class FiguresView(Struct, frozen=True):
    """What a table took in and won since its tray was opened."""

    drop: int
    win: int | None
    """As the tray stands now, before it is counted; None where its opening, or the closer of a closed table, is not
    known."""
    hold: str
    """The win as a part of the drop, in percent; empty without either."""
    tray: int
    turnover: int | None
    """Of terminals; None elsewhere."""


class TheoryView(Struct, frozen=True, kw_only=True):
    """What wagers left the house, beside what they leave it on average."""

    since: datetime
    results: int
    win: int
    """Of wagers that were decided on this gaming day."""
    theory: int
    """What the same wagers leave on average, by their exact edges."""
    within: int
    """How far from the theory nineteen wins in twenty lie at most."""
    outside: bool
    edge: str
    """The theory as a part of what was staked, in percent."""


class TotalsView(Struct, frozen=True, kw_only=True):
    """All tables together."""

    tables: int
    """How many have figures."""
    drop: int
    win: int
    hold: str
    theory: int
    within: int


class RatingView(Struct, frozen=True, kw_only=True):
    """A player at a table on this gaming day."""

    card: str
    """Its last signs; empty for someone without one, who is not rated."""
    table: str
    seat: int
    here: bool
    """Whether they still sit there."""
    minutes: int
    """At the table."""
    average_bet: int
    theory: int
    win: int
    """What the house won of them."""
    comps: int | None
    """None for someone who is not rated, and where the policy gives none."""


class RatingsView(Struct, frozen=True, kw_only=True):
    players: int
    """All who played on this gaming day, of whom the first are listed."""
    comps_percent: int | None
    """What part of the theory the policy gives back."""
    lines: tuple[RatingView, ...]


def table_figures(table: Table, house: House, played: Played | None = None) -> FiguresView:
    """Drop, win and hold: at terminals by their meters, elsewhere by the tray as it stands now."""
    if table.kind is Kind.ELECTRONIC:
        every = table.meters.values()
        drop, turnover = sum(it.money_in for it in every), sum(it.turnover for it in every)
        return _figures(drop, turnover - sum(it.won for it in every), table.float, turnover)
    tray, takings = house.trays.get(table.config.name), played.takings if played else None
    if takings is not None and (tray is None or tray.closer is None):
        return _figures(takings.drop, takings.win, table.float)
    if tray is None:
        return _figures(table.drop, None, table.float)
    now = figures(tray)
    drop, win = now.drop + table.drop, now.win
    if win is None and table.phase is not Phase.CLOSED:
        win = table.float + now.credits + drop - now.opener - now.fills
    return _figures(drop, win, table.float)


def _figures(drop: int, win: int | None, tray: int, turnover: int | None = None) -> FiguresView:
    return FiguresView(drop, win, _hold(drop, win), tray, turnover)


def _hold(drop: int, win: int | None) -> str:
    return percent(Fraction(win, drop)) if win is not None and drop else ""


def theory_view(played: Played | None) -> TheoryView | None:
    """Of the latest gaming day; None before the first wager of it was decided."""
    day = played.day if played else None
    if day is None or not day.everyone.wagers:
        return None
    it = day.everyone
    return TheoryView(
        since=day.since, results=it.results, win=it.win, theory=round(it.theory), within=it.within,
        outside=it.is_outside and it.results >= ENOUGH, edge=percent(it.theory / it.staked) if it.staked else "",
    )  # fmt: skip


def totals(lines: Iterable[FiguresView], played: Iterable[Played | None]) -> TotalsView:
    """Tables win and lose apart from each other, so their variances add up."""
    known = [it for it in lines if it.win is not None]
    drop, win = sum(it.drop for it in known), sum(it.win or 0 for it in known)
    whole = Sums()
    for it in played:
        if it is not None and it.day is not None:
            whole.add(it.day.everyone)
    return TotalsView(
        tables=len(known), drop=drop, win=win, hold=_hold(drop, win), theory=round(whole.theory), within=whole.within
    )  # fmt: skip


def ratings_view(played: Iterable[tuple[str, Played]], house: House, at: datetime) -> RatingsView:
    """Those of whom most is kept on average first."""
    found = list(_played(played))
    first = nlargest(LISTED, found, key=lambda it: it[1].sums.theory)
    policy = house.policy.ratings
    given = policy.comps_percent if policy else None
    return RatingsView(
        players=len(found), comps_percent=given,
        lines=tuple(_rating(table, it, house, given, at) for table, it in first),
    )  # fmt: skip


def _played(played: Iterable[tuple[str, Played]]) -> Iterator[tuple[str, Rated]]:
    for table, it in played:
        if it.day is not None:
            yield from ((table, each) for each in it.day.people.values() if each.sums.wagers or each.since)


def _rating(table: str, it: Rated, house: House, given: int | None, at: datetime) -> RatingView:
    patron = house.patrons.get(it.person)
    card = patron.card.number if patron and patron.card else ""
    return RatingView(
        card=masked(card), table=table, seat=it.seat, here=it.since is not None, minutes=it.seconds_at(at) // 60,
        average_bet=it.sums.average_bet, theory=round(it.sums.theory), win=it.sums.win,
        comps=comps(it.sums, given) if card and given is not None else None,
    )  # fmt: skip


def outside_words(it: TheoryView) -> tuple[Text, Text]:
    """What a supervisor is told of a win outside its interval: a fact to look into."""
    won, zh = f"Won {money(it.win)}", f"赢 {money(it.win)}"
    if it.win > it.theory:
        most = money(it.theory + it.within)
        words = Text(f"{won}, at most {most} expected", f"{zh}，预期至多 {most}")  # noqa: RUF001
        return Text("above its interval", "高于区间"), words
    least = money(it.theory - it.within)
    words = Text(f"{won}, at least {least} expected", f"{zh}，预期至少 {least}")  # noqa: RUF001
    return Text("below its interval", "低于区间"), words
