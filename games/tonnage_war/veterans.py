"""The hard bot: weighs every action of either side against a card thrown away, and draws one by its worth.

Who always does the same can be answered: an opponent learns when a blank comes, or how many escorts an attack draws
off. So nothing is certain that is worth little more than something else. The figures are in ``data/veterans.toml``.
They were found in play against themselves and their earlier forms, with an eye to a match of two games. Points with
the boats count double, because a player who hides the boats wins no match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
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
SHARES: Final = 10_000
"""The share of the best option where one is drawn; what is 10 less is never drawn."""
ALWAYS: Final = 50.0
"""The worth of an act that comes before anything else: countering evasive routing."""
IDLE: Final = -20.0
"""The worth of keeping a card that can only be thrown away."""
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
    """Plays both sides by weighing and drawing. In small questions it answers as the sensible bot does."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        self._chance = chance
        self._card = Tactical.CONTACT
        self._sending = "again"
        self._chosen = 0

    def decide(self, view: TableView, decision: Decision) -> object:
        """The option to take."""
        if isinstance(decision.options[0], WithUnit):
            self._card = ids.CARDS[decision.fields["card"]]
        elif "chosen" in decision.fields:
            self._chosen = len(decision.fields["chosen"])
        return self.choose(view, decision.options)

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        first = options[0]
        if isinstance(first, WithUnit):
            return self._drawn([(option, _unit_worth(view, self._card, option.unit)) for option in options])
        if isinstance(first, Commit | CommitScreen | EnoughUnits):
            return self._sent(view, options)
        if not any(isinstance(option, Discard) for option in options):
            return super().choose(view, options)
        if offers_end(view, options):
            return OFFER_END
        worth, keeping = (boats_worth, boats_keep) if view.side is Side.UBOAT else (escorts_worth, escorts_keep)
        thrown = [option for option in options if isinstance(option, Discard)]
        acts = [(option, weighed) for option in options if (weighed := worth(view, option)) is not None]
        best = self._drawn([*acts, (thrown[0], 0.0)])
        if isinstance(best, Discard):
            best = self._drawn([(option, -keeping(view, option.card)) for option in thrown])
        if not isinstance(best, Discard) and view.side is Side.ESCORT:
            self._sending = sent_for(view, best)
        return best

    def _drawn(self, weighed: Sequence[tuple[Any, float]]) -> Any:
        """One of the options by chance: of two whose worths differ by 1 the better one 2.7 times as often."""
        top = max(worth for _, worth in weighed)
        shares = [round(SHARES * exp(worth - top)) for _, worth in weighed]
        left = self._chance.below(sum(shares))
        for (option, _), share in zip(weighed, shares, strict=True):
            left -= share
            if left < 0:
                return option
        raise AssertionError("the shares add up to their sum")

    def _sent(self, view: TableView, options: Sequence[Any]) -> object:
        """The next escort to go out: the one that detects best, aircraft rather against an attack; a blank only if no
        escort can go. Whether another goes at all is drawn.
        """
        enough = [option for option in options if isinstance(option, EnoughUnits)]
        escorts = [option for option in options if not isinstance(option, EnoughUnits) and option.unit in UNITS]
        if not escorts:
            return enough[0] if enough else options[0]
        rather = AT.send["aircraft"] if view.attack is not None else 0.0
        best = min(
            escorts,
            key=lambda option: (
                UNITS[option.unit].detect - rather * (option.unit in AIRCRAFT),
                isinstance(option, Commit),
            ),
        )
        if not enough:
            return best
        return self._drawn([(best, another_worth(view, self._sending, self._chosen)), (enough[0], 0.0)])


# ---- as U-boats -----------------------------------------------------------------------------------------------------


