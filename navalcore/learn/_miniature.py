"""Miniatures: positions of a game from which all that can happen is laid out once, as a tree of information states."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from navalcore._rules.decision import UMPIRE, Decision
from navalcore.errors import BadData, UnknownName
from navalcore.learn._chance import ChanceNodes
from navalcore.learn._games import GameOrId, game_of

DEEPEST: Final = 100_000
"""Python's own frames while a tree is laid out: a position takes some, and turns have many positions."""


@dataclass(frozen=True)
class Miniature:
    """A position of a game, and how many turns are played from it; what is not decided by then is a draw.

    A game brings its miniatures as ``MINIATURES`` in a module ``miniatures`` with its rules. Where no player can win
    any more in the turns that are left, the match is a draw at once, which changes no result.
    """

    game: str
    """The id of the game; two roles play it."""
    scenario: str | None = None
    """The scenario, such as the path of a deck."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The game's options."""
    note: str = ""
    """A description, in a sentence."""
    opening: tuple[str, ...] = ()
    """The texts of the results and options that lead from the first die to the position."""
    turns: int = 1
    """How many turns are played from it."""
    turn_of: Callable[[Any], int] = lambda view: int(view.turn)
    """The turn, read from a role's view."""
    turn_begins: str = ""
    """The purpose of the first draw of a turn."""
    quick: bool = True
    """Whether it is laid out in a few seconds."""
    plain: Callable[[Any], Any] = lambda view: view
    """A view without what is of no account to the play that is left; positions alike in it are laid out once."""

    def tree(self) -> GameTree:
        """All that can happen. A few thousand nodes take a second, a few hundred thousand a minute.

        Raises:
            BadData: an answer of the opening is not offered. UnknownGame, UnknownName: no such game or scenario.
        """
        nodes, turn = ChanceNodes(self.game, self.scenario, self.options, heard=False), 0
        for wanted in self.opening:
            here = nodes.draw or nodes.decision
            if here is None or wanted not in here.texts:
                raise BadData(f"the opening of the miniature wants '{wanted}', which cannot come or be chosen there")
            turn = turn if nodes.decision is None else self.turn_of(nodes.view(nodes.decision.role))
            nodes.choose(here.texts.index(wanted))
        nodes.hear()
        return GameTree.of(self, nodes, turn + self.turns if self.opening else self.turns, turn)


@dataclass
class Position:
    """A position, with all that can come of it."""

    role: str = ""
    """Who chooses; no player at a draw and at an end."""
    texts: tuple[str, ...] = ()
    """The options or results."""
    weights: tuple[Fraction, ...] = ()
    """The chance of each result."""
    next: list[tuple[Position, Mapping[str, tuple[str, ...]]]] = field(default_factory=list)
    """Where each leads, and what each role is told on the way."""
    worth: float = 0.0
    """The worth of an end to the first role."""
    decided: bool = False
    """Whether a player can win from here in the turns that are left."""
    view: Any = None
    """The view of the role that chooses, plainly."""
    decision: Decision | None = None
    """The question to that role."""
    tape: tuple[int, ...] = ()
    """One of the ways to get here."""


_DRAWN: Final = Position()
"""The end of a match that no player can win any more."""


class _Exploring:
    """Plays on from every position, each once however often it comes up."""

    def __init__(self, miniature: Miniature, roles: tuple[str, ...], last: int) -> None:
        self._miniature, self._roles, self._last = miniature, roles, last
        self._known: dict[str, Position] = {}

    def __call__(self, nodes: ChanceNodes, turn: int) -> Position:
        """The possible results of a place in a match that was reached in some turn."""
        if nodes.outcome is not None:
            return Position(worth=nodes.outcome.returns[self._roles[0]], decided=True)
        draw, decision, name, plain = nodes.draw, nodes.decision, "", self._miniature.plain
        if draw is not None:
            place = Position(texts=draw.texts, weights=draw.weights)
            over = turn == self._last and draw.why == self._miniature.turn_begins
        else:
            assert decision is not None
            name = f"{decision.role} {plain(nodes.view(UMPIRE)).model_dump_json()} {decision.texts}"
            if name in self._known:
                return self._known[name]
            view = plain(nodes.view(decision.role))
            texts, tape = tuple(decision.texts), tuple(nodes.tape)
            place = Position(decision.role, texts, view=view, decision=decision, tape=tape)
            turn = self._miniature.turn_of(view)
            over = turn > self._last  # the draws before it had one result
        before = {role: len(nodes.told(role)) for role in self._roles}
        for index in range(0 if over else len(place.texts)):
            child = nodes.copy()
            child.choose(index)
            reached = self(child, turn)
            place.next.append((reached, {role: _news(child.told(role)[count:]) for role, count in before.items()}))
        place.decided = any(reached.decided for reached, _ in place.next)
        found = place if place.decided else _DRAWN
        if name:
            self._known[name] = found
        return found


def _news(lines: list[str]) -> tuple[str, ...]:
    """The events so far, without the fingerprints of views, which are those of one way to a position."""
    # The view follows from the events, which is made sure of at every information state.
    return tuple(line for line in lines if not line.startswith("shown "))


