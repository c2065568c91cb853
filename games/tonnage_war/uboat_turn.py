"""The U-boat side's turn: 7.2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from navalcore.rules import About, Flow, Option, Refusal, choose, no, offers, places, rule
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.choices import (
    ATTACK,
    B_DIENST,
    CONTACT,
    DISCARD,
    EVADE,
    FIRE,
    FLAK,
    OFFER_END,
    WITH,
    Attack,
    Discard,
    Evade,
    FireAtEscorts,
    MakeContact,
    OfferEnd,
    ShootContactBoat,
    UseBDienst,
    UseFlak,
    WithUnit,
    left_out,
)
from navalcore_games.tonnage_war.convoy_attack import carrier_afloat
from navalcore_games.tonnage_war.convoys import TACTICAL_OF_SIDE
from navalcore_games.tonnage_war.engagement import resolve
from navalcore_games.tonnage_war.events import Answered, AttackDeclared, ContactMade, RoutingCountered
from navalcore_games.tonnage_war.movements import end_contact, routing_takes_effect, tied_escorts_return
from navalcore_games.tonnage_war.results import Ending
from navalcore_games.tonnage_war.rounds import agree_to_end, begin_turn, nothing_pending, throw_away
from navalcore_games.tonnage_war.state import (
    Contact,
    ContactNumber,
    Engagement,
    Kind,
    Play,
    Response,
    Side,
    State,
    Tactical,
    Target,
    Unit,
    Weapon,
    player_of,
)
from navalcore_games.tonnage_war.values import ATTACK_CARDS, CONTACT_CARDS, EVADE_CARDS, FIGHTING_BOATS, FLAK_CARDS

Action: TypeAlias = (
    Discard | MakeContact | Attack | ShootContactBoat | Evade | UseFlak | FireAtEscorts | UseBDienst | OfferEnd
)

ATTACKERS: Final = FIGHTING_BOATS | {Unit.BLANK}
ATTACK_KIND: Final = {Target.CONVOY: Kind.CONVOY_ATTACK, Target.CARRIER: Kind.CARRIER_ATTACK}
UBOAT_PROMPT: Final = "Which card of the U-boats do you play or discard?"
FROM_HAND: Final = About(places=places(at=ids.HAND[Side.UBOAT]))
TANKER_KEEPS_OFF: Final = "a U-tanker neither makes contact nor attacks (TW-R39)"


@rule("5", "7.1", "7.2")
def uboat_turn(play: Play) -> Flow[str | None]:
    """Exactly one action; what the escorts have pending is resolved before it takes effect. Without cards the side
    passes, and what is pending is resolved (TW-R44).
    """
    begin_turn(play)
    if not play.state.seats[Side.UBOAT].tactical:
        yield from settle_first(play)
        yield from tied_escorts_return(play)
        return None
    player = player_of(play.state, Side.UBOAT)
    offered = False
    while True:
        options = actions(play, may_offer=not offered)
        action = yield from choose(
            player,
            UBOAT_PROMPT,
            options,
            "7.2",
            secret=True,
            reasons=lambda: refusals(play),
            kind="uboat_turn",
            about=FROM_HAND,
        )
        if action is not OFFER_END:
            break
        if (yield from agree_to_end(play, Side.UBOAT)):
            return "end_of_round"
        offered = True
    yield from PROCEDURES[type(action)](play, action)
    yield from tied_escorts_return(play)
    return None


class Situation(NamedTuple):
    """The conditions by which a card allows actions."""

    responses: tuple[Response, ...]
    """The answers that the boat under attack may give."""
    contact_targets: tuple[Target, ...]
    """The targets that a boat in hand may get in contact with."""
    attack_targets: tuple[Target, ...]
    """The targets that a card in hand may attack."""
    shooters: tuple[ContactNumber, ...]
    """The contacts whose boats may attack."""
    routed: bool
    """Whether evasive routing can be countered."""


@rule("7.2")
def actions(play: Play, *, may_offer: bool = False) -> list[Action]:
    """Everything the U-boat side may do now."""
    state = play.state
    seat = state.seats[Side.UBOAT]
    in_effect = [contact for contact in state.contacts if contact.number != state.routing]
    may_attack = in_effect and may_attack_with_any(seat.units)
    situation = Situation(
        responses_allowed(state),
        tuple([target for target in targets_for_contact(play) if free_for_contact(play, target)]),
        tuple(dict.fromkeys([contact.target for contact in in_effect])) if may_attack else (),
        contacts_that_may_shoot(state, in_effect),
        state.routing is not None,
    )
    allowed = actions_by_card(situation)
    options: list[Action] = []
    for card in dict.fromkeys(seat.tactical):
        options += allowed[card]
    if may_offer and nothing_pending(state):
        options.append(OFFER_END)
    return options


@cache
def actions_by_card(situation: Situation) -> dict[Tactical, tuple[Action, ...]]:
    """The actions that each kind of tactical card allows; situations recur, so this is worked out once for each."""
    return {card: tuple(actions_of_card(card, situation)) for card in TACTICAL_OF_SIDE[Side.UBOAT]}


@rule("7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.2.5", "7.2.6", "7.2.7", "14.4")
def actions_of_card(card: Tactical, situation: Situation) -> Iterator[Action]:
    """The actions that one tactical card allows."""
    yield DISCARD[Side.UBOAT][card]
    if card in ATTACK_CARDS:
        if Response.ATTACK in situation.responses:
            yield FIRE[card]
        yield from [ATTACK[card, target] for target in situation.attack_targets]
        yield from [ShootContactBoat(card, number) for number in situation.shooters]
    elif card in EVADE_CARDS:
        if Response.EVADE in situation.responses:
            yield EVADE[card]
    elif card in CONTACT_CARDS:
        for target in situation.contact_targets:
            if target is Target.CONVOY or card is Tactical.SPECIAL_CONTACT:
                yield CONTACT[card, target]
    elif card is Tactical.B_DIENST:
        if situation.routed:
            yield B_DIENST
    elif card in FLAK_CARDS and Response.FLAK in situation.responses:
        yield FLAK[card]


@rule("7.2.4", "7.2.5", "7.2.6", "8.7")
def responses_allowed(state: State) -> tuple[Response, ...]:
    """The answers that the boat under attack may give: nothing if it is a blank. It may only evade if it is damaged or
    a tanker with no torpedoes (TW-R26, TW-R39, TW-R48).
    """
    engagement = state.engagement
    if engagement is None:
        return ()
    unit = state.boat_of(engagement)
    if unit is Unit.BLANK:
        return ()
    if engagement.damage:
        return (Response.EVADE,)
    if engagement.weapon is Weapon.AIR_PATROL:
        return (Response.EVADE, Response.FLAK)
    if unit in FIGHTING_BOATS:
        return (Response.EVADE, Response.ATTACK)
    return (Response.EVADE,)


@rule("7.2.2", "13.1", "13.3")
def targets_for_contact(play: Play) -> tuple[Target, ...]:
    """The targets that a boat in hand may get in contact with: the convoy, with a special contact card also the
    carrier.
    """
    if FIGHTING_BOATS.isdisjoint(play.state.seats[Side.UBOAT].units):
        return ()
    return (Target.CONVOY, Target.CARRIER) if carrier_afloat(play.state) else (Target.CONVOY,)


@rule("7.2.2")
def free_for_contact(play: Play, target: Target) -> bool:
    """Whether another contact with the target is allowed (TW-R25); one that is routed away ends by it (TW-R24)."""
    others = [each.target for each in play.state.contacts if each.number != play.state.routing]
    return play.options.max_contacts == "unlimited" or target not in others


@rule("7.2.3", "13.3")
def may_attack_with_any(hand: list[Unit]) -> bool:
    """Whether the hand holds a card to attack with: a boat or a blank, no tanker."""
    return not ATTACKERS.isdisjoint(hand)


@rule("14.4")
def contacts_that_may_shoot(state: State, in_effect: list[Contact]) -> tuple[ContactNumber, ...]:
    """The contacts whose boats may attack: those in effect and not under HF/DF, where an attack card is an answer to
    the escorts (TW-R23).
    """
    engagement = state.engagement
    busy = engagement.contact if engagement is not None and engagement.kind is Kind.HFDF_CONTACT else None
    return tuple([contact.number for contact in in_effect if contact.number != busy])


@rule("8.1", "8.4.1", "8.4.3", "7.4.1")
def settle_first(play: Play, *, will_shoot: bool = False) -> Flow[None]:
    """Another action than an answer has been declared: the escorts' attempt is resolved, and routing takes effect,
    before the action does.
    """
    if play.state.engagement is not None:
        yield from resolve(play, will_shoot=will_shoot)
    if play.state.routing:
        routing_takes_effect(play)


@rule("7.2.1")
def discard(play: Play, action: Discard) -> Flow[None]:
    """Discard a tactical card face-down."""
    throw_away(play, Side.UBOAT, action.card)
    yield from settle_first(play)


@rule("7.2.2", "13.1")
def make_contact(play: Play, action: MakeContact) -> Flow[None]:
    """A contact card face-up, a boat face-down: no blank, no tanker."""
    state = play.state
    seat = state.seats[Side.UBOAT]
    player = player_of(state, Side.UBOAT)
    choice = yield from choose(
        player,
        "With which boat do you make contact?",
        units_for(tuple(seat.units), FIGHTING_BOATS),
        "7.2.2",
        secret=True,
        kind="contact_boat",
        about=_played_at(action),
    )
    seat.units.remove(choice.unit)
    seat.tactical.remove(action.card)
    state.contacts_made += 1
    number = ContactNumber(state.contacts_made)
    state.contacts.append(Contact(number, action.card, action.target, choice.unit))
    play.tell(ContactMade, number, action.card, action.target, choice.unit, rule="7.2.2", to=(player,))
    yield from settle_first(play)


@rule("7.2.3", "8.1")
def attack(play: Play, action: Attack) -> Flow[None]:
    """An attack card face-up, a boat or a blank face-down."""
    state = play.state
    seat = state.seats[Side.UBOAT]
    player = player_of(state, Side.UBOAT)
    choice = yield from choose(
        player,
        "Do you attack with a boat or with a blank?",
        units_for(tuple(seat.units), ATTACKERS),
        "7.2.3",
        secret=True,
        kind="attack_unit",
        about=_played_at(action),
    )
    seat.units.remove(choice.unit)
    spend(play, action.card)
    state.attack = Engagement(ATTACK_KIND[action.target], choice.unit, attack_card=action.card)
    play.tell(AttackDeclared, action.card, action.target, None, choice.unit, rule="7.2.3", to=(player,))
    yield from settle_first(play)


def _played_at(action: MakeContact | Attack) -> About:
    """The card for which a boat is wanted, what it is played on, and the hand that the boat comes from."""
    fields = {"card": ids.CARD[action.card], "target": str(action.target)}
    return About(fields, places(subject=ids.CARD[action.card], target=action.target, at=ids.UNITS[Side.UBOAT]))


@rule("14.4")
def shoot(play: Play, action: ShootContactBoat) -> Flow[None]:
    """The boat that is with a contact attacks; the contact ends at once.

    Under an air patrol the attempt on it is resolved first; if the boat is detected the card is spent for nothing
    (TW-R23).
    """
    state = play.state
    spend(play, action.card)
    under_attack = state.engagement is not None and state.engagement.contact == action.contact
    if under_attack:
        play.tell(Answered, action.card, rule="14.4")
        yield from settle_first(play, will_shoot=True)
    contact = state.contact(action.contact)
    if contact is not None:
        boat = end_contact(play, contact, Ending.ATTACKS, "14.4")
        state.attack = Engagement(
            ATTACK_KIND[contact.target], boat, contact.number, action.card, revealed=contact.revealed
        )
        to = None if contact.revealed else (player_of(state, Side.UBOAT),)
        play.tell(AttackDeclared, action.card, contact.target, contact.number, boat, under_attack, rule="14.4", to=to)
    if not under_attack:
        yield from settle_first(play)


@rule("7.2.4", "8.4.2", "8.4.4")
def evade(play: Play, action: Evade) -> Flow[None]:
    """Answer with an evade card."""
    answer(play, action.card, "7.2.4")
    yield from resolve(play, Response.EVADE, action.card)


@rule("7.2.5", "8.4.4")
def use_flak(play: Play, action: UseFlak) -> Flow[None]:
    """Answer aircraft with flak."""
    answer(play, action.card, "7.2.5")
    yield from resolve(play, Response.FLAK, action.card)


@rule("7.2.6", "8.1.3", "8.4.2")
def fire(play: Play, action: FireAtEscorts) -> Flow[None]:
    """Answer surface escorts with torpedoes; this is the boat's only attack (TW-R21)."""
    answer(play, action.card, "7.2.6")
    yield from resolve(play, Response.ATTACK, action.card)


