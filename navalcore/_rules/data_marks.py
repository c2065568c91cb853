"""The part of a game's rules version that names the data it is played by."""

from __future__ import annotations

import re
from typing import Final

DATA_MARK: Final = "+data."
"""Separates, in the rules version of a game, its own from the mark of an owner's data files, so that a save is not
continued with other data.
"""
_DATA: Final = re.compile(rf"{re.escape(DATA_MARK)}(\w+)")


def other_data(game_id: str, played: str, here: str) -> str:
    """The fault in a match that was played by other data files; empty if it is not, or not only, that."""
    if played == here or _DATA.sub("", played) != _DATA.sub("", here):
        return ""
    theirs, ours = (_DATA.search(version) for version in (played, here))
    name = game_id.partition(":")[0]
    if theirs is None:
        return f"was played by the data of {name} itself, and here other files are laid over them; leave out --data"
    found = f"others ({ours[1]})" if ours else "none"
    return (
        f"was played with data files laid over those of {name} ({theirs[1]}), and here there are {found}; name the "
        f"folder with those files: navalcore --data {name}=FOLDER ..."
    )
