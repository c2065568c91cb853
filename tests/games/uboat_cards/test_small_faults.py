"""What one changed sign in the program could have broken unseen: each test holds a place that a mutant showed bare."""

from pathlib import Path

import pytest

import navalcore as nc
from navalcore._rules.running import run
from navalcore.errors import BadData
from navalcore_games.uboat_cards import decks
from navalcore_games.uboat_cards.action_phase import action_phase
from navalcore_games.uboat_cards.decks import load_deck
from navalcore_games.uboat_cards.events import CardLaid, RowBroken
from navalcore_games.uboat_cards.state import CHAIN, OPPONENT, Card, Side

STANDARD = Path(decks.__file__).parent / "scenarios" / "standard.toml"


def asked(play, side, *texts):
    """The texts of every decision of an action phase that is answered like this, the last answer again and again."""
    seen = []

    def answer(decision):
        seen.append(decision.texts)
        return decision.index(texts[min(len(seen), len(texts)) - 1])

    run(action_phase(play, side), policy=answer)
    return seen


@pytest.mark.rule("uboat_cards", "U20", "U7", "U13")
@pytest.mark.parametrize("timing", ["action", "any_discard"])
@pytest.mark.parametrize("side", Side)
def test_after_harassing_nothing_more_is_asked_unless_it_is_free_in_action(table, side, timing):
    hands = {side.value: [Card.NEAR_MISS, CHAIN[side][0]], OPPONENT[side].value: [Card.WATER] * 2}
    assert len(asked(table(**hands, harass_timing=timing), side, "play Near Miss", "pass")) == 1
    assert len(asked(table(**hands, harass_timing="free_in_action"), side, "play Near Miss", "pass")) == 2


@pytest.mark.rule("uboat_cards", "U20", "U6")
@pytest.mark.parametrize(
    ("step", "choice", "told"),
    [
        ("uboat_draw", "discard Near Miss", "Near Miss: the convoy loses Sonar."),
        ("uboat_action", "play Near Miss", "The wolf pack plays Near Miss: the convoy loses Sonar."),
    ],
)
def test_a_harassing_card_that_works_as_a_discard_is_not_told_as_played(step, choice, told):
    """UBC-R09 ``any_discard``."""
    seats = {"uboat": {"hand": ["Near Miss", *["Water"] * 4]}, "convoy": {"hand": ["Sonar"]}}
    position = {"at": step, "options": {"harass_timing": "any_discard"}, "set": {"seats": seats}}
    heard = []
    match = nc.load("uboat_cards").position(position, seed=1)
    match.events.subscribe(lambda event: heard.append((event.kind, str(event))), role="convoy")
    match.choose(choice)
    assert [text for kind, text in heard if kind == "opponent_harassed"] == [told]


@pytest.mark.rule("uboat_cards", "U19")
@pytest.mark.parametrize("side", Side)
def test_a_card_that_can_be_played_hides_no_reason_why_others_cannot(table, side):
    playable = [CHAIN[side][0], Card.NEAR_MISS]
    play = table([*playable, Card.WATER], [*playable, Card.WATER])
    decision = next(action_phase(play, side))
    refused = {refusal.text for refusal in decision.refusals()}
    assert refused == {f"play {card}" for card in Card if card not in playable}


@pytest.mark.rule("uboat_cards", "U22")
@pytest.mark.parametrize("size", [89, 91])
def test_a_deck_of_fewer_or_more_cards_than_its_size_is_refused(tmp_path, size):
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.read_text().replace("size = 90", f"size = {size}"))
    with pytest.raises(BadData, match=f"size is {size}, but the cards add up to 90"):
        load_deck(path)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("convoy = 4", "convoy = 0", "victory"),
        ("WATER = 20", 'WATER = "many"', "cards.WATER"),
        ("WATER = 20", "WINE = 20", "cards.WINE"),
        ("size = 90", "", "size"),
    ],
)
def test_a_bad_deck_file_is_refused_with_the_line_and_the_key_at_fault(tmp_path, old, new, key):
    path = tmp_path / "mine.toml"
    text = STANDARD.read_text()
    path.write_text(text.replace(old, new))
    with pytest.raises(BadData) as caught:
        load_deck(path)
    where, _, what = str(caught.value).partition(": ")
    assert what.startswith(f"{key}: ")
    if new:
        (line,) = (number for number, one in enumerate(text.splitlines(), 1) if old in one)
        assert where == f"{path}:{line}"


@pytest.mark.parametrize("side", Side)
def test_the_invariants_notice_a_card_too_many_and_a_card_too_few(game, side):
    def lost_or_doubled(state):
        return [text for text in game.invariants(state, game.terms()) if "lost or doubled" in text]

    state = game.new_match(seed=1).state
    assert not lost_or_doubled(state)
    state.seats[side].row = [CHAIN[side][0]]
    assert lost_or_doubled(state), "one too many"
    state.seats[side].row = []
    state.seats[side].hand.cards.pop()
    assert lost_or_doubled(state), "one too few"


@pytest.mark.rule("uboat_cards", "U10", "U16")
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("listening", [True, False])
def test_every_card_laid_is_told_of_and_only_to_those_who_listen(table, side, listening):
    card = CHAIN[side][0]
    play = table([card], [card], listening=listening)
    asked(play, side, f"play {card}")
    told = [(event.side, event.card) for event in play.told if isinstance(event, CardLaid)]
    assert told == ([(side, card)] if listening else [])


def test_the_invariants_notice_a_hand_that_is_out_of_order(game):
    state = game.new_match(seed=1).state
    hand = state.seats[Side.UBOAT].hand.cards
    hand[:] = sorted(hand, reverse=True)
    assert hand != sorted(hand)
    assert [text for text in game.invariants(state, game.terms()) if "out of order" in text]


@pytest.mark.rule("uboat_cards", "U9", "U15")
@pytest.mark.parametrize(("side", "section"), [(Side.UBOAT, "U9"), (Side.CONVOY, "U15")])
@pytest.mark.parametrize("laid", [0, 1, 2])
def test_a_card_of_the_own_chain_out_of_turn_is_refused_by_the_order_of_the_chain(table, side, section, laid):
    chain = CHAIN[side]
    play = table(**{side.value: list(chain), f"{side.value}_row": list(chain[:laid])})
    refused = {refusal.text: refusal for refusal in next(action_phase(play, side)).refusals()}
    for card in chain:
        if card is not chain[laid]:
            assert refused[f"play {card}"].rule == section
            assert f"the row continues with {chain[laid]}" in refused[f"play {card}"].reason


@pytest.mark.rule("uboat_cards", "U9", "U11")
@pytest.mark.parametrize(
    ("laid", "answer", "broken"),
    [(1, "pass", True), (1, "play Torpedo", False), (2, "play Transport", False), (0, "pass", False)],
)
@pytest.mark.parametrize("listening", [True, False])
def test_under_consecutive_turns_a_row_is_told_broken_if_it_was_neither_extended_nor_completed(
    table, laid, answer, broken, listening
):
    chain = CHAIN[Side.UBOAT]
    play = table(list(chain), uboat_row=list(chain[:laid]), consecutive_turns=True, listening=listening)
    asked(play, Side.UBOAT, answer)
    told = [event.side for event in play.told if isinstance(event, RowBroken)]
    assert told == ([Side.UBOAT] if broken and listening else [])
    assert play.state.seats[Side.UBOAT].row == ([] if broken or laid == 2 else list(chain[: laid + (answer != "pass")]))
