"""The board as data: the coastline, what lies on the chart for whom, and the table of a combat."""

import json
from dataclasses import replace
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.boards import Board, pieces_svg
from navalcore.boards._layout import LETTERS
from navalcore.boards._letters import width_of
from navalcore.bots import make_bots
from navalcore_games.bismarck.board import describe
from navalcore_games.bismarck.cards import SHIPS, UNIT_COUNT, ship_number
from navalcore_games.bismarck.chart import CELL, chart, coast, corner, lists
from navalcore_games.bismarck.ids import LINE_IDS, UNIT_IDS, square_id
from navalcore_games.bismarck.names import square_name
from navalcore_games.bismarck.sea_map import AROUND, SQUARE_TYPES
from navalcore_games.bismarck.state import Battle, Report
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Fate, Mode, Side, Square, UnitNumber


def inside(column, row, outline):
    """Whether a point lies inside an outline (even-odd rule)."""
    crossings = 0
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y1 > row) != (y2 > row) and column < x1 + (row - y1) * (x2 - x1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1


def test_the_coastline_agrees_with_the_squares() -> None:
    on_land = {
        square for square in SQUARE_TYPES if any(inside(square % 100, square // 100, outline) for outline in coast())
    }
    assert {square for square, kind in SQUARE_TYPES.items() if kind == "#"} - on_land <= {1111}
    sea = {square for square, kind in SQUARE_TYPES.items() if kind == "."}
    assert len(sea & on_land) <= 6, "only squares that a rule needs as sea"


def test_the_land_reaches_into_the_south_east_corner_of_the_map() -> None:
    assert any(inside(28.45, 30.45, outline) for outline in coast())


def test_squares_that_a_rule_wants_as_sea_are_drawn_as_sea() -> None:
    on_land = [
        square
        for square, kind in SQUARE_TYPES.items()
        if kind == "." and any(inside(square % 100, square // 100, outline) for outline in coast())
    ]
    assert {2224, 2324} <= set(on_land)
    patches = [shape for shape in chart().shapes if shape.kind == "sea"]
    assert chart().shapes[-len(patches) :] == tuple(patches), "upon the land"
    assert {corner(square) for square in on_land} <= {shape.points[0] for shape in patches}


def test_the_squares_of_the_chart_know_their_neighbours_and_exits_ports_modes_and_turns_are_regions() -> None:
    regions = chart().by_id
    for square, ways in AROUND.items():
        assert set(regions[square_id(square)].next) == {square_id(there) for _, there in ways}
    assert regions["square/1622"].kind == "sea"
    assert regions["square/1824"].kind == "neutral", "closed to ships"
    assert regions["port/scapa_flow"].title == "Scapa Flow: port"
    assert regions["turn/3"].title == "Turn 3 (May 22, 20:00), night from row 21 on, fast convoys move"
    assert {"square/3120", "square/2010", "mode/z", "row/11"} <= set(regions)
    assert set(lists().by_id) == set(LINE_IDS), "the lists are a scene of their own, beside the chart"


def board_of(here: Any, role: str) -> Board:
    return describe(see(here.state, role))


def piece(board: Board, name: str) -> Any:
    return next(each for each in board.pieces if each.id == name)


def on_squares(board: Board) -> dict[str, str]:
    """Where the units are that lie on the map."""
    return {each.id: each.at for each in board.pieces if each.id in UNIT_IDS and each.at.startswith("square/")}


@pytest.mark.parametrize("role", [UMPIRE, Side.BRITISH, Side.GERMAN, SPECTATOR])
def test_the_board_has_every_unit_once_and_shows_only_what_the_role_may_see(sea, role) -> None:
    here = sea()
    here.state.turn, here.state.fog[0] = 3, True
    here.put("Hood", 1622)
    here.fly("R Ulster 1", 1720, Mode.PATROL, endurance=3)
    here.put("Bismarck", 1920)
    here.put("Prinz Eugen", 1622, seen=True, seen_square=1622, seen_turn=2)
    board = board_of(here, role)
    units = [each.id for each in board.pieces if each.id in UNIT_IDS]
    assert sorted(units) == sorted(UNIT_IDS)
    own = {"ship/hood": "square/1622", "air/r_ulster_1": "square/1720"}
    enemy = {"ship/bismarck": "square/1920", "ship/prinz_eugen": "square/1622"}
    assert on_squares(board) == {
        UMPIRE: {**own, **enemy},
        Side.BRITISH: {**own, "ship/prinz_eugen": "square/1622"},
        Side.GERMAN: enemy,
        SPECTATOR: {},
    }[role]  # fmt: skip
    assert any(tint.kind == "fog" for tint in board.tints) is (role != SPECTATOR)
    assert {tint.region for tint in board.tints if tint.kind == "night"} == {f"row/{row}" for row in range(21, 31)}
    assert ("1920" in json.dumps(board.to_json())) is (role in (UMPIRE, Side.GERMAN))


def test_the_line_of_an_own_unit_says_what_is_left_of_it(sea) -> None:
    here = sea()
    here.put("Hood", 1622, midships=4, fuel=5)
    board = board_of(here, Side.BRITISH)
    line = piece(board, "told/hood")
    assert (line.at, line.text) == ("list/hood", "1622 M 4/22 5")
    left = "4 midships left, 22 salvos, 31 knots, fuel 5"
    assert left in line.title
    assert left in piece(board, "ship/hood").title, "and so does what is said of it on the chart"
    assert piece(board, "ship/king_george_v").text == "waiting"
    assert not any(each.id.startswith("told/") for each in board_of(here, Side.GERMAN).pieces_at("list/hood"))


@pytest.mark.rule("bismarck", "9.6")
def test_the_german_board_names_british_ships_in_sight_without_putting_them_on_the_map(sea) -> None:
    here = sea()
    for name in ("Hood", "P of Wales", "Norfolk"):
        here.put(name, 1622, seen=True, seen_square=1622, seen_turn=2)
    board = board_of(here, Side.GERMAN)
    assert on_squares(board) == {}
    assert {each.id: each.text for each in board.pieces if each.text.startswith("1622")} == {
        "ship/hood": "1622 seen", "ship/prince_of_wales": "1622 seen", "ship/norfolk": "1622 seen",
    }  # fmt: skip


@pytest.mark.rule("bismarck", "10.9")
def test_a_sighting_that_is_over_is_pale_and_says_how_old_it_is(sea) -> None:
    here = sea()
    here.put("Bismarck", 1920, seen_square=1722, seen_turn=1)
    found = piece(board_of(here, Side.BRITISH), "ship/bismarck")
    assert (found.at, found.state, [badge.text for badge in found.badges]) == ("square/1722", "done", ["t1"])


@pytest.mark.rule("bismarck", "5.25.1", "9.22")
def test_one_unit_of_a_square_bears_the_search_total_and_it_is_green_where_it_spots(sea) -> None:
    here = sea()
    here.put("Norfolk", 1117, mode=Mode.PATROL)
    here.put("Suffolk", 1117, mode=Mode.PATROL)
    here.state.visibility[:] = [8] * 20

    def badges() -> list[Any]:
        return [badge for each in board_of(here, Side.BRITISH).pieces_at("square/1117") for badge in each.badges]

    assert [(badge.text, badge.kind) for badge in badges()] == [("8", "good")]
    here.state.visibility[0] = 9
    assert [(badge.text, badge.kind) for badge in badges()] == [("8", "")]


def test_planes_on_the_ground_lie_at_their_port_and_those_on_deck_in_their_line(sea) -> None:
    here = sea()
    here.put("Victorious", 1622)
    here.base("R Ulster 1")
    here.base("T Victorious")
    board = board_of(here, Side.BRITISH)
    assert piece(board, "air/r_ulster_1").at == "port/ulster"
    assert (piece(board, "air/t_victorious").at, piece(board, "air/t_victorious").text) == (
        "list/t_victorious",
        "deck 1622",
    )


def test_of_many_units_in_a_square_the_enemy_lies_on_top(sea) -> None:
    here = sea()
    for card in SHIPS[:6]:
        here.put(card.id, 1622)
    here.put("Bismarck", 1622, seen=True, seen_square=1622, seen_turn=2)
    here.fly("R Ulster 1", 1622, Mode.PATROL, endurance=3)
    lying = [*board_of(here, Side.BRITISH).pieces_at("square/1622")]
    assert (lying[-1].id, lying[-1].text) == ("ship/bismarck", "Bism.")


def test_the_unit_that_is_ordered_has_its_reach_with_costs_and_ways_as_ordered_are_traces(game) -> None:
    match = game.new_match("two_player", seed=1)
    match.choose("Hood", role="british")
    match.choose("M", role="british")
    board = describe(match.view("british"))
    reach = {tint.region: (tint.kind, tint.title) for tint in board.tints if tint.kind in ("reach", "far")}
    assert reach["square/1623"] == ("reach", "1 square, 0 fuel")
    assert reach["square/1822"] == ("far", "2 squares, 1 fuel")
    assert len(reach) == 23, "all around but 1824, which is closed"
    assert piece(board, "ship/hood").state == "chosen"
    match.choose("E", role="british")
    board = describe(match.view("british"))
    assert [(trace.through, trace.kind, trace.title) for trace in board.traces] == [
        (("square/1622", "square/1623"), "order", "Hood")
    ]
    assert len([tint for tint in board.tints if tint.kind == "reach"]) == 8
    assert not describe(match.view("german")).traces, "nobody else sees them"


def test_reach_is_where_the_steps_that_are_offered_lead(game) -> None:
    match = game.new_match("two_player", seed=5)
    bots, looked = make_bots(game, seed=5), 0
    while match.count < 400:
        decision = match.decision
        view = match.view(decision.role)
        if decision.kind in ("ship_move", "plane_move"):
            near = {tint.region for tint in describe(view).tints if tint.kind == "reach"}
            offered = {place.id for option in decision.options for place in option.places if place.part == "to"}
            assert near == offered
            looked += 1
        match.choose(bots[decision.role].decide(view, decision))
    assert looked > 100


def test_what_was_heard_of_by_chance_is_marked_for_the_british_alone(sea) -> None:
    here = sea()
    here.put("Bismarck", 1920)
    here.state.reports.append(Report(2, ship_number("Bismarck"), Square(1820), False))
    heard = piece(board_of(here, Side.BRITISH), "report/1820")
    assert (heard.at, heard.title) == ("square/1820", "heard of in or near 1820: Bismarck, turn 2")
    german = board_of(here, Side.GERMAN)
    assert "report/1820" not in german.ids
    assert [each.text for each in german.pieces_at("news")] == ["Turn 2: Bismarck broke radio silence"]


def test_a_combat_comes_first_with_the_ships_in_it_as_cards_and_an_enemy_s_figures_are_not_told(sea) -> None:
    here = sea()
    here.put("Hood", 1622, seen=True, seen_square=1622, seen_turn=2)
    here.put("Bismarck", 1622, seen=True, seen_square=1622, seen_turn=2, midships=3)
    hood, bismarck = ship_number("Hood"), ship_number("Bismarck")
    here.state.battle = Battle(Square(1622), {Side.BRITISH: [hood], Side.GERMAN: [bismarck]})
    board = board_of(here, Side.BRITISH)
    assert [scene.id for scene in board.scenes] == ["battle", "chart", "lists"]
    own, enemy = piece(board, "ship/hood"), piece(board, "ship/bismarck")
    assert (own.at, own.kind, enemy.at) == ("battle/british", "card", "battle/german")
    assert [badge.text for badge in own.badges] == ["battleship", "6/6", "1 T", "22 salvos, 31 knots"]
    assert [badge.text for badge in enemy.badges] == ["battleship"]
    assert ("square/1622", "danger") in {(tint.region, tint.kind) for tint in board.tints}


def test_a_unit_that_is_out_of_the_game_lies_pale_in_its_line(sea) -> None:
    here = sea()
    here.put("Hood", 1622).fate = Fate.SUNK
    for role, text in ((Side.BRITISH, "sunk"), (Side.GERMAN, "lost")):
        hood = piece(board_of(here, role), "ship/hood")
        assert (hood.at, hood.text, hood.state) == ("list/hood", text, "done")


def test_every_name_fits_a_square_and_no_two_are_alike() -> None:
    for number in range(UNIT_COUNT):
        unit = UnitNumber(number)
        assert width_of(square_name(unit), LETTERS, bold=True) <= CELL - 4
    names = [square_name(UnitNumber(number)) for number in range(UNIT_COUNT)]
    assert len(set(names)) == UNIT_COUNT


def test_the_chart_is_one_for_every_role_and_turn(game) -> None:
    match = game.new_match(seed=4)
    bots = make_bots(game, seed=4)
    digests = set()
    while match.state.turn < 5:
        view = match.view(match.decision.role)
        board = nc.face_of(game).board(view)
        assert isinstance(board, Board)
        digests.add(board.scenes[-2].digest)
        match.choose(bots[match.decision.role].decide(view, match.decision))
    digests |= {describe(match.view(role)).scenes[-2].digest for role in (UMPIRE, SPECTATOR)}
    assert len(digests) == 1


@pytest.mark.parametrize("points", [0, 4, 60, 128])
def test_the_score_is_written_out_whole_beside_the_longest_turn(sea, points: int) -> None:
    here = sea()
    told = {"score": f"Germans {points} VP", "time": "Turn 30 of 30: May 27, 12:00; fast and slow convoys move"}
    board = board_of(here, Side.BRITISH)
    pieces = tuple(replace(each, text=told.get(each.at, each.text)) for each in board.pieces)
    drawn = pieces_svg(replace(board, pieces=pieces), scene="chart")
    assert drawn.count(f">Germans {points} VP</text>") == 2
    assert drawn.count("fast and slow convoys move</text>") == 1
