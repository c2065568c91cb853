"""Directives for what a game's rule book, options and data say: rules by number, rulings, tables, sequence of play."""

import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args, get_origin

from docutils import nodes
from docutils.parsers.rst import directives
from match_pages import worked_example
from page_counts import page_count
from page_text import (
    RULING,
    TESTS,
    GameDirective,
    chapter_of,
    cite,
    code,
    fold,
    linked,
    plain,
    steps_svg,
    typed,
)
from printed import can_print
from rule_checks import faults, pages_of
from sphinx.util import logging

from navalcore._lessons.files import examples
from navalcore._rulebook.citing import Citation
from navalcore._rulebook.loading import glossary_in
from navalcore._rulebook.model import Ruling, Section
from navalcore._rulebook.register import SectionCoverage, coverage
from navalcore._rulebook.tables import DataTable, table_named
from navalcore._rules.terms import Step
from navalcore.errors import UnknownName

log = logging.getLogger(__name__)
DOORS = {
    "learn": ("Learn", "The board, the pieces, a turn, how to win, and worked numbers to play on from."),
    "first_match": ("A first match", "A real match, told and drawn choice by choice; play on from any of its boards."),
    "rules": ("Rules by number", "Every rule as it is played here, with our rulings, the reasons, code and tests."),
    "tables": ("Tables and data", "Every table, list, set-up and value that play needs."),
    "odds": ("Odds and strategy", "Chances worked out by the rules, matches of the bots, and what they suggest."),
}
"""The five pages of a game, in reading order: the name of the file, what it is called and what it holds."""


class Notice(GameDirective):
    """``{notice} GAME``: who designed the game, and the notice of its rule book."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        source = self.game.rulebook.source
        return self.markdown(f"Designed by {plain(source.designer)}, {source.year}. {plain(source.notice)}")


class Doors(GameDirective):
    """``{doors} GAME``: links to the game's four pages with the length of each, and the way on from old addresses."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        game = self.game.id
        listed = nodes.bullet_list()
        for file, (title, holds) in DOORS.items():
            paragraph = self.markdown(f"[{title}]({game}/{file}.md) (COUNT). {holds}")[0]
            for text in list(paragraph.findall(nodes.Text)):
                if "COUNT" in text:
                    before, after = text.split("COUNT")
                    counted = page_count(page=f"games/{game}/{file}")
                    text.parent.replace(text, [nodes.Text(before), counted, nodes.Text(after)])
            listed += nodes.list_item("", paragraph)
        book, ebook, aid = (f"../print/{game}{ending}" for ending in (".pdf", ".epub", "_aid.pdf"))
        links = (
            f'<a href="{book}">rule book (PDF)</a>, <a href="{ebook}">rule book (EPUB)</a>, <a href="{aid}">player aid'
        )
        told = nodes.raw("", f'<p class="to-print">To print: {links}</a>.</p>', format="html")
        return [listed, *([told] if can_print() else []), nodes.raw("", FORWARD % {"game": game}, format="html")]


FORWARD = """<script>
// The rules, the tables and the odds stood on this page once: an address of that time is led on.
(() => {
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (!wanted || document.getElementById(wanted)) return;
  const pages = { rules: /^(%(game)s-|rules|rulings|options|every-section|sequence-of-play|glossary)/i,
    odds: /(odds|wins|pay|hunt-brings|starve|worth|bots-make)/, first_match: /first-match/,
    learn: /(opening|patrol|minute|turn|worked|bridge)/ };
  const page = Object.keys(pages).find((name) => pages[name].test(wanted)) || "tables";
  location.replace(`%(game)s/${page}.html${location.hash}`);
})();
</script>"""


