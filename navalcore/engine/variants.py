"""Variants: a game played differently - other defaults, scenarios, steps and modifiers - the game left as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import fields
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from pydantic import ValidationError, create_model

from navalcore.engine.game import Game
from navalcore.engine.play import ModifierProvider
from navalcore.engine.terms import Options, Scenario, Step, View
from navalcore.errors import BadData, BrokenPlugin
from navalcore.rulebook import Rulebook, load_rulebook

S = TypeVar("S")
V = TypeVar("V", bound=View)


class Variant:
    """A named way to play a game differently; a plug-in offers it with the hook ``navalcore_variants``.

    A subclass sets the class attributes and overrides the methods it needs. The game as varied has an id of its own,
    such as ``tonnage_war:autumn_1940``, and is a :class:`~navalcore.engine.game.Game` like any other: it is played,
    saved, simulated and checked by that id. Several variants of a game are joined by ``+``, later ones on top of
    earlier ones.
    """

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
    """For a section of the rules: what turns its modifiers into those of the variant."""
    state_class: ClassVar[type | None] = None
    """A dataclass derived from the game's state, with fields of its own that have defaults; None: the game's."""
    rulebook: ClassVar[Path | None] = None
    """A rulebook.toml with the variant's own sections; None if it has none."""

    def scenarios(self, scenarios: Mapping[str, Scenario]) -> Mapping[str, Scenario]:
        """The scenarios of the variant, given the game's; the first is the default."""
        return scenarios

    def sequence_of_play(self, steps: Sequence[Step], scenario: Any, options: Any) -> Sequence[Step]:  # noqa: ARG002
        """The steps of the variant, given the game's: see :func:`after`, :func:`before` and :func:`instead`."""
        return steps

    def view(self, view: Any, state: Any, role: str) -> View:  # noqa: ARG002
        """What ``role`` may know, given the game's view: or one of a derived model with the variant's fields."""
        seen: View = view
        return seen


def after(steps: Sequence[Step], name: str, *inserted: Step) -> list[Step]:
    """The steps with others inserted after the one of that name; BadData if there is none."""
    place = _place(steps, name) + 1
    return [*steps[:place], *inserted, *steps[place:]]


def before(steps: Sequence[Step], name: str, *inserted: Step) -> list[Step]:
    """The steps with others inserted before the one of that name; BadData if there is none."""
    place = _place(steps, name)
    return [*steps[:place], *inserted, *steps[place:]]


def instead(steps: Sequence[Step], name: str, *replacing: Step) -> list[Step]:
    """The steps with others (or none) in place of the one of that name; BadData if there is none."""
    place = _place(steps, name)
    return [*steps[:place], *replacing, *steps[place + 1 :]]


def _place(steps: Sequence[Step], name: str) -> int:
    names = [step.name for step in steps]
    if name not in names:
        raise BadData(f"the sequence of play has no step '{name}' to put another beside; it has {', '.join(names)}")
    return names.index(name)


def vary(game: Game[Any, Any, Any], variants: Sequence[Variant]) -> Game[Any, Any, Any]:
    """The game as these variants change it; the game itself stays as it is.

    Raises:
        BrokenPlugin: a variant is for another game, names an option or a value the game does not have, or has a state
            that is not derived from the game's; two that both have a state of their own.
    """
    for variant in variants:
        if variant.game != game.id:
            raise BrokenPlugin(f"the variant '{variant.id}' is for {variant.game}, not for {game.id}")
    base = type(game)
    attributes = {
        "__module__": base.__module__,
        "__doc__": base.__doc__,
        "id": f"{game.id}:{'+'.join(variant.id for variant in variants)}",
        "title": f"{game.title}: {', '.join(variant.title for variant in variants)}",
        "version": " ".join([game.version, *(f"{variant.id}-{variant.version}" for variant in variants)]),
        "options_class": _options_class(game, variants),
        "state_class": _state_class(game, variants),
        "modifiers": _modifiers(variants),
        "migrations": {},
        "variants": tuple(variants),
    }
    varied = copy(game)
    varied.__class__ = type(base.__name__, (_Varied, base), attributes)
    for remembered in ("states", "_rulebook"):
        varied.__dict__.pop(remembered, None)
    return varied


