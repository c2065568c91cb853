"""The variant mine laying: fields laid in shallow waters sink merchants until they are swept."""

import pytest

import navalcore as nc
from navalcore._play.chance import ScriptedChance
from navalcore._rulebook.register import coverage
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore_games.silent_war.ids import AreaIndex, area_id
from navalcore_games.silent_war.lookups import charts_of
from navalcore_games.silent_war.state import Boat, Place, Role, Rtb, Storm
from navalcore_games.silent_war.variants.mine_laying import NO_MINES, lay_mines, may_lay, mined, minefields
from tests.kit.in_turn import check_in_turn

GAME = nc.load("silent_war:mine_laying")


@pytest.fixture
def state():
    """A match whose one boat patrols the first Shallow OpArea."""
    match = GAME.new_match("patrol_swordfish_1941", seed=1)
    charts = charts_of(match.state)
    boat = match.state.boats[0]
    boat.place, boat.on_patrol = Place.OPERATING, True
    boat.where = next(n for n, area in enumerate(charts.areas) if area.shallow)
    return match.state


def play_of(state, *dice):
    return Play(state, GAME.parse_options(), ScriptedChance(*dice), listening=True)


@pytest.mark.rule("silent_war:mine_laying", "ML1")
def test_a_boat_lays_its_field_and_goes_home(state):
    play, boat = play_of(state), state.boats[0]
    area = boat.where
    run(lay_mines(play), lambda decision: 1)
    assert state.fields == {area: 0}
    assert (boat.rtb, boat.on_patrol, boat.place) == (Rtb.INVOLUNTARY, False, Place.DONE)


@pytest.mark.rule("silent_war:mine_laying", "ML1", "7.21-S7")
def test_a_boat_that_lays_its_field_in_a_storm_checks_for_damage_as_it_is_placed_in_done(state):
    boat = state.boats[0]
    state.storms[boat.where] = Storm.TROPICAL
    run(lay_mines(play_of(state, 0)), lambda decision: 1)
    assert (boat.place, boat.damage) == (Place.DONE, 1)


@pytest.mark.rule("silent_war:mine_laying", "ML1", "26.0")
def test_of_two_players_each_lays_the_mines_of_the_own_boats():
    state = GAME.new_match("campaign_wp3", options={"two_player": True}, seed=1).state
    charts = charts_of(state)
    shallow = [AreaIndex(n) for n, area in enumerate(charts.areas) if area.shallow][:2]
    state.boats[:] = [
        Boat(boat.card, Place.OPERATING, where, on_patrol=True, south_west=south_west)
        for boat, where, south_west in zip(state.boats, shallow, (True, False), strict=False)
    ]
    asked = []

    def lays(decision):
        asked.append((decision.role, [str(option) for option in decision.options[1:]]))
        return 1

    play = Play(state, GAME.parse_options({"two_player": True}), ScriptedChance(), listening=True)
    run(lay_mines(play), lays)
    names = [f"{charts.boats[boat.card].name} lays a minefield" for boat in state.boats]
    assert asked == [(Role.COMSUBPAC, [names[1]]), (Role.COMSUBSOWESPAC, [names[0]])]


@pytest.mark.rule("silent_war:mine_laying", "ML1")
def test_nobody_has_to_lay_mines(state):
    run(lay_mines(play_of(state)), lambda decision: decision.index(NO_MINES))
    assert not state.fields
    assert state.boats[0].on_patrol


@pytest.mark.rule("silent_war:mine_laying", "ML1")
@pytest.mark.parametrize("hindrance", ["damaged", "deep water", "mined already", "in a pack", "transit side"])
def test_who_may_not_lay_mines(state, hindrance):
    boat = state.boats[0]
    assert may_lay(state, boat)
    match hindrance:
        case "damaged":
            boat.damage = 1
        case "deep water":
            boat.where = next(n for n, area in enumerate(charts_of(state).areas) if not area.shallow)
        case "mined already":
            state.fields[boat.where] = 0
        case "in a pack":
            boat.pack = 0
        case _:
            boat.on_patrol = False
    assert not may_lay(state, boat)


