"""Victory points, convoy missions, the end of the game (17)."""

import pytest

from navalcore.components import reach
from navalcore_games.bismarck.cards import SHIPS, ship_number
from navalcore_games.bismarck.movement.activity import movement
from navalcore_games.bismarck.sea_map import CLYDE, GRID, open_to_ships, sea_distances
from navalcore_games.bismarck.turns import TURNS
from navalcore_games.bismarck.victory import MISSIONS, at_sea, check_end, pay_crashes, victory_phase
from navalcore_games.bismarck.words import Fate, Mode, Side, Square

DUE = {SHIPS[mission.convoy].id: mission.due for mission in MISSIONS}


@pytest.mark.rule("bismarck", "17.5", "4.7", "8.6")
def test_each_crashed_plane_is_worth_four_points(sea) -> None:
    here = sea()
    here.state.crashed += [0, 3]
    pay_crashes(here.play)
    assert here.state.points == {Side.BRITISH: 0, Side.GERMAN: 8}
    assert here.state.crashed == []


@pytest.mark.rule("bismarck", "17.3", "17.4")
def test_each_mission_has_its_turn() -> None:
    assert DUE == {"WS8B": 25, "Britannic": 25, "SL1": 25, "SL2": 30, "SL3": 19, "SL4": 30, "SL5": 30}


@pytest.mark.rule("bismarck", "17.4", "4.7")
def test_each_ship_of_ws8b_that_leaves_is_worth_four_points(sea) -> None:
    here = sea()
    here.put("WS8B", 3122, fate=Fate.ARRIVED, midships=3)
    here.state.turn = 21
    here.state.missions[ship_number("WS8B")] = 21
    judge(here, 21)
    assert here.state.points == {Side.BRITISH: 12, Side.GERMAN: 0}


@pytest.mark.rule("bismarck", "17.3", "17.4")
@pytest.mark.parametrize(("convoy", "leaves"), [("SL1", True), ("SL3", True), ("SL2", False), ("WS8B", False)])
def test_only_the_two_convoys_that_are_bound_for_the_clyde_leave_play_there(sea, convoy, leaves) -> None:
    """BIS-R52."""
    here = sea()
    ship = here.put(convoy, 2024, path=(CLYDE,))
    movement(here.play)
    assert ship.square == CLYDE
    assert ship.fate is (Fate.ARRIVED if leaves else Fate.ACTIVE)
    assert (ship_number(convoy) in here.state.missions) is leaves


@pytest.mark.rule("bismarck", "17.4", "17.3")
@pytest.mark.parametrize(("turn", "points"), [(20, (0, 10)), (21, (20, 0)), (25, (20, 0))])
def test_ws8b_is_paid_for_the_south_edge_on_turns_21_to_25_and_fails_if_it_leaves_before(sea, turn, points) -> None:
    here = sea()
    here.put("WS8B", 3122, fate=Fate.ARRIVED, midships=5)
    here.state.missions[ship_number("WS8B")] = turn
    judge(here, turn)
    assert here.state.points == {Side.BRITISH: points[0], Side.GERMAN: 0}, "a failure is paid on turn 25 (BIS-R52)"
    judge(here, 25)
    assert here.state.points == {Side.BRITISH: points[0], Side.GERMAN: points[1]}


def judge(here, turn):
    from navalcore_games.bismarck.victory import judge_missions

    here.state.turn = turn
    waiting = [n for n in range(len(SHIPS)) if SHIPS[n].id in DUE and here.ship(SHIPS[n].id).fate is Fate.WAITING]
    here.state.due[:] = sorted({*here.state.due, *waiting})
    judge_missions(here.play)


@pytest.mark.rule("bismarck", "17.4", "17.3")
@pytest.mark.parametrize(("name", "turn"), [("Britannic", 25), ("SL1", 25), ("SL3", 19)])
def test_convoys_that_arrive_in_time_are_worth_four_points(sea, name, turn) -> None:
    here = sea()
    here.put(name, CLYDE, fate=Fate.ARRIVED, midships=1)
    here.state.missions[ship_number(name)] = turn
    judge(here, turn)
    assert here.state.points[Side.BRITISH] == 4
    judge_again = here.state.points.copy()
    victory_phase(here.play)
    assert here.state.points == judge_again, "paid once"


