"""Verification: what a save proves, what it cannot prove, and where it is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from navalcore._match.installed import load
from navalcore._match.match import Match
from navalcore._play.commitments import verify_commitment
from navalcore._rules.game import Rules
from navalcore._saves.entries import (
    KEYED,
    ChanceEntry,
    ChoiceEntry,
    Entry,
    Header,
    OutcomeEntry,
    ReseedEntry,
    UndoEntry,
)
from navalcore._saves.files import SaveFile, path_of, read_save
from navalcore._saves.replaying import Replay, passages, results_in
from navalcore._saves.saves import carried_over, load_match
from navalcore.errors import BadData, DamagedTape, Diverged, NavalCoreError, SeedWithheld


class Proof(StrEnum):
    """What was found of one thing that was checked."""

    PROVEN = "proven"
    NOT_PROVABLE = "not provable"
    REFUSED = "refused"


@dataclass(frozen=True)
class Check:
    """One thing that was checked.

    Attributes:
        what: ``chain``, ``setup``, ``commitment``, ``choices``, ``chance``, ``reseeds``, ``taken back`` or ``outcome``.
        proof: what was found.
        detail: that in a sentence.
    """

    what: str
    proof: Proof
    detail: str


BEYOND = (
    "No file can show when it was made, who made the choices, whether more was played than it holds, or that a seed "
    "was not picked for its dice. That it was not changed in between, the commitment published before the match shows."
)

EARLIER = ", carried over from an earlier version of the rules"


@dataclass(frozen=True)
class Verification:
    """What the verification of a save has found.

    Attributes:
        path: the file.
        header: its first line; None if not even that can be read.
        checks: what was checked, in order; nothing is checked after a refusal.
        match: the match, played to where it stands; None if the file is refused.
        error: why the file is refused, or None.
    """

    path: Path
    header: Header | None
    checks: tuple[Check, ...]
    match: Match[Any, Any, Any] | None = None
    error: NavalCoreError | None = None

    @property
    def proven(self) -> bool:
        """Whether everything that was checked is proven."""
        return self.error is None and not self.unproven

    @property
    def unproven(self) -> tuple[str, ...]:
        """What cannot be proven."""
        return tuple(check.what for check in self.checks if check.proof is Proof.NOT_PROVABLE)

    @property
    def conclusion(self) -> str:
        """What all of it comes to, and no more."""
        if self.error is not None:
            return f"Refused at {self.checks[-1].what}."
        if self.unproven:
            return f"Nothing in it contradicts the rules; not proven: {', '.join(self.unproven)}. {BEYOND}"
        return f"All of it follows from the rules and the seed that it shows. {BEYOND}"

    def to_json(self) -> dict[str, Any]:
        """All of it, JSON-ready."""
        return {
            "file": str(self.path),
            "header": None if self.header is None else self.header.line(),
            "proven": self.proven,
            "checks": [{"what": each.what, "proof": each.proof.value, "detail": each.detail} for each in self.checks],
            "choices": None if self.match is None else self.match.count,
            "conclusion": self.conclusion,
            "error": None if self.error is None else {"code": self.error.code, "message": str(self.error)},
        }


def verify(
    save: str | Path | SaveFile, game: Rules[Any, Any, Any] | None = None, *, commitment: str | None = None
) -> Verification:
    """Check a save completely: its digests, its seeds, and everything in it by playing it again, line by line,
    including what was taken back.

    Args:
        save: the save or journal: the file, or what :func:`~navalcore.read_save` made of it.
        game: the game; looked up among the installed ones if left out.
        commitment: the one that was published before the match; the file must have it.

    Returns:
        What is proven and what cannot be proven; its ``match`` is the match.

    Raises:
        BadData: the file cannot be read.
        DamagedTape: it was changed, or says something that the rules do not allow; names the line.
        Diverged: the rules do something else than the file says; names entry, line, rule, expected and found.
        UnknownGame, IncompatibleSave: it cannot be played here.
    """
    found = examine(save, game, commitment=commitment)
    if found.error is not None:
        raise found.error
    return found


def examine(
    save: str | Path | SaveFile, game: Rules[Any, Any, Any] | None = None, *, commitment: str | None = None
) -> Verification:
    """The same as :func:`verify`, with a file that is refused told in the result.

    Raises:
        BadData: the file cannot be read.
        UnknownGame, IncompatibleSave: it cannot be played here.
    """
    if commitment is not None and (not isinstance(commitment, str) or not commitment.strip()):
        raise BadData(f"the commitment that was published is a text of hexadecimal digits, not {commitment!r}")
    try:
        saved = save if isinstance(save, SaveFile) else read_save(save)
    except DamagedTape as error:
        assert not isinstance(save, SaveFile)
        return Verification(path_of(save), None, (Check("chain", Proof.REFUSED, str(error)),), error=error)
    examination = _Examination(saved, load(saved.header.game) if game is None else game)
    checks: list[Check] = []
    try:
        for check in examination.run(commitment):
            checks.append(check)
    except (DamagedTape, Diverged, SeedWithheld) as error:
        checks.append(Check(examination.refused_at(error), Proof.REFUSED, str(error)))
        return Verification(saved.path, saved.header, tuple(checks), error=error)
    return Verification(saved.path, saved.header, tuple(checks), examination.match)


class _Examination:
    """One save being examined."""

    def __init__(self, saved: SaveFile, game: Rules[Any, Any, Any]) -> None:
        self._saved = saved
        self._game = game
        self._looking_at = "chain"
        self._carried = False
        self._unsaid = 0
        self._redrawn = 0
        self._reworded: list[Entry] = []
        self.match: Match[Any, Any, Any] | None = None

    def run(self, commitment: str | None) -> Iterator[Check]:
        """Every check in order.

        Raises:
            DamagedTape, Diverged, SeedWithheld: one is failed.
            IncompatibleSave: the match cannot be played here.
        """
        yield self._chain()
        self._looking_at = "setup"
        _, checked = carried_over(self._saved, self._game)
        self._carried = not checked
        self._looking_at = "choices"
        self.match = match = self._carried_match() if self._carried else self._played()
        yield self._setup(match)
        self._looking_at = "commitment"
        yield from self._commitment(commitment)
        yield self._choices(match)
        yield self._chance()
        yield self._reseeds()
        yield self._taken_back()
        yield self._outcome(match)

    def refused_at(self, error: NavalCoreError) -> str:
        """Which check an error belongs to."""
        if self._looking_at == "choices":
            match getattr(error, "expected", None):
                case ChanceEntry():
                    return "chance"
                case ReseedEntry():
                    return "reseeds"
                case OutcomeEntry():
                    return "outcome"
        return self._looking_at

    # ---- playing it again --------------------------------------------------------------------------------------------

    def _carried_match(self) -> Match[Any, Any, Any]:
        return load_match(self._saved, self._game)

    def _played(self) -> Match[Any, Any, Any]:
        """The match, played along everything that the file holds, choices that were taken back too."""
        first, *later = passages(self._saved.written)
        replay = Replay.of(self._saved, self._game, first.entries, first.lines, results_in(first.entries))
        if later:
            self._looking_at = "taken back"
        try:
            replay.follow(first.entries, True, None)
            for passage in later:
                self._looking_at = "taken back"
                gone = replay.take_back(passage, self._saved.path)
                self._redrawn += any(isinstance(entry, ChanceEntry) for entry in gone)
                self._looking_at = "choices" if passage is later[-1] else "taken back"
                replay.go_on(passage)
        except Diverged as error:
            if self._looking_at == "taken back":
                raise DamagedTape(f"{self._saved.path}: in what was taken back later, {error}") from None
            raise
        self._unsaid = len(replay.tape.entries) - len(self._saved.entries)
        self._reworded = [self._saved.written[line - 2] for line in replay.tape.reworded]
        return replay.match

    # ---- what is found -----------------------------------------------------------------------------------------------

    def _chain(self) -> Check:
        saved = self._saved
        torn = "; its last line was torn off" if saved.torn else ""
        links = f"{len(saved.written) + 1} lines, each with the digest of all before it, the last {saved.head}"
        return Check("chain", Proof.NOT_PROVABLE if saved.torn else Proof.PROVEN, links + torn)

    def _setup(self, match: Match[Any, Any, Any]) -> Check:
        header = self._saved.header
        what = f"{header.game}, scenario {header.scenario}, rules {header.rules}"
        if self._carried:
            return Check("setup", Proof.NOT_PROVABLE, f"{what}; carried over to rules {self._game.version}")
        options = match.setup.options.model_dump(mode="json")
        if options != header.options:
            names = ", ".join(name for name in options if options[name] != header.options.get(name))
            return Check("setup", Proof.NOT_PROVABLE, f"{what}; the file does not say in full: {names}")
        return Check("setup", Proof.PROVEN, f"{what}; it has these options")

    def _commitment(self, published: str | None) -> Iterator[Check]:
        header = self._saved.header
        revealed = header.revealed
        if published is not None and published.strip().lower() != header.commitment:
            said = header.commitment or "none"
            raise DamagedTape(f"{self._saved.path}, line 1: the commitment is {said}, not the one that was published")
        if header.chance in ("physical", "recorded"):
            return
        known = "not compared with one published before" if published is None else "the one published before the match"
        if revealed is None:
            yield Check("commitment", Proof.NOT_PROVABLE, f"the seed is withheld; the commitment is {known}")
        elif not revealed.salt:
            detail = f"the seed fits, but in format {header.navalcore} it is bound to no game and can be found by trial"
            yield Check("commitment", Proof.NOT_PROVABLE, detail)
        elif not revealed.undo and header.undo == "free":
            detail = f"the seed fits, but in format {header.navalcore} it is not bound to free undo; it is {known}"
            yield Check("commitment", Proof.NOT_PROVABLE, detail)
        else:
            assert verify_commitment(header.commitment, revealed), "the header was read"
            bound = "seed, salt, game, rules, options" + (", undo policy" if revealed.undo else "")
            yield Check("commitment", Proof.PROVEN, f"{bound} fit it; it is {known}")

    def _choices(self, match: Match[Any, Any, Any]) -> Check:
        if self._carried:
            return Check("choices", Proof.NOT_PROVABLE, f"{match.count}{EARLIER}")
        offered = f"{match.count}, each offered to that role by that question"
        version, unsure = self._saved.header.navalcore, _count(self._reworded, ChoiceEntry)
        if unsure and version < KEYED:
            detail = (
                f"{match.count}, each by its role, rule and number; {unsure} were asked in words that have changed "
                f"since, and in format {version} only the words show what was offered"
            )
            return Check("choices", Proof.NOT_PROVABLE, detail)
        if self._reworded:
            offered += f"; {len(self._reworded)} lines have words that are not those of today, and prove nothing"
        return Check("choices", Proof.PROVEN, offered)

    def _chance(self) -> Check:
        header, count = self._saved.header, _count(self._saved.written, ChanceEntry)
        if not count:
            return Check("chance", Proof.PROVEN, "no die was rolled and nothing was drawn")
        if self._carried:
            return Check("chance", Proof.NOT_PROVABLE, f"{count} results{EARLIER}")
        possible = f"{count} results, each on its die or in its draw"
        if header.chance == "physical":
            return Check("chance", Proof.NOT_PROVABLE, f"{possible}, typed by hand")
        if header.chance == "recorded":
            return Check("chance", Proof.NOT_PROVABLE, f"{possible}, recorded from a source that cannot be asked again")
        withheld = any(reseed.seed is None for reseed in self._reseed_entries)
        if header.seed is None or withheld:
            return Check("chance", Proof.NOT_PROVABLE, f"{possible}; they cannot be worked out, as a seed is withheld")
        return Check("chance", Proof.PROVEN, f"{count} results, each worked out again from its seed")

    @property
    def _reseed_entries(self) -> list[ReseedEntry]:
        return [entry for entry in self._saved.written if isinstance(entry, ReseedEntry)]

    def _reseeds(self) -> Check:
        reseeds = self._reseed_entries
        if not reseeds:
            return Check("reseeds", Proof.PROVEN, "none: one source for the whole match")
        detail = f"{len(reseeds)}: nothing shows that a seed taken in mid-match was not picked for its dice"
        return Check("reseeds", Proof.NOT_PROVABLE, detail)

    def _taken_back(self) -> Check:
        times = _count(self._saved.written, UndoEntry)
        if not times:
            return Check("taken back", Proof.PROVEN, "nothing")
        if self._carried:
            return Check("taken back", Proof.NOT_PROVABLE, f"{times} times, which was not played again")
        after = f", {self._redrawn} after a die or a draw, as free undo allows" if self._redrawn else ""
        return Check("taken back", Proof.PROVEN, f"{times} times, all of it played again{after}")

    def _outcome(self, match: Match[Any, Any, Any]) -> Check:
        if self._carried:
            return Check("outcome", Proof.NOT_PROVABLE, f"{match.outcome or 'still being played'}{EARLIER}")
        if self._unsaid > 0:
            return Check("outcome", Proof.NOT_PROVABLE, "the file stops before all that follows from its last choice")
        return Check("outcome", Proof.PROVEN, str(match.outcome or "still being played"))


def _count(entries: Sequence[Entry], kind: type[Entry]) -> int:
    return sum(isinstance(entry, kind) for entry in entries)
