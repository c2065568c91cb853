"""Simultaneous choices under way: the procedures of several roles, each asked by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore._play.chance import WatchedChance
from navalcore._rules.decision import Decision, Flow, Group
from navalcore._rules.play import Play
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import RuleError


class OpenGroup:
    """A group of procedures that have begun and not all ended; ``decisions`` and ``results`` are by role."""

    __slots__ = ("_flows", "_play", "began", "chance", "decisions", "results")

    def __init__(self, group: Group, play: Play[Any, Any], began: int) -> None:
        self._flows: dict[str, Flow[Any]] = group.flows
        self._play = play
        self.began = began
        self.chance: Chance = play.chance
        self.decisions: dict[str, Decision] = {}
        self.results: dict[str, Any] = dict.fromkeys(group.flows)

    @property
    def several(self) -> bool:
        """Whether more than one role takes part: only then is there anything to hide."""
        return len(self.results) > 1

    def begin(self) -> None:
        """Let every procedure come to its first question, in the group's order."""
        self.seal()
        for role in self.results:
            self.go_on(role, None)

    def seal(self) -> None:
        """Let nothing draw chance until the group has closed."""
        self._play.use(SealedChance(self.chance, self._step))

    def go_on(self, role: str, reply: int | None) -> None:
        """Hand a role's procedure the answer to its question."""
        play = self._play
        reveals, told, heard = play.reveals, len(play.told), play.listening
        play.listening = True  # what is told to the wrong ones is a fault even while nobody listens; no die can fall
        try:
            self.decisions[role] = self._flows[role].send(reply)  # type: ignore[arg-type]  # None begins it
        except StopIteration as stop:
            self.decisions.pop(role, None)
            self.results[role] = stop.value
        play.listening = heard
        if play.reveals != reveals:
            raise RuleError(f"step {self._step}: the procedure of {role} reveals something in simultaneous choices")
        if len(play.told) > told:
            self._check_told(role, play.told[told:])
            if not heard:
                del play.told[told:]

    def _check_told(self, role: str, told: Sequence[Event]) -> None:
        """Refuse what a role's procedure has told others."""
        for event in told:
            if event.to is None or any(to != role for to in event.to):
                raise RuleError(
                    f"step {self._step}: the procedure of {role} shows others in simultaneous choices: {event}; "
                    f"address it to {role} alone, or send it when the group has closed"
                )

    @property
    def _step(self) -> str:
        return getattr(self._play.state, "phase", "?")


class SealedChance(WatchedChance):
    """A chance source from which nothing may be drawn now."""

    __slots__ = ("_step",)

    def __init__(self, source: Chance, step: str) -> None:
        super().__init__(source)
        self._step = step

    def seen(self, die: str, value: int, text: str, why: str, rule: str) -> None:
        """Never reached: nothing comes."""

    def wanted(self, why: str, rule: str) -> None:
        """Refused."""
        what = (why or "a roll") + (f" (rule {rule})" if rule else "")
        raise RuleError(
            f"step {self._step} draws chance in simultaneous choices, for {what}: draw it before or after them"
        )
