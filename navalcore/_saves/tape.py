"""The tape: the choices made and the chance results drawn, as a hash chain of entries."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from navalcore._play.chance import PhysicalChance, WatchedChance
from navalcore._rules.decision import Decision
from navalcore._rules.state import canonical_json, digest
from navalcore._saves.entries import (
    ChanceEntry,
    ChoiceEntry,
    Entry,
    ReseedEntry,
    SaveHeader,
    UndoEntry,
    results_of,
)
from navalcore.components._chance import Chance
from navalcore.errors import DamagedTape, Diverged, NavalCoreError, NotWritten

CHAIN_DIGITS: Final = 20
"""How many hexadecimal digits a link of the chain has."""


class TapeProgress(NamedTuple):
    """How far a tape had come before a submission: its entries, what its sink had taken, the digest of the last."""

    length: int
    taken: int
    head: str


class Tape:
    """The entries of one match in order; the first that are ``unchecked`` come from ``check`` once they are needed."""

    def __init__(
        self,
        header: SaveHeader,
        entries: Sequence[Entry] = (),
        lines: Sequence[int] = (),
        check: Callable[[], tuple[Sequence[Entry], Sequence[int]]] | None = None,
        unchecked: int = 0,
    ) -> None:
        self.header = header
        self.cursor = 0
        self.head = header.root()
        self.sink: Callable[[str], object] | None = None
        self._check = check
        self._unchecked = unchecked
        self._kept: list[Entry] = list(entries)
        self._lines = list(lines)
        self._handed = 0  # how many of the first entries the sink has been handed
        self.reworded: set[int] = set()  # the lines whose entries are the same in other words

    @property
    def length(self) -> int:
        """How many entries there are."""
        return len(self._kept)

    @property
    def entries(self) -> list[Entry]:
        """Every entry."""
        self._need(0)
        return self._kept

    @property
    def next(self) -> Entry | None:
        """The entry that is to be met next; None where the tape ends."""
        return self._kept[self.cursor] if self.cursor < len(self._kept) else None

    def _need(self, place: int) -> None:
        """Trust no entry any more if one from ``place`` on is needed that was trusted."""
        if place < self._unchecked and self._check is not None:
            entries, lines = self._check()
            self._kept[: self._unchecked] = entries[: self._unchecked]
            self._lines[: self._unchecked] = lines[: self._unchecked]
            self._unchecked = 0

    def begins_with(self, entries: Sequence[Entry]) -> bool:
        """Whether its first entries are these, which are those of a file it was read from."""
        kept = self._kept[: len(entries)]
        return len(kept) == len(entries) and all(
            one is other or one == other or one.confirms(other) for one, other in zip(kept, entries, strict=True)
        )

    def note(self, entry: Entry) -> None:
        """Check the entry against the tape, or append it."""
        if self.cursor < self._unchecked:
            self._need(self.cursor)
        place = self.cursor
        if place < len(self._kept):
            expected = self._kept[place]
            if expected != entry:
                if not entry.confirms(expected):
                    raise self.diverged(entry)
                if entry.prose:
                    self._kept[place] = entry
                    self.reworded.add(self._lines[place] if place < len(self._lines) else 0)
        else:
            self._kept.append(entry)
        self.cursor += 1

    def flush(self) -> None:
        """Chain the new entries and hand them to the sink in one piece; without a sink they wait."""
        if self._handed < self.length and self.sink is not None:
            before = self._taken
            try:
                self._write(self._kept[self._handed :])
                self._handed = self.length
            except BaseException:
                if self._taken != before:  # interrupted when it had been written: so it has happened
                    self._handed = self.length
                raise

    def begin(self) -> None:
        """Hand the header's line to the sink; every entry is to follow it."""
        self.resume_after(0, self.header.root())
        self._hand(header_line(self.header))

    def _write(self, entries: Sequence[Entry]) -> None:
        head, before = self.head, self._taken
        try:
            self._hand("".join(self._seal(entry) for entry in entries))
        except BaseException:
            if self._taken == before:
                self.head = head
            raise

    @property
    def _taken(self) -> int:
        """How much the sink has taken wholly: whether what is interrupted has happened is told by this alone."""
        return getattr(self.sink, "whole", 0)

    def _hand(self, text: str) -> None:
        assert self.sink is not None
        try:
            self.sink(text)
        except NavalCoreError:
            raise
        except Exception as error:
            raise NotWritten(f"what has just happened could not be written: {type(error).__name__}: {error}") from error

    def _seal(self, entry: Entry) -> str:
        data = entry.line()
        self.head = chained(self.head, data)
        return written(data, self.head)

    def expect(self, entries: Sequence[Entry], lines: Sequence[int]) -> None:
        """Hold what comes next against further entries of a file."""
        self._kept += entries
        self._lines += lines

    def resume_after(self, written: int, head: str) -> None:
        """Continue writing after the ``written`` entries that a file holds, the last of them with digest ``head``."""
        self._need(written)
        self._handed, self.head = written, head

    @property
    def progress(self) -> TapeProgress:
        """How far the tape has come."""
        return TapeProgress(self.length, self._taken, self.head)

    def rollback(self, progress: TapeProgress) -> bool:
        """Forget what a submission that failed has noted; False if it has been written, and is kept."""
        if self._taken != progress.taken:
            self._handed = self.length
            return False
        del self._kept[progress.length :]
        self.head = progress.head
        return True

    def announce_undo(self, remaining: int, role: str | None = None) -> None:
        """Where there is a sink, write that choices (or the last of ``role``) will be taken back, before they are."""
        if self.sink is not None:
            self._write([UndoEntry(to=remaining, role=role)])

    def undo(self) -> None:
        """Leave what came after the cursor out of the line of play."""
        self._need(self.cursor)
        del self._kept[self.cursor :], self._lines[self.cursor :]
        self._handed = min(self._handed, self.length)

    def take_out(self, role: str) -> None:
        """Leave the role's last choice out of the line of play, and keep everything that came after it."""
        place = max(i for i, each in enumerate(self.entries) if isinstance(each, ChoiceEntry) and each.role == role)
        handed = self._handed - (place < self._handed)
        self._kept[place : place + 1], self._lines[place : place + 1], self._handed = [], [], handed

    def text(self, *, seed: bool = True) -> str:
        """The whole tape as a save file's text, with every seed shown or every one withheld."""
        clean = Tape(self.header)
        parts = [header_line(self.header if seed else self.header.without_seed())]
        for entry in self.entries:
            shown = entry if seed or not isinstance(entry, ReseedEntry) else entry.without_seed()
            parts.append(clean._seal(shown))
        return "".join(parts)

    def diverged(self, found: Entry | Decision | None) -> Diverged:
        """The error that says where the match and the tape part ways."""
        self._need(self.cursor)
        place = self.cursor
        expected = self._kept[place]
        line = f", line {self._lines[place]}" if place < len(self._lines) else ""
        rule = getattr(expected, "rule", "") or getattr(found, "rule", "")
        where = f"entry {self.cursor + 1}{line}" + (f", rule {rule}" if rule else "")
        if found is None:
            what = "the end of the match"
        elif isinstance(found, Decision):
            what = f"{found.role} asked '{found.prompt}' with {', '.join(found.texts[:8])}"
        else:
            what = str(found)
            if type(expected) is type(found):
                names = found.differs_in(expected) or ["the words"]
                what += f" (differs in {', '.join(names)})"
        return Diverged(f"diverged at {where}: expected {expected}; found {what}", expected)


