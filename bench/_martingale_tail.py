"""The tail of a Martingale: how often the longest run of losing rounds of a session reaches so many, as a picture.

Played on the GPUs of this machine, beside the chance worked out with no dice: the chances of every position, bankroll
and length of the run are carried from round to round. `python -m bench._martingale_tail` draws
docs/pictures/martingale-tail.svg.
"""

from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np

from dicehouse.rulebooks import load
from dicehouse.simulate.charts import FELT, INK, svg
from dicehouse.simulate.engine import rules_of
from dicehouse.simulate.gpu.device import devices
from dicehouse.simulate.gpu.engine import Gpu
from dicehouse.simulate.positions import Plan, plan
from dicehouse.simulate.strategy import load_strategy

SESSIONS: Final = {7: 805_281_067_008, 8: 194_718_932_992}
"""By seed: a million million, in as many as one H200 plays in eight minutes and the others."""
PICTURE: Final = Path(__file__).parents[1] / "docs" / "pictures" / "martingale-tail.svg"


def chance_of_run(made: Plan, length: int) -> float:
    """That a session has so many losing rounds in a row; of a plan whose wagers are all decided by one roll."""
    tables, rules = made.tables, rules_of(made.strategy.session)
    weights = np.bincount(tables.classes) / len(tables.classes)
    unit = int(np.gcd.reduce(tables.gains))
    most = (rules.goal + int(tables.gains.max())) // unit
    chances = np.zeros((len(made.positions), length, most + 1))
    chances[0, 0, rules.bankroll // unit] = 1
    worth = unit * np.arange(most + 1)
    found = 0.0
    for _ in range(rules.rounds):
        after = np.zeros_like(chances)
        for position, placed in enumerate(tables.staked):
            playing = chances[position] * ((worth >= placed) & (worth < rules.goal))
            for kind, weight in enumerate(weights):
                cell = position << int(tables.shift) | kind
                gain = int(tables.gains[cell]) // unit
                moved = weight * np.roll(playing, gain, axis=1)
                if gain > 0:
                    after[tables.moves[cell], 0] += moved.sum(axis=0)
                else:
                    after[tables.moves[cell], 1:] += moved[:-1]
                    found += float(moved[-1].sum())
        chances = after
    return found


def picture(made: Plan, losses: Counter[int]) -> str:
    sessions, seen = sum(losses.values()), 0
    played = []
    for length in sorted(losses, reverse=True):
        seen += losses[length]
        played.append({"run": length, "share": seen / sessions})
    exact = [{"run": it, "share": chance_of_run(made, it)} for it in range(min(losses), max(losses) + 1)]
    x = {"field": "run", "type": "quantitative", "title": "losing rounds in a row, or more"}
    y = {"field": "share", "type": "quantitative", "title": "part of the sessions", "axis": {"format": "e"}}
    y["scale"] = {"type": "log"}
    encoding = {"x": x, "y": y}
    line = {"data": {"values": exact}, "mark": {"type": "line", "color": INK}, "encoding": encoding}
    points = {"data": {"values": played}, "mark": {"type": "point", "color": FELT, "filled": True}}
    title = f"{made.strategy.name}: {sessions:,} sessions played (points), and worked out (line)"
    return svg({"title": title, "width": 620, "height": 320, "layer": [line, {**points, "encoding": encoding}]})


def martingale() -> Plan:
    book = load("star-sicbo-2024")
    return plan(book, load_strategy("martingale-small", book))


if __name__ == "__main__":
    made, gpu, losses = martingale(), Gpu(devices()), Counter[int]()
    for seed, sessions in SESSIONS.items():
        losses.update(gpu.play(made, seed, sessions=sessions).tally.spread["losses"])
    PICTURE.write_text(picture(made, losses), encoding="utf-8")
