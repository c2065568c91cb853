"""The board as data: what is on the sea and in the seats of both sides. Nothing is drawn here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from navalcore.boards import Badge, Board, Piece, Tint, Trace
from navalcore.components import counted, listed
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.cards import (
    BACKS,
    at_sea,
    backs,
    card_piece,
    card_slip,
    unit_card,
    unit_slip,
)
from navalcore_games.tonnage_war.events import NAMES
from navalcore_games.tonnage_war.sea import scene, told_id
from navalcore_games.tonnage_war.state import OTHER, Kind, Rescue, Side, Tactical, Target, Unit
from navalcore_games.tonnage_war.text_board import RESCUE, weather
from navalcore_games.tonnage_war.values import in_words
from navalcore_games.tonnage_war.views import ContactView, EngagementView, SeatView, TableView

C = TypeVar("C", Tactical, Unit)

DRAWN_SHIPS: Final = 12
"""So many merchantmen are drawn: their number does not matter."""
FATES: Final = ("unhurt", "damaged", "sunk")
QUIET: Final = {
    ids.ATTACK: "no boat attacks",
    ids.ENGAGEMENT: "no escort hunts a boat",
    ids.WINDOW: "no attempt may be continued",
}
"""The text of a place where nothing happens."""
ATTACKED: Final = {Kind.CONVOY_ATTACK: Target.CONVOY, Kind.CARRIER_ATTACK: Target.CARRIER}


def board(view: TableView) -> Board:
    """The table as a view knows it."""
    bottom = view.side or Side.UBOAT
    pieces = [*_heading(view), *_convoy(view), *_returning(view)]
    for contact in view.contacts:
        pieces += _contact(contact)
    going_on = _going_on(view)
    for place, engagement in going_on.items():
        pieces += _engagement(view, place, engagement)
    pieces += [_quiet(place) for place in QUIET if place not in going_on]
    for side in Side:
        pieces += _seat(side, view.seat(side), small=side is OTHER[bottom])
    seen = tuple(side for side in Side if view.seat(side).tactical is not None)
    table = scene(bottom, seen, view.side is not None, view.has_carrier, view.game)
    return Board((table,), tuple(pieces), tuple(_traces(view)), tuple(_tints(view)))


def _going_on(view: TableView) -> Mapping[str, EngagementView]:
    """The attack, the engagement and the one that may be continued, as far as there are any, by their places."""
    named = {ids.ATTACK: view.attack, ids.ENGAGEMENT: view.engagement, ids.WINDOW: view.window}
    return {place: engagement for place, engagement in named.items() if engagement is not None}


def _heading(view: TableView) -> Iterator[Piece]:
    """Round, turn and weather; points and losses."""
    turn = f"turn {view.turn} of 26" if view.turn else "before the first turn"
    game = f"Game {view.game}, round" if view.game > 1 else "Round"
    told = f"{game} {view.round} of {view.rounds}, {turn}; {weather(view)}"
    yield Piece("heading/round", "heading", ids.ROUND, told, told)
    tally = view.tally
    points = {Side.UBOAT: tally.uboat_points, Side.ESCORT: tally.escort_points}
    ships, escorts = counted(tally.ships, "ship"), counted(tally.escorts_destroyed, "escort")
    boats = counted(tally.boats_sunk, "boat")
    lost = {
        Side.UBOAT: (f"{ships}, {escorts}", f"{ships} and {escorts} sunk, {tally.escorts_damaged} damaged"),
        Side.ESCORT: (f"{boats}, {tally.boats_damaged} damaged", f"{boats} sunk, {tally.boats_damaged} damaged"),
    }
    for side in Side:
        told = f"{NAMES[side].capitalize()} {points[side]}"
        yield Piece(f"heading/{side}", "heading", ids.SCORE[side], f"{told}: its points", told, side)
        text, title = lost[side]
        yield Piece(f"told/{side}", "text", told_id(ids.SCORE[side]), title, text)


# ---- the seats -------------------------------------------------------------------------------------------------------


def _seat(side: Side, seat: SeatView, *, small: bool) -> Iterator[Piece]:
    """The hands of a side, what it has played, lost and discarded, and its decks."""
    draw_card, draw_unit = (card_slip, unit_slip) if small else (card_piece, unit_card)
    whose = f"the {NAMES[side]}"
    if seat.tactical is None:
        yield from _backs(ids.BACK[side], side, ids.HAND[side], f"tactical cards of {whose}", seat.tactical_size)
    else:
        for card, number in kinds(seat.tactical, Tactical).items():
            yield draw_card(card, ids.HAND[side], f"{card}, in the hand of {whose}", number)
    if seat.units is None:
        yield from _backs(ids.UNIT_BACK[side], side, ids.UNITS[side], f"unit cards of {whose}", seat.units_size)
    else:
        for unit, number in kinds(seat.units, Unit).items():
            yield draw_unit(unit, side, ids.UNITS[side], f"{unit}, {in_words(unit)}, in the hand of {whose}", number)
    for card, number in _newest_last(seat.played).items():
        yield card_piece(card, ids.PLAYED[side], f"{card}, played by {whose}", number)
    for unit, number in kinds(seat.out, Unit).items():
        yield unit_slip(unit, side, ids.OUT[side], f"{unit}, {in_words(unit)}, out of play", number)
    if seat.discards is None:
        yield from _backs(ids.BACK[side], side, ids.DISCARDS[side], f"discards of {whose}", seat.discards_size)
    else:
        for card, number in kinds(seat.discards, Tactical).items():
            yield card_piece(card, ids.DISCARDS[side], f"{card}, discarded by {whose}", number)
    for name, at, told, size in (
        (ids.BACK[side], ids.DECK[side], "tactical deck", seat.tactical_deck_size),
        (ids.UNIT_BACK[side], ids.UNIT_DECK[side], "unit deck", seat.units_deck_size),
    ):
        if size:
            title = f"The {told} of {whose}"
            yield Piece(name, "card", at, title, side=side, count=size, face="down", name=BACKS[name])


def _backs(name: str, side: Side, at: str, what: str, number: int) -> Sequence[Piece]:
    return backs(name, side, at, f"{what[0].upper()}{what[1:]}, face down", number)


def kinds(cards: Sequence[C], order: type[C]) -> Mapping[C, int]:
    """How many of each kind, in the order of the rules."""
    held = Counter(cards)
    return {kind: held[kind] for kind in order if held[kind]}


def _newest_last(cards: Sequence[Tactical]) -> Mapping[Tactical, int]:
    number = Counter(cards)
    return {card: number[card] for card in reversed(dict.fromkeys(reversed(cards)))}


# ---- the sea ---------------------------------------------------------------------------------------------------------


def _convoy(view: TableView) -> Iterator[Piece]:
    """The merchantmen, those that are sunk, the rescue ship, the carrier and her screen."""
    told = "A merchantman of the convoy; a dozen are drawn, however many sail"
    yield Piece(ids.MERCHANTMEN, "merchant", ids.CONVOY, told, count=DRAWN_SHIPS, name="A merchantman")
    lost_rescue_ship = view.rescue in (Rescue.ESCORT, Rescue.OWED)
    if sunk := view.tally.ships - lost_rescue_ship:
        title, name = "A merchantman, sunk", "A merchantman"
        yield Piece(ids.MERCHANTMAN, "merchant", ids.SUNK_SHIPS, title, count=sunk, state="sunk", name=name)
    if lost_rescue_ship:
        yield Piece(
            ids.RESCUE_SHIP,
            "rescue_ship",
            ids.SUNK_SHIPS,
            "The first rescue ship, sunk",
            state="sunk",
            name="The rescue ship",
        )
    if view.rescue is Rescue.ORIGINAL:
        yield Piece(
            ids.RESCUE_SHIP,
            "rescue_ship",
            ids.RESCUE,
            "The convoy's own rescue ship",
            side="escort",
            name="The rescue ship",
        )
    elif view.rescue is Rescue.ESCORT:
        title = f"{view.rescue_escort or 'An escort'}: the rescue ship"
        yield at_sea(view.rescue_escort, Side.ESCORT, ids.RESCUE, title)
    else:
        short = "none" if view.rescue is Rescue.NONE else "to be named"
        yield Piece("told/rescue", "text", ids.RESCUE, RESCUE[view.rescue].capitalize(), short)
    if not view.has_carrier:
        return
    fate, state = FATES[view.carrier_damage], "sunk" if view.carrier_damage == 2 else ""
    hurt = (Badge(fate, f"The carrier is {fate}", "bad"),) if view.carrier_damage else ()
    title = f"The escort carrier: {fate}"
    yield Piece(
        ids.CARRIER_SHIP,
        "carrier",
        ids.CARRIER,
        title,
        side="escort",
        badges=hurt,
        state=state,
        name="The escort carrier",
    )
    for unit, number in kinds(view.screen, Unit).items():
        title = f"{unit}, {in_words(unit)}, of the carrier's screen"
        yield at_sea(unit, Side.ESCORT, ids.SCREEN, title, number=number)


def _contact(contact: ContactView) -> Iterator[Piece]:
    """The card of a contact, and its boat."""
    number, whom = contact.number, f"contact {contact.number} with the {contact.target}"
    said = f"{contact.card}, {whom}{', under evasive routing' if contact.under_routing else ''}"
    yield Piece(
        ids.CARD[contact.card], "text", ids.contact_card_id(number), said[0].upper() + said[1:],
        f"{number}: {'routed' if contact.under_routing else contact.target}", name=contact.card,
    )  # fmt: skip
    boat = "a boat, face down" if contact.boat is None else f"{contact.boat}, {in_words(contact.boat)}"
    yield at_sea(contact.boat, Side.UBOAT, ids.contact_id(number), f"{whom[0].upper()}{whom[1:]}: {boat}")


def _returning(view: TableView) -> Iterator[Piece]:
    """Escorts on their way back to the hand, each kind with the turns at whose end they arrive."""
    due: dict[Unit, list[int]] = {}
    for unit, turn in view.returning:
        due.setdefault(unit, []).append(turn)
    for unit, turns in due.items():
        ends = sorted(set(turns))
        said = f"back at the end of turn {listed([str(turn) for turn in ends])}"
        badge = Badge(", ".join(map(str, ends)), said, "last")
        title = f"{unit}, {in_words(unit)}, {said}"
        yield at_sea(unit, Side.ESCORT, ids.RETURNING, title, number=len(turns), badges=(badge,))


def _engagement(view: TableView, place: str, engagement: EngagementView) -> Iterator[Piece]:
    """The kind of place, the card of the U-boat side unless it is with its contact, and the escorts."""
    told = told_of(engagement)
    yield Piece(f"told/{place}", "text", told_id(place), f"{told[0].upper()}{told[1:]}", told)
    if not engagement.gone and not _lies_with_contact(view, engagement):
        known = engagement.unit
        title = "A card of the U-boat side, face down" if known is None else f"{known}, {in_words(known)}"
        hurt = (Badge("damaged", "damaged", "bad"),) if engagement.damage else ()
        yield at_sea(known, Side.UBOAT, place, title, badges=hurt)
    group = Counter((member.unit, member.damage) for member in engagement.group)
    for (unit, damage), number in group.items():
        title = "An escort or a blank, face down" if unit is None else f"{unit}, {in_words(unit)}"
        yield at_sea(unit, Side.ESCORT, place, title, number=number, damage=damage)


def _quiet(place: str) -> Piece:
    """The line for an attack or an engagement that there is not."""
    return Piece(f"told/{place}", "text", told_id(place), f"{QUIET[place][0].upper()}{QUIET[place][1:]}", QUIET[place])


def _lies_with_contact(view: TableView, engagement: EngagementView) -> bool:
    return any(contact.number == engagement.contact for contact in view.contacts)


def told_of(engagement: EngagementView) -> str:
    """The action there, in a line."""
    target = ATTACKED.get(engagement.kind)
    attack = f"{engagement.attack_card} on the {target}" if target else ""
    if engagement.weapon is None:
        return attack or str(engagement.kind)
    if engagement.attempt > 1:
        return f"{engagement.weapon}, attempt {engagement.attempt}"
    on = f"contact {engagement.contact}" if engagement.contact else "a random card"
    return f"{engagement.weapon} on {f'the {engagement.attack_card}' if attack else on}"


def _traces(view: TableView) -> Iterator[Trace]:
    """The target of an attack, and the contact at which escorts are."""
    if view.attack is not None:
        target = ATTACKED[view.attack.kind]
        yield Trace((ids.ATTACK, target), "attack", told_of(view.attack), Side.UBOAT)
    engagement = view.engagement
    if engagement is not None and engagement.contact and _lies_with_contact(view, engagement):
        yield Trace((ids.ENGAGEMENT, ids.contact_id(engagement.contact)), "moved", told_of(engagement), Side.ESCORT)


def _tints(view: TableView) -> Iterator[Tint]:
    """The target of the attack, and the storm."""
    if view.storm:
        yield Tint(ids.CONVOY, "storm", "Stormy weather")
    for engagement in _going_on(view).values():
        if engagement.contact and _lies_with_contact(view, engagement):
            yield Tint(ids.contact_id(engagement.contact), "danger", told_of(engagement))
