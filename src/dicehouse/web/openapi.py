"""The API in OpenAPI 3.1, made from the records themselves."""

from collections.abc import Collection, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from dicehouse import __version__
from dicehouse.floor.documents import KINDS
from dicehouse.house.identity import RecordIdentity
from dicehouse.house.judge import APPLIERS as HOUSE_EVENTS
from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.table.judge import APPLIERS as TABLE_EVENTS
from dicehouse.table.judge import COMMANDS as TABLE_ORDERS
from dicehouse.views import feed
from dicehouse.views.filing import TermsChecked
from dicehouse.views.layout import LayoutView
from dicehouse.views.promotion_page import PromotionPage
from dicehouse.views.table_rules import TableRules
from dicehouse.views.tournament import LeaderboardView
from dicehouse.web import document_numbers, frames, openapi_reading, own_sessions, pairing
from dicehouse.web.commands import OWN_ID, STAMPED
from dicehouse.web.openapi_names import REF, either, one_of, operation_name, renamed
from dicehouse.web.pins import LENGTH, TO_COME

ERRORS: Final = {
    400: "It could not be read",
    401: "Nobody is signed in, or name and secret do not belong together",
    403: "The role, the seat, the origin or the token does not allow it",
    404: "There is nothing of that name",
    405: "The address does not take this method",
    408: "It took too long to come",
    409: "The rules refuse it",
    413: "It brings too much",
    429: "Too many tries; the header Retry-After says how long to wait",
    503: "It cannot be written down just now; the header Retry-After says when to send it again",
}
RECORDS: Final[tuple[type[Struct], ...]] = (
    frames.StaffSignIn,
    frames.PlayerSignIn,
    frames.TerminalSignIn,
    frames.PasskeySignIn,
    frames.PasskeyChallenge,
    frames.PasskeyOptions,
    frames.PasskeyRegistration,
    frames.NewPassword,
    frames.SignOutEverywhere,
    frames.SignedOut,
    own_sessions.OwnSessions,
    own_sessions.EndSessions,
    *pairing.RECORDS,
    frames.DemoSignIn,
    frames.PlayAt,
    frames.Seated,
    frames.Me,
    frames.Tables,
    frames.Rounds,
    frames.PracticeOrder,
    frames.TermsText,
    TermsChecked,
    LeaderboardView,
    PromotionPage,
    frames.Practice,
    frames.Answered,
    frames.RefusedFrame,
    frames.WatchFrame,
    frames.GiveFrame,
    frames.AskFrame,
    frames.TableFrame,
    frames.SeatFrame,
    frames.DealerFrame,
    frames.DisplayFrame,
    frames.VersionsFrame,
    frames.ChangesFrame,
    frames.AnswerFrame,
    frames.FormFrame,
    frames.RefusedAnswerFrame,
    LayoutView,
    TableRules,
    *openapi_reading.RECORDS,
    feed.TablesPage,
    feed.PitPage,
    feed.FullPage,
)


_ANY_EVENT: Final = either("TableEvent", "HouseEvent")
AS_WRITTEN: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("TableAnswered", "events", either("TableEvent")),
    ("HouseAnswered", "events", either("HouseEvent")),
    ("AnswerFrame", "events", _ANY_EVENT),
    ("GiveFrame", "give", either("TableCommand", "HouseCommand")),
    ("EventLine", "body", {"type": "object"}),
    ("JournalEntry", "command", {"type": "object"}),
    ("TablesEntry", "events", either("TablesFeedEvent")),
    ("PitEntry", "events", either("PitFeedEvent")),
    ("FullEntry", "events", _ANY_EVENT),
    ("FullEntry", "command", {"type": "object"}),
)
"""What the server passes on as it was written, and what that is."""


@cache
def openapi() -> bytes:
    """The whole document, as JSON."""
    return msgspec.json.encode(_document())


def _document() -> dict[str, Any]:
    schemas = _schemas()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dicehouse",
            "version": __version__,
            "description": (
                "Commands in, views out. Money is whole cents. The server alone says who asks, in which role and when:"
                " a command brings `do`, `id` and its own fields. An id that was given before gets its first answer."
                " The WebSocket at `/api/live` takes WatchFrame, GiveFrame and AskFrame and sends the other frames,"
                " views that change together as one frame with a key for each: first whole, with their versions,"
                " then what changes from one version to the next."
            ),
        },
        "paths": {path: _named(path, operations) for path, operations in _paths().items()},
        "components": {
            "schemas": schemas,
            "responses": {str(code): _refused(says) for code, says in ERRORS.items()},
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "dicehouse"},
                "token": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
                "bearer": {"type": "http", "scheme": "bearer", "description": "A token that `dicehouse token` made"},
            },
        },
    }


