"""Data files: the line of every TOML key, and CSV rows that say file, line and column when wrong."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from enum import StrEnum
from typing import Literal

import pytest
from hypothesis import given, strategies as st
from pydantic import BaseModel, Field, model_validator

import navalcore as nc
from navalcore.components import TomlDocument, load_models, load_toml
from navalcore.components._toml_errors import WORDS
from navalcore.errors import BadData

bare = st.text("abc-_19", min_size=1, max_size=3)
quoted = st.sampled_from(['"a.b"', "'c#d'", '"e]f"', '"g\\"h"', "'i = [1'"])
awkward = st.sampled_from(
    ['"x # y"', "'[no]'", '"""\n[k]\na = 1 "q" ""\n"""', "'''\n]\n}'''", '""', "''", '"\\\\"', '"""end\\""""']
)
comment = st.sampled_from(["", " # [a]", '# "', "\n# x = 1\n", "\n\n"])


class Layout:
    """Writes random TOML whose whole numbers are all different, so that each tells where it stands."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.number = 1000

    def value(self, depth: int) -> str:
        kinds = ["number", "text"] + ["array", "table"] * (depth < 2)
        kind = self.draw(st.sampled_from(kinds))
        if kind == "number":
            self.number += 1
            return str(self.number)
        if kind == "text":
            return self.draw(awkward)
        if kind == "array":
            items = [self.value(depth + 1) for _ in range(self.draw(st.integers(0, 3)))]
            gaps = [self.draw(st.sampled_from([" ", "\n", " # ],\n"])) for _ in range(len(items) + 1)]
            return "[" + "".join(gap + item + "," for gap, item in zip(gaps, items, strict=False)) + gaps[-1] + "]"
        return "{ " + ", ".join(self.pairs(depth + 1)) + " }"

    def pairs(self, depth: int) -> list[str]:
        keys = self.draw(st.lists(bare | quoted, unique=True, max_size=3))
        extra = [".sub"] if self.draw(st.booleans()) else [""]
        return [f"{key}{extra[0]} = {self.value(depth)}" for key in keys]

    def text(self) -> str:
        parts = self.pairs(0)
        for name in self.draw(st.lists(bare, unique=True, max_size=3)):
            if self.draw(st.booleans()):
                parts.append(f"[T{name} . inner]")
                parts += self.pairs(0)
            else:
                for _ in range(self.draw(st.integers(1, 2))):
                    parts.append(f"[[ L{name} ]]")
                    parts += self.pairs(0)
                    parts.append(f"[L{name}.'in.ner']")
                    parts += self.pairs(0)
        return "".join(part + self.draw(comment) + "\n" for part in parts)


@st.composite
def toml_texts(draw: st.DrawFn) -> str:
    return Layout(draw).text()


def leaves(value: object, path: tuple[str | int, ...] = ()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, (*path, at))
    elif isinstance(value, int):
        yield path, value


@given(toml_texts())
def test_the_line_of_every_key_and_array_element_is_found(text):
    document = TomlDocument.parse(text)
    assert document.data == tomllib.loads(text)
    lines = text.split("\n")
    for path, number in leaves(document.data):
        found = document.line_of(path)
        assert str(number) in lines[found - 1], (path, number)


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("a", 1),
        ("t", 3),
        ("t.b.c", 4),
        ("t.b", 4),
        (("t", "x.y"), 5),
        ("t.list.1.k", 8),
        ("ships", 10),
        ("ships.0.name", 11),
        ("ships.1", 12),
        ("ships.1.guns.front", 15),
        ("t.unknown.deeper", 3),
        ("unknown", 1),
    ],
)
def test_lines_of_a_readable_example(key, line):
    text = """a = 1

[t]
b.c = 2
"x.y" = 3
list = [ # first
  { k = 4 },
  { k = 5 },
]
[[ships]]
name = "Hood"
[[ships]]
name = "Repulse"
[ships.guns]
front = 4
"""
    assert TomlDocument.parse(text).line_of(key) == line


