"""Plain-text boards: they read the same in a terminal, a log and a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeVar

from navalcore.components._lines import WIDTH as WIDTH, check_rows, wrapped as wrapped
from navalcore.components._tiled_maps import TiledMap
from navalcore.errors import BadData

S = TypeVar("S", bound=Hashable)

GAP: Final = 2
"""Blanks between the columns of a table."""
NARROWEST: Final = 12
"""No column of a table is made narrower than this."""
_FRAME: Final = ("+-", "| ")
_RULER: Final = re.compile(r"-+(  -+)*")


def ruled_table(header: Sequence[str], rows: Iterable[Sequence[object]], width: int | None = None) -> str:
    """Rows under a header, in columns as wide as they need; with a ``width``, the widest columns are wrapped to fit.

    >>> print(ruled_table(["ship", "VP"], [["Hood", 9], ["Norfolk", 5]]))
    ship     VP
    -------  --
    Hood     9
    Norfolk  5

    Args:
        header: the headings.
        rows: the rows, each with a cell for every heading.
        width: the room, in characters.

    Raises:
        BadData: a row has fewer or more cells than there are headings, or is not a sequence.
    """
    try:
        cells = [[str(cell) for cell in row] for row in rows]
    except TypeError as error:
        raise BadData(f"each row of the table should be a sequence of cells: {error}") from None
    check_rows(header, cells)
    widths = [max(len(line[i]) for line in [list(header), *cells]) for i in range(len(header))]
    if width is not None:
        widths = _narrowed(widths, width)
    lines = [line for row in [list(header)] for line in _row(row, widths)]
    lines.append((" " * GAP).join("-" * each for each in widths))
    lines += [line for row in cells for line in _row(row, widths)]
    return "\n".join(lines)


def _narrowed(widths: Sequence[int], width: int) -> list[int]:
    """The widths of columns that are together no wider than ``width``: the widest give way."""
    found = list(widths)
    while sum(found) + GAP * (len(found) - 1) > width and max(found) > NARROWEST:
        found[found.index(max(found))] -= 1
    return found


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """The lines of a row, of which the second and further ones begin with a blank."""
    split = [(wrapped(cell, wide, "") if cell else "").splitlines() for cell, wide in zip(cells, widths, strict=True)]
    for number, parts in enumerate(zip_longest(*split, fillvalue="")):
        line = _side_by_side(parts, widths, GAP)
        yield line if not number or line.startswith(" ") else f" {line}"


def columns(*blocks: str, gap: int = 3) -> str:
    """Blocks of text side by side, their first lines level.

    Args:
        blocks: the blocks, from left to right; each may have several lines.
        gap: the number of blanks between two of them.
    """
    widths = [_width(block) for block in blocks]
    rows = zip_longest(*(block.splitlines() for block in blocks), fillvalue="")
    return "\n".join(_side_by_side(parts, widths, gap) for parts in rows)


def _side_by_side(parts: Sequence[str], widths: Sequence[int], gap: int) -> str:
    """One line of several columns."""
    return (" " * gap).join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()


def in_columns(entries: Sequence[str], width: int, least: int, gap: int = GAP) -> str:
    """Entries in as many columns of one width as there is room for, read across; long ones continue in further lines.

    >>> print(in_columns(["Sz1: 1 destroyer", "Sz2: 2 submarines, 1 cruiser", "Sz5: empty"], 40, 18))
    Sz1: 1 destroyer     Sz2: 2 submarines,
                           1 cruiser
    Sz5: empty

    Args:
        least: no column is made narrower than this.
        entries: the entries.
        width: the room, in characters.
        gap: the least number of blanks between two columns.
    """
    across = max(1, (width + gap) // (least + gap))
    room = (width + gap) // across - gap
    rows = []
    for start in range(0, len(entries), across):
        cells = [wrapped(entry, room).splitlines() for entry in entries[start : start + across]]
        rows += [_side_by_side(parts, [room] * len(parts), gap) for parts in zip_longest(*cells, fillvalue="")]
    return "\n".join(rows)


def side_by_side(*blocks: str, width: int = WIDTH, gap: int = 3) -> str:
    """Blocks of text side by side as far as there is room, the others beneath them after an empty line.

    >>> print(side_by_side("sea\\nsea", "port", width=20))
    sea   port
    sea
    >>> print(side_by_side("sea", "port", width=9))
    sea
    <BLANKLINE>
    port

    Args:
        blocks: the blocks, from left to right; each may have several lines.
        width: the room, in characters.
        gap: the number of blanks between two blocks.
    """
    rows: list[list[str]] = []
    for block in blocks:
        wide = sum(_width(each) + gap for each in rows[-1]) + _width(block) if rows else 0
        if rows and wide <= width:
            rows[-1].append(block)
        else:
            rows.append([block])
    return "\n\n".join(columns(*row, gap=gap) for row in rows)


def _width(block: str) -> int:
    return max(map(len, block.splitlines()), default=0)


def framed(text: str, title: str = "", width: int | None = None) -> str:
    """Text in a frame, with a title in its upper edge; with a ``width``, wrapped to fit into it.

    >>> print(framed("sea", "map"))
    +- map -+
    | sea   |
    +-------+

    Args:
        text: the text, of one line or more.
        title: words in the upper edge.
        width: the width of the frame in characters; if left out, it is as wide as the text.

    Raises:
        BadData: nothing fits into a frame of that width.
    """
    if width is not None and not width > 4:
        raise BadData(f"a frame takes 4 characters of its width, so it is 5 wide or more, not {width}")
    lines = (text if width is None else wrapped(text, width - 4)).splitlines()
    inner = max([len(line) for line in lines] + [len(title) + 2 if title else 0])
    top = f"- {title} ".ljust(inner + 2, "-") if title else "-" * (inner + 2)
    return "\n".join([f"+{top}+", *(f"| {line.ljust(inner)} |" for line in lines), f"+{'-' * (inner + 2)}+"])


# ---- parts of a board ---------------------------------------------------------------------------------------------


def changed_parts(before: str, after: str) -> str:
    """The new parts of a board since it was last shown: new lines, new rows of a table under its heading, and drawings
    (a map, a frame) whole. Parts are separated by empty lines.

    >>> print(changed_parts("turn 1\\nclear", "turn 2\\nclear"))
    turn 2

    Args:
        before: the board as it was shown last.
        after: the board as it is now.
    """
    known_parts, known = set(_parts(before)), {row for part in _parts(before) for row in _rows(part)[1]}
    found = []
    for part in _parts(after):
        if part not in known_parts:
            heading, rows = _rows(part)
            new = rows if _drawn(part) else [row for row in rows if row not in known]
            if new:
                found.append("\n".join([*heading, *new]))
    return "\n\n".join(found)


def parts_with(board: str, words: str) -> str:
    """The lines and rows of a board that have all these words, under their headings; of drawings, the whole.

    >>> print(parts_with("Hood 1622\\nNorfolk 1117", "hood"))
    Hood 1622

    Args:
        board: the board as text, its parts separated by empty lines.
        words: words or parts of words; capitals do not matter.
    """
    wanted = words.casefold().split()
    found = []
    for part in _parts(board):
        heading, rows = _rows(part)
        units = ["\n".join(rows)] if _drawn(part) else rows
        fits = [each for each in units if all(word in each.casefold() for word in wanted)]
        if fits:
            found.append("\n".join([*heading, *fits]))
    return "\n\n".join(found)


def _parts(board: str) -> list[str]:
    """Everything between empty lines."""
    return [part for part in re.split(r"\n\s*\n", board.strip("\n")) if part.strip()]


def _drawn(part: str) -> bool:
    """Whether a part is a map, which begins with a blank, or has a frame: its lines mean nothing by themselves."""
    return part.startswith(" ") or any(line.startswith(_FRAME) for line in part.splitlines())


def _rows(part: str) -> tuple[list[str], list[str]]:
    """The heading of a table (nothing of another part), and the rows, each with the lines it continues in."""
    lines = part.splitlines()
    rulers = [number for number, line in enumerate(lines) if _RULER.fullmatch(line)]
    start = rulers[0] + 1 if rulers else 0
    rows: list[str] = []
    drawn = _drawn(part)
    for line in lines[start:]:
        if rows and line.startswith(" ") and not drawn:
            rows[-1] += f"\n{line}"
        else:
            rows.append(line)
    return lines[:start], rows


def tiled_text(board: TiledMap[S, Any], cell: Callable[[S], str], width: int = 4) -> str:
    """A map of hexes or squares as text: what ``cell`` says of each space, at most ``width`` letters, where it is.
    Shoved columns of hexes are half a hex lower.

    >>> from navalcore.components import HexMap
    >>> print(tiled_text(HexMap(3, 2), lambda space: "CA" if space == "0202" else "."))
    .       .
        .
    .       .
        CA

    Args:
        board: the map.
        cell: gives the text of a space.
        width: the room for each space, in characters.
    """
    centres = {space: board.centre(space) for space in board.spaces}
    across = sorted({round(x, 3) for x, _ in centres.values()})
    down = sorted({round(y, 3) for _, y in centres.values()})
    lines = [[" " * width] * len(across) for _ in down]
    for space, (x, y) in centres.items():
        lines[down.index(round(y, 3))][across.index(round(x, 3))] = cell(space)[:width].ljust(width)
    return "\n".join("".join(line).rstrip() for line in lines)
