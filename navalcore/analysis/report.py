"""The luck and decision report: what the dice gave and took in a played match, and where a search would have chosen
otherwise.

A match is worth something to each role at every moment, from 0 (lost) to 1 (won). Before a roll it is worth the mean
over every result the roll could have, each weighted by its exact chance; the difference to what it is worth after the
result that came is luck. Only what follows a result, and how a position is judged, is an estimate: see :class:`Judge`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any, Final

from navalcore.analysis.crossroads import Crossroads, Retold, Stretch
from navalcore.bots import Budget, SearchBot, seat
from navalcore.bots.playouts import Playouts
from navalcore.components.chance import SeededChance
from navalcore.engine.entries import ChanceEntry
from navalcore.engine.game import Rules
from navalcore.engine.match import Match
from navalcore.errors import BadData
from navalcore.face.face import face_of

SAMPLES: Final = 4
"""How often what follows a result is drawn, where more chance comes before the next decision."""
MOST_WAYS: Final = 40
"""A result with more ways than this is judged by this many of them, evenly spread."""
PLAYOUTS: Final = 8
"""Playouts that judge a position of a game that has no estimate of its own."""
CLEARLY: Final = 2.0
"""A choice is questioned if another was found better by so many standard errors."""


@dataclass(frozen=True, slots=True)
class Luck:
    """One chance result.

    Attributes:
        number: how many choices were made before it.
        what: the die or draw and its result.
        why: what it was for.
        rule: the section that called for it.
        chance: the exact chance of this result.
        before: what the match was worth to each role before it.
        after: what it was worth after it.
    """

    number: int
    what: str
    why: str
    rule: str
    chance: float
    before: Mapping[str, float]
    after: Mapping[str, float]

    def swing(self, role: str) -> float:
        """What it gave to a role, or took from it."""
        return self.after[role] - self.before[role]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A choice that a search would have made otherwise.

    Attributes:
        number: the number of the decision.
        role: whose it was.
        prompt: what was asked.
        rule: the section that asked.
        chosen: what was chosen.
        better: what the search would have chosen.
        cost: by how much that was better.
        error: the standard error of the cost.
        playouts: how many playouts the search made.
    """

    number: int
    role: str
    prompt: str
    rule: str
    chosen: str
    better: str
    cost: float
    error: float
    playouts: int


