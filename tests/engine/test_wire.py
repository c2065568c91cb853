"""Snapshots, the codec, histories and keys: what crosses to a front end."""

import json
import random
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from pydantic import Field

import navalcore as nc
from navalcore import rules
from navalcore._rules.option import key_of, kind_of, places_of
from navalcore._wire.codec import codec
from navalcore.rules import About, Decision, Move, Place, places

SEATS = ("uboat", "convoy", nc.SPECTATOR)


@pytest.fixture
def game() -> Any:
    return nc.load("uboat_cards")


def test_a_snapshot_after_a_choice_is_the_whole_update(game: Any) -> None:
    match = game.new_match(seed=17, history=True)
    before = match.snapshot("uboat", since=0)
    assert before.decision is not None
    assert before.waiting_for == ("uboat",)
    match.choose("discard Sonar", role="uboat", decision=before.decision.number)
    after = match.snapshot("uboat", since=before.told)
    assert [event.text for event in after.events] == ["Wolf pack: discard Sonar", "The wolf pack discards Sonar."]
    assert [event.n for event in after.events] == [before.told + 1, before.told + 2]
    assert after.view == match.view("uboat")


def test_who_is_not_asked_is_sent_no_options(game: Any) -> None:
    match = game.new_match(seed=17)
    for role in ("convoy", nc.SPECTATOR):
        assert match.snapshot(role).decision is None
        assert match.snapshot(role).waiting_for == ("uboat",)


def test_events_are_numbered_for_each_role_alone(game: Any) -> None:
    match = game.new_match(seed=17, history=True)
    for role in SEATS:
        numbers = [event.n for event in match.snapshot(role, since=0).events]
        assert numbers == list(range(1, len(numbers) + 1))
    drawn = [event.fields["card"] for event in match.snapshot("convoy", since=0).events if event.kind == "card_drawn"]
    assert set(drawn[:5]) == {None}, "the wolf pack's cards are blank"
    assert None not in drawn[5:10], "its own are not"


def test_a_history_holds_the_set_up_and_is_refused_where_none_is_kept(game: Any) -> None:
    with pytest.raises(nc.NavalCoreError, match="history=True"):
        game.new_match(seed=17).snapshot("uboat", since=0)
    first = game.new_match(seed=17, history=True).snapshot("uboat", since=0).events[0]
    assert (first.rule, first.kind) == ("U3", "card_drawn")


def test_taking_back_is_told_with_the_events_that_do_not_hold_any_more(game: Any) -> None:
    match = game.new_match(seed=17, history=True)
    told = match.snapshot("convoy").told
    match.choose("discard Sonar")
    assert match.snapshot("uboat").may_undo
    assert not match.snapshot("convoy").may_undo
    match.undo("uboat")
    (_, _, undone) = match.snapshot("convoy", since=told).events
    assert (undone.kind, undone.fields["role"], undone.fields["text"]) == ("undone", "uboat", "discard Sonar")
    assert undone.fields["takes_back"] == [told + 1, told + 2]
    match.choose("discard Water")
    match.undo("uboat")
    assert match.snapshot("convoy", since=told + 3).events[-1].fields["takes_back"] == [told + 4, told + 5]


def test_who_saw_what_came_of_a_secret_choice_is_told_that_it_is_taken_back() -> None:
    match = nc.load("tonnage_war").new_match("sc_7", seed=1, history=True)
    told = match.snapshot("escort").told
    before = match.snapshot("escort").board
    discard: Any = next(each for each in match.decisions["uboat"].options if kind_of(each) == "discard")
    match.choose(discard, role="uboat")
    match.undo("uboat")
    seen = match.snapshot("escort", since=told)
    assert [(event.kind, event.fields.get("takes_back")) for event in seen.events] == [
        ("card_discarded", None),
        ("undone", [told + 1]),
    ]
    assert str(discard) not in seen.events[-1].model_dump_json()
    assert seen.board == before


def test_may_undo_says_what_undo_does(game: Any) -> None:
    rng = random.Random(4)
    match = game.new_match(seed=4, history=True)
    said = set()
    for _ in range(150):
        match.choose(rng.randrange(len(match.decision.options)))
        for role in game.roles:
            may = match.snapshot(role).may_undo
            said.add(may)
            try:
                match.fork().undo(role)
            except nc.NavalCoreError:
                assert not may
            else:
                assert may
    assert said == {True, False}


