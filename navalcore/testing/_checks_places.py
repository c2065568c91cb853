"""Checks of pictures and places: what an option names is drawn, and pictures tell nothing that is hidden."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from navalcore._face.face import Face, face_of
from navalcore._match.match import AnyMatch
from navalcore._rules.option import places_of
from navalcore.boards._board import DrawnBoard
from navalcore.components._places import check_place
from navalcore.errors import BadData
from navalcore.testing._places import places_on
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, require

MOMENTS = 120
"""How many decisions of a match are looked at."""
SHEETS = 6
"""How many still layers a match may have for one role: as many as the board has sheets, such as a map and a display."""
SVG = "{http://www.w3.org/2000/svg}"


@check()
def options_name_places_that_are_drawn(trial: Trial) -> None:
    """Every place that an option names is in the picture drawn for the role that is asked, if the game draws one."""
    face = face_of(trial.game)
    for match in trial.moments(MOMENTS):
        for role, decision in match.decisions.items():
            trial.placed.note(decision.options)
            board = face.board(match.view(role))
            drawn = None if board is None else places_on(board)
            for option in decision.options:
                for place, _ in places_of(option):
                    _require_well_formed(place, f"the option {option}", match)
                    there = drawn is None or place in drawn
                    expected = f"{place}, which '{option}' names, in the picture for {trial.game.the_role(role)}"
                    require(there, expected, f"only {', '.join(sorted(drawn or ())) or 'no place'}", match)


@check()
def places_are_well_formed(trial: Trial) -> None:
    """Every ``data-place`` of a picture is a word and its ids, and a title says in words what lies there."""
    face = face_of(trial.game)
    for match in trial.moments():
        for role in trial.onlookers:
            board = face.board(match.view(role))
            for layer in (board.still, board.moving) if isinstance(board, DrawnBoard) else ():
                for node in ElementTree.fromstring(layer.encode()).iter():
                    place = node.get("data-place")
                    if place is not None:
                        _require_well_formed(place, "the picture", match)
                        title = node.findtext(f"{SVG}title", "")
                        require(bool(title.strip()), f"a title within the group of {place}", "none", match)


@check()
def boards_have_two_layers(trial: Trial) -> None:
    """The layers of a board have the same view box, the still one stays the same in a match (a board of several sheets
    has one for each), and the moving one hides nothing beneath it by a background.
    """
    face = face_of(trial.game)
    stills: dict[str, dict[str, str | None]] = {role: {} for role in trial.onlookers}  # view boxes by digest
    for match in trial.moments(4 * 12):
        for role in trial.onlookers:
            board = face.board(match.view(role))
            if not isinstance(board, DrawnBoard):
                return  # what is described is drawn in two layers by the library
            seen, moving = stills[role], ElementTree.fromstring(board.moving.encode())
            if board.digest not in seen:
                seen[board.digest] = ElementTree.fromstring(board.still.encode()).get("viewBox")
            boxes = [seen[board.digest], moving.get("viewBox")]
            require(bool(boxes[0]), "a viewBox, so that the picture scales", "none", match)
            require(boxes[0] == boxes[1], "two layers with the same viewBox", f"{boxes[0]} and {boxes[1]}", match)
            expected = f"at most {SHEETS} still layers in a match for one role"
            require(len(seen) <= SHEETS, expected, f"{len(seen)}: what moves belongs above", match)
            covered = _covered(moving)
            require(not covered, "a moving layer without a background", "a rectangle over the whole board", match)


@check()
def pictures_hide_what_is_hidden(trial: Trial) -> None:
    """A picture for a role is the same in every world that the role cannot tell from the real one, and is drawn from
    the view alone: a view that has crossed to another process gives the same picture.
    """
    game, face = trial.game, face_of(trial.game)
    for match in trial.moments():
        terms = match.setup.terms
        for role in game.roles:
            view = match.view(role)
            real = _drawn(face, view)
            again = _drawn(face, type(view).model_validate_json(view.model_dump_json()))
            who = game.the_role(role)
            require(again == real, f"the same picture for {who} of a view that was JSON", "another one", match)
            copied = game.determinize(match.state, role, trial.stream(f"drawn {match.count} {role}"), terms)
            imagined = game.view(copied, role, terms)
            if imagined == view:
                expected = f"the same picture for {who} in a world it cannot tell from this one"
                require(_drawn(face, imagined) == real, expected, "another one", match)


def _drawn(face: Face[Any, Any, Any], view: Any) -> list[object]:
    return [face.board(view), *(draw(view) for draw in face.pictures().values())]


def _require_well_formed(place: str, where: str, match: AnyMatch) -> None:
    try:
        check_place(place)
    except BadData as error:
        require(False, f"well-formed places in {where}", error, match)


def _covered(root: ElementTree.Element) -> bool:
    """Whether an opaque rectangle as large as the board lies in its moving layer."""
    size = (root.get("viewBox") or "").split()[2:]
    return any(
        [node.get("width"), node.get("height")] == size and node.get("fill") != "none" and not node.get("fill-opacity")
        for node in root.iter(f"{SVG}rect")
    )
