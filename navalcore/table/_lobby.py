"""The news of games and matches to those without a seat, and how they come to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from secrets import token_hex
from typing import Any, Final

import navalcore as nc
from navalcore import AnyGame, boards
from navalcore.bots import bot_names, bot_title, level_notes
from navalcore.errors import BadData
from navalcore.rules import companion_in, discover
from navalcore.table import _messages as messages
from navalcore.table._errors import Quota, SeatRefused, over
from navalcore.table._lessons import example_position
from navalcore.table._life import check_house
from navalcore.table._lobby_answers import (
    GameLine,
    GameTerms,
    LobbyMatch,
    NewMatchAnswer,
    NewSeat,
    SeatLine,
    SectionText,
    TakenSeat,
)
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._rooms import Rooms
from navalcore.table._seats import digest_of, new_seats
from navalcore.table._store import StoredMatch, StoredSeat

IN_LOBBY: Final = 100
COMPANION: Final = "companion"
"""The variant of a game that is its companion."""
FILES: Final = "data_pack"
"""The option that names a folder of the machine a match is played on: no client elsewhere may name one."""


def games(plugins: Sequence[str] = ()) -> list[GameLine]:
    """The installed games."""
    found = discover(plugins)
    return [
        {
            "id": each.id,
            "title": each.title,
            "summary": each.summary,
            "scenarios": dict(each.scenarios),
            "briefing": each.briefing(next(iter(each.scenarios), "")),
            "companion": COMPANION in found.variants_of(each.id),
        }
        for each in nc.games(plugins).values()
    ]


def about(game: AnyGame) -> GameTerms:
    """The choices with which a match of a game can begin."""
    options: dict[str, Any] = game.options_class.model_json_schema()
    options.get("properties", {}).pop(FILES, None)
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "roles": [{"role": str(role), "title": game.role_title(role)} for role in game.roles],
        "scenarios": [
            {
                "id": each.id,
                "title": each.title,
                "note": each.note,
                "briefing": game.manifest.briefing(each.id) if game.manifest else None,
            }
            for each in game.scenarios.values()
        ],
        "options": options,
        "bots": bot_names(game),
        "bot_titles": {name: bot_title(game, name) for name in bot_names(game)},
        "levels": level_notes(game),
        "designer": game.rulebook.source.designer,
        "year": game.rulebook.source.year,
    }


@lru_cache(maxsize=100)
def picture(game: AnyGame) -> list[str]:
    """The board at the moment that the briefing names, or of a new match, in layers of SVG; none without a board."""
    told = game.manifest.briefing("") if game.manifest else None
    if told and told["picture"]:
        view = game.position(example_position(game, told["picture"]["example"]), seed="lobby").view(nc.UMPIRE)
    else:
        view = game.new_match(seed="lobby").view(nc.SPECTATOR)
    board = nc.face_of(game).board(view)
    if board is None:
        return []
    return [boards.scene_svg(board.scenes[0], theme=None), boards.pieces_svg(board)]


def seats(game: AnyGame, terms: messages.MatchTerms) -> list[SeatLine]:
    """Who sits where on these terms: a person, a bot that the game brings, or no one."""
    check_files(terms.options)
    found = game.seats(terms.scenario, terms.options)
    return [{"role": str(seat.role), "title": seat.title, "taken_by": seat.taken_by} for seat in found]


def sections(game: AnyGame) -> list[SectionText]:
    """All sections of the rules in plain words, in their order, each with its rulings."""
    return [section(game, each.number) for each in game.rulebook.sections]


def section(game: AnyGame, number: str) -> SectionText:
    """A section of the rules in plain words, with its rulings."""
    book = game.rulebook
    found = book.section(number)
    rulings: list[Any] = [ruling.model_dump(mode="json") for ruling in book.rulings_on(number)]
    return {
        "number": found.number,
        "title": found.title,
        "summary": found.summary,
        "kind": found.kind.value,
        "words": list(book.phrases(number)),
        "rulings": rulings,
    }


def check_files(*given: object) -> None:
    """Refuse options, in a position or header too, that would have files of this machine read."""
    left = list(given)
    while left:
        each = left.pop()
        if isinstance(each, Mapping):
            if each.get(FILES):
                raise BadData(
                    f"option {FILES} names a folder on the table's own machine and cannot be set from elsewhere"
                )
            left += each.values()
        elif isinstance(each, list | tuple):
            left += each


async def public_matches(rooms: Rooms, plugins: Sequence[str] = ()) -> list[LobbyMatch]:
    """The public matches."""
    known = await manifests(plugins)
    return [in_lobby(stored, known) for stored in await rooms.store.rows.public(IN_LOBBY)]


async def line(rooms: Rooms, match_id: str, plugins: Sequence[str] = ()) -> LobbyMatch:
    """A match as the lobby shows it to those who have a seat there; it is not opened for that."""
    return in_lobby(await rooms.store.get(match_id), await manifests(plugins))


async def manifests(plugins: Sequence[str]) -> Mapping[str, Any]:
    """The installed games as they describe themselves."""
    return await nc.Session.aside(lambda: nc.games(plugins))


async def check_quota(rooms: Rooms, origin: str) -> None:
    """Refuse an address that keeps as much as it may, where the table has budgets."""
    if rooms.budgets is None:
        return
    limits, (unfinished, size) = rooms.budgets.limits, await rooms.store.rows.kept_by(origin)
    rooms.budgets.bytes[origin] = size
    if unfinished >= limits.unfinished or size > limits.address_bytes:
        raise Quota(f"one address has at most {limits.unfinished} matches that are not over: end some first")


async def begin(rooms: Rooms, wish: messages.NewMatch, origin: str = "") -> NewMatchAnswer:
    """Begin a match: its id, the secret of the caller's seat, and the invitations to the seats of others."""
    check_files(wish.options, wish.position)
    await check_quota(rooms, origin)
    game = await nc.Session.aside(lambda: rooms.game_of(wish.game))
    position: Mapping[str, Any] | None = wish.position
    if position is not None and not hides_nothing(game):
        raise BadData(f"{game.id} is not a companion: a match of it begins with a scenario")
    if wish.example:
        position = shown = await nc.Session.aside(lambda: example_position(game, wish.example))
        wish = wish.model_copy(update={"scenario": shown.get("scenario"), "options": shown.get("options", {})})
    made = partial(RecordedMatch.new, game, wish.scenario, wish.options, wish.undo, dice=wish.dice, position=position)
    if (what_if := wish.what_if) is not None:
        old = await rooms.room(what_if.match)
        match = await old.look(lambda match: over(match).fork())
        game = old.game
        terms = {"scenario": match.setup.scenario.id, "options": match.setup.options.model_dump(mode="json")}
        wish = wish.model_copy(update=terms)
        made = partial(RecordedMatch.going_on, match, what_if.choice, wish.undo)
    needed = rooms.budgets is not None
    seats, told, house = await nc.Session.aside(lambda: seating(game, wish, people_needed=needed))
    room = await rooms.begin(made, wish.public, seats, house, origin)
    return {"match": room.id, "commitment": room.commitment, "seats": told}


