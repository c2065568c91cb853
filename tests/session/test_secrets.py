"""What a seat is sent, and when, is the same in matches that differ only in what others chose in secret."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.option import key_of
from navalcore.components import UMPIRE
from navalcore.rules import ChoiceMade, Undone

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
SCENARIOS = [(game, scenario) for game in GAMES for scenario in list(nc.load(game).scenarios)[:3]]
SECRETIVE = [("bismarck", "two_player"), *((game, name) for game, name in SCENARIOS if game == "tonnage_war")]
"""Where roles choose in secret, so that matches can differ in that alone."""


def act(**said: Any) -> str:
    return json.dumps(said)


def begun(game: str, scenario: str, choices: Sequence[int] = ()) -> Any:
    match = nc.load(game).new_match(scenario, seed="secrets", history=True)
    for choice in choices:
        match.choose(choice)
    return match


class Watched:
    """A match in a session, with what every seat has been sent, each message after how many acts of its own role."""

    def __init__(self, match: Any) -> None:
        self.match = match
        self.session = nc.Session(self.match)
        self.people = [role for role, taken_by in self.match.seats.items() if taken_by == "person"]
        self.seats = {role: self.session.seat(role) for role in (*self.match.game.roles, nc.SPECTATOR)}
        self.sent: dict[str, list[tuple[int, str]]] = {role: [] for role in self.seats}
        self.acts = dict.fromkeys(self.seats, 0)
        self.look()

    def look(self) -> None:
        """Take what every seat is sent now."""
        for role, seat in self.seats.items():
            while (snapshot := seat.news_now(0)) is not None:
                self.sent[role].append((self.acts[role], snapshot.model_dump_json()))

    def act(self, role: str, text: str) -> dict[str, Any]:
        """Let a seat act, and take what every seat is sent after it."""
        answer: dict[str, Any] = json.loads(self.seats[role].act_now(text))
        self.acts[role] += answer["ok"]
        self.look()
        return answer

    def choose(self, role: str, *keys: int | str) -> dict[str, Any]:
        number = self.match.decisions[role].number if role in self.match.decisions else 0
        return self.act(role, act(act="choose", keys=keys, decision=number))

    def others(self, role: str) -> Mapping[str, list[tuple[int, str]]]:
        """What all others have been sent."""
        return {other: sent for other, sent in self.sent.items() if other != role}


def known(match: Any, role: str) -> str:
    """What a role knows, but for whether it may take its last choice back."""
    return str(match.snapshot(role).model_copy(update={"may_undo": False, "told": 0}).model_dump_json())


def after(match: Any, role: str, choice: object, others: Sequence[str]) -> tuple[str, ...]:
    """What others know and are told once a role has chosen."""
    fork, heard = match.fork(), []
    for other in others:
        fork.events.subscribe(lambda event: heard.append(str(event)), role=other)
    fork.choose(choice, role=role)
    return (*(known(fork, other) for other in others), *heard)


def twins(match: Any, role: str) -> Iterator[tuple[int, int]]:
    """Options of a role's decision after which nobody else can say which of the two was taken."""
    others = [other for other in (*match.game.roles, nc.SPECTATOR) if other != role]
    found: dict[tuple[str, ...], list[int]] = {}
    for index in range(min(len(match.decisions[role].options), 8)):
        found.setdefault(after(match, role, index, others), []).append(index)
    for same in found.values():
        yield from combinations(same, 2)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_all_others_are_sent_the_same_whatever_is_chosen_in_secret(game: str, scenario: str) -> None:
    random, found = Random(f"{game} {scenario}"), 0
    match = nc.load(game).new_match(scenario, seed="secrets")
    people = [role for role, taken_by in match.seats.items() if taken_by == "person"]
    choices: list[int] = []
    while not match.over and len(choices) < 40 and found < 12:
        decision = match.decision
        assert decision is not None
        for one, other in list(twins(match, decision.role))[:2] if decision.role in people else ():
            worlds = [Watched(begun(game, scenario, choices)) for _ in range(2)]
            assert worlds[0].sent == worlds[1].sent
            for world, choice in zip(worlds, (one, other), strict=True):
                assert world.choose(decision.role, choice)["ok"]
            assert worlds[0].others(decision.role) == worlds[1].others(decision.role)
            found += 1
        choices.append(random.randrange(len(decision.options)))
        match.choose(choices[-1])
    assert found >= 4 or (game, scenario) not in SECRETIVE


