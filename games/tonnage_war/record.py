"""A match as a record people can read: every turn, every card, every die, each with its section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.tonnage_war.events import NAMES
from games.tonnage_war.state import Side, State
from navalcore.bots import make_bots
from navalcore.components.dice import DiceRolled
from navalcore.components.events import Event
from navalcore.engine.events import ChoiceMade, MatchEnded
from navalcore.engine.game import Game


@dataclass
class Turn:
    """What happened in one turn, or in the deal before the first of a round.

    Attributes:
        title: which turn it is.
        events: the choices and what came of them, in order.
    """

    title: str
    events: list[Event] = field(default_factory=list)


def played_by_bots(
    game: Game[State, Any, Any], scenario: str, seed: str, options: Mapping[str, Any] | None = None
) -> list[Turn]:
    """A match between the game's own bots, turn by turn; the same for the same seed."""
    turns = [Turn("Set-up")]
    match = game.new_match(scenario, seed=seed, options=options, on_event=lambda event: turns[-1].events.append(event))
    bots = make_bots(game, seed=seed)
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
