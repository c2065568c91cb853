"""Exact odds, found by running the rules' own procedures over all their chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from pydantic import Field, field_validator

from games.bismarck.cards import BISMARCK, RAIDERS, SHIPS, ship_number
from games.bismarck.chart import FOG_AREAS
from games.bismarck.damage import War, salvo, torpedo_damage, torpedo_hits
from games.bismarck.naval import gets_away
from games.bismarck.options import BismarckOptions
from games.bismarck.setup import initial_state, scenarios
from games.bismarck.shadow import adjusted_strength, shadow_succeeds
from games.bismarck.state import State
from games.bismarck.strikes import destroyer_sunk, factors_granted, submarine_sunk
from games.bismarck.tables import TABLES
from games.bismarck.turns import LAST_TURN, TURNS
from games.bismarck.weather import changed, radio_silence, roll_fog
from games.bismarck.words import Fate, ShipType
from navalcore.analysis.odds import Odds, Parameters, Question, exact
from navalcore.components.chance import Chance
from navalcore.engine.chance import ScriptedChance
from navalcore.engine.play import Play
from navalcore.errors import UnknownName

K = TypeVar("K")
Losses = tuple[int, int, int, bool]
"""Midships, knots and firepower lost, and whether the ship is sunk."""

SQUARE = 2518
PACK = ship_number("WP1")
NIGHT_TURN, DAY_TURN = 4, 2


def _sea(night: bool = False) -> State:
    state = initial_state(scenarios()["two_player"], BismarckOptions())
    state.turn = NIGHT_TURN if night else DAY_TURN
    for ship in state.ships:
        ship.fate = Fate.WAITING
    for plane in state.planes:
        plane.fate = Fate.WAITING
    return state


def _in_play(state: State, number: int) -> None:
    ship, card = state.ships[number], SHIPS[number]
    ship.fate, ship.square, ship.midships, ship.knots = Fate.ACTIVE, SQUARE, card.midships, card.knots
    ship.firepower, ship.fuel, ship.torpedoes = card.firepower or 0, -1, card.torpedoes or 0
    ship.salvos = ship.torpedo_hits = 0


def _set(state: State, number: int, losses: Losses) -> None:
    """A ship with these losses; oil plays no part in the questions."""
    _in_play(state, number)
    ship = state.ships[number]
    ship.midships -= losses[0]
    ship.knots -= losses[1]
    ship.firepower -= losses[2]


def _losses(state: State, number: int) -> Losses:
    ship, card = state.ships[number], SHIPS[number]
    sunk = ship.fate is not Fate.ACTIVE
    return card.midships - ship.midships, card.knots - ship.knots, (card.firepower or 0) - ship.firepower, sunk


UNHURT: Losses = (0, 0, 0, False)


Blow = tuple[int, tuple[int, ...]]
"""One way a blow can go: how many parts of the whole it has, and the faces that bring it about."""


@cache
def salvo_ways() -> tuple[Blow, ...]:
    """A salvo: one face for each row of the gunnery table, with the faces the row has."""
    ways, face = [], 1
    for row in TABLES.gunnery.results(False):
        ways.append((row.permille, (face,)))
        face += row.permille
    return tuple(ways)


@cache
def torpedo_ways(number: int) -> tuple[Blow, ...]:
    """A torpedo hit: a row of its damage table, whether speed is lost, and how much."""
    table = TABLES.torpedo.damage_to(SHIPS[number].type, number == BISMARCK)
    if len(table.rows) == 1:
        return ((1, ()),)
    ways: list[Blow] = []
    face = 1
    for row in table.rows:
        parts = row.pct or row.weight
        knots = table.knots
        assert knots is not None
        spread = range(knots.max - knots.min + 1)
        if row.sunk:
            ways.append((parts * 100 * len(spread), (face,)))
        elif knots.only_pct == 100:
            ways += ((parts * 100, (face, lost)) for lost in spread)
        else:
            ways += ((parts * knots.only_pct, (face, 1, lost)) for lost in spread)
            ways.append((parts * (100 - knots.only_pct) * len(spread), (face, 100)))
        face += parts
    return tuple(ways)


def chained(number: int, times: int, blow: Callable[[War, int], None], ways: Sequence[Blow]) -> dict[Losses, Fraction]:
    """The chances of a ship's losses after so many blows of one kind."""
    *_, last = chain(number, times, blow, ways)
    return last


