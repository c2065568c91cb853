"""The snapshot of a seat, made from the driver of its match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore._play.driver import Driver
from navalcore._play.seats import asked
from navalcore._play.undo import may_take_back
from navalcore._rules.decision import Decision
from navalcore._wire.codec import Moment, Shown, codec
from navalcore._wire.history import History
from navalcore._wire.messages import Snapshot
from navalcore.odds._answers import OptionOdds


def snapshot(
    driver: Driver[Any, Any, Any],
    first: Decision | None,
    history: History | None,
    role: str,
    since: int | None,
    shown: Shown,
    chances: Sequence[OptionOdds] = (),
) -> Snapshot:
    """Everything that one seat is to be sent: see :meth:`Match.snapshot <navalcore.Match.snapshot>`."""
    setup = driver.setup
    view = setup.game.view(driver.play.state, setup.game.check_role(role), setup.terms)
    made = driver.line.chosen_by(role, driver.line.count)
    moment = Moment(view, made, asked(driver, first), driver.outcome, may_take_back(driver, role), chances)
    return codec(setup.game).snapshot(setup, role, moment, history, since, shown)
