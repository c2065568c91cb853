"""Check of places: in all options of a kind they have the same parts, and each part names what it may name."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore._face.face import face_of
from navalcore._match.match import AnyMatch
from navalcore._rules.events import ChoiceMade
from navalcore._rules.option import kind_of
from navalcore.boards._description import Board
from navalcore.components._places import PARTS, Place
from navalcore.testing._checks_boards import LOOKS, MOMENTS, told_of_choices
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, require


@check()
def places_have_their_parts(trial: Trial) -> None:
    """All options of a kind, together with their question, name the same parts of an act in the order subject, from,
    to, target, at. An option that moves something says what it is, from where and to where. Only what is not on the
    board yet may leave out the first, and what leaves the board the second. In options, questions and events a subject
    is a piece of the board, and from, to and at are regions.
    """
    face, kinds = face_of(trial.game), dict[str, list[str]]()
    for match in trial.moments(LOOKS):
        for role, decision in match.decisions.items():
            board = face.board(match.view(role))
            looked = _Looked(match, () if board is None else (board,))
            looked.require_fitting(decision.places, decision.prompt)
            for option in decision.options:
                found = decision.places_of(option)
                _require_parts(looked, option, found, decision.prompt, kinds)
                looked.require_fitting(found, option)
    for match, _, before, after, events in told_of_choices(trial, MOMENTS, trial.game.roles):
        looked = _Looked(match, (before, after))
        for event in events:
            if not event.passing and not isinstance(event, ChoiceMade):  # what was chosen has been looked at
                looked.require_fitting(event.places, event)


def _require_parts(
    looked: _Looked, option: object, found: Sequence[Place], prompt: str, kinds: dict[str, list[str]]
) -> None:
    """An option has the parts of the first of its kind, and whole ways."""
    parts = list(dict.fromkeys(part for _, part in found))
    told = [*dict.fromkeys("a way" if part in ("from", "to") else part for part in parts)]
    first = kinds.setdefault(kind_of(option), told)
    if told != first:
        expected = (
            f"{_listed(first)} in '{option}', which answers '{prompt}', as in others of the kind {kind_of(option)}"
        )
        require(False, expected, _listed(told), looked.match)
    goes = [name for name, part in found if part == "subject"]
    if "a way" in told and not (goes and ("from" in parts or looked.pieces.isdisjoint(goes))):
        expected = f"in '{option}', which answers '{prompt}', what goes, and where from"
        require(False, expected, _listed(parts), looked.match)


class _Looked:
    """The boards of one moment: which of their ids are pieces, and which regions."""

    def __init__(self, match: AnyMatch, boards: Sequence[Board]) -> None:
        self.match = match
        self.pieces = {piece.id for board in boards for piece in board.pieces}
        self.regions = {name for board in boards for scene in board.scenes for name in scene.by_id}

    def require_fitting(self, found: Sequence[Place], told: object) -> None:
        """Places are in order; subjects are pieces and whereabouts regions, as far as they are on the board."""
        order = [PARTS.index(part) for _, part in found]
        if order != sorted(order):
            require(False, f"the places of '{told}' in order", _listed([part for _, part in found]), self.match)
        for name, part in found:
            if part == "subject" and name in self.regions:
                require(False, f"a piece as the subject of '{told}'", f"the region {name}", self.match)
            if part in ("from", "to", "at") and name in self.pieces:
                require(False, f"a region as '{part}' in '{told}'", f"the piece {name}", self.match)


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts) or "no part"
