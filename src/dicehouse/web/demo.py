"""The people of the demo house, whom anyone on this machine may be."""

from typing import Final

from dicehouse.floor.demo import PATRONS, STAFF
from dicehouse.web.identities import DemoPerson, Identities

RANKS: Final[dict[str, tuple[str, ...]]] = {
    "dealer": ("dealer", "stickperson", "boxperson", "electronic-gaming-host"),
    "supervisor": (
        "casino-supervisor", "games-supervisor", "tg-area-manager", "electronic-gaming-supervisor", "gaming-supervisor",
    ),
    "manager": ("gaming-manager", "assistant-gaming-manager", "tg-assistant-casino-manager", "casino-operator"),
    "cashier": ("cashier",),
    "cage-supervisor": ("cage-supervisor",),
    "inspector": ("inspector",),
    "tournament-director": ("tournament-director",),
    "scrutineer": ("scrutineer",),
    "officer": ("chief-operating-officer",),
}  # fmt: skip
"""What each work is called in the ladders of the rulebooks and of the house."""


def identities() -> Identities:
    """Everyone of the demo house."""
    players = (DemoPerson(who=it.name, roles=(), card=it.card, words=f"Player with card {it.card}") for it in PATRONS)
    staff = (DemoPerson(who=it.name, roles=RANKS[it.role], words=it.title) for it in STAFF)
    return Identities(demo=(*players, *staff))
