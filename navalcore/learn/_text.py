"""Observations as text, for language models, and what a role has come to know of a match, as a text and a digest."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from navalcore._face.face import face_of
from navalcore._match.match import Match
from navalcore.learn._actions import ActionSpace
from navalcore.learn._heard import shown_line


def text_observation(match: Match[Any, Any, Any], role: str, space: ActionSpace | None = None) -> str:
    """The view and the question of a role, in words: the table, the question, and the options.

    Args:
        match: the match.
        role: who looks.
        space: number the options by their action ids; without it by their places in the decision.

    Raises:
        UnknownName: the game has no such role.
    """
    told = [face_of(match.game).board_text(match.view(role))]
    decision = match.decisions.get(role)
    if decision is not None:
        numbers = range(len(decision.options)) if space is None else space.ids(decision)
        told += ["", decision.prompt]
        told += [f"{number}: {text}" for number, text in zip(numbers, decision.texts, strict=True)]
    return "\n".join(told)


def information_state(match: Match[Any, Any, Any], role: str) -> str:
    """Everything a role was told and has chosen so far, a line each, after its name. At the end is a fingerprint of its
    present view and question, from which its view follows. It recalls what events told; what the role only saw when it
    chose before, :meth:`ChanceNodes.information_state <navalcore.learn.ChanceNodes.information_state>` recalls too.

    Args:
        match: a match that was started with ``history=True``.
        role: the role.

    Raises:
        BadData: the match keeps no history.
        UnknownName: the game has no such role that plays.
    """
    match.game.check_player(role)
    events = match.snapshot(role, since=0).events or ()
    lines = [f"{each.kind} {json.dumps(each.fields, ensure_ascii=False, sort_keys=True)}" for each in events]
    return "\n".join([role, *lines, shown_line(match.view(role), match.decisions.get(role))])


def information_digest(match: Match[Any, Any, Any], role: str) -> str:
    """A fingerprint of the :func:`information_state` of ``role`` in ``match``: the same where a role knows the same; no
    two roles share one.
    """
    return blake2b(information_state(match, role).encode(), digest_size=16).hexdigest()
