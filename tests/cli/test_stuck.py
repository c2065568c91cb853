"""``navalcore play`` says where rules run that do not come back."""

import threading
from pathlib import Path
from typing import Any

import pytest

from navalcore._cli.stuck import LOOKS, Lookout
from navalcore.rules import Outcome
from tests.kit.saboteurs.honest import Pickets


class Slow(Pickets):
    """Waits while it is looked at, so many times in one call."""

    looks = 0
    at_work = threading.Semaphore(0)
    looked = threading.Semaphore(0)

    def outcome(self, state: Any, terms: Any) -> Outcome | None:
        for _ in range(self.looks):
            self.at_work.release()
            self.looked.acquire()
        return super().outcome(state, terms)


@pytest.mark.parametrize(("looks", "many"), [(LOOKS, 1), (1, 0)])
def test_a_step_that_does_not_come_back_is_told_with_its_line_and_one_that_ends_is_not(looks: int, many: int) -> None:
    said: list[str] = []
    made: list[Lookout] = []
    game, ready = Slow(), threading.Event()
    game.looks = looks

    def play() -> None:
        made.append(Lookout(Path(__file__), said.append))
        ready.set()
        match = game.new_match(seed=1)
        while not match.over:
            match.choose(0)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    ready.wait()
    for _ in range(LOOKS):
        game.at_work.acquire()
        made[0].look()
        game.looked.release()
    assert len(said) == many
    assert all("the step outcome has run" in told and "test_stuck.py:" in told for told in said)
    game.looks = 0
    game.looked.release(10_000)
    thread.join()
