"""Sign out people who are excluded from the casino: open sessions end at once, and no new one begins.

What they are owed is paid at the cage all the same. An exclusion from a game or a table ends no session.
"""

from dicehouse.floor.floor import Floor
from dicehouse.house.exclusions import ExclusionRecorded, from_casino
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Events
from dicehouse.views.parts import Refusal, refusal
from dicehouse.web.security_log import SecurityLog
from dicehouse.web.sessions import Sessions


def kept_out(floor: Floor, person: str) -> Refusal | None:
    """Why someone may not be signed in; None for whoever may."""
    found = from_casino(floor.house.house, person, floor.now())
    if found is None:
        return None
    return refusal(
        Refused(
            Why.EXCLUDED,
            found.clause,
            "shown-out-until" if found.until else "shown-out",
            person=person,
            until=found.until.date() if found.until else None,
            reason=found.reason,
        )
    )


class ExcludedSignOut:
    """Ends the sessions of players who are excluded from the casino."""

    def __init__(self, floor: Floor, sessions: Sessions, log: SecurityLog) -> None:
        self.floor = floor
        self.sessions = sessions
        self.log = log

    def listen(self, events: Events) -> None:
        """What has happened in the house and is durable."""
        for event in events:
            if isinstance(event, ExclusionRecorded):
                self._end(event.person)

    def look(self) -> None:
        """Go through everyone who is excluded: another process may have led the house when it was recorded."""
        for person in self.floor.house.house.exclusions:
            self._end(person)

    def _end(self, person: str) -> None:
        refused = kept_out(self.floor, person)
        if refused is None:
            return
        ended = self.sessions.revoke(person, kinds=["player"], why=refused)
        if ended:
            self.log.tells("excluded", whom=person, ended=str(ended))
