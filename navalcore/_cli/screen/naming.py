"""Which options something on the board names, and what is lit for them: from the places of a snapshot alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from navalcore._cli.screen.drawing import Lights, Spot


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
    """Everything highlighted: who may act, then where, and what has been picked; ``about`` are the places of the
    decision.
    """
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
