"""A syndicate at the terminals: what is done about it reaches each of its members in the whole house."""

from pathlib import Path
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table import conduct, people
from tests.stories.evening import Evening, happened, refused

SYNDICATE: dict[str, Any] = {
    "offence": "syndicate", "person": "ann", "who": "player", "what": "they keep others from the jackpot",
}  # fmt: skip


@pytest.mark.clause("aruze-sicbo", "8.10", "8.7.2", '1.1 "syndicated play"')
def test_every_member_is_out_of_the_game_at_every_table_of_it_also_after_a_restart(tmp_path: Path) -> None:
    with Evening(tmp_path, one="aruze-sicbo", two="aruze-sicbo") as evening:
        evening.register("ann", "bob", "cas", "dee")
        for seat, who in enumerate(("ann", "bob", "cas", "dee"), start=1):
            evening.sit(who, "one", seat=seat, money=5_000)
        alone = evening.staff("one", conduct.RecordContravention, **SYNDICATE)
        assert (refused(alone).why, refused(alone).clause) == (Why.NOT_ELIGIBLE, '1.1 "syndicated play"')
        recorded = happened(evening.staff("one", conduct.RecordContravention, **SYNDICATE, members=("bob", "cas")))
        (breach,) = (it.breach.id for it in recorded if isinstance(it, conduct.ContraventionRecorded))
        happened(evening.staff("one", conduct.ExcludePerson, breach=breach, reason="a syndicate"))
        assert set(evening.house.exclusions) == {"ann", "bob", "cas"}
        evening.restart(crash=True)
        for who in ("ann", "bob", "cas"):
            assert refused(evening.player(who, "two", people.TakeSeat, seat=5)).why is Why.EXCLUDED
        happened(evening.player("dee", "two", people.TakeSeat, seat=5))
