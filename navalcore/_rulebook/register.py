"""Which sections of a rule book have code and tests, and which citations point nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from navalcore._misfits import told_of_misfits
from navalcore._rulebook.citing import Citation, citations
from navalcore._rulebook.model import Rulebook, Section
from navalcore._rulebook.sources import citations_of, tests_of


@dataclass(frozen=True, slots=True)
class SectionCoverage:
    """One section with the places in code and tests that cite it."""

    section: Section
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class CoverageReport:
    """The register of one game."""

    game: str
    """The game's id."""
    sections: tuple[SectionCoverage, ...]
    """Every section in the order of the rule book."""
    unknown: tuple[Citation, ...]
    """Citations, in code or tests, of numbers the rule book does not have."""
    tests_seen: bool
    """False where there was no folder of tests, as with an installed package: then only code is asked for, and the
    register is never called complete."""

    @property
    def binding(self) -> tuple[SectionCoverage, ...]:
        """The sections that need code and tests: all but commentary."""
        return tuple(entry for entry in self.sections if entry.section.binding)

    @property
    def without_code(self) -> tuple[Section, ...]:
        """The binding sections that no code cites."""
        return tuple(entry.section for entry in self.binding if not entry.code)

    @property
    def without_tests(self) -> tuple[Section, ...]:
        """The binding sections that no test cites; none if the tests were not looked at."""
        return tuple(entry.section for entry in self.binding if self.tests_seen and not entry.tests)

    @property
    def covered(self) -> int:
        """The number of binding sections that have code and, if the tests were looked at, tests."""
        lacking = {section.number for section in (*self.without_code, *self.without_tests)}
        return len(self.binding) - len(lacking)

    @property
    def percentage(self) -> int:
        """Covered of binding sections in whole percent, rounded down, so that 100 means all."""
        return 100 * self.covered // len(self.binding) if self.binding else 100

    @property
    def complete(self) -> bool:
        """Whether every binding section has code and tests, and no citation points nowhere."""
        return self.tests_seen and self.covered == len(self.binding) and not self.unknown

    def summary_line(self) -> str:
        """One line, such as ``rule coverage uboat_cards: 100 % (21 of 21 sections have code and tests)``."""
        having = "have code and tests" if self.tests_seen else "have code; tests were not looked at"
        counts = f"{self.covered} of {len(self.binding)} sections"
        line = f"rule coverage {self.game}: {self.percentage} % ({counts} {having})"
        if self.unknown:
            numbers = dict.fromkeys(citation.number for citation in self.unknown)
            line += f"; cited but not in the rule book: {', '.join(numbers)}"
        return line

    def to_json(self) -> dict[str, object]:
        """The whole register as a document of plain dicts, lists, texts and numbers."""
        return {
            "game": self.game,
            "complete": self.complete,
            "percentage": self.percentage,
            "covered": self.covered,
            "binding": len(self.binding),
            "tests_seen": self.tests_seen,
            "without_code": [section.number for section in self.without_code],
            "without_tests": [section.number for section in self.without_tests],
            "unknown": [citation._asdict() for citation in self.unknown],
            "sections": [
                {
                    "number": entry.section.number,
                    "title": entry.section.title,
                    "kind": entry.section.kind.value,
                    "code": [citation._asdict() for citation in entry.code],
                    "tests": [citation._asdict() for citation in entry.tests],
                }
                for entry in self.sections
            ],
        }


@told_of_misfits
def coverage(
    rulebook: Rulebook, packages: Sequence[str], tests_dir: Path | str | None, only: str = ""
) -> CoverageReport:
    """Compare a rule book with the code of packages (``["navalcore_games.uboat_cards"]``) and the tests in a folder.

    Without a folder (None, or one that does not exist) the tests are not read, and the report says so. With ``only``
    the number of a section, the report is right about that section alone, and is there sooner: the packages are read
    and not imported.

    Raises BrokenPlugin if a module of the package cannot be imported, BadData if a test file cannot be read.

    Args:
        rulebook: the rule book.
        packages: the dotted names of the packages whose code cites it.
        tests_dir: the folder of the tests.
        only: the number of a single section to look at.
    """
    code = _joined(citations_of(package, only) if only else citations(package) for package in packages)
    tests_seen = tests_dir is not None and Path(tests_dir).is_dir()
    tests: dict[str, list[Citation]] = {}
    if tests_dir is not None and tests_seen:
        tests = _joined(tests_of(book, tests_dir, only) for book in (rulebook.game, *rulebook.added))
    sections = tuple(
        SectionCoverage(section, tuple(code.get(section.number, ())), tuple(tests.get(section.number, ())))
        for section in rulebook.sections
    )
    unknown = tuple(
        citation
        for register in (code, tests)
        for number, places in register.items()
        if number not in rulebook
        for citation in places
    )
    return CoverageReport(rulebook.game, sections, unknown, tests_seen)


def _joined(registers: Iterable[dict[str, list[Citation]]]) -> dict[str, list[Citation]]:
    found: dict[str, list[Citation]] = {}
    for register in registers:
        for number, places in register.items():
            known = found.setdefault(number, [])
            known += [place for place in places if place not in known]
    return found
