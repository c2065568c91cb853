"""Saved matches: playing them again up to where they stood, with everything checked on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from navalcore.components.chance import Chance, SeededChance
from navalcore.components.events import Event
from navalcore.engine.chance import AnsweredChance, PhysicalChance
from navalcore.engine.files import SaveFile, fault, read_save
from navalcore.engine.game import Rules
from navalcore.engine.installed import find_game
from navalcore.engine.match import Match
from navalcore.engine.recorder import Recorder
from navalcore.engine.setup import Setup
from navalcore.engine.tape import ENTRY, ChanceEntry, ChoiceEntry, Entry, Header, ReseedEntry, Tape
from navalcore.errors import BadData, Diverged, IncompatibleSave, NavalCoreError


def load_match(
    save: str | Path | SaveFile,
    game: Rules[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
    history: bool = False,
) -> Match[Any, Any, Any]:
    """Play a saved match again up to where it stood, checking every entry on the way.

    Args:
        save: the save or journal: the file, or what :func:`~navalcore.engine.files.read_save` made of it.
        game: the game; looked up among the installed ones if left out.
        to: stop after this many choices.
        on_event: told everything that happens on the way.
        history: keep everything that is told from the set-up on, as :meth:`Game.new_match` does.

    Raises:
        BadData, DamagedTape: the file cannot be read or was changed.
        UnknownGame: the game is not installed.
        IncompatibleSave: it was played with another version of the rules.
        Diverged: the rules no longer do what the tape says; names entry, line, rule, expected and found.
    """
    if to is not None and (isinstance(to, bool) or not isinstance(to, int) or to < 0):
        raise BadData(f"a save is loaded up to a number of choices, 0 or more, not up to {to!r}")
    if game is not None and not isinstance(game, Rules):
        raise BadData(f"game is a game such as nc.load gives, not {game!r}")
    saved = save if isinstance(save, SaveFile) else read_save(save)
    header, path = saved.header, saved.path
    if game is None:
        game = find_game(header.game)
    if game.id != header.game:
        raise IncompatibleSave(f"{path}: is a match of {header.game}, not of {game.id}")
    entries, checked = _carried_over(saved, game)
    setup = _setup(header, game, path)
    tape = Tape(setup.header(), entries if checked else (), saved.lines)
    match = Match(setup, _source(header, entries), recorder=Recorder(tape, saved), on_event=on_event, history=history)
    _follow(match, tape, entries, checked, to)
    return match


def _carried_over(saved: SaveFile, game: Rules[Any, Any, Any]) -> tuple[tuple[Entry, ...], bool]:
    """The entries as this version of the rules reads them, and whether every one of them must be met again."""
    version, path = saved.header.rules, saved.path
    if version == game.version:
        return saved.entries, True
    migrate = game.migrations.get(version)
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


def _setup(header: Header, game: Rules[Any, Any, Any], path: Path) -> Setup[Any, Any, Any]:
    try:
        scenario = game.scenario(header.scenario)
        options = game.parse_options(header.options)
    except NavalCoreError as error:
        raise IncompatibleSave(f"{path}: {error}") from None
    return Setup(game, scenario, options, header.seed or "", header.commitment, header.chance, header.undo)


def _source(header: Header, entries: tuple[Entry, ...]) -> Chance:
    if header.chance == "seeded" and header.seed is not None:
        return SeededChance.from_seed(header.seed)
    values: list[int] = []
    for entry in entries:
        if isinstance(entry, ReseedEntry):
            break
        if isinstance(entry, ChanceEntry):
            values.append(entry.value)
    return PhysicalChance(values) if header.chance == "physical" else AnsweredChance(values)


def _follow(match: Match[Any, Any, Any], tape: Tape, entries: tuple[Entry, ...], checked: bool, to: int | None) -> None:
    """Make the tape's choices again; what is not a choice comes by itself and is checked by the tape."""
    choices = [(i, entry) for i, entry in enumerate(entries) if isinstance(entry, ChoiceEntry | ReseedEntry)]
    for place, entry in choices:
        if to is not None and match.count >= to:
            break
        if checked and tape.cursor != place:
            raise tape.diverged(match.decision)
        if isinstance(entry, ReseedEntry):
            match.reseed(entry.seed)
            continue
        decision = match.decisions.get(entry.role, match.decision)
        if decision is None or entry.text not in decision.texts:
            raise (
                tape.diverged(decision)
                if checked
                else Diverged(
                    f"choice {match.count + 1} of the save is '{entry.text}', which is not offered: {decision}"
                )
            )
        match.choose(decision.texts.index(entry.text), role=decision.role)
    else:
        if tape.cursor < len(tape.entries):
            raise tape.diverged(match.decision)
    if to is not None:
        tape.rollback(tape.cursor)


def verify(save: str | Path | SaveFile, game: Rules[Any, Any, Any] | None = None) -> Match[Any, Any, Any]:
    """Check a save completely: digests, commitment, every choice and every chance result; returns the match.

    Raises:
        the errors of :func:`load_match`.
    """
    return load_match(save, game)
