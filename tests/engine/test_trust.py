"""A load that trusts a save starts from its last checkpoint, and stands where a full load stands."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import navalcore as nc
from navalcore._play.chance import ScriptedChance
from navalcore._rules.state import digest
from navalcore._saves.entries import (
    LARGEST_STATE,
    ChanceEntry,
    CheckpointEntry,
    ChoiceEntry,
    StateEntry,
    as_text,
    packed,
    unpacked,
)
from navalcore._saves.recorder import CHECKPOINT_EVERY
from navalcore.components import SeededChance
from navalcore.errors import BadData, DamagedTape, Diverged, UndoBarrier
from tests.engine.conftest import Lagoon
from tests.engine.forging import forged

LONG = 3 * CHECKPOINT_EVERY + 40
BOAT = nc.load("uboat_cards")


def strayed(match: Any, number: int, seed: int = 0) -> Any:
    """The match after as many random choices more, none of which fails."""
    stream = random.Random(seed)
    while number and not match.over:
        texts = [text for text in match.decision.texts if text != "fail"]
        match.choose(stream.choice(texts))
        number -= 1
    return match


def standing(match: Any) -> tuple[Any, ...]:
    question = None if match.decision is None else (match.decision.prompt, match.decision.texts, match.decision.number)
    asked = {role: (each.prompt, each.texts) for role, each in match.decisions.items()}
    return match.digest, match.count, match.choices(), question, asked, match.outcome


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def saved(lagoon: Lagoon, path: Path, number: int = LONG, **settings: Any) -> Any:
    match = strayed(lagoon.new_match(seed=5, options={"turns": 900}, recorded=True, **settings), number)
    match.save(path)
    return match


def seeded(lagoon: Lagoon, path: Path) -> Any:
    return saved(lagoon, path)


def committed(lagoon: Lagoon, path: Path) -> Any:
    return saved(lagoon, path, chance="committed")


def withheld(lagoon: Lagoon, path: Path) -> Any:
    match = saved(lagoon, path)
    match.save(path, seed=False)
    return match


def by_hand(lagoon: Lagoon, path: Path) -> Any:
    return saved(lagoon, path, chance="physical")


def scripted(lagoon: Lagoon, path: Path) -> Any:
    return saved(lagoon, path, chance=ScriptedChance(then=SeededChance.from_seed(3)))


def reseeded(lagoon: Lagoon, path: Path) -> Any:
    match = saved(lagoon, path, 60)
    match.reseed(6)
    strayed(match, LONG // 2)
    match.reseed(7)
    strayed(match, LONG // 2).save(path)
    return match


def reseeded_and_withheld(lagoon: Lagoon, path: Path) -> Any:
    match = reseeded(lagoon, path)
    match.save(path, seed=False)
    return match


def by_hand_and_then_reseeded(lagoon: Lagoon, path: Path) -> Any:
    match = saved(lagoon, path, LONG, chance="physical")
    while match.decision.role == "chance":
        match.choose(0)
    match.reseed(6)
    strayed(match, LONG).save(path)
    return match


def taken_back(lagoon: Lagoon, path: Path) -> Any:
    match = lagoon.new_match(seed=5, options={"turns": 900}, undo="free")
    match.record_to(path)
    for times in range(12):
        strayed(match, CHECKPOINT_EVERY // 3, times)
        for _ in range(CHECKPOINT_EVERY // 9):
            match.undo()
    match.stop_recording()
    return match


def at_an_end(lagoon: Lagoon, path: Path) -> Any:
    match = strayed(lagoon.new_match(seed=5, options={"turns": 80}), 10_000)
    assert match.over
    match.save(path)
    return match


def of_a_card_game(_: Lagoon, path: Path) -> Any:
    match = strayed(BOAT.new_match(seed=5), LONG)
    match.save(path)
    return match


def orders_out_of_turn(match: Any) -> bool:
    """Whether the Germans could order, then the British, and then the Germans think again."""
    for role in ("german", "british"):
        if role not in match.decisions:
            return False
        match.choose(0, role=role)
    return bool(match.snapshot("german").may_undo) and match.undo("german") is None


def with_simultaneous_orders(_: Lagoon, path: Path) -> Any:
    match = nc.load("bismarck").new_match("two_player", seed=5)
    match.record_to(path)
    strayed(match, CHECKPOINT_EVERY + 60)
    while not orders_out_of_turn(match):
        strayed(match, 1, match.count)
    match.stop_recording()
    return match


WAYS = (
    seeded,
    committed,
    withheld,
    by_hand,
    scripted,
    reseeded,
    reseeded_and_withheld,
    by_hand_and_then_reseeded,
    taken_back,
    at_an_end,
    of_a_card_game,
    with_simultaneous_orders,
)
WITHOUT_MORE_DICE = (withheld, reseeded_and_withheld, scripted, at_an_end)


def game_of(match: Any, lagoon: Lagoon) -> Any:
    return lagoon if match.game.id == "lagoon" else match.game


@pytest.mark.parametrize("way", WAYS)
def test_a_trusting_load_stands_where_a_full_load_stands_and_began_at_a_checkpoint(
    lagoon: Lagoon, path: Path, way: Callable[..., Any], begun: list[str]
) -> None:
    match = way(lagoon, path)
    game = game_of(match, lagoon)
    begun.clear()
    full = nc.load_match(path, game)
    steps = len(begun)
    begun.clear()
    quick = nc.load_match(path, game, trust=True)
    assert len(begun) < steps * 0.9
    assert standing(quick) == standing(full)
    begun.clear()
    assert quick.dumps() == full.dumps()
    assert quick.tape() == full.tape()
    assert begun == [], "what was left unread is read, and not played"
    text = nc.loads_match(path.read_text(), game, trust=True)
    assert standing(text) == standing(full)


@pytest.mark.parametrize(
    "way", [each for each in WAYS if each not in (withheld, reseeded_and_withheld, scripted, at_an_end)]
)
def test_a_match_loaded_with_trust_goes_on_forks_and_is_copied_like_one_loaded_in_full(
    lagoon: Lagoon, path: Path, way: Callable[..., Any]
) -> None:
    match = way(lagoon, path)
    game = game_of(match, lagoon)
    full, quick = nc.load_match(path, game), nc.load_match(path, game, trust=True)
    quick.record_to(path)
    full_fork, quick_fork = full.fork(), quick.fork()
    for one, other in ((full, quick), (full_fork, quick_fork), (copy.copy(full), copy.copy(quick))):
        assert standing(strayed(one, 30, 8)) == standing(strayed(other, 30, 8))
    assert full_fork.dumps() == quick_fork.dumps() == quick.dumps() == full.dumps()
    quick.stop_recording()
    assert nc.verify(path, game).error is None
    assert standing(nc.load_match(path, game, trust=True)) == standing(full)
    if game is not lagoon and quick.setup.chance == "seeded":
        assert standing(pickle.loads(pickle.dumps(quick))) == standing(full)


@pytest.mark.parametrize("back", [1, 30, CHECKPOINT_EVERY, 2 * CHECKPOINT_EVERY, LONG])
@pytest.mark.parametrize("recording", [True, False])
def test_undo_goes_back_past_every_checkpoint(lagoon: Lagoon, path: Path, back: int, recording: bool) -> None:
    saved(lagoon, path, undo="free")
    full, quick = nc.load_match(path, lagoon), nc.load_match(path, lagoon, trust=True)
    if recording:
        quick.record_to(path)
    for match in (full, quick):
        for _ in range(back):
            match.undo()
    assert standing(quick) == standing(full)
    for match in (full, quick):
        strayed(match, 20, 9)
    assert standing(quick) == standing(full)
    assert quick.dumps() == full.dumps()
    if recording:
        quick.stop_recording()
        assert standing(nc.load_match(path, lagoon, trust=True)) == standing(full)
        assert nc.verify(path, lagoon).error is None


def test_a_barrier_stands_in_the_past_too(lagoon: Lagoon, path: Path) -> None:
    saved(lagoon, path)
    quick = nc.load_match(path, lagoon, trust=True)
    full = nc.load_match(path, lagoon)
    taken = 0
    while taken < LONG:
        try:
            full.undo()
        except UndoBarrier:
            with pytest.raises(UndoBarrier):
                quick.undo()
            break
        quick.undo()
        taken += 1
    assert standing(quick) == standing(full)


@pytest.mark.parametrize("to", [0, 1, CHECKPOINT_EVERY - 1, CHECKPOINT_EVERY, CHECKPOINT_EVERY + 3, 300, LONG, 9999])
@pytest.mark.parametrize("way", [seeded, withheld, by_hand, reseeded, taken_back])
def test_a_trusting_load_up_to_a_choice_is_the_full_load_up_to_it(
    lagoon: Lagoon, path: Path, way: Callable[..., Any], to: int
) -> None:
    way(lagoon, path)
    full, quick = nc.load_match(path, lagoon, to=to), nc.load_match(path, lagoon, to=to, trust=True)
    assert standing(quick) == standing(full)
    assert quick.dumps() == full.dumps()


def test_the_events_of_the_past_are_there_with_their_numbers_when_somebody_asks(
    lagoon: Lagoon, path: Path, begun: list[str]
) -> None:
    saved(lagoon, path, undo="free")
    full = nc.load_match(path, lagoon, history=True)
    begun.clear()
    quick = nc.load_match(path, lagoon, history=True, trust=True)
    assert len(begun) < LONG / 4
    for match in (full, quick):
        strayed(match, 5, 3)
        match.undo()
        strayed(match, 5, 4)
    begun.clear()
    for role in ("red", "blue", nc.UMPIRE):
        for since in (0, 100, None):
            assert quick.snapshot(role, since=since) == full.snapshot(role, since=since)
    assert begun, "only now"


def test_a_journal_grows_by_an_eighth_for_its_checkpoints_at_most(tmp_path: Path) -> None:
    for name in ("silent_war", "bismarck", "tonnage_war", "aa50_subwar", "uboat_cards"):
        game = nc.load(name)
        scenario = {"silent_war": "campaign_wp1", "bismarck": "two_player"}.get(name)
        lines = strayed(game.new_match(scenario, seed=2, recorded=True), 900).dumps().splitlines()
        checkpoints = [line for line in lines if line.startswith('{"kind":"checkpoint"')]
        assert sum(map(len, checkpoints)) < sum(map(len, lines)) / 8, name


def test_what_cannot_be_trusted_or_has_no_checkpoint_is_loaded_in_full_or_refused(lagoon: Lagoon, path: Path) -> None:
    saved(lagoon, path, 20)
    short = nc.load_match(path, lagoon, trust=True)
    assert standing(short) == standing(nc.load_match(path, lagoon))
    with pytest.raises(BadData, match="has not been read"):
        nc.load_match(nc.read_save(path), lagoon, trust=True)
    with pytest.raises(BadData, match="a load that trusts a checkpoint does not replay what happened before it"):
        nc.load_match(path, lagoon, trust=True, on_event=print)
    with pytest.raises(BadData, match="a number of choices, 0 or more, not -1"):
        nc.load_match(path, lagoon, trust=True, to=-1)
    old = Path(__file__).parents[1] / "saves" / "tonnage_war" / "4-1.0.jsonl"
    assert standing(nc.load_match(old, trust=True)) == standing(nc.load_match(old))


# ---- forgeries ---------------------------------------------------------------------------------------------------


def checkpoints(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for entry in entries if entry["kind"] == "checkpoint"]


def repacked(entry: dict[str, Any], change: Callable[[dict[str, Any]], object], *, honest: bool = False) -> None:
    state = json.loads(unpacked(entry["packed"]))
    change(state)
    text = as_text(state)
    entry["packed"] = packed(text)
    if not honest:
        entry["state"] = digest(text)


def test_a_forged_checkpoint_is_refused_by_verification_and_by_a_full_load_at_its_line(
    lagoon: Lagoon, path: Path
) -> None:
    saved(lagoon, path, 3 * CHECKPOINT_EVERY + 9)
    forged(path, lambda entries: repacked(checkpoints(entries)[-1], lambda state: state.update(score=9999)))
    for use in (nc.verify, nc.load_match):
        with pytest.raises(Diverged, match="expected checkpoint"):
            use(path, lagoon)
    trusted = nc.load_match(path, lagoon, trust=True)
    assert trusted.state.score >= 9999, "who trusts believes what is written"


def test_a_forged_checkpoint_that_the_file_itself_contradicts_is_not_even_trusted(lagoon: Lagoon, path: Path) -> None:
    saved(lagoon, path)
    forged(path, lambda entries: repacked(checkpoints(entries)[-1], lambda state: state.update(score=9999)))
    with pytest.raises(Diverged, match="expected state"):
        nc.load_match(path, lagoon, trust=True)


def test_a_checkpoint_in_another_order_or_of_another_place_in_the_stream_is_refused(lagoon: Lagoon, path: Path) -> None:
    whole = saved(lagoon, path).dumps()

    def turned(state: dict[str, Any]) -> None:
        for name in list(state)[:1]:
            state[name] = state.pop(name)

    changes: tuple[Callable[[list[dict[str, Any]]], object], ...] = (
        lambda entries: repacked(checkpoints(entries)[0], turned),
        lambda entries: checkpoints(entries)[1].update(words=checkpoints(entries)[1]["words"] + 1),
        lambda entries: checkpoints(entries)[1].update(words=None),
        lambda entries: checkpoints(entries)[1].update(step="elsewhere"),
        lambda entries: entries.remove(checkpoints(entries)[2]),
    )
    for change in changes:
        path.write_text(whole)
        with pytest.raises(Diverged):
            nc.verify(forged(path, change), lagoon)


def test_a_packed_state_that_is_not_that_of_its_fingerprint_is_no_line_of_a_save(lagoon: Lagoon, path: Path) -> None:
    whole = saved(lagoon, path).dumps()

    def bomb(entry: dict[str, Any]) -> None:
        import zlib
        from base64 import b64encode

        entry["packed"] = b64encode(zlib.compress(b"0" * (LARGEST_STATE + 1))).decode()

    def at_the_last(change: Callable[[dict[str, Any]], object]) -> Callable[[list[dict[str, Any]]], object]:
        return lambda entries: change(checkpoints(entries)[-1])

    changes: tuple[Callable[[dict[str, Any]], object], ...] = (
        lambda entry: repacked(entry, lambda state: state.update(score=1), honest=True),
        lambda entry: entry.update(packed=entry["packed"] + "="),
        lambda entry: entry.update(packed=entry["packed"][:-8]),
        lambda entry: entry.update(packed="no base 64!"),
        lambda entry: entry.update(words=-1),
        lambda entry: entry.update(words=1 << 70),
        bomb,
    )
    for change in changes:
        for trust in (False, True):
            path.write_text(whole)
            with pytest.raises(DamagedTape, match=r"line \d+: field|line \d+: the line"):
                nc.load_match(forged(path, at_the_last(change)), lagoon, trust=trust)


def test_a_checkpoint_of_another_game_holds_no_state_of_this_one(lagoon: Lagoon, path: Path) -> None:
    saved(lagoon, path)
    other = strayed(BOAT.new_match(seed=5, recorded=True), CHECKPOINT_EVERY + 20)
    foreign = next(entry for entry in other.tape() if isinstance(entry, CheckpointEntry))
    forged(path, lambda entries: checkpoints(entries)[-1].update(state=foreign.state, packed=foreign.packed))
    with pytest.raises(DamagedTape, match=r"the checkpoint after \d+ choices: this is not a state of"):
        nc.load_match(path, lagoon, trust=True)
    with pytest.raises(Diverged):
        nc.verify(path, lagoon)


def test_a_change_before_the_checkpoint_is_found_when_the_past_is_needed(lagoon: Lagoon, path: Path) -> None:
    saved(lagoon, path)
    path.write_text(path.read_text().replace("roll a die", "roll a fie", 1))
    quick = nc.load_match(path, lagoon, trust=True)
    with pytest.raises(DamagedTape, match="does not fit its digest"):
        quick.dumps()
    strayed(quick, 3)
    with pytest.raises(DamagedTape, match="does not fit its digest"):
        nc.load_match(path, lagoon)


def test_a_change_after_the_checkpoint_is_found_at_once(lagoon: Lagoon, path: Path) -> None:
    saved(lagoon, path)
    lines = path.read_text().splitlines(keepends=True)
    lines[-3] = lines[-3].replace('"rule":"', '"rule":"9', 1)
    path.write_text("".join(lines))
    with pytest.raises(DamagedTape, match=rf"line {len(lines) - 2}: does not fit its digest"):
        nc.load_match(path, lagoon, trust=True)


def test_half_a_pair_of_surrogates_for_a_role_is_refused_as_what_it_is(lagoon: Lagoon, path: Path) -> None:
    saved(lagoon, path)
    forged(path, lambda entries: [each for each in entries if each["kind"] == "choice"][-1].update(role="\ud800"))
    for trust in (False, True):
        with pytest.raises(Diverged):
            nc.load_match(path, lagoon, trust=trust)


def test_a_state_larger_than_a_line_may_hold_is_kept_as_a_digest(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr("navalcore._saves.entries.LARGEST_STATE", 100)
    lagoon = Lagoon()
    match = saved(lagoon, path)
    assert not any(isinstance(entry, CheckpointEntry) for entry in match.tape())
    assert standing(nc.load_match(path, lagoon, trust=True)) == standing(match)


def test_what_was_loaded_is_not_compared_with_itself_before_it_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a campaign of 36,000 choices that took two fifths of the time it takes to open."""
    match = strayed(BOAT.new_match(seed=12), 40)
    loaded = nc.loads_match(match.dumps(), BOAT, trust=True)
    written: list[str] = []
    compared: list[object] = []

    def compare(one: BaseModel, other: object) -> bool:
        compared.append(one)
        return BaseModel.__eq__(one, other)

    for kind in (ChoiceEntry, ChanceEntry, StateEntry, CheckpointEntry):
        monkeypatch.setattr(kind, "__eq__", compare)
    loaded.record_to(written.append, resume=True)
    assert compared == []
    loaded.choose(0)
    assert written
