"""A naval combat as a scene of its own: the ships of both sides as cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from navalcore.boards import Badge, Label, Piece, Rect, Region, Scene
from navalcore.components import counted, place_id
from navalcore_games.bismarck.cards import SHIPS, unit_name
from navalcore_games.bismarck.chart import COLOURS, KINDS, TYPES
from navalcore_games.bismarck.ids import BATTLE, UNIT_IDS
from navalcore_games.bismarck.views import BattleView, BismarckView
from navalcore_games.bismarck.words import ShipNumber, Side

WIDTH, HEIGHT = 1280, 500
BAND: Final = 208
"""The height of a side's part."""


@cache
def battle_table() -> Scene:
    """The table before a ship is on it, the British above."""
    regions = [Region(place_id(BATTLE, "round"), "The combat", Rect(8, 6, WIDTH - 16, 34), "open", lie="row")]
    labels = []
    for place, side in enumerate(Side):
        y = 48 + place * (BAND + 16)
        shape = Rect(8, y, WIDTH - 16, BAND)
        room = Rect(110, y + 20, WIDTH - 130, BAND - 28)
        title = f"{side.value.capitalize()} ships in the combat"
        regions.append(Region(place_id(BATTLE, side), title, shape, "box", lie="row", room=room))
        labels.append(Label(side.value.capitalize(), (22, y + 34), 18, "panel", "start", side=COLOURS[side]))
    return Scene(BATTLE, "Naval combat", (WIDTH, HEIGHT), tuple(regions), tuple(labels), ground="table")


def fighting(view: BismarckView) -> frozenset[ShipNumber]:
    """The ships that are on the table."""
    return frozenset() if view.battle is None else frozenset([*view.battle.british, *view.battle.german])


def battle_pieces(view: BismarckView, battle: BattleView) -> Iterator[Piece]:
    """The kind of combat, and every ship in it: the own ships with their damage."""
    told = f"Combat in {battle.square}, round {battle.round + 1}{': surprise' * battle.surprise}"
    yield Piece("heading/battle", "heading", place_id(BATTLE, "round"), told, told)
    for side in Side:
        for number in battle.ships(side):
            yield _card(view, side, number)


def _card(view: BismarckView, side: Side, number: ShipNumber) -> Piece:
    card, own = SHIPS[number], view.ships.get(number)
    badges = [Badge(TYPES[card.type].removeprefix("aircraft ").removesuffix(" flotilla"), kind="band")]
    if own is None:
        sunk = view.ships_sunk.get(number, 0)
        foot = f"{sunk} sunk" if sunk else ""
    else:
        badges.append(Badge(f"{own.midships}/{card.midships}", "hits left", "figure"))
        foot = ", ".join([*([counted(own.firepower, "salvo")] if own.firepower else []), counted(own.knots, "knot")])
        if own.torpedoes:
            badges.append(Badge(f"{own.torpedoes} T", counted(own.torpedoes, "torpedo", "torpedoes"), "last"))
    if foot:
        badges.append(Badge(foot, kind="foot"))
    state = "chosen" if number in (view.ordering, view.quarry) else ""
    title = f"{unit_name(number)}, {TYPES[card.type]}{f': {foot}' if foot else ''}"
    return Piece(
        UNIT_IDS[number], "card", place_id(BATTLE, side), title, card.name, COLOURS[side], badges=tuple(badges),
        symbol=KINDS[card.type], state=state, name=unit_name(number),
    )  # fmt: skip
