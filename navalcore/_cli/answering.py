"""The words to a person whose answer will not do, dice that are rolled here, and files that a match may be saved to."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from secrets import randbelow

from navalcore import CHANCE, AnyMatch, Decision, read_save, read_save_text
from navalcore.errors import BadData, NavalCoreError, UndoBarrier


def is_die(decision: Decision) -> bool:
    """Whether a person types the result of a die."""
    return all(text.isdigit() for text in decision.texts)


def not_a_result(decision: Decision, face: str) -> str:
    """Why a face will not do for a die that is rolled, and which would; a sentence without its full stop."""
    return f"'{face}' is not on the die; type a number from {decision.texts[0]} to {decision.texts[-1]}"


def roll_here(match: AnyMatch) -> None:
    """Roll a die that a person is asked for; BadData where none is."""
    decision = match.decision
    if match.setup.chance != "physical":
        raise BadData("the program rolls and draws in this match; people do with --dice physical")
    if decision is None or decision.role != CHANCE or not is_die(decision):
        raise BadData("no die is to be rolled now, and a card is drawn from the real deck")
    match.choose(randbelow(len(decision.options)))


def one_back(match: AnyMatch) -> None:
    """Take back what a person rolled last, alone; else the last choice."""
    try:
        match.unroll()
    except UndoBarrier:
        match.undo()


def explained(match: AnyMatch, decision: Decision, answer: str, numbers: Sequence[int], words: Sequence[str]) -> str:
    """Why an answer will not do: the rule against it if there is one, and what would do; ``words`` are the commands."""
    refusal = match.why_not(answer, role=decision.role)
    if refusal is not None and refusal in decision.refusals():
        return str(refusal)
    if decision.role == CHANCE and is_die(decision):
        return f"{not_a_result(decision, answer)}, or help"
    if decision.role == CHANCE:
        return f"'{answer}' cannot be drawn; Enter lists what can"
    shown = sorted(numbers)
    which = f"from {shown[0]} to {shown[-1]}" if len(shown) == shown[-1] else "of an option"
    meant = get_close_matches(answer.partition(" ")[0].casefold(), words, 1, 0.7)
    command = f"; is {meant[0]} the command you mean?" if meant else ""
    return f"'{answer}' is not offered; type a number {which}, words of an option, or help{command}"


def check_target(path: Path, match: AnyMatch) -> None:
    """Raise BadData if a file is there that is not an earlier save of the same match."""
    if not path.exists():
        return
    try:
        old, new = read_save(path), read_save_text(match.dumps())
    except NavalCoreError:
        raise BadData(f"{path}: exists and is not a saved match; choose another name") from None
    if (old.header, old.entries) != (new.header, new.entries[: len(old.entries)]):
        raise BadData(f"{path}: holds another match, or more of this one; choose another name")
