"""The hard bot: weighs every action of either side against a card thrown away, by figures found by playing.

The figures are in ``data/veterans.toml``. They were found against many opponents at once, with an eye to a match of
two games. Points with the boats count double, because a player who hides the boats wins no match. Only the sign of a
sum and the larger of two count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from navalcore.components import load_toml
from navalcore.rules import Decision, SeededChance
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.bots import SensibleBot, able, offers_end
from navalcore_games.tonnage_war.choices import (
    OFFER_END,
    Attack,
    Commit,
    CommitScreen,
    Continue,
    DefendAgainstAttack,
    Discard,
    EnoughUnits,
    Evade,
    FireAtEscorts,
    HuntContact,
    MakeContact,
    Route,
    SearchByAir,
    ShootContactBoat,
    UseBDienst,
    UseFlak,
    WithUnit,
)
from navalcore_games.tonnage_war.state import Kind, Side, Tactical, Target, Unit, Weapon
from navalcore_games.tonnage_war.values import (
    AIRCRAFT,
    ATTACK_CARDS,
    CONTACT_CARDS,
    ESCORT_CARDS,
    EVADE_CARDS,
    FIGHTING_BOATS,
    FLAK_CARDS,
    UNITS,
)
from navalcore_games.tonnage_war.views import ContactView, TableView

FIGURES_FILE: Final = Path(__file__).parent / "data" / "veterans.toml"
SEASONED: Final = frozenset({Unit.R, Unit.A})
"""Boats that hit the convoy with every roll, or nearly."""
CONVOY_DIE: Final = 10
ROUTINGS: Final = 13
"""Evasive routing cards of a game (D1)."""
ROUTING_SHARE: Final = 3
"""About one card of the escorts in so many is evasive routing, as long as none has been played."""
MIDDLE: Final = 6
"""A tactical hand in the middle of a round."""
USUAL_UNITS: Final = 7
"""Cards in the escorts' hand, with some of them out."""
FRESH: Final = 8
"""Cards in the escorts' hand that call for a bluff."""
BROADSIDE: Final = 3
"""Rolls of a card for which a bluff clears the way."""
ALWAYS: Final = 50.0
"""The worth of an act that comes before anything else: countering evasive routing."""
SOON: Final = 3.0
"""So much more is worth what cannot wait: an answer to the escorts."""
LAST_CARDS: Final = 2
"""With so many cards left the escorts prevent contacts that would hold in the next round."""


class Figures(BaseModel):
    """The figures by what they weigh; the file says what each is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    contact: dict[str, float]
    attack: dict[str, float]
    blank: dict[str, float]
    shot: dict[str, float]
    evade: dict[str, float]
    flak: dict[str, float]
    keep_boats: dict[str, float]
    defend: dict[str, float]
    send: dict[str, float]
    go_on: dict[str, float]
    hfdf: dict[str, float]
    air_patrol: dict[str, float]
    route: dict[str, float]
    search: dict[str, float]
    keep_escorts: dict[str, float]


AT: Final = load_toml(FIGURES_FILE).model(Figures)


class VeteranBot(SensibleBot):
    """Plays both sides by weighing. In small questions it answers as the sensible bot does."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        self._card = Tactical.CONTACT
        self._to_send = len(UNITS)

    def decide(self, view: TableView, decision: Decision) -> object:
        """The option to take."""
        if isinstance(decision.options[0], WithUnit):
            self._card = ids.CARDS[decision.fields["card"]]
        return self.choose(view, decision.options)

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        first = options[0]
        if isinstance(first, WithUnit):
            return max(options, key=lambda option: _unit_worth(view, self._card, option.unit))
        if isinstance(first, Commit | CommitScreen | EnoughUnits):
            return self._sent(view, options)
        if not any(isinstance(option, Discard) for option in options):
            return super().choose(view, options)
        if offers_end(view, options):
            return OFFER_END
        worth, keeping = (boats_worth, boats_keep) if view.side is Side.UBOAT else (escorts_worth, escorts_keep)
        best = max(options, key=lambda option: worth(view, option))
        if worth(view, best) <= 0:
            best = min(
                (option for option in options if isinstance(option, Discard)),
                key=lambda option: keeping(view, option.card),
            )
        self._to_send = escorts_to_send(view) if isinstance(best, DefendAgainstAttack) else len(UNITS)
        return best

    def _sent(self, view: TableView, options: Sequence[Any]) -> object:
        """The next escort to go out: the one that detects best, aircraft rather against an attack; a blank only if no
        escort can go.
        """
        enough = [option for option in options if isinstance(option, EnoughUnits)]
        escorts = [option for option in options if not isinstance(option, EnoughUnits) and option.unit in UNITS]
        if enough and (self._to_send <= 0 or not escorts):
            return enough[0]
        self._to_send -= 1
        rather = AT.send["aircraft"] if view.attack is not None else 0.0
        if not escorts:
            return options[0]
        return min(
            escorts,
            key=lambda option: (
                UNITS[option.unit].detect - rather * (option.unit in AIRCRAFT),
                isinstance(option, Commit),
            ),
        )