def chain(
    number: int, times: int, blow: Callable[[War, int], None], ways: Sequence[Blow]
) -> Iterator[dict[Losses, Fraction]]:
    """The chances of a ship's losses after none, one, and so on up to so many blows of one kind, each run through the
    rules from every condition the ship can be in before it.
    """
    state, options = _sea(), BismarckOptions()
    whole = sum(parts for parts, _ in ways)
    now: dict[Losses, int] = {UNHURT: 1}
    yield {UNHURT: Fraction(1)}
    for done in range(1, times + 1):
        after: dict[Losses, int] = {}
        for before, weight in now.items():
            if before[3]:
                after[before] = after.get(before, 0) + weight * whole
                continue
            for parts, faces in ways:
                _set(state, number, before)
                blow(Play(state, options, ScriptedChance(*faces)), number)
                result = _losses(state, number)
                after[result] = after.get(result, 0) + weight * parts
        now = after
        yield {losses: Fraction(weight, whole**done) for losses, weight in now.items()}


def marginal(odds: Mapping[K, Fraction], part: Callable[[K], Any]) -> dict[str, Fraction]:
    """The chances of one part of joint outcomes."""
    found: dict[Any, Fraction] = {}
    for key, chance in odds.items():
        found[part(key)] = found.get(part(key), Fraction(0)) + chance
    return {str(value): found[value] for value in sorted(found)}


def mean(odds: Mapping[K, Fraction], part: Callable[[K], int]) -> Fraction:
    """The expected value of one part."""
    return sum((chance * part(key) for key, chance in odds.items()), Fraction(0))


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def losses_odds(odds: Mapping[Losses, Fraction]) -> Odds:
    """Joint chances of a ship's losses, with those of each part and the expected values."""
    parts: dict[str, Callable[[Losses], Any]] = {
        "sunk": lambda losses: _yes(losses[3]),
        "midships_lost": lambda losses: losses[0],
        "knots_lost": lambda losses: losses[1],
        "firepower_lost": lambda losses: losses[2],
    }
    return Odds(
        "exact",
        {
            f"{ms} MS, {kn} knots, {fp} FP{', sunk' if sunk else ''}": odds[ms, kn, fp, sunk]
            for ms, kn, fp, sunk in sorted(odds)
        },
        {name: marginal(odds, part) for name, part in parts.items()},
        {name: mean(odds, lambda losses, place=place: losses[place]) for place, name in enumerate(list(parts)[1:])},  # type: ignore[misc]
    )


class _Target(Parameters):
    target: str = "Bismarck"
    """The ship shot at, undamaged."""

    @field_validator("target")
    @classmethod
    def _known(cls, name: str) -> str:
        try:
            card = SHIPS[ship_number(name)]
        except UnknownName as error:
            raise ValueError(str(error)) from None
        if card.type is ShipType.SUBMARINES:
            raise ValueError(f"{card.name} is no surface ship: salvos and torpedoes are for those (16.41.1, 16.61)")
        return card.name


class ShadowParameters(Parameters):
    """A shadow attempt."""

    strength: int = Field(4, ge=0, le=9)
    """Shadow strength of the shadower (by day or night)."""
    visibility: int = Field(4, ge=1, le=8)
    """Visibility where the shadow starts."""
    squares: int = Field(1, ge=0, le=4)
    """Squares the shadowed ship moves."""
    helpers: int = Field(0, ge=0, le=40)
    """Other friendly units in the square that could shadow."""


class Shadow(Question[ShadowParameters]):
    """The chance of a shadow (10.7)."""

    name = "shadow"
    title = "Does a shadow attempt succeed?"
    parameters_class = ShadowParameters

    def answer(self, parameters: ShadowParameters) -> Odds:
        """Succeeds or fails."""
        twice = adjusted_strength(parameters.strength, parameters.visibility, parameters.squares, parameters.helpers)
        state, options = _sea(), BismarckOptions()
        odds = exact(lambda chance: shadow_succeeds(Play(state, options, chance), BISMARCK, twice, SQUARE))
        return Odds("exact", {"succeeds": odds.get(True, Fraction(0)), "fails": odds.get(False, Fraction(0))})


class SalvoParameters(_Target):
    """Salvos at a ship."""

    salvos: int = Field(10, ge=0, le=100)
    """How many gunnery salvos."""


class Salvos(Question[SalvoParameters]):
    """What salvos do to an undamaged ship (16.81)."""

    name = "salvos"
    title = "What do so many salvos cost an undamaged ship?"
    parameters_class = SalvoParameters

    def answer(self, parameters: SalvoParameters) -> Odds:
        """Joint losses."""
        return losses_odds(chained(ship_number(parameters.target), parameters.salvos, salvo, salvo_ways()))


class TorpedoParameters(_Target):
    """Torpedoes at a ship."""

    factors: int = Field(5, ge=0, le=18)
    """Torpedo factors fired."""
    knots: int | None = Field(None, ge=0, le=40)
    """The target's speed; that of its card if left out."""


