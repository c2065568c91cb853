"""Odds questions: the rules themselves are run over every result of their dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from navalcore import Chance, Play
from navalcore.analysis.odds import Odds, Parameters, Question, exact
from navalcore.components import Cup

from convoy_dash.attack import attack
from convoy_dash.sea import START
from convoy_dash.state import Boat, Rules, State


class AttackParameters(Parameters):
    """How the boat attacks."""

    boat: Literal["unseen", "sighted"] = "unseen"
    """Whether the convoy had sighted it."""
    night: bool = False
    """Whether boats attack by night."""


class Attack(Question[AttackParameters]):
    """One attack: ships sunk, and the fate of the boat."""

    name = "attack"
    title = "How many ships does an attack sink, and does the boat survive it?"
    parameters_class = AttackParameters

    def answer(self, parameters: AttackParameters) -> Odds:
        """Exact: the procedures of chapters 6 and 7, over every face of their dice."""

        def result(chance: Chance) -> tuple[int, bool]:
            boat = Boat(1, START, salvos=2, sighted=parameters.boat == "sighted")
            state = State("sail", START, ships=8, needed=5, turns=9, boats=[boat], cup=Cup())
            attack(Play(state, Rules(night=parameters.night), chance), boat)
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


QUESTIONS: list[Question[Any]] = [Attack()]
