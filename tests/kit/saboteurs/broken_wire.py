"""Saboteurs that a front end cannot rely on: kinds, keys and views that are not what the game says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Annotated, Any

from navalcore._rules.decision import Flow, choose
from navalcore._rules.field_marks import Categorical
from navalcore._rules.option import Option
from navalcore._rules.terms import Terms
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import COMMIT, SCOUT, STAY, Colour, Commit, Order, PicketsFace, Picture, Play, State

_COUNTER = count()


def _ask(play: Play, options: Sequence[Any], kind: str = "scout") -> Flow[None]:
    order = yield from choose(Colour.RED, "Scout the enemy?", options, "2", kind=kind)
    red = play.state.squadrons[Colour.RED]
    red.sent = order.text == "scout"
    if red.sent:
        red.scouted = play.state.squadrons[Colour.BLUE].hand[0]
        play.reveal()


@dataclass(frozen=True, slots=True)
class Unlisted(Order):
    """An order that the game does not list."""


def _unlisted(play: Play) -> Flow[None]:
    return _ask(play, [Unlisted("scout"), Unlisted("stay")])


class UnlistedOption(Saboteur):
    """Its options are of a class that it does not list."""

    id = "unlisted_option"
    caught_by = ("kinds_are_listed_words",)
    may_follow = ("snapshots_fit_their_schema", "keys_name_one_action")
    replaced = steps(scout_red=_unlisted)


def _numbered(play: Play) -> Flow[None]:
    return _ask(play, (SCOUT, STAY), f"scout_{play.state.battles}")


class KindWithFigures(Saboteur):
    """The kind of its decision counts the battles."""

    id = "kind_with_figures"
    caught_by = ("kinds_are_listed_words",)
    replaced = steps(scout_red=_numbered)


@dataclass(frozen=True, slots=True)
class Shared(Option):
    """An order whose key forgets which."""

    text: str

    @property
    def key(self) -> str:
        """The same for every order."""
        return "scout"

    def __str__(self) -> str:
        return self.text


def _shared(play: Play) -> Flow[None]:
    return _ask(play, [Shared("scout"), Shared("stay")])


class SharedKey(Saboteur):
    """All its orders have one key."""

    id = "shared_key"
    caught_by = ("keys_name_one_action",)
    option_types = (Order, Commit, str, Shared)
    replaced = steps(scout_red=_shared)


def _key_as_text(play: Play) -> Flow[None]:
    yield from choose(Colour.RED, "Scout the enemy?", ("text/stay", "stay"), "2")


class KeyAsText(Saboteur):
    """An option is the very text that is the key of the next."""

    id = "key_as_text"
    caught_by = ("keys_name_one_action",)
    may_follow = (
        "kinds_are_listed_words", "snapshots_fit_their_schema", "secrets_are_marked", "a_piece_has_one_name",
        "what_is_told_is_on_the_board",
    )  # fmt: skip
    replaced = steps(scout_red=_key_as_text)


@dataclass(frozen=True, slots=True)
class Crossed(Option):
    """An order whose key is the text of the other."""

    text: str

    @property
    def key(self) -> str:
        """That of the other order."""
        return "stay" if self.text == "scout" else "scout"

    def __str__(self) -> str:
        return self.text


def _crossed(play: Play) -> Flow[None]:
    return _ask(play, [Crossed("scout"), Crossed("stay")])


class TextAsKey(Saboteur):
    """The text of each order is the key of the other, so nobody can choose by a text."""

    id = "text_as_key"
    caught_by = ("option_texts",)
    option_types = (Order, Commit, str, Crossed)
    replaced = steps(scout_red=_crossed)


@dataclass(frozen=True, slots=True)
class Restless(Shared):
    """An order whose key is another every time it is looked at."""

    @property
    def key(self) -> str:
        """Another every time."""
        return f"scout/{next(_COUNTER)}"


def _restless(play: Play) -> Flow[None]:
    return _ask(play, [Restless("scout"), Restless("stay")])


class RestlessKey(Saboteur):
    """Its orders have another key every time."""

    id = "restless_key"
    caught_by = ("keys_name_one_action",)
    may_follow = (
        "decisions_hide_what_is_hidden",
        "snapshots_fit_their_schema",
        "replay_equals_live",
        "nobody_peeks_by_undo",
    )
    option_types = (Order, Commit, str, Restless)
    replaced = steps(scout_red=_restless)


@dataclass(frozen=True, slots=True)
class Telling(Option):
    """An order with a field that its text does not show."""

    text: str
    enemy: tuple[int, ...] = field(compare=False)

    def __str__(self) -> str:
        return self.text


def _telling(play: Play) -> Flow[None]:
    enemy = tuple(play.state.squadrons[Colour.BLUE].hand)
    return _ask(play, [Telling("scout", enemy), Telling("stay", enemy)])


class TellingField(Saboteur):
    """A field of its orders, which no text shows, holds the enemy's ships."""

    id = "telling_field"
    caught_by = ("decisions_hide_what_is_hidden",)
    option_types = (Order, Commit, str, Telling)
    replaced = steps(scout_red=_telling)


class More(Picture):
    """A view with a field more than the game's views have."""

    ports: int


class UnnamedView(Saboteur):
    """Its views are of another class than it says, with a field more."""

    id = "unnamed_view"
    caught_by = ("snapshots_fit_their_schema",)

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view and one field."""
        return More(**dict(super().view(state, role, terms)), ports=1)


class Nearsighted(Picture):
    """A view whose words for the ships in a hand are not all there."""

    hand: Annotated[tuple[int, ...], Categorical((1,))]


class UnlistedShips(Saboteur):
    """Its views say that a hand holds no ship but the first, so no array tells the others apart."""

    id = "unlisted_ships"
    caught_by = ("arrays_tell_views_apart",)
    view_class = Nearsighted

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view, as one of that class."""
        return Nearsighted(**dict(super().view(state, role, terms)))


class ForgetfulFace(PicketsFace):
    """A face that lists the keys of most options."""

    def action_keys(self) -> list[str]:
        """All but those of the orders to scout."""
        return [order.key for order in COMMIT.values()]


class UnlistedKey(Saboteur):
    """It lists the keys of its options and leaves out some."""

    id = "unlisted_key"
    caught_by = ("action_keys_are_complete",)
    face = ForgetfulFace
