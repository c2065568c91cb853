"""Variants: a game played differently - other defaults, scenarios, steps and modifiers - the game left as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from navalcore._misfits import told_of_misfits
from navalcore._plugins.manifest import VariantManifest
from navalcore._rules.play import ModifierProvider
from navalcore._rules.terms import Outcome, Scenario, Step, Terms, View
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import BadData


class Variant:
    """A named way to play a game differently; a plug-in offers it with the hook ``navalcore_variants``.

    A subclass sets the class attributes and overrides the methods it needs. The game as varied has an id of its own,
    such as ``tonnage_war:autumn_1940``, and is a :class:`~navalcore.Game` like any other: it is played,
    saved, simulated and checked by that id. Several variants of a game are joined by ``+``, later ones on top of
    earlier ones.
    """

    manifest: ClassVar[VariantManifest | None] = None
    """Where ``game``, ``id`` and ``title`` are taken from; a variant without one sets them itself."""
    game: ClassVar[str]
    """The id of the game it changes."""
    id: ClassVar[str]
    """Its name in commands and saves."""
    title: ClassVar[str]
    """Its name for people."""
    version: ClassVar[str] = "1"
    """Goes into saves with the game's: a save of another version of the variant is refused."""
    options: ClassVar[Mapping[str, Any]] = {}
    """Other defaults of the game's options; a player may still change them."""
    modifiers: ClassVar[Mapping[str, ModifierProvider]] = {}
    """For a section of the rules that takes modifiers (``navalcore rules GAME --modifiers`` lists them): what turns its
    modifiers into those of the variant.
    """
    state_class: ClassVar[type | None] = None
    """A dataclass derived from the game's state, with fields of its own that have defaults; None: the game's."""
    view_class: ClassVar[type[View] | None] = None
    """The model of its views, derived from the game's, if :meth:`view` makes others than the game."""
    option_types: ClassVar[tuple[type, ...]] = ()
    """The classes of options that it brings besides the game's."""
    event_types: ClassVar[tuple[type[Event], ...]] = ()
    """The classes of events that it brings besides the game's."""
    rulebook: ClassVar[Path | None] = None
    """A rulebook.toml with the variant's own sections; None if it has none."""
    endless: ClassVar[str] = ""
    """Why a match of it may last for ever; "" if that of the game holds."""
    roles: ClassVar[Mapping[str, str]] = {}
    """Roles in place of the game's, with their titles, where the variant :attr:`stands_alone`."""
    stands_alone: ClassVar[bool] = False
    """Whether it uses the game's rules for something that is not a match of the game. Then its roles, views and outcome
    are its own, it hides nothing, and the game's laws are not held to its state."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        manifest = cls.__dict__.get("manifest")
        if manifest is not None:
            cls.game, cls.id, cls.title = manifest.game, manifest.id, manifest.title

    def scenarios(self, scenarios: Mapping[str, Scenario]) -> Mapping[str, Scenario]:
        """The scenarios of the variant, by id; the first is the default.

        Args:
            scenarios: the scenarios of the game.
        """
        return scenarios

    def sequence_of_play(self, steps: Sequence[Step], terms: Terms[Any]) -> Sequence[Step]:
        """The steps of the variant, given the game's: see :func:`after`, :func:`before` and :func:`instead`.

        Args:
            steps: the steps of the game.
            terms: the scenario and options of the match.
        """
        return steps

    def view(self, view: Any, state: Any, role: str, terms: Terms[Any]) -> View:
        """The view of ``role``, given the game's view: or one of a derived model with the variant's fields.

        Args:
            view: the game's view of the role.
            state: the state, which the method only reads.
            role: the role that looks: one of its roles, ``SPECTATOR`` or ``UMPIRE``.
            terms: the scenario and options of the match.
        """
        seen: View = view
        return seen

    def seen_alone(self, game: Any, state: Any, role: str, terms: Terms[Any]) -> View:
        """The view of ``role`` where the variant :attr:`stands_alone`, given the game as varied: there is no view of
        the game's own.

        Args:
            game: the game as varied.
            state: the state, which the method only reads.
            role: the role that looks: one of its roles, ``SPECTATOR`` or ``UMPIRE``.
            terms: the scenario and options of the match.
        """
        return self.view(None, state, role, terms)

    def redeal(self, state: Any, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """Bring the world that the game's own redeal has imagined for ``role`` into line with the variant. An example
        is a card laid in secret that a filter does not let the role lay.

        Args:
            state: the imagined state, changed in place.
            role: the role that imagines.
            chance: the source of the draws.
            terms: the scenario and options of the match.
        """

    def outcome(self, state: Any, terms: Terms[Any]) -> Outcome | None:
        """The outcome, or None, where the variant :attr:`stands_alone`.

        Args:
            state: the state, which the method only reads.
            terms: the scenario and options of the match.
        """
        return None

    def settle(self, state: Any, terms: Terms[Any]) -> None:
        """Adjust a state after a position was laid over it, where the variant :attr:`stands_alone`.

        Args:
            state: the state, changed in place.
            terms: the scenario and options of the match.

        Raises:
            BadData: it makes no sense.
        """

    def face(self) -> str | type[Any]:
        """Its face, as ``module:Class`` or the class, where the variant :attr:`stands_alone`."""
        return ""


@told_of_misfits
def after(steps: Sequence[Step], name: str, *inserted: Step) -> list[Step]:
    """Return ``steps`` with the steps ``inserted`` after the one that is called ``name``; BadData if there is none."""
    place = _place(steps, name) + 1
    return [*steps[:place], *inserted, *steps[place:]]


@told_of_misfits
def before(steps: Sequence[Step], name: str, *inserted: Step) -> list[Step]:
    """Return ``steps`` with the steps ``inserted`` before the one that is called ``name``; BadData if there is none."""
    place = _place(steps, name)
    return [*steps[:place], *inserted, *steps[place:]]


@told_of_misfits
def instead(steps: Sequence[Step], name: str, *replacing: Step) -> list[Step]:
    """Return ``steps`` with the steps ``replacing`` (there may be none) in place of the one that is called ``name``;
    BadData if there is none.
    """
    place = _place(steps, name)
    return [*steps[:place], *replacing, *steps[place + 1 :]]


def _place(steps: Sequence[Step], name: str) -> int:
    names = [step.name for step in steps]
    if name not in names:
        raise BadData(f"the sequence of play has no step '{name}' to put another next to; it has {', '.join(names)}")
    return names.index(name)
