"""Standing orders with a condition, for any game: an option that is always taken, and what ends or stops orders."""

from __future__ import annotations

from typing import Any

from navalcore._face.order import Order
from navalcore._rules.decision import Decision
from navalcore.bots._bot import Bot
from navalcore.components._events import Event
from navalcore.errors import BadData


def _named(words: str, kind: str) -> str:
    text = " ".join(words.split())
    if not text:
        raise BadData(f"orders {kind} wants words after it, such as: {kind} {'pass' if kind == 'always' else 'sunk'}")
    return text


def _tells_of(event: Event, words: str) -> bool:
    return words.casefold() in str(event).casefold()


class Always(Order[Any]):
    """Take an option, named by its text or how that begins, whenever it is offered."""

    def __init__(self, words: str) -> None:
        self._words = _named(words, "always").casefold()
        super().__init__(f"always {self._words}", lasting=True)

    @property
    def said(self) -> str:
        """The coming choice."""
        return f"Whenever it is offered, this is chosen for you: {self._words}."

    def answer(self, view: Any, decision: Decision, bot: Bot[Any]) -> object | None:  # noqa: ARG002
        """The option, if it is offered and no other begins so."""
        texts = [text.casefold() for text in decision.texts]
        found = [n for n, text in enumerate(texts) if text == self._words]
        found = found or [n for n, text in enumerate(texts) if text.startswith(self._words)]
        return decision.options[found[0]] if len(found) == 1 else None


class Stop(Order[Any]):
    """Let all orders rest when the player is told something with these words."""

    def __init__(self, words: str) -> None:
        self._words = _named(words, "stop")
        super().__init__(f"stop {self._words}", lasting=True)

    @property
    def said(self) -> str:
        """When orders will rest."""
        return f"Your orders will rest when you are told of: {self._words}."

    def stop(self, event: Event) -> str:
        """The line, if it is about it."""
        return str(event) if _tells_of(event, self._words) else ""


class Until(Order[Any]):
    """An order that ends when the player is told something with these words."""

    def __init__(self, order: Order[Any], words: str) -> None:
        self._order = order
        self._words = " ".join(words.split())
        self._over = False
        if not self._words:
            raise BadData("'until' needs the words that end the order, such as: turn until sunk")
        super().__init__(f"{order.text} until {self._words}", lasting=order.lasting, rank=order.rank)

    def answer(self, view: Any, decision: Decision, bot: Bot[Any]) -> object | None:
        """The answer of the order."""
        return self._order.answer(view, decision, bot)

    def hear(self, event: Event) -> None:
        """End when the event has the words."""
        self._over = self._over or _tells_of(event, self._words)
        self._order.hear(event)

    def stop(self, event: Event) -> str:
        """The event that the order stops for."""
        return self._order.stop(event)

    def over(self) -> bool:
        """Whether the player has been told of it, or the order itself is carried out."""
        return self._over or self._order.over()

    def give_way(self, newer: Order[Any]) -> None:
        """As the order does."""
        self._order.give_way(newer)
