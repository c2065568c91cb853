"""Saves and positions that become matches at the table, and matches that leave it as files."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.errors import BadData
from navalcore.table import _messages as messages
from navalcore.table._errors import BadRequest
from navalcore.table._exported import FORMAT, ExportedMatch, ExportedNote
from navalcore.table._lobby import check_files, check_quota, seating
from navalcore.table._lobby_answers import CheckLine, ImportAnswer
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._rooms import Rooms, to_store
from navalcore.table._store import StoredMatch, note_of
from navalcore.table._worker import WorkBench


@dataclass(frozen=True)
class Found:
    """Everything in a file that was brought in: a match, where it is one, and what was found of it."""

    game: AnyGame
    match: AnyMatch
    exported: ExportedMatch | None
    proven: bool
    conclusion: str
    checks: tuple[CheckLine, ...] = ()
    again: bool = True
    """Whether it can be played again from its beginning, with the same dice."""


def read_import(text: str, game_of: Any) -> Found:
    """The match in a file, verified as far as it can be; an error of ours says why it is refused."""
    exported = None
    if text.lstrip()[:200].replace(" ", "").startswith(f'{{"format":"{FORMAT}"'.replace(" ", "")):
        try:
            exported = ExportedMatch.model_validate_json(text)
        except ValidationError as error:
            raise BadRequest.of(error.errors(include_url=False), "file") from None
        text = exported.save
    position = _as_position(text)
    if position is not None:
        return _position(position, game_of)
    saved = nc.read_save_text(text)
    header = saved.header
    check_files(header.options, header.position)
    game: AnyGame = game_of(header.game)
    found = nc.Verification.of(saved, game)
    if found.error is not None:
        raise found.error
    assert found.match is not None
    checks = tuple(CheckLine(what=each.what, proof=each.proof.value, detail=each.detail) for each in found.checks)
    again = header.seed is not None and header.chance in ("seeded", "committed")
    return Found(game, found.match, exported, found.proven, found.conclusion, checks, again)


def _as_position(text: str) -> dict[str, Any] | None:
    """The position in a text; None if it is a save, whose first line has the number of its format."""
    try:
        data: Any = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and "navalcore" not in data else None


def _position(data: Mapping[str, Any], game_of: Any) -> Found:
    check_files(data)
    name = data.get("game")
    if not isinstance(name, str) or not name:
        raise BadData('a position must name its game, as in game = "uboat_cards"')
    game: AnyGame = game_of(name)
    conclusion = "The rules allow this position; not proven: that a match can come to it."
    return Found(game, game.position(data), None, False, conclusion, again=False)


async def import_match(rooms: Rooms, wish: messages.ImportedMatch, origin: str = "") -> ImportAnswer:
    """Make a match of a file: with the same dice ahead, or from where it is with unknown ones; doubts are noted."""
    await check_quota(rooms, origin)
    needed = rooms.budgets is not None
    stored, pieces, told = await rooms.verified(origin, bring_in, wish, origin, people_needed=needed)
    await rooms.store.create(stored.match, stored.seats, pieces)
    return told


def bring_in(
    desk: WorkBench, wish: messages.ImportedMatch, origin: str, *, people_needed: bool
) -> tuple[StoredMatch, list[str], ImportAnswer]:
    """Verify a file, and make a match of it that is to be stored, its pieces, and the answer."""
    found = read_import(wish.save, desk.game_of)
    match, exported = found.match, found.exported
    same = wish.dice == "same" or match.over
    if same and not found.again:
        raise BadData("its dice cannot be rolled again: they came from a seed that it does not show, or from a person")
    setup = match.setup
    was = {role: seat.taken_by for role, seat in exported.seats.items()} if exported else dict(match.seats)
    house = wish.house or (exported.house if exported is not None else messages.HouseRules())
    terms = messages.NewMatch(
        game=found.game.id, scenario=setup.scenario.id, options=setup.options.model_dump(mode="json"),
        public=wish.public, name=wish.name, seats={**_seats_of(was), **wish.seats}, house=house,
    )  # fmt: skip
    seats, own, rules = seating(found.game, terms, people_needed=people_needed)
    mine = exported.mine if exported is not None else ""
    seats = [replace(seat, notes=mine if seat.role == rules["host"] else "") for seat in seats]
    taken_by = {seat.role: seat.taken_by for seat in seats}
    if same:
        recorded = RecordedMatch.going_on(match, match.count, setup.undo, taken_by)
    else:
        recorded = RecordedMatch.standing(match, setup.undo, taken_by)
    known = " The dice to come are in the file." if same and not match.over else ""
    note = note_of("imported", text=found.conclusion.split(". ")[0].rstrip(".") + "." + known)
    notes = [*map(_earlier, exported.notes if exported is not None else ()), note]
    stored = to_store(recorded, wish.public, seats, rules, origin, notes)
    told: ImportAnswer = {
        "match": stored.match.id, "commitment": stored.match.commitment, "seats": own,
        "proven": found.proven, "conclusion": found.conclusion, "checks": list(found.checks),
    }  # fmt: skip
    return stored, recorded.fresh, told


def _earlier(note: ExportedNote) -> dict[str, Any]:
    """A file's notes of a table: they are shown as that, and neither a draw nor leave follows from it."""
    text = " ".join(filter(None, (note.what, note.text)))
    return {"at": note.at[:25], "what": "earlier", "role": note.role, "text": text[:400]}


def _seats_of(was: Mapping[str, str]) -> dict[str, messages.SeatWish]:
    """Who is to sit where, as it was: the first person is the one who brings the file in, others are invited."""
    wishes: dict[str, messages.SeatWish] = {}
    for role, taken_by in was.items():
        kind, _, bot = taken_by.partition(":")
        if kind == "bot":
            wishes[role] = messages.SeatWish(by="bot", bot=bot)
        elif kind == "person":
            first = all(each.by == "bot" for each in wishes.values())
            wishes[role] = messages.SeatWish(by="me" if first else "person")
    return wishes
