"""What the directives of ``game_pages`` share: text as Markdown, links to sections and rulings, pictures."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from docutils import nodes
from sphinx.addnodes import index, pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective, SphinxRole

import navalcore as nc
from navalcore._rulebook.model import anchor
from navalcore._rules.events import ChoiceMade
from navalcore._rules.terms import Step
from navalcore.boards import Palette, Picture
from navalcore.components import DiceRolled
from navalcore.errors import NavalCoreError

PICTURES = "_generated"
"""Folder below ``docs/`` for the pictures drawn while the pages are built; not under version control."""
FITS_A_PHONE = 650
"""Width up to which a picture can be read when it is made as narrow as a phone; a wider one scrolls sideways there."""
EXAMPLES = ("convoy_dash", "skerry_passage")
"""Games that are not installed with the library; ``conf.py`` puts them on the path."""
TESTS = Path(__file__).parents[2] / "tests"
RULING = re.compile(r"\b[A-Z0-9]{2,5}-R\d+[a-z]?\b")


def plain(text: object) -> str:
    """Text as Markdown that shows it as it is."""
    return re.sub(r"([\\`*_\[\]<>|$#{}])", r"\\\1", re.sub(r"\s+", " ", str(text)))


def code(text: object) -> str:
    """Text as a literal."""
    return f"`{str(text).replace('|', chr(92) + '|')}`"


def cite(game: str, number: str) -> str:
    """A link to a section or ruling of a game's page."""
    return f"{{rule}}`{game} {number}`"


NOT_AN_EDITION = r"(?<!edition )(?<!editions )(?<!editions \d\.\d and )"
"""Editions are numbered like sections: "the table of editions 1.0 and 1.1"; some stand in brackets."""


@cache
def numbers_of(game: str) -> re.Pattern[str]:
    """What names a section or ruling of a game in running text; chapters such as 12 are too like other numbers."""
    book = nc.load(game, [name for name in EXAMPLES if name == game]).rulebook
    numbers = [section.number for section in book.sections if re.search(r"\.|\d.*[A-Za-z]|^[A-Z]+-?\d", section.number)]
    numbers += [ruling.id for ruling in book.rulings]
    longest_first = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True))) or "(?!)"
    return re.compile(rf"{NOT_AN_EDITION}(?<![\w.\-+\[])({longest_first})(?!\w|\.\d|,\d|\s?%)")


def linked(game: str, text: str) -> str:
    """Text in which every section and ruling that is named links to its place, and ``literals`` are literals."""
    parts = text.split("``")
    words = [
        code(part) if i % 2 else numbers_of(game).sub(lambda found: cite(game, found[0]), plain(part))
        for i, part in enumerate(parts)
    ]
    return "".join(words).strip()


def chapter_of(number: str) -> str:
    """The chapter of a section: the whole number, or the letters, that its own number begins with."""
    found = re.match(r"\d+|[A-Za-z]+", number)
    assert found is not None
    return found[0]


def typed(value: object) -> str:
    """A value as typed on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def fold(head: str, inner: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Nodes that a click unfolds; ``page_counts`` does not count them."""
    start = nodes.raw("", f"<details class='record'><summary>{head}</summary>", format="html")
    return [nodes.container("", start, *inner, nodes.raw("", "</details>", format="html"), classes=["folded"])]


