"""A store of texts that lasts as long as a test runs."""

from __future__ import annotations

from collections.abc import Mapping


class MemoryStore:
    """Rows of text: ``KeyValueStore``."""

    def __init__(self) -> None:
        self._rows: dict[str, str] = {}

    async def rows(self, beginning: str) -> list[tuple[str, str]]:
        """The rows whose keys begin so."""
        return sorted((key, text) for key, text in self._rows.items() if key.startswith(beginning))

    async def change(self, rows: Mapping[str, str], key: str, was: str) -> bool:
        """Write rows, if the row of a key is what it was."""
        if self._rows.get(key, "") != was:
            return False
        self._rows.update(rows)
        return True
