"""The search bot: it finds the better option, from what its role sees and nothing else."""

from inspect import getattr_static
from typing import Any

import pytest

import navalcore as nc
from navalcore._face.face import face_of
from navalcore._match.match import Match
from navalcore.bots import Bot, Budget, Imagination, RandomBot, SearchBot, make_bot, make_bots, play_out, seat
from navalcore.bots._race import Race
from navalcore.bots._search import DEPTH
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, SeedWithheld
from tests.bots.parlour import Parlour
from tests.kit.saboteurs.honest import Pickets


def searcher(match, role, playouts=120, seed=1):
    """A search bot seated at a match."""
    bot = SearchBot(role, SeededChance.from_seed(seed), Budget(seconds=None, playouts=playouts))
    seat(match, {role: bot})
    return bot


def test_of_two_shots_the_better_one_is_taken_and_valued_by_its_odds():
    match = Parlour().new_match("wager", seed=1)
    assert match.decision is not None
    race = searcher(match, "red", 400).think(match.decision)
    assert match.decision.options[race.best] == "safe"
    bold, safe = match.decision.options.index("bold"), match.decision.options.index("safe")
    assert race.mean(bold) == pytest.approx(1 / 3, abs=4 * (2 / 9 / len(race.values[bold])) ** 0.5)
    assert race.mean(safe) == pytest.approx(5 / 6, abs=4 * (5 / 36 / len(race.values[safe])) ** 0.5)


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_secret_choice_is_not_known_to_the_opponent_inside_the_search(seed):
    # If blue's moves in the search could depend on what red hid, blue would learn to win and both hands look lost.
    match = Parlour().new_match("pennies", seed=1)
    race = searcher(match, "red", 600, seed).think(match.decision)
    values = [value for option in race.values for value in option]
    assert sum(values) / len(values) > 0.3


def test_a_hidden_choice_is_imagined_anew_when_the_opponent_searches():
    match = Parlour().new_match("pennies", seed=1)
    match.choose("left")
    race = searcher(match, "blue", 300).think(match.decision)
    for index in range(2):
        assert race.mean(index) == pytest.approx(0.5, abs=4 * 0.5 / len(race.values[index]) ** 0.5)


@pytest.mark.parametrize(
    ("game_id", "role"), [("uboat_cards", "uboat"), ("uboat_cards", "convoy"), ("tonnage_war", "escort")]
)
def test_it_finds_the_same_in_states_its_role_cannot_tell_apart(game_id, role):
    game = nc.load(game_id)
    different = 0
    for start in (3, 40, 90):
        match = game.new_match(seed=start)
        play_out(match, make_bots(game, seed=start), limit=start)
        while match.decision is not None and (match.decision.role != role or len(match.decision.options) < 2):
            play_out(match, make_bots(game, seed=start), limit=1)
        others = [match.fork(seed=seed, as_seen_by=role) for seed in (1, 2)]
        different += others[0].digest != others[1].digest
        assert others[0].view(role) == others[1].view(role)
        found = [searcher(other, role, 12).think(other.decision).values for other in (match, *others)]
        assert found[0] == found[1] == found[2]
    assert different == 3, "the states differ in what the role does not see"


def test_what_it_is_lent_tells_neither_the_seed_nor_earlier_choices_nor_what_is_hidden():
    game = nc.load("uboat_cards")
    match = game.new_match(seed=3)
    play_out(match, make_bots(game, seed=1), limit=41)
    assert match.decision is not None
    role = match.decision.role
    imagined = [Imagination(match, role)(f"try {number}") for number in range(20)]
    for each in imagined:
        assert each.view(role) == match.view(role)
        assert each.choices() == []
        with pytest.raises(SeedWithheld):
            each.reveal_seed()
    assert len({each.digest for each in imagined} | {match.digest}) > 10


