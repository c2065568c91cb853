"""The questions that the roles of a match are asked and may answer."""

from __future__ import annotations

from navalcore._misfits import shown
from navalcore._play.driver import AnyDriver
from navalcore._rules.decision import CHANCE, UMPIRE, About, Decision
from navalcore.errors import BadData, GameOver, NotYourTurn, StaleDecision


def asked(driver: AnyDriver, first: Decision | None) -> dict[str, Decision]:
    """The question to each role now, where ``first`` is the first of it."""
    if driver.group is not None:
        return dict(driver.group.decisions)
    return {} if first is None else {first.role: first}


def answerable(driver: AnyDriver, first: Decision | None, role: str | None, number: int | None) -> Decision:
    """The decision that is asked of ``role`` (or first of all), if it is the one of this number."""
    if first is None:
        raise GameOver(f"the match is over: {driver.outcome}")
    if number is not None and not isinstance(number, int):
        raise BadData(f"a decision has a number, not {number!r}")
    current = first
    if role is not None:
        open_now = asked(driver, first)
        own = open_now.get(role) if isinstance(role, str) else None
        if own is None:
            game = driver.setup.game
            if role != CHANCE:
                game.check_player(role)
            others = (
                f"of {game.the_role(each.role)}{'' if each.secret else f' ({each.prompt})'}"
                for each in open_now.values()
            )
            raise NotYourTurn(f"it is not the turn of {game.the_role(role)} but {' and '.join(others)}")
        current = own
    elif number is not None and number >= 0 and len(driver.setup.game.roles) > 1:
        raise BadData(f"each role's decisions have own numbers: name the role that answers decision {shown(number)}")
    if number is not None and number != current.number:
        raise StaleDecision(
            f"decision {shown(number)} is not the current one, which is {current.number}: {current.prompt}"
        )
    return current


def meant(driver: AnyDriver, first: Decision | None, role: str | None) -> Decision:
    """The decision of which something is to be told: that of the role; without one the only one that is asked."""
    open_now = asked(driver, first)
    if role is None and len(open_now) > 1:
        names = " and ".join(map(str, open_now))
        raise BadData(f"{names} are asked at the same time: name the role whose decision is meant (role=...)")
    return answerable(driver, first, role, None)


def decision_for(driver: AnyDriver, first: Decision | None, role: str) -> Decision | None:
    """The open decisions as ``role`` may know them: :meth:`Match.decision_for <navalcore.Match.decision_for>`."""
    game = driver.setup.game
    if game.check_role(role) is UMPIRE or first is None:
        return first
    decisions = asked(driver, first)
    own = decisions.get(role)
    if own is not None:
        return own
    if first.secret:
        waited_for = " and ".join(game.the_role(each) for each in decisions)
        seen = Decision(first.role, f"waiting for {waited_for}", (), secret=True)
    else:
        seen = Decision(first.role, first.prompt, (), first.rule, about=About(first.fields, first.places))
    seen.number = driver.line.chosen_by(role, driver.line.count)
    return seen
