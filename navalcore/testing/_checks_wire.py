"""Checks of what crosses to a front end: kinds, keys, and snapshots that say what they should and nothing else."""

from __future__ import annotations

import re
from typing import Any, Final
from weakref import WeakKeyDictionary

from navalcore._face.action_tables import TABLE, read_table, table_of
from navalcore._face.face import face_of
from navalcore._match.match import AnyGame, AnyMatch
from navalcore._rules.decision import SPECTATOR
from navalcore._rules.option import key_of, kind_of_class
from navalcore._wire.codec import ENGINE_EVENTS
from navalcore._wire.messages import Snapshot
from navalcore.components._events import Event
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, require, required

KIND = re.compile(r"[a-z]+(?:[_.][a-z]+)*")
MOMENTS = 120
"""How many decisions of a match are looked at."""
_MODELS: Final[WeakKeyDictionary[AnyGame, type[Snapshot]]] = WeakKeyDictionary()
"""The model of each game's snapshots, which takes long to make, for all of its matches."""


@check()
def kinds_are_listed_words(trial: Trial) -> None:
    """Every option and event met is of a class that the game lists (``option_types``, ``event_types``), and kinds are
    stable words: lower case, with dots and underscores, without figures.
    """
    game = trial.game
    told: list[Event] = []
    events = (*ENGINE_EVENTS, *game.event_types)
    for cls in (*game.option_types, *events):
        require(bool(KIND.fullmatch(kind_of_class(cls))), f"a word as the kind of {cls.__name__}", kind_of_class(cls))
    for match, decision in trial.questions(MOMENTS, on_event=told.append):
        require(bool(KIND.fullmatch(decision.kind)), "a word as the kind of the decision", decision.kind, match)
        for option in decision.options:
            listed = type(option) in game.option_types
            require(listed, "options of the classes in option_types", f"a {type(option).__name__}: {option}", match)
    for event in told:
        require(type(event) in events, "events of the classes in event_types", f"a {type(event).__name__}: {event}")


@check()
def keys_name_one_action(trial: Trial) -> None:
    """A key names one action and an action has one key, wherever in a match they are met; a key chooses its option; and
    an option comes back from JSON as it was.
    """
    actions: dict[str, object] = {}
    keys: dict[object, str] = {}
    for match, decision in trial.questions(MOMENTS):
        found = [key_of(option) for option in decision.options]
        twice = sorted({key for key in found if found.count(key) > 1})
        require(not twice, "a key of its own for each option of a decision", f"{twice} twice", match)
        for index, (option, key) in enumerate(zip(decision.options, found, strict=True)):
            require(decision.index(key) == index, f"the key {key} to mean its option", decision.index(key), match)
            known = actions.setdefault(key, option)
            require(known == option, f"one action of the key {key}", f"{known!r} and {option!r}", match)
            before = keys.setdefault(option, key)
            require(before == key, f"one key of {option!r}", f"{before} and {key}", match)
            require(_back(trial, option) == option, f"{option!r} to come back from JSON", _back(trial, option), match)


@check()
def action_keys_are_complete(trial: Trial) -> None:
    """Where a game lists the keys of its options (``Face.action_keys``), every option met has one of them; and where
    their numbers are frozen for those who train, every key is in the table.
    """
    game = trial.game
    listed = face_of(game).action_keys()
    if listed is None:
        return
    known, where = set(listed), "among the keys that Face.action_keys lists"
    if table_of(game).exists():
        frozen = set(read_table(table_of(game))[1])
        missing = sorted(known - frozen)
        expected = f"every key in {TABLE}; freeze it anew with python -m navalcore.learn {game.id}"
        require(not missing, expected, f"'{missing[0] if missing else ''}' missing")
    for match in trial.moments(MOMENTS):
        for decision in match.decisions.values():
            for option in decision.options:
                require(key_of(option) in known, f"the key of {option!r} {where}", f"'{key_of(option)}' missing", match)


def _back(trial: Trial, option: object) -> Any:
    return trial.game.from_json(trial.game.to_json(option))


@check()
def snapshots_fit_their_schema(trial: Trial) -> None:
    """The snapshot of every seat fits the schema of the game's snapshots: a view of the game's own class, options and
    events of the listed kinds, and nothing besides; what it holds is the role's view, its own decision, and its events.
    """
    model = _MODELS.get(trial.game)
    if model is None:
        model = _MODELS[trial.game] = trial.game.snapshot_class()
    told = dict.fromkeys((*trial.game.roles, SPECTATOR), 0)
    match = None
    for match in trial.moments(history=True):
        for role, since in told.items():
            told[role] = _fitting(model, match, role, since)
    if match is not None:  # which by now stands where the line ends
        for role in told:
            _fitting(model, match, role, 0)


def _fitting(model: type[Snapshot], match: AnyMatch, role: str, since: int) -> int:
    """Look at a snapshot with the events since some number; the number of the last."""
    sent = match.snapshot(role, since=since).model_dump_json()
    with required(f"a snapshot for {role} that fits its schema", match):
        read = model.model_validate_json(sent)
    require(read.view == match.view(role), f"the view of {role} in its snapshot", read.view, match)
    decided = role in match.decisions
    require((read.decision is not None) == decided, f"{role} to be sent its own decision", sent[:300], match)
    numbers = [event.n for event in read.events]
    require(numbers == list(range(since + 1, read.told + 1)), f"the events of {role} in order", numbers, match)
    return read.told
