"""Boards of all games: described for every role, and as text they fit the line and have what matters."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.boards import Board, svg
from navalcore.bots import make_bots
from navalcore_games.bismarck.cards import BISMARCK
from navalcore_games.bismarck.views import Sighting
from navalcore_games.bismarck.words import Square

SCENARIOS = [(game, scenario) for game in nc.games() for scenario in nc.load(game).scenarios]
WIDTHS = (80, 100, 160)


def moments(game: Any, scenario: str, choices: int, every: int) -> Iterator[Any]:
    """A match with a random choice in three, the others made by the game's bots, stopped now and then."""
    match = game.new_match(scenario, seed=f"boards {scenario}")
    bots, chance = make_bots(game, seed="boards"), Random("boards")
    for number in range(choices):
        if match.over:
            break
        if number % every == 0:
            yield match
        decision = match.decision
        wild = chance.random() < 1 / 3
        match.choose(
            chance.randrange(len(decision.options))
            if wild
            else bots[decision.role].decide(match.view(decision.role), decision.bare())
        )
    yield match


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_no_line_of_a_board_is_longer_than_the_terminal(name: str, scenario: str) -> None:
    game = nc.load(name)
    face = nc.face_of(game)
    looked = 0
    for match in moments(game, scenario, 240, 40):
        for role in (*game.roles, UMPIRE, SPECTATOR):
            view = match.view(role)
            for width in WIDTHS:
                for text in (face.board_text(view, width), face.glance(view, width)):
                    longest = max(text.splitlines(), key=len)
                    assert len(longest) <= width, longest
                    looked += 1
    assert looked >= 2 * len(WIDTHS) * (2 + len(game.roles))


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_board_of_every_scenario_is_described_for_whoever_looks_and_each_scene_can_be_drawn(
    name: str, scenario: str
) -> None:
    match: Any = nc.load(name).new_match(scenario, seed="described")
    face = nc.face_of(match.game)
    for role in (*match.game.roles, UMPIRE, SPECTATOR):
        board = face.board(match.view(role))
        assert isinstance(board, Board)
        for scene in board.scenes:
            drawn = ElementTree.fromstring(svg(board, scene=scene.id))
            shown = {node.get("data-place") for node in drawn.iter()}
            assert set(scene.by_id) <= shown


@pytest.mark.parametrize(
    ("name", "lines"),
    [("uboat_cards", 12), ("tonnage_war", 16), ("aa50_subwar", 17), ("bismarck", 7), ("silent_war", 16)],
)
def test_what_matters_of_a_table_leaves_room_on_a_screen_of_24_lines(name: str, lines: int) -> None:
    game = nc.load(name)
    face = nc.face_of(game)
    counted = [
        len(face.glance(match.view(role), 80).splitlines())
        for match in moments(game, next(iter(game.scenarios)), 240, 20)
        for role in game.roles
    ]
    assert max(counted) <= lines


@pytest.mark.rule("aa50_subwar", "B5", "S12")
def test_an_aircraft_in_the_air_has_its_landing_places_on_the_board() -> None:
    game = nc.load("aa50_subwar")
    match: Any = game.new_match("atlantic_1941", seed="landing")
    for answer in (
        "buy nothing more",
        "bomber (6 left) Germany > Sz2 to fight",
        "fighter (4 left) Norway > Sz2 to fight",
    ):
        match.choose(answer)
    glance = nc.face_of(game).glance(match.view("axis"), 400)
    (fighter,) = [line for line in glance.splitlines() if line.startswith("In the air: German fighter in Sz2")]
    assert fighter.endswith("(2 left), may land in Norway"), "Sz2 to Sz3 or Sz6, and from there to Norway"
    match.choose("end the combat move")
    while match.decision.kind != "noncombat_move":
        match.choose(match.decision.options[0])
    offered = {text.partition(" > ")[2].removesuffix(" to land") for text in match.decision.texts if "to land" in text}
    told = {
        place
        for line in nc.face_of(game).glance(match.view("axis"), 400).splitlines()
        if line.startswith("In the air")
        for place in line.partition("may land in ")[2].split(", ")
    }
    assert offered, "somebody has come back"
    assert told <= offered


