"""The odds of a procedure: the rules themselves, run over every result of their chance or over many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from math import lcm
from types import GeneratorType
from typing import Any, Final, Generic, TypeAlias, cast

from navalcore._misfits import shown, told_in_methods, whole
from navalcore._rules.decision import Flow
from navalcore._rules.running import DecisionPolicy, first_option, run
from navalcore.components._chance import Chance, SeededChance
from navalcore.errors import BadData, OverBudget
from navalcore.odds._answers import Odds
from navalcore.odds._comparison import Comparison
from navalcore.odds._paths import Distribution, T, distribution

BUDGET: Final = 50_000
"""Paths of chance that are worth an exact answer: a second or two of a small procedure."""
ALLOWED: Final = "a budget is None for no limit, or a number of paths"
"""The sentence about a budget that is something else."""
Experiment: TypeAlias = Callable[[Chance], T | Flow[T]]
"""Something with chance in it: it takes its source and returns the result, or is a rules procedure that asks."""
OneStage: TypeAlias = Callable[[T, Chance], T | Flow[T]]
"""A stage: it takes the state before it and a chance source, and returns the state after it. It must leave the state
it is given as it is, which a tuple, a frozen dataclass or a number does by itself."""


def once(procedure: Experiment[T], chance: Chance, policy: DecisionPolicy = first_option) -> T:
    """The result of one run of a procedure, its choices answered by ``policy``; BadData if it can be changed."""
    result: Any = procedure(chance)
    if isinstance(result, GeneratorType):
        result = run(result, policy)
    return countable(cast(T, result))


def countable(result: T) -> T:
    """The result or state itself, if equal ones can be counted as one."""
    try:
        hash(result)
    except TypeError:
        wanted = "odds are of results and states that do not change, such as a number, text or a tuple of them"
        raise BadData(f"{wanted}, not of {shown(result, repr)}") from None
    return result


def exact(
    procedure: Experiment[T], policy: DecisionPolicy = first_option, *, budget: int | None = None
) -> dict[T, Fraction]:
    """The exact chance of every result of a procedure.

    The procedure is run once for every path its chance can take, each time from the start, so it must build what it
    changes afresh. Results that the rules do not distinguish are one path. Equal items of a draw are one, and so are
    the orders in which the dice of a pool fall, and the ways to a total (see :class:`~navalcore.odds.BranchingChance`).

    Args:
        procedure: takes a chance source and returns the result, or is a rules procedure that asks for choices.
        policy: answers those choices.
        budget: the most paths to run, 1 at least; None sets no limit.

    Raises:
        OverBudget: there are more paths than the budget allows.
        BadData: the budget is below 1, or a result is a list or something else that can be changed.

    >>> odds = exact(lambda chance: chance.roll(1, 6) + chance.roll(1, 6) >= 10)
    >>> odds[True]
    Fraction(1, 6)
    """
    if budget is not None:
        whole(ALLOWED, budget, 1)
    return distribution(lambda chance: once(procedure, chance, policy), budget).chances()


def sample(
    procedure: Experiment[T], samples: int, seed: int | str = 0, policy: DecisionPolicy = first_option
) -> Counter[T]:
    """Count each result in seeded runs of a procedure.

    Args:
        procedure: takes a chance source and returns the result, or is a rules procedure that asks for choices.
        samples: how many runs, 1 at least.
        seed: the seed of their chance.
        policy: answers the choices.

    Raises:
        BadData: fewer than one run.
    """
    whole("odds are sampled in a number of runs", samples, 1)
    chance = SeededChance.from_seed(seed)
    return Counter(once(procedure, chance, policy) for _ in range(samples))


def odds_of(
    procedure: Experiment[T],
    policy: DecisionPolicy = first_option,
    *,
    budget: int | None = BUDGET,
    samples: int = 10_000,
    seed: int | str = 0,
) -> Odds:
    """The odds of a procedure: exact if that takes no more paths than the budget allows, otherwise sampled.

    Args:
        procedure: takes a chance source and returns the result, or is a rules procedure that asks for choices.
        policy: answers those choices.
        budget: the most paths to run for an exact answer, 1 at least; None sets no limit. :func:`sample` runs none.
        samples: how many runs a sampled answer rests on.
        seed: the seed of their chance.

    Raises:
        BadData: fewer than one sample, or a budget below 1.

    >>> odds_of(lambda chance: chance.roll(1, 6) >= 5).outcomes
    {'no': Fraction(2, 3), 'yes': Fraction(1, 3)}
    >>> odds_of(lambda chance: chance.roll(1, 6) >= 5, budget=2).method
    'sampled'
    """
    try:
        return Odds.of(exact(procedure, policy, budget=budget))
    except OverBudget:
        note = f"{samples} runs: more than {budget} paths for an exact answer"
        return Odds.of(sample(procedure, samples, seed, policy), sampled=True, notes=(note,))


def compare(
    procedure: Experiment[T],
    policies: Mapping[str, DecisionPolicy],
    *,
    budget: int | None = BUDGET,
    samples: int = 10_000,
    seed: int | str = 0,
) -> Comparison:
    """The odds of a procedure under several policies, side by side.

    >>> from navalcore.rules import choose
    >>> def shot(chance):
    ...     needed = yield from choose("uboat", "Which ship?", [3, 5])
    ...     return "hit" if chance.roll(1, 6) >= needed else "miss"
    >>> both = compare(shot, {"the near one": lambda decision: 0, "the far one": lambda decision: 1})
    >>> both.difference("hit")
    Fraction(-1, 3)

    Args:
        procedure: as for :func:`odds_of`.
        policies: the policies that answer its choices, each by the label of its answer.
        budget: the most paths to run for each exact answer, as for :func:`odds_of`.
        samples: how many runs a sampled answer rests on.
        seed: the seed of their chance.

    Raises:
        BadData: fewer than one sample, or a budget below 1.
    """
    answers = {
        label: odds_of(procedure, policy, budget=budget, samples=samples, seed=seed)
        for label, policy in policies.items()
    }
    return Comparison(answers)


@told_in_methods
class Chain(Generic[T]):
    """Chance in stages - the salvos of a battle, the rounds of a duel - with equal states merged between them.

    A stage is run through the rules once from every state it can begin in, however many ways lead there. So the work
    grows with the number of states and not with that of the paths.

    Args:
        step: one stage.
        over: says of a state that nothing more happens to it.
        policy: answers the choices within a stage.
        budget: the most paths to run, over all states together; 1 at least, None sets no limit.

    >>> fives = Chain(lambda hits, chance: hits + (chance.roll(1, 6) >= 5))
    >>> fives.after(0, stages=40)[0] == Fraction(2, 3) ** 40
    True
    """

    def __init__(
        self,
        step: OneStage[T],
        over: Callable[[T], bool] | None = None,
        *,
        policy: DecisionPolicy = first_option,
        budget: int | None = None,
    ) -> None:
        self._step = step
        self._over = over
        self._policy = policy
        self._budget = None if budget is None else whole(ALLOWED, budget, 1)
        self._known: dict[T, Distribution[T]] = {}

    def _moves(self, state: T) -> Distribution[T]:
        """Where one stage leads from a state; worked out once."""
        found = self._known.get(state)
        if found is None:
            if self._over is not None and self._over(state):
                found = Distribution({state: 1}, 1)
            else:
                found = distribution(lambda chance: self._counted(state, chance))
            self._known[state] = found
        return found

    def _counted(self, state: T, chance: Chance) -> T:
        if self._budget is not None:
            if not self._budget:
                raise OverBudget("the stages take more paths of chance than were allowed: allow more, or sample")
            self._budget -= 1
        return once(lambda source: self._step(state, source), chance, self._policy)

    def after(self, start: T, stages: int) -> dict[T, Fraction]:
        """The chance of every state after a number of ``stages`` (0 or more) from the state ``start``.

        Raises:
            BadData: ``stages`` is something else.
        """
        number = whole("a chain has a number of stages", stages)
        for done, found in enumerate(self._stages(start)):
            if done == number:
                return found.chances()
        raise AssertionError

    def stages(self, start: T) -> Iterator[dict[T, Fraction]]:
        """The chances of the states after no stage from the state ``start``, after one, after two, and so on without
        end.
        """
        return (found.chances() for found in self._stages(start))

    def _stages(self, start: T) -> Iterator[Distribution[T]]:
        now: Distribution[T] = Distribution({countable(start): 1}, 1)
        while True:
            yield now
            moves = [(self._moves(state), ways) for state, ways in now.ways.items()]
            whole = lcm(*{move.whole for move, _ in moves})
            after: dict[T, int] = {}
            for move, ways in moves:
                scaled = ways * (whole // move.whole)
                for state, more in move.ways.items():
                    after[state] = after.get(state, 0) + scaled * more
            now = Distribution(after, now.whole * whole)

    def ends(self, start: T) -> dict[T, Fraction]:
        """The chance of every state in which it is over, however many stages that takes from the state ``start``.

        A stage may leave the state as it was any number of times; it may not lead back to an earlier one.

        Raises:
            BadData: stages lead back to an earlier state, or one continues for ever; names the state. Or the chain was
                not told when it is over.
        """
        over = self._over
        if over is None:
            raise BadData("a chain has ends only if it is told when it is over: Chain(step, over=...)")
        ends: dict[T, Fraction] = {}
        reached = {countable(start): Fraction(1)}
        for state in self._in_order(start):
            weight = reached.pop(state)
            if over(state):
                ends[state] = weight
                continue
            ways, whole, _ = self._moves(state)
            leaving = whole - ways.get(state, 0)
            if not leaving:
                raise BadData(f"the chain never ends: every stage leaves it at {state}")
            for after, count in ways.items():
                if after != state:
                    reached[after] = reached.get(after, Fraction(0)) + weight * Fraction(count, leaving)
        return ends

    def _in_order(self, start: T) -> list[T]:
        """The states that can be reached, each after all that lead to it."""
        before: dict[T, list[T]] = {start: []}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            for after in self._moves(state).ways:
                if after not in before:
                    before[after] = []
                    waiting.append(after)
                if after != state:
                    before[after].append(state)
        try:
            return list(TopologicalSorter(before).static_order())
        except CycleError as error:
            raise BadData(f"the chain goes round in a circle: {' -> '.join(map(str, error.args[1]))}") from None
