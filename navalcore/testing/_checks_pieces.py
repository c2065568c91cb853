"""Checks of redeals: all pieces are there, and not always in the one way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from navalcore._match.match import AnyMatch
from navalcore.testing._checks_told import values_in_words
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, differences, require

OTHERS: Final = 3
"""Matches from other seeds in which the pieces must be as many."""
OPENING: Final = 40
"""Choices made in each of them."""
WORLDS: Final = 2
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
            for world in range(WORLDS):
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
    """The pieces of which there are equally many in every position, with how many: those that are in a list sometimes
    and not always in the same places.
    """
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