class RulebookDirective(GameDirective):
    """``{rulebook} GAME``: every numbered section of the rules, anchored ``GAME-NUMBER``, in chapters.

    A ruling stands once, at the first section that it concerns, anchored ``GAME-RULING``: its decision among the
    rules (if the summary cites the ruling, it is told there already), what was open and why in the record that is
    folded away below. Lines of the body (``B: The base game``) name chapters that have no section of their own.
    """

    def make(self) -> list[nodes.Node]:
        self.book = self.game.rulebook
        self.tables = tables_of(self.game)
        titles = dict(line.split(": ", 1) for line in self.content if ": " in line)
        folder = Path(self.env.doc2path(self.env.docname)).parent
        if (folder / "learn.md").exists():
            for fault in faults(self.book, self.tables, *pages_of(folder, glossary_in(self.game.folder))):
                log.warning("%s: %s", self.game.id, fault, location=self.env.docname)
        report = coverage(self.book, self.game.rule_packages, TESTS)
        made: list[nodes.section] = []
        chapter: nodes.section | None = None
        last = ""
        for entry in report.sections:
            section = entry.section
            key = chapter_of(section.number)
            if key != last:
                last, chapter = key, None
                if section.number in (key, f"{key}.0"):
                    chapter = self.rule(entry)
                    made.append(chapter)
                    continue
                if key in titles:
                    chapter = nodes.section(ids=[f"{self.game.id}-chapter-{key.lower()}"])
                    chapter += nodes.title("", titles[key])
                    made.append(chapter)
                else:
                    raise self.error(f"rulebook: chapter {key} has no title; give it one: '{key}: ...'")
            assert chapter is not None
            chapter += self.rule(entry)
        return made

    def rule(self, entry: SectionCoverage) -> nodes.section:
        """One section: the rule as played, our decisions on it, its table, and its record."""
        section, game = entry.section, self.game.id
        made = self.section(section.number, f"{section.number} {section.title}", linked(game, section.summary))
        summary = next(node for node in made if isinstance(node, nodes.paragraph))
        elsewhere = []
        for ruling in self.book.rulings_on(section.number):
            if ruling.sections[0] != section.number:
                if ruling.id not in section.summary:
                    elsewhere.append(cite(game, ruling.id))
                continue
            place = summary
            if ruling.id not in section.summary:
                place = self.markdown(f"{linked(game, ruling.decision)} ({plain(ruling.id)})")[0]
                place["classes"].append("ruling")
                made += place
            name = self.anchor(place, ruling.id, ruling.id)
            made.insert(1, self.index(ruling.id, name))
        made += self.worked(section)
        lines = [f"See also {', '.join(elsewhere)}."] if elsewhere else []
        lines += [f"Table: {{ref}}`{t.title} <{table_label(game, t)}>`." for t in self.tables_on(section)]
        if lines:
            made += self.markdown(" ".join(lines))
        made += self.record(entry)
        return made

    def worked(self, section: Section) -> list[nodes.Node]:
        """The worked examples of a section; those whose words it says itself have only the link to play on."""
        said = " ".join([section.summary, *(ruling.decision for ruling in self.book.rulings_on(section.number))])
        made: list[nodes.Node] = []
        for told in examples(self.game):
            if list(told.rules[:1]) == [section.number]:
                made += worked_example(self, told, words=told.step[0].text.strip() not in said)
        return made

    def tables_on(self, section: Section) -> list[DataTable]:
        return [table for table in self.tables if section.number in table.sections]

    def record(self, entry: SectionCoverage) -> list[nodes.Node]:
        """What was open and why it was decided so, then code and tests; folded away."""
        home = [r for r in self.book.rulings_on(entry.section.number) if r.sections[0] == entry.section.number]
        inner: list[nodes.Node] = []
        for ruling in home:
            inner += self.markdown("\n\n".join(self.asked(ruling, told=ruling.id in entry.section.summary)))
        if entry.code:
            places = ", ".join(dict.fromkeys(map(self.code_place, entry.code)))
            inner += self.markdown(f"Code: {places}.")
        names = list(dict.fromkeys(each.qualname.removeprefix("test_").replace("_", " ") for each in entry.tests))
        if names:
            tests = nodes.container(classes=["no-search"])
            tests += self.markdown("Tests: " + "; ".join(plain(name) for name in names) + ".")
            inner.append(tests)
        head = ("Why, code and tests" if home else "Code and tests") + (f" ({len(names)})" if names else "")
        return fold(head, inner) if inner else []

    def asked(self, ruling: Ruling, *, told: bool) -> Iterator[str]:
        """The record of a ruling; its decision only where the rule above tells it in words of its own."""
        game = self.game.id
        yield f"**{plain(ruling.id)}** asks: {linked(game, ruling.question)}"
        if ruling.readings:
            yield "\n".join(f"- {linked(game, reading)}" for reading in ruling.readings)
        if told:
            yield f"*Decided:* {linked(game, ruling.decision)}"
        yield f"*Because:* {linked(game, ruling.reason)}"
        if ruling.option:
            yield f"*Option:* {code(ruling.option)}"
        if ruling.sections[1:]:
            yield f"*It concerns also* {', '.join(cite(game, number) for number in ruling.sections[1:])}."

    @staticmethod
    def code_place(place: Citation) -> str:
        """The file and line of a procedure, with its name; what a game is made of has no page in the reference."""
        named = "" if place.qualname == "(module)" else f" ({code(place.qualname)})"
        return code(f"{place.file}:{place.line}") + named


