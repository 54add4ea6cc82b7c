"""`dicehouse verify`: whether a journal stands as it was written, and if not, which record is wrong."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from dicehouse.journal.verify import Fault, Report
from dicehouse.journal.verify import verify as verified

WRONG = 1
"""The exit status where something is wrong."""
NOT_PROVEN = 3
"""The exit status where nothing is wrong and less is proven than was asked for."""


@click.command()
@click.argument("file")
@click.option("--key", default="", help="The public key of the house, in base64 or PEM, or the file that holds it.")
@click.option(
    "--anchor",
    "anchors",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A file of checkpoints that was kept outside the journal. Repeatable.",
)
@click.option("--chain-only", is_flag=True, help="Be content with the chain, where no checkpoint is there to hold it.")
@click.option("--seals", "with_seals", is_flag=True, help="Go through every seal on dice: made in time, opened, right.")
@click.option("--rejudge", "judges", is_flag=True, help="Judge every command again and compare all that came of it.")
@click.option("--most", type=click.IntRange(1), default=20, show_default=True, help="Faults to list; more are counted.")
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON.")
def verify(  # each is an option of the command
    file: str,
    key: str,
    anchors: tuple[Path, ...],
    chain_only: bool,
    with_seals: bool,
    judges: bool,
    most: int,
    as_json: bool,
) -> None:
    """Verify a journal: a FILE of the SQLite store, an export in JSON Lines or its whole folder, or the address of a
    PostgreSQL database.

    Every entry is held against its hash, the chain, the money it moved and the signed checkpoints, and every draw
    of prizes is worked out again. Anyone who can write the file can also rebuild its chain, so without a checkpoint the
    chain proves little: ask for that with --chain-only.

    --seals goes through every seal on dice. --rejudge decides every command again by the rulebook that the journal
    holds, and finds what was written against the rules under a chain that is whole.

    The exit status is 0 if the journal stands, 1 if a record is wrong, 2 if there is no journal to verify, and 3 if
    nothing is wrong but less is proven than was asked for: no checkpoint, or entries that could not be judged.

    \b
    Examples:
      dicehouse verify house.db --key house.pub --anchor /media/usb/anchor.txt
      dicehouse verify november --key house.pub --seals --rejudge
      dicehouse verify export.jsonl --chain-only --json
      dicehouse verify postgresql://auditor@db.house/dicehouse --key house.pub
    """
    report = verified(file, key=_key(key), anchors=anchors, most=most, progress=_progress("records read"))
    wrong, proven = bool(report.faults), chain_only or report.checkpoints > 0
    found: dict[str, Any] = {"stands": not wrong, **_fields(report)}
    lines = [*map(_told, report.faults), _falls(report) if wrong else _stands(report)]
    if with_seals:
        from dicehouse.journal.verify.dice_seals import check_seals

        seals = check_seals(file, most=most, progress=_progress("records looked through for seals"))
        wrong = wrong or bool(seals.faults)
        found["dice_seals"] = _fields(seals)
        lines += [*map(_told, seals.faults), *map(_unopened, seals.listed), _sealed(report.file, seals)]
    if judges:
        from dicehouse.leading.rejudge import rejudge

        again = rejudge(file, most=most, progress=_progress("entries judged again"))
        wrong, proven = wrong or bool(again.differences), proven and not again.unjudged
        found["rejudged"] = _fields(again)
        lines += [*map(_differs, again.differences), *map(_unjudged, again.unjudged), *_led(again)]
        lines += [_judged(report.file, again)]
    if not (wrong or chain_only or report.checkpoints):
        lines.append(
            f"{report.file}: held by its chain alone, which whoever can write the file can make anew; give --anchor or"
            " --key with a journal that is sealed, or --chain-only to be content with that"
        )
    if as_json:
        print(msgspec.json.format(msgspec.json.encode({**found, "proven": proven})).decode())
    else:
        print("\n".join(lines))
    if wrong or not proven:
        raise click.exceptions.Exit(WRONG if wrong else NOT_PROVEN)


def _key(text: str) -> str:
    """A key as it was given, or what the file of that name holds."""
    with suppress(OSError, ValueError):
        return Path(text).read_text(encoding="utf-8")
    return text


def _progress(what: str) -> Any:
    return lambda count: print(f"{count} {what}", file=sys.stderr, flush=True)


def _fields(report: Any) -> dict[str, object]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


def _told(fault: Fault) -> str:
    if not fault.first:
        return f"{fault.where}: {fault.why}"
    which = f"entry {fault.first}" if fault.first == fault.last else f"entries {fault.first} to {fault.last}"
    return f"{which} ({fault.where}): {fault.why}"


def _falls(report: Report) -> str:
    unlisted = f", of which {report.more} not listed" if report.more else ""
    faults = _count(len(report.faults) + report.more, "fault")
    return f"{report.file}: the journal does not stand; {faults}{unlisted}"


def _stands(report: Report) -> str:
    if not report.checkpoints:
        sealed = "no checkpoint"
    else:
        sealed = f"{_count(report.checkpoints, 'checkpoint')} up to entry {report.sealed} by key {report.key}"
    entries = "1 entry stands" if report.entries == 1 else f"{report.entries} entries stand"
    counted = ((report.draws, "draw"), (report.seatings, "seating"))
    again = " and ".join(_count(number, what) for number, what in counted if number)
    draws = f"; {again} worked out again" if again else ""
    return f"{report.file}: {entries} as written; head {report.head}; root {report.root}; {sealed}{draws}"


# --- seals on dice


def _unopened(it: Any) -> str:
    return f"{it.table}, round {it.round}: the seal {it.seal} of entry {it.entry} was not opened: {it.why}"


def _sealed(file: str, it: Any) -> str:
    wrong = f"; {_count(len(it.faults) + it.more, 'fault')}" if it.faults else ""
    late = f", {it.late} made after a wager where nothing else was promised" if it.late else ""
    said = f"{it.opened} opened and right, {it.unopened} not opened, {it.standing} to come"
    return f"{file}: {_count(it.made, 'seal')} on dice: {said}{late}{wrong}"


# --- what was judged again


def _differs(it: Any) -> str:
    where = f"entry {it.seq} ({it.stream}, number {it.no})" if it.seq else f"{it.stream}, after number {it.no}"
    by = f", written by program {it.program[:12]}" if it.program else ""
    return f"{where}{by}: {it.what} recorded: {it.recorded}\n  judged now: {it.judged}"


def _unjudged(it: Any) -> str:
    which = f"number {it.first}" if it.first == it.last else f"numbers {it.first} to {it.last}"
    return f"{it.stream}, {which}: not judged again: {it.why}"


def _led(again: Any) -> list[str]:
    """Other programs than this one, which may judge otherwise."""
    other = [it for it in again.programs if not it.same]
    return [
        f"{it.stream}, numbers {it.first} to {it.last}: written by program {it.program[:12]}, version {it.version};"
        " this is another"
        for it in other
    ]


def _judged(file: str, it: Any) -> str:
    rate = f" in {it.seconds:.1f} s, {round(it.entries / max(it.seconds, 0.001))} a second"
    said = f"{file}: {_count(it.entries, 'command')} judged again{rate}"
    if not it.differences:
        kept = f" and {_count(it.snapshots, 'snapshot')}" if it.snapshots else ""
        return f"{said}; every event, refusal, posting and account{kept} came out the same"
    return f"{said}; {_count(len(it.differences) + it.more, 'difference')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
