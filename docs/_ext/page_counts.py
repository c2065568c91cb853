"""How long a page takes to read: its words without what is folded away, and minutes at 230 words a minute.

``{reading}`` is a table of it. A page to learn a game by has to keep between :data:`SHORTEST` and :data:`LONGEST`
words, or the build fails.
"""

import re
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

PACE = 230
SHORTEST, LONGEST = 1_000, 2_000
"""Words of a page called ``learn``, without its tables."""
log = logging.getLogger(__name__)


class page_count(nodes.Inline, nodes.Element):
    """A place for the length of the page in its attribute ``page``; filled in when all pages are read."""


class Reading(SphinxDirective):
    """``{reading}``: words and minutes of the pages that the body names, a row for each game with its four pages."""

    has_content = True
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        pages = ("learn", "rules", "tables", "odds")
        games = [line.strip() for line in self.content if line.strip()]
        head = "| game | Learn | Rules by number | Tables and data | Odds and strategy |\n|---|---|---|---|---|\n"
        rows = "\n".join(f"| {game} | {' | '.join(f'COUNT {game}/{page}' for page in pages)} |" for game in games)
        made = self.parse_text_to_nodes(head + rows)
        for table in made:
            for text in list(table.findall(nodes.Text)):
                if text.startswith("COUNT "):
                    text.parent.replace(text, page_count(page=f"games/{text.removeprefix('COUNT ')}"))
        return made


def words(document: nodes.Node, *, folded: bool = False, only_prose: bool = False) -> int:
    """The words of a page; ``folded`` counts what is folded away too, ``only_prose`` neither tables nor log lines."""
    total = 0
    for text in document.findall(nodes.Text):
        above, node = [], text.parent
        while node is not None:
            above.append(node)
            node = node.parent
        if any(isinstance(each, nodes.raw | nodes.comment | nodes.Invisible) for each in above):
            continue
        classes = {name for each in above if isinstance(each, nodes.Element) for name in each.get("classes", ())}
        if "folded" in classes and not folded:
            continue
        if only_prose and (
            "told" in classes or any(isinstance(each, nodes.table | nodes.literal_block) for each in above)
        ):
            continue
        total += len(re.findall(r"\w[\w'’.,:-]*", text))
    return total


def length(words_of_page: int) -> str:
    """A length in words and minutes."""
    minutes = max(1, round(words_of_page / PACE))
    return f"{words_of_page:,} words, {minutes} minute{'s' if minutes > 1 else ''}"


def fill_in(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put lengths where they are wanted, and hold pages to learn by to theirs."""
    for place in list(doctree.findall(page_count)):
        place.replace_self(nodes.Text(length(words(app.env.get_doctree(place["page"])))))
    if page.startswith("games/") and page.endswith("/learn"):
        found = words(app.env.get_doctree(page), only_prose=True)
        if not SHORTEST <= found <= LONGEST:
            log.warning("a page to learn by has %s to %s words, not %s", SHORTEST, LONGEST, found, location=page)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive and the node."""
    app.add_node(page_count)
    app.add_directive("reading", Reading)
    app.connect("doctree-resolved", fill_in)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
