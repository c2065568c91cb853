"""Standing orders: a bot answers for a player for a while, by choices like any others."""

from typing import Any

import pytest

import navalcore as nc
from navalcore._face.order import Ask, Order
from navalcore._rules.events import ChoiceMade
from navalcore.bots import RandomBot, make_bots, play_out
from navalcore.bots._orders import StandingOrders
from navalcore.components._events import Event
from navalcore.components._roles import UMPIRE
from navalcore.errors import BadData, BrokenPlugin, UnknownName
from navalcore_games.uboat_cards.face import UboatCardsFace
from navalcore_games.uboat_cards.game import UboatCards

GAME = nc.load("uboat_cards")


def at_the_first_choice(game=GAME):
    match = game.new_match(seed=3)
    return match, StandingOrders(match, match.decision.role, seed=1)


def others(match):
    return {role: bot for role, bot in make_bots(match.game, seed=2).items() if role != match.decision.role}


def test_an_order_for_the_turn_ends_with_the_turn() -> None:
    match, orders = at_the_first_choice()
    turn, role = match.state.turn, match.decision.role
    orders.give("turn")
    assert orders.play(others(match)) > 0
    assert match.state.turn == turn + 1
    assert match.decision.role == role
    assert orders.in_force == ()


def test_a_bot_that_raises_on_an_order_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    _, orders = at_the_first_choice()
    orders.give("turn by random")
    monkeypatch.setattr(RandomBot, "decide", lambda *_: 1 // 0)
    with pytest.raises(BrokenPlugin, match=r"RandomBot of \w+ failed on '.*': ZeroDivisionError: .* by zero"):
        orders.answer()


def test_an_order_for_a_choice_makes_one_choice() -> None:
    match, orders = at_the_first_choice()
    orders.give("choice")
    assert orders.play() == 1 == match.count


def test_an_order_for_the_phase_ends_with_the_step_of_the_sequence() -> None:
    match, orders = at_the_first_choice()
    phase = match.state.phase
    orders.give("phase")
    orders.play()
    assert (match.state.phase, match.decision.role) != (phase, "uboat")


def test_an_order_for_the_match_plays_to_the_end_with_the_others() -> None:
    match, orders = at_the_first_choice()
    orders.give("match by random")
    orders.play(others(match))
    assert match.over


def test_what_the_bot_chooses_is_on_the_tape_like_any_choice_and_can_be_taken_back(tmp_path) -> None:
    match, orders = at_the_first_choice()
    heard: list[Event] = []
    match.events.subscribe(heard.append, role=UMPIRE)
    orders.give("choice")
    orders.play()
    assert [event.role for event in heard if isinstance(event, ChoiceMade)] == ["uboat"]
    match.save(tmp_path / "m")
    assert nc.load_match(tmp_path / "m", GAME).choices() == match.choices()
    match.undo("uboat")
    assert match.count == 0


def test_an_order_says_nothing_to_the_decisions_of_others_and_stops_there() -> None:
    match, orders = at_the_first_choice()
    orders.give("match")
    orders.play()
    assert match.decision.role != "uboat"
    assert orders.answer() is None
    assert [order.text for order in orders.in_force] == ["match"]


def test_orders_are_taken_back_by_their_beginning_or_all_at_once() -> None:
    _, orders = at_the_first_choice()
    orders.give("turn")
    orders.give("match")
    assert orders.take_back("tu") == ["turn"]
    assert orders.take_back() == ["match"]
    assert orders.take_back() == []


@pytest.mark.parametrize(
    ("words", "error", "says"),
    [
        ("trun", UnknownName, "did you mean turn"),
        ("", UnknownName, "known are always, choice, go, match, phase, rest, stop, turn"),
        ("turn quickly", BadData, "takes no further words"),
        ("turn by admiral", UnknownName, "no bot 'admiral'; it has"),
    ],
)
def test_an_order_that_cannot_be_given_says_what_can(words, error, says) -> None:
    _, orders = at_the_first_choice()
    with pytest.raises(error, match=says):
        orders.give(words)
    assert orders.in_force == ()


class FaceWithOrders(UboatCardsFace):
    """The face of the card game with an order of its own: discards are handed over, for good."""

    def orders(self):
        def discards(view, words):
            """Discards, until recalled"""
            return Order(f"discards {words}".strip(), lambda view, d, bot: 0 if "discard" in d.prompt else None, True)

        return {"discards": discards}


class OwnOrders(UboatCards):
    face = FaceWithOrders


def test_a_games_own_order_lasts_until_it_is_taken_back() -> None:
    match, orders = at_the_first_choice(OwnOrders())
    assert orders.kinds()["discards"] == "Discards, until recalled"
    orders.give("discards")
    bots = make_bots(GAME, seed=2)
    answered = 0
    for _ in range(60):
        if match.over:
            break
        if (answer := orders.answer()) is not None:
            assert "discard" in match.decision.prompt
            assert answer == 0
            answered += 1
        play_out(match, bots, limit=1)
    assert answered > 3
    assert orders.in_force
    assert orders.take_back("discards") == ["discards"]


def test_a_bot_by_name_answers() -> None:
    def answers(bot: str) -> set[object]:
        found: set[object] = set()
        for seed in range(8):
            match = GAME.new_match(seed=3)
            assert match.decision is not None
            orders = StandingOrders(match, match.decision.role, seed=seed)
            orders.give(f"choice by {bot}")
            orders.play()
            found.add(match.choices()[0])
        return found

    assert len(answers("random")) > 1 == len(answers("sensible"))


class Watch(Order[Any]):
    """Leaves a kind of decision to the player, or rests after a word in what he is told; over after so many events."""

    def __init__(self, text, asks="", word="", most=10**6):
        super().__init__(text, lasting=True)
        self.asks, self.word, self.most, self.heard = asks, word, most, 0

    def answer(self, view, decision, bot):
        return Ask() if self.asks and self.asks in decision.prompt else None

    def hear(self, event):
        self.heard += 1

    def stop(self, event):
        return f"It happened: {self.word}." if self.word and self.word in str(event) else ""

    def over(self):
        return self.heard >= self.most


class FaceThatWatches(UboatCardsFace):
    """Orders that leave discards to the player, that stop at draws, and one that is soon over."""

    def orders(self):
        return {
            "mine": lambda view, words: Watch("mine", asks="discard"),
            "draws": lambda view, words: Watch("draws", word="draws"),
            "shortly": lambda view, words: Watch("shortly", most=3),
        }


class Watched(UboatCards):
    face = FaceThatWatches


def test_a_decision_that_an_order_leaves_to_the_player_is_asked_and_the_other_orders_go_on_after_it() -> None:
    match, orders = at_the_first_choice(Watched())
    bots = others(match)
    orders.give("match")
    orders.give("mine")
    orders.play(bots)
    assert "discard" in match.decision.prompt
    assert orders.resting == ""
    while "discard" in match.decision.prompt:
        match.choose(0)
    before = match.count
    orders.play(bots)
    assert match.count > before


def test_what_fills_in_comes_after_what_is_ordered_in_particular_whichever_was_given_first() -> None:
    match, orders = at_the_first_choice(Watched())
    assert "discard" in match.decision.prompt
    orders.give("mine")
    orders.give("turn")
    assert orders.play(others(match)) == 0, "mine is older, but of a lower rank"
    orders.take_back("mine")
    assert orders.play(others(match)) > 0


def test_orders_rest_after_what_one_of_them_stops_for_until_they_are_told_to_go() -> None:
    match, orders = at_the_first_choice(Watched())
    bots = others(match)
    orders.give("match")
    orders.give("draws")
    orders.play(bots)
    assert orders.resting == "It happened: draws."
    assert not match.over
    assert orders.play(bots) == 0
    assert orders.give("go").said == "Your orders are carried out."
    assert orders.resting == ""
    assert orders.play(bots) > 0


def test_the_reason_why_orders_rest_is_a_sentence_however_an_order_words_it() -> None:
    _, orders = at_the_first_choice()
    for why in ("an aircraft is near", "an aircraft is near."):
        orders.rest(why)
        assert orders.resting == "an aircraft is near."


def test_orders_that_rest_go_on_resting_until_the_last_of_them_is_taken_back() -> None:
    _, orders = at_the_first_choice()
    orders.give("turn")
    orders.give("match")
    orders.give("rest")
    assert orders.resting
    orders.take_back("turn")
    assert orders.resting
    orders.take_back()
    assert orders.resting == ""


def test_orders_rest_when_they_are_told_to() -> None:
    match, orders = at_the_first_choice()
    assert orders.give("rest").said == "Your orders rest."
    orders.give("turn")
    assert orders.play(others(match)) == 0
    assert [order.text for order in orders.in_force] == ["rest", "turn"]
    orders.give("go")
    assert [order.text for order in orders.in_force] == ["turn", "go"]
    assert orders.play(others(match)) > 0


def test_an_order_that_is_over_is_not_in_force_any_more() -> None:
    match, orders = at_the_first_choice(Watched())
    orders.give("match")
    orders.give("shortly")
    orders.play(others(match), limit=20)
    assert [order.text for order in orders.in_force] == ["match"]


def told_to(match: Any, role: str) -> list[str]:
    """The lines that a role is told from now on."""
    lines: list[str] = []
    match.events.subscribe(lambda event: lines.append(str(event)), role=role)
    return lines


def test_an_option_is_always_taken_until_the_player_is_told_of_something() -> None:
    match, orders = at_the_first_choice()
    told = told_to(match, match.decision.role)
    orders.give("always discard until lays")
    orders.give("match by random")
    assert [order.text for order in orders.in_force] == ["always discard until lays", "match"]
    orders.play(others(match), limit=400)
    assert any("lays" in line for line in told)
    assert not [order.text for order in orders.in_force if order.text.startswith("always")]


def test_always_takes_the_one_option_that_begins_so_and_leaves_several_to_the_player() -> None:
    match, orders = at_the_first_choice()
    text = match.decision.texts[-1]
    orders.give(f"always {text.upper()}")
    assert orders.play(limit=1) == 1
    assert [entry.text for entry in match.tape() if entry.kind == "choice"] == [text]
    match, orders = at_the_first_choice()
    beginning = match.decision.texts[0][:1]
    assert sum(each.startswith(beginning) for each in match.decision.texts) > 1
    orders.give(f"always {beginning}")
    assert orders.play() == 0, "several options begin so"


def test_all_orders_rest_when_the_player_is_told_of_what_they_are_to_stop_for() -> None:
    match, orders = at_the_first_choice()
    orders.give("stop draws")
    orders.give("match by random")
    orders.play(others(match), limit=400)
    assert "draws" in orders.resting
    assert not match.over
    assert orders.play() == 0, "they rest"
    orders.give("go")
    assert orders.play(limit=1) == 1


@pytest.mark.parametrize("words", ["always", "stop", "turn until  "])
def test_a_condition_without_words_is_refused(words: str) -> None:
    _, orders = at_the_first_choice()
    with pytest.raises(BadData, match="such as"):
        orders.give(words)
    assert orders.in_force == ()
