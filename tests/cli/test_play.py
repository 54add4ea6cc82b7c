"""`dicehouse play`: a whole game in a terminal, in the words of whoever plays it."""

import hashlib
import io
import os
import pty
import re
import signal
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from dicehouse.cli import felt
from dicehouse.cli.app import run
from dicehouse.cli.phrases import Behind, Bet, Do, Hint, PhraseReader, amount
from dicehouse.money import Cents
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.nicknames import names
from tests.commands import dicehouse, process
from tests.houses import HOUSE, write


def plays(book: str, *lines: str, seed: int = 3, options: tuple[str, ...] = ()) -> str:
    """What the screen shows when these lines are typed."""
    said = dicehouse("play", book, "--seed", str(seed), *options, stdin="".join(f"{it}\n" for it in lines).encode())
    assert (said.status, said.err) == (0, "")
    return said.out


def answer(screen: str, line: str) -> list[str]:
    """What came after a line was typed, up to the next one."""
    after = screen.partition(f"> {line}\n")[2]
    return after.partition("\n> ")[0].partition("You brought")[0].splitlines()


# --- a session at each table


def test_a_game_of_sic_bo_at_the_star() -> None:
    screen = plays("star-sicbo-2024", "small 10", "double 4 25", "roll", "why", "quit")
    assert answer(screen, "small 10")[1] == "w1: $10 on Small; rack $490"
    shown = answer(screen, "roll")
    assert "2, 5, 5: total 12" in shown
    assert "│ ●     │  │ ●   ● │  │ ●   ● │" in shown
    assert "  Small lost: the total was 12; 4 to 10 is needed (3.2.1.2)" in shown
    assert "  Double 4 lost: no 4 showed; two are needed (3.2.4)" in shown
    assert "You lost $35." in shown
    assert "Super Streak Small or Big: a run of Big has just begun; $10 buys in" in shown
    assert answer(screen, "why") == [
        "The gaming day 2026-01-05 began (6.2)",
        "Round 1 began (5.1)",
        "The dice tumbled three times, and the result is sealed (5.1)",
        "Bets were invited for round 1 (5.1)",
        "You placed $10 on Small (3.2.1)",
        "You placed $25 on Double 4 (3.2.4)",
        "No more bets in round 1 (5.2)",
        "No More Bets was pressed (5.2)",
        "The cover was lifted: 2, 5, 5 (5.2)",
        "The result was called: 2, 5, 5, total 12 (5.3)",
        "2, 5, 5 was keyed in, and 7 areas light up (5.4)",
        "Two wagers, $35 in all, lost and collected: seat 1 Small $10; seat 1 Double 4 $25 (5.5)",
        "Small lost: the total was 12; 4 to 10 is needed (3.2.1.2)",
        "Double 4 lost: no 4 showed; two are needed (3.2.4)",
        "A run of Big has just begun; a run of Even has just begun (5.5)",
        "Round 1 is over: 2, 5, 5 (5.5)",
    ]
    assert screen.endswith("You brought $500 and leave with $465: $35 down.\n")


@pytest.mark.clause("star-sicbo-pre2024", "6.1", "6.2")
def test_a_super_streak_wager_is_made_before_the_other_wagers() -> None:
    screen = plays("star-sicbo-pre2024", "roll", "streak big 10", "small 5", "streak odd 10", "roll", "quit")
    assert answer(screen, "streak big 10") == ["w1: $10 on Super Streak Small or Big; rack $490"]
    assert answer(screen, "streak odd 10") == [
        "Refused: Super Streak Odd or Even: bets are being placed; place it before the dice are tumbled (6.1)"
    ]
    assert "w1  Super Streak Small or Big  $10  1 Big in a row" in "\n".join(
        answer(screen.partition("odd 10")[2], "roll")
    )
    assert screen.endswith("$10 stays behind on wagers that may not be taken down.\n")


def test_a_game_with_numbers_at_crown() -> None:
    screen = plays("crown-sicbo-a", "big 10", "5 5", "roll", "why", "quit")
    assert "  Big won $10: the total was 12 (3.8.1)" in screen
    assert "  Single 5 won $10 at 2 to 1: two 5s showed (3.14.1)" in screen
    assert "You won $20." in screen
    assert "The dice tumbled once, and the result is sealed (5.1.2)" in answer(screen, "why")
    assert screen.endswith("leave with $520: $20 up.\n")


