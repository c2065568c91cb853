"""Trials: random matches that the checks look at, each determined by scenario, options and seed."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from navalcore._match.match import Match, driver_of
from navalcore._match.start import Game
from navalcore._play import submission
from navalcore._play.line import Reseed
from navalcore._rules.decision import SPECTATOR, UMPIRE, Decision
from navalcore._rules.play import ModifierProvider
from navalcore._rules.state import canonical_json, digest
from navalcore._saves.entries import fingerprint_in_words
from navalcore.bots import Bot, broken_bot, make_bots
from navalcore.components._chance import SeededChance
from navalcore.components._events import Event
from navalcore.testing._places import Placed
from navalcore.testing._watchdog import Watchdog

AnyGame: TypeAlias = Game[Any, Any, Any]
AnyMatch: TypeAlias = Match[Any, Any, Any]

MOMENTS: Final = 12
"""Places of a match at which a check takes a close look."""
DIGEST_EVERY: Final = 10
"""Choices between two state digests of a random match."""
LOOKED_AT: Final = 1_000
"""Choices of a match that are looked at closely; what comes later is played to its end and no more."""

Mood: TypeAlias = Literal["random", "first", "last", "bots"]
"""How a match is played: at random; or three choices in four the first option, the last, or what the game's own bot for
that role would do, which leads to places that pure chance rarely reaches.
"""


class Found(Exception):
    """What is wrong with the game: what was expected, what was found, and after which choices."""

    def __init__(self, expected: str, found: str, at: AnyMatch | Sequence[int] | None = None) -> None:
        super().__init__(f"expected {expected}; found {found}")
        self.expected = expected
        self.found = found
        self.choices = at.choices() if isinstance(at, Match) else None if at is None else list(at)


def require(holds: bool, expected: str, found: object, at: AnyMatch | Sequence[int] | None = None) -> None:
    """Report what was found unless the condition holds."""
    if not holds:
        raise Found(expected, str(found), at)


@dataclass
class Played:
    """One random match, move by move.

    Attributes:
        choices: the index of every choice.
        asked: the fingerprint of every decision that is looked at.
        digests: the state's digest after every tenth choice that is looked at and at the end, by number of choices.
        error: what the rules raised, if they did.
        choosing: the text of the option on which they raised it.
        ended: whether it came to an end.
        steps: how often each step of the sequence of play was carried out.
        rules: how often each section asked for a choice.
        broken: the invariants found broken, with the number of choices made before.
        ending: the outcome's ``ending``.
        modified: how often the modifiers of each section were asked for.
    """

    choices: list[int] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)
    error: BaseException | None = None
    choosing: str = ""
    ended: bool = False
    steps: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    broken: list[tuple[int, str, str]] = field(default_factory=list)
    ending: str = ""
    modified: Counter[str] = field(default_factory=Counter)

    @property
    def fingerprint(self) -> str:
        """The same for two matches that asked the same questions and went through the same states."""
        return digest(canonical_json([self.asked, {str(at): value for at, value in self.digests.items()}]))


class _Asked(dict[str, ModifierProvider]):
    """The modifier providers of a game, noting for which sections they are asked for."""

    def __init__(self, providers: Mapping[str, ModifierProvider], asked: Counter[str]) -> None:
        super().__init__(providers)
        self.asked = asked

    def __bool__(self) -> bool:
        return True

    def get(self, rule: str, default: Any = None) -> Any:
        self.asked[rule] += 1
        return super().get(rule, default)


@dataclass(frozen=True)
class Trial:
    """One match to look at.

    Attributes:
        game: the game.
        number: its number, from 0.
        scenario: the scenario's id.
        options: the options that differ from the default.
        seed: the seed of its chance and of the random choices.
        max_choices: how long it may last.
        script: the choices to make instead of random ones, as indices (beyond the last option they come round again);
            the match then stops where the script does.
        mood: how random choices are made.
        placed: how many of its options name a place, as far as a check has looked.
        ended_by_bots: how it ended where the game's own bots played it instead.
    """

    game: AnyGame
    number: int
    scenario: str
    options: Mapping[str, Any]
    seed: str
    max_choices: int
    script: tuple[int, ...] | None = None
    mood: Mood = "random"
    placed: Placed = field(default_factory=Placed, init=False, compare=False, repr=False)
    ended_by_bots: Counter[str] = field(default_factory=Counter, init=False, compare=False, repr=False)

    def stream(self, name: str) -> SeededChance:
        """Chance for the kit's own use, apart from the match's."""
        return SeededChance.from_seed(f"kit {self.seed}").stream(name)

    def start(self, game: AnyGame | None = None, **arguments: Any) -> AnyMatch:
        """The match before its first choice; arguments as for :meth:`Game.new_match`."""
        return (game or self.game).new_match(self.scenario, seed=self.seed, options=self.options, **arguments)

    @cached_property
    def played(self) -> Played:
        """The match played at random; played once."""
        return self.play()

    def play(self, on_event: Callable[[Event], None] | None = None) -> Played:
        """Play the match to its end, to an error, until it has lasted too long, or until its script is over."""
        found = Played()
        match: AnyMatch | None = None
        text = ""
        try:
            match = self.start(self._watched(found), on_event=on_event)
            pick = self._picker(match)
            while (decision := match.decision) is not None and match.count < self.max_choices:
                found.rules[decision.rule] += 1
                if match.count <= LOOKED_AT:
                    found.asked.append(fingerprint_in_words(decision))
                    if match.count % DIGEST_EVERY == 0:
                        found.digests[match.count] = match.digest
                text = ""
                choice = pick(decision)
                if choice is None:
                    break
                found.choices.append(choice)
                text = str(decision.options[choice])
                match.choose(choice)
                Watchdog.beat()
            found.digests[match.count] = match.digest
        except Exception as error:
            found.error = error
            found.choosing = text
            found.choices = found.choices[: match.count] if match is not None else []
        if match is not None and match.outcome is not None:
            found.ended = True
            found.ending = match.outcome.ending or match.outcome.reason
        return found

    def _picker(self, match: AnyMatch) -> Callable[[Decision], int | None]:
        """What makes the choices of the match; None when there are no more."""
        script = self.script
        if script is not None:
            return lambda decision: script[match.count] % len(decision.options) if match.count < len(script) else None
        below = self.stream("choices").below
        if self.mood == "random":
            return lambda decision: below(len(decision.options))
        seats = make_bots(self.game, None, self.seed) if self.mood == "bots" else {}

        def choose(decision: Decision) -> int:
            if below(4) == 0:
                return below(len(decision.options))
            if self.mood == "bots":
                return asked_bot(seats[decision.role], match, decision)
            return 0 if self.mood == "first" else len(decision.options) - 1

        return choose

    @property
    def line(self) -> list[int]:
        """The choices that are looked at closely."""
        return self.played.choices[:LOOKED_AT]

    def _watched(self, found: Played) -> AnyGame:
        """A copy of the game that looks at the state after every step: the engine then asks for the outcome."""
        watched = copy.copy(self.game)
        before = [""]

        def outcome(state: Any, terms: Any) -> Any:
            found.steps[before[0] or "(first)"] += 1
            before[0] = state.phase
            if len(found.broken) < 5:
                found.broken += [(len(found.choices), state.phase, law) for law in self.game.invariants(state, terms)]
            return self.game.outcome(state, terms)

        watched.outcome = outcome  # type: ignore[method-assign]
        watched.modifiers = _Asked(self.game.modifiers, found.modified)  # type: ignore[misc]
        return watched

    def moments(self, count: int = MOMENTS, **arguments: Any) -> Iterator[AnyMatch]:
        """The match at up to ``count`` of its decisions, spread over its length; look at it, do not change it."""
        choices = self.line
        places = {place * len(choices) // count for place in range(count)} if choices else set()
        match = self.start(**arguments)
        for place, choice in enumerate(choices):
            if place in places:
                yield match
            match.choose(choice)
        if self.script is not None and match.decision is not None:
            yield match  # the place that a script leads to

    def after(self, choices: Sequence[int], **arguments: Any) -> AnyMatch:
        """The match after these choices."""
        match = self.start(**arguments)
        for choice in choices:
            match.choose(choice)
        return match

    @property
    def onlookers(self) -> list[str]:
        """Everybody who can look at the match - the roles, the spectator, the umpire."""
        return [*self.game.roles, SPECTATOR, UMPIRE]

    def choose_at_random(self, match: AnyMatch, name: str, most: int) -> None:
        """Up to ``most`` random choices, the same for the same name."""
        below = self.stream(name).below
        for _ in range(most):
            if match.decision is None:
                return
            match.choose(below(len(match.decision.options)))


def asked_bot(bot: Bot[Any], match: AnyMatch, decision: Decision) -> int:
    """The index of what a bot chooses; a bot that fails is named."""
    view = match.view(decision.role)
    try:
        return decision.index(bot.decide(view, decision.bare()))
    except Exception as error:
        raise broken_bot(bot, decision, error) from error


def step_again(
    match: AnyMatch, change: Callable[[Any], Any], heard: Callable[[Event], None] | None = None
) -> AnyMatch | None:
    """The step under way carried out again from its beginning, from a changed copy of its first state, along the same
    choices and the same chance; None if the changed state does not lead to the same choices.
    """
    twin = match.fork()
    if heard is not None:
        twin.events.subscribe(heard, role=UMPIRE)
    try:
        _, told = driver_of(twin).try_again(change)
    except Exception:
        return None
    if heard is not None:
        for event in told:
            heard(event)
    return twin


def redealt_here(match: AnyMatch, role: str, seed: str) -> AnyMatch:
    """A fork with what the role does not know drawn anew; whoever is asked in it keeps the options of the real match:
    a fork as seen by the role has him asked anew, or not at all.
    """
    twin = match.fork()
    submission.reseed(driver_of(twin), Reseed.to(seed, twin.count, role))
    return twin
