"""Reading a rulebook file: the line of every key, and a clear word about every mistake."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dicehouse.rulebooks.source import Reader, RulebookError, Source, merged, nearest

# --- where a key stands

FILE = """\
# A comment with a key = 1 in it, and [a.header]
name = "first"          # line 2
"quoted key" = 3
'single-quoted' = 4
dotted.key.deep = 5
"a b" . 'X-c.d-X' = 6

[table]                 # [not this]
inline = { one = 1, two = { three = 3 } }
list = [
  1,
  2,
]
after = 14

[ spaced . out ]
x = 17
  indented = 18

[table."with quotes".'more']
y = 21

[[rows]]
id = "first"

[[rows]]
id = "second"

[[rows.inner]]
z = 30

[[ rows ]] # third
last = 33
no=34
"""

LINES = [
    (("name",), 2),
    (("quoted key",), 3),
    (("single-quoted",), 4),
    (("dotted", "key", "deep"), 5),
    (("a b", "X-c.d-X"), 6),
    (("table",), 8),
    (("table", "inline"), 9),
    (("table", "list"), 10),
    (("table", "after"), 14),
    (("spaced", "out"), 16),
    (("spaced", "out", "x"), 17),
    (("spaced", "out", "indented"), 18),
    (("table", "with quotes", "more"), 20),
    (("table", "with quotes", "more", "y"), 21),
    (("rows", "0"), 23),
    (("rows", "0", "id"), 24),
    (("rows", "1"), 26),
    (("rows", "1", "id"), 27),
    (("rows", "inner", "0", "z"), 30),
    (("rows", "2"), 32),
    (("rows", "2", "last"), 33),
    (("rows", "2", "no"), 34),
]


@pytest.mark.parametrize("keys, line", LINES, ids=[".".join(keys) for keys, _ in LINES])
def test_every_key_has_its_line(keys: tuple[str, ...], line: int) -> None:
    assert FILE.splitlines()[line - 1].strip()
    assert Source("f", FILE).lines[keys] == line


def test_nothing_else_is_taken_for_a_key() -> None:
    found = Source("f", FILE).lines
    assert len(found) == len(LINES) + 1
    assert found["rows", "inner", "0"] == 29


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_a_file_without_keys_has_no_lines(text: str) -> None:
    source = Source("f", text)
    assert source.lines == {}
    assert source.values == {}


@pytest.mark.parametrize(
    "text, line",
    [
        ('# a line separator \u2028 and a next line \x85 in a comment\nname = "x"', 2),
        ('first = "\u2029"\n\nname = "x"', 3),
        ('first = """\nname = "in a text"\n[header]\n"""\nname = "x"', 5),
        ('name = "x"\nlast = """\nname = "in a text"\n"""', 1),
        ("name = 'x'\nlast = '''\nname = 1\n[name]\n'''", 1),
        ('first = "\'\'\'"\nname = "x"', 2),
        ('first = """ closed at once """\nname = "x"', 2),
    ],
    ids=["comment", "text", "before", "after", "literal", "quoted quotes", "on one line"],
)
def test_what_stands_inside_texts_and_comments_moves_no_line(text: str, line: int) -> None:
    source = Source("f", text)
    assert source.lines[("name",)] == line
    assert "header" not in {keys[0] for keys in source.lines}


def test_a_source_keeps_the_name_and_the_values_of_its_file() -> None:
    source = Source("house.toml", FILE)
    assert source.file == "house.toml"
    assert source.values["table"]["inline"] == {"one": 1, "two": {"three": 3}}
    assert source.values["rows"][0] == {"id": "first"}


@pytest.mark.parametrize(
    "keys, nearest_key",
    [
        (("table", "inline", "two", "three"), ("table", "inline")),
        (("table", "inline"), ("table", "inline")),
        (("table", "nothing"), ("table",)),
    ],
)
def test_a_key_that_has_no_line_has_that_of_the_table_around_it(
    keys: tuple[str, ...], nearest_key: tuple[str, ...]
) -> None:
    source = Source("f", FILE)
    assert source.line(keys) == source.lines[nearest_key]


@pytest.mark.parametrize("keys", [("nothing", "at", "all"), ()])
def test_a_key_that_is_nowhere_has_no_line(keys: tuple[str, ...]) -> None:
    assert Source("f", FILE).line(keys) == 0


# --- files that cannot be read


@pytest.mark.parametrize(
    "text, line, says",
    [
        ("name = \nother = 1", 1, "Invalid value (at line 1, column 8)"),
        (
            'name = "x"\n\n# fine\nno value here\n',
            4,
            "Expected '=' after a key in a key/value pair (at line 4, column 4)",
        ),
        ("[a]\nx = 1\nx = 2\n", 3, "Cannot overwrite a value (at line 3, column 6)"),
        ("[a]\n[b]\n[a]\n", 3, "Cannot declare ('a',) twice (at line 3, column 3)"),
    ],
)
def test_what_is_not_toml_names_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(RulebookError) as found:
        Source("house.toml", text)
    assert str(found.value) == f"house.toml, line {line}: this is not TOML: {says}"
    assert (found.value.file, found.value.key, found.value.line) == ("house.toml", "", line)


@pytest.mark.parametrize("text, says", [('name = "never closed', "Unterminated string"), ("name =", "Invalid value")])
def test_a_file_that_ends_too_early_says_so_and_names_no_line(text: str, says: str) -> None:
    with pytest.raises(RulebookError) as found:
        Source("house.toml", text)
    assert str(found.value) == f"house.toml: this is not TOML: {says} (at end of document)"


@pytest.mark.parametrize(
    "text, says",
    [
        (f"deep = {'[' * 5000}{']' * 5000}", r"^house\.toml: a value in it is nested too deep"),
        (f"x = 1\n{'a.' * 5000}b = 1", r"^house\.toml, line 2: a value in it is nested too deep"),
        (f"long = {'9' * 5000}", r"^house\.toml: a number in it is too long"),
    ],
)
def test_toml_that_no_rulebook_needs_is_a_mistake_in_the_file_like_any_other(text: str, says: str) -> None:
    with pytest.raises(RulebookError, match=says):
        Source("house.toml", text)


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes('name = "K\u00f6nig"\r\nsize = 1\r\n'.encode())
    source = Source.read(path)
    assert source.file == str(path)
    assert source.values == {"name": "K\u00f6nig", "size": 1}
    assert source.lines == {("name",): 1, ("size",): 2}


def test_a_file_that_is_not_text_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b'name = "K\xf6nig"\n')
    with pytest.raises(RulebookError) as found:
        Source.read(path)
    assert str(found.value) == f"{path}: this is not a text file in UTF-8"


def test_a_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    with pytest.raises(RulebookError) as found:
        Source.read(path)
    assert str(found.value) == f"{path}: it cannot be read: No such file or directory"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as found:
        Source.read(tmp_path)
    assert str(found.value) == f"{tmp_path}: it cannot be read: Is a directory"


# --- a mistake says where


@pytest.mark.parametrize(
    "key, line, says",
    [
        ("a.b", 3, "f.toml, line 3: a.b: it is wrong"),
        ("a.b", 0, "f.toml: a.b: it is wrong"),
        ("", 3, "f.toml, line 3: it is wrong"),
        ("", 0, "f.toml: it is wrong"),
    ],
)
def test_a_mistake_names_the_file_the_line_and_the_key_as_far_as_they_are_known(key: str, line: int, says: str) -> None:
    error = RulebookError("f.toml", "it is wrong", key, line)
    assert str(error) == says
    assert (error.file, error.key, error.line) == ("f.toml", key, line)


def test_a_mistake_has_no_key_and_no_line_unless_they_are_given() -> None:
    error = RulebookError("f.toml", "it is wrong")
    assert (error.key, error.line) == ("", 0)
    assert isinstance(error, ValueError)


# --- one file on another


def test_tables_are_merged_and_anything_else_is_replaced() -> None:
    base = {"a": 1, "t": {"x": 1, "y": {"z": 1}}, "l": [1, 2], "t2": {"q": 1}, "kept": True}
    own = {"a": 2, "t": {"y": {"w": 2}}, "l": [3], "t2": 5, "new": {"n": 1}}
    assert merged(base, own) == {
        "a": 2, "t": {"x": 1, "y": {"z": 1, "w": 2}}, "l": [3], "t2": 5, "kept": True, "new": {"n": 1},
    }  # fmt: skip
    assert base == {"a": 1, "t": {"x": 1, "y": {"z": 1}}, "l": [1, 2], "t2": {"q": 1}, "kept": True}


def test_a_table_may_stand_where_a_value_stood() -> None:
    assert merged({"a": 1}, {"a": {"b": 2}}) == {"a": {"b": 2}}


# --- reading key by key

OWN = Source(
    "own.toml",
    """\