@rule("7.2.7")
def b_dienst(play: Play, action: UseBDienst) -> Flow[None]:  # noqa: ARG001
    """The evasive routing of the turn before is cancelled."""
    state = play.state
    spend(play, Tactical.B_DIENST)
    number, state.routing = state.routing, None
    assert number is not None, "only evasive routing is countered"
    play.tell(RoutingCountered, number, rule="7.2.7")
    yield from ()


PROCEDURES: Final[dict[type[Any], Callable[[Play, Any], Flow[None]]]] = {
    Discard: discard,
    MakeContact: make_contact,
    Attack: attack,
    ShootContactBoat: shoot,
    Evade: evade,
    UseFlak: use_flak,
    FireAtEscorts: fire,
    UseBDienst: b_dienst,
}


def spend(play: Play, card: Tactical) -> None:
    """A tactical card is played, face-up, and spent."""
    seat = play.state.seats[Side.UBOAT]
    seat.tactical.remove(card)
    seat.played.append(card)


def answer(play: Play, card: Tactical, section: str) -> None:
    """The boat under attack answers with a card."""
    spend(play, card)
    play.tell(Answered, card, rule=section)


@offers
def units_for(held: tuple[Unit, ...], fit: frozenset[Unit]) -> Iterator[WithUnit]:
    """The units in hand that can go with a card."""
    for unit in dict.fromkeys(held):
        if unit in fit:
            yield WITH[unit]
    for unit, option in WITH.items():
        if unit not in held:
            yield no(option, "7.2", "the U-boat side holds no such card")
        elif unit is Unit.BLANK and unit not in fit:
            yield no(option, "7.2.2", "a blank cannot make contact (TW-R26)")
        elif unit not in fit:
            yield no(option, "13.3", TANKER_KEEPS_OFF)


