"""Complaints outside the house on the desks of those who deal with them: what was said, and what is to be done next."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from dicehouse.house import complaints
from dicehouse.house.state import Complaint, House
from dicehouse.views.acts import Act
from dicehouse.views.parts import Text


class ComplaintLine(Struct, frozen=True, kw_only=True):
    """A complaint as staff and inspectors see it."""

    id: str
    of: str
    """The table, promotion or tournament."""
    person: str
    words: str
    about: str
    """What the dispute was about."""
    ruling: str
    """How the house had decided it; empty where it had not."""
    regulator: str
    lodged: datetime
    outcome: str
    upheld: bool
    told: bool
    """Whether the person knows the outcome."""
    clause: str


def complaint_lines(house: House) -> tuple[ComplaintLine, ...]:
    """The whole register, the latest first."""
    return tuple(
        ComplaintLine(
            id=id, of=it.of, person=it.person, words=it.words, about=it.about, ruling=it.ruling,
            regulator=it.regulator, lodged=it.lodged, outcome=it.outcome, upheld=it.upheld, told=bool(it.told),
            clause=it.clause,
        )
        for id, it in reversed(house.complaints.items())
    )  # fmt: skip


def next_acts(id: str, it: Complaint) -> Iterator[Act]:
    """Until the person knows the outcome."""
    own = {"complaint": id}
    if it.concluded is None:
        yield Act(complaints.ConcludeComplaint, given=own, tried={"reference": "trial"}, key=f"conclude/{id}")
    elif not it.told:
        yield Act(complaints.TellComplainant, given=own, key=f"tell/{id}")


def state_of(it: Complaint) -> Text:
    if it.concluded is None:
        return Text(f"To {it.regulator}: {it.words}", f"致{it.regulator}：{it.words}")  # noqa: RUF001
    end = Text("Upheld", "成立") if it.upheld else Text("Not upheld", "不成立")
    return Text(f"{end.en}: {it.outcome}", f"{end.zh}：{it.outcome}")  # noqa: RUF001
