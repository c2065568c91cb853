"""The arrangements before a match (seed, seats, bots), and its written forms: saves, journals and records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from navalcore._match.positions import position_of
from navalcore._match.progress import MatchProgress
from navalcore._play.busy import alone
from navalcore._play.commitments import RevealedSeed
from navalcore._play.setup import MatchSetup
from navalcore._plugins.manifest import resolve
from navalcore._rules.decision import UMPIRE
from navalcore._rules.terms import O, S, V
from navalcore._saves.entries import Entry
from navalcore._saves.files import path_of
from navalcore._saves.journal import write_save
from navalcore._saves.recorder import recorded, recorder_of, sink_of, tape_of
from navalcore._saves.records import record_text
from navalcore._saves.tape import Tape
from navalcore._wire.codec import UNSHOWN
from navalcore._wire.history import told_in
from navalcore._wire.snapshots import snapshot
from navalcore.errors import BadData

SEATED_BOTS: Final = "navalcore.bots._makers:seated_bots"
PLAY_SEATED: Final = "navalcore.bots._makers:play_seated"
"""Makes the bots of a match, and lets them answer: they know matches, so both are imported when wanted."""


class Saved(MatchProgress[S, O, V]):
    """A match as far as it was arranged before it began, and is written down."""

    __slots__ = ()

    @property
    def setup(self) -> MatchSetup[O]:
        """The scenario and options it is played with, where chance comes from, and its seed."""
        return self._driver.setup

    @property
    def commitment(self) -> str:
        """The digest that binds the seed, to be published before the match; empty where there is none."""
        return self._driver.setup.commitment

    def reveal_seed(self) -> RevealedSeed:
        """The seed and its salt, to be published after the match: see :func:`navalcore.verify_commitment`.

        Raises SeedWithheld where only its commitment is known, or chance comes from no seed.
        """
        return self._driver.setup.reveal()

    @property
    def seats(self) -> Mapping[str, str]:
        """Who sits where: for each role ``person``, ``bot:NAME`` or ``nobody``. It is in the save if
        :meth:`Game.new_match` was told; else it is what the game says (:meth:`Game.seats`).
        """
        return MappingProxyType(self._driver.setup.seated)

    def position(self) -> dict[str, Any]:
        """Where the match is, everything hidden included: JSON-ready data, from which :meth:`Game.position` begins
        a match that is there too. Written as JSON it is a position file.

        Raises BadData where the match is over, or is a fork that cannot be saved.

        >>> import navalcore as nc
        >>> match = nc.load("uboat_cards").new_match(seed=17)
        >>> there = match.game.position(match.position(), seed=3)
        >>> there.digest == match.digest
        True
        """
        return position_of(self._driver)

    def play_bots(self, *, limit: int | None = None) -> None:
        """Let the bots that sit at the match answer until a person is asked, or the match is over.

        The same match with the same seed has the same bots; a match without a seed has bots that cannot be foretold.

        Args:
            limit: stop after this many choices.

        Raises:
            UnknownName: the game has no such bot.
            NotOffered, BrokenPlugin: a bot answered with something that is not an option, or raised something.

        >>> import navalcore as nc
        >>> match = nc.load("uboat_cards").new_match(seed=17, seats={"uboat": "bot:standard"})
        >>> match.play_bots()
        >>> str(match.decision.role), dict(match.seats)
        ('convoy', {'uboat': 'bot:standard', 'convoy': 'person'})
        """
        try:
            bots = self._bots
        except AttributeError:
            bots = self._bots = resolve(SEATED_BOTS)(self, self.seats)
        resolve(PLAY_SEATED)(self, bots, limit)

    @alone
    def _taped(self) -> Tape:
        return tape_of(self._driver)

    def tape(self) -> list[Entry]:
        """Every choice and chance result so far, with purposes, rules and state digests."""
        return list(self._taped().entries)

    def save(self, path: str | Path, *, seed: bool = True) -> None:
        """Write the match to a file, replacing it whole or not at all.

        Args:
            path: the file, by convention ``*.jsonl``.
            seed: as for :meth:`dumps`.

        Raises InUse if a match, here or elsewhere, records to the file, and BadData if it cannot be written.
        """
        write_save(path_of(path), self.dumps(seed=seed))

    def dumps(self, *, seed: bool = True) -> str:
        """The match as a text, the same that :meth:`save` writes to a file; :func:`navalcore.loads_match` reads it.

        Args:
            seed: whether to write every seed with its salt; without them the match can be verified but not continued.

        Raises BadData where the match cannot be saved, or a seed cannot be withheld.
        """
        return self._taped().text(seed=seed)

    def save_for(self, role: str, path: str | Path) -> None:
        """Write the record of ``role`` (:meth:`dumps_for`) to the file ``path``, whole or not at all. Raises what that
        method and :meth:`save` raise.
        """
        write_save(path_of(path), self.dumps_for(role))

    @alone
    def dumps_for(self, role: str) -> str:
        """Everything that ``role`` (or ``SPECTATOR``) may know of the match: a ``record``, which is not a save. Raises
        UnknownName for a role that the game does not have, BadData for a fork that cannot be saved.
        """
        driver = self._driver
        if self._driver.setup.game.check_role(role) is UMPIRE:
            raise BadData("the umpire knows everything, so its record is the save itself: match.save(path)")
        history = self._history or told_in(driver)
        return record_text(driver.setup, role, snapshot(driver, driver.decision, history, role, 0, UNSHOWN))

    @alone
    def record_to(
        self, target: str | Path | Callable[[str], object], *, durable: bool = False, resume: bool = False
    ) -> None:
        """From now on keep a journal: every choice is in it before :meth:`choose` returns.

        Args:
            target: a new file, or the one this match was loaded from, which continues. Or a function, called with the
                header's line, then with the lines of each choice as one piece, to be kept wholly or not at all.
            durable: for a file: also wait until the disk has it (survives a power cut, not only a crash).
            resume: for a function that has all lines this match was loaded from: call it with later ones only.

        Raises:
            InUse: another match records to the file.
            BadData: the file holds something else, or there is nothing to resume.
            NotWritten: there is no room or the function failed; the match is not recorded.
            Busy: the match moves.
        """
        sink = sink_of(target, durable=durable, resume=resume)
        if self._driver.recorder is None:
            self._take(recorded(self._driver))
        recorder = recorder_of(self._driver)
        assert recorder is not None
        recorder.keep(sink, durable=durable, resume=resume)

    def stop_recording(self) -> None:
        """Stop writing to the journal, and let others write to it."""
        recorder = recorder_of(self._driver)
        if recorder is not None:
            recorder.close_journal()
