"""Saboteurs whose boards miss what their options name, tell what is hidden, or cannot be described."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from navalcore._rules.decision import Decision, Flow, choose
from navalcore._rules.facts import Fact
from navalcore._rules.option import Option
from navalcore._rules.terms import Terms
from navalcore.boards import Board, Piece
from navalcore.components._places import Place
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import Colour, Commit, Order, PicketsFace, Picture, Play, State


@dataclass(frozen=True, slots=True)
class Wandering(Option):
    """An order that names whatever place it was given."""

    text: str
    where: str

    @property
    def places(self) -> tuple[Place, ...]:
        """Wherever that is."""
        return (Place(self.where, "to"),)

    def __str__(self) -> str:
        return self.text


def _to(where: str) -> Any:
    def procedure(play: Play) -> Flow[None]:
        order = yield from choose(Colour.RED, "Scout the enemy?", [Wandering("stay", "port"), Wandering("go", where)])
        play.state.squadrons[Colour.RED].sent = order.text == "go"

    return procedure


class PlaceNotDrawn(Saboteur):
    """An option names a place that is not in the picture."""

    id = "place_not_drawn"
    caught_by = ("options_name_places_that_are_drawn",)
    may_follow = ("places_have_their_parts", "a_piece_has_one_name", "what_is_told_is_on_the_board")
    option_types = (Order, Commit, str, Wandering)
    replaced = steps(scout_red=_to("zone/6"))


class BadPlaceOfOption(Saboteur):
    """An option names its place by a title."""

    id = "bad_place_of_option"
    caught_by = ("options_name_places_that_are_drawn",)
    may_follow = ("places_have_their_parts", "a_piece_has_one_name", "what_is_told_is_on_the_board")
    option_types = (Order, Commit, str, Wandering)
    replaced = steps(scout_red=_to("The port"))


NOT_DESCRIBED = (
    "pieces_move_as_told",
    "places_have_their_parts",
    "options_name_places_that_are_drawn",
    "pictures_hide_what_is_hidden",
    "snapshots_fit_their_schema",
    "scenes_stay_and_can_be_read",
    "a_piece_has_one_name",
    "what_is_told_is_on_the_board",
    "the_face_looks_without_touching",
)
"""Checks that trip over a board that cannot even be described."""


class BadPlaceFace(PicketsFace):
    """A face that describes a piece whose id has capitals and blanks."""

    def board(self, view: Picture) -> Board:
        """A piece more."""
        board = super().board(view)
        return replace(board, pieces=(*board.pieces, Piece("The Boat", "cruiser", "port", "A boat")))


class BadPlace(Saboteur):
    """A place on its board has capitals and blanks."""

    id = "bad_place"
    face = BadPlaceFace
    caught_by = ("boards",)
    may_follow = NOT_DESCRIBED


class NamelessPlaceFace(PicketsFace):
    """A face that says of no place in words what it is."""

    def board(self, view: Picture) -> Board:
        """A piece more."""
        board = super().board(view)
        return replace(board, pieces=(*board.pieces, Piece("boat/1", "cruiser", "port", "")))


class NamelessPlace(Saboteur):
    """A place on its board has no title."""

    id = "nameless_place"
    face = NamelessPlaceFace
    caught_by = ("boards",)
    may_follow = NOT_DESCRIBED


class PeepingFace(PicketsFace):
    """A face that describes the state, not the view."""

    def board(self, view: Picture) -> Board:
        """The ships left in port in the title of a boat there."""
        board = super().board(view)
        seen = ", ".join(map(str, getattr(self.game, "port_seen", ())))
        return replace(board, pieces=(*board.pieces, Piece("boat/port", "cruiser", "port", f"In port: {seen}")))


class PeepingPicture(Saboteur):
    """Its picture shows which ships are still in port."""

    id = "peeping_picture"
    face = PeepingFace
    caught_by = ("pictures_hide_what_is_hidden",)

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view; the ships in port are noted in passing."""
        self.port_seen = tuple(state.port)
        return super().view(state, role, terms)


