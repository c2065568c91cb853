"""A question as a person sees it: the board above it and its options in groups, all on one screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from navalcore import CHANCE, Decision
from navalcore._cli.output import Output, Styled
from navalcore.errors import Ambiguous, NotOffered

GROUPED: Final = 8
"""More options than this are listed in groups and columns on a terminal, and more than PLAIN where lines are plain."""
PLAIN: Final = 20
NUMBER_WIDTH: Final = 4
COLUMN_GAP: Final = 2
CUT: Final = "  ... and {} more (Enter: all)"
"""The line in place of a group's options that have no room."""
HANGING: Final = 14
"""The name of a group no longer than this is next to its options, if that takes no more lines."""
MEANING_GAP: Final = 3
NARROWEST: Final = 24
"""The least width of the column for the meaning of an option; with less room, meanings are below, by ``BELOW``."""
BELOW: Final = 7
AROUND: Final = 3
"""Lines of a screen besides board, question and options: two that are empty, and that of the answer."""
LEAST: Final = 5
"""The fewest lines of a board that are shown, however long the rest is."""
REST: Final = "... (board: the rest)"
_DIGITS: Final = re.compile(r"\d+")


class Menu:
    """The options offered, with numbers that stay as they are while like questions follow in one moment."""

    def __init__(self) -> None:
        self._series: dict[tuple[str, str, str], tuple[object, dict[str, int]]] = {}

    def numbers(self, decision: Decision, moment: object = None) -> list[int]:
        """The number of each option; none where a person types what was rolled or drawn."""
        if decision.role == CHANCE:
            return []
        key = (decision.role, decision.kind, _DIGITS.sub("", decision.prompt))
        asked, known = self._series.get(key, (None, {}))
        if asked != moment:
            known = {}
        for text in decision.texts:
            known.setdefault(text, len(known) + 1)
        self._series[key] = (moment, known)
        return [known[text] for text in decision.texts]


def rows_of(
    texts: Sequence[str],
    numbers: Sequence[int],
    groups: Sequence[str],
    width: int,
    *,
    plain: bool,
    meanings: Sequence[str] = (),
    facts: Sequence[str] = (),
    last: Sequence[str] = (),
    close: bool = False,
    most: int | None = None,
) -> Iterator[list[Styled]]:
    """The options in lines: a few with their meanings and facts, many in groups, single ones last."""
    if len(texts) <= (PLAIN if plain else GROUPED):
        both = zip_longest(meanings or [""] * len(texts), facts, fillvalue="")
        yield from _one_to_a_line(texts, numbers, ["; ".join(filter(None, each)) for each in both], width)
        return
    texts = [f"{text} ({known})" if known else text for text, known in zip_longest(texts, facts)]
    members: dict[str, list[int]] = {}
    for index, group in enumerate(groups):
        members.setdefault(group, []).append(index)
    alone = [found.pop() for found in members.values() if len(found) == 1] if len(members) > 1 else []
    named = sorted((each for each in members.items() if each[1]), key=lambda each: each[0] in last)
    if close:
        told = [
            list(_running_on(name, [texts[index] for index in found], [numbers[index] for index in found], width))
            for name, found in [*named, ("", alone)]
        ]
        yield from (row for rows in _cut(told, most, width) for row in rows)
        return
    for name, found in named:
        shown = [_without(texts[index], name) for index in found]
        those = [numbers[index] for index in found]
        title = f"  {name}" if name.endswith(">") else f"  {name}:"
        rows = _columns(shown, those, width)
        meant = [meanings[index] for index in found] if meanings and len(found) <= GROUPED else []
        if meant and all(meant):
            yield [(title, "faint")]
            yield from _one_to_a_line(shown, those, meant, width)
            continue
        if not name or not (len(named) > 1 or alone):
            yield from rows
            continue
        beside = _columns(shown, those, width, len(title) + 2) if len(title) <= HANGING else []
        if beside and (len(beside) == 1 or len(beside) <= len(rows)):
            yield [(f"{title}  ", "faint"), *beside[0]]
            yield from ([" " * (len(title) + 2), *row] for row in beside[1:])
        elif len(rows) == 1 and sum(len(_text(part)) for part in [title, "  ", *rows[0]]) <= width:
            yield [(f"{title}  ", "faint"), *rows[0]]
        else:
            yield [(title, "faint")]
            yield from rows
    yield from _columns([texts[index] for index in alone], [numbers[index] for index in alone], width)


