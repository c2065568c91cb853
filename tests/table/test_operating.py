"""A table that its operator leaves running: what it tells of itself, what it does not wait for, and its database."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, func, select, text

import navalcore as nc
from navalcore._cli.app import run
from navalcore.errors import BadData
from navalcore.table import Limits, backup, check_database, prepare_database, prune_database, restore
from navalcore.table._keeping import delete_old
from navalcore.table._metrics import JsonLines
from navalcore.table._schema import OutboxRow
from navalcore.table._service_rows import ServiceRows
from tests.table.client import GENEROUS, HOST, Match, table


def test_it_says_whether_it_lives_and_is_ready_and_tells_its_metrics_to_its_operator_only(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            assert (await at.http.get("/health/live")).json() == {"status": "live"}
            assert (await at.http.get("/health/ready")).json() == {"status": "ready"}
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            await match.play(2)
            told = (await at.http.get("/metrics")).text
            assert 'navalcore_request_seconds_count{route="/api/matches/{match_id}/act",status="200"}' in told
            assert match.id not in told
            assert "navalcore_rooms 1.0" in told
            assert "process_resident_memory_bytes" in told
            forwarded = await at.http.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"})
            assert forwarded.status_code == 404, "a proxy that is not named has an operator's address too"
        async with table(sqlite, replace(GENEROUS, operators=())) as at:
            assert (await at.http.get("/metrics")).status_code == 404

    asyncio.run(play())


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (HOST, 200),
        ("127.0.0.1:8017", 200),
        ("[::1]:8017", 200),
        ("localhost", 200),
        ("evil.example", 421),
        ("", 421),
        ("[::1].evil.example", 421),
        ("[::1", 421),
        ("evil.example@localhost", 421),
        (HOST.upper(), 200),
    ],
)
def test_it_answers_under_its_own_names_only(sqlite: str, host: str, status: int) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            assert (await at.http.get("/api/matches", headers={"Host": host})).status_code == status

    asyncio.run(play())


def test_a_frame_that_is_no_text_is_refused_without_a_traceback(sqlite: str, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me"})
            for hello in (None, {"pictures": False}):
                async with at.socket(match.id, hello) as line:
                    if hello:
                        await line.hear("state")
                    await line.arriving.put({"type": "websocket.receive", "bytes": b"x"})
                    assert (await line.hear("answer"))["error"]["code"] == "bad_request"

    asyncio.run(play())
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_the_lobby_does_not_tell_how_often_a_seat_has_chosen_in_secret(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("bismarck", {"german": "me", "british": "me"}, public=True, scenario="two_player")
            chosen = 0
            for _ in range(25):
                role = (await match.state())["snapshot"]["waiting_for"][0]
                other = {"german": "british", "british": "german"}[role]
                before = await match.state(other), await at.get("/matches")
                asked = (await match.state(role))["snapshot"]["decision"]
                assert (await match.choose(role, asked["options"][-1], asked))["ok"]
                now = await match.state(other), await at.get("/matches")
                if now[0] == before[0]:
                    chosen += 1
                    assert now[1] == before[1]
            assert chosen, "some are secret"
            (line,) = await at.get("/matches")
            assert len(line["changed"]) == len("2026-11-25T12:00+00:00"), "to the minute"

    asyncio.run(play())


def test_a_line_of_the_log_is_json_with_the_route_and_without_match_or_secret(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> str:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me"})
            await match.state("uboat")
            return f"{match.id} {match.secrets['uboat']}"

    with caplog.at_level(logging.INFO, "navalcore.table"):
        secret = asyncio.run(play())
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records if record.message == "request"]
    assert {"route": "/api/matches/{match_id}", "method": "GET", "status": 200}.items() <= lines[-1].items()
    assert not any(word in json.dumps(lines) for word in secret.split())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_it_stops_within_five_seconds_whatever_is_open_and_drops_half_requests(tmp_path: Path) -> None:
    settings, port = tmp_path / "settings.toml", free_port()
    settings.write_text('patience = 1.0\nconnections = 30\nlog = "json"\n')
    command = [
        sys.executable, "-m", "navalcore", "serve", "--port", str(port), "--settings", str(settings),
        "--database", f"sqlite:///{tmp_path / 'it.sqlite'}",
    ]  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.PIPE) as server:
        try:
            for _ in range(300):
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            half = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx"
            lines = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(40)]
            for line in lines:
                line.sendall(half[: len(half) // 2])
            for line in lines:
                line.settimeout(5)
                with suppress(ConnectionResetError):
                    assert line.recv(100) == b"", "half a request is given up, and so is one line too many"
                line.close()
            late = socket.create_connection(("127.0.0.1", port), 5)
            late.sendall(half)
            assert b"408" in late.recv(1000).split(b"\r\n")[0]
            held = socket.create_connection(("127.0.0.1", port), 5)
            held.sendall(half)
            time.sleep(0.2)
            before = time.monotonic()
            server.send_signal(signal.SIGTERM)
            server.wait(10)
            assert time.monotonic() - before < 5
            late.close()
            held.close()
        finally:
            if server.poll() is None:
                os.kill(server.pid, signal.SIGKILL)
        assert server.stderr is not None
        said = [json.loads(line) for line in server.stderr.read().decode().splitlines() if line.startswith("{")]
        assert any(line.get("status") == 408 for line in said)


# ---- the database ----------------------------------------------------------------------------------------------------


def test_another_run_of_pytest_does_not_close_the_folder_of_postgresql_to_its_own_account(
    postgres: Any, tmp_path: Path
) -> None:
    (tmp_path / "test_other.py").write_text("def test_other(tmp_path): pass", encoding="utf-8")
    other = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)]
    done = subprocess.run(other, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
    as_itself = {"user": postgres.system_user} if postgres.system_user else {}
    status = [str(postgres.bin_path / "pg_ctl"), "-D", str(postgres.pgdata), "status"]
    asked = subprocess.run(status, cwd="/", capture_output=True, text=True, timeout=60, **as_itself)
    assert "server is running" in asked.stdout, asked.stderr


def test_a_backup_taken_while_matches_are_played_is_restored_elsewhere_and_plays_on(
    sqlite: str, postgresql: str, tmp_path: Path
) -> None:
    async def play() -> None:
        path, other = tmp_path / "table.gz", f"sqlite:///{tmp_path / 'other.sqlite'}"
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            await match.play(5)
            assert await backup(sqlite, path) == 1
            stood = {role: await match.state(role) for role in match.secrets}
            await match.play(3)
        for place in (postgresql, other):
            assert await restore(place, path) == 1
            with pytest.raises(BadData, match="empty"):
                await restore(place, path)
            async with table(place) as there:
                again = Match(there, match.id, match.secrets, {})
                assert {role: await again.state(role) for role in match.secrets} == stood
                assert (await again.finish())["snapshot"]["outcome"]
            assert [wrong async for _, wrong in check_database(place, nc.load)] == [""]
        with pytest.raises(BadData, match="already"):
            await backup(sqlite, path)
        path.write_bytes(path.read_bytes()[:-200])
        with pytest.raises(BadData):
            await restore(f"sqlite:///{tmp_path / 'third.sqlite'}", path)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a note, not packed", "is not a backup of a table"),
        (gzip.compress(b'{"format": "a save"}'), "is not a backup of a table"),
        (gzip.compress(b"[]"), "is not a backup of a table"),
        (b"", "is not a backup of a table"),
        (None, "there is no such file"),
    ],
    ids=["a note", "another document", "a list", "empty", "missing"],
)
def test_a_file_that_is_not_a_backup_is_refused_and_no_database_is_made(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    path, database = tmp_path / "note.txt", tmp_path / "table.sqlite"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadData, match=said):
        asyncio.run(restore(f"sqlite:///{database}", path))
    assert not database.exists()


def test_a_backup_is_not_restored_to_a_host_of_which_no_address_is_known(tmp_path: Path) -> None:
    path = tmp_path / "table.gz"
    path.write_bytes(gzip.compress(b'{"format": "navalcore table 1", "tables": "0001"}'))
    with pytest.raises(BadData, match=r"cannot be opened: no address is known of the host nowhere\.invalid"):
        asyncio.run(restore("postgresql://me@nowhere.invalid/table", path))


def statement(url: str, *lines: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for line in lines:
            connection.execute(text(line))
    engine.dispose()


LAST = "(SELECT max(n) FROM pieces)"


@pytest.mark.parametrize(
    "harm",
    [
        f"DELETE FROM pieces WHERE n = {LAST}",
        f"UPDATE pieces SET text = substr(text, 1, length(text) - 5) WHERE n = {LAST}",
        f"UPDATE pieces SET text = 'rubbish' WHERE n = {LAST}",
        "DELETE FROM pieces WHERE n = 3",
        "UPDATE pieces SET text = replace(text, 'rule', 'rile') WHERE n = 2",
    ],
)
def test_a_match_whose_pieces_are_damaged_is_closed_with_a_clear_word_and_found(sqlite: str, harm: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            await match.play(6)
        statement(sqlite, harm)
        async with table(sqlite) as at:
            again = Match(at, match.id, match.secrets, {})
            state = await again.state("uboat")
            assert "damaged" in state["closed"]
            role = state["snapshot"]["waiting_for"][0]
            asked = (await again.state(role))["snapshot"]["decision"]
            assert (await again.choose(role, asked["options"][0], asked))["error"]["code"] == "closed"
        ((found, wrong),) = [each async for each in check_database(sqlite, nc.load)]
        assert (found, bool(wrong)) == (match.id, True)

    asyncio.run(play())


@pytest.mark.parametrize("harm", ["notes = 'rubbish'", "house = '[1]'", "created = 'rubbish'", "told = 'null'"])
def test_a_damaged_row_of_a_match_keeps_nobody_from_the_others_and_is_found(sqlite: str, harm: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            page = {"Authorization": f"Page {(await at.post('/page', {}, status=201))['secret']}"}
            seats = {"uboat": "me", "convoy": "me"}
            bad, good = [await at.begin("uboat_cards", seats, public=True) for _ in range(2)]
            for each in (bad, good):
                held = {"match": each.id, "secret": each.secrets["uboat"]}
                await at.http.post("/api/page/seats", json=held, headers=page)
        statement(sqlite, f"UPDATE matches SET {harm} WHERE id = '{bad.id}'")
        async with table(sqlite) as at:
            assert [each["id"] for each in await at.get("/matches")] == [good.id]
            mine = (await at.http.get("/api/page", headers=page)).json()["games"]
            assert [each["id"] for each in mine] == [good.id]
            refused = await at.get(f"/matches/{bad.id}", bad.secrets["uboat"], status=409)
            assert "damaged" in refused["message"]
        found = {match: wrong async for match, wrong in check_database(sqlite, nc.load)}
        assert found[good.id] == ""
        assert "damaged" in found[bad.id]

    asyncio.run(play())


def test_a_backup_that_was_tampered_with_is_refused_with_a_clear_word(sqlite: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
        await backup(sqlite, tmp_path / "good.gz")
        head, *rows = gzip.decompress((tmp_path / "good.gz").read_bytes()).decode().splitlines()
        newer = json.dumps({**json.loads(head), "tables": "0099"})
        for number, (lines, said) in enumerate(
            [
                ([newer, *rows], "newer navalcore"),
                ([head, *rows, rows[-1]], "twice"),
                ([head, *rows, "[]"], "cannot be read"),
                ([head, *rows, '{"table": "nothing", "row": {}}'], "cannot be read"),
                ([head, '{"table": "matches", "row": []}'], "cannot be read"),
            ]
        ):
            path, place = tmp_path / f"{number}.gz", f"sqlite:///{tmp_path / f'{number}.sqlite'}"
            path.write_bytes(gzip.compress("\n".join(lines).encode()))
            with pytest.raises(BadData, match=said):
                await restore(place, path)
            assert await restore(place, tmp_path / "good.gz") == 1, "nothing of the other is there"
        packed = (tmp_path / "good.gz").read_bytes()
        broken = gzip.compress(f"{head}\n".encode()) + gzip.compress(b"")[:10] + b"\xff" * 20
        for harmed in (packed[:-8] + bytes(8), packed[:-20], broken):
            path.write_bytes(harmed)
            with pytest.raises(BadData, match="is not a backup of a table, or is damaged"):
                await restore(f"sqlite:///{tmp_path / 'harmed.sqlite'}", path)

    asyncio.run(play())


def test_a_database_of_a_newer_program_or_of_none_says_so(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(prepare_database(sqlite))
    statement(sqlite, "UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(BadData, match="newer navalcore"):
        asyncio.run(prepare_database(sqlite))
    statement(sqlite, "DROP TABLE alembic_version")
    with pytest.raises(BadData, match="not navalcore's"):
        asyncio.run(prepare_database(sqlite))
    assert run(["table", "check", "--database", sqlite]) == 2
    assert "error [bad_data]" in capsys.readouterr().err


def test_the_database_of_every_schema_that_was_ever_shipped_is_brought_up_to_date_and_plays_on(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The schema 0001 shipped with 0.2.0: its rows are written here as that program wrote them."""
    from navalcore.table._database import Database, migrate

    match = nc.load("uboat_cards").new_match("short", seed=5, chance="committed")
    pieces: list[str] = []
    match.record_to(pieces.append)
    pieces[:] = ["".join(pieces)]
    match.choose(0)
    secret = "ab" * 16
    from navalcore.table._seats import digest_of

    async def old() -> None:
        rows = Database(database)

        def fill(connection: Any) -> None:
            migrate(connection, "0001")
            connection.execute(
                text(
                    "INSERT INTO matches VALUES ('old', 'uboat_cards', :rules, 'short', :options, 'barrier', :public, "
                    ":commitment, :now, :now, 2, 0, '')"
                ),
                {
                    "rules": match.game.version, "options": json.dumps(match.setup.options.model_dump(mode="json")),
                    "public": True, "commitment": match.commitment,
                    "now": time_of(rows.shared),
                },
            )  # fmt: skip
            for place, role in enumerate(("uboat", "convoy")):
                line = "INSERT INTO seats VALUES ('old', :role, :place, 'person', '', 'Ann', :secret, NULL)"
                key = {"role": role, "place": place, "secret": digest_of(secret) if not place else "cd" * 32}
                connection.execute(text(line), key)
            for n, piece in enumerate(pieces):
                line = "INSERT INTO pieces VALUES ('old', 0, :n, :text)"
                connection.execute(text(line), {"n": n, "text": piece})

        await rows.transaction(fill)
        await rows.close()

    async def play() -> None:
        await old()
        async with table(database) as at:
            (line,) = await at.get("/matches")
            assert line["id"] == "old"
            state = await at.get("/matches/old", secret)
            assert (state["snapshot"]["role"], state["snapshot"]["number"]) == ("uboat", match.count)
            asked = state["snapshot"]["decision"]
            body = {"act": "choose", "decision": asked["number"], "keys": [asked["options"][0]["key"]]}
            assert (await at.post("/matches/old/act", body, secret))["ok"]

    asyncio.run(play())
    assert "brought from 0001 to 0008" in caplog.text