@dataclass(slots=True)
class TreeNode:
    """A node of a tree: one way in which a position comes up."""

    player: int
    """Who chooses, by place among the roles; -1 at a draw, -4 at an end (the numbers of OpenSpiel)."""
    state: int = 0
    """The number of the information state of who chooses, from 1."""
    next: tuple[int, ...] = ()
    """The nodes that options or results lead to."""
    texts: tuple[str, ...] = ()
    """The options or results."""
    weights: tuple[Fraction, ...] = ()
    """The chance of each result."""
    worth: float = 0.0
    """The worth of an end to the first role; the second gets the opposite."""


@dataclass
class GameTree:
    """Everything that can happen in a miniature, each way of it by itself; forced choices have no node."""

    miniature: Miniature
    """The miniature that was laid out."""
    roles: tuple[str, ...]
    """The two roles that choose."""
    nodes: list[TreeNode] = field(default_factory=list)
    """All nodes; the first is the root, and a node comes before those that it leads to."""
    asked: dict[str, dict[int, tuple[int, Position]]] = field(default_factory=dict)
    """The information states of each role, by the number of its news and choices: their own number, and a position."""
    _memories: dict[tuple[int, tuple[str, ...]], int] = field(default_factory=dict)

    @classmethod
    def of(cls, miniature: Miniature, nodes: ChanceNodes, last: int, turn: int) -> GameTree:
        """The tree of all that a match can lead to up to a last turn.

        Args:
            miniature: the miniature that is laid out.
            nodes: the match at its beginning.
            last: the number of the last turn.
            turn: the number of the turn that it begins in.

        Raises:
            BadData: the match has not two players.
        """
        seats = nodes.game.seats(miniature.scenario, miniature.options)
        roles = tuple(each.role for each in seats if each.taken_by == "person")
        if len(roles) != 2:
            raise BadData(f"a miniature has two players, and {nodes.game.id} has {len(roles)} here")
        tree = cls(miniature, roles, asked={role: {} for role in roles})
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, DEEPEST))
        try:
            tree._grow(_Exploring(miniature, roles, last)(nodes, turn), dict.fromkeys(roles, 0))
        finally:
            sys.setrecursionlimit(before)
        return tree

    def _grow(self, place: Position, known: Mapping[str, int]) -> int:
        """Lay out what can come of a position for roles that know so much: the number of each role's memory."""
        number, children = len(self.nodes), place.next
        if len(children) == 1:
            reached, news = children[0]
            return self._grow(reached, {role: self._memory(known[role], news[role]) for role in self.roles})
        if not children:
            node = TreeNode(-4, worth=place.worth)
        elif not place.role:
            node = TreeNode(-1, texts=place.texts, weights=place.weights)
        else:
            node = TreeNode(self.roles.index(place.role), self._ask(place, known[place.role]), texts=place.texts)
        self.nodes.append(node)
        node.next = tuple(
            self._grow(reached, {role: self._memory(known[role], news[role]) for role in self.roles})
            for reached, news in children
        )
        return number

    def _memory(self, before: int, news: tuple[str, ...]) -> int:
        """The number of a role's knowledge after more news."""
        return self._memories.setdefault((before, news), len(self._memories) + 1) if news else before

    def _ask(self, place: Position, memory: int) -> int:
        """The number of the information state of a role that chooses."""
        known = self.asked[place.role]
        number, first = known.setdefault(memory, (len(known) + 1, place))
        if first is not place and (first.view != place.view or first.texts != place.texts):
            raise AssertionError(f"{place.role} can distinguish two positions of one information state")
        return number

    @property
    def states(self) -> int:
        """The number of information states of all roles together."""
        return sum(map(len, self.asked.values()))

    def gambit(self) -> str:
        """The tree in the format of Gambit, for ``pyspiel.load_efg_game``, which plays it at the speed of C++."""
        first, second = self.roles
        lines = [f'EFG 2 R "{self.miniature.game}" {{ "{first}" "{second}" }}']
        for number, node in enumerate(self.nodes):
            if node.player == -4:
                which = {1.0: 1, -1.0: 2, 0.0: 3}[node.worth]
                lines.append(f't "" {which} "" {{ {node.worth:g} {-node.worth:g} }}')
            elif node.player == -1:
                told = " ".join(f'"{text}" {weight}' for text, weight in zip(node.texts, node.weights, strict=True))
                lines.append(f'c "" {number + 1} "" {{ {told} }} 0')
            else:
                actions, role = " ".join(f'"{text}"' for text in node.texts), self.roles[node.player]
                lines.append(f'p "" {node.player + 1} {node.state} "{role} {node.state}" {{ {actions} }} 0')
        return "\n".join(lines) + "\n"


def miniatures(game: GameOrId) -> Mapping[str, Miniature]:
    """The miniatures that a game brings, by name; none if it brings none.

    Args:
        game: the game or its id.

    Raises:
        UnknownGame: no game of that id is installed. BadData: it is neither a game nor an id.
    """
    game = game_of(game)
    module = f"{type(game).__module__.rpartition('.')[0]}.miniatures"
    if type(game).__module__.startswith("navalcore.") or find_spec(module) is None:
        return {}
    found: Mapping[str, Miniature] = import_module(module).MINIATURES
    return found


def miniature_of(game: GameOrId, name: str) -> Miniature:
    """The miniature of that name; raises UnknownName if there is none."""
    known = miniatures(game)
    if name not in known:
        raise UnknownName(f"{game_of(game).id} has no miniature '{name}'; it has {', '.join(known) or 'none'}")
    return known[name]
