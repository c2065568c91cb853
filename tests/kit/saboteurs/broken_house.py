"""Saboteurs that break what surrounds play: names, rule book, odds, what is told, chance and faults in the middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from navalcore._plugins.manifest import Manifest
from navalcore._rulebook.model import Rulebook
from navalcore._rules.decision import Flow
from navalcore._rules.terms import Options, Outcome, Step, Terms
from navalcore.components._events import Event
from navalcore.odds import Odds, Question, question
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import (
    BattleFought,
    Colour,
    Pickets,
    PicketsFace,
    Picture,
    Play,
    Rules,
    ShipCommitted,
    ShipJoined,
    State,
    battle,
    draw,
    scout,
)


class Untitled(Saboteur):
    """It has no name that people could read in a menu."""

    id = "untitled"
    title = " "
    caught_by = ("metadata",)


class Coloured(Saboteur):
    """A role has a colour as its title, so that sentences say "the red"."""

    id = "coloured"
    role_titles: ClassVar[Mapping[Any, str]] = {Colour.RED: "red", Colour.BLUE: "blue squadron"}
    caught_by = ("metadata",)


class StaleManifest(Saboteur):
    """Its manifest knows nothing of a scenario that was added later."""

    manifest = Manifest(
        id="stale_manifest",
        title="Pickets",
        version="1.0",
        roles={"red": "red squadron", "blue": "blue squadron"},
        scenarios={"short": "Three battles"},
        game="tests.kit.saboteurs.broken_house:StaleManifest",
    )
    caught_by = ("metadata",)


class Undescribed(Rules):
    """The options and one that nobody can understand."""

    fog: bool = False


class UndescribedOption(Saboteur):
    """One of its options has no description."""

    id = "undescribed_option"
    options_class: type[Options] = Undescribed  # type: ignore[assignment]
    caught_by = ("metadata",)


class ForgottenSection(Saboteur):
    """Its rule book has a section that no code carries out."""

    id = "forgotten_section"
    caught_by = ("rules_are_carried_out",)

    @cached_property
    def _rulebook(self) -> Rulebook:
        book = Pickets().rulebook
        storm = book.section("4").model_copy(update={"number": "5", "title": "Storm"})
        return book.model_copy(update={"sections": (*book.sections, storm)})


class NeverAsked(Saboteur):
    """Blue has a seat, but red answers all questions."""

    id = "never_asked"
    caught_by = ("steps_are_reached",)
    may_follow = ("secrets_are_marked", "pieces_move_as_told")

    def sequence_of_play(self, terms: Terms[Rules]) -> Sequence[Step]:
        """The honest steps, with a scout of red's instead of all questions."""
        muster, *_, fight = super().sequence_of_play(terms)

        def asked(play: Play) -> Flow[None]:
            yield from scout(play, Colour.RED)
            for squadron in play.state.squadrons.values():
                squadron.committed = squadron.hand.pop(0)

        return [muster, Step("scout_red", asked, "Orders", "2"), fight]


class UnreachableStep(Saboteur):
    """A step of its sequence of play is always jumped over."""

    id = "unreachable_step"
    caught_by = ("steps_are_reached",)

    def sequence_of_play(self, terms: Terms[Rules]) -> Sequence[Step]:
        """The honest steps, and repairs that the battle never leads to."""
        *before, fight = super().sequence_of_play(terms)

        def fought(play: Play) -> str:
            battle(play)
            return "scout_red"

        return [*before, Step("battle", fought, "Battle", fight.rule), Step("repairs", battle, "Repairs", "4")]


@question("red-wins")
def short_odds() -> Odds:
    """How likely is red to win, but for the draws?"""
    return Odds("exact", {"red": Fraction(5, 12), "blue": Fraction(5, 12)})


class ForgottenOutcomeFace(PicketsFace):
    """A face whose odds question leaves draws out."""

    def questions(self) -> Sequence[Question[Any]]:
        """The one that leaves draws out."""
        return (short_odds,)