def test_a_game_with_symbols_at_crown_names_what_the_operator_acknowledged() -> None:
    screen = plays("crown-sicbo-b", "fish 10", "double green 5", "triple crab 5", "roll", "help", "quit")
    assert "return more than 100% to you: Red, Green, Blue, Double Red, Double Green, Double Blue." in screen
    assert "│  Prawn  │  │  Crab   │  │  Crab   │" in screen
    assert "prawn, crab, crab: total 12" in screen
    assert "  Fish lost: no fish showed; one is needed (3.14.2)" in screen
    assert "  Double Green won $15 at 3 to 1: three dice were green (3.10.2)" in screen
    assert "  Triple Crab lost: two crabs showed; three are needed (3.9.3)" in screen
    assert "fish 10, double red 5, small 10" in screen


def test_a_game_at_a_terminal() -> None:
    screen = plays("aruze-sicbo", "roll", "small 10", "roll", "why", "quit")
    assert answer(screen, "roll")[1].startswith("Nobody has wagered, so round 1 takes wagers until ")
    assert answer(screen, "small 10") == ["w1: $10 on Small; credits $490"]
    told = "\n".join(answer(screen, "why"))
    assert "the shooter is you at seat 1, until" in told
    assert "Seat 1 shot the dice (3.10)" in told
    assert "The dice lie flat: 2, 5, 5, total 12 (3.11)" in told
    assert screen.endswith("leave with $490: $10 down.\n")


@pytest.mark.clause("star-craps", "3.2", "3.3", "4.1", "4.4.1", "6.1.5")
def test_a_shooter_at_craps_from_the_come_out_to_the_point() -> None:
    lines = ("line 10", "roll", "odds 20", "place 6 12", "come 10", "off w3", "off w2", "roll", "roll", "why", "quit")
    screen = plays("star-craps", *lines, seed=5)
    assert "The point is 8" in answer(screen, "roll")
    assert answer(screen, "odds 20")[1] == "w2: $20 on Behind the Win Line; rack $470"
    assert answer(screen, "off w3")[0] == "Wager w3 was called Off (6.6.2)"
    assert answer(screen, "off w2") == [
        "Refused: Behind the Win Line: it always works; take it down if it should not (6.6)"
    ]
    assert re.search(r"w3 +Place to Win 6 +\$12 +off", screen)
    assert re.search(r"w2 +Behind the Win Line +\$20 +point 8, behind w1", screen)
    assert "The roll was called: 4 and 2, total 6 (4.4.1)" in answer(screen, "why")
    assert "$10 stays behind" in screen


def test_dice_that_nobody_wagered_on_shoot_by_themselves_where_the_reading_says_so() -> None:
    screen = plays("aruze-sicbo", "roll", "why", options=("--reading", "nobody_wagered=auto_shoot"))
    assert "2, 5, 5: total 12" in screen
    assert "The dice shot by themselves (3.10.4)" in answer(screen, "why")


def test_the_first_roll_at_craps_tells_of_the_dice_that_were_offered() -> None:
    told = answer(plays("star-craps", "line 10", "roll", "why"), "why")
    assert "The dice are offered to seat 1 (3.2)" in told
    assert "You at seat 1 took the dice and chose 1 and 2 of the five (3.3)" in told
    assert "Seat 1 threw the dice for a come-out (4.2)" in told


@pytest.mark.clause("star-craps", "3.9", "4.1")
def test_a_player_without_a_line_wager_hears_what_a_shooter_needs() -> None:
    needs = 'Say "win line 10" or "don\'t win 10" to shoot.'
    screen = plays("star-craps", "field 5", "roll")
    assert answer(screen, "roll")[-2].startswith("Refused: throw dice: seat 1 has no line wager; make one")
    assert needs in answer(screen, "roll")
    again = plays("star-craps", "roll", "roll", "line 10", "look", "roll")
    assert again.count("The dice are offered to seat 1 (3.2)") == 1
    assert "2, 5: total 7" in again.partition("> look")[2]


@pytest.mark.clause("star-craps", "3.9")
def test_the_stickperson_throws_for_a_player_who_has_no_line_wager_any_more() -> None:
    lines = ("line 10", "roll", "big 6 5", "roll", "why", "dont win 5", "roll", "why")
    screen = plays("star-craps", *lines, seed=2)
    again = plays("star-craps", *lines[:4], "look", "roll", seed=2)
    assert "2, 5: total 7" in again.partition("> look")[2]
    assert "The stickperson throws, because no player will (3.9)" in answer(screen, "why")
    assert "The stickperson gave up the dice: a player is there to throw (3.8.1)" in screen


