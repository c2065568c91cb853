"""Saved matches: playing them again up to where they stood, with everything checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from pydantic import ValidationError

from navalcore._misfits import whole
from navalcore._play.driver import AnyDriver
from navalcore._rules.game import Rules
from navalcore._saves.entries import ENTRY, Entry
from navalcore._saves.files import NO_STAMP, TEXT, SaveFile, SaveReader, fault, read_save
from navalcore._saves.replaying import Replay, results_in
from navalcore._saves.trusting import TrustedSave, read_on_trust, resumed
from navalcore._wire.history import History
from navalcore.components._events import Event
from navalcore.components._laid_over import other_data
from navalcore.components._roles import UMPIRE
from navalcore.errors import BadData, IncompatibleSave

Save: TypeAlias = str | Path | bytes | SaveFile
"""A save: the file, its bytes, or what was read of it."""
Listener: TypeAlias = Callable[[Event], None]


class Loaded(NamedTuple):
    """A saved match that has been played again: its driver, and what has been told in it, if that is kept."""

    driver: AnyDriver
    history: History | None


GameFinder: TypeAlias = Callable[[str], Rules[Any, Any, Any]]
"""A function that finds a game by its id."""


def load_driver(
    save: Save,
    game: Rules[Any, Any, Any] | GameFinder,
    *,
    to: int | None = None,
    on_event: Listener | None = None,
    history: bool | Mapping[str, int] = False,
    trust: bool = False,
) -> Loaded:
    """Play a saved match again, with the arguments and errors of :func:`navalcore.load_match`."""
    if trust:
        found = _trusted(save, game, to, on_event, history)
        if found is not None:
            return found
    if not history:
        *_, driver = replayed(save, game, to, on_event)
        return Loaded(driver, None)
    kept, save = History(), _read(save)
    game = _played(game, save)
    if to is None and game.version == save.header.rules:
        *_, (replay, _, _) = Replay.as_written(save, game, (kept.note, on_event))
        return Loaded(replay.driver, kept)
    *_, driver = replayed(save, game, to, kept.note, on_event)
    return Loaded(driver, kept)


def replayed(
    save: Save, game: Rules[Any, Any, Any] | GameFinder, to: int | None, *listeners: Listener | None
) -> Iterator[AnyDriver]:
    """The driver of a saved match as it is played again: as it began, after every choice, and where it stood."""
    _check_position(to)
    saved = _read(save)
    game = _played(game, saved)
    entries, checked = carried_over(saved, game)
    replay = Replay.of(saved, game, entries if checked else (), saved.lines, results_in(entries), listeners)
    yield replay.driver
    for _ in replay.steps(entries, checked, to):
        yield replay.driver
    yield replay.driver


def _read(save: Save) -> SaveFile:
    if isinstance(save, SaveFile):
        return save
    return SaveReader.read(save, TEXT, NO_STAMP) if isinstance(save, bytes) else read_save(save)


def _trusted(
    save: Save,
    game: Rules[Any, Any, Any] | GameFinder,
    to: int | None,
    on_event: Listener | None,
    history: bool | Mapping[str, int],
) -> Loaded | None:
    """The match from its last checkpoint; None if it has to be loaded in full."""
    if isinstance(save, SaveFile):
        raise BadData("what has been read whole has been checked: trust is for a file or a text that has not been read")
    if on_event is not None:
        raise BadData(
            "a load that trusts a checkpoint does not replay what happened before it: leave out one of the two"
        )
    _check_position(to)
    found = read_on_trust(save, to)
    if found is None:
        return None
    played = _played(game, found.saved)
    driver = resumed(found, played, to) if played.version == found.saved.header.rules else None
    if driver is None:
        return None
    told = history if isinstance(history, Mapping) else None
    kept = History(partial(_history, found, played, to), told) if history else None
    if kept is not None:
        driver.events.subscribe(kept.note, role=UMPIRE)
    return Loaded(driver, kept)


def _history(save: TrustedSave, game: Rules[Any, Any, Any], to: int | None) -> History:
    """Everything that was told before a match was loaded."""
    history = load_driver(save.checked, game, to=to, history=True).history
    assert history is not None
    return history


def _check_position(to: object) -> None:
    if to is not None:
        whole("a save is loaded up to a number of choices", to)


def _played(game: Rules[Any, Any, Any] | GameFinder, saved: SaveFile) -> Rules[Any, Any, Any]:
    """The game of a save."""
    if not isinstance(game, Rules):
        return game(saved.header.game)
    if game.id != saved.header.game:
        raise IncompatibleSave(f"{saved.path}: is a match of {saved.header.game}, not of {game.id}")
    return game


def carried_over(saved: SaveFile, game: Rules[Any, Any, Any]) -> tuple[tuple[Entry, ...], bool]:
    """The entries as this version of the rules reads them, and whether every one of them must be met again."""
    version, path = saved.header.rules, saved.path
    if version == game.version:
        return saved.entries, True
    migrate = game.migrations.get(version)
    if migrate is None and (told := other_data(game.id, version, game.version)):
        raise IncompatibleSave(f"{path}: {told}")
    if migrate is None:
        raise IncompatibleSave(
            f"{path}: was played with rules version {version} of {game.id}, this is {game.version}, and there is no "
            "way to carry it over; it can still be read with: navalcore replay FILE --narrate"
        )
    try:
        moved = [ENTRY.validate_python(data) for data in migrate([entry.model_dump() for entry in saved.entries])]
    except Exception as error:
        what = fault(error) if isinstance(error, ValidationError) else f"{type(error).__name__}: {error}"
        raise IncompatibleSave(
            f"{path}: cannot be carried over from rules version {version} of {game.id} to {game.version}: {what}"
        ) from error
    return tuple(moved), False