@dataclass(frozen=True, slots=True)
class LuckReport:
    """What is found about a match.

    Attributes:
        game: the game's id.
        scenario: the scenario's id.
        roles: the roles it speaks about.
        outcome: how the match ended, or None.
        judged: how positions were judged.
        luck: every chance result that could have been another, in order.
        doubts: every choice a search would have made otherwise, in order.
        searched: how many decisions were searched.
        course: what the match was worth to each role, by the number of choices made.
    """

    game: str
    scenario: str
    roles: tuple[str, ...]
    outcome: str | None
    judged: str
    luck: tuple[Luck, ...]
    doubts: tuple[Doubt, ...]
    searched: int
    course: tuple[tuple[int, Mapping[str, float]], ...]

    def total_luck(self, role: str) -> float:
        """What all chance results together gave to a role."""
        return sum(each.swing(role) for each in self.luck)

    def turning_points(self, role: str, most: int = 5) -> list[Luck]:
        """The chance results that changed most for a role, the greatest first."""
        return sorted(self.luck, key=lambda each: -abs(each.swing(role)))[:most]

    def to_json(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        return {
            "game": self.game,
            "scenario": self.scenario,
            "outcome": self.outcome,
            "judged": self.judged,
            "roles": {
                role: {
                    "luck": self.total_luck(role),
                    "rolls": [_luck_json(each, role) for each in self.luck],
                    "turning_points": [_luck_json(each, role) for each in self.turning_points(role)],
                    "doubts": [asdict(each) for each in self.doubts if each.role == role],
                    "course": [[number, worth[role]] for number, worth in self.course],
                }
                for role in self.roles
            },
            "decisions_searched": self.searched,
        }


def _luck_json(luck: Luck, role: str) -> dict[str, Any]:
    return {
        "number": luck.number,
        "what": luck.what,
        "why": luck.why,
        "rule": luck.rule,
        "chance": luck.chance,
        "expected": luck.before[role],
        "after": luck.after[role],
        "swing": luck.swing(role),
    }


class Judge:
    """Says what a position is worth to each role.

    An ended match is worth its outcome. Another is worth the game's own estimate
    (:meth:`~navalcore.face.face.Face.evaluate`) or, if playouts are asked for or the game has none, the mean of
    playouts by the game's own bots, which see what their roles see; they meet the same dice whatever position is
    judged.

    Args:
        game: the game.
        playouts: how many; None: none if the game has an estimate, else a few.
    """

    def __init__(self, game: Rules[Any, Any, Any], playouts: int | None = None) -> None:
        self._game = game
        self._face = face_of(game)
        self._playouts = playouts
        self._chance = SeededChance.from_seed("judge")

    @property
    def described(self) -> str:
        """How positions are judged, in a few words."""
        if self._playouts is None:
            return f"by the game's own estimate, else by {PLAYOUTS} playouts"
        return f"by {self._playouts} playouts" if self._playouts else "by the game's own estimate"

    def worth(self, match: Match[Any, Any, Any]) -> dict[str, float]:
        """What a match is worth to each role."""
        roles = self._game.roles
        if match.outcome is None and not self._playouts:
            values = {role: self._face.evaluate(match.state, role, match.setup.terms) for role in roles}
            if all(value is not None for value in values.values()):
                return {role: value for role, value in values.items() if value is not None}
        playouts = Playouts(match, self._chance, perf_counter, None)
        if match.outcome is not None:
            return playouts.worth(match)
        found = []
        for number in range(self._playouts or PLAYOUTS):
            playouts.begin(number)
            found.append(playouts.finish(match.fork(seed=f"judge {number}")))
        return _mean(found)


def _mean(worths: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {role: sum(worth[role] for worth in worths) / len(worths) for role in worths[0]}


def report(
    match: Match[Any, Any, Any],
    *,
    role: str | None = None,
    budget: Budget | None = None,
    playouts: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> LuckReport:
    """Look at a match from its beginning to where it stands, with the umpire's eyes.

    Args:
        match: the match; it is not changed.
        role: speak about this role only; None: about all.
        budget: what the search may spend on each decision; None: decisions are not searched.
        playouts: judge positions by so many playouts; None: by the game's own estimate, if it has one.
        progress: called with the number of decisions done and the number in all.

    Raises:
        UnknownName: no such role.
        BadData: a role's report of a match that is not over, which would tell that role what is hidden.
    """
    game = match.game
    if role is not None and game.check_role(role) not in game.roles:
        raise BadData(f"a report speaks about a role that plays: {', '.join(game.roles)}, not {role}")
    if role is not None and not match.over:
        raise BadData(
            "the match is not over: a report for one role would tell what is hidden from it; without a role it is for "
            "the umpire's eyes"
        )
    roles = (role,) if role is not None else tuple(game.roles)
    judge, retold = Judge(game, playouts), Retold(match)
    luck: list[Luck] = []
    doubts: list[Doubt] = []
    course: list[tuple[int, Mapping[str, float]]] = []
    searched = 0
    bots = {each: SearchBot(each, SeededChance.from_seed(f"report {each}"), budget) for each in roles}
    for done, (stretch, before) in enumerate(retold):
        if before is not None:
            course.append((stretch.number, judge.worth(before)))
            if budget is not None and _open_choice(before, roles):
                searched += 1
                doubts += _doubts(before, stretch, bots)
        luck += _luck_of(retold, stretch, before, judge)
        if progress is not None:
            progress(done + 1, len(retold))
    course.append((match.count, judge.worth(match)))
    ending = str(match.outcome) if match.outcome is not None else None
    return LuckReport(
        game.id, match.setup.scenario.id, roles, ending, judge.described, tuple(luck), tuple(doubts), searched,
        tuple(course),
    )  # fmt: skip


def _open_choice(match: Match[Any, Any, Any], roles: Sequence[str]) -> bool:
    decision = match.decision
    return decision is not None and decision.role in roles and len(decision.options) > 1


def _doubts(match: Match[Any, Any, Any], stretch: Stretch, bots: Mapping[str, SearchBot]) -> Iterator[Doubt]:
    """The doubt about the choice that was made at a decision, if there is one."""
    decision, choice = match.decision, stretch.choice
    assert decision is not None
    assert choice is not None
    bot = bots[decision.role]
    seat(match, {decision.role: bot})
    race = bot.think(decision.bare())
    cost, error = race.lead(race.best, choice.pick)
    if race.best != choice.pick and cost > CLEARLY * error:
        yield Doubt(
            stretch.number, str(decision.role), choice.prompt, choice.rule, choice.text,
            str(decision.options[race.best]), cost, error, race.playouts,
        )  # fmt: skip


def _luck_of(retold: Retold, stretch: Stretch, before: Match[Any, Any, Any] | None, judge: Judge) -> Iterator[Luck]:
    """The luck in every chance result of a stretch that could have been another."""
    came = [entry.value for entry in stretch.results]
    for place, entry in enumerate(stretch.results):
        probe = Crossroads(came[: place + 1], SeededChance.from_seed("probe"))
        retold.otherwise(stretch, before, probe)
        if len(probe.ways) < 2:
            continue
        own_way = next(way for way in probe.ways if way.text == entry.text)
        ways = probe.ways[:: -(-len(probe.ways) // MOST_WAYS)]
        worths = {
            way.value: _worth_after(retold, stretch, before, judge, [*came[:place], way.value])
            for way in {*ways, own_way}
        }
        total = sum(way.chance for way in ways)
        expected = {
            role: sum(float(way.chance / total) * worths[way.value][role] for way in ways) for role in retold.game.roles
        }
        after = worths[own_way.value]
        yield Luck(stretch.number, _said(entry), entry.why, entry.rule, float(own_way.chance), expected, after)


def _worth_after(
    retold: Retold, stretch: Stretch, before: Match[Any, Any, Any] | None, judge: Judge, given: Sequence[int]
) -> dict[str, float]:
    """What the match is worth at the next decision, if chance begins with ``given`` after this one."""
    found = []
    for sample in range(SAMPLES):
        source = Crossroads(given, SeededChance.from_seed(f"after {stretch.number} {sample}"))
        found.append(judge.worth(retold.otherwise(stretch, before, source)))
        if not source.further:
            break
    return _mean(found)


def _said(entry: ChanceEntry) -> str:
    return f"{entry.die}: {entry.text}"
