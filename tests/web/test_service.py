"""The service in the docs: its commands run as they stand there, but for where things lie."""

import configparser
import shlex
import signal
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "watch.md"
DICEHOUSE = Path(sys.executable).with_name("dicehouse")


def test_the_unit_checks_a_house_serves_it_and_stops_in_good_order(tmp_path: Path) -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]  # systemd tells capitals apart
    unit.read_string(PAGE.read_text().partition('```ini title="dicehouse.service"\n')[2].partition("```")[0])
    house = tmp_path / "my-house"
    said = [str(DICEHOUSE), "init", str(house), "--table", "star-craps", "--admin", "Alex", "--password-stdin"]
    subprocess.run(said, check=True, input="seven rivers meet at dusk", text=True, capture_output=True)

    def words(key: str) -> list[str]:
        line = unit["Service"][key].replace("/opt/dicehouse/.venv/bin/dicehouse", str(DICEHOUSE))
        return shlex.split(line.replace("/srv/my-house", str(house)))

    checked = subprocess.run(words("ExecStartPre"), check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    with subprocess.Popen(
        [*words("ExecStart"), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as serving:
        assert serving.stdout is not None
        try:
            assert serving.stdout.readline() == "my-house: 1 tables at https://house.example (Ctrl+C stops it)\n"
        finally:
            serving.send_signal(signal.SIGTERM)
        assert serving.stdout.read() == "Stopped; the next start goes on from here.\n"
    assert serving.returncode == 0
    assert unit["Service"]["ReadWritePaths"] == "/srv/my-house"
