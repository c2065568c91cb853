"""Pictures and text boards of every view; the coastline; golden matches."""

import difflib
import os
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import navalcore as nc
from games.bismarck.cards import BISMARCK, SHIPS, ship_number
from games.bismarck.render import coast
from games.bismarck.sea_map import COLUMNS, ROWS, SQUARE_TYPES
from games.bismarck.views import see
from games.bismarck.words import Mode, Side
from navalcore.bots import make_bots
from navalcore.engine.decision import SPECTATOR, UMPIRE

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


@pytest.mark.parametrize("role", [UMPIRE, Side.BRITISH, Side.GERMAN, SPECTATOR])
def test_the_picture_is_well_formed_and_shows_only_what_the_role_may_see(sea, game, role) -> None:
    here = sea()
    here.state.turn, here.state.fog[0] = 3, True
    here.put("Hood", 1622)
    here.fly("R Ulster 1", 1720, Mode.PATROL, endurance=3)
    here.put("Bismarck", 1920)
    here.put("Prinz Eugen", 1622, seen=True, seen_square=1622, seen_turn=2)
    svg = nc.face_of(game).board_svg(see(here.state, role))
    assert svg is not None
    titles = [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0].startswith("North Atlantic on turn 3")
    tips = " ".join(titles[1:])
    assert ("Hood" in tips) is (role in (UMPIRE, Side.BRITISH))
    assert ("Bismarck" in tips) is (role in (UMPIRE, Side.GERMAN))
    assert ("Prinz Eugen" in tips) is (role != SPECTATOR)
    assert ("fog" in tips) is (role != SPECTATOR)


@pytest.mark.rule("bismarck", "9.6")
def test_the_german_picture_names_british_ships_in_sight_without_drawing_them(sea, game) -> None:
    here = sea()
    for name in ("Hood", "P of Wales", "Norfolk", "Suffolk", "Arethusa", "Cairo", "Edinburgh"):
        here.put(name, 1622, seen=True, seen_square=1622, seen_turn=2)
    svg = nc.face_of(game).board_svg(see(here.state, Side.GERMAN))
    assert svg is not None
    root = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    assert [element.text for element in root.iter(f"{space}title")] == [
        "North Atlantic on turn 2 (May 22, 1600), as the Germans see it",
        "The North Atlantic",
    ]
    told = [element.text for element in root.iter(f"{space}text") if (element.text or "").startswith("In sight")]
    assert told == [
        "In sight: Hood 1622, Prince of Wales 1622, Arethusa 1622, Cairo 1622, Edinburgh 1622, Norfolk 1622",
        "In sight: Suffolk 1622",
    ]


def test_the_text_board_has_the_map_the_search_totals_and_the_enemy(sea, game) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.put("Bismarck", 1522, seen=True, seen_square=1522, seen_turn=2)
    text = nc.face_of(game).board_text(see(here.state, Side.BRITISH))
    lines = text.splitlines()
    assert lines[0] == "Turn 2, May 22, 1600: British 0 VP, Germans 0 VP"
    assert sum(line[:2] == str(row) for row in ROWS for line in lines) == 2 * len(ROWS)
    assert all(len(line) == 4 + 2 * len(COLUMNS) - 1 + 3 for line in lines if line[:2] == "16")
    assert "Enemy: Bismarck 1522 (in sight)" in lines


def record(game, scenario):
    """A match of the two bots in lines: where the raiders are, what is in sight, and every point given."""
    match = game.new_match(scenario, seed="golden")
    bots = make_bots(game, {}, "golden")
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

    winners = []
    for seed in range(14):
        match = game.new_match(seed=seed)
        play_out(match, make_bots(game, {}, seed))
        winners.append(match.outcome.winner)
    assert set(winners) >= {Side.BRITISH, Side.GERMAN}
