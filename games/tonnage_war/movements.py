"""Where unit cards go: back to the hand (9), to the deck (10), out of play (11); ends of contacts (7.4)."""

from __future__ import annotations

from collections.abc import Iterable

from navalcore.rules import About, Flow, choose, places, rule
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.choices import HOLD, REST_TO_HAND, TO_DECK, RestToHand, SendToDeck
from navalcore_games.tonnage_war.combat_events import EngagementHeld, UnitMoved
from navalcore_games.tonnage_war.events import ContactEnded
from navalcore_games.tonnage_war.rescue import meet_rescue_duty
from navalcore_games.tonnage_war.results import Ending, Goes
from navalcore_games.tonnage_war.state import (
    Committed,
    Contact,
    Engagement,
    Kind,
    Play,
    Rescue,
    Side,
    Tied,
    Unit,
    Weapon,
    player_of,
)
from navalcore_games.tonnage_war.values import AIRCRAFT, ESCORTS, SURFACE


@rule("7.4")
def end_contact(play: Play, contact: Contact, why: Ending, section: str, *, engaged: bool = False) -> Unit:
    """A contact is no longer in effect: its card is spent. Returns the boat, which has to go somewhere: it stays
    with the engagement if it is engaged.
    """
    state = play.state
    state.contacts.remove(contact)
    state.seats[Side.UBOAT].played.append(contact.card)
    boat = contact.boat if engaged else None
    play.tell(ContactEnded, contact.number, contact.card, why, boat, rule=section)
    return contact.boat


@rule("7.4.1")
def routing_takes_effect(play: Play) -> None:
    """Evasive routing that B-dienst did not counter ends the contact; its boat goes to the hand unseen (TW-R27)."""
    state = play.state
    contact = state.contact(state.routing)
    state.routing = None
    if contact is not None:
        boat = end_contact(play, contact, Ending.ROUTED, "7.4.1")
        boat_to_hand(play, boat, contact.revealed, ids.contact_id(contact.number), "7.4.1")


@rule("9", "9.4")
def boat_to_hand(play: Play, unit: Unit, known: bool, start: str, section: str = "9.4") -> None:
    """A boat (or a blank pulled at random) goes to the hand."""
    play.state.seats[Side.UBOAT].units.append(unit)
    tell_moved(play, Side.UBOAT, unit, Goes.HAND, start, section, known=known)


def tell_moved(
    play: Play, side: Side, unit: Unit, goes: Goes, start: str, section: str, *,
    known: bool = True, damaged: bool = False, due: int = 0, screen: bool = False,
) -> None:  # fmt: skip
    """Report where a unit card goes; only its owner learns which it is unless it is known."""
    to = None if known else (player_of(play.state, side),)
    card = ids.unit_id(side, unit, damaged)
    play.tell(UnitMoved, side, card, goes, start, damaged, due, screen, rule=section, to=to)


@rule("11")
def out_of_play(play: Play, side: Side, unit: Unit, section: str, start: str, damaged: bool = False) -> None:
    """A unit leaves play for good."""
    play.state.seats[side].out.append(unit)
    tell_moved(play, side, unit, Goes.OUT, start, section, damaged=damaged)


@rule("10", "10.2", "11.2", "11.4", "11.5")
def boat_leaves_engagement(play: Play, engagement: Engagement) -> None:
    """All attacks on a boat that had been detected are over, and it is afloat.

    Damaged, having fired at escorts, or (11.2) detected in a continuation: out of play. Else: to the deck.
    """
    unit, start = play.state.boat_of(engagement), ids.boat_place(play.state, engagement)
    engagement.gone = True
    if engagement.damage:
        out_of_play(play, Side.UBOAT, unit, "11.5", start, damaged=True)
    elif engagement.fired:
        out_of_play(play, Side.UBOAT, unit, "11.4", start)
    elif engagement.detected_again and play.options.continuation_discards_uboats:
        out_of_play(play, Side.UBOAT, unit, "11.2", start)
    else:
        play.state.seats[Side.UBOAT].units_deck.add(unit)
        tell_moved(play, Side.UBOAT, unit, Goes.DECK, start, "10.2")


