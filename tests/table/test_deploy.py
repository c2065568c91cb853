"""What is in deploy/ fits the program and itself; image and unit are built and started as far as this machine can."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from dataclasses import asdict
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import httpx
import pytest

from navalcore.table._settings import Limits

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCS = DEPLOY.parent / "docs"
UNIT = (DEPLOY / "navalcore@.service").read_text()
NAVALCORE = Path(sys.executable).with_name("navalcore")


def compose() -> Any:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_the_unit_says_nothing_that_systemd_does_not_know(tmp_path: Path) -> None:
    unit = tmp_path / "navalcore@.service"
    unit.write_text(UNIT.replace("/opt/navalcore/bin/navalcore", sys.executable))
    found = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


def test_what_the_unit_starts_is_ready_with_the_settings_of_the_folder_and_ends_when_it_is_told(tmp_path: Path) -> None:
    found = re.search(r"^ExecStart=/opt/navalcore/bin/navalcore (.*)$", UNIT, re.MULTILINE)
    assert found is not None
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = str(line.getsockname()[1])
    environment = {
        "NAVALCORE_DATABASE": f"sqlite:///{tmp_path / 'table.sqlite'}",
        "NAVALCORE_SETTINGS": str(DEPLOY / "table.toml"),
        "PATH": "/usr/bin:/bin",
    }
    command = [str(NAVALCORE), *found[1].replace("%i", port).split()]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        try:
            assert "is open at" in server.stdout.readline()
            address = f"http://127.0.0.1:{port}"
            ready = httpx.get(f"{address}/health/ready", headers={"host": "table.example"}, trust_env=False)
            assert ready.json() == {"status": "ready"}
            elsewhere = httpx.get(f"{address}/", headers={"host": "evil.example"}, trust_env=False)
            assert elsewhere.status_code == 421
            server.terminate()
            assert '"route": "/health/ready"' in server.stderr.read(), "the log is JSON"
        finally:
            server.kill()


def test_all_that_the_image_copies_is_there_and_it_starts_a_command_that_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for sources in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        for source in sources.split():
            assert (DEPLOY.parent / source).exists(), source
    assert 'ENTRYPOINT ["navalcore", "serve"' in text
    assert "/health/ready" in text


def test_the_proxy_sends_a_match_to_one_of_the_tables_and_is_the_one_that_they_believe() -> None:
    services = compose()["services"]
    addresses = {
        name: each["networks"]["inside"]["ipv4_address"] for name, each in services.items() if name != "database"
    }
    conf = (DEPLOY / "nginx.conf").read_text()
    assert set(re.findall(r"server ([\d.]+):8017;", conf)) == {addresses["table1"], addresses["table2"]}
    assert Limits.read(DEPLOY / "table.toml").proxies == (addresses["proxy"],)
    where = re.search(r'"~(\^.*?)" \$id;', conf)
    assert where is not None
    pattern = re.compile(where[1].replace("?<id>", "?P<id>"))
    for path in ("/api/matches/{}/socket", "/match/{}", "/api/matches/{}?since=0"):
        match = token_urlsafe(12)
        assert (found := pattern.match(path.format(match))) is not None
        assert found["id"] == match
    assert pattern.match("/api/matches") is None


def nginx_texts() -> list[str]:
    """What this repository says to nginx: the file that is deployed, and the blocks of the operator's pages."""
    pages = [(DOCS / name).read_text() for name in ("table_server.md", "operate.md")]
    blocks = [block for page in pages for block in re.findall(r"^```nginx\n(.*?)^```", page, re.MULTILINE | re.DOTALL)]
    return [(DEPLOY / "nginx.conf").read_text(), *blocks]


def test_every_proxy_that_is_described_lets_through_the_largest_file_that_may_be_brought_in() -> None:
    """By itself nginx refuses what has more than 1 MB, in a page of its own that the table's page cannot read."""
    servers = [text for text in nginx_texts() if "location / {" in text]
    assert len(servers) == 2
    for text in servers:
        most = re.search(r"client_max_body_size (\d+)m;", text)
        assert most is not None
        assert int(most[1]) * 2**20 >= Limits().import_bytes


def test_a_pattern_with_braces_is_quoted_as_nginx_wants_it() -> None:
    """Without quotation marks nginx takes the first brace for the end of the pattern, and does not start."""
    texts = nginx_texts()
    patterns = [line for text in texts for line in text.splitlines() if "(?<id>" in line]
    assert len(patterns) == 2
    for line in patterns:
        assert re.fullmatch(r'\s*"~\S+\{16\}\)" \$id;', line), line


def test_every_setting_is_on_the_operators_page_with_its_default_as_toml_writes_it() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(.+?)` \|", (DOCS / "operate.md").read_text(), re.MULTILINE)
    written = tomllib.loads("\n".join(f"{name} = {default}" for name, default in rows))
    assert written == json.loads(json.dumps(asdict(Limits())))


def test_who_follows_the_page_from_top_to_bottom_has_a_table_that_answers_behind_its_proxy(tmp_path: Path) -> None:
    """Once the unit named no settings, so the table refused (421) all that the proxy of the page passed on."""
    page = (DOCS / "table_server.md").read_text()
    block = {
        kind: re.findall(rf"^```{kind}\n(.*?)^```", page, re.MULTILINE | re.DOTALL) for kind in ("toml", "ini", "nginx")
    }
    settings = re.search(r"^ExecStart=.* serve .*--settings (\S+)$", block["ini"][0], re.MULTILINE)
    assert settings is not None
    assert page.index(f"`{settings[1]}`") < page.index("```toml") < page.index("```ini")
    file = tmp_path / "table.toml"
    file.write_text(block["toml"][0])
    limits = Limits.read(file)
    domain = re.search(r"server_name (\S+);", block["nginx"][0])
    assert domain is not None
    assert limits.hosts == (domain[1],)
    assert limits.proxies == ("127.0.0.1",)
    assert limits.url == f"https://{domain[1]}"
