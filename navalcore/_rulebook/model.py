"""The contents of a rule book: numbered sections, and rulings where the text is silent or contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from navalcore._misfits import told_in_methods
from navalcore._rulebook.finding import found_by, nearest_sentence
from navalcore.errors import BadData, UnknownName

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Name = Annotated[str, StringConstraints(pattern=r"^\S+$")]
OptionName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]


class SectionKind(StrEnum):
    """The kind of a section. All but commentary bind the game, so each needs code and a test that cite it."""

    RULE = "rule"
    TABLE = "table"
    SETUP = "setup"
    SCENARIO = "scenario"
    OPTION = "option"
    COMMENTARY = "commentary"


class _RulebookEntry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def anchor(game: str, number: str) -> str:
    """The name of a section or ruling in its game's page, such as ``uboat_cards-U9``."""
    return f"{game}-{number}"


class Source(_RulebookEntry):
    """The source of the rules: the game's designer, its year, and a notice of rights or thanks."""

    designer: Text
    year: Annotated[int, Field(ge=1800, le=2200)]
    notice: str = ""


class Section(_RulebookEntry):
    """One numbered section: its number as the source prints it, its title, and its sense in our own words."""

    number: Name
    title: Text
    summary: Text
    kind: SectionKind
    words: tuple[Text, ...] = ()
    """Words and questions that lead to it and that it does not say itself, such as "hand limit"."""

    @property
    def binding(self) -> bool:
        """Whether the section binds the game, and therefore needs code and a test."""
        return self.kind is not SectionKind.COMMENTARY


class Term(_RulebookEntry):
    """A word, letter or counter of a game with its meaning."""

    term: Text
    """As it is written in the game; several that belong together are separated by commas."""
    text: Text
    """Its meaning, in a sentence; names of ships are between asterisks."""
    rules: tuple[Name, ...] = ()
    """The numbers of the sections that say more."""


class Ruling(_RulebookEntry):
    """A decision on a point the source leaves open."""

    id: Name
    """Its name, such as "UBC-R02"."""
    sections: Annotated[tuple[Name, ...], Field(min_length=1)]
    """The numbers of the sections it concerns, the main one first."""
    question: Text
    """The open question."""
    readings: tuple[Text, ...] = ()
    """The ways the text can be read, in the order they are discussed (none where it is plainly silent)."""
    decision: Text
    """The default of this library."""
    reason: Text
    """Why."""
    option: OptionName | None = None
    """The field of the game's options that chooses another reading; None where the decision is fixed."""


