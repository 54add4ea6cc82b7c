"""A house of one's own: `dicehouse init`, `staff` and `doctor`, and what `serve` says before it opens."""

import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicehouse.cli.app import app
from dicehouse.floor.plan import read as read_plan
from dicehouse.floor.secret_key import make, of_file
from dicehouse.floor.stores import held
from dicehouse.floor.vault import Vault
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.web.identities import Staff, has_password
from dicehouse.web.identities import read as read_people

PASSWORD = "seven rivers meet at dusk"
OTHER = "four green bottles fell"


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DICEHOUSE_SECRET_KEY", "DICEHOUSE_PASSPHRASE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    assert made(folder).exit_code == 0
    return folder


def dicehouse(*words: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(it) for it in words], input=typed)


def made(folder: Path, *words: object) -> Result:
    return dicehouse("init", folder, "--admin", "Alex", "--password-stdin", *words, typed=f"{PASSWORD}\n")


def staff(house: Path) -> Sequence[Staff]:
    return read_people((house / "house.toml").read_text()).staff


def text(house: Path) -> str:
    return (house / "house.toml").read_text()


# --- init


def test_a_new_house_has_tables_an_operator_and_a_secret_key_that_nobody_else_reads(house: Path) -> None:
    plan = read_plan(text(house), house)
    assert [(it.name, it.rulebook, it.dealer) for it in plan.tables] == [
        ("Sic Bo 1", "star-sicbo-2024", "staff"),
        ("Craps 1", "star-craps", "staff"),
    ]
    (alex,) = staff(house)
    assert (alex.name, alex.roles, has_password(alex, PASSWORD)) == ("Alex", ("casino-operator",), True)
    assert {it.name for it in house.iterdir()} == {"house.toml", "house.secret"}
    assert {stat.S_IMODE(it.stat().st_mode) for it in house.iterdir()} == {0o600}
    assert plan.secrets is not None
    assert of_file(Path(plan.secrets.key)).told == str(house / "house.secret")


