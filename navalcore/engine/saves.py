"""Saved matches: playing them again up to where they stood, with everything checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from navalcore.components.chance import Chance
from navalcore.components.events import Event
from navalcore.engine.chance import AnsweredChance, PhysicalChance
from navalcore.engine.commitments import seeded
from navalcore.engine.entries import ENTRY, ChanceEntry, ChoiceEntry, Entry, Header, ReseedEntry
from navalcore.engine.files import SaveFile, fault, read_save, read_save_text
from navalcore.engine.game import Rules
from navalcore.engine.installed import find_game
from navalcore.engine.line import Reseed
from navalcore.engine.match import Match
from navalcore.engine.recorder import Recorder
from navalcore.engine.setup import Setup
from navalcore.engine.tape import Tape
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
    *_, match = replayed(save, game, to=to, on_event=on_event, history=history)
    return match


def loads_match(
    text: str,
    game: Rules[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
    history: bool = False,
) -> Match[Any, Any, Any]:
    """Play a match that was kept as a text again up to where it stood: :func:`load_match` of what
    :meth:`Match.dumps <navalcore.engine.match.Match.dumps>` gave, or of the lines that were recorded, joined.

    Every other argument and every error is that of :func:`load_match`.
    """
    return load_match(read_save_text(text), game, to=to, on_event=on_event, history=history)


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
    entries, checked = carried_over(saved, game)
    replay = Replay(saved, game, entries if checked else (), saved.lines, results_in(entries), on_event, history)
    yield replay.match
    for _ in replay.steps(entries, checked, to):
        yield replay.match
    yield replay.match


class Replay:
    """A saved match that is being played again.

    Attributes:
        match: as far as it has been played.
        tape: what the file holds; whatever the match does is held against it.
        expected: how many entries of it the file has.
    """

    def __init__(
        self,
        saved: SaveFile,
        game: Rules[Any, Any, Any],
        expected: Sequence[Entry],
        lines: Sequence[int],
        results: list[list[int]],
        on_event: Callable[[Event], None] | None = None,
        history: bool = False,
    ) -> None:
        setup = _setup(saved.header, game, saved.path)
        self.tape = Tape(setup.header(), expected, lines, saved.digits)
        self.expected = len(expected)
        self._later = results[1:]
        self._compared = 0
        self.match = Match(
            setup, _source(setup, results[0]), recorder=Recorder(self.tape, saved), on_event=on_event, history=history
        )

    def go_on(self, entries: Sequence[Entry], lines: Sequence[int]) -> None:
        """Play on along further entries of the file, after choices were taken back."""
        results = results_in(entries)
        self.tape.expect(entries, lines)
        self.expected = len(self.tape.entries)
        self._later = results[1:]
        self.match._driver.give_results(results[0])
        self.match._rebuild(self.match.count)
        self.follow(self.tape.entries, True, None, self.tape.cursor)

    def follow(self, entries: Sequence[Entry], checked: bool, to: int | None, start: int = 0) -> None:
        """Make the choices again from entry ``start`` on."""
        for _ in self.steps(entries, checked, to, start):
            pass

    def steps(self, entries: Sequence[Entry], checked: bool, to: int | None, start: int = 0) -> Iterator[int]:
        """Make the choices again, one at a time, and tell how many have been made; what is not a choice comes by itself
        and is checked by the tape.
        """
        match, tape = self.match, self.tape
        choices = [
            (i, entry) for i, entry in enumerate(entries) if i >= start and isinstance(entry, ChoiceEntry | ReseedEntry)
        ]
        wanted = (entry for entry in entries if isinstance(entry, ChanceEntry))
        for place, entry in choices:
            if to is not None and match.count >= to:
                break
            if checked and tape.cursor != place:
                raise tape.diverged(match.decision)
            if isinstance(entry, ReseedEntry):
                self._reseed(entry)
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
            if not checked:
                self._same_results(wanted)
            yield match.count
        else:
            if tape.cursor < len(tape.entries):
                raise tape.diverged(match.decision)
        if to is not None:
            tape.rollback(tape.cursor)
            match._driver.forget_results()

    def _same_results(self, wanted: Iterator[ChanceEntry]) -> None:
        """Hold the latest results of chance against those of a save that was carried over: where another die is rolled
        the rules are no longer those it was played by, whatever may be chosen.
        """
        for made in self.tape.entries[self._compared :]:
            if isinstance(made, ChanceEntry):
                kept = next(wanted, made)
                if (made.die, made.value) != (kept.die, kept.value):
                    raise Diverged(
                        f"the save has {kept.value} on {kept.die} for '{kept.why}' (rule {kept.rule}) where the rules "
                        f"of today get {made.value} on {made.die} for '{made.why}' (rule {made.rule})"
                    )
        self._compared = len(self.tape.entries)

    def _reseed(self, entry: ReseedEntry) -> None:
        results = self._later.pop(0)
        if entry.seed is not None:
            self.match._driver.reseed(Reseed(self.match.count, entry.seed, None, None, entry.salt or ""))
        else:
            source = AnsweredChance(results)
            self.match._driver.reseed(Reseed(self.match.count, "", None, source, commitment=entry.commitment))


def carried_over(saved: SaveFile, game: Rules[Any, Any, Any]) -> tuple[tuple[Entry, ...], bool]:
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
    return Setup(
        game,
        scenario,
        options,
        header.chance,
        header.undo,
        header.seed or "",
        header.salt or "",
        "" if header.seed else header.commitment,
        header.navalcore,
    )


def results_in(entries: Sequence[Entry]) -> list[list[int]]:
    """The chance results of the entries: those of the match's own source, and those after each reseed."""
    found: list[list[int]] = [[]]
    for entry in entries:
        if isinstance(entry, ReseedEntry):
            found.append([])
        elif isinstance(entry, ChanceEntry):
            found[-1].append(entry.value)
    return found


def _source(setup: Setup[Any, Any, Any], results: list[int]) -> Chance:
    if setup.chance == "physical":
        return PhysicalChance(results)
    if setup.chance == "recorded" or not setup.seed:
        return AnsweredChance(results)
    return seeded(setup.seed, setup.salt, setup.chance)
