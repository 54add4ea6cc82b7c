"""`dicehouse draw`: a wager's drawing, to a file or to standard output."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from dicehouse.diagram import diagram
from dicehouse.rulebooks import load
from tests.commands import dicehouse
from tests.houses import HOUSE, write


def test_a_drawing_goes_to_standard_output() -> None:
    said = dicehouse("draw", "star-craps", "win-line")
    assert (said.status, said.err) == (0, "")
    assert said.out == diagram(load("star-craps").wagers["win-line"])
    assert ElementTree.fromstring(said.out).get("role") == "img"


def test_a_drawing_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "streak.svg"
    said = dicehouse("draw", "star-sicbo-2024", "streak-small-big", "-o", str(file))
    assert (said.status, said.out, said.err) == (0, "", "")
    assert file.read_text(encoding="utf-8") == diagram(load("star-sicbo-2024").wagers["streak-small-big"])


def test_a_drawing_follows_the_readings() -> None:
    said = dicehouse("draw", "star-craps", "hard-8", "--reading", "hardways=either_before")
    assert "<title>After easy</title>" in said.out
    assert "<title>After easy</title>" not in dicehouse("draw", "star-craps", "hard-8").out


def test_a_wager_of_an_operators_own_rulebook_is_drawn(tmp_path: Path) -> None:
    file = write(tmp_path, HOUSE.replace('"Small"', '"Small 小 & <co>"'))
    said = dicehouse("draw", str(file), "small")
    assert ElementTree.fromstring(said.out)[0].text == "Small 小 & <co>"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ("star-craps", "winline"),
            "star-craps has no wager 'winline'; did you mean win-line? (`dicehouse odds star-craps` lists them)",
        ),
        (("star-craps", "behind-come-6"), "star-craps has no wager 'behind-come-6'; did you mean behind-come?"),
        (("star-craps", "!"), "star-craps has no wager '!' (`dicehouse odds star-craps` lists them)"),
        (("star-craps",), "Missing argument 'WAGER'."),
        (
            ("star-crap", "horn"),
            "star-crap: there is no such rulebook; did you mean star-craps?",
        ),
        (("star-craps", "horn", "--reading", "horn=whole"), "--reading: horn: 'whole' is not one of"),
        (("star-craps", "horn", "-o", "no/such/horn.svg"), "no/such/horn.svg: No such file or directory"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in dicehouse("draw", *arguments).mistake


def test_the_help_has_examples_that_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = [it.split() for it in dicehouse("draw", "-h").out.splitlines() if it.startswith("    dicehouse draw")]
    assert len(examples) == 3
    for _, *arguments in examples[:2]:
        assert dicehouse(*arguments).status == 0
        assert (tmp_path / arguments[-1]).read_text(encoding="utf-8").startswith("<svg ")