# ---- as U-boats -----------------------------------------------------------------------------------------------------


def boats_worth(view: TableView, option: object) -> float:
    """The worth of an action of the boats; what is not above 0 is worth less than a card thrown away."""
    match option:
        case MakeContact(card, target):
            # Of two alike the plain card goes first, and the convoy before the carrier.
            return contact_worth(view) - 0.01 * (card is Tactical.SPECIAL_CONTACT) - 0.02 * (target is Target.CARRIER)
        case Attack(card, Target.CONVOY):
            return max(attack_worth(view, card, unit) for unit in set(_units(view)) if unit is not Unit.TANKER)
        case ShootContactBoat(card, number):
            return shot_worth(view, card, _contact(view, number))
        case Evade(card):
            return _soon(evade_worth(view, EVADE_CARDS[card]))
        case UseFlak(card):
            return _soon(flak_worth(view, FLAK_CARDS[card]))
        case FireAtEscorts():
            return fire_worth(view)
        case UseBDienst():
            return ALWAYS
        case _:
            return 0.0


def _soon(worth: float) -> float:
    return worth + SOON if worth > 0 else 0.0


def _units(view: TableView) -> tuple[Unit, ...]:
    assert view.uboat.units is not None
    return view.uboat.units


def _boats(view: TableView) -> int:
    return sum(unit in FIGHTING_BOATS for unit in _units(view))


def _rolls(view: TableView) -> list[int]:
    """The rolls of the attack cards in hand."""
    return [ATTACK_CARDS[card].rolls for card in view.uboat.tactical or () if card in ATTACK_CARDS]


def _fresh(view: TableView) -> float:
    """How many more units than usual the escorts have in hand, in threes."""
    return (view.escort.units_size - USUAL_UNITS) / 3


def _late(cards: int) -> float:
    """From about 1 at the beginning of a round to -1 at its end."""
    return (cards - MIDDLE) / MIDDLE


def contact_worth(view: TableView) -> float:
    """The worth of a contact now, with the boat that suits it best."""
    figures, cards, rolls = AT.contact, view.uboat.tactical_size, _rolls(view)
    found = figures["further"] * sum(not contact.under_routing for contact in view.contacts)
    found += max(AT.contact[unit.name] for unit in set(_units(view)) & FIGHTING_BOATS)
    if cards == 1:
        return found + figures["last_card"] if view.round < view.rounds else 0.0
    found += figures["base"] + (figures["rolls"] * max(rolls) if rolls else figures["no_attack_card"])
    if SEASONED.isdisjoint(_units(view)):
        found += figures["nobody_seasoned"]
    if cards == LAST_CARDS:
        found += figures["last_but_one"]
    assert view.uboat.tactical is not None
    found += figures["b_dienst"] * min(2, view.uboat.tactical.count(Tactical.B_DIENST))
    routings = (1 - view.escort.played.count(Tactical.ROUTING) / ROUTINGS) * view.escort.tactical_size / ROUTING_SHARE
    return (
        found
        + figures["routings"] * (routings - 1)
        + figures["early"] * _late(cards)
        + figures["attack_cards"] * (len(rolls) - 2) / 2
    )


