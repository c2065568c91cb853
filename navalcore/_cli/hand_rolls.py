"""Dice that people roll, and what is said of an answer that will not do."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from secrets import randbelow

from navalcore import CHANCE, AnyMatch, Decision
from navalcore.errors import BadData


def is_die(decision: Decision) -> bool:
    """Whether it asks for the face of a die, not for a card."""
    return all(text.isdigit() for text in decision.texts)


def roll_here(match: AnyMatch) -> None:
    """Roll a die that a person is asked for.

    Raises:
        BadData: no die is asked for.
    """
    decision = match.decision
    if decision is None or decision.role != CHANCE or not is_die(decision):
        raise BadData("no die is to be rolled now, and a card is drawn from the real deck")
    match.choose(randbelow(len(decision.options)))


def explained(match: AnyMatch, decision: Decision, answer: str, numbers: Sequence[int], commands: Sequence[str]) -> str:
    """Why an answer will not do: the rule against it if there is one, and what would do."""
    refusal = match.why_not(answer, role=decision.role)
    if refusal is not None and refusal in decision.refusals():
        return str(refusal)
    if decision.role == CHANCE and is_die(decision):
        return f"'{answer}' is not a result; type a number from {decision.texts[0]} to {decision.texts[-1]}, or help"
    if decision.role == CHANCE:
        return f"'{answer}' cannot be drawn; Enter lists what can"
    ordered = sorted(numbers)
    which = f"from {ordered[0]} to {ordered[-1]}" if len(ordered) == ordered[-1] else "of an option"
    meant = get_close_matches(answer.partition(" ")[0].casefold(), commands, 1, 0.7)
    command = f"; is {meant[0]} the command you mean?" if meant else ""
    return f"'{answer}' is not offered; type a number {which}, words of an option, or help{command}"
