"""Undo: which choice is taken back, whether that may be, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from navalcore._misfits import shown
from navalcore._play import submission
from navalcore._play.chance import AnsweredChance, CountedChance
from navalcore._play.driver import AnyDriver
from navalcore._play.group import OpenGroup
from navalcore._rules.decision import CHANCE, Decision
from navalcore._rules.events import RollUndone, Undone, undone
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore.components._sentences import counted
from navalcore.errors import BadData, StaleDecision, UndoBarrier


def may_take_back(driver: AnyDriver, role: str) -> bool:
    """Whether :func:`take_back` would do it for the role."""
    line, group = driver.line, driver.group
    if line.count == 0 or role not in driver.setup.game.roles:
        return False
    if group is not None and group.several:
        if line.last_of(role, max(group.began, line.imagined or 0)) is not None:
            return True
        if driver.setup.undo == "barrier":
            return False
    if line.count == line.imagined:
        return False
    if driver.setup.undo == "free":
        return True
    if driver.latest is not None:
        chooser, news = driver.latest
        return chooser == role and not news
    try:
        _check_barrier(driver, role)
    except UndoBarrier:
        return False
    return True


def take_back(driver: AnyDriver, role: str | None, number: int | None = None) -> Undone:
    """Take back the last choice, or in simultaneous choices the role's own, if ``number`` is how many it has made."""
    if number is not None:
        _check_number(driver, role, number)
    try:
        taken = _taken_back(driver, role)
    except BaseException as error:
        submission.fail(driver, error)
    driver.take_told()
    return taken


def take_back_roll(driver: AnyDriver) -> Undone:
    """Take back what people rolled or drew last, which is known to have come after the last choice."""
    source, made, recorder = driver.source, driver.line.count, driver.recorder
    if driver.setup.undo != "free" or not isinstance(source, AnsweredChance):
        raise UndoBarrier("a roll or a draw is taken back only where undo is free and people roll the dice")
    value = source.answers[-1]

    def announce() -> None:
        if recorder is not None:
            recorder.announce_undo(made)

    def go_back() -> Decision | None:
        source.answers.pop()
        driver.checkpoints.forget_after(len(source.answers))
        decision = driver.rebuild(made)
        if recorder is not None:
            recorder.undo()
        return decision

    _wholly(driver, announce, go_back)
    driver.take_told()
    again, _ = driver.copy(driver.checkpoints.before(made), made)
    brought = submission.answer(again, value)
    assert driver.needed is not None
    asked = driver.needed.decision
    what = driver.needed.told(value) if _in_the_open(driver, brought) else "what was rolled or drawn last"
    return RollUndone(role=CHANCE, text=what, number=asked.number, rule=asked.rule, brought=len(brought))


def _in_the_open(driver: AnyDriver, brought: Sequence[Event]) -> bool:
    """Whether all roles have seen the result: a die that was told to all, or anything where nothing is hidden."""
    return any(variant.stands_alone for variant in driver.setup.game.variants) or any(
        isinstance(event, DiceRolled) and event.to is None for event in brought[:1]
    )


def _check_number(driver: AnyDriver, role: str | None, number: int) -> None:
    """Refuse a number that is not that of the role's choices: something has happened since it was looked at."""
    if role is None or type(number) is not int:
        raise BadData("name the role whose last choice is taken back, and how many choices it has made, as a number")
    made = driver.line.chosen_by(driver.setup.game.check_player(role), driver.line.count)
    if number != made:
        raise StaleDecision(
            f"{driver.setup.game.the_role(role)} made {counted(made, 'choice')}, not {shown(number)}: look again "
            "before taking one back"
        )


