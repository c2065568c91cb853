"""The board as data: the chart with its coasts, the stacks on it, and what is told of them."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

import navalcore as nc
from navalcore.boards import svg
from navalcore.boards._layout import lie_in
from navalcore.errors import BadData
from navalcore_games.aa50_subwar.board import describe
from navalcore_games.aa50_subwar.chart import chart
from navalcore_games.aa50_subwar.chart_plan import NAMES, ROOMS, limit_of, outlines
from navalcore_games.aa50_subwar.ids import convoy_id, space_id
from navalcore_games.aa50_subwar.state import Battle
from navalcore_games.aa50_subwar.theatre import MAP, NEIGHBOURS, TERRITORIES, ZONES
from navalcore_games.aa50_subwar.views import see
from navalcore_games.aa50_subwar.words import Kind, Power, Space
from tests.games.aa50_subwar.conftest import sea_zone

COLUMN = "owner_1942"


def region(name):
    return chart(COLUMN, 10).by_id[name]


def shown(table):
    return describe(see(table.state, "axis"))


def stack(board, name, at):
    (piece,) = [piece for piece in board.pieces_at(at) if piece.id == name]
    return piece


def apart(one, other):
    """Whether two rectangles do not lie upon each other."""
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return beside or one.y + one.height <= other.y or other.y + other.height <= one.y


# ---- the chart -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("aa50_subwar", "B19")
def test_every_space_is_a_region_with_its_neighbours_and_painted_extent():
    for space in map(Space, MAP):
        found = region(space_id(space))
        assert set(found.next) == set(map(space_id, NEIGHBOURS[space])), space
        assert found.kind != "open"
        assert found.shape.box.width * found.shape.box.height > 300, space


def test_zones_are_called_in_their_own_waters():
    land = [region(space_id(name)).shape for name in TERRITORIES] + [region("land/beyond").shape]
    for zone in ZONES:
        assert NAMES[zone] in region(space_id(zone)).shape, zone
        assert not any(NAMES[zone] in shape for shape in land), zone


def test_zones_that_are_next_to_each_other_touch_on_the_chart():
    zones = outlines().zones
    for one, other, link in MAP.edges():
        if link.kind == "sea-sea":
            near = min(abs(x - a) + abs(y - b) for x, y in zones[one] for a, b in zones[other])
            assert near < 1, (one, other, near)


def test_known_places_lie_where_they_are():
    """The middle of some lands, and that of the Atlantic in the sea."""
    places = {"england": (905, 565), "iceland": (700, 372), "germany": (1110, 530), "france": (1000, 665)}
    for land, point in places.items():
        assert point in region(space_id(Space(land))).shape, land
    assert (662, 680) in region("zone/8").shape


def test_an_island_belongs_to_its_territory():
    england = region("land/england").shape
    assert len(england.islands) >= 3
    assert (845, 552) in england, "Northern Ireland"
    assert (845, 552) not in region("land/eire").shape


def test_units_have_room_beside_each_other_in_all_spaces():
    rooms = {space_id(Space(name)): room for name, room in ROOMS.items()}
    rooms |= {convoy_id(space): region(convoy_id(space)).room for space in map(Space, MAP) if limit_of(space)}
    for (one, here), (other, there) in combinations(rooms.items(), 2):
        assert apart(here, there), (one, other)
    assert {*ZONES} <= set(ROOMS)
    assert {name for name, land in TERRITORIES.items() if land.passable} <= set(ROOMS)


@pytest.mark.parametrize("rounds", [1, 10, 12, 13, 40, 100])
def test_the_track_has_every_round_and_numbers_that_do_not_touch(rounds):
    scene = chart(COLUMN, rounds)
    boxes = [scene.by_id[f"round/{number}"] for number in range(1, rounds + 1)]
    assert all(box.shape.box.x + box.shape.box.width <= 384 for box in boxes)
    labelled = [box.label_at[0] for box in boxes if box.label and box.label_at]
    assert rounds < 5 or len(labelled) >= 2
    assert all(right - left >= 24 for left, right in pairwise(labelled))


def test_an_outline_that_lacks_is_missed_by_its_name(tmp_path):
    path = tmp_path / "chart.json"
    path.write_text('{"source": "", "unit": "", "zones": {}, "lands": {}, "beyond": []}', encoding="utf-8")
    with pytest.raises(BadData, match=r"chart\.json: outlines are missing for archangel, baltic_states"):
        outlines(path)
    path.write_text('{"zones": 3}', encoding="utf-8")
    with pytest.raises(BadData, match=r"chart\.json: does not hold outlines"):
        outlines(path)


def test_the_chart_is_one_scene_that_a_match_keeps(game):
    match, rng, digests = game.new_match(seed=5), random.Random(5), set()
    while match.count < 150:
        digests |= {scene.digest for role in game.roles for scene in describe(match.view(role)).scenes}
        match.choose(rng.randrange(len(match.decision.options)))
    assert len(digests) == 1


def test_territories_have_the_colours_of_their_owners_in_each_set_up():
    assert chart("owner_1941", 10).by_id["land/baltic_states"].kind == "land-e"
    assert region("land/baltic_states").kind == "land-a"
    assert [region(f"land/{name}").kind for name in ("england", "e_us", "spain")] == ["land-b", "land-c", "neutral"]


# ---- what lies on it -------------------------------------------------------------------------------------------------


def test_the_units_of_a_kind_are_one_stack_with_their_number(table):
    board = table("germany")
    board.put("germany", "submarine", "sz7", 3)
    board.put("uk", "destroyer", "sz7")
    piece = stack(shown(board), "unit/germany/submarine", "zone/7")
    assert (piece.kind, piece.side, piece.count, piece.text, piece.badges) == (
        "submarine",
        "germany",
        3,
        "submarine",
        (),
    )
    assert stack(shown(board), "unit/uk/destroyer", "zone/7").title == "British destroyer in Sz7"


def test_what_tells_units_of_a_stack_apart_is_a_badge(table):
    board = table("uk")
    board.state.phase = "combat_move"
    board.put("uk", "fighter", "sz8", airborne=True, moves_left=2, acted=True, mission="search")
    board.put("uk", "fighter", "sz8", airborne=True, moves_left=1, acted=True, mission="search")
    board.put("uk", "battleship", "sz8", damaged=True)
    board.put("uk", "battleship", "sz8")
    board.put("uk", "cruiser", "sz8", acted=True)
    board.put("uk", "cruiser", "sz8", 2)
    board.put("uk", "transport", "sz8", acted=True)
    table = shown(board)
    told = {name: [badge.text for badge in stack(table, f"unit/uk/{name}", "zone/8").badges] for name in (
        "fighter", "battleship", "cruiser", "transport",
    )}  # fmt: skip
    assert told == {"fighter": ["1, 2 left"], "battleship": ["D"], "cruiser": ["2 of 3"], "transport": []}
    assert stack(table, "unit/uk/transport", "zone/8").state == "done"
    assert stack(table, "unit/uk/cruiser", "zone/8").title == "British cruiser in Sz8, 2 of 3 may still move"


def test_a_combat_is_tinted_and_says_who_takes_part(table):
    board = table("uk")
    board.state.phase = "combat"
    hunter = board.put("uk", "destroyer", "sz8")
    submerged = board.put("germany", "submarine", "sz8")
    board.put("germany", "submarine", "sz8")
    board.state.battle = Battle(sea_zone("sz8"), "hunt", [hunter.id], [submerged.id], 2, [], hunter.id)
    table = shown(board)
    assert [(tint.region, tint.kind) for tint in table.tints][-1] == ("zone/8", "danger")
    assert [piece.text for piece in table.pieces_at("orders")] == ["Submarine hunt in Sz8, round 2"]
    assert stack(table, "unit/uk/destroyer", "zone/8").state == "chosen"
    assert [badge.text for badge in stack(table, "unit/germany/submarine", "zone/8").badges] == ["1 of 2"]


@pytest.mark.rule("aa50_subwar", "S17", "S18", "S19", "S20")
def test_the_merchantmen_of_a_space_are_afloat_or_sunk(table):
    board = table("uk")
    board.state.marks, board.state.charges = {sea_zone("sz8"): 3, sea_zone("sz6"): 1}, {"england": 4}
    table = shown(board)

    def lying(at):
        return {piece.id: (piece.count, piece.state) for piece in table.pieces_at(at)}

    assert lying("convoys/8") == {"convoy/8": (1, ""), "sunk/8": (3, "sunk")}
    assert lying("convoys/6") == {"sunk/6": (1, "sunk")}
    assert lying("convoys/england") == {"convoy/england": (4, ""), "sunk/england": (4, "sunk")}
    assert lying("convoys/10") == {"convoy/10": (3, "")}


def test_prices_money_points_and_what_was_bought_are_on_the_table(table):
    board = table("uk")
    board.state.treasury[Power.UK] = 17
    board.state.bought = [Kind.DESTROYER, Kind.DESTROYER, Kind.FIGHTER]
    table = shown(board)
    assert [piece.text for piece in table.pieces_at("ipc/uk")] == ["British 17 IPC"]
    assert [piece.title for piece in table.pieces_at("points/allies")] == ["Allied 0 points"]
    assert {piece.id: piece.count for piece in table.pieces_at("bought")} == {
        "unit/uk/destroyer": 2, "unit/uk/fighter": 1,
    }  # fmt: skip
    assert region("buy/submarine").title == "submarine: 6 IPC"


def test_a_match_that_is_over_says_so_and_tints_no_round(game):
    match, rng = game.new_match(seed=3, options={"rounds": 1}), random.Random(3)
    while not match.over:
        match.choose(rng.randrange(len(match.decision.options)))
    table = describe(match.view(nc.UMPIRE))
    assert table.tints == ()
    assert [piece.text for piece in table.pieces_at("orders")] == ["The last round is over"]


def test_the_largest_crowd_stays_in_its_room_side_by_side(table):
    board = table("uk")
    for power in Power:
        for kind in Kind:
            board.put(power, kind, "sz8", 4)
    described = shown(board)
    boxes = [
        lying.boxes[0]
        for lying in lie_in(described.scenes[0].unit, region("zone/8"), list(described.pieces_at("zone/8")))
    ]
    room = ROOMS["sz8"]
    assert len(boxes) == len(Power) * len(Kind)
    assert all(room.x - 1 <= box.x and box.x + box.width <= room.x + room.width + 1 for box in boxes)
    assert all(room.y - 1 <= box.y and box.y + box.height <= room.y + room.height + 1 for box in boxes)
    assert all(apart(one, other) for one, other in combinations(boxes, 2))


@pytest.mark.rule("aa50_subwar", "B19", "S17")
def test_the_picture_has_every_space_by_its_id_and_name(game):
    drawn = svg(describe(game.new_match(seed=1).view(nc.UMPIRE)))
    for space in map(Space, MAP):
        assert f'data-place="{space_id(space)}"' in drawn
    for word in ("Sz8", "England", "8 IPC", "no convoys", "purchase"):
        assert f">{word}<" in drawn