class Torpedoes(Question[TorpedoParameters]):
    """Torpedo hits and damage (16.82, 16.83)."""

    name = "torpedoes"
    title = "What do so many torpedoes cost an undamaged ship?"
    parameters_class = TorpedoParameters

    def answer(self, parameters: TorpedoParameters) -> Odds:
        """Hits first, then the damage of each."""
        number = ship_number(parameters.target)
        knots = SHIPS[number].knots if parameters.knots is None else parameters.knots
        hits = hit_odds(number, parameters.factors, knots)
        joint: dict[Losses, Fraction] = {}
        for count, after in enumerate(chain(number, max(hits), torpedo_damage, torpedo_ways(number))):
            for losses, chance in after.items():
                joint[losses] = joint.get(losses, Fraction(0)) + hits.get(count, 0) * chance
        answer = losses_odds(joint)
        marginals = {"hits": marginal(hits, lambda count: count), **answer.marginals}
        return Odds("exact", answer.outcomes, marginals, {"hits": mean(hits, int), **answer.expected})


@cache
def hit_odds(number: int, factors: int, knots: int) -> dict[int, Fraction]:
    """The chances of so many hits: the rule's roll for one torpedo, repeated."""
    state, options = _sea(), BismarckOptions()
    one = exact(lambda chance: torpedo_hits(Play(state, options, chance), number, 1, knots))
    return repeated(one, factors)


def repeated(one: Mapping[int, Fraction], times: int) -> dict[int, Fraction]:
    """The chances of the sum of independent equal counts."""
    now = {0: Fraction(1)}
    for _ in range(times):
        after: dict[int, Fraction] = {}
        for count, weight in now.items():
            for more, chance in one.items():
                after[count + more] = after.get(count + more, Fraction(0)) + weight * chance
        now = after
    return now


class SubmarineParameters(_Target):
    """A submarine attack."""

    target: str = "Convoy SL1"
    """The ship attacked."""
    anti_sub: int = Field(0, ge=0, le=200)
    """The defenders' anti-submarine strength."""


class SubmarineAttack(Question[SubmarineParameters]):
    """A submarine attack (16.41.2)."""

    name = "submarine-attack"
    title = "Does a submarine attack lose a boat, and how often does it hit?"
    parameters_class = SubmarineParameters

    def answer(self, parameters: SubmarineParameters) -> Odds:
        """Boat sunk or not, and hits, jointly; by a unit that still has more than one submarine."""
        number = ship_number(parameters.target)
        row = TABLES.submarine.row(parameters.anti_sub)
        knots = SHIPS[number].knots
        state, options = _sea(), BismarckOptions()
        hits: dict[int, Fraction] = {}
        granted = exact(lambda chance: factors_granted(Play(state, options, chance), row))
        for factors, weight in granted.items():
            for count, chance in hit_odds(number, factors, knots).items():
                hits[count] = hits.get(count, Fraction(0)) + weight * chance
        hits = {count: hits[count] for count in sorted(hits)}
        boat = exact(lambda chance: submarine_sunk(Play(state, options, chance), PACK, row)).get(True, Fraction(0))
        joint = {
            (sunk, count): chance * (boat if sunk else 1 - boat)
            for sunk in (False, True)
            for count, chance in hits.items()
        }
        return Odds(
            "exact",
            {
                f"{'boat sunk' if sunk else 'no boat sunk'}, {count} hits": chance
                for (sunk, count), chance in joint.items()
            },
            {"boat_sunk": marginal(joint, lambda key: _yes(key[0])), "hits": marginal(joint, lambda key: key[1])},
            {"hits": mean(joint, lambda key: key[1]), "boats_sunk": boat},
        )


class DestroyerParameters(Parameters):
    """A destroyer run."""

    destroyers: int = Field(6, ge=1, le=6)
    """Destroyers in the flotilla."""
    firing: int = Field(1, ge=0, le=2)
    """How many of Bismarck and Prinz Eugen fire."""
    night: bool = False
    """Whether it is night."""


class DestroyerRun(Question[DestroyerParameters]):
    """How many destroyers survive their run (16.51.2)."""

    name = "destroyer-run"
    title = "How many destroyers survive their torpedo run?"
    parameters_class = DestroyerParameters

    def answer(self, parameters: DestroyerParameters) -> Odds:
        """Survivors."""
        state, options = _sea(parameters.night), BismarckOptions()
        for number in RAIDERS[: parameters.firing]:
            _in_play(state, number)
        one = exact(lambda chance: int(not destroyer_sunk(Play(state, options, chance), SQUARE)))
        odds = repeated(one, parameters.destroyers)
        return Odds("exact", marginal(odds, int), {}, {"survivors": mean(odds, int)})


