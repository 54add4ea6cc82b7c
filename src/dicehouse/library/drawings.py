"""A drawing that a notebook shows as it is, and that is an SVG to save anywhere else."""

from pathlib import Path


class Drawing:
    """An SVG; the last line of a cell shows it."""

    def __init__(self, title: str, svg: str) -> None:
        self.title = title
        self.svg = svg

    def save(self, path: str | Path) -> Path:
        """Write it to a file, and say where."""
        file = Path(path)
        file.write_text(self.svg, encoding="utf-8")
        return file

    def __repr__(self) -> str:
        return f"<Drawing {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg
