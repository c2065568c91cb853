"""States packed into a line of a save: JSON, compressed, in base 64."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from typing import Any, Final

LARGEST_STATE: Final = 1 << 19
"""Bytes of JSON a packed state may have; its line then fits into a save, however little it can be compressed."""


def as_text(data: Any) -> str:
    """A state's JSON-ready data as the text that is packed; what is in another order is another text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def packed(text: str) -> str | None:
    """The text packed, or None if it is too long for that."""
    raw = text.encode(errors="surrogatepass")
    return b64encode(zlib.compress(raw, 6)).decode() if len(raw) <= LARGEST_STATE else None


def unpacked(pack: str) -> str:
    """The text that was packed."""
    raw = b64decode(pack, validate=True)
    if b64encode(raw).decode() != pack:
        raise ValueError("the packed state is not written as base 64 in its one form")
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(raw, LARGEST_STATE)
    except zlib.error as error:
        raise ValueError(f"the state cannot be unpacked: {error}") from None
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("the packed state is cut off, is too long or has something after its end")
    return text.decode(errors="surrogatepass")