def test_windows_line_ends_do_not_move_lines(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b'\xef\xbb\xbfa = """\r\nx"""\r\nb = 2\r\n')
    document = load_toml(path)
    assert document.line_of("b") == 3
    assert str(document.error("b", "is too small")) == f"{path}:3: b: is too small"
    assert document.error(("b", 0), "x").code == "bad_data"


def test_what_is_no_toml_names_file_and_line(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text('a = 1\nb = "x"\nb = 2\n')
    with pytest.raises(BadData, match=rf"^{path}:3: is not valid TOML"):
        load_toml(path)
    path.write_text("a = 1\nb = [1,\n")
    with pytest.raises(BadData, match=rf"^{path}:3: is not valid TOML"):
        load_toml(path)


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("plain = yes", 1, 9, "a value is wanted here"),
        ("a = 1\nb = [1,\n", 3, 1, "a value is wanted here"),
        ('level = "hard\nplain = true', 1, 14, "not closed on its line"),
        ("level = 'hard\nrole = 'uboat'", 1, 14, "not closed on its line"),
        ('s = """no\nend', 2, 4, "never closed"),
        ("s = '''no\nend", 2, 4, "never closed"),
        ("[role\na = 1", 1, 6, "should be closed by ]"),
        ("a = 1\na = 2\n", 2, 6, "give it once"),
        ("[a]\n[a]\n", 2, 3, "give it once"),
        ("a = {b = 1}\n[a.c]\n", 2, 5, "give it once"),
        ("a = 1 2", 1, 7, "the line continues after its value"),
        ("level hard", 1, 7, "there should be = and its value"),
        ("= 3", 1, 1, "a key is wanted here"),
        ("a = [1 2]", 1, 8, "no comma between two of its values"),
        ("a = {b = 1 c = 2}", 1, 12, "no comma between two of its keys"),
        (r'a = "C:\ships"', 1, 10, "a backslash within a text should be written twice"),
        ('a = "\x01"', 1, 6, "cannot be printed"),
        ("a = 1942-02-30", 1, 5, "no day or time is written so"),
    ],
)
def test_what_is_no_toml_is_told_by_line_and_column_and_what_would_be_right(text, line, column, said):
    with pytest.raises(BadData) as refused:
        TomlDocument.parse(text, "it.toml")
    assert str(refused.value).startswith(f"it.toml:{line}: is not valid TOML at column {column}: ")
    assert said in str(refused.value)


def test_every_fault_that_python_tells_of_toml_has_words_of_ours():
    source = inspect.getsource(importlib.import_module("tomllib._parser"))
    told = re.findall(r"""(?:suffixed_err|TOMLDecodeError)\(\s*\w+,\s*\w+,\s*f?(?:"([^"\n]+)"|'([^'\n]+)')""", source)
    faults = [one or other for one, other in told]
    assert len(faults) > 20, "they are found in the source"
    assert [fault for fault in faults if not fault.startswith((*WORDS, "Expected {expect"))] == []


def test_unreadable_files_are_named(tmp_path):
    missing = tmp_path / "missing.toml"
    with pytest.raises(BadData, match=rf"^{missing}: cannot be read: No such file"):
        load_toml(missing)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'a = "\xe9"')
    with pytest.raises(BadData, match=r"is not UTF-8 text \(byte 5\)"):
        load_toml(latin)


class Ship(BaseModel):
    name: str
    knots: int = Field(ge=0)
    torpedoes: int | None = None

    @model_validator(mode="after")
    def fast_ships_are_named_in_full(self):
        if self.knots > 40:
            raise ValueError("no ship is that fast")
        return self


def ships(tmp_path, text):
    path = tmp_path / "ships.csv"
    path.write_text(text)
    return path, lambda: load_models(path, Ship)


