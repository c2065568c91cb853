"""A link to play at the top of every game's page, of the list of games and of the home page, where the page that plays
without a server is built beside the documentation (``make site``, which sets the tag ``site``).
"""

from typing import Any

from sphinx.application import Sphinx

import navalcore as nc

FOLDER = "games/"
PLAY = "play/index.html"


def add_link(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:  # noqa: ARG001
    """Put the link below the heading."""
    name = page.removeprefix(FOLDER).removesuffix("/learn")
    if name not in {"index", *nc.games()}:
        return
    where = context["pathto"](PLAY, 1) + ("" if name == "index" else f"?/new/{name}")
    link = f'<p class="play-now"><a href="{where}">Play now in your browser</a></p>'
    heading, found, rest = context["body"].partition("</h1>")
    if not found:
        raise ValueError(f"{page} has no heading below which the link to play could stand")
    context["body"] = heading + found + link + rest


def setup(app: Sphinx) -> dict[str, Any]:
    """Add links where there is something to link to."""
    if app.tags.has("site"):
        app.connect("html-page-context", add_link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
