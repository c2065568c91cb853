"""Saboteurs that break play itself: matches that stop, never end, or are not the same twice."""

# What these games do wrong is what they are for.
from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

from navalcore._rules.decision import Decision, Flow, choose
from navalcore._rules.terms import Outcome, Terms
from navalcore.bots import Bot
from navalcore.components._chance import Chance, SeededChance
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import COMMIT, SCOUT, STAY, Colour, PicketsFace, Picture, Play, State, battle, scout


def _dead_end(play: Play) -> Flow[None]:
    if play.state.lost:
        yield from choose(Colour.RED, "Choose from nothing", (), "2")
    yield from scout(play, Colour.RED)


class DeadEnd(Saboteur):
    """After the first battle it asks without any option."""

    id = "dead_end"
    caught_by = ("plays",)
    replaced = steps(scout_red=_dead_end)


def _raising(play: Play) -> None:
    battle(play)
    if len(play.state.lost) == 4:
        raise ZeroDivisionError("the second battle is unlucky")


class RaisingRule(Saboteur):
    """A rule fails in some matches."""

    id = "raising_rule"
    caught_by = ("plays",)
    replaced = steps(battle=_raising)


def _endless(play: Play) -> None:
    while play.state.port:
        play.state.battles += 0


class EndlessLoop(Saboteur):
    """A step never comes back."""

    id = "endless_loop"
    caught_by = ("plays",)
    replaced = steps(battle=_endless)


def _ask_a_stranger(play: Play) -> Flow[None]:
    yield from choose("green", "Who are you?", (SCOUT, STAY), "2")
    yield from scout(play, Colour.RED)


class AsksAStranger(Saboteur):
    """It asks a role that nobody plays."""

    id = "asks_a_stranger"
    caught_by = ("plays",)
    replaced = steps(scout_red=_ask_a_stranger)


class Circle(Saboteur):
    """The steps go round without asking or ending."""

    id = "circle"
    caught_by = ("plays",)
    replaced = steps(battle=lambda play: "battle")


def _forever(play: Play) -> Flow[str]:
    yield from scout(play, Colour.RED)
    return "scout_red"


def _half_points(play: Play) -> None:
    battle(play)
    play.state.squadrons[Colour.RED].points /= 1  # type: ignore[assignment]


class HalfPoints(Saboteur):
    """It counts points in fractions, in a field of whole numbers."""

    id = "half_points"
    caught_by = ("plays",)
    replaced = steps(battle=_half_points)


class NeverEnds(Saboteur):
    """Red scouts for ever, and the battle is never reached."""

    id = "never_ends"
    caught_by = ("ends",)
    may_follow = ("steps_are_reached", "ends_however_it_is_played")
    replaced = steps(scout_red=_forever)


def _takes_back(play: Play) -> Flow[None]:
    while (yield from choose(Colour.RED, "Do you want to look again?", (STAY, SCOUT), "2")) is SCOUT:
        play.state.squadrons[Colour.RED].sent = not play.state.squadrons[Colour.RED].sent
    yield from scout(play, Colour.RED)


class GoesRound(Saboteur):
    """Two positions follow each other for as long as red always does the same; a random match comes out of them."""

    id = "goes_round"
    caught_by = ("ends_however_it_is_played",)
    replaced = steps(scout_red=_takes_back)


def _loses_a_ship(play: Play) -> None:
    battle(play)
    play.state.lost.pop()


class LosesShip(Saboteur):
    """A ship disappears, against the game's own invariant."""

    id = "loses_ship"
    caught_by = ("invariants",)
    replaced = steps(battle=_loses_a_ship)


class OneScenario(Saboteur):
    """Its invariants hold a match against one scenario, whichever is played."""

    id = "one_scenario"
    caught_by = ("invariants",)

    def invariants(self, state: State, terms: Terms[Any]) -> Iterator[str]:
        """True of three battles only."""
        yield from super().invariants(state, terms)
        if len(state.lost) != 2 * state.battles:
            yield f"{state.battles} battles, but {len(state.lost)} ships lost"


class StrangeWinner(Saboteur):
    """Somebody wins who does not play."""

    id = "strange_winner"
    caught_by = ("outcome",)
    may_follow = ("bots",)

    def outcome(self, state: State, terms: Terms[Any]) -> Outcome | None:
        """Nobody of this name plays."""
        found = super().outcome(state, terms)
        return None if found is None else Outcome("green", found.reason, found.rule)


class TidyOutcome(Saboteur):
    """Whoever asks for the outcome puts the ships lost in order, so that a second look finds nothing changed."""

    id = "tidy_outcome"
    caught_by = ("outcome",)

    def outcome(self, state: State, terms: Terms[Any]) -> Outcome | None:
        """The honest outcome, after the ships lost were sorted."""
        state.lost.sort()
        return super().outcome(state, terms)


class OwnRedeal(Saboteur):
    """It deals from the port in another order each time, by a count of its own."""

    id = "own_redeal"
    caught_by = ("same_seed_same_match",)

    dealt: ClassVar[Iterator[int]] = count()

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """Deal from a port in another order."""
        first = next(self.dealt) % max(1, len(state.port))
        state.port[:] = [*state.port[first:], *state.port[:first]]
        super().redeal(state, role, chance, terms)


OWN = random.Random(1943)
"""Dice that know nothing of matches; from a seed, so that the verdict of a test does not hang on chance."""


def _own_dice(play: Play) -> None:
    battle(play)
    play.state.squadrons[Colour.RED].points += OWN.randrange(1000)


