"""What one changed sign in the program could have broken unseen: each test holds a place that a mutant showed bare."""

from pathlib import Path

import pytest

from navalcore.components import load_toml
from navalcore.errors import BadData
from navalcore_games.bismarck.cards import DATA, PLANES, SHIPS, ship_number, unit_name
from navalcore_games.bismarck.combat.damage import count_loss
from navalcore_games.bismarck.combat.naval import fight_round, naval_phase, open_battle
from navalcore_games.bismarck.combat.strikes import plane_attack, plane_phase, submarine_choice, submarine_phase
from navalcore_games.bismarck.combat_events import Attacked, Lost, PointsAwarded
from navalcore_games.bismarck.events import ShadowReported
from navalcore_games.bismarck.movement.activity import movement
from navalcore_games.bismarck.movement.orders import refused_units
from navalcore_games.bismarck.movement.planes import way_home
from navalcore_games.bismarck.movement.ships import steps_from
from navalcore_games.bismarck.search.spotting import projected_totals
from navalcore_games.bismarck.shadow import (
    fast_shadow_phase,
    projected_hunters,
    resolve_shadow,
    shadow_choice,
    shadow_phase,
)
from navalcore_games.bismarck.state import Aim
from navalcore_games.bismarck.tables import Tables
from navalcore_games.bismarck.words import Fate, Hunt, Mode, Side, Square


@pytest.mark.parametrize(
    ("row", "wrong", "says"),
    [
        ('"11-20" = 30', '"12-20" = 30', "torpedo.hit_pct: rows.12-20: nothing covers 11 before it"),
        ('"1-4" =', '"0-4" =', "submarine.attack: rows.0-4: covers 0 again; 0 already does"),
    ],
)
def test_rows_that_leave_a_number_out_or_have_it_twice_are_refused_when_they_are_read(
    tmp_path: Path, row: str, wrong: str, says: str
) -> None:
    text = (DATA / "tables.toml").read_text(encoding="utf-8")
    assert row in text
    (tmp_path / "tables.toml").write_text(text.replace(row, wrong, 1), encoding="utf-8")
    with pytest.raises(BadData, match=says):
        load_toml(tmp_path / "tables.toml").model(Tables)


ULSTER = next(card for card in PLANES if card.id == "R Ulster 1")


@pytest.mark.rule("bismarck", "16.31", "16.32")
@pytest.mark.parametrize(("plane", "section"), [("L Ulster", "16.31"), ("T Ark Royal 1", "16.32")])
def test_the_target_of_bombs_and_the_target_of_torpedoes_are_asked_for_by_their_sections(sea, plane, section) -> None:
    here = sea()
    here.put("Bismarck", 1620, seen=True)
    if plane == "L Ulster":
        here.fly(plane, 1620, Mode.ATTACK, endurance=1)
    else:
        here.put("Ark Royal", 1622, mode=Mode.LAUNCH)
        here.base(plane).mark = 1620
    plane_phase(here.play)
    here.answer(plane_attack(here.play), "none")
    assert [decision.rule for decision in here.asked] == [section]
    assert plane in here.asked[0].prompt


@pytest.mark.rule("bismarck", "16.41", "16.41.3")
@pytest.mark.parametrize("target", ["Hood", "K George V", "Norfolk"])
def test_a_wolfpack_attacks_whichever_ship_its_owner_has_picked_the_first_of_the_list_too(sea, target) -> None:
    here = sea()
    here.put("WP1", 1620)
    for name in ("Hood", "K George V", "Norfolk"):
        here.put(name, 1620, seen=True)
    submarine_phase(here.play)
    here.play.listen(True)
    here.answer(submarine_choice(here.play), SHIPS[ship_number(target)].name)
    assert here.ship("WP1").torpedoes == 3, "one factor for the attack (16.41.3)"
    assert [event.target for event in here.play.told if isinstance(event, Attacked)] == [ship_number(target)]


@pytest.mark.rule("bismarck", "11.7", "6.53.2")
def test_a_cruiser_that_follows_in_a_fast_shadow_goes_one_square_and_pays_for_no_more(sea) -> None:
    here = sea()
    here.state.turn, here.state.visibility[4] = 5, 3
    here.put("Bismarck", 1520, path=(1519, 1518))
    arethusa = here.put("Arethusa", 1519, mode=Mode.PATROL)
    fuel = arethusa.fuel
    with here.script(("shadow of Bismarck", 1)):
        fast_shadow_phase(here.play)
    assert arethusa.hunt is Hunt.FOLLOWING
    movement(here.play)
    assert (arethusa.square, arethusa.moved, arethusa.fuel) == (1518, 1, fuel)