@pytest.mark.parametrize("game", GAMES)
def test_a_role_is_sent_the_same_in_all_worlds_that_it_cannot_tell_apart(game: str) -> None:
    """Hidden hands, boats and orders are others in each world; the same act of somebody else is told alike."""
    scenario = next(iter(nc.load(game).scenarios))
    random, found, choices = Random(game), 0, list[int]()
    match = nc.load(game).new_match(scenario, seed="secrets")
    while not match.over and len(choices) < 30 and found < 12:
        decision = match.decision
        assert decision is not None
        for role in (*match.game.roles, nc.SPECTATOR):
            if role == decision.role:
                continue
            worlds = [match.fork(as_seen_by=role, seed=seed) for seed in (1, 2)]
            offered = [world.decisions[decision.role].options for world in worlds]
            keys = sorted({key_of(each) for each in offered[0]} & {key_of(each) for each in offered[1]})
            for key in random.sample(keys, min(2, len(keys))):
                if after(worlds[0], decision.role, key, [role]) == after(worlds[1], decision.role, key, [role]):
                    told = [Watched(world.fork()) for world in worlds]
                    for world in told:
                        assert world.choose(decision.role, key)["ok"]
                    assert told[0].sent[role] == told[1].sent[role]
                    found += 1
        choices.append(random.randrange(len(decision.options)))
        match.choose(choices[-1])
    assert found >= 4


@pytest.mark.parametrize(("game", "scenario"), SECRETIVE)
def test_a_choice_of_which_others_learn_nothing_wakes_none_of_them(game: str, scenario: str) -> None:
    """Not even to say that their own last choice can no longer be taken back."""
    world, random, silent, lost = Watched(begun(game, scenario)), Random(scenario), 0, 0
    for _ in range(40):
        decision = world.match.decision
        if decision is None:
            break
        others = [role for role in world.seats if role != decision.role]
        before = [known(world.match, role) for role in others]
        undo = [world.match.snapshot(role).may_undo for role in others]
        choice = random.randrange(len(decision.options))
        learnt = after(world.match, decision.role, choice, others)
        sent = {role: list(world.sent[role]) for role in others}
        assert world.choose(decision.role, choice)["ok"]
        if learnt == tuple(before):
            assert {role: world.sent[role] for role in others} == sent
            silent += 1
            lost += undo != [world.match.snapshot(role).may_undo for role in others]
    assert silent >= 3
    assert lost > 0 or game != "tonnage_war"


def secretly(world: Watched, role: str, random: Random, most: int) -> int:
    """Let a role choose up to so often in secret, as long as it is asked more; how often it has."""
    made = 0
    while made < most:
        options = list(range(len(world.match.decisions[role].options)))
        random.shuffle(options)
        for index in options:
            fork = world.match.fork()
            fork.choose(index, role=role)
            if role in fork.decisions:
                assert world.choose(role, index)["ok"]
                made += 1
                break
        else:
            break
    return made


def test_neither_how_often_nor_when_a_role_chooses_in_secret_is_told() -> None:
    sent = []
    for often in (1, 3, 11):
        world = Watched(begun("bismarck", "two_player"))
        random = Random(often)
        assert secretly(world, "british", random, often) == often
        assert world.choose("german", world.match.decisions["german"].options[-1].key)["ok"]
        assert secretly(world, "british", random, 12 - often) == 12 - often
        assert len(world.sent["british"]) == 13
        sent.append((world.sent["german"], world.sent[nc.SPECTATOR]))
    assert sent[0] == sent[1] == sent[2]
    assert len(sent[0][0]) == 2, "the first snapshot, and one after his own choice"
    assert len(sent[0][1]) == 1