class WithdrawalParameters(Parameters):
    """Withdrawal attempts."""

    rounds: int = Field(1, ge=1, le=50)
    """How many attempts at most, one a round."""


class Withdrawal(Question[WithdrawalParameters]):
    """When a ship that is not faster gets away (16.63)."""

    name = "withdrawal"
    title = "In which round does a ship that is not faster get away?"
    parameters_class = WithdrawalParameters

    def answer(self, parameters: WithdrawalParameters) -> Odds:
        """The round of success, or not at all."""
        state, options = _sea(), BismarckOptions()
        enemy = ship_number("P of Wales")
        for number in (BISMARCK, enemy):
            _in_play(state, number)
        one = exact(lambda chance: _gets_away(state, options, chance, enemy))[True]
        outcomes = {f"round {turn}": one * (1 - one) ** (turn - 1) for turn in range(1, parameters.rounds + 1)}
        outcomes["not at all"] = (1 - one) ** parameters.rounds
        return Odds("exact", outcomes, {"away": {"yes": 1 - outcomes["not at all"], "no": outcomes["not at all"]}})


def _gets_away(state: State, options: BismarckOptions, chance: Chance, enemy: int) -> bool:
    return gets_away(Play(state, options, chance), BISMARCK, [enemy])


class FogParameters(Parameters):
    """A turn."""

    turn: int = Field(1, ge=1, le=LAST_TURN)
    """The turn."""


class Fog(Question[FogParameters]):
    """Fog on a turn (13.32)."""

    name = "fog"
    title = "Is there fog in the two areas on a turn?"
    parameters_class = FogParameters

    def answer(self, parameters: FogParameters) -> Odds:
        """Which areas have fog."""
        state, options = _sea(), BismarckOptions()

        def run(chance: Chance) -> tuple[bool, ...]:
            roll_fog(Play(state, options, chance), parameters.turn)
            return tuple(state.fog)

        odds = exact(run)
        names = {(False, False): "none", (True, False): "area 1", (False, True): "area 2", (True, True): "both areas"}
        parts = {
            f"area_{area + 1}": marginal({key[area:] + key[:area]: odds[key] for key in odds}, lambda key: _yes(key[0]))
            for area in range(len(FOG_AREAS))
        }
        outcomes = {name: odds.get(key, Fraction(0)) for key, name in names.items()}
        return Odds("exact", outcomes, parts, notes=(str(TURNS[parameters.turn]),))


class WeatherParameters(Parameters):
    """A row and the level that moves into it."""

    row: int = Field(16, ge=11, le=30)
    """The row."""
    level: int = Field(4, ge=1, le=8)
    """The level of the row north of it (of row 11: its own)."""


class Weather(Question[WeatherParameters]):
    """The next visibility of a row (13.2)."""

    name = "weather"
    title = "What is the next visibility of a row?"
    parameters_class = WeatherParameters

    def answer(self, parameters: WeatherParameters) -> Odds:
        """The next level."""
        state, options = _sea(), BismarckOptions()
        odds = exact(lambda chance: changed(Play(state, options, chance), parameters.row, parameters.level))
        outcomes = {str(level): odds.get(level, Fraction(0)) for level in range(1, 9)}
        return Odds("exact", outcomes, {}, {"level": mean(odds, int)})


class SilenceParameters(Parameters):
    """A number of turns."""

    turns: int = Field(30, ge=1, le=LAST_TURN)
    """How many turns."""


class RadioSilence(Question[SilenceParameters]):
    """Broken radio silence (12.3)."""

    name = "radio-silence"
    title = "How often does one ship break radio silence in so many turns?"
    parameters_class = SilenceParameters

    def answer(self, parameters: SilenceParameters) -> Odds:
        """How often."""
        state, options = _sea(), BismarckOptions()
        _in_play(state, BISMARCK)

        def run(chance: Chance) -> int:
            state.reports.clear()
            radio_silence(Play(state, options, chance), BISMARCK)
            return len(state.reports)

        odds = repeated(exact(run), parameters.turns)
        kept = {"kept": odds[0], "broken": 1 - odds[0]}
        return Odds("exact", marginal(odds, int), {"silence": kept}, {"reports": mean(odds, int)})


QUESTIONS = (
    Shadow(), Salvos(), Torpedoes(), SubmarineAttack(), DestroyerRun(), Withdrawal(), Fog(), Weather(), RadioSilence(),
)  # fmt: skip
"""The odds questions of the game."""
