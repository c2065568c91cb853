"""Verification: what a save proves, what it cannot prove, and where it is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from navalcore._play.commitments import verify_commitment
from navalcore._play.driver import AnyDriver
from navalcore._rules.game import Rules
from navalcore._saves.entries import KEYED, ChanceEntry, ChoiceEntry, Entry, OutcomeEntry, ReseedEntry, UndoEntry
from navalcore._saves.files import SaveFile
from navalcore._saves.replaying import Replay
from navalcore._saves.saves import carried_over, load_driver
from navalcore.errors import DamagedTape, Diverged, NavalCoreError


class Proof(StrEnum):
    """The finding about one thing that was checked."""

    PROVEN = "proven"
    NOT_PROVABLE = "not provable"
    REFUSED = "refused"


@dataclass(frozen=True)
class Check:
    """One thing that was checked."""

    what: str
    """``chain``, ``setup``, ``commitment``, ``choices``, ``chance``, ``reseeds``, ``taken back`` or ``outcome``."""
    proof: Proof
    """The finding."""
    detail: str
    """That in a sentence."""


BEYOND = (
    "No file can show when it was made, who made the choices, whether the match continued beyond its end, or that a "
    "seed was not picked for its dice. That it was not changed in between, the commitment published before the match "
    "shows."
)

EARLIER = ", carried over from an earlier version of the rules"


class Examination:
    """One save being examined, and the driver that has played it again."""

    def __init__(self, saved: SaveFile, game: Rules[Any, Any, Any]) -> None:
        self._saved = saved
        self._game = game
        self._looking_at = "chain"
        self._carried = False
        self._unsaid = 0
        self._redrawn = 0
        self._reworded: list[Entry] = []
        self.driver: AnyDriver | None = None

    def run(self, commitment: str | None) -> Iterator[Check]:
        """Every check in order."""
        yield self._chain()
        self._looking_at = "setup"
        _, checked = carried_over(self._saved, self._game)
        self._carried = not checked
        self._looking_at = "choices"
        self.driver = driver = load_driver(self._saved, self._game).driver if self._carried else self._played()
        yield self._setup(driver)
        self._looking_at = "commitment"
        yield from self._commitment(commitment)
        yield self._choices(driver)
        yield self._chance()
        yield self._reseeds()
        yield self._taken_back()
        yield self._outcome(driver)

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

    def _played(self) -> AnyDriver:
        """The driver that has played along everything that the file holds, choices that were taken back too."""
        try:
            for replay, gone, last in Replay.as_written(self._saved, self._game):
                driver, tape, self._looking_at = replay.driver, replay.tape, "choices" if last else "taken back"
                self._redrawn += any(isinstance(entry, ChanceEntry) for entry in gone)
        except Diverged as error:
            if self._looking_at == "taken back":
                raise DamagedTape(f"{self._saved.path}: among the choices taken back later, {error}") from None
            raise
        self._unsaid = len(tape.entries) - len(self._saved.entries)
        self._reworded = [self._saved.written[line - 2] for line in tape.reworded]
        return driver

    # ---- what is found -----------------------------------------------------------------------------------------------

    def _chain(self) -> Check:
        saved = self._saved
        torn = "; its last line was torn off" if saved.torn else ""
        links = f"{len(saved.written) + 1} lines, each with the digest of all before it, the last {saved.head}"
        return Check("chain", Proof.NOT_PROVABLE if saved.torn else Proof.PROVEN, links + torn)

    def _setup(self, driver: AnyDriver) -> Check:
        header = self._saved.header
        what = f"{header.game}, scenario {header.scenario}, rules {header.rules}"
        if self._carried:
            return Check("setup", Proof.NOT_PROVABLE, f"{what}; carried over to rules {self._game.version}")
        options = driver.setup.options.model_dump(mode="json")
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
        else:
            assert verify_commitment(header.commitment, revealed), "the header was read"
            bound = "seed, salt, game, rules, options, undo policy fit it"
            yield Check("commitment", Proof.PROVEN, f"{bound}; it is {known}")

    def _choices(self, driver: AnyDriver) -> Check:
        if self._carried:
            return Check("choices", Proof.NOT_PROVABLE, f"{driver.line.count}{EARLIER}")
        offered = f"{driver.line.count}, each offered to that role by that question"
        version, unsure = self._saved.header.navalcore, _count(self._reworded, ChoiceEntry)
        if unsure and version < KEYED:
            detail = (
                f"{driver.line.count}, each by its role, rule and number; {unsure} were asked in words that have "
                f"changed since, and in format {version} only the words show what was offered"
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

    def _outcome(self, driver: AnyDriver) -> Check:
        if self._carried:
            return Check("outcome", Proof.NOT_PROVABLE, f"{driver.outcome or 'still being played'}{EARLIER}")
        if self._unsaid > 0:
            return Check("outcome", Proof.NOT_PROVABLE, "the file stops before all that follows from its last choice")
        return Check("outcome", Proof.PROVEN, str(driver.outcome or "still being played"))


def _count(entries: Sequence[Entry], kind: type[Entry]) -> int:
    return sum(isinstance(entry, kind) for entry in entries)
