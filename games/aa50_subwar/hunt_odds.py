"""Odds of a whole hunt in which ships and aircraft of several kinds take part, one attack after another (S7 to S15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from pydantic import AfterValidator, Field

from navalcore.components import counted
from navalcore.odds import Odds, question
from navalcore_games.aa50_subwar.fleet_odds import parse_fleet
from navalcore_games.aa50_subwar.odds import (
    EscapeTiming,
    Face,
    Fleet,
    air_duel_odds,
    destroyer_duel_odds,
    spotting_chance,
)
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.theatre import COST
from navalcore_games.aa50_subwar.words import AIRCRAFT, Kind

HUNTERS: Final = (*AIRCRAFT, Kind.DESTROYER)
"""The kinds that hunt (S8), aircraft first."""
Numbers: TypeAlias = tuple[int, ...]
"""How many of each kind of HUNTERS."""


def _hunters(text: str) -> str:
    others = [kind for kind, number in parse_fleet(text).items() if kind not in HUNTERS and number]
    if others or not any(parse_fleet(text).values()):
        raise ValueError(f"only {', '.join(HUNTERS)} hunt (S8); write destroyer:1,fighter:2")
    return text


AttackOrder: TypeAlias = Literal["aircraft_first", "destroyers_first", "random"]
"""In which order the hunters attack; ``random`` is the option of AAS-R11."""
ORDERS: Final[Mapping[AttackOrder, tuple[Kind, ...]]] = {
    "aircraft_first": HUNTERS, "destroyers_first": (Kind.DESTROYER, *AIRCRAFT), "random": (),
}  # fmt: skip


Hunters: TypeAlias = Annotated[Fleet, AfterValidator(_hunters)]
"""Destroyers and aircraft, such as ``destroyer:1,fighter:2``."""


class Hunt(NamedTuple):
    """A hunt under way.

    Attributes:
        unused: the hunters that have not attacked.
        lost: the hunters lost.
        submarines: the submarines left.
    """

    unused: Numbers
    lost: Numbers
    submarines: int


class Tactics(NamedTuple):
    """The choices of both sides.

    Attributes:
        order: in which order the kinds attack; empty if chance names the next hunter.
        direct: whether aircraft direct destroyers that have not attacked (S15).
        dives: whether a submarine dives after the first round with an aircraft.
    """

    order: tuple[Kind, ...]
    direct: bool
    dives: bool


def _less(numbers: Numbers, kind: Kind) -> Numbers:
    return tuple(number - (each is kind) for each, number in zip(HUNTERS, numbers, strict=True))


def _more(numbers: Numbers, kind: Kind) -> Numbers:
    return tuple(number + (each is kind) for each, number in zip(HUNTERS, numbers, strict=True))


class Hunting:
    """The attacks of a hunt, each with the chances that the rules' own procedures give it."""

    def __init__(self, options: SubwarOptions, tactics: Tactics) -> None:
        self._tactics = tactics
        self._found = {kind: spotting_chance(kind, options) for kind in HUNTERS}
        self._duel = {kind: air_duel_odds(kind, options, tactics.dives) for kind in AIRCRAFT}
        self._duel[Kind.DESTROYER] = destroyer_duel_odds(options)

    def ends(self, start: Hunt) -> dict[Hunt, Fraction]:
        """How the hunt may end when every hunter has attacked or no submarine is left, with the chances."""
        ends: dict[Hunt, Fraction] = {}
        now = {start: Fraction(1)}
        while now:
            after: dict[Hunt, Fraction] = {}
            for hunt, weight in now.items():
                if not hunt.submarines or not any(hunt.unused):
                    end = hunt._replace(unused=(0,) * len(HUNTERS))
                    ends[end] = ends.get(end, Fraction(0)) + weight
                    continue
                for kind, named in self._next(hunt):
                    for then, chance in self._attack(hunt, kind):
                        after[then] = after.get(then, Fraction(0)) + weight * named * chance
            now = after
        return ends

    def _next(self, hunt: Hunt) -> Iterator[tuple[Kind, Fraction]]:
        """The kind of the hunter that attacks next; by chance every unused hunter is as likely as another."""
        order = self._tactics.order
        if order:
            yield next(kind for kind in order if hunt.unused[HUNTERS.index(kind)]), Fraction(1)
            return
        for kind, number in zip(HUNTERS, hunt.unused, strict=True):
            if number:
                yield kind, Fraction(number, sum(hunt.unused))

    def _attack(self, hunt: Hunt, kind: Kind) -> Iterator[tuple[Hunt, Fraction]]:
        """A hunter of a kind searches, and fights what it has found or has a destroyer fight it."""
        searched = hunt._replace(unused=_less(hunt.unused, kind))
        yield searched, 1 - self._found[kind]
        directs = self._tactics.direct and kind in AIRCRAFT and searched.unused[HUNTERS.index(Kind.DESTROYER)]
        fighter = Kind.DESTROYER if directs else kind
        if directs:
            searched = searched._replace(unused=_less(searched.unused, fighter))
        for result, chance in self._duel[fighter].items():
            lost = searched.lost if result in ("submarine_sunk", "escaped", "dived") else _more(searched.lost, fighter)
            sunk = result in ("submarine_sunk", "both_sunk", "both_lost")
            yield searched._replace(lost=lost, submarines=searched.submarines - sunk), self._found[kind] * chance