def time_of(shared: bool) -> Any:
    from datetime import UTC, datetime

    return datetime.now(UTC) if shared else "2026-11-22 10:00:00.000000"


def test_settings_are_read_from_a_file_and_what_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "it.toml"
    path.write_text('linger = 5\nhosts = ["table.example"]\n')
    assert Limits.read(path) == Limits(linger=5, hosts=("table.example",))
    for wrong, told in (
        ("lingers = 5", "it.toml:1: lingers: unknown key; did you mean linger?"),
        ('\nlinger = "long"', "it.toml:2: linger: should be a number, not 'long'"),
        ("linger =", "it.toml:1: is not valid TOML"),
        ("keep_untouched = -1", "it.toml:1: keep_untouched: should be at least 0.0, not -1"),
        ("keep_finished = nan", "it.toml:1: keep_finished: should be a finite number, not nan"),
    ):
        path.write_text(wrong)
        with pytest.raises(BadData, match=re.escape(told)):
            Limits.read(path)
    with pytest.raises(BadData, match=r"none\.toml: cannot be read: No such file or directory"):
        Limits.read(tmp_path / "none.toml")


@pytest.mark.parametrize("days", [-1.0, -0.5, float("nan"), float("inf"), 1e300])
def test_no_match_is_deleted_after_a_number_of_days_that_is_none(sqlite: str, days: float) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me"})
            for finished, untouched in ((days, 0), (0, days)):
                with pytest.raises(BadData, match="0 for never"):
                    await delete_old(ServiceRows(sqlite), finished, untouched)
            assert await match.state()
        for finished, untouched in ((days, 0), (0, days)):
            with pytest.raises(BadData, match="0 for never"):
                await prune_database(sqlite, finished, untouched)
        assert [wrong async for _, wrong in check_database(sqlite, nc.load)] == [""]

    asyncio.run(play())


