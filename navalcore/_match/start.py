"""Matches that begin with the chance of another one."""

from __future__ import annotations

from navalcore._match.match import Match, begun
from navalcore._play.setup import Setup
from navalcore._rules.terms import O, S, V
from navalcore.components._chance import Chance


def begin_again(setup: Setup[S, O, V], chance: Chance) -> Match[S, O, V]:
    """A match with the game, scenario and options of another, from its beginning, with chance from a source: to play
    it again with known results, or with others.
    """
    return begun(Setup(setup.scenario, setup.options, "recorded", game=setup.game), chance)
