"""Odds questions: the rules themselves are run over every result of their dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from navalcore.components import Bearing, DamageTrack
from navalcore.odds import Odds, Question, exact, question
from navalcore.rules import Chance
from pydantic import Field

from skerry_passage.gunnery import salvo as fire_guns
from skerry_passage.gunnery import torpedo as fire_torpedo
from skerry_passage.passage import cards, sea
from skerry_passage.state import Play, Rules, Ship, Side, State


@question("salvo")
def salvo(distance: Annotated[int, Field(ge=1, le=8)] = 4, broadside: bool = True, raked: bool = False) -> Odds:
    """How many hits does a cruiser's salvo score?

    Exact: the procedure of chapter 6, over every face of its die.

    Args:
        distance: Hexes to the target.
        broadside: Whether all her guns bear, and not the fore guns alone.
        raked: Whether she fires at the target's bow or stern.
    """
    return _odds(lambda chance: fire_guns(*_duel(chance, "adler", distance, broadside, raked)))


@question("torpedo")
def torpedo(distance: Annotated[int, Field(ge=1, le=3)] = 2) -> Odds:
    """How many hits does a torpedo score?

    Exact: the procedure of chapter 7, over every face of its die.

    Args:
        distance: Hexes to the target.
    """
    return _odds(lambda chance: fire_torpedo(*_duel(chance, "otter", distance, True, False)))


def _odds(hits: Any) -> Odds:
    odds: dict[int, Fraction] = exact(hits)
    expected = sum((count * chance for count, chance in odds.items()), Fraction(0))
    return Odds("exact", {str(count): chance for count, chance in sorted(odds.items())}, expected={"hits": expected})


def _duel(chance: Chance, name: str, distance: int, broadside: bool, raked: bool) -> tuple[Play, Ship, Ship]:
    """A ship of Grey's and the cruiser *Resolve*, as far apart as wanted, due north of each other."""
    start = "0210"
    target = start
    for _ in range(distance):
        target = sea().step(target, Bearing.N) or target
    ship = _ship(name, start, Bearing.ESE if broadside else Bearing.N)
    enemy = _ship("resolve", target, Bearing.N if raked else Bearing.ENE)
    return Play(State("fire", 1, 9, [ship, enemy]), Rules(), chance), ship, enemy


def _ship(name: str, space: str, facing: Bearing) -> Ship:
    card = cards()[name]
    track = DamageTrack(card.hull, dict(card.damage))
    return Ship(name, Side(card.side), space, facing, track, card.torpedoes, card.smoke)


QUESTIONS: tuple[Question[Any], ...] = (salvo, torpedo)
