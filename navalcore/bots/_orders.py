"""Standing orders: a player hands a phase, a turn or some choices to a bot, which answers by the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Generic

from navalcore._face.face import face_of
from navalcore._face.order import Ask, Order
from navalcore._match.match import Game
from navalcore._misfits import told_in_methods
from navalcore._rules.decision import Decision
from navalcore._rules.terms import V
from navalcore.bots import Bot, bot_names, broken_bot, make_bot, play_out, seat
from navalcore.components._chance import SeededChance
from navalcore.components._data_files import closest
from navalcore.components._events import Event
from navalcore.errors import BadData, UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from navalcore._match.match import Match
    from navalcore.components._bus import Subscription


FILLING = 9
"""The rank of orders that act only where no other order does."""


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


CONDITIONS: Final[Mapping[str, type[Always | Stop]]] = {"always": Always, "stop": Stop}


class _Switch(Order[Any]):
    """``rest`` or ``go``."""

    @property
    def said(self) -> str:
        """That orders are carried out or not."""
        return "Your orders rest." if self.text == "rest" else "Your orders are carried out."


@told_in_methods
class StandingOrders(Generic[V]):
    """The work that one player has handed over, and the bot that answers instead.

    >>> from navalcore import load
    >>> match = load("uboat_cards").new_match(seed=3)
    >>> orders = StandingOrders(match, match.decision.role)
    >>> orders.give("turn").text
    'turn'
    >>> orders.play() > 0
    True

    Args:
        match: the match.
        role: the player's role.
        seed: the seed of the bot's chance.
        plugins: modules of further plug-ins to look for bots in.
        make: makes the bots that answer, of role, name and chance, as :func:`make_bot` does.

    Attributes:
        resting: why no order is carried out at present; "" if they are.

    Raises:
        UnknownName: the game has no such role.
    """

    def __init__(
        self,
        match: Match[Any, Any, V],
        role: str,
        seed: int | str = "standing orders",
        plugins: Sequence[str] = (),
        make: Callable[[str, str, SeededChance], Bot[V]] | None = None,
    ) -> None:
        self._match = match
        self._game: Game[Any, Any, V] = match.game
        self._role = role
        self._plugins = tuple(plugins)
        self._make = make or (lambda role, name, chance: make_bot(match.game, role, name, chance, plugins))
        self._chance = SeededChance.from_seed(seed)
        self._bots: dict[str, Bot[V]] = {}
        self._bot(bot_names(self._game, self._plugins)[0])
        self._in_force: list[tuple[Order[V], Bot[V]]] = []
        self._listening: Subscription | None = None
        self.resting: str = ""

    @property
    def in_force(self) -> tuple[Order[V], ...]:
        """The orders given and neither carried out nor taken back."""
        return tuple(order for order, _ in self._in_force)

    def kinds(self) -> dict[str, str]:
        """The work that may be handed over, by word, with a line on each."""
        return {
            "choice": "the question that is asked now",
            "phase": "the rest of this phase",
            "turn": "the rest of this turn",
            "match": "the rest of the match",
            "always": "choose an option whenever it is offered, such as: always pass",
            "stop": "suspend all orders when the log says so, such as: stop sunk",
            "rest": "suspend all orders until you type: orders go",
            "go": "carry orders out again",
            **{word: _first_line(maker) for word, maker in face_of(self._game).orders().items()},
        }

    def give(self, words: str) -> Order[V]:
        """Give the order ``words``, such as ``turn``, ``boat Wahoo`` or ``always pass``; ``by BOT`` after it names
        another bot than the default, and ``until WORDS`` at its end ends it when the player is told something with
        these words.

        Raises:
            BadData, UnknownName: there is nothing of the kind to hand over, or no such bot.
        """
        if not self._in_force:  # what rested is carried out by now
            self.resting = ""
        given = " ".join(words.split())
        words, until, event = words.partition(" until ")
        order_words, bot = self._without_bot(words)
        kind, _, rest = order_words.partition(" ")
        kind = kind.casefold()
        known = self.kinds()
        if kind not in known:
            raise UnknownName(f"'{order_words}' is not an order; {closest(kind, known)}")
        makers = face_of(self._game).orders()
        if kind not in (*makers, *CONDITIONS) and rest:
            raise BadData(f"orders {kind} takes no further words (found: {rest})")
        order = (
            makers[kind](self._match.view(self._role), rest.strip()) if kind in makers else self._general(kind, rest)
        )
        order = Until(order, event) if until else order
        order.given = given
        self._in_force = [(each, by) for each, by in self._in_force if each.text != order.text]
        for each in self.in_force:
            each.give_way(order)
        self._in_force.append((order, bot))
        self._drop_what_is_over()
        if self._listening is None:
            self._listening = self._match.events.subscribe(self._hear, role=self._role)
        if kind in ("rest", "go"):
            self.rest("You told them to." if kind == "rest" else "")
        return order

    def rest(self, why: str) -> None:
        """Let all orders rest for the reason ``why`` until ``go`` is given (or, without a reason, carry them out
        again).
        """
        self.resting = f"{why}." if why and why[-1] not in ".!?" else why
        over = "go" if why else "rest"
        self._in_force = [(order, bot) for order, bot in self._in_force if order.text != over]

    def _hear(self, event: Event) -> None:
        """Pass the player's news to every order; one of them may have to stop for it."""
        for order in self.in_force:
            order.hear(event)
            why = order.stop(event)
            if why and why not in self.resting:
                self.rest(f"{self.resting} {why}".strip())
        self._drop_what_is_over()

    def _drop_what_is_over(self) -> None:
        if any(order.over() for order in self.in_force):
            self._in_force = [(order, bot) for order, bot in self._in_force if not order.over()]

    def _without_bot(self, words: str) -> tuple[str, Bot[V]]:
        parts = words.split()
        names = bot_names(self._game, self._plugins)
        if len(parts) > 1 and parts[-2].casefold() == "by":
            if parts[-1] not in names:
                raise UnknownName(f"{self._game.id} has no bot '{parts[-1]}'; it has {', '.join(names)}")
            return " ".join(parts[:-2]), self._bot(parts[-1])
        return " ".join(parts), self._bot(names[0])

    def _bot(self, name: str) -> Bot[V]:
        if name not in self._bots:
            bot = self._make(self._role, name, self._chance.stream(name))
            seat(self._match, {self._role: bot})
            self._bots[name] = bot
        return self._bots[name]

    def _general(self, kind: str, rest: str) -> Order[V]:
        """An order that any game knows: it ends when what it is for is over."""
        if kind in CONDITIONS:
            return CONDITIONS[kind](rest)
        marks: Mapping[str, Callable[[], object]] = {
            "choice": lambda: self._match.count,
            "phase": lambda: (self._match.state.phase, self._game.length(self._match.state)),
            "turn": lambda: self._game.length(self._match.state),
            "match": lambda: None,
        }
        if kind not in marks:
            return _Switch(kind, lasting=True)
        mark = marks[kind]
        now = mark()
        return Order(
            kind, lambda view, decision, bot: bot.decide(view, decision) if mark() == now else None, rank=FILLING
        )

    def take_back(self, words: str = "") -> list[str]:
        """Take orders back: the one whose text is ``words`` or begins so, or (without words) all of them.

        Returns:
            The texts of those taken back.
        """
        text = " ".join(words.split()).casefold()
        gone = [order.text for order in self.in_force if order.text.casefold().startswith(text)]
        self._in_force = [(order, bot) for order, bot in self._in_force if order.text not in gone]
        if not self._in_force:
            self.resting = ""
        return gone

    def answer(self) -> object | None:
        """The bot's answer to the player's question, or None if no order covers it: then it is the player's.

        An order that does not last ends with the first decision of the player's that it does not cover.

        Raises:
            BrokenPlugin: an order, or the bot that carries it out, raised something; names the bot.
        """
        decision = self._match.decisions.get(self._role)
        if decision is None or not self._in_force or self.resting:
            return None
        view = self._match.view(self._role)
        newest_first = reversed(self._in_force)
        for order, bot in sorted(newest_first, key=lambda given: given[0].rank):
            try:
                answer = order.answer(view, decision.bare(), bot)
            except Exception as error:
                raise broken_bot(bot, decision, error) from error
            if isinstance(answer, Ask):
                if answer.why:
                    self.rest(answer.why)
                return None
            if answer is not None:
                return answer
            if not order.lasting:
                self._in_force.remove((order, bot))
        return None

    def play(self, others: Mapping[str, Bot[Any]] | None = None, *, limit: int | None = None) -> int:
        """Carry the orders out until a decision that no order covers.

        Args:
            others: bots of the other roles, if their decisions are to be made too.
            limit: stop after this many choices.

        Returns:
            The number of choices made so far.
        """
        began = self._match.count
        while limit is None or self._match.count - began < limit:
            before = self._match.count
            answer = self.answer()
            if answer is not None:
                self._match.choose(answer, role=self._role)
            elif others and self._match.decision is not None and self._match.decision.role != self._role:
                play_out(self._match, {role: bot for role, bot in others.items() if role != self._role}, limit=1)
            if self._match.count == before:
                break
        return self._match.count - began


def _first_line(maker: object) -> str:
    return (maker.__doc__ or "something of this game").strip().splitlines()[0].rstrip(".")
