"""Exact odds, found by running the rules' own procedures over all their chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from pydantic import Field, field_validator

from games.bismarck.cards import BISMARCK, RAIDERS, SHIPS, ship_number
from games.bismarck.damage import salvo, torpedo_damage, torpedo_hits
from games.bismarck.naval import gets_away
from games.bismarck.options import BismarckOptions
from games.bismarck.setup import initial_state, scenarios
from games.bismarck.shadow import adjusted_strength, shadow_succeeds
from games.bismarck.state import Play, State
from games.bismarck.strikes import destroyer_sunk, factors_granted, submarine_sunk
from games.bismarck.tables import TABLES
from games.bismarck.turns import LAST_TURN, TURNS
from games.bismarck.weather import changed, radio_silence, roll_fog
from games.bismarck.words import Fate, ShipType
from navalcore.analysis.odds import Chain, Odds, Parameters, Question, exact
from navalcore.components.chance import Chance
from navalcore.errors import UnknownName

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
    ship.firepower, ship.fuel, ship.torpedoes = card.firepower or 0, None, card.torpedoes or 0
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


def blows(number: int, blow: Callable[[Play, int], None]) -> Chain[Losses]:
    """What blows of one kind, one after another, cost a ship."""
    state, options = _sea(), BismarckOptions()

    def one_more(losses: Losses, chance: Chance) -> Losses:
        _set(state, number, losses)
        blow(Play(state, options, chance), number)
        return _losses(state, number)

    return Chain(one_more, over=lambda losses: losses[3])


PARTS: Mapping[str, Callable[[Losses], int | bool]] = {
    "sunk": lambda losses: losses[3],
    "midships_lost": lambda losses: losses[0],
    "knots_lost": lambda losses: losses[1],
    "firepower_lost": lambda losses: losses[2],
}


def named(losses: Losses) -> str:
    """The name of an outcome."""
    midships, knots, firepower, sunk = losses
    return f"{midships} MS, {knots} knots, {firepower} FP{', sunk' if sunk else ''}"


def losses_odds(odds: Mapping[Losses, Fraction]) -> Odds:
    """Joint chances of a ship's losses, with those of each part and the expected values."""
    means = {name: read for name, read in PARTS.items() if name != "sunk"}
    return Odds.of({losses: odds[losses] for losses in sorted(odds)}, name=named, parts=PARTS, expected=means)


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
        doubled = adjusted_strength(parameters.strength, parameters.visibility, parameters.squares, parameters.helpers)
        state, options = _sea(), BismarckOptions()
        odds = exact(lambda chance: shadow_succeeds(Play(state, options, chance), BISMARCK, doubled, SQUARE))
        return Odds.of(odds, name=lambda shadowed: "succeeds" if shadowed else "fails", names=("succeeds", "fails"))


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
        return losses_odds(blows(ship_number(parameters.target), salvo).after(UNHURT, parameters.salvos))


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
        for share, after in zip(hits.values(), blows(number, torpedo_damage).stages(UNHURT), strict=False):
            for losses, chance in after.items():
                joint[losses] = joint.get(losses, Fraction(0)) + share * chance
        answer, counted = losses_odds(joint), Odds.of(hits, expected={"hits": int})
        parts, means = {"hits": counted.outcomes} | dict(answer.marginals), {**counted.expected, **answer.expected}
        return replace(answer, marginals=parts, expected=means)


def hit_odds(number: int, factors: int, knots: int) -> dict[int, Fraction]:
    """The chances of no hit, of one, and so on: torpedo after torpedo, each rolled for by the rule."""
    state, options = _sea(), BismarckOptions()

    def one_more(hits: int, chance: Chance) -> int:
        return hits + torpedo_hits(Play(state, options, chance), number, 1, knots)

    odds = Chain(one_more).after(0, factors)
    return {hits: odds[hits] for hits in sorted(odds)}


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

        def attack(chance: Chance) -> tuple[bool, int]:
            play = Play(state, options, chance)
            return submarine_sunk(play, PACK, row), factors_granted(play, row)

        joint: dict[tuple[bool, int], Fraction] = {}
        for (sunk, factors), weight in exact(attack).items():
            for hits, share in hit_odds(number, factors, knots).items():
                joint[sunk, hits] = joint.get((sunk, hits), Fraction(0)) + weight * share
        return Odds.of(
            {key: joint[key] for key in sorted(joint)},
            name=lambda key: f"{'boat sunk' if key[0] else 'no boat sunk'}, {key[1]} hits",
            parts={"boat_sunk": lambda key: key[0], "hits": lambda key: key[1]},
            expected={"hits": lambda key: key[1], "boats_sunk": lambda key: int(key[0])},
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

        def one_more(survivors: int, chance: Chance) -> int:
            return survivors + (not destroyer_sunk(Play(state, options, chance), SQUARE))

        return Odds.of(Chain(one_more).after(0, parameters.destroyers), expected={"survivors": int})


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

        def run(chance: Chance) -> tuple[bool, bool]:
            roll_fog(Play(state, options, chance), parameters.turn)
            return state.fog[0], state.fog[1]

        names = {(False, False): "none", (True, False): "area 1", (False, True): "area 2", (True, True): "both areas"}
        return Odds.of(
            exact(run),
            name=names.__getitem__,
            names=names.values(),
            parts={"area_1": lambda fog: fog[0], "area_2": lambda fog: fog[1]},
            notes=(str(TURNS[parameters.turn]),),
        )


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
        return Odds.of(odds, names=map(str, range(1, 9)), expected={"level": int})


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

        def one_turn(reports: int, chance: Chance) -> int:
            state.reports.clear()
            radio_silence(Play(state, options, chance), BISMARCK)
            return reports + len(state.reports)

        odds = Chain(one_turn).after(0, parameters.turns)
        silence = {"silence": lambda reports: "broken" if reports else "kept"}
        return Odds.of(odds, parts=silence, expected={"reports": int})


QUESTIONS = (
    Shadow(), Salvos(), Torpedoes(), SubmarineAttack(), DestroyerRun(), Withdrawal(), Fog(), Weather(), RadioSilence(),
)  # fmt: skip
"""The odds questions of the game."""