def test_a_match_loaded_with_its_history_tells_the_same_events(game: Any, tmp_path: Any) -> None:
    match = game.new_match(seed=17, history=True)
    for _ in range(12):
        match.choose(0)
    match.save(tmp_path / "match.jsonl")
    again = nc.load_match(tmp_path / "match.jsonl", history=True)
    for role in SEATS:
        assert again.snapshot(role, since=0) == match.snapshot(role, since=0)


def test_events_after_a_number_that_was_never_told_begin_anew(game: Any) -> None:
    match = game.new_match(seed=17, history=True)
    told = match.snapshot("uboat").told
    assert [event.n for event in match.snapshot("uboat", since=told + 7).events] == list(range(1, told + 1))


def test_options_and_events_come_back_from_json_as_they_were(game: Any) -> None:
    heard: list[nc.Event] = []
    match = game.new_match(seed=5, on_event=heard.append)
    while not match.over:
        for option in match.decision.options:
            assert game.from_json(json.loads(json.dumps(game.to_json(option)))) == option
        match.choose(match.decision.options[-1])
    for event in heard:
        for role in game.roles:
            seen = event.seen_by(role)
            if seen is not None:
                assert game.from_json(json.loads(json.dumps(game.to_json(seen)))) == seen


def test_what_an_option_holds_for_the_rules_alone_is_not_sent_and_it_is_chosen_without_it() -> None:
    match = nc.load("silent_war").new_match("patrol_wahoo_1943", seed=1)
    while match.decision is not None and not any(kind_of(each) == "step_to" for each in match.decision.options):
        match.choose(0)
    assert match.decision is not None
    step = next(each for each in match.decision.options if kind_of(each) == "step_to")
    sent = match.game.to_json(step)
    assert set(sent["fields"]) == {"id", "text", "boat", "start"}
    read = match.game.from_json(json.loads(json.dumps(sent)))
    assert read == step
    before = match.count
    match.choose(read)
    assert match.count > before


def test_a_field_that_is_not_sent_needs_a_default() -> None:
    class Aim(rules.Option, text="aim"):
        number: Annotated[int, Field(exclude=True)]

    class Aimed(type(nc.load("uboat_cards"))):  # type: ignore[misc]
        option_types = (Aim,)

    with pytest.raises(nc.NavalCoreError, match="the field number is not sent, so it needs a default"):
        codec(Aimed())


def test_the_odds_of_an_option_are_json_as_a_snapshot_sends_them(game: Any) -> None:
    match = game.new_match(seed=17)
    sent, odds = match.snapshot("uboat", odds=True).decision.options, match.odds_table(role="uboat")
    for index, option in enumerate(sent):
        assert game.to_json(odds[index]) == option.chances.model_dump(mode="json")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"kind": "sail"}, "no option or event of the kind 'sail'; it has pass, play_card"),
        ({"kind": "play_card", "fields": {"card": "Oar"}}, "these are not fields of PlayCard: card:"),
        ({"kind": "play_card", "fields": {"card": "Dive", "ship": 1}}, "PlayCard has no field ship; its fields: card"),
        ({}, "of the kind None"),
        (["pass"], "an object with a kind and fields, not \\['pass'\\]"),
        ("pass", "an object with a kind and fields, not 'pass'"),
        (None, "an object with a kind and fields, not None"),
    ],
)
def test_data_that_is_no_option_is_refused(game: Any, data: Any, says: str) -> None:
    with pytest.raises(nc.NavalCoreError, match=says):
        game.from_json(data)


def test_a_snapshot_is_read_back_with_the_types_of_its_game(game: Any) -> None:
    match = game.new_match(seed=17, history=True)
    sent = match.snapshot("uboat", since=0).model_dump_json()
    read = game.snapshot_class().model_validate_json(sent)
    assert read.view == match.view("uboat")
    assert read.decision is not None
    options: Any = read.decision.options
    assert options[2].fields.card is match.decision.options[2].card
    assert read.model_dump_json() == sent


def test_a_choice_may_be_given_by_its_key(game: Any) -> None:
    match = game.new_match(seed=17)
    assert match.decision.key(2) == match.decision.key("discard Sonar") == "discard_card/Sonar"
    match.choose("discard_card/Sonar")
    assert match.count == 1


