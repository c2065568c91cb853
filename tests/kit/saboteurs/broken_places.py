"""Saboteurs whose pictures miss what their options name, tell what is hidden, or mix up their layers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from navalcore._rules.decision import Flow, choose
from navalcore._rules.option import Option
from navalcore._rules.terms import Terms
from navalcore.boards._board import DrawnBoard as Board
from navalcore.components._places import Place
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import Colour, Order, PicketsFace, Picture, Play, State


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
    option_types = (Order, str, Wandering)
    replaced = steps(scout_red=_to("zone/6"))


class BadPlaceOfOption(Saboteur):
    """An option names its place by a title."""

    id = "bad_place_of_option"
    caught_by = ("options_name_places_that_are_drawn",)
    option_types = (Order, str, Wandering)
    replaced = steps(scout_red=_to("The port"))


class BadPlaceFace(PicketsFace):
    """A face that draws a place with capitals and blanks."""

    def board(self, view: Picture) -> Board:
        """A group more."""
        board = super().board(view)
        more = '<g data-place="The Port"><title>The port</title></g></svg>'
        return replace(board, moving=board.moving.replace("</svg>", more))


class BadPlace(Saboteur):
    """A place in its picture has capitals and blanks."""

    id = "bad_place"
    face = BadPlaceFace
    caught_by = ("places_are_well_formed",)


class NamelessPlaceFace(PicketsFace):
    """A face that says of no place in words what it is."""

    def board(self, view: Picture) -> Board:
        """A group more."""
        board = super().board(view)
        return replace(board, moving=board.moving.replace("</svg>", '<g data-place="quay"/></svg>'))


class NamelessPlace(Saboteur):
    """A place in its picture has no title."""

    id = "nameless_place"
    face = NamelessPlaceFace
    caught_by = ("places_are_well_formed",)


class OneLayerFace(PicketsFace):
    """A face that draws everything into the still layer."""

    def board(self, view: Picture) -> Board:
        """The layers the wrong way round."""
        board = super().board(view)
        return Board(still=board.svg, moving=board.moving)


class OneLayer(Saboteur):
    """Its still layer is another after every choice."""

    id = "one_layer"
    face = OneLayerFace
    caught_by = ("boards_have_two_layers",)


class UnequalLayersFace(PicketsFace):
    """A face whose layers do not fit upon each other."""

    def board(self, view: Picture) -> Board:
        """A wider sea."""
        board = super().board(view)
        return replace(board, still=board.still.replace("0 0 240 60", "0 0 480 60"))


class UnequalLayers(Saboteur):
    """Its layers have two view boxes."""

    id = "unequal_layers"
    face = UnequalLayersFace
    caught_by = ("boards_have_two_layers",)


class CoveringLayerFace(PicketsFace):
    """A face whose moving layer has a background."""

    def board(self, view: Picture) -> Board:
        """A sheet of paper over the sea."""
        board = super().board(view)
        sheet = '</title><rect x="0" y="0" width="240" height="60" fill="#ffffff"/>'
        return replace(board, moving=board.moving.replace("</title>", sheet, 1))


class CoveringLayer(Saboteur):
    """Its moving layer covers the still one."""

    id = "covering_layer"
    face = CoveringLayerFace
    caught_by = ("boards_have_two_layers",)


class PeepingFace(PicketsFace):
    """A face that draws from the state, not from the view."""

    def board(self, view: Picture) -> Board:
        """The ships left in port beside the rest."""
        board = super().board(view)
        seen = ", ".join(map(str, getattr(self.game, "port_seen", ())))
        return replace(board, moving=board.moving.replace("</title>", f" {seen}</title>", 1))


class PeepingPicture(Saboteur):
    """Its picture shows which ships are still in port."""

    id = "peeping_picture"
    face = PeepingFace
    caught_by = ("pictures_hide_what_is_hidden",)

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view; the ships in port are noted in passing."""
        self.port_seen = tuple(state.port)
        return super().view(state, role, terms)
