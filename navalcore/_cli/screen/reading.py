"""The texts next to the board (options, odds), the lights on it, and the meaning of a typed line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from navalcore import AnyMatch, face_of
from navalcore._cli.answering import answers_in
from navalcore._cli.screen.drawing import Lights, Spot


def option_text(decision: Any, option: Any) -> Text:
    """An option with its number, its meaning and what is known of it."""
    words = Text(f"{option.index + 1} ", style="cyan").append(option.text, style="default")
    known = [decision.facts[number] for number in option.facts]
    told = [option.meaning, *(fact.text for fact in known if not fact.places)]
    if told := [each for each in told if each]:
        words.append(f"  {', '.join(told)}", style="dim")
    return words


def odds_text(option: str, odds: Mapping[str, Any]) -> str:
    """The possible results of an option, the likeliest first, or the least and the most chance of each."""
    lines = [f"{option}", "", *(f"always: {each}" for each in odds["always"])]
    if odds["ways"]:
        lines += _ranges(odds)
    else:
        about = "" if odds["method"] == "exact" else "about "
        for each in odds["outcomes"]:
            ending = f"; {each['ending']['reason']}" if each["ending"] else ""
            lines.append(f"{about}{100 * each['probability']:.3g} %  {each['text'] or 'nothing to report'}{ending}")
    if odds["waiting"]:
        lines.append("Nothing comes of it before the others have chosen.")
    return "\n".join(lines)


def _ranges(odds: Mapping[str, Any]) -> Iterator[str]:
    more = "" if odds["every_way"] else "of more "
    yield f"It depends on your next choices; {odds['ways']} {more}ways were looked at."
    for text, ends in odds["ranges"].items():
        least, most = (f"{100 * end:.3g}" for end in ends)
        about = "about " if text in odds["range_errors"] else ""
        yield f"{about}{least if least == most else f'{least} to {most}'} %  {text.rstrip('.')}"
    if not odds["ranges"]:
        yield "Chance has no say before another role decides."


def names(option: Any, place: Spot) -> bool:
    """Whether an option is about something on the board: the piece that is where it acts from, or any other place."""
    starts = [each.place for each in option.places if each.part == "from"]
    return any(
        each.place == place.id and (each.part != "subject" or not starts or place.at in (*starts, place.id))
        for each in option.places
    )


def naming(options: Sequence[Any], picked: Iterable[Spot]) -> list[Any]:
    """The options that name all that has been picked."""
    chosen = list(picked)
    return [option for option in options if all(names(option, place) for place in chosen)]


def lit_for(options: Sequence[Any], picked: Sequence[Spot], about: Iterable[Any] = ()) -> Lights:
    """Everything highlighted: who may act, then where, and what has been picked; ``about``: places of the decision."""
    chosen = frozenset([*(place.id for place in picked), *(each.place for each in about if each.part == "subject")])
    who: set[tuple[str, str] | str] = set()
    where: set[tuple[str, str] | str] = set()
    for option in options:
        starts = [each.place for each in option.places if each.part == "from"]
        acting = [each.place for each in option.places if each.part == "subject" and each.place not in chosen]
        if acting and not picked:  # where it leads stands out once it is known who acts
            who |= {(place, start) for place in acting for start in starts} or {*acting}
        else:
            where |= {each.place for each in option.places if each.part != "from" and each.place not in chosen}
    return Lights(frozenset(who), frozenset(where), chosen)


class Answers(NamedTuple):
    """The meaning of a line, decision by decision."""

    keys: tuple[str, ...]
    """The key of each option; none if the line does not answer."""
    warning: str
    """A warning to a player before they are taken; or nothing."""


def read_line(match: AnyMatch, role: str, line: str) -> Answers:
    """The options that a line means, such as ``hood m ne stop`` or ``2 1 3``, and their warnings.

    Numbers are those of the list next to the board, from 1, for every decision of the line. Nothing is chosen.
    """
    indexes = answers_in(match, role, line, numbered=True)
    keys, warnings, tried = list[str](), list[str](), match.fork()
    for index in indexes:
        decision = tried.decisions[role]
        option = decision.options[index]
        keys.append(decision.key(index))
        if warning := face_of(match.game).warning(tried.view(role), option):
            warnings.append(warning)
        tried.choose(index, role=role)
    return Answers(tuple(keys), " ".join(warnings))
