"""Pictures and text boards of every view; the coastline; golden matches."""

import difflib
import os
import re
import statistics
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.boards import DrawnBoard as Board, Palette
from navalcore.bots import make_bots
from navalcore_games.bismarck.cards import BISMARCK, SHIPS, ship_number
from navalcore_games.bismarck.chart import CELL, LEFT, TOP, WIDTH, coast, corner, still
from navalcore_games.bismarck.sea_map import COLUMNS, ROWS, SQUARE_TYPES
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Mode, Side

FOLDER = Path(__file__).parent / "golden"


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
    tiles = re.search(f'<path d="([^"]*)" fill="{Palette.SEA}"', still())
    assert tiles is not None
    corners = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)", tiles[1])}
    assert {corner(square) for square in on_land} <= corners


def board_in(view: Any) -> Board:
    board = nc.face_of(nc.load("bismarck")).board(view)
    assert isinstance(board, Board)
    return board


SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> tuple[list[str], dict[int, str]]:
    """The lines of text of a picture, and apart from them what its single characters say, by square."""
    lines: list[str] = []
    marks: dict[int, str] = {}
    for element in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        text = element.text or ""
        if not element.get("aria-hidden"):
            lines.append(text)
            continue
        across, down = (map(float, element.get(axis, "").split()) for axis in "xy")
        for x, y, letter in zip(across, down, text, strict=True):
            square = (11 + int((y - TOP) // CELL)) * 100 + 11 + int((x - LEFT) // CELL)
            marks[square] = marks.get(square, "") + letter
    return lines, marks


def figures(svg: str) -> dict[str, str]:
    """The figures behind the names in the lists, by the place of their line."""

    def line_of(element: ElementTree.Element) -> tuple[bool, str]:
        return float(element.get("x", "0").split()[0]) > 400, element.get("y", "")

    places = {
        line_of(list(group)[-1]): group.get("data-place", "")
        for group in ElementTree.fromstring(still()).iter(f"{SVG}g")
        if group.get("data-place", "").startswith("unit/")
    }
    return {
        places[line_of(element)]: " ".join((element.text or "").split())
        for element in ElementTree.fromstring(svg).iter(f"{SVG}text")
        if line_of(element) in places
    }


@pytest.mark.parametrize("role", [UMPIRE, Side.BRITISH, Side.GERMAN, SPECTATOR])
def test_the_picture_is_well_formed_and_shows_only_what_the_role_may_see(sea, game, role) -> None:
    here = sea()
    here.state.turn, here.state.fog[0] = 3, True
    here.put("Hood", 1622)
    here.fly("R Ulster 1", 1720, Mode.PATROL, endurance=3)
    here.put("Bismarck", 1920)
    here.put("Prinz Eugen", 1622, seen=True, seen_square=1622, seen_turn=2)
    board = board_in(see(here.state, role))
    title = ElementTree.fromstring(board.svg).find(f"{SVG}title")
    assert title is not None
    assert (title.text or "").startswith("North Atlantic on turn 3")
    _, marks = texts(board.moving)
    told = figures(board.moving)
    british, german = role in (UMPIRE, Side.BRITISH), role in (UMPIRE, Side.GERMAN)
    assert (told.get("unit/hood"), told.get("unit/r_ulster_1")) == (
        ("1622 M 6 22 31 7 1", "1720 P 3") if british else (None, None)
    )
    assert ("unit/bismarck" in told, 1920 in marks) == (german, german)
    assert told.get("unit/prinz_eugen") == {
        UMPIRE: "1622 M 3 10 32 7 2",
        Side.GERMAN: "1622 M 3 10 32 7 2",
        Side.BRITISH: "1622 spotted",
        SPECTATOR: None,
    }[role]  # fmt: skip
    drawn = {UMPIRE: "BC", Side.BRITISH: "1BC", Side.GERMAN: "1C", SPECTATOR: ""}
    assert "".join(sorted(marks.get(1622, ""))) == drawn[role]
    assert ("F" in marks.get(1116, "")) is (role != SPECTATOR)


@pytest.mark.rule("bismarck", "9.6")
def test_the_german_picture_names_british_ships_in_sight_without_drawing_them(sea, game) -> None:
    here = sea()
    for name in ("Hood", "P of Wales", "Norfolk", "Suffolk", "Arethusa", "Cairo", "Edinburgh"):
        here.put(name, 1622, seen=True, seen_square=1622, seen_turn=2)
    board = board_in(see(here.state, Side.GERMAN))
    lines, marks = texts(board.moving)
    assert set(marks) == {100 * row + 29 for row in ROWS}, "the visibility and nothing else"
    assert any(line.startswith("Spotted: Hood 1622, Prince of Wales 1622, Arethusa 1622") for line in lines)
    told = figures(board.moving)
    assert (len(told), set(told.values())) == (7, {"1622 spotted"})


def test_a_stack_is_a_letter_with_a_figure_that_can_be_read(sea, game) -> None:
    here = sea()
    for card in SHIPS[:12]:
        here.put(card.id, 1622)
    here.put("Norfolk", 1117)
    here.put("Suffolk", 1117)
    here.fly("R Ulster 1", 1117, Mode.PATROL, endurance=3)
    _, marks = texts(board_in(see(here.state, Side.BRITISH)).moving)
    assert sorted(marks[1622]) == sorted("B9" + "9"), "nine and more, and the search total"
    assert sorted(marks[1117]) == sorted("C2" + "R" + "9")


def test_no_text_of_the_picture_is_smaller_than_a_seventieth_of_its_width(sea, game) -> None:
    board = board_in(see(sea().state, Side.BRITISH))
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', board.svg)]
    assert min(sizes) >= WIDTH / 70


def test_the_chart_beneath_is_one_for_every_role_and_turn_and_what_moves_is_a_tenth_of_what_it_was(game) -> None:
    # 61 KB a picture before it had two layers.
    match = game.new_match(seed=4)
    bots = make_bots(game, seed=4)
    boards = []
    while not match.over and match.state.turn < 12:
        view = match.view(match.decision.role)
        if match.count % 13 == 0:
            boards.append(board_in(view))
        match.choose(bots[match.decision.role].decide(view, match.decision))
    boards += [board_in(match.view(role)) for role in (UMPIRE, SPECTATOR)]
    assert len({board.digest for board in boards}) == 1
    assert statistics.median(len(board.moving.encode()) for board in boards) < 6100


def test_the_text_board_has_the_map_the_search_totals_and_the_enemy(sea, game) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.put("Bismarck", 1522, seen=True, seen_square=1522, seen_turn=2)
    text = nc.face_of(game).board_text(see(here.state, Side.BRITISH))
    lines = text.splitlines()
    assert lines[0] == "Turn 2, May 22, 1600: British 0 VP, Germans 0 VP"
    assert sum(line[:2] == str(row) for row in ROWS for line in lines) == 2 * len(ROWS)
    assert all(len(line) == 4 + 2 * len(COLUMNS) - 1 + 3 for line in lines if line[:2] == "16")
    assert "Enemy: Bismarck 1522 (spotted)" in lines


def record(game, scenario):
    """A match of the two bots in lines: where the raiders are, what is in sight, and every point given."""
    match = game.new_match(scenario, seed="golden")
    bots = make_bots(game, seed="golden")
    lines, told, turn = [f"{game.scenarios[scenario].title}, seed golden"], 0, 0
    while not match.over:
        state = match.state
        if state.turn != turn:
            turn = state.turn
            raiders = " ".join(f"{SHIPS[n].name} {ship.square}" for n, ship in enumerate(state.ships) if n in RAIDERS)
            seen = ", ".join(SHIPS[n].name for n, ship in enumerate(state.ships) if ship.seen)
            lines.append(f"turn {turn}: {raiders}; in sight: {seen or 'nobody'}")
        match.choose(bots[match.decision.role].decide(match.view(match.decision.role), match.decision))
        lines += [f"  {award.points} {award.side}: {award.reason}" for award in match.state.record[told:]]
        told = len(match.state.record)
    return "\n".join([*lines, f"{match.count} choices", str(match.outcome), ""])


RAIDERS = (BISMARCK, ship_number("Prinz Eugen"))


@pytest.mark.parametrize("scenario", ["two_player", "solitaire"])
def test_the_recorded_match_is_played_again_line_by_line(game, scenario) -> None:
    now = record(game, scenario)
    path = FOLDER / f"{scenario}.txt"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    changes = "\n".join(
        difflib.unified_diff(before.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=1)
    )
    if os.environ.get("NAVALCORE_BLESS"):
        FOLDER.mkdir(exist_ok=True)
        print(changes)
        path.write_text(now, encoding="utf-8")
    else:
        assert not changes, f"the match is played differently:\n{changes}"


def test_both_bots_win_some_of_their_matches_against_each_other(game) -> None:
    from navalcore.bots import play_out

    winners: set[object] = set()
    for seed in range(14):
        match = game.new_match(seed=seed)
        play_out(match, make_bots(game, seed=seed))
        winners.add(match.outcome.winner)
        if winners >= {Side.BRITISH, Side.GERMAN}:
            return
    pytest.fail(f"in 14 matches only these won: {winners}")