@rule("8.6", "10.2")
def close_engagement(play: Play, engagement: Engagement, *, final: bool = False) -> Flow[None]:
    """Neither side continues an engagement: the boat and the escorts leave the table."""
    boat_leaves_engagement(play, engagement)
    yield from release(play, engagement, engagement.group, final=final)


@rule("7.3.7", "7.3.8", "8.6", "9.3")
def open_window(play: Play, engagement: Engagement, flak_used: bool) -> Flow[bool]:
    """Whether the escorts may continue in their next turn; if so the engagement stays on the table.

    Escort attack and HF/DF: with an undamaged surface escort left; aircraft drop out. Air patrol: with an undamaged
    aircraft left, and only if the boat has just used flak. Under TW-R14 ``immediate`` the escorts to be held are named.
    """
    if engagement.weapon is Weapon.AIR_PATROL:
        fit = AIRCRAFT if flak_used else frozenset()
    else:
        fit = SURFACE
    staying = [member for member in engagement.group if member.damage or member.unit in fit]
    going = [member for member in engagement.group if not (member.damage or member.unit in fit)]
    if play.options.escort_return == "immediate":
        for member in [each for each in staying if not each.damage]:
            if not (yield from held(play, member)):
                staying.remove(member)
                going.append(member)
    if all(member.damage for member in staying):
        return False
    yield from release(play, engagement, going)
    group = tuple((member.unit, member.damage) for member in engagement.group)
    play.tell(EngagementHeld, play.state.boat_of(engagement), group, rule="8.6")
    play.state.window = engagement
    return True


@rule("9.3")
def held(play: Play, member: Committed) -> Flow[bool]:
    """Immediate return: whether the escort side holds an escort for a continuation."""
    player = player_of(play.state, Side.ESCORT)
    prompt = f"Do you hold {member.unit} for a continuation?"
    unit = ids.unit_id(Side.ESCORT, member.unit)
    about = About({"unit": unit}, places(subject=unit, at=ids.ENGAGEMENT))
    choice = yield from choose(player, prompt, HOLD[member.unit], "9.3", kind="hold", about=about)
    return choice.held


@rule("9", "9.1", "9.2", "9.3", "10", "10.1", "11.1", "11.5")
def release(
    play: Play,
    engagement: Engagement,
    members: Iterable[Committed],
    *,
    blank_found: bool = False,
    final: bool = False,
) -> Flow[None]:
    """Escorts of a group go back: damaged ones leave play, the others return to the hand, or to the carrier's screen
    (TW-R59), late or at once (TW-R14).

    Undamaged escorts that failed in an initial attempt on a boat, or attacked, may be sent to the deck instead
    (TW-R16). Not when all they found was a blank, and not at the end of a round.
    """
    state, start = play.state, ids.place_of(play.state, engagement)
    at_once = final or play.options.escort_return == "immediate"
    returning: list[Committed] = []
    section = "9.1" if blank_found else "9.3" if any(member.attacked for member in engagement.group) else "9.2"
    for member in list(members):
        if member.damage:
            out_of_play(play, Side.ESCORT, member.unit, "11.5", start, damaged=True)
        elif member.continued and play.options.continuation_discards_escorts:
            out_of_play(play, Side.ESCORT, member.unit, "11.1", start)
        elif member.screen and (at_once or play.options.screen_return == "at_once"):
            state.screen.append(member.unit)
            tell_moved(play, Side.ESCORT, member.unit, Goes.SCREEN, start, "9.3")
        else:
            returning.append(member)
            continue
        engagement.group.remove(member)
    if not (blank_found or final):
        yield from sent_to_deck(play, engagement, returning)
    due = engagement.resolved + 2
    goes = Goes.HAND if at_once else Goes.RETURNING
    for member in returning:
        engagement.group.remove(member)
        if at_once:
            state.seats[Side.ESCORT].units.append(member.unit)
            tell_moved(play, Side.ESCORT, member.unit, goes, start, section)
        else:
            state.tied.append(Tied(member.unit, due, member.screen))
            tell_moved(play, Side.ESCORT, member.unit, goes, start, section, due=due, screen=member.screen)
    if play.options.escort_return == "immediate":
        yield from meet_rescue_duty(play)


