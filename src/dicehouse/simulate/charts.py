"""Charts of a run as SVG, drawn by Vega-Lite."""

import json
from collections import Counter
from typing import Any, Final

from dicehouse.simulate.figures import Line
from dicehouse.simulate.sessions import bars

INK: Final = "#16211f"
FELT: Final = "#1f6f54"
WARN: Final = "#8a2113"


def agreement(lines: list[Line]) -> str:
    """Each return with its interval, as what it lies above or below the exact value, in percent of outlay."""
    rows = [
        {
            "wager": it.id,
            "off": 100 * float(it.returns - it.exact),
            "low": 100 * (float(it.returns - it.exact) - it.margin),
            "high": 100 * (float(it.returns - it.exact) + it.margin),
            "verdict": "agrees" if it.agrees else "differs",
        }
        for it in lines
        if it.margin is not None
    ]
    scale = {"domain": ["agrees", "differs"], "range": [FELT, WARN]}
    wager = {"field": "wager", "type": "nominal", "sort": None, "title": None}
    colour = {"field": "verdict", "type": "nominal", "scale": scale, "legend": None}
    shown = {"type": "quantitative", "title": "simulated less exact return, percent of outlay"}
    interval = {"x": {"field": "low", **shown}, "x2": {"field": "high"}, "y": wager, "color": colour}
    point = {"x": {"field": "off", **shown}, "y": wager, "color": colour}
    return svg(
        {
            "data": {"values": rows},
            "width": 560,
            "height": {"step": 15},
            "layer": [
                {"mark": {"type": "rule", "color": INK}, "encoding": {"x": {"datum": 0}}},
                {"mark": {"type": "rule", "strokeWidth": 2}, "encoding": interval},
                {"mark": {"type": "point", "filled": True, "size": 40}, "encoding": point},
            ],
        }
    )


def distribution(counter: Counter[int], title: str, unit: int = 1) -> str:
    """How many sessions ended where."""
    rows = [{"low": low / unit, "high": high / unit, "sessions": n} for low, high, n in bars(counter)]
    x = {"field": "low", "type": "quantitative", "title": title, "bin": {"binned": True}}
    y = {"field": "sessions", "type": "quantitative", "title": "sessions"}
    encoding = {"x": x, "x2": {"field": "high"}, "y": y}
    mark = {"type": "bar", "color": FELT}
    return svg({"data": {"values": rows}, "width": 560, "height": 220, "mark": mark, "encoding": encoding})


def svg(drawn: dict[str, Any]) -> str:
    try:
        import vl_convert
    except ImportError:
        raise ValueError("a report needs the report extra: pip install 'dicehouse[report]'") from None
    drawn |= {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "background": "white"}
    return str(vl_convert.vegalite_to_svg(json.dumps(drawn)))