@pytest.mark.parametrize("act", ["backup -o kept.jsonl.gz", "check", "prune --finished 30"])
def test_a_database_whose_name_is_mistyped_is_refused_and_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], act: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["table", *act.split(), "--database", "sqlite:///mistyped/tabel.sqlite"]) == 2
    assert "mistyped/tabel.sqlite: there is no such database" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_old_matches_are_deleted_as_the_operator_says(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            over = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            await over.act("uboat", act="seat", do="resign")
            await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})

    asyncio.run(play())
    statement(sqlite, "UPDATE matches SET changed = '2020-01-01 00:00:00.000000'")
    for days, gone in (("--finished", 1), ("--finished", 0), ("--untouched", 1)):
        assert run(["table", "prune", days, "30", "--database", sqlite]) == 0
        assert f"{gone} matches deleted" in capsys.readouterr().out


def test_a_table_that_was_moved_to_postgresql_sends_new_notices(sqlite: str, postgresql: str, tmp_path: Path) -> None:
    """Once its first new notice had the number of an old one, and the choice that it came with was refused."""

    async def play() -> None:
        seats = {"uboat": "me", "convoy": "me"}
        async with table(sqlite) as at:
            page = {"Authorization": f"Page {(await at.post('/page', {}, status=201))['secret']}"}
            wish = {"channel": "webhook", "address": "https://a.example/x"}
            await at.http.post("/api/page/notices", json=wish, headers=page)
            await told_of(at, page, await at.begin("uboat_cards", seats))
            await backup(sqlite, tmp_path / "table.gz")
        await restore(postgresql, tmp_path / "table.gz")
        async with table(postgresql) as at:
            await told_of(at, page, await at.begin("uboat_cards", seats))
            count = select(func.count()).select_from(OutboxRow)
            assert await at.app.state.rows.read(lambda connection: connection.execute(count).scalar_one()) == 2

    asyncio.run(play())


async def told_of(at: Any, page: dict[str, str], match: Match) -> None:
    """Hold the seats of a match, and play until a notice waits."""
    at.app.state.rooms.budgets.telling = True
    for secret in match.secrets.values():
        await at.http.post("/api/page/seats", json={"match": match.id, "secret": secret}, headers=page)
    waiting = (await match.state())["snapshot"]["waiting_for"]
    while (await match.state())["snapshot"]["waiting_for"] == waiting:
        await match.play(1)
