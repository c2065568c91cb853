"""Faces: what people see of a game, loaded when it is wanted."""

from typing import Any

import pytest

import navalcore as nc
from navalcore._face.face import Face
from navalcore._rulebook.loading import glossary_in
from navalcore.boards import board_svg
from navalcore.bots import bot_names
from navalcore.errors import BrokenPlugin
from tests.kit.saboteurs import Pickets


def test_a_face_is_made_from_its_game() -> None:
    game = nc.load("uboat_cards")
    assert nc.face_of(game).game is game
    assert type(nc.face_of(game)).__name__ == "UboatCardsFace"


def test_a_game_without_a_face_has_one_with_working_defaults() -> None:
    class Faceless(Pickets):
        face = ""  # type: ignore[assignment]

    game = Faceless()
    match, face = game.new_match(seed=1), nc.face_of(Faceless())
    view = match.view("red")
    assert type(face) is Face
    assert "role: red" in face.board_text(view).splitlines()
    assert face.board_svg(view) is None
    assert [*face.bots(), *face.pictures(), *face.info_commands(), *face.reports(), *face.orders()] == []
    assert [*face.questions(), *face.charts_used(match.setup.options), *face.data_models()] == []
    assert face.evaluate(match.state, "red", match.setup.terms) is None
    assert face.horizon(match.state, match.setup.terms) is None
    assert bot_names(game) == ["random", "easy", "standard", "hard", "search"]


@pytest.mark.parametrize("face", ["no.such:Face", "navalcore._match.match:Match", Pickets])
def test_a_face_that_is_none_is_refused(face: Any) -> None:
    faceless = type("Faceless", (Pickets,), {"face": face})
    with pytest.raises(BrokenPlugin):
        nc.face_of(faceless())


def test_a_varied_game_has_the_face_of_its_game() -> None:
    game = nc.load("tonnage_war:autumn_1940")
    assert type(nc.face_of(game)) is type(nc.face_of(nc.load("tonnage_war")))
    assert nc.face_of(game).game is game


def test_a_match_in_a_notebook_is_its_board_and_the_engine_draws_none_of_it() -> None:
    match = nc.load("uboat_cards").new_match(seed=1)
    assert match._repr_svg_() == nc.face_of(match.game).board_svg(match.view(nc.UMPIRE))
    faceless = type("Faceless", (Pickets,), {"face": ""})
    assert faceless().new_match(seed=1)._repr_svg_() is None
    assert match.view("uboat")._repr_html_().startswith("<table>")


def test_a_game_without_a_board_has_its_text_board_drawn() -> None:
    faceless = type("Faceless", (Pickets,), {"face": ""})()
    drawn = board_svg(faceless, faceless.new_match(seed=1).view("red"))
    assert "role: red" in drawn
    assert "<title>Pickets: the board as text</title>" in drawn


def test_the_glossary_of_a_game_has_the_terms_of_its_file_and_none_where_it_has_no_such_file() -> None:
    game = nc.load("uboat_cards")
    assert "Chain" in {term.term for term in glossary_in(game.folder)} <= set(nc.face_of(game).glossary())
    assert nc.face_of(type("Faceless", (Pickets,), {"face": ""})()).glossary() == {}
