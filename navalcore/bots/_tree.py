"""The trees of the search bot: what a role knows of the choices made, and what came of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

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
    """A point that a role distinguishes from others by the choices it knows of; options differ from playout to
    playout."""

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