class ForgottenOutcome(Saboteur):
    """The outcomes of its odds question do not add up to 1."""

    id = "forgotten_outcome"
    face = ForgottenOutcomeFace
    caught_by = ("odds",)


class UnaskedKnowledgeFace(PicketsFace):
    """A face that knows a parameter for which no odds question asks."""

    def known(self, view: Picture, terms: Terms[Rules]) -> Mapping[str, object]:
        """The weather, under a name of its own."""
        return {"wether": "fog"}


class UnaskedKnowledge(Saboteur):
    """A parameter that a match knows for odds questions has a name that no question has."""

    id = "unasked_knowledge"
    face = UnaskedKnowledgeFace
    caught_by = ("odds",)


class WordyEnding(Saboteur):
    """The word for its ending, which statistics count, is a sentence with figures that change."""

    id = "wordy_ending"
    caught_by = ("outcome",)
    may_follow = ("bots",)

    def outcome(self, state: State, terms: Terms[Rules]) -> Outcome | None:
        """The reason as ending."""
        found = super().outcome(state, terms)
        return None if found is None else Outcome(found.winner, found.reason, found.rule, {}, found.reason)


class SpeechlessHelpFace(PicketsFace):
    """A face that answers no question without an argument."""

    def info_commands(self) -> Mapping[str, Callable[[Picture, str], str]]:
        """A command that takes its argument for granted."""
        return {"lost": lambda view, argument: str(view.lost[int(argument)])}


class SpeechlessHelp(Saboteur):
    """What a player may ask for during play raises where there is no argument."""

    id = "speechless_help"
    face = SpeechlessHelpFace
    caught_by = ("boards",)


@dataclass(frozen=True, slots=True)
class Wordless(Event):
    """An event that nobody has put into words."""


def _wordless(play: Play) -> None:
    battle(play)
    play.tell(Wordless, rule="4")


class WordlessEvent(Saboteur):
    """An event has no words: a log shows the inside of the program instead."""

    id = "wordless_event"
    caught_by = ("told_in_words",)
    event_types = (ShipJoined, ShipCommitted, BattleFought, Wordless)
    replaced = steps(battle=_wordless)


def _undeclared(play: Play) -> Flow[None]:
    yield from scout(play, Colour.RED)
    play.state.squadrons[Colour.RED].points += play.dice.roll("d6", "the look-out", "2", {"fog": -1}) > 5


class UndeclaredModifiers(Saboteur):
    """It takes modifiers in a section that does not say so, where no variant could bring others."""

    id = "undeclared_modifiers"
    caught_by = ("modifiers_are_declared",)
    replaced = steps(scout_red=_undeclared)


def _nameless_roll(play: Play) -> None:
    battle(play)
    play.state.squadrons[Colour.RED].points += play.dice.d6() == 6


class NamelessRoll(Saboteur):
    """A die is rolled without a word about what it is for: who rolls it at a table, or reads the log, is lost."""

    id = "nameless_roll"
    caught_by = ("chance_says_what_for",)
    replaced = steps(battle=_nameless_roll)


def _covered_up(play: Play) -> None:
    try:
        draw(play, Colour.RED)
    except Exception:
        play.state.lost.clear()
    else:
        play.state.port.append(play.state.squadrons[Colour.RED].hand.pop())
    battle(play)


class CoveredUp(Saboteur):
    """It catches whatever goes wrong in its rules and plays on in a state that nobody meant."""

    id = "covered_up"
    caught_by = ("faults_change_nothing",)
    may_follow = ("pieces_move_as_told", "a_piece_has_one_name", "what_is_told_is_on_the_board")
    replaced = steps(battle=_covered_up)


def _impatient(play: Play) -> Flow[None]:
    yield from scout(play, Colour.RED)
    try:
        face = play.dice.d6("how long the watch lasts", "2")
    except BaseException:
        face = 1
    play.state.squadrons[Colour.RED].points += face > 3


class Impatient(Saboteur):
    """It does not wait for the person who rolls real dice, and takes a 1."""

    id = "impatient"
    caught_by = ("real_dice", "faults_change_nothing")
    replaced = steps(scout_red=_impatient)
