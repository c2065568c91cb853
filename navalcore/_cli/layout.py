"""A question with its options and the board above it, so that all of it stands on one screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from navalcore._cli.output import Output, Styled

AROUND: Final = 3
"""Lines of a screen beside board, question and options: two that are empty, and that of the answer."""

LEAST: Final = 5
"""So many lines of a board are shown, whatever stands beneath it."""
REST: Final = "... (board: the rest)"


def print_board(out: Output, board: str) -> None:
    """A board, if there is one, below an empty line."""
    if board:
        out.line()
        out.block(board)


def print_question(
    out: Output,
    board: str,
    question: Sequence[Styled],
    rows_of: Callable[..., Sequence[Sequence[Styled]]],
    whole: bool = False,
) -> None:
    """The board, the question and its options. On a terminal the options stand close where they would not fit
    otherwise, and the board is cut to the lines that they leave; options too many even so are cut group by group.
    """
    rows = rows_of()
    if out.height is not None:
        room = out.height - AROUND - out.lines_of(*question)
        if len(rows) + len(board.splitlines()) > room:
            rows = min(rows, rows_of(close=True), key=len)
        most = room - min(len(board.splitlines()), LEAST)
        if len(rows) > most and not whole:
            rows = min(rows, rows_of(close=True, most=most), key=len)
        board = shortened(board, room - len(rows))
    print_board(out, board)
    out.line()
    out.line(*question, hang=2)
    for row in rows:
        out.line(*row)


def shortened(board: str, lines: int) -> str:
    """A board, or as much of its beginning as has room: what matters most stands first.

    >>> print(shortened("one\\n\\ntwo\\nthree\\nfour\\nfive", 5))
    one
    <BLANKLINE>
    two
    three
    ... (board: the rest)
    """
    told, room = board.splitlines(), max(lines, LEAST)
    if len(told) <= room:
        return board
    kept = told[: room - 1]
    while not kept[-1]:
        kept.pop()
    return "\n".join([*kept, REST])
