"""Seating: who takes the decisions of which role in a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from navalcore._misfits import shown
from navalcore._rules.game import Rules
from navalcore._rules.terms import Terms
from navalcore.errors import BadData

PERSON: Final = "person"
NOBODY: Final = "nobody"
BOT: Final = "bot:"
"""How the seat of a bot begins; its name follows."""
LONGEST: Final = 200
"""Characters that the name of a bot may have."""


def seating(game: Rules[Any, Any, Any], terms: Terms[Any], wanted: Mapping[str, str] | None = None) -> dict[str, str]:
    """Who sits where in a match on these terms: as wanted, and elsewhere as the game says; refuses what cannot be."""
    if wanted is not None and not isinstance(wanted, Mapping):
        raise BadData(f"seats are who sits where, such as {{'{game.roles[0]}': 'bot:standard'}}, not {shown(wanted)}")
    seated = {str(role): game.taken_by(role, terms) for role in game.roles}
    for role, taken_by in (wanted or {}).items():
        given = seated[str(game.check_player(role))]
        if not isinstance(taken_by, str) or not (taken_by in (PERSON, NOBODY) or bot_of(taken_by)):
            raise BadData(f"a seat is taken by 'person' or 'bot:NAME', not by {shown(taken_by)}")
        if taken_by != given and NOBODY in (given, taken_by):
            raise BadData(f"on these terms the seat of {role} is taken by {given}, not by {taken_by}")
        seated[str(role)] = taken_by
    return seated


def bot_of(taken_by: str) -> str:
    """The name of the bot that sits somewhere; nothing where none does."""
    name = taken_by.removeprefix(BOT)
    plain = name != taken_by and name.strip() == name and name.isprintable() and len(name) <= LONGEST
    return name if plain else ""
