"""Records, as they are read: what one role may know of a match (``navalcore._saves.records`` writes them)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, ValidationError

from navalcore._match.match import Game
from navalcore._rules.events import ChoiceMade
from navalcore._rules.terms import View
from navalcore._saves.files import (
    LARGEST_SAVE,
    LONGEST_LINE,
    RECORD_MARK,
    Stamp,
    bytes_in,
    bytes_of,
    fault,
    object_in,
    path_of,
)
from navalcore._saves.records import FORMAT, RecordEnd, RecordHeader
from navalcore._wire.codec import ENGINE_EVENTS, codec
from navalcore._wire.messages import EventData
from navalcore.components._events import Event
from navalcore.components._model_errors import mistakes
from navalcore.components._reading import open_file
from navalcore.errors import BadData, BrokenPlugin, DamagedTape, IncompatibleSave


class _EventLine(EventData):
    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEvent(Event):
    """An event of a game as a record has it: the sentence for people, and whether it is a detail."""

    text: str
    minor: bool = False

    @property
    def detail(self) -> bool:
        """As it was recorded."""
        return self.minor

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Record:
    """The contents of a record."""

    path: Path
    """The file."""
    header: RecordHeader
    """The game and match, and whose record it is."""
    told: tuple[EventData, ...]
    """The events the role was told, first to last."""
    end: RecordEnd
    """Where the match is."""

    @property
    def choices(self) -> list[EventData]:
        """The role's own choices."""
        return [each for each in self.told if each.kind == ChoiceMade.kind and each.fields["role"] == self.header.role]

    def events(self, game: Game[Any, Any, Any]) -> list[Event]:
        """The events in order: those of the engine (choices, for example) as they are, the game's own as texts.

        Args:
            game: the game of the record.

        Raises:
            IncompatibleSave: the record is of another game.
            DamagedTape: an event of the engine lacks a field.
        """
        self._check(game)
        codes, own = codec(game), {cls.kind for cls in ENGINE_EVENTS}
        try:
            return [
                codes.from_json(each.model_dump())
                if each.kind in own
                else RecordedEvent(rule=each.rule, to=each.to, text=each.text, minor=each.detail)
                for each in self.told
            ]
        except BadData as error:
            raise DamagedTape(f"{self.path}: {error}") from None

    def view(self, game: Game[Any, Any, Any]) -> View:
        """The view of the role.

        Args:
            game: the game of the record.

        Raises:
            IncompatibleSave: the record is of another game, or of rules whose views were different.
        """
        self._check(game)
        try:
            view: View = game.view_class.model_validate(self.end.view)
        except ValidationError as error:
            raise IncompatibleSave(
                f"{self.path}: was written with rules version {self.header.rules} of {game.id}, and version "
                f"{game.version} cannot show it: {mistakes(error)[0]}"
            ) from None
        return view

    def show(self, game: Game[Any, Any, Any], shown: Callable[[View], str]) -> str:
        """The view of the role as a text.

        Args:
            game: the game of the record.
            shown: makes a text of a view, such as ``face.board_text``.

        Raises:
            IncompatibleSave: as for :meth:`view`.
            DamagedTape: no match can have such a view, so it cannot be shown.
        """
        view = self.view(game)
        try:
            return shown(view)
        except BrokenPlugin:
            raise
        except Exception as error:
            raise DamagedTape(
                f"{self.path}: the view in its last line is not one that a match of {game.id} comes to, and cannot be "
                f"shown ({type(error).__name__}: {error})"
            ) from error

    def _check(self, game: Game[Any, Any, Any]) -> None:
        if game.id != self.header.game:
            raise IncompatibleSave(f"{self.path}: is a record of {self.header.game}, not of {game.id}")


def read_record(path: str | Path) -> Record:
    """Read the record in the file ``path``. No game is needed.

    Raises:
        BadData: the file cannot be read, or is not a record.
        DamagedTape: a line does not belong there; names it.
        IncompatibleSave: it has another format.
    """
    return _record(*bytes_of(path))


def read_record_text(text: str) -> Record:
    """Read a record from ``text``, such as ``match.dumps_for(role)`` returns; errors as of :func:`read_record`."""
    return _record(*bytes_in(text, "record"))


def is_record(path: str | Path) -> bool:
    """Whether the file ``path`` begins like a record; False for a file that cannot be read.

    >>> from navalcore.study import is_record
    >>> is_record("no_such_file.jsonl")
    False
    """
    try:
        with open_file(path_of(path), LARGEST_SAVE) as file:
            return file.read(len(RECORD_MARK)) == RECORD_MARK
    except (OSError, UnicodeError, BadData):
        return False


def _record(data: bytes, path: Path, _: Stamp) -> Record:
    if not data.startswith(RECORD_MARK):
        raise BadData(f"{path}: is not the record of a role; match.save_for(role, path) writes one")
    lines = data.split(b"\n")
    if len(data) > LARGEST_SAVE or lines.pop() or len(lines) < 2 or max(map(len, lines)) >= LONGEST_LINE:
        raise DamagedTape(f"{path}: is not a whole record: its last line is missing or torn, or one is too long")
    try:
        header = _read(RecordHeader, lines, 1, path)
        if header.navalcore_record != FORMAT:
            raise IncompatibleSave(f"{path}: has record format {header.navalcore_record}; this version reads {FORMAT}")
        end = _read(RecordEnd, lines, len(lines), path)
        told = tuple(_events(lines, path))
    except RecursionError:
        raise DamagedTape(f"{path}: has a line that is nested deeper than any line of a record") from None
    if end.told != len(told):
        raise DamagedTape(f"{path}: has {len(told)} events, but its last line counts {end.told}")
    return Record(path, header, told, end)


def _events(lines: Sequence[bytes], path: Path) -> Iterator[EventData]:
    for number in range(2, len(lines)):
        found = _read(_EventLine, lines, number, path)
        if found.n != number - 1:
            raise DamagedTape(f"{path}, line {number}: is event {found.n}, where event {number - 1} is to be")
        yield found


def _read(model: type[Any], lines: Sequence[bytes], number: int, path: Path) -> Any:
    where = f"{path}, line {number}"
    data = object_in(lines[number - 1], where)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise DamagedTape(f"{where}: {fault(error)}") from None
