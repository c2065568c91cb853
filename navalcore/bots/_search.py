"""The search bot: information-set tree search over imagined matches, below a race of the options that are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, Final

from navalcore._face.face import face_of
from navalcore._match.match import Match
from navalcore._misfits import told_in_methods
from navalcore._rules.decision import Decision
from navalcore.bots._bot import Bot, BotMaker, ImaginingBot
from navalcore.bots._imagination import Imagination
from navalcore.bots._playouts import LIMIT, OutOfTime, Playouts
from navalcore.bots._race import Race
from navalcore.components._chance import SeededChance
from navalcore.components._model_errors import quoted
from navalcore.errors import BadData

DEPTH: Final = 6
"""Choices below the one that is asked that are taken out of trees; further ones are left to the policy's bots."""


@told_in_methods
@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a search bot for a decision: seconds, or playouts (which gives the same choice on any machine)."""

    seconds: float | None = 0.2
    """How long it may think; None if only playouts count."""
    playouts: int | None = None
    """How many playouts it may make; None if only time counts."""
    clock: Callable[[], float] = perf_counter
    """A function that gives the time in seconds; a processor-time clock makes a busy machine count less."""
    choices: int = LIMIT
    """After how many choices a playout is broken off and judged as it is."""

    def __post_init__(self) -> None:
        for what, given in (("seconds", self.seconds), ("playouts", self.playouts), ("choices", self.choices)):
            if given is not None and (not isinstance(given, int | float) or not given >= 0):
                raise BadData(f"a budget has a number of {what}, 0 or more, not {quoted(given)}")
        if self.seconds is None and self.playouts is None:
            raise BadData("a budget has seconds, or playouts, or both: without them a bot might think for ever")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read a budget from ``text``: ``0.5s`` for half a second, or ``300`` for that many playouts.

        Raises:
            BadData: it is neither, or nothing at all.
        """
        try:
            if text.endswith("s"):
                budget = cls(seconds=float(text.removesuffix("s")))
            else:
                budget = cls(seconds=None, playouts=int(text))
        except (ValueError, BadData):
            budget = cls(seconds=0)
        if not 0 < (budget.seconds or budget.playouts or 0) < 1e9:
            raise BadData(
                f"search:{text}: write search:0.5s for seconds a decision, or search:300 for playouts a decision"
            )
        return budget


