"""The table where the library itself is in the browser: what a worker's Python answers the page with. It is asked what
a server is asked, and answers with the same messages.

What the page says, each a line of JSON:

- ``{"id": 1, "path": ["games", "bismarck"], "body": ...}``: a request, named as over HTTP; answered with
  ``{"id": 1, "said": ...}`` or ``{"id": 1, "error": {"code": ..., "message": ...}}``.
- ``{"line": 1, "match": ..., "hello": ...}``: opens a connection to a seat, as a socket's first word does;
  ``{"line": 1}`` closes it. While it is open the seat is sent ``{"line": 1, "said": STATE}``.
- ``{"line": 1, "asked": ...}``: an act, as on a socket; answered with ``{"line": 1, "said": ANSWER}``.
- ``{"changed": MATCH}``: another page of this browser has changed a match.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

import navalcore as nc
from navalcore import AnyGame
from navalcore.errors import NavalCoreError, UnknownName
from navalcore.table import _importing as importing, _lessons as lessons, _lobby as lobby, _messages as messages
from navalcore.table._errors import BadRequest, TableMistake
from navalcore.table._own_data import OwnData, OwnFiles
from navalcore.table._pictures import PICTURES
from navalcore.table._room import Room
from navalcore.table._rooms import Rooms
from navalcore.table._seat_handler import SeatHandler
from navalcore.table._store import MatchStore
from navalcore.table._text_rows import KeyValueStore, TextRows

SOON, LATER = 0.1, 10.0
"""Seconds until something that has failed is tried again: at first, and at most."""
MISTAKE: Final = "The table has made a mistake; the browser's console says more."

log: Final = logging.getLogger("navalcore.table")


class _Word(BaseModel):
    """The messages of the page."""

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    path: tuple[str, ...] = ()
    body: Any = None
    line: int = 0
    match: str = ""
    hello: messages.Hello | None = None
    asked: dict[str, Any] | None = None
    changed: str = ""


class _Connection:
    """A connection to a seat; what is asked before it is open is answered when it is."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.alone = asyncio.Lock()
        self.handler: SeatHandler | None = None
        self.refused: NavalCoreError | None = None
        self.task: asyncio.Task[None] | None = None


