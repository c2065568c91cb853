"""The subjects of the questions, for programs: the power, the unit, the space, and the figures that prompts name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from navalcore.rules import About, Place, places
from navalcore_games.aa50_subwar.ids import BOUGHT, phase_id, space_id, stack_of, treasury_id, unit_id
from navalcore_games.aa50_subwar.words import Kind, Power, Side, Space, Unit

Asked = Callable[[], About]


@cache
def about_phase(phase: str, power: Power) -> About:
    """The subject of a question for a power's next act in a phase."""
    return About({"power": power.value}, places(at=[phase_id(phase), treasury_id(power)]))


def about_purchase(power: Power, money: int) -> Asked:
    """The subject of a question for a power's purchases."""
    return lambda: About({"power": power.value, "ipc": money}, about_phase("purchase", power).places)


def about_mobilizing(power: Power, kind: Kind) -> Asked:
    """Where a unit is mobilized."""
    unit = unit_id(power, kind)
    return lambda: About({"power": power.value, "unit": unit}, places(subject=unit, from_=BOUGHT))


def rolled_by(units: Sequence[Unit], against: Unit | None = None) -> tuple[Place, ...]:
    """The units that roll dice in a space, and the unit they roll against."""
    target = "" if against is None else stack_of(against)
    return places(subject=[*dict.fromkeys(map(stack_of, units))], target=target, at=space_id(units[0].space))


def about_space(
    space: Space,
    unit: Unit | None = None,
    against: Unit | None = None,
    side: Side | None = None,
    units: Sequence[Unit] = (),
) -> Asked:
    """The subject of a question in a space: the space, and the units that it is about.

    Args:
        space: where.
        unit: what acts.
        against: what it acts against.
        side: whose units the prompt speaks of.
        units: who acts, if several do.
    """

    def about() -> About:
        told: dict[str, str] = {"space": space_id(space)}
        told |= {} if unit is None else {"power": unit.power.value, "unit": stack_of(unit)}
        told |= {} if side is None else {"side": side.value}
        acting = dict.fromkeys(map(stack_of, units if unit is None else (unit,)))
        target = "" if against is None else stack_of(against)
        return About(told, places(subject=[*acting], target=target, at=space_id(space)))

    return about