@pytest.mark.parametrize("game_id", ["uboat_cards", "tonnage_war"])
def test_it_never_reads_the_state_of_the_match_it_plays_in(game_id, monkeypatch):
    game = nc.load(game_id)
    match = game.new_match(seed=6)
    play_out(match, make_bots(game, seed=6), limit=50)
    while match.decision is not None and len(match.decision.options) < 2:
        play_out(match, make_bots(game, seed=6), limit=1)
    assert match.decision is not None
    bot = searcher(match, match.decision.role, 30)
    view, decision = match.view(match.decision.role), match.decision.bare()
    real, read = getattr_static(Match, "state").fget, list[bool]()

    def watched(self):
        read.append(self is match)
        return real(self)

    monkeypatch.setattr(Match, "state", property(watched))
    bot.decide(view, decision)
    assert read, "imagined states are read"
    assert not any(read)


@pytest.mark.parametrize(("game_id", "role"), [("aa50_subwar", "axis"), ("tonnage_war", "uboat")])
def test_without_time_to_search_it_plays_as_the_policy_of_the_face_does_with_its_plans_carried_through(game_id, role):
    # Both policies remember what they set out to do: a zone to go to, a card to attack with.
    game = nc.load(game_id)
    policy = face_of(game).policy()
    assert policy is not None
    played = []
    for maker in (policy, lambda role, chance: SearchBot(role, chance, Budget(seconds=None, playouts=1, choices=1))):
        match = game.new_match(seed=4)
        bots = make_bots(game, seed=4)
        bots[role] = maker(role, SeededChance.from_seed(4))
        play_out(match, bots, limit=150)
        played.append(match.choices())
    assert played[0] == played[1]


def asked(bot, match, role, choices):
    """What a bot chose for a role in its next decisions; the others take their first options."""
    chosen: list[int] = []
    while len(chosen) < choices:
        answer = bot.decide(match.view(role), match.decision) if match.decision.role == role else 0
        if match.decision.role == role:
            chosen.append(answer)
        match.choose(answer)
    return chosen


def test_a_search_bot_may_be_seated_at_one_match_after_another_and_leaves_its_plans_behind():
    here: list[str] = [""]
    made: list[Any] = []

    class Planner(Bot[Any]):
        """Notes at which matches it was asked."""

        def __init__(self, role, chance):
            self.chance, self.matches = chance, set()
            made.append(self)

        def decide(self, view, decision):
            self.matches.add(here[0])
            return self.chance.below(len(decision.options))

    bot = SearchBot("uboat", SeededChance.from_seed(1), Budget(seconds=None, playouts=12), Planner)
    for number, game_id in enumerate(("uboat_cards", "tonnage_war", "uboat_cards")):
        here[0] = f"{game_id} {number}"
        match = nc.load(game_id).new_match(seed=1)
        seat(match, {"uboat": bot})
        assert len(asked(bot, match, "uboat", 4)) == 4
    assert {name for each in made for name in each.matches} == {"uboat_cards 0", "tonnage_war 1", "uboat_cards 2"}
    assert [each.matches for each in made if len(each.matches) > 1] == [], "nobody who planned one match plays another"


def test_a_search_bot_seated_at_its_match_again_keeps_its_plans():
    played = []
    for again in (False, True):
        match = nc.load("tonnage_war").new_match(seed=4)
        bot = searcher(match, "uboat", 1)
        chosen = []
        for _ in range(30):
            chosen += asked(bot, match, "uboat", 1)
            if again:
                seat(match, {"uboat": bot})
        played.append(chosen)
    assert played[0] == played[1]


def test_the_game_s_own_first_bot_plays_on_in_the_search_unless_its_face_names_another():
    for game_id in ("uboat_cards", "silent_war", "bismarck"):
        face = face_of(nc.load(game_id))
        assert face.policy() is next(iter(face.bots().values()))
    assert face_of(Parlour()).policy() is None
    for game_id, name in (("aa50_subwar", "hard"), ("tonnage_war", "wary")):
        face = face_of(nc.load(game_id))
        assert face.policy() is face.bots()[name]


