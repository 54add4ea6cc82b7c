"""The approved documents that an operator lays beside the rulebooks: files that are handed out to whoever asks.

Our own description of the rules is no copy of them. Where the house's file names the document of a rulebook, the rules
page hands out that file as it lies there; only files named so are ever read.
"""

from pathlib import Path
from typing import Final, NamedTuple

from dicehouse.table.config import ConfigError

KINDS: Final = {
    ".pdf": "application/pdf",
    ".txt": "text/plain; charset=utf-8",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".odt": "application/vnd.oasis.opendocument.text",
}
"""What a document may be, by the end of its name. No page of HTML, which would speak as a page of the house."""


class Copy(NamedTuple):
    """A document to hand out."""

    file: Path
    kind: str

    @property
    def ending(self) -> str:
        """How its name ends: ".pdf", and the like."""
        return self.file.suffix.lower()


def copy_of(documents: dict[str, str], rulebook: str) -> Copy | None:
    """The document of a rulebook, where the house has laid one beside it and it still lies there."""
    file = Path(documents.get(rulebook, ""))
    return Copy(file, KINDS[file.suffix.lower()]) if rulebook in documents and file.is_file() else None


def check_documents(documents: dict[str, str], rulebooks: set[str]) -> None:
    """A ConfigError for a document of no table, or of a kind that is not handed out, or that is not there."""
    for rulebook, file in documents.items():
        if rulebook not in rulebooks:
            raise ConfigError(f"documents.{rulebook}: no table goes by this rulebook; name one of {_all(rulebooks)}")
        if Path(file).suffix.lower() not in KINDS:
            raise ConfigError(f"documents.{rulebook}: {file} is none of {_all(KINDS)}; lay one of those there")
        if not Path(file).is_file():
            raise ConfigError(f"documents.{rulebook}: there is no file {file}; name one")


def _all(words: "set[str] | dict[str, str]") -> str:
    return ", ".join(sorted(words))
