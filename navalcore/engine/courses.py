"""The courses that chance can take after an option, looked at in copies of a match.

What the role that is asked does not know is imagined anew in every copy by seeds that come from what the role sees, so
the answer is the same in every world that the role cannot tell from the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from itertools import accumulate
from math import prod
from typing import Any, Final, Protocol, TypeAlias

from navalcore.components.chance import SeededChance
from navalcore.engine import submission
from navalcore.engine.chance import BranchingChance, CountedChance, every_path
from navalcore.engine.checkpoints import Checkpoint
from navalcore.engine.decision import CHANCE, UMPIRE, Decision
from navalcore.engine.driver import Driver
from navalcore.engine.line import Reseed
from navalcore.engine.option import key_of
from navalcore.engine.prospects import Course, Ending, OptionOdds, Seen, Share, World, course_of, odds_of
from navalcore.engine.seats import meant
from navalcore.engine.sequence import RUNAWAY
from navalcore.engine.terms import Outcome
from navalcore.errors import BadData, OverBudget, RuleError

AnyDriver: TypeAlias = Driver[Any, Any, Any]

BUDGET: Final = 128
"""Steps of work for the odds of one option. A course of chance is one, and more where there is much on the table to be
copied for it, or many choices to be made again: no clock has a say, so the answer is the same on every machine.
"""
TABLE_BUDGET: Final = 512
"""Steps of work for the odds of all options of a decision, shared among them."""
LEAST_COURSES: Final = 12
"""So many courses are looked at however little work is allowed."""
REPLAYED: Final = 4
"""So many choices that have to be made again are one step more for each course."""
SIZE: Final = 5_000
"""So many characters of the first state of the match are one step more for each course,"""
MOST_FOR_SIZE: Final = 4
"""but no more than this: the larger a state, the faster its parts are copied."""
HOPELESS: Final = 2
"""Once an eighth of the courses allowed has been looked at, and they make it likely that there are so many times more
than allowed, the rest is left to samples.
"""
AGREEING: Final = 4
"""So many imagined worlds with the same exact answer speak for all."""
SAMPLES: Final = 12
"""What cannot be looked at wholly is sampled at least so many times."""
MOST_WORLDS: Final = 64
"""More worlds than this are not looked at."""
OTHERS_CHOOSE: Final = 12
"""Where those who choose at the same time have more choices than this to make, these are not imagined."""

Standing: TypeAlias = tuple[AnyDriver, Decision | None]
"""A driver of its own, and what is asked first where it stands."""


class Strata(BranchingChance):
    """A branching source for copies of a match: whatever is copied draws from it itself, so that the path is known.

    Args:
        most: branch only as long as this makes no more courses; what comes after is drawn from the stream.
        then: the stream.

    Attributes:
        drawn: whether anything was, on any path.
    """

    __slots__ = ("_beyond", "_most", "_then", "drawn")

    def __init__(self, most: int | None = None, then: SeededChance | None = None) -> None:
        super().__init__()
        self._most, self._then = most, then
        self._beyond = self.drawn = False

    def _branch(self, branches: Callable[[], Sequence[tuple[int, int]]], total: int) -> int:
        if self._then is None or self._depth < len(self._path):
            return super()._branch(branches, total)
        found = branches()
        self._beyond = self._beyond or prod(len(choices) for _, choices, _ in self._path) * len(found) > (
            self._most or 0
        )
        if not self._beyond:
            return super()._branch(lambda: found, total)
        self.drawn = True
        place = self._then.below(1 << 32) * total >> 32
        upto = accumulate(ways for _, ways in found)
        return next(value for (value, _), end in zip(found, upto, strict=True) if place < end)

    def advance(self) -> bool:
        """Move on to the next path; False when all have been walked."""
        self._beyond = False
        return super().advance()

    def fork(self) -> Strata:
        """Itself."""
        return self


class Standpoint:
    """Where a role stands that is asked something, and what can be foreseen from there.

    Args:
        driver: the match's; what is played is left as it is.
        decision: what the role is asked.

    Raises:
        BadData: a person's roll is still to come.
    """

    def __init__(self, driver: AnyDriver, decision: Decision) -> None:
        if driver.needed is not None:
            raise BadData(f"odds can be told only once this is answered: {driver.needed.decision.prompt}")
        self._decision, self._role, self._count = decision, decision.role, driver.line.count
        self._game, self._terms = driver.setup.game, driver.setup.terms
        # From now on every step of the match takes a checkpoint: odds will be asked for again.
        driver.checkpoints.at_every_step()
        near = driver.checkpoints.here or driver.checkpoints.before(self._count)
        self._base, _ = driver.copy(near, self._count, driver.setup.without_seed)
        self._base.checkpoints.at_every_step()
        if self._base.checkpoints.here is None:
            self._base.rebuild(self._count)
            self._base.take_told()
        view = self._game.view(self._base.play.state, self._role, self._terms).model_dump_json()
        self._work = 1 + min(MOST_FOR_SIZE, driver.setup.size // SIZE)
        self._seed = blake2b(view.encode(), digest_size=8).hexdigest()
        group = self._base.group
        self._began = group.began if group is not None and group.several else None
        self._imagined = self._began is not None or self._hides_something()
        self._worlds: list[Standing] = []
        self._endings: dict[Ending, Outcome] = {}

    def _hides_something(self) -> bool:
        """Whether there is anything for the role to imagine."""
        counted = CountedChance(SeededChance.from_seed(self._seed))
        self._game.determinize(self._base.play.state, self._role, counted, self._terms)
        return counted.count > 0

    def odds(self, index: int, budget: int = BUDGET) -> OptionOdds:
        """What may come of an option, found with so many steps of work."""
        option = self._decision.options[index]
        return odds_of(self._seen(index, budget), str(option), key_of(option), self._role)

    def _seen(self, index: int, budget: int) -> Seen:
        if self._began is not None:
            alone = self._before_others(0)
            if alone is None:
                return self._waiting(Course((), (), None))
            course = self._course(alone, index)
            group = alone[0].group
            if group is not None and (
                self._role in group.decisions or self._others_choose(0, most=OTHERS_CHOOSE) is None
            ):
                return self._waiting(course)
        world = self._world(0)[0]
        again = world.line.count - _here(world).position
        allowed = max(LEAST_COURSES, budget // (self._work + again // REPLAYED))
        try:
            return self._exactly(index, allowed)
        except OverBudget:
            return self._by_samples(index, allowed)

    def _waiting(self, course: Course) -> Seen:
        return Seen("exact", [{course: Fraction(1)}], 1, True, self._endings, waiting=True)

    def _exactly(self, index: int, allowed: int) -> Seen:
        """Every course in one world after the other, until they agree or so many courses have been looked at.

        Raises:
            OverBudget: a world has too many for that.
        """
        if not self._imagined:
            world, courses = self._every_course(self._world(0), index, allowed)
            return Seen("exact", [world], courses, False, self._endings)
        worlds: list[World] = []
        courses = 0
        while len(worlds) < MOST_WORLDS and (courses < allowed or len(worlds) < AGREEING):
            world, more = self._every_course(self._world(len(worlds)), index, allowed // AGREEING)
            worlds.append(world)
            courses += more
            if len(worlds) == AGREEING and all(each == world for each in worlds):
                return Seen("exact", worlds, courses, True, self._endings)
        return Seen("sampled", worlds, courses, True, self._endings)

    def _by_samples(self, index: int, allowed: int) -> Seen:
        """Samples of the courses, each of another world and with the first results of chance in every way."""
        worlds: list[World] = []
        courses = 0
        while len(worlds) < SAMPLES or courses < allowed:
            then = SeededChance.from_seed(f"{self._seed} {len(worlds)}").stream("then")
            source = Strata(max(1, allowed // SAMPLES), then)
            world = self._world(len(worlds) if self._imagined else 0)
            found: dict[Course, Share] = {}
            for course, ways, whole in every_path(partial(self._go, world, index), source=source):
                found[course] = found.get(course, 0.0) + ways / whole
                courses += 1
            worlds.append(found)
        return Seen("sampled", worlds, courses, self._imagined, self._endings)

    def _every_course(self, world: Standing, index: int, allowed: int) -> tuple[World, int]:
        """Every course in a world with its chance, and how many paths of chance there are.

        Raises:
            OverBudget: more than are allowed.
        """
        found: dict[Course, Share] = {}
        paths, walked = 0, Fraction(0)
        for course, ways, whole in every_path(partial(self._go, world, index), allowed, Strata()):
            share = Fraction(ways, whole)
            found[course] = found.get(course, Fraction(0)) + share
            paths, walked = paths + 1, walked + share
            if paths >= max(LEAST_COURSES, allowed // 8) and walked * allowed * HOPELESS < paths:
                raise OverBudget("there are too many courses of chance to look at them all")
        return found, paths

    def _go(self, world: Standing, index: int, chance: BranchingChance) -> Course:
        """What comes of the option in a world by one path of chance."""
        driver, _ = world
        copied = driver.copy(_here(driver), driver.line.count)
        submission.reseed(copied[0], Reseed(driver.line.count, "", None, chance))
        return self._course(copied, index)

    def _course(self, standing: Standing, index: int) -> Course:
        """What comes of the option where the match stands so; it is played on."""
        driver, first = standing
        step = driver.phase
        try:
            driver.play.listen(True)
            driver.feed(driver.asked_of(self._role, first), index)
        except BaseException as error:
            told = submission.failed(error, self._game.id, step)
            if told is error:
                raise
            raise told from error
        course = course_of(driver.take_told(), self._role, driver.outcome)
        if driver.outcome is not None:
            self._endings.setdefault(course.ending, driver.outcome)
        return course

    # ---- worlds ------------------------------------------------------------------------------------------------------

    def _world(self, number: int) -> Standing:
        """An imagined world, kept for the next option; where nothing is hidden, the position itself."""
        while len(self._worlds) <= number:
            self._worlds.append(self._fresh(len(self._worlds)))
        return self._worlds[number]

    def _fresh(self, number: int) -> Standing:
        """The position in an imagined world, with chance of its own."""
        if self._began is not None:
            standing = self._others_choose(number, most=RUNAWAY)
            if standing is None:
                raise RuleError(f"{RUNAWAY} simultaneous choices without an end: the rules run in a circle")
            return standing
        driver, first = self._base.copy(_here(self._base), self._count)
        submission.reseed(driver, self._seeded(number, self._count))
        return driver, first

    def _seeded(self, number: int, at: int) -> Reseed:
        return Reseed(at, f"{self._seed} {number}", self._role if self._imagined else None)

    def _before_others(self, number: int) -> Standing | None:
        """Simultaneous choices in an imagined world in which only the role has chosen so far; None if they do not
        begin their step, so that what came before them would have to be imagined too.
        """
        assert self._began is not None
        here = _here(self._base)
        if here.position != self._began:
            return None
        line = self._base.line
        own = [
            index
            for role, index in list(zip(line.choosers(), line.choices(), strict=True))[self._began :]
            if role == self._role
        ]
        driver, _ = self._base.copy(here, self._began)
        hidden = SeededChance.from_seed(f"{self._seed} {number}").stream("hidden")

        def imagined(state: Any) -> Any:
            self._game.redeal(state, self._role, hidden, self._terms)
            return state

        first, _ = driver.try_again(imagined)
        submission.reseed(driver, Reseed(self._began, f"{self._seed} {number}", None))
        for index in own:
            first = driver.feed(driver.asked_of(self._role, first), index)
        driver.take_told()
        return driver, first

    def _others_choose(self, number: int, most: int) -> Standing | None:
        """The same when all others have chosen at random; None if they have more than that to choose."""
        standing = self._before_others(number)
        if standing is None:
            return None
        driver, first = standing
        chance = SeededChance.from_seed(f"{self._seed} {number}").stream("others")
        for _ in range(most + 1):
            assert driver.group is not None
            asked = next((each for each in driver.group.decisions.values() if each.role != self._role), None)
            if asked is None:
                driver.take_told()
                return driver, first
            first = driver.feed(asked, chance.below(len(asked.options)))
        return None


def _here(driver: AnyDriver) -> Checkpoint[Any]:
    """The checkpoint of the step under way."""
    here = driver.checkpoints.here
    assert here is not None
    return here


def odds(
    driver: AnyDriver, first: Decision | None, option: object, role: str | None, budget: int = BUDGET
) -> OptionOdds:
    """What may come of an option: see :meth:`Match.odds <navalcore.engine.match.Match.odds>`."""
    decision = meant(driver, first, role)
    return Standpoint(driver, decision).odds(decision.index(option), _checked(budget))


def odds_table(
    driver: AnyDriver, first: Decision | None, role: str | None, budget: int = TABLE_BUDGET
) -> tuple[OptionOdds, ...]:
    """What may come of each option: see :meth:`Match.odds_table <navalcore.engine.match.Match.odds_table>`."""
    decision = meant(driver, first, role)
    decision.index(0)  # refused where nothing can be chosen in an imagined world
    each = _checked(budget) // len(decision.options)
    standpoint = Standpoint(driver, decision)
    return tuple(standpoint.odds(index, each) for index in range(len(decision.options)))


def _checked(budget: int) -> int:
    if type(budget) is not int or budget < 1:
        raise BadData(f"the budget of odds is a number of steps of work, 1 or more, not {budget!r}")
    return budget


class Asking(Protocol):
    """A match, as far as it takes one to ask it for the odds of all options."""

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """What each role is asked."""

    def odds_table(self, *, role: str | None = None) -> tuple[OptionOdds, ...]:
        """The odds of each option."""


def odds_for_seat(match: Asking, role: str, wanted: bool) -> tuple[OptionOdds, ...]:
    """The odds of each option of the decision that a seat is sent; nothing where they are not wanted, or it is sent no
    decision or a person's roll. The umpire is sent the first decision, with the odds that its role can know.
    """
    if not wanted:
        return ()
    decisions = match.decisions
    asked = next(iter(decisions), None) if role is UMPIRE else role
    return () if asked is None or asked == CHANCE or asked not in decisions else match.odds_table(role=asked)