def _one_to_a_line(
    texts: Sequence[str], numbers: Sequence[int], meanings: Sequence[str], width: int
) -> Iterator[list[Styled]]:
    """An option in each line, and their meanings in a second column."""
    wide = max((len(text) for text, meaning in zip(texts, meanings, strict=True) if meaning), default=0) + MEANING_GAP
    for text, number, meaning in zip(texts, numbers, meanings, strict=True):
        row: list[Styled] = [(f"{number:>3}  ", "number")]
        if not meaning:
            yield [*row, (text, "option")]
            continue
        start = NUMBER_WIDTH + 1 + wide
        if width - start < NARROWEST:
            yield [*row, (text, "option")]
            start, more = BELOW, wrap(meaning, max(width - BELOW, 1))
        else:
            first, *more = wrap(meaning, width - start)
            yield [*row, (text.ljust(wide), "option"), (first, "faint")]
        for each in more:
            yield [" " * start, (each, "faint")]


def _running_on(name: str, texts: Sequence[str], numbers: Sequence[int], width: int) -> Iterator[list[Styled]]:
    """The options of a group behind its name, one after the other; a common end is written with the name."""
    shown = [_without(text, name) for text in texts]
    ending = _common_ending(shown) if name else ""
    said = ending if ending.startswith(" (") else f" ({ending.strip()})" if ending else ""
    indent = "  " if name else ""
    title = indent + name + said + (":" if name and not name.endswith(">") else "")
    row: list[Styled] = [(title, "faint")]
    used = len(title)
    for text, number in zip(shown, numbers, strict=True):
        number_text, text_shown = f"  {number} ", text.removesuffix(ending)
        if used + len(number_text) + len(text_shown) > width and len(row) > 1:
            yield row
            row, used = [indent], len(indent)
        row += [(number_text, "number"), (text_shown, "option")]
        used += len(number_text) + len(text_shown)
    if shown:
        yield row


def _cut(groups: list[list[list[Styled]]], most: int | None, width: int) -> list[list[list[Styled]]]:
    """The groups in no more lines, the longest cut; the last stays whole, as what ends a phase or passes is in it."""
    spare = 0 if most is None else sum(map(len, groups)) - most
    cut = list(groups)
    for place in sorted(range(len(groups) - 1), key=lambda place: -len(groups[place])):
        lines = len(groups[place])
        if spare > 0 and lines > 1:
            kept = max(1, lines - spare)
            spare -= lines - kept
            cut[place] = _first_lines(groups[place], kept, width)
    return cut


