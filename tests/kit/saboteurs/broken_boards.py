"""Saboteurs whose boards are wrong: scenes that change or cannot be read, ids that tell or name nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from navalcore._rules.decision import About, Flow, choose
from navalcore._rules.terms import Terms
from navalcore.boards import Board, Piece, Rect
from navalcore.components._events import Event
from navalcore.components._places import Move, Place, places
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import (
    PORT,
    SCOUT,
    SEA,
    STAY,
    BattleFought,
    Colour,
    PicketsFace,
    Picture,
    Play,
    Rules,
    ShipCommitted,
    ShipJoined,
    State,
)


class SmallLettersFace(PicketsFace):
    """A face whose labels nobody can read."""

    def board(self, view: Picture) -> Board:
        """The port's name in tiny letters."""
        regions = (replace(PORT, label_size=5), SEA.regions[1])
        return replace(super().board(view), scenes=(replace(SEA, regions=regions),))


class SmallLetters(Saboteur):
    """A label of its board has under 11 pixels."""

    id = "small_letters"
    face = SmallLettersFace
    caught_by = ("scenes_stay_and_can_be_read",)


class OutsideFace(PicketsFace):
    """A face with a region that nobody sees."""

    def board(self, view: Picture) -> Board:
        """The port beyond the edge."""
        regions = (replace(PORT, shape=Rect(600, 20, 100, 60)), SEA.regions[1])
        return replace(super().board(view), scenes=(replace(SEA, regions=regions),))


class RegionOutside(Saboteur):
    """A region lies outside its scene."""

    id = "region_outside"
    face = OutsideFace
    caught_by = ("scenes_stay_and_can_be_read",)


class RestlessFace(PicketsFace):
    """A face that puts what changes into the scene."""

    def board(self, view: Picture) -> Board:
        """The ships held are told in the title."""
        return replace(super().board(view), scenes=(replace(SEA, title=f"Ships {view.hand}, {view.phase}"),))


class RestlessScene(Saboteur):
    """Its scene is another after every choice."""

    id = "restless_scene"
    face = RestlessFace
    caught_by = ("scenes_stay_and_can_be_read",)


class TellingFace(PicketsFace):
    """A face that makes ids from the state, not from the view."""

    def board(self, view: Picture) -> Board:
        """A hidden ship whose id is its number."""
        board = super().board(view)
        hidden = [f"hidden/{ship}" for ship in getattr(self.game, "port_seen", ())][:1]
        backs = [Piece(name, "cruiser", "port", "A ship in port", face="down") for name in hidden]
        return replace(board, pieces=(*board.pieces, *backs))


class TellingId(Saboteur):
    """The id of a hidden piece tells which one it is."""

    id = "telling_id"
    face = TellingFace
    caught_by = ("pictures_hide_what_is_hidden",)
    may_follow = ("pieces_move_as_told",)

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view; the ships in port are noted in passing."""
        self.port_seen = tuple(state.port)
        return super().view(state, role, terms)


@dataclass(frozen=True, slots=True)
class Sighting(Event):
    """Something was seen somewhere."""

    @property
    def places(self) -> tuple[Place, ...]:
        """A zone that no board has."""
        return places(at="zone/9")

    def __str__(self) -> str:
        return "Something is seen."


@dataclass(frozen=True, slots=True)
class Wake(Sighting):
    """Something passed by."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Nothing."""
        return ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """A ship that nobody has, to where nothing is."""
        return (Move("ship/99", "port", "zone/9"),)


def _telling(event: type[Event]) -> Any:
    def procedure(play: Play) -> Flow[None]:
        order = yield from choose(Colour.RED, "Scout the enemy?", (SCOUT, STAY), "2")
        play.state.squadrons[Colour.RED].sent = order is SCOUT
        play.tell(event, rule="2")

    return procedure


