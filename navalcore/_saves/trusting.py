"""Trusting: a saved match goes on from its last checkpoint, and is not played again up to there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from navalcore._match.match import Match
from navalcore._play.chance import AnsweredChance
from navalcore._play.checkpoints import Checkpoint, Checkpoints
from navalcore._play.commitments import seeded
from navalcore._play.driver import Driver
from navalcore._play.failing import failed
from navalcore._play.line import Line, Reseed
from navalcore._play.setup import Setup
from navalcore._rules.game import Rules
from navalcore._saves.glimpse import Glimpse, Mark
from navalcore._saves.recorder import Place, Recorder
from navalcore._saves.replaying import Replay, setup_of, source_of
from navalcore._saves.tape import Tape
from navalcore._wire.history import History
from navalcore.components._chance import Chance, SeededChance
from navalcore.errors import BadData, DamagedTape


def trusted(
    glimpse: Glimpse, game: Rules[Any, Any, Any], to: int | None, past: Callable[[], History] | None
) -> Match[Any, Any, Any] | None:
    """The match that a save holds, played from its last checkpoint on; None if it cannot be started from.

    Args:
        glimpse: what was seen of the save.
        game: its game.
        to: stop after this many choices.
        past: finds out what had been told until then; given if the match is to have a history.

    Raises:
        DamagedTape: a checkpoint holds no state of the game.
        Diverged: what follows the checkpoint does not follow from it.
        RuleError: the rules fail on it.
    """
    saved, last = glimpse.saved, glimpse.marks[-1]
    setup = setup_of(saved.header, game, saved.path)
    tape = Tape(setup.header(), saved.entries, saved.lines, saved.digits, before=glimpse)
    line, root = _line(glimpse, last), source_of(setup, glimpse.results[0])
    driver = Driver(setup, root, line, Checkpoints(), Recorder(tape, saved))
    for mark in glimpse.marks:
        source = _source(mark, root, line.reseeds, setup)
        if source is None:
            return None
        driver.checkpoints.add(
            Checkpoint(mark.count, _state(mark, game, glimpse), source, Place(mark.place + 1, mark.count))
        )
    try:
        match = Match._played_by(driver, driver.rebuild(last.count))
    except BaseException as error:
        raise failed(error, game.id, driver.phase) from error
    driver.take_told()
    later = [results[:] for results in glimpse.results[last.reseeds + 1 :]]
    replay = Replay(match, tape, tape.length, later, saved.before)
    replay.follow(saved.entries, True, to, last.place + 1 - saved.before)
    history = None if past is None else History(past)
    return Match._played_by(match._driver, match.decision, history)


def _state(mark: Mark, game: Rules[Any, Any, Any], glimpse: Glimpse) -> Any:
    try:
        return game.states.from_json(mark.entry.data)
    except (BadData, ValueError, RecursionError) as error:
        raise DamagedTape(f"{glimpse.saved.path}: the checkpoint after {mark.count} choices: {error}") from None


def _line(glimpse: Glimpse, last: Mark) -> Line:
    """The line of play up to the last checkpoint."""
    line = Line()
    line.roles = [role for role, _ in glimpse.chosen[: last.count]]
    line.own = [pick for _, pick in glimpse.chosen[: last.count]]
    line.count = last.count
    reseeds = []
    for turn, results in zip(glimpse.reseeds[: last.reseeds], glimpse.results[1:], strict=False):
        if turn.entry.seed is not None:
            reseeds.append(Reseed(turn.count, turn.entry.seed, None, None, turn.entry.salt or ""))
        else:
            source = AnsweredChance(results)
            reseeds.append(Reseed(turn.count, "", None, source, commitment=turn.entry.commitment))
    line.reseeds = tuple(reseeds)
    return line


def _source(mark: Mark, root: Chance, reseeds: tuple[Reseed, ...], setup: Setup[Any, Any, Any]) -> Chance | None:
    """Where chance results come from at a checkpoint; None if it does not tell how far that source was used."""
    source: Chance | None = root
    if mark.reseeds:
        reseed = reseeds[mark.reseeds - 1]
        source = reseed.chance or seeded(reseed.seed, reseed.salt, setup.chance)
    if isinstance(source, AnsweredChance):
        return source.at(mark.used)
    assert isinstance(source, SeededChance)
    return None if mark.entry.words is None else source.at(mark.entry.words)