@pytest.mark.rule("silent_war", "15.11")
def test_a_boat_at_sea_has_its_distance_and_range_on_the_board() -> None:
    game = nc.load("silent_war")
    match = game.new_match("patrol_swordfish_1941", seed="3")
    face = nc.face_of(game)
    assert "Swordfish: ready, Manila, Range 5" in face.glance(match.view("comsubpac"), 80)
    match.choose("to Sulu Sea")
    match.choose("stop here")
    assert "Sulu Sea, 1 step from the nearest base, Range 5" in face.glance(match.view("comsubpac"), 120)


@pytest.mark.rule("bismarck", "5.1")
def test_the_search_totals_stand_beside_the_map_where_there_is_room() -> None:
    match = nc.load("bismarck").new_match("two_player", seed="3")
    face = nc.face_of(match.game)
    view = match.view("british")
    narrow, wide = face.board_text(view, 80), face.board_text(view, 100)
    assert len(narrow.splitlines()) > len(wide.splitlines()) + 20
    (row,) = [line for line in wide.splitlines() if line.startswith("16  ")]
    assert row.count("16  ") == 2
    assert "No plane is in the air." in face.glance(view, 80)


@pytest.mark.rule("bismarck", "5.1", "9.6")
def test_the_rows_of_the_map_before_a_question_are_those_around_the_hunted() -> None:
    match = nc.load("bismarck").new_match("two_player", seed="3")
    face = nc.face_of(match.game)
    british, german = match.view("british"), match.view("german")

    def rows(view: Any) -> list[str]:
        return [line[:2] for line in face.glance(view, 80).splitlines() if line[:2].isdigit()]

    assert rows(british) == rows(german) == ["13", "14", "15", "16", "17"], "Bergen is in row 15"
    raider = german.ships[BISMARCK]
    raider.square, raider.path = 2614, ()
    assert "26" in rows(german)
    sighting = Sighting(BISMARCK, Square(2614), 1, spotted=True)
    seen = british.model_copy(update={"enemies": (sighting,)})
    assert "26" in rows(seen)
    assert f"Enemy: {sighting}" in " ".join(line[45:].strip() for line in face.glance(seen, 80).splitlines())


@pytest.mark.parametrize("game", ["bismarck", "silent_war", "tonnage_war", "uboat_cards"])
def test_what_an_undo_takes_back_moves_back(game: str) -> None:
    match, chance = nc.load(game).new_match(seed="undo", history=True), Random("undo")
    face, moved = nc.face_of(match.game), 0
    while not match.over and match.count < 25:
        role, decision = next(iter(match.decisions.items()))
        board, told = face.board(match.view(role)), match.snapshot(role, since=0).told
        match.choose(chance.randrange(len(decision.options)), role=role)
        if match.snapshot(role).may_undo:
            events = {event.n: event for event in match.snapshot(role, since=told).events}
            changed = lying(face.board(match.view(role)))
            match.undo(role)
            (undone,) = match.snapshot(role, since=told + len(events)).events
            assert undone.fields["takes_back"] == list(events)
            for event in events.values():
                for move in event.moves:
                    changed[move.end] -= move.count
                    changed[move.start] += move.count
                    moved += 1
            back = lying(face.board(match.view(role)))
            assert back == lying(board)
            assert {at: number for at, number in changed.items() if at in back and number != back[at]} == {}
            match.choose(chance.randrange(len(decision.options)), role=role)
    assert moved or game in {"bismarck", "silent_war"}


def lying(board: Board | None) -> Counter[str]:
    """How many pieces are in each region, without words."""
    assert board is not None
    found: Counter[str] = Counter()
    for piece in board.pieces:
        if piece.kind != "heading" and not piece.id.startswith("told/"):
            found[piece.at] += piece.count
    return found
