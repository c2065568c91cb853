"""Positions: matches that begin in the middle, from a small text file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from navalcore._play.checkpoints import Checkpoints
from navalcore._play.driver import AnyDriver, Driver
from navalcore._play.line import Line
from navalcore._play.setup import Setup
from navalcore._play.submission import submit
from navalcore._rules.game import Rules
from navalcore._rules.hints import ClassShape, DictShape, HintShape, Maybe, Plain, Several, UnionShape, shape_of
from navalcore._rules.terms import Terms
from navalcore._saves.entries import KEYED, ChanceEntry, ChoiceEntry
from navalcore._saves.recorder import recorded, recorder_of, tape_of
from navalcore.components._chance import SeededChance
from navalcore.components._data_files import TomlDocument, read_text
from navalcore.components._model_errors import closest, mistakes
from navalcore.errors import BadData, NavalCoreError, RuleError

LONGEST_DEAL: Final = 2_000
"""Choices after which a step that the set-up does not come to is given up."""


class PositionFile(BaseModel):
    """The contents of a position file."""

    model_config = ConfigDict(extra="forbid")

    game: str = ""
    scenario: str | None = None
    options: dict[str, Any] = {}
    title: str = ""
    note: str = ""
    at: str = ""
    """The step that begins; the first after the set-up if left out."""
    deal: str | int | bool = "position"
    """The seed that plays the match to that step by first options; False: over the state before the first step."""
    set: dict[str, Any] = {}
    """The changes to the state."""
    results: list[int | str | tuple[str, int | str]] = []
    """The first results of chance."""
    choices: list[str | tuple[str, str]] = []
    """The choices made since the step began: the key of each, or the role with the key."""


def read_position(source: str | Path | Mapping[str, Any]) -> PositionFile:
    """The contents of a position file, or of the same as a mapping; BadData with file and key if it cannot be read."""
    where = "the position" if isinstance(source, Mapping) else str(source)
    try:
        if isinstance(source, Mapping):
            return PositionFile.model_validate(dict(source))
        text = read_text(Path(source).expanduser())
        if text.lstrip().startswith("{"):
            return PositionFile.model_validate_json(text)
        return PositionFile.model_validate(TomlDocument.parse(text, where).data)
    except ValidationError as error:
        found = mistakes(error)[0]
        known = f"; {closest(str(found.key[-1]), PositionFile.model_fields)}" if found.unknown else ""
        raise BadData(f"{where}: {found}{known}") from None
    except (ValueError, TypeError) as error:
        raise BadData(f"{where} is not a position that can be read: {error}") from None


def state_at(game: Rules[Any, Any, Any], terms: Terms[Any], wanted: PositionFile) -> dict[str, Any]:
    """The state of a position, JSON-ready; BadData if the rules do not allow it."""
    steps, _ = game.steps(terms)
    at = wanted.at or next(name for name, step in steps.items() if not step.once)
    if at not in steps:
        raise BadData(f"{game.id} has no step '{at}'; {closest(at, steps)}")
    state = game.initial_state(terms)
    if wanted.deal is not False:
        state = _dealt(Setup(terms.scenario, terms.options, "seeded", seed=str(wanted.deal), game=game), at)
    given = game.placed(wanted.set, state, terms)
    data = laid_over(game.numbers(state), shape_of(game.state_class), game.states.to_json(state), given, "set")
    state = game.states.from_json({**data, "phase": at})
    with running_from_position(game):
        game.settle(state, terms)
        wrong = [*game.invariants(state, terms)]
        outcome = game.outcome(state, terms)
        placed: dict[str, Any] = game.states.to_json(state)
    if wrong:
        raise BadData(f"the rules of {game.id} do not allow this position: {'; '.join(wrong[:5])}")
    if outcome is not None:
        raise BadData(f"the match is over in this position: {outcome.reason}")
    return placed


@contextmanager
def running_from_position(game: Rules[Any, Any, Any]) -> Iterator[None]:
    """Where the rules of a game fail, the position that they run from is at fault; BadData."""
    try:
        yield
    except NavalCoreError as error:
        if not isinstance(error, RuleError):
            raise
        raise BadData(f"the rules of {game.id} cannot run from this position: {error}") from error
    except Exception as error:
        raise BadData(f"the rules of {game.id} cannot run from this position: {error!r}") from error


def position_of(driver: AnyDriver) -> dict[str, Any]:
    """Where a match is, as a position: what the step under way began with, and what has happened in it."""
    setup, game = driver.setup, driver.setup.game
    recorder = recorder_of(driver)
    told = recorded(driver) if recorder is None or recorder.header.navalcore < KEYED else driver
    checkpoint = told.checkpoints.here
    if checkpoint is None or driver.decision is None:
        raise BadData("the match is over, and a position is where a choice is to be made")
    since = tape_of(told).entries[checkpoint.place.entries :]
    base = game.states.to_json(game.initial_state(setup.terms))
    now = game.states.to_json(checkpoint.state)
    return {
        "game": game.id,
        "scenario": setup.scenario.id,
        "options": setup.options.model_dump(mode="json", exclude_defaults=True),
        "at": now.pop("phase"),
        "deal": False,
        "set": changes(base, base | now),
        "results": [entry.value for entry in since if isinstance(entry, ChanceEntry)],
        "choices": [[entry.role, entry.key] for entry in since if isinstance(entry, ChoiceEntry)],
    }


def _dealt(setup: Setup[Any, Any, Any], at: str) -> Any:
    """The state as a step begins for the first time, in a match whose questions are answered by their first options."""
    source = SeededChance.from_seed(setup.seed)
    driver: AnyDriver = Driver(setup, source, Line(), Checkpoints())
    driver.checkpoints.at_every_step()
    driver.set_up()
    decision = driver.start()
    for _ in range(LONGEST_DEAL):
        for checkpoint in driver.checkpoints.kept:
            if checkpoint.state.phase == at:
                return setup.game.states.copy(checkpoint.state)
        if decision is None:
            break
        submit(driver, decision, 0)
        decision = driver.decision
    raise BadData(
        f"the set-up of {setup.game.id} does not come to the step '{at}' by itself; begin at an earlier step, or lay "
        "the position over the state before the first step: deal = false"
    )


# ---- laying changes over a state -------------------------------------------------------------------------------------


def laid_over(numbers: Mapping[str, int], shape: HintShape, base: Any, given: Any, where: str) -> Any:
    """Data of a shape with a position laid over it: tables change what they name. BadData says where one cannot."""
    match shape:
        case Maybe(inner=inner) if given not in (None, "none"):
            return laid_over(numbers, inner, base, given, where)
        case Maybe():
            return None
        case UnionShape(kinds=kinds) if isinstance(given, str):
            return laid_over(numbers, kinds[0], base, given, where)
        case ClassShape(cls=cls, fields=known) if not issubclass(cls, tuple):
            return _class_over(numbers, known, base, given, where)
        case Several(item=item):
            return _items_over(numbers, item, base, given, where)
        case DictShape() if isinstance(given, Mapping):
            return _entries_over(numbers, shape, base, given, where)
        case Plain(cls=cls):
            return _number(numbers, cls, given, where)
    return given


def _class_over(numbers: Mapping[str, int], known: Mapping[str, HintShape], base: Any, given: Any, where: str) -> Any:
    if isinstance(given, Sequence) and not isinstance(given, str):  # a deck is its cards
        given = {next(iter(known)): given}
    if not isinstance(given, Mapping):
        raise BadData(f"{where} is a table of {', '.join(known)}, not {given!r}")
    data = dict(base) if isinstance(base, Mapping) else {}
    for name, value in given.items():
        if name not in known:
            raise BadData(f"{where} has no '{name}'; {closest(name, known)}")
        data[name] = laid_over(numbers, known[name], data.get(name), value, f"{where}.{name}")
    return data


def _items_over(numbers: Mapping[str, int], item: HintShape, base: Any, given: Any, where: str) -> Any:
    if not isinstance(given, Mapping):
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise BadData(f"{where} is a list, not {given!r}")
        return [laid_over(numbers, item, None, each, f"{where}[{place}]") for place, each in enumerate(given)]
    data = list(base or ())
    for name, value in given.items():
        place = _number(numbers, int, str(name), where)
        if not isinstance(place, int) or not 0 <= place < len(data):
            raise BadData(f"{where} has no item '{name}'; it has {len(data)}, counted from 0")
        data[place] = laid_over(numbers, item, data[place], value, f"{where}.{name}")
    return data


def _entries_over(
    numbers: Mapping[str, int], shape: DictShape, base: Any, given: Mapping[str, Any], where: str
) -> dict[str, Any]:
    data = dict(base) if isinstance(base, Mapping) else {}
    for name, value in given.items():
        key = str(laid_over(numbers, shape.key, None, name, f"the keys of {where}"))
        if value is None:
            data.pop(key, None)
        else:
            data[key] = laid_over(numbers, shape.item, data.get(key), value, f"{where}.{name}")
    return data


def _number(numbers: Mapping[str, int], cls: type[Any], given: Any, where: str) -> Any:
    """The number for an id or the name of a member; anything else as it is."""
    if not isinstance(given, str) or not issubclass(cls, int):
        return given
    if issubclass(cls, IntEnum):
        members = {name.lower(): int(member) for name, member in cls.__members__.items()}
        if given.lower() in members:
            return members[given.lower()]
        raise BadData(f"{where}: there is no '{given}'; {closest(given, members)}")
    if given in numbers or given.isdecimal():
        return numbers[given] if given in numbers else int(given)
    raise BadData(f"{where}: there is nothing called '{given}'; {closest(given, numbers)}")


def changes(base: Any, now: Any) -> Any:
    """The changes that, laid over ``base``, give ``now``; all are JSON-ready."""
    if not isinstance(base, dict) or not isinstance(now, dict):
        return now
    found = {name: changes(base.get(name), value) for name, value in now.items() if base.get(name) != value}
    return found | dict.fromkeys(name for name in base if name not in now)
