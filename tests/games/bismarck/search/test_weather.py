"""Chance (12), weather and fog (13), reinforcements (14)."""

import pytest

from navalcore.odds import exact
from navalcore_games.bismarck.cards import SHIPS, ship_number
from navalcore_games.bismarck.movement.activity import begin_turn
from navalcore_games.bismarck.movement.reinforcements import GROUPS
from navalcore_games.bismarck.movement.ships import orderable
from navalcore_games.bismarck.sea_map import ENTRY_SQUARES
from navalcore_games.bismarck.search.spotting import search_phase
from navalcore_games.bismarck.search.weather import chance_phase, in_air_search, roll_fog, weather_update
from navalcore_games.bismarck.setup import begin_match
from navalcore_games.bismarck.shadow import shadow_phase
from navalcore_games.bismarck.words import Fate, Mode


def raiders(sea, square, **options):
    here = sea(**options)
    here.put("Bismarck", square)
    return here


@pytest.mark.rule("bismarck", "12.2", "12.1", "4.8")
@pytest.mark.parametrize(("roll", "found"), [(5, True), (6, False)])
def test_the_air_search_finds_a_ship_with_five_percent_and_tells_the_exact_square(sea, roll, found) -> None:
    here = raiders(sea, 1620)
    with here.script(("general air search", roll), ("radio silence", 100)):
        chance_phase(here.play)
    assert [(report.square, report.exact) for report in here.state.reports] == ([(1620, True)] if found else [])


@pytest.mark.rule("bismarck", "12.2")
@pytest.mark.parametrize(
    ("square", "level", "inside"),
    [(1811, 4, True), (1811, 5, False), (1917, 1, False), (1918, 1, True), (2428, 4, True), (2512, 1, False)],
)
def test_the_air_search_covers_the_north_and_the_east_in_fair_visibility(sea, square, level, inside) -> None:
    here = sea()
    here.state.visibility[:] = [level] * 20
    assert in_air_search(here.state, square) is inside


@pytest.mark.rule("bismarck", "12.2")
@pytest.mark.parametrize("blocks", [False, True])
def test_fog_hides_from_the_air_search_only_by_option(sea, blocks) -> None:
    here = raiders(sea, 1527, fog_blocks_air_search=blocks)
    here.state.fog[1] = True
    search = [] if blocks else [("general air search", 5)]
    with here.script(*search, ("radio silence", 100)):
        chance_phase(here.play)
    assert [report.square for report in here.state.reports] == ([] if blocks else [1527])


@pytest.mark.rule("bismarck", "12.2")
@pytest.mark.parametrize("port", [1228, 1528])
def test_a_port_does_not_hide_from_the_air_search(sea, port) -> None:
    """BIS-R28."""
    here = raiders(sea, port)
    with here.script(("general air search", 5), ("radio silence", 100)):
        chance_phase(here.play)
    assert [report.square for report in here.state.reports] == [port]


@pytest.mark.rule("bismarck", "12.3", "12.1")
def test_a_broken_radio_silence_gives_the_ships_square_or_a_neighbour(sea) -> None:
    squares = set()
    for face in range(1, 10):
        here = raiders(sea, 2515)
        with here.script(("radio silence", 1), ("approximate square", face)):
            chance_phase(here.play)
        report = here.state.reports[0]
        assert not report.exact
        squares.add(report.square)
    assert squares == {row * 100 + column for row in (24, 25, 26) for column in (14, 15, 16)}


@pytest.mark.rule("bismarck", "12.3")
def test_each_raider_breaks_radio_silence_with_one_percent(sea) -> None:
    def reported(chance):
        here = sea()
        here.put("Bismarck", 2515)
        here.put("Prinz Eugen", 2515)
        here.use(chance)
        chance_phase(here.play)
        return len({report.ship for report in here.state.reports})

    odds = exact(reported)
    assert float(odds[0]) == pytest.approx(0.99**2)
    assert float(odds[2]) == pytest.approx(0.01**2)


@pytest.mark.rule("bismarck", "12.4")
def test_a_chance_spotting_shows_nothing_on_the_map_and_leads_to_no_shadow(sea) -> None:
    here = raiders(sea, 1620)
    here.put("Norfolk", 1620, mode=Mode.PATROL)
    with here.script(1, 100):
        chance_phase(here.play)
    shadow_phase(here.play)
    assert not here.ship("Bismarck").seen
    assert here.state.queue == []


