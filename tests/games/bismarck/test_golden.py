"""Recorded matches of the bots, and who wins."""

import difflib
import os
from pathlib import Path

import pytest

from navalcore.bots import make_bots
from navalcore_games.bismarck.cards import BISMARCK, SHIPS, ship_number
from navalcore_games.bismarck.words import Side

FOLDER = Path(__file__).parent / "golden"


def record(game, scenario):
    """A match of the two bots in lines: where the raiders are, what is in sight, and every point given."""
    match = game.new_match(scenario, seed="golden")
    bots = make_bots(game, seed="golden")
    lines, told, turn = [f"{game.scenarios[scenario].title}, seed golden"], 0, 0
    while not match.over:
        state = match.state
        if state.turn != turn:
            turn = state.turn
            raiders = " ".join(f"{SHIPS[n].name} {ship.square}" for n, ship in enumerate(state.ships) if n in RAIDERS)
            seen = ", ".join(SHIPS[n].name for n, ship in enumerate(state.ships) if ship.seen)
            lines.append(f"turn {turn}: {raiders}; in sight: {seen or 'nobody'}")
        match.choose(bots[match.decision.role].decide(match.view(match.decision.role), match.decision))
        lines += [f"  {award.points} {award.side}: {award.reason}" for award in match.state.record[told:]]
        told = len(match.state.record)
    return "\n".join([*lines, f"{match.count} choices", str(match.outcome), ""])


RAIDERS = (BISMARCK, ship_number("Prinz Eugen"))


@pytest.mark.parametrize("scenario", ["two_player", "solitaire"])
def test_the_recorded_match_is_played_again_line_by_line(game, scenario) -> None:
    now = record(game, scenario)
    path = FOLDER / f"{scenario}.txt"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    changes = "\n".join(
        difflib.unified_diff(before.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=1)
    )
    if os.environ.get("NAVALCORE_BLESS"):
        FOLDER.mkdir(exist_ok=True)
        print(changes)
        path.write_text(now, encoding="utf-8")
    else:
        assert not changes, f"the match is played differently:\n{changes}"


def test_both_bots_win_some_of_their_matches_against_each_other(game) -> None:
    from navalcore.bots import play_out

    winners: set[object] = set()
    for seed in range(14):
        match = game.new_match(seed=seed)
        play_out(match, make_bots(game, seed=seed))
        winners.add(match.outcome.winner)
        if winners >= {Side.BRITISH, Side.GERMAN}:
            break
    assert winners >= {Side.BRITISH, Side.GERMAN}, "in 14 matches"
