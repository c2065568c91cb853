"""A rules procedure run on its own, its decisions answered by a policy."""

from __future__ import annotations

from collections.abc import Callable
from operator import index as whole_number
from typing import Any, SupportsIndex, TypeAlias, TypeVar, cast

from navalcore._misfits import shown, told_of_misfits
from navalcore._rules.decision import Decision, Flow, Group
from navalcore._rules.wrong_questions import asks_nothing
from navalcore.errors import BadData

T = TypeVar("T")

DecisionPolicy: TypeAlias = Callable[[Decision], int]
"""Answers a decision with the index of an option."""


def first_option(decision: Decision) -> int:  # noqa: ARG001
    """The policy that always takes the first option."""
    return 0


@told_of_misfits
def run(flow: Flow[T], policy: DecisionPolicy = first_option) -> T:
    """Run the procedure ``flow`` on its own, answering its decisions by ``policy``; returns its result.

    Where roles choose at the same time, their procedures run one after the other.

    Raises:
        BadData: an answer of the policy is not the index of an option.
        RuleError: the procedure yields something else than a question.
    """
    send: Callable[[Any], Any] = flow.send
    reply: Any = None
    while True:
        try:
            asked = send(reply)
        except StopIteration as stop:
            result: T = stop.value
            return result
        if type(asked) is Group:
            reply = {role: run(each, policy) for role, each in asked.flows.items()}
        elif not isinstance(asked, Decision):
            raise asks_nothing(flow, asked)
        else:
            reply = policy(asked)
            if type(reply) is not int or not 0 <= reply < len(asked.options):
                _check_answer(asked, reply)


def _check_answer(decision: Decision, answer: object) -> None:
    """Raise BadData if the answer of a policy is not the index of an option; a number of numpy may be one."""
    count = len(decision.options)
    try:
        number = whole_number(cast(SupportsIndex, answer))
    except TypeError:
        number = -1
    if not 0 <= number < count:
        raise BadData(
            f"the policy answered {shown(answer, repr)} to '{decision.prompt}', which has {count} options: "
            f"a policy answers with the index of one, from 0 to {count - 1}"
        )
