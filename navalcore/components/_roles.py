"""Who looks: the umpire, who sees everything and has to be asked for by name, and how a role is checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from navalcore.errors import UnknownName


class _Umpire(str):
    """The class of :data:`UMPIRE`, which is its only instance, also after pickling and copying."""

    __slots__ = ()

    def __reduce__(self) -> str:
        return "UMPIRE"

    def __repr__(self) -> str:
        return "UMPIRE"


UMPIRE: Final[str] = _Umpire("umpire")
"""Who sees everything. Only this very object is the umpire: a text "umpire", as it may come from a web request, is an
unknown role. In JSON it is ``"umpire"``.
"""

SPECTATOR: Final = "spectator"
"""The role of an onlooker: sees what is public and nothing else."""

COLOURS: Final = frozenset({"red", "blue", "green", "yellow", "orange", "white", "black", "grey", "gray", "brown"})
"""Words that are not nouns, so that sentences cannot say "the red"."""


def looking_role(role: object, roles: Iterable[str] | None, whose: str) -> str:
    """The role itself, if it may look."""
    known = () if roles is None else tuple(roles)
    if role is UMPIRE:
        return UMPIRE
    if isinstance(role, str) and role and role != UMPIRE and (roles is None or role == SPECTATOR or role in known):
        return role
    example = next(iter(known), "german")
    right = f'a role (role="{example}"), navalcore.SPECTATOR, or navalcore.UMPIRE for everything'
    if role is None or role == "":
        raise UnknownName(f"{whose} must be told who looks: {right}")
    if role == UMPIRE:
        raise UnknownName(
            f"the text 'umpire' is not the umpire of {whose}: give navalcore.UMPIRE itself to see everything"
        )
    raise UnknownName(f"{whose} has no role {str(role)!r}; it has {', '.join(known)} (and {SPECTATOR})")


def title_of(role: str) -> str:
    """The title of a role that was given none: its id, which is a name if it is a colour."""
    title = role.replace("_", " ")
    return title.capitalize() if title in COLOURS else title


def without_article(title: str) -> str:
    """The title of a role where it is alone, in a table or a headline."""
    return title.removeprefix("the ")


def with_article(title: str) -> str:
    """The title of a role within a sentence: what begins with a capital is a name, anything else is given "the"."""
    return title if title.startswith("the ") or title[:1].isupper() else f"the {title}"