@pytest.mark.rule("bismarck", "13.2", "4.9", "9.3")
def test_weather_moves_south_one_row_and_then_changes(sea) -> None:
    here = sea()
    here.state.visibility[:] = [3, 4, 5, 6] + [4] * 16
    no_change = [("weather of row", 3)] * 20
    with here.script(*no_change, ("fog in area 1", 100), ("fog in area 2", 100)):
        weather_update(here.play)
    assert here.state.visibility == [3, 3, 4, 5, 6] + [4] * 15


@pytest.mark.rule("bismarck", "13.2")
def test_the_changes_run_from_minus_3_to_plus_3_and_in_the_south_to_plus_2_between_1_and_8(sea) -> None:
    for face_north, face_south, expected in ((6, 5, [7] * 10 + [6] * 10), (0, 0, [1] * 20)):
        here = sea()
        here.state.visibility[:] = [4] * 20
        with here.script(*[face_north] * 10, *[face_south] * 10, 100, 100):
            weather_update(here.play)
        assert here.state.visibility == expected
    here = sea()
    here.state.visibility[:] = [7] * 20
    with here.script(*[6] * 10, *[5] * 10, 100, 100):
        weather_update(here.play)
    assert here.state.visibility == [8] * 20


@pytest.mark.rule("bismarck", "13.2")
def test_row_20_is_the_last_of_the_north_and_row_21_the_first_of_the_south(sea) -> None:
    """From +3 to -3 are seven changes, from +2 to -3 six."""
    here = sea()
    here.play.listen(True)
    weather_update(here.play)
    told = [str(event) for event in here.play.told]
    dice = {row: next(line for line in told if f"eather of row {row}:" in line) for row in (11, 20, 21, 30)}
    assert [row for row, line in dice.items() if "the d7 (0 to 6)" in line] == [11, 20]
    assert [row for row, line in dice.items() if "the d6 (0 to 5)" in line] == [21, 30]


@pytest.mark.rule("bismarck", "13.2")
def test_row_11_may_get_a_new_level_before_its_change(sea) -> None:
    here = sea(weather_row_11="random")
    with here.script(("level of row 11", 7), *[3] * 20, 100, 100):
        weather_update(here.play)
    assert here.state.visibility[0] == 7


@pytest.mark.rule("bismarck", "13.31", "13.32", "13.3")
def test_each_fog_area_is_rolled_for_the_next_turn_by_its_time_of_day(sea) -> None:
    here = sea()
    with here.script(("fog in area 1", 67), ("fog in area 2", 68)):
        roll_fog(here.play, 5)  # 0400
    assert here.state.fog == [True, False]
    with here.script(17, 16):
        roll_fog(here.play, 2)  # 1600
    assert here.state.fog == [False, True]


@pytest.mark.rule("bismarck", "13.31")
def test_the_fog_of_turn_one_is_rolled_at_the_set_up(sea) -> None:
    here = sea()
    with here.script(33, 34):
        begin_match(here.play)
    assert here.state.fog == [True, False]


@pytest.mark.rule("bismarck", "14.21", "14.31", "14.41", "14.43")
def test_the_groups_are_as_listed() -> None:
    assert {name: [SHIPS[n].id for n in numbers] for name, numbers in GROUPS.items()} == {
        "scapa": ["K George V", "Victorious", "Aurora", "Galatea", "Hermione", "Kenya", "DF2"],
        "clyde": ["Repulse"],
        "south": ["Renown", "Ark Royal", "Sheffield", "DF3"],
        "dorsetshire": ["Dorsetshire"],
    }


def over_bergen(sea, square=1528, **options):
    here = sea(**options)
    here.fly("R Scapa Flow 1", square, Mode.PATROL, endurance=4)
    here.state.visibility[4] = 4
    return here


@pytest.mark.rule("bismarck", "14.22", "14.32", "14.1")
def test_a_successful_search_of_bergen_frees_scapa_and_clyde_on_the_next_turn(sea) -> None:
    here = over_bergen(sea)
    search_phase(here.play)
    assert here.state.bergen_turn == 2
    assert not orderable(here.state, ship_number("Repulse"))
    begin_turn(here.play)
    assert [here.ship(name).square for name in ("K George V", "DF2", "Repulse")] == [1825, 1825, 2125]
    assert orderable(here.state, ship_number("Repulse"))
    assert here.plane("T Victorious").fate is Fate.ACTIVE


