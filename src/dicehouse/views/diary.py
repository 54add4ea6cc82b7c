"""What a table's own state does not keep and its supervisor asks for: how each open case came about, and the pace.

It hears all that happens at the table. When a table is taken up again it reads back in the journal: as far as there are
cases open, else over the latest entries.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from msgspec import Struct

from dicehouse.journal.record import entry_of
from dicehouse.journal.store import Store
from dicehouse.table import complaints, disputes, enquiries, event_of, mispayments, rectifying
from dicehouse.table.bets import Settled
from dicehouse.table.conduct import ContraventionRecorded
from dicehouse.table.craps_roll import RollSettled
from dicehouse.table.explain import dice_of, why
from dicehouse.table.orders import PLAYER, SPECTATOR, Event, Events, Faces
from dicehouse.table.settlement import LosersCollected, WagerPlaced, WinnersPaid
from dicehouse.table.settling import RoundEnded
from dicehouse.table.state import Table
from dicehouse.views.parts import Text, money
from dicehouse.views.table_choices import wager_name

TAIL: Final = 4_000
"""Entries that are read back where no case is open."""
WINDOW: Final = timedelta(minutes=15)
"""Over which the pace is measured."""
DECIDED: Final = 3_000
"""Decided wagers that are remembered, for a dispute about one of them."""

Raised = disputes.DisputeRaised
Recorded = mispayments.MispaymentRecorded
_HEARD: Final = frozenset((
    Raised, disputes.DisputeDecided, disputes.ReviewAsked, disputes.DisputeReviewed, disputes.DisputeDecidedFinally,
    complaints.ComplaintAdvised, complaints.ComplaintLodged, Recorded, enquiries.EnquiryRecorded,
    enquiries.AttemptLogged, rectifying.MispaymentRectified, mispayments.MispaymentReferred,
    enquiries.RegulatorInformed, ContraventionRecorded, RoundEnded, RollSettled,
    LosersCollected, WinnersPaid,
))  # fmt: skip
_TAGS: Final = re.compile(
    b'"event":"(?:%b)"' % b"|".join(str(it.__struct_config__.tag).encode() for it in _HEARD if it is not Raised)
    + b'|"event":"dispute-raised"'
)


NO_WAGER: Final = Text("", "")


class StoryLine(Struct, frozen=True):
    """Something that happened in a case."""

    at: datetime
    words: str
    wager: Text = NO_WAGER
    """The wager that the words name, if they name one."""


class Diary:
    """The open cases and the pace of one table."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._stories: dict[str, list[StoryLine]] = {}
        self._about: dict[str, str] = {}
        self._found_by: dict[str, str] = {}
        """By wrong payment, the dispute that found it, whose story has the payment too."""
        self._ended: deque[datetime] = deque(maxlen=500)
        self._decided: dict[str, tuple[datetime, Settled, Faces]] = {}
        self._placed: Callable[[str], WagerPlaced | None] = lambda _: None

    def read_back(self, store: Store, stream: str, no: int) -> "Diary":
        """Take up what the journal has."""
        self._placed = lambda bet: _placed(store, stream, bet)
        table = self._table()
        cases = table.disputes or table.mispayments or table.breaches
        for body in store.stream(stream, 0 if cases else max(0, no - TAIL)):
            if _TAGS.search(body):
                self.listen(tuple(event_of(bytes(it)) for it in entry_of(body).events))
        return self

    def listen(self, events: Events) -> None:
        for event in events:
            if type(event) not in _HEARD:
                continue
            if isinstance(event, RoundEnded | RollSettled):
                self._ended.append(event.at)
            elif isinstance(event, LosersCollected | WinnersPaid):
                self._remember(event.at, event.settled, dice_of(events))
            else:
                self._tell(event)

    def _remember(self, at: datetime, settled: Iterable[Settled], dice: Faces) -> None:
        for it in settled:
            self._decided[it.bet] = (at, it, dice)
        too_many = len(self._decided) - DECIDED
        for bet in list(islice(self._decided, max(0, too_many))):
            del self._decided[bet]

    def _tell(self, event: Event) -> None:
        if isinstance(event, ContraventionRecorded):
            self._keep(event.breach.id, event.at, event.what)
            self._about[event.breach.id] = event.what
            return
        case = str(getattr(event, "dispute", "") if not isinstance(event, Recorded) else event.mispayment)
        case = case or str(getattr(event, "mispayment", ""))
        if isinstance(event, Raised):
            self._about[case] = event.about
            self._wager(case, event.bet)
        said = _said(self._table(), event)
        self._keep(case, event.at, said)
        if isinstance(event, Recorded) and event.dispute:
            self._found_by[case] = event.dispute
        if case in self._found_by:
            self._keep(self._found_by[case], event.at, said)

    def _wager(self, case: str, bet: str) -> None:
        """How the wager that a dispute is about was placed and decided."""
        table = self._table()
        placed = self._placed(bet) if bet else None
        if placed is not None:
            name = table.book.wagers[placed.wager].name
            words = f"{name} {money(placed.stake)} placed at seat {placed.seat}"
            stood = self._decided[bet][1].stake if bet in self._decided else placed.stake
            words += f", and {money(stood)} when it was decided" if stood != placed.stake else ""
            self._keep(case, placed.at, words, wager_name(table, placed.wager))
        if bet in self._decided:
            at, settled, dice = self._decided[bet]
            rolled = f"{', '.join(str(it) for it in dice)}, total {sum(dice)}. " if dice else ""
            self._keep(case, at, rolled + why(table.book, settled, dice), wager_name(table, settled.wager))

    def _keep(self, case: str, at: datetime, words: str, wager: Text = NO_WAGER) -> None:
        self._stories.setdefault(case, []).append(StoryLine(at, words, wager))

    # --- what is asked

    def story(self, case: str) -> tuple[StoryLine, ...]:
        return tuple(self._stories.get(case, ()))

    def about(self, case: str) -> str:
        """What a case is about, in the words of whoever brought it up."""
        return self._about.get(case, "")

    def per_hour(self, now: datetime) -> int:
        """Rounds an hour, over the last quarter of one; 0 while too few were played to tell."""
        lately = [it for it in self._ended if it >= now - WINDOW]
        seconds = (lately[-1] - lately[0]).total_seconds() if len(lately) > 1 else 0
        return round((len(lately) - 1) * 3_600 / seconds) if seconds >= 1 else 0


