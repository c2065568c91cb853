"""Action phases: the wolf pack's (U7-U12), the convoy's (U13-U18), and harassing (U20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from navalcore.rules import Decision, Flow, Refusal, rule
from navalcore_games.uboat_cards.choices import ABOUT, PASS, PLAY, Pass, PlayCard
from navalcore_games.uboat_cards.events import NAMES, CardLaid, RowBroken, TableCleared, VesselDestroyed
from navalcore_games.uboat_cards.harassing import harass
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Card, Play, Side

Action: TypeAlias = Pass | PlayCard

ACTION_RULE = {Side.UBOAT: "U7", Side.CONVOY: "U13"}
CLEAR_RULE = {Side.UBOAT: "U8", Side.CONVOY: "U14"}
CHAIN_RULE = {Side.UBOAT: "U9", Side.CONVOY: "U15"}
LAY_RULE = {Side.UBOAT: "U10", Side.CONVOY: "U16"}
SINK_RULE = {Side.UBOAT: "U11", Side.CONVOY: "U17"}
WIN_RULE = {Side.UBOAT: "U12", Side.CONVOY: "U18"}

_PROMPT = "Which card do you play, or do you pass?"


@rule("U7", "U10", "U13", "U16")
def action_phase(play: Play, side: Side) -> Flow[None]:
    """Play one card or pass; under UBC-R09 ``free_in_action`` harassing cards come on top of that."""
    row = play.state.seats[side].row
    length = len(row)
    while True:
        options = actions(play, side)
        reasons = (cannot_play, play, side)
        index = yield Decision(side, _PROMPT, options, ACTION_RULE[side], reasons, "action", False, ABOUT[side])
        action = options[index]
        if isinstance(action, PlayCard):
            play_card(play, side, action.card)
            if action.card in HARASSING and play.options.harass_timing == "free_in_action":
                continue
        break
    if length and len(row) == length and play.options.consecutive_turns:
        break_row(play, side)


@rule("U7", "U13", "U19")
def actions(play: Play, side: Side) -> list[Action]:
    """The actions of the side now.

    Pass (UBC-R12); the next card of the chain; the clearing card; a harassing card, if the opponent has a card to lose
    (UBC-R11). Water never has a use.
    """
    seats = play.state.seats
    seat = seats[side]
    hand = seat.hand.cards
    options: list[Action] = [PASS[side]]
    following = CHAIN[side][len(seat.row)]
    if following in hand:
        options.append(PLAY[side][following])
    clearing = CLEARING[side]
    if clearing in hand:
        options.append(PLAY[side][clearing])
    if seats[OPPONENT[side]].hand.cards:
        for card in HARASSING:
            if card in hand:
                options.append(PLAY[side][card])
    return options


def play_card(play: Play, side: Side, card: Card) -> None:
    """Take the card out of the hand and let it do its work."""
    play.state.seats[side].hand.cards.remove(card)
    if card is CLEARING[side]:
        clear_table(play, side, card)
    elif card in HARASSING:
        play.state.discards.cards.append(card)
        harass(play, side, card)
    else:
        lay_card(play, side, card)


@rule("U9", "U10", "U11", "U15", "U16", "U17")
def lay_card(play: Play, side: Side, card: Card) -> None:
    """Lay the next card of the chain, face up; the third one destroys a vessel and the row is discarded."""
    seat = play.state.seats[side]
    seat.row.append(card)
    play.tell(CardLaid, side, card, rule=LAY_RULE[side])
    if len(seat.row) == len(CHAIN[side]):
        discard_row(play, side)
        destroy_vessel(play, side)


@rule("U11", "U12", "U17", "U18")
def destroy_vessel(play: Play, side: Side) -> None:
    """One enemy vessel is destroyed; the side that has reached its number has won, at once."""
    seat = play.state.seats[side]
    seat.sunk += 1
    play.tell(VesselDestroyed, side, seat.sunk, seat.needed, rule=SINK_RULE[side])
    if seat.sunk == seat.needed:
        play.state.winner = side


@rule("U8", "U14")
def clear_table(play: Play, side: Side, card: Card) -> None:
    """Dive or Destroyer Sweep: the rows in play are discarded, both of them unless UBC-R07 says the opponent's only;
    then the clearing card itself.
    """
    cleared = list(play.state.seats[OPPONENT[side]].row)
    discard_row(play, OPPONENT[side])
    if play.options.clear_scope == "all":
        cleared += play.state.seats[side].row
        discard_row(play, side)
    play.state.discards.cards.append(card)
    play.tell(TableCleared, side, card, tuple(cleared), rule=CLEAR_RULE[side])


@rule("U9", "U15")
def break_row(play: Play, side: Side) -> None:
    """UBC-R04 ``consecutive_turns``: a row that was not extended in its owner's turn is discarded."""
    cards = tuple(play.state.seats[side].row)
    discard_row(play, side)
    play.tell(RowBroken, side, cards, rule=CHAIN_RULE[side])


def discard_row(play: Play, side: Side) -> None:
    """Put a side's row on the discard pile."""
    row = play.state.seats[side].row
    play.state.discards.cards.extend(row)
    row.clear()


def cannot_play(play: Play, side: Side) -> Iterator[Refusal]:
    """Why each card that cannot be played now cannot."""
    state = play.state
    hand = state.seats[side].hand.cards
    offered = actions(play, side)
    following = CHAIN[side][len(state.seats[side].row)]
    for card in Card:
        if PLAY[side][card] in offered:
            continue
        yield Refusal(str(PLAY[side][card]), *_reason(side, card, following, card in hand))


def _reason(side: Side, card: Card, following: Card, held: bool) -> tuple[str, str]:
    """The rule and the reason why ``card`` cannot be played."""
    other = OPPONENT[side]
    if card is Card.WATER:
        return "U19", "Water has no use; it can only be held or discarded"
    if card in CHAIN[other] or card is CLEARING[other]:
        section = CLEAR_RULE[other] if card is CLEARING[other] else CHAIN_RULE[other]
        return section, f"only the {NAMES[other]} plays {card}"
    if card in CHAIN[side] and card is not following:
        return CHAIN_RULE[
            side
        ], f"the row continues with {following}: {' - '.join(CHAIN[side])}, in this order (UBC-R05)"
    if not held:
        return ACTION_RULE[side], f"the {NAMES[side]} holds no {card}"
    return "U20", f"the {NAMES[other]} has no card to lose (UBC-R11)"
