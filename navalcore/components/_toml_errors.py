"""The faults of a text that is not TOML, in our own words and with the place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tomllib import TOMLDecodeError

_CLOSED_ON_ITS_LINE: Final = "a text is not closed on its line; close it with a quotation mark"
_CLOSED: Final = "a text begins that is never closed; close it with the quotation marks that it begins with"
_TWICE: Final = "this key or table is there already; give it once"
_KEY: Final = "a key is wanted here: letters, digits, _ and -, and any other name in quotation marks"

WORDS: Final[Mapping[str, str]] = {
    "Invalid value": 'a value is wanted here: a text in "quotation marks", a number, true or false',
    "Unterminated string": _CLOSED,
    "Expected '\"": _CLOSED,
    "Expected \"'": _CLOSED,
    "Illegal character '\\n'": _CLOSED_ON_ITS_LINE,
    "Found invalid character '\\n'": _CLOSED_ON_ITS_LINE,
    "Illegal character": "a character here cannot be printed; leave it out, or write it as an escape, such as \\t",
    "Found invalid character": "a character here cannot be printed; leave it out",
    "Expected ']' at": "the name of a table should be closed by ]",
    "Expected ']]' at": "the name of a list of tables should be closed by ]]",
    "Cannot overwrite": _TWICE,
    "Cannot declare": _TWICE,
    "Cannot redefine": _TWICE,
    "Cannot mutate": _TWICE,
    "Duplicate": _TWICE,
    "Expected newline": "the line continues after its value; begin a new line, or put a text into quotation marks",
    "Invalid statement": _KEY,
    "Invalid initial character": _KEY,
    "Expected '=' after": "after the key there should be = and its value",
    "Unclosed array": "a list is not closed by ], or there is no comma between two of its values",
    "Unclosed inline table": "a table in braces is not closed by }, or there is no comma between two of its keys",
    "Unescaped": "a backslash within a text should be written twice, or the text put into 'single quotation marks'",
    "Invalid hex": "the number of a character should be as many digits as its escape wants: \\u0041 or \\U00000041",
    "Escaped character": "no character has the number that is written here",
    "Invalid date": "no day or time is written so; it should be as in 1942-05-01 or 07:32:00",
}
"""Our words, by how those of Python's reader of TOML begin."""


def toml_fault(error: TOMLDecodeError, text: str) -> tuple[int, str]:
    """The line of a fault, and in words its column and what would be right."""
    told = str(error)
    found = re.search(r"\(at line (\d+), column (\d+)\)$", told)
    line = int(found[1]) if found else text.count("\n") + 1
    column = int(found[2]) if found else len(text) - text.rfind("\n")
    words = next((ours for begin, ours in WORDS.items() if told.startswith(begin)), "what is written here is not known")
    return line, f"at column {column}: {words}"
