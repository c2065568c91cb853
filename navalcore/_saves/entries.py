"""The contents of a save file: its header and the entries of its tape, each one line."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from navalcore._misfits import told_of_misfits
from navalcore._play.commitments import RevealedSeed
from navalcore._play.setup import Beginning, Setup
from navalcore._rules.decision import Decision, keys_of
from navalcore._rules.state import canonical_json, digest
from navalcore._rules.terms import ChanceKind, UndoPolicy
from navalcore.components._model_errors import quoted
from navalcore.errors import BadData

FORMAT: Final = 5
"""The format of saves that are begun today."""

SEATED: Final = 6
"""The format of those that say who sits where; otherwise it is format 5, and what reads that needs nothing new."""

PLACED: Final = 7
"""The format of those that begin from a position."""

FORMATS: Final = (4, 5, 6, 7)
"""The formats that are read. A match continues in the format of the file it came from."""

OLD_FORMATS: Final = (1, 2, 3)
"""Those that only ``navalcore upgrade`` reads."""

KEYED: Final = 5
"""The first format whose fingerprints do not depend on the wording of questions and options."""

ASKED_DIGITS: Final = 8
"""How many hexadecimal digits the fingerprint of a decision has."""


class _SaveLine(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    prose: ClassVar[frozenset[str]] = frozenset()
    """The fields that are there for people: words, which a later version may put otherwise."""
    optional: ClassVar[frozenset[str]] = frozenset()
    """The fields that a file leaves out where they are None."""

    def confirms(self, other: Entry) -> bool:
        """Whether this entry, which the rules have come to, says the same as ``other``, perhaps in other words."""
        return type(self) is type(other) and not self.differs_in(other)

    def differs_in(self, other: BaseModel) -> list[str]:
        """The fields, prose left out, in which ``other``, an entry of the same kind, is not the same."""
        return [
            name
            for name in type(self).model_fields
            if name not in self.prose and getattr(self, name) != getattr(other, name)
        ]

    def line(self) -> dict[str, Any]:
        """The fields as a file has them."""
        return {name: value for name, value in self if value is not None or name not in self.optional}

    def without_seed(self) -> Self:
        """The line as it is given to people who must not know the seed yet."""
        return self.model_copy(update={"seed": None, "salt": None})


def _check_seed(seed: str | None, salt: str | None) -> None:
    """Refuse (ValueError) a seed that no match has: chance cannot come from it, however it is committed to."""
    if (seed is None) != (salt is None) or salt == "":
        raise ValueError("seed and salt are shown together or withheld together")
    if seed == "":
        raise ValueError("the seed is empty; one that is withheld is null")
    try:
        f"{seed}{salt}".encode()
    except UnicodeEncodeError:
        raise ValueError("seed or salt has a character that cannot be written") from None


class SaveHeader(_SaveLine):
    """The first line of a save: the game, its set-up, and the commitment to chance."""

    optional = frozenset({"seats", "position"})

    navalcore: int
    """The format of the file."""
    game: str
    rules: str
    """The version of the game's rules."""
    scenario: str
    options: dict[str, Any]
    chance: ChanceKind
    """Where results come from: the seed, seed and salt together (``committed``), a person, or these records only."""
    commitment: str
    """The commitment to the seed; empty where the results come from no seed."""
    seed: str | None = None
    """The seed itself, withheld (None) from people who must not know it yet."""
    salt: str | None = None
    """The bits that keep the seed from being found by trial, shown and withheld with it."""
    undo: UndoPolicy = "barrier"
    seats: dict[str, str] | None = None
    """Who sits where, by role: ``person``, ``bot:NAME`` or ``nobody``; left out where that was not arranged."""
    position: dict[str, Any] | None = None
    """The position that the match begins from (``state``, and in ``results`` the first results of chance); left out
    where that is the game's own beginning.
    """

    @model_validator(mode="after")
    def _in_their_format(self) -> Self:
        if (self.position is None) is (self.navalcore == PLACED):
            raise ValueError(f"a header has a position in format {PLACED}, and in no other format")
        if self.position is not None:
            Beginning.of(self.position)
        if self.navalcore != PLACED and (self.seats is None) is (self.navalcore >= SEATED):
            raise ValueError(f"a header has seats from format {SEATED} on, and not before")
        return self

    @model_validator(mode="after")
    def _seed_as_committed(self) -> Self:
        _check_seed(self.seed, self.salt)
        if self.chance in ("physical", "recorded"):
            if self.commitment or self.seed is not None or self.salt is not None:
                raise ValueError(f"no seed is behind chance that is {self.chance}")
        elif len(self.commitment) != 64:
            raise ValueError(f"chance that is {self.chance} has a commitment of 64 digits")
        if self.seed is not None and self.commitment != self.committing(self.seed, self.salt or "").commitment:
            raise ValueError("the seed is not the one that was committed to")
        return self

    def root(self) -> str:
        """The digest the chain starts from; it does not depend on whether the seed is shown."""
        fields = self.line().items()
        return digest(canonical_json({name: value for name, value in fields if name not in ("seed", "salt")}))

    def committing(self, seed: str, salt: str) -> RevealedSeed:
        """Return ``seed`` and ``salt`` with all that a commitment in this file binds them to."""
        return RevealedSeed(seed, salt, self.game, self.rules, self.scenario, self.options, self.chance, self.undo)

    @property
    def revealed(self) -> RevealedSeed | None:
        """The seed with all that its commitment is bound to, for ``verify_commitment``; None if it is withheld."""
        return None if self.seed is None else self.committing(self.seed, self.salt or "")

    def commits_to(self, reseed: ReseedEntry) -> bool:
        """Whether the seed of ``reseed``, if it is shown, is the one that the reseed commits to."""
        return reseed.seed is None or self.committing(reseed.seed, reseed.salt or "").commitment == (reseed.commitment)