class LocalTable:
    """Answers the pages of one worker; ``tell`` takes what is said to the page."""

    def __init__(
        self,
        store: KeyValueStore,
        tell: Callable[[str], object],
        plugins: Sequence[str] = (),
        own_data: OwnData | None = None,
    ) -> None:
        self._tell = tell
        self._own_data = own_data
        self._plugins = tuple(plugins)
        self.rooms = Rooms(MatchStore(TextRows(store)), lru_cache(maxsize=200)(self._game))
        self._connections: dict[int, _Connection] = {}

    def _game(self, game: str) -> AnyGame:
        return nc.load(game, self._plugins)

    def hear(self, text: str) -> None:
        """Hear what the page says; it is answered as soon as may be."""
        try:
            word = _Word.model_validate_json(text)
        except ValidationError as error:
            said, wrong = json.loads(text), BadRequest.of(error.errors(include_url=False))
            if "line" in said:
                self._say(said["line"], messages.refused(wrong, json.dumps(said.get("asked"))))
            else:
                self._refuse(said.get("id", 0), wrong)
            return
        if word.changed:
            self.rooms.run_beside(self._catch_up(word.changed))
        elif word.asked is not None:
            self.rooms.run_beside(self._act(word.line, word.asked))
        elif word.hello is not None:
            connection = self._connections[word.line] = _Connection()
            connection.task = self.rooms.run_beside(self._open(word.line, connection, word.match, word.hello))
        elif word.line:
            self._close(word.line)
        else:
            self.rooms.run_beside(self._answer(word))

    # ---- requests ---------------------------------------------------------------------------------------------------

    async def _answer(self, word: _Word) -> None:
        try:
            self._tell(json.dumps({"id": word.id, "said": await self._said(word.path, word.body)}))
        except NavalCoreError as error:
            self._refuse(word.id, error)
        except ValidationError as error:
            self._refuse(word.id, BadRequest.of(error.errors(include_url=False)))
        except Exception:
            log.exception("a request failed")
            self._refuse(word.id, TableMistake(MISTAKE))

    def _refuse(self, number: Any, error: NavalCoreError) -> None:
        self._tell(json.dumps({"id": number, "error": {"code": error.code, "message": str(error)}}))

    async def _said(self, path: tuple[str, ...], body: Any) -> Any:
        """The answer to a request."""
        match path:
            case ("games",):
                return lobby.games(self._plugins)
            case ("games", game):
                return lobby.about(self.rooms.game_of(game))
            case ("games", game, "data") if self._own_data is not None:
                if body is None:
                    return await self._own_data.told(game)
                return await self._own_data.keep(game, OwnFiles.model_validate(body))
            case ("games", game, "figures") if body is None:
                return lobby.figure_files(self.rooms.game_of(f"{game}:{lobby.COMPANION}"))
            case ("games", game, "figures"):
                wish = messages.OwnFigures.model_validate(body)
                return lobby.figures(self.rooms.game_of(f"{game}:{lobby.COMPANION}"), wish)
            case ("games", game, "seats"):
                return lobby.seats(self.rooms.game_of(game), messages.MatchTerms.model_validate(body))
            case ("games", game, "rules"):
                return lobby.sections(self.rooms.game_of(game))
            case ("games", game, "rules", number):
                return lobby.section(self.rooms.game_of(game), number)
            case ("games", game, "lessons"):
                return lessons.lesson_lines(self.rooms.game_of(game))
            case ("games", game, "lessons", name):
                way = lessons.LessonWay.model_validate(body)
                state = lessons.lesson_state(self.rooms.game_of(game), name, way)
                return {**state, "board": [each.model_dump(mode="json") for each in state["board"]]}
            case ("matches",) if body is None:
                return await lobby.public_matches(self.rooms, self._plugins)
            case ("matches",):
                return await lobby.begin(self.rooms, messages.NewMatch.model_validate(body))
            case ("imports",):
                return await importing.import_match(self.rooms, messages.ImportedMatch.model_validate(body))
            case ("matches", match_id, "line"):
                return await lobby.line(self.rooms, match_id, self._plugins)
            case ("matches", match_id, "seats", role):
                return await lobby.take(self.rooms, match_id, role, messages.Take.model_validate(body))
            case ("pictures", digest) if digest in PICTURES:
                return PICTURES[digest]
        raise UnknownName("there is nothing at this address")

    # ---- connections ------------------------------------------------------------------------------------------------

    async def _open(self, number: int, connection: _Connection, match_id: str, hello: messages.Hello) -> None:
        """Send a seat its state whenever something in it has changed."""
        try:
            async with self.rooms.guest(match_id) as room:
                role = await room.role_of(hello.secret)
                connection.handler = SeatHandler(room, role, hello)
                connection.opened.set()
                async for text in connection.handler.states():
                    self._say(number, text)
                raise UnknownName("this match was deleted")
        except NavalCoreError as error:
            connection.refused = error
        except Exception:
            log.exception("match %s: a connection failed", match_id)
            connection.refused = TableMistake(MISTAKE)
        finally:
            connection.opened.set()
        if connection.refused is not None:
            self._say(number, messages.refused(connection.refused))

    async def _act(self, number: int, asked: dict[str, Any]) -> None:
        connection = self._connections.get(number)
        if connection is None:
            return  # it was closed: nobody waits for the answer
        async with connection.alone:
            await connection.opened.wait()
            text = json.dumps(asked)
            if connection.refused is not None:
                self._say(number, messages.refused(connection.refused, text))
            elif connection.handler is not None:
                self._say(number, await connection.handler.act(text))

    def _say(self, number: int, text: str) -> None:
        self._tell(f'{{"line":{number},"said":{text}}}')

    def _close(self, number: int) -> None:
        connection = self._connections.pop(number, None)
        if connection is not None and connection.task is not None:
            connection.task.cancel()

    async def _catch_up(self, match_id: str) -> None:
        """Do what another page has done at a match. It says so once, so what fails is tried until it is done."""
        pause = SOON
        while (room := self._room_at(match_id)) is not None:
            try:
                await room.catch_up()
                await room.seats_changed()
            except UnknownName:
                self.rooms.leave(match_id)  # it was deleted
            except Exception as error:  # whatever the browser's database has raised
                log.warning("match %s: what another page has done: %s", match_id, error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LATER)
            else:
                return

    def _room_at(self, match_id: str) -> Room | None:
        """The room of a match that a page is connected to; None if there is none, or it is closed."""
        handlers = (connection.handler for connection in self._connections.values())
        rooms = (handler.room for handler in handlers if handler is not None)
        return next((room for room in rooms if room.id == match_id and not room.closed), None)

    async def stop(self) -> None:
        """Close all connections, and let bots choose no more."""
        for number in list(self._connections):
            self._close(number)
        await self.rooms.stop()
