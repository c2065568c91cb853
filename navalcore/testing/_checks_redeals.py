"""Checks of worlds imagined for a role: they fit what it was told, have every piece, and are drawn by chance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import Any, Final, TypeAlias

from navalcore._match.match import AnyGame, AnyMatch
from navalcore.components._chance import Chance, SeededChance
from navalcore.components._dice import DiceRolled
from navalcore.errors import NavalCoreError
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, asked, differences, redealt_here, require, watched_game, written_in

CHOICES: Final = 8
"""Choices of a match that are made again in other worlds, from its first one on: later much is known from before."""
WORLDS: Final = 28
"""Other worlds in which each is made; in half of them the role must have been told the same."""
IN_SECRET: Final = 12
"""Where any choice may have been made, so many times as many are tried, as long as one in so many fits the news."""
SHEET: Final = 8
"""The most choices that others make unseen, where several are asked at once."""
POSSIBLE: Final = 22
"""In so many of them it must have been told the same before what is alike in all is said to follow from it."""
IMAGINED: Final = 12
"""Worlds imagined after the choice,"""
CONTRADICTING: Final = 8
"""of which so many must contradict it: what is alike in 22 worlds by accident is not another in most of these."""
OFTEN: Final = 3
"""In so many of them a value to which the choice has not led is looked into,"""
TOLD_OTHERWISE: Final = 2
"""or in one of them, if so many worlds with that value told the role something else, as where a search finds,"""
MANY: Final = 200
"""by making the choice in so many other worlds, and in"""
MORE: Final = 600
"""so many where it was met in none of these: a value of one world in fifty is absent from 200 once in fifty times;"""
SURELY: Final = 12
"""a value that is imagined seldom must be told as something else in so many of these, and the same in none."""
_ORDERED: Final = re.compile(r"\.\d+(?:\.|$)")
"""The way to an item of a list, which a redeal may put into another order."""


@check(trials=4)
def imagined_worlds_fit_what_was_told(trial: Trial) -> None:
    """The events that a role is told are reported again on worlds imagined for it. Where the same choice, or any
    choices made in secret, give it the same news, and always lead to the same value, that value follows from the news.
    The dice that it hears show the same in all of these worlds. No world that is imagined after the choice may have
    another value, such as a discard pile without the card that was laid on it. Nor may many worlds imagined for a role
    that is asked next have a value to which no choice has led. An example is a card laid in secret that could not be
    laid then. Once a step has ended, that holds for the place of a thing with a contact even if another role is asked
    next. So a search that failed is not forgotten.
    """
    ended: list[str] = []
    match = trial.start(watched_game(trial.game, lambda state, _: ended.append(state.phase)))
    for _ in range(CHOICES):
        if match.over:
            break
        below = trial.stream(f"told {match.count}").below
        chooser = list(match.decisions)[below(len(match.decisions))]
        index = below(len(match.decisions[chooser].options))
        for role in trial.game.roles:
            telling = _Moment(trial, match, role, chooser, index, ended)
            if (reached := telling.reached(WORLDS)) is not None:
                telling.compare(reached)
        match.choose(index, role=chooser)


class HeardDice(Chance):
    """Dice that show what a role has heard, where the same are rolled for the same; all else by another source."""

    __slots__ = ("faces", "source")

    def __init__(self, heard: Sequence[DiceRolled], source: SeededChance) -> None:
        self.faces = [(rolled.why, rolled.rule, face) for rolled in heard for face in rolled.faces]
        self.source = source

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        """A number from the source."""
        return self.source.below(n, why, rule)

    def roll(self, low: int, high: int, why: str = "", rule: str = "") -> int:
        """The next face heard for the same purpose, or one from the source."""
        for place, (purpose, section, face) in enumerate(self.faces):
            if (purpose, section) == (why, rule) and low <= face <= high:
                del self.faces[place]
                return face
        return self.source.roll(low, high, why, rule)

    def fork(self) -> HeardDice:
        """A copy at the same place."""
        copied = HeardDice((), self.source.fork())
        copied.faces = self.faces[:]
        return copied


class _WorldsReached:
    """The states to which a choice led in worlds in which the role was told the same, and in the others."""

    def __init__(self, game: AnyGame, real: Any) -> None:
        self.game = game
        self.real = values_in_words(game, real)
        self.same: list[Any] = [real]
        self.otherwise: list[Any] = []

    @cached_property
    def values(self) -> dict[str, set[str | None]]:
        """The values of the worlds in which it was told the same, by the way to each."""
        worlds = [values_in_words(self.game, state) for state in self.same]
        return {path: {each.get(path) for each in worlds} for path in self.real}

    @cached_property
    def _values_otherwise(self) -> list[dict[str, str]]:
        return [values_in_words(self.game, state) for state in self.otherwise]

    def told_otherwise(self, path: str, value: str | None) -> int:
        """In how many of the others a value is met."""
        return sum(each.get(path) == value for each in self._values_otherwise)


class _Moment:
    """A choice, and what a role is told of it: in the match, and in worlds that are imagined for the role before it."""

    def __init__(
        self, trial: Trial, match: AnyMatch, role: str, chooser: str, index: int, ended: Sequence[str]
    ) -> None:
        self.trial, self.match, self.role, self.chooser, self.index = trial, match, role, chooser, index
        self.any_option = match.decisions[chooser].secret and role != chooser
        self.name = f"told {match.count} {role}"
        self.real = match.fork(seed=self.name)
        self.heard: list[DiceRolled] = []
        steps = len(ended)
        self.told = self._made(self.real, index, self.name, self.heard)
        self.step_is_over = len(ended) > steps

    def reached(self, worlds: int) -> _WorldsReached | None:
        """The values that the choice leads to in so many worlds, or None if too few give the role the same news."""
        if self.told is None:
            return None
        found = _WorldsReached(self.trial.game, self.real.state)
        tries = IN_SECRET if self.any_option else 1
        for world in range(worlds * tries):
            name = f"{self.name} {world}"
            other, index = self._before(name)
            other = other.fork(chance=HeardDice(self.heard, self.trial.stream(f"{name} dice")))
            if self.any_option and not other.decisions[self.chooser].options:
                return None  # not every world comes to this question, and those that do are not like the others
            told = self._made(other, index, name, [])
            (found.same if told == self.told else found.otherwise).append(other.state)
            if len(found.same) > worlds:
                break
            enough = worlds if self.any_option else worlds // 2
            if len(found.otherwise) > enough and len(found.same) * tries < len(found.otherwise) + tries:
                return None
        return found

    def _before(self, name: str) -> tuple[AnyMatch, int]:
        """A world imagined before the choice, and what is chosen in it; later draws have another chance there."""
        if not self.any_option:
            return redealt_here(self.match, self.role, name), self.index
        other = self.match.fork(seed=name, as_seen_by=self.role)
        return other, self.trial.stream(f"{name} option").below(len(other.decisions[self.chooser].options) or 1)

    def _made(self, match: AnyMatch, index: int, name: str, dice: list[DiceRolled]) -> list[str] | None:
        """Make the choice and any secret one after it: the other role's news and view, or None if it cannot be made."""
        heard: list[str] = []
        match.events.subscribe(written_in(heard), role=self.role)
        match.events.subscribe(dice.append, DiceRolled, self.role)
        try:
            match.choose(index, role=self.chooser)
            below = self.trial.stream(f"{name} in secret").below
            while self.any_option and list(match.decisions) == [self.chooser] and asked(match).secret:
                match.choose(below(len(asked(match).options)))
            self._written_unseen(match, below)
        except (NavalCoreError, ValueError, LookupError, AttributeError, AssertionError):
            return None  # the options were made for the real world
        return [*heard, repr(match.view(self.role))]

    def _written_unseen(self, match: AnyMatch, below: Callable[[int], int]) -> None:
        """Where several are asked at once, others may have made more choices: the role does not know how many."""
        for other in [each for each in match.decisions if each != self.role]:
            for _ in range(SHEET):
                if len(match.decisions) == 1 or other not in match.decisions or below(4) == 0:
                    break
                match.choose(below(len(match.decisions[other].options)), role=other)

    def compare(self, reached: _WorldsReached) -> None:
        """Hold worlds that are imagined after the choice against what the choice can have led to."""
        game, role = self.trial.game, self.role
        worlds = (self.trial.world(self.real, role, f"{self.name} after {world}") for world in range(IMAGINED))
        after = [values_in_words(game, world) for world in worlds]
        often = Counter((path, world.get(path)) for world in after for path in reached.real)
        sure = len(reached.same) > POSSIBLE
        for path, (value, *more) in reached.values.items():
            others = IMAGINED - often[path, value]
            if sure and not more and others >= CONTRADICTING:
                expected = f"{path} to be {value} in every world imagined for {role}, as it was told"
                require(False, expected, f"another in {others} of {IMAGINED} worlds", self.real)
        odd = [
            (path, value)
            for (path, value), times in often.items()
            if value not in reached.values[path]
            and not _ORDERED.search(path)
            and ((sure and times >= OFTEN) or reached.told_otherwise(path, value) >= TOLD_OTHERWISE)
        ]
        for path, value, otherwise in self._never_reached(odd, often):
            expected = f"{path} to be in every world imagined for {role} what it can have become"
            found = (
                f"{value} in {often[path, value]} of {IMAGINED} worlds, and not once when this was played {MORE} times"
            )
            why = f": in {otherwise} of these it was so and {role} was told something else" if otherwise else ""
            require(False, expected, found + why, self.real)

    @cached_property
    def _contacts(self) -> set[str]:
        """The ways to the places of things with a contact, once the step is over: contacts are kept within a step."""
        game, state = self.trial.game, self.real.state
        if not self.step_is_over:
            return set()
        places = {repr(place.value if isinstance(place, Enum) else place) for _, place in game.contacts(state)}
        return {path for path, value in values_in_words(game, state).items() if value in places}

    def _never_reached(
        self, odd: list[tuple[str, str | None]], often: Counter[tuple[str, str | None]]
    ) -> list[tuple[str, str | None, int]]:
        """Those of some values that are met in none of many worlds, each with how often the role was told otherwise."""
        left = [(path, value, 0) for path, value in odd]
        if self.role not in self.real.decisions:
            left = [each for each in left if each[0] in self._contacts]
        for number in (MANY, MORE):
            again = self.reached(number) if left else None
            if again is None:
                return []
            counted = [(path, value, again.told_otherwise(path, value)) for path, value, _ in left]
            left = [
                (path, value, otherwise)
                for path, value, otherwise in counted
                if value not in again.values[path] and (often[path, value] >= OFTEN or otherwise >= SURELY)
            ]
        return left


