"""The settings of the kit's matches: scenarios and options so varied that any two values meet; the game's data."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import _lru_cache_wrapper, partial
from importlib import import_module
from pkgutil import walk_packages
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

from navalcore._match.match import AnyGame, Game
from navalcore.components._chance import Chance
from navalcore.errors import BadData
from navalcore.testing._trial import Mood, Trial

Setting: TypeAlias = tuple[str, Mapping[str, Any]]
"""A scenario's id and the options that are not left at their defaults."""


def make_trials(
    game: AnyGame,
    matches: int,
    seed: str,
    scenarios: Sequence[str] | None,
    options: Mapping[str, Any] | None,
    max_choices: int,
) -> list[Trial]:
    """The trials of a game: at least ``matches``, and enough for every scenario and every value of every option."""
    settings, least = settings_of(game, scenarios, options)
    mood: Mood = "forms" if any(variant.stands_alone for variant in game.variants) else "random"
    return [
        Trial(game, i, *settings[i % len(settings)], f"{seed}-{i}", max_choices, mood=mood)
        for i in range(max(matches, least))
    ]


def settings_of(
    game: AnyGame, scenarios: Sequence[str] | None = None, options: Mapping[str, Any] | None = None
) -> tuple[list[Setting], int]:
    """Settings in which any two values meet, the defaults first, and how many it takes to meet every value once."""
    names = list(scenarios) if scenarios is not None else list(game.scenarios)
    for name in names:
        game.scenario(name)
    if options is not None:
        game.parse_options(options)
        return [(name, dict(options)) for name in names], len(names)
    return _singles_first(_pairwise(game, names))


def _pairwise(game: AnyGame, scenarios: Sequence[str]) -> list[Setting]:
    values = {name: found for name, found in option_values(game).items() if len(found) > 1}
    columns = [list(range(len(column))) for column in (scenarios, *values.values())]

    def setting(row: Sequence[int]) -> Setting:
        chosen = {name: found[index] for (name, found), index in zip(values.items(), row[1:], strict=False) if index}
        return scenarios[row[0]], chosen

    if len(columns) == 1:
        return [(name, {}) for name in scenarios]
    try:
        from allpairspy import AllPairs
    except ImportError:
        raise BadData("the conformance kit needs allpairspy: pip install 'navalcore[kit]'") from None
    rows = AllPairs(columns, filter_func=lambda row: _playable(game, setting(row)))
    return [setting(row) for row in rows]


def _playable(game: AnyGame, setting: Setting) -> bool:
    """Whether the options go together."""
    try:
        game.parse_options(setting[1])
    except BadData:
        return False
    return True


def _singles_first(settings: list[Setting]) -> tuple[list[Setting], int]:
    """The settings in an order in which new values come as soon as possible, the defaults at the very first."""

    def values(setting: Setting) -> set[tuple[str, str]]:
        return {("scenario", setting[0]), *((name, str(value)) for name, value in setting[1].items())}

    defaults: Setting = (settings[0][0], {})
    ordered, left = [defaults], [setting for setting in settings if setting != defaults]
    met = values(defaults)
    least = 1
    while left:
        best = max(left, key=lambda setting: len(values(setting) - met))
        if values(best) - met:
            least = len(ordered) + 1
        met |= values(best)
        left.remove(best)
        ordered.append(best)
    return ordered, least


def random_setting(game: AnyGame, chance: Chance, scenarios: Sequence[str], options: Mapping[str, Any]) -> Setting:
    """A scenario and options at random: the options given, and of the others in turn none, a few or many changed."""
    scenario = scenarios[chance.below(len(scenarios))]
    one_in = (0, 6, 2)[chance.below(3)]
    chosen = dict(options)
    for name, values in option_values(game).items():
        if name in options or not one_in or chance.below(one_in):
            continue
        wanted = {**chosen, name: values[chance.below(len(values))]}
        if _playable(game, (scenario, wanted)):
            chosen = wanted
    return scenario, chosen


def option_values(game: AnyGame) -> dict[str, list[Any]]:
    """The values of each option that has a handful, its default first; of numbers the least and the greatest."""
    found: dict[str, list[Any]] = {}
    for name, info in game.options_class.model_fields.items():
        values = [value for value in _values(info.annotation, info.metadata) if value is not None]
        default = info.default.value if isinstance(info.default, Enum) else info.default
        if values:
            found[name] = [default, *(value for value in dict.fromkeys(values) if value != default)]
    return found


def _values(hint: Any, metadata: Sequence[Any]) -> list[Any]:
    if hint is bool:
        return [False, True]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        return _values(inner, [part for note in notes for part in (note, *getattr(note, "metadata", ()))])
    if get_origin(hint) in (Union, UnionType):
        return [value for part in get_args(hint) for value in _values(part, metadata)]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return [member.value for member in hint]
    if hint is int:
        beyond = {"ge": 0, "gt": 1, "le": 0, "lt": -1}
        bounds = [getattr(note, name) + by for note in metadata for name, by in beyond.items() if hasattr(note, name)]
        return bounds if len(bounds) == 2 else []
    return []


WHOLE_DATA: Final = "data that can be read, and scenarios that can be set up"
"""The data that a game must have."""


def data_problems(game: Game[Any, Any, Any]) -> list[str]:
    """The faults in the data of a game, a sentence each: rule book, scenarios, and all that its modules cache."""
    found: dict[str, None] = {}

    def tried(what: str, load: Callable[[], object]) -> None:
        try:
            load()
        except Exception as error:
            kind = "" if getattr(error, "code", "") == "bad_data" else f"{type(error).__name__}: "
            found.setdefault(f"{what}: {kind}{error}")

    if (game.folder / "rulebook.toml").is_file():  # the check rulebook says it where there is none
        tried("the rule book", lambda: game.rulebook)
    tried("the scenarios", lambda: list(game.scenarios.items()))
    if not any(problem.startswith("the scenarios") for problem in found):
        for name in game.scenarios:
            tried(f"scenario {name}", partial(_set_up, game, name))
    for module in dict.fromkeys([type(game).__module__, *_modules(game.package, tried)]):
        for name, loader in vars(sys.modules[module]).items():
            if isinstance(loader, _lru_cache_wrapper) and loader.__module__ == module and _takes_nothing(loader):
                tried(f"{module}.{name}", loader)
    return list(found)


def _modules(package: str, tried: Callable[[str, Callable[[], object]], None]) -> Iterator[str]:
    """The modules of a game's package, imported; those that cannot be are tried once more, to be told of."""
    top = import_module(package)
    yield package
    # A namespace, such as a folder of tests, holds what is not the game's.
    folders = getattr(top, "__path__", ()) if getattr(top, "__file__", None) else ()
    for found in walk_packages(folders, f"{package}.", onerror=lambda _: None):
        if found.name.rpartition(".")[2] == "__main__":
            continue
        try:
            import_module(found.name)
        except Exception as error:
            if not isinstance(error, ModuleNotFoundError) or (error.name or "").startswith(package):
                tried(found.name, partial(import_module, found.name))
            continue
        yield found.name


def _set_up(game: Game[Any, Any, Any], scenario: str) -> object:
    return game.initial_state(game.terms(scenario))


def _takes_nothing(function: Callable[..., Any]) -> bool:
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return all(
        each.default is not inspect.Parameter.empty or each.kind in kinds
        for each in inspect.signature(function).parameters.values()
    )