class ChoiceEntry(_SaveLine):
    """A role chose option ``pick`` of those whose fingerprint is ``asked``, which in format 4 is of words, not keys."""

    prose = frozenset({"prompt", "text"})
    optional = frozenset({"key"})

    kind: Literal["choice"] = "choice"
    role: str
    rule: str
    prompt: str
    asked: str
    pick: int
    key: str | None = None
    text: str

    def confirms(self, other: Entry) -> bool:
        """Whether this choice is ``other``, perhaps in other words; without keys, by role, rule and number."""
        if self.key is not None or not isinstance(other, ChoiceEntry):
            return super().confirms(other)
        return self == other or self.differs_in(other) == ["asked"]

    def __str__(self) -> str:
        return f"{self.role} chose '{self.text}' ({self.prompt})"


class ChanceEntry(_SaveLine):
    """A die showed, or a draw gave, ``text``; ``value`` is the face, or the index drawn."""

    prose = frozenset({"why", "text"})

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
        if not results:
            raise ValueError(f"{quoted(self.die)} names neither a die nor a draw")
        if self.value not in results:
            raise ValueError(f"{quoted(self.value)} is not a result of {self.die}")
        return self

    def line(self) -> dict[str, Any]:
        """The fields as a file has them, without a text that is the value itself: chance is most of a long file."""
        data = self.model_dump()
        if not self.manual:
            del data["manual"]
        if self.text == str(self.value):
            del data["text"]
        return data

    def __str__(self) -> str:
        by = " by hand" if self.manual else ""
        return f"{self.die} gave {self.text}{by}" + (f" for {self.why}" if self.why else "")


class StateEntry(_SaveLine):
    """The digest of the state as step ``step`` began."""

    kind: Literal["state"] = "state"
    step: str
    state: str

    def __str__(self) -> str:
        return f"state {self.state[:8]} at step {self.step}"


class CheckpointEntry(_SaveLine):
    """The whole state as step ``step`` began, from which a load that trusts it may start."""

    kind: Literal["checkpoint"] = "checkpoint"
    step: str
    state: str
    """A fingerprint of the state, in the order in which it is written."""
    words: int | None = Field(ge=0, lt=1 << 60)
    """How many words of the seed's stream had been used; None if chance has another source, or the seed is withheld."""
    packed: str
    """The state itself (``navalcore._saves.entries``)."""

    @model_validator(mode="after")
    def _as_its_fingerprint(self) -> Self:
        if digest(unpacked(self.packed)) != self.state:
            raise ValueError("the state is not the one of its fingerprint")
        return self

    def confirms(self, other: Entry) -> bool:
        """Whether this one proves ``other``, however it is packed, and as far as a withheld seed shows the words."""
        return (
            isinstance(other, CheckpointEntry)
            and (self.step, self.state) == (other.step, other.state)
            and self.words in (None, other.words)
        )

    @property
    def data(self) -> Any:
        """The state as JSON-ready data."""
        return json.loads(unpacked(self.packed))

    def __str__(self) -> str:
        return f"checkpoint {self.state[:8]} at step {self.step}"


class UndoEntry(_SaveLine):
    """Choices were taken back and ``to`` of them remain; or only the last of ``role``, among simultaneous choices. If
    all of them remain, what people rolled or drew last was.
    """

    optional = frozenset({"role"})

    kind: Literal["undo"] = "undo"
    to: int
    role: str | None = None

    def __str__(self) -> str:
        whose = "choices" if self.role is None else f"the last choice of {self.role}"
        return f"{whose} taken back, {self.to} remain"


class ReseedEntry(_SaveLine):
    """From here on chance comes from the stream of another seed, committed to and withheld like the first."""

    kind: Literal["reseed"] = "reseed"
    commitment: str = Field(min_length=1)
    seed: str | None
    salt: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        _check_seed(self.seed, self.salt)
        return self

    def __str__(self) -> str:
        return "chance continues from another seed" + (" (withheld)" if self.seed is None else "")


class OutcomeEntry(_SaveLine):
    """The match ended."""

    prose = frozenset({"reason"})

    kind: Literal["outcome"] = "outcome"
    winner: str | None
    reason: str

    def __str__(self) -> str:
        return f"the match ended: {self.reason}"


