"""The cards and the decks as tables, for the documentation."""

from navalcore.rules import DataTable, markdown_table
from navalcore_games.uboat_cards.decks import catalogue, own_decks
from navalcore_games.uboat_cards.state import Card, Side


def card_list() -> str:
    """Each kind of card and its effect."""
    whose = {Side.UBOAT.value: "wolf pack", Side.CONVOY.value: "convoy"}
    rows = (
        [card.name, card.type, " and ".join(whose[side.value] for side in card.played_by) or "nobody", card.use]
        for card in catalogue()
    )
    return markdown_table(["card", "type", "played by", "use"], rows)


def deck_list() -> str:
    """How many of each card are in each deck, and what wins with it."""
    decks = own_decks()
    rows: list[list[object]] = [[card, *(deck.cards[card] for deck in decks.values())] for card in Card]
    rows.append(["*cards in all*", *(deck.size for deck in decks.values())])
    rows.append(["Transports to win", *(deck.victory[Side.UBOAT] for deck in decks.values())])
    rows.append(["U-boats to win", *(deck.victory[Side.CONVOY] for deck in decks.values())])
    return markdown_table(["card", *(f"`{name}`" for name in decks)], rows)


def hand_limits() -> str:
    """Opening hands, draws, hand limits and actions a turn."""
    decks = own_decks()
    fields = {
        "cards dealt to each side": "opening_hand",
        "cards drawn in a draw phase": "draw_per_phase",
        "hand limit at the end of it": "hand_limit",
        "cards played in an action phase": "actions_per_turn",
    }
    rows = ([said, *(getattr(deck.limits, field) for deck in decks.values())] for said, field in fields.items())
    return markdown_table(["", *(f"`{name}`" for name in decks)], rows)


TABLES = (
    DataTable("cards", "The eleven cards", ("U8", "U9", "U14", "U15", "U19", "U20"), "Exact.", card_list),
    DataTable(
        "decks",
        "The decks",
        ("U2", "U12", "U18", "U22"),
        "Reconstructed, but for the twelve Sonar of the standard deck and the vessels to win with it (UBC-R01).",
        deck_list,
    ),
    DataTable("hands", "Hands", ("U3", "U6", "U7", "U13"), "Exact for the standard deck.", hand_limits),
)
"""The tables of the game's pages."""