def _placed(store: Store, stream: str, bet: str) -> WagerPlaced | None:
    body = store.find(stream, bet)
    events = (event_of(bytes(it)) for it in entry_of(body).events) if body else ()
    return next((it for it in events if isinstance(it, WagerPlaced)), None)


def who(table: Table, event: Event) -> str:
    """Who did it: staff by their rank and name, a player as one."""
    rank = next((it.name for it in table.book.roles if it.id == event.role), "")
    if rank:
        return f"{rank} {event.by}"
    return "Player" if event.role in {PLAYER, SPECTATOR} else event.role.capitalize()


def _said(table: Table, event: Event) -> str:
    by = who(table, event)
    match event:
        case Raised(about=about):
            return f"{by} raises it: {about}"
        case (
            disputes.DisputeDecided(ruling=ruling, upheld=upheld)
            | disputes.DisputeReviewed(ruling=ruling, upheld=upheld)
        ):
            return f"{by}: {ruling} ({'for' if upheld else 'against'} the player)"
        case disputes.DisputeDecidedFinally(ruling=ruling, upheld=upheld):
            return f"{by}, finally: {ruling} ({'for' if upheld else 'against'} the player)"
        case disputes.ReviewAsked():
            return "Player asks for a review"
        case complaints.ComplaintAdvised(regulator=regulator):
            return f"{by} told the player of the right to complain to {regulator}"
        case complaints.ComplaintLodged(regulator=regulator, words=words):
            return f"{by} complained to {regulator}: {words}"
        case Recorded(due=due, paid=paid):
            return f"{by}: {money(due)} was due, {money(paid)} was paid"
        case enquiries.EnquiryRecorded(found=found):
            return f"{by} enquired: {found}"
        case enquiries.AttemptLogged(how=how, words=words):
            return f"{by}, {how}: {words}"
        case rectifying.MispaymentRectified(amount=amount, back=back, left=left):
            return f"{by} {'took back' if back else 'paid'} {money(amount)}, {money(left)} left"
        case mispayments.MispaymentReferred(amount=amount):
            return f"{money(abs(amount))} is left to the cage"
        case enquiries.RegulatorInformed():
            return f"{by} told the regulator"
        case _:
            return ""
