"""Verify the entries together: streams without gaps, each command once, and postings that balance."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from dicehouse.journal.record import NO_REFUSAL, Entry, Posting
from dicehouse.journal.verify.faults import Faults, dollars
from dicehouse.journal.verify.records import read
from dicehouse.journal.verify.sources import DamagedError, Source

OUTSIDE: Final = "~"
"""An account whose name begins so is outside the house and may be below zero."""


class Sums:
    """How far each stream went, which commands were given, and what each account holds."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._unsure = False
        self._streams: dict[str, tuple[int, datetime | None]] = {}
        self._ids: set[int] = set()
        self._again: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._balances: dict[str, int] = {}

    def lose(self) -> None:
        """An entry could not be read: numbers and sums after it cannot be told."""
        self._unsure = True

    def add(self, place: int, entry: Entry) -> None:
        no, at = self._streams.get(entry.stream, (0, None))
        if entry.no != no + 1 and not self._unsure:
            self._faults.add(place, entry.seq, f"it is number {entry.no} of {entry.stream}, and {no + 1} is due")
        if at is not None and entry.at < at:
            said = f"it is of {entry.at}, and the entry of {entry.stream} before it of {at}"
            self._faults.add(place, entry.seq, said)
        self._streams[entry.stream] = entry.no, entry.at
        mark = hash((entry.stream, entry.id))
        if mark in self._ids:
            self._again.setdefault((entry.stream, entry.id), []).append((place, entry.seq))
        self._ids.add(mark)
        if entry.refused != NO_REFUSAL and (entry.events or entry.postings):
            self._faults.add(place, entry.seq, "it was refused, and has events or postings all the same")
        if entry.postings:
            self._post(place, entry.seq, entry.postings)

    def _post(self, place: int, seq: int, postings: tuple[Posting, ...]) -> None:
        balances = self._balances
        total = 0
        for it in postings:
            total += it.amount
            balances[it.account] = balances.get(it.account, 0) + it.amount
        if total:
            self._faults.add(place, seq, f"its postings add up to {dollars(total)} instead of 0.00")
        if self._unsure:
            return
        for account in dict.fromkeys(it.account for it in postings if it.amount < 0):
            if balances[account] < 0 and not account.startswith(OUTSIDE):
                self._faults.add(place, seq, f"it takes {account} to {dollars(balances[account])}, below 0.00")

    def check_end(self, source: Source, place: int) -> None:
        """What can be told only when all entries were read."""
        try:
            if self._again:
                self._check_repeats(source)
            if not self._unsure:
                if (ends := source.ends()) is not None:
                    self._check_ends(ends, place)
                if (balances := source.balances()) is not None:
                    self._check_balances(balances, place)
                for seq, why in source.misled():
                    self._faults.add(seq or place, seq, why, where="" if seq else "database")
        except DamagedError as error:
            self._faults.add(place, 0, str(error), where="what is kept beside the entries")

    def _check_ends(self, recorded: Mapping[str, object], place: int) -> None:
        ends = {stream: no for stream, (no, _) in self._streams.items()}
        for stream in sorted(ends.keys() | recorded.keys()):
            if (there := recorded.get(stream, 0)) != (due := ends.get(stream, 0)):
                said = f"{stream}: it is recorded to have {there} entries, and has {due}"
                self._faults.add(place, 0, said, where="streams")

    def _check_balances(self, recorded: Mapping[str, object], place: int) -> None:
        for account in sorted(recorded.keys() | self._balances.keys()):
            there, due = recorded.get(account, 0), self._balances.get(account, 0)
            if there != due:
                amount = dollars(there) if isinstance(there, int) else repr(there)
                said = f"{account}: {amount} is recorded, and its postings add up to {dollars(due)}"
                self._faults.add(place, 0, said, where="balances")

    def _check_repeats(self, source: Source) -> None:
        """Look once more at the ids that seemed to come again, for the entries that had them first."""
        first: dict[tuple[str, str], int] = {}
        for filed in source.items():
            entry = read(filed).entry
            if entry is not None and (entry.stream, entry.id) in self._again:
                first.setdefault((entry.stream, entry.id), entry.seq)
        for (stream, id), uses in self._again.items():
            for place, seq in uses:
                if (before := first[stream, id]) != seq:
                    self._faults.add(place, seq, f"its command {id} was given before to {stream}, in entry {before}")