class EventOffBoard(Saboteur):
    """An event names a place that is not on the board."""

    id = "event_off_board"
    caught_by = ("what_is_told_is_on_the_board",)
    event_types = (ShipJoined, ShipCommitted, BattleFought, Sighting)
    replaced = steps(scout_red=_telling(Sighting))


class MoveOffBoard(Saboteur):
    """An event moves a ship that is not there."""

    id = "move_off_board"
    caught_by = ("what_is_told_is_on_the_board",)
    event_types = (ShipJoined, ShipCommitted, BattleFought, Wake)
    replaced = steps(scout_red=_telling(Wake))


def _asking(play: Play) -> Flow[None]:
    order = yield from choose(Colour.RED, "Scout the enemy?", (SCOUT, STAY), "2", about=About({}, places(at="zone/9")))
    play.state.squadrons[Colour.RED].sent = order is SCOUT


class QuestionOffBoard(Saboteur):
    """A question is about a place that is not on the board."""

    id = "question_off_board"
    caught_by = ("what_is_told_is_on_the_board",)
    replaced = steps(scout_red=_asking)


class Scouting(Picture):
    """A view that names what was scouted."""

    found: str


class ViewOffBoard(Saboteur):
    """A view names a ship that is not on the board."""

    id = "view_off_board"
    caught_by = ("what_is_told_is_on_the_board",)
    may_follow = ("snapshots_fit_their_schema",)  # its view has a field more than the game's

    def view(self, state: State, role: str, terms: Terms[Any]) -> Scouting:
        """The honest view, and in it an id that nothing has."""
        return Scouting(**dict(super().view(state, role, terms)), found="ship/99" if state.phase == "commit" else "")


class WanderingFace(PicketsFace):
    """A face whose ships lie in port while they are to be committed."""

    def board(self, view: Picture) -> Board:
        """The ships, in port or in the hand; no event moves them."""
        board = super().board(view)
        if view.phase != "commit":
            return board
        return replace(board, pieces=tuple(replace(piece, at="port") for piece in board.pieces))


class MoveNotTold(Saboteur):
    """Ships change their place on the board and no event says so."""

    id = "move_not_told"
    face = WanderingFace
    caught_by = ("pieces_move_as_told",)


class PlaceInNameFace(PicketsFace):
    """A face whose ships lie in two regions and are called by where they lie."""

    def board(self, view: Picture) -> Board:
        """Each ship that is held, in port too, under a title for each."""
        board = super().board(view)
        other = [replace(piece, at="port", title=f"{piece.title}, in port") for piece in board.pieces]
        return replace(board, pieces=(*board.pieces, *other))


class PlaceInName(Saboteur):
    """A piece is called otherwise where it comes from than where it goes, and has no name of its own."""

    id = "place_in_name"
    face = PlaceInNameFace
    caught_by = ("a_piece_has_one_name",)
    may_follow = ("pieces_move_as_told",)


class ClearingFace(PicketsFace):
    """A face whose headline empties the view."""

    def headline(self, view: Picture) -> list[str]:
        """The ships in port."""
        view.hand_sizes.clear()
        return [f"{view.port} ships in port"]


class HeadlineClears(Saboteur):
    """The headline changes the view that it is made of."""

    id = "headline_clears"
    face = ClearingFace
    caught_by = ("the_face_looks_without_touching",)


class HopefulFace(PicketsFace):
    """A face whose estimates are no chances."""

    def evaluate(self, state: State, role: str, terms: Terms[Rules]) -> float:
        """The battles won."""
        return float(2 + state.squadrons[Colour(role)].points)


class HopefulEstimate(Saboteur):
    """Its estimate is above 1."""

    id = "hopeful_estimate"
    face = HopefulFace
    caught_by = ("the_face_looks_without_touching",)


class StuckLesson(Saboteur):
    """A lesson asks for what is not offered."""

    id = "stuck_lesson"
    lesson_folder = Path(__file__).parent / "stuck_lessons"
    caught_by = ("lessons_can_be_done",)
