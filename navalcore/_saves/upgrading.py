"""Saves of earlier formats and rules versions, written as they are written today."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from navalcore._play.commitments import fresh_salt
from navalcore._rules.game import Rules
from navalcore._saves.entries import FORMAT
from navalcore._saves.files import SaveFile
from navalcore._saves.recorder import Recorder
from navalcore._saves.saves import load_match
from navalcore._saves.tape import Tape
from navalcore.errors import IncompatibleSave


def upgraded(saved: SaveFile, game: Rules[Any, Any, Any] | None = None) -> str:
    """The text of a save in the format and rules version of today: the same choices and results, without what was taken
    back. Its seed, and every seed that was taken in mid-match, gets a commitment of today (and a salt, if it has none),
    which nobody was promised before.

    Raises:
        IncompatibleSave: a seed is withheld, and no commitment of today can be made of it; or its rules cannot be
            carried over.
        Diverged: the rules cannot follow it.
    """
    match = load_match(saved, game)
    setup = match.setup
    if setup.chance in ("physical", "recorded"):
        setup = replace(setup, promised="", format=FORMAT)
    elif setup.seed:
        setup = replace(setup, salt=setup.salt or fresh_salt(), format=FORMAT)
    elif setup.format != FORMAT:
        raise IncompatibleSave(
            f"{saved.path}: its seed is withheld, so no commitment of format {FORMAT} can be made; upgrade a copy that "
            "shows its seed"
        )
    line = match._driver.line
    if setup.format != match.setup.format and any(reseed.commitment for reseed in line.reseeds):
        raise IncompatibleSave(
            f"{saved.path}: a seed that was taken in mid-match is withheld, so no commitment of format {FORMAT} can be "
            "made; upgrade a copy that shows it"
        )
    line.reseeds = tuple(each if each.salt else each._replace(salt=fresh_salt()) for each in line.reseeds)
    recorder = Recorder(Tape(setup.header()))
    match._driver.copy(None, match.count, setup, recorder)
    return recorder.tape.text()
