"""Rounds and games: dealing (§3, §4, 13.2), turns (§5), the end of a round (§4, 7.5), the second game."""

from __future__ import annotations

from navalcore.components import Deck
from navalcore.rules import About, Flow, choose, places, rule
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.choices import ACCEPT, KEEP_THE_REST, PUT_BACK, REFUSE, KeepTheRest, PutBack
from navalcore_games.tonnage_war.convoys import TACTICAL_HAND, UNIT_HAND, ConvoyScenario
from navalcore_games.tonnage_war.engagement import resolve
from navalcore_games.tonnage_war.events import (
    NAMES,
    CardDiscarded,
    EndOffered,
    GameBegun,
    HandDealt,
    HandPutAway,
    RoundBegun,
    RoundEnded,
    SupportGroupDrawn,
)
from navalcore_games.tonnage_war.movements import back_from_table, close_engagement, routing_takes_effect, tell_moved
from navalcore_games.tonnage_war.options import TonnageOptions
from navalcore_games.tonnage_war.rescue import meet_rescue_duty
from navalcore_games.tonnage_war.results import Goes
from navalcore_games.tonnage_war.state import OTHER, Play, Rescue, Seat, Side, State, Tactical, Tally, Unit, player_of


@rule("2", "3")
def make_seats(scenario: ConvoyScenario) -> dict[Side, Seat]:
    """The four decks of a scenario, undealt."""
    return {
        side: Seat(
            Deck.from_mix(scenario.decks(side).tactical_cards(side)),
            Deck.from_mix(scenario.decks(side).units),
        )
        for side in Side
    }


@rule("3")
def new_game(state: State, scenario: ConvoyScenario, options: TonnageOptions) -> None:
    """Everything for the first round: full decks, no contact, the rescue ship with the convoy, the carrier's screen."""
    state.seats.update(make_seats(scenario))
    state.round = state.turn = state.contacts_made = state.carrier_damage = 0
    state.rounds = min(options.rounds, scenario.rounds)
    state.contacts.clear()
    state.rescue = Rescue.ORIGINAL if options.rescue_ships else Rescue.NONE
    state.rescue_escort = None
    state.tally = Tally()
    carrier = scenario.carrier
    state.has_carrier = carrier is not None
    state.screen[:] = [] if carrier is None else [unit for unit, n in carrier.screen.items() for _ in range(n)]


@rule("3", "4", "14.1", "14.2")
def deal(play: Play) -> Flow[None]:
    """A round begins: its weather, 13 tactical cards each, order-of-battle hands of 10."""
    state, scenario = play.state, play.scenario
    state.round += 1
    state.turn = 0
    state.storm = state.round in scenario.storm
    state.bad_sonar = state.round in scenario.bad_sonar
    if state.round == 1:
        play.tell(GameBegun, state.game, player_of(state, Side.UBOAT), rule="4")
    play.tell(RoundBegun, state.round, state.storm, state.bad_sonar, state.rounds, rule="4")
    for side in Side:
        yield from deal_side(play, side)
    yield from meet_rescue_duty(play)


@rule("3", "4")
def deal_side(play: Play, side: Side) -> Flow[None]:
    """The tactical hand, and the order-of-battle hand up to its size, as far as the deck goes (TW-R32)."""
    state = play.state
    seat = state.seats[side]
    chance, draw, hand = play.chance, seat.tactical_deck.draw, seat.tactical
    why = f"the {NAMES[side]} is dealt a tactical card"
    for _ in range(TACTICAL_HAND):
        hand.append(draw(chance, why, "3"))
    why = f"the {NAMES[side]} is dealt a unit card"
    missing = min(UNIT_HAND - len(seat.units), len(seat.units_deck.cards))
    dealt = [seat.units_deck.draw(chance, why, "3") for _ in range(missing)]
    seat.units += dealt
    support_groups = dealt.count(Unit.SUPPORT_GROUP)
    hands = (tuple(seat.tactical), tuple(ids.UNIT_OF[side][unit] for unit in seat.units))
    to = (player_of(state, side),)
    play.tell(HandDealt, side, len(seat.tactical), len(seat.units), len(dealt), *hands, rule="3", to=to)
    if support_groups:
        yield from call_support_groups(play, support_groups)


@rule("13.2")
def call_support_groups(play: Play, cards: int) -> Flow[None]:
    """Each support group card brings as many further cards as the scenario says; a support group among them brings
    more. The escort side then puts blanks or escorts back, so that its hand is 10 again (TW-R38, TW-R57, TW-R60). That
    does not happen before a rescue ship that is owed has been named from the hand (14.3, TW-R36).
    """
    state = play.state
    seat = state.seats[Side.ESCORT]
    extra: list[Unit] = []
    while cards:
        cards -= 1
        for _ in range(min(play.scenario.support_group_cards, len(seat.units_deck))):
            unit = seat.units_deck.draw(play.chance, "the escort side draws a card for its support group", "13.2")
            extra.append(unit)
            cards += unit is Unit.SUPPORT_GROUP
    seat.units.extend(extra)
    player = player_of(state, Side.ESCORT)
    play.tell(SupportGroupDrawn, len(extra), tuple(extra), rule="13.2", to=(player,))
    yield from meet_rescue_duty(play)
    freely = play.options.support_group_put_back == "up_to_as_many"
    for _ in range(len(extra) if freely else min(len(extra), len(seat.units) - UNIT_HAND)):
        may = [PUT_BACK[unit] for unit in dict.fromkeys(seat.units) if unit is not Unit.SUPPORT_GROUP]
        options: list[KeepTheRest | PutBack] = [KEEP_THE_REST, *may] if freely else [*may]
        choice = yield from choose(
            player,
            "Which card do you put back into the deck?",
            options,
            "13.2",
            secret=True,
            kind="put_back",
            about=About(places=places(at=ids.UNITS[Side.ESCORT])),
        )
        if isinstance(choice, KeepTheRest):
            return
        seat.units.remove(choice.unit)
        seat.units_deck.add(choice.unit)
        tell_moved(play, Side.ESCORT, choice.unit, Goes.DECK, ids.UNITS[Side.ESCORT], "13.2", known=False)


@rule("5", "7.1")
def begin_turn(play: Play) -> None:
    """A turn begins: the U-boat side has the odd ones, the escort side the even ones."""
    play.state.turn += 1
    play.state.turns += 1


@rule("7.2.1", "7.3.1")
def throw_away(play: Play, side: Side, card: Tactical) -> None:
    """Discard a tactical card face-down."""
    seat = play.state.seats[side]
    seat.tactical.remove(card)
    seat.discards.append(card)
    section = "7.2.1" if side is Side.UBOAT else "7.3.1"
    play.tell(CardDiscarded, side, card, rule=section, to=(player_of(play.state, side),))


@rule("4")
def nothing_pending(state: State) -> bool:
    """Whether the end of the round may be offered (TW-R33)."""
    return state.engagement is None and state.attack is None and state.window is None and not state.routing


@rule("4")
def agree_to_end(play: Play, side: Side) -> Flow[bool]:
    """A side offers to end the round; the other accepts or refuses."""
    other = player_of(play.state, OTHER[side])
    answer = yield from choose(
        other,
        f"The {NAMES[side]} offers to end the round. Do you agree?",
        (REFUSE, ACCEPT),
        "4",
        kind="end_round",
        about=About({"side": str(side)}, places(at=ids.ROUND)),
    )
    play.tell(EndOffered, side, answer.accepted, rule="4")
    return answer.accepted


@rule("4", "7.4", "7.5", "14.3")
def end_of_round(play: Play) -> Flow[None]:
    """Pending attacks are settled (TW-R31); contacts and the rescue ship stay; everything else is cleared away.

    A surface escort that comes back now takes up the duty of a rescue ship that is owed (TW-R36), if a round follows.
    """
    state = play.state
    if state.engagement is not None:
        yield from resolve(play, final=True)
    if state.routing:
        routing_takes_effect(play)
    if state.window is not None:
        window = state.window
        yield from close_engagement(play, window, final=True)
        state.window = None
    back_from_table(play, state.tied)
    state.tied.clear()
    if state.round < state.rounds:
        yield from meet_rescue_duty(play)
    for side in Side:
        put_hand_away(play, side)
    tally = state.tally
    play.tell(RoundEnded, state.round, tally.uboat_points, tally.escort_points, rule="4")
    if state.round == state.rounds:
        end_of_game(play)


@rule("4")
def put_hand_away(play: Play, side: Side) -> None:
    """Tactical cards in hand are discarded. Unit cards go back to the deck, stay, or leave play (TW-R32); a support
    group always goes back unless all cards leave play (TW-R38).
    """
    seat, carryover = play.state.seats[side], play.options.oob_carryover
    keeps = carryover not in ("discard", "reshuffle")
    units = tuple(unit for unit in seat.units if not keeps or unit is Unit.SUPPORT_GROUP)
    out = carryover == "discard"
    if out:
        play.reveal()
        seat.out.extend(units)
    else:
        seat.units_deck.add_all(units)
    cards = tuple(seat.tactical)
    to, told = (player_of(play.state, side),), tuple(ids.UNIT_OF[side][unit] for unit in units)
    play.tell(HandPutAway, side, len(cards), len(units), cards, told, out, rule="4", to=to)
    seat.discards.extend(cards)
    seat.tactical.clear()
    seat.units[:] = [unit for unit in seat.units if keeps and unit is not Unit.SUPPORT_GROUP]


@rule("4", "12")
def end_of_game(play: Play) -> None:
    """After its rounds: the second game with roles exchanged, all decks rebuilt (TW-R45), or the end."""
    state = play.state
    if play.options.match_of_two and state.game == 1:
        state.first_game = state.tally
        state.game = 2
        new_game(state, play.scenario, play.options)
    else:
        state.finished = True