@pytest.mark.parametrize(("lead", "taken"), [(0.15, 0), (0.25, 1)])
def test_what_its_policy_prefers_is_left_only_for_an_option_two_standard_errors_ahead(lead, taken):
    race = Race(2, preferred=0)
    for number in range(10):  # differences of lead - 0.3 and lead + 0.3: their standard error is 0.1
        race.note(0.5)
        race.note(0.5 + lead + (0.3 if number % 2 else -0.3))
    assert [*race.lead(1, 0)] == pytest.approx([lead, 0.1])
    assert race.best == taken


def test_a_bot_asked_for_a_decision_is_given_no_state_by_its_signature():
    hints = {name: str(hint) for name, hint in Bot.decide.__annotations__.items()}
    assert hints == {"view": "V", "decision": "Decision", "return": "object"}
    assert SearchBot.decide.__annotations__.keys() == {"view", "decision", "return"}


def test_it_must_be_seated_at_the_match_it_is_asked_about():
    game = nc.load("uboat_cards")
    one, other = game.new_match(seed=1), game.new_match(seed=2)
    play_out(other, make_bots(game, seed=0), limit=9)
    bot = SearchBot("uboat", SeededChance.from_seed(1), Budget(playouts=4))
    assert one.decision is not None
    with pytest.raises(BadData, match="must be seated"):
        bot.decide(None, one.decision)
    seat(other, {"uboat": bot})
    with pytest.raises(BadData, match="asked about another"):
        bot.decide(None, one.decision)


def test_it_plays_every_game_by_name_and_keeps_to_its_time():
    for game_id in nc.games():
        game = nc.load(game_id)
        match = game.new_match(seed=1)
        bots = {role: make_bot(game, role, "search:0.01s", SeededChance.from_seed(2)) for role in game.roles}
        play_out(match, bots, limit=6)
        assert match.count == 6


@pytest.mark.parametrize("budget", ["", "fast", "0", "-3", "0s", "-1s", "nans", "infs", "1e400s", "2m"])
def test_a_budget_that_is_none_is_refused_with_what_would_be_right(budget):
    with pytest.raises(BadData, match=r"write search:0\.5s for seconds a decision"):
        make_bot(nc.load("uboat_cards"), "uboat", f"search:{budget}", SeededChance.from_seed(1))


def test_budgets_are_read():
    assert Budget.parse("0.5s") == Budget(seconds=0.5, playouts=None)
    assert Budget.parse("300") == Budget(seconds=None, playouts=300)


def test_a_playout_is_broken_off_after_as_many_choices_as_the_budget_says():
    made = []

    class Counted(RandomBot):
        def decide(self, view, decision):
            made.append(decision.number)
            return super().decide(view, decision)

    match = nc.load("uboat_cards").new_match(seed=1)
    assert match.decision is not None
    for choices in (3, 30):
        budget = Budget(seconds=None, playouts=4, choices=choices)
        bot = SearchBot("uboat", SeededChance.from_seed(1), budget, lambda role, chance: Counted(chance))
        seat(match, {"uboat": bot})
        made.clear()
        bot.think(match.decision)
        assert len(made) <= 1 + 4 * (DEPTH + choices)
    assert len(made) > 1 + 4 * (DEPTH + 3), "thirty are more than three"


def test_a_search_bot_answers_a_group_in_which_another_role_is_asked_first() -> None:
    match = Pickets().new_match("skirmish", seed=1)
    while len(match.decisions) < 2:
        match.choose("stay")
    first, second = match.decisions
    bot = SearchBot(second, SeededChance.from_seed(1), Budget(seconds=None, playouts=8))
    seat(match, {second: bot})
    decision = match.decision_for(second)
    assert decision is not None
    assert decision.role != first
    match.choose(bot.decide(match.view(second), decision), role=second)
    assert list(match.decisions) == [first]
