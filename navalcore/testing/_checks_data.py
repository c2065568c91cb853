"""Checks of all that leaves the rules: states and views as JSON, option texts, kinds, keys, copies, boards."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final
from weakref import WeakKeyDictionary
from xml.etree import ElementTree

from navalcore._face.action_tables import read_table, table_of
from navalcore._face.face import face_of
from navalcore._match.match import AnyGame, AnyMatch
from navalcore._rules.decision import SPECTATOR, Decision
from navalcore._rules.option import key_of, kind_of_class
from navalcore._rules.terms import View
from navalcore._wire.codec import ENGINE_EVENTS
from navalcore._wire.messages import Snapshot
from navalcore.boards._drawing import svg
from navalcore.components._events import Event
from navalcore.errors import BadData, NavalCoreError
from navalcore.testing._registry import check
from navalcore.testing._trial import NotCarriedOut, Trial, require, required
from navalcore.testing._values import ONE_PLACE, mutable_parts, shared_part

LOOKED_AT_AS_ARRAYS: Final = 24
"""Places of a match whose views are written as arrays."""
_COLLISIONS: Final[WeakKeyDictionary[AnyGame, Any]] = WeakKeyDictionary()
"""The written views of each game, in all trials."""
WIDTHS: Final = (80, 100, 160)
"""Characters in a line of the terminals that a board in text is tried on."""


@check()
def states_survive_json(trial: Trial) -> None:
    """A state written as JSON and read again is the same state, and so is its copy. It holds what its types say, and no
    list or table in two places.
    """
    states = trial.game.states
    for match in trial.moments():
        part = shared_part(match.state)
        require(not part, ONE_PLACE, part, match)
        with required("a state that can be written as JSON and read again", match):
            again = states.from_json(json.loads(json.dumps(states.to_json(match.state))))
        require(again == match.state, "the same state after JSON", "another one", match)
        require(states.digest(again) == match.digest, "the same digest after JSON", "another one", match)
        require(states.copy(match.state) == match.state, "a copy equal to its state", "another state", match)


@check()
def views_survive_json(trial: Trial) -> None:
    """Every role's view is a View that survives JSON; looking twice shows the same and changes nothing."""
    for match in trial.moments():
        before = match.digest
        for role in trial.onlookers:
            view = match.view(role)
            who = trial.game.the_role(role)
            require(isinstance(view, View), f"a View for {who}", type(view).__name__, match)
            require(match.view(role) == view, f"{who} to see the same when looking twice", "another view", match)
            with required(f"a view of {who} that survives JSON", match):
                again = type(view).model_validate_json(view.model_dump_json(warnings="error"))
            require(again == view, f"the view of {who} to survive JSON", f"{again!r} instead of {view!r}", match)
        require(match.digest == before, "a state that looking leaves alone", "a changed state", match)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _check_texts(decision: Decision, match: AnyMatch, roles: tuple[str, ...]) -> None:
    texts = decision.texts
    require(decision.role in roles, f"a question to one of {', '.join(roles)}", repr(decision.role), match)
    require(bool(decision.prompt.strip()), "a question in words", "an empty prompt", match)
    for option in decision.options:
        require(not isinstance(option, int), "options that are not numbers (a number is an index)", repr(option), match)
    folded = [_folded(text) for text in texts]
    first = {text: index for index, text in reversed([*enumerate(folded)])}
    for index, text in enumerate(texts):
        require(
            bool(text.strip()) and text == text.strip(), "an option text without blanks around it", repr(text), match
        )
        require("\n" not in text, "an option text of one line", repr(text), match)
        alone = first[folded[index]] == index
        require(alone, "texts unique within the decision (capitals and blanks aside)", repr(text), match)
        by_text, by_value = decision.index(text), decision.index(decision.options[index])
        require(by_text == index, f"the text '{text}' to mean option {index}", f"option {by_text}", match)
        require(by_value == index, f"the option '{text}' to be equal to no other", f"equal to option {by_value}", match)
    require(decision.texts == texts, "the same texts when asked twice", "other texts", match)


