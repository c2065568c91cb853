"""Shadow and fast shadow (10, 11)."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from navalcore.rules import ScriptedChance
from navalcore_games.bismarck.cards import PLANES, SHIPS, plane_unit, ship_number, unit_name
from navalcore_games.bismarck.combat.strikes import anti_sub_strength
from navalcore_games.bismarck.events import ShadowReported
from navalcore_games.bismarck.game import Bismarck
from navalcore_games.bismarck.movement.activity import movement
from navalcore_games.bismarck.search.spotting import search_phase, search_strength
from navalcore_games.bismarck.search.weather import changed
from navalcore_games.bismarck.shadow import (
    DIE,
    capable,
    doubled_strength,
    fast_shadow_phase,
    may_enter,
    shadow_choice,
    shadow_modifiers,
    shadow_move,
    shadow_phase,
)
from navalcore_games.bismarck.state import Play
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Hunt, Mode, Side, Square
from tests.games.bismarck.conftest import texts

R_REYKJAVIK = plane_unit(next(card.number for card in PLANES if card.id == "R Reykjavik"))


def chance(strength, visibility, squares, helpers):
    return Fraction(max(0, min(DIE, sum(shadow_modifiers(strength, visibility, squares, helpers).values()))), DIE)


@pytest.mark.rule("bismarck", "10.7")
def test_suffolks_shadow_of_the_example_has_a_chance_of_one_half() -> None:
    assert chance(4, 7, 2, 2) == Fraction(1, 2)


@pytest.mark.rule("bismarck", "10.7")
@pytest.mark.parametrize(("visibility", "expected"), [(1, 5), (2, 5), (3, 4), (5, 4), (6, 3), (7, 3), (8, 2)])
def test_visibility_changes_the_shadow_strength(visibility, expected) -> None:
    assert sum(shadow_modifiers(4, visibility, 1, 0).values()) == 2 * expected


@pytest.mark.rule("bismarck", "10.7")
def test_a_variant_may_change_what_a_shadow_s_strength_adds_up() -> None:
    match = Bismarck().new_match("two_player", seed=1)
    play = Play(match.state, match.setup.options, ScriptedChance())
    before = doubled_strength(play, 4, 7, 2, 1)
    given: dict[str, int] = {}

    def radar(_: object, modifiers: Mapping[str, int]) -> Mapping[str, int]:
        given.update(modifiers)
        return {**modifiers, "radar": 2}

    play.modifiers = {"10.7": radar}
    assert doubled_strength(play, 4, 7, 2, 1) == before + 2
    assert given == {"shadow strength": 8, "visibility": -2, "moved two squares": -2, "helpers": 1}


@pytest.mark.rule("bismarck", "10.7")
def test_a_helper_adds_half_a_point_and_a_two_square_move_costs_one() -> None:
    assert chance(3, 4, 1, 1) - chance(3, 4, 1, 0) == Fraction(1, 12)
    assert chance(3, 4, 1, 0) - chance(3, 4, 2, 0) == Fraction(1, 6)
    assert chance(5, 1, 1, 3) == 1


def contact(sea, **options):
    """Norfolk, Suffolk and a plane have the Bismarck in sight in 1118."""
    here = sea(**options)
    here.state.turn, here.state.visibility[0] = 5, 4
    here.put("Bismarck", 1118, seen=True)
    here.put("Norfolk", 1118, mode=Mode.PATROL)
    here.put("Suffolk", 1118, mode=Mode.PATROL)
    here.fly("R Reykjavik", 1118, Mode.PATROL, endurance=3)
    shadow_phase(here.play)
    here.state.phase = "shadow_choice"
    return here


@pytest.mark.rule("bismarck", "4.2", "10.1", "10.8", "10.9")
def test_a_successful_shadow_takes_the_shadower_along_with_a_search_factor_of_eight(sea) -> None:
    here = contact(sea)
    here.answer(shadow_choice(here.play), "Suffolk")
    with here.script(("shadow of Bismarck", 12)):
        assert here.answer(shadow_move(here.play), "M", "W", "stop") == "shadow_choice"
    bismarck, suffolk = here.ship("Bismarck"), here.ship("Suffolk")
    assert (bismarck.hunt, suffolk.hunt, bismarck.seen_square) == (Hunt.FOLLOWED, Hunt.FOLLOWING, 1117)
    movement(here.play)
    assert (suffolk.square, suffolk.contact, suffolk.moved, suffolk.fuel) == (bismarck.square, True, 1, 8)


@pytest.mark.rule("bismarck", "10.1", "10.9")
def test_a_failed_shadow_leaves_the_shadower_behind_and_the_ship_shown_where_it_was(sea) -> None:
    here = contact(sea)
    bismarck = here.ship("Bismarck")
    bismarck.seen_square = 1118
    here.answer(shadow_choice(here.play), "Suffolk")
    with here.script(("shadow of Bismarck", 11)):
        here.answer(shadow_move(here.play), "M", "W", "W")
    assert (bismarck.hunt, here.ship("Suffolk").hunt, bismarck.seen_square) == (Hunt.SHADOWED, Hunt.ATTEMPTED, 1118)
    movement(here.play)
    assert (here.ship("Suffolk").square, bismarck.square) == (1118, 1116)


@pytest.mark.rule("bismarck", "10.7", "10.1")
def test_the_roll_of_a_shadow_counts_strength_helpers_and_the_move(sea) -> None:
    # Suffolk 5 by day, visibility 4, two squares -1, helpers Norfolk and the plane +1: 5 of 6, 10 of 12.
    for face, expected in ((10, Hunt.FOLLOWED), (11, Hunt.SHADOWED)):
        here = contact(sea)
        here.answer(shadow_choice(here.play), "Suffolk")
        with here.script(face):
            here.answer(shadow_move(here.play), "M", "W", "W")
        assert here.ship("Bismarck").hunt is expected


@pytest.mark.rule("bismarck", "10.1", "10.5", "10.6", "6.5")
def test_after_an_attempt_neither_has_a_regular_move_and_there_is_no_second_try(sea) -> None:
    from navalcore_games.bismarck.movement.ships import orderable

    here = contact(sea)
    here.answer(shadow_choice(here.play), "Suffolk")
    with here.script(12):
        here.answer(shadow_move(here.play), "P")
    assert not orderable(here.state, ship_number("Bismarck"))
    assert not orderable(here.state, ship_number("Suffolk"))
    assert here.answer(shadow_choice(here.play)) == "orders"


@pytest.mark.rule("bismarck", "10.6")
def test_a_unit_that_has_attempted_a_shadow_is_not_offered_again(sea) -> None:
    here = contact(sea)
    here.put("Prinz Eugen", 1118, seen=True, knots=31)
    shadow_phase(here.play)
    here.answer(shadow_choice(here.play), "Suffolk")
    with here.script(12):
        here.answer(shadow_move(here.play), "P")
    here.answer(shadow_choice(here.play), "none")
    assert texts(here.asked[0]) == ["none", "Norfolk", "R Reykjavik"]


@pytest.mark.rule("bismarck", "10.2")
def test_battleships_cruisers_oilers_and_moving_convoys_may_be_shadowed(sea) -> None:
    here = sea()
    for name in ("Bismarck", "Prinz Eugen", "Belchen", "WP1", "Hood", "WS8B", "SL1"):
        here.put(name, 1620, seen=True)
    here.state.turn = 3
    shadow_phase(here.play)
    assert [SHIPS[n].id for n in here.state.queue] == ["Bismarck", "Prinz Eugen", "Belchen", "WS8B"]
    here.state.turn = 4
    shadow_phase(here.play)
    assert [SHIPS[n].id for n in here.state.queue] == ["Bismarck", "Prinz Eugen", "Belchen", "SL1"]


@pytest.mark.rule("bismarck", "10.3")
def test_the_capable_units_are_wolfpacks_and_british_b_c_d_s_r(sea) -> None:
    here = sea()
    here.put("Bismarck", 1620, knots=5)
    for name in ("Hood", "Norfolk", "DF1", "SG1", "Victorious", "SL1", "WP1"):
        here.put(name, 1620)
    here.fly("R Ulster 1", 1620, Mode.PATROL, endurance=2)
    here.fly("R Ulster 2", 1620, Mode.PATROL, endurance=1)
    here.fly("L Ulster", 1620, Mode.R, endurance=2)
    found = [unit_name(unit) for unit in capable(here.state, Side.BRITISH, ship_number("Bismarck"), Square(1620))]
    assert found == ["Hood", "Norfolk", "Destroyer Flotilla 1", "Sub Group 1", "R Ulster 1"]
    assert capable(here.state, Side.GERMAN, ship_number("SL1"), Square(1620)) == [ship_number("WP1")]


@pytest.mark.rule("bismarck", "10.4")
def test_a_shadower_is_at_least_as_fast_and_in_the_square_but_planes_are_always_fast_enough(sea) -> None:
    here = contact(sea)
    here.put("Rodney", 1118)
    here.put("Hood", 1117)
    units = capable(here.state, Side.BRITISH, ship_number("Bismarck"), Square(1118))
    assert units == [ship_number("Norfolk"), ship_number("Suffolk"), R_REYKJAVIK]


@pytest.mark.rule("bismarck", "10.4")
def test_a_ship_that_was_not_spotted_cannot_be_shadowed(sea) -> None:
    here = contact(sea)
    here.ship("Bismarck").seen = False
    shadow_phase(here.play)
    assert here.state.queue == []


@pytest.mark.rule("bismarck", "10.1")
def test_a_wolfpack_cannot_follow_a_convoy_off_the_map(sea) -> None:
    here = sea()
    here.state.turn = 21
    here.put("WS8B", 3020, seen=True)
    here.put("WP4", 3020)
    shadow_phase(here.play)
    here.answer(shadow_choice(here.play), SHIPS[ship_number("WP4")].name)
    with here.script(1):
        here.answer(shadow_move(here.play), "S")
    assert here.ship("WP4").hunt is Hunt.ATTEMPTED


@pytest.mark.rule("bismarck", "10.1")
def test_a_british_ship_cannot_follow_into_a_german_port_but_a_plane_can() -> None:
    assert not may_enter(ship_number("Norfolk"), Square(1528))
    assert may_enter(R_REYKJAVIK, Square(1528))


@pytest.mark.rule("bismarck", "9.4")
def test_a_ship_spotted_before_new_fog_may_be_shadowed_but_is_lost_in_it(sea) -> None:
    here = contact(sea)
    here.state.fog[0] = True
    here.answer(shadow_choice(here.play), "Suffolk")
    with here.script(1):
        here.answer(shadow_move(here.play), "P")
    assert here.ship("Bismarck").hunt is Hunt.FOLLOWED
    movement(here.play)
    search_phase(here.play)
    assert not here.ship("Bismarck").seen


def passage(sea):
    """The Bismarck means to go from 1520 by 1519 to 1518; Arethusa and Hood are in 1519."""
    here = sea()
    here.state.turn, here.state.visibility[4] = 5, 3
    here.put("Bismarck", 1520, path=(1519, 1518))
    here.put("Arethusa", 1519, mode=Mode.PATROL)
    here.put("Hood", 1519, mode=Mode.MOVE)
    return here


def attempts(here, *faces):
    """Run the fast shadow phase with these rolls: whether each attempt reported succeeded (11.3)."""
    here.play.listen(True)
    here.play.told.clear()
    with here.script(*faces):
        fast_shadow_phase(here.play)
    return [event.succeeded for event in here.play.told if isinstance(event, ShadowReported)]


@pytest.mark.rule("bismarck", "4.4", "11.1", "11.3", "11.6", "11.7")
def test_a_fast_shadow_takes_all_patrols_of_the_square_along(sea) -> None:
    # Arethusa 5, visibility 3, two squares -1, helper Hood +0.5: 9 of 12.
    here = passage(sea)
    here.put("Norfolk", 1519, mode=Mode.PATROL)
    with here.script(("shadow of Bismarck", 10)):
        fast_shadow_phase(here.play)
    movement(here.play)
    assert [here.ship(name).square for name in ("Bismarck", "Arethusa", "Norfolk", "Hood")] == [1518, 1518, 1518, 1519]
    assert here.ship("Norfolk").contact
    assert not here.ship("Hood").contact


@pytest.mark.rule("bismarck", "11.6", "10.7")
@pytest.mark.parametrize(("face", "followed"), [(9, True), (10, False)])
def test_a_fast_shadow_is_resolved_like_a_shadow(sea, face, followed) -> None:
    here = passage(sea)
    with here.script(face):
        fast_shadow_phase(here.play)
    assert (here.ship("Arethusa").hunt is Hunt.FOLLOWING) is followed


@pytest.mark.rule("bismarck", "11.2", "9.2")
def test_a_fast_shadow_goes_by_the_search_total_of_the_british_as_variants_change_it(sea) -> None:
    here, given = passage(sea), dict[str, int]()
    here.play.modifiers = {"9.2": lambda _, found: given.update(found) or {**found, "no lookout": -9}}
    assert attempts(here) == []
    assert given == {"british search total": 4 + 1}, "Arethusa 4 and Hood 1"


@pytest.mark.rule("bismarck", "11.1")
@pytest.mark.parametrize("path", [(1519,), (1619, 1518), ()])
def test_no_fast_shadow_without_two_squares_through_a_british_square(sea, path) -> None:
    here = passage(sea)
    here.ship("Bismarck").path = path
    assert attempts(here) == []


@pytest.mark.rule("bismarck", "11.2")
def test_no_fast_shadow_where_the_ship_would_not_have_been_spotted(sea) -> None:
    here = passage(sea)
    here.state.visibility[4] = 6  # Arethusa 4 and Hood 1
    assert attempts(here) == []
    here.state.visibility[4] = 5
    assert attempts(here, 12) == [False]


@pytest.mark.rule("bismarck", "11.5")
def test_no_fast_shadow_without_a_patrol(sea) -> None:
    here = passage(sea)
    here.ship("Arethusa").order_mode = Mode.MOVE
    here.state.visibility[4] = 1
    assert attempts(here) == []


@pytest.mark.rule("bismarck", "11.4")
def test_only_bismarck_and_prinz_eugen_and_never_a_submarine_as_the_hunter(sea) -> None:
    here = passage(sea)
    here.ship("Arethusa").square = 1510
    here.put("SG1", 1519, mode=Mode.PATROL)
    here.state.visibility[4] = 1
    assert attempts(here) == []
    here.put("WP1", 1520, path=(1519, 1518))
    here.ship("Bismarck").path = ()
    assert attempts(here) == []


@pytest.mark.rule("bismarck", "11.8")
def test_prinz_eugens_fast_shadow_fails_where_bismarcks_took_the_patrols_away(sea) -> None:
    here = passage(sea)
    here.put("Prinz Eugen", 1520, path=(1519, 1420))
    with here.script(1):
        fast_shadow_phase(here.play)
    movement(here.play)
    assert here.ship("Arethusa").square == 1518


@pytest.mark.rule("bismarck", "11.8")
def test_prinz_eugen_is_tried_where_bismarcks_fast_shadow_failed(sea) -> None:
    here = passage(sea)
    here.put("Prinz Eugen", 1520, path=(1519, 1420))
    with here.script(12, 1):
        fast_shadow_phase(here.play)
    movement(here.play)
    assert here.ship("Arethusa").square == 1420


@pytest.mark.rule("bismarck", "11.7", "10.1")
def test_a_patrol_that_may_not_enter_the_end_square_stays(sea) -> None:
    here = sea()
    here.state.turn = 5
    here.put("Bismarck", 1426, path=(1427, 1528))
    here.put("Arethusa", 1427, mode=Mode.PATROL)
    with here.script(1):
        fast_shadow_phase(here.play)
    assert here.ship("Arethusa").hunt is Hunt.NONE


@pytest.mark.rule("bismarck", "11.7", "10.6")
def test_a_patrol_that_already_follows_one_ship_is_not_taken_along_by_the_other(sea) -> None:
    here = passage(sea)
    here.put("Norfolk", 1519, mode=Mode.PATROL)
    here.put("Suffolk", 1520, mode=Mode.PATROL, path=(1519,), hunt=Hunt.FOLLOWING)
    here.fly("R Reykjavik", 1520, Mode.PATROL, endurance=3, path=(1519,), hunt=Hunt.FOLLOWING)
    with here.script(1):
        fast_shadow_phase(here.play)
    movement(here.play)
    assert [here.ship(name).square for name in ("Arethusa", "Norfolk", "Suffolk")] == [1518, 1518, 1519]
    assert here.plane("R Reykjavik").square == 1519


@pytest.mark.rule("bismarck", "11.7", "6.6")
def test_a_fast_shadow_leaves_a_patrol_without_knots_behind(sea) -> None:
    here = passage(sea)
    here.put("Norfolk", 1519, mode=Mode.PATROL, knots=0)
    with here.script(1):
        fast_shadow_phase(here.play)
    movement(here.play)
    assert (here.ship("Arethusa").square, here.ship("Norfolk").square) == (1518, 1519)


@pytest.mark.rule("bismarck", "10.3", "16.67")
def test_a_ship_that_may_not_move_cannot_shadow(sea) -> None:
    here = sea()
    convoy = here.put("SL1", 1620, seen=True)
    here.put("WP1", 1620, barred=here.state.turn)
    here.put("WP2", 1620)
    assert capable(here.state, Side.GERMAN, ship_number("SL1"), convoy.square) == [ship_number("WP2")]


@pytest.mark.rule("bismarck", "9.4", "11.2")
def test_no_fast_shadow_through_a_fog_square(sea) -> None:
    here = sea()
    here.state.turn = 5
    here.put("Bismarck", 1120, path=(1119, 1118))
    here.put("Arethusa", 1119, mode=Mode.PATROL)
    here.state.fog[0] = True
    assert attempts(here) == []
    here.state.fog[0] = False
    assert attempts(here, 12) == [False]


@pytest.mark.rule("bismarck", "10.5", "11.3")
def test_no_fast_shadow_of_a_ship_already_shadowed_but_after_a_failure(sea) -> None:
    here = passage(sea)
    here.ship("Bismarck").hunt = Hunt.FOLLOWED
    assert attempts(here) == []
    here.ship("Bismarck").hunt = Hunt.SHADOWED
    assert attempts(here, 12) == [False]


@pytest.mark.rule("bismarck", "11.7", "6.32")
def test_a_plane_fast_shadows_into_a_german_port_and_the_ships_stay(sea) -> None:
    # Both have strength 4 by day; SG1 is too slow to try, and ships may not enter Bergen.
    here = sea()
    here.state.turn = 5
    here.put("Bismarck", 1426, path=(1427, 1528))
    here.put("SG1", 1427, mode=Mode.PATROL)
    here.fly("R Scapa Flow 1", 1427, Mode.PATROL, endurance=3)
    with here.script(1):
        fast_shadow_phase(here.play)
    movement(here.play)
    assert (here.plane("R Scapa Flow 1").square, here.ship("SG1").square) == (1528, 1427)


@pytest.mark.rule("bismarck", "10.6", "11.4")
def test_a_patrol_that_has_attempted_a_shadow_makes_no_fast_one_but_is_taken_along(sea) -> None:
    here = passage(sea)
    here.ship("Arethusa").hunt = Hunt.ATTEMPTED
    with here.script():
        fast_shadow_phase(here.play)
    here.put("Norfolk", 1519, mode=Mode.PATROL)
    with here.script(1):
        fast_shadow_phase(here.play)
    movement(here.play)
    assert here.ship("Arethusa").square == 1518


@pytest.mark.rule("bismarck", "11.8")
def test_a_patrol_that_could_not_follow_bismarck_into_port_fails_on_prinz_eugen_behind_her_without_a_roll(sea) -> None:
    # By night the plane's strength of 3 counts, not Norfolk's 2: it follows into Bergen, where no cruiser may enter.
    here = sea()
    here.state.turn = 4
    here.put("Bismarck", 1426, path=(1527, 1528))
    here.put("Prinz Eugen", 1426, path=(1527, 1427))
    here.put("Norfolk", 1527, mode=Mode.PATROL)
    here.fly("R Scapa Flow 1", 1527, Mode.PATROL, endurance=3)
    assert attempts(here, 1) == [True, False]
    movement(here.play)
    assert [here.ship("Norfolk").square, here.plane("R Scapa Flow 1").square] == [1527, 1528]


@pytest.mark.rule("bismarck", "11.8")
def test_prinz_eugen_is_followed_where_bismarck_was_followed_in_another_square(sea) -> None:
    here = passage(sea)
    here.put("Prinz Eugen", 1520, path=(1420, 1321))
    here.put("Norfolk", 1420, mode=Mode.PATROL)
    assert attempts(here, 1, 1) == [True, True]


@pytest.mark.rule("bismarck", "11.3", "9.5")
def test_the_report_of_a_fast_shadow_names_the_units_involved_and_the_germans_hear_of_no_submarine(sea) -> None:
    here = passage(sea)
    here.put("Norfolk", 1519, mode=Mode.PATROL)
    here.put("SG1", 1519, mode=Mode.PATROL)
    here.put("Suffolk", 1420, mode=Mode.PATROL)
    assert attempts(here, 1) == [True]
    report = next(event for event in here.play.told if isinstance(event, ShadowReported))
    mine, theirs = report.seen_by(Side.BRITISH), report.seen_by(Side.GERMAN)
    assert (
        str(mine)
        == "Arethusa, with Hood, Norfolk and Sub Group 1, tries a fast shadow of Bismarck in 1519 and succeeds."
    )
    assert str(theirs) == "Arethusa, with Hood and Norfolk, tries a fast shadow of Bismarck in 1519 and succeeds."


@pytest.mark.rule("bismarck", "10.1", "10.7")
def test_the_report_of_a_shadow_names_who_helped(sea) -> None:
    here = contact(sea)
    here.answer(shadow_choice(here.play), "Suffolk")
    here.play.listen(True)
    with here.script(1):
        here.answer(shadow_move(here.play), "M", "stop")
    report = next(event for event in here.play.told if isinstance(event, ShadowReported))
    assert str(report) == "Suffolk, with Norfolk and R Reykjavik, tries to shadow Bismarck in 1118 and succeeds."


def one_more(play: Play, section: str) -> None:
    """Let a variant add 1 to a sum."""
    play.modifiers = {section: lambda _, found: {**found, "more": 1}}


def test_a_variant_may_change_what_a_search_total_is_worth(sea) -> None:
    here = sea()
    assert search_strength(here.play, Side.BRITISH, 4) == 4
    one_more(here.play, "9.2")
    assert search_strength(here.play, Side.BRITISH, 4) == 5


def test_a_variant_may_change_the_weather_within_its_limits(sea) -> None:
    found = []
    for varied in (False, True):
        here = sea()
        if varied:
            one_more(here.play, "13.2")
        with here.script(("weather of row 16", 3)):
            found.append(changed(here.play, 16, 4))
    assert found == [4, 5], "a roll of 3 in the range of -3 to +3 changes nothing"


def test_a_variant_may_change_the_anti_submarine_strength(sea) -> None:
    here = sea()
    assert anti_sub_strength(here.play, Side.BRITISH, Square(2120)) == 0
    one_more(here.play, "16.84.1")
    assert anti_sub_strength(here.play, Side.BRITISH, Square(2120)) == 1


@pytest.mark.rule("bismarck", "10.1")
def test_the_owner_of_a_shadowed_ship_is_told_so_and_by_whom_before_her_only_move(sea) -> None:
    here = sea()
    here.put("Bismarck", 1221, seen=True, seen_square=1221, seen_turn=1)
    here.put("Edinburgh", 1221, mode=Mode.PATROL, seen=True, seen_square=1221, seen_turn=1)
    here.state.phase = "shadow_phase"
    shadow_phase(here.play)
    here.play.listening = True
    here.answer(shadow_choice(here.play), "Edinburgh")
    (begun,) = [event for event in here.play.told if event.kind == "shadow_begun"]
    assert str(begun) == "Edinburgh shadows Bismarck, spotted in 1221."
    assert begun.to == ("german",)
    assert begun.seen_by("spectator") is None
    here.state.phase = "shadow_move"
    assert see(here.state, "german").hunter == ship_number("Edinburgh")
    assert see(here.state, "spectator").hunter is None
    here.script(1)
    here.answer(shadow_move(here.play), "P")
    assert here.asked[0].prompt.startswith(
        "Edinburgh shadows Bismarck: move her now, in secret. Which order of chart B"
    )
