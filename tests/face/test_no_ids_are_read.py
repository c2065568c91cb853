"""Nothing that people read of a match contains an id: no ``ship/hood``, no ``zone_12``, no role by its key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import navalcore as nc
from navalcore import boards
from navalcore.table import _lessons as lessons, _lobby as lobby

CHOICES: Final = 160
"""So many choices are made at random in each match, unless it is over sooner."""
EVERY: Final = 8
"""Of so many moments one is looked at whole, with the boards of all roles."""
SPOKEN: Final = frozenset({"convoy", "escort", "table"})
"""Keys of roles that are words of the language too."""
READ: Final = frozenset({"prompt", "text", "title", "meaning", "group", "warning", "reason", "label", "ask", "end"})
"""The fields of what is sent that people read."""
IDS: Final = {
    "a word with underscores": re.compile(r"\b[A-Za-z]+\d*(?:_[A-Za-z0-9]+)+\b"),
    "an id of the board": re.compile(r"(?<![\w/.])[a-z]{2,}/[a-z0-9-]{2,}"),
    "a constant": re.compile(r"<[A-Z]\w+[ .:(]|\b[A-Z][a-z]\w*\.[A-Z_]{2,}\b"),
    "a value of Python": re.compile(r"\b(?:None|True|False)\b|\[\]|\{\}|\(\)|'\w+':"),
    "a power by its key": re.compile(r"\b(?:uk|ussr|germany)\b"),
}
SCENARIOS: Final = [
    ("uboat_cards", "standard"),
    ("uboat_cards", "mirror"),
    ("tonnage_war", "halifax_228"),
    ("tonnage_war", "sc_7"),
    ("bismarck", "two_player"),
    ("bismarck", "solitaire"),
    ("aa50_subwar", "atlantic_1941"),
    ("aa50_subwar", "atlantic_1942"),
    ("silent_war", "campaign_full"),
    ("silent_war", "patrol_silversides_1942"),
]


def keys(game: nc.AnyGame) -> re.Pattern[str]:
    """What no text may call a role: its key, unless people say so."""
    told = {str(role) for role in game.roles} - SPOKEN
    return re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(told)) or 'no role'})(?![\w-])")


def ids_in(text: str, game: nc.AnyGame) -> list[str]:
    """What of a text is an id."""
    patterns = {**IDS, "a role by its key": keys(game)}
    return [f"{what}: {found}" for what, pattern in patterns.items() for found in pattern.findall(text)]


def read(sent: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """The texts of something that is sent, each with the field it is in."""
    if isinstance(sent, dict):
        for key, value in sent.items():
            if key not in ("fields", "scenes"):
                yield from read(value, key)
    elif isinstance(sent, list | tuple):
        for value in sent:
            yield from read(value, field)
    elif isinstance(sent, str) and field in READ:
        yield field, sent


def seen(match: nc.AnyMatch, face: Any, role: str) -> Iterator[tuple[str, str]]:
    """What a role reads at a moment, apart from the question."""
    view = match.view(role)
    for line in face.headline(view):
        yield "headline", line
    yield "glance", face.glance(view)
    for line in face.board_text(view).splitlines():
        yield "board in letters", line
    board = face.board(view)
    for piece in board.pieces:
        yield "piece", piece.title
        yield "piece", piece.text
        yield from (("badge", badge.title) for badge in piece.badges)
    for scene in board.scenes:
        yield "scene", scene.title
        for region in scene.regions:
            yield "region", region.title
            yield "region", region.label
        yield from (("label", label.text) for label in scene.labels)


def asked(match: nc.AnyMatch) -> Iterator[tuple[str, str]]:
    """What the role reads that is asked, its reasons too."""
    decision = match.decision
    assert decision is not None
    yield from read(match.snapshot(decision.role).model_dump(mode="json", by_alias=True)["decision"])
    for refusal in decision.refusals():
        yield "refusal", f"{refusal.text}: {refusal.reason}"


def played(match: nc.AnyMatch) -> Iterator[tuple[str, str]]:
    """Play a match at random, and give whatever anybody reads of it."""
    face, random = nc.face_of(match.game), Random(7)
    for number in range(CHOICES):
        decision = match.decision
        if decision is None:
            break
        yield from asked(match)
        if number % EVERY == 0:
            for role in (*match.game.roles, nc.SPECTATOR):
                yield from seen(match, face, role)
        match.choose(random.randrange(len(decision.options)), role=decision.role)
    for role in (*match.game.roles, nc.UMPIRE):
        sent = match.snapshot(role, since=0).model_dump(mode="json", by_alias=True)
        yield from read({"titles": list(sent["titles"].values())}, "title")
        yield from read([sent["events"], sent["outcome"]])


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_nothing_that_people_read_of_a_match_contains_an_id(name: str, scenario: str) -> None:
    game = nc.load(name)
    match = game.new_match(scenario, seed=11, history=True)
    texts = dict.fromkeys(played(match))
    assert len(texts) > 100
    assert {text: ids for field, text in texts if (ids := ids_in(text, game))} == {}


@pytest.mark.parametrize("name", sorted(nc.games()))
def test_nothing_that_a_newcomer_reads_of_a_game_contains_an_id(name: str) -> None:
    game = nc.load(name)
    terms: dict[str, Any] = {**lobby.about(game)}
    texts = [text for _, text in read([terms["roles"], terms["scenarios"]])]
    texts += [line["about"] for line in lessons.lesson_lines(game)] + list(terms["levels"].values())
    for scenario in terms["scenarios"]:
        told = scenario["briefing"]
        texts += [*told["goal"].values(), told["end"], told["turn"], *(each["text"] for each in told["shows"])]
    for line in lessons.lesson_lines(game):
        state = lessons.lesson_state(game, line["id"], lessons.LessonWay())
        texts += [text for _, text in read({**state, "board": []})]
    assert len(texts) > 30
    assert {text: ids for text in texts if (ids := ids_in(text, game))} == {}


@pytest.mark.parametrize("name", sorted(nc.games()))
def test_nothing_in_the_report_of_a_match_is_an_id(name: str, tmp_path: Path) -> None:
    match = nc.load(name).new_match(seed=3)
    random = Random(5)
    while not match.over and match.count < CHOICES:
        assert match.decision is not None
        match.choose(random.randrange(len(match.decision.options)), role=match.decision.role)
    match.save(tmp_path / "match.jsonl")
    page = boards.match_report(tmp_path / "match.jsonl")
    words = re.sub(r"<style>.*?</style>|<script>.*?</script>|<[^>]*>", "\n", page, flags=re.DOTALL)
    lines = {unescape(line.strip()) for line in words.splitlines()} - {""}
    assert len(lines) > 50
    assert {line: ids for line in lines if (ids := ids_in(line, match.game))} == {}
