"""A sensible bot for either side. It sees only the view of its player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from navalcore.bots import Bot
from navalcore.rules import Decision, SeededChance
from navalcore_games.tonnage_war.choices import (
    ACCEPT,
    OFFER_END,
    REFUSE,
    AnswerOffer,
    Attack,
    Commit,
    CommitScreen,
    Continue,
    DefendAgainstAttack,
    Discard,
    EnoughUnits,
    EscortChoice,
    Evade,
    FireAtEscorts,
    FiredAt,
    Hold,
    HuntContact,
    KeepTheRest,
    MakeContact,
    NameRescueShip,
    PutBack,
    RestToHand,
    Route,
    SearchByAir,
    SendToDeck,
    ShootContactBoat,
    UseBDienst,
    UseFlak,
    WithUnit,
)
from navalcore_games.tonnage_war.state import Side, Tactical, Target, Unit, Weapon
from navalcore_games.tonnage_war.values import (
    AIRCRAFT,
    ATTACK_CARDS,
    CONTACT_CARDS,
    ESCORT_CARDS,
    EVADE_CARDS,
    FIGHTING_BOATS,
    FLAK_CARDS,
    SURFACE,
    UNITS,
)
from navalcore_games.tonnage_war.views import TableView

ENOUGH_CONTACTS: Final = 2
"""Contacts beyond this number are not worth a boat."""
WORTH_BLUFFING: Final = 3
"""A blank clears the way for a card of at least so many rolls."""
FRESH_ESCORTS: Final = 9
"""With so many cards in the escorts' hand (it can see them counted) a bluff still has an escort to draw off."""
OFFERED_EVERY: Final = 3
"""The end of a dead round is offered each time that the hand is a multiple of so many cards."""
WORTH_DEFENDING: Final = 1
"""An attack of more rolls than this calls for more than one escort."""


class SensibleBot(Bot[TableView]):
    """Plays the side its player commands: boats in one game, escorts in the other of a match of two.

    As U-boats: makes contact with its weakest boat and attacks while a contact holds. The first attack is with a blank
    to draw fresh escorts off if a broadside is to follow, the next with boats, and again with blanks where boats are
    short. Counters routing, evades once its attack is lost, answers aircraft with flak. As escorts: meets attacks with
    the escorts that detect best, routes the convoy away from contacts, then hunts them with HF/DF and aircraft.
    Continues attacks, searches by air when there is nothing to defend, bluffs with blanks when no escort is left.
    """

    def __init__(self, role: str, chance: SeededChance) -> None:  # noqa: ARG002 - every bot is made like this
        self.role = role

    def decide(self, view: TableView, decision: Decision) -> object:
        """The option to take."""
        return self.choose(view, decision.options)

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        small = _SMALL_DECISIONS.get(type(options[0]))
        if small is not None:
            return small(view, options)
        if offers_end(view, options):
            return OFFER_END
        return uboat_action(view, options) if view.side is Side.UBOAT else escort_action(view, options)


def offers_end(view: TableView, options: Sequence[Any]) -> bool:
    """Whether to offer the end of a round that has nothing more for the side: not every turn, should it be refused."""
    assert view.side is not None
    return OFFER_END in options and view.seat(view.side).tactical_size % OFFERED_EVERY == 0 and nothing_left(view)


def nothing_left(view: TableView) -> bool:
    """Whether the round has nothing more for the viewer's side (§4): boats that can attack no more, escorts that find
    no boat to hunt.
    """
    if view.side is Side.UBOAT:
        cards = view.uboat.tactical or ()
        contacts = _boats(view) > 0 and any(card in CONTACT_CARDS for card in cards)
        if any(card in ATTACK_CARDS for card in cards):
            return not (view.contacts or contacts)
        return not contacts or view.round == view.rounds
    out = [unit for unit, _ in view.returning]
    flying = any(unit in AIRCRAFT for unit in (*(view.escort.units or ()), *out))
    weapons = {ESCORT_CARDS[card].weapon for card in view.escort.tactical or () if card in ESCORT_CARDS}
    return not (flying and Weapon.AIR_PATROL in weapons) and not (view.contacts and Weapon.HFDF in weapons)


def _answer_offer(view: TableView, options: Sequence[Any]) -> object:  # noqa: ARG001
    return ACCEPT if nothing_left(view) else REFUSE


def _of(options: Sequence[Any], kind: type[Any]) -> list[Any]:
    return [option for option in options if isinstance(option, kind)]


# ---- as U-boats -----------------------------------------------------------------------------------------------------


def uboat_action(view: TableView, options: Sequence[Any]) -> object:
    """The U-boat side's action of the turn."""
    reply = _answer(view, options)
    if reply is not None:
        return reply
    counters = _of(options, UseBDienst)
    if counters:
        return counters[0]
    attack = _best_attack(view, options)
    if attack is not None:
        return attack
    contacts = _of(options, MakeContact)
    holding = sum(not contact.under_routing for contact in view.contacts)
    if contacts and holding < ENOUGH_CONTACTS and _boats(view) > (0 if holding == 0 else 2):
        return min(
            contacts, key=lambda option: (option.target is Target.CARRIER, option.card is Tactical.SPECIAL_CONTACT)
        )
    return min(_of(options, Discard), key=lambda option: _uboat_card_worth(view, option.card))