def table(header: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A Markdown table of ready cells; all columns but the first ``numbers`` stand to the right if that is not 0."""
    align = ["---" if not numbers or i < numbers else "--:" for i in range(len(header))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, align, *rows))


class RuleRole(SphinxRole):
    """``{rule}`uboat_cards U9```: the number as a link to the section (or ruling) in its game's page."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The link."""
        game, _, number = self.text.partition(" ")
        link = pending_xref("", nodes.inline("", number), refdomain="std", reftype="ref", refexplicit=True)
        link["refwarn"], link["refdoc"] = True, self.env.docname
        link["reftarget"] = anchor(game, number).lower()
        self.set_source_info(link)
        return [link], []


def sentences(game: Any, told: Sequence[Any]) -> list[str]:
    """Events as Markdown sentences with links to their rules; equal neighbours are told once with their number."""
    merged: list[tuple[str, str, int]] = []
    for event in told:
        if isinstance(event, ChoiceMade):
            continue
        text = re.sub(r"\bd(\d+)z\b", r"d\1", str(event)) if isinstance(event, DiceRolled) else str(event)
        text = text.rstrip(".")
        text = text[:1].upper() + text[1:]
        if merged and merged[-1][:2] == (text, event.rule):
            merged[-1] = (text, event.rule, merged[-1][2] + 1)
        else:
            merged.append((text, event.rule, 1))
    return [
        plain(text)
        + ("" if count == 1 else " (twice)" if count == 2 else f" ({count} times)")
        + (f" [{cite(game.id, rule)}]" if rule else "")
        + "."
        for text, rule, count in merged
    ]


def steps_svg(title: str, steps: Sequence[Step], turns: Sequence[str] = ()) -> str:
    """The sequence of play: a box for each step, an arrow to the next, and one back to the first that comes again.

    ``turns`` are the names of steps that come again before the sequence goes on: one more arrow, on the right.
    """
    width, box, gap, left, middle = 560, 44, 22, 60, 290
    picture = Picture(width, 20 + len(steps) * (box + gap), title)
    tops = [14 + number * (box + gap) for number in range(len(steps))]
    for top, step in zip(tops, steps, strict=True):
        fill = Palette.LAND if step.once else Palette.CARD
        picture.rectangle(left, top, 2 * (middle - left), box, fill=fill, stroke=Palette.DEEP, line=1.5, round=8)
        picture.text(middle, top + 20, step.title or step.name, size=15, anchor="middle", bold=True)
        note = " - ".join(filter(None, [step.rule, "once" if step.once else ""]))
        picture.text(middle, top + 36, note, size=12, anchor="middle", fill=Palette.FAINT)
    for top in tops[:-1]:
        picture.line([(middle, top + box), (middle, top + box + gap - 5)], stroke=Palette.DEEP, line=2, arrow=True)
    first = next(number for number, step in enumerate(steps) if not step.once)
    if len(steps) - first > 1:
        low, high = tops[-1] + box / 2, tops[first] + box / 2
        around = [(left, low), (left - 30, low), (left - 30, high), (left - 7, high)]
        picture.line(around, stroke=Palette.DEEP, line=2, arrow=True)
    if turns:
        names, right = [step.name for step in steps], 2 * middle - left
        low, high = (tops[names.index(name)] + box / 2 for name in (turns[-1], turns[0]))
        around = [(right, low), (right + 30, low), (right + 30, high), (right + 7, high)]
        picture.line(around, stroke=Palette.DEEP, line=2, arrow=True)
    return picture.as_svg()


def keep_drawn(app: Sphinx, env: BuildEnvironment, pages: list[str]) -> None:
    """Pages with things drawn by the games are read anew in each build, for the games may have changed. Their examples
    are run whenever the doctest builder runs: it takes the pages as they were last read, unless their text changed.
    """
    if app.builder.name == "doctest":
        read, drawn = env.all_docs, env.reread_always
        pages[:] = [
            page
            for page in pages
            if page not in drawn or page not in read or env.doc2path(page).stat().st_mtime_ns // 1000 > read[page]
        ]


class GameDirective(SphinxDirective):
    """A directive whose first argument is a game's id; whatever the library refuses fails the build."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Make the nodes; an error of the library is an error of the page."""
        self.env.note_reread()
        try:
            self.game = nc.load(self.arguments[0], [name for name in EXAMPLES if name == self.arguments[0]])
            return self.make()
        except NavalCoreError as error:
            raise self.error(f"{self.name}: {error}") from error

    def make(self) -> list[nodes.Node]:
        """The nodes of this directive."""
        raise NotImplementedError

    def markdown(self, text: str) -> list[nodes.Node]:
        """Markdown as nodes."""
        return self.parse_text_to_nodes(text)

    def section(self, number: str, title: str, text: str) -> nodes.section:
        """A section of the page with a fixed anchor for a numbered thing of the game."""
        name = anchor(self.game.id, number)
        section = nodes.section(ids=[name])
        section += nodes.title("", title)
        section += self.index(number, name, self.phrases(number))
        section += self.markdown(text)
        self.set_source_info(section)
        self.env.domains.standard_domain.note_hyperlink_target(name.lower(), self.env.docname, name, title)
        return section

    def phrases(self, number: str) -> Sequence[str]:
        """The words and questions that lead to a section of the game's rules."""
        book = self.game.rulebook
        return book.phrases(number) if number in book else ()

    def anchor(self, node: nodes.Element, number: str, title: str) -> str:
        """Make a node the place that a number of the game leads to."""
        name = anchor(self.game.id, number)
        node["ids"].append(name)
        self.env.domains.standard_domain.note_hyperlink_target(name.lower(), self.env.docname, name, title)
        return name

    def index(self, number: str, name: str, phrases: Sequence[str] = ()) -> index:
        """Entries by which the search finds a number: alone, and after the game's name as people write it; and the
        words and questions that lead to it.
        """
        spoken = self.game.id.replace("_", " ")
        named = [each for text in (number, *phrases) for each in (text, f"{spoken} {text}")]
        texts = dict.fromkeys([*named, f"{self.game.id} {number}"])
        entries = [("single", text, name, "main", None) for text in texts]
        return index("", entries=entries)

    def figure(self, svg: str, caption: str, alt: str = "") -> nodes.figure:
        """A picture as a figure; its title is the text for those who cannot see it."""
        folder = Path(self.env.srcdir) / PICTURES
        folder.mkdir(exist_ok=True)
        file = folder / f"{self.game.id}-{hashlib.sha256(svg.encode()).hexdigest()[:12]}.svg"
        if not file.exists():
            file.write_text(svg, encoding="utf-8")
        drawn = ElementTree.fromstring(svg)
        title = drawn.findtext("{http://www.w3.org/2000/svg}title")
        wide = float(drawn.get("width", "0")) > FITS_A_PHONE
        picture = nodes.image(uri=f"/{PICTURES}/{file.name}", alt=alt or title)
        figure = nodes.figure("", picture, classes=["board", "wide"] if wide else ["board"])
        if caption:
            paragraph = self.markdown(caption)[0]
            figure += nodes.caption("", "", *paragraph.children)
        return figure
