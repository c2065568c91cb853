"""Checks of places: what an option names is on the board, and boards and pictures tell nothing that is hidden."""

from __future__ import annotations

from typing import Any

from navalcore._face.face import Face, face_of
from navalcore._match.match import AnyMatch
from navalcore._rules.option import places_of
from navalcore.components._places import check_place
from navalcore.errors import BadData
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, require

MOMENTS = 120
"""How many decisions of a match are looked at."""


@check()
def options_name_places_that_are_drawn(trial: Trial) -> None:
    """Every place that an option names is on the board for the role that is asked, if the game describes one."""
    face = face_of(trial.game)
    for match in trial.moments(MOMENTS):
        for role, decision in match.decisions.items():
            trial.placed.note(decision.options)
            board = face.board(match.view(role))
            known = None if board is None else board.ids
            for option in decision.options:
                for place, _ in places_of(option):
                    _require_well_formed(place, f"the option {option}", match)
                    there = known is None or place in known
                    expected = f"{place}, which '{option}' names, on the board for {trial.game.the_role(role)}"
                    require(there, expected, f"only {', '.join(sorted(known or ())) or 'no place'}", match)


@check()
def pictures_hide_what_is_hidden(trial: Trial) -> None:
    """The board and other pictures for a role are the same in every world that the role cannot tell from the real one,
    and are made from the view alone: a view that has crossed to another process gives the same.
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
