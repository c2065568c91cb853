"""The tree of pages at the side: whole for the pages that people wrote, the branch one is on for the reference.

Furo puts all pages into the sidebar of every page. Nearly all of them are modules, and that tree took longer to make
than the pages themselves.
"""

from typing import Any

from sphinx.application import Sphinx

MODULES = "reference/modules/"
DEPTH = 3
"""Levels of the tree beside other pages: chapters, their pages, and what lies below those."""


def prune(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:  # noqa: ARG001
    """Give the theme a smaller tree than it asks for."""
    tree = context.get("toctree")
    if tree is None:
        return
    smaller = {"collapse": True} if page.startswith(MODULES) else {"maxdepth": DEPTH}
    context["toctree"] = lambda **wanted: tree(**{**wanted, **smaller})


def setup(app: Sphinx) -> dict[str, Any]:
    """Be asked before the theme."""
    app.connect("html-page-context", prune, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
