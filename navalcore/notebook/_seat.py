"""A seat of a match in a cell: the board is clicked, the bots answer, what has happened moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar, Final
from weakref import WeakKeyDictionary, WeakSet

import anywidget
import traitlets

from navalcore import Session
from navalcore.boards import THEMES, board_style, client_modules
from navalcore.components._data_files import read_text
from navalcore.components._model_errors import closest
from navalcore.errors import BadData, UnknownName

_FOLDER: Final = Path(__file__).parent
LINES: Final = 200
"""Lines of the log that are kept."""
_AT_ONE_MATCH: Final[WeakKeyDictionary[Session, WeakSet[SeatWidget]]] = WeakKeyDictionary()
"""The widgets of each session: what is done in one may be news in the others."""


class SeatWidget(anywidget.AnyWidget):
    """A seat that is played in a notebook: make it the last line of a cell. The options are lit on the board and are
    next to it as buttons; bots answer at once.

    >>> import navalcore as nc
    >>> from navalcore.notebook import SeatWidget
    >>> match = nc.load("uboat_cards").new_match(seed=17, seats={"convoy": "bot:standard"})
    >>> widget = SeatWidget(nc.Session(match), "uboat")
    >>> widget.act({"act": "choose", "keys": ["discard_card/Sonar"], "decision": 0})["ok"]
    True
    >>> match.count > 0
    True

    Args:
        session: the match with those who sit at it. Give the widgets of both sides the same one.
        role: whose seat is shown; :data:`navalcore.SPECTATOR` looks on.
        theme: the colours, one of :data:`navalcore.boards.THEMES`.

    Raises:
        UnknownName: there is no such role or theme.
        BadData: the session is something else, such as the match itself.
    """

    _esm: ClassVar[str] = "\n".join((*client_modules().values(), read_text(_FOLDER / "seat_widget.js")))
    _css: ClassVar[str] = f"{board_style()}\n{read_text(_FOLDER / 'seat_widget.css')}"
    message = traitlets.Unicode("{}").tag(sync=True)
    """The last snapshot sent to the seat, as JSON, whole, and the last fault of a bot; the events are those since the
    message before.
    """
    log = traitlets.List(traitlets.Dict()).tag(sync=True)
    """The lines of the log: ``n``, ``text`` and ``rule`` each."""
    stills = traitlets.Dict().tag(sync=True)
    """By digest, the pictures of scenes without what is on them."""
    theme = traitlets.Unicode("light").tag(sync=True)
    """The colours."""

    def __init__(self, session: Session, role: str, *, theme: str = "light") -> None:
        self._widgets: WeakSet[SeatWidget] = WeakSet()  # a widget that is refused here is closed, too
        if not isinstance(session, Session):
            raise BadData(f"a seat is one of a session, not of a {type(session).__name__}: nc.Session(match) makes one")
        self._session, self._widgets = session, _AT_ONE_MATCH.setdefault(session, WeakSet())
        _check_theme(theme)
        self._seat = session.seat(role)
        super().__init__(theme=theme)
        self.on_msg(self._said)
        self._widgets.add(self)
        self._show()

    @traitlets.validate("theme")
    def _known_theme(self, proposal: dict[str, Any]) -> str:
        return _check_theme(proposal["value"])

    def close(self) -> None:
        """Take it from the page: it hears no more of the other widgets of the match."""
        self._widgets.discard(self)
        super().close()

    def act(self, act: dict[str, Any]) -> dict[str, Any]:
        """Do what a click does (:meth:`SeatSession.act <navalcore.SeatSession.act>`), and show what comes of it here
        and in the other widgets of the match.

        Args:
            act: the act, such as ``{"act": "choose", "keys": ["play_card/Dive"], "decision": 3}``.

        Returns:
            The answer: ``ok``, and an ``error`` if it was refused; then nothing has changed.
        """
        answer: dict[str, Any] = json.loads(self._seat.act_now(json.dumps(act)))
        for widget in list(self._widgets):
            widget._show()
        return answer

    def _said(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        self.send(self.act(content))

    def _show(self) -> None:
        """Show what is new for the seat."""
        news = self._seat.news_now(0)
        if news is None:
            return
        board = json.loads(self._seat.act_now(json.dumps({"act": "board", "known": list(self.stills)})))
        pictures = board["pictures"]
        fresh = {each["digest"]: each["still"] for each in pictures if "still" in each}
        if fresh:
            self.stills = {**self.stills, **fresh}
        told = [{"n": each.n, "text": each.text, "rule": each.rule} for each in news.events if not each.detail]
        if told:
            self.log = [*self.log, *told][-LINES:]
        sent = news.model_dump(mode="json", exclude={"view", "board"}) | {"trouble": self._session.trouble}
        sent["pictures"] = [{name: each[name] for name in ("id", "digest", "moving")} for each in pictures]
        self.message = json.dumps(sent)


def _check_theme(theme: str) -> str:
    """The theme, if there is one of that name."""
    if theme not in THEMES:
        raise UnknownName(f"there is no theme {theme!r}; {closest(theme, THEMES)}")
    return theme
