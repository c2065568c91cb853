"""The escort side's turn: 7.3."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

from navalcore.rules import About, Flow, Option, Place, Refusal, choose, places, rule
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.choices import (
    COMMIT,
    COMMIT_SCREEN,
    CONTINUE,
    DEFEND,
    DISCARD,
    ENOUGH,
    OFFER_END,
    SEARCH,
    Commit,
    CommitScreen,
    Continue,
    DefendAgainstAttack,
    Discard,
    EnoughUnits,
    HuntContact,
    OfferEnd,
    Route,
    SearchByAir,
    left_out,
)
from navalcore_games.tonnage_war.combat_events import CardPulled, EscortsSent
from navalcore_games.tonnage_war.convoy_attack import attack_goes_through
from navalcore_games.tonnage_war.convoys import TACTICAL_OF_SIDE
from navalcore_games.tonnage_war.events import RoutingPlayed, units_in_words
from navalcore_games.tonnage_war.movements import close_engagement, tell_moved
from navalcore_games.tonnage_war.options import TonnageOptions
from navalcore_games.tonnage_war.rescue import meet_rescue_duty
from navalcore_games.tonnage_war.results import Goes
from navalcore_games.tonnage_war.rounds import agree_to_end, begin_turn, nothing_pending, throw_away
from navalcore_games.tonnage_war.state import (
    Committed,
    ContactNumber,
    Engagement,
    Kind,
    Play,
    Side,
    State,
    Tactical,
    Unit,
    Weapon,
    player_of,
)
from navalcore_games.tonnage_war.values import AIRCRAFT, ESCORT_CARDS, ESCORTS, SURFACE

Action: TypeAlias = Discard | SearchByAir | HuntContact | Route | DefendAgainstAttack | Continue | OfferEnd
Sent: TypeAlias = Commit | CommitScreen

WEAPONS: Final = tuple(Weapon)
HUNT_KIND: Final = {Weapon.HFDF: Kind.HFDF_CONTACT, Weapon.AIR_PATROL: Kind.AIR_CONTACT}
PLAYED_BY: Final = {Kind.AIR_SEARCH: "7.3.2", Kind.AIR_CONTACT: "7.3.3", Kind.HFDF_CONTACT: "7.3.5"}
"""The rules of initial cards; those on an attacker are played by 7.3.6."""
AIR_OR_BLANK: Final = AIRCRAFT | {Unit.BLANK}
SURFACE_OR_BLANK: Final = SURFACE | {Unit.BLANK}
ANY_OR_BLANK: Final = ESCORTS | {Unit.BLANK}
ESCORT_PROMPT: Final = "Which card of the escorts do you play or discard?"
FROM_HAND: Final = About(places=places(at=ids.HAND[Side.ESCORT]))


@rule("5", "7.1", "7.3")
def escort_turn(play: Play) -> Flow[str]:
    """Exactly one action; a U-boat attack that is not met with an escort attack goes through before it takes effect.
    Without cards the side passes, and the attack goes through (TW-R44).
    """
    begin_turn(play)
    state = play.state
    if not state.seats[Side.ESCORT].tactical:
        yield from settle_first(play)
        return next_step(state)
    player = player_of(state, Side.ESCORT)
    offered = False
    while True:
        options = actions(play, may_offer=not offered)
        action = yield from choose(
            player,
            ESCORT_PROMPT,
            options,
            "7.3",
            secret=True,
            reasons=lambda: refusals(play),
            kind="escort_turn",
            about=FROM_HAND,
        )
        if action is not OFFER_END:
            break
        if (yield from agree_to_end(play, Side.ESCORT)):
            return "end_of_round"
        offered = True
    yield from PROCEDURES[type(action)](play, action)
    return next_step(state)


@rule("4", "7.1")
def next_step(state: State) -> str:
    """The round continues until both tactical hands are empty."""
    return "uboat_turn" if any(seat.tactical for seat in state.seats.values()) else "end_of_round"


@rule("7.3.2", "7.3.3", "7.3.5", "7.3.6")
def may_be_sent(options: TonnageOptions, weapon: Weapon) -> frozenset[Unit]:
    """Which unit cards an initial card of a type lets go out. Aircraft go with an air patrol, surface escorts with
    HF/DF, both with an escort attack (TW-R29), and blanks with any.
    """
    if weapon is Weapon.AIR_PATROL:
        return AIR_OR_BLANK
    if weapon is Weapon.HFDF or not options.air_in_escort_attack:
        return SURFACE_OR_BLANK
    return ANY_OR_BLANK


class Situation(NamedTuple):
    """The conditions by which a card allows actions."""

    able: tuple[Weapon, ...]
    """The types of cards with which a unit in hand could go out now."""
    contacts: tuple[ContactNumber, ...]
    """The numbers of the contacts in effect."""
    can_search: bool
    """Whether the U-boat side has a card to come upon."""
    window: Weapon | None
    """The type of card of the engagement that can be continued."""


@rule("7.3")
def actions(play: Play, *, may_offer: bool = False) -> list[Action]:
    """Everything the escort side may do now."""
    state = play.state
    seat = state.seats[Side.ESCORT]
    situation = Situation(
        tuple([weapon for weapon in WEAPONS if somebody_can_go(play, weapon)]),
        tuple([contact.number for contact in state.contacts]),
        something_to_find(play),
        None if state.window is None else state.window.weapon,
    )
    allowed = actions_by_card(situation)
    options: list[Action] = []
    for card in dict.fromkeys(seat.tactical):
        options += allowed[card]
    if may_offer and nothing_pending(state):
        options.append(OFFER_END)
    return options


def somebody_can_go(play: Play, weapon: Weapon) -> bool:
    """Whether a unit in hand (or of the carrier's screen) could go out with a type of card."""
    state = play.state
    if weapon is Weapon.ESCORT_ATTACK:
        if state.attack is None:
            return False
        if state.screen and state.attack.kind is Kind.CARRIER_ATTACK:
            return True
    return not may_be_sent(play.options, weapon).isdisjoint(state.seats[Side.ESCORT].units)


@rule("7.3.2")
def something_to_find(play: Play) -> bool:
    """Whether an air search would find a card to come upon (TW-R07)."""
    seat = play.state.seats[Side.UBOAT]
    return bool(seat.units if play.options.air_patrol_source == "hand" else seat.units_deck.cards)


@cache
def actions_by_card(situation: Situation) -> dict[Tactical, tuple[Action, ...]]:
    """The actions that each kind of tactical card allows; situations recur, so this is worked out once for each."""
    return {card: tuple(actions_of_card(card, situation)) for card in TACTICAL_OF_SIDE[Side.ESCORT]}


@rule("7.3.1", "7.3.2", "7.3.3", "7.3.4", "7.3.5", "7.3.6", "7.3.7", "7.3.8")
def actions_of_card(card: Tactical, situation: Situation) -> Iterator[Action]:
    """The actions that one tactical card allows."""
    yield DISCARD[Side.ESCORT][card]
    if card is Tactical.ROUTING:
        yield from [Route(number) for number in situation.contacts]
    elif card in ESCORT_CARDS:
        weapon = ESCORT_CARDS[card].weapon
        if weapon in situation.able:
            if weapon is Weapon.ESCORT_ATTACK:
                yield DEFEND[card]
            else:
                yield from [HuntContact(card, number) for number in situation.contacts]
                if weapon is Weapon.AIR_PATROL and situation.can_search:
                    yield SEARCH[card]
        if situation.window is weapon:
            yield CONTINUE[card]


@rule("7.3.2", "7.3.3", "7.3.5", "7.3.6", "7.3.7", "7.3.8", "13.1")
def send_group(play: Play, card: Tactical, engagement: Engagement) -> Flow[None]:
    """The escort side sends units out face-down with its card.

    At first at least one and at most the card's number (TW-R43). In a continuation real escorts only, none needed; the
    card's number counts those added, or under TW-R30 ``total`` the whole group. The carrier's screen may help only in
    an escort attack on a boat that attacks the carrier.
    """
    seat = play.state.seats[Side.ESCORT]
    weapon, limit = ESCORT_CARDS[card].weapon, ESCORT_CARDS[card].units
    continued = engagement.attempt > 1
    if continued:
        fit = AIRCRAFT if weapon is Weapon.AIR_PATROL else SURFACE
        if play.options.continuation_capacity == "total":
            limit -= len(engagement.group)
    else:
        fit = may_be_sent(play.options, weapon)
    helps_carrier = weapon is Weapon.ESCORT_ATTACK and engagement.kind is Kind.CARRIER_ATTACK
    screen = play.state.screen[:] if helps_carrier else []
    aim = _aim(card, engagement)
    chosen = yield from chosen_units(play, [unit for unit in seat.units if unit in fit], screen, limit, aim, continued)
    before = tuple((member.unit, member.damage) for member in engagement.group)
    for sent in chosen:
        (play.state.screen if isinstance(sent, CommitScreen) else seat.units).remove(sent.unit)
        engagement.group.append(Committed(sent.unit, screen=isinstance(sent, CommitScreen)))
    seat.tactical.remove(card)
    seat.played.append(card)
    engagement.weapon = weapon
    units = tuple(sent.unit for sent in chosen)
    to = (player_of(play.state, Side.ESCORT),)
    of_screen = tuple(sent.unit for sent in chosen if isinstance(sent, CommitScreen))
    boat = engagement.unit if engagement.revealed else None
    sent_out = (engagement.kind, engagement.contact, engagement.attempt, len(units), units, of_screen, boat, before)
    play.tell(EscortsSent, card, *sent_out, rule=section_of(engagement), to=to)


def section_of(engagement: Engagement) -> str:
    """The rule by which a card of the escorts has just been played."""
    if engagement.attempt > 1:
        return "7.3.8" if engagement.weapon is Weapon.AIR_PATROL else "7.3.7"
    return PLAYED_BY.get(engagement.kind, "7.3.6")


def _aim(card: Tactical, engagement: Engagement) -> tuple[Place, ...]:
    """The card that is played, what it is played on, and the hand that units are sent from."""
    target = ids.aim_of(engagement.kind, engagement.contact, engagement.attempt)
    return places(subject=ids.CARD[card], target=target, at=ids.UNITS[Side.ESCORT])


def chosen_units(
    play: Play, hand: list[Unit], screen: list[Unit], limit: int, aim: tuple[Place, ...], may_be_none: bool
) -> Flow[list[Sent]]:
    """One unit after another, up to ``limit``; secret, and nothing moves before the choice is complete."""
    player = player_of(play.state, Side.ESCORT)
    chosen: list[Sent] = []
    while len(chosen) < limit:
        options: list[Sent | EnoughUnits] = [COMMIT[unit] for unit in dict.fromkeys(hand)]
        options.extend([COMMIT_SCREEN[unit] for unit in dict.fromkeys(screen)])
        if not options:
            break
        if chosen or may_be_none:
            options.append(ENOUGH)
        prompt = "Which escort do you send out?"
        if may_be_none:
            prompt = "Which further escort do you send out?"
        elif chosen:
            prompt = f"Which escort do you send out with {units_in_words([each.unit for each in chosen])}?"
        sent = tuple(ids.unit_id(Side.ESCORT, each.unit) for each in chosen)
        choice = yield from choose(
            player,
            prompt,
            options,
            "7.3",
            secret=True,
            reasons=partial(staying, play, options),
            kind="commit",
            about=About({"chosen": sent, "further": may_be_none}, aim),
        )
        if isinstance(choice, EnoughUnits):
            break
        chosen.append(choice)
        (screen if isinstance(choice, CommitScreen) else hand).remove(choice.unit)
    return chosen


def staying(play: Play, offered: Sequence[object]) -> Iterator[Refusal]:
    """Why units in hand cannot go out with the card."""
    for unit, option in COMMIT.items():
        if option not in offered:
            held = unit in play.state.seats[Side.ESCORT].units
            why = "this card does not send out such units" if held else "the escort side has no such unit in hand"
            yield Refusal(str(option), "7.3", why)
    if ENOUGH not in offered:
        yield Refusal(str(ENOUGH), "7.3", "at least one card must go out (TW-R43)")


@rule("8.1.1", "8.6")
def settle_first(play: Play) -> Flow[None]:
    """Another action than an escort attack on the attacker has been declared: the attack goes through. Another than a
    continuation: the engagement that could have been continued is closed.
    """
    state = play.state
    if state.attack is not None:
        yield from attack_goes_through(play, state.attack)
        state.attack = None
    yield from close_window(play)


def close_window(play: Play) -> Flow[None]:
    """Neither side continues: boat and escorts of the last engagement leave the table."""
    state = play.state
    if state.window is not None:
        yield from close_engagement(play, state.window)
        state.window = None


@rule("7.3.1")
def discard(play: Play, action: Discard) -> Flow[None]:
    """Discard a tactical card face-down."""
    throw_away(play, Side.ESCORT, action.card)
    yield from settle_first(play)


@rule("7.3.2")
def search_by_air(play: Play, action: SearchByAir) -> Flow[None]:
    """Aircraft come upon a card of the U-boat side, pulled at random; only that side sees it until it is resolved
    (TW-R07, TW-R50). It comes to nothing if they have all gone down with their carrier (TW-R55).
    """
    state = play.state
    engagement = Engagement(Kind.AIR_SEARCH, attempt=1, gone=True)  # no card lies there yet
    yield from send_group(play, action.card, engagement)
    state.engagement = engagement
    yield from settle_first(play)
    if not engagement.group:
        state.engagement = None
        return
    seat = state.seats[Side.UBOAT]
    from_deck = play.options.air_patrol_source == "deck"
    source = seat.units_deck.cards if from_deck else seat.units
    index = play.chance.pick(source, "the air search comes upon a card of the U-boat side", "7.3.2")
    engagement.unit, engagement.gone = source.pop(index), False
    play.tell(CardPulled, engagement.unit, from_deck, rule="7.3.2", to=(player_of(state, Side.UBOAT),))


@rule("7.3.3", "7.3.5")
def hunt_contact(play: Play, action: HuntContact) -> Flow[None]:
    """HF/DF or an air patrol on a contact."""
    state = play.state
    engagement = Engagement(HUNT_KIND[ESCORT_CARDS[action.card].weapon], contact=action.contact, attempt=1)
    yield from send_group(play, action.card, engagement)
    state.engagement = engagement
    yield from settle_first(play)
    if state.contact(action.contact) is None or not engagement.group:
        # The attack that has just gone through sank the carrier, and with it the contact or the aircraft (TW-R55).
        state.engagement = None
        for member in engagement.group:
            state.seats[Side.ESCORT].units.append(member.unit)
            tell_moved(play, Side.ESCORT, member.unit, Goes.HAND, ids.ENGAGEMENT, "13.1", known=False)
        yield from meet_rescue_duty(play)


@rule("7.3.4")
def route(play: Play, action: Route) -> Flow[None]:
    """Evasive routing on a contact; it takes effect unless B-dienst counters it in the next turn."""
    state = play.state
    seat = state.seats[Side.ESCORT]
    seat.tactical.remove(Tactical.ROUTING)
    seat.played.append(Tactical.ROUTING)
    state.routing = action.contact
    play.tell(RoutingPlayed, action.contact, rule="7.3.4")
    yield from settle_first(play)
    if state.contact(action.contact) is None:
        state.routing = None


@rule("7.3.6")
def defend(play: Play, action: DefendAgainstAttack) -> Flow[None]:
    """An escort attack on the boat (or blank) that attacks."""
    state = play.state
    engagement = state.attack
    assert engagement is not None
    engagement.attempt = 1
    yield from send_group(play, action.card, engagement)
    state.engagement, state.attack = engagement, None
    yield from close_window(play)


@rule("7.3.7", "7.3.8", "8.6")
def continue_attack(play: Play, action: Continue) -> Flow[None]:
    """A further card of the same type on the boat attacked in the turn before, with its escorts and perhaps more."""
    state = play.state
    engagement = state.window
    assert engagement is not None
    engagement.attempt += 1
    yield from send_group(play, action.card, engagement)
    state.engagement, state.window = engagement, None
    yield from settle_first(play)
    if not engagement.group:  # its aircraft have gone down with their carrier (TW-R55)
        yield from close_engagement(play, engagement)
        state.engagement = None


PROCEDURES: Final[dict[type[Any], Callable[[Play, Any], Flow[None]]]] = {
    Discard: discard,
    SearchByAir: search_by_air,
    HuntContact: hunt_contact,
    Route: route,
    DefendAgainstAttack: defend,
    Continue: continue_attack,
}


def refusals(play: Play) -> Iterator[Refusal]:
    """Why the other cards and actions are not offered."""
    held = play.state.seats[Side.ESCORT].tactical
    return left_out(_every_action(play.state), set(actions(play, may_offer=True)), held, "escort")


def _every_action(state: State) -> Iterator[tuple[Option, str, str]]:
    contacts = [contact.number for contact in state.contacts]
    yield from ((Route(contact), "7.3.4", "no evasive routing card in hand") for contact in contacts)
    for card, figures in ESCORT_CARDS.items():
        by_air = figures.weapon is Weapon.AIR_PATROL
        if figures.weapon is Weapon.ESCORT_ATTACK:
            yield DEFEND[card], "7.3.6", _no_defence(state)
        else:
            section = "7.3.3" if by_air else "7.3.5"
            yield from ((HuntContact(card, contact), section, NOBODY_TO_SEND) for contact in contacts)
        if by_air:
            yield SEARCH[card], "7.3.2", _no_search(state)
        yield CONTINUE[card], "7.3.8" if by_air else "7.3.7", _no_continuation(state, figures.weapon)
    yield from ((DISCARD[Side.ESCORT][card], "7.3.1", "") for card in TACTICAL_OF_SIDE[Side.ESCORT])
    yield OFFER_END, "4", "something is still pending (TW-R33)"


NOBODY_TO_SEND: Final = "no escort of that kind and no blank in hand"


def _no_search(state: State) -> str:
    nobody = AIR_OR_BLANK.isdisjoint(state.seats[Side.ESCORT].units)
    return NOBODY_TO_SEND if nobody else "the U-boat side has no card to come upon (TW-R07)"


def _no_defence(state: State) -> str:
    return NOBODY_TO_SEND if state.attack is not None else "no boat has attacked in the turn before"


def _no_continuation(state: State, weapon: Weapon) -> str:
    if state.window is None:
        return "no boat was detected and attacked in the turn before, or none that can be attacked again"
    return f"the boat was attacked with {state.window.weapon}, not with {weapon}"