@pytest.mark.rule("bismarck", "14.22")
def test_bergen_is_not_searched_through_fog_or_with_too_little(sea) -> None:
    here = over_bergen(sea)
    here.state.fog[1] = True
    search_phase(here.play)
    assert here.state.bergen_turn is None
    here.state.fog[1] = False
    here.state.visibility[4] = 5
    search_phase(here.play)
    assert here.state.bergen_turn is None


@pytest.mark.rule("bismarck", "14.22")
@pytest.mark.parametrize(
    ("reading", "square", "freed"),
    [
        ("1528", 1527, False),
        ("1527", 1527, True),
        ("1527", 1528, False),
        ("either", 1528, True),
        ("either", 1527, True),
    ],
)
def test_the_square_that_counts_as_bergen_is_an_option(sea, reading, square, freed) -> None:
    here = over_bergen(sea, square, bergen_search=reading)
    search_phase(here.play)
    assert bool(here.state.bergen_turn) is freed


@pytest.mark.rule("bismarck", "14.22", "14.32")
def test_the_bismarck_spotted_by_regular_search_frees_them_too(sea) -> None:
    here = raiders(sea, 1620)
    here.put("Norfolk", 1620, mode=Mode.PATROL)
    search_phase(here.play)
    assert (here.state.located_turn, here.state.bergen_turn) == (2, None)
    begin_turn(here.play)
    assert here.ship("K George V").fate is here.ship("Repulse").fate is Fate.ACTIVE


@pytest.mark.rule("bismarck", "14.42")
def test_the_nine_turns_count_from_the_first_time_the_bismarck_was_spotted(sea) -> None:
    here = raiders(sea, 1620)
    here.put("Norfolk", 1620, mode=Mode.PATROL)
    search_phase(here.play)
    here.state.turn = 5
    search_phase(here.play)
    assert here.state.located_turn == 2


@pytest.mark.rule("bismarck", "14.42")
def test_the_southern_group_arrives_nine_turns_after_the_bismarck_was_located_on_one_square(sea) -> None:
    here = sea()
    here.state.located_turn, here.state.turn = 3, 10
    begin_turn(here.play)
    assert here.ship("Renown").fate is Fate.WAITING
    with here.script(("entry square", 4)):
        begin_turn(here.play)
    assert {here.ship(name).square for name in ("Renown", "Ark Royal", "Sheffield", "DF3")} == {3023}
    assert here.state.turn == 12
    assert here.plane("T Ark Royal 2").square == 3023


@pytest.mark.rule("bismarck", "14.22", "14.32", "14.42", "14.44")
def test_reinforcements_come_into_play_in_move_mode_with_the_torpedoes_of_their_cards(sea) -> None:
    """BIS-R33."""
    here = sea()
    here.state.bergen_turn, here.state.located_turn, here.state.turn = 3, 3, 23
    begin_turn(here.play)
    entered = [here.state.ships[number] for group in GROUPS.values() for number in group]
    assert {(ship.fate, ship.mode, ship.order_mode) for ship in entered} == {(Fate.ACTIVE, Mode.MOVE, Mode.MOVE)}
    assert [here.ship(name).torpedoes for name in ("Repulse", "Renown", "Dorsetshire", "DF2", "DF3")] == [1, 0, 1, 6, 6]


@pytest.mark.rule("bismarck", "14.42")
def test_searching_bergen_alone_does_not_bring_the_southern_group(sea) -> None:
    here = sea()
    here.state.bergen_turn, here.state.turn = 1, 20
    begin_turn(here.play)
    assert here.ship("Ark Royal").fate is Fate.WAITING


@pytest.mark.rule("bismarck", "14.44", "14.43")
def test_the_dorsetshire_arrives_on_turn_24_in_one_of_five_squares(sea) -> None:
    assert ENTRY_SQUARES == (3020, 3021, 3022, 3023, 3024)
    here = sea()
    here.state.turn = 22
    begin_turn(here.play)
    assert here.ship("Dorsetshire").fate is Fate.WAITING
    with here.script(("entry square", 1)):
        begin_turn(here.play)
    assert (here.ship("Dorsetshire").square, here.ship("Dorsetshire").fuel) == (3020, 6)
