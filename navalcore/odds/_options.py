"""The odds of an option: the paths of chance after it, in copies whose worlds are imagined by the role's view alone."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from hashlib import blake2b
from typing import Any, Final, TypeAlias

from navalcore._misfits import whole
from navalcore._play import submission
from navalcore._play.chance import CountedChance
from navalcore._play.checkpoints import Checkpoint
from navalcore._play.driver import AnyDriver
from navalcore._play.line import Reseed
from navalcore._play.seats import asked, meant
from navalcore._play.sequence import RUNAWAY
from navalcore._rules.decision import CHANCE, UMPIRE, Decision
from navalcore._rules.option import key_of
from navalcore._rules.terms import Outcome
from navalcore.components._chance import SeededChance
from navalcore.components._events import Event
from navalcore.errors import BadData, OverBudget, RuleError
from navalcore.odds._answers import OptionOdds
from navalcore.odds._consequences import (
    Chances,
    Consequence,
    Ending,
    Enumeration,
    chosen_on,
    consequence_of,
    option_odds,
    ranged,
)
from navalcore.odds._paths import BranchingChance, Distribution, distribution

BUDGET: Final = 128
"""Steps of work for the odds of one option, counted without a clock: the same answer on every machine."""
TABLE_BUDGET: Final = 512
"""Steps of work for the odds of all options of a decision, shared among them."""
LEAST_COURSES: Final = 200
"""The fewest courses looked at, however little work is allowed: fewer say too little."""
REPLAYED: Final = 4
"""The number of repeated choices that count as one step more for each course."""
SIZE: Final = 5_000
"""A course costs one step more for every so many characters of the first state of the match."""
MOST_FOR_SIZE: Final = 4
"""The most steps that a large state adds to a course: the larger a state, the faster its parts are copied."""
PATIENCE: Final = 8
"""Once one in so many of the allowed courses shows that there are far more than allowed, samples are taken."""
PATIENT: Final = 12
"""Courses that are looked at before any are left to samples."""
MOST_WAYS: Final = 12
"""The most ways to continue choosing that are looked at, picked at random if there are more."""
MOST_LOOKED_THROUGH: Final = 12
"""Of so many options of a table it is looked at how the role chooses on."""
MOST_FOR_WAYS: Final = 2
"""Once so many times the courses allowed have been looked at, no further way is."""
MOST_CHOICES: Final = 7
"""Where the role may choose more often than this before chance has a say, nothing is said of it."""
AGREEING: Final = 24
"""Imagined worlds whose equal exact answers speak for all; with 4 one answer in 13 could be wrong."""
SHARES: Final = 4
"""A world may use such a part of the courses allowed to be looked at wholly."""
SAMPLES: Final = 12
"""Odds over too many courses are sampled at least so many times."""
MOST_WORLDS: Final = 64
"""More worlds than this are not looked at."""
OTHERS_CHOOSE: Final = 12
"""Where those who choose at the same time have more choices than this to make, these are not imagined."""

Way: TypeAlias = tuple[int, tuple[str, ...]]
"""The index of an option, and the keys of those that the role chooses after it."""
Copy: TypeAlias = tuple[AnyDriver, Decision | None]
"""A driver of its own, and what is asked first where it is."""


class Lookahead:
    """Where a role is that is asked something, and what can be foreseen from there."""

    def __init__(self, driver: AnyDriver, decision: Decision) -> None:
        if driver.needed is not None:
            raise BadData(f"odds are known only once this is answered: {driver.needed.decision.prompt}")
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
        self._worlds: list[Copy] = []
        self._endings: dict[Ending, Outcome] = {}
        self._looked_through = 0

    def _hides_something(self) -> bool:
        """Whether there is anything for the role to imagine."""
        counted = CountedChance(SeededChance.from_seed(self._seed))
        self._game.determinize(self._base.play.state, self._role, counted, self._terms)
        return counted.count > 0

    def odds(self, index: int, budget: int = BUDGET) -> OptionOdds:
        """The possible results of an option; of many options no further than to the role's next choice."""
        option = self._decision.options[index]
        found = self._found((index, ()), budget)
        odds = option_odds(found, str(option), key_of(option), self._role)
        if not odds.uneventful or found.waiting or not self._offered((index, ())):
            return odds
        if self._looked_through == MOST_LOOKED_THROUGH:
            return chosen_on(odds)
        self._looked_through += 1
        ways, every = self._ways(index)
        after: list[Enumeration] = []
        for way in ways:
            if sum(each.courses for each in after) > MOST_FOR_WAYS * self._allowed(budget):
                every = False
                break
            after.append(self._found(way, budget))
        if every and len(after) == 1:
            return option_odds(after[0], str(option), key_of(option), self._role)
        return ranged(odds, after, every)

    def _found(self, way: Way, budget: int) -> Enumeration:
        if self._began is not None:
            alone = self._before_others(0)
            if alone is None:
                return self._waiting(Consequence((), (), None))
            consequence = self._consequence(alone, way)
            group = alone[0].group
            if group is not None and (
                self._role in group.decisions or self._others_choose(0, most=OTHERS_CHOOSE) is None
            ):
                return self._waiting(consequence)
        allowed = self._allowed(budget)
        try:
            return self._exactly(way, allowed)
        except OverBudget:
            return self._by_samples(way, allowed)

    def _allowed(self, budget: int) -> int:
        """The courses that so many steps of work are."""
        world = self._world(0)[0]
        again = world.line.count - _here(world).position
        return max(LEAST_COURSES, budget // (self._work + again // REPLAYED))

    def _waiting(self, consequence: Consequence) -> Enumeration:
        return Enumeration("exact", [{consequence: Fraction(1)}], 1, True, self._endings, waiting=True)

    def _exactly(self, way: Way, allowed: int) -> Enumeration:
        """Every course in one world after the other, until they agree or so many courses have been looked at."""
        if not self._imagined:
            found = self._every_course(0, way, allowed)
            return Enumeration("exact", [found.chances()], found.paths, False, self._endings)
        worlds: list[Chances] = []
        courses = 0
        while len(worlds) < MOST_WORLDS and (courses < allowed or len(worlds) < AGREEING):
            found = self._every_course(len(worlds), way, allowed // SHARES)
            worlds.append(found.chances())
            courses += found.paths
            if len(worlds) == AGREEING and all(each == worlds[0] for each in worlds):
                return Enumeration("exact", worlds, courses, True, self._endings)
        return Enumeration("sampled", worlds, courses, True, self._endings)

    def _every_course(self, world: int, way: Way, allowed: int) -> Distribution[Consequence]:
        """Every course in a world."""
        run = partial(self._go, self._world(world), way)
        return distribution(run, allowed, patience=max(PATIENT, allowed // PATIENCE))

    def _by_samples(self, way: Way, allowed: int) -> Enumeration:
        """Samples of the courses, each of another world and with the first results of chance in every way."""
        worlds: list[Chances] = []
        courses = 0
        while len(worlds) < SAMPLES or courses < allowed:
            then = SeededChance.from_seed(f"{self._seed} {len(worlds)}").stream("then")
            world = self._world(len(worlds) if self._imagined else 0)
            chance = BranchingChance(max(1, allowed // SAMPLES), then)
            found = distribution(partial(self._go, world, way), chance=chance)
            worlds.append({each: ways / found.whole for each, ways in found.ways.items()})
            courses += found.paths
        return Enumeration("sampled", worlds, courses, self._imagined, self._endings)

    def _go(self, world: Copy, way: Way, chance: BranchingChance) -> Consequence:
        """The results of a way in a world by one path of chance."""
        return self._consequence(self._branch(world, chance), way, chance)

    def _branch(self, world: Copy, chance: BranchingChance) -> Copy:
        """A copy of a world with another chance."""
        driver, _ = world
        copied = driver.copy(_here(driver), driver.line.count)
        submission.reseed(copied[0], Reseed(driver.line.count, "", None, chance))
        return copied

    def _consequence(self, copied: Copy, way: Way, chance: BranchingChance | None = None) -> Consequence:
        """The results of a way in a copy."""
        told, _ = self._played(copied, way, chance)
        outcome = copied[0].outcome
        consequence = consequence_of(told, self._role, outcome)
        if outcome is not None:
            self._endings.setdefault(consequence.ending, outcome)
        return consequence

    def _played(self, copied: Copy, way: Way, chance: BranchingChance | None) -> tuple[list[Event], list[str]]:
        """The events of a copy played on along a way; the keys of the options where the role itself chooses on."""
        driver, first = copied
        step = driver.checkpoints.here
        asked, told = self._fed(driver, driver.asked_of(self._role, first), way[0])
        for key in (*way[1], ""):
            if asked is None or asked.role != self._role or driver.group is not None:
                break
            unreported = not consequence_of(told, self._role, None).headlines
            if chance is None or chance.whole > 1 or driver.checkpoints.here is not step or not unreported:
                break
            keys = [key_of(option) for option in asked.options]
            if key not in keys:
                return told, keys
            asked, more = self._fed(driver, asked, keys.index(key))
            told += more
        return told, []

    def _offered(self, way: Way) -> list[str]:
        """The keys of the options from which the role chooses on after a way."""
        chance = BranchingChance()
        return self._played(self._branch(self._world(0), chance), way, chance)[1]

    def _fed(self, driver: AnyDriver, asked: Decision, index: int) -> tuple[Decision | None, list[Event]]:
        """The question and the events after a choice in a copy."""
        step = driver.phase
        try:
            driver.play.listen(True)
            following = driver.feed(asked, index)
        except BaseException as error:
            failed = submission.failed(error, self._game.id, step)
            if failed is error:
                raise
            raise failed from error
        return following, driver.take_told()

    def _ways(self, index: int) -> tuple[list[Way], bool]:
        """Ways to choose on until something comes of an option, and whether they are all; none if they are too long."""
        stream = SeededChance.from_seed(f"{self._seed} {index}").stream("ways")
        found: list[Way] = []
        begun: list[Way] = [(index, ())]
        for _ in range(MOST_WAYS * REPLAYED):
            if not begun or len(found) == MOST_WAYS:
                break
            way = begun.pop(stream.below(len(begun)) if found else -1)
            keys = self._offered(way)
            if not keys:
                found.append(way)
            elif len(way[1]) == MOST_CHOICES:
                return [], False
            begun += [(index, (*way[1], key)) for key in keys]
        return found, not begun

    # ---- worlds ------------------------------------------------------------------------------------------------------

    def _world(self, number: int) -> Copy:
        """An imagined world, kept for the next option; where nothing is hidden, the position itself."""
        while len(self._worlds) <= number:
            self._worlds.append(self._fresh(len(self._worlds)))
        return self._worlds[number]

    def _fresh(self, number: int) -> Copy:
        """The position in an imagined world, with chance of its own."""
        if self._began is not None:
            copied = self._others_choose(number, most=RUNAWAY)
            if copied is None:
                raise RuleError(f"{RUNAWAY} simultaneous choices without an end: the rules run in a circle")
            return copied
        driver, first = self._base.copy(_here(self._base), self._count)
        submission.reseed(driver, Reseed(self._count, f"{self._seed} {number}", self._role if self._imagined else None))
        return driver, first

    def _before_others(self, number: int) -> Copy | None:
        """Where only the role has chosen so far; None if what came before its step would have to be imagined too."""
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

    def _others_choose(self, number: int, most: int) -> Copy | None:
        """The same when all others have chosen at random; None if they have more than that to choose."""
        copied = self._before_others(number)
        if copied is None:
            return None
        driver, first = copied
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
    """The possible results of an option: see :meth:`Match.odds <navalcore.Match.odds>`."""
    decision = meant(driver, first, role)
    return Lookahead(driver, decision).odds(decision.read(option), _checked(budget))


def odds_table(
    driver: AnyDriver, first: Decision | None, role: str | None, budget: int = TABLE_BUDGET
) -> tuple[OptionOdds, ...]:
    """The possible results of each option: see :meth:`Match.odds_table <navalcore.Match.odds_table>`."""
    decision = meant(driver, first, role)
    decision.index(0)  # refused where nothing can be chosen in an imagined world
    each = _checked(budget) // len(decision.options)
    lookahead = Lookahead(driver, decision)
    return tuple(lookahead.odds(index, each) for index in range(len(decision.options)))


def _checked(budget: int) -> int:
    return whole("the budget of odds is a number of steps of work", budget, 1)


def odds_for_seat(driver: AnyDriver, first: Decision | None, role: str) -> tuple[OptionOdds, ...]:
    """The odds of the options that a seat is sent, if it is asked; the umpire gets those of the role asked first."""
    decisions = asked(driver, first)
    whose = next(iter(decisions), None) if role is UMPIRE else role
    return () if whose is None or whose == CHANCE or whose not in decisions else odds_table(driver, first, whose)