@check()
def option_texts(trial: Trial) -> None:
    """Option texts are unique, not empty and stable; options are not numbers; text and value lead back to them."""
    for match, decision in trial.questions(3 * 12):
        _check_texts(decision, match, trial.game.roles)
        copied = match.fork().decision
        assert copied is not None
        require(copied.texts == decision.texts, "the same texts in a copy of the match", "other texts", match)
        with required("reasons for options left out", match):
            refused = decision.refusals()
        offered = {_folded(text) for text in decision.texts}
        for refusal in refused:
            require(_folded(refusal.text) not in offered, "reasons only for options left out", str(refusal), match)
            require(bool(refusal.reason.strip()), "a reason in words", repr(refusal), match)
            known = not refusal.rule or refusal.rule in trial.game.rulebook
            require(known, f"a section of the rule book for '{refusal}'", repr(refusal.rule), match)


@check()
def copies_are_independent(trial: Trial) -> None:
    """A copy of a state or match shares nothing that can change with its original, nor does a state with itself, nor a
    view with the state. A change in one place has no effect in another.
    """
    for match in trial.moments():
        part = shared_part(match.state)
        require(not part, ONE_PLACE, part, match)
        own = {id(each) for each, _ in mutable_parts(match.state)}
        copied = trial.game.states.copy(match.state)
        for each, place in mutable_parts(copied):
            require(id(each) not in own, f"a copy with a {place} of its own", "the original's", match)
        _views_are_their_own(trial, match.fork())
        before, decision = match.digest, match.decision
        assert decision is not None
        texts = decision.texts
        trial.choose_at_random(match.fork(), f"fork {match.count}", 10)
        trial.choose_at_random(match.fork(seed="another"), f"fork {match.count}", 10)
        require(match.digest == before, "a match that its fork leaves untouched", "a changed state", match)
        require(decision.texts == texts, "a decision that a fork leaves untouched", "changed options", match)


def _views_are_their_own(trial: Trial, match: AnyMatch) -> None:
    own = {id(each) for each, _ in mutable_parts(match.state)}
    for role in trial.onlookers:
        for each, place in mutable_parts(match.view(role), "view"):
            expected = f"{place} to be a copy, as a view must not change with the match"
            require(id(each) not in own, expected, f"the {type(each).__name__} of the state itself", match)


@check()
def boards(trial: Trial) -> None:
    """The board can be shown to all at any moment: as text, and as a picture if it is described. Other pictures
    are well-formed SVG with a title, and every other answer to a player is in words.
    """
    game, face = trial.game, face_of(trial.game)
    for match in trial.moments(4, end=True):
        for role in trial.onlookers:
            who = game.the_role(role)
            view = match.view(role)
            with required(f"a board for {who}", match):
                text, board = face.board_text(view), face.board(view)
                if board is not None:
                    for scene in board.scenes:
                        svg(board, scene=scene.id)
            require(bool(text.strip()), f"a board in text for {who}", "an empty one", match)
            for width in WIDTHS:
                shown = (*face.board_text(view, width).splitlines(), *face.glance(view, width).splitlines())
                wide = max(map(len, shown))
                require(wide <= width, f"a board in lines of {width} for {who}", f"a line of {wide}", match)
        for name, draw in face.pictures().items():
            for role in game.roles:
                with required(f"a picture '{name}' for {game.the_role(role)}", match):
                    root = ElementTree.fromstring(draw(match.view(role)))
                require(root.tag.endswith("svg"), f"an SVG picture '{name}'", f"<{root.tag}>", match)
                titles = [node.text for node in root.iter() if node.tag.rpartition("}")[2] == "title"]
                titled = any(title and title.strip() for title in titles)
                require(titled, f"a picture '{name}' with a <title>", "none", match)
        for name, tell in face.info_commands().items() if match.decision is not None else ():
            for argument in ("", "1", "no such thing"):
                _ask(name, tell, argument, match)