def _first_lines(rows: Sequence[list[Styled]], kept: int, width: int) -> list[list[Styled]]:
    """The first lines of a group, the last of which says how many options are left out."""
    *before, row = rows[:kept]
    left_out = sum(len(each) // 2 for each in rows[kept:])
    while len(row) > 1 and sum(len(_text(part)) for part in row) + len(CUT.format(left_out)) > width:
        row = row[:-2]
        left_out += 1
    return [*before, [*row, (CUT.format(left_out), "faint")]]


def _common_ending(texts: Sequence[str]) -> str:
    """The words, with the space before them, that all texts end with and none consists of; brackets stay whole."""
    words = [text.split(" ") for text in texts]
    shared = 0
    while all(len(each) > shared + 1 for each in words) and len({each[-shared - 1] for each in words}) == 1:
        shared += 1
    ending = "".join(f" {word}" for word in words[0][len(words[0]) - shared :]) if shared and len(texts) > 1 else ""
    while ending.count(")") != ending.count("("):
        ending = "".join(ending[1:].partition(" ")[1:])
    return ending


def _text(part: Styled) -> str:
    return part if isinstance(part, str) else part[0]


def _without(text: str, name: str) -> str:
    """The text without the name of its group, or the letter that the name explains, if it begins with that."""
    letter = name.partition(" ")[0]
    begun = name if text.startswith(f"{name} ") or len(letter) != 1 else letter
    return text.removeprefix(f"{begun} ") if name else text


def _columns(texts: Sequence[str], numbers: Sequence[int], width: int, first: int = 0) -> list[list[Styled]]:
    """Options in as many columns as fit, read across; a text that begins with a number is farther from its own."""
    if not texts:
        return []
    gap = 2 if any(text[:1].isdigit() for text in texts) else 1
    around = NUMBER_WIDTH - 1 + gap
    for across in range(len(texts), 0, -1):
        wide = [max(map(len, texts[column::across])) for column in range(across)]
        if first + sum(wide) + across * around + (across - 1) * COLUMN_GAP <= width or across == 1:
            break
    lines = []
    for start in range(0, len(texts), across):
        line: list[Styled] = []
        row = list(zip(texts[start : start + across], numbers[start : start + across], wide, strict=False))
        for place, (text, number, space) in enumerate(row):
            last = place + 1 == len(row)
            line += [
                (f"{number:>3}{' ' * gap}", "number"),
                (text if last else text.ljust(space + COLUMN_GAP), "option"),
            ]
        lines.append(line)
    return lines


def grouped(decision: Decision, group_of: Callable[[object], str]) -> list[str]:
    """The group of each option; a name that all options share says nothing and is left out."""
    groups = [group_of(option) for option in decision.options]
    return groups if len(set(groups)) > 1 else [""] * len(groups)


def matching(decision: Decision, numbers: Sequence[int], typed: str) -> Mapping[int, str]:
    """The options, by number, that what has been typed so far could mean."""
    texts = decision.texts
    if typed.isdecimal():
        return {number: text for number, text in zip(numbers, texts, strict=True) if str(number).startswith(typed)}
    return {numbers[index]: texts[index] for index in decision.matching(typed)}


def names_option(decision: Decision, answer: str) -> bool:
    """Whether an answer is the whole text, or the key, of an option."""
    try:
        decision.index(answer)
    except NotOffered as error:
        return isinstance(error, Ambiguous)
    return True


def print_board(out: Output, board: str) -> None:
    """A board, if there is one, below an empty line."""
    if board:
        out.line()
        out.block(board)


def print_question(
    out: Output,
    board: str,
    question: Sequence[Styled],
    rows_in: Callable[..., Sequence[Sequence[Styled]]],
    whole: bool = False,
    fuller: str = "",
) -> None:
    """The board, question and options; cut to fit on a terminal, or with a ``fuller`` board if it has room."""
    rows = rows_in()
    if out.height is not None:
        room = out.height - AROUND - out.lines_of(*question)
        board = fuller if fuller and len(rows) + len(fuller.splitlines()) <= room else board
        if len(rows) + len(board.splitlines()) > room:
            rows = min(rows, rows_in(close=True), key=len)
        most = room - min(len(board.splitlines()), LEAST)
        if len(rows) > most and not whole:
            rows = min(rows, rows_in(close=True, most=most), key=len)
        board = shortened(board, room - len(rows))
    print_board(out, board)
    out.line()
    out.line(*question, hang=2)
    for row in rows:
        out.line(*row, hang=NUMBER_WIDTH + 1)


def shortened(board: str, lines: int) -> str:
    """A board, or as much of its beginning as has room: what matters most is first.

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