@rule("10.1")
def sent_to_deck(play: Play, engagement: Engagement, returning: list[Committed]) -> Flow[None]:
    """The escort side sends any of its returning escorts to the deck instead; they leave ``returning``.

    It is asked where that can matter (TW-R16). Hands do not go back to the deck anyhow when the round ends, or a ship
    would have to take over from the rescue ship.
    """
    state = play.state
    may = [member for member in returning if member.unit in ESCORTS and (member.attacked or engagement.attempt == 1)]
    may = [member for member in may if not member.screen]
    if play.options.escorts_to_deck == "where_it_matters" and play.options.oob_carryover == "reshuffle":
        may = [member for member in may if state.rescue is Rescue.OWED and member.unit in SURFACE]
    while may:
        start = ids.place_of(state, engagement)
        offered = [TO_DECK[start][unit] for unit in dict.fromkeys(member.unit for member in may)]
        options: list[RestToHand | SendToDeck] = [REST_TO_HAND, *offered]
        prompt = "Which escort do you send to the deck instead of the hand?"
        about = About(places=places(at=start))
        choice = yield from choose(player_of(state, Side.ESCORT), prompt, options, "10.1", kind="return", about=about)
        if isinstance(choice, RestToHand):
            return
        member = next(each for each in may if each.unit is choice.unit)
        for members in (may, returning, engagement.group):
            members.remove(member)
        state.seats[Side.ESCORT].units_deck.add(member.unit)
        tell_moved(play, Side.ESCORT, member.unit, Goes.DECK, start, "10.1")


@rule("9", "9.1", "9.2", "9.3")
def tied_escorts_return(play: Play) -> Flow[None]:
    """End of a U-boat turn: escorts whose time has come go to the hand, or to the carrier's screen."""
    state = play.state
    if not state.tied:
        return
    due = [tied for tied in state.tied if tied.due <= state.turn]
    if due:
        state.tied[:] = [tied for tied in state.tied if tied.due > state.turn]
        back_from_table(play, due)
        yield from meet_rescue_duty(play)


def back_from_table(play: Play, returning: Iterable[Tied]) -> None:
    """Escorts on their way back are in the hand, or in the carrier's screen (TW-R59)."""
    state = play.state
    for tied in returning:
        (state.screen if tied.screen else state.seats[Side.ESCORT].units).append(tied.unit)
        goes = Goes.SCREEN if tied.screen else Goes.HAND
        tell_moved(play, Side.ESCORT, tied.unit, goes, ids.RETURNING, "9")


@rule("11.3")
def blank_found(play: Play, engagement: Engagement, *, final: bool = False) -> Flow[None]:
    """The escorts have run down a blank. One that was played leaves play; one pulled at random goes back (TW-R34)."""
    seat, start = play.state.seats[Side.UBOAT], ids.place_of(play.state, engagement)
    engagement.gone = True
    if engagement.kind is not Kind.AIR_SEARCH:
        out_of_play(play, Side.UBOAT, Unit.BLANK, "11.3", start)
    elif play.options.air_patrol_source == "deck":
        seat.units_deck.add(Unit.BLANK)
        tell_moved(play, Side.UBOAT, Unit.BLANK, Goes.DECK, start, "11.3")
    else:
        boat_to_hand(play, Unit.BLANK, known=True, start=start, section="11.3")
    yield from release(play, engagement, engagement.group, blank_found=True, final=final)
