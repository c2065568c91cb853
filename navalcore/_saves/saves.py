"""Saved matches: playing them again up to where they stood, with everything checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from navalcore._match.data_marks import other_data
from navalcore._match.installed import load
from navalcore._match.match import Match
from navalcore._rules.game import Rules
from navalcore._saves.entries import ENTRY, Entry
from navalcore._saves.files import SaveFile, fault, read_save, read_save_text
from navalcore._saves.glimpse import Glimpse, glimpse_of
from navalcore._saves.replaying import Replay, results_in
from navalcore._saves.trusting import trusted
from navalcore._wire.history import History
from navalcore.components._events import Event
from navalcore.errors import BadData, IncompatibleSave


def load_match(
    save: str | Path | SaveFile,
    game: Rules[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
    history: bool = False,
    trust: bool = False,
) -> Match[Any, Any, Any]:
    """Play a saved match again up to where it stood, checking every entry on the way.

    Args:
        save: the save or journal: the file, or what :func:`~navalcore.read_save` made of it.
        game: the game; looked up among the installed ones if left out.
        to: stop after this many choices.
        on_event: told everything that happens on the way.
        history: keep everything that is told from the set-up on, as :meth:`Game.new_match` does. Without ``to``,
            what was taken back is played again too, so that events have the numbers that they had at first.
        trust: start from the last checkpoint in the file, instead of from the beginning. The state there is taken
            as it is written, and what comes before it is neither played again nor compared with its digests: for files
            that you wrote yourself. :func:`~navalcore.verify` never trusts. What needs the past
            (:meth:`Match.save`, undo far back, the events of a history) reads or plays it when it is asked for. A file
            without checkpoints (of an earlier format or version of the rules, or shorter than 125 choices) is loaded in
            full.

    Raises:
        BadData, DamagedTape: the file cannot be read or was changed; or ``trust`` is given together with a file that
            has been read already, or with ``on_event``.
        UnknownGame: the game is not installed.
        IncompatibleSave: it was played with another version of the rules.
        Diverged: the rules no longer do what the tape says; names entry, line, rule, expected and found.
    """
    if trust:
        found = _trusted(save, game, to, on_event, history)
        if found is not None:
            return found
    if history and to is None:
        return _with_history(save if isinstance(save, SaveFile) else read_save(save), game, on_event)
    *_, match = replayed(save, game, to=to, on_event=on_event, history=history)
    return match


def _with_history(
    saved: SaveFile, game: Rules[Any, Any, Any] | None, on_event: Callable[[Event], None] | None
) -> Match[Any, Any, Any]:
    """The match with everything that was told in it, of what was taken back too."""
    _check_arguments(game, None)
    played = _played(game, saved)
    if played.version == saved.header.rules:
        return Replay.as_written(saved, played, on_event, True)
    *_, match = replayed(saved, played, on_event=on_event, history=True)
    return match


def loads_match(
    text: str,
    game: Rules[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
    history: bool = False,
    trust: bool = False,
) -> Match[Any, Any, Any]:
    """Play a match again that was kept as a text, up to where it stood: :func:`load_match` for what
    :meth:`Match.dumps <navalcore.Match.dumps>` returned, or for the recorded lines, joined.

    All other arguments and errors are those of :func:`load_match`.
    """
    if trust and isinstance(text, str):
        found = _trusted(text.encode(errors="surrogatepass"), game, to, on_event, history)
        if found is not None:
            return found
    return load_match(read_save_text(text), game, to=to, on_event=on_event, history=history)


def _trusted(
    save: str | Path | SaveFile | bytes,
    game: Rules[Any, Any, Any] | None,
    to: int | None,
    on_event: Callable[[Event], None] | None,
    history: bool,
) -> Match[Any, Any, Any] | None:
    """The match from its last checkpoint; None if it has to be loaded in full."""
    if isinstance(save, SaveFile):
        raise BadData("what has been read whole has been checked: trust is for a file or a text that has not been read")
    if on_event is not None:
        raise BadData(
            "whoever is to be told everything that happens cannot trust a checkpoint: leave out one of the two"
        )
    _check_arguments(game, to)
    glimpse = glimpse_of(save, to)
    if glimpse is None:
        return None
    played = _played(game, glimpse.saved)
    if played.version != glimpse.saved.header.rules:
        return None
    return trusted(glimpse, played, to, partial(_history, glimpse, played, to) if history else None)


def _history(glimpse: Glimpse, game: Rules[Any, Any, Any], to: int | None) -> History:
    """Everything that was told before a match was loaded."""
    history = load_match(glimpse.whole, game, to=to, history=True)._history
    assert history is not None
    return history


def _check_arguments(game: object, to: object) -> None:
    if to is not None and (isinstance(to, bool) or not isinstance(to, int) or to < 0):
        raise BadData(f"a save is loaded up to a number of choices, 0 or more, not up to {to!r}")
    if game is not None and not isinstance(game, Rules):
        raise BadData(f"game is a game such as nc.load gives, not {game!r}")


def _played(game: Rules[Any, Any, Any] | None, saved: SaveFile) -> Rules[Any, Any, Any]:
    """The game of a save."""
    if game is None:
        return load(saved.header.game)
    if game.id != saved.header.game:
        raise IncompatibleSave(f"{saved.path}: is a match of {saved.header.game}, not of {game.id}")
    return game


def replayed(
    save: str | Path | SaveFile,
    game: Rules[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
    history: bool = False,
) -> Iterator[Match[Any, Any, Any]]:
    """A saved match as it is played again: as it began, after every choice, and where it stood.

    It is always the same match. Arguments and errors are those of :func:`load_match`.
    """
    _check_arguments(game, to)
    saved = save if isinstance(save, SaveFile) else read_save(save)
    game = _played(game, saved)
    entries, checked = carried_over(saved, game)
    replay = Replay.of(saved, game, entries if checked else (), saved.lines, results_in(entries), on_event, history)
    yield replay.match
    for _ in replay.steps(entries, checked, to):
        yield replay.match
    yield replay.match


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