class PeepingFactsFace(PicketsFace):
    """A face whose facts are made of the state, not of the view."""

    def facts(self, view: Picture, decision: Decision, terms: Terms[Any]) -> list[tuple[Fact, ...]]:
        """How many figures the ships left in port have in all."""
        seen = sum(getattr(self.game, "port_seen", ()))
        return [(Fact("in_port", seen),) for _ in decision.options]


class PeepingFacts(Saboteur):
    """Its facts about options show which ships are still in port."""

    id = "peeping_facts"
    face = PeepingFactsFace
    caught_by = ("facts_are_known_at_the_table",)

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view; the ships in port are noted in passing."""
        self.port_seen = tuple(state.port)
        return super().view(state, role, terms)


@dataclass(frozen=True, slots=True)
class Homeless(Option):
    """An order to a ship that is told in several ways."""

    text: str
    parts: tuple[Place, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """As it was given."""
        return self.parts

    def __str__(self) -> str:
        return self.text


def _named(stay: Sequence[Place], go: Sequence[Place]) -> Mapping[str, Any]:
    def procedure(play: Play) -> Flow[None]:
        options = [Homeless("stay", tuple(stay)), Homeless("go", tuple(go))]
        order = yield from choose(Colour.RED, "Scout the enemy?", options)
        play.state.squadrons[Colour.RED].sent = order.text == "go"

    return steps(scout_red=procedure)


class OtherParts(Saboteur):
    """Of two options of a kind one says where it happens, and the other to what it is done."""

    id = "other_parts"
    caught_by = ("places_have_their_parts",)
    option_types = (Order, Commit, str, Homeless)
    replaced = _named([Place("port", "at")], [Place("port", "target")])


class WayFromNowhere(Saboteur):
    """Its options say where somebody goes, and not who."""

    id = "way_from_nowhere"
    caught_by = ("places_have_their_parts",)
    option_types = (Order, Commit, str, Homeless)
    replaced = _named([Place("port", "to")], [Place("port", "to")])


class UnknownStart(Saboteur):
    """Its options say who goes and to where, but not from where, though the piece is on the board."""

    id = "unknown_start"
    caught_by = ("places_have_their_parts",)
    may_follow = ("options_name_places_that_are_drawn", "what_is_told_is_on_the_board")  # once the ship is lost
    option_types = (Order, Commit, str, Homeless)
    replaced = _named(*[[Place("ship/1", "subject"), Place("port", "to")]] * 2)


class PlacesOutOfOrder(Saboteur):
    """Its options name where it happens before to what it is done."""

    id = "places_out_of_order"
    caught_by = ("places_have_their_parts",)
    option_types = (Order, Commit, str, Homeless)
    replaced = _named(*[[Place("port", "at"), Place("hand/own", "target")]] * 2)


class ActingPanel(Saboteur):
    """In its options a region acts."""

    id = "acting_panel"
    caught_by = ("places_have_their_parts",)
    option_types = (Order, Commit, str, Homeless)
    replaced = _named(*[[Place("hand/own", "subject")]] * 2)


@dataclass(frozen=True, slots=True)
class Noted(Option):
    """An order that says in a field what it is about."""

    text: str
    where: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The port."""
        return (Place("port", "at"),)

    def __str__(self) -> str:
        return self.text


def _note(play: Play) -> Flow[None]:
    order = yield from choose(Colour.RED, "Scout the enemy?", [Noted("stay", "port"), Noted("go", "zone/6")])
    play.state.squadrons[Colour.RED].sent = order.text == "go"


class IdOfNothing(Saboteur):
    """A field of its option has an id of a kind that is nowhere on its board."""

    id = "id_of_nothing"
    caught_by = ("what_is_told_is_on_the_board",)
    option_types = (Order, Commit, str, Noted)
    replaced = steps(scout_red=_note)
