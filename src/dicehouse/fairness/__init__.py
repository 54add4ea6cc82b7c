"""Whether dice fall as fair dice do: tests on any record of results, and how much such a record can show.

It needs a record and nothing else: no table, no rulebook, no library beyond the standard one.
"""

from dicehouse.fairness.judging import Group, Judged, judged
from dicehouse.fairness.power import least_bias, rolls_to_see
from dicehouse.fairness.rolls import BadLine, Record, Rolled, read

__all__ = ["BadLine", "Group", "Judged", "Record", "Rolled", "judged", "least_bias", "read", "rolls_to_see"]