def values_in_words(game: AnyGame, state: Any) -> dict[str, str]:
    """The values of a state as saved, harmless ones too, by the way to each; a list of single values is one, sorted."""
    found: dict[str, str] = {}
    waiting: list[tuple[str, Any]] = [("", game.states.to_json(state))]
    while waiting:
        path, value = waiting.pop()
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        nested = [(f"{path}.{key}" if path else str(key), part) for key, part in parts]
        if nested and (not path or any(isinstance(part, dict | list) for _, part in nested)):
            waiting += nested
        else:
            found[path] = repr(sorted(map(repr, value))) if isinstance(value, list) else repr(value)
    return found


OTHERS: Final = 3
"""Matches from other seeds in which the pieces must be as many."""
OPENING: Final = 40
"""Choices made in each of them."""
AT_A_PLACE: Final = 2
"""Worlds imagined for a role at each place that is looked at."""

TextOrNumber: TypeAlias = "str | int"
Piles: TypeAlias = "dict[str, Counter[TextOrNumber]]"


@check(trials=6)
def redeals_keep_every_piece(trial: Trial) -> None:
    """A card, counter or ship that is moved from list to list, and of which there are equally many in every position of
    several matches, keeps its number. It is as many in every world imagined for a role. A redeal deals it again, and
    neither loses nor doubles it.
    """
    known = _always_as_many(trial)
    for match in trial.moments() if known else ():
        for role in trial.game.roles:
            for world in range(AT_A_PLACE):
                copied = trial.world(match, role, f"pieces {match.count} {role} {world}")
                found = _total(_piles(trial.game.states.to_json(copied)))
                wrong = [f"{found[each]} of {each!r} instead of {many}" for each, many in known.items()
                         if found[each] != many]  # fmt: skip
                expected = f"all pieces in a world imagined for {trial.game.the_role(role)}, as many as in every match"
                require(not wrong, expected, ", ".join(wrong), match)


