"""A match as it is kept: in a file, as a text, or wherever its lines are sent."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from navalcore.engine.busy import alone
from navalcore.engine.files import path_of, write_save
from navalcore.engine.recorder import Recorder
from navalcore.engine.seated import Seated
from navalcore.engine.tape import Entry, Tape
from navalcore.engine.terms import Options, View
from navalcore.errors import BadData

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)


class Kept(Seated[S, O, V]):
    """The side of a match that is kept; :class:`~navalcore.engine.match.Match` is the match itself."""

    __slots__ = ()

    _busy: int

    @abstractmethod
    def _transcribed(self) -> tuple[Kept[S, O, V], Recorder]:
        """The match played again from the start along its line, with every entry noted, and what noted them."""

    @abstractmethod
    def _recorded_from_now(self) -> Recorder:
        """What notes everything from now on, with all that has happened so far."""

    @alone
    def _taped(self) -> Tape:
        return (self._driver.recorder or self._transcribed()[1]).tape

    def tape(self) -> list[Entry]:
        """Every choice and chance result so far, with purposes, rules and state digests."""
        return list(self._taped().entries)

    def save(self, path: str | Path, *, seed: bool = True) -> None:
        """Write the match to a file, replacing it whole or not at all.

        Args:
            path: the file, by custom ``*.jsonl``.
            seed: write every seed too, with its salt; else the match can be verified but not continued.

        Raises:
            InUse, BadData: a match, here or elsewhere, records to the file, or it cannot be written.
        """
        write_save(path_of(path), self.dumps(seed=seed))

    def dumps(self, *, seed: bool = True) -> str:
        """The match as a text, the same that :meth:`save` writes to a file; :func:`navalcore.loads_match` reads it.

        Args:
            seed: with every seed and its salt; else the match can be verified but not continued.

        Raises:
            BadData: the match cannot be saved, or a seed cannot be withheld.
        """
        return self._taped().text(seed=seed)

    @alone
    def record_to(self, target: str | Path | Callable[[str], object], *, durable: bool = False) -> None:
        """From now on keep a journal: every choice is in it before :meth:`choose` returns.

        Args:
            target: a new file, or the file this match was loaded from, which is then continued; or a function that is
                called with the header's line and then with the lines of all that happens, in order. What belongs to
                one choice comes in one piece, a text of one or more whole lines, so that it can be taken wholly or
                not at all. All the texts together are what :meth:`dumps` gives, with what was taken back.
            durable: for a file: also wait until the disk has it (survives a power cut, not only a crash of the
                program).

        Raises:
            InUse, BadData: another match records to the file, or it holds something else.
            NotWritten, Busy: there is no room, or the function has raised something (then the match is not
                recorded), or the match moves.
        """
        sink = target if callable(target) and not isinstance(target, str | os.PathLike) else None
        if sink is not None and durable:
            raise BadData("durable is for files; a function that lines are sent to returns when it has them for good")
        path = None if sink is not None else path_of(target)
        recorder = self._recorded_from_now()
        if sink is not None:
            recorder.keep_sending(sink)
        elif path is not None:
            recorder.keep_journal(path, durable=durable)

    def stop_recording(self) -> None:
        """Write to the journal no more, and let others write to it."""
        Recorder.stop(self._driver.recorder)