def test_several_secret_answers_in_one_act_tell_as_little_as_one_by_one() -> None:
    at_once, one_by_one = Watched(begun("bismarck", "two_player")), Watched(begun("bismarck", "two_player"))
    keys = ["unit/0", "set_mode/M", "go/E/1623", "go/SE/1724"]
    answer = at_once.choose("british", *keys)
    assert (answer["ok"], answer["chosen"], answer["number"]) == (True, keys, 4)
    for key in keys:
        assert one_by_one.choose("british", key)["ok"]
    assert at_once.match.digest == one_by_one.match.digest
    assert at_once.others("british") == one_by_one.others("british")
    assert len(at_once.sent["british"]) == 2


def test_the_secret_choices_of_a_bot_wake_nobody() -> None:
    game = nc.load("bismarck")
    for name in ("random", "standard"):
        match = game.new_match("two_player", seed=7, seats={"british": f"bot:{name}"})
        with nc.Session(match) as session:
            seats = session.seat("german"), session.seat(nc.SPECTATOR)
            made = match.snapshot("british").number
            assert made > 3
            for seat in seats:
                assert seat.news_now(0) is not None
                assert seat.news_now(0) is None


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_what_is_refused_asked_or_looked_at_is_told_to_nobody(game: str, scenario: str) -> None:
    """A session in which everybody makes mistakes and asks questions all the time sends what a quiet one sends."""
    quiet, noisy = Watched(begun(game, scenario)), Watched(begun(game, scenario))
    random = Random(scenario)
    for _ in range(12):
        decision = quiet.match.decision
        if decision is None or decision.role not in quiet.people:
            break
        for role in (*noisy.seats, decision.role):
            number = noisy.match.snapshot(role).number
            for text in (
                act(act="choose", keys=["no such thing"], decision=number),
                act(act="choose", keys=[0], decision=number + 1),
                act(act="choose", keys=[0, "no such thing"], decision=number),
                act(act="undo", decision=number + 3),
                act(act="order", words="no such order"),
                "{",
            ):
                assert noisy.act(role, text)["ok"] is False
            noisy.act(role, act(act="why_not"))
            noisy.act(role, act(act="recall"))
        choice = random.randrange(len(decision.options))
        for world in (quiet, noisy):
            assert world.choose(decision.role, choice)["ok"]
        assert quiet.match.digest == noisy.match.digest
    assert [[text for _, text in sent] for sent in quiet.sent.values()] == [
        [text for _, text in sent] for sent in noisy.sent.values()
    ]


@pytest.mark.parametrize("history", [True, False])
def test_who_listens_live_is_told_of_a_secret_undo_as_a_seat_is_and_nobody_else_is(history):
    match = nc.load("bismarck").new_match("two_player", seed="secrets", history=history)
    match.choose(15)
    assert len(match.decisions) == 2, "both are asked at the same time"
    everybody = (*match.game.roles, nc.SPECTATOR, UMPIRE)
    heard: dict[str, list[str]] = {role: [] for role in everybody}
    for role in everybody:
        for kind in (ChoiceMade, Undone):
            match.events.subscribe(lambda event, role=role: heard[role].append(event.kind), kind, role)
    before = {role: match.snapshot(role).told for role in everybody}
    match.choose(0, role="german")
    match.choose(0, role="british")
    match.undo("german")
    assert heard == {
        "british": ["choice_made"],
        "german": ["choice_made", "undone"],
        nc.SPECTATOR: [],
        UMPIRE: ["choice_made", "choice_made", "undone"],
    }
    for role in everybody if history else ():
        sent = match.snapshot(role, since=before[role]).events
        assert [event.kind for event in sent if event.kind in ("choice_made", "undone")] == heard[role]