@told_in_methods
class Rulebook(_RulebookEntry):
    """The rules of one game, in the order of its ``rulebook.toml``; read one with :func:`load_rulebook`.

    ``added`` are the ids of the books added to it, such as a variant's. ``terms`` are those of the ``glossary.toml``
    next to it; ``modifiers`` are the names of modifiers, each with the section it comes from.
    """

    game: Name
    title: Text
    source: Source
    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...] = ()
    added: tuple[Name, ...] = ()
    terms: tuple[Term, ...] = ()
    modifiers: Mapping[str, Name] = {}

    @cached_property
    def _section_by_number(self) -> dict[str, Section]:
        return {section.number: section for section in self.sections}

    @cached_property
    def _ruling_by_id(self) -> dict[str, Ruling]:
        return {ruling.id: ruling for ruling in self.rulings}

    def __contains__(self, number: object) -> bool:
        """Whether there is a section of that number."""
        return number in self._section_by_number

    def section(self, number: str) -> Section:
        """The section of this ``number``; UnknownName, with the nearest numbers, if there is none."""
        try:
            return self._section_by_number[number]
        except KeyError:
            raise self._unknown("section", number, self._section_by_number) from None

    def ruling(self, ruling_id: str) -> Ruling:
        """The ruling with the id ``ruling_id`` (``UBC-R14``); UnknownName, with the nearest ids, if there is none."""
        try:
            return self._ruling_by_id[ruling_id]
        except KeyError:
            raise self._unknown("ruling", ruling_id, self._ruling_by_id) from None

    def rulings_on(self, number: str) -> tuple[Ruling, ...]:
        """The rulings that concern the section of this ``number``; UnknownName if there is no such section."""
        self.section(number)
        return tuple(ruling for ruling in self.rulings if number in ruling.sections)

    def find(self, words: str) -> tuple[Section | Ruling, ...]:
        """The answers to a question, the best first: the section of that number or the ruling of that id (capitals,
        and marks around it, do not matter). Otherwise the sections and rulings that these words match, by their phrases
        and the glossary, their titles, and their texts. "when" and "the" count for nothing, and neither do the endings
        of words.

        Args:
            words: a number, an id or words, as a person types them.
        """
        name = " ".join(words.casefold().split())
        names = (name, name.strip(".,;:!?()[]'\"§ "))
        entries: tuple[Section | Ruling, ...] = (*self.sections, *self.rulings)
        for entry in entries:
            if (entry.number if isinstance(entry, Section) else entry.id).casefold() in names:
                return (entry,)
        return tuple(entries[place] for place in found_by(words, self._told))

    def phrases(self, number: str) -> tuple[str, ...]:
        """The words and questions that lead to the section of this ``number``: its own, and the terms of the glossary
        that name it.

        Raises:
            UnknownName: there is no such section.
        """
        terms = [part.strip() for term in self.terms if number in term.rules for part in term.term.split(",")]
        return tuple(dict.fromkeys((*self.section(number).words, *terms)))

    def index(self) -> Mapping[str, tuple[str, ...]]:
        """Every phrase with the numbers of the sections to which it leads, in the order of the alphabet. Phrases that
        differ in capitals alone are one, written as it is first.
        """
        found: dict[str, tuple[str, dict[str, None]]] = {}
        for section in self.sections:
            for phrase in (section.title, *self.phrases(section.number)):
                _, numbers = found.setdefault(phrase.casefold(), (phrase, {}))
                numbers[section.number] = None
        return {phrase: tuple(numbers) for _, (phrase, numbers) in sorted(found.items())}

    def sentence(self, number: str, about: str) -> str:
        """The sentence of a section that a log line or a prompt is about.

        Args:
            number: the number of the section.
            about: the log line or prompt; the sentence that shares most words with it is returned.

        Raises:
            UnknownName: there is no such section.
        """
        summary = self.section(number).summary
        start, end = nearest_sentence(summary, about)
        return summary[start:end]

    @cached_property
    def _told(self) -> list[tuple[tuple[str, ...], str, str]]:
        """Of each section and ruling the phrases that lead to it, what it is about and what it says."""
        return [
            *((self.phrases(each.number), each.title, each.summary) for each in self.sections),
            *(((), each.question, " ".join((*each.readings, each.decision, each.reason))) for each in self.rulings),
        ]

    def with_added(self, other: Rulebook) -> Rulebook:
        """This book with the sections and rulings of ``other``, such as a variant's, after its own.

        Raises:
            BadData: both have a section or a ruling of the same number or id.
        """
        twice = self._section_by_number.keys() & other._section_by_number.keys()
        twice |= self._ruling_by_id.keys() & other._ruling_by_id.keys()
        if twice:
            raise BadData(f"the rule books of {self.game} and {other.game} both have {', '.join(sorted(twice))}")
        return Rulebook(
            game=self.game,
            title=self.title,
            source=self.source,
            sections=(*self.sections, *other.sections),
            rulings=(*self.rulings, *other.rulings),
            added=(*self.added, other.game),
            terms=(*self.terms, *other.terms),
            modifiers={**self.modifiers, **other.modifiers},
        )

    def with_changes(self, changes: Mapping[str, str]) -> Rulebook:
        """This book with texts added to the summaries of sections. ``changes`` has them by the number of the section;
        numbers that the book does not have are left out.
        """
        sections = [
            section.model_copy(update={"summary": f"{section.summary} {changes[section.number]}"})
            if section.number in changes
            else section
            for section in self.sections
        ]
        return Rulebook(**{**dict(self), "sections": tuple(sections)})

    def _unknown(self, what: str, name: str, known: Iterable[str]) -> UnknownName:
        names = list(known)
        if not names:
            return UnknownName(f'the rule book of {self.game} has no {what} "{name}": it has no {what}s at all')
        near = get_close_matches(name, names, n=5)
        hint = f"close to it: {', '.join(near)}" if near else f"it has {names[0]} to {names[-1]}"
        return UnknownName(f'the rule book of {self.game} has no {what} "{name}"; {hint}')
