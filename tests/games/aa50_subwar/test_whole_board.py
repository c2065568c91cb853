"""The whole board as data, and the companion that stands on it (B19 to B21, S16 to S25)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore.components import load_models
from navalcore.errors import BadData
from navalcore.rules import ScriptedChance, companion_in
from navalcore_games.aa50_subwar import resolver
from navalcore_games.aa50_subwar.chart_plan import Tile
from navalcore_games.aa50_subwar.companion_figures import figures_of
from navalcore_games.aa50_subwar.powers import WORLD
from navalcore_games.aa50_subwar.theatre import DATA, SCENARIOS, SHORES, TERRITORIES, ZONES, SetupRow, income_of, waters
from navalcore_games.aa50_subwar.words import Power
from tests.games.aa50_subwar.conftest import sea_zone

BOARD = waters("world_1941")


def evening(*faces: int) -> Any:
    """The companion, with these faces ahead."""
    return nc.load("aa50_subwar:companion").new_match(chance=ScriptedChance(*faces), undo="free")


def ask(match: Any, name: str, **fields: object) -> list[str]:
    """Resolve a procedure with its first options; the marks afterwards."""
    if match.state.desk.procedure != name:
        match.choose(f"ask_for/{name}")
    for field, value in fields.items():
        match.choose(f"fill/{field}/{value}")
    if match.state.phase == "fill":
        match.choose("begin")
    while match.state.phase == "resolve":
        match.choose(0)
    return [mark.text for mark in match.view("table").marks]


@pytest.mark.rule("aa50_subwar", "B19", "S21", "S23")
def test_the_atlantic_lies_in_the_whole_board_as_it_is_on_its_own():
    assert (len(BOARD.zones), len(BOARD.territories)) == (65, 97)
    for zone, data in ZONES.items():
        assert BOARD.zones[zone].convoy_limit == data.convoy_limit
        assert set(SHORES[zone]) <= set(BOARD.shores[zone])
    for land, own in TERRITORIES.items():
        found = BOARD.territories[land]
        assert (found.ipc, found.convoy_limit, found.owner_1941, found.owner_1942) == (
            own.ipc, own.convoy_limit, own.owner_1941, own.owner_1942
        )  # fmt: skip


@pytest.mark.rule("aa50_subwar", "S24")
def test_limits_are_exact_where_the_source_says_them_and_reconstructed_elsewhere():
    exact = {zone for zone, data in BOARD.zones.items() if data.limit_source == "exact"}
    assert exact == set(ZONES)
    lands = {land: data for land, data in BOARD.territories.items() if data.convoy_limit}
    raw = {land for land in lands if land not in TERRITORIES}
    assert raw == {"japan", "borneo", "east_indies"}
    assert all(lands[land].convoy_limit == lands[land].ipc for land in raw)
    labels = {land: lands[land].limit_source for land in raw}
    assert labels == {"borneo": "exact", "east_indies": "exact", "japan": "historical"}
    others = {data.limit_source for land, data in BOARD.territories.items() if land not in {*TERRITORIES, *raw}}
    assert others == {"reconstructed"}


def test_every_space_of_the_whole_board_has_a_tile_beside_most_of_its_neighbours():
    tiles = {tile.space: (tile.column, tile.row) for tile in load_models(DATA / "world_chart.csv", Tile)}
    assert tiles.keys() == {*BOARD.zones, *BOARD.territories}
    assert len(set(tiles.values())) == len(tiles)
    links = [(one, other) for one, near in BOARD.neighbours.items() for other in near]
    beside = [max(abs(a - b) for a, b in zip(tiles[one], tiles[other], strict=True)) == 1 for one, other in links]
    assert sum(beside) > len(links) * 2 / 3


def test_the_whole_board_is_drawn_and_the_kit_finds_it_whole():
    """In a process of its own, as a variant with data is played."""
    code = """
