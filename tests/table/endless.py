"""A game whose rules take for ever or all memory, as a file from a stranger might have rules do. In a process that has
said :data:`HARMLESS` they do nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from navalcore import Game, Options, Outcome, Scenario, View
from navalcore.rules import Flow, Play, Step, Terms, choose, hookimpl, rule

HARMLESS = False


@dataclass(slots=True)
class Voyage:
    """How many days it has taken."""

    phase: str = "day"
    days: int = 0


@dataclass(frozen=True, slots=True)
class Course:
    """What a captain may do."""

    text: str

    def __str__(self) -> str:
        return self.text


class Log(View):
    """What is seen of a voyage."""

    days: int


COURSES = (Course("sail"), Course("sail for ever"), Course("take all on board"))


@rule("V1")
def day(play: Play[Voyage, Options]) -> Flow[None]:
    """A day of the voyage."""
    for role in ("captain", "mate"):
        course = yield from choose(role, "What now?", COURSES, "V1")
        while str(course) == "sail for ever" and not HARMLESS:
            pass
        if str(course) == "take all on board" and not HARMLESS:
            cargo = [bytes(1_000_000)]
            while True:
                cargo.append(cargo[-1] + cargo[0])
    play.state.days += 1


class Endless(Game[Voyage, Options, Log]):
    """A voyage of a hundred days."""

    id = "endless"
    title = "Endless"
    version = "1.0"
    roles = ("captain", "mate")
    state_class = Voyage
    options_class = Options
    option_types = (Course,)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The only one."""
        return {"long": Scenario(id="long", title="Long", note="A long voyage.")}

    def initial_state(self, terms: Terms[Options]) -> Voyage:
        """In port."""
        return Voyage()

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        """Day by day."""
        return [Step("day", day)]

    def outcome(self, state: Voyage, terms: Terms[Options]) -> Outcome | None:
        """After a hundred days it is over."""
        return Outcome(None, "The voyage is over.", "V1", {}, "over") if state.days >= 100 else None

    def view(self, state: Voyage, role: str, terms: Terms[Options]) -> Log:
        """Everybody sees it."""
        return Log(days=state.days)


@hookimpl
def navalcore_games() -> list[type[Endless]]:
    """The game."""
    return [Endless]
