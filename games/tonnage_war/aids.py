"""Facts known at the table about an attack or a hunt: the numbers needed, what they are the sums of, the chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any, cast

from navalcore.rules import Decision, Fact, Game, Play, ScriptedChance, Summand, Terms, rule
from navalcore_games.tonnage_war.choices import Commit, CommitScreen, DefendAgainstAttack, HuntContact, WithUnit
from navalcore_games.tonnage_war.convoy_attack import attack_value, needed_against_convoy
from navalcore_games.tonnage_war.detection import detection_modifiers
from navalcore_games.tonnage_war.escort_attack import GUNFIRE
from navalcore_games.tonnage_war.escort_turn import may_be_sent
from navalcore_games.tonnage_war.ids import CARDS
from navalcore_games.tonnage_war.options import TonnageOptions
from navalcore_games.tonnage_war.state import Engagement, Kind, Rescue, Tactical, Target, Unit
from navalcore_games.tonnage_war.values import ATTACK_CARDS, DEPLETED_ESCORTS, ESCORT_CARDS, SURFACE
from navalcore_games.tonnage_war.views import TableView

D20 = 20


def facts(
    game: Game[Any, Any, Any], view: TableView, decision: Decision, terms: Terms[TonnageOptions]
) -> Sequence[Sequence[Fact]]:
    """The facts about each unit card that may go with an attack or be sent out; nothing of other questions."""
    play = Play(cast("Any", view), terms.options, ScriptedChance(), modifiers=game.modifiers)
    if decision.kind == "attack_unit":
        card, target = CARDS[decision.fields["card"]], Target(decision.fields["target"])
        return [_attack(play, view, option, card, target) for option in decision.options]
    if decision.kind == "escort_turn":
        return [_sent(play, view, option) for option in decision.options]
    if decision.kind == "commit":
        return [_escort(play, option, first=not decision.fields["further"]) for option in decision.options]
    return ()


def _attack(play: Play[Any, Any], view: TableView, option: object, card: Tactical, target: Target) -> Sequence[Fact]:
    """Of an attack that no escort stops; a blank does nothing."""
    if not isinstance(option, WithUnit) or option.unit is Unit.BLANK:
        return []
    return (
        _on_carrier(play, option.unit, card) if target is Target.CARRIER else _on_convoy(play, view, option.unit, card)
    )


@rule("8.2", "14.1", "14.3")
def _on_convoy(play: Play[Any, Any], view: TableView, boat: Unit, card: Tactical) -> Sequence[Fact]:
    """The number that sinks a ship, and the chance that any is sunk; a natural 1 sinks a rescue ship too."""
    value, printed = attack_value(play, boat), ATTACK_CARDS[card]
    needed, die = needed_against_convoy(play, boat, card), play.options.convoy_attack_die
    least = 1 if view.rescue in (Rescue.ORIGINAL, Rescue.ESCORT) else 0
    missed = 1 - Fraction(min(max(needed, least), die), die)
    parts = (Summand("attack value", value, "8.2"), Summand(f"{card} card", needed - value, "8.2"))
    return [
        Fact("sink", 1 - missed**printed.rolls, "8.2", "if no escort stops it: sinks a ship"),
        Fact("needed", needed, "8.2", f"needs on a D{die} at most", parts),
        Fact("rolls", printed.rolls, "8.2", "rolls"),
    ]


@rule("13.1")
def _on_carrier(play: Play[Any, Any], boat: Unit, card: Tactical) -> Sequence[Fact]:
    """Half the attack value on a D20, with all the card's rolls."""
    needed, rolls = attack_value(play, boat) // 2, ATTACK_CARDS[card].rolls
    missed = 1 - Fraction(min(needed, D20), D20)
    return [
        Fact("hit", 1 - missed**rolls, "13.1", "if no escort stops it: hits the carrier"),
        Fact("needed", needed, "13.1", "needs on a D20 at most"),
        Fact("rolls", rolls, "13.1", "rolls"),
    ]


@rule("8.5", "8.5.3", "8.5.4")
def _escort(play: Play[Any, Any], option: object, *, first: bool) -> Sequence[Fact]:
    """The result of one attack on a boat that is detected: at or under the value it damages, at or under half it sinks.

    In the first attack a surface escort sinks on a 1 or 2, even with a lower value; one that is depleted has nothing
    else.
    """
    if not isinstance(option, Commit | CommitScreen) or option.unit is Unit.BLANK:
        return []
    value = 0 if option.unit in DEPLETED_ESCORTS else attack_value(play, option.unit)
    sure = GUNFIRE if option.unit in SURFACE and first else 0
    sunk = max(value // 2, sure)
    return [
        Fact("hit", Fraction(min(max(value, sure), D20), D20), "8.5", "damages or sinks a boat it attacks"),
        Fact("sink", Fraction(min(sunk, D20), D20), "8.5", "sinks it"),
    ]


def _sent(play: Play[Any, Any], view: TableView, option: object) -> Sequence[Fact]:
    """Of a card that sends escorts on a boat: the chance that the best of the hand detect it."""
    match option:
        case HuntContact(card, number):
            boat = next(contact.boat for contact in view.contacts if contact.number == number)
            return _detected(play, view, card, boat)
        case DefendAgainstAttack(card):
            return _detected(play, view, card, None if view.attack is None else view.attack.unit)
        case _:
            return []


@rule("8.5", "8.5.1", "8.5.2")
def _detected(play: Play[Any, Any], view: TableView, card: Tactical, boat: Unit | None) -> Sequence[Fact]:
    """Each escort has one roll, and one that detects is enough: the best escorts in hand, as many as the card sends.

    The boat evades with no card. One that is face-down is taken for an R; a blank has nothing to detect.
    """
    figures = ESCORT_CARDS[card]
    fit = may_be_sent(play.options, figures.weapon) - {Unit.BLANK}
    units = [unit for unit in view.escort.units or () if unit in fit]
    if not units or boat is Unit.BLANK:
        return []
    engagement = Engagement(Kind.HFDF_CONTACT, weapon=figures.weapon, attempt=1)
    target = Unit.R if boat is None else boat
    needed = [sum(detection_modifiers(play, engagement, target, unit, 0).values()) for unit in units]
    hidden = sorted(Fraction(min(max(each, 0), D20), D20) for each in needed)[: figures.units]
    best = len(hidden)
    words = "the best escort in hand detects" if best == 1 else f"the best {best} escorts in hand detect"
    if boat is None:
        return [Fact("detect_r", 1 - prod(hidden, start=Fraction(1)), "8.5", f"{words} it if it is an R")]
    return [Fact("detect", 1 - prod(hidden, start=Fraction(1)), "8.5", f"{words} it")]
