"""Odds questions, answered by running the procedures of the rules over all their dice.

Rolls that are independent of each other are worked out one by one and put together; a group's attack is carried on
escort by escort from every state the one before can leave behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypeAlias

from pydantic import Field, field_validator, model_validator

from games.tonnage_war.boat_fires import Shot, flak, needed_against_escort, shot_takes_effect
from games.tonnage_war.convoy_attack import convoy_die, needed_against_convoy
from games.tonnage_war.detection import stays_hidden
from games.tonnage_war.escort_attack import attack_boat
from games.tonnage_war.options import TonnageOptions
from games.tonnage_war.scoring import SUNK
from games.tonnage_war.state import Committed, Engagement, Kind, Play, Seat, Side, State, Tactical, Unit, Weapon
from games.tonnage_war.values import AIRCRAFT, ATTACK_CARDS, ESCORTS, SURFACE, UNITS
from navalcore.analysis.odds import Chain, Odds, Parameters, Question, exact
from navalcore.components.cards import Deck
from navalcore.components.chance import Chance
from navalcore.engine.decision import run

Crew: TypeAlias = Literal["N", "R", "A"]
Escort: TypeAlias = Literal["SN", "SR", "SA", "AN", "AR", "AA"]
EscortCardName: TypeAlias = Literal["escort_attack", "hfdf", "air_patrol"]
AttackCardName: TypeAlias = Literal["beam", "bow", "bow_fat", "quarter", "stern", "straggler"]
NEVER = Fraction(0)
WEAPONS = {"escort_attack": Weapon.ESCORT_ATTACK, "hfdf": Weapon.HFDF, "air_patrol": Weapon.AIR_PATROL}
FITTING = {Weapon.ESCORT_ATTACK: ESCORTS, Weapon.HFDF: SURFACE, Weapon.AIR_PATROL: AIRCRAFT}
HIT_NAMES = ("miss", "damaged", "destroyed")
FATES = ("unhurt", "damaged", "sunk")
"""What becomes of a boat, by its damage."""
Result: TypeAlias = tuple[str, tuple[int, ...]]
"""What became of a boat, and each escort's damage."""
Attacked: TypeAlias = tuple[int, tuple[int, ...], int]
"""The boat's damage, each escort's, and how many escorts have attacked."""


def table(chance: Chance, *, storm: bool = False, bad_sonar: bool = False, die: Literal[10, 20] = 10) -> Play:
    """An empty table on which one procedure can be run."""
    seats = {side: Seat(Deck(), Deck()) for side in Side}
    state = State(phase="", seats=seats, round=1, storm=storm, bad_sonar=bad_sonar)
    return Play(state, TonnageOptions(convoy_attack_die=die), chance)


def _engaged(crew: str, weapon: Weapon, group: list[Committed], attempt: int) -> Engagement:
    return Engagement(Kind.CONVOY_ATTACK, Unit(crew), weapon=weapon, group=group, attempt=attempt)


def _check_group(weapon: Weapon, units: list[Unit], attempt: int) -> None:
    for unit in units:
        if unit not in FITTING[weapon]:
            raise ValueError(f"{unit} cannot go out with {weapon}")
        if attempt > 1 and weapon is Weapon.ESCORT_ATTACK and unit in AIRCRAFT:
            raise ValueError(f"{unit} takes no part in the continuation of an escort attack (8.6)")


class ConvoyAttackParameters(Parameters):
    """Parameters of ``convoy-attack``."""

    crew: Crew = "R"
    """The boat's crew: novice, regular or ace."""
    card: AttackCardName = "beam"
    """The attack card."""
    storm: bool = False
    """Stormy weather (14.1)."""
    die: Literal[10, 20] = 10
    """The die of TW-R01."""

    @field_validator("die", mode="before")
    @classmethod
    def _number(cls, value: Any) -> Any:
        return int(value) if isinstance(value, str) and value.isdigit() else value


class ConvoyAttack(Question[ConvoyAttackParameters]):
    """Ships sunk by an attack on the convoy."""

    name = "convoy-attack"
    title = "How many ships does an attack on the convoy sink?"
    parameters_class = ConvoyAttackParameters

    def answer(self, parameters: ConvoyAttackParameters) -> Odds:
        """Each roll is independent of the others; a 1 that takes the rescue ship sinks a ship too."""
        boat, card = Unit(parameters.crew), Tactical[parameters.card.upper()]

        def one_more(ships: int, chance: Chance) -> int:
            play = table(chance, storm=parameters.storm, die=parameters.die)
            return ships + (convoy_die(play, boat) <= needed_against_convoy(play.state, boat, card))

        ships = Chain(one_more).after(0, ATTACK_CARDS[card].rolls)
        return Odds.of(ships, names=map(str, range(5)), expected={"ships": int})