@pytest.mark.rule("bismarck", "17.5", "17.3")
@pytest.mark.parametrize("points", [10, 1])
@pytest.mark.parametrize("fate", [Fate.ACTIVE, Fate.SUNK, Fate.DISPERSED])
def test_a_mission_that_fails_pays_the_germans_on_the_turn_it_was_due(sea, points, fate) -> None:
    here = sea(failed_mission_points=points)
    here.put("SL3", 2220, fate=fate)
    judge(here, 18)
    assert here.state.points[Side.GERMAN] == 0
    judge(here, 19)
    assert here.state.points[Side.GERMAN] == points


@pytest.mark.rule("bismarck", "17.4", "17.5")
@pytest.mark.parametrize(("name", "column"), [("SL2", 22), ("SL4", 23), ("SL5", 21)])
def test_slow_convoys_must_reach_their_column_and_still_exist_after_turn_30(sea, name, column) -> None:
    for reached, fate, expected in ((1, Fate.ACTIVE, (4, 0)), (0, Fate.ACTIVE, (0, 10)), (1, Fate.SUNK, (0, 10))):
        here = sea()
        here.put(name, 2500 + column - 1 + reached, mode=Mode.SLOW)
        judge(here, 29)
        assert here.state.points[Side.BRITISH] == 0
        here.ship(name).fate = fate
        judge(here, 30)
        assert (here.state.points[Side.BRITISH], here.state.points[Side.GERMAN]) == expected


@pytest.mark.rule("bismarck", "17.1", "17.4", "17.5", "17.2")
def test_after_turn_30_lost_midships_and_slow_raiders_at_sea_are_paid(sea) -> None:
    here = sea()
    here.state.turn = 30
    here.put("Bismarck", 2620, midships=7, knots=21)
    here.put("Prinz Eugen", 2626, midships=2, knots=10)
    here.put("Hood", 2620, midships=4)
    here.put("Ark Royal", 2620, midships=2)
    here.put("Norfolk", 2620, midships=1)
    check_end(here.play)
    assert here.state.points == {Side.BRITISH: 3 * 4 + 2 + 8, Side.GERMAN: 2 * 4 + 4 + 2}
    assert here.state.ended == "turn_30"
    assert not at_sea(here.state, ship_number("Prinz Eugen")), "in Brest"


@pytest.mark.rule("bismarck", "17.4")
def test_prinz_eugen_slow_at_sea_is_worth_four_points(sea) -> None:
    here = sea()
    here.state.turn = 30
    here.put("Prinz Eugen", 2625, knots=21)
    check_end(here.play)
    assert here.state.points[Side.BRITISH] == 4


@pytest.mark.rule("bismarck", "17.1", "1.3")
@pytest.mark.parametrize(
    ("british", "german", "over"), [(60, 31, False), (60, 30, True), (60, 90, True), (60, 89, False)]
)
def test_with_the_bismarck_sunk_a_lead_of_30_ends_the_game(sea, british, german, over) -> None:
    here = sea()
    here.put("Bismarck", 2620, fate=Fate.SUNK, midships=0)
    here.put("Hood", 2620, midships=1)
    here.put("Prinz Eugen", 2620, midships=1)
    here.state.points.update({Side.BRITISH: british, Side.GERMAN: german})
    here.state.turn = 9
    check_end(here.play)
    assert (here.state.ended == "bismarck_sunk") is over
    # Lost midships of Prinz Eugen have no asterisk: 2 x 2 points; those of the Hood wait for turn 30.
    assert here.state.points == {Side.BRITISH: british + 4 * over, Side.GERMAN: german}


@pytest.mark.rule("bismarck", "17.4")
@pytest.mark.parametrize(
    ("name", "square", "fields", "points"),
    [
        ("Bismarck", 2620, {"knots": 21}, 8),
        ("Bismarck", 2620, {"knots": 22}, 0),
        ("Bismarck", 2626, {"knots": 21}, 0),
        ("Bismarck", 2620, {"knots": 21, "fate": Fate.SUNK, "midships": 0}, 0),
        ("Prinz Eugen", 2620, {"knots": 21}, 4),
        ("Prinz Eugen", 2620, {"knots": 22}, 0),
        ("Prinz Eugen", 1528, {"knots": 0}, 0),
    ],
)
def test_after_turn_30_raiders_are_paid_for_that_are_at_sea_with_less_than_22_knots(
    sea, name, square, fields, points
) -> None:
    here = sea()
    here.put(name, square, **fields)
    here.state.turn = 30
    check_end(here.play)
    assert here.state.points == {Side.BRITISH: points, Side.GERMAN: 0}