def _boats(view: TableView) -> int:
    assert view.uboat.units is not None
    return sum(unit in FIGHTING_BOATS for unit in view.uboat.units)


def _answer(view: TableView, options: Sequence[Any]) -> object | None:
    """Answer the escorts, if that is better than waiting. A first attempt leaves an attack alive and a contact in
    effect if the boat is missed. So only a boat that has nothing left to lose, or is precious, evades.
    """
    engagement = view.engagement
    if engagement is None:
        return None
    evades = sorted(_of(options, Evade), key=lambda option: EVADE_CARDS[option.card])
    guns = sorted(_of(options, UseFlak), key=lambda option: FLAK_CARDS[option.card])
    if engagement.attempt > 1:
        best: object | None = evades[-1] if evades else guns[-1] if guns else _fight(view, options)
        return best
    if engagement.weapon is Weapon.AIR_PATROL:
        return guns[-1] if guns else evades[0] if evades else None
    if engagement.contact and engagement.attack_card is None and (engagement.unit is Unit.A or len(view.contacts) > 1):
        return evades[0] if evades else None
    return None


def _fight(view: TableView, options: Sequence[Any]) -> FireAtEscorts | None:
    """Torpedoes at the escorts (7.2.6): for a boat that is hunted on and cannot evade, with the weakest card. Only if
    there are more attack cards than boats to use them, because a boat that fires is spent (11.4).
    """
    shots: list[FireAtEscorts] = _of(options, FireAtEscorts)
    if shots and sum(card in ATTACK_CARDS for card in view.uboat.tactical or ()) > _boats(view):
        return min(shots, key=lambda option: _strength(option.card))
    return None


def _best_attack(view: TableView, options: Sequence[Any]) -> Any:
    """The strongest attack with a boat in hand. By a contact boat if there are more attack cards than boats and another
    contact is in effect, or the round is nearly over. With a blank if nothing else is left to do with a weak card. When
    a bluff pays, the weakest card, for the blank.
    """
    attacks = [option for option in _of(options, Attack) if option.target is Target.CONVOY] or _of(options, Attack)
    if attacks and _boats(view):
        if _bluffs(view):
            return min(attacks, key=lambda option: _strength(option.card))
        return max(attacks, key=lambda option: _strength(option.card))
    shots = _of(options, ShootContactBoat)
    if shots:
        return max(shots, key=lambda option: _strength(option.card))
    return min(attacks, key=lambda option: _strength(option.card)) if attacks else None


def _bluffs(view: TableView) -> bool:
    """Whether to attack with a blank now: the escorts are fresh, and a single torpedo's card can be spared. A broadside
    must be ready to follow while those who ran the blank down are on their way back (TW-R14).
    """
    assert view.uboat.tactical is not None
    assert view.uboat.units is not None
    rolls = [ATTACK_CARDS[card].rolls for card in view.uboat.tactical if card in ATTACK_CARDS]
    return (
        Unit.BLANK in view.uboat.units
        and view.escort.units_size >= FRESH_ESCORTS
        and min(rolls, default=0) == 1
        and max(rolls) >= WORTH_BLUFFING
    )


def _strength(card: Tactical) -> int:
    return 10 * ATTACK_CARDS[card].rolls + ATTACK_CARDS[card].modifier


def _uboat_card_worth(view: TableView, card: Tactical) -> float:
    """The worth of keeping a card."""
    assert view.uboat.tactical is not None
    held = view.uboat.tactical.count(card)
    if card in ATTACK_CARDS:
        return 10 + _strength(card)
    if card in CONTACT_CARDS:
        return (8 if len(view.contacts) < ENOUGH_CONTACTS else 3) / held
    if card is Tactical.B_DIENST:
        return 6 / held
    return {Tactical.IDLE: 0.0}.get(card, 2 + 0.1 * EVADE_CARDS.get(card, FLAK_CARDS.get(card, 0)))


def choose_boat(view: TableView, options: Sequence[WithUnit]) -> object:
    """The boat for a contact or attack. For a contact it is the weakest; for an attack the one that makes most of the
    card, the cheaper if equal. A blank is a bluff, or better than no attack at all.
    """
    units = [option.unit for option in options]
    if Unit.BLANK in units and _bluffs(view):
        return options[units.index(Unit.BLANK)]
    order = [Unit.R, Unit.A, Unit.N, Unit.BLANK]
    if Unit.BLANK not in units and view.contacts == () and Unit.N in units:
        order = [Unit.N, Unit.R, Unit.A]
    return min(options, key=lambda option: order.index(option.unit))


# ---- as escorts -----------------------------------------------------------------------------------------------------


