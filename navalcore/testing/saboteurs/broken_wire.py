"""Saboteurs that a front end cannot rely on: kinds, keys and views that are not what the game says."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from navalcore.engine.decision import Flow, choose
from navalcore.engine.option import Option
from navalcore.engine.terms import Terms
from navalcore.testing.saboteurs.base import Saboteur, steps
from navalcore.testing.saboteurs.honest import ENEMY, Colour, Order, Picture, Play, State

_COUNTER = count()


def _ask(play: Play, options: list[Any], kind: str = "commit") -> Flow[None]:
    squadron = play.state.squadrons[Colour.RED]
    order = yield from choose(Colour.RED, "Commit which ship?", options, "3", secret=True, kind=kind)
    squadron.hand.remove(order.ship)
    squadron.committed = order.ship


@dataclass(frozen=True, slots=True)
class _Unlisted(Order):
    """An order that the game does not list."""


def _unlisted(play: Play) -> Flow[None]:
    return _ask(play, [_Unlisted(f"commit {ship}", ship) for ship in play.state.squadrons[Colour.RED].hand])


class UnlistedOption(Saboteur):
    """Its options are of a class that it does not list."""

    id = "unlisted_option"
    caught_by = ("kinds_are_listed_words",)
    may_follow = ("snapshots_fit_their_schema", "keys_name_one_action")
    replaced = steps(commit_red=_unlisted)


def _numbered(play: Play) -> Flow[None]:
    hand = play.state.squadrons[Colour.RED].hand
    return _ask(play, [Order(f"commit {ship}", ship) for ship in hand], f"commit_{play.state.battles}")


class KindWithFigures(Saboteur):
    """The kind of its decision counts the battles."""

    id = "kind_with_figures"
    caught_by = ("kinds_are_listed_words",)
    replaced = steps(commit_red=_numbered)


@dataclass(frozen=True, slots=True)
class _Shared(Option):
    """An order whose key forgets the ship."""

    text: str
    ship: int

    @property
    def key(self) -> str:
        return "commit"

    def __str__(self) -> str:
        return self.text


def _shared(play: Play) -> Flow[None]:
    return _ask(play, [_Shared(f"commit {ship}", ship) for ship in play.state.squadrons[Colour.RED].hand])


class SharedKey(Saboteur):
    """All its orders have one key."""

    id = "shared_key"
    caught_by = ("keys_name_one_action",)
    option_types = (Order, str, _Shared)
    replaced = steps(commit_red=_shared)


@dataclass(frozen=True, slots=True)
class _Restless(_Shared):
    """An order whose key is another every time it is looked at."""

    @property
    def key(self) -> str:
        return f"commit/{next(_COUNTER)}"


def _restless(play: Play) -> Flow[None]:
    return _ask(play, [_Restless(f"commit {ship}", ship) for ship in play.state.squadrons[Colour.RED].hand])


class RestlessKey(Saboteur):
    """Its orders have another key every time."""

    id = "restless_key"
    caught_by = ("keys_name_one_action",)
    may_follow = ("decisions_hide_what_is_hidden", "snapshots_fit_their_schema")
    option_types = (Order, str, _Restless)
    replaced = steps(commit_red=_restless)


@dataclass(frozen=True, slots=True)
class _Telling(Option):
    """An order with a field that its text does not show."""

    text: str
    ship: int
    enemy: tuple[int, ...] = field(compare=False)

    def __str__(self) -> str:
        return self.text


def _telling(play: Play) -> Flow[None]:
    red = play.state.squadrons[Colour.RED]
    enemy = tuple(play.state.squadrons[ENEMY[Colour.RED]].hand)
    return _ask(play, [_Telling(f"commit {ship}", ship, enemy) for ship in red.hand])


class TellingField(Saboteur):
    """A field of its orders, which no text shows, holds the enemy's ships."""

    id = "telling_field"
    caught_by = ("decisions_hide_what_is_hidden",)
    option_types = (Order, str, _Telling)
    replaced = steps(commit_red=_telling)


class _More(Picture):
    """A view with a field more than the game's views have."""

    ports: int


class UnnamedView(Saboteur):
    """Its views are of another class than it says, with a field more."""

    id = "unnamed_view"
    caught_by = ("snapshots_fit_their_schema",)

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view and one field."""
        return _More(**dict(super().view(state, role, terms)), ports=1)
