"""JSON Schemas: every file that is shipped fits its schema, and mistakes do not."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import navalcore as nc
from navalcore.components import _tables as table_files
from navalcore.rules import schemas

GAMES = Path(__file__).parents[2] / "games"
FILES = {
    "uboat_cards": {"scenario": "scenarios/*.toml"},
    "tonnage_war": {"scenario": "scenarios/*.toml", "values": "data/spring_1943.toml"},
    "aa50_subwar": {"scenarios": "scenarios/atlantic.toml"},
    "bismarck": {"map": "data/map.toml", "tables": "data/tables.toml"},
    "silent_war": {},
}


def faults(schema, document):
    return [
        f"{list(error.path)}: {error.message[:100]}" for error in Draft202012Validator(schema).iter_errors(document)
    ]


def read(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))


def files_of(name, kind):
    if name == "silent_war":
        return [GAMES / name / ("scenarios" if kind == "scenarios" else "data") / f"{kind}.toml"]
    return sorted((GAMES / name).glob(FILES[name][kind]))


@pytest.mark.parametrize("name", FILES)
def test_every_file_of_a_game_fits_its_schema(name):
    found = schemas(nc.load(name))
    del found["wire"]  # what is sent, not a file
    assert set(found) == set(FILES[name]) or name == "silent_war"
    for kind, schema in found.items():
        Draft202012Validator.check_schema(schema)
        files = files_of(name, kind)
        assert files
        for path in files:
            assert faults(schema, read(path)) == [], path


@pytest.mark.parametrize("name", FILES)
def test_every_rule_book_fits_the_schema_of_rule_books(name):
    assert faults(schemas()["rulebook"], read(GAMES / name / "rulebook.toml")) == []


@pytest.mark.parametrize(
    ("game", "kind", "path", "wrong"),
    [
        ("uboat_cards", "scenario", ("cards", "SONAR"), -1),
        ("uboat_cards", "scenario", ("cards", "ZEPPELIN"), 1),
        ("tonnage_war", "scenario", ("uboat", "units", "zeppelin"), 1),
        ("tonnage_war", "scenario", ("colour",), "red"),
        ("silent_war", "map", ("area", 0, "shallow"), "perhaps"),
    ],
)
def test_a_mistake_does_not_fit(game, kind, path, wrong):
    document = read(files_of(game, kind)[0])
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = wrong
    assert faults(schemas(nc.load(game))[kind], document)


def test_the_schema_of_tables_knows_exactly_the_keys_that_are_read():
    schema = table_files.table_schema()["additionalProperties"]
    assert set(schema["properties"]) == table_files._KEYS


def test_tables_fit_and_ill_written_ranges_do_not():
    schema = schemas()["table"]
    good: dict[str, Any] = {
        "contact": {
            "die": "d10z",
            "columns": ["a", "b"],
            "type": "str",
            "rows": {"0-5": ["x", "y"], "6+": ["x", "z"]},
        }
    }
    assert faults(schema, good) == []
    good["contact"]["rows"]["six"] = ["x", "y"]
    assert faults(schema, good)
    assert faults(schema, {"contact": {"dice": "d10z", "rows": {}}})