CHANCES: Final = 8
"""Worlds imagined for a role at a place, by as many chances."""
PLACES: Final = 4
"""At how many places all of them must be one world that is not the real one."""


@check(trials=6)
def redeals_are_drawn(trial: Trial) -> None:
    """Fields that a redeal changes are drawn by chance. Where worlds imagined for a role are not the real one, they are
    not one and the same at every place of the match, with any source of chance.
    """
    write = trial.game.states.to_json
    for role in trial.game.roles:
        alike = []
        for match in trial.moments():
            names = (f"drawn {match.count} {role} {number}" for number in range(CHANCES))
            first, *others = (write(trial.world(match, role, name)) for name in names)
            if any(other != first for other in others):
                break
            if first != write(match.state):
                alike.append((match.count, differences(write(match.state), first)))
        else:
            expected = f"redeal() to draw by chance what is hidden from {trial.game.the_role(role)}"
            found = f"the same world {CHANCES} times at {len(alike)} places; in the last, {alike[-1:]}"
            require(len(alike) < PLACES, expected, found, trial.line[: alike[-1][0]] if alike else ())


DRAWN: Final = 40
"""Worlds imagined from each of two that look the same to a role, where one chance makes different worlds of them."""
FAR_APART: Final = 24
"""In so many more of them a value is met than in those from the other world only where the redeal looks at it."""
COMPARED: Final = 8
"""At how many places for a role."""


