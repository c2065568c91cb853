"""Lines typed on the screen: several answers in one line, and what may have to be asked once more."""

from __future__ import annotations

from typing import NamedTuple

from navalcore import AnyMatch, face_of
from navalcore._cli.one_line import answers_in


class Answers(NamedTuple):
    """The meaning of a line, decision by decision."""

    keys: tuple[str, ...]
    """The key of each option; none if the line does not answer."""
    warning: str
    """A warning to a player before they are taken; or nothing."""


def read_line(match: AnyMatch, role: str, line: str) -> Answers:
    """The options that a line means, such as ``hood m ne stop`` or ``2 1 3``, and their warnings.

    Numbers are those of the list next to the board, from 1, for every decision of the line. Nothing is chosen.
    """
    indexes = answers_in(match, role, line, numbered=True)
    keys, warnings, tried = list[str](), list[str](), match.fork()
    for index in indexes:
        decision = tried.decisions[role]
        option = decision.options[index]
        keys.append(decision.key(index))
        if warning := face_of(match.game).warning(tried.view(role), option):
            warnings.append(warning)
        tried.choose(index, role=role)
    return Answers(tuple(keys), " ".join(warnings))