def test_csv_rows_become_models_and_empty_cells_their_defaults(tmp_path):
    _, read = ships(tmp_path, 'name,knots,torpedoes\nHood,31,4\n\n"Ark\nRoyal",30,\n')
    assert read() == [Ship(name="Hood", knots=31, torpedoes=4), Ship(name="Ark\nRoyal", knots=30)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,knots\nHood,31\nRodney,slow\n", ":3:knots: should be a whole number, not 'slow'"),
        ("name,knots\nHood,-1\n", ":2:knots: should be at least 0, not '-1'"),
        ("name,knots\n,31\n", ":2:name: is missing; text is wanted"),
        ("name,knots\nHood,41\n", ":2:row: no ship is that fast"),
        ("name,knots\nHood,31,4\n", ":2: has 3 cells; the header has 2"),
        ("name,knot\nHood,31\n", ":1: unknown column 'knot'; did you mean knots?"),
        ("name,knots,torpedoes,knots_now\nHood,31,4,32\n", ":1: unknown column 'knots_now'; leave it out"),
        ("name,name,knots\nHood,Hood,31\n", ":1: column 'name' is there twice"),
        ("name\nHood\n", ":1: column missing: knots"),
        ("", ":1: columns missing: name, knots"),
        ('name,knots\n"Hood"x,31\n', ":2: is not valid CSV"),
    ],
)
def test_a_bad_csv_row_names_file_line_and_column(tmp_path, text, message):
    path, read = ships(tmp_path, text)
    with pytest.raises(BadData) as error:
        read()
    assert str(error.value).startswith(f"{path}{message}")


def test_all_bad_cells_are_reported_up_to_ten(tmp_path):
    _, read = ships(tmp_path, "name,knots\n" + "Hood,x\n" * 12)
    with pytest.raises(BadData) as error:
        read()
    lines = str(error.value).split("\n")
    assert len(lines) == 11
    assert ":11:knots:" in lines[9]
    assert lines[10] == "... and 2 more"


# ---- models of a data file: file, line, key, what is wrong and what would be right ----------------------------------


class Guns(BaseModel, extra="forbid"):
    calibre: int = Field(ge=1)


class Colour(StrEnum):
    GREY = "grey"
    BLACK = "black"


class Cruiser(BaseModel, extra="forbid"):
    id: str
    knots: int = Field(ge=0, le=40)
    colour: Colour = Colour.GREY
    guns: Guns
    crew: dict[str, int] | Literal["full"] = "full"


FLEET = """title = "Plate"

[cruiser.exeter]
knots = 32
guns = { calibre = 8 }

[cruiser.ajax]
knots = 32
[cruiser.ajax.guns]
calibre = 6
"""


def fleet(tmp_path, text):
    path = tmp_path / "fleet.toml"
    path.write_text(text)
    return load_models(path, Cruiser, "cruiser")


def test_a_table_of_tables_becomes_models_named_by_their_keys(tmp_path):
    assert [(ship.id, ship.guns.calibre) for ship in fleet(tmp_path, FLEET)] == [("exeter", 8), ("ajax", 6)]


def test_an_array_of_tables_becomes_models(tmp_path):
    text = '[[cruiser]]\nid = "exeter"\nknots = 32\nguns = { calibre = 8 }\n'
    assert fleet(tmp_path, text) == [Cruiser(id="exeter", knots=32, guns=Guns(calibre=8))]


