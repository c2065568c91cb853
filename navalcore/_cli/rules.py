"""``navalcore rules`` and ``navalcore rulings``: the rule book, its code and its tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from navalcore._cli.common import AnyRules, AsJson, GameName, settings_of
from navalcore._cli.output import Output
from navalcore._rulebook.citing import Citation
from navalcore._rulebook.model import Ruling, Section
from navalcore._rulebook.register import CoverageReport, SectionCoverage, coverage
from navalcore.errors import BadData

NUMBER: Final = 8
"""How wide the numbers of sections stand."""


def rules(
    context: typer.Context,
    game: GameName,
    section: Annotated[
        str | None,
        typer.Argument(
            metavar="[SECTION]", help="A section's number, a ruling's id, or words; the whole book if left out."
        ),
    ] = None,
    show_coverage: Annotated[
        bool, typer.Option("--coverage", help="List what has no code or no test; the last line sums up.")
    ] = False,
    modifiers: Annotated[
        bool, typer.Option("--modifiers", help="List the sections that take modifiers from a variant.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the rule book, everything about one section, or whatever has some words.

    A section comes with its rulings, its code and the tests that protect it.

    Examples::

        navalcore rules uboat_cards
        navalcore rules uboat_cards U4
        navalcore rules tonnage_war TW-R14
        navalcore rules tonnage_war "evade card"
        navalcore rules uboat_cards --coverage
        navalcore rules tonnage_war --modifiers
    """
    settings = settings_of(context)
    found = settings.game(game)
    out = settings.out
    if sum((show_coverage, modifiers, section is not None)) > 1:
        raise BadData("--coverage, --modifiers and a section each ask for something else; give one of them")
    if modifiers:
        _list_modifiers(out, found, as_json)
    elif show_coverage:
        report = _coverage(found)
        out.document(report.to_json()) if as_json else _print_coverage(out, report)
    elif section is not None and section not in found.rulebook:
        entries = _found(found, section)
        if as_json:
            out.document({"game": found.id, "found": [each.model_dump(mode="json") for each in entries]})
        else:
            print_found(out, found, entries)
    elif section is not None:
        report = _coverage(found, section)
        entry = next(each for each in report.sections if each.section.number == section)
        out.document(_section_document(found, entry)) if as_json else _print_register(out, found, entry, report)
    elif as_json:
        book = found.rulebook
        document: dict[str, Any] = {"game": found.id, "title": book.title, "source": book.source.model_dump()}
        document["sections"] = [each.model_dump(mode="json") for each in book.sections]
        out.document(document)
    else:
        for each in found.rulebook.sections:
            out.line((each.number, "number"), "  ", (each.title, "title"), (f"  ({each.kind})", "faint"))
            out.line(f"    {each.summary}")


def _list_modifiers(out: Output, game: AnyRules, as_json: bool) -> None:
    taking = game.modifier_sections
    sections = [(section, taking[section.number]) for section in game.rulebook.sections if section.number in taking]
    if as_json:
        entries = [
            {"number": section.number, "title": section.title, "code": [place._asdict() for place in places]}
            for section, places in sections
        ]
        out.document({"game": game.id, "modifiers": entries})
        return
    if not sections:
        out.line(f"No section of {game.id} takes modifiers from a variant.")
    for section, places in sections:
        out.line((section.number, "number"), "  ", (section.title, "title"))
        for place in places:
            out.line(f"    {place.file}:{place.line}", (f"  {place.qualname}", "faint"))


