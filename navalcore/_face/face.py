"""Face: what people see of a game and ask of it, apart from its rules: boards, commands, bots, odds questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic

from pydantic import BaseModel

from navalcore._face.chart_files import ChartFile, chart_files
from navalcore._face.filtered import content_with_what_is_left
from navalcore._face.order import Order
from navalcore._match.match import Game
from navalcore._plugins.manifest import resolve
from navalcore._rulebook.loading import glossary_in, meanings
from navalcore._rules.decision import UMPIRE, Decision
from navalcore._rules.facts import Fact
from navalcore._rules.option import kind_of
from navalcore._rules.replacing import filtered_kinds
from navalcore._rules.terms import O, S, Terms, V
from navalcore.components._chance import SeededChance
from navalcore.components._events import Event
from navalcore.components._lines import WIDTH, wrapped
from navalcore.errors import BrokenPlugin

if TYPE_CHECKING:  # both packages ask faces
    from navalcore.boards._description import Board
    from navalcore.bots._bot import Bot
    from navalcore.odds._questions import Question


DRAWN: Final = 0.25
"""The worth of a draw where a win is worth 1: who plays to win takes some risk to avoid one."""


class Face(Generic[S, O, V]):
    """The face of a game: everything that people see of it and can ask it. Every method has a working default; a game's
    own face overrides those that it needs.

    Its module is imported when the face is first used, so a match without a display loads no pictures.

    Args:
        game: the game, as it is or as variants change it.
    """

    data_model: ClassVar[type[BaseModel] | None] = None
    """The model of a game's data, where one file holds them all."""
    last_groups: ClassVar[Sequence[str]] = ()
    """The headings (:meth:`group_of`) that are after all others where many options are offered."""

    unlisted: ClassVar[Mapping[str, str]] = {}
    """By kind of a decision with very many options: what is said at a terminal in place of all but the first, until the
    player presses Enter.
    """

    def __init__(self, game: Game[S, O, V]) -> None:
        self.game = game

    def board_text(self, view: V, width: int = WIDTH) -> str:
        """The whole table as plain text, as seen in a view, in lines of at most ``width`` characters (80 or more).

        Empty lines separate its parts. A part is a table under a ruled heading, lines that mean something each by
        itself, or a drawing, which begins with a blank or a frame: see
        ``changed_parts``. Unless a game says otherwise it is the :meth:`headline`, and what is in each region of its
        :meth:`board`; without a board, the fields of the view.

        Args:
            view: the view of the role that looks.
            width: the greatest length of a line, in characters.
        """
        board = self.board(view)
        lines = [] if board is None else [*self.headline(view), *board.lines()]
        fields = view.model_dump(mode="json").items()
        return wrapped("\n".join(lines or [f"{name}: {value}" for name, value in fields]), width)

    def glance(self, view: V, width: int = WIDTH) -> str:
        """The most important things on the table for the role that has to choose now, in order: shown before a
        question, in parts as :meth:`board_text` is, which has the rest. The whole table unless a game says otherwise.

        Args:
            view: the view of the role that has to choose.
            width: the greatest length of a line, in characters (80 or more).
        """
        return self.board_text(view, width)

    def headline(self, view: V) -> Sequence[str]:
        """The state of the match, in a few words each, for the head of a page: the turn first, such as ``turn 3 of
        30``, then the score or what serves as one. Nothing unless a game says it.

        Args:
            view: the view of the role that looks.
        """
        return ()

    def group_of(self, view: V, option: object) -> str:
        """The heading under which an option is shown where many are offered, such as ``discard``. It is
        the option's kind unless a game says otherwise.

        Args:
            view: the view of the role that is asked.
            option: one of the options of its decision.
        """
        return kind_of(option).replace("_", " ")

    def meaning(self, view: V, option: object) -> str:
        """The meaning of an option whose text is a letter or a word that a new player cannot know. It is a phrase of at
        most a line, shown next to the option where each option has its own line. "", as here, where the text says
        enough.

        Args:
            view: the view of the role that is asked.
            option: one of the options of its decision.
        """
        return ""

    def warning(self, view: V, option: object) -> str:
        """A warning before this option is taken, though the rules allow it, in a sentence; "" for
        nothing. At a terminal the option has then to be chosen twice.

        Args:
            view: the view of the role that is asked.
            option: the option it may take.
        """
        return ""

    def facts(self, view: V, decision: Decision, terms: Terms[O]) -> Sequence[Sequence[Fact]]:
        """The facts known at the table about each option of a decision, in the order of the options and with the most
        important first. Front ends show them next to the options. By default there are none.

        It is called once for each decision, and may use only what the role can know.

        Args:
            view: the view of the role that is asked.
            decision: the question, with its options.
            terms: the scenario and options of the match.
        """
        return ()

    def known(self, view: V, terms: Terms[O]) -> Mapping[str, object]:
        """The parameters of odds questions that a match knows, by their names. A question asked in a match takes
        missing parameters from here. The scenario and the game's options need not be named. A name that other
        questions use for something else is written behind its question and a point, ``premature.defense``.

        Args:
            view: the view of the role that asks.
            terms: the scenario and options of the match.
        """
        return {}

    def glossary(self) -> Mapping[str, str]:
        """The game's words, cards, counters and letters that a new player has to know: each with its meaning in a
        sentence, in the order of their use. Those of ``glossary.toml`` next to the game's ``rulebook.toml``, unless a
        game adds to them.

        Raises:
            BadData: the file breaks its layout.
        """
        return meanings(glossary_in(self.game.folder))

    def board(self, view: V) -> Board | None:
        """The table as seen in a view, described as data; None (its text board is shown instead) if it has none.

        Args:
            view: the view of the role that looks.
        """
        return None

    def board_svg(self, view: V) -> str | None:
        """The table as one SVG picture, as seen in a view; None if it has none.

        Args:
            view: the view of the role that looks.
        """
        from navalcore.boards._drawing import svg

        board = self.board(view)
        return None if board is None else svg(board)

    def pictures(self) -> Mapping[str, Callable[[V], str]]:
        """Pictures besides the board, by name: each makes SVG of a view."""
        return {}

    def info_commands(self) -> Mapping[str, Callable[[V, str], str]]:
        """The information besides the board that a player may ask for, by command: each makes text of a view and an
        argument.
        """
        return {}

    def typed_line(self, line: str) -> str:
        """Translate a typed line that matches nothing, by the customs of the game's own keyboard. Returns it unchanged
        if there are none.

        Args:
            line: the line as it was typed, without blanks at its ends.
        """
        return line

    def reports(self) -> Mapping[str, Callable[[Sequence[Event], V, str], str]]:
        """The reports on past events that a player may ask for, by command: each makes text of the events seen so far,
        a view and an argument.
        """
        return {}

    def orders(self) -> Mapping[str, Callable[[V, str], Order[V]]]:
        """The work that a player may hand to a bot besides a choice, a phase, a turn or the match, by word. Each makes
        an order of a view and the words that follow. The first line of its docstring is its help.
        """
        return {}

    def digest(self, events: Sequence[Event], view: V) -> Sequence[str]:
        """The choices and events while standing orders were carried out, in lines, from the events that the player
        received and the player's own choices. If it returns nothing, as here, the events are shown one by one.

        Args:
            events: the events since the player was last asked, in order.
            view: the player's view after them.
        """
        return ()

    def charts_used(self, options: O) -> Sequence[ChartFile]:
        """The chart files a match with these options is played by, each with where its figures come from: as a rule all
        files beneath ``data/`` and ``scenarios/`` of the game.

        Args:
            options: the options of the match.

        Raises:
            BadData: an owner's file among them is wrong; names file, line and key.
        """
        return chart_files(self.game.folder)

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of its TOML files by kind (``scenario``, ``map``, ...): ``navalcore schema`` makes JSON Schemas of
        them for the editors of those who write such files. Unless a game says otherwise, the :attr:`data_model`.
        """
        return {} if self.data_model is None else {"data": self.data_model}

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[V]]]:
        """The game's own bots by name: each makes a bot from its role and a stream of chance for its use. The first is
        the default, the standard opponent. A bot named after one of the other levels (:data:`navalcore.bots.LEVELS`)
        plays that level; a level left out is made from the first. Without any, a game that has :meth:`evaluate` is
        played by a bot that searches a little and aims at a high value there.
        """
        return {}

    def levels(self) -> Mapping[str, str]:
        """Notes on its opponents for people who choose one: for each level or other bot how it plays, and
        how often it was measured to win. See :func:`navalcore.bots.level_notes`, which has words for a level left out.
        """
        return {}

    def policy(self) -> Callable[[str, SeededChance], Bot[V]] | None:
        """The maker of the bots that play on in the imagined matches of a search bot. The search is at least as strong
        as they are: use the strongest that decide in a fraction of a millisecond. The first of :meth:`bots`, if the
        face of the game does not say otherwise; None: options are taken at random.
        """
        return next(iter(self.bots().values()), None)

    def questions(self) -> Sequence[Question[Any]]:
        """The odds questions of ``navalcore odds``."""
        return ()

    def action_keys(self) -> Iterable[str] | None:
        """Every key (:meth:`Decision.key <navalcore.Decision.key>`) that an option may have,
        enumerated from the rules' data, in an order that stays the same; None where there are too many to list. The
        action ids used in training come from them: see :class:`navalcore.learn.ActionSpace`.
        """
        return None

    def evaluate(self, state: S, role: str, terms: Terms[O]) -> float | None:
        """The value of a match that is not over for ``role``: an estimate from 0 (lost) to 1 (won), or None where the
        game has none. It is the chance of winning, and :data:`DRAWN` times that of a draw.

        Args:
            state: the state, which is not changed. It may be an imagined one.
            role: the role whose chances are estimated.
            terms: the scenario and options of the match.
        """
        return None

    def horizon(self, state: S, terms: Terms[O]) -> int | None:
        """The point up to which a search bot asked at ``state`` looks ahead. It looks to the first decision at this
        length of the match (:meth:`Game.length <navalcore.Game.length>`) or more, where it asks :meth:`evaluate`; None:
        to the end of the match. Unless a game says otherwise it looks to the next turn, if there is an estimate.

        Args:
            state: the state at which the bot is asked.
            terms: the scenario and options of the match.
        """
        known = self.evaluate(state, self.game.roles[0], terms) is not None
        return self.game.length(state) + 1 if known else None


def face_of(game: Game[S, O, V]) -> Face[S, O, V]:
    """The face of a game: its own, whose module is imported now, or the one that every game has.

    Args:
        game: the game, with or without variants.

    Raises:
        BrokenPlugin: there is no face where the game says it is.
    """
    made = resolve(game.face) if isinstance(game.face, str) and game.face else game.face or Face
    if not (isinstance(made, type) and issubclass(made, Face)):
        raise BrokenPlugin(f"the face of {game.id}, {game.face}, is not derived from navalcore.rules.Face")
    if kinds := filtered_kinds(game.variants):
        made = content_with_what_is_left(made, kinds)
    return made(game)


def board_of(match: Any) -> str | None:
    """The board of a match as the umpire sees it, as SVG; None if its game describes none."""
    return face_of(match.game).board_svg(match.view(UMPIRE))
