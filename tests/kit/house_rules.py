"""House rules of the kit's honest game, which change the middle of its rules."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from navalcore._rules.variants import Variant
from navalcore.components import Chance
from navalcore.rules import Terms, filters, no, replaces
from tests.kit.saboteurs.honest import Colour, Commit, Play, State


class OneMore(Variant):
    """Red draws twice."""

    game, id, title = "pickets", "one_more", "one more"

    @replaces("1", of="draw")
    def twice(self, original: Callable[..., None], play: Play, side: Colour) -> None:
        """The red side is joined by 2 ships after the first battle."""
        again = side is Colour.RED and play.state.battles == 1
        for _ in range(min(1 + again, len(play.state.port))):
            original(play, side)


class HomeOnly(Variant):
    """Nobody commits the lowest ship while others are left; the highest is offered first."""

    game, id, title = "pickets", "home_only", "the lowest stays"

    @filters("commit")
    def lowest(self, play: Play, options: Sequence[Commit]) -> Iterator[Commit]:
        ships = sorted(options, key=lambda order: -order.ship)
        yield from ships[:-1] or ships
        if len(ships) > 1:
            yield no(ships[-1], "3", "the lowest ship guards the port")

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """An enemy's lowest ship is not committed while there are others."""
        for side in Colour:
            enemy = state.squadrons[side]
            if role != side and enemy.committed is not None and enemy.hand and enemy.committed < min(enemy.hand):
                lowest, enemy.committed = enemy.committed, enemy.hand.pop(chance.below(len(enemy.hand)))
                enemy.hand[:] = sorted([lowest, *enemy.hand])