def rulings(
    context: typer.Context,
    game: GameName,
    ruling: Annotated[
        str | None, typer.Argument(metavar="[RULING]", help="A ruling's id; all are listed if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what was decided where the rules are silent or unclear, or print one ruling.

    Each ruling has its question, its reason, and the option that changes it, if there is one.

    Examples::

        navalcore rulings uboat_cards
        navalcore rulings tonnage_war TW-R14
        navalcore rulings uboat_cards --json
    """
    settings = settings_of(context)
    found = settings.game(game)
    listed = found.rulebook.rulings if ruling is None else (found.rulebook.ruling(ruling.upper()),)
    if as_json:
        entries = [each.model_dump(mode="json") for each in listed]
        settings.out.document({"game": found.id, "rulings": entries})
        return
    if not listed:
        settings.out.line(f"{found.id} has no rulings.")
    for each in listed:
        print_ruling(settings.out, each)
        settings.out.line()


def _found(game: AnyRules, words: str) -> Sequence[Section | Ruling]:
    """What in the rule book has these words."""
    entries = game.rulebook.find(words)
    if not entries:
        game.rulebook.section(words)
    return entries


def print_found(out: Output, game: AnyRules, entries: Sequence[Section | Ruling], most: int | None = None) -> None:
    """A section or ruling whole, or, where they are several, their numbers and titles."""
    if len(entries) == 1:
        only = entries[0]
        print_ruling(out, only) if isinstance(only, Ruling) else print_section(out, game, only.number)
        return
    for entry in entries[:most]:
        named = (entry.id, entry.question) if isinstance(entry, Ruling) else (entry.number, entry.title)
        out.line((named[0].ljust(NUMBER), "number"), "  ", named[1], hang=NUMBER + 2)
    if most is not None and len(entries) > most:
        out.line((f"{len(entries) - most} more; add a word to narrow the search", "faint"))


def print_section(out: Output, game: AnyRules, number: str) -> None:
    """A section in words, with its rulings."""
    section = game.rulebook.section(number)
    out.line((section.number, "number"), "  ", (section.title, "title"), (f"  ({section.kind})", "faint"))
    out.line(section.summary)
    for ruling in game.rulebook.rulings_on(number):
        print_ruling(out, ruling)


def print_ruling(out: Output, ruling: Ruling) -> None:
    """A ruling with its reason."""
    out.line((ruling.id, "number"), (f"  on {', '.join(ruling.sections)}", "faint"))
    out.fields(
        ("  Question", ruling.question),
        *(("  Reading", reading) for reading in ruling.readings),
        ("  Decision", ruling.decision),
        ("  Reason", ruling.reason),
        ("  Option", ruling.option),
    )


def _coverage(game: AnyRules, only: str = "") -> CoverageReport:
    return coverage(game.rulebook, game.rule_packages, tests_folder(game), only)


def tests_folder(game: AnyRules) -> Path | None:
    """The tests of the checkout a game's code lies in (or in ``src/``), or else of the one worked in; None where there
    is none.
    """
    file = Path(sys.modules[type(game).__module__].__file__ or "").resolve()
    imported_from = file.parents[type(game).__module__.count(".")]
    for root in (imported_from, imported_from.parent, Path.cwd()):
        if (root / "pyproject.toml").is_file() and (root / "tests").is_dir():
            return root / "tests"
    return None


def _section_document(game: AnyRules, entry: SectionCoverage) -> dict[str, Any]:
    return {
        "game": game.id,
        **entry.section.model_dump(mode="json"),
        "rulings": [ruling.model_dump(mode="json") for ruling in game.rulebook.rulings_on(entry.section.number)],
        "code": [place._asdict() for place in entry.code],
        "tests": [place._asdict() for place in entry.tests],
    }


def _print_register(out: Output, game: AnyRules, entry: SectionCoverage, report: CoverageReport) -> None:
    print_section(out, game, entry.section.number)
    _print_places(out, "Code", entry.code, "no code cites this section")
    without = "no test cites this section" if report.tests_seen else "there is no folder of tests here to look in"
    _print_places(out, "Tests", entry.tests, without)


def _print_places(out: Output, title: str, places: tuple[Citation, ...], without: str) -> None:
    out.line((f"{title}:", "faint"), "" if places else f" {without}")
    for place in places:
        out.line(f"  {place.file}:{place.line}", (f"  {place.qualname}", "faint"))


def _print_coverage(out: Output, report: CoverageReport) -> None:
    for section in report.without_code:
        out.line(f"no code: {section.number} {section.title}")
    for section in report.without_tests:
        out.line(f"no test: {section.number} {section.title}")
    for place in report.unknown:
        out.line(f"unknown section {place.number} cited in {place.file}:{place.line}")
    if not report.tests_seen:
        out.line("there is no folder of tests here to look in; run this in a checkout of the game")
    out.line(report.summary_line())
