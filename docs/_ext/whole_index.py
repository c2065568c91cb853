"""A search index with every page, also after a build that was stopped.

Sphinx writes the index last, and knows a page that needs no writing by its age. Pages that a stopped build had written
already were in no index from then on.
"""

from collections.abc import Set
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.search import js_index


def pages_of(index: Path) -> set[str]:
    """The pages of a search index; none if there is none, or half of one."""
    try:
        return set(js_index.loads(index.read_text(encoding="utf-8"))["docnames"])
    except (OSError, ValueError):
        return set()


def not_in_it(app: Sphinx, env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]) -> list[str]:
    """The pages that are read again because the index does not have them."""
    if app.builder.name != "html":
        return []
    return sorted(set(env.all_docs) - pages_of(Path(app.outdir) / "searchindex.js") - added - changed - removed)


def setup(app: Sphinx) -> dict[str, Any]:
    """Look before pages are read."""
    app.connect("env-get-outdated", not_in_it)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
