"""Questions that rules cannot ask: how each is refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import GeneratorType
from typing import Any, Final, Protocol

from navalcore._misfits import shown
from navalcore._rules.offering import Offers
from navalcore.errors import RuleError


class Asked(Protocol):
    """The parts of a decision that an error names."""

    role: str
    options: Sequence[object]
    rule: str

    @property
    def prompt(self) -> str:
        """The question."""


def no_options(decision: Asked) -> RuleError:
    """The error of rules that ask without offering anything."""
    return RuleError(f"rule {decision.rule} asks {decision.role} '{decision.prompt}' without any option")


def asks_nobody(decision: Asked, roles: Sequence[str]) -> RuleError:
    """The error of rules that ask a role that the game does not have."""
    what = f"rule {decision.rule} asks {decision.role!r} '{decision.prompt}'"
    return RuleError(f"{what}, and there is no such role; there are {', '.join(roles)}")


SEQUENCES: Final = frozenset({tuple, list, Offers})
"""The usual classes of options."""


def check_sequence(decision: Asked) -> None:
    """Refuse (RuleError) a question whose options have no numbers, or are the letters of a text."""
    if isinstance(decision.options, str) or not isinstance(decision.options, Sequence):
        what = f"rule {decision.rule} asks {decision.role} '{decision.prompt}'"
        is_yielded = isinstance(decision.options, GeneratorType)
        marked = "; a function that yields options is marked @offers" if is_yielded else ""
        raise RuleError(
            f"{what} and offers {shown(decision.options, repr)}, which should be a list or tuple of options{marked}"
        )


def asks_nothing(flow: Any, yielded: object) -> RuleError:
    """The error of rules that yield something else than a question; names the procedure that does, and its line."""
    while isinstance(flow.gi_yieldfrom, GeneratorType):
        flow = flow.gi_yieldfrom
    line = f"{Path(flow.gi_code.co_filename).name}:{flow.gi_frame.f_lineno}"
    what = f"{yielded.__qualname__}()" if isinstance(yielded, GeneratorType) else shown(yielded, repr)
    right = "a procedure is carried out, and a question asked, with 'yield from'"
    return RuleError(f"{flow.__qualname__} ({line}) yields {what} with 'yield', which asks nothing: {right}")


def wrong_result(game: str, method: str, found: object, right: str) -> RuleError:
    """The error of a game of which a method returns something else than it should."""
    return RuleError(f"{method}() of {game} returns {shown(found, repr)}; it should return {right}")