import navalcore as nc
from navalcore.testing import check_game
game = nc.load("aa50_subwar:whole_board")
view = game.new_match(seed=1).view(nc.UMPIRE)
board = nc.face_of(game).board(view)
assert len([region for region in board.scenes[0].regions if region.id.startswith(("zone/", "land/"))]) >= 162
checks = ["invariants", "boards", "options_name_places_that_are_drawn", "what_is_told_is_on_the_board"]
report = check_game(
    game, matches=1, scenarios=["world_1941"], options={}, shrinking=False, max_choices=300,
    only=["scenes_stay_and_can_be_read", *checks],
)
assert not report.failures, report.text()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def test_no_number_badge_or_name_of_a_unit_covers_another_wherever_units_are_on_the_whole_board():
    """In a process of its own, as a variant with data is played."""
    code = """
import navalcore as nc
from navalcore.boards import board_svg
from tests.boards.overlaps import overlaps
game = nc.load("aa50_subwar:whole_board")
for scenario in ("world_1941", "world_1942"):
    assert overlaps(board_svg(game, game.new_match(scenario, seed=1).view(nc.UMPIRE))) == []
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


@pytest.mark.rule("aa50_subwar", "B20")
def test_a_match_on_the_whole_board_begins_from_a_set_up_of_the_owners(tmp_path: Path):
    """In a process of its own, as data are laid over: the submarines of Germany are those of the owner's file."""
    rows = ["space,power,unit,quantity,use", "sz5,germany,submarine,7,play", "sz8,uk,destroyer,1,play"]
    (tmp_path / "world_1941.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    code = """
import sys
import navalcore as nc
nc.lay_data_over("aa50_subwar", sys.argv[1])
match = nc.load("aa50_subwar:whole_board").new_match("world_1941", seed=1)
print(sorted((str(unit.power), str(unit.kind), str(unit.space)) for unit in match.state.units.values()))
"""
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    expected = [("germany", "submarine", "sz5")] * 7 + [("uk", "destroyer", "sz8")]
    assert (ran.stdout.strip(), ran.stderr) == (str(expected), "")


OWN_FILES = [
    ("world_zones.csv", "\nsz8,", "\nsz8x,", "world_zones.csv:9:id: world_adjacency.csv connects no 'sz8x'"),
    ("world_adjacency.csv", "sz1,sz2,", "sz1,sz99,", "there is no row for sz99; every space that world_adjacency.csv"),
]


@pytest.mark.parametrize(("name", "was", "now", "said"), OWN_FILES)
def test_own_files_that_do_not_go_together_are_to_blame_and_not_the_game(
    name: str, was: str, now: str, said: str, tmp_path: Path
):
    """In a process of its own, as data are laid over."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert was in text
    (tmp_path / name).write_text(text.replace(was, now, 1), encoding="utf-8")
    code = """
import sys
import navalcore as nc
nc.lay_data_over("aa50_subwar", sys.argv[1])
try:
    nc.load("aa50_subwar:companion")
except nc.errors.NavalCoreError as error:
    print(error.code, error)
"""
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert ran.stdout.startswith("bad_data /"), ran.stderr
    assert said in ran.stdout
    assert "plug-in" not in ran.stdout


def test_every_key_of_the_whole_board_is_listed_in_each_of_its_scenarios():
    """In a process of its own, as a variant with data is played; the keys of the Atlantic stay as they are frozen."""
    code = """
import navalcore as nc
from navalcore.testing import check_game
game = nc.load("aa50_subwar:whole_board")
assert list(game.scenarios) == ["world_1941", "world_1942"]
report = check_game(
    game, matches=1, options={}, shrinking=False, max_choices=300, only=["action_keys_are_complete"]
)
assert not report.failures, report.text()
assert "action_keys_are_complete" not in report.skipped
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


@pytest.mark.rule("aa50_subwar", "B1", "B20", "B21")
def test_the_powers_take_their_turns_in_the_order_of_the_set_up():
    """In a process of its own, as a variant with data is played."""
    code = """
import navalcore as nc
game = nc.load("aa50_subwar:whole_board")
for scenario, order in (
    ("world_1941", "germany ussr japan uk italy us germany"),
    ("world_1942", "japan ussr germany uk italy us japan"),
):
    match = game.new_match(scenario, seed=1)
    first = [unit for unit in match.state.own() if unit.kind == "fighter" and str(unit.space).startswith("sz")]
    assert all(unit.airborne for unit in first), "fighters fly from their carriers in the first turn too (B16)"
    assert bool(first) is (scenario == "world_1942")
    assert game.position(match.position(), seed=2).digest == match.digest
    turns = []
    while len(turns) < 7:
        state = match.state
        if not turns or turns[-1] != state.power:
            turns.append(str(state.power))
            assert state.round == 1 + (len(turns) == 7), turns
        texts = match.decision.texts
        ends = [text for text in texts if text.startswith("end the") or text == "buy nothing more"]
        match.choose(ends[0] if ends else 0)
    assert " ".join(turns) == order, turns
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


@pytest.mark.rule("aa50_subwar", "B1", "B15")
def test_every_power_of_the_whole_board_has_income_for_ships_in_both_set_ups():
    """In a process of its own, as a variant with data is played (AAS-R26)."""
    code = """
import navalcore as nc
from fractions import Fraction
game = nc.load("aa50_subwar:whole_board")
from navalcore_games.aa50_subwar.theatre import POWERS, income_of
spent = {}
for scenario in ("world_1941", "world_1942"):
    state = game.new_match(scenario, seed=1).state
    for power in POWERS:
        income, commitment = income_of(state.owners, power), state.commitment[power]
        assert state.treasury[power] == income - commitment >= 5, (scenario, power, income, commitment)
        spent[scenario, power] = Fraction(commitment, income)
for power in POWERS:
    apart = abs(spent["world_1941", power] - spent["world_1942", power])
    assert apart < Fraction(1, 30), ("each power spends the same part of its income in both set-ups", power, apart)
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


@pytest.mark.rule("aa50_subwar", "B4", "B5")
def test_only_allied_ships_sail_through_suez_and_panama_and_aircraft_of_both_sides_fly_over():
    """In a process of its own, as a variant with data is played (AAS-R46)."""
    code = """
import navalcore as nc
game = nc.load("aa50_subwar:whole_board")
from navalcore_games.aa50_subwar.flying import decks

def texts(power, *units, at="combat_move"):
    rows = [dict(zip(("power", "kind", "space"), unit)) for unit in units]
    return game.position({"at": at, "deal": False, "set": {"power": power, "units": rows}}, seed=1)

for zone, other in (("sz15", "sz34"), ("sz34", "sz15"), ("sz19", "sz20"), ("sz20", "sz19")):
    through = f"cruiser {zone.title()} > {other.title()}"
    for power, kind, passes in (("italy", "cruiser", False), ("japan", "submarine", False), ("uk", "cruiser", True)):
        match = texts(power, (power, kind, zone))
        wanted = through.replace("cruiser", kind)
        assert (wanted in match.decision.texts) is passes, (wanted, match.decision.texts)
        if not passes:
            assert match.why_not(wanted).rule == "B4"
match = texts("italy", ("italy", "cruiser", "sz14"))
match.choose("cruiser Sz14 > Sz15")
assert "go on to Sz16" in match.decision.texts
assert "go on to Sz34" not in match.decision.texts
match = texts("italy", ("italy", "bomber", "italy"), ("uk", "cruiser", "sz34"))
assert any("> Sz34 to fight" in text for text in match.decision.texts), match.decision.texts
# A carrier that comes to meet its fighters does not come through the canal either.
for power, passes in (("italy", False), ("uk", True)):
    ((zones, room),) = decks(texts(power, (power, "carrier", "sz15")).state, set())
    assert ({"sz34", "sz35"} <= set(zones)) is passes, zones
    assert "sz14" in zones
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


@pytest.mark.rule("aa50_subwar", "B4")
def test_bots_count_moves_round_a_canal_that_the_enemy_holds():
    """In a process of its own, as a variant with data is played (AAS-R46)."""
    code = """
import navalcore as nc
game = nc.load("aa50_subwar:whole_board")
from navalcore_games.aa50_subwar.bot_sense import steps_to_lanes, strike_on
from navalcore_games.aa50_subwar.words import Side
for zone, other in (("sz15", "sz34"), ("sz20", "sz19")):
    assert steps_to_lanes(Side.ALLIES, zone, other) == 1
    assert steps_to_lanes(Side.AXIS, zone, other) > 2  # further than a ship moves in a turn
units = [dict(power="italy", kind="cruiser", space="sz15"), dict(power="uk", kind="cruiser", space="sz34")]
match = game.position({"at": "combat_move", "deal": False, "set": {"power": "italy", "units": units}}, seed=1)
view = match.view(nc.UMPIRE)
assert strike_on(view, Side.ALLIES, "sz34") == [], "the Italian cruiser cannot come"
assert strike_on(view, Side.AXIS, "sz15") == ["cruiser"], "the British one can"
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


@pytest.mark.rule("aa50_subwar", "B15", "B20", "B21")
@pytest.mark.parametrize("year", ["1941", "1942"])
def test_incomes_are_what_territories_are_worth_and_set_ups_hold_those_of_the_atlantic(year: str):
    setup = WORLD.setup[year]
    assert {power: income_of(setup.owners, Power(power)) for power in setup.order} == setup.income
    counted: list[Counter[tuple[str, str, str]]] = []
    for name in (setup.units, f"setup_{year}.csv"):
        rows = load_models(SCENARIOS / name, SetupRow)
        here = [row for row in rows if row.space in (*ZONES, *TERRITORIES)]
        counted.append(Counter({(row.space, row.power, str(row.unit)): row.quantity for row in here}))
    assert counted[0] == counted[1]


@pytest.mark.rule("aa50_subwar", "S7")
def test_a_hunt_is_that_of_the_resolver_for_any_power():
    faces = [3, 6, 3, 2, 5]
    match = evening(*faces)
    assert ask(match, "hunt", zone="sz62", destroyers=2, submarines=2, hunters="us", prey="japan") == [
        "Sz62: 1 submarine there, submerged"
    ]
    report = resolver.hunt({"destroyer": 2}, 2, dice=faces, power="us", enemy="japan", zone=sea_zone("sz62"))
    assert (report.submarines_sunk, report.submarines_left) == (1, 1)
    with pytest.raises(BadData, match="same side"):
        resolver.hunt({"destroyer": 1}, 1, dice=[1], power="us", enemy="uk")


@pytest.mark.rule("aa50_subwar", "S17", "S18", "S20")
def test_a_raid_keeps_to_a_limit_of_the_groups_own_and_charges_add_up():
    match = evening(3, 3, 2, 1, 3, 3)
    ask(match, "limit", space="sz62", limit=5)
    marks = ask(match, "raid", zone="sz62", submarines=2, raiders="us", convoys="japan")
    assert marks[0] == "Sz62: 5 of 5 IPC lost, not yet charged"
    assert "Japan: 5 of 8 IPC charged, 3 left" in ask(match, "charge", convoys="japan")
    ask(match, "raid", submarines=1)
    assert "Japan: 8 of 8 IPC charged, 0 left" in ask(match, "charge")
    assert ask(match, "take_off") == ["Sz62: own limit C5"]


@pytest.mark.rule("aa50_subwar", "S18", "B15")
def test_a_territory_with_a_limit_of_the_groups_own_is_never_charged_more_than_its_value():
    match = evening(3, 3)
    ask(match, "limit", space="sz6", limit=9)
    ask(match, "limit", space="norway", limit=5)
    ask(match, "raid", zone="sz6", submarines=1, raiders="uk", convoys="germany")
    assert "Norway: 3 of 3 IPC charged, 0 left" in ask(match, "charge", convoys="germany"), "Norway has 3 IPC"


@pytest.mark.rule("aa50_subwar", "S18", "S20")
def test_a_limit_of_the_groups_own_opens_no_territory_of_the_enemy_to_a_powers_losses():
    """AAS-R19: only territories of the power that collects are charged; Norway is German."""
    match = evening(3, 6)
    for space, limit in {"norway": 3, "sz6": 3, "england": 2}.items():
        ask(match, "limit", space=space, limit=limit)
    ask(match, "raid", zone="sz6", submarines=1, raiders="germany", convoys="uk")
    charged = [mark for mark in ask(match, "charge", convoys="uk") if "charged" in mark]
    assert charged == ["England: 2 of 2 IPC charged, 0 left"], "the third IPC finds no British territory"


@pytest.mark.rule("aa50_subwar", "S25")
def test_england_starves_at_the_real_board_and_nobody_else_does():
    lanes = {"sz2": 2, "sz3": 1, "sz6": 1, "sz8": 4}
    match = evening(*[3, 3, 3, 3] * len(lanes))
    for zone in lanes:
        ask(match, "raid", zone=zone, submarines=2)
    assert "England starves: peace" in ask(match, "charge")


def test_a_convoy_phase_of_the_resolver_takes_the_whole_board():
    raiders = {"sz38": {"submarine": 1}, "sz49": {"submarine": 1}}
    report = resolver.convoy_disruption(raiders, "uk", [3, 3, 2, 2], owners="world_1941", raider="japan")
    assert report.charges == {"east_indies": 4, "borneo": 4}
    assert not resolver.convoy_disruption(raiders, "uk", [], owners="world_1942", raider="japan").charges


def test_the_data_of_the_whole_board_are_whole_though_it_has_no_chart():
    code = (
        "from navalcore.testing import check_game; "
        "print(check_game('aa50_subwar:whole_board', matches=1, max_choices=40, only=['data_is_whole']).ok)"
    )  # in a process of its own: its maps take the place of the game's
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (ran.stdout.strip(), ran.stderr) == ("True", "")


@pytest.mark.rule("aa50_subwar", "S17", "S20")
def test_raiders_of_two_powers_in_a_zone_add_up_to_its_limit():
    match = evening(2, 6, 1, 6, 3, 3)
    ask(match, "raid", zone="sz8", raiders="germany", convoys="uk")  # C4
    assert ask(match, "raid", raiders="italy") == ["Sz8: 3 of 4 IPC lost, not yet charged"]
    assert ask(match, "raid", raiders="germany") == ["Sz8: 4 of 4 IPC lost, not yet charged"], "1 was left of 4"
    assert match.view("table").misfit[1].startswith("4 of 4 IPC of British convoys are lost there; charge them")


@pytest.mark.rule("aa50_subwar", "S17")
def test_the_chances_of_a_raid_count_what_is_lost_in_the_zone_already():
    match = evening(3, 6)
    ask(match, "raid", zone="sz8", raiders="germany", convoys="uk")
    companion = companion_in(match.game)
    odds = companion.odds(match.game, match.setup.terms, "raid", dict(match.state.desk.values), match.state)
    assert odds.outcomes == {"0 IPC": Fraction(1, 4), "1 IPC": Fraction(3, 4)}, "1 of 4 is left; two faces of 6 cost 0"


@pytest.mark.rule("aa50_subwar", "S20")
def test_losses_are_charged_to_the_power_whose_convoys_were_raided():
    match = evening(1, 6)
    ask(match, "raid", zone="sz7", raiders="uk", convoys="germany")  # France and England are its shores
    assert ask(match, "charge", convoys="uk") == ["Sz7: 1 of 1 IPC lost, not yet charged"]
    assert ask(match, "charge", convoys="germany") == ["France: 1 of 2 IPC charged, 1 left"]


@pytest.mark.rule("aa50_subwar", "S20")
def test_another_powers_losses_in_a_zone_are_charged_before_it_is_raided_again():
    match = evening(1, 6)
    ask(match, "raid", zone="sz7", raiders="uk", convoys="germany")
    for key in ("fill/raiders/germany", "fill/convoys/uk"):
        match.choose(key)
    assert match.view("table").misfit[1].startswith("1 of 1 IPC of German convoys are lost there; charge them")


@pytest.mark.rule("aa50_subwar", "B15")
def test_an_income_of_a_group_is_taken_over_and_one_too_high_is_refused_by_its_line():
    text = (SCENARIOS / "world.toml").read_text(encoding="utf-8")
    taken_over = figures_of({"world.toml": text.replace("italy = 10", "italy = 11", 1)})
    assert taken_over == {"incomes": {"1941": {"italy": 11}}}
    line = text[: text.index("italy = 10")].count("\n") + 1
    with pytest.raises(BadData, match=f"^world.toml:{line}: setup.1941.income.italy: .* 0 to 200$"):
        figures_of({"world.toml": text.replace("italy = 10", "italy = 201", 1)})


@pytest.mark.parametrize(
    ("own", "theirs", "wrong"),
    [
        ('title = "Japan"', 'title = "Nippon"', "power.japan.title: .*, which has 'Japan'"),
        ('units = "world_1941.csv"', 'units = "mine.csv"', "setup.1941.units: .*, which has 'world_1941.csv'"),
        ("[power.china]", "[power.anzac]", "power.anzac: .*, which does not have it"),
        (
            'order = ["germany", "ussr"',
            'order = ["ussr", "germany"',
            r"setup.1941.order: .*, which has \['germany', 'ussr'",
        ),
    ],
)
def test_what_a_group_may_not_change_is_named_by_its_line_with_what_the_game_has_there(own, theirs, wrong):
    text = (SCENARIOS / "world.toml").read_text(encoding="utf-8")
    line = text[: text.index(own)].count("\n") + 1
    with pytest.raises(BadData, match=f"(?m)^world.toml:{line}: {wrong}"):
        figures_of({"world.toml": text.replace(own, theirs, 1)})
