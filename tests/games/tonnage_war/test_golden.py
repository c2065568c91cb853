"""Whole matches as readable records, one a scenario; any change of the rules shows up as changed lines.

``NAVALCORE_BLESS=1 pytest tests/games/tonnage_war/test_golden.py`` writes the records anew and prints what changed.
"""

import difflib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from navalcore._rules.events import ChoiceMade, MatchEnded
from navalcore.bots import make_bots
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore_games.tonnage_war.events import NAMES
from navalcore_games.tonnage_war.game import TonnageWar
from navalcore_games.tonnage_war.state import Side

GAME = TonnageWar()
FOLDER = Path(__file__).parent / "golden"


@dataclass
class Turn:
    """What happened in one turn, or in the deal before the first of a round.

    Attributes:
        title: which turn it is.
        events: the choices and what came of them, in order.
    """

    title: str
    events: list[Event] = field(default_factory=list)


def played_by_bots(scenario: str, seed: str) -> list[Turn]:
    """A match between the game's own bots, turn by turn; the same for the same seed."""
    turns = [Turn("Set-up")]
    match = GAME.new_match(
        scenario, seed=seed, options={"match_of_two": False}, on_event=lambda event: turns[-1].events.append(event)
    )
    bots = make_bots(GAME, seed=seed)
    place = None
    while (decision := match.decision) is not None:
        state = match.state
        here = (state.game, state.round, state.turn)
        if here != place and state.turn:
            place = here
            side = Side.UBOAT if state.turn % 2 else Side.ESCORT
            turns.append(Turn(f"Game {state.game}, round {state.round}, turn {state.turn}: {NAMES[side]}"))
        match.choose(bots[decision.role].decide(match.view(decision.role), decision.bare()))
    return turns


def lines(turns: list[Turn]) -> Iterator[str]:
    """The record as lines of text: choices after a dash, what happened after a point, sections in brackets."""
    for turn in turns:
        yield ""
        yield turn.title
        for event in turn.events:
            if isinstance(event, DiceRolled):
                continue  # the events of the game tell the roll and what it had to be
            if isinstance(event, ChoiceMade):
                yield f"  - {event.text}  [{event.rule}]"
            elif isinstance(event, MatchEnded):
                yield f"  = {event.reason}"
            else:
                yield f"    . {event}  [{event.rule}]"


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_recorded_match_is_played_again_line_by_line(scenario):
    turns = played_by_bots(scenario, "122")
    assert len(turns) <= 1 + 104
    record = "\n".join([f"{GAME.scenarios[scenario].title}, seed 122", *lines(turns), ""])
    path = FOLDER / f"{scenario}.txt"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    changes = "\n".join(
        difflib.unified_diff(before.splitlines(), record.splitlines(), "recorded", "now", lineterm="", n=1)
    )
    if os.environ.get("NAVALCORE_BLESS"):
        print(changes)
        path.write_text(record, encoding="utf-8")
    else:
        assert not changes, f"the match is played differently:\n{changes}"