def _taken_back(driver: AnyDriver, role: str | None) -> Undone:
    if role is not None:
        driver.setup.game.check_player(role)
    line, group = driver.line, driver.group
    several = group is not None and group.several
    secretly = (
        several and role is not None and driver.setup.undo == "barrier"
    )  # the first choice may be another's secret
    if line.count == 0 and not secretly:
        raise UndoBarrier("no choice has been made yet: there is nothing to take back")
    if group is not None and group.several:
        chooser = role or line.choosers()[-1]
        place = line.last_of(chooser, max(group.began, line.imagined or 0))
        if place is not None:
            return _take_out(driver, group, chooser, place)
        if driver.setup.undo == "barrier":
            who = driver.setup.game.the_role(chooser)
            raise UndoBarrier(
                f"{who[:1].upper()}{who[1:]} has not chosen since the simultaneous choices began, "
                "and what came before them stays: there is nothing to take back"
            )
    if line.count == line.imagined:
        raise UndoBarrier("what came before this fork was made cannot be taken back")
    if driver.setup.undo == "barrier":
        _check_barrier(driver, role)
    return _take_last(driver, line.count - 1)


def _take_last(driver: AnyDriver, remaining: int) -> Undone:
    chooser, index = driver.line.choosers()[-1], driver.line.choices()[-1]
    recorder = driver.recorder

    def announce() -> None:
        if recorder is not None:
            recorder.announce_undo(remaining)

    def go_back() -> Decision | None:
        decision = driver.rebuild(remaining)
        submission.forget_results(driver)
        if recorder is not None:
            recorder.undo()
        return decision

    return undone(driver.asked_of(chooser, _wholly(driver, announce, go_back)), index)


def _take_out(driver: AnyDriver, group: OpenGroup, role: str, place: int) -> Undone:
    """Leave one choice of the open group out of the line, and keep everything that others have chosen since."""
    line, recorder = driver.line, driver.recorder
    index = line.choices()[place]
    length = 0 if recorder is None else recorder.progress.length

    def announce() -> None:
        driver.line = line.without(place)
        # A copy first: a game in which one role's choices depend on another's may not come as far.
        driver.copy(driver.checkpoints.before(group.began), driver.line.count)
        if recorder is not None:
            recorder.announce_undo(driver.line.count, role)

    def go_back() -> Decision | None:
        driver.line = line.without(place)
        if recorder is not None and recorder.progress.length == length:
            recorder.take_out(role)
        return driver.rebuild(driver.line.count)

    return undone(driver.asked_of(role, _wholly(driver, announce, go_back)), index)


def _wholly(driver: AnyDriver, announce: Callable[[], None], go_back: Callable[[], Decision | None]) -> Decision | None:
    """Announce and take something back: not at all if it fails before it is written, and wholly if later."""
    line, source, going = copy(driver.line), driver.source, False
    answers = [*source.answers] if isinstance(source, AnsweredChance) else []
    before: Any = driver.progress
    try:
        announce()
        going = True
        return go_back()
    except BaseException:
        now: Any = driver.progress
        driver.line = line
        if isinstance(source, AnsweredChance):
            source.answers[:] = answers
        if now is not None and (now.taken != before.taken or now.length < before.length):
            go_back()
        elif going:
            driver.rebuild(line.count)
        driver.take_told()
        raise


def _check_barrier(driver: AnyDriver, role: str | None) -> None:
    """Whether the last choice was the role's, and brought nothing new."""
    last = driver.line.count - 1
    chooser, index = driver.line.choosers()[-1], driver.line.choices()[-1]
    probe, asked = driver.copy(driver.checkpoints.before(last), last)
    decision = probe.asked_of(chooser, asked)
    if role is not None and role != decision.role:
        made, wanted = map(driver.setup.game.the_role, (decision.role, role))
        raise UndoBarrier(f"the last choice was made by {made}, not by {wanted}: it cannot be taken back")
    news = _news_of(probe, decision, index)
    if news:
        raise UndoBarrier(f"'{decision.options[index]}' cannot be taken back: {news} has brought new information")


def _news_of(driver: AnyDriver, decision: Decision, index: int) -> str:
    """The new information of a choice: a die, a draw, a reveal, simultaneous choices that begin or end."""
    if driver.group is not None and driver.group.several:
        return "the end of simultaneous choices"
    play = driver.play
    counted = CountedChance(play.chance)
    play.use(counted)
    reveals = play.reveals
    driver.feed(decision, index)
    if driver.group is not None and driver.group.several:
        return "the beginning of simultaneous choices"
    if counted.count:
        return "a die or a draw"
    return "a reveal" if play.reveals > reveals else ""
