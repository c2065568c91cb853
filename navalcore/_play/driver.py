"""The driver: runs the rules of one match from decision to decision, along its line of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Any, Generic, TypeAlias
from weakref import ref

from navalcore._play.chance import AnsweredChance, ChanceNeeded, own_answers, unwatched
from navalcore._play.checkpoints import Checkpoint, Checkpoints
from navalcore._play.commitments import seeded
from navalcore._play.group import OpenGroup
from navalcore._play.line import Line, Reseed
from navalcore._play.recording import BEGINNING, Recording, TapePlace
from navalcore._play.sequence import run_steps
from navalcore._play.setup import Setup
from navalcore._rules.decision import Decision, Group
from navalcore._rules.events import choice_made
from navalcore._rules.play import Play
from navalcore._rules.terms import O, Outcome, S, V
from navalcore._rules.wrong_questions import asks_nothing, no_options
from navalcore.components._bus import EventBus
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import BadData, RuleError


def _first_answers(of: ref[Driver[Any, Any, Any]], index: int) -> Decision:
    """Hand the index to the first of several roles' procedures; a method would be a circle of references."""
    driver = of()
    assert driver is not None
    assert driver.group is not None
    return driver._answer(driver.group, next(iter(driver.group.decisions)), index)


class Driver(Generic[S, O, V]):
    """Runs the rules of one match from decision to decision (None at its end); after an error, :meth:`rebuild`."""

    __slots__ = (
        "__weakref__",
        "_latest",
        "_rules",
        "bus",
        "checkpoints",
        "decision",
        "group",
        "line",
        "needed",
        "outcome",
        "play",
        "recorder",
        "root",
        "send",
        "setup",
    )  # fmt: skip

    play: Play[S, O]
    """The rules' own: state, chance, options."""
    send: Callable[[Any], Decision]
    """Hands an option's index to the rules that wait for it (of several roles' rules: to the first's)."""
    decision: Decision | None
    """The first question now; None at the end. While the rules run it stays what it was."""
    group: OpenGroup | None
    """The simultaneous choices under way, or None."""
    outcome: Outcome | None
    """The outcome of the match, or None."""
    needed: ChanceNeeded | None
    """The roll or draw that a person still has to make, or None."""

    def __init__(
        self,
        setup: Setup[S, O, V],
        root: Chance,
        line: Line,
        checkpoints: Checkpoints[S],
        recorder: Recording | None = None,
    ) -> None:
        self.setup = setup
        self.line = line
        self.checkpoints = checkpoints
        self.recorder = recorder
        self.bus: EventBus | None = None
        self.root = root
        self._latest: tuple[int, str, bool] | None = None
        if recorder is not None or setup.chance == "physical":
            checkpoints.at_every_step()

    def copy(
        self,
        checkpoint: Checkpoint[S] | None,
        position: int,
        setup: Setup[S, O, V] | None = None,
        recorder: Recording | None = None,
        bus: EventBus | None = None,
        checkpoints: Checkpoints[S] | None = None,
    ) -> tuple[Driver[S, O, V], Decision | None]:
        """A driver that is where this one stood after ``position`` choices, and what is asked there."""
        start = 0 if checkpoint is None else checkpoint.position
        line, roles, choices = self.line.branch(start, position)
        root = self.root
        if line.reseeds or not self.setup.seed:
            own = own_answers()
            root = own(root)
            line.reseeds = tuple(
                reseed if reseed.chance is None else reseed._replace(chance=own(reseed.chance))
                for reseed in line.reseeds
            )
            if checkpoint is not None:
                checkpoint = Checkpoint(checkpoint.position, checkpoint.state, own(checkpoint.source), checkpoint.place)
        copied = Driver(setup or self.setup, root, line, checkpoints or Checkpoints(checkpoint), recorder)
        copied.bus = bus
        copied.decision = decision = copied._play_again(checkpoint, roles, choices)
        told = copied.take_told()
        if bus is not None:
            bus.emit_all(told)
        return copied, decision

    def played_again(
        self, setup: Setup[S, O, V] | None = None, recorder: Recording | None = None, bus: EventBus | None = None
    ) -> Driver[S, O, V]:
        """A copy that has played the match again from its start; raises BadData where something in it is imagined."""
        if self.line.imagined is not None:
            raise BadData("a fork that imagines hidden information or other chance results cannot be saved or recorded")
        copied, _ = self.copy(None, self.line.count, setup, recorder, bus)
        return copied

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The step under way."""
        return getattr(self.play.state, "phase", "?")

    @property
    def digest(self) -> str:
        """A fingerprint of the whole state."""
        fingerprint: str = self.setup.game.states.digest(self.play.state)
        return fingerprint

    @property
    def source(self) -> Chance:
        """The source of chance results, without the wrappers that note or count them."""
        return unwatched(self.play.chance)

    @property
    def events(self) -> EventBus:
        """The bus on which the match says what happens, made when it is first asked for."""
        if self.bus is None:
            self.bus = EventBus(roles=self.setup.game.roles)
        return self.bus

    @property
    def progress(self) -> object:
        """How far the tape has come; None if there is none."""
        return None if self.recorder is None else self.recorder.progress

    @property
    def decisions(self) -> dict[str, Decision]:
        """The question to each role now."""
        if self.group is not None:
            return dict(self.group.decisions)
        return {} if self.decision is None else {self.decision.role: self.decision}

    # ---- running -----------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Be before the first step."""
        self._resume(self.setup.first_state(), self.root.fork(), BEGINNING)

    def start(self) -> Decision | None:
        """Run the rules from the first step on."""
        self.decision = self._begin(False)
        return self.decision

    def submit(self, decision: Decision, index: int) -> Decision | None:
        """Make one choice, with anyone who listens now told of it, and have it written."""
        self.listen()
        self._latest = None
        made, before = self.line.count, self.standing
        following = self.feed(decision, index)
        if before is not None:
            self._latest = made + 1, decision.role, self.standing != before
        self.write()
        self.decision = following
        return following

    def feed(self, decision: Decision, index: int) -> Decision | None:
        """Make one choice: note it, report it, and run the rules on."""
        if self.recorder is not None:
            self.recorder.choice(decision, index)
        if self.play.listening:
            self.play.told.append(choice_made(decision, index))
        return self.advance(decision, index)

    def advance(self, decision: Decision | None, index: int | None) -> Decision | None:
        """Make one choice, or (with none) begin; run to the next decision, a person's roll, or the end."""
        line, send = self.line, self.send
        if decision is not None:
            line.own.append(index)  # type: ignore[arg-type]  # a decision comes with its index
            line.roles.append(decision.role)
            line.count += 1
            if self.group is not None:
                send = partial(self._answer, self.group, decision.role)
        try:
            following = send(index)
            try:
                offered = following.options
            except AttributeError:
                raise asks_nothing(self.send.__self__, following) from None  # type: ignore[attr-defined]
            if not offered:
                following = self.settle(following)
        except StopIteration as ended:
            self.outcome = ended.value
            return None
        except ChanceNeeded as needed:
            return self._wait_for(needed)
        following._line = line  # as ``asked_on`` does, at every choice
        following._made = line.count
        return following

    def _begin(self, again: bool) -> Decision | None:
        """Set the rules going with the step that ``state.phase`` names."""
        self.send = run_steps(self.setup, self.play, self.line, self.checkpoints, self.recorder, again).send
        return self.advance(None, None)

    # ---- simultaneous choices ----------------------------------------------------------------------------------------

    def settle(self, asked: Decision) -> Decision:
        """Find a decision with options where one has none: the rules are faulty, or several roles choose at once."""
        while not asked.options:
            group: Any = asked
            if type(group) is not Group:
                raise no_options(asked)
            opened = OpenGroup(group, self.play, self.line.count)
            self.group, self._rules, self.send = opened, self.send, partial(_first_answers, ref(self))
            opened.begin()
            for decision in opened.decisions.values():
                decision._asked_on(self.line)
            asked = next(iter(opened.decisions.values()), None) or self._close(opened)
        return asked

    def _answer(self, group: OpenGroup, role: str, index: int) -> Decision:
        """Hand the index to the procedure of a role; what the others are asked stays as it is."""
        group.go_on(role, index)
        if not group.decisions:
            return self.settle(self._close(group))
        if role in group.decisions:
            group.decisions[role]._asked_on(self.line)
        return next(iter(group.decisions.values()))

    def _close(self, group: OpenGroup) -> Decision:
        """All have ended: hand the results to the procedure that brought them together."""
        self.group, self.send = None, self._rules
        self.play.use(group.chance)
        return self.send(group.results)

    def asked_of(self, role: str, decision: Decision | None) -> Decision:
        """The decision of a role, where ``decision`` is the first that is open."""
        found = decision if self.group is None else self.group.decisions.get(role)
        if found is None:
            raise RuleError(f"step {self.phase} asks {role} nothing where it did before: it depends on other choices")
        return found

    def _wait_for(self, needed: ChanceNeeded) -> Decision:
        """Drop the step: a person has to roll or draw."""
        source = self.source
        if self.setup.chance != "physical" or not isinstance(source, AnsweredChance):
            raise needed
        self.needed = needed
        needed.decision.number = -1 - len(source.answers)
        return needed.decision

    def take_off(self, progress: object) -> bool:
        """Take what a submission that failed has noted off the tape; False if it has been written, and is kept."""
        return self.recorder is None or self.recorder.rollback(progress)

    # ---- going back --------------------------------------------------------------------------------------------------

    def rebuild(self, position: int) -> Decision | None:
        """Be again where the match was after ``position`` choices; if that fails, no choice of the line is lost."""
        self._latest = None
        line = copy(self.line)
        try:
            checkpoint = self.checkpoints.back_to(position)
            start = 0 if checkpoint is None else checkpoint.position
            self.decision = self._play_again(checkpoint, *self.line.rewind(start, position))
        except BaseException:
            self.line = line
            raise
        return self.decision

    def _play_again(
        self, checkpoint: Checkpoint[S] | None, roles: Sequence[str], choices: Sequence[int]
    ) -> Decision | None:
        """Run the rules from a checkpoint (or the start), where the line is, along choices made before."""
        reseeds = self.line.reseeds
        if reseeds:
            reseeds = tuple(reseed for reseed in reseeds if reseed.at >= self.line.count)
        if checkpoint is None:
            self.set_up()
            decision = self._begin(False)
        else:
            state = self.setup.game.states.copy(checkpoint.state)
            self._resume(state, checkpoint.source.fork(), checkpoint.place)
            decision = self._begin(True)
        for role, index in zip(roles, choices, strict=True):
            if reseeds:
                reseeds = self._reseed_here(reseeds)
            if decision is None or self.group is not None:
                decision = self.asked_of(role, decision)
            decision = self.feed(decision, index)
            if self.needed is not None:
                return decision
        if reseeds:
            self._reseed_here(reseeds)
        return decision

    def _resume(self, state: S, source: Chance, place: TapePlace) -> None:
        if self.recorder is not None:
            self.recorder.go_to(place)
            source = self.recorder.chance(source)
        setup = self.setup
        self.play = Play(
            state,
            setup.options,
            source,
            scenario=setup.scenario,
            listening=self._listened_to,
            modifiers=setup.game.modifiers,
        )
        self.play.sequence = setup.sequence
        self.needed = None
        self.outcome = None
        self.group = None
        self.checkpoints.delivered = 0

    def try_again(self, change: Callable[[S], S]) -> tuple[Decision | None, list[Event]]:
        """Carry out the step under way again, with its first state changed by ``change``: for tests of the rules."""
        begun = self.checkpoints.kept.pop()
        state = change(self.setup.game.states.copy(begun.state))
        self.checkpoints.add(Checkpoint(begun.position, state, begun.source, begun.place))
        decision = self.rebuild(self.line.count)
        return decision, self.take_told()

    # ---- chance ------------------------------------------------------------------------------------------------------

    def _reseed_here(self, reseeds: tuple[Reseed, ...]) -> tuple[Reseed, ...]:
        """Use those of this place; returns those to come."""
        while reseeds and reseeds[0].at == self.line.count:
            self.use_seed(reseeds[0])
            reseeds = reseeds[1:]
        return reseeds

    def use_seed(self, reseed: Reseed) -> None:
        """Take all further results from where a reseed says; what it imagines is put in place of the hidden."""
        source: Chance
        if reseed.chance is not None:
            source = reseed.chance.fork()
        else:
            source = stream = seeded(reseed.seed, reseed.salt, self.setup.chance)
            if reseed.as_seen_by is not None:
                self.play.kept = None
                self.setup.game.redeal(self.play.state, reseed.as_seen_by, stream.stream("hidden"), self.setup.terms)
        if self.recorder is not None:
            self.recorder.reseed(reseed)
            source = self.recorder.chance(source)
        if self.group is not None:
            self.group.chance = source
            self.group.seal()
        else:
            self.play.use(source)

    @property
    def standing(self) -> object:
        """Something that is another after a choice that has brought new information; None if nothing shows that."""
        mark = self.source.mark()
        group = self.group if self.group is not None and self.group.several else None
        return None if mark is None else (mark, self.play.reveals, id(group))

    @property
    def latest(self) -> tuple[str, bool] | None:
        """Of the last choice, if it is known: its role, and whether it brought new information."""
        latest = self._latest
        return latest[1:] if latest is not None and latest[0] == self.line.count else None

    # ---- telling and writing -----------------------------------------------------------------------------------------

    @property
    def _listened_to(self) -> bool:
        """Whether events are built: always where a person rolls, as a step runs again and its news must be found."""
        return self.setup.chance == "physical" or (self.bus is not None and self.bus.active)

    def write(self) -> None:
        """Have what was noted since written, if the match is recorded to a file."""
        if self.recorder is not None:
            self.recorder.flush()

    def listen(self) -> None:
        """Build events from here on if there is a listener now, and none otherwise."""
        self.play.listen(self._listened_to)

    def take_told(self, known: int = 0) -> list[Event]:
        """The events that were told and not yet taken, without the first ``known``; all of them count as delivered."""
        told = self.play.told
        if not told:
            return []
        taken = told[known:]
        self.checkpoints.delivered += len(told)
        told.clear()
        return taken


AnyDriver: TypeAlias = Driver[Any, Any, Any]