def test_without_a_key_each_table_of_the_file_is_a_model(tmp_path):
    path = tmp_path / "fleet.toml"
    path.write_text("[exeter]\nknots = 32\nguns = { calibre = 8 }\n")
    assert load_models(path, Cruiser) == [Cruiser(id="exeter", knots=32, guns=Guns(calibre=8))]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("knots = 32\nguns", "guns", ":3: cruiser.exeter.knots: is missing; a whole number is wanted"),
        ("knots = 32\nguns", "knots = 'fast'\nguns", ":4: cruiser.exeter.knots: should be 0 to 40, not 'fast'"),
        ("knots = 32\nguns", "knots = 41\nguns", ":4: cruiser.exeter.knots: should be 0 to 40, not 41"),
        ("knots = 32\nguns", "knot = 32\nguns", ":4: cruiser.exeter.knot: unknown key; did you mean knots?"),
        ("calibre = 6", "calibre = 0", ":10: cruiser.ajax.guns.calibre: should be at least 1, not 0"),
        ("calibre = 6", "caliber = 6", ":10: cruiser.ajax.guns.caliber: unknown key; did you mean calibre?"),
        ("{ calibre = 8 }", "8", ":5: cruiser.exeter.guns: should be a table of keys, not 8"),
        (
            "calibre = 8 }",
            "calibre = 8 }\ncolour = 'red'",
            ":6: cruiser.exeter.colour: should be 'grey' or 'black'",
        ),
        (
            "calibre = 8 }",
            "calibre = 8 }\ncrew = 7",
            ":6: cruiser.exeter.crew: should be a table of keys or 'full'",
        ),
        (
            "calibre = 8 }",
            "calibre = 8 }\ncrew = { a = 'x' }",
            ":6: cruiser.exeter.crew.a: should be a whole number",
        ),
        (FLEET, "cruiser = 5", ":1: cruiser: should be a table of keys, not 5"),
    ],
)
def test_what_is_wrong_in_a_toml_file_is_said_with_file_line_key_and_remedy(tmp_path, old, new, message):
    assert old in FLEET
    text = FLEET.replace(old, new, 1)
    with pytest.raises(BadData) as error:
        fleet(tmp_path, text)
    assert f"{tmp_path / 'fleet.toml'}{message}" in str(error.value)
    assert "pydantic" not in str(error.value)


def test_a_key_that_is_refused_itself_is_called_a_key() -> None:
    class Tracks(BaseModel):
        weather: dict[int, str]

    with pytest.raises(BadData) as error:
        TomlDocument.parse("[weather]\n3 = 'fog'\nstorm = 'gale'", "tracks.toml").model(Tracks)
    assert "tracks.toml:3: weather.storm: a key should be a whole number, not 'storm'" in str(error.value)


def test_a_text_with_half_a_character_is_refused_in_our_words() -> None:
    with pytest.raises(BadData) as error:
        nc.load("uboat_cards").new_match(options={"\ud800": 1})
    assert str(error.value).endswith("should be text of whole characters, not '\\ud800'")


def test_a_key_that_the_file_lacks_is_named(tmp_path):
    with pytest.raises(BadData, match=r"fleet.toml:1: cruiser: is missing"):
        fleet(tmp_path, 'title = "Plate"\n')
    with pytest.raises(BadData, match=r"fleet.toml:1: cruiser: has no entries"):
        fleet(tmp_path, "cruiser = []\n")


def test_two_entries_of_one_name_are_refused_at_the_second(tmp_path):
    entry = '[[cruiser]]\nid = "exeter"\nknots = 32\nguns = { calibre = 8 }\n'
    with pytest.raises(BadData, match=r"fleet.toml:6: cruiser.1.id: there is already an entry 'exeter'"):
        fleet(tmp_path, entry + entry)


def test_two_rows_of_one_name_are_refused_at_the_second(tmp_path):
    path, _ = ships(tmp_path, "name,knots\nHood,31\n\nHood,32\n")
    with pytest.raises(
        BadData, match=rf"^{path}:4:name: there is already an entry 'Hood'; each name may be given once"
    ):
        load_models(path, Ship, named_by="name")
    assert len(load_models(path, Ship)) == 2, "a model without the field is not told apart by it"


def test_a_value_of_any_length_is_shown_shortened(tmp_path):
    with pytest.raises(BadData) as error:
        fleet(tmp_path, FLEET.replace("knots = 32", f"knots = '{'x' * 500}'", 1))
    assert len(str(error.value).split("cruiser.exeter.knots")[1]) < 120
