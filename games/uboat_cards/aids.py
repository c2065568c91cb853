"""The effect of each card that may be played, counted at the table."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.rules import Decision, Fact, Terms, rule
from navalcore_games.uboat_cards.choices import PlayCard
from navalcore_games.uboat_cards.options import UboatOptions
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Side
from navalcore_games.uboat_cards.views import CardTableView


def facts(view: CardTableView, decision: Decision, terms: Terms[UboatOptions]) -> Sequence[Sequence[Fact]]:
    """The facts about each card that may be played."""
    if decision.kind != "action":
        return ()
    return [
        _played(view, Side(decision.role), option, terms.options) if isinstance(option, PlayCard) else ()
        for option in decision.options
    ]


@rule("U8", "U10", "U11", "U14", "U16", "U17", "U20")
def _played(view: CardTableView, side: Side, option: PlayCard, options: UboatOptions) -> Sequence[Fact]:
    """Of the chain the row and the vessel it destroys; of a clearing card the cards it takes; of the others a loss."""
    own, enemy = view.seat(side), view.seat(OPPONENT[side])
    if option.card is CLEARING[side]:
        section = "U8" if side is Side.UBOAT else "U14"
        told = [Fact("clears", len(enemy.row), section, "cards of the enemy's row discarded")]
        if options.clear_scope == "all":
            told.append(Fact("clears_own", len(own.row), section, "of your own"))
        return told
    if option.card in HARASSING:
        return [Fact("cards_left", enemy.hand_size - 1, "U20", "cards left in the enemy's hand")]
    laid, sections = len(own.row) + 1, ("U10", "U11") if side is Side.UBOAT else ("U16", "U17")
    if laid < len(CHAIN[side]):
        return [Fact("row", laid, sections[0], "cards of the chain laid")]
    return [
        Fact("destroyed", 1, sections[1], "vessels destroyed"),
        Fact("to_win", own.needed - own.sunk - 1, sections[1], "then to win"),
    ]