def boats_worth(view: TableView, option: object) -> float | None:
    """The worth of an action of the boats; a card thrown away is worth 0. None is never done."""
    match option:
        case MakeContact(card, target):
            # Of two alike the plain card goes first, and the convoy before the carrier.
            return contact_worth(view) - 0.01 * (card is Tactical.SPECIAL_CONTACT) - 0.02 * (target is Target.CARRIER)
        case Attack(card, Target.CONVOY):
            return max(attack_worth(view, card, unit) for unit in set(_units(view)) if unit is not Unit.TANKER)
        case ShootContactBoat(card, number):
            return shot_worth(view, card, _contact(view, number))
        case Evade(card):
            return evade_worth(view, EVADE_CARDS[card])
        case UseFlak(card):
            return flak_worth(view, FLAK_CARDS[card])
        case FireAtEscorts():
            return fire_worth(view)
        case UseBDienst():
            return ALWAYS
        case _:
            return None


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
    found += figures["boats"] * _many_boats(view) + figures["last_round"] * _last_round(view)
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
    found += figures["contacts"] * (len(view.contacts) - 1)
    found += figures["last_card"] if view.uboat.tactical_size == 1 else 0.0
    boats, last = _many_boats(view), _last_round(view)
    if unit is Unit.BLANK:
        blanks = (_units(view).count(Unit.BLANK) - 5) / 3
        most = max(in_hand)
        if rolls < most >= BROADSIDE and _boats(view) and view.escort.units_size >= FRESH:
            found += AT.blank[f"bluff_{rolls}"] if rolls < BROADSIDE else 0.0
        found += AT.blank["base"] + AT.blank["further_rolls"] * (rolls - 1) + AT.blank["last_round"] * last
        return found + AT.blank["boats"] * boats + AT.blank["blanks"] * blanks + AT.blank["fresh"] * _fresh(view)
    hits = rolls * min(1.0, (UNITS[unit].attack + ATTACK_CARDS[card].modifier) / CONVOY_DIE)
    found += figures["hits"] * hits + figures.get(unit.name, 0.0)
    return found + figures["fresh"] * _fresh(view) + figures["boats"] * boats + figures["last_round"] * last


def shot_worth(view: TableView, card: Tactical, contact: ContactView) -> float:
    """The worth of an attack by a contact boat."""
    assert contact.boat is not None
    found = attack_worth(view, card, contact.boat) + AT.shot["base"] + AT.shot["fresh"] * _fresh(view)
    found += AT.shot["last_round"] * _last_round(view)
    return found + (AT.shot["only_contact"] if len(view.contacts) == 1 and _boats(view) else 0.0)


def _many_boats(view: TableView) -> float:
    """How many more boats than usual are in hand, in threes."""
    return (_boats(view) - 3) / 3


def _last_round(view: TableView) -> float:
    """1 in the last round, after which boats are worth nothing."""
    return float(view.round == view.rounds)


def _contact(view: TableView, number: int) -> ContactView:
    return next(contact for contact in view.contacts if contact.number == number)


def evade_worth(view: TableView, by: int) -> float:
    """The worth of evading the escorts' attempt with a card."""
    figures, engagement = AT.evade, view.engagement
    assert engagement is not None
    found = figures["group"] * (len(engagement.group) - 1) + figures["early"] * _late(view.uboat.tactical_size)
    found += figures["last_round"] * _last_round(view)
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


def fire_worth(view: TableView) -> float | None:
    """What it is worth to fire at escorts that hunt on (7.2.6), with more attack cards than boats to use them."""
    assert view.engagement is not None
    spare = view.engagement.attempt > 1 and len(_rolls(view)) > _boats(view)
    return AT.attack["fire_at_escorts"] if spare else None


def boats_keep(view: TableView, card: Tactical) -> float:
    """The worth of keeping a tactical card of the boats."""
    figures = AT.keep_boats
    assert view.uboat.tactical is not None
    held, late = view.uboat.tactical.count(card), _late(view.uboat.tactical_size)
    if card in ATTACK_CARDS:
        return figures["attack"] + figures["attack_early"] * late + figures["rolls"] * ATTACK_CARDS[card].rolls
    if card in EVADE_CARDS:
        return figures["evade"] + figures["evade_early"] * late + figures["evade_by"] * EVADE_CARDS[card]
    if card in FLAK_CARDS:
        return figures["flak"] + figures["flak_early"] * late + 0.001 * FLAK_CARDS[card]
    if card is Tactical.IDLE:
        return IDLE
    kind = "contact" if card in CONTACT_CARDS else "b_dienst"
    return figures[kind] / held + figures[f"{kind}_early"] * late


# ---- as escorts -----------------------------------------------------------------------------------------------------