def refusals(play: Play) -> Iterator[Refusal]:
    """Why the other cards and actions are not offered."""
    held = play.state.seats[Side.UBOAT].tactical
    return left_out(_every_action(play), set(actions(play, may_offer=True)), held, "U-boat")


def _every_action(play: Play) -> Iterator[tuple[Option, str, str]]:
    state = play.state
    for section, answers, cards in (
        ("7.2.4", EVADE, EVADE_CARDS),
        ("7.2.5", FLAK, FLAK_CARDS),
        ("7.2.6", FIRE, ATTACK_CARDS),
    ):
        yield from ((answers[card], section, _no_answer(state, section)) for card in cards)
    for target in Target:
        yield from ((CONTACT[card, target], "7.2.2", _no_contact(play, card, target)) for card in sorted(CONTACT_CARDS))
        yield from ((ATTACK[card, target], "7.2.3", _no_attack(state, target)) for card in ATTACK_CARDS)
    for contact in state.contacts:
        yield from ((ShootContactBoat(card, contact.number), "14.4", _no_shot(state, contact)) for card in ATTACK_CARDS)
    yield from ((DISCARD[Side.UBOAT][card], "7.2.1", "") for card in TACTICAL_OF_SIDE[Side.UBOAT])
    routed = "no B-dienst card in hand" if state.routing else "there was no evasive routing in the turn before"
    yield B_DIENST, "7.2.7", routed
    yield OFFER_END, "4", "something is still pending (TW-R33)"


