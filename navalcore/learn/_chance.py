"""Chance as nodes: a match that stops at every die and draw and says what may come, with the weights of the rules.

The rules ask for chance in an ordinary call. Here they run in a greenlet, which is set aside at each such call and
continues from there when the result is given. So no step runs again for each of its dice. Only a copy that is made
between two dice runs the one step under way again, along its tape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, cast

from greenlet import getcurrent, greenlet

from navalcore._match.match import Game
from navalcore._misfits import told_when_made
from navalcore._play import submission
from navalcore._play.chance import AnsweredChance
from navalcore._play.checkpoints import Checkpoint, Checkpoints
from navalcore._play.driver import AnyDriver, Driver
from navalcore._play.line import Line, Reseed
from navalcore._play.seats import asked
from navalcore._play.setup import MatchSetup, Setup
from navalcore._rules.decision import UMPIRE, Decision
from navalcore._rules.state import digest
from navalcore._rules.terms import Outcome
from navalcore.components._bus import EventBus
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import BadData, GameOver
from navalcore.learn._actions import place_of
from navalcore.learn._games import GameOrId, game_of
from navalcore.learn._heard import ChoiceLink, ImaginedLink, MemoryLink, ToldLink, shown_line
from navalcore.odds._paths import Draw

CHECKPOINT_EVERY: Final = 16
"""Choices between two checkpoints of a match that has not been copied: its first copy plays no more again."""
Arrival: TypeAlias = tuple[AnyDriver, Decision | None, Sequence[Event]]
"""Where the rules have come to: the driver, the question, and the events on the way."""


class SuspendingChance(AnsweredChance):
    """Where the results run out, the greenlet that asks is set aside until it is given the next one."""

    __slots__ = ()

    def next(self, question: str, values: Sequence[int], items: Sequence[object] | None, why: str, rule: str) -> int:
        """The next answer; what can only be one thing is not asked for."""
        if len(values) == 1 or (items is not None and len(set(items)) == 1):
            return values[0]
        if self.used < len(self.answers):
            return super().next(question, values, items, why, rule)
        draw = Draw.of_die(values[0], values[-1], why, rule) if items is None else Draw.of_items(items, why, rule)
        value: int = getcurrent().parent.switch(draw)
        self.answers.append(value)
        self.used += 1
        return value


class _Kept(NamedTuple):
    """All that is needed to be between two dice again."""

    line: Line
    checkpoint: Checkpoint[Any]
    answers: tuple[int, ...]
    told: tuple[Event, ...]
    known: int


@told_when_made
class ChanceNodes:
    """A match that is at a decision, at a chance node, or over.

    Its copies (:meth:`copy`, ``copy.deepcopy``) share no dice with it. It can be pickled: what is pickled is how it was
    played.

    Args:
        game: the game or its id.
        scenario: its id; the default scenario if left out.
        options: the game's options.
        heard: whether to keep the events of each role from the start, for :meth:`information_state`. Otherwise the
            match is played again along its tape when that is first asked for, and it is kept from then on.

    Attributes:
        tape: every answer so far: the index of an option, or a result's place among the values of its draw.
        decision: the current question, the first of several; None at a chance node and at the end.
        draw: the die or draw to come at a chance node; else None.
        redealt: whether it is a world that a role imagines (:meth:`redeal`).

    Raises:
        UnknownGame, UnknownName: there is no such game or scenario.
        BadData: an option is wrong, or what is given is neither a game nor an id.
    """

    tape: list[int]
    decision: Decision | None
    draw: Draw | None
    redealt: bool

    def __init__(
        self,
        game: GameOrId,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        heard: bool = True,
    ) -> None:
        game = game_of(game)
        terms = game.terms(scenario, options)
        self._begin(Setup(terms.scenario, terms.options, "recorded", game=game), heard)

    def _begin(self, setup: Setup[Any, Any, Any], heard: bool) -> None:
        """Be before the first die."""
        self.tape, self.redealt = [], False
        self._heard: MemoryLink | None = MemoryLink() if heard else None
        self._setup = setup
        driver: AnyDriver = Driver(setup, SuspendingChance(), Line(), Checkpoints(every=CHECKPOINT_EVERY))
        driver.bus = self._bus()
        self._driver: AnyDriver | None = driver
        self._copied = False
        self._kept: _Kept | None = None
        self._answers: list[int] = []
        self._greenlet: Any = None
        self._asked_with: tuple[Decision | None, str] = None, ""

        def begin() -> Arrival:
            driver.set_up()
            decision = driver.start()
            return driver, decision, driver.take_told()

        self._run(begin)

    def fresh(self, heard: bool = True) -> ChanceNodes:
        """Another match on the same terms, before its first die.

        Args:
            heard: as for the class.
        """
        begun = object.__new__(ChanceNodes)
        begun._begin(self._setup, heard)
        return begun

    def hear(self) -> None:
        """Keep what the roles are told from here on, and find out by the tape what they were told before.

        Raises:
            BadData: it is an imagined world, to which no tape leads.
        """
        if self._heard is not None:
            return
        if self.redealt:
            raise BadData("this match did not keep what its roles heard before another world was imagined")
        again, copied = self.fresh(), self._copied
        for answer in self.tape:
            again.choose(answer)
        vars(self).update(vars(again))
        if copied:
            self._keep()
            self._copied = True

    def _bus(self) -> EventBus | None:
        if self._heard is None:
            return None
        bus = EventBus(roles=self._setup.game.roles)
        bus.subscribe(_hears, role=UMPIRE)  # the rules tell only those who listen
        return bus

    # ---- looking -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played."""
        return cast("Game[Any, Any, Any]", self._setup.game)

    @property
    def setup(self) -> MatchSetup[Any]:
        """The scenario and options it is played with."""
        return self._setup

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match, or None."""
        return None if self._driver is None else self._driver.outcome

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """The decisions by role; none at a chance node."""
        return {} if self._driver is None or self.draw is not None else asked(self._driver, self.decision)

    @property
    def state(self) -> Any:
        """The umpire's state, at a decision or at the end.

        Raises:
            BadData: a die or draw is to come, so the state is half changed.
        """
        if self._driver is None or self.draw is not None:
            raise BadData("a die or draw is to come: the state can be looked at when it has been given")
        return self._driver.play.state

    def view(self, role: str) -> Any:
        """The view of ``role``, at a decision or at the end."""
        return self.game.view(self.state, role, self._setup.terms)

    def information_state(self, role: str) -> str:
        """All that ``role`` has heard and chosen so far, a line each, after its name. Before each of its own choices
        comes a fingerprint of the view and question it had then, and at the end one of its present view. So what a role
        sees follows from its information state, and with it all that it saw when it chose. Between two dice, when
        nothing can be seen, the last fingerprint is left out.

        Raises:
            UnknownName: the game has no such role that plays. BadData: what they heard cannot be found (:meth:`hear`).
        """
        return "\n".join([role, *self._heard_by(role).lines(role), *self._shown(role)])

    def information_digest(self, role: str) -> str:
        """A fingerprint of the :meth:`information_state` of ``role``, which takes as long late in a match as early.

        Raises:
            UnknownName: the game has no such role that plays. BadData: what they heard cannot be found (:meth:`hear`).
        """
        said = "\n".join([role, self._heard_by(role).digest(role), *self._shown(role)])
        return digest(said)

    def told(self, role: str) -> list[str]:
        """The news and choices of ``role`` so far, a line each, and before each of its choices a fingerprint of the
        view and question it had then. :Meth:`information_state` adds its present view.

        Raises:
            UnknownName: the game has no such role that plays. BadData: what they heard cannot be found (:meth:`hear`).
        """
        return self._heard_by(role).lines(role)

    def _heard_by(self, role: str) -> MemoryLink:
        self.game.check_player(role)
        self.hear()
        assert self._heard is not None
        return self._heard

    def _shown(self, role: str) -> list[str]:
        """A fingerprint of a role's view and question; none between two dice."""
        if self.draw is not None:
            return []
        decision = self.decisions.get(role)
        line = shown_line(self.view(role), decision)
        if decision is not None:
            self._asked_with = decision, line
        return [line]

    # ---- playing -------------------------------------------------------------------------------------------------

    def choose(self, index: int) -> None:
        """Take an option of :attr:`decision`, or a result of ``draw``, by its ``index``, counted from 0.

        Raises:
            GameOver: the match has ended. BadData: there is no such option or result.
        """
        draw, decision, driver = self.draw, self.decision, self._driver
        if draw is not None:
            self._check(index, len(draw.values), "results")
            value = draw.values[index]
            self.tape.append(index)
            if self._kept is not None:
                self._answers.append(value)
            self._go_on(self._greenlet.switch(value))
        elif decision is None or driver is None:
            raise GameOver("the match is over")
        else:
            self._check(index, len(decision.options), "options")
            if self._heard is not None:
                asked, line = self._asked_with
                shown = line if asked is decision else self.view(decision.role)
                self._heard = ChoiceLink(self._heard, shown, decision, index)
                driver.checkpoints.delivered += 1  # what was chosen is told by that link
            self.tape.append(index)
            self._run(lambda: (driver, driver.advance(decision, index), driver.take_told()))

    def _check(self, index: int, count: int, what: str) -> None:
        if place_of(index, range(count)) is None:
            raise BadData(f"there are {count} {what}, numbered from 0; {index} is none of them")

    def _run(self, procedure: Callable[[], Arrival]) -> None:
        """Have it done in the greenlet of the match, which waits between decisions."""
        # New ones cost more than a step; one of another thread, or that failed, is replaced.
        if self._greenlet is None or self._greenlet.dead or self._greenlet.parent is not getcurrent():
            self._greenlet = greenlet(_doing)
        self._go_on(self._greenlet.switch(procedure))

    def _go_on(self, came: Draw | Arrival) -> None:
        """Be where the rules have come to: at a die, at a decision, or at the end."""
        if isinstance(came, Draw):
            self.draw, self.decision = came, None
            return
        self.draw = None
        self._driver, self.decision, told = came
        if self._copied:
            self._driver.checkpoints.at_every_step()
        if self._kept is not None:
            told = [*self._kept.told, *told[self._kept.known :]]
            self._kept = None
        if self._heard is not None and told:
            self._heard = ToldLink(self._heard, told)

    # ---- copies --------------------------------------------------------------------------------------------------

    def copy(self) -> ChanceNodes:
        """An independent copy at the same place."""
        copied = object.__new__(ChanceNodes)
        copied.tape, copied._setup = self.tape[:], self._setup
        copied._heard = self._heard  # what is heard later is linked to it
        copied._copied = self._copied = True  # and will be again, so every step takes a checkpoint
        copied._kept = None
        copied._driver = None
        copied.redealt = self.redealt
        copied._greenlet = None
        copied._asked_with = None, ""
        kept = self._keep()
        origin, here = self._origin(kept)
        bus = copied._bus()
        if self.draw is None:
            copied._driver, copied.decision = origin.copy(here, kept.line.count, bus=bus, checkpoints=_often(here))
            copied.draw = None
            copied._answers = []
            self._take_over(copied._driver)
            return copied
        copied._kept = kept
        copied._answers = list(kept.answers)
        copied._run(lambda: _copied(origin, here, kept.line.count, bus))
        return copied

    def _take_over(self, copied: AnyDriver) -> None:
        """Take the later checkpoints that a copy has taken at this place, so that the next copy plays less again."""
        driver = self._driver
        assert driver is not None
        later = copied.checkpoints.kept[-1]
        if later.position > driver.checkpoints.kept[-1].position:
            driver.checkpoints = _often(later)
            driver.checkpoints.delivered = copied.checkpoints.delivered

    def _origin(self, kept: _Kept) -> tuple[AnyDriver, Checkpoint[Any]]:
        """The source of a copy: a driver and the checkpoint of the step under way, with the answers so far."""
        line, there = kept.line.branch(kept.line.count, kept.line.count)[0], kept.checkpoint
        source = there.source
        if not line.reseeds or line.reseeds[-1].at < there.position:
            assert isinstance(source, SuspendingChance)
            source = SuspendingChance(list(kept.answers), source.used)
        line.reseeds = tuple(
            each if each.chance is None else each._replace(chance=SuspendingChance(list(kept.answers)))
            for each in line.reseeds
        )
        origin: AnyDriver = Driver(self._setup, SuspendingChance(), line, Checkpoints())
        return origin, Checkpoint(there.position, there.state, source, there.place)

    def _keep(self) -> _Kept:
        """The source of a copy."""
        driver = self._driver
        if self._kept is not None:
            return self._kept._replace(answers=tuple(self._answers))
        assert driver is not None
        driver.checkpoints.at_every_step()
        checkpoint = driver.checkpoints.kept[-1]
        assert isinstance(driver.source, AnsweredChance)
        answers = tuple(driver.source.answers)
        delivered = driver.checkpoints.delivered
        told = tuple(driver.play.told[:-delivered]) if delivered < 0 else ()
        count = driver.line.count
        return _Kept(driver.line.branch(count, count)[0], checkpoint, answers, told, max(0, delivered))

    def redeal(self, role: str, chance: Chance) -> None:
        """Put in place of everything that a role does not know something as likely, by
        :meth:`Game.redeal <navalcore.Game.redeal>`. The knowledge of other roles follows from their present views.

        Args:
            role: the role; it is the one that is asked.
            chance: what the other world is drawn from.

        Raises:
            BadData: the role is not asked now, or others are asked with it.
        """
        driver = self._driver
        if driver is None or list(self.decisions) != [role]:
            raise BadData(f"another world can be imagined for {role} where {role} alone is asked, and it is not now")
        count = driver.line.count
        seed = f"{chance.below(1 << 32):08x}{chance.below(1 << 32):08x}"
        submission.reseed(driver, Reseed.to(seed, count, role))
        submission.reseed(driver, Reseed(count, "", None, SuspendingChance()))
        self.redealt = True
        if self._heard is not None:
            others = {each: self.view(each) for each in self.game.roles if each != role}
            self._heard = ImaginedLink(self._heard, others)

    def __deepcopy__(self, memo: dict[int, Any]) -> ChanceNodes:
        return self.copy()

    def __copy__(self) -> ChanceNodes:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., ChanceNodes], tuple[Any, ...]]:
        if self.redealt:
            raise BadData("an imagined world has no tape that leads to it, so it cannot be saved")
        setup = self._setup
        return _played_again, (setup.game, setup.scenario.id, setup.options, self._heard is not None, self.tape)


