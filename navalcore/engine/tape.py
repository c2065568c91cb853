"""The tape: the choices made and the chance results drawn, as a hash chain of entries.

A save file is a header line and one JSON line an entry, only ever appended to. Every entry carries a digest of itself
and the one before; every so often one holds a digest of the state. So a replay can say exactly where it parts ways
with the file. Digests are made only while a match is recorded, saved or verified.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from navalcore.components.chance import Chance
from navalcore.engine.chance import PhysicalChance, WatchedChance
from navalcore.engine.commitments import RevealedSeed
from navalcore.engine.decision import Decision
from navalcore.engine.state import canonical_json, digest
from navalcore.engine.terms import ChanceKind, UndoPolicy
from navalcore.errors import BadData, DamagedTape, Diverged, NavalCoreError, NotWritten

FORMAT: Final = 4
"""The format of saves that are begun today."""

FORMATS: Final = (1, 2, 3, 4)
"""The formats that are read. A match goes on in the format of the file it came from."""

UNDO_BOUND: Final = 4
"""The first format whose commitments are bound to the undo policy too."""


class Digits(NamedTuple):
    """How many hexadecimal digits of its digests a file has.

    Attributes:
        chain: of a link of the chain, on every line.
        asked: of the fingerprint of a decision.
    """

    chain: int = 20
    asked: int = 8


DIGITS: Final = Digits()
"""Those of files that are begun today."""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    def line(self) -> dict[str, Any]:
        """The fields as a file has them."""
        return self.model_dump()


class Header(_Line):
    """The first line of a save: what is played and how chance was committed to.

    Attributes:
        navalcore: the format of the file.
        rules: the version of the game's rules.
        chance: where results come from: the stream of the seed, the stream of seed and salt together (``committed``), a
            person, or (a script, another source) these records only.
        commitment: what was promised of the seed; empty where no seed is behind the results.
        seed: the seed itself, withheld (None) from people who must not know it yet.
        salt: the bits that keep the seed from being found by trial, shown and withheld with it; none in files of
            formats 1 and 2.
        undo: ``barrier`` or ``free``.
    """

    navalcore: int
    game: str
    rules: str
    scenario: str
    options: dict[str, Any]
    chance: ChanceKind
    commitment: str
    seed: str | None = None
    salt: str | None = None
    undo: UndoPolicy = "barrier"

    @model_validator(mode="after")
    def _seed_as_committed(self) -> Self:
        if self.navalcore < 3:
            if self.salt is not None or self.chance == "committed":
                raise ValueError(f"salted seeds came with format 3, and this file has format {self.navalcore}")
        elif self.chance in ("physical", "recorded"):
            if self.commitment or self.seed is not None or self.salt is not None:
                raise ValueError(f"no seed is behind chance that is {self.chance}")
        elif len(self.commitment) != 64:
            raise ValueError(f"chance that is {self.chance} has a commitment of 64 digits")
        elif (self.seed is None) != (self.salt is None) or self.salt == "":
            raise ValueError("seed and salt are shown together or withheld together")
        if self.seed is not None and self.commitment != self.committing(self.seed, self.salt or "").commitment:
            raise ValueError("the seed is not the one that was committed to")
        return self

    def line(self) -> dict[str, Any]:
        """The fields as a file has them."""
        return self.model_dump(exclude={"salt"} if self.navalcore < 3 else None)

    def root(self) -> str:
        """The digest the chain starts from; it does not depend on whether the seed is shown."""
        return digest(canonical_json(self.model_dump(exclude={"seed", "salt"})))

    def committing(self, seed: str, salt: str) -> RevealedSeed:
        """A seed with all that a commitment in this file binds it to."""
        undo = self.undo if self.navalcore >= UNDO_BOUND else ""
        return RevealedSeed(seed, salt, self.game, self.rules, self.scenario, self.options, self.chance, undo)

    @property
    def revealed(self) -> RevealedSeed | None:
        """The seed with all that its commitment is bound to, for ``verify_commitment``; None if it is withheld."""
        return None if self.seed is None else self.committing(self.seed, self.salt or "")

    def commits_to(self, reseed: ReseedEntry) -> bool:
        """Whether the seed of a reseed, if it is shown, is the one that the reseed commits to."""
        if reseed.seed is None or not reseed.commitment:
            return True
        return self.committing(reseed.seed, reseed.salt or "").commitment == reseed.commitment

    def without_seed(self) -> Header:
        """The header as it is given to people who must not know the seed yet."""
        return self.model_copy(update={"seed": None, "salt": None})


class ChoiceEntry(_Line):
    """A role chose ``text``, option ``pick`` of those whose fingerprint is ``asked``."""

    kind: Literal["choice"] = "choice"
    role: str
    rule: str
    prompt: str
    asked: str
    pick: int
    text: str


class ChanceEntry(_Line):
    """A die showed, or a draw gave, ``text``; ``value`` is the face, or the index drawn.

    A file leaves out a text that is the value itself, and ``manual`` where nobody rolled: it is most of a long file.
    """

    kind: Literal["chance"] = "chance"
    die: str
    why: str
    rule: str
    value: int
    text: str
    manual: bool = False

    @model_validator(mode="before")
    @classmethod
    def _text_of_value(cls, data: Any) -> Any:
        if isinstance(data, dict) and "text" not in data and "value" in data:
            return {**data, "text": str(data["value"])}
        return data

    @model_validator(mode="after")
    def _on_its_die(self) -> Self:
        results = results_of(self.die)
        if self.value not in results:
            raise ValueError(f"{self.value} is not a result of {self.die or 'no die'}")
        return self

    def line(self) -> dict[str, Any]:
        """The fields as a file has them."""
        data = self.model_dump()
        if not self.manual:
            del data["manual"]
        if self.text == str(self.value):
            del data["text"]
        return data


class StateEntry(_Line):
    """The digest of the state as step ``step`` began."""

    kind: Literal["state"] = "state"
    step: str
    state: str


class UndoEntry(_Line):
    """Choices were taken back; ``to`` of them remain. If ``role`` is named, that role's last choice was taken back and
    what others chose since stays: so it is while several roles choose at the same time.
    """

    kind: Literal["undo"] = "undo"
    to: int
    role: str | None = None

    def line(self) -> dict[str, Any]:
        """The fields as a file has them."""
        return self.model_dump(exclude={"role"} if self.role is None else None)


class ReseedEntry(_Line):
    """From here on chance comes from the stream of another seed (a fork that went its own way).

    It is committed to like the seed of the header, and withheld with it. In files of formats 1 and 2 the seed stands
    alone.
    """

    kind: Literal["reseed"] = "reseed"
    commitment: str = ""
    seed: str | None
    salt: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.commitment:
            if (self.seed is None) != (self.salt is None) or self.salt == "":
                raise ValueError("seed and salt are shown together or withheld together")
        elif self.seed is None or self.salt is not None:
            raise ValueError("a seed that is withheld or salted has a commitment")
        return self

    def line(self) -> dict[str, Any]:
        """The fields as a file has them."""
        return self.model_dump() if self.commitment else {"kind": self.kind, "seed": self.seed}

    def without_seed(self) -> ReseedEntry:
        """The entry as it is given to people who must not know the seed yet.

        Raises:
            BadData: it is of an older format, which commits to no seed but the first.
        """
        if not self.commitment:
            raise BadData(
                "the seed of a match of format 1 or 2 cannot be withheld once chance has come from another seed: "
                "nothing there commits to that one"
            )
        return self.model_copy(update={"seed": None, "salt": None})


class OutcomeEntry(_Line):
    """The match ended."""

    kind: Literal["outcome"] = "outcome"
    winner: str | None
    reason: str


Entry: TypeAlias = ChoiceEntry | ChanceEntry | StateEntry | UndoEntry | ReseedEntry | OutcomeEntry
ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


_DIE: Final = re.compile(r"(?:die )?(-?\d{1,10})-(-?\d{1,10})|draw of (\d{1,10})", re.ASCII)


@lru_cache(maxsize=1024)
def results_of(die: str) -> range:
    """The numbers that a die or a draw can give, by its name on the tape; none if it is no such name.

    >>> results_of("die 1-6"), results_of("draw of 90"), results_of("0-99"), results_of("a guess")
    (range(1, 7), range(0, 90), range(0, 100), range(0, 0))
    """
    found = _DIE.fullmatch(die)
    if found is None:
        return range(0)
    low, high, items = found.groups()
    return range(int(items)) if items is not None else range(int(low), int(high) + 1)


def asked(decision: Decision, digits: int = DIGITS.asked) -> str:
    """The fingerprint of a decision: who is asked what, by which rule, with which options."""
    return digest(canonical_json([decision.role, decision.prompt, decision.rule, decision.texts]))[:digits]


def describe(entry: Entry) -> str:
    """An entry in a sentence, for error messages and for reading a save without its game."""
    match entry:
        case ChoiceEntry():
            return f"{entry.role} chose '{entry.text}' ({entry.prompt})"
        case ChanceEntry():
            by = " by hand" if entry.manual else ""
            return f"{entry.die} gave {entry.text}{by}" + (f" for {entry.why}" if entry.why else "")
        case StateEntry():
            return f"state {entry.state[:8]} at step {entry.step}"
        case UndoEntry():
            whose = "choices" if entry.role is None else f"the last choice of {entry.role}"
            return f"{whose} taken back, {entry.to} remain"
        case ReseedEntry():
            return "chance goes on from another seed" + (" (withheld)" if entry.seed is None else "")
        case OutcomeEntry():
            return f"the match ended: {entry.reason}"


class Tape:
    """The entries of one match in order, checked or extended while the match runs along them.

    While the match has not got past what the tape holds, every entry it produces must be the one on the tape
    (:class:`~navalcore.errors.Diverged` says where it is not). After that entries are appended; :meth:`flush` chains
    them and hands them to ``sink`` as text.
    """

    def __init__(
        self, header: Header, entries: Sequence[Entry] = (), lines: Sequence[int] = (), digits: Digits = DIGITS
    ) -> None:
        self.header = header
        self.digits = digits
        self.entries: list[Entry] = list(entries)
        self.cursor = 0
        self.head = header.root()
        self.sink: Callable[[str], object] | None = None
        self._lines = list(lines)
        self._pending: list[Entry] = []

    def note(self, entry: Entry) -> None:
        """Check the entry against the tape, or append it.

        Raises:
            Diverged: the tape holds another entry here.
        """
        if self.cursor < len(self.entries):
            if self.entries[self.cursor] != entry:
                raise self.diverged(entry)
        else:
            self.entries.append(entry)
            self._pending.append(entry)
        self.cursor += 1

    def flush(self) -> None:
        """Chain the new entries and hand them to the sink in one piece; without a sink they wait.

        Raises:
            NotWritten: the sink has refused them; they still wait.
        """
        if self._pending and self.sink is not None:
            self._write(self._pending)
            self._pending.clear()

    def begin(self) -> None:
        """Hand the header's line to the sink; every entry is to follow it.

        Raises:
            NotWritten: the sink has refused it.
        """
        self.resume_after(0, self.header.root())
        self._hand(header_line(self.header))

    def _write(self, entries: Sequence[Entry]) -> None:
        head = self.head
        text = "".join(self._seal(entry) for entry in entries)
        try:
            self._hand(text)
        except BaseException:
            self.head = head
            raise

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
        self.head = chained(self.head, data, self.digits.chain)
        return written(data, self.head)

    def expect(self, entries: Sequence[Entry], lines: Sequence[int]) -> None:
        """Hold what comes next against further entries of a file."""
        self.entries += entries
        self._lines += lines

    def resume_after(self, written: int, head: str) -> None:
        """Go on writing after the ``written`` entries that a file holds, the last of them with digest ``head``."""
        self._pending = self.entries[written:]
        self.head = head

    def rollback(self, length: int) -> None:
        """Forget the entries of a submission that failed, down to the ``length`` there were before it."""
        dropped = len(self.entries) - length
        if dropped > 0:
            del self.entries[length:]
            del self._pending[-dropped:]

    def announce_undo(self, to: int, role: str | None = None) -> None:
        """Where there is a sink, write that choices (or the last of ``role``) will be taken back and ``to`` of them
        remain, before they are.

        Raises:
            NotWritten: it could not be written; nothing may be taken back.
        """
        if self.sink is not None:
            self._write([UndoEntry(to=to, role=role)])

    def undo(self, to: int) -> None:
        """Leave what came after the cursor out of the line of play, and, where there is no sink that has heard of it,
        note that ``to`` choices remain.
        """
        dropped = len(self.entries) - self.cursor
        del self.entries[self.cursor :]
        del self._lines[self.cursor :]
        unwritten = min(len(self._pending) - self._settled, dropped)
        if unwritten:
            del self._pending[-unwritten:]
        if dropped > unwritten and self.sink is None:
            self._pending.append(UndoEntry(to=to))

    def take_out(self, role: str) -> None:
        """Leave the role's last choice out of the line of play, and nothing of what came after it; where there is no
        sink that has heard of it, note that.
        """
        place = max(i for i, each in enumerate(self.entries) if isinstance(each, ChoiceEntry) and each.role == role)
        later = len(self.entries) - place
        del self.entries[place]
        del self._lines[place : place + 1]
        if later <= len(self._pending) - self._settled:
            del self._pending[-later]
        elif self.sink is None:
            to = sum(isinstance(entry, ChoiceEntry) for entry in self.entries)
            self._pending.append(UndoEntry(to=to, role=role))

    @property
    def _settled(self) -> int:
        """How many of the pending entries have to be written in any case: up to the last undo among them."""
        return max((i + 1 for i, entry in enumerate(self._pending) if isinstance(entry, UndoEntry)), default=0)

    def text(self, *, seed: bool = True) -> str:
        """The whole tape as a save file's text, with every seed shown or every one withheld.

        Raises:
            BadData: a seed cannot be withheld.
        """
        clean = Tape(self.header, digits=self.digits)
        parts = [header_line(self.header if seed else self.header.without_seed())]
        for entry in self.entries:
            shown = entry if seed or not isinstance(entry, ReseedEntry) else entry.without_seed()
            parts.append(clean._seal(shown))
        return "".join(parts)

    def diverged(self, found: Entry | Decision | None) -> Diverged:
        """The error that says where the match and the tape part ways."""
        expected = self.entries[self.cursor]
        line = f", line {self._lines[self.cursor]}" if self.cursor < len(self._lines) else ""
        rule = getattr(expected, "rule", "") or getattr(found, "rule", "")
        where = f"entry {self.cursor + 1}{line}" + (f", rule {rule}" if rule else "")
        if found is None:
            what = "the end of the match"
        elif isinstance(found, Decision):
            what = f"{found.role} asked '{found.prompt}' with {', '.join(found.texts[:8])}"
        else:
            what = describe(found)
            if type(expected) is type(found):
                names = [n for n in type(expected).model_fields if getattr(expected, n) != getattr(found, n)]
                what += f" (differs in {', '.join(names)})"
        return Diverged(f"diverged at {where}: expected {describe(expected)}; found {what}", expected)


def chained(head: str, data: dict[str, Any], digits: int = DIGITS.chain) -> str:
    """The digest of an entry's data after the digest of the entry before; it does not depend on whether the seed of a
    reseed is shown.
    """
    if "commitment" in data:
        data = {name: value for name, value in data.items() if name not in ("seed", "salt")}
    return digest(head + canonical_json(data))[:digits]


def header_line(header: Header) -> str:
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
