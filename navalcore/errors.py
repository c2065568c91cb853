"""Errors: everything navalcore raises, each with a stable ``code`` that programs can rely on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from navalcore._printable import printable

__all__ = [
    "Ambiguous",
    "BadData",
    "BadRoll",
    "BrokenPlugin",
    "Busy",
    "DamagedTape",
    "Diverged",
    "GameOver",
    "InUse",
    "IncompatibleSave",
    "NavalCoreError",
    "NotImagined",
    "NotOffered",
    "NotWritten",
    "NotYourTurn",
    "OverBudget",
    "RuleError",
    "SeedWithheld",
    "StaleDecision",
    "UndoBarrier",
    "UnknownGame",
    "UnknownName",
]


class NavalCoreError(Exception):
    """Root of all errors of this library.

    ``code`` is stable across releases; the message says what was wrong, where, and what would be right.
    """

    code: ClassVar[str] = "error"


class NotOffered(NavalCoreError):
    """The choice is not among the options of the current decision. ``legal`` lists the texts that are.

    Args:
        message: what was chosen, and what could have been.
    """

    code = "not_offered"

    def __init__(self, message: str, legal: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.legal: tuple[str, ...] = tuple(legal)


class Ambiguous(NotOffered):
    """The text fits more than one option of the current decision. ``legal`` lists those it fits."""

    code = "ambiguous"


class NotYourTurn(NavalCoreError):
    """A role answered a decision that belongs to another role."""

    code = "not_your_turn"


class StaleDecision(NavalCoreError):
    """The answer names a decision number that is no longer (or not yet) the current one."""

    code = "stale_decision"


class GameOver(NavalCoreError):
    """A choice was submitted after the match had ended."""

    code = "game_over"


class Busy(NavalCoreError):
    """Another call is still moving the match: one from another thread, or the one that runs the rules."""

    code = "busy"


class NotWritten(NavalCoreError):
    """A choice could not be written to the match's file, so it was not made; it may be tried again."""

    code = "not_written"


class NotImagined(NavalCoreError):
    """The question to another role was made for the real match, and cannot be asked again in an imagined one."""

    code = "not_imagined"


class UndoBarrier(NavalCoreError):
    """The choice cannot be taken back: since then new information came out, or another role has chosen."""

    code = "undo_barrier"


class BadData(NavalCoreError):
    """A data file, table, deck, map or option value is wrong; the message names file, line or key, and the fix."""

    code = "bad_data"


class BadRoll(NavalCoreError):
    """A scripted or physical result does not fit the roll or draw that was asked for."""

    code = "bad_roll"


class _OfAFile(NavalCoreError):
    """Something is wrong with a file that others may have written; what it quotes of that is made :func:`printable`.

    Args:
        message: what is wrong, and where.
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class DamagedTape(_OfAFile):
    """A save file or tape is damaged or was changed: the message names file, line and entry."""

    code = "damaged_tape"


class IncompatibleSave(_OfAFile):
    """A save belongs to another format, game or rules version and cannot be carried over."""

    code = "incompatible_save"


class Diverged(_OfAFile):
    """A replay did something else than the tape says; the message names entry, rule, expected and found.

    ``expected`` is the tape's entry, where it was one.
    """

    code = "diverged"

    def __init__(self, message: str, expected: object = None) -> None:
        super().__init__(message)
        self.expected = expected


class InUse(NavalCoreError):
    """Another program, or another match of this one, records to the file; the message says which, and since when."""

    code = "in_use"


class SeedWithheld(NavalCoreError):
    """The match needs new chance results but its seed is not in the file (only the commitment is)."""

    code = "seed_withheld"


class UnknownGame(_OfAFile):
    """No game of that id is installed; the message lists those that are."""

    code = "unknown_game"


class UnknownName(NavalCoreError):
    """No scenario, role, bot, question, table or section of that name; the message lists those that exist."""

    code = "unknown_name"


class BrokenPlugin(NavalCoreError):
    """A plug-in could not be loaded or does not keep the contract; the message names it and its error."""

    code = "broken_plugin"


class OverBudget(NavalCoreError):
    """Exact odds would take more paths of chance than were allowed; sample instead, or allow more."""

    code = "over_budget"


class RuleError(NavalCoreError):
    """Rules code did something impossible (no options, endless loop, an exception); the match was left as it was."""

    code = "rule_error"