name = "Own"
count = 0
[table]
flag = "yes"
inline = { a = 1 }
[[list]]
id = 7
""",
)
BASE = Source(
    "base.toml",
    """\
# The base.
name = "Base"
only_here = 3
[table]
flag = true
other = 1
inline.a = 2
inline.b = 3
[[list]]
id = "x"
name = "y"
""",
)
BOTH = Reader((OWN, BASE), merged(BASE.values, OWN.values), clauses=("1.1", "2.2"))
ALONE = Reader((OWN,), OWN.values)


def told(reader: Reader, *keys: str) -> str:
    with pytest.raises(RulebookError) as found:
        reader.fail("it is wrong", *keys)
    return str(found.value)


@pytest.mark.parametrize(
    "keys, where",
    [
        (("name",), "own.toml, line 1: name"),
        (("only_here",), "base.toml, line 3: only_here"),
        (("table", "flag"), "own.toml, line 4: table.flag"),
        (("table", "other"), "base.toml, line 6: table.other"),
        (("nowhere",), "own.toml: nowhere"),
    ],
)
def test_a_mistake_is_looked_for_in_the_own_file_and_then_in_its_base(keys: tuple[str, ...], where: str) -> None:
    assert told(BOTH, *keys) == f"{where}: it is wrong"


@pytest.mark.parametrize(
    "keys, where",
    [
        (("table", "inline", "a"), "own.toml, line 5: table.inline.a"),
        (("list", "0", "id"), "own.toml, line 7: list.0.id"),
        (("list", "0", "name"), "own.toml, line 6: list.0.name"),
    ],
    ids=["an inline table over dotted keys", "a row", "a row without a key that the base has"],
)
def test_what_the_own_file_says_is_never_looked_for_in_its_base(keys: tuple[str, ...], where: str) -> None:
    """The base goes into more detail here; the value in force is still the one of the own file."""
    assert told(BOTH, *keys) == f"{where}: it is wrong"


def test_a_mistake_in_the_base_is_found_beside_what_the_own_file_says() -> None:
    assert told(BOTH, "table", "inline", "b") == "base.toml, line 8: table.inline.b: it is wrong"


def test_a_mistake_inside_a_table_gives_the_whole_way_to_it() -> None:
    assert told(ALONE.inner("table"), "flag") == "own.toml, line 4: table.flag: it is wrong"
    assert told(ALONE.inner("table")) == "own.toml, line 3: table: it is wrong"
    assert told(ALONE.inner("table").inner("inline"), "a") == "own.toml, line 5: table.inline.a: it is wrong"


def reader(text: str) -> Reader:
    source = Source("f", text)
    return Reader((source,), source.values, clauses=("1.1", "1.2(a)", "7.1[Small]"))


def error(call: Callable[..., object], *args: object, **named: object) -> str:
    with pytest.raises(RulebookError) as found:
        call(*args, **named)
    return str(found.value)


def test_only_known_keys_may_stand_in_a_table() -> None:
    reader("a = 1\nb = 2").only("a", "b", "c")
    assert error(reader("a = 1\nbb = 2").only, "a", "b", "bbb") == "f, line 2: bb: no such key here; did you mean bbb?"
    assert error(reader("zz = 1").only, "a") == "f, line 1: zz: no such key here"
    assert error(reader("zz = 1").only) == "f, line 1: zz: no such key here"


def test_a_text_is_a_text() -> None:
    assert reader('a = "x"').text("a") == "x"
    assert reader('a = ""').text("a") == ""
    assert reader("").text("a", "default") == "default"
    assert reader('a = "x"').text("a", "default") == "x"
    assert error(reader("a = 1").text, "a") == 'f, line 1: a: this is a text, not 1; write it in quotes: "1"'
    assert error(reader("a = true").text, "a", "default") == "f, line 1: a: this is a text, not True"
    assert error(reader("").text, "a") == "f: a: this key is missing"


def test_a_whole_number_is_above_zero() -> None:
    assert reader("a = 1").whole("a") == 1
    assert error(reader("a = 0").whole, "a") == "f, line 1: a: 0 is not above zero"
    assert error(reader("a = -3").whole, "a") == "f, line 1: a: -3 is not above zero"
    assert error(reader("a = 1.0").whole, "a") == "f, line 1: a: this is a whole number above zero, not 1.0"
    assert error(reader("a = true").whole, "a") == "f, line 1: a: this is a whole number above zero, not True"
    assert error(reader('a = "1"').whole, "a") == "f, line 1: a: this is a whole number above zero, not '1'"
    assert error(reader("").whole, "a") == "f: a: this key is missing"


def test_a_flag_is_true_or_false() -> None:
    assert reader("a = true").flag("a") is True
    assert reader("a = false").flag("a", default=True) is False
    assert reader("").flag("a", default=True) is True
    assert reader("").flag("a", default=False) is False
    assert error(reader("a = 1").flag, "a") == "f, line 1: a: this is true or false, not 1"
    assert error(reader("").flag, "a") == "f: a: this key is missing"


def test_texts_are_a_list_of_texts_and_may_be_left_out() -> None:
    assert reader('a = ["x", "y"]').texts("a") == ("x", "y")
    assert reader("a = []").texts("a") == ()
    assert reader("").texts("a") == ()
    for wrong in ('"x"', "3", '["x", 1]', "{ x = 1 }"):
        assert error(reader(f"a = {wrong}").texts, "a") == "f, line 1: a: this is a list of texts"


def test_a_choice_is_one_of_the_options() -> None:
    options = ("minutes", "hours")
    assert reader('a = "hours"').choice("a", options) == "hours"
    said = "f, line 1: a: 'minute' is not one of minutes, hours; did you mean minutes?"
    assert error(reader('a = "minute"').choice, "a", options) == said
    assert error(reader('a = "z"').choice, "a", options) == "f, line 1: a: 'z' is not one of minutes, hours"
    assert error(reader("a = 2").choice, "a", options) == 'f, line 1: a: this is a text, not 2; write it in quotes: "2"'
    assert error(reader("").choice, "a", options) == "f: a: this key is missing"


def test_a_clause_is_one_of_the_document() -> None:
    assert reader('clause = "1.1"').clause() == "1.1"
    assert reader('a = "1.2(a)"').clause("a") == "1.2(a)"
    assert reader("").clause(default="") == ""
    said = "f, line 1: clause: the document has no clause '1.2'; did you mean 1.2(a)?"
    assert error(reader('clause = "1.2"').clause) == said
    assert error(reader('a = "9"').clause, "a") == "f, line 1: a: the document has no clause '9'"
    assert error(reader('clause = "9"').clause, default="") == "f, line 1: clause: the document has no clause '9'"
    assert (
        error(reader("clause = 1.1").clause) == 'f, line 1: clause: this is a text, not 1.1; write it in quotes: "1.1"'
    )
    assert error(reader("").clause) == "f: clause: this key is missing"


def test_a_table_inside_is_read_on_its_own_with_the_same_clauses() -> None:
    top = reader("[a.b]\nclause = '1.1'")
    inner = top.inner("a").inner("b")
    assert inner.keys == ("a", "b")
    assert inner.table == {"clause": "1.1"}
    assert inner.clause() == "1.1"
    assert error(inner.text, "c") == "f, line 1: a.b.c: this key is missing"


def test_a_table_that_is_needed_must_be_there() -> None:
    assert error(reader("").inner, "a") == "f: a: this table is missing"
    assert error(reader("a = 1").inner, "a") == "f, line 1: a: this is a table"
    assert error(reader("a = 1").inner, "a", needed=False) == "f, line 1: a: this is a table"
    assert reader("").inner("a", needed=False).table == {}


def test_each_table_inside_comes_with_its_key() -> None:
    found = list(reader("[a]\nx = 1\n[b]\ny = 2").each())
    assert [(key, it.keys, it.table) for key, it in found] == [("a", ("a",), {"x": 1}), ("b", ("b",), {"y": 2})]
    assert error(list, reader("a = 1").each()) == "f, line 1: a: this is a table"


def test_the_rows_of_an_array_of_tables_come_in_order() -> None:
    rows = list(reader("[[a]]\nx = 1\n[[a]]\nx = 2").rows("a"))
    assert [(it.keys, it.table) for it in rows] == [(("a", "0"), {"x": 1}), (("a", "1"), {"x": 2})]
    for wrong in ("", "a = 1", "a = [1]"):
        told_so = error(list, reader(wrong).rows("a"))
        assert told_so.endswith("a: this is an array of tables, written [[a]]")
    assert error(list, reader("[a]").rows("a")).endswith("a: this is a list, written a = [{ … }]")


# --- the nearest known word


@pytest.mark.parametrize(
    "word, known, says",
    [
        ("feild", ("field", "horn"), "; did you mean field?"),
        ("field", ("field",), "; did you mean field?"),
        ("roulette", ("field", "horn"), ""),
        ("x", (), ""),
        ("triple-7", ("triple-1", "triple-6", "double-1"), "; did you mean triple-6?"),
    ],
)
def test_the_nearest_known_word_is_offered_where_one_is_near(word: str, known: tuple[str, ...], says: str) -> None:
    assert nearest(word, known) == says
