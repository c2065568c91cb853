"""The upgrade page names what there is now, and everything public that is gone."""

import re
from pathlib import Path

import navalcore as nc
from navalcore import _moved, rules

PAGE = (Path(__file__).parents[2] / "docs" / "upgrade.md").read_text(encoding="utf-8")
GONE = {"commitment"}
"""What ``navalcore`` itself exported in 0.1.0 and does not any more."""


def test_every_name_that_the_page_recommends_can_be_had() -> None:
    named = {name for name in re.findall(r"\bnc\.(\w+)", PAGE) if name not in GONE}
    assert len(named) > 10
    assert {name for name in named if not hasattr(nc, name)} == set()


def test_what_is_gone_is_gone_and_told() -> None:
    assert {name for name in GONE if hasattr(nc, name) or f"`nc.{name}(" not in PAGE} == set()


def test_every_name_and_package_of_0_2_that_moved_is_on_the_page_with_the_door_that_has_it_now() -> None:
    rows = [line.split("|") for line in PAGE.partition("## From 0.1.0")[0].splitlines() if line.startswith("| `")]
    told = {name: row[2] for row in rows for name in re.findall(r"`([\w.]+)", row[1])}
    told |= {name.partition(".")[0]: now for name, now in told.items() if name.startswith(("aio.", "wire."))}
    for name, now in _moved.NAMES.items():
        door = re.search(r"navalcore\.\w+", now)
        assert (door[0] if door else "private" if "private" in now else "methods") in told[name]
    for package, now in _moved.PACKAGES.items():
        if package in told and package != "navalcore.cli":
            assert all(door in told[package] for door in re.findall(r"navalcore(?:_games)?(?:\.\w+)?", now))
    assert {package for package in _moved.PACKAGES if package.startswith("navalcore.")} <= set(told)


def test_what_a_game_gave_to_its_face_is_no_part_of_the_rules_and_stands_in_one_row() -> None:
    row = next(line for line in PAGE.splitlines() if "methods of a class derived from `Face`" in line)
    moved = re.findall(r"`(\w+)`", row.split("|")[1])
    assert len(moved) == 12
    assert [name for name in moved if not hasattr(rules.Face, name)] == []
    assert [name for name in moved if hasattr(nc.Game, name)] == []


def test_the_versions_of_rules_on_the_page_are_those_of_the_games() -> None:
    told: dict[str, str] = {}
    for before, since in (("0.1.0", "0.2.0"), ("0.2", "1.0")):
        table = PAGE.partition(f"| game | rules in {before} | rules in {since} |")[2].partition("\n\n")[0]
        found = re.findall(r"^\| ([^|]+) \| (\d\.\d) \| (\d\.\d) \|", table, re.MULTILINE)
        for game, old, new in found:
            assert told.get(game, old) == old, "each table goes on where the one before ends"
            told[game] = new
    assert len(told) == 5
    assert sorted(told.values()) == sorted(nc.load(game).version for game in (
        "uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war"))  # fmt: skip