@check(trials=6)
def redeals_go_by_the_view(trial: Trial) -> None:
    """The result of a redeal follows from the role's view and from chance. Two worlds that look the same to the role
    lead to the same imagined worlds, each as often. Otherwise the real hidden state shows in the worlds that a bot
    imagines.
    """
    game, write = trial.game, trial.game.states.to_json
    compared: Counter[str] = Counter()
    for match in trial.moments(2 * 12):
        for role in game.roles:
            terms, by = match.setup.terms, f"view {match.count} {role}"
            worlds = match.state, trial.world(match, role, f"another {by}")
            if game.view(worlds[1], role, terms) != match.view(role) or compared[role] == COMPARED:
                continue
            one, other = (write(game.determinize(world, role, trial.stream(by), terms)) for world in worlds)
            if one != other:
                compared[role] += 1
                _compare_worlds(trial, match, role, worlds)


def _compare_worlds(trial: Trial, match: AnyMatch, role: str, worlds: tuple[Any, Any]) -> None:
    """Hold what is imagined from two worlds against each other, by each value that one of them has."""
    game, terms, by = trial.game, match.setup.terms, trial.stream(f"worlds {match.count} {role}")
    met: list[Counter[tuple[str, str]]] = [Counter(), Counter()]
    for world, values in zip(worlds, met, strict=True):
        for _ in range(DRAWN):
            values.update(values_in_words(game, game.determinize(world, role, by, terms)).items())
    for path, value in dict.fromkeys(pair for world in worlds for pair in values_in_words(game, world).items()):
        one, other = (values[path, value] for values in met)
        expected = f"redeal() not to depend on facts hidden from {game.the_role(role)}"
        found = f"{path} is {value} in {one} of {DRAWN} imagined worlds, and in {other} from one that looks alike"
        require(abs(one - other) < FAR_APART, expected, found, match)


def _always_as_many(trial: Trial) -> Counter[TextOrNumber]:
    """The pieces of equal number in every position that are in a list sometimes, and not always in the same places."""
    seen = [_piles(state) for state in _positions(trial)]
    totals = [_total(piles) for piles in seen]
    lying: dict[TextOrNumber, set[frozenset[tuple[str, int]]]] = {}
    for piles in seen:
        for each in _total(piles):
            where = frozenset((path, pile[each]) for path, pile in piles.items() if pile[each])
            lying.setdefault(each, set()).add(where)
    return Counter({
        each: many
        for each, many in totals[0].items()
        if len(lying[each]) > 1
        and any(path.endswith("[]") for where in lying[each] for path, _ in where)
        and all(total[each] == many for total in totals)
    })  # fmt: skip


def _positions(trial: Trial) -> Iterator[Any]:
    """States of the trial's match, and of matches from other seeds, as they are saved."""
    write = trial.game.states.to_json
    yield from [write(match.state) for match in trial.moments(2 * 12)]
    for number in range(OTHERS):
        other = trial.game.new_match(trial.scenario, seed=f"{trial.seed} pieces {number}", options=trial.options)
        yield write(other.state)
        trial.choose_at_random(other, f"pieces {number}", OPENING)
        yield write(other.state)


def _piles(state: Any) -> Piles:
    """How many of each text and number are where in a state."""
    found: Piles = {}
    waiting: list[tuple[str, Any]] = [("", state)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{path}.{key}", part) for key, part in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{path}[]", part) for part in value]
        elif isinstance(value, str | int):
            found.setdefault(path, Counter())[value] += 1
    return found


def _total(piles: Piles) -> Counter[TextOrNumber]:
    return sum(piles.values(), Counter())
