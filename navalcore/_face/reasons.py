"""Why did this happen: the sum behind a log line, from the events around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from navalcore._match.match import AnyGame
from navalcore._rulebook.finding import stems
from navalcore._rules.events import ChoiceMade, MatchEnded
from navalcore.components._dice import DiceRolled, said_of_dice
from navalcore.components._events import Event
from navalcore.components._sentences import listed
from navalcore.errors import BadData, UnknownName

_CHAPTER: Final = re.compile(r"^[A-Za-z]+|^\d+")
SHARED: Final = 2
"""The words that a roll's purpose and a sentence must share to belong together."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A part of how something came about: a choice, a die, a modifier, the number needed, or the rule.

    >>> from navalcore.study import Reason
    >>> print(Reason("storm", -2, "14.1"))
    storm: -2 [14.1]
    """

    text: str
    """Its meaning."""
    value: int | None = None
    """Its figure: the face of a die, or the number that a modifier adds; None if it has none."""
    rule: str = ""
    """The section it comes from."""

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.text}{rule}" if self.value is None else f"{self.text}: {self.value:+d}{rule}"


def reasons(game: AnyGame, events: Sequence[Event], place: int = -1) -> list[Reason]:
    """The reasons for an event.

    >>> import navalcore as nc
    >>> from navalcore.study import reasons
    >>> told = []
    >>> match = nc.load("uboat_cards").new_match(seed=3, on_event=told.append)
    >>> match.choose(0)
    >>> [reason.rule for reason in reasons(match.game, told)][-1]
    'U6'

    Args:
        game: the game.
        events: what was told, to one role, in its order.
        place: which of them is asked about.

    Returns:
        The choice before it, then each roll: its row, its dice, its modifiers and the terms of its number needed. The
        last is the sentence of the rule. Choices and rolls hidden from the role are left out.

    Raises:
        BadData: there is no event at that place.
    """
    if not -len(events) <= place < len(events):
        raise BadData(f"there is no event at place {place} of {len(events)}: name one that was told")
    place %= len(events)
    event = events[place]
    found: list[Reason] = []
    for rolled in rolls_behind(events, place):
        found += _sum_of(game, rolled)
    choice = next((each for each in reversed(events[:place]) if isinstance(each, ChoiceMade)), None)
    if choice is not None and choice is not event:
        found.insert(0, Reason(f"{_capital(game.role_title(choice.role))} chose: {choice.text}", rule=choice.rule))
    if event.rule in game.rulebook:
        found.append(Reason(game.rulebook.sentence(event.rule, str(event)), rule=event.rule))
    return found


def told_about(events: Sequence[Event], words: str = "") -> int:
    """The event that a person means who asks why it happened.

    >>> from navalcore.components import DiceRolled
    >>> from navalcore.study import told_about
    >>> told_about([DiceRolled("d6", (4,), "a search", (), 4), DiceRolled("d6", (2,), "fog", (), 2)], "search")
    0

    Args:
        events: what was told, to one role, in its order.
        words: some words of it; none for the last that dice have made, or else the last.

    Returns:
        The place of the last that has all the words.

    Raises:
        UnknownName: nothing has them, or nothing has been told.
    """
    wanted = stems(words) if words.strip() else []
    latest = -1
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if isinstance(event, MatchEnded) or (not wanted and isinstance(event, ChoiceMade | DiceRolled)):
            continue
        said = stems(str(event))
        if all(any(word in each for each in said) for word in wanted):
            if wanted or rolls_behind(events, place):
                return place
            latest = max(latest, place)
    if latest < 0:
        raise UnknownName(
            f"no line of the log has the words '{words}'; use words of one that you were told"
            if wanted
            else "nothing has happened yet that could be explained"
        )
    return latest


def rolls_behind(events: Sequence[Event], place: int) -> list[DiceRolled]:
    """The dice from which an event came: the last ones by its section since the last choice, or those logged just
    before it. The event itself if it is a roll.
    """
    event = events[place]
    if isinstance(event, DiceRolled):
        return [event]
    if isinstance(event, ChoiceMade):
        return []
    before = list(_since_the_choice(events, place))
    if not any(isinstance(each, DiceRolled) and each.rule == event.rule for each in before):
        return [each for each in _first_run(before) if _belongs(each, event)]
    while not (isinstance(before[0], DiceRolled) and before[0].rule == event.rule):
        del before[0]
    return [each for each in _first_run(before) if each.rule == event.rule]


def _since_the_choice(events: Sequence[Event], place: int) -> Iterator[Event]:
    """The events before an event since the last choice, the latest first."""
    for each in reversed(events[:place]):
        if isinstance(each, ChoiceMade):
            return
        yield each


def _first_run(before: Sequence[Event]) -> list[DiceRolled]:
    """The dice with which a list begins that has the latest first, in the order in which they were rolled."""
    run: list[DiceRolled] = []
    for each in before:
        if not isinstance(each, DiceRolled):
            break
        run.insert(0, each)
    return run


def _belongs(rolled: DiceRolled, event: Event) -> bool:
    """Whether a roll by another section is of the event's chapter, or is said to be for the matter of the event."""
    if _CHAPTER.findall(rolled.rule)[:1] == _CHAPTER.findall(event.rule)[:1]:
        return True
    return len({*stems(rolled.why)} & {*stems(str(event))}) >= SHARED


def _sum_of(game: AnyGame, rolled: DiceRolled) -> Iterator[Reason]:
    why = rolled.why or "a roll"
    shows = "shows" if len(rolled.faces) == 1 else "show"
    yield Reason(f"{_capital(why)}: the {said_of_dice(rolled.spec)} {shows} {listed(rolled.faces)}", rule=rolled.rule)
    if rolled.row:
        yield Reason(f"read in {rolled.row}", rule=rolled.rule)
    for name, value in rolled.modifiers:
        yield Reason(name, value, game.rulebook.modifiers.get(name, rolled.rule))
    if rolled.modifiers:
        yield Reason(f"which makes {rolled.total}")
    for name, value in filter(itemgetter(1), rolled.needed):
        yield Reason(name, value, game.rulebook.modifiers.get(name, rolled.rule))
    if rolled.needed:
        yield Reason(f"so it takes {sum(value for _, value in rolled.needed)} or less")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