class DetectionParameters(Parameters):
    """Parameters of ``detection``."""

    crew: Crew = "R"
    """The boat's crew."""
    escort: Escort = "SR"
    """The escort that looks for it."""
    card: EscortCardName = "escort_attack"
    """The card of the escorts."""
    evade: int = Field(default=0, ge=0)
    """The modifier of an evade card."""
    attempt: int = Field(default=1, ge=1)
    """1 for the first attempt, 2 and more for continuations."""
    storm: bool = False
    """Stormy weather (14.1)."""
    bad_sonar: bool = False
    """Bad sonar conditions (14.2)."""

    @model_validator(mode="after")
    def _fitting(self) -> DetectionParameters:
        _check_group(WEAPONS[self.card], [Unit(self.escort)], self.attempt)
        return self


class Detection(Question[DetectionParameters]):
    """Whether one escort detects a boat."""

    name = "detection"
    title = "Does an escort detect a boat?"
    parameters_class = DetectionParameters

    def answer(self, parameters: DetectionParameters) -> Odds:
        """One roll of the boat."""
        hidden = _hidden(
            parameters.crew, Unit(parameters.escort), WEAPONS[parameters.card], parameters.attempt, parameters.evade,
            parameters.storm, bad_sonar=parameters.bad_sonar,
        )  # fmt: skip
        return Odds("exact", {"evaded": hidden, "detected": 1 - hidden})


def _hidden(
    crew: str, escort: Unit, weapon: Weapon, attempt: int, evade: int, storm: bool, *, bad_sonar: bool
) -> Fraction:
    """The chance that a boat stays undetected by one escort."""

    def rolled(chance: Chance) -> bool:
        engagement = _engaged(crew, weapon, [Committed(escort)], attempt)
        return stays_hidden(table(chance, storm=storm, bad_sonar=bad_sonar), engagement, escort, evade)

    return exact(rolled).get(True, NEVER)


class EscortAttackParameters(Parameters):
    """Parameters of ``escort-attack``."""

    crew: Crew = "R"
    """The boat's crew."""
    group: str = "SR"
    """The escorts in the order in which they attack, separated by commas."""
    card: EscortCardName = "escort_attack"
    """The card of the escorts."""
    evade: int = Field(default=0, ge=0)
    """The modifier of an evade card."""
    attempt: int = Field(default=1, ge=1)
    """1 for the first attempt, 2 and more for continuations."""
    storm: bool = False
    """Stormy weather (14.1)."""

    @property
    def units(self) -> list[Unit]:
        """The group as units."""
        return [Unit(name.strip()) for name in self.group.split(",") if name.strip()]

    @field_validator("group")
    @classmethod
    def _known(cls, group: str) -> str:
        names = [name.strip() for name in group.split(",") if name.strip()]
        unknown = [name for name in names if name not in (*("SN", "SR", "SA"), *("AN", "AR", "AA"))]
        if unknown or not 1 <= len(names) <= 9:
            raise ValueError("one to nine of SN, SR, SA, AN, AR, AA, separated by commas")
        return group

    @model_validator(mode="after")
    def _fitting(self) -> EscortAttackParameters:
        _check_group(WEAPONS[self.card], self.units, self.attempt)
        return self


