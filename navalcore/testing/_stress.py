"""Stress: matches to which everything happens that may happen to a match while it is played."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from navalcore._match.loading import load_match, loads_match
from navalcore._match.match import AnyMatch, driver_of
from navalcore._match.records import read_record_text
from navalcore._rules.decision import SPECTATOR
from navalcore.errors import BadData, NotOffered, UndoBarrier
from navalcore.testing._registry import ConformanceCheck
from navalcore.testing._trial import (
    CheckFailed,
    MatchState,
    RandomPlayer,
    Trial,
    require,
    state_of,
    watched_game,
)
from navalcore.testing._watchdog import Watchdog

LIGHT: Final = ("fork", "twin", "undo", "undo", "back", "back", "refuse", "look", "imagine", "reseed", "listen")
"""The events that come now and then: each costs about as much as a few choices."""
KEEPING: Final = ("text", "file", "trust", "trust", "journal", "sink", "pickle", "withheld", "part", "given")
"""The events that come once in some matches, as the whole match has to be played again for it."""
KEPT_ONE_IN: Final = 40
LONGEST_GAP: Final = 4_000
"""Choices between two things that happen: up to so many; a gap is as likely to be of one digit as of three."""
LATEST: Final = 3_000
"""After at most so many choices, on such a scale, a match is kept."""
MOST: Final = 200
"""Things that happen to one match; then it is played to its end."""
STRAIGHT_ONE_IN: Final = 20
"""Of so many matches one is played again at the end, in a straight line."""
A_FEW: Final = 6
"""Choices made on the way of a fork that is looked at and forgotten."""
TAKEN_BACK: Final = 12
FAR_BACK: Final = 200


@dataclass(frozen=True)
class StopAt:
    """The point where a match is left although it has not ended: when this field of its state is at least this value.

    >>> from navalcore.testing import StopAt
    >>> StopAt.of("turn=25")
    StopAt(field='turn', value=25)
    """

    field: str
    value: int

    @classmethod
    def of(cls, text: str) -> StopAt:
        """Read ``text``, which has the form ``field=number``.

        Raises:
            BadData: it has another form.
        """
        name, _, value = text.partition("=")
        if not name.isidentifier() or not value.isdecimal():
            raise BadData(f"'{text}': it should be FIELD=NUMBER, such as turn=25")
        return cls(name, int(value))

    def __call__(self, match: AnyMatch) -> bool:
        """Whether the match has come so far."""
        return bool(getattr(match.state, self.field) >= self.value)

    def __str__(self) -> str:
        return f"{self.field}={self.value}"


class StressRun:
    """One match with all that happens to it, as its trial says; a fork, or what was loaded, may take its place."""

    def __init__(self, trial: Trial, until: StopAt | None = None) -> None:
        self.trial = trial
        self.until = until
        self.happened: Counter[str] = Counter()
        self.choices = 0
        """Choices made, those on the way of forks too."""
        self.things = 0
        """The events so far, and those that could not happen as the match stood."""
        self.player = RandomPlayer(trial)
        self.fate = fate = trial.stream("life").below
        self.quiet = fate(2) == 0
        self.free = fate(2) == 0
        self.physical = fate(200) == 0
        self.reseeding = fate(4) == 0
        self.listened = fate(6) == 0
        self.due = False
        """Whether the invariants are to be asked for when the next step begins."""
        self.broken: tuple[str, str] | None = None
        """The step and the invariant that was broken, kept until the rules have come back."""
        self.game = watched_game(trial.game, self._look_at)
        self.match: AnyMatch = trial.start(
            self.game,
            undo="free" if self.free else "barrier",
            chance="physical" if self.physical else "seeded",
            recorded=fate(KEPT_ONE_IN) == 0,
        )
        self.left: list[tuple[AnyMatch, MatchState]] = []
        self.due = True
        self.keep_at = self._scaled(LATEST) if fate(KEPT_ONE_IN) == 0 else None
        self.heard = 0

    # ---- play --------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Live through the match."""
        try:
            while self._goes_on():
                self._play(self._gap())
                self.due = True
                if self.keep_at is not None and (self.match.count >= self.keep_at or not self._goes_on()):
                    self.keep_at = None
                    self._happen(KEEPING[self.fate(len(KEEPING))])
                elif self._goes_on():
                    self._happen(LIGHT[self.fate(len(LIGHT))])
            self._look_back()
        except CheckFailed:
            raise
        except Exception as error:
            raise CheckFailed("a match that continues", f"{type(error).__name__}: {error}", self.match) from error

    def _goes_on(self) -> bool:
        match = self.match
        return (
            match.decision is not None
            and match.count < self.trial.max_choices
            and self.choices < 2 * self.trial.max_choices
            and (self.until is None or not self.until(match))
        )

    def _gap(self) -> int:
        if self.things >= MOST:
            return self.trial.max_choices
        gap = self.trial.max_choices if self.quiet else self._scaled(LONGEST_GAP)
        return gap if self.keep_at is None else max(1, min(gap, self.keep_at - self.match.count))

    def _scaled(self, most: int) -> int:
        return int(exp(self.fate(1 << 20) / (1 << 20) * log(most)))

    def _play(self, most: int) -> None:
        match, until = self.match, self.until
        for _ in range(min(most, self.trial.max_choices - match.count)):
            decision = match.decision
            if decision is None or (until is not None and until(match)):
                break
            match.choose(self.player.pick(match, decision))
            self.choices += 1
        self._unbroken()

    def _look_at(self, state: Any, terms: Any) -> None:
        """Ask for the invariants, if that is due."""
        if self.due:
            self.due = False
            self.happened["invariants"] += 1
            for law in self.trial.game.invariants(state, terms):
                self.broken = (state.phase, law)

    def _unbroken(self) -> None:
        Watchdog.beat()
        if self.broken is not None:
            step, law = self.broken
            raise CheckFailed(f"the game's invariants to hold as step {step} begins", law, self.match)

    def _choose(self, match: AnyMatch, most: int, first: str = "") -> list[tuple[str, int]]:
        """Up to ``most`` choices at random; where several roles are asked, of any of them, or ``first`` of this one."""
        made: list[tuple[str, int]] = []
        for _ in range(most):
            decisions = list(match.decisions.values())
            if not decisions:
                break
            decision = decisions[self.fate(len(decisions))] if made or not first else match.decisions[first]
            index = self.fate(len(decision.options))
            match.choose(index, role=decision.role)
            made.append((decision.role, index))
        self.choices += len(made)
        return made

    # ---- what happens ------------------------------------------------------------------------------------------------

    def _happen(self, what: str) -> None:
        self.things += 1
        if getattr(self, f"_{what}")() is not False:
            self.happened[what] += 1
        self._unbroken()

    def _same(self, match: AnyMatch, expected: MatchState, what: str) -> None:
        found = state_of(match)
        for name, one, other in zip(MatchState._fields, expected, found, strict=True):
            require(one == other, f"{what} (its {name} {one!r})", repr(other), self.match)

    def _fork(self) -> None:
        """A fork takes the match's place."""
        stood = state_of(self.match)
        copied = self.match.fork()
        self._same(copied, stood, "a fork to be where the match is")
        if len(self.left) < A_FEW:
            self.left.append((self.match, stood))
        self.match = copied

    def _twin(self) -> None:
        """A fork goes first, and the match follows."""
        match, stood = self.match, state_of(self.match)
        copied = match.fork()
        made = self._choose(copied, 1 + self.fate(A_FEW))
        self._same(match, stood, "a match that its fork leaves alone")
        for role, index in made:
            match.choose(index, role=role)
        self._same(match, state_of(copied), "the match to go the way its fork went")

    def _imagine(self) -> bool:
        """A fork that replaces everything a role does not know by something as likely."""
        match, decision = self.match, self.match.decision
        if self.physical or decision is None or decision.role not in self.game.roles:
            return False
        stood = state_of(match)
        copied = match.fork(seed=self.fate(1_000), as_seen_by=decision.role)
        # Simultaneous questions in the middle of a step are not made anew.
        self._choose(copied, self.fate(A_FEW) if len(match.decisions) == 1 else 1, decision.role)
        self._same(match, stood, "a match that an imagined fork leaves alone")
        return True

    def _reseed(self) -> bool:
        """Chance goes another way, in the match or in a fork that takes its place."""
        if self.physical or not self.reseeding:
            return False
        stood, seed = state_of(self.match), self.fate(1_000)
        if self.fate(2):
            self.match.reseed(seed)
        else:
            self.match = self.match.fork(seed=seed)
        self._same(self.match, stood, "a match that another seed leaves where it is")
        return True

    def _undo(self) -> bool:
        """One choice is taken back and made again."""
        match, stood = self.match, state_of(self.match)
        ((role, index),) = self._choose(match, 1)
        after = state_of(match)
        try:
            match.undo(role if self.fate(2) and role in self.game.roles and not self.free else None)
        except UndoBarrier:
            require(not self.free or self.physical, "a choice that may be taken back", "it was refused", match)
            self._same(match, after, "a refused undo to change nothing")
            self.happened["undo refused"] += 1
            return False
        if self.physical:
            return True
        self._same(match, stood, "undo to restore the match")
        match.choose(index, role=role)
        self._same(match, after, "the same choice after undo to lead to the same place")
        return True

    def _back(self) -> bool:
        """With free undo: several choices are taken back, and the match continues another way."""
        match = self.match
        if not self.free or self.physical or len(match.decisions) > 1:
            return False
        stood = state_of(match)
        for _ in self._choose(match, 1 + self.fate(TAKEN_BACK)):
            match.undo()
        if len(match.decisions) > 1:
            return True
        self._same(match, stood, "undo to restore the match")
        return True

    def _refuse(self) -> None:
        """An answer that is not offered is refused."""
        match, stood = self.match, state_of(self.match)
        decision = match.decision
        assert decision is not None
        for choice in ("\x00 no such option", len(decision.options), -1, None):
            try:
                match.choose(choice)
            except NotOffered:
                continue
            raise CheckFailed(f"{choice!r} to be refused", "it was taken for an option", match)
        self._same(match, stood, "a match that a refused choice leaves untouched")

    def _look(self) -> None:
        """All roles look."""
        match, stood = self.match, state_of(self.match)
        for role in self.trial.onlookers:
            match.view(role)
            match.snapshot(role).model_dump_json()
        self._same(match, stood, "a match that looking does not change")

    def _listen(self) -> bool:
        """A listener hears events from now on."""
        if not self.listened:
            return False
        onlookers = self.trial.onlookers

        def hear(_: object) -> None:
            self.heard += 1

        self.match.events.subscribe(hear, role=onlookers[self.fate(len(onlookers))])
        return True

    # ---- keeping -----------------------------------------------------------------------------------------------------

    def _loaded(self, copied: AnyMatch) -> None:
        self._same(copied, state_of(self.match), "what is loaded to be where the match is")
        self.match = copied.fork() if self.fate(2) else copied  # a fork is not recorded, and so goes on faster

    def _text(self) -> None:
        """Saved as a text and loaded again."""
        self._loaded(loads_match(self.match.dumps(), self.game))

    def _file(self) -> None:
        """Saved to a file and loaded again."""
        with TemporaryDirectory() as folder:
            path = Path(folder, "saved.jsonl")
            self.match.save(path)
            self._loaded(load_match(path, self.game))

    def _trust(self) -> None:
        """Loaded from its last checkpoint, and taken far back."""
        stood = state_of(self.match)
        copied = loads_match(self.match.dumps(), self.game, trust=True)
        self._same(copied, stood, "what is loaded on trust to be where the match was")
        line = driver_of(copied).line
        last = max((each.at for each in line.reseeds), default=0)
        if self.free and not self.physical:
            back = min(self.fate(FAR_BACK), copied.count - last)
            again = list(zip(line.choosers(), line.choices(), strict=True))[copied.count - back :]
            for _ in again:
                copied.undo()
            for role, choice in again:
                copied.choose(choice, role=role)
            self._same(copied, stood, "what was loaded on trust to come back by the same choices")
        self._loaded(copied)

    def _given(self) -> None:
        """Given away, with no more than each may know."""
        stood = state_of(self.match)
        for role in (*self.game.roles, SPECTATOR):
            read_record_text(self.match.dumps_for(role))
        self._same(self.match, stood, "a match that giving it away does not change")

    def _journal(self) -> None:
        """Recorded for a while, taken up again, and recorded on."""
        with TemporaryDirectory() as folder:
            path = Path(folder, "journal.jsonl")
            for trust in (False, self.fate(2) == 0):
                self.match.record_to(path)
                self._choose(self.match, self.fate(TAKEN_BACK))
                if self.match.decision is not None:
                    self._undo()
                stood = state_of(self.match)
                self.match.stop_recording()
                self.match = load_match(path, self.game, trust=trust)
                self._same(self.match, stood, "what is loaded to be where the match was")

    def _sink(self) -> None:
        """Every line is sent to a function."""
        lines: list[str] = []
        self.match.record_to(lines.append)
        self._choose(self.match, self.fate(TAKEN_BACK))
        if self.match.decision is not None:
            self._undo()
        self.match.stop_recording()
        self._loaded(loads_match("".join(lines), self.game))

    def _pickle(self) -> None:
        """Loaded, pickled and unpickled: with the game itself, which another process can find."""
        copied = pickle.loads(pickle.dumps(loads_match(self.match.dumps(), self.trial.game)))
        self._same(copied, state_of(self.match), "what is unpickled to be where the match is")

    def _withheld(self) -> None:
        """Saved without its seeds."""
        copied = loads_match(self.match.dumps(seed=False), self.game)
        self._same(copied, state_of(self.match), "what is loaded without seeds to be where the match is")

    def _part(self) -> None:
        """Loaded up to somewhere, and played from there."""
        match = self.match
        to = self.fate(match.count + 1)
        copied = loads_match(match.dumps(), self.game, to=to)
        require(copied.count == to, f"a match loaded up to choice {to}", f"{copied.count} choices", match)
        self._choose(copied, A_FEW)

    # ---- the end -----------------------------------------------------------------------------------------------------

    def _look_back(self) -> None:
        for match, stood in self.left:
            self._same(match, stood, "a match that was left to be where it was")
        match = self.match
        if match.outcome is not None:
            self.due = True
            self._look_at(match.state, match.setup.terms)
            self._unbroken()
        if self.fate(STRAIGHT_ONE_IN) or self.physical:
            return
        self.happened["straight"] += 1
        self._same(straight(match, self.trial), state_of(match), "a straight run along the same choices to end there")


def straight(match: AnyMatch, trial: Trial) -> AnyMatch:
    """A match along the choices and reseeds of another, to which nothing else happens."""
    line = driver_of(match).line
    copied = trial.start(undo=match.setup.undo)
    seeds = {each.at: each.seed for each in line.reseeds}
    for place, (role, choice) in enumerate(zip(line.choosers(), line.choices(), strict=True)):
        if place in seeds:
            copied.reseed(seeds[place])
        copied.choose(choice, role=role)
    return copied


def stress(trial: Trial) -> None:
    """Every match under stress continues, and ends where a straight run along the same choices ends."""
    StressRun(trial).run()


STRESS: Final = ConformanceCheck("stress", stress, shrinks=0)
"""Carried out by fuzz, in every match; the checks of the kit take what happens one thing at a time."""
