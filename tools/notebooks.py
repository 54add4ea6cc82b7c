"""The notebooks in `examples`, run without a kernel: each cell in turn, with what its last line shows.

`python -m tools.notebooks` writes what they show into them; a test holds them to it. A chart is made and not kept: it
would be the text of the library that draws it. What a cell prints or shows is plain text, HTML or SVG.
"""

import ast
import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

EXAMPLES: Final = Path(__file__).parents[1] / "examples"
SHOWN: Final = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def notebooks() -> list[Path]:
    return sorted(EXAMPLES.glob("*.ipynb"))


def run(notebook: dict[str, Any], name: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Every cell of code, and what it shows; whatever goes wrong in one is raised."""
    known: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    with TemporaryDirectory() as folder, chdir(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                number += 1
                yield cell, list(_outputs("".join(cell["source"]), known, f"{name}, cell {number}", number))


def _outputs(source: str, known: dict[str, Any], place: str, number: int) -> Iterator[dict[str, Any]]:
    tree = ast.parse(source, place)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, place, "exec"), known)  # the notebooks are ours
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), place, "eval"), known)
    if said := printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": _lines(said)}
    if value is not None and not hasattr(value, "to_dict"):
        shown = {kind: _lines(getattr(value, way)()) for kind, way in SHOWN.items() if hasattr(value, way)}
        shown["text/plain"] = _lines(repr(value))
        yield {"data": shown, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def written(file: Path) -> str:
    """The notebook with what it shows when it is run now."""
    notebook: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    for number, (cell, outputs) in enumerate(run(notebook, file.name), 1):
        cell["outputs"], cell["execution_count"] = outputs, number
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    os.environ.setdefault("PYTHONHASHSEED", "0")
    for file in notebooks():
        file.write_text(written(file), encoding="utf-8")
        print(file.relative_to(EXAMPLES.parent), file=sys.stdout)


if __name__ == "__main__":
    main()
