"""One attempt of the escorts on a U-boat card, from turning up the cards to where everything goes: 8.4, 8.6, 9-11."""

from __future__ import annotations

from navalcore.rules import Flow, rule
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.boat_fires import fire_at_escorts, flak, shot_takes_effect
from navalcore_games.tonnage_war.combat_events import BlanksTurnedUp, CardsTurnedUp
from navalcore_games.tonnage_war.convoy_attack import attack_goes_through
from navalcore_games.tonnage_war.detection import detect
from navalcore_games.tonnage_war.escort_attack import attackers, escorts_attack
from navalcore_games.tonnage_war.movements import (
    blank_found,
    boat_to_hand,
    close_engagement,
    end_contact,
    open_window,
    out_of_play,
    release,
)
from navalcore_games.tonnage_war.results import Ending
from navalcore_games.tonnage_war.scoring import SUNK
from navalcore_games.tonnage_war.state import Engagement, Kind, Play, Response, Side, Tactical, Unit
from navalcore_games.tonnage_war.values import EVADE_CARDS

OWN_ATTACK = frozenset({Kind.CONVOY_ATTACK, Kind.CARRIER_ATTACK})
ON_CONTACT = frozenset({Kind.HFDF_CONTACT, Kind.AIR_CONTACT})


@rule("8.4", "8.4.1", "8.4.2", "8.4.3", "8.4.4")
def resolve(
    play: Play,
    response: Response = Response.NONE,
    card: Tactical | None = None,
    *,
    will_shoot: bool = False,
    final: bool = False,
) -> Flow[None]:
    """Resolve the escorts' pending attempt.

    Args:
        play: the game, with the attempt as ``state.engagement``.
        response: what the boat answers.
        card: the card it answers with.
        will_shoot: the contact boat under attack is about to attack by 14.4 (TW-R23).
        final: the round is over: nothing can be continued.
    """
    state = play.state
    engagement = state.engagement
    assert engagement is not None
    engagement.resolved = state.turn
    turn_up(play, engagement)
    if engagement.revealed and state.boat_of(engagement) is Unit.BLANK:
        yield from blank_found(play, engagement, final=final)
    else:
        detected = yield from attempt(play, engagement, response, card)
        if engagement.damage == SUNK:
            unit = leave_contact(play, engagement, Ending.SUNK)
            engagement.gone = True
            out_of_play(play, Side.UBOAT, unit, "11.6", ids.ENGAGEMENT)
            yield from release(play, engagement, engagement.group, final=final)
        elif detected:
            attacked = attackers(engagement) or not engagement.fired
            leave_contact(play, engagement, Ending.DETECTED if attacked else Ending.FIRED)
            going_on = not final and (yield from open_window(play, engagement, response is Response.FLAK))
            if not going_on:
                yield from close_engagement(play, engagement, final=final)
        else:
            yield from not_detected(play, engagement, response, will_shoot=will_shoot, final=final)
    state.engagement = None


def turn_up(play: Play, engagement: Engagement) -> None:
    """Both sides' cards are turned up so that both players can follow the dice. That of the U-boat side is not where
    the group is blanks alone, of which none looks for a boat (TW-R46).
    """
    state = play.state
    for member in engagement.group:
        member.revealed = True
    play.reveal()
    group = tuple(member.unit for member in engagement.group)
    at = ids.boat_place(state, engagement)
    contact = state.contact(engagement.contact)
    known = engagement.revealed or (contact is not None and contact.revealed)
    if not (known or play.options.blanks_turn_boats_up or any(unit is not Unit.BLANK for unit in group)):
        play.tell(BlanksTurnedUp, group, at, rule="8.4")
        return
    if contact is not None:
        contact.revealed = True
    engagement.revealed = True
    play.tell(CardsTurnedUp, state.boat_of(engagement), group, at, rule="8.4")


@rule("8.1.3", "8.1.4", "8.3", "8.3.3", "8.3.4", "8.4.2", "8.4.4")
def attempt(play: Play, engagement: Engagement, response: Response, card: Tactical | None) -> Flow[bool]:
    """Detection, the boat's answer, the escorts' attacks; returns whether the boat was detected.

    A boat that shoots at escorts gives itself away to all of them; flak is fired only if detected, and at the same
    time as the aircraft attack.
    """
    evade_card = EVADE_CARDS[card] if response is Response.EVADE and card is not None else 0
    detected = detect(play, engagement, evade_card)
    shot = None
    if response is Response.ATTACK:
        assert card is not None
        seen_by_somebody = bool(attackers(engagement))
        yield from fire_at_escorts(play, engagement, card, detected)
        detected = detected or seen_by_somebody
    attacking = attackers(engagement)
    if response is Response.FLAK and detected:
        assert card is not None
        shot = yield from flak(play, engagement, card)
    if detected:
        engagement.detected_again = engagement.detected_again or engagement.attempt > 1
        yield from escorts_attack(play, engagement, attacking)
    if shot is not None:
        shot_takes_effect(play, engagement, shot, "8.1.4")
    return detected


@rule("7.4.2")
def leave_contact(play: Play, engagement: Engagement, why: Ending) -> Unit:
    """The boat of an engagement is no longer with a contact; returns it."""
    contact = play.state.contact(engagement.contact)
    if contact is not None:
        engagement.unit = end_contact(play, contact, why, "7.4.2", engaged=True)
    assert engagement.unit is not None
    return engagement.unit


@rule("8.1.2", "8.6", "9.4", "7.4.2")
def not_detected(
    play: Play, engagement: Engagement, response: Response, *, will_shoot: bool, final: bool
) -> Flow[None]:
    """No escort has found the boat: where it goes depends on how it came to be hunted and what it answered."""
    if engagement.attempt > 1 or engagement.fired:
        leave_contact(play, engagement, Ending.FIRED)
        yield from close_engagement(play, engagement, final=final)
        return
    if engagement.kind in OWN_ATTACK and response is Response.NONE:
        yield from attack_goes_through(play, engagement)
    elif engagement.kind in ON_CONTACT and response is not Response.EVADE:
        if play.options.missed_contact_boat == "to_hand" and not will_shoot:
            back_to_hand(play, engagement, Ending.BACK_IN_HAND)
    else:
        back_to_hand(play, engagement, Ending.EVADED)
    yield from release(play, engagement, engagement.group, final=final)


@rule("7.4.2", "9.4")
def back_to_hand(play: Play, engagement: Engagement, why: Ending) -> None:
    """A boat that was not found goes to the hand, unseen unless it has been turned up (TW-R46)."""
    state = play.state
    boat, start = state.boat_of(engagement), ids.boat_place(state, engagement)
    contact = state.contact(engagement.contact)
    if contact is not None:
        end_contact(play, contact, why, "7.4.2")
    boat_to_hand(play, boat, known=engagement.revealed, start=start)
    engagement.gone = True