def chained(head: str, data: dict[str, Any], digits: int = CHAIN_DIGITS) -> str:
    """The digest of an entry's data after that of the entry before, whether the seed of a reseed is shown or not."""
    if data.get("commitment"):
        data = {name: value for name, value in data.items() if name not in ("seed", "salt")}
    return digest(head + canonical_json(data))[:digits]


def header_line(header: SaveHeader) -> str:
    """The header as the first line of a save."""
    return written(header.line(), header.root())


def written(data: dict[str, Any], head: str) -> str:
    """A line of a save: the data in its own order and its digest, without a character that could be another."""
    return json.dumps({**data, "h": head}, ensure_ascii=False, separators=(",", ":")) + "\n"


class TapedChance(WatchedChance):
    """A chance source whose every result is noted on a tape."""

    __slots__ = ("tape",)

    def __init__(self, source: Chance, tape: Tape) -> None:
        super().__init__(source)
        self.tape = tape

    def seen(self, die: str, value: int, text: str, why: str, rule: str) -> None:
        """Note it, if it is a result of this die."""
        manual = isinstance(self.source, PhysicalChance)
        if value not in results_of(die):
            raise DamagedTape(f"{why or 'a roll'}: the save has {value}, which is not a result of {die}")
        self.tape.note(ChanceEntry(die=die, why=why, rule=rule, value=value, text=text, manual=manual))
