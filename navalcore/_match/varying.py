"""Varying: what makes of a game and its variants a game of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import fields
from typing import Any, ClassVar

from pydantic import ValidationError, create_model

from navalcore._match.changed_rules import ChangedRules
from navalcore._match.match import Game
from navalcore._misfits import shown, told_of_misfits
from navalcore._rulebook.citing import modifier_sections
from navalcore._rulebook.loading import load_rulebook
from navalcore._rulebook.model import Rulebook
from navalcore._rules.play import ModifierProvider
from navalcore._rules.terms import Options, Outcome, Scenario, Step, Terms, View
from navalcore._rules.variants import Variant
from navalcore.components._chance import Chance
from navalcore.components._model_errors import in_words
from navalcore.errors import BrokenPlugin


@told_of_misfits
def vary(game: Game[Any, Any, Any], variants: Sequence[Variant]) -> Game[Any, Any, Any]:
    """Return ``game`` as ``variants`` change it, the later on top of the earlier. The game itself does not change.

    ``nc.load("GAME:VARIANT")`` does this with variants that are installed. Raises BrokenPlugin where a variant is for
    another game or does not fit this one.

    >>> import navalcore as nc
    >>> from navalcore.rules import Variant, vary
    >>> class Storms(Variant):
    ...     game, id, title = "tonnage_war", "storms", "rough storms"
    >>> vary(nc.load("tonnage_war"), [Storms()]).id
    'tonnage_war:storms'
    """
    for variant in variants:
        if variant.game != game.id:
            raise BrokenPlugin(f"the variant '{variant.id}' is for {variant.game}, not for {game.id}")
    base = type(game)
    changed = ChangedRules(game, variants)
    attributes: dict[str, Any] = {
        "__module__": base.__module__,
        "__doc__": base.__doc__,
        "id": f"{game.id}:{'+'.join(variant.id for variant in variants)}",
        "title": f"{game.title}: {', '.join(variant.title for variant in variants)}",
        "version": " ".join([game.version, *(f"{variant.id}-{variant.version}" for variant in variants)]),
        "options_class": _options_class(game, variants),
        "state_class": _state_class(game, variants),
        "_base_version": game.version,
        "modifiers": _modifiers(game, variants),
        "view_class": _view_class(game, variants),
        "option_types": _types(game.option_types, [variant.option_types for variant in variants]),
        "event_types": _types(game.event_types, [variant.event_types for variant in variants]),
        "migrations": {},
        "endless": next((variant.endless for variant in reversed(variants) if variant.endless), game.endless),
        "variants": tuple(variants),
        "_changed": changed,
        "_game_class": base,
        "_alone": next((variant for variant in reversed(variants) if variant.stands_alone), None),
    }
    if alone := attributes["_alone"]:
        attributes |= {
            "roles": tuple(alone.roles),
            "role_titles": alone.roles,
            "face": alone.face(),
            "hides_nothing": True,
        }
    if members := changed.members(base, game.package):
        base = type(base.__name__, (base,), {"__module__": base.__module__, "__doc__": base.__doc__, **members})
    varied = copy(game)
    varied.__class__ = type(base.__name__, (_Varied, base), attributes)
    for remembered in ("states", "_rulebook", "version"):
        varied.__dict__.pop(remembered, None)
    return varied


class _Varied(Game[Any, Any, Any]):
    """The additions of a varied game before or after the game itself; it comes first among the bases of its class."""

    _base_version: ClassVar[str]
    """The rules version of the game itself, which names the data it is played with."""
    _game_class: ClassVar[type[Game[Any, Any, Any]]]
    _changed: ClassVar[ChangedRules]
    _alone: ClassVar[Variant | None]
    """The variant that is not a match of the game, if there is one."""

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        scenarios: Mapping[str, Scenario] = super().scenarios  # type: ignore[safe-super]
        for variant in self.variants:
            scenarios = variant.scenarios(scenarios)
            if not isinstance(scenarios, Mapping):
                said = f"the scenarios of the variant '{variant.id}' are {shown(scenarios)}"
                raise BrokenPlugin(f"{said}; they should be a dict, each scenario by its id")
        return scenarios

    def initial_state(self, terms: Terms[Any]) -> Any:
        state = super().initial_state(terms)  # type: ignore[safe-super]
        if not isinstance(state, self.state_class):
            state = self.state_class(**{each.name: getattr(state, each.name) for each in fields(state)})
        if self._alone is not None:
            state.phase = self.sequence_of_play(terms)[0].name
        return state

    def sequence_of_play(self, terms: Terms[Any]) -> Sequence[Step]:
        steps = super().sequence_of_play(terms)
        for variant in self.variants:
            steps = variant.sequence_of_play(steps, terms)
        return [self._changed.step(step) for step in steps]

    def view(self, state: Any, role: str, terms: Terms[Any]) -> Any:
        if self._alone is not None:
            return self._alone.seen_alone(self, state, role, terms)
        view = super().view(state, role, terms)
        for variant in self.variants:
            view = variant.view(view, state, role, terms)
        return view

    def outcome(self, state: Any, terms: Terms[Any]) -> Outcome | None:
        if self._alone is not None:
            return self._alone.outcome(state, terms)
        found: Outcome | None = super().outcome(state, terms)  # type: ignore[safe-super]
        return found

    def redeal(self, state: Any, role: str, chance: Chance, terms: Terms[Any]) -> None:
        if self._alone is None:
            super().redeal(state, role, chance, terms)
            for variant in self.variants:
                variant.redeal(state, role, chance, terms)

    def invariants(self, state: Any, terms: Terms[Any]) -> Iterable[str]:
        return () if self._alone is not None else super().invariants(state, terms)

    def taken_by(self, role: str, terms: Terms[Any]) -> str:
        return "person" if self._alone is not None else super().taken_by(role, terms)

    def settle(self, state: Any, terms: Terms[Any]) -> None:
        if self._alone is None:
            super().settle(state, terms)
        else:
            self._alone.settle(state, terms)

    def placed(self, given: Mapping[str, Any], state: Any, terms: Terms[Any]) -> Mapping[str, Any]:
        return given if self._alone is not None else super().placed(given, state, terms)

    def __reduce__(self) -> tuple[Any, ...]:
        game: Game[Any, Any, Any] = object.__new__(self._game_class)
        game.__dict__.update(self.__getstate__(), version=self._base_version)
        return vary, (game, self.variants)

    @property
    def rulebook(self) -> Rulebook:
        rulebook = super().rulebook
        for variant in self.variants:
            if variant.rulebook is not None:
                rulebook = rulebook.with_added(load_rulebook(variant.rulebook))
        return self._changed.told_in(rulebook)


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
        raise BrokenPlugin(
            f"the variant of {game.id} sets an option to an impossible value: {in_words(error)}"
        ) from None
    changed = {}
    for name in chosen:
        field = copy(known[name])
        field.default = getattr(valid, name)
        changed[name] = (field.annotation, field)
    make: Any = create_model
    made: type[Options] = make(game.options_class.__name__, __base__=game.options_class, **changed)
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


def _view_class(game: Game[Any, Any, Any], variants: Sequence[Variant]) -> type[View]:
    """The last variant's that has views of its own; the game's if none has."""
    found: type[View] = game.view_class
    for variant in variants:
        found = variant.view_class or found
    return found


def _types(own: tuple[type, ...], added: Sequence[tuple[type, ...]]) -> tuple[type, ...]:
    """The game's classes and those that the variants bring."""
    return tuple(dict.fromkeys((*own, *(cls for classes in added for cls in classes))))


def _modifiers(game: Game[Any, Any, Any], variants: Sequence[Variant]) -> dict[str, ModifierProvider]:
    found: dict[str, ModifierProvider] = {}
    taking = modifier_sections([*game.rule_packages, *(type(variant).__module__ for variant in variants)])
    for variant in variants:
        for rule, provider in variant.modifiers.items():
            if rule not in taking:
                raise BrokenPlugin(
                    f"the variant '{variant.id}' has modifiers for section {rule}, which takes none in {game.id}; "
                    f"those that do: {', '.join(sorted(taking)) or 'none'}"
                )
            found[rule] = provider if rule not in found else _one_after_the_other(found[rule], provider)
    return found


def _one_after_the_other(first: ModifierProvider, second: ModifierProvider) -> ModifierProvider:
    return lambda play, modifiers: second(play, first(play, modifiers))