def escort_action(view: TableView, options: Sequence[Any]) -> object:
    """The escort side's action of the turn."""
    defence = _defence(view, options)
    if defence is not None:
        return defence
    continuations = _of(options, Continue)
    if continuations:
        return max(continuations, key=lambda option: ESCORT_CARDS[option.card].units)
    hunts = [option for option in _of(options, HuntContact) if able(view, ESCORT_CARDS[option.card].weapon)]
    if hunts:
        return max(hunts, key=lambda option: (_prospect(view, option.card), option.contact))
    routes = _of(options, Route)
    if routes:
        return routes[-1]
    searches = _of(options, SearchByAir)
    if searches and able(view, Weapon.AIR_PATROL):
        return max(searches, key=lambda option: _capacity(view, option.card))
    return min(_of(options, Discard), key=lambda option: _escort_card_worth(view, option.card))


def _defence(view: TableView, options: Sequence[Any]) -> Any:
    """An escort attack on the attacker: the widest card against a broadside, the narrowest against a single torpedo.
    With blanks only if nothing else can be done about it (the boat may change its mind).
    """
    defences = _of(options, DefendAgainstAttack)
    if not defences or view.attack is None or view.attack.attack_card is None:
        return None
    rolls = ATTACK_CARDS[view.attack.attack_card].rolls
    if rolls > WORTH_DEFENDING:
        return max(defences, key=lambda option: _capacity(view, option.card))
    return min(defences, key=lambda option: ESCORT_CARDS[option.card].units)


def _fit(weapon: Weapon) -> Callable[[Unit], bool]:
    if weapon is Weapon.AIR_PATROL:
        return lambda unit: unit in UNITS and unit not in SURFACE
    if weapon is Weapon.HFDF:
        return lambda unit: unit in SURFACE
    return lambda unit: unit in UNITS


def able(view: TableView, weapon: Weapon) -> int:
    """How many escorts in hand can go out with a type of card."""
    assert view.escort.units is not None
    return sum(map(_fit(weapon), view.escort.units))


def _capacity(view: TableView, card: Tactical) -> float:
    """How many escorts would really go out with a card; a card that is too wide is a waste."""
    figures = ESCORT_CARDS[card]
    out = min(figures.units, able(view, figures.weapon))
    return out - 0.1 * (figures.units - out)


def _prospect(view: TableView, card: Tactical) -> float:
    """The gain of a hunt: escorts that really go out, ships counting more, as a 2 sinks in their first attack."""
    return _capacity(view, card) + (0.5 if ESCORT_CARDS[card].weapon is Weapon.HFDF else 0.0)


def _escort_card_worth(view: TableView, card: Tactical) -> float:
    assert view.escort.tactical is not None
    held = view.escort.tactical.count(card)
    if card is Tactical.IDLE:
        return 0.0
    if card is Tactical.ROUTING:
        return 9 / held + 1
    figures = ESCORT_CARDS[card]
    base = {Weapon.ESCORT_ATTACK: 8.0, Weapon.HFDF: 5.0, Weapon.AIR_PATROL: 3.0}[figures.weapon]
    return (base + figures.units) / held


def send_escorts(view: TableView, options: Sequence[Any]) -> object:  # noqa: ARG001
    """The next escort to go out: the one that detects best; a blank only if no escort can go."""
    sent = [option for option in options if isinstance(option, (Commit, CommitScreen)) and option.unit in UNITS]
    if sent:
        return min(sent, key=lambda option: (UNITS[option.unit].detect, isinstance(option, Commit)))
    enough = _of(options, EnoughUnits)
    return enough[0] if enough else options[0]


def _worst(view: TableView, options: Sequence[NameRescueShip]) -> object:  # noqa: ARG001
    return max(options, key=lambda option: UNITS[option.unit].detect)


def _put_back(view: TableView, options: Sequence[Any]) -> object:  # noqa: ARG001
    """A blank; if another card must go, the escort that finds least."""
    blanks = [option for option in _of(options, PutBack) if option.unit is Unit.BLANK]
    if blanks or isinstance(options[0], KeepTheRest):
        return blanks[0] if blanks else options[0]
    return max(options, key=lambda option: UNITS[option.unit].detect)


def _target(view: TableView, options: Sequence[EscortChoice | FiredAt]) -> object:
    """As U-boats: shoot at the most dangerous escort that can still attack; a second hit on a damaged one is worth as
    much, and spares the boat nothing. As escorts: aircraft attack first, as a 1 damages ships by ramming; among
    themselves the most dangerous.
    """
    if view.side is Side.ESCORT:
        return max(options, key=lambda option: (option.card in AIRCRAFT, UNITS[option.card].attack))
    return max(options, key=lambda option: (-option.damage, UNITS[option.card].attack))


def _first(view: TableView, options: Sequence[Any]) -> object:  # noqa: ARG001
    """Hold for a continuation; keep escorts at hand."""
    return options[0]


_SMALL_DECISIONS: Final[dict[type[Any], Callable[[TableView, Any], object]]] = {
    WithUnit: choose_boat,
    Commit: send_escorts,
    CommitScreen: send_escorts,
    EnoughUnits: send_escorts,
    NameRescueShip: _worst,
    KeepTheRest: _put_back,
    EscortChoice: _target,
    FiredAt: _target,
    Hold: _first,
    AnswerOffer: _answer_offer,
    PutBack: _put_back,
    RestToHand: _first,
    SendToDeck: _first,
}