def test_tables_are_named_one_by_one_and_the_program_deals_where_it_is_asked_to(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "Our Sic Bo"\nbased_on = "star-sicbo-2024"\n')
    said = made(tmp_path / "h", "--table", "crown-sicbo-a", "--table", own, "--practice", "--name", 'The "Star"')
    assert said.exit_code == 0, said.output
    plan = read_plan(text(tmp_path / "h"), tmp_path / "h")
    assert plan.name == 'The "Star"'
    assert [(it.name, it.rulebook, it.dealer) for it in plan.tables] == [
        ("Sic Bo 1", "crown-sicbo-a", "practice"),
        ("Sic Bo 2", str(own), "practice"),
    ]
    (alex,) = staff(tmp_path / "h")
    assert alex.roles == ("casino-operator", "tg-assistant-casino-manager")


@pytest.mark.parametrize(
    "words, message",
    [
        (("--time-zone", "Mars/Olympus"), "time_zone: there is no such zone"),
        (("--table", "star-crabs"), "star-crabs: there is no such rulebook"),
        (("--admin", "Al\u200bex"), "has signs in it that are not seen"),
    ],
)
def test_a_mistake_in_what_is_asked_for_leaves_nothing_behind(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    said = made(tmp_path / "h", *words)
    assert said.exit_code != 0
    assert message in (said.output or str(said.exception)) + str(said.exception)
    assert not (tmp_path / "h").exists()


def test_a_weak_password_makes_no_house(tmp_path: Path) -> None:
    said = dicehouse("init", tmp_path / "h", "--admin", "Alex", "--password-stdin", typed="short\n")
    assert (said.exit_code, "it has 5 characters and needs 12" in said.output) == (1, True)
    assert not (tmp_path / "h").exists()


def test_a_house_that_is_there_is_never_written_over(house: Path) -> None:
    before = text(house)
    said = made(house)
    assert (said.exit_code, "there is a house already; name a new folder" in said.output) == (1, True)
    assert text(house) == before
    (house / "house.toml").unlink()
    assert "house.secret: there is a house already" in made(house).output


def test_the_first_operator_is_asked_for(tmp_path: Path) -> None:
    said = dicehouse("init", tmp_path / "h", typed=f"Billie\n{PASSWORD}\n{PASSWORD}\n")
    assert said.exit_code == 0, said.output
    assert [it.name for it in staff(tmp_path / "h")] == ["Billie"]
    lonely = dicehouse("init", tmp_path / "i", "--password-stdin", typed=f"{PASSWORD}\n")
    assert (lonely.exit_code, "--password-stdin goes with --admin NAME" in lonely.output) == (2, True)


# --- staff


def added(house: Path, name: str = "Dora", *roles: str, password: str = OTHER) -> Result:
    ranks = [word for role in roles or ("dealer",) for word in ("--role", role)]
    return dicehouse("staff", "add", house, name, *ranks, "--password-stdin", typed=f"{password}\n")


def test_somebody_is_added_disabled_enabled_and_given_a_password(house: Path) -> None:
    before = text(house)
    assert added(house, "Dora", "dealer", "casino-supervisor").output == "Dora: added as dealer, casino-supervisor\n"
    _, dora = staff(house)
    assert (dora.roles, has_password(dora, OTHER)) == (("dealer", "casino-supervisor"), True)
    with_dora = text(house)
    assert with_dora.startswith(before.rstrip())
    assert dicehouse("staff", "disable", house, "Dora").exit_code == 0
    assert [it.disabled for it in staff(house)] == [False, True]
    assert dicehouse("staff", "list", house).output == (
        "Alex  casino-operator            password\nDora  dealer, casino-supervisor  disabled\n"
    )
    assert dicehouse("staff", "enable", house, "Dora").exit_code == 0
    assert text(house) == with_dora
    assert dicehouse("staff", "password", house, "Dora", "--password-stdin", typed=f"{PASSWORD}\n").exit_code == 0
    assert has_password(staff(house)[1], PASSWORD)
    assert has_password(staff(house)[0], PASSWORD)
    assert stat.S_IMODE((house / "house.toml").stat().st_mode) == 0o600


def test_whoever_is_disabled_is_nobody_to_the_house(house: Path) -> None:
    from dicehouse.cli import house_files

    added(house)
    dicehouse("staff", "disable", house, "Dora")
    roster = house_files.read(house).roster
    assert [it.name for it in roster.identities.staff] == ["Alex"]
    assert [it.name for it in roster.everyone] == ["Alex", "Dora"]


@pytest.mark.parametrize(
    "words, message",
    [
        (("add", "Alex", "--role", "dealer", "--password-stdin"), "'Alex' is there already"),
        (("add", "Bo", "--role", "deeler", "--password-stdin"), "Bo is 'deeler', and the house knows no such role"),
        (("add", "ALEX", "--role", "dealer", "--password-stdin"), "'ALEX' looks like 'Alex'"),
        (("disable", "Bo"), "there is no 'Bo'; there are Alex"),
        (("enable", "Alex"), "'Alex' is not disabled"),
        (("password", "Bo", "--password-stdin"), "there is no 'Bo'; there are Alex"),
    ],
)
def test_a_change_that_cannot_be_made_changes_nothing(words: tuple[str, ...], message: str, house: Path) -> None:
    before = text(house)
    said = dicehouse("staff", words[0], house, *words[1:], typed=f"{OTHER}\n")
    assert said.exit_code == 1
    assert message in said.output
    assert text(house) == before


def test_nobody_is_disabled_twice(house: Path) -> None:
    dicehouse("staff", "disable", house, "Alex")
    again = dicehouse("staff", "disable", house, "Alex")
    assert (again.exit_code, "'Alex' is disabled already" in again.output) == (1, True)


def test_people_who_are_not_written_in_sections_are_changed_by_hand(house: Path) -> None:
    head, _, rest = text(house).partition("[[staff]]")
    alex = rest.partition("\n\n")[0].replace("\n", ", ").removeprefix(", ")
    (house / "house.toml").write_text(f"staff = [{{ {alex} }}]\n{head}")
    for words in (("disable", "Alex"), ("password", "Alex", "--password-stdin")):
        said = dicehouse("staff", words[0], house, *words[1:], typed=f"{OTHER}\n")
        assert (said.exit_code, "change it by hand" in said.output) == (1, True), said.output


def test_who_has_to_register_a_passkey_is_told(house: Path) -> None:
    (house / "house.toml").write_text(f'second_factor = ["casino-operator"]\n{text(house)}')
    assert dicehouse("staff", "list", house).output == "Alex  casino-operator  password; has to register a passkey\n"
    assert "look  passkeys: Alex must register one" in dicehouse("doctor", house).output


def test_a_house_without_staff_says_how_to_let_somebody_in(house: Path) -> None:
    (house / "house.toml").write_text(text(house).partition("[[staff]]")[0])
    assert dicehouse("staff", "list", house).output == "nobody yet; 'dicehouse staff add' lets somebody in\n"


# --- doctor


def test_a_new_house_can_open(house: Path) -> None:
    said = dicehouse("doctor", house)
    assert said.exit_code == 0
    assert "good  Craps 1: star-craps, 8 seats, dealt by staff" in said.output
    assert "mend" not in said.output
    assert said.output.endswith("The house can open; look at the lines above first.\n")


def test_a_house_with_nothing_to_look_at_can_simply_open(house: Path) -> None:
    elsewhere = Path("/dev/shm")
    if not elsewhere.is_dir() or elsewhere.stat().st_dev == house.stat().st_dev:
        elsewhere = Path("/proc")  # a folder on another disk, where nothing is written
    (house / "house.toml").write_text(text(house).replace("anchor.txt", str(elsewhere / "anchor.txt")))
    (house / "house.toml").chmod(0o600)
    (house / "house.breached.txt").write_text("")
    said = dicehouse("doctor", house)
    assert (said.exit_code, said.output.endswith("The house can open.\n")) == (0, True), said.output


@pytest.mark.parametrize(
    "old, new, line",
    [
        ('"house.secret"', '"lost.secret"', "mend  secret key: "),
        ('"anchor.txt"', '"gone/anchor.txt"', "mend  seal: "),
        ('anchor = "anchor.txt"', "", "look  seal: no copy of the signatures is kept"),
        (
            "[seal]",
            "[policy.play]\nterminal_hours = 3\n[tls]\nauthority='a'\ncertificate='b'\n",
            "look  seal: the journal",
        ),
        ('roles = ["casino-operator"]', 'roles = ["dealer"]', "look  staff: nobody is casino-operator"),
        ("seats = 8", 'seats = 8\nlayout = "Z"', "look  Sic Bo 1: it does not open as it is: "),
    ],
)
def test_what_is_wrong_is_named_with_what_to_do(old: str, new: str, line: str, house: Path) -> None:
    wrong = text(house).replace(old, new, 1)
    if "[tls]" in new:
        wrong = wrong.replace("anchor = ", "# anchor = ").replace("minutes = 10", "").replace('"house.key"', '"k"')
    (house / "house.toml").write_text(wrong)
    said = dicehouse("doctor", house)
    assert line in said.output, said.output
    assert said.exit_code == (1 if "mend  " in line else 0), said.output


def test_wagers_that_return_too_much_are_named_before_the_table_opens(tmp_path: Path) -> None:
    made(tmp_path / "h", "--table", "crown-sicbo-b")
    assert (
        "crown-sicbo-b opens when somebody acknowledges by name: colour-red"
        in dicehouse("doctor", tmp_path / "h").output
    )


def test_a_house_without_tables_or_staff_does_not_open(house: Path) -> None:
    (house / "house.toml").write_text('name = "Empty"\n[secrets]\nkey = "house.secret"\n')
    said = dicehouse("doctor", house)
    assert said.exit_code == 1
    assert "mend  tables: there are none; add a section [[tables]]" in said.output
    assert "mend  staff: nobody may sign in; type: dicehouse staff add" in said.output


def test_files_that_others_can_read_are_told(house: Path) -> None:
    (house / "house.toml").chmod(0o644)
    make(house / "house.key")
    (house / "house.key").chmod(0o640)
    (house / "house.db").touch(mode=0o644)
    said = dicehouse("doctor", house).output
    assert "mend  passwords: " in said
    assert "mend  seal: " in said
    assert "mend  journal: " in said
    assert said.count("chmod 600") == 4


def test_a_key_that_does_not_open_the_journal_is_told(house: Path) -> None:
    store = SqliteStore(house / "house.db")
    Vault(store, of_file(house / "house.secret")).put("a", b"one")
    store.close()
    assert "house.secret opens what is kept in" in dicehouse("doctor", house).output
    make(house / "new.secret")
    said = dicehouse("doctor", house, "--secret-key", house / "new.secret")
    assert (said.exit_code, "mend  secret key: " in said.output) == (1, True)


def test_a_journal_that_is_being_served_is_not_disturbed(house: Path) -> None:
    served = held(house / "house.db")
    try:
        said = dicehouse("doctor", house)
    finally:
        served.close()
    assert "is being served, so it is not tried" in said.output


def test_a_journal_in_a_folder_that_is_not_there_is_told(house: Path) -> None:
    said = dicehouse("doctor", house, "--journal", house / "none" / "house.db")
    assert (said.exit_code, "there is no such folder; make it" in said.output) == (1, True)


def test_a_full_disk_is_told(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehouse.cli.doctor.ROOM", 10**18)
    assert "look  disk: " in dicehouse("doctor", house).output


# --- serve


def test_a_house_without_tables_is_not_served(house: Path) -> None:
    (house / "house.toml").write_text('name = "Empty"\n')
    said = dicehouse("serve", "--house", house, "--no-open")
    assert (said.exit_code, "the house has no tables; add a section [[tables]]" in said.output) == (1, True)


def test_a_folder_without_a_house_says_how_one_is_made(tmp_path: Path) -> None:
    said = dicehouse("serve", "--house", tmp_path, "--no-open")
    assert (said.exit_code, "there is no house.toml in this folder; 'dicehouse init" in said.output) == (1, True)


def test_a_house_is_warned_of_before_it_is_served(house: Path) -> None:
    from dicehouse.cli import house_files
    from dicehouse.cli.serve import warnings

    found = house_files.read(house)
    assert list(warnings(found.file, found.roster)) == []
    found.file.chmod(0o644)
    (readable,) = warnings(found.file, found.roster)
    assert "others than its owner can read or write it" in readable
    found.file.write_text(text(house).partition("[[staff]]")[0])
    found = house_files.read(house)
    (nobody,) = warnings(found.file, found.roster)
    assert "nobody of the staff may sign in; add somebody with 'dicehouse staff add" in nobody
