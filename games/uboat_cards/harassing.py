"""Cat and Mouse, Near Miss: U20."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.uboat_cards.events import NAMES, OpponentHarassed
from navalcore_games.uboat_cards.state import OPPONENT, Card, Play, Side


@rule("U20")
def harass(play: Play, side: Side, card: Card, *, discarded: bool = False) -> None:
    """The opponent discards one card of the hand at random, and with an empty hand nothing.

    ``card``, the harassing card, is on the pile already; ``discarded`` says whether that has been reported.
    """
    state = play.state
    opponent = OPPONENT[side]
    hand = state.seats[opponent].hand.cards
    if not hand:
        return
    lost = hand.pop(play.chance.pick(hand, f"{card}: the {NAMES[opponent]} loses a card at random", "U20"))
    state.discards.cards.append(lost)
    play.tell(OpponentHarassed, side, card, lost, discarded, rule="U20")
