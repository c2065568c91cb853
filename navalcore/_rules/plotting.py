"""Plotting: orders that sides write in secret at the same time, that are shown together and carried out in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Generic, TypeAlias, TypeVar

from navalcore._misfits import told_of_misfits
from navalcore._rules.decision import Decision, Flow, together
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore.components._chance import Chance
from navalcore.components._roles import UMPIRE
from navalcore.errors import RuleError

P = TypeVar("P")

Writer: TypeAlias = Callable[[str, list[P]], Flow[Any]]
"""How a side writes its orders: given the side and its empty sheet, it asks that side alone and appends each order."""


@dataclass(slots=True)
class Plots(Generic[P]):
    """The sheets on which sides write their orders, a part of a game's state: ``plots: Plots[Course]``.

    >>> plots = Plots({"red": ["turn", "fire"], "blue": ["flee"]})
    >>> plots.seen("red")
    {'red': ('turn', 'fire'), 'blue': None}
    >>> plots.revealed = True
    >>> list(plots.in_order(["blue", "red"]))
    [('blue', 'flee'), ('red', 'turn'), ('red', 'fire')]
    >>> list(plots.by_turns(["blue", "red"]))
    [('blue', 'flee'), ('red', 'turn'), ('red', 'fire')]
    """

    sheets: dict[str, list[P]] = field(default_factory=dict)
    """The orders of each side as it wrote them, by side, in the order in which programs ask the sides."""
    revealed: bool = False
    """Whether all roles may see them."""

    def seen(self, role: str) -> dict[str, tuple[P, ...] | None]:
        """Every sheet as ``role`` may see it, by side: its own, all of them once they are revealed; None for the
        others. The umpire sees all. A view has it as ``plots=state.plots.seen(role)``.
        """
        open_to_all = self.revealed or role is UMPIRE
        return {side: tuple(sheet) if open_to_all or side == role else None for side, sheet in self.sheets.items()}

    def reveal(self, play: Play[Any, Any]) -> None:
        """Show all sheets to all roles. Earlier choices cannot be taken back then.

        :func:`plot` does this itself unless it was told to keep them sealed.

        Args:
            play: the play of the match, which notes the barrier for undo.
        """
        self.revealed = True
        play.reveal()

    def clear(self) -> None:
        """Clear all sheets: no side has written anything."""
        self.sheets.clear()
        self.revealed = False

    def in_order(self, sides: Iterable[str]) -> Iterator[tuple[str, P]]:
        """All orders with the side that wrote them: all of the first side, then all of the next.

        Args:
            sides: the order of the sides.

        Raises:
            RuleError: the sheets are still sealed; carrying them out would give them away.
        """
        self._check_revealed()
        for side in sides:
            for order in self.sheets.get(side, ()):
                yield side, order

    def by_turns(self, sides: Iterable[str], unit: Callable[[P], Hashable] | None = None) -> Iterator[tuple[str, P]]:
        """All orders with the side that wrote them: the first order of each side, then the second of each.

        Args:
            sides: the order of the sides within each of these impulses.
            unit: what an order is for, such as a ship. Then the first order of every unit of each side comes before the
                second of any, each side's units in the order in which it wrote for them.

        Raises:
            RuleError: as :meth:`in_order`.

        >>> plots = Plots({"red": ["A ahead", "A port", "B ahead"], "blue": ["C port"]}, revealed=True)
        >>> [order for _, order in plots.by_turns(["red", "blue"], unit=lambda order: order[0])]
        ['A ahead', 'B ahead', 'C port', 'A port']
        """
        self._check_revealed()
        impulses: list[tuple[int, str, P]] = []
        for side in sides:
            written = Counter[Hashable]()
            for order in self.sheets.get(side, ()):
                key = None if unit is None else unit(order)
                impulses.append((written[key], side, order))
                written[key] += 1
        for _, side, order in sorted(impulses, key=itemgetter(0)):
            yield side, order

    def redeal(self, role: str, chance: Chance, write: Writer[P]) -> None:
        """Write every sheet that ``role`` may not see again, as its side might have written it: with ``write``, the
        procedure that wrote it, answered at random. An empty sheet is written too, because ``role`` does not know that
        it is. A game calls this in its own ``redeal``, after everything that the procedure looks at has been redealt.

        Args:
            role: the role for which a world is imagined.
            chance: the source of the answers.
            write: as given to :func:`plot`.
        """
        if self.revealed:
            return

        def at_random(decision: Decision) -> int:
            return chance.below(len(decision.options), "an imagined order", decision.rule)

        for side, sheet in self.sheets.items():
            if side != role:
                sheet.clear()
                run(write(side, sheet), at_random)

    def _check_revealed(self) -> None:
        if not self.revealed:
            raise RuleError("plots are carried out before they are revealed; call plots.reveal(play) first")


@told_of_misfits
def plot(
    play: Play[Any, Any], plots: Plots[P], sides: Iterable[str], write: Writer[P], *, sealed: bool = False
) -> Flow[None]:
    """Let sides write their orders at the same time, unseen by each other, then show them; use as
    ``yield from plot(play, play.state.plots, sides, partial(write_orders, play))``.

    What was on the sheets before is cleared. Everything that holds for :func:`~navalcore.rules.together`
    holds for ``write``: it asks its own side alone, draws nothing, and reads nothing that another side writes. Make
    plotting a step of its own, so that worlds can be imagined in the middle of it.

    Args:
        play: the play that the step's procedure was given.
        plots: the sheets, in the state.
        sides: the roles that write; programs that know one decision at a time are asked in this order.
        write: how a side writes its orders on its sheet, each as soon as it is chosen, so that the side sees it.
        sealed: whether the sheets stay hidden until :meth:`Plots.reveal`, such as a mission or a course for many turns.
    """
    plots.clear()
    for side in sides:
        plots.sheets[side] = []
    yield from together({side: write(side, sheet) for side, sheet in plots.sheets.items()})
    if not sealed:
        plots.reveal(play)
