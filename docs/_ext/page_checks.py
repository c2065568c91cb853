"""Checks of every page as it is written: a picture without a text for those who cannot see it fails the build."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

log = logging.getLogger(__name__)


def check_pictures(app: Sphinx, doctree: nodes.document, page: str) -> None:  # noqa: ARG001 - as Sphinx calls it
    """Every image has a text in its place."""
    for image in doctree.findall(nodes.image):
        if not str(image.get("alt", "")).strip():
            log.warning("picture %s has no text for those who cannot see it", image["uri"], location=page)


def setup(app: Sphinx) -> dict[str, Any]:
    """Look at every page once its references are resolved."""
    app.connect("doctree-resolved", check_pictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