@question("mixed-hunt")
def mixed_hunt(
    hunters: Hunters = "destroyer:1,fighter:1,bomber:1",
    submarines: Annotated[int, Field(ge=1, le=20)] = 2,
    order: AttackOrder = "aircraft_first",
    direct: bool = True,
    dive: Literal["after_first", "never"] = "after_first",
    spot: Face = 3,
    spot_destroyer: Face = 3,
    escape_timing: EscapeTiming = "before_return_fire",
    surprise_attack_no_return: bool = False,
) -> Odds:
    """What does a hunt with several ships and aircraft cost both sides?

    Exact over all attacks: every hunter searches once, a duel is fought to its end, and a submarine escapes when it
    can. A submarine that escapes or dives can be found again by another hunter.

    Args:
        hunters: The destroyers and aircraft of one power, such as ``destroyer:2,fighter:1``.
        submarines: The submarines in the zone.
        order: Who attacks first; ``random`` for the option of AAS-R11.
        direct: Whether an aircraft that spots a submarine directs a destroyer whose attack is unused (S15).
        dive: Whether a submarine dives after the first round with an aircraft or fights on to the end.
        spot: Aircraft spot on this or less.
        spot_destroyer: Destroyers spot on this or less.
        escape_timing: The option of that name (AAS-R07).
        surprise_attack_no_return: The option of that name (AAS-R09).
    """
    options = SubwarOptions(
        spot_aircraft=spot,
        spot_destroyer=spot_destroyer,
        escape_timing=escape_timing,
        surprise_attack_no_return=surprise_attack_no_return,
    )
    fleet = parse_fleet(hunters)
    start = Hunt(tuple(fleet.get(kind, 0) for kind in HUNTERS), (0,) * len(HUNTERS), submarines)
    ends = Hunting(options, Tactics(ORDERS[order], direct, dive == "after_first")).ends(start)
    return _answer(ends, submarines, fleet)


def _answer(ends: Mapping[Hunt, Fraction], submarines: int, fleet: Mapping[Kind, int]) -> Odds:
    taking_part = [kind for kind in HUNTERS if fleet.get(kind)]

    def sunk(hunt: Hunt) -> int:
        return submarines - hunt.submarines

    def lost(kind: Kind, hunt: Hunt) -> int:
        return hunt.lost[HUNTERS.index(kind)]

    def told(hunt: Hunt) -> str:
        losses = [f"{counted(lost(kind, hunt), kind)} lost" for kind in taking_part]
        return ", ".join([f"{sunk(hunt)} sunk", *losses])

    return Odds.of(
        {hunt: ends[hunt] for hunt in sorted(ends, key=lambda each: (-each.submarines, each.lost))},
        name=told,
        parts={"submarines_sunk": sunk} | {f"{kind}s_lost": partial(lost, kind) for kind in taking_part},
        expected={
            "submarine_ipc_lost": lambda hunt: sunk(hunt) * COST[Kind.SUBMARINE],
            "hunter_ipc_lost": lambda hunt: sum(lost(kind, hunt) * COST[kind] for kind in taking_part),
        },
    )
