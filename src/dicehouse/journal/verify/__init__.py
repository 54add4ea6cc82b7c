"""The verifier: reads a journal by a way of its own and says which record is wrong, and why.

It shares the record format with the program that wrote the journal, and no other code: its own reading of the file, its
own tree, its own look at the signatures. It opens nothing for writing. What it finds are faults, each naming a record;
what it cannot read as a journal at all is a VerifyError.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from dicehouse.journal.verify.chain import Chain, Progress
from dicehouse.journal.verify.draws import Draws
from dicehouse.journal.verify.faults import Fault, Faults, VerifyError
from dicehouse.journal.verify.folder import check_folder
from dicehouse.journal.verify.notes import Sealed, anchored, public_key
from dicehouse.journal.verify.seals import Seals
from dicehouse.journal.verify.snapshots import Snapshots
from dicehouse.journal.verify.sources import SERVER, DamagedError, Source, opened, shown
from dicehouse.journal.verify.sums import Sums

__all__ = ["Fault", "Progress", "Report", "VerifyError", "verify"]


class Report(Struct, frozen=True, kw_only=True):
    """What came of it; a journal without faults stands as it was written."""

    file: str
    entries: int
    head: str
    root: str
    checkpoints: int
    """In the journal and in the anchors."""
    sealed: int
    """The entries up to the largest checkpoint; those after it are held by the chain alone."""
    key: str
    """By which the checkpoints are signed; empty without one."""
    draws: int = 0
    """Draws of prizes that were worked out again."""
    seatings: int = 0
    """Rounds of tournaments whose seats were."""
    faults: list[Fault]
    more: int
    """Faults that were found and are not listed."""


def verify(
    path: Path | str,
    *,
    key: str = "",
    anchors: Sequence[Path] = (),
    most: int = 20,
    progress: Progress = lambda _: None,
) -> Report:
    """Check a whole journal: a SQLite file, an export or its folder, or the address of a PostgreSQL database.

    `key` is the public key that must have signed the checkpoints, in PEM or base64; without it they must all be signed
    by the same one. `anchors` are files of checkpoints that were kept outside the journal. `most` faults are listed.
    """
    trusted = public_key(key) if key else ""
    kept = [it for file in anchors for it in anchored(file)]
    with opened(path) as source:
        faults = Faults(source.place, most)
        inside = _inside(source, faults)
        seals = Seals(faults, inside, kept, trusted)
        if source.keeps_seals:
            seals.check_kept(inside, kept)
        sums = Sums(faults)
        draws = Draws(faults)
        snapshots = Snapshots(faults)
        chain = Chain(faults, seals, sums, draws, snapshots)
        chain.walk(source.items(), progress)
        if not (chain.records or inside or kept or source.keeps_seals):
            raise VerifyError(f"{path}: it is empty; name the file of a journal")
        seals.check_end(chain.size, chain.records + 1)
        sums.check_end(source, chain.records + 1)
        snapshots.check_end(source, chain.records + 1)
    found, more = faults.told, faults.more
    if not str(path).startswith(SERVER) and Path(path).is_dir():
        outside = check_folder(Path(path), chain.size, chain.head)
        found, more = [*outside, *found][:most], more + max(0, len(outside) + len(found) - most)
    return Report(
        file=shown(str(path)),
        entries=chain.size,
        head=chain.head,
        root=seals.root,
        checkpoints=len(inside) + len(kept),
        sealed=seals.sealed,
        key=seals.key,
        draws=draws.count,
        seatings=draws.seatings,
        faults=found,
        more=more,
    )


def _inside(source: Source, faults: Faults) -> list[Sealed]:
    """The checkpoints of the journal itself."""
    try:
        return [Sealed(f"checkpoint {no}", note) for no, note in enumerate(source.seals(), start=1)]
    except DamagedError as error:
        faults.add(0, 0, str(error), where="checkpoints")
        return []