def test_wagers_that_only_sleep_wait_for_a_line_wager() -> None:
    screen = plays("star-craps", "line 10", "roll", "place 6 12", "roll", "line 10", "roll", "quit")
    after = screen.partition("> place 6 12")[2]
    assert 'Say "win line 10" or "don\'t win 10" to shoot.' in after
    assert "w2  Place to Win 6  $12" in after


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_table_can_be_played_for_a_long_while(book: str) -> None:
    bet = {"star-craps": ("line 10", "dont win 5", "odds 10", "come 5", "horn 4", "field 5", "lay 4 20")}
    lines = bet.get(book, ("small 10", "total 9 5", "big 5", "streak odd 10"))
    screen = plays(book, *((*lines, "roll", "why") * 30), options=("--rack", "5000.00"))
    assert screen.count("> roll") == 30
    assert "Traceback" not in screen
    assert "None" not in screen
    assert re.search(r"You brought \$5,000 and leave with \$[\d,.]+: ", screen)


# --- what can be checked


def test_a_seed_gives_the_same_game_twice_and_another_one_another() -> None:
    lines = ("small 10", "roll", "roll", "roll", "quit")
    first, again, other = (plays("star-sicbo-2024", *lines, seed=seed) for seed in (11, 11, 12))
    assert first == again != other


def test_without_a_seed_every_game_is_its_own() -> None:
    games = {dicehouse("play", "crown-sicbo-a", stdin=b"roll\nroll\nroll\n").out for _ in range(2)}
    assert len(games) == 2


@pytest.mark.parametrize("book", BUILT_IN)
def test_the_seal_that_was_shown_before_the_bets_opens_with_what_is_shown_after(book: str) -> None:
    screen = plays(book, *(("line 10", "small 10", "roll") * 4))
    seals = re.findall(r"is sealed as ([0-9a-f]{64})\.", screen)
    opened = re.findall(r"printf '%s' '([0-9a-f]{32}:[1-6-]+)' \| sha256sum", screen)
    assert len(opened) == 4
    assert [hashlib.sha256(text.encode()).hexdigest() for text in opened] == seals
    assert all(screen.index(seal) < screen.index(text) for seal, text in zip(seals, opened, strict=True))
    assert len(set(seals)) == 4


def test_the_reading_in_force_decides() -> None:
    lines = [it for _ in range(60) for it in ("even 5", "roll")]
    screen = plays("star-sicbo-2024", *lines, options=("--reading", "even_totals=printed", "--rack", "900.00"))
    assert "Even lost: the total was 10; 4, 6, 8, 12, 14, 16 or 18 is needed (3.3.2.2)" in screen


# --- what a player may ask


def test_the_wagers_are_listed_with_their_odds_and_the_edge() -> None:
    screen = plays("crown-sicbo-a", "bets")
    assert "Sic Bo at Crown Melbourne" in answer(screen, "bets")[0]
    assert re.search(r"Small +1:1 +35/72 +35/36 +97.22% +2.78%", screen)


def test_one_wager_is_told_exactly() -> None:
    assert answer(plays("star-sicbo-2024", "odds small"), "odds small") == [
        "Small (3.2.1): wins 35/72 of the time (48.61%); win 1:1; returns 35/36 (97.22%), house edge 2.78%"
    ]
    assert len(answer(plays("star-craps", "odds behind come"), "odds behind come")) == 6


@pytest.mark.parametrize("book", BUILT_IN)
def test_everything_that_help_names_is_understood(book: str) -> None:
    reader = PhraseReader(load(book))
    shown = plays(book, "help")
    said = [row.partition("   ")[0].strip() for row in answer(shown, "help")[4:-1]]
    assert len(said) > 8
    for phrase in (part for row in said for part in row.replace("or just Enter", "").split(", ") if part.strip()):
        assert not isinstance(reader.listen(phrase), Hint), phrase


def test_the_table_can_be_looked_at_and_the_rules_asked_for_before_anything_is_rolled() -> None:
    screen = plays("star-sicbo-2024", "why", "look", "")
    assert answer(screen, "why") == ["Nothing has been rolled yet; say roll first"]
    assert answer(screen, "look")[-1] == "Rack $500; limits $5 to $1,000"


def test_recent_results_mark_triples() -> None:
    assert felt.recent([(1, 2, 3), (2, 2, 2)]) == "Recent totals: 6 6* (* a triple)"
    assert felt.recent([(1, 2, 3)]) == "Recent totals: 6"
    assert felt.recent([(3, 3)]) == "Recent totals: 6"