def _no_answer(state: State, section: str) -> str:
    engagement = state.engagement
    if engagement is None:
        return "the escorts have not played a card on a boat in the turn before"
    if state.boat_of(engagement) is Unit.BLANK:
        return "a blank cannot answer (TW-R26)"
    if engagement.damage:
        return "a damaged boat can only evade (TW-R48)"
    if section == "7.2.6" and state.boat_of(engagement) is Unit.TANKER:
        return TANKER_KEEPS_OFF
    return f"it does not answer {engagement.weapon}"


def _no_contact(play: Play, card: Tactical, target: Target) -> str:
    if target is Target.CARRIER and card is not Tactical.SPECIAL_CONTACT:
        return "only a special contact card finds the carrier (13.1)"
    if target not in targets_for_contact(play):
        if target is Target.CARRIER and not carrier_afloat(play.state):
            return "there is no carrier (13.1)"
        return _nobody(play.state, "no boat in hand; a blank cannot make contact (TW-R26)")
    return "there is a contact in effect already (TW-R25)"


def _no_attack(state: State, target: Target) -> str:
    if not any(each.target is target and each.number != state.routing for each in state.contacts):
        return f"no contact with the {target} is in effect"
    return _nobody(state, "no boat or blank in hand")


def _nobody(state: State, otherwise: str) -> str:
    """Why the hand has no card for it: a U-tanker in it will not do."""
    return TANKER_KEEPS_OFF if Unit.TANKER in state.seats[Side.UBOAT].units else otherwise


def _no_shot(state: State, contact: Contact) -> str:
    if contact.number == state.routing:
        return "the convoy is being routed away from this contact (TW-R24)"
    return "under HF/DF an attack card of the contact boat aims at the escorts (TW-R23)"
