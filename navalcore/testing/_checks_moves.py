"""Check of moves: what changes on a board is told, so that a front end can show it from the events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Mapping
from itertools import islice
from typing import TypeAlias

from navalcore.boards._description import Board
from navalcore.components._events import Event
from navalcore.testing._checks_boards import told_of_choices
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, require

CHOICES = 150
"""After how many choices of a match the boards are compared."""
LaidPiece: TypeAlias = Counter[tuple[str, str]]
"""How many equal pieces are where, by region and piece."""


@check()
def pieces_move_as_told(trial: Trial) -> None:
    """The pieces on the board of a role before a choice and the moves of the events that this role is told give the
    pieces there afterwards. A piece may also turn up as another of the same region, named by an event. Or it may come
    from and go to a stock: a region that does not show it. A piece that is seen elsewhere without a known way is named
    by an event together with the region where it is now, after any move to another. One that leaves does so from where
    it was seen last. Words (headings, and ids such as told/round) show the state of things, and the pieces on a scene
    come and go with it.
    """
    for match, role, before, after, events in told_of_choices(trial, CHOICES, trial.onlookers):
        left = not_told(before, after, events)
        found = ", ".join(f"{piece} {number:+d} at {at}" for (at, piece), number in sorted(left.items()))
        told = "; ".join(f"{event.kind} '{event}'" for event in events) or "nothing"
        expected = f"moves for all that changes on the board of {trial.game.the_role(role)} among its events: {told}"
        require(not left, expected, f"no move that explains {found}", match)


def not_told(before: Board, after: Board, events: Collection[Event]) -> Mapping[tuple[str, str], int]:
    """The changes on a board that no event explains: how many of a piece more or less are in a region."""
    kept = {name for scene in before.scenes if scene in after.scenes for name in scene.by_id}
    old, new = lying(before, kept), lying(after, kept)
    left, named = difference(old, new), set[str]()
    apart = {piece.id for board in (before, after) for piece in board.pieces if piece.at not in kept}
    ends: dict[str, tuple[int, str]] = {}
    torn = set[str]()  # pieces that were told to leave a region after they had been told to come to another
    for number, event in enumerate(events):
        for move in event.moves:
            if ends.get(move.piece, (0, ""))[1] not in {"", move.start} and move.start:
                torn.add(move.piece)
            ends[move.piece] = number, move.end
    for event in events:
        named.update(place for place, _ in event.places)
        for move in event.moves:
            named |= {move.piece, move.start, move.end}
            if move.start:
                left[move.start, move.piece] += move.count
            if move.end:
                left[move.end, move.piece] -= move.count
    regions: dict[str, dict[str, int]] = {}
    for (at, piece), number in left.items():
        if number and at in kept:
            regions.setdefault(at, {})[piece] = number
    found = {}
    for at, pieces in regions.items():
        shown = {piece: number for piece, number in pieces.items() if (at, piece) in old or (at, piece) in new}
        shown = {piece: number for piece, number in shown.items() if piece not in apart}
        if not any(_turned_up(at, those, named) for those in (pieces, shown)):
            found.update({(at, piece): number for piece, number in shown.items()})
    for piece in {piece for _, piece in found}:
        old_at, new_at = ([at for at, each in lies if each == piece] for lies in (old, new))
        last, end = ends.get(piece, (0, None))
        gone = len(old_at) == 1 and not new_at and end == ""
        if gone or (
            piece not in torn
            and len(old_at) == len(new_at) == 1
            and _named(piece, old_at[0], new_at[0], last, end, events)
        ):
            found = {key: number for key, number in found.items() if key[1] != piece}
    return found


def _named(piece: str, old: str, new: str, last: int, end: str | None, events: Collection[Event]) -> bool:
    """Whether an event names the piece and the region where it is now together. Before its last move to another
    region, or out of one in which it stays, that says nothing.
    """
    since = 0 if end in {None, new} or (end == "" and old != new) else last
    return any({piece, new} <= {place for place, _ in event.places} for event in islice(events, since, None))


def lying(board: Board, regions: Container[str]) -> LaidPiece:
    """Everything in some regions of a board, without words."""
    found: LaidPiece = Counter()
    for piece in board.pieces:
        if piece.at in regions and piece.kind != "heading" and not piece.id.startswith("told/"):
            found[piece.at, piece.id] += piece.count
    return found


def difference(old: LaidPiece, new: LaidPiece) -> LaidPiece:
    """The pieces there that are more or, below 0, fewer than before."""
    changed = Counter(new)
    changed.subtract(old)
    return Counter({key: number for key, number in changed.items() if number})


def _turned_up(at: str, pieces: Mapping[str, int], named: set[str]) -> bool:
    """Whether as many pieces are there as before, under other ids, one of which is named by an event, or the region."""
    return not sum(pieces.values()) and (not pieces or not named.isdisjoint({at, *pieces}))