def _unit_worth(view: TableView, card: Tactical, unit: Unit) -> float:
    """The worth of sending this unit with an attack card, or with a contact card."""
    return AT.contact[unit.name] if card in CONTACT_CARDS else attack_worth(view, card, unit)


def attack_worth(view: TableView, card: Tactical, unit: Unit) -> float:
    """The worth of an attack with a card and a boat or blank now."""
    figures, rolls, in_hand = AT.attack, ATTACK_CARDS[card].rolls, _rolls(view)
    found = figures["base"] + figures["early"] * _late(view.uboat.tactical_size)
    found += figures["attack_cards"] * (len(in_hand) - 2) / 2
    found += figures["one_roll"] if rolls == 1 else 0.0
    found += figures["escorts_busy"] if view.engagement is not None else 0.0
    boats = (_boats(view) - 3) / 3
    if unit is Unit.BLANK:
        blanks = (_units(view).count(Unit.BLANK) - 5) / 3
        most = max(in_hand)
        if rolls < most >= BROADSIDE and _boats(view) and view.escort.units_size >= FRESH:
            found += AT.blank[f"bluff_{rolls}"] if rolls < BROADSIDE else 0.0
        found += AT.blank["base"] + AT.blank["further_rolls"] * (rolls - 1)
        return found + AT.blank["boats"] * boats + AT.blank["blanks"] * blanks
    hits = rolls * min(1.0, (UNITS[unit].attack + ATTACK_CARDS[card].modifier) / CONVOY_DIE)
    found += figures["hits"] * hits + figures.get(unit.name, 0.0)
    return found + figures["fresh"] * _fresh(view) + figures["boats"] * boats


def shot_worth(view: TableView, card: Tactical, contact: ContactView) -> float:
    """The worth of an attack by a contact boat."""
    assert contact.boat is not None
    found = attack_worth(view, card, contact.boat) + AT.shot["base"] + AT.shot["fresh"] * _fresh(view)
    return found + (AT.shot["only_contact"] if len(view.contacts) == 1 and _boats(view) else 0.0)


def _contact(view: TableView, number: int) -> ContactView:
    return next(contact for contact in view.contacts if contact.number == number)


def evade_worth(view: TableView, by: int) -> float:
    """The worth of evading the escorts' attempt with a card."""
    figures, engagement = AT.evade, view.engagement
    assert engagement is not None
    found = figures["group"] * (len(engagement.group) - 1)
    if engagement.attempt > 1:
        return found + figures["again"] + figures["again_by"] * by
    found += figures["ace"] if engagement.unit is Unit.A else 0.0
    if engagement.kind is Kind.AIR_SEARCH:
        return found + figures["search"] + figures["search_by"] * by
    found += figures["by"] * by
    if engagement.attack_card is not None:
        return found + figures["attacking"] + figures["rolls"] * (ATTACK_CARDS[engagement.attack_card].rolls - 2)
    found += figures["other_contact"] if len(view.contacts) > 1 else 0.0
    found += figures["no_attack_card"] if not _rolls(view) else 0.0
    return found + figures["air_patrol" if engagement.weapon is Weapon.AIR_PATROL else "hfdf"]


def flak_worth(view: TableView, by: int) -> float:
    """The worth of answering aircraft with a flak card."""
    figures, engagement = AT.flak, view.engagement
    assert engagement is not None
    found = figures["base"] + figures["by"] * by
    found += figures["search"] if engagement.kind is Kind.AIR_SEARCH else 0.0
    return found + (figures["again"] if engagement.attempt > 1 else 0.0)


def fire_worth(view: TableView) -> float:
    """What it is worth to fire at escorts that hunt on (7.2.6), with more attack cards than boats to use them."""
    assert view.engagement is not None
    spare = view.engagement.attempt > 1 and len(_rolls(view)) > _boats(view)
    return AT.attack["fire_at_escorts"] if spare else 0.0


