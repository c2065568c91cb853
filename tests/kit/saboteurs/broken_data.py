"""Saboteurs whose options, states, views or boards are not what they should be."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import NonNegativeInt

from navalcore._rules.decision import Flow, choose
from navalcore._rules.field_marks import harmless
from navalcore._rules.terms import Terms
from navalcore.errors import BadData
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import (
    Colour,
    PicketsFace,
    Picture,
    Play,
    Rules,
    Squadron,
    State,
    battle,
    muster,
    scout,
)


def _asks(*options: object) -> Callable[[Any], Flow[None]]:
    def procedure(play: Any) -> Flow[None]:
        yield from choose(Colour.RED, "Which one?", options, "2")

    return procedure


@dataclass(frozen=True, slots=True)
class Anonymous:
    """An order whose text does not tell it from the next."""

    number: int

    def __str__(self) -> str:
        return "go"


class TwinTexts(Saboteur):
    """Two options have the same text."""

    id = "twin_texts"
    caught_by = ("option_texts",)
    may_follow = (
        "replay_equals_live",
        "kinds_are_listed_words",
        "keys_name_one_action",
        "snapshots_fit_their_schema",
        "secrets_are_marked",
    )
    replaced = steps(scout_red=_asks(Anonymous(1), Anonymous(2)))


class HoleInScenario(Saboteur):
    """A scenario cannot be set up, because a row of a table is missing."""

    id = "hole_in_scenario"
    caught_by = ("data_is_whole",)

    def initial_state(self, terms: Terms[Rules]) -> State:
        """As in the honest game, but for one of the scenarios."""
        if terms.scenario.id == "skirmish":
            raise BadData("tables.toml:7: rows: 8 is missing")
        return super().initial_state(terms)


class SilentOption(Saboteur):
    """An option has no text."""

    id = "silent_option"
    caught_by = ("option_texts",)
    may_follow = ("refuses_what_is_not_offered", "secrets_are_marked")
    replaced = steps(scout_red=_asks("go", ""))


class NumberOptions(Saboteur):
    """Its options are numbers, which mean indices."""

    id = "number_options"
    caught_by = ("option_texts",)
    may_follow = ("kinds_are_listed_words", "keys_name_one_action", "snapshots_fit_their_schema", "secrets_are_marked")
    replaced = steps(scout_red=_asks(3, 2, 1))


class Restless:
    """An order that calls itself something else every time."""

    def __init__(self) -> None:
        self._calls = itertools.count()

    def __str__(self) -> str:
        return f"go {next(self._calls)}"


class RestlessTexts(Saboteur):
    """The text of an option changes."""

    id = "restless_texts"
    caught_by = ("same_seed_same_match",)
    may_follow = (
        "same_in_another_process",
        "option_texts",
        "copies_are_independent",
        "refuses_what_is_not_offered",
        "replay_equals_live",
        "resumes_from_checkpoints",
        "undo_stops_at_new_information",
        "decisions_hide_what_is_hidden",
        "real_dice",
        "kinds_are_listed_words",
        "keys_name_one_action",
        "snapshots_fit_their_schema",
        "secrets_are_marked",
    )
    replaced = steps(scout_red=_asks(Restless(), "stay"))


class Chameleon:
    """An option that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def __str__(self) -> str:
        return "whatever you like"


class TakesAnything(Saboteur):
    """Anything at all is taken for its option."""

    id = "takes_anything"
    caught_by = ("refuses_what_is_not_offered", "option_texts")
    may_follow = ("kinds_are_listed_words", "keys_name_one_action", "snapshots_fit_their_schema", "secrets_are_marked")
    replaced = steps(scout_red=_asks("stay", Chameleon()))


def _wrong_type(play: Play) -> None:
    muster(play)
    play.state.squadrons[Colour.RED].points = [0]  # type: ignore[assignment]


def _wrong_type_battle(play: Play) -> None:
    play.state.squadrons[Colour.RED].points[0] += 1  # type: ignore[index]
    points = play.state.squadrons[Colour.RED].points
    play.state.squadrons[Colour.RED].points = 0
    battle(play)
    play.state.squadrons[Colour.RED].points = points


class Pretender(Saboteur):
    """A field that should hold a number holds a list: it cannot be written, and copies share it."""

    id = "pretender"
    caught_by = ("plays",)
    replaced = steps(muster=_wrong_type, battle=_wrong_type_battle)


@dataclass(slots=True)
class AliasedState(State):
    """The state with a second way to red's squadron."""

    flagship: Squadron = field(default_factory=Squadron)


def _aliasing(play: Any) -> None:
    muster(play)
    play.state.flagship = play.state.squadrons[Colour.RED]


def _aliased_battle(play: Any) -> None:
    battle(play)
    play.state.flagship.points += 1


class Aliased(Saboteur):
    """Two fields of the state are the same object, which no copy and no save can keep."""

    id = "aliased"
    state_class = AliasedState
    caught_by = ("states_survive_json", "copies_are_independent", "resumes_from_checkpoints")
    may_follow = ("replay_equals_live", "what_is_not_shown_is_redealt")
    replaced = steps(muster=_aliasing, battle=_aliased_battle)

    def initial_state(self, terms: Terms[Any]) -> AliasedState:
        """The honest state and one more field."""
        honest = super().initial_state(terms)
        return AliasedState(honest.phase, honest.port, honest.squadrons, honest.lost, honest.battles)


class LentPicture(Picture):
    """The view with the ships lost as a list."""

    losses: list[int]