@pytest.mark.rule("bismarck", "16.71", "16.72")
@pytest.mark.parametrize("listening", [True, False])
def test_a_loss_is_told_to_those_who_listen(sea, listening) -> None:
    here = sea()
    here.put("Hood", 1620).midships = 0
    here.play.listen(listening)
    count_loss(here.play, ship_number("Hood"), 1)
    told = [(event.unit, event.rule) for event in here.play.told if isinstance(event, Lost)]
    assert told == ([(ship_number("Hood"), "16.71")] if listening else [])


@pytest.mark.rule("bismarck", "6.5", "8.6", "10.1", "6.23")
def test_a_plane_is_refused_for_its_shadow_its_refuelling_or_its_carrier(sea) -> None:
    here = sea()
    here.put("Ark Royal", 1622, mode=Mode.MOVE)
    here.base("T Ark Royal 1")
    here.fly("R Ulster 1", 1620, Mode.PATROL, endurance=3).hunt = Hunt.ATTEMPTED
    here.base("R Ulster 2").ready = here.state.turn + 1
    refused = {refusal.text: refusal for refusal in refused_units(here.state, Side.BRITISH)}
    assert [refused[name].rule for name in ("T Ark Royal 1", "R Ulster 1", "R Ulster 2")] == ["6.23", "10.1", "8.6"]
    assert refused["R Ulster 1"].reason == "it tried to shadow a ship in the shadow phase"
    assert refused["R Ulster 2"].reason == f"it refuels until turn {here.state.turn + 1}"
    assert "not in launch mode" in refused["T Ark Royal 1"].reason
    assert "it has not come into play yet" in refused["L Ulster"].reason


@pytest.mark.rule("bismarck", "8.6")
def test_a_plane_that_has_crashed_is_refused_orders_because_it_has(sea) -> None:
    here = sea()
    here.fly("R Ulster 1", 1519, Mode.PATROL, fate=Fate.CRASHED)
    (refused,) = [each for each in refused_units(here.state, Side.BRITISH) if each.text == "R Ulster 1"]
    assert (refused.rule, refused.reason) == ("8.6", "it has crashed")


@pytest.mark.rule("bismarck", "16.61", "4.6")
@pytest.mark.parametrize(("german", "lined_up"), [("WP1", []), ("Bismarck", [1620]), ("Belchen", [1620])])
def test_only_squares_in_which_surface_ships_of_both_sides_were_spotted_are_lined_up(sea, german, lined_up) -> None:
    here = sea()
    here.put("Hood", 1620, seen=True)
    here.put("Norfolk", 1720)
    here.put(german, 1620, seen=True)
    naval_phase(here.play)
    assert here.state.squares == lined_up


@pytest.mark.rule("bismarck", "10.3", "11.4", "11.5")
@pytest.mark.parametrize(("endurance", "capable"), [(1, False), (2, True), (3, True)])
def test_a_plane_joins_a_fast_shadow_if_it_has_a_turn_in_the_air_left_after_this_one(sea, endurance, capable) -> None:
    here = sea()
    here.put("Bismarck", 1520, path=(1519, 1518))
    here.fly("R Ulster 1", 1519, Mode.PATROL, endurance=endurance)
    found = [unit_name(unit) for unit in projected_hunters(here.state, ship_number("Bismarck"), Square(1519))]
    assert found == (["R Ulster 1"] if capable else [])


@pytest.mark.rule("bismarck", "11.4", "10.4")
def test_only_ships_that_will_be_in_the_very_square_can_make_a_fast_shadow(sea) -> None:
    here = sea()
    here.put("Bismarck", 1520, path=(1519, 1518))
    for name, square in (("Arethusa", 1519), ("Norfolk", 1520), ("Suffolk", 1620), ("Hood", 1419)):
        here.put(name, square, mode=Mode.PATROL)
    assert projected_hunters(here.state, ship_number("Bismarck"), Square(1519)) == [ship_number("Arethusa")]


@pytest.mark.rule("bismarck", "8.6", "9.6")
def test_a_plane_that_has_crashed_is_no_longer_seen(sea) -> None:
    here = sea()
    plane = here.fly("R Ulster 1", 1519, Mode.PATROL, endurance=1, seen=True)
    movement(here.play)
    assert (plane.fate, plane.seen) == (Fate.CRASHED, False)


@pytest.mark.rule("bismarck", "10.1", "9.6")
def test_the_other_side_does_not_learn_what_shadower_is_chosen_before_the_shadow_is_resolved(sea) -> None:
    here = sea()
    here.put("Bismarck", 1118, seen=True)
    here.put("Suffolk", 1118, mode=Mode.PATROL)
    shadow_phase(here.play)
    here.answer(shadow_choice(here.play), "Suffolk")
    assert [decision.secret for decision in here.asked] == [True]


