"""A question with a single answer is answered by itself, unless somebody would learn from that what is hidden."""

import json

import pytest

import navalcore as nc
from navalcore._cli.events import EventLog
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.output import Output
from navalcore._cli.seats import seats_for
from navalcore._cli.session import TerminalSession
from navalcore.bots import RandomBot
from navalcore.components import SeededChance
from navalcore.errors import UnknownName
from navalcore.rules import UMPIRE

PEOPLE = {"uboat": "person", "convoy": "person"}


def forced_pass(seats, **session):
    """A session of the card game in which the U-boat side has just been asked what it can only pass, and its match."""
    for seed in range(30):
        match = nc.load("uboat_cards").new_match(seed=seed, seats=seats)
        bot = RandomBot(SeededChance.from_seed(seed))
        while match.decision is not None and match.count < 40:
            decision = match.decision
            if decision.role == "uboat" and len(decision.options) == 1:
                return nc.Session(match, **session), match
            match.choose(bot.decide(None, decision), role=decision.role)
    raise AssertionError("nobody was ever forced to pass")


def asked_of(session, role):
    return session.seat(role).news_now(timeout=0).decision


def test_who_plays_against_a_bot_is_not_asked_what_has_one_answer():
    session, match = forced_pass({"uboat": "person", "convoy": "bot:standard"})
    before = match.count
    with session:
        assert len(asked_of(session, "uboat").options) > 1
    assert match.count > before


def test_with_the_setting_off_every_question_is_asked():
    session, match = forced_pass({"uboat": "person", "convoy": "bot:standard"}, autopass=False)
    before = match.count
    with session:
        assert [option.text for option in asked_of(session, "uboat").options] == ["pass"]
    assert match.count == before


def test_against_a_person_who_does_not_see_the_hand_a_forced_pass_is_not_given_away_by_haste():
    session, match = forced_pass(PEOPLE)
    before = match.count
    with session:
        assert [option.text for option in asked_of(session, "uboat").options] == ["pass"]
    assert match.count == before


def test_where_all_see_the_same_it_is_answered_for_people_on_both_sides():
    match = nc.load("aa50_subwar").new_match(seed=1)
    assert match.sees_alike("axis", "allies", nc.SPECTATOR)
    bot = RandomBot(SeededChance.from_seed(1))
    while (decision := match.decision) is not None and len(decision.options) > 1:
        match.choose(bot.decide(None, decision), role=decision.role)
    assert decision is not None
    assert match.answers_itself(decision.role, ("axis", "allies"))
    before = match.count
    with nc.Session(match):
        pass
    assert match.count > before


def test_what_a_single_role_is_asked_where_there_is_a_choice_does_not_answer_itself():
    match = nc.load("uboat_cards").new_match(seed=1)
    assert match.decision is not None
    assert not match.answers_itself(match.decision.role, ())
    assert not match.answers_itself(nc.CHANCE, ())
    assert not match.sees_alike("uboat", "convoy")


def test_whether_a_question_answers_itself_is_said_of_the_roles_of_the_game_alone():
    match = nc.load("uboat_cards").new_match(seed=1)
    for role, people in (("nobody", ()), ("", ()), ("uboat", ("nobody",))):
        with pytest.raises(UnknownName, match="uboat_cards"):
            match.answers_itself(role, people)


def test_an_undo_goes_back_behind_what_was_answered_by_itself():
    """The free choice before a forced one is asked again, and not the forced one, which would be answered again."""
    for seed in range(60):
        match = nc.load("uboat_cards").new_match(seed=seed, undo="free", seats={"uboat": "person", "convoy": "person"})
        bot = RandomBot(SeededChance.from_seed(seed))
        while match.decision is not None and match.count < 60:
            asked = match.decision
            fork = match.fork()
            index = bot.decide(None, asked)
            fork.choose(index, role=asked.role)
            after = fork.decision
            if len(asked.options) > 1 and after is not None and after.role == asked.role and len(after.options) == 1:
                other = "convoy" if asked.role == "uboat" else "uboat"
                session = nc.Session(match, seats={other: "bot:standard"})
                with session:
                    seat = session.seat(asked.role)
                    seat.act_now(json.dumps({"act": "choose", "keys": [index], "decision": asked.number}))
                    made = match.decision.number if match.decision.role == asked.role else None
                    if made is None or made < asked.number + 2:
                        break
                    reply = json.loads(seat.act_now(json.dumps({"act": "undo", "decision": made})))
                    if reply["ok"]:
                        assert len(match.decision.options) > 1
                        return
                break
            match.choose(index, role=asked.role)
    pytest.fail("nothing could be taken back")


def at_an_action(*hand):
    """Two people at the card game; the U-boat side, with this hand, is to act."""
    convoy = {"hand": ["Sonar", "Water", "Water", "Water", "Water"]}
    position = {"at": "uboat_action", "set": {"seats": {"uboat": {"hand": list(hand)}, "convoy": convoy}}}
    return nc.load("uboat_cards").position(position, seed=1, seats=PEOPLE)


FORCED, FREE = ["Water"] * 5, ["Periscope", "Water", "Water", "Water", "Water"]


def typed_by_two(hand, capsys, *typed, **settings):
    """What a terminal that two people share shows while this is typed, and the match."""

    lines = list(typed)

    class Typist(Keyboard):
        def __init__(self):
            super().__init__()
            self.terminal = True

        def ask(self, *_given):
            if not lines:
                raise EOFError
            return lines.pop(0)

    match = at_an_action(*hand)
    seats = seats_for(match.game, ["uboat", "convoy"], {})
    log = EventLog()
    match.events.subscribe(log.add, role=UMPIRE)
    TerminalSession(match, seats, Output(), log, None, keyboard=Typist(), **settings).run()
    return capsys.readouterr().out, match


def test_who_shares_a_keyboard_is_told_of_a_forced_pass_and_hands_it_on_with_enter(capsys):
    shown, match = typed_by_two(FORCED, capsys, "", "")
    assert "Only one answer: pass. Enter gives it." in shown
    assert match.decision.role == "convoy"


def test_with_the_setting_off_enter_alone_answers_nothing_at_a_keyboard(capsys):
    shown, match = typed_by_two(FORCED, capsys, "", "", autopass=False)
    assert "Only one answer" not in shown
    assert match.decision.role == "uboat"


def test_at_a_shared_keyboard_nobody_sees_whether_the_other_had_a_choice(capsys):
    hand_over = "Hand over to the convoy"
    forced, _ = typed_by_two(FORCED, capsys, "", "", "")
    free, _ = typed_by_two(FREE, capsys, "", "pass", "")
    before, after = forced.split(hand_over)
    assert "play Sonar" in after
    assert free.split(hand_over)[1] == after
    assert before.partition("looks now")[0] == free.partition("looks now")[0]


def test_a_seat_is_sent_the_same_whether_the_other_had_a_choice_or_not():
    def sent_to_the_convoy(hand):
        with nc.Session(at_an_action(*hand)) as session:
            seat, other = session.seat("convoy"), session.seat("uboat")
            before = seat.news_now(timeout=0)
            reply = json.loads(other.act_now(json.dumps({"act": "choose", "keys": ["pass"], "decision": 0})))
            assert reply["ok"], reply
            return [
                each and each.model_dump(mode="json", exclude={"match"}) for each in (before, seat.news_now(timeout=0))
            ]

    assert sent_to_the_convoy(FORCED) == sent_to_the_convoy(FREE)
