"""What goes over the wire: frames of the WebSocket, and what HTTP takes and gives.

The server alone says who asks, in which role and when; a command that brings `at`, `by` or `role` is refused.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from dicehouse.views.acts import ActView
from dicehouse.views.cage import CageView
from dicehouse.views.claimant import ClaimantPage
from dicehouse.views.dealer import DealerView
from dicehouse.views.director import DirectorView
from dicehouse.views.display import DisplayView
from dicehouse.views.entrant import EntrantPage
from dicehouse.views.inspector import InspectorView
from dicehouse.views.parts import Refusal, Text
from dicehouse.views.pit import PitView
from dicehouse.views.promotion import PromotionsView
from dicehouse.views.recent_rounds import RoundView
from dicehouse.views.seat import SeatView
from dicehouse.views.table import Ring, TableView

Line = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(min_length=1, max_length=256)]
As = Literal[
    "player", "dealer", "display", "pit", "cage", "inspector", "director", "promotions", "entrant", "claimant"
]  # fmt: skip

# --- the WebSocket: from a console


class WatchOf(Struct, frozen=True, forbid_unknown_fields=True, rename={"as_": "as"}):
    """What to send from now on; it takes the place of what was sent before."""

    as_: As
    table: Line | None = None
    seat: Annotated[int, Meta(ge=1, le=9_999)] | None = None
    """Which one, for a player at several terminals; the first without it."""
    card: Line | None = None
    """The card on the counter of a cage."""
    of: Line | None = None
    """The tournament or promotion."""
    entrant: Annotated[int, Meta(ge=0, le=99_999)] | None = None
    """The entrant whom a director has open, by number."""
    more: bool = False
    """Whether the pit has unfolded what is done less often, so that it is judged too."""


class WatchFrame(Struct, frozen=True, forbid_unknown_fields=True):
    watch: WatchOf


class GiveFrame(Struct, frozen=True, forbid_unknown_fields=True):
    """A command. An id that was given before gets its first answer, so a resend is safe."""

    give: Raw
    to: Line
    n: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class FormOf(Struct, frozen=True, forbid_unknown_fields=True):
    """An act of what is watched, by its id."""

    id: Line
    seat: Annotated[int, Meta(ge=1, le=9_999)] | None = None
    """The seat that a dealer has open."""


class AskFrame(Struct, frozen=True, forbid_unknown_fields=True):
    """Open the form of an act: what is to be filled in, and whether it would be refused."""

    ask: FormOf
    n: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Incoming(Struct, frozen=True, forbid_unknown_fields=True):
    """Any of them, as it is read."""

    watch: WatchOf | UnsetType = UNSET
    give: Raw | UnsetType = UNSET
    ask: FormOf | UnsetType = UNSET
    to: Line = ""
    n: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


# --- the WebSocket: to a console


class TableFrame(Struct, frozen=True):
    table: TableView


class SeatFrame(Struct, frozen=True):
    seat: SeatView


class DealerFrame(Struct, frozen=True):
    dealer: DealerView


class DisplayFrame(Struct, frozen=True):
    display: DisplayView


class PitFrame(Struct, frozen=True):
    pit: PitView


class CageFrame(Struct, frozen=True):
    cage: CageView


class InspectorFrame(Struct, frozen=True):
    inspector: InspectorView


class DirectorFrame(Struct, frozen=True):
    director: DirectorView


class PromotionsFrame(Struct, frozen=True):
    promotions: PromotionsView


class EntrantFrame(Struct, frozen=True):
    entrant: EntrantPage


class ClaimantFrame(Struct, frozen=True):
    claimant: ClaimantPage


class VersionsFrame(Struct, frozen=True):
    """Comes with views that are sent whole, in the same frame."""

    versions: dict[str, int]
    """By the key of the view."""


class ViewChange(Struct, frozen=True, rename={"from_": "from"}):
    """What is different in the next version of a view. Whoever does not have the one before watches anew."""

    from_: int
    to: int
    cut: list[list[str]]
    """Paths of what is gone, to be followed first; the way to a record of a list is its id."""
    set: list[tuple[list[str], Any]]
    """Paths and what stands there now; a record that a list does not have comes last."""


class ChangesFrame(Struct, frozen=True):
    changes: dict[str, ViewChange]
    """By the key of the view."""


class AnswerFrame(Struct, frozen=True):
    """The answer to the command with this number."""

    answer: int
    events: list[Raw]


class FormFrame(Struct, frozen=True):
    """The form that was asked for under this number."""

    answer: int
    form: ActView


class RefusedAnswerFrame(Struct, frozen=True):
    answer: int
    refused: Refusal


class RefusedFrame(Struct, frozen=True):
    """A frame that could not be read, or something that may not be watched. Also the body of every HTTP error."""

    refused: Refusal


# --- HTTP


class StaffSignIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Line
    password: Secret


class PlayerSignIn(Struct, frozen=True, forbid_unknown_fields=True):
    card: Line
    pin: Annotated[str, Meta(min_length=1, max_length=16)]


class TerminalSignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal, a display or a device, by the key under which it is registered."""

    name: Line
    key: Secret


class PasskeySignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The second factor, after the password."""

    credential: dict[str, Any]
    """What `navigator.credentials.get` gave, as JSON."""


class PasskeyChallenge(Struct, frozen=True, rename="camel"):
    """What `navigator.credentials.get` is to be asked for, as JSON."""

    challenge: str
    timeout: int
    rp_id: str
    allow_credentials: list[dict[str, Any]]
    user_verification: str


class PasskeyOptions(Struct, frozen=True, rename="camel"):
    """What `navigator.credentials.create` is to make, as JSON."""

    rp: dict[str, Any]
    user: dict[str, Any]
    challenge: str
    pub_key_cred_params: list[dict[str, Any]]
    timeout: int
    exclude_credentials: list[dict[str, Any]]
    authenticator_selection: dict[str, Any]
    attestation: str


class PasskeyRegistration(Struct, frozen=True, forbid_unknown_fields=True):
    """A new passkey."""

    credential: dict[str, Any]
    """What `navigator.credentials.create` gave, as JSON."""


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password, by whoever knows the current one."""

    current: Secret
    new: Secret


class SignOutEverywhere(Struct, frozen=True, forbid_unknown_fields=True):
    """End every session of someone; with it the passkeys that they registered, where those are lost."""

    name: Line
    forget_passkeys: bool = False


class SignedOut(Struct, frozen=True):
    """How many sessions ended, and how many passkeys were forgotten."""

    ended: int
    forgotten: int


class DemoSignIn(Struct, frozen=True, forbid_unknown_fields=True):
    who: Line


class DemoIdentity(Struct, frozen=True):
    """Someone you can be in the demo."""

    who: str
    role: str
    words: str


class Me(Struct, frozen=True, kw_only=True):
    """Who this browser is."""

    signed_in: bool
    name: str
    role: str
    """A rank, or player, spectator, inspector or device; empty while nobody is signed in."""
    consoles: tuple[As, ...]
    """What this session may watch."""
    csrf: str
    """To be sent with every POST in the header X-CSRF-Token."""
    demo: bool
    """Whether this is a demo, which every page must say."""
    demo_identities: tuple[DemoIdentity, ...]
    expires: str
    """When the session ends; empty while nobody is signed in."""
    second_factor: bool
    """Whether a second factor is still due."""
    passkey_missing: bool
    """Whether that is because there is none yet; then nothing is open but registering one."""
    by_password: bool
    """Whether a name and a password led here, which can be changed; not so for players and the demo's people."""
    time_zone: str
    """Of the house; every page shows its times in it, wherever the page is."""


class TableLine(Struct, frozen=True):
    """A table in the list of tables."""

    table: str
    rulebook: str
    rulebook_name: str
    kind: Literal["dealt", "electronic", "craps"]
    phase: str
    open: bool
    waits: bool
    """Whether it is open and nobody sits there."""
    call: Text
    """What is called out there: "Place your bets"."""
    ring: Ring
    ends: datetime | None
    """When the betting period ends; None where a person ends it or none runs."""
    point: int
    """At craps the point that is on; else 0."""
    seats: int
    taken: int
    minimum: int
    maximum: int


class PlayNow(Struct, frozen=True):
    """Where somebody can play at once."""

    table: str
    chips: int
    """With what a guest of the demo sits down there."""
    ends: datetime | None
    """When the betting period ends; None where none runs yet."""
    waits: bool
    """Whether nobody sits there."""


class Tables(Struct, frozen=True):
    tables: tuple[TableLine, ...]
    play: PlayNow | None
    """None while there is nowhere."""
    now: datetime
    """The server's time when this was made."""


class PlayAt(Struct, frozen=True, forbid_unknown_fields=True):
    """Take me to a table of the demo, seated and with chips."""

    table: Annotated[str, Meta(max_length=64)] = ""
    """Empty: the one where one can play at once."""


class Seated(Struct, frozen=True):
    """Who one is now, and where one sits."""

    me: Me
    table: str


class Rounds(Struct, frozen=True):
    """The latest rounds of one's own seat, the newest first."""

    rounds: tuple[RoundView, ...]


class TermsText(Struct, frozen=True, forbid_unknown_fields=True):
    """Terms of a promotion or a tournament as they are written, to be read and checked."""

    text: Annotated[str, Meta(min_length=1, max_length=12_000)]


class PracticeOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """Let the practice dealer deal a table, or send it away."""

    on: bool


class Practice(Struct, frozen=True):
    """Whether a practice dealer deals there now."""

    practice: bool


class Answered(Struct, frozen=True):
    """What a command led to."""

    events: list[Raw]