Entry: TypeAlias = ChoiceEntry | ChanceEntry | StateEntry | CheckpointEntry | UndoEntry | ReseedEntry | OutcomeEntry
"""An entry: its ``kind`` says which, and ``str`` says it in a sentence, for error messages and for reading a save
without its game.
"""
KINDS: Final = ("choice", "chance", "state", "checkpoint", "undo", "reseed", "outcome")
"""The kinds of entries."""
ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def last_roll(entries: Sequence[Entry]) -> int | None:
    """The place of the last roll or draw that people made; None if they made none since the last choice."""
    for place in reversed(range(len(entries))):
        entry = entries[place]
        if isinstance(entry, ChoiceEntry):
            return None
        if isinstance(entry, ChanceEntry) and entry.manual:
            return place
    return None


_DIE: Final = re.compile(r"(?:die )?(-?\d{1,10})-(-?\d{1,10})|draw of (\d{1,10})", re.ASCII)


@lru_cache(maxsize=1024)
def results_of(die: str) -> range:
    """The numbers that ``die 1-6``, ``0-99`` or ``draw of 90`` can give; none if it names neither."""
    found = _DIE.fullmatch(die)
    if found is None:
        return range(0)
    low, high, items = found.groups()
    return range(int(items)) if items is not None else range(int(low), int(high) + 1)


def fingerprint(decision: Decision) -> str:
    """The fingerprint of a decision, in any wording: role, kind, rule, and the keys of all options in order."""
    keys = keys_of(decision)
    return digest(canonical_json([decision.role, decision.kind, decision.rule, keys]))


def fingerprint_in_words(decision: Decision) -> str:
    """The fingerprint of a decision and its words: who is asked what, by which rule, with which options."""
    return digest(canonical_json([decision.role, decision.prompt, decision.rule, decision.texts]))


@told_of_misfits
def asked_alone(choice: Mapping[str, Any], kind: str) -> bool:
    """Whether a choice of a save was the only option of its question, for migrations to rules that do not ask then.

    Args:
        choice: the entry, as a migration is given it.
        kind: the kind that the question had.

    Raises:
        BadData: it is not a choice as a save has it.
    """
    try:
        if choice.get("key") is None:
            asked = [choice["role"], choice["prompt"], choice["rule"], [choice["text"]]]
        else:
            asked = [choice["role"], kind, choice["rule"], [choice["key"]]]
        return bool(digest(canonical_json(asked))[:ASKED_DIGITS] == choice["asked"])
    except KeyError as error:
        raise BadData(f"a choice of a save has the field {error}; this one has {', '.join(map(str, choice))}") from None


def save_header(setup: Setup[Any, Any, Any], version: int | None = None) -> SaveHeader:
    """The header of a save, of this format, of a match that is played with a setup; its seed included."""
    return SaveHeader(
        navalcore=version or (FORMAT if setup.seats is None else SEATED) if setup.position is None else PLACED,
        game=setup.game.id,
        rules=setup.game.version,
        scenario=setup.scenario.id,
        options=setup.options.model_dump(mode="json"),
        chance=setup.chance,
        commitment=setup.commitment,
        seed=setup.seed or None,
        salt=setup.salt or None,
        undo=setup.undo,
        seats=None if setup.seats is None else dict(setup.seated),
        position=None if setup.position is None else setup.position.data,
    )


def checkpoint_entry(step: str, data: Any, words: int | None) -> CheckpointEntry | None:
    """The checkpoint of a state, given as JSON-ready data; None if that is too large to be kept."""
    text = as_text(data)
    pack = packed(text)
    if pack is None:
        return None
    return CheckpointEntry.model_construct(kind="checkpoint", step=step, state=digest(text), words=words, packed=pack)


def choice_entry(decision: Decision, pick: int, version: int = FORMAT) -> ChoiceEntry:
    """The entry of a choice in a file of a format."""
    keyed = version >= KEYED
    return ChoiceEntry(
        role=decision.role,
        rule=decision.rule,
        prompt=decision.prompt,
        asked=(fingerprint(decision) if keyed else fingerprint_in_words(decision))[:ASKED_DIGITS],
        pick=pick,
        key=keys_of(decision)[pick] if keyed else None,
        text=str(decision.options[pick]),
    )


LARGEST_STATE: Final = 1 << 19
"""Bytes of JSON a packed state may have; its line then fits into a save, however little it can be compressed."""


def as_text(data: Any) -> str:
    """A state's JSON-ready data as the text that is packed; what is in another order is another text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def packed(text: str) -> str | None:
    """The text packed, or None if it is too long for that."""
    raw = text.encode(errors="surrogatepass")
    return b64encode(zlib.compress(raw, 6)).decode() if len(raw) <= LARGEST_STATE else None


def unpacked(pack: str) -> str:
    """The text that was packed."""
    raw = b64decode(pack, validate=True)
    if b64encode(raw).decode() != pack:
        raise ValueError("the packed state is not written as base 64 in its one form")
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(raw, LARGEST_STATE)
    except zlib.error as error:
        raise ValueError(f"the state cannot be unpacked: {error}") from None
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("the packed state is cut off, is too long or has something after its end")
    return text.decode(errors="surrogatepass")