def escorts_worth(view: TableView, option: object) -> float | None:
    """The worth of an action of the escorts; a card thrown away is worth 0. None is never done."""
    match option:
        case DefendAgainstAttack(card):
            return defence_worth(view, card)
        case Continue(card):
            return going_on_worth(view, card)
        case HuntContact(card, number):
            return hunt_worth(view, card, _contact(view, number))
        case Route(number):
            return route_worth(view, _contact(view, number))
        case SearchByAir(card) if able(view, Weapon.AIR_PATROL):
            found = AT.search["base"] + _group(view, card, AT.search)
            found += AT.search["units"] * (view.uboat.units_size - 5) / 3
            found += AT.search["early"] * _late(view.escort.tactical_size)
            return found + (AT.search["contact"] if view.contacts else 0.0)
        case _:
            return None


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
    found += figures["early"] * _late(view.escort.tactical_size) + figures["fresh"] * _fresh(view)
    found += figures["contacts"] * (len(view.contacts) - 1) + figures["units"] * (view.uboat.units_size - 5) / 3
    found += figures["blanks_out"] * view.uboat.out.count(Unit.BLANK) / 3
    return found + (figures["seasoned"] if attack.unit in SEASONED else 0.0)


def sent_for(view: TableView, action: object) -> str:
    """The reason for which escorts go out with an action, by the name of its figure."""
    match action:
        case DefendAgainstAttack():
            assert view.attack is not None
            assert view.attack.attack_card is not None
            return f"rolls_{ATTACK_CARDS[view.attack.attack_card].rolls}"
        case HuntContact(card):
            return ESCORT_CARDS[card].weapon.name.lower()
        case SearchByAir():
            return "search"
        case _:
            return "again"


def another_worth(view: TableView, sent_for: str, chosen: int) -> float:
    """The worth of sending another escort, where some have been chosen or are out already."""
    figures, again = AT.send, sent_for == "again"
    weapon = Weapon.HFDF if sent_for == "hfdf" else Weapon.ESCORT_ATTACK
    if sent_for in ("air_patrol", "search"):
        weapon = Weapon.AIR_PATROL
    if again and view.window is not None:
        # Only ships join a continuation on the sea (7.3.7).
        weapon = Weapon.AIR_PATROL if view.window.weapon is Weapon.AIR_PATROL else Weapon.HFDF
    found = figures[sent_for] + figures["sent"] * (chosen - 1 + again)
    found += figures["left"] * (able(view, weapon) - chosen - 1)
    found += figures["fresh"] * (view.escort.units_size - chosen - 5) / 3
    return found + figures["early"] * _late(view.escort.tactical_size)


def going_on_worth(view: TableView, card: Tactical) -> float:
    """The worth of a continuation."""
    figures, window = AT.go_on, view.window
    assert window is not None
    found = figures["base"] + figures["units"] * ESCORT_CARDS[card].units + figures["damaged"] * window.damage
    return found + (figures["ace"] if window.unit is Unit.A else 0.0)


def hunt_worth(view: TableView, card: Tactical, contact: ContactView) -> float:
    """The worth of HF/DF or an air patrol on a contact."""
    figures = AT.hfdf if ESCORT_CARDS[card].weapon is Weapon.HFDF else AT.air_patrol
    found = figures["base"] + _group(view, card, figures) + figures["early"] * _late(view.escort.tactical_size)
    found += figures["further"] * (len(view.contacts) - 1)
    if contact.boat is None:
        return found
    return found + figures["known"] + AT.hfdf["ace"] * {Unit.A: 1.0, Unit.N: -0.5}.get(contact.boat, 0.0)


def route_worth(view: TableView, contact: ContactView) -> float:
    """The worth of evasive routing."""
    figures = AT.route
    assert view.escort.tactical is not None
    found = figures["base"] + figures["held"] * (view.escort.tactical.count(Tactical.ROUTING) - 2)
    found += figures["known"] if contact.boat is not None else 0.0
    found += figures["early"] * _late(view.escort.tactical_size) + figures["further"] * (len(view.contacts) - 1)
    found += figures["last_round"] * _last_round(view) + (figures["attacked"] if view.attack is not None else 0.0)
    found += figures["countered"] * view.uboat.played.count(Tactical.B_DIENST)
    last = view.escort.tactical_size <= LAST_CARDS and view.round < view.rounds
    return found + (figures["last"] if last else 0.0)


def escorts_keep(view: TableView, card: Tactical) -> float:
    """The worth of keeping a tactical card of the escorts."""
    figures = AT.keep_escorts
    assert view.escort.tactical is not None
    held, late = view.escort.tactical.count(card), _late(view.escort.tactical_size)
    if card is Tactical.IDLE:
        return IDLE
    if card is Tactical.ROUTING:
        return figures["routing"] / held + figures["routing_early"] * late
    sends = ESCORT_CARDS[card]
    kind = sends.weapon.name.lower()
    return (figures[kind] + figures["units"] * sends.units) / held + figures[f"{kind}_early"] * late
