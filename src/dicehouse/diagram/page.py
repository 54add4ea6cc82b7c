"""The sheet a drawing stands on: heading, colours, and the whole automaton in sentences."""

import re
from collections.abc import Mapping
from textwrap import wrap
from typing import Final

from dicehouse.diagram.moves import Move, moves
from dicehouse.diagram.pen import GAP, LARGE, MARGIN, NAME, NARROWEST, SMALL, TEXT, TITLE, Pen, xml
from dicehouse.diagram.words import NUMBERS, called, either
from dicehouse.wager import Decision, Go, Wager

FONT: Final = "-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif"
LIGHT: Final = {
    "paper": "#fffdf8", "hair": "#d9dedc", "raised": "#f1f4f3", "edge": "#5d7378", "ink": "#16211f", "soft": "#4a5b5d",
    "win": "#d9f2e3", "win-ink": "#0d5230", "lose": "#fde4df", "lose-ink": "#8a2113", "push": "#fdecc8",
    "push-ink": "#6b4300", "to": "#dcedfb", "to-ink": "#174a73",
}  # fmt: skip
DARK: Final = {
    "paper": "#11181a", "hair": "#2b393d", "raised": "#192225", "edge": "#93a6a7", "ink": "#f5f2e9", "soft": "#bccac9",
    "win": "#143526", "win-ink": "#82e6b0", "lose": "#3d1f1b", "lose-ink": "#ff9d8e", "push": "#3a2c12",
    "push-ink": "#ffc468", "to": "#17303f", "to-ink": "#93cfff",
}  # fmt: skip


def _style() -> str:
    rules = [
        f".dh-svg text{{font-family:{FONT};font-variant-numeric:tabular-nums}}",
        *(f".dh-svg .dh-{size}{{font-size:{size}px}}" for size in sorted({TITLE, LARGE, NAME, TEXT, SMALL})),
        ".dh-svg .dh-line{fill:none;stroke-width:1.5}.dh-svg .dh-to{stroke-dasharray:4 3}",
        ".dh-svg .dh-name,.dh-svg [class*='-text']{font-weight:600}",
        _colours(LIGHT),
        f"@media screen and (prefers-color-scheme:dark){{{_colours(DARK)}}}",
    ]
    return "".join(rules)


def _colours(palette: Mapping[str, str]) -> str:
    rules = [
        f".dh-svg .dh-paper{{fill:{palette['paper']}}}",
        f".dh-svg .dh-box{{fill:{palette['raised']};stroke:{palette['edge']}}}",
        f".dh-svg .dh-line{{stroke:{palette['edge']}}}.dh-svg .dh-head{{fill:{palette['edge']}}}",
        f".dh-svg .dh-ink,.dh-svg .dh-name{{fill:{palette['ink']}}}.dh-svg .dh-soft{{fill:{palette['soft']}}}",
    ]
    for kind in ("win", "lose", "push", "to"):
        fill, ink = palette[kind], palette[f"{kind}-ink"]
        rules.append(f".dh-svg .dh-{kind}{{fill:{fill};stroke:{ink}}}.dh-svg .dh-{kind}-text{{fill:{ink}}}")
    return "".join(rules)


def page(wager: Wager, pen: Pen, height: int) -> str:
    """The drawing under its heading, with words for those who do not see it."""
    wide = max(pen.right + MARGIN, NARROWEST)
    heading = Pen()
    y = MARGIN
    for text, look, size, line in ((wager.name, "name", TITLE, 26), (_about(wager), "soft", TEXT, 20)):
        for part in wrap(text, (wide - 2 * MARGIN) * 100 // (52 * size)):
            y += line
            heading.text(MARGIN, y - 10, part, look, size)
    high = y + GAP + height + MARGIN
    name = xml(re.sub(r"[^A-Za-z0-9_-]", "-", wager.id))
    extent = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    words = f'role="img" aria-labelledby="{name}-title {name}-desc"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dh-svg" {extent} {words}>',
        f'<title id="{name}-title">{xml(wager.name)}</title>',
        f'<desc id="{name}-desc">{xml(described(wager))}</desc>',
        f"<style>{_style()}</style>",
        f'<rect class="dh-paper" width="{wide}" height="{high}" rx="12"/>',
        *heading.shapes,
        f'<g transform="translate(0 {y + GAP})">',
        *pen.shapes,
        "</g>",
        "</svg>",
        "",
    ])  # fmt: skip


def _about(wager: Wager) -> str:
    dice = f"{NUMBERS[wager.dice.count].capitalize()} {'die' if wager.dice.count == 1 else 'dice'}"
    placed = f" It is placed {wager.when}." if wager.when else ""
    behind = f" It starts where the wager in front of it stands ({wager.behind})." if wager.behind else ""
    return f"{dice}; clause {wager.clause}.{placed}{behind}"


def described(wager: Wager) -> str:
    """The whole automaton in sentences."""
    rules = wager.rules
    told = [f"The wager starts in {either(called(it) for it in rules.starts)}."]
    for state in rules.states:
        found, stays = moves(rules, state)
        says = [f"{_effect(it)} on {it}" for it in (*found, stays) if it]
        told.append(f"{called(state)}: {'; '.join(says)}.")
    return " ".join(told)


def _effect(move: Move) -> str:
    match move.effect:
        case Decision(label=label):
            return label
        case Go(state=state):
            return f"to {called(state)}"
        case _:
            return "stays"
