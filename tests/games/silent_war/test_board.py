"""The board as data: what lies on the chart and the combat table, and no more than the view knows."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.boards import svg
from navalcore.boards._layout import lie_in
from navalcore.boards._letters import width_of
from navalcore.boards._marks import Pictures
from navalcore.boards._pieces import piece_svg
from navalcore_games.silent_war.board import describe
from navalcore_games.silent_war.chart import coast, spot
from navalcore_games.silent_war.state import Storm
from navalcore_games.silent_war.views import see

NO_PLACE = {"end_turn", "no_more_boats"}
"""The kinds of options that are about nothing on the board."""


def inside(point, outline):
    """Whether a point lies inside an outline (even-odd rule)."""
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1


def piece(board, name):
    return next(each for each in board.pieces if each.id == name)


def test_the_opareas_lie_in_the_sea_and_known_places_on_land(charts):
    def on_land(lon, lat):
        return any(inside((lon % 360, lat), outline) for outline in coast())

    assert [area.name for area in charts.areas if on_land(area.lon, area.lat)] == []
    for name, lon, lat in (("Alice Springs", 133.9, -23.7), ("Nagano", 138.2, 36.65), ("Luzon", 121.0, 16.5)):
        assert on_land(lon, lat), name


def test_west_longitudes_lie_to_the_right_of_the_date_line_and_the_south_lies_below():
    assert spot(-158.0, 21.3)[0] > spot(177.0, 27.0)[0] > spot(142.0, 35.0)[0]
    assert spot(153.1, -27.4)[1] > spot(142.0, 35.0)[1]


def test_the_chart_has_tracks_boats_ultra_storms_and_open_bases(sea):
    at = sea()
    at.state.ultra.append(at.area)
    at.storm(Storm.TYPHOON_1)
    board = describe(see(at.state, SPECTATOR))
    assert board.scenes[0].id == "chart"
    boat = piece(board, "boat/spearfish")
    assert (boat.at, boat.text, boat.kind) == ("area/empire_pacific", "Spearfish", "submarine")
    assert piece(board, "ultra").at == "marks/empire_pacific"
    assert {each.text for each in board.pieces_at("track")} >= {"War Period 2", "torpedo -1"}
    assert [(tint.region, tint.kind) for tint in board.tints] == [
        ("base/pearl_harbor", "seen"), ("area/empire_pacific", "storm"),
    ]  # fmt: skip
    area = board.scenes[0].by_id["area/empire_pacific"]
    assert area.title.startswith("Empire Pacific: ")
    assert area.title.endswith(" High")
    assert set(area.next) >= {"area/kuriles", "area/bonins"}
    assert board.scenes[0].by_id["area/yellow_sea"].title.endswith(", Shallow")


def test_ultra_covers_no_name_even_where_a_small_picture_writes_that_of_its_area_larger(sea):
    def written(label):
        if hasattr(label, "label"):
            return label.label, label.label_at, label.label_size, "middle"
        return label.text, label.at, label.size, label.anchor

    scene = describe(see(sea().state, SPECTATOR)).scenes[0]
    regions = scene.by_id
    areas = [region for name, region in regions.items() if name.startswith("area/")]
    for area in areas:
        assert area.label_at is not None
        marks = regions[area.id.replace("area/", "marks/")].shape.box
        assert area.label_at[1] - 0.73 * 1.3 * area.label_size >= marks.y + marks.height, area.name
        left, right = marks.centre[0] - 30, marks.centre[0] + 30  # the word and its ground
        for label in (*scene.labels, *(region for region in regions.values() if region.label and region.label_at)):
            text, at, size, anchor = written(label)
            width = 0.85 * width_of(text, size)
            start = at[0] - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
            beside = right <= start or start + width <= left
            assert beside or at[1] <= marks.y or at[1] - 0.73 * size >= marks.y + marks.height, (area.name, text)


@pytest.mark.parametrize(("role", "shown"), [("comsubpac", False), (SPECTATOR, False), (UMPIRE, True)])
def test_a_face_down_unit_shows_its_back_to_all_but_the_umpire(sea, role, shown):
    ship = next(ship for ship in sea().chart.ships if ship.merchant and ship.back == "red_ball" and not ship.event)
    at = sea().display((ship.id, "A", False), column="B")
    board = describe(see(at.state, role))
    unit = piece(board, "unit/1")
    assert (unit.at, unit.text) == ("column/a", ship.name if shown else "Red Ball")
    assert (unit.symbol == "unknown") is not shown
    assert board.scenes[0].id == "table"
    assert {each.at for each in board.pieces if each.id == "boat/spearfish"} == {"area/empire_pacific", "station/b"}


def test_a_unit_shows_its_figures_its_marker_its_damage_and_the_points_on_it(sea):
    ship = next(ship for ship in sea().chart.ships if ship.merchant and not ship.event)
    at = sea().display((ship.id, "C", True, -2), ("n_kiku_maru_01", "B"))
    at.unit(1).damaged = True
    at.combat.round.aims[1] = 4
    board = describe(see(at.state, "comsubpac"))
    unit = piece(board, "unit/1")
    assert unit.title.endswith(f"defense {ship.defense}, ASW {ship.asw}, damaged, TDC -2, 4 points")
    assert [badge.text for badge in unit.badges] == ["#1", "-2", f"defense {ship.defense}, ASW {ship.asw}", "D", "4"]
    assert piece(board, "unit/2").text == "hospital ship Kiku Maru"


def test_what_is_wrong_with_a_boat_lies_upon_it(sea):
    at = sea()
    assert piece(describe(see(at.state, SPECTATOR)), "boat/spearfish").badges == ()
    at.boat.damage, at.boat.spotted = 1, True
    boat = piece(describe(see(at.state, SPECTATOR)), "boat/spearfish")
    assert [badge.text for badge in boat.badges] == ["D", "S"]
    assert "damage 1" in boat.title


@pytest.mark.parametrize("base", ["base/fremantle", "base/surabaya"])
def test_forty_boats_in_a_base_have_their_whole_names_but_for_one_or_two(game, base):
    board = describe(game.new_match("campaign_full", seed=3).view("comsubpac"))
    boats = [replace(each, at=base, badges=()) for each in board.pieces if each.kind == "submarine"][:40]
    assert len(boats) == 40
    drawn = svg(replace(board, pieces=tuple(boats)))
    assert drawn.count("…") <= 2


def test_the_boats_of_a_crowded_base_lie_side_by_side_with_their_names(game):
    match = game.new_match("campaign_wp1", seed=3)
    board = describe(match.view("comsubpac"))
    chart = board.scenes[0]
    manila = chart.by_id["base/manila"]
    boats = list(board.pieces_at("base/manila"))
    assert len(boats) >= 25
    assert all(boat.text for boat in boats)
    boxes = [lying.boxes[0] for lying in lie_in(chart.unit, manila, boats)]
    assert manila.room is not None
    assert all(box.y >= manila.room.y and box.x >= manila.room.x for box in boxes)
    for one, other in combinations(boxes, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y


def test_boats_crowded_into_a_small_base_have_their_names_too(game):
    board = describe(game.new_match("campaign_wp1", seed=3).view("comsubpac"))
    chart, surabaya = board.scenes[0], board.scenes[0].by_id["base/surabaya"]
    boats = [replace(boat, at=surabaya.id) for boat in board.pieces_at("base/manila")][:15]
    drawn = "".join(piece_svg(each, 1, Pictures()) for each in lie_in(chart.unit, surabaya, boats))
    assert all(f">{boat.text}</text>" in drawn for boat in boats), "the longest too, such as Spearfish"


def test_the_chart_and_the_table_are_two_scenes_that_a_match_keeps(game):
    match, rng, digests = game.new_match("campaign_wp1", seed=3), random.Random(3), set()
    foremost = set()
    while match.count < 200:
        board = describe(match.view("comsubpac"))
        digests |= {scene.digest for scene in board.scenes}
        foremost.add(board.scenes[0].id)
        match.choose(rng.randrange(len(match.decision.options)))
    assert len(digests) == 2
    assert foremost == {"chart", "table"}


def test_the_chart_is_a_picture_of_its_own_while_there_is_a_combat(sea, game):
    at = sea()
    ship = next(ship for ship in at.chart.ships if ship.merchant)
    view = see(at.display((ship.id, "A"), column="B").state, UMPIRE)
    assert describe(view).scenes[0].id == "table"
    face = nc.face_of(game)
    assert face.pictures()["map"](view) == svg(describe(view), scene="chart")


@pytest.mark.parametrize("scenario", ["campaign_wp1", "campaign_wp4"])
def test_what_options_questions_and_events_name_is_on_the_board(game, scenario):
    match = game.new_match(scenario, seed=7, history=True)
    rng, players, told = random.Random(7), nc.make_bots(game, seed=7), 0
    ids = describe(match.view("comsubpac")).ids
    options = placed = 0
    while match.count < 300:
        decision = match.decision
        view = match.view(decision.role)
        before, ids = ids, describe(view).ids
        for option in decision.options:
            named_here = decision.places_of(option)
            assert {place.id for place in named_here} <= ids, (option, named_here)
            assert named_here or option.kind in NO_PLACE, option
        options += len(decision.options)
        placed += sum(bool(decision.places_of(option)) for option in decision.options)
        assert {place.id for place in decision.places} <= ids, decision
        assert decision.places, decision
        snapshot = match.snapshot(UMPIRE, since=told)
        told = snapshot.told
        known = before | ids
        for event in snapshot.events:
            for named in event.places:
                assert named.place in known or named.place.startswith("unit/"), event
        pick = (
            rng.randrange(len(decision.options))
            if rng.random() < 0.3
            else players[decision.role].decide(view, decision)
        )
        match.choose(pick)
    assert placed >= 0.95 * options