def _schemas() -> dict[str, Any]:
    commands = (*TABLE_ORDERS, *(it for it in HOUSE_ORDERS if it not in TABLE_ORDERS))
    shown = [it for level in feed.EVENTS.values() for it in level.values()]
    events = dict.fromkeys((*TABLE_EVENTS, *HOUSE_EVENTS))
    every = (*RECORDS, *commands, *events, *shown)
    found, schemas = msgspec.json.schema_components(every, ref_template=REF)
    names = {kind: it["$ref"].rpartition("/")[2] for kind, it in zip(every, found, strict=True)}
    for kind in commands:
        _unstamped(schemas[names[kind]])
    pin = {"type": "string", "pattern": f"^[0-9]{{{LENGTH.start},{LENGTH.stop - 1}}}$"}
    for kind, fields in TO_COME.items():
        _with_secret(schemas[names[kind]], fields, "pin", pin)
    number = {"type": "string", "pattern": f"^{document_numbers.READABLE.pattern}$"}
    _with_secret(schemas[names[RecordIdentity]], document_numbers.TO_COME, "number", number)
    schemas["TableCommand"] = one_of(TABLE_ORDERS, names, "do")
    schemas["HouseCommand"] = one_of(HOUSE_ORDERS, names, "do")
    schemas["TableEvent"] = one_of(TABLE_EVENTS, names, "event")
    schemas["HouseEvent"] = one_of(HOUSE_EVENTS, names, "event")
    schemas["TablesFeedEvent"] = one_of(feed.EVENTS["tables"].values(), names, "event")
    schemas["PitFeedEvent"] = one_of(feed.EVENTS["pit"].values(), names, "event")
    answered = schemas.pop("Answered")
    for where in ("Table", "House"):
        schemas[f"{where}Answered"] = deepcopy(answered)
    for record, key, what in AS_WRITTEN:
        field = schemas[record]["properties"][key]
        if field.get("type") == "array":
            field["items"] = what
        else:
            schemas[record]["properties"][key] = what
    return renamed(schemas)


def _with_secret(schema: dict[str, Any], told: Collection[str], name: str, what: dict[str, Any]) -> None:
    """A command that a console sends with a PIN as it was keyed, or a document's number, which goes no further than the
    server."""
    for key in told:
        del schema["properties"][key]
    schema["required"] = [*(it for it in schema["required"] if it not in told), name]
    schema["properties"][name] = what


def _unstamped(schema: dict[str, Any]) -> None:
    """A command as a console sends it: without what the server says of it, and with an id of its own choice."""
    for key in STAMPED:
        schema["properties"].pop(key, None)
    schema["required"] = [it for it in schema.get("required", []) if it not in STAMPED]
    schema["properties"]["id"] = {"type": "string", "pattern": f"^{OWN_ID.pattern}$"}


def _refused(says: str) -> dict[str, Any]:
    return {"description": says, "content": _json("RefusedFrame")}


