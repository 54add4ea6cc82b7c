"""Every session of a run, written down as Parquet: a file for each part, named by the number of its first session.

The same run writes the same files, in whatever order its threads come to them.
"""

from pathlib import Path

import numpy as np

from dicehouse.simulate.tables import COLUMNS, Ints, Over

MONEY = frozenset(("result", "outlay", "drawdown"))


class Sessions:
    """A folder of sessions."""

    def __init__(self, folder: Path) -> None:
        try:
            import pyarrow  # noqa: F401  (it is needed when the first part comes)
        except ImportError:
            raise ValueError(
                "sessions are written as Parquet, which needs the audit extra: pip install 'dicehouse[audit]'"
            ) from None
        if folder.exists() and any(folder.iterdir()):
            raise ValueError(f"{folder}: it is not empty; name a folder that is not there yet")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder

    def keep(self, first: int, sessions: Ints) -> None:
        """Write a part: amounts in cents, and how each session ended."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = {"session": pa.array(np.arange(first, first + len(sessions)))}
        for place, name in enumerate(COLUMNS):
            if name == "over":
                words = pa.array([it.name.lower() for it in Over])
                columns["ended"] = words.take(pa.array(sessions[:, place]))
            else:
                named = {"wins": "longest_run_of_wins", "losses": "longest_run_of_losses"}.get(name, name)
                columns[f"{named}_cents" if name in MONEY else named] = pa.array(sessions[:, place])
        pq.write_table(pa.table(columns), self.folder / f"sessions-{first:012}.parquet")