def test_plain_values_have_kinds_and_keys_too() -> None:
    assert (kind_of("north"), key_of("north"), places_of("north")) == ("text", "text/north", ())
    assert (kind_of(4), key_of(4)) == ("number", "number/4")
    assert key_of("a/b") != key_of("a,b"), "what separates in a key is escaped in a value"


def test_seats_say_who_decides(game: Any) -> None:
    assert [(seat.role, seat.taken_by) for seat in game.seats()] == [("uboat", "person"), ("convoy", "person")]


@pytest.mark.parametrize("name", ["kind", "key", "places"])
def test_a_field_that_means_something_else_in_every_option_is_refused(name: str) -> None:
    with pytest.raises(nc.NavalCoreError, match=f"has a field '{name}'"):
        type("Wrong", (nc.Option,), {"__annotations__": {name: str}})


def test_places_cross_the_wire_with_their_parts_and_come_back(game: Any) -> None:
    match = game.new_match(seed=17, history=True)
    told = match.snapshot("uboat").told
    match.choose("discard Sonar")
    sent = json.loads(match.snapshot("uboat", since=told).model_dump_json())
    named = (("card/sonar", "subject"), ("hand/uboat", "from"), ("discards", "to"))
    parts = [{"place": place, "as": part} for place, part in named]
    chosen = sent["events"][0]
    assert (chosen["kind"], chosen["places"]) == ("choice_made", parts)
    assert "places" not in chosen["fields"]
    read = game.from_json(chosen)
    assert read.places == named
    assert game.to_json(read) == {name: value for name, value in chosen.items() if name != "n"}


def test_what_a_decision_is_about_is_sent_as_fields_and_places(game: Any) -> None:
    about = About({"hand": 6, "limit": 5}, places(at="hand/uboat"))
    decision = Decision("uboat", "Which card?", ["one", "two"], "U6", kind="discard", about=lambda: about)
    sent = codec(game).decision(decision).model_dump(mode="json")
    assert sent["fields"] == {"hand": 6, "limit": 5}
    assert sent["places"] == [{"place": "hand/uboat", "as": "at"}]
    assert (decision.bare().fields, decision.bare().places) == (decision.fields, decision.places)
    assert codec(game).decision(Decision("uboat", "Which?", ["one"])).fields == {}


def test_the_moves_of_an_event_are_sent_from_where_to_where(game: Any) -> None:
    @dataclass(frozen=True, slots=True)
    class Sailed(rules.Event):
        ship: str

        @property
        def places(self) -> tuple[Place, ...]:
            return places(subject=self.ship)

        @property
        def moves(self) -> tuple[Move, ...]:
            return (Move(self.ship, "square/1", "square/3", way=("square/2",)),)

    sent = codec(game).event(1, Sailed("ship/hood")).model_dump(mode="json")
    assert sent["places"] == [{"place": "ship/hood", "as": "subject"}]
    assert sent["moves"] == [
        {"piece": "ship/hood", "from": "square/1", "to": "square/3", "count": 1, "way": ["square/2"]}
    ]


def test_places_stand_in_one_order_whoever_names_them_and_empty_ones_are_left_out() -> None:
    found = places(at="sea", target=["a", "b"], to="", from_="port", subject="ship/hood")
    assert found == (("ship/hood", "subject"), ("port", "from"), ("a", "target"), ("b", "target"), ("sea", "at"))


def test_options_are_sent_with_what_a_new_player_cannot_know() -> None:
    match = nc.load("bismarck").new_match("two_player", seed=1)
    match.choose("Hood", role="british")
    sent = match.snapshot("british")
    assert sent.decision is not None
    patrol = next(option for option in sent.decision.options if option.text == "P")
    face = nc.face_of(match.game)
    assert patrol.meaning == face.meaning(match.view("british"), match.decisions["british"].options[patrol.index]) != ""
    assert sent.titles == {role: match.game.role_title(role) for role in match.game.roles}
    assert patrol.group == "mode"
    whole = [option for option in sent.decision.options if option.text.partition(" ")[2]]
    assert whole, "orders such as M 1723"
    assert {(option.text.partition(" ")[0], option.group) for option in whole} == {("M", "M move")}


def test_a_snapshot_says_who_sits_where(game: Any) -> None:
    match = game.new_match(seed=17, seats={"convoy": "bot:standard"})
    assert match.snapshot("uboat").seats == {"uboat": "person", "convoy": "bot:standard"}
