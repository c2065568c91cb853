"""What a printed rule book holds: labelled pictures, rules by number, tables, and two indexes."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt

import navalcore as nc
from navalcore import AnyGame

DOCS: Final = Path(__file__).parents[1]
sys.path.insert(0, str(DOCS / "_ext"))
from match_pages import labelled_board  # noqa: E402 - the same pictures as the pages
from page_text import numbers_of  # noqa: E402 - one rule for what names a section

from docs.print.pictures import written_out  # noqa: E402

LABELLED: Final = re.compile(r"```\{labelled\} \w+\n(.*?)```", re.DOTALL)
RANGE: Final = re.compile(r"\b(\d[\d.]*\d)-(\d[\d.]*\d)\b")
AIDS: Final = {
    "uboat_cards": ("cards", "decks", "hands"),
    "tonnage_war": ("units", "attack cards", "answers"),
    "aa50_subwar": ("units", "zones", "territories"),
    "bismarck": ("shadow", "gunnery", "torpedo hits", "torpedo damage", "anti-submarine", "submarine attacks",
                 "destroyers", "missions", "chances"),
    "silent_war": ("modifiers", "posture", "contact", "attack results", "counterattack", "general ASW", "endurance",
                   "damage", "combat events"),
}  # fmt: skip
"""The tables that one needs at the table, by the names of the game's ``reference``."""
ROLLS: Final = {"aa50_subwar": {"convoy dice": "B15"}}
"""Rolls that no variant modifies, with their sections."""
WIDE: Final = 7
"""A table with more columns than these goes over the whole page of an aid."""
LONG: Final = 11
"""A table with more rows than these may continue in the next column of an aid: whole ones take minutes to lay out."""
WHOLE: Final = {"aa50_subwar": 24}
"""Games whose aids have room for longer ones."""
_MARKDOWN: Final = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True)
class Chapter:
    """A chapter of the book."""

    id: str
    title: str
    html: str


def picture(game: AnyGame, block: str) -> str:
    """A labelled board as the page to learn the game by has it: an inline SVG and its list."""
    options = {name: text.strip() for name, text in re.findall(r"^:(\w+):(.*)$", block, re.MULTILINE)}
    lines = [line for line in block.strip().splitlines() if not line.startswith(":")]
    labels = [line.split(": ", 1) for line in lines if ": " in line]
    role = nc.UMPIRE if options["role"] == "umpire" else options["role"]
    drawn = written_out(labelled_board(game, {**options, "role": role}, [name for name, _ in labels])[0])
    items = "".join(f"<li>{inline(game, text)}</li>" for _, text in labels)
    return f"<figure>{drawn}<figcaption><ol>{items}</ol></figcaption></figure>"


def inline(game: AnyGame, text: str) -> str:
    """A sentence of the rules, with links to the sections and rulings that it names."""
    parts = text.split("``")
    numbers = numbers_of(game.id)
    return "".join(
        f"<code>{escape(part)}</code>" if at % 2 else
        re.sub(r"\*(\w[^*]*)\*", r"<i>\1</i>", numbers.sub(lambda found: link(found[0]), escape(part, quote=False)))
        for at, part in enumerate(parts)
    )  # fmt: skip


def anchor(number: str) -> str:
    """The id of a section or ruling."""
    return "r-" + re.sub(r"[^\w-]", "_", number)


def link(number: str) -> str:
    """A link to a section or ruling."""
    return f'<a href="#{anchor(number)}">{number}</a>'


def table(markdown: str) -> str:
    """A table as HTML, in which no figure is parted from its percent sign."""
    markdown = re.sub(r"(\d) %", "\\1\N{NO-BREAK SPACE}%", markdown)
    return re.sub(r"\{rule\}`\w+ ([^`]+)`", lambda found: link(found[1]), _MARKDOWN.render(markdown))


def chapters(game: AnyGame) -> Iterator[Chapter]:
    """The chapters of a game's book, in their order."""
    learn = (DOCS / "games" / game.id / "learn.md").read_text(encoding="utf-8")
    source = game.rulebook.source
    front = f"<p>By {escape(source.designer)}, {source.year}. {escape(source.notice)}</p>"
    front += f"<p>These are the rules as navalcore plays them, version {escape(game.version)}.</p>"
    yield Chapter("front", game.title, front + "".join(picture(game, found[1]) for found in LABELLED.finditer(learn)))
    yield Chapter("sequence", "Sequence of play", sequence(game))
    yield Chapter("rules", "Rules by number", "".join(map(str, rules(game))))
    yield Chapter("tables", "Tables", "".join(each for each in tables(game)))
    yield Chapter("words", "Words", words(game))
    yield Chapter("index", "Index by word", index(game))
    yield Chapter("numbers", "Index by number", numbers_index(game))


def sequence(game: AnyGame) -> str:
    """The steps of play, each with its section."""
    made = ""
    for step in game.sequence_of_play(game.terms(None)):
        rule = f" ({link(step.rule)})" if step.rule else ""
        made += f"<li>{escape(step.title or step.name)}{rule}{', once' if step.once else ''}</li>"
    return f"<ol>{made}</ol>"


