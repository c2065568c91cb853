"""Several answers in one line: words such as ``Hood M E SE``, all of which are taken or none, and the faces of dice."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore import CHANCE, AnyMatch, Decision
from navalcore._cli.answering import is_die, not_a_result
from navalcore.components import listed
from navalcore.errors import Ambiguous, NotOffered


def answers_in(
    match: AnyMatch, role: str, line: str, numbers: Sequence[int] = (), *, numbered: bool = False
) -> list[int]:
    """The options that the words of a line mean, decision by decision; ``numbers`` are those of the first options.

    They are tried in a fork. There are none if they do not answer them all, or if one before the last would bring what
    cannot be taken back. With ``numbered`` the options of every decision are numbered from 1 in their order.
    """
    words, made, tried = line.split(), list[int](), match.fork()
    while words:
        decision = tried.decisions.get(role)
        if numbered and decision is not None:
            numbers = range(1, len(decision.options) + 1)
        found = None if decision is None else _first_of(decision, words, numbers)
        if found is None or (made and not tried.snapshot(role).may_undo):
            return []
        index, words = found
        made.append(index)
        numbers = ()
        tried.choose(index, role=role)
    return made


def faces_in(match: AnyMatch, faces: Sequence[str]) -> list[str]:
    """Give a match the faces of dice while it asks for dice; those left over. NotOffered for one that no die has."""
    for place, face in enumerate(faces):
        asked = match.decision
        if asked is None or asked.role != CHANCE or not is_die(asked):
            return list(faces[place:])
        try:
            match.choose(asked.read(face))
        except NotOffered:
            raise NotOffered(not_a_result(asked, face), asked.texts) from None
    return []


def rolled(match: AnyMatch, faces: Sequence[str]) -> str:
    """Give a match several faces in order; which of them it did not use, and why, or nothing."""
    for place, face in enumerate(faces):
        try:
            left = faces_in(match, [face])
        except NotOffered as error:
            used = f" Used: {listed(list(faces[:place]))}." if place else ""
            return f"{error}.{used}"
        if left:
            return f"Not used: {listed(list(faces[place:]))}. No other die is asked for now."
    return ""


def _first_of(decision: Decision, words: list[str], numbers: Sequence[int]) -> tuple[int, list[str]] | None:
    """The option that the most words from the beginning on mean, and the words after these."""
    for many in range(len(words), 0, -1):
        try:
            return decision.read(" ".join(words[:many]), numbers), words[many:]
        except (Ambiguous, NotOffered):
            continue
    return None