def _json(schema: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": REF.format(name=schema)}}}


def _does(
    says: str, gives: str, *, takes: str = "", errors: tuple[int, ...] = (), secured: bool = False, path: str = ""
) -> dict[str, Any]:
    """One operation."""
    made: dict[str, Any] = {
        "summary": says,
        "responses": {
            "200": {"description": "Done", "content": _json(gives)},
            **{str(it): {"$ref": f"#/components/responses/{it}"} for it in (403, *errors)},
        },
    }
    if takes:
        made["requestBody"] = {"required": True, "content": _json(takes)}
        made["responses"] |= {str(it): {"$ref": f"#/components/responses/{it}"} for it in (400, 408, 413)}
    if secured:
        made["security"] = [{"session": [], "token": []} if takes else {"session": []}, {"bearer": []}]
        made["responses"] |= {it: {"$ref": f"#/components/responses/{it}"} for it in ("401", "429")}
    if path:
        schema = {"type": "string", "minLength": 1, "maxLength": 64}
        made["parameters"] = [{"name": path, "in": "path", "required": True, "schema": schema}]
        made["responses"]["404"] = {"$ref": "#/components/responses/404"}
    return made


def _hand_out(says: str, kinds: Mapping[str, str], path: str) -> dict[str, Any]:
    """An operation that answers with a file of one of these kinds."""
    made = _does(says, "", path=path)
    made["responses"]["200"]["content"] = {kind.partition(";")[0]: {} for kind in kinds.values()}
    return made


def _named(path: str, operations: dict[str, Any]) -> dict[str, Any]:
    return {method: {"operationId": operation_name(method, path), **it} for method, it in operations.items()}


def _paths() -> dict[str, Any]:
    sign_in, half = (401, 429), (400, 413, 429)
    return {
        "/api/me": {"get": _does("Who this browser is", "Me")},
        "/api/sign-in/staff": {
            "post": _does("Sign in by name and password", "Me", takes="StaffSignIn", errors=(*sign_in, 503))
        },
        "/api/sign-in/passkey-challenge": {
            "post": _does("What a passkey is to sign", "PasskeyChallenge", errors=half, secured=True)
        },
        "/api/sign-in/passkey": {
            "post": _does("The second factor", "Me", takes="PasskeySignIn", errors=(429,), secured=True)
        },
        "/api/sign-in/player": {
            "post": _does("Sign in by card and PIN", "Me", takes="PlayerSignIn", errors=(*sign_in, 503))
        },
        "/api/sign-in/terminal": {
            "post": _does("Sign in a device by its key", "Me", takes="TerminalSignIn", errors=sign_in)
        },
        "/api/sign-in/demo": {"post": _does("Be someone of the demo house", "Me", takes="DemoSignIn", errors=(404,))},
        "/api/play": {
            "post": _does(
                "Sit down with chips at a table of the demo, as a guest or as the player you are",
                "Seated",
                takes="PlayAt",
                errors=(404, 409, 429, 503),
            )
        },
        "/api/sign-out": {"post": _does("End the session", "Me", errors=(400, 413))},
        "/api/passkeys/options": {
            "post": _does("What a browser needs to make a passkey", "PasskeyOptions", errors=(400, 413), secured=True)
        },
        "/api/passkeys": {"post": _does("Register a passkey", "Me", takes="PasskeyRegistration", secured=True)},
        "/api/password": {
            "post": _does("Take another password", "Me", takes="NewPassword", errors=(429,), secured=True)
        },
        "/api/sign-out-everywhere": {
            "post": _does("End every session of someone", "SignedOut", takes="SignOutEverywhere", secured=True)
        },
        "/api/pairing/begin": {
            "post": _does("A code for a screen", "PairingCode", takes="BeginPairing", errors=(400, 413, 429))
        },
        "/api/pairing/state": {
            "post": _does("What became of a code", "PairingState", takes="AskPairing", errors=(400, 413))
        },
        "/api/pairing/find": {
            "post": _does(
                "The screen that shows a code", "PairingFound", takes="FindPairing", errors=(404, 429), secured=True
            )
        },
        "/api/pairing/confirm": {
            "post": _does("Pair a screen", "Devices", takes="ConfirmPairing", errors=(404, 429, 503), secured=True)
        },
        "/api/devices": {"get": _does("The devices of the house", "Devices", secured=True)},
        "/api/devices/remove": {
            "post": _does("Take a paired screen off", "Devices", takes="RemoveDevice", errors=(404, 503), secured=True)
        },
        "/api/sessions": {"get": _does("Where you are signed in", "OwnSessions", secured=True)},
        "/api/sessions/end": {
            "post": _does(
                "End sessions of yours", "OwnSessions", takes="EndSessions", errors=(404, 429, 503), secured=True
            )
        },
        "/api/tables": {"get": _does("The tables of the house", "Tables")},
        "/api/tables/{table}/layout": {"get": _does("The felt of a table", "LayoutView", path="table")},
        "/api/tables/{table}/rules": {"get": _does("The rules in force there", "TableRules", path="table")},
        "/api/tables/{table}/rules/copy": {"get": _hand_out("The approved document, as a file", KINDS, "table")},
        "/api/tables/{table}/rounds": {"get": _does("Your latest rounds there", "Rounds", secured=True, path="table")},
        "/api/tables/{table}/practice": {
            "post": _does(
                "Send the practice dealer away, or call it back",
                "Practice",
                takes="PracticeOrder",
                errors=(409,),
                secured=True,
                path="table",
            )
        },
        "/api/tables/{table}/commands": {
            "post": _does(
                "Give a command to a table",
                "TableAnswered",
                takes="TableCommand",
                errors=(409, 503),
                secured=True,
                path="table",
            )
        },
        "/api/house/commands": {
            "post": _does(
                "Give a command to the house", "HouseAnswered", takes="HouseCommand", errors=(409, 503), secured=True
            )
        },
        "/api/tournaments/{tournament}": {
            "get": _does("A tournament: clock, seats and standings", "LeaderboardView", path="tournament")
        },
        "/api/promotions/{promotion}": {
            "get": _does("The terms and results of a promotion", "PromotionPage", path="promotion")
        },
        "/api/terms": {"post": _does("Read and check terms", "TermsChecked", takes="TermsText", secured=True)},
        **openapi_reading.paths(_does),
    }