def rules(game: AnyGame) -> Iterator[str]:
    """Every section with the decisions of the rulings that belong to it."""
    book = game.rulebook
    for section in book.sections:
        yield f'<section><h3 id="{anchor(section.number)}"><span>{section.number}</span> {escape(section.title)}</h3>'
        yield f"<p>{inline(game, section.summary)}</p>"
        for ruling in book.rulings_on(section.number):
            if ruling.sections[0] == section.number:
                told = inline(game, ruling.decision)
                yield f'<p class="ruling" id="{anchor(ruling.id)}"><b>{ruling.id}</b> {told}</p>'
        yield "</section>"


def data_tables(game: AnyGame) -> Sequence[Any]:
    """The tables of the game."""
    found: Sequence[Any] = importlib.import_module(f"{game.package}.reference").TABLES
    return found


def tables(game: AnyGame, only: Sequence[str] = ()) -> Iterator[str]:
    """The game's tables, or those of these names, in this order."""
    known = {each.name: each for each in data_tables(game)}
    for each in [known[name] for name in only] if only else known.values():
        sections = ", ".join(map(link, each.sections))
        made = table(each.make())
        wide = " wide" if len(re.findall("<th[ >]", made.partition("</tr>")[0])) > WIDE else ""
        long = " long" if made.count("<tr") > WHOLE.get(game.id, LONG) else ""
        standing = f"<p class='standing'>{f'For {sections}. ' if sections else ''}{inline(game, each.standing)}</p>"
        head = f"<h3>{escape(each.title)}</h3>{'' if only else standing}"
        yield f"<section class='data{wide}{long}'>{head}{made}</section>"


def words(game: AnyGame) -> str:
    """The glossary."""
    made = "<dl>"
    for term in game.rulebook.terms:
        more = f" ({', '.join(map(link, term.rules))})" if term.rules else ""
        made += f"<dt>{escape(term.term)}</dt><dd>{inline(game, term.text)}{more}</dd>"
    return f"{made}</dl>"


def index(game: AnyGame) -> str:
    """Every word and question with the sections that it leads to, and their pages."""
    found = game.rulebook.index().items()
    lines = (f"<li>{escape(phrase)} {', '.join(map(paged, numbers))}</li>" for phrase, numbers in found)
    return f"<ul class='index'>{''.join(lines)}</ul>"


def numbers_index(game: AnyGame) -> str:
    """Every section and ruling by its number, with its page."""
    book = game.rulebook
    lines = [(each.number, each.title) for each in book.sections] + [(each.id, each.question) for each in book.rulings]
    listed = (f"<li>{paged(number)} {escape(title)}</li>" for number, title in lines)
    return f"<ul class='index'>{''.join(listed)}</ul>"


def paged(number: str) -> str:
    """A link whose page is printed behind it."""
    return f'<a class="paged" href="#{anchor(number)}">{number}</a>'


def steps(game: AnyGame) -> str:
    """The steps of play with what their sections say; a section of several steps is told once."""
    made, told = "", set[str]()
    for step in game.sequence_of_play(game.terms(None)):
        rule = f" ({link(step.rule)})" if step.rule else ""
        known = step.rule is None or step.rule in told
        text = "" if known else game.rulebook.section(str(step.rule)).summary
        summary = f"<br>{inline(game, text)}{choices_of(game, text)}" if text else ""
        made += f"<li><b>{escape(step.title or step.name)}</b>{rule}{', once' if step.once else ''}{summary}</li>"
        told.add(str(step.rule))
    return f"<ol>{made}</ol>"


def choices_of(game: AnyGame, text: str) -> str:
    """The sections that a sentence names from the first to the last, as in "takes one of 7.2.1-7.2.7"."""
    numbers = [section.number for section in game.rulebook.sections]
    made = ""
    for first, last in RANGE.findall(text):
        if first in numbers and last in numbers:
            for section in game.rulebook.sections[numbers.index(first) : numbers.index(last) + 1]:
                made += f"<li><b>{escape(section.title)}</b>: {inline(game, section.summary)}</li>"
    return f"<ul>{made}</ul>" if made else ""


def aid(game: AnyGame, *, with_steps: bool = True, with_words: bool = True) -> str:
    """The player aid: sequence of play, what modifies each roll, the tables that one needs at the table.

    Args:
        with_steps: with what the sections of the steps say.
        with_words: with the words of the game.
    """
    taking, book = game.modifier_sections, game.rulebook
    rolls = "".join(
        f"<dt>{section.number} {escape(section.title)}</dt><dd>{inline(game, section.summary)}</dd>"
        for section in book.sections if section.number in taking
    )  # fmt: skip
    wanted = AIDS.get(game.id, [each.name for each in data_tables(game)][:4])
    named = "".join(
        f"<dt>{number} {escape(name)}</dt><dd>{inline(game, book.section(number).summary)}</dd>"
        for name, number in (*book.modifiers.items(), *ROLLS.get(game.id, {}).items())
    )
    found = list(tables(game, wanted))
    wide = [each for each in found if each.startswith("<section class='data wide")]
    return (
        f"<h1>{escape(game.title)}: player aid</h1><div class='columns'>"
        f"<h2>Sequence of play</h2>{steps(game) if with_steps else sequence(game)}"
        + (f"<h2>Modifiers of each roll</h2><dl>{rolls}</dl>" if rolls else "")
        + (f"<h2>What each roll needs</h2><dl>{named}</dl>" if named and not rolls else "")
        + "<h2>Tables</h2>" + "".join(each for each in found if each not in wide)
        + (f"<h2>Words</h2>{words(game)}" if with_words else "") + f"</div>{''.join(wide)}"
    )  # fmt: skip
