"""The wagers and results of an export go into the audit as they are, and it bears out every one of them."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pyarrow.parquet as pq
import pytest

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.run import Audited, audit
from dicehouse.money import DOLLAR
from dicehouse.reports.export import export
from dicehouse.reports.sources import opened
from dicehouse.rulebooks import load
from tests.croupier import Croupier
from tests.reports.evening import kept
from tests.stickperson import Stickperson


def craps(random: Random) -> Croupier:
    """A shooter who keeps a Win Line wager and makes many others, some of which stand for many rolls."""
    table = Stickperson(name="pit 3").seats(ann=1, rack=10_000_000)
    for number in range(25):
        if not table.table.hand.shooter:
            table.shoots("ann", id=f"shoots {number}")
        elif "win-line" not in table.table.seats[1].on:
            table.bets("ann", "win-line", 1_000)
        for wager in ("come", "place-win-6", "field", "hard-8", "any-seven", "dont-come", "buy-4"):
            table.bets("ann", wager, random.choice([1_000, 1_200, 2_500]))
        table.rolls(random.randint(1, 6), random.randint(1, 6))
    return table


def sicbo(random: Random) -> Croupier:
    table = Croupier(name="table 7").opens().seats(ann=1, rack=10_000_000)
    for _ in range(25):
        table.invites()
        for wager in ("small", "odd", "triple-3", "pair-1-2", "single-4", "streak-small-big", "streak-odd-even"):
            table.bets("ann", wager, 1_000)
        table.settles(*(random.randint(1, 6) for _ in range(3)))
    return table


def audited(folder: Path, rulebook: str) -> Audited:
    files = (str(folder / f"{table}-{rulebook}.parquet") for table in ("wagers", "results"))
    return audit(Compiled(load(rulebook), DOLLAR), *files)


@pytest.mark.parametrize("plays, rulebook", [(craps, "star-craps"), (sicbo, "star-sicbo-2024")])
def test_an_audit_of_an_export_finds_nothing_until_a_payment_is_changed(
    plays: Callable[[Random], Croupier], rulebook: str, tmp_path: Path
) -> None:
    table = plays(Random(rulebook))
    with opened(str(kept(table.events, table.table.config.name, tmp_path / "house.db"))) as journal:
        export(journal, tmp_path / "out", parquet=True)
    found = audited(tmp_path / "out", rulebook)
    assert found.findings == ()
    assert found.rounds == 25
    assert found.rows > 100
    file = tmp_path / "out" / f"wagers-{rulebook}.parquet"
    rows = pq.read_table(file)
    paid = rows.column("returned").to_pylist()
    place = next(it for it, amount in enumerate(paid) if amount)
    paid[place] += 100
    changed = rows.set_column(rows.schema.get_field_index("returned"), "returned", [paid])
    pq.write_table(changed, file)
    (finding,) = audited(tmp_path / "out", rulebook).findings
    assert finding.amount == 100