@pytest.mark.rule("bismarck", "16.72", "16.71")
def test_of_a_unit_of_several_ships_it_is_told_how_many_were_sunk_and_of_a_ship_that_she_was(sea) -> None:
    here = sea()
    here.put("DF1", 1620)
    here.put("Hood", 1620).midships = 0
    here.play.listen(True)
    count_loss(here.play, ship_number("DF1"), 2)
    count_loss(here.play, ship_number("Hood"), 6)
    told = [(str(event), event.rule) for event in here.play.told if isinstance(event, Lost)]
    assert told == [("Destroyer Flotilla 1 loses 2 ships.", "16.72"), ("Hood is sunk.", "16.71")]


@pytest.mark.rule("bismarck", "6.31.1", "6.31.2", "6.34")
def test_the_ways_over_the_edges_lead_one_square_on_straight_or_aslant(sea) -> None:
    west = dict(steps_from(ship_number("Britannic"), Square(2011)))
    assert {way: west[way] for way in ("W", "NW", "SW")} == {"W": 2010, "NW": 1910, "SW": 2110}
    south = dict(steps_from(ship_number("WS8B"), Square(3020)))
    assert {way: south[way] for way in ("S", "SE", "SW")} == {"S": 3120, "SE": 3121, "SW": 3119}
    for name in ("Hood", "Bismarck", "SL1"):
        assert not {"W", "NW", "SW"} & set(dict(steps_from(ship_number(name), Square(2011))))
        assert not {"S", "SE", "SW"} & set(dict(steps_from(ship_number(name), Square(3020))))


@pytest.mark.rule("bismarck", "16.61", "16.64")
@pytest.mark.parametrize(("salvos", "torpedoes", "over"), [(1, 0, False), (0, 1, False), (1, 1, False), (0, 0, True)])
def test_a_combat_goes_on_while_somebody_fires_guns_or_torpedoes(sea, salvos, torpedoes, over) -> None:
    """BIS-R65: from the round on in which torpedoes were allowed."""
    here = sea()
    for name in ("Suffolk", "Prinz Eugen"):
        here.put(name, 1620, seen=True)
    naval_phase(here.play)
    open_battle(here.play)
    suffolk, prinz = ship_number("Suffolk"), ship_number("Prinz Eugen")
    here.state.battle.round = 1
    here.state.battle.aims[Side.BRITISH].append(Aim(suffolk, prinz, salvos, prinz if torpedoes else None, torpedoes))
    rolls = [("salvo at Prinz Eugen", 1000)] * salvos + [("torpedo at Prinz Eugen", 100)] * torpedoes
    with here.script(*rolls):
        assert (fight_round(here.play) == "open_battle") is over


@pytest.mark.rule("bismarck", "17.4", "17.5", "16.71")
@pytest.mark.parametrize(
    ("name", "side", "section"), [("Hood", Side.GERMAN, "17.5"), ("Prinz Eugen", Side.BRITISH, "17.4")]
)
def test_points_for_a_ship_sunk_go_to_the_enemy_by_his_list(sea, name, side, section) -> None:
    here = sea()
    here.put(name, 1620).midships = 0
    here.play.listen(True)
    count_loss(here.play, ship_number(name), 1)
    told = [(event.side, event.points, event.rule) for event in here.play.told if isinstance(event, PointsAwarded)]
    assert told == [(side, SHIPS[ship_number(name)].vp, section)]


@pytest.mark.rule("bismarck", "10.1", "4.2")
@pytest.mark.parametrize("listening", [True, False])
def test_what_came_of_a_shadow_is_reported_to_those_who_listen(sea, listening) -> None:
    here = sea()
    here.put("Bismarck", 1118, seen=True, path=(1117,))
    here.put("Suffolk", 1118, mode=Mode.PATROL)
    here.play.listen(listening)
    with here.script(("shadow of Bismarck", 1)):
        assert resolve_shadow(here.play, ship_number("Suffolk"), ship_number("Bismarck"))
    told = [(event.square, event.succeeded) for event in here.play.told if isinstance(event, ShadowReported)]
    assert told == ([(1118, True)] if listening else [])


@pytest.mark.rule("bismarck", "9.21", "5.25.2")
def test_a_plane_that_will_have_landed_adds_nothing_to_the_projected_search(sea) -> None:
    here = sea()
    here.base("R Ulster 2")
    plane = here.fly("R Ulster 1", 2122, Mode.PATROL, endurance=3)
    assert projected_totals(here.state, Side.BRITISH) == {2122: ULSTER.patrol_search[0]}
    plane.path = (2123,)
    assert projected_totals(here.state, Side.BRITISH).get(Square(2123), 0) == 0


@pytest.mark.rule("bismarck", "8.25")
@pytest.mark.parametrize(("square", "path"), [(1823, (1923, 2023, 2123)), (2126, (2125, 2124, 2123))])
def test_a_plane_flies_home_in_a_straight_line(sea, square, path) -> None:
    here = sea()
    here.fly("R Ulster 1", square, Mode.PATROL, endurance=3)
    assert way_home(here.state, ULSTER.number) == path