class SearchBot(ImaginingBot[Any]):
    """Tries the options out in imagined matches and takes the best; plays any game.

    Args:
        role: the role it plays.
        chance: the source of chance for its imagination.
        budget: the work that it may spend on a decision.
        policy: the maker of the bots of all roles that play on in its playouts; its own role's is what it plays like
            where nothing is clearly better. That of the game's face if left out.

    Attributes:
        budget: the work that it may spend on each decision from now on.
    """

    needs_view = False

    def __init__(
        self, role: str, chance: SeededChance, budget: Budget | None = None, policy: BotMaker | None = None
    ) -> None:
        self.role = role
        self._chance = chance
        self.budget: Budget = budget or Budget()
        self._policy = policy
        self._own: Bot[Any] | None = None
        self._seated: Imagination | None = None

    def decide(self, view: Any, decision: Decision) -> int:  # noqa: ARG002
        """The index of the best option.

        Raises:
            BadData: it was not seated at the match it is asked about.
        """
        if len(decision.options) == 1:
            return 0
        return self.think(decision).best

    def think(self, decision: Decision) -> Race:
        """Try the options of ``decision`` out within the budget; returns the findings for each.

        Raises:
            BadData: it was not seated at the match it is asked about.
        """
        imagine = self.imagination
        if imagine is None:
            raise BadData("a search bot must be seated at its match first: navalcore.bots.seat(match, {role: bot})")
        budget, seed = self.budget, f"{self._chance.below(1 << 32)}"
        began = budget.clock()
        deadline = None if budget.seconds is None else began + budget.seconds
        first = imagine(seed)
        asked = first.decision_for(self.role)  # others may be asked at the same time
        if asked is None or [*asked.options] != [*decision.options]:
            raise BadData(f"a search bot seated at one match was asked about another: {decision.prompt}")
        policy = self._policy or face_of(first.game).policy()
        if self._seated != imagine:  # plans made at another match are left there
            self._seated = imagine
            self._own = None if policy is None else policy(self.role, self._chance.stream("own"))
        playouts = Playouts(first, self._chance.stream(seed), budget.clock, deadline, policy, budget.choices)
        race = Race(len(decision.options), playouts.preferred(first, self._own, self.role))
        trees = self._trees(decision, first.game.roles)
        try:
            while race.undecided and (budget.playouts is None or race.playouts < budget.playouts):
                index = race.next
                match = imagine(f"{seed} {race.round}")
                playouts.begin(race.round)
                playouts.preferred(match, role=self.role)  # not taken, but bots with plans make them here
                match.choose(index, role=self.role)
                race.note(self._descend(match, trees[index], playouts)[self.role])
        except OutOfTime:
            pass
        return race

    def _trees(self, decision: Decision, roles: Sequence[str]) -> list[dict[str, Node]]:
        """A tree of each role for each option; of a secret choice the others do not know, and have one tree for all."""
        others = {role: Node() for role in roles if role != self.role and decision.secret}
        return [{role: others.get(role) or Node() for role in roles} for _ in decision.options]

    def _descend(self, match: Match[Any, Any, Any], trees: Mapping[str, Node], playouts: Playouts) -> dict[str, float]:
        """One playout: along the trees, one step beyond, to the horizon; the trees learn from it."""
        nodes, walked = dict(trees), []
        for _ in range(DEPTH):
            decision = match.decision
            if decision is None or playouts.reached_horizon(match):
                break
            role = decision.role
            texts = decision.texts
            index, new = nodes[role].choose(texts, playouts.preferred(match))
            walked.append((role, nodes[role].edges[texts[index]]))
            for each, node in nodes.items():
                # Only who chooses gets to know a secret choice: the others' trees do not branch by it.
                nodes[each] = node.below("" if decision.secret and each != role else f"{role} {texts[index]}")
            match.choose(index)
            if new:
                break
        worth = playouts.finish(match)
        for role, edge in walked:
            edge.visits += 1
            edge.total += worth[role]
        return worth


def search_maker(budget: str, policy: BotMaker | None = None) -> BotMaker:
    """A function that makes search bots of a budget given as text, and of the policy for their playouts."""
    parsed = Budget.parse(budget)
    return lambda role, chance: SearchBot(role, chance, parsed, policy)


EXPLORE: Final = 0.05
"""How readily options that were tried little are tried again."""
TRUST: Final = 0.9
"""The weight of the policy's preferences among the tries, before anything is known."""


@dataclass(slots=True)
class Edge:
    """One option at a node: how often it could be and was chosen, and the sum of its results."""

    offered: int = 0
    visits: int = 0
    total: float = 0.0


class Node:
    """A point that a role distinguishes by the choices it knows of; options differ from playout to playout."""

    __slots__ = ("children", "edges")

    def __init__(self) -> None:
        self.edges: dict[str, Edge] = {}
        self.children: dict[str, Node] = {}

    def below(self, known: str) -> Node:
        """The node after a choice, named by the role's knowledge of it."""
        child = self.children.get(known)
        if child is None:
            child = self.children[known] = Node()
        return child

    def choose(self, texts: Sequence[str], preferred: int) -> tuple[int, bool]:
        """The option of the best mean and bonus (less the oftener it was tried), and whether it is new here."""
        edges = self.edges
        known: list[Edge] = []
        for text in texts:
            edge = edges.get(text)
            if edge is None:
                edge = edges[text] = Edge()
            edge.offered += 1
            known.append(edge)
        visits = sum(edge.visits for edge in known)
        mean = sum(edge.total for edge in known) / visits if visits else 0.5
        share = (1 - TRUST) / len(known)
        best, best_score = preferred, -1.0
        for index, edge in enumerate(known):
            bonus = EXPLORE * (share + TRUST * (index == preferred)) * sqrt(edge.offered) / (1 + edge.visits)
            score = (edge.total / edge.visits if edge.visits else mean) + bonus
            if score > best_score:
                best, best_score = index, score
        return best, known[best].visits == 0
