"""The README in the metadata of a wheel: links that lead into a clone are addresses, for readers without a clone."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)(\[[^\]]*\]\()(?![a-z]+:|#)([^)]+)\)")


def with_addresses(text: str, repository: str, documentation: str) -> str:
    """A page of the clone with links to the pages of the documentation and to the files of the repository."""

    def address(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        if page := re.fullmatch(r"docs/(.+)\.md(#.+)?", path):
            return f"{words}{documentation}/en/stable/{page[1]}.html{page[2] or ''})"
        return f"{picture}{words}{repository}/{'raw' if picture else 'blob'}/main/{path})"

    return LINK.sub(address, text)


class Readme(MetadataHookInterface):
    """What hatchling asks for the README."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README to the metadata."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        addresses = metadata["urls"]
        text = with_addresses(text, addresses["Source"], addresses["Documentation"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
