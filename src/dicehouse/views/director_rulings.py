"""Rulings and what is owed: the penalties that the terms allow, disputes decided for good, and prizes paid."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from dicehouse.house.complaints import complaint_id
from dicehouse.house.tournaments import conduct, finishing, ruling
from dicehouse.house.tournaments.state import Ruling
from dicehouse.views.acts import Act, ActView
from dicehouse.views.complaints import next_acts, state_of
from dicehouse.views.director_desk import Desk
from dicehouse.views.parts import Text, same

ACTIONS: Final = {
    "warn": Text("Warn", "警告"),
    "chips": Text("Take chips", "扣罚筹码"),
    "lose-wager": Text("Lose the wager", "没收投注"),
    "disqualify": Text("Disqualify", "取消资格"),
}
OFFENCES: Final = {
    "conduct": Text("Conduct", "行为"),
    "late": Text("Late arrival", "迟到"),
    "absence": Text("Absence", "缺席"),
    "telephone": Text("Telephone in play", "比赛中用电话"),
}


class RulingLine(Struct, frozen=True, kw_only=True):
    """A dispute, open or decided."""

    id: str
    entrant: int
    table: str
    about: str
    decision: str
    advised: bool
    complaint: Text | None
    """What the player complained of outside the house, or what came of it; None where they did not."""
    acts: tuple[ActView, ...]


class OwedLine(Struct, frozen=True):
    """What the tournament owes an entrant."""

    entrant: int
    amount: int
    act: ActView


def rulings(desk: Desk) -> Iterator[RulingLine]:
    for id, it in reversed(desk.it.rulings.items()):
        one = desk.it.entrants.get(it.person)
        complaint = desk.house.complaints.get(complaint_id("tournament", desk.it.terms.id, id))
        yield RulingLine(
            id=id,
            entrant=one.number if one else 0,
            table=it.table,
            about=it.about,
            decision=it.decision,
            advised=it.advised,
            complaint=state_of(complaint) if complaint else None,
            acts=desk.judged(_next(desk, id, it)),
        )


def _next(desk: Desk, id: str, it: Ruling) -> Iterator[Act]:
    own = {**desk.own, "dispute": id}
    if not it.decision:
        yield Act(ruling.DecideTournamentDispute, same("8.4.8(h)"), own, key=f"decide/{id}")
    elif not it.advised:
        yield Act(ruling.AdviseTournamentDispute, same("8.4.8(j)"), own, key=f"advise/{id}")
    complaint = complaint_id("tournament", desk.it.terms.id, id)
    if complaint in desk.house.complaints:
        yield from next_acts(complaint, desk.house.complaints[complaint])
    else:
        yield Act(ruling.LodgeTournamentComplaint, same("8.4.8(j)"), own, key=f"lodge/{id}")


def rules(desk: Desk, number: int) -> Iterator[Act]:
    """The penalties that the terms allow for each offence of an entrant, and retiring."""
    who = next((who for who, one in desk.it.entrants.items() if one.number == number), "")
    if not who:
        return
    terms, own = desk.it.terms.conduct, {**desk.own, "person": who}
    foreseen = {
        "conduct": terms.penalties,
        "late": terms.late,
        "absence": terms.absence,
        "telephone": terms.telephone,
    }
    for what, actions in foreseen.items():
        for action in actions:
            name, did = OFFENCES[what], ACTIONS[action]
            yield Act(
                conduct.PenalisePlayer, same(conduct.CLAUSES[what]), {**own, "what": what, "action": action},
                name=Text(f"{name.en}: {did.en.lower()}", f"{name.zh}：{did.zh}"), icon="warn",  # noqa: RUF001
                grave=action != "warn", key=f"{what}/{action}",
            )  # fmt: skip
    yield Act(conduct.RetirePlayer, same("8.4.8(b)(vi)"), own)


def owed(desk: Desk) -> Iterator[OwedLine]:
    for who, amount in desk.it.owed.items():
        act = Act(finishing.PayTournament, same("8.4.7(b)"), {**desk.own, "person": who}, key=f"pay/{who}")
        one = desk.it.entrants.get(who)
        yield OwedLine(one.number if one else 0, amount, desk.one(act))
