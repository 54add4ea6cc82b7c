"""The file of a table: every amount in it is written in dollars."""

import pytest

from dicehouse.table.config import Limits, Sign, read

FILE = """
chip = "2.50"
streak_price = "5.00"
shooting_value = "7.50"
confirm_chips_above = "4000.00"

[sign]
player = "900.00"
area = "800.00"

[sign.every]
minimum = "5.00"
maximum = "200.00"
unit = "2.50"

[sign.wagers.small]
minimum = "10.00"
maximum = "500.00"
"""


@pytest.mark.clause("star-sicbo-2024", "4.1", "6.7")
def test_a_sign_limits_player_area_and_wager_and_prices_a_streak_all_in_dollars() -> None:
    config = read(FILE)
    every, small = Limits(500, 20_000, 250), Limits(1_000, 50_000)
    assert config.sign == Sign(every, {"small": small}, player=90_000, area=80_000)
    assert (config.chip, config.streak_price) == (250, 500)
    assert (config.shooting_value, config.confirm_chips_above) == (750, 400_000)