@pytest.mark.rule("silent_war:mine_laying", "ML2")
@pytest.mark.parametrize(
    ("storm", "roll", "sunk", "swept"),
    [(False, 0, 1, False), (False, 1, 1, False), (False, 2, 0, False), (False, 7, 0, False), (False, 8, 0, True),
     (False, 9, 0, True), (True, 0, 1, False), (True, 1, 0, False), (True, 8, 0, True)],
)  # fmt: skip
def test_a_field_sinks_on_0_and_1_and_is_swept_on_8_and_9(state, storm, roll, sunk, swept):
    area = state.boats[0].where
    state.fields[area] = 0
    if storm:
        state.storms[area] = Storm.TROPICAL
    before = state.ships_sunk, state.tonnage
    minefields(play_of(state, roll, *([0, 0] if sunk else [])))
    assert state.ships_sunk - before[0] == state.boats[0].ships == sunk
    assert state.tonnage - before[1] == state.boats[0].tonnage
    assert (state.tonnage > before[1]) == bool(sunk)
    assert (area not in state.fields) == swept
    assert list(GAME.invariants(state, GAME.terms())) == []


def test_the_fields_are_in_the_view_of_everybody(state):
    area = state.boats[0].where
    state.fields[area] = 0
    assert GAME.view(state, "comsubpac", GAME.terms()).minefields == (area_id(charts_of(state).areas[area].id),)


def test_the_variants_own_rules_have_code_and_tests_and_stay_out_of_the_games_register():
    report = coverage(GAME.rulebook, GAME.rule_packages, "tests")
    own = {entry.section.number: entry for entry in report.sections if entry.section.number.startswith("ML")}
    assert set(own) == {"ML1", "ML2"}
    assert all(entry.code and entry.tests for entry in own.values())
    assert "ML1" not in nc.load("silent_war").rulebook


def test_the_conformance_kit_finds_nothing_in_mine_laying():
    report = check_in_turn(GAME, 2, scenarios=["patrol_swordfish_1941"])
    assert report.ok, report.failures


@pytest.mark.rule("silent_war:mine_laying", "ML2")
def test_what_strikes_a_mine_is_a_merchant_and_never_a_hospital_ship(state):
    ships = charts_of(state).ships
    hospital = next(n for n, ship in enumerate(ships) if ship.hospital)
    cargo = next(n for n, ship in enumerate(ships) if ship.merchant and not ship.hospital and not ship.unique)
    warship = next(n for n, ship in enumerate(ships) if not ship.merchant and not ship.chit)
    state.cups[0][:] = [hospital, warship]
    play = play_of(state, 0)
    mined(play, state.boats[0], AreaIndex(0))
    assert state.boats[0].ships == 0, "neither the hospital ship nor the warship"
    state.cups[0][:] = [hospital, warship, cargo]
    mined(play_of(state, 0, 0), state.boats[0], AreaIndex(0))
    assert (state.boats[0].ships, state.boats[0].tonnage) == (1, ships[cargo].tonnage)


@pytest.mark.rule("silent_war:mine_laying", "ML2", "2.3-B2")
def test_a_merchant_of_the_same_size_takes_the_place_of_an_auxiliary_that_a_mine_has_sunk(state):
    ships = charts_of(state).ships
    auxiliary = next(n for n, ship in enumerate(ships) if ship.id == "n_erimo_01")
    cargo = next(n for n, ship in enumerate(ships) if ship.category == "m_6_plus" and not ship.unique)
    state.cups[0][:], state.outside[:] = [auxiliary], [cargo]
    mined(play_of(state, 0, 0, 0), state.boats[0], AreaIndex(0))
    assert (state.gone[-1], state.cups[0], state.outside) == (auxiliary, [cargo], [])