class Rulings(GameDirective):
    """``{rulings} GAME``: the number of every ruling, leading to the rule where it stands."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        return self.markdown(", ".join(cite(self.game.id, ruling.id) for ruling in self.game.rulebook.rulings) + ".")


class Terms(GameDirective):
    """``{terms} GAME``: the words, letters and counters of the game's ``glossary.toml``, each with its sections."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        entries = (
            f"{term.term}\n: {term.text}"
            + (f" ({', '.join(cite(self.game.id, number) for number in term.rules)})" if term.rules else "")
            for term in glossary_in(self.game.folder)
        )
        return self.markdown("\n\n".join(entries))


def tables_of(game: Any) -> Sequence[DataTable]:
    """The tables of a game's ``reference`` module."""
    tables: Sequence[DataTable] = importlib.import_module(f"{game.package}.reference").TABLES
    return tables


def table_label(game: str, table: DataTable) -> str:
    """The anchor of a table."""
    return f"{game}-table-{table.name.replace(' ', '-')}".lower()


class Charts(GameDirective):
    """``{charts} GAME``: the tables of the game's ``reference`` module that the body names, one a line, each under its
    heading with the sections that need it and where its figures come from.
    """

    def make(self) -> list[nodes.Node]:
        return [self.chart(table_named(tables_of(self.game), name)) for name in filter(None, self.content)]

    def chart(self, table: DataTable) -> nodes.section:
        game, name = self.game.id, table_label(self.game.id, table)
        made = nodes.section(ids=[name])
        made += nodes.title("", table.title)
        sections = ", ".join(cite(game, number) for number in table.sections)
        made += self.markdown(f"{f'For {sections}. ' if sections else ''}*{linked(game, table.standing)}*")
        made += self.markdown(linked_cells(game, table.make()))
        self.set_source_info(made)
        self.env.domains.standard_domain.note_hyperlink_target(name, self.env.docname, name, table.title)
        return made


def linked_cells(game: str, markdown: str) -> str:
    """A table in which the rulings that are named are links."""
    return RULING.sub(lambda found: cite(game, found[0]), markdown)


class SequenceOfPlay(GameDirective):
    """``{sequence} GAME``: the steps of play in their order, each with its section; ``:scenario:`` chooses whose.

    ``:turns:`` names steps that come again and again before those after them do.
    """

    has_content = False
    option_spec: ClassVar = {"scenario": directives.unchanged, "turns": directives.unchanged}

    def make(self) -> list[nodes.Node]:
        game = self.game
        steps = game.sequence_of_play(game.terms(self.options.get("scenario")))
        title = f"{game.title}: the sequence of play"
        turns = self.options.get("turns", "").split()
        if unknown := set(turns) - {step.name for step in steps}:
            raise UnknownName(f"{game.id} has no step {', '.join(sorted(unknown))}")
        links = [f"{plain(step.title or step.name)} ({cite(game.id, step.rule)})" for step in steps if step.rule]
        figure = self.figure(
            steps_svg(title, steps, turns), f"The sections: {', '.join(links)}.", _steps_text(steps, turns)
        )
        return [figure]


def _steps_text(steps: Sequence[Step], turns: Sequence[str]) -> str:
    """The diagram for those who do not see it."""
    once = [step.title or step.name for step in steps if step.once]
    again = [step.title or step.name for step in steps if not step.once]
    repeated = [step.title or step.name for step in steps if step.name in turns]
    start = f"Once: {', '.join(once)}. Then, over" if once else "Over"
    within = f" Among these come again before the next: {', '.join(repeated)}." if repeated else ""
    return f"{start} and over: {', '.join(again)}.{within}"


class OptionsList(GameDirective):
    """``{options} GAME``: every option with its values (the default first), and what it does."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        lines: list[str] = []
        for name, option in self.game.options_class.model_fields.items():
            kind: Any = option.annotation
            values = get_args(kind) if get_origin(kind) is Literal else (True, False) if kind is bool else ()
            others = [value for value in values if value != option.default]
            shown = [f"{code(typed(option.default))} (default)", *(code(typed(value)) for value in others)]
            lines += [f"{code(name)}: {', '.join(shown)}", f": {linked(self.game.id, option.description or '')}", ""]
        return self.markdown("\n".join(lines))


class Modifiers(GameDirective):
    """``{modifiers} GAME``: the sections that take modifiers from a variant."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        game = self.game
        sections = [section for section in game.rulebook.sections if section.number in game.modifier_sections]
        named = ", ".join(f"{plain(section.title)} ({cite(game.id, section.number)})" for section in sections)
        told = f"A variant may bring modifiers of its own to these sections: {named}."
        return self.markdown(
            told if sections else "No roll of these rules is modified, so no section takes modifiers from a variant."
        )


RULE_DIRECTIVES = {
    "notice": Notice, "doors": Doors, "rulebook": RulebookDirective, "rulings": Rulings, "terms": Terms,
    "charts": Charts, "sequence": SequenceOfPlay, "options": OptionsList, "modifiers": Modifiers,
}  # fmt: skip