class OwnDice(Saboteur):
    """It rolls dice of its own instead of the match's."""

    id = "own_dice"
    caught_by = ("same_seed_same_match",)
    may_follow = (
        "same_in_another_process",
        "replay_equals_live",
        "resumes_from_checkpoints",
        "faults_change_nothing",
        "real_dice",
        "simultaneous_choices_come_in_any_order",
    )
    replaced = steps(battle=_own_dice)


def _hash_order(play: Play) -> Flow[None]:
    names = [name for name in {"alpha", "bravo", "charlie", "delta", "echo", "foxtrot"}]  # noqa: C416
    yield from choose(Colour.RED, "Which signal?", [f"signal {name}" for name in names], "2")


class HashOrder(Saboteur):
    """Options come in the order of a set of strings, which is another one in every process."""

    id = "hash_order"
    caught_by = ("same_in_another_process",)
    may_follow = ("secrets_are_marked",)
    replaced = steps(scout_red=_hash_order)


def _remembers(play: Play) -> Flow[None]:
    seen = SharedMemory.seen
    seen.append(len(seen))
    yield from scout(play, Colour.RED)
    play.state.squadrons[Colour.RED].points += len(seen)


class SharedMemory(Saboteur):
    """It remembers in the class what earlier matches did."""

    id = "shared_memory"
    caught_by = ("same_seed_same_match",)
    may_follow = (
        "same_in_another_process",
        "replay_equals_live",
        "resumes_from_checkpoints",
        "undo_stops_at_new_information",
        "faults_change_nothing",
        "real_dice",
        "nobody_peeks_by_undo",
    )
    replaced = steps(scout_red=_remembers)
    seen: ClassVar[list[int]] = []


def _sets_a_modifier(play: Play) -> Flow[None]:
    yield from scout(play, Colour.RED)
    ModifierOfTheModule.modifier = int(play.state.squadrons[Colour.RED].sent)


def _battle_modified(play: Play) -> None:
    battle(play)
    play.state.squadrons[Colour.RED].points += ModifierOfTheModule.modifier


class ModifierOfTheModule(Saboteur):
    """A step leaves a modifier for the battle in the module and not in the state: that of the match played last."""

    id = "modifier_of_the_module"
    caught_by = ("same_seed_same_match",)
    may_follow = ("resumes_from_checkpoints", "undo_stops_at_new_information", "replay_equals_live")
    replaced = steps(scout_red=_sets_a_modifier, battle=_battle_modified)
    modifier: ClassVar[int] = 0


def _counts(play: Play) -> Flow[None]:
    yield from scout(play, Colour.RED)
    SeldomNoticed.scouted += 1
    play.state.squadrons[Colour.RED].points += SeldomNoticed.scouted // 1_000_000


class SeldomNoticed(Saboteur):
    """It counts in the class, and the count changes nothing in any match that the kit plays."""

    id = "seldom_noticed"
    caught_by = ("same_seed_same_match",)
    replaced = steps(scout_red=_counts)
    scouted: ClassVar[int] = 0


class MoodyBot(Bot[Picture]):
    """Throws dice of its own."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        self.role = role
        self.chance = chance

    def decide(self, view: Picture, decision: Decision) -> object:
        """Any option."""
        return random.choice(list(decision.options))


class MoodyFace(PicketsFace):
    """A face with a bot that plays another way every time."""

    def bots(self) -> dict[str, Any]:
        """The moody one."""
        return {"moody": MoodyBot}


class Moody(Saboteur):
    """Its bot plays another way every time."""

    id = "moody_bot"
    face = MoodyFace
    caught_by = ("bots",)


class CheatingBot(MoodyBot):
    """Commits a ship it may not have."""

    def decide(self, view: Picture, decision: Decision) -> object:
        """The best ship there is."""
        return COMMIT[12] if decision.rule == "3" else 0


class CheatingFace(PicketsFace):
    """A face with a bot that chooses what it is not offered."""

    def bots(self) -> dict[str, Any]:
        """The cheat."""
        return {"cheat": CheatingBot}


class Cheating(Saboteur):
    """Its bot chooses what it is not offered."""

    id = "cheating_bot"
    face = CheatingFace
    caught_by = ("bots",)


@dataclass
class _Note:
    last: int = 0


def _forgets(play: Play) -> Flow[None]:
    note = GameMemory.notes.setdefault(id(play.scenario), _Note())
    if not play.state.lost:
        note.last = 0
    order = yield from choose(Colour.RED, "Signal?", ["signal yes", "signal no"], "2")
    play.state.squadrons[Colour.RED].points += note.last
    note.last += order == "signal yes"


class GameMemory(Saboteur):
    """It keeps a count beside the state, which forks and saves know nothing of."""

    id = "game_memory"
    caught_by = ("resumes_from_checkpoints",)
    may_follow = (
        "undo_stops_at_new_information",
        "replay_equals_live",
        "same_seed_same_match",
        "faults_change_nothing",
        "real_dice",
        "secrets_are_marked",
        "nobody_peeks_by_undo",
    )
    replaced = steps(scout_red=_forgets)
    notes: ClassVar[dict[int, _Note]] = {}


def _unknown_section(play: Play) -> Flow[None]:
    yield from choose(Colour.RED, "Scout?", ["yes", "no"], "99")


class UnknownSection(Saboteur):
    """It cites a section its rule book does not have."""

    id = "unknown_section"
    caught_by = ("rulebook",)
    may_follow = ("told_in_words", "secrets_are_marked")
    replaced = steps(scout_red=_unknown_section)


class MislabelledScenario(Saboteur):
    """A scenario goes by one name and calls itself another, so that its saves cannot be loaded."""

    id = "mislabelled_scenario"
    caught_by = ("roles", "replay_equals_live")

    @property
    def scenarios(self) -> dict[str, Any]:
        """The honest ones under other names."""
        return {f"the {name}": scenario for name, scenario in super().scenarios.items()}