def seating(
    game: AnyGame, wish: messages.NewMatch, *, people_needed: bool
) -> tuple[list[StoredSeat], list[NewSeat], dict[str, Any]]:
    """Who sits where in a new match, what the person who begins it is told of that, and the rules of the table."""
    seats, told = new_seats(game, wish)
    people = sum(seat.kind == "person" for seat in seats)
    check_house(wish.house, people)
    if people_needed and not people:
        raise BadData("a match needs a person: take a seat, or leave one to another person")
    host = next((seat.role for seat in seats if seat.secret), "")
    return seats, told, {"host": host, "rules": wish.house.model_dump()}


def figure_files(companion: AnyGame) -> list[str]:
    """The data files whose figures a group may replace for an evening of its own with a companion."""
    return list(companion_in(companion).figure_files)


def figures(companion: AnyGame, wish: messages.OwnFigures) -> dict[str, Any]:
    """A group's own files as the ``set`` of a position, from which an evening with a companion begins; or BadData."""
    return dict(companion_in(companion).figures(wish.files))


def hides_nothing(game: AnyGame) -> bool:
    """Whether a game is a companion, which people pass on as it is."""
    return any(variant.stands_alone for variant in game.variants)


async def take(rooms: Rooms, match_id: str, role: str, taking: messages.Take) -> TakenSeat:
    """Take a free seat: the secret that opens it from now on. The invitation is then void."""
    room = await rooms.room(match_id)
    secret = token_hex(16)
    invitation = None if taking.invitation is None else digest_of(taking.invitation)
    if not await rooms.store.take_seat(match_id, role, invitation, digest_of(secret), taking.name):
        raise SeatRefused("this seat is not free for you: it is taken, or the link is not an invitation to it")
    await room.seats_changed()
    return {"match": match_id, "role": role, "secret": secret}


def in_lobby(stored: StoredMatch, known: Mapping[str, Any]) -> LobbyMatch:
    """A match as the lobby shows it."""
    match = stored.match
    manifest = known.get(match.game.partition(":")[0])
    return {
        "id": match.id,
        "game": match.game,
        "title": manifest.title if manifest is not None else match.game,
        "scenario": manifest.scenarios.get(match.scenario, match.scenario) if manifest is not None else match.scenario,
        "outcome": match.outcome,
        "begun": match.created.isoformat(timespec="minutes"),
        "changed": (match.shown or match.created).isoformat(timespec="minutes"),
        "waiting": list(match.waiting),
        "rolls": not (match.commitment or match.waiting or match.outcome),
        "headline": match.headline,
        "seats": [
            {
                "role": seat.role,
                "title": manifest.role_title(seat.role) if manifest is not None else seat.role,
                "kind": seat.kind,
                "name": seat.name or seat.bot,
                "free": not seat.taken and seat.invitation is None,
            }
            for seat in stored.seats
        ],
    }
