"""Rule books to print, made with the pages: PDF, EPUB and player aid of each game, in the folder ``print``.

They are made where the libraries of the extra ``docs`` find Pango; elsewhere the pages do not offer them. What has not
changed since it was last made is taken from ``docs/_build/print``. They take more than half as long as all pages, so CI
makes those of one game (``NAVALCORE_PRINT``, ids of games), and ``make night`` those of all.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

import navalcore as nc

DOCS = Path(__file__).parents[1]
log = logging.getLogger(__name__)


def can_print() -> bool:
    """Whether rule books can be made here."""
    try:
        import weasyprint  # noqa: F401 - it looks for Pango
    except (ImportError, OSError):
        return False
    return True


def print_books(app: Sphinx, fault: Exception | None) -> None:
    """Make the books once the pages are there."""
    if fault is not None or app.builder.name != "html" or not can_print():
        return
    sys.path.insert(0, str(DOCS.parent))
    from docs.print.__main__ import FOLDER, printed

    into = Path(app.outdir) / "print"
    into.mkdir(exist_ok=True)
    for game in os.environ.get("NAVALCORE_PRINT", "").split() or [entry.id for entry in nc.games().values()]:
        log.info("printing %s", game)
        for file in printed(nc.load(game), FOLDER):
            shutil.copy2(file, into / file.name)


def setup(app: Sphinx) -> dict[str, Any]:
    """Print when the pages have been written."""
    app.connect("build-finished", print_books)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
