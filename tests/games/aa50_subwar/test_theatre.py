"""Map, limits and unit table against the published figures (B18, B19, S17, S18, S21, S23)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.errors import BadData, UnknownName
from navalcore_games.aa50_subwar.theatre import (
    DATA,
    MAP,
    NEIGHBOURS,
    SEA,
    SHORES,
    TERRITORIES,
    UNITS,
    ZONES,
    check_counts,
    check_space,
    check_zone,
    load_map,
    load_units,
    title_of,
)
from navalcore_games.aa50_subwar.words import Power, Space, Territory
from tests.games.aa50_subwar.conftest import sea_zone


@pytest.mark.rule("aa50_subwar", "B18")
def test_the_unit_table():
    table = {kind.value: (row.cost, row.attack, row.defense, row.move, row.hits) for kind, row in UNITS.items()}
    assert table == {
        "submarine": (6, 2, 1, 2, 1),
        "destroyer": (8, 2, 2, 2, 1),
        "cruiser": (12, 3, 3, 2, 1),
        "carrier": (14, 1, 2, 2, 1),
        "battleship": (20, 4, 4, 2, 2),
        "transport": (7, 0, 0, 2, 1),
        "fighter": (10, 3, 4, 4, 1),
        "bomber": (12, 4, 1, 6, 1),
    }


@pytest.mark.rule("aa50_subwar", "S17", "S21")
def test_the_limits_of_the_zones():
    limits = [0, 2, 1, 1, 1, 1, 1, 4, 1, 3, 0, 1, 1]
    assert [ZONES[sea_zone(f"sz{number}")].convoy_limit for number in range(1, 14)] == limits
    assert len(ZONES) == 13


@pytest.mark.rule("aa50_subwar", "S18", "S23")
def test_the_limits_of_the_territories():
    listed = {"archangel": 1, "norway": 1, "england": 8, "nw_europe": 0, "germany": 1, "france": 2, "e_canada": 1,
              "e_us": 4, "morocco": 0}  # fmt: skip
    assert {name: TERRITORIES[Territory(Space(name))].convoy_limit for name in listed} == listed
    assert {row.convoy_limit for name, row in TERRITORIES.items() if name not in listed} == {0}
    assert {name for name, row in TERRITORIES.items() if row.limit_source == "source"} == set(listed)


@pytest.mark.rule("aa50_subwar", "B19")
def test_the_map_is_that_of_the_sheet():
    neighbours = {1: (2, 8, 9), 2: (1, 3, 8), 3: (2, 4, 6), 4: (3,), 5: (6,), 6: (3, 5, 7), 7: (6, 8, 12),
                  8: (1, 2, 7, 9, 12), 9: (1, 8, 10, 11, 12), 10: (9, 11), 11: (9, 10, 12), 12: (7, 8, 9, 11, 13),
                  13: (12,)}  # fmt: skip
    assert {int(zone[2:]): tuple(int(other[2:]) for other in near) for zone, near in SEA.items()} == neighbours
    england = {zone for zone in ZONES if "england" in SHORES[zone]}
    assert england == {"sz2", "sz3", "sz6", "sz7", "sz8"}
    assert sum(ZONES[zone].convoy_limit for zone in england) == 9
    assert SHORES[sea_zone("sz11")] == ()
    assert len(TERRITORIES) == 20
    assert MAP.distance("sz5", "sz10") == 5


@pytest.mark.rule("aa50_subwar", "B19")
def test_the_values_and_owners_of_the_territories():
    value = {"germany": 0, "uk": 0, "us": 0, "ussr": 0, "neutral": 0}
    for row in TERRITORIES.values():
        value[row.owner_1941] += row.ipc
    assert value == {"germany": 27, "uk": 11, "us": 13, "ussr": 5, "neutral": 0}
    changed = {name: row.owner_1942 for name, row in TERRITORIES.items() if row.owner_1942 != row.owner_1941}
    assert changed == {"baltic_states": "germany"}


def test_a_unit_table_with_a_hole_is_refused(tmp_path):
    path = tmp_path / "units.csv"
    path.write_text("".join((DATA / "units.csv").read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(BadData, match=r"one line for each of .*bomber"):
        load_units(path)


def test_shores_that_disagree_with_the_connections_are_refused(tmp_path):
    shutil.copytree(DATA, tmp_path / "data")
    path = tmp_path / "data" / "zones.csv"
    path.write_text(path.read_text().replace("eire;england", "england"))
    with pytest.raises(
        BadData, match=r"zones\.csv:9:shores: not as in adjacency\.csv; it should be 'eire;england' for sz8"
    ):
        load_map(tmp_path / "data")


def test_unknown_spaces_and_bad_fleets_are_told_apart_and_explained():
    assert check_zone("Sz7") == check_zone("7") == "sz7"
    with pytest.raises(UnknownName, match="no sea zone 'sz14'; the zones are sz1"):
        check_zone("sz14")
    with pytest.raises(UnknownName, match="did you mean england"):
        check_space("englnd")
    with pytest.raises(UnknownName, match="no unit 'u-boat'; the units are submarine"):
        check_counts({"u-boat": 1}, "fleet")
    with pytest.raises(BadData, match="fleet: -1 submarines"):
        check_counts({"submarines": -1}, "fleet")


def test_neighbours_stand_in_the_order_of_their_numbers_zones_first():
    assert [title_of(space) for space in NEIGHBOURS[Space("sz7")]] == [
        "Sz6",
        "Sz8",
        "Sz12",
        "France",
        "NWEurope",
        "England",
    ]


@pytest.mark.rule("aa50_subwar", "S26", "B15")
def test_the_scenario_with_even_chances_has_another_budget_and_a_head_start():
    """AAS-R43."""
    match = nc.load("aa50_subwar").new_match("atlantic_1941_even", seed=1)
    view = match.view("axis")
    assert (view.points("allies"), view.points("axis")) == (26, 0)
    assert match.state.commitment[Power.GERMANY] == 18
    assert nc.load("aa50_subwar").new_match(seed=1).view("axis").points("allies") == 0
    given = nc.load("aa50_subwar").new_match("atlantic_1941_even", seed=1, options={"commitment_germany": 3})
    assert given.state.commitment[Power.GERMANY] == 3


OWN_MAPS = [
    ("zones.csv", "\nsz8,", "\nsz8x,", r"zones.csv:9:id: adjacency.csv connects no 'sz8x'; did you mean sz8?"),
    ("territories.csv", "\nengland,", "\nanglia,", "id: adjacency.csv connects no 'anglia'; did you mean england?"),
    (
        "territories.csv",
        "England,United Kingdom,uk,",
        "England,United Kingdom,ok,",
        "owner_1941: there is no power 'ok'",
    ),
    ("adjacency.csv", "sz1,sz2,", "sz1,sz1,", "adjacency.csv:2:b: sz1 is connected with itself; leave the row out"),
    ("adjacency.csv", "sz1,sz2,", "sz8,sz1,", "sz1 and sz8 are connected twice; leave one row out"),
]


@pytest.mark.parametrize(("name", "was", "now", "said"), OWN_MAPS)
def test_a_map_of_the_owners_that_does_not_fit_names_file_line_and_what_would_be_right(
    name: str, was: str, now: str, said: str, tmp_path: Path
):
    shutil.copytree(DATA, tmp_path / "data")
    path = tmp_path / "data" / name
    text = path.read_text()
    assert was in text
    path.write_text(text.replace(was, now, 1))
    with pytest.raises(BadData) as caught:
        load_map(tmp_path / "data")
    assert str(path) in str(caught.value)
    assert said in str(caught.value)


def test_a_file_with_some_of_the_zones_or_without_shores_says_what_it_lacks(tmp_path: Path):
    shutil.copytree(DATA, tmp_path / "data")
    path = tmp_path / "data" / "zones.csv"
    header, *rows = path.read_text().splitlines()
    path.write_text(f"{header}\n{rows[0]}\n")
    some = r"zones\.csv:1:id: there is no row for sz2, sz8, sz9, .* and \d others; every space that adjacency"
    with pytest.raises(BadData, match=some):
        load_map(tmp_path / "data")
    path.write_text("".join(f"{row.rpartition(',')[0]}\n" for row in [header, *rows]))
    with pytest.raises(BadData, match=r"zones\.csv:1:shores: no row has any; it lists .* 'e_canada' for sz1"):
        load_map(tmp_path / "data")
