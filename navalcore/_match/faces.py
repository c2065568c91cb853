"""The face of a game, made when a program asks for it for the first time."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from navalcore._plugins.manifest import resolve
from navalcore._rules.game import Rules
from navalcore._wire.codec import UNSHOWN, Shown

_FACES: Final[WeakKeyDictionary[Rules[Any, Any, Any], Shown]] = WeakKeyDictionary()


def shown_of(game: Rules[Any, Any, Any]) -> Shown:
    """The face of a game, whose module is imported now; BrokenPlugin if there is none where the game says it is."""
    found = _FACES.get(game)
    if found is None:
        made = resolve(game.face) if isinstance(game.face, str) and game.face else game.face
        found = _FACES[game] = made(game) if made else UNSHOWN
    return found