def _ask(name: str, tell: Callable[[Any, str], str], argument: str, match: AnyMatch) -> None:
    """Every question that a player may ask is answered, also for a wrong argument, or refused with an error of ours."""
    assert match.decision is not None
    with required(f"an answer to '{name} {argument}'", match), suppress(NavalCoreError):
        text = tell(match.view(match.decision.role), argument)
        require(isinstance(text, str), f"an answer to '{name} {argument}' in words", repr(text), match)


KIND = re.compile(r"[a-z]+(?:[_.][a-z]+)*")
MOMENTS = 120
"""How many decisions of a match are looked at."""
_KEYS: Final[WeakKeyDictionary[AnyGame, set[str] | None]] = WeakKeyDictionary()
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
    """A key names one action and an action has one key, wherever in a match they are met. A key chooses its option, and
    an option comes back from JSON as it was.
    """
    actions: dict[str, object] = {}
    keys: dict[object, str] = {}
    for match, decision in trial.questions(MOMENTS):
        found = [key_of(option) for option in decision.options]
        twice = sorted(key for key, number in Counter(found).items() if number > 1)
        require(not twice, "a key of its own for each option of a decision", f"{twice} twice", match)
        for index, (option, key) in enumerate(zip(decision.options, found, strict=True)):
            meant = decision.index(key)
            require(meant == index, f"the key {key} to mean its option", meant, match)
            known = actions.setdefault(key, option)
            with required(f"fields of {option!r} that are compared by their values", match):
                hash(option)
            alike = known == option or bool(getattr(option, "keyed", "") or getattr(known, "keyed", ""))
            require(alike, f"one action of the key {key}", f"{known!r} and {option!r}", match)
            if option in keys:
                require(keys[option] == key, f"one key of {option!r}", f"{keys[option]} and {key}", match)
                continue
            keys[option] = key
            back = trial.game.from_json(trial.game.to_json(option))
            require(back == option, f"{option!r} to come back from JSON", back, match)


@check()
def action_keys_are_complete(trial: Trial) -> None:
    """Where a game lists the keys of its options (``Face.action_keys``), every option met has one of them. Where their
    numbers are frozen for those who train, every key is in the table.
    """
    game = trial.game
    if game not in _KEYS:  # a large board has very many
        listed = face_of(game).action_keys()
        _KEYS[game] = None if listed is None else set(listed)
    known, where = _KEYS[game], "among the keys that Face.action_keys lists"
    if known is None:
        return
    table = table_of(game)
    if table.exists():
        frozen = set(read_table(table)[1])
        missing = sorted(known - frozen)
        expected = f"every key in {table.name}; freeze it again with python -m navalcore.learn {game.id}"
        require(not missing, expected, f"'{missing[0] if missing else ''}' missing")
    for match in trial.moments(MOMENTS):
        for decision in match.decisions.values():
            for option in decision.options:
                require(key_of(option) in known, f"the key of {option!r} {where}", f"'{key_of(option)}' missing", match)


@check(trials=6)
def arrays_tell_views_apart(trial: Trial) -> None:
    """Where NumPy is installed, two different views of roles are different arrays for those who train. The order of a
    bag and harmless texts do not count. Views that no array can be made of are named, and those who do not train may
    leave them so.
    """
    try:
        if trial.game not in _COLLISIONS:
            _COLLISIONS[trial.game] = import_module("navalcore.learn._contract").Collisions(trial.game)
    except ImportError:
        return
    except BadData as error:
        raise NotCarriedOut(f"as training cannot make an array of a view: {error}") from None
    for match in trial.moments(LOOKED_AT_AS_ARRAYS):
        for role in trial.game.roles:
            found = _COLLISIONS[trial.game].field_of(match.view(role))
            require(not found, f"the array of {role}'s view to be another where {found} is", "the same array", match)


@check()
def snapshots_fit_their_schema(trial: Trial) -> None:
    """The snapshot of every seat fits the schema of the game's snapshots: a view of the game's own class, options and
    events of the listed kinds, and nothing besides. It holds the role's view, its own decision, and its events.
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