class LendsItsList(Saboteur):
    """A list of its state is in its view: a view that is kept changes with the match."""

    id = "lends_its_list"
    view_class = LentPicture
    caught_by = ("copies_are_independent",)

    def view(self, state: State, role: str, terms: Terms[Rules]) -> LentPicture:
        """The honest view and the list itself."""
        return LentPicture.model_construct(**dict(super().view(state, role, terms)), losses=state.lost)


@dataclass(slots=True)
class OrderedState(State):
    """The state with a text in it."""

    signal: str = "none"


SIGNAL = "".join(["sig", "nal"])


def _same_object(play: Any) -> Flow[None]:
    if play.state.signal is SIGNAL:
        play.state.squadrons[Colour.RED].points += 1
    play.state.signal = SIGNAL
    yield from scout(play, Colour.RED)


class SameObject(Saboteur):
    """It asks whether a text is the same object, which it no longer is after loading."""

    id = "same_object"
    state_class = OrderedState
    caught_by = ("resumes_from_checkpoints",)
    replaced = steps(scout_red=_same_object)

    def initial_state(self, terms: Terms[Any]) -> OrderedState:
        """The honest state and one more field."""
        honest = super().initial_state(terms)
        return OrderedState(honest.phase, honest.port, honest.squadrons, honest.lost, honest.battles)


@dataclass(slots=True)
class RoundedState(State):
    """The state with something JSON does not keep."""

    bearings: dict[tuple[int, int], int] = field(default_factory=dict)


class Unwritable(Saboteur):
    """Its state has keys that JSON cannot hold."""

    id = "unwritable"
    state_class = RoundedState
    caught_by = ("states_survive_json", "resumes_from_checkpoints")

    def initial_state(self, terms: Terms[Any]) -> RoundedState:
        """The honest state and one more field."""
        honest = super().initial_state(terms)
        made = RoundedState(honest.phase, honest.port, honest.squadrons, honest.lost, honest.battles)
        made.bearings[1, 2] = 3
        return made


class CarelessView(Saboteur):
    """Its view says it holds tuples of ships and holds something else."""

    id = "careless_view"
    caught_by = ("views_survive_json",)
    may_follow = (
        "arrays_tell_views_apart",
        "boards",
        "events_hide_what_is_hidden",
        "places_have_their_parts",
        "undo_stops_at_new_information",
        "snapshots_fit_their_schema",
        "what_is_not_shown_is_redealt",
        "options_name_places_that_are_drawn",
        "pictures_hide_what_is_hidden",
        "scenes_stay_and_can_be_read",
        "a_piece_has_one_name",
        "what_is_told_is_on_the_board",
        "bots",
        "the_face_looks_without_touching",
        "pieces_move_as_told",
        "imagined_worlds_fit_what_was_told",
    )

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The hand is a word."""
        return super().view(state, role, terms).model_copy(update={"hand": "ships"})


class TouchingView(Saboteur):
    """Looking changes the state."""

    id = "touching_view"
    caught_by = ("views_survive_json",)
    may_follow = (
        "undo_stops_at_new_information",
        "the_umpire_is_asked_for_by_name",
        "simultaneous_choices_come_in_any_order",
        "snapshots_fit_their_schema",
        "nobody_peeks_by_undo",
        "bots",
        "the_face_looks_without_touching",
        "imagined_worlds_fit_what_was_told",
    )

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """One more battle."""
        state.squadrons[Colour.RED].points += 1
        return super().view(state, role, terms)


class BadPictureFace(PicketsFace):
    """A face whose picture is not well-formed."""

    def pictures(self) -> Mapping[str, Callable[[Picture], str]]:
        """Broken SVG."""
        return {"chart": lambda _: "<svg><title>Pickets</svg>"}


class BadPicture(Saboteur):
    """Its picture is not well-formed."""

    id = "bad_picture"
    face = BadPictureFace
    caught_by = ("boards",)


class NamelessPictureFace(PicketsFace):
    """A face whose picture has no title."""

    def pictures(self) -> Mapping[str, Callable[[Picture], str]]:
        """A picture nobody can read aloud."""
        return {"chart": lambda _: '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'}


class NamelessPicture(Saboteur):
    """Its picture has no title."""

    id = "nameless_picture"
    face = NamelessPictureFace
    caught_by = ("boards",)


def _only_when_watched(play: Play) -> None:
    if play.listening:
        play.dice.d6("to impress the audience", "4")
    battle(play)


class Vain(Saboteur):
    """It rolls one die more when somebody listens."""

    id = "vain"
    caught_by = ("replay_equals_live",)
    may_follow = ("real_dice",)
    replaced = steps(battle=_only_when_watched)


@dataclass(slots=True)
class Fuelled(State):
    """The state with red's fuel, of which there cannot be less than nothing."""

    fuel: Annotated[NonNegativeInt, harmless("it was 1 less after each battle")] = 1


def _burn(play: Play) -> None:
    battle(play)
    state: Any = play.state
    state.fuel -= 1


class BelowNothing(Saboteur):
    """A count falls below 0."""

    id = "below_nothing"
    caught_by = ("states_survive_json",)
    may_follow = ("resumes_from_checkpoints",)
    replaced = steps(battle=_burn)
    state_class = Fuelled

    def initial_state(self, terms: Terms[Rules]) -> State:
        """The honest one, with fuel."""
        honest = super().initial_state(terms)
        return Fuelled(honest.phase, honest.port, honest.squadrons, honest.lost, honest.battles)
