"""What programs that write clients need of the API's description: a name for every operation, one plain name for every
record, records for what is written as it lies in the journal, and no schema that is a bare `false`.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

REF: Final = "#/components/schemas/{name}"
OPERATIONS: Final = {
    "/api/tables/{table}/commands": "giveTableCommand",
    "/api/house/commands": "giveHouseCommand",
    "/api/tables/{table}/practice": "setPracticeDealer",
    "/api/terms": "checkTerms",
    "/api/password": "changePassword",
    "/api/passkeys": "registerPasskey",
    "/api/passkeys/options": "beginPasskey",
    "/api/pairing/begin": "beginPairing",
    "/api/pairing/state": "askPairing",
    "/api/pairing/find": "findPairing",
    "/api/pairing/confirm": "confirmPairing",
    "/api/devices/remove": "removeDevice",
    "/api/sessions/end": "endSessions",
    "/api/inspector/proof": "verifyJournal",
}
"""What a POST is called, where its address does not say it."""


def operation_name(method: str, path: str) -> str:
    """ "GET /api/tables/{table}/rules" as "getTablesRules"."""
    if method == "post" and path in OPERATIONS:
        return OPERATIONS[path]
    parts = path.removeprefix("/api/").split("/")
    words = [word for part in parts if not part.startswith("{") for word in part.split("-")]
    by = f"By{parts[-1][1:-1].capitalize()}" if parts[-1].startswith("{") else ""
    if method == "get":
        words = ["get", *words]
    return "".join([words[0], *map(str.capitalize, words[1:])]) + by


def plain_name(name: str) -> str:
    """A name that two modules have, told apart by whose it is: "dicehouse.house.tournaments.terms.Terms"."""
    if "." not in name:
        return name
    *modules, last = name.split(".")
    owner = next((it for it in ("tournaments", "promotions") if it in modules), modules[1])
    return f"{owner.removesuffix('s').capitalize()}{last}"


def renamed(schemas: Mapping[str, Any]) -> dict[str, Any]:
    """Every record by its plain name, wherever it is named."""
    names = {name: plain_name(name) for name in schemas}
    taken = sorted(names.values())
    twice = [it for it, after in pairwise(taken) if it == after]
    if twice:
        raise ValueError(f"two records of the API are named {', '.join(twice)}; tell them apart in plain_name")
    return {names[name]: _mended(it, names) | _titled(it, names[name]) for name, it in schemas.items()}


def _titled(schema: Mapping[str, Any], name: str) -> dict[str, str]:
    """Clients are written by the title, where there is one."""
    return {"title": name} if "title" in schema else {}


def _mended(schema: Any, names: Mapping[str, str]) -> Any:
    """The same schema with plain names. That a tuple has no more than its items, its length says already; and what can
    be one thing alone is a constant, for which no client makes a list of one."""
    if isinstance(schema, list):
        return [_mended(it, names) for it in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _mended(it, names) for key, it in schema.items() if not (key == "items" and it is False)}
    if made.get("additionalProperties") is False:  # it is sent to the server, which says by itself what is left out
        made["properties"] = {name: _without_default(it) for name, it in made.get("properties", {}).items()}
    if isinstance(made.get("enum"), list) and len(made["enum"]) == 1:
        (made["const"],) = made.pop("enum")
    for key in ("$ref", "mapping"):
        if isinstance(made.get(key), str):
            made[key] = _pointed(made[key], names)
        elif isinstance(made.get(key), dict):
            made[key] = {name: _pointed(ref, names) for name, ref in made[key].items()}
    return made


def _without_default(schema: dict[str, Any]) -> dict[str, Any]:
    """Some generators demand whatever has a default, as though it were an answer."""
    return {key: it for key, it in schema.items() if key != "default"}


def _pointed(ref: str, names: Mapping[str, str]) -> str:
    name = ref.rpartition("/")[2]
    return REF.format(name=names.get(name, name))


def one_of(kinds: Iterable[type[Struct]], names: Mapping[type[Struct], str], key: str) -> dict[str, Any]:
    """One of several records, told apart by what they call themselves."""
    refs = {str(it.__struct_config__.tag): REF.format(name=names[it]) for it in kinds}
    return {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": key, "mapping": refs},
    }


def either(*names: str) -> dict[str, Any]:
    """One of some schemas, which may have records of the same name."""
    refs = [{"$ref": REF.format(name=it)} for it in names]
    return refs[0] if len(refs) == 1 else {"anyOf": refs}