class _Varied(Game[Any, Any, Any]):
    """What a varied game does before or after the game itself; comes first among the bases of its class."""

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        scenarios: Mapping[str, Scenario] = super().scenarios  # type: ignore[safe-super]
        for variant in self.variants:
            scenarios = variant.scenarios(scenarios)
        return scenarios

    def initial_state(self, scenario: Any, options: Any) -> Any:
        state = super().initial_state(scenario, options)  # type: ignore[safe-super]
        if isinstance(state, self.state_class):
            return state
        return self.state_class(**{each.name: getattr(state, each.name) for each in fields(state)})

    def sequence_of_play(self, scenario: Any, options: Any) -> Sequence[Step]:
        steps = super().sequence_of_play(scenario, options)  # type: ignore[safe-super]
        for variant in self.variants:
            steps = variant.sequence_of_play(steps, scenario, options)
        return steps

    def view(self, state: Any, role: str) -> Any:
        view = super().view(state, role)  # type: ignore[safe-super]
        for variant in self.variants:
            view = variant.view(view, state, role)
        return view

    @property
    def rulebook(self) -> Rulebook:
        rulebook = super().rulebook
        for variant in self.variants:
            if variant.rulebook is not None:
                rulebook = rulebook.with_added(load_rulebook(variant.rulebook))
        return rulebook


def _options_class(game: Game[Any, Any, Any], variants: Sequence[Variant]) -> type[Options]:
    """The game's options with the variants' defaults."""
    chosen: dict[str, Any] = {}
    known = game.options_class.model_fields
    for variant in variants:
        if unknown := set(variant.options) - set(known):
            raise BrokenPlugin(
                f"the variant '{variant.id}' sets {', '.join(sorted(unknown))}, which {game.id} does not "
                f"have as an option; it has {', '.join(known) or 'none'}"
            )
        chosen.update(variant.options)
    if not chosen:
        return game.options_class
    try:
        valid = game.options_class.model_validate(chosen)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = ".".join(map(str, first["loc"]))
        raise BrokenPlugin(
            f"the variant of {game.id} sets option {name} to an impossible value: {first['msg']}"
        ) from None
    changed = {}
    for name in chosen:
        field = copy(known[name])
        field.default = getattr(valid, name)
        changed[name] = (field.annotation, field)
    name = game.options_class.__name__
    return _same_with(name, game.options_class, changed)


def _same_with(name: str, base: type[Options], changed: Mapping[str, Any]) -> type[Options]:
    make: Any = create_model
    made: type[Options] = make(name, __base__=base, **changed)
    return made


def _state_class(game: Game[Any, Any, Any], variants: Sequence[Variant]) -> type:
    own = [variant for variant in variants if variant.state_class is not None]
    if len(own) > 1:
        raise BrokenPlugin(
            f"the variants {' and '.join(variant.id for variant in own)} of {game.id} cannot be played together: "
            "each has a state of its own"
        )
    if not own:
        return game.state_class
    state_class = own[0].state_class
    if state_class is None or not issubclass(state_class, game.state_class):
        raise BrokenPlugin(f"the state of the variant '{own[0].id}' is not derived from {game.state_class.__name__}")
    return state_class


def _modifiers(variants: Sequence[Variant]) -> dict[str, ModifierProvider]:
    found: dict[str, ModifierProvider] = {}
    for variant in variants:
        for rule, provider in variant.modifiers.items():
            found[rule] = provider if rule not in found else _one_after_the_other(found[rule], provider)
    return found


def _one_after_the_other(first: ModifierProvider, second: ModifierProvider) -> ModifierProvider:
    return lambda play, modifiers: second(play, first(play, modifiers))
