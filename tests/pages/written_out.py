"""Pieces of files that pages show, written out between the lines of the page, so that they are there without a build.

Above such a fence stands a comment that says where it comes from::

    <!-- from ../examples/bot.mjs -->
    <!-- from ../games/x/y.py at "class Y" before "def z" -->

``python -m tests.pages.written_out`` brings every page into step with the files; a test fails where one is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PIECE = re.compile(
    r'(?P<mark><!-- from (?P<path>\S+)(?: at "(?P<at>[^"]+)")?(?: before "(?P<before>[^"]+)")? -->\n'
    r"(?P<fence>`{3,})\w*\n)"
    r"(?P<code>.*?)(?=^(?P=fence)$)",
    re.MULTILINE | re.DOTALL,
)


def piece_of(page: Path, found: re.Match[str]) -> str:
    """What the file has where a comment points to: from the line with ``at`` up to the line with ``before``."""
    lines = (page.parent / found["path"]).resolve().read_text(encoding="utf-8").splitlines()
    begin = next(number for number, line in enumerate(lines) if (found["at"] or "") in line)
    before = found["before"]
    end = next((n for n, line in enumerate(lines) if n > begin and before and before in line), len(lines))
    return "\n".join(lines[begin:end]).rstrip() + "\n"


def in_step(page: Path) -> str:
    """The text of a page with every piece as its file has it now."""
    return PIECE.sub(lambda found: found["mark"] + piece_of(page, found), page.read_text(encoding="utf-8"))


def pages() -> Iterator[Path]:
    """The pages that people read."""
    made = {"_build", "_generated"}
    return (path for path in sorted(DOCS.rglob("*.md")) if not made & set(path.parts))


def main() -> None:
    """Write the pages that are out of step."""
    for page in pages():
        if (text := in_step(page)) != page.read_text(encoding="utf-8"):
            page.write_text(text, encoding="utf-8")
            print(page.relative_to(DOCS))


if __name__ == "__main__":
    main()
