"""`dicehouse explain`: a round told again from the journal alone, as on the inspector's screen."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import click
import msgspec

from dicehouse.money import as_money

if TYPE_CHECKING:
    from dicehouse.views.offline import StreamCopy
    from dicehouse.views.round_replay import SettledView, StepView, ToldView


@click.command()
@click.argument("journal")
@click.option("--table", default="", help="The table; not needed where the journal has one.")
@click.option("--round", "number", type=click.IntRange(1), required=True, help="The number of the round.")
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON, as the inspector's desk has it.")
def explain(journal: str, table: str, number: int, as_json: bool) -> None:
    """Tell a round from a JOURNAL at rest: who did what and when, the seal and the dice, why each wager was decided.

    JOURNAL is a file of the SQLite store, an export or its folder, or the address of a PostgreSQL database. The rules
    are those that the journal holds. Each step has its clause; what was worked out again is told beside it: the seal
    that was opened, the areas lit, and what each wager was due by the auditor's own tables.

    \b
    Examples:
      dicehouse explain house.db --table "Sic Bo 1" --round 412
      dicehouse explain november --table "Craps 1" --round 7 --json
    """
    from dicehouse.views.offline import StreamCopy

    copy = StreamCopy(journal, table)
    told = copy.told(number)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
        return
    print("\n".join(_lines(told, copy)))


def _lines(told: "ToldView", copy: "StreamCopy") -> list[str]:
    dice = "; dice " + ", ".join("-".join(map(str, it.dice)) for it in told.rolls) if told.rolls else ""
    state = "" if told.over else "; it is still being played"
    head = f"{told.table}, round {told.round}, by {told.rulebook}{dice}{state}"
    where = f"entries {told.first} to {told.last}, the last with hash {told.head}"
    crew = [f"crew: {', '.join(f'{it.position.en} {it.staff}' for it in told.crew)}"] if told.crew else []
    steps = [_step(it, copy.zone, copy.given_by(it.seq)) for it in told.steps]
    settled = [_settled(it) for it in told.settled]
    left = told.decided - len(told.settled)
    more = [f"  and {left} more"] if left else []
    audit = told.auditor or f"{told.equal} of {told.again} wagers came out the same when they were settled again"
    books = f"Postings add up to {as_money(told.postings)}; {audit}."
    return [head, where, *crew, *steps, *(["Decided:"] if settled else []), *settled, *more, books]


def _step(it: "StepView", zone: ZoneInfo, by: str) -> str:
    clause = f" ({it.clause})" if it.clause else ""
    checked = f"; {it.checked}" if it.checked else ""
    wrong = "; THIS DIFFERS" if it.check == "differs" else ""
    return f"  {it.at.astimezone(zone):%H:%M:%S}  entry {it.seq}, by {by}: {it.words}{clause}{checked}{wrong}"


def _settled(it: "SettledView") -> str:
    due = "" if it.due in {None, it.returned} else f"; THE AUDITOR SAYS {as_money(it.due or 0)} WAS DUE"
    clause = f" ({it.clause})" if it.clause else ""
    said = f"{it.name} {as_money(it.stake)}, {it.result}, {as_money(it.returned)} back: {it.words}"
    return f"  seat {it.seat}: {said}{clause}{due}"