def test_each_face_is_drawn_with_its_pips() -> None:
    book = load("star-sicbo-2024")
    for value in range(1, 7):
        assert "".join(felt.face(book, value)).count("●") == value


# --- changing and taking down


def test_a_wager_is_made_larger_and_smaller_and_taken_down() -> None:
    screen = plays("crown-sicbo-a", "small 10", "make w1 20", "make small 15", "take down small", "take w1 down")
    assert answer(screen, "make w1 20")[0].startswith("Small of seat 1 became $20: increased (")
    assert answer(screen, "make small 15")[0].startswith("Small of seat 1 became $15: reduced (")
    assert answer(screen, "take down small")[1] == "Small came down: $15 went back to its player (3.2)"
    assert answer(screen, "take w1 down") == ["w1 does not stand here; you have no wagers"]


def test_a_wager_is_called_off_and_on_again() -> None:
    screen = plays("star-craps", "line 10", "roll", "place 6 12", "place 5 5", "on w2", "off w9", seed=5)
    assert answer(screen, "on w2")[0] == "Wager w2 was called On (6.6.1)"
    assert answer(screen, "off w9") == ["w9 does not stand here; you have w1, w2, w3"]


def test_odds_go_behind_what_they_are_meant_for() -> None:
    lines = (
        "odds 5",
        "line 10",
        "odds 5",
        "roll",
        "odds 5",
        "odds behind win line 5",
        "behind win line 5",
        "odds 5 w1",
    )
    screen = plays("star-craps", *lines, "odds come 5", seed=5)
    assert answer(screen, "odds 5") == ["Odds stand behind Win Line, Don't Win, Come or Don't Come; make one first"]
    assert "no point yet" in screen
    said = re.findall(r"w2: ([$0-9.]+) on Behind the Win Line", screen)
    assert said == ["$5", "$10", "$15"], "they lie in one heap"
    assert answer(screen, "odds come 5")[0].startswith("Odds stand behind Win Line")


def test_more_chips_on_an_area_raise_the_wager_there() -> None:
    screen = plays("star-craps", "place 8 5", "place 8 1", "field 5", "place 8 1")
    assert answer(screen, "place 8 1") == ["w1: $6 on Place to Win 8; rack $494"]
    assert answer(screen, "field 5") == ["w2: $5 on Field; rack $489"]
    assert "w1: $7 on Place to Win 8; rack $488" in screen


def test_a_commission_is_shown() -> None:
    assert "w1: $20 on Buy 4 and $1 commission; rack $479" in plays("star-craps", "buy 4 20")


# --- what cannot be done


@pytest.mark.parametrize(
    "line, hint",
    [
        ("smal 10", "I do not know 'smal'; did you mean small?"),
        ("hepl", "I do not know 'hepl'; did you mean help?"),
        ("xyzzy plugh", "I do not know 'xyzzy plugh'; say help for what you can do"),
        ("small", "How much on Small? Say for instance: small 10"),
        ("total 9", "How much on Total 9? Say for instance: total 9 10"),
        ("small 0", "I do not know 'small 0'; did you mean small?"),
        ("small ten", "I do not know 'small ten'; did you mean small?"),
        ("10", "10 on what? Say for instance: small 10"),
        ("chips", "How many? Say for instance: chips 100"),
        ("take down", "Which one? Name a wager that stands, for instance: take down w1"),
        ("make w1", "Make it how much? Say for instance: make w1 20"),
        ("odds", "Odds of what? Say for instance: odds small"),
        ("odds smal", "I do not know 'smal'; did you mean small?"),
        ("off", "Which one? Name a wager that stands, for instance: off w1"),
        ("make 20", "Which one? Name a wager that stands, for instance: make w1 20"),
        ("take down w1", "w1 does not stand here; you have no wagers"),
        ("small 1", "Refused: Small: $1 is below the minimum $5"),
        ("small 900", "Refused: seat 1: $900 is above $500 in chips; stake less or buy more"),
        ("é\u2028\x00[bold]", "I do not know"),
    ],
)
def test_nonsense_is_answered_with_one_line(line: str, hint: str) -> None:
    screen = plays("star-sicbo-2024", "small 5", "take down w1", line, "quit")
    said = screen.partition("take down w1\n")[2].partition("\n> ")[2].partition("\n> quit")[0].splitlines()[1:]
    said = [it for it in said if not it.startswith("The next result is sealed")]
    assert len(said) == 1
    assert said[0].startswith(hint)


