"""A search index with every page and every index entry, also after a build of a part.

Sphinx writes the index last, and knows a page that needs no writing by its age: pages that a stopped build had written
were in no index from then on. And it keeps index entries, by which "undo" leads to its guide, only of the pages that
it has just written. Both are taken from the index of the build before.

An index entry is found by a query that it contains. Its words are words of the guide too, so that it is also found by
a query that has them in another order, or among others.
"""

import re
from collections.abc import Set
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.search import js_index


def index_in(folder: Path) -> dict[str, Any]:
    """The search index of the build before; without pages if there is none, or half of one."""
    try:
        found: dict[str, Any] = js_index.loads((folder / "searchindex.js").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {"docnames": [], "indexentries": {}}
    return found


def complete(app: Sphinx, env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]) -> list[str]:
    """Take over the index entries of pages that stay as they are; the pages to read again as the index lacks them."""
    if app.builder.name != "html":
        return []
    index = index_in(Path(app.outdir))
    pages = index["docnames"]
    stay = set(env.all_docs) - added - changed - removed
    entries: dict[str, list[tuple[str, str, str]]] = {page: [] for page in pages if page in stay}
    for entry, places in index["indexentries"].items():
        for number, anchor, main in places:
            if pages[number] in entries:
                entries[pages[number]].append((entry, anchor, "main" if main else ""))
    env._search_index_index_entries.clear()  # it may name pages that are gone
    env._search_index_index_entries.update(entries)
    return sorted(stay - set(pages))


def hold_words(app: Sphinx, page: nodes.document) -> None:
    """Let the search find a guide by the words of its index entries; rules are found by their own."""
    if app.env.docname.startswith("games/") and app.env.docname.count("/") > 1:
        return
    entries = [entry[1] for index in page.findall(addnodes.index) for entry in index["entries"] if entry[3] == "main"]
    if words := {word: None for entry in entries for word in re.findall(r"\w{2,}", entry.lower())}:
        page += nodes.meta("", name="keywords", content=", ".join(words))


def setup(app: Sphinx) -> dict[str, Any]:
    """Look before pages are read."""
    app.connect("env-get-outdated", complete)
    app.connect("doctree-read", hold_words)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