class EscortAttack(Question[EscortAttackParameters]):
    """What an attempt of a group of escorts does to a boat, and to them."""

    name = "escort-attack"
    title = "What does an attempt of a group of escorts on a boat come to?"
    parameters_class = EscortAttackParameters

    def answer(self, parameters: EscortAttackParameters) -> Odds:
        """Detection by each escort; then, if any detects, their attacks in the order given."""
        units, weapon = parameters.units, WEAPONS[parameters.card]
        hidden = Fraction(1)
        for unit in units:
            hidden *= _hidden(
                parameters.crew, unit, weapon, parameters.attempt, parameters.evade, parameters.storm, bad_sonar=False
            )  # fmt: skip
        names = [_name(units, place) for place in range(len(units))]
        joint = {("undetected", (0,) * len(units)): hidden}
        for (boat, escorts), share in self._attacks(parameters).items():
            joint[FATES[boat], escorts] = share * (1 - hidden)
        values = UNITS[Unit(parameters.crew)]
        points = {"damaged": values.points_damaged, "sunk": values.points_sunk}
        parts: dict[str, Callable[[Result], str]] = {"boat": lambda result: result[0]}
        for place, name in enumerate(names):
            parts[name] = partial(_hurt, place)
        odds = Odds.of(
            {result: share for result, share in joint.items() if share},
            name=lambda result: ", ".join(
                [result[0], *(f"{name} damaged" for name, hurt in zip(names, result[1], strict=True) if hurt)]
            ),
            parts=parts,
            expected={"escort_points": lambda result: points.get(result[0], 0)},
        )
        listed = {"boat": ("undetected", *FATES)} | dict.fromkeys(names, ("unhurt", "damaged"))
        marginals = {
            part: {name: odds.marginals[part].get(name, NEVER) for name in names} for part, names in listed.items()
        }
        return replace(odds, marginals=marginals)

    def _attacks(self, parameters: EscortAttackParameters) -> Mapping[tuple[int, tuple[int, ...]], Fraction]:
        """The boat's and the escorts' damage after all have attacked, with their chances."""
        units, weapon = parameters.units, WEAPONS[parameters.card]

        def one_attack(now: Attacked, chance: Chance) -> Attacked:
            boat, escorts, place = now
            group = [Committed(unit, damage=hurt) for unit, hurt in zip(units, escorts, strict=True)]
            engagement = _engaged(parameters.crew, weapon, group, parameters.attempt)
            engagement.damage = boat
            attack_boat(table(chance, storm=parameters.storm), engagement, group[place])
            return engagement.damage, tuple(member.damage for member in group), place + 1

        attacks: Chain[Attacked] = Chain(one_attack, over=lambda now: now[0] == SUNK or now[2] == len(units))
        found: dict[tuple[int, tuple[int, ...]], Fraction] = {}
        for (boat, escorts, _), share in attacks.ends((0, (0,) * len(units), 0)).items():
            found[boat, escorts] = found.get((boat, escorts), NEVER) + share
        return found


def _hurt(place: int, result: Result) -> str:
    return "damaged" if result[1][place] else "unhurt"


def _name(units: list[Unit], place: int) -> str:
    """An escort's name in its group; alike ones are numbered."""
    if units.count(units[place]) == 1:
        return str(units[place])
    return f"{units[place]} {units[: place + 1].count(units[place])}"


class AttackEscortParameters(Parameters):
    """Parameters of ``attack-escort``."""

    crew: Crew = "R"
    """The boat's crew."""
    detected: bool = False
    """Whether the boat has been detected."""


class AttackEscort(Question[AttackEscortParameters]):
    """What a boat's shot at a surface escort does."""

    name = "attack-escort"
    title = "What does a boat's shot at a surface escort do?"
    parameters_class = AttackEscortParameters

    def answer(self, parameters: AttackEscortParameters) -> Odds:
        """One roll, whatever the card."""

        def shot(chance: Chance) -> str:
            play = table(chance)
            engagement = _engaged(parameters.crew, Weapon.ESCORT_ATTACK, [Committed(Unit.SR)], 1)
            target = engagement.group[0]
            needed = needed_against_escort(play, Unit(parameters.crew), Tactical.STERN, parameters.detected)
            result = Shot(target, play.dice.d20("a shot at an escort", "8.3"), needed)
            shot_takes_effect(play, engagement, result, "8.3")
            return HIT_NAMES[target.damage]

        return Odds.of(exact(shot), names=HIT_NAMES)


class FlakParameters(Parameters):
    """Parameters of ``flak``."""

    crew: Crew = "R"
    """The boat's crew."""
    modifier: Literal[0, 1, 2] = 0
    """The modifier of the flak card."""
    target: Literal["AN", "AR", "AA"] = "AR"
    """The aircraft."""

    @field_validator("modifier", mode="before")
    @classmethod
    def _number(cls, value: Any) -> Any:
        return int(value) if isinstance(value, str) and value.lstrip("+").isdigit() else value


class Flak(Question[FlakParameters]):
    """What the flak of a detected boat does to an aircraft."""

    name = "flak"
    title = "What does the flak of a detected boat do to an aircraft?"
    parameters_class = FlakParameters

    def answer(self, parameters: FlakParameters) -> Odds:
        """One roll."""
        card = Tactical[f"FLAK_{parameters.modifier}"]

        def fired(chance: Chance) -> str:
            play = table(chance)
            engagement = _engaged(parameters.crew, Weapon.AIR_PATROL, [Committed(Unit(parameters.target))], 1)
            target = engagement.group[0]
            shot = run(flak(play, engagement, card))
            assert shot is not None
            shot_takes_effect(play, engagement, shot, "8.1.4")
            return HIT_NAMES[target.damage]

        return Odds.of(exact(fired), names=HIT_NAMES)


QUESTIONS = (ConvoyAttack(), Detection(), EscortAttack(), AttackEscort(), Flak())
