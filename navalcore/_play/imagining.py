"""Forks: independent copies of a match, also in worlds that a role imagines, where others are asked again."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from navalcore._play import submission
from navalcore._play.chance import check_fork
from navalcore._play.checkpoints import Checkpoint
from navalcore._play.commitments import seeded
from navalcore._play.driver import AnyDriver
from navalcore._play.line import Reseed
from navalcore._play.seats import asked
from navalcore._play.setup import seed_text
from navalcore._rules.decision import Decision
from navalcore.components._chance import Chance
from navalcore.errors import NotImagined

MOST: Final = 500
"""The number of choices drawn for a role that has ended its simultaneous choices."""


class Unasked(Decision):
    """A question that has no options in an imagined world: those it had came from the real state."""

    __slots__ = ("imagined_by",)

    def __init__(self, real: Decision, imagined_by: str) -> None:
        shown = f"waiting for {real.role}" if real.secret else real.prompt
        super().__init__(real.role, shown, (), "" if real.secret else real.rule, secret=real.secret)
        self.imagined_by = imagined_by
        self.number = real.number

    def index(self, choice: object) -> NoReturn:  # noqa: ARG002
        """Refused."""
        raise NotImagined(
            f"the question to {self.role} here depends on facts hidden from {self.imagined_by}, and a step that has "
            f"continued cannot ask it again: imagine the match where {self.imagined_by} decides"
        )

    def bare(self) -> NoReturn:
        """Refused: a bot has nothing to choose from."""
        self.index(None)

    @property
    def kind(self) -> str:
        """Nothing: there are no options to make it of."""
        return ""


def imagine(
    driver: AnyDriver, first: Decision | None, here: Checkpoint[Any], seed: str, role: str
) -> tuple[AnyDriver, Decision | None]:
    """A copy of a driver in a world that ``role`` imagines by a seed, and what is asked there first."""
    submission.check_rolled(driver)
    count, setup = driver.line.count, driver.setup
    game, terms = setup.game, setup.terms
    copied, decision = driver.copy(here, count, setup.without_seed)
    others = [each for each in asked(copied, decision) if each != role]
    before = [game.view(copied.play.state, each, terms) for each in others]
    submission.reseed(copied, Reseed.to(seed, count, role))
    if isinstance(first, Unasked):
        return copied, first
    if not others or [game.view(copied.play.state, each, terms) for each in others] == before:
        return copied, decision
    again = _asked_again(driver, first, here, seed, role)
    if again is not None:
        return again
    if copied.group is None and decision is not None:
        decision = Unasked(decision, role)
    return copied, decision


def _asked_again(
    driver: AnyDriver, first: Decision | None, here: Checkpoint[Any], seed: str, role: str
) -> tuple[AnyDriver, Decision | None] | None:
    """The step under way carried out again in the imagined world; None where more than questions came of it."""
    group, line, setup = driver.group, driver.line, driver.setup
    began = line.count if group is None else group.began
    mark = driver.source.mark()
    if here.position != began or mark is None or mark != here.source.mark():
        return None
    if line.reseeds and line.reseeds[-1].at >= began:
        return None
    terms, states = setup.terms, setup.game.states
    since = list(zip(line.choosers(), line.choices(), strict=True))[began:]
    stream = seeded(seed, "", setup.chance)
    state = states.copy(here.state)
    copied, _ = driver.copy(here, began, setup.without_seed)
    copied.line.imagined = began
    try:
        setup.game.redeal(state, role, stream.stream("hidden"), terms)
        decision, _ = copied.try_again(lambda _: state)
        submission.reseed(copied, Reseed(began, seed, None))
        for chooser, index in since:
            if chooser == role:
                decision = copied.feed(copied.asked_of(role, decision), index)
        open_here = asked(driver, first)
        for each in [other for other in asked(copied, decision) if other not in open_here]:
            decision = _ended(copied, each, stream)
        if asked(copied, decision).keys() != open_here.keys():
            return None
    except Exception:
        return None
    copied.take_told()
    copied.line.imagine_from_here()
    seen = setup.game.view(driver.play.state, role, terms)
    if seen != setup.game.view(copied.play.state, role, terms):
        return None
    return copied, decision


def _ended(driver: AnyDriver, role: str, chance: Chance) -> Decision | None:
    """The first question when a role has come to the end of its simultaneous choices."""
    decision = driver.decision
    for _ in range(MOST):
        if driver.group is None or role not in driver.group.decisions:
            break
        asked_of = driver.group.decisions[role]
        decision = driver.feed(asked_of, chance.below(len(asked_of.options)) if chance.below(2) else 0)
    return decision


def forked(driver: AnyDriver, seed: int | str | None, as_seen_by: str | None, chance: Chance | None) -> AnyDriver:
    """The driver of a fork: see :meth:`Match.fork <navalcore.Match.fork>`."""
    if seed is not None or as_seen_by is not None or chance is not None:
        check_fork(seed, as_seen_by, chance)
        if as_seen_by is not None:
            return imagined(driver, seed, as_seen_by)
    copied, _ = driver.copy(_checkpoint_here(driver), driver.line.count)
    if type(driver.decision) is Unasked:
        copied.decision = driver.decision
    if seed is not None:
        submission.reseed(copied, Reseed.to(seed_text(seed), copied.line.count, None))
    elif chance is not None:
        submission.reseed(copied, Reseed(copied.line.count, "", None, chance))
    return copied


def imagined(driver: AnyDriver, seed: object, role: str) -> AnyDriver:
    """The driver of a match in which everything that a role does not know was put in place again, by a seed."""
    driver.setup.game.check_imagining(role)
    text = seed_text(seed)
    copied, decision = imagine(driver, driver.decision, _checkpoint_here(driver), text, role)
    copied.decision = decision
    return copied


def _checkpoint_here(driver: AnyDriver) -> Checkpoint[Any]:
    """The checkpoint of the step under way; from now on every step takes one."""
    checkpoints = driver.checkpoints
    checkpoints.at_every_step()
    here = checkpoints.here
    if here is None:
        submission.rebuild(driver, driver.line.count)
        here = checkpoints.here
        assert here is not None
    return here
