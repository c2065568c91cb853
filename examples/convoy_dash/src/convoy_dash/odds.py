"""Odds questions: the rules themselves are run over every result of their dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from navalcore.components import Deck
from navalcore.odds import Odds, Question, exact, question
from navalcore.rules import Chance, Play

from convoy_dash.attack import attack as carry_out
from convoy_dash.sea import START
from convoy_dash.state import Boat, Rules, State


@question("attack")
def attack(boat: Literal["unseen", "sighted"] = "unseen", night: bool = False) -> Odds:
    """How many ships does an attack sink, and does the boat survive it?

    Exact: the procedures of chapters 6 and 7, over every face of their dice.

    Args:
        boat: Whether the convoy had sighted it.
        night: Whether boats attack by night.
    """

    def result(chance: Chance) -> tuple[int, bool]:
        attacker = Boat(1, START, salvos=2, sighted=boat == "sighted")
        state = State("sail", START, ships=8, needed=5, turns=9, boats=[attacker], cup=Deck())
        carry_out(Play(state, Rules(night=night), chance), attacker)
        return 8 - state.ships, not state.boats

    odds = exact(result)
    sunk = {count: sum(odds.get((count, lost), Fraction(0)) for lost in (False, True)) for count in range(4)}
    return Odds(
        "exact",
        {f"{count} ships": chance for count, chance in sunk.items()},
        expected={
            "ships sunk": sum((count * chance for count, chance in sunk.items()), Fraction(0)),
            "boats destroyed": sum((chance for (_, lost), chance in odds.items() if lost), Fraction(0)),
        },
    )


QUESTIONS: tuple[Question[Any], ...] = (attack,)