def _doing(procedure: Callable[[], Arrival] | None) -> Arrival:
    """The loop of a match's greenlet until the match is over: one procedure after another that it is given."""
    assert procedure is not None
    while (came := procedure())[1] is not None:
        procedure = None  # it holds a decision, which may go
        procedure = getcurrent().parent.switch(came)
        del came
    return came


def _hears(event: Event) -> None:
    """There is a listener; events are taken as they come."""


def _copied(origin: AnyDriver, here: Checkpoint[Any], position: int, bus: EventBus | None) -> Arrival:
    """The copy of a driver between two dice: comes to them, and continues when they are given."""
    heard: list[Event] = []
    if bus is not None:
        bus.subscribe(heard.append, role=UMPIRE)
    driver, decision = origin.copy(here, position, bus=bus, checkpoints=_often(here))
    return driver, decision, heard


def _often(first: Checkpoint[Any]) -> Checkpoints[Any]:
    """Checkpoints at every step, for matches that will be copied."""
    checkpoints = Checkpoints(first)
    checkpoints.at_every_step()
    return checkpoints


def _played_again(
    game: Game[Any, Any, Any], scenario: str, options: Any, heard: bool, tape: Sequence[int]
) -> ChanceNodes:
    nodes = ChanceNodes(game, scenario, options, heard=heard)
    for answer in tape:
        nodes.choose(answer)
    return nodes
