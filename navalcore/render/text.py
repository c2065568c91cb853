"""Plain-text boards: they read the same in a terminal, a log and a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def ruled_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows under a header, in columns as wide as they need.

    >>> print(ruled_table(["ship", "VP"], [["Hood", 9], ["Norfolk", 5]]))
    ship     VP
    -------  --
    Hood     9
    Norfolk  5
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(line[i]) for line in [list(header), *cells]) for i in range(len(header))]
    lines = [list(header), ["-" * width for width in widths], *cells]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def columns(*blocks: str, gap: int = 3) -> str:
    """Blocks of text side by side."""
    split = [block.splitlines() for block in blocks]
    height = max(len(lines) for lines in split)
    widths = [max((len(line) for line in lines), default=0) for lines in split]
    rows = []
    for row in range(height):
        parts = [lines[row] if row < len(lines) else "" for lines in split]
        rows.append((" " * gap).join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip())
    return "\n".join(rows)


def framed(text: str, title: str = "") -> str:
    """Text in a frame, with a title in its upper edge.

    >>> print(framed("sea", "map"))
    +- map -+
    | sea   |
    +-------+
    """
    lines = text.splitlines()
    width = max([len(line) for line in lines] + [len(title) + 2 if title else 0])
    top = f"- {title} ".ljust(width + 2, "-") if title else "-" * (width + 2)
    return "\n".join([f"+{top}+", *(f"| {line.ljust(width)} |" for line in lines), f"+{'-' * (width + 2)}+"])