def boats_keep(view: TableView, card: Tactical) -> float:
    """The worth of keeping a tactical card of the boats."""
    figures = AT.keep_boats
    assert view.uboat.tactical is not None
    held = view.uboat.tactical.count(card)
    if card in ATTACK_CARDS:
        return figures["attack"] + ATTACK_CARDS[card].rolls
    if card in EVADE_CARDS:
        return figures["evade"] + figures["evade_by"] * EVADE_CARDS[card]
    if card in FLAK_CARDS:
        return figures["flak"] + 0.001 * FLAK_CARDS[card]
    if card is Tactical.IDLE:
        return min(figures.values()) - 1
    return figures["contact" if card in CONTACT_CARDS else "b_dienst"] / held


# ---- as escorts -----------------------------------------------------------------------------------------------------


def escorts_worth(view: TableView, option: object) -> float:
    """The worth of an action of the escorts; what is not above 0 is worth less than a card thrown away."""
    match option:
        case DefendAgainstAttack(card):
            return defence_worth(view, card)
        case Continue(card):
            return going_on_worth(view, card)
        case HuntContact(card, number):
            return hunt_worth(view, card, _contact(view, number)) + 0.001 * number
        case Route(number):
            return route_worth(view, _contact(view, number)) + 0.001 * number
        case SearchByAir(card) if able(view, Weapon.AIR_PATROL):
            found = AT.search["base"] + _group(view, card, AT.search)
            return found + (AT.search["contact"] if view.contacts else 0.0)
        case _:
            return 0.0


def _group(view: TableView, card: Tactical, figures: Mapping[str, float]) -> float:
    """The worth of all that would go out with a card: each escort, each place left over, or nothing but blanks."""
    sends = ESCORT_CARDS[card]
    out = min(sends.units, able(view, sends.weapon))
    return figures["escort"] * out + figures["place_left"] * (sends.units - out) if out else figures["blanks_alone"]


def defence_worth(view: TableView, card: Tactical) -> float:
    """The worth of an escort attack on the attacker."""
    figures, attack = AT.defend, view.attack
    assert attack is not None
    assert attack.attack_card is not None
    found = figures[f"rolls_{ATTACK_CARDS[attack.attack_card].rolls}"] + _group(view, card, figures)
    return found + (figures["seasoned"] if attack.unit in SEASONED else 0.0)


def escorts_to_send(view: TableView) -> int:
    """How many escorts meet the attack, if the card sends so many."""
    assert view.attack is not None
    assert view.attack.attack_card is not None
    return int(AT.send[f"rolls_{ATTACK_CARDS[view.attack.attack_card].rolls}"])


def going_on_worth(view: TableView, card: Tactical) -> float:
    """The worth of a continuation."""
    figures, window = AT.go_on, view.window
    assert window is not None
    found = figures["base"] + figures["units"] * ESCORT_CARDS[card].units + figures["damaged"] * window.damage
    return found + (figures["ace"] if window.unit is Unit.A else 0.0)


def hunt_worth(view: TableView, card: Tactical, contact: ContactView) -> float:
    """The worth of HF/DF or an air patrol on a contact."""
    figures = AT.hfdf if ESCORT_CARDS[card].weapon is Weapon.HFDF else AT.air_patrol
    found = figures["base"] + _group(view, card, figures)
    if contact.boat is None:
        return found
    return found + figures["known"] + AT.hfdf["ace"] * {Unit.A: 1.0, Unit.N: -0.5}.get(contact.boat, 0.0)


def route_worth(view: TableView, contact: ContactView) -> float:
    """The worth of evasive routing."""
    figures = AT.route
    assert view.escort.tactical is not None
    found = figures["base"] + figures["held"] * (view.escort.tactical.count(Tactical.ROUTING) - 2)
    found += figures["known"] if contact.boat is not None else 0.0
    last = view.escort.tactical_size <= LAST_CARDS and view.round < view.rounds
    return found + (figures["last"] if last else 0.0)


def escorts_keep(view: TableView, card: Tactical) -> float:
    """The worth of keeping a tactical card of the escorts."""
    figures = AT.keep_escorts
    assert view.escort.tactical is not None
    held = view.escort.tactical.count(card)
    if card is Tactical.IDLE:
        return min(0.0, *figures.values()) - 1
    if card is Tactical.ROUTING:
        return figures["routing"] / held
    sends = ESCORT_CARDS[card]
    return (figures[sends.weapon.name.lower()] + figures["units"] * sends.units) / held
