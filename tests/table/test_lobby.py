"""What those without a seat are told, and how they come to one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest
from pydantic import Field

import navalcore as nc
from navalcore import boards
from navalcore.errors import BadData, UnknownName
from navalcore.rules import Options
from navalcore.table import (
    _lobby as lobby,
    _messages as messages,
    _pictures as pictures,
    _recorded_match as recorded_match,
)
from navalcore.table._errors import SeatRefused
from navalcore.table._recorded_match import Past, RecordedMatch
from navalcore.table._rooms import Rooms
from navalcore.table._seats import digest_of, new_seats
from navalcore.table._store import MatchDetails, MatchStore, StoredSeat
from navalcore.table._text_rows import TextRows
from tests.table.client import table
from tests.table.memory import MemoryStore

NOW = datetime(2026, 11, 1, tzinfo=UTC)
MATCH = MatchDetails("a", "uboat_cards", "1.0", "short", {}, "barrier", True, "", NOW, NOW)


def shown(details: MatchDetails, *seats: StoredSeat) -> Any:
    """A match as the lobby shows it."""

    async def look() -> Any:
        store = MatchStore(TextRows(MemoryStore()))
        await store.create(details, seats, ["set-up"])
        (match,) = await lobby.public_matches(Rooms(store, nc.load))
        return match

    return asyncio.run(look())


def test_the_lobby_names_game_scenario_and_role_for_people_and_tells_who_sits_where_and_what_is_free() -> None:
    match = shown(
        MATCH, StoredSeat("uboat", "person", name="Ann", secret="1"), StoredSeat("convoy", "person"),
        StoredSeat("umpire", "person", invitation="2"), StoredSeat("ally", "bot", "random"),
    )  # fmt: skip
    game = nc.load("uboat_cards")
    assert (match["title"], match["scenario"]) == (game.title, game.scenarios["short"].title)
    assert match["seats"][0]["title"] == game.role_title("uboat")
    assert [seat["name"] for seat in match["seats"]] == ["Ann", "", "", "random"]
    assert [seat["free"] for seat in match["seats"]] == [False, True, False, False]


def test_who_has_a_seat_is_told_how_the_match_goes_and_whom_it_waits_for_without_its_being_opened(sqlite: str) -> None:
    async def look() -> None:
        async with table(sqlite) as at:
            match = await at.begin("silent_war", {"comsubpac": "me"}, scenario="patrol_wahoo_1943")
        async with table(sqlite) as again:
            line = await again.get(f"/matches/{match.id}/line")
            assert line["scenario"] == nc.load("silent_war").scenario("patrol_wahoo_1943").title
            assert line["headline"].startswith("turn 1 of 4 · 1943-01, week 2")
            assert (line["waiting"], line["outcome"]) == (["comsubpac"], "")
            assert datetime.now(UTC) - datetime.fromisoformat(line["begun"]) < timedelta(minutes=5)
            assert await again.get("/matches") == [], "it is not public for that"
            await again.get("/matches/nowhere/line", status=404)
            assert not len(again.app.state.rooms)

    asyncio.run(look())


def test_a_match_of_a_game_that_is_not_installed_here_is_shown_by_its_ids() -> None:
    match = shown(replace(MATCH, game="gone", scenario="somewhere"), StoredSeat("uboat", "person"))
    assert (match["title"], match["scenario"], match["seats"][0]["title"]) == ("gone", "somewhere", "uboat")


@pytest.mark.parametrize(
    ("game", "wish", "error"),
    [
        ("uboat_cards", {"captain": {"by": "me"}}, UnknownName),
        ("uboat_cards", {"uboat": {"by": "bot", "bot": "nobody"}}, UnknownName),
        ("bismarck", {"german": {"by": "me"}}, BadData),
    ],
)
def test_a_seat_that_the_game_does_not_give_is_refused(game: str, wish: Any, error: type[Exception]) -> None:
    terms = {"scenario": "solitaire"} if game == "bismarck" else {}
    with pytest.raises(error):
        new_seats(nc.load(game), messages.NewMatch.model_validate({"game": game, "seats": wish, **terms}))


def test_a_seat_that_the_games_own_bot_has_may_be_wished_for_the_bot() -> None:
    wish = messages.NewMatch.model_validate(
        {"game": "bismarck", "scenario": "solitaire", "seats": {"german": {"by": "bot"}, "british": {"by": "me"}}}
    )
    seats, told = new_seats(nc.load("bismarck"), wish)
    kinds = {seat.role: seat.kind for seat in seats}
    assert kinds["german"] in ("bot", "nobody")
    assert kinds["british"] == "person"
    assert [each["role"] for each in told] == ["british"]


def test_who_has_the_invitation_gets_a_secret_that_opens_the_seat_and_the_room_hears_of_it() -> None:
    async def play() -> None:
        rooms = Rooms(MatchStore(TextRows(MemoryStore())), nc.load)
        wish = {"uboat": {"by": "me"}, "convoy": {"by": "person"}}
        begun = await lobby.begin(rooms, messages.NewMatch.model_validate({"game": "uboat_cards", "seats": wish}))
        match, (_, theirs) = begun["match"], begun["seats"]
        room = await rooms.room(match)
        assert room.commitment == begun["commitment"]
        changed = room.changed
        for taking in (messages.Take(), messages.Take(invitation="0" * 32)):
            with pytest.raises(SeatRefused):
                await lobby.take(rooms, match, "convoy", taking)
        assert not changed.is_set()
        taken = await lobby.take(rooms, match, "convoy", messages.Take(invitation=theirs["invitation"], name=" Bob "))
        assert changed.is_set()
        seat = {seat.role: seat for seat in room.places}["convoy"]
        assert (seat.name, seat.secret) == ("Bob", digest_of(taken["secret"]))
        await rooms.stop()

    asyncio.run(play())


def test_a_folder_of_the_tables_machine_is_neither_offered_nor_taken() -> None:
    game = nc.load("silent_war")
    assert "data_pack" in game.options_class.model_json_schema()["properties"]
    assert "data_pack" not in lobby.about(game)["options"]["properties"]
    with pytest.raises(BadData):
        lobby.seats(game, messages.MatchTerms(options={"data_pack": "/etc"}))
    assert lobby.seats(game, messages.MatchTerms(options={"data_pack": ""}))


def looking_back(recorded: RecordedMatch, past: Past | None = None) -> Past:
    """What a match was, as far as its pieces go."""
    past = past or Past.begun(recorded.match.game, recorded.fresh[0])
    for piece in recorded.fresh:
        past.follow(piece)
    recorded.fresh.clear()
    return past


def test_a_moment_of_a_match_is_as_it_was_from_the_set_up_to_the_last_choice_and_no_further() -> None:
    recorded = RecordedMatch.new(nc.load("uboat_cards"), None, {}, "free")
    stood = [recorded.match.digest]
    for _ in range(3):
        recorded.match.choose(0)
        stood.append(recorded.match.digest)
    past = looking_back(recorded)
    for position in (0, 3, 1, 2):
        assert (past.at(position).count, past.at(position).digest) == (position, stood[position])
    for beyond in (-1, 4):
        with pytest.raises(IndexError):
            past.at(beyond)


def test_a_moment_of_a_match_is_that_of_the_choice_made_last_if_another_was_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recorded_match, "APART", 2)
    recorded = RecordedMatch.new(nc.load("uboat_cards"), None, {}, "free")
    match = recorded.match
    for _ in range(4):
        match.choose(0)
    past = looking_back(recorded)
    match.undo(past.made[3].role)
    assert looking_back(recorded, past).at(3).digest == match.digest
    match.choose(1)
    assert looking_back(recorded, past).at(4).digest == match.digest
    assert [place for place, _ in past._moments] == [0, 2, 4]


def test_of_a_long_match_no_more_moments_are_kept_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_match, "APART", 1)
    monkeypatch.setattr(recorded_match, "MOMENTS", 4)
    recorded = RecordedMatch.new(nc.load("uboat_cards"), None, {}, "free")
    stood = [recorded.match.digest]
    while recorded.match.count < 12:
        recorded.match.choose(0)
        stood.append(recorded.match.digest)
    past = looking_back(recorded)
    assert len(past._moments) <= 4
    assert [past.at(position).digest for position in range(13)] == stood


def test_the_still_layers_that_were_sent_last_are_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "STILLS_KEPT", 2)
    stills = pictures._Stills()
    first, second, third = (boards.Scene(f"chart/{name}", name, (100, 100), ()) for name in ("a", "b", "c"))
    for scene in (first, second, first, third):
        stills.keep(scene)
    assert dict(stills) == {scene.digest: boards.scene_svg(scene, theme=None) for scene in (first, third)}


def test_a_secret_that_was_given_out_once_opens_its_seat_under_every_later_version() -> None:
    assert digest_of("0" * 32) == "b16722814764a521912444e2e56836e4dc3146fb1d4866946959b0f9e032aae1"


@pytest.mark.parametrize(
    ("game", "head"),
    [
        ("uboat_cards", ["turn 1", "transports sunk 0 of 6", "U-boats sunk 0 of 4"]),
        ("tonnage_war", ["round 1 of 4, turn 1 of 26", "points: U-boats 0, escorts 0"]),
        ("bismarck", ["turn 1 of 30", "May 22, 12:00", "British 0 VP", "Germans 0 VP"]),
        ("aa50_subwar", ["round 1 of 10: Germany", "points: Axis 0, Allied 0"]),
        ("silent_war", ["turn 1 of 6", "1941-12, week 1", "0 t sunk", "0 ships"]),
    ],
)
def test_the_head_of_a_match_that_begins_says_the_turn_and_the_score(game: str, head: list[str]) -> None:
    match = nc.load(game).new_match(seed=1)
    decision = match.decision
    assert decision is not None
    assert list(nc.face_of(match.game).headline(match.view(decision.role))) == head


@pytest.mark.parametrize("game", sorted(nc.games()))
def test_what_a_briefing_shows_is_on_the_first_board_of_every_scenario(game: str) -> None:
    for scenario in nc.load(game).scenarios:
        told = nc.games()[game].briefing(scenario)
        assert told is not None
        match = nc.load(game).new_match(scenario, seed=1)
        decision = match.decision
        assert decision is not None
        board = nc.face_of(match.game).board(match.view(decision.role))
        assert board is not None
        there = {each.id for scene in board.scenes for each in scene.regions} | {each.id for each in board.pieces}
        assert {each["place"] for each in told["shows"]} <= there
        assert len(told["shows"]) >= 4


@pytest.mark.parametrize("game", sorted(nc.games()))
def test_the_lobby_shows_pieces_of_a_game_at_a_moment_of_it(game: str) -> None:
    told = nc.games()[game].briefing("")
    assert told is not None
    still, moving = lobby.picture(nc.load(game))
    around = told["picture"]["around"]
    assert around
    assert [place for place in around if f'data-place="{place}"' not in still + moving] == []
    assert moving.count('class="piece card') + moving.count('class="piece chip') >= 4


def test_the_form_of_a_match_calls_options_what_their_titles_say_or_their_names_in_words() -> None:
    class Ready(Options):
        hfdf_modifier: Literal["penalty", "bonus"] = Field("penalty", title="Direction finding")
        rounds_of_play: int | None = None

    called = {name: each["title"] for name, each in Ready.model_json_schema()["properties"].items()}
    assert called == {"hfdf_modifier": "Direction finding", "rounds_of_play": "Rounds of play"}


@pytest.mark.parametrize("game", nc.games())
def test_no_option_of_a_game_is_called_by_letters_that_are_no_word(game: str) -> None:
    options = lobby.about(nc.load(game))["options"]["properties"]
    unread = {"hfdf", "drm", "ijn", "oob", "uk", "us", "df1", "df3", "uboat", "uboats", "ipc", "max", "mandatory"}
    titles = [each["title"] for each in options.values()]
    assert [title for title in titles if unread & {word.lower() for word in title.split() if not word.isupper()}] == []