def test_a_refusal_shows_its_message_the_next_step_and_the_clause() -> None:
    said = answer(plays("star-craps", "come 10"), "come 10")[-1]
    assert said.startswith("Refused: Come: the puck is Off; it is placed after a come-out roll, with a point on")
    assert said.endswith("(6.1.3)")


def test_bytes_that_are_no_text_are_only_nonsense() -> None:
    said = dicehouse("play", "star-sicbo-2024", stdin=b"\xff\xfe small\nquit\n")
    assert (said.status, said.err) == (0, "")
    assert "I do not know" in said.out


def test_a_player_who_runs_out_of_chips_may_bring_more_or_leave() -> None:
    lines = [it for _ in range(20) for it in ("triple 1 5", "roll")]
    screen = plays("star-sicbo-2024", *lines, "chips 100", "small 50", options=("--rack", "12.00"))
    out = 'You have run out of chips: "chips 100" brings more, "quit" leaves.'
    assert out in screen
    assert "Refused: seat 1: $5 is above $2 in chips" in screen
    assert answer(screen, "chips 100") == ["Rack $102; limits $5 to $1,000"]
    assert screen.endswith("You brought $112 and leave with $102: $10 down.\n")


def test_a_mistake_on_the_command_line_is_one_clear_line() -> None:
    assert "did you mean star-craps?" in dicehouse("play", "star-crap").mistake
    assert "nothing; give an amount above 0.00" in dicehouse("play", "star-craps", "--rack", "0").mistake


def test_the_table_of_an_operators_own_rulebook_can_be_played(tmp_path: Path) -> None:
    screen = plays(str(write(tmp_path, HOUSE)), "small 10", "roll", "help")
    assert 'for instance "small 10"; Enter rolls' in screen
    assert "Small lost: the total was 12; 4 to 10 is needed (3.9.1.2)" in screen


def test_a_house_that_lets_nobody_open_a_table_cannot_be_played(tmp_path: Path) -> None:
    without = HOUSE.replace('close_table = { by = ["supervisor"], clause = "8.2" }\n', "")
    said = dicehouse("play", str(write(tmp_path, without))).mistake
    assert said == "corner-house cannot be played so: open table: corner-house gives nobody this power; do without it"


def test_a_table_without_the_usual_wagers_names_one_that_it_has(tmp_path: Path) -> None:
    without = HOUSE.replace('not_offered = ["even"', 'not_offered = ["small", "even"')
    head, _, rest = without.partition("[wagers.small]")
    screen = plays(str(write(tmp_path, head + rest[rest.index("[wagers.big]") :])), "quit")
    assert 'for instance "big 10"' in screen


# --- leaving


@pytest.mark.parametrize("typed", [b"", b"small 10", b"quit\nsmall 10\n", b"q\n", b"exit"])
def test_the_end_of_input_is_a_polite_goodbye(typed: bytes) -> None:
    said = dicehouse("play", "star-sicbo-2024", "--seed", "1", stdin=typed)
    assert (said.status, said.err) == (0, "")
    assert said.out.endswith("You brought $500 and leave with $500: even.\n")


def test_a_terminal_is_asked_for_each_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"small 10\nquit\n")
    with os.fdopen(theirs, encoding="utf-8") as typed:
        monkeypatch.setattr("sys.stdin", typed)
        assert run(["play", "star-sicbo-2024", "--seed", "1"]) == 0
    os.close(ours)
    out = capsys.readouterr().out
    assert "> The next result is sealed as" in out
    assert "> small" not in out


def test_any_stream_of_lines_will_do(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("small 10\n"))
    assert run(["play", "star-sicbo-2024", "--seed", "1"]) == 0
    assert "> small 10\n" in capsys.readouterr().out


def test_an_interrupt_at_a_terminal_is_a_polite_goodbye() -> None:
    ours, theirs = pty.openpty()
    with process("play", "star-sicbo-2024", "--seed", "1", stdin=theirs, stdout=subprocess.PIPE) as game:
        os.close(theirs)
        assert game.stdout is not None
        os.write(ours, b"small 10\n")
        seen = b""
        while b"$10 on Small" not in seen:
            seen += game.stdout.readline()
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=30)
    os.close(ours)
    assert (game.returncode, err) == (0, b"")
    assert out.decode().endswith("You brought $500 and leave with $500: even.\n")


# --- what is understood


def bet(wager: str, stake: int) -> Bet:
    return Bet(wager, Cents(stake))


