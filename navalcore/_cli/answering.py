"""The answers in a typed line, dice that are rolled here, and the words to a person whose answer will not do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from secrets import randbelow

from navalcore import CHANCE, AnyMatch, Decision, read_save, read_save_text
from navalcore.components import listed
from navalcore.errors import Ambiguous, BadData, NavalCoreError, NotOffered, UndoBarrier

MANY = re.compile("[1-9][0-9]{0,2}")
"""How many choices may be taken back at once."""


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


def save_to(match: AnyMatch, name: str, journal: Path | None) -> Path | None:
    """Save a match to the file that is named (BadData if that is not its own save); None if that is its ``journal``."""
    if len(name) > 2 and name[0] == name[-1] and name[0] in "'\"":
        name = name[1:-1]
    path = Path(name).expanduser() if name else journal
    if path is None:
        raise BadData("to which file? Write, for example: save match.jsonl")
    if journal is not None and (path == journal or (path.exists() and path.samefile(journal))):
        return None
    check_target(path, match)
    match.save(path)
    return path


def answers_in(
    match: AnyMatch, role: str, line: str, numbers: Sequence[int] = (), *, numbered: bool = False
) -> list[int]:
    """The options that the words of a line mean, decision by decision; ``numbers`` are those of the first options.

    They are tried in a fork. There are none if they do not answer them all, or if one before the last would bring what
    cannot be taken back. With ``numbered`` the options of every decision are numbered from 1 in their order.
    """
    words, made, tried = line.split(), list[int](), match.fork()
    while words:
        decision = tried.decisions.get(role)
        if numbered and decision is not None:
            numbers = range(1, len(decision.options) + 1)
        found = None if decision is None else _first_of(decision, words, numbers)
        if found is None or (made and not tried.snapshot(role).may_undo):
            return []
        index, words = found
        made.append(index)
        numbers = ()
        tried.choose(index, role=role)
    return made


def faces_in(match: AnyMatch, faces: Sequence[str]) -> list[str]:
    """Give a match the faces of dice while it asks for dice; those left over. NotOffered for one that no die has."""
    for place, face in enumerate(faces):
        asked = match.decision
        if asked is None or asked.role != CHANCE or not is_die(asked):
            return list(faces[place:])
        try:
            match.choose(asked.read(face))
        except NotOffered:
            raise NotOffered(not_a_result(asked, face), asked.texts) from None
    return []


def rolled(match: AnyMatch, faces: Sequence[str]) -> str:
    """Give a match several faces in order; which of them it did not use, and why, or nothing."""
    for place, face in enumerate(faces):
        try:
            left = faces_in(match, [face])
        except NotOffered as error:
            used = f" Used: {listed(list(faces[:place]))}." if place else ""
            return f"{error}.{used}"
        if left:
            return f"Not used: {listed(list(faces[place:]))}. No other die is asked for now."
    return ""


def _first_of(decision: Decision, words: list[str], numbers: Sequence[int]) -> tuple[int, list[str]] | None:
    """The option that the most words from the beginning on mean, and the words after these."""
    for many in range(len(words), 0, -1):
        try:
            return decision.read(" ".join(words[:many]), numbers), words[many:]
        except (Ambiguous, NotOffered):
            continue
    return None
