"""The pictures: well formed, and showing no more than the view knows."""

import random
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.bots import make_bots
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, HIGH
from navalcore_games.silent_war.headquarters.display_picture import display_board
from navalcore_games.silent_war.headquarters.map_picture import ACTIVITY_COLOURS, coast, map_board, place
from navalcore_games.silent_war.headquarters.pictures import board, map_svg
from navalcore_games.silent_war.state import Storm
from navalcore_games.silent_war.views import see


def words(svg):
    """Every text and tip of a picture."""
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.text and element.text.strip()]


def inside(point, outline):
    """Whether a point lies inside an outline (even-odd rule)."""
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1


def test_the_opareas_lie_in_the_sea_and_known_places_on_land(charts) -> None:
    def on_land(lon, lat):
        return any(inside((lon % 360, lat), outline) for outline in coast())

    assert [area.name for area in charts.areas if on_land(area.lon, area.lat)] == []
    for name, lon, lat in (("Alice Springs", 133.9, -23.7), ("Nagano", 138.2, 36.65), ("Luzon", 121.0, 16.5)):
        assert on_land(lon, lat), name


def test_west_longitudes_lie_to_the_right_of_the_date_line() -> None:
    assert place(-158.0, 21.3)[0] > place(177.0, 27.0)[0] > place(142.0, 35.0)[0]


def test_the_map_shows_tracks_boats_ultra_and_storms(sea) -> None:
    at = sea()
    at.state.ultra.append(at.area)
    at.storm(Storm.TYPHOON_1)
    told = words(map_svg(see(at.state, SPECTATOR)))
    assert {"ULTRA", "Empire Pacific: typhoon 1", "Spearfish", "Pearl Harbor"} <= set(told)
    assert any("War Period 2, torpedo -1" in line for line in told)
    # Every OpArea has a tip for each of its ten boxes, read from the War Period's row.
    red = at.chart.areas[at.area].first_red[2]
    assert f"Empire Pacific, {red}: High" in told
    level = re.compile(r"[^:]+, \d: (No Contact|Sparse|Low|Moderate|High)")
    assert len({line for line in told if level.fullmatch(line)}) == 310


@pytest.mark.parametrize(("role", "shown"), [("comsubpac", False), (SPECTATOR, False), (UMPIRE, True)])
def test_a_face_down_unit_shows_its_back_to_all_but_the_umpire(sea, role, shown) -> None:
    piece = next(ship for ship in sea().chart.ships if ship.merchant and ship.back == "red_ball" and not ship.event)
    at = sea().display((piece.id, "A", False), column="B")
    view = see(at.state, role)
    assert view.combat is not None
    told = words(display_board(view, view.combat).svg)
    assert (f"#1 {piece.name}" in told) is shown
    assert ("#1 red ball" in told) is not shown
    assert "Spearfish" in told


def test_the_display_shows_markers_damage_and_points(sea) -> None:
    piece = next(ship for ship in sea().chart.ships if ship.merchant and not ship.event)
    at = sea().display((piece.id, "C", True, -2))
    at.unit(1).damaged = True
    at.combat.round.aims[1] = 4
    told = words(board(see(at.state, "comsubpac")).svg)
    assert "TDC -2, 4 points" in told
    assert f"defense {piece.defense}, ASW {piece.asw}, damaged" in told


def test_the_board_is_the_map_when_no_combat_is_on(sea, game) -> None:
    view = see(sea().state, UMPIRE)
    assert nc.face_of(game).board_svg(view) == map_svg(view)


def test_the_plate_of_an_oparea_has_the_colour_of_its_busiest_box_and_tells_them_all(sea) -> None:
    at = sea()
    area = at.chart.areas[at.area]
    boxes = [ACTIVITY_NAMES[level] for level in area.boxes[2]]
    tip = f"Empire Pacific: {', '.join(f'{boxes.count(name)} {name}' for name in ACTIVITY_NAMES if name in boxes)}"
    svg = map_svg(see(at.state, SPECTATOR))
    assert tip in words(svg)
    assert tip.endswith(" High")
    group = next(e for e in ElementTree.fromstring(svg).iter() if any(child.text == tip for child in e))
    assert group.get("data-place") == "area:empire_pacific"
    assert group[1].get("stroke") == ACTIVITY_COLOURS[HIGH]