@pytest.mark.rule("bismarck", "17.5")
@pytest.mark.parametrize(
    ("name", "lost", "points"),
    [
        ("Hood", 1, 4),
        ("Ark Royal", 2, 8),
        ("Norfolk", 1, 2),
        ("Hood", 6, 0),
        ("DF1", 2, 0),
        ("SL1", 3, 0),
        ("SG1", 1, 0),
    ],
)
def test_after_turn_30_midships_of_battleships_carriers_and_cruisers_that_are_not_sunk_are_paid(
    sea, name, lost, points
) -> None:
    """Hood has 6 midships. Ships of units of several were paid for as they were sunk."""
    here = sea()
    ship = here.put(name, 2620)
    ship.midships -= lost
    ship.fate = Fate.ACTIVE if ship.midships else Fate.SUNK
    for turn, paid in ((29, 0), (30, points)):
        here.state.turn = turn
        check_end(here.play)
        assert here.state.points == {Side.BRITISH: 0, Side.GERMAN: paid}


@pytest.mark.rule("bismarck", "4.7", "17.1", "17.5")
@pytest.mark.parametrize(("british", "ended"), [(43, ""), (44, "bismarck_sunk")])
def test_crashed_planes_and_missions_of_the_turn_are_paid_before_the_end_is_tested(sea, british, ended) -> None:
    """A plane unit has crashed (4) and SL3 is not in the Clyde on turn 19 (10)."""
    here = sea()
    here.put("Bismarck", 2620, fate=Fate.SUNK, midships=0)
    here.put("SL3", 2220)
    here.state.turn, here.state.crashed[:] = 19, [0]
    here.state.points[Side.BRITISH] = british
    victory_phase(here.play)
    assert here.state.points == {Side.BRITISH: british, Side.GERMAN: 14}
    assert here.state.ended == ended


@pytest.mark.rule("bismarck", "17.1")
def test_a_lead_alone_does_not_end_the_game(sea) -> None:
    here = sea()
    here.put("Bismarck", 2620)
    here.state.points[Side.GERMAN] = 200
    check_end(here.play)
    assert here.state.ended == ""


@pytest.mark.rule("bismarck", "17.1")
@pytest.mark.parametrize(("british", "german", "winner"), [(40, 39, "british"), (3, 50, "german"), (7, 7, None)])
def test_more_points_win_and_equal_points_are_a_draw(sea, game, british, german, winner) -> None:
    here = sea()
    here.state.points.update({Side.BRITISH: british, Side.GERMAN: german})
    assert game.outcome(here.state, here.terms) is None
    here.state.ended = "turn_30"
    assert game.outcome(here.state, here.terms).winner == winner


def arrival(convoy, moves):
    """The turn on which a convoy has made so many moves, one on each of its turns."""
    fast = SHIPS[ship_number(convoy)].mode is Mode.FAST
    return [turn.number for turn in TURNS if (turn.fast if fast else turn.slow)][moves - 1]


@pytest.mark.rule("bismarck", "17.3")
def test_every_mission_can_be_done_in_time_by_going_straight_there() -> None:
    ways = {name: sea_distances(Side.BRITISH, SHIPS[ship_number(name)].square) for name in DUE}
    moves = {
        "WS8B": min(far for square, far in ways["WS8B"].items() if square // 100 == 30) + 1,
        "Britannic": min(far for square, far in ways["Britannic"].items() if square % 100 == 11) + 1,
        "SL1": ways["SL1"][CLYDE],
        "SL3": ways["SL3"][CLYDE],
        "SL2": min(far for square, far in ways["SL2"].items() if square % 100 == 22),
        "SL4": min(far for square, far in ways["SL4"].items() if square % 100 == 23),
        "SL5": min(far for square, far in ways["SL5"].items() if square % 100 == 21),
    }
    assert {name: arrival(name, count) for name, count in moves.items()} == {
        "WS8B": 21, "Britannic": 25, "SL1": 25, "SL3": 19, "SL2": 28, "SL4": 28, "SL5": 28,
    }  # fmt: skip


@pytest.mark.rule("bismarck", "17.3")
def test_ws8b_has_time_to_go_around_ireland() -> None:
    inside = (2124, 2224, 2324)
    west = reach(
        Square(2024),
        30,
        lambda here: [
            square for square in GRID.neighbours(here) if open_to_ships(Side.BRITISH, square) and square not in inside
        ],
    )
    moves = min(far for square, far in west.items() if square // 100 == 30) + 1
    assert (moves, arrival("WS8B", moves)) == (12, 23)
