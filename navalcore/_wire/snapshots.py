"""The snapshot of a seat, made from the driver of its match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore._misfits import whole
from navalcore._play.driver import Driver
from navalcore._play.seats import asked
from navalcore._play.undo import may_take_back
from navalcore._rules.decision import Decision
from navalcore._wire.codec import Shown, codec, sent_board
from navalcore._wire.history import History
from navalcore._wire.messages import PROTOCOL, OutcomeData, Snapshot, constructed
from navalcore.components._roles import UMPIRE
from navalcore.errors import BadData
from navalcore.odds._answers import OptionOdds


def snapshot(
    driver: Driver[Any, Any, Any],
    first: Decision | None,
    history: History | None,
    role: str,
    since: int | None,
    shown: Shown,
    chances: Sequence[OptionOdds] = (),
    *,
    board: bool = True,
) -> Snapshot:
    """Everything that one seat is to be sent: see :meth:`Match.snapshot <navalcore.Match.snapshot>`."""
    setup, outcome = driver.setup, driver.outcome
    view = setup.game.view(driver.play.state, setup.game.check_role(role), setup.terms)
    if since is not None and history is None:
        raise BadData("this match keeps no history of its events: start or load it with history=True")
    if since is not None:
        whole("since is a number of events", since)
    wire, decisions = codec(setup.game), asked(driver, first)
    decision = next(iter(decisions.values()), None) if role is UMPIRE else decisions.get(role)
    told = 0 if history is None else history.told_to(role)
    news = () if history is None or since is None else history.since(role, since if since <= told else 0)
    return constructed(
        Snapshot,
        protocol=PROTOCOL,
        game=wire.id,
        rules=wire.version,
        scenario=setup.scenario.id,
        options=setup.options.model_dump(mode="json"),
        titles=wire.titles,
        seats=dict(setup.seated),
        role=str(role),
        number=driver.line.chosen_by(role, driver.line.count),
        view=view,
        board=sent_board(shown.board(view)) if board else None,
        decision=None if decision is None else wire.decision(decision, chances, shown, view, setup.terms),
        waiting_for=tuple(map(str, decisions)),
        told=told,
        events=tuple(wire.event(number, event) for number, event in news),
        may_undo=may_take_back(driver, role),
        outcome=None if outcome is None else OutcomeData(**outcome.to_json()),
    )