def test_damaged_boats_are_marked_and_the_legend_names_every_level_of_traffic(sea) -> None:
    at = sea()
    sound = words(map_svg(see(at.state, SPECTATOR)))
    assert {"no contact", "Sparse traffic", "Low traffic", "Moderate traffic", "High traffic"} <= set(sound)
    at.boat.damage = 1
    new = set(words(map_svg(see(at.state, SPECTATOR)))) - set(sound)
    assert new == {"Spearfish, operating (patrol, damage 1)"}


def drawn(svg):
    return set(re.findall(r'data-place="([^"]+)"', svg))


ACTS = {
    *("stay", "stop", "remain", "on_patrol", "in_transit", "search", "bypass", "go_home"),  # what the acting boat does
    *("take_posture", "withdraw", "re_attack", "guns", "use_torpedoes", "crash_dive", "no_dive", "attack", "no_attack"),
    *("keep_face_up", "turn_face_down", "leave_out_asw", "save_for_another"),  # of the unit just asked about
    *("as_group", "as_barrier", "pack_complete", "end_turn", "wait_in_hold", "take_over", "decline", "no_more_boats"),
    "give_skipper",  # the boat may still have to arrive
}
"""The kinds of options that no place means."""


@pytest.mark.parametrize(("scenario", "share"), [("campaign_wp1", 0.88), ("campaign_wp4", 0.9)])
def test_what_options_name_is_in_the_picture_and_all_but_acts_have_a_place(game, scenario, share):
    match = game.new_match(scenario, seed=7)
    kinds: Counter[tuple[str, bool]] = Counter()
    rng, players = random.Random(7), make_bots(game, seed=7)
    while match.count < 500:
        decision = match.decision
        view = match.view(decision.role)
        places = drawn(board(view).svg)
        for option in decision.options:
            kinds[option.kind, bool(option.places)] += 1
            assert set(option.places) <= places, (option, option.places)
        chosen = (
            rng.randrange(len(decision.options))
            if rng.random() < 0.5
            else players[decision.role].decide(view, decision)
        )
        match.choose(chosen)
    assert sum(number for (_, placed), number in kinds.items() if placed) >= share * sum(kinds.values())
    assert {kind for kind, placed in kinds if not placed} <= ACTS


def test_the_printed_map_lies_still_through_a_war_period_and_what_moves_is_small(game) -> None:
    match = game.new_match("campaign_wp1", seed=3)
    boards, rng = [], random.Random(3)
    while match.count < 300:
        view = match.view("comsubpac")
        if view.combat is None:
            boards.append(map_board(view))
        match.choose(rng.randrange(len(match.decision.options)))
    assert len({each.digest for each in boards}) == 1
    assert all(len(each.moving) * 10 < len(each.still) for each in boards)


def test_zones_shallow_and_narrow_waters_and_closed_bases_are_on_the_map(sea) -> None:
    at = sea()
    told = words(map_svg(see(at.state, SPECTATOR)))
    assert {"Special Mission Zone Wake", "base Fremantle", "Fremantle", "Pearl Harbor, open: no boats"} <= set(told)
    assert any(title.startswith("Yellow Sea: ") and title.endswith(", Shallow") for title in told)
    assert any(title.startswith("Strait of Malacca: ") and title.endswith(", Shallow, Narrow") for title in told)
    assert "Fremantle, open: no boats" not in told


def test_a_hospital_ship_stands_out_on_the_display(sea) -> None:
    at = sea().display(("n_kiku_maru_01", "B"), ("n_kiku_maru_01", "C", False))
    told = words(board(see(at.state, "comsubpac")).svg)
    assert any(title.startswith("#1 hospital ship Kiku Maru, ") for title in told)
    assert "#2 red ball, face down" in told
