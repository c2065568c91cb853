"""Cat and Mouse, Near Miss: U20."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.uboat_cards.events import NAMES, OpponentHarassed
from navalcore_games.uboat_cards.state import OPPONENT, Card, Play, Side


@rule("U20")
def harass(play: Play, side: Side, card: Card, *, discarded: bool = False) -> None:
    """The opponent discards one card of his hand at random; with an empty hand he loses nothing.

    ``card``, the harassing card, lies on the pile already; ``discarded`` says whether that has been told.
    """
    state = play.state
    opponent = OPPONENT[side]
    hand = state.seats[opponent].hand.cards
    if not hand:
        return
    lost = hand.pop(play.chance.pick(hand, f"{card}: the {NAMES[opponent]} loses a card at random", "U20"))
    state.discards.cards.append(lost)
    play.tell(OpponentHarassed, side, card, lost, discarded, rule="U20")