def behind(stake: int, on: str = "") -> Behind:
    return Behind(Cents(stake), on)


def do(what: str, about: str = "", amount: int = 0) -> Do:
    return Do(what, about, Cents(amount) if amount else None)


@pytest.mark.parametrize(
    "book, line, meant",
    [
        ("star-sicbo-2024", "small 10", bet("small", 1_000)),
        ("star-sicbo-2024", "SMALL $10.50", bet("small", 1_050)),
        ("star-sicbo-2024", "10 on small", bet("small", 1_000)),
        ("star-sicbo-2024", "bet 10 on the total 9", bet("total-9", 1_000)),
        ("star-sicbo-2024", "double 4 25", bet("double-4", 2_500)),
        ("star-sicbo-2024", "double-4 25", bet("double-4", 2_500)),
        ("star-sicbo-2024", "triple 2 5", bet("triple-2", 500)),
        ("star-sicbo-2024", "any triple 5", bet("any-triple", 500)),
        ("star-sicbo-2024", "pair 5 2 5", bet("pair-2-5", 500)),
        ("star-sicbo-2024", "pair 2 and 5 5", bet("pair-2-5", 500)),
        ("star-sicbo-2024", "four 1 2 3 4 5", bet("four-1-2-3-4", 500)),
        ("star-sicbo-2024", "number 6 5", bet("single-6", 500)),
        ("star-sicbo-2024", "super streak small or big 10", bet("streak-small-big", 1_000)),
        ("star-sicbo-2024", "streak even 10", bet("streak-odd-even", 1_000)),
        ("star-sicbo-2024", "", do("roll")),
        ("star-sicbo-2024", "Roll!", do("roll")),
        ("star-sicbo-2024", "odds total 9", do("odds", "total-9")),
        ("star-sicbo-2024", "take w3 down", do("down", "w3")),
        ("star-sicbo-2024", "buy in 100", do("chips", amount=10_000)),
        ("crown-sicbo-b", "triple fish 5", bet("symbol-triple-fish", 500)),
        ("crown-sicbo-b", "any triple 5", bet("any-symbol-triple", 500)),
        ("star-craps", "don't pass 10", bet("dont-win", 1_000)),
        ("star-craps", "don\u2019t win 10", bet("dont-win", 1_000)),
        ("star-craps", "pass line 10", bet("win-line", 1_000)),
        ("star-craps", "place 6 12", bet("place-win-6", 1_200)),
        ("star-craps", "place to lose 4 10", bet("place-lose-4", 1_000)),
        ("star-craps", "hardway 8 5", bet("hard-8", 500)),
        ("star-craps", "yo 5", bet("eleven", 500)),
        ("star-craps", "big 6 5", bet("big-6", 500)),
        ("star-craps", "horn high 12 5", bet("horn-high-12", 500)),
        ("star-craps", "odds 20", behind(2_000)),
        ("star-craps", "20 behind come", behind(2_000, "come")),
        ("star-craps", "odds w3 20", behind(2_000, "w3")),
        ("star-craps", "odds come 20", behind(2_000, "come")),
        ("star-craps", "odds place 6", do("odds", "place-win-6")),
        ("star-craps", "on w3", do("on", "w3")),
        ("star-craps", "on field 5", bet("field", 500)),
        ("star-craps", "press w3 20", do("make", "w3", 2_000)),
    ],
)  # fmt: skip
def test_short_and_forgiving_input_is_understood(book: str, line: str, meant: object) -> None:
    assert PhraseReader(load(book)).listen(line) == meant


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_wager_goes_by_its_id_and_by_its_printed_name(book: str) -> None:
    rules = load(book)
    reader = PhraseReader(rules)
    for wager in rules.wagers.values():
        wanted = behind(1_000, wager.behind) if wager.behind else bet(wager.id, 1_000)
        assert reader.listen(f"{wager.id} 10") == wanted
        assert reader.listen(f"{wager.name} 10") == wanted
    known = sorted(names(rules))
    assert all(one != other for one, other in pairwise(known))


@pytest.mark.parametrize(
    "word, cents", [("10", 1_000), ("$10", 1_000), ("10$", 1_000), ("10.5", 1_050), ("10.55", 1_055), ("0", None),
                    ("0.00", None), ("-5", None), ("1e3", None), ("10.555", None), ("", None), ("1234567890", None)],
)  # fmt: skip
def test_an_amount_is_dollars(word: str, cents: int | None) -> None:
    assert amount(word) == cents
