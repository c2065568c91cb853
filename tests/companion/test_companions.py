"""Every companion: each of its procedures comes to an end, whatever people answer, and is kept, undone and loaded."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import BadData, NotOffered
from navalcore.rules import companion_in, discover
from navalcore.testing import check_game
from navalcore_games.bismarck.cards import SHIPS
from navalcore_games.silent_war.data_pack.printed import month_number

COMPANIONS = [f"{game}:companion" for game in nc.games() if "companion" in discover().variants_of(game)]
PROCEDURES = [
    (game, procedure)
    for game in COMPANIONS
    for procedure in {
        "aa50_subwar:companion": (
            "hunt",
            "raid",
            "charge",
            "sortie",
            "battle",
            "limit",
            "income",
            "collect",
            "lay_out",
            "take_off",
            "clear",
        ),
        "silent_war:companion": ("search", "attack", "counterattack", "combat", "tracks"),
        "tonnage_war:companion": ("engagement", "convoy"),
        "bismarck:companion": ("shadow", "search", "battle"),
    }[game]
]
MOST = 400


def carried_out(match: Any, seed: int) -> list[str]:
    """Answer whatever is asked at random, until the procedure has ended; what was told."""
    random, told = Random(seed), match.count
    while match.state.phase == "resolve":
        assert match.count - told < MOST, "it does not end"
        match.choose(random.randrange(len(match.decision.options)))
    return [event.text for event in match.snapshot("table", since=0).events]


def test_every_game_with_a_board_or_cards_of_its_own_has_a_companion():
    assert {game.partition(":")[0] for game in COMPANIONS} == {"aa50_subwar", "silent_war", "tonnage_war", "bismarck"}


@pytest.mark.parametrize(("game", "name"), PROCEDURES)
def test_a_procedure_ends_whatever_is_answered_and_its_evening_can_be_loaded(game: str, name: str):
    found = nc.load(game)
    match = found.new_match(seed=2, undo="free", history=True)
    match.choose(f"ask_for/{name}")
    if match.state.phase == "fill":
        match.choose("begin")
    carried_out(match, 2)
    assert match.state.desk.runs == 1
    again = nc.loads_match(match.dumps(), found)
    assert again.view("table") == match.view("table")
    match.undo()
    assert match.state.desk.runs == 0


@pytest.mark.rule("aa50_subwar", "S25", "S18")
def test_england_starves_at_the_limit_that_the_group_has_set_for_her():
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free")
    for key in ("ask_for/limit", "fill/space/england", "fill/limit/1", "begin", "ask_for/raid", "fill/zone/sz7"):
        match.choose(key)
    for key in ("fill/submarines/3", "fill/raiders/germany", "fill/convoys/uk", "begin"):
        match.choose(key)
    while match.decision.role == nc.CHANCE:
        match.choose("3")
    assert match.state.marks == {"sz7": 1}, "C1 is the limit of Sz7"
    for key in ("ask_for/charge", "fill/convoys/uk", "begin"):
        match.choose(key)
    assert match.state.charges == {"england": 1}
    assert match.state.starved


def test_what_is_told_in_secret_in_a_match_is_told_at_the_table():
    match: Any = nc.load("bismarck:companion").new_match(seed=1, history=True)
    match.choose("ask_for/shadow")
    match.choose("begin")
    rolled = [event for event in match.snapshot("table", since=0).events if event.kind == "dice_rolled"]
    assert rolled, "the die of 10.7, which nobody sees in a match"


def test_a_form_refuses_what_its_types_do_not_allow():
    match: Any = nc.load("aa50_subwar:companion").new_match(seed=1)
    match.choose("ask_for/hunt")
    for wrong in ("fill/zone/sz66", "fill/destroyers/10", "fill/hunters/sweden", "fill/speed/3"):
        with pytest.raises(NotOffered):
            match.choose(wrong)
    with pytest.raises(BadData, match="no field 'speed'"):
        companion_in(match.game).procedures[0].filled({"speed": "3"})


def test_the_values_of_a_form_are_made_once_and_not_at_every_step():
    match: Any = nc.load("aa50_subwar:companion").new_match(seed=1)
    match.choose("ask_for/hunt")
    before = [option for option in match.decision.options if option.key.startswith("fill/")]
    match.choose(before[-1].key)
    after = [option for option in match.decision.options if option.key.startswith("fill/")]
    assert len(before) > 10
    assert all(one is other for one, other in zip(before, after, strict=True))


def test_an_evening_ends_when_its_people_say_so():
    match: Any = nc.load("aa50_subwar:companion").new_match(seed=1)
    match.choose("end the evening")
    assert match.outcome is not None
    assert match.outcome.ending == "evening_over"


@pytest.mark.parametrize(
    "desk",
    [
        {"procedure": "sink"},
        {"recent": ["sink"]},
        {"procedure": "hunt", "values": {"zone": "sz99"}},
        {"last": {"hunt": {"speed": "3"}}},
    ],
)
def test_a_link_with_what_there_is_not_is_refused(desk: dict[str, Any]):
    with pytest.raises(BadData):
        nc.load("aa50_subwar:companion").position({"at": "fill", "set": {"desk": desk}})


UNFIT = [
    ("aa50_subwar", "hunt", {"destroyers": "0"}, "destroyers", "at least 1 destroyer, fighter or bomber"),
    ("aa50_subwar", "hunt", {"hunters": "us", "prey": "uk"}, "prey", "give German, Japanese or Italian"),
    ("aa50_subwar", "raid", {"submarines": "0"}, "submarines", "at least 1 submarine, ship or fighter"),
    ("aa50_subwar", "raid", {"zone": "sz62"}, "convoys", "give Japanese"),
    ("aa50_subwar", "raid", {"zone": "sz1"}, "zone", "set a limit of your own"),
    ("aa50_subwar", "sortie", {"guards": "germany"}, "guards", "give British, American"),
    ("aa50_subwar", "battle", {"against_destroyers": "0"}, "against_destroyers", "at least 1 ship"),
    ("aa50_subwar", "battle", {"submarines": "0"}, "submarines", "at least 1 submarine, cruiser or fighter"),
    ("tonnage_war", "engagement", {"sr": "0"}, "sr", "at least 1 escort"),
    ("tonnage_war", "engagement", {"card": "air_patrol"}, "card", "SR cannot go out"),
    ("tonnage_war", "engagement", {"answer": "flak_1"}, "answer", "nothing, an evade card or fire at escorts"),
    (
        "tonnage_war",
        "engagement",
        {"boat_is_damaged": "yes", "answer": "fire_at_escorts"},
        "answer",
        "nothing or an evade",
    ),
    ("bismarck", "battle", {"with_british": "Hood"}, "with_british", "nobody else"),
]


@pytest.mark.parametrize(("game", "name", "values", "field", "right"), UNFIT)
def test_a_form_that_makes_no_sense_cannot_begin_and_says_which_field_and_what_would_be_right(
    game: str, name: str, values: dict[str, str], field: str, right: str
):
    match: Any = nc.load(f"{game}:companion").new_match(seed=1, undo="free")
    match.choose(f"ask_for/{name}")
    for each, value in values.items():
        match.choose(f"fill/{each}/{value}")
    assert "begin" not in match.decision.texts
    assert match.view("table").misfit[0] == field
    assert right in match.view("table").misfit[1]
    (refused,) = match.decision.refusals()
    assert (refused.text, refused.reason) == ("begin", ": ".join(match.view("table").misfit))
    with pytest.raises(NotOffered):
        match.choose("begin")
    for _ in values:
        match.undo()
    assert match.view("table").misfit is None
    match.choose("begin")


def test_a_ship_that_was_sunk_this_evening_does_not_fight_again():
    match: Any = nc.load("bismarck:companion").new_match(seed=1, history=True)
    match.choose("ask_for/battle")
    for seed in range(20):
        if match.view("table").misfit is not None:
            break
        match.choose("begin")
        carried_out(match, seed)
    field, words = match.view("table").misfit
    sunk = match.state.desk.values[field]
    assert any(mark.text.startswith(f"{sunk}: sunk") for mark in match.view("table").marks)
    assert words == f"{sunk} was sunk this evening; name another ship"


@pytest.mark.parametrize(("game", "name"), PROCEDURES)
def test_a_link_passes_on_a_procedure_at_each_of_its_questions_with_what_was_rolled(game: str, name: str) -> None:
    rules, luck = nc.load(game), Random(1)
    match = rules.new_match(chance="physical", undo="free")
    match.choose(f"ask_for/{name}")
    if match.state.phase == "fill":
        match.choose("begin")
    for _ in range(12):
        if (asked := match.decision) is None or match.state.phase != "resolve":
            break
        passed_on = rules.position(match.position(), chance="physical", undo="free")
        there = passed_on.decision
        assert there is not None
        assert (there.prompt, there.texts) == (asked.prompt, asked.texts)
        assert passed_on.state == match.state
        assert nc.loads_match(passed_on.dumps(), rules).state == match.state
        match.choose(luck.randrange(len(asked.options)))


@pytest.mark.parametrize(
    ("game", "kept", "said"),
    [
        ("aa50_subwar", {"dived": {"sz8": -3}}, "at least 0"),
        ("aa50_subwar", {"dived": {"england": 3}}, "no sea zone 'england'"),
        ("aa50_subwar", {"charges": {"sz8": 2}}, "no territory 'sz8'"),
        ("aa50_subwar", {"limits": {"sz8": 99}}, "a convoy limit: should be 0 to 20, not 99"),
        ("aa50_subwar", {"incomes": {"1941": {"uk": -5}}}, "an income: should be 0 to 200, not -5"),
        ("aa50_subwar", {"setups": {"1955": []}}, "no set-up '1955'"),
        ("tonnage_war", {"ships_sunk": -1}, "at least 0"),
        ("bismarck", {"met": [999]}, "cannot run from this position"),
        ("silent_war", {"desk": {"runs": -1}}, "runs: should be at least 0"),
    ],
)
def test_a_link_that_was_changed_to_what_cannot_be_on_a_board_is_refused(game: str, kept: Any, said: str):
    with pytest.raises(BadData, match=said):
        nc.load(f"{game}:companion").position({"at": "ask", "deal": False, "set": kept})


def test_a_link_with_a_procedure_under_way_that_cannot_be_is_refused():
    desk = {"procedure": "hunt", "values": {"destroyers": "0"}}
    game = nc.load("aa50_subwar:companion")
    with pytest.raises(BadData, match="hunt: destroyers: no unit hunts"):
        game.position({"at": "resolve", "set": {"desk": desk}})
    game.position({"at": "fill", "set": {"desk": desk}})  # a form may be passed on half filled in


@pytest.mark.parametrize("game", COMPANIONS)
def test_the_kit_carries_procedures_out_and_finds_nothing_hidden_nor_any_other_fault(game: str):
    found = nc.load(game)
    report = check_game(found, matches=1, scenarios=[next(iter(found.scenarios))], options={}, shrinking=False)
    assert not report.failures, report.text()
    assert report.coverage.steps["resolve"] > 2
    assert report.coverage.choices < 200, "an evening of the kit ends soon, however many values its forms have"


def test_a_counter_on_the_display_is_in_no_real_cup_any_more():
    match: Any = nc.load("silent_war:companion").new_match(chance="physical", undo="free")
    match.choose("ask_for/combat")
    match.choose("begin")
    while "piece from cup" in match.decision.prompt.lower():
        match.choose(0)
    pieces = [unit.piece for unit in match.state.combat.units]
    assert len(set(pieces)) == len(pieces)
    marks = [mark.text for mark in match.view("table").marks]
    assert len([mark for mark in marks if mark.startswith("Column ")]) == len(pieces) == 6


def chances(match: Any) -> list[str]:
    """What is told beside the option that begins."""
    told = nc.face_of(match.game).facts(match.view("table"), match.decision, match.setup.terms)
    return [str(fact) for facts in told for fact in facts]


def filled(match: Any, name: str, **values: object) -> None:
    """Ask for a procedure, and fill in its form."""
    if match.state.desk.procedure != name:
        match.choose(f"ask_for/{name}")
    for field, value in values.items():
        match.choose(f"fill/{field}/{value}")


def resolved(match: Any, name: str, faces: str = "", **values: object) -> None:
    """Carry a procedure out with faces that fall."""
    filled(match, name, **values)
    match.choose("begin")
    for face in faces:
        match.choose(face)
    assert match.state.phase != "resolve", match.decision.prompt


@pytest.mark.rule("aa50_subwar", "S17")
def test_a_limit_of_the_groups_own_is_in_the_odds_beside_begin():
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free")
    filled(match, "raid", zone="sz62", raiders="us", convoys="japan", submarines=1)
    before = chances(match)
    assert any(told.startswith("6 IPC") for told in before), "2 dice cost at most 6, and C8 takes all of it"
    resolved(match, "limit", space="sz62", limit=2)
    filled(match, "raid")
    # Of 36 throws (each die 1, 2, 3 or nothing) 9 cost nothing, 6 cost 1, and 21 cost 2 or more, of which 2 are lost.
    assert chances(match) == ["2 IPC 58.3 %", "0 IPC 25 %", "1 IPC 16.7 %", "IPC lost 1.33"]


@pytest.mark.rule("aa50_subwar", "S20", "S25")
def test_a_mark_that_was_laid_is_in_the_odds_beside_begin():
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free")
    resolved(match, "limit", space="england", limit=4)
    filled(match, "raid", zone="sz8", submarines=1)
    assert "4 IPC, England can starve 16.7 %" in chances(match), "6 of 36 throws cost 4 or more"
    resolved(match, "raid", "33", zone="sz2", submarines=1)  # Sz2 has C2
    filled(match, "raid", zone="sz8")
    starving = [told for told in chances(match) if "England can starve" in told]
    assert sorted(told[0] for told in starving) == ["2", "3", "4"], "2 of 4 IPC lie on Sz2 already"
    match.choose("take off: Sz2: 2 of 2 IPC lost, not yet charged")
    assert "2 IPC 19.4 %" in chances(match)


def test_each_mark_is_taken_off_alone_and_comes_back_with_undo():
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free", history=True)
    resolved(match, "hunt", "4", zone="sz8")  # not spotted: the submarine is still there
    resolved(match, "hunt", "4", zone="sz7")
    resolved(match, "raid", "33", zone="sz2", submarines=1)
    marks = {mark.key: mark.text for mark in match.view("table").marks}
    assert list(marks) == ["marks/sz2", "dived/sz8", "dived/sz7"]
    match.choose(f"take off: {marks['dived/sz8']}")
    assert [mark.key for mark in match.view("table").marks] == ["marks/sz2", "dived/sz7"]
    assert match.state.phase == "fill", "the form stays open"
    told = [event.text for event in match.snapshot("table", since=0).events if event.kind == "taken_off"]
    assert told == ["Taken off: Sz8: 1 submarine there, submerged."]
    match.undo()
    assert {mark.key: mark.text for mark in match.view("table").marks} == marks
    again = nc.loads_match(match.dumps(), match.game)
    assert again.view("table") == match.view("table")


def test_chances_that_take_a_while_are_told_when_they_are_asked_for_and_say_how_sure_they_are():
    match: Any = nc.load("bismarck:companion").new_match(chance="physical", undo="free")
    filled(match, "battle")
    assert chances(match) == []
    match.choose("show the chances")
    told = chances(match)
    assert told
    assert all("±" in each and "about" in each for each in told)
    match.choose("fill/visibility/8")
    assert chances(match) == [], "another form has other chances"


@pytest.mark.rule("bismarck", "16.66")
def test_each_salvo_says_who_fires_it_and_which_it_is():
    match: Any = nc.load("bismarck:companion").new_match(chance="physical", undo="free")
    filled(match, "battle", german="Bismarck", british="Hood", night="no", visibility=4)
    match.choose("begin")
    while match.decision.role != nc.CHANCE:
        match.choose(0)
    firepower = {card.name: card.firepower or 0 for card in SHIPS}
    asked = []
    for _ in range(firepower["Hood"] + firepower["Bismarck"]):
        asked.append(match.decision.prompt.partition(".")[0])
        match.choose("1000")
    fired = [f"Hood's salvo {n} of {firepower['Hood']} at Bismarck" for n in range(1, firepower["Hood"] + 1)]
    fired += [f"Bismarck's salvo {n} of {firepower['Bismarck']} at Hood" for n in range(1, firepower["Bismarck"] + 1)]
    assert asked == fired


def upkeep(match: Any, face: str, **values: object) -> list[str]:
    """End a week and begin the next, with the same face whenever a die is asked for; what was told."""
    filled(match, "upkeep", **values)
    before = len(match.snapshot("table", since=0).events)
    match.choose("begin")
    while match.state.phase == "resolve":
        match.choose(face if face in match.decision.texts else 0)
    return [event.text for event in match.snapshot("table", since=0).events[before:]]


def campaign(**values: Any) -> Any:
    """An evening with a campaign at its real map."""
    match = nc.load("silent_war:companion").new_match(chance="physical", undo="free", history=True)
    resolved(match, "tracks", **values)
    return match


@pytest.mark.rule("silent_war", "17.0-1", "17.1")  # after the last number the War Period advances whatever is rolled
def test_the_upkeep_says_when_the_real_cups_are_sorted():
    match = campaign(month="1942-11", week=4, ship_hundreds=2, ton_hundreds=8)
    assert match.state.week == 4
    told = upkeep(match, "0")
    assert "sort the cups again (3.15)" in told[-1]
    assert (match.state.month, match.state.week, match.state.war_period) == (month_number("1942-12"), 1, 2)


@pytest.mark.rule("silent_war", "5.0", "7.1-a", "9.0-b", "10.0")
def test_the_upkeep_runs_war_events_ultra_and_the_boats_in_port():
    match = campaign(month="1943-02", week=1)
    for boat, box in (("wahoo", "broom"), ("tambor", "repair_2")):
        resolved(match, "boat", boat=boat, whereabouts=box)
    filled(match, "upkeep")
    match.choose("begin")
    asked = []
    while match.state.phase == "resolve":
        asked.append(match.decision.prompt)
        match.choose("0" if "0" in match.decision.texts else 0)
    words = " ".join(asked)
    for part in ("War event on 0-3", "Which war event", "ULTRA", "Readiness of Wahoo", "Repair of Tambor"):
        assert part in words, part
    assert match.state.ultra, "a 0 on the ULTRA Table marks areas"
    places = {mark.text for mark in match.view("table").marks}
    assert "Tambor: Repair Box 1, Pearl Harbor" in places
    assert not any(text.startswith("Wahoo") for text in places), "a 0 makes her Ready for Sea"


@pytest.mark.rule("silent_war", "17.0-D")
def test_the_upkeep_goes_by_the_campaigns_own_war_period_rules():
    # The Allied campaign gives War Period 4 a month to begin in, November 1944, and rolls for nothing.
    early = campaign(campaign="campaign_allied_1944", month="1944-09", week=4, war_period=3, torpedo=1)
    upkeep(early, "9")
    assert early.state.war_period == 3
    match = campaign(campaign="campaign_allied_1944", month="1944-10", week=4, war_period=3, torpedo=1)
    upkeep(match, "0")
    assert match.state.war_period == 4


@pytest.mark.rule("silent_war", "6.0-a")  # the worked example: level -2, 76 ships sunk, row 75 needs 8
def test_the_upkeep_counts_ships_one_by_one():
    match = campaign(month="1942-06", week=2, ships=70)
    filled(match, "upkeep", ships=6, tons=20)
    improve = [told for told in chances(match) if told.startswith("the torpedoes improve")]
    assert improve == ["the torpedoes improve 20 %"]


def test_a_search_beside_a_campaign_leaves_the_campaign_as_it_is():
    match = campaign(month="1943-02", week=1, war_period=2)
    before = match.view("table").marks
    match.choose("ask_for/search")
    assert match.state.desk.values["war_period"] == "2", "the form knows the campaign's War Period"
    match.choose("begin")
    carried_out(match, 3)
    assert match.view("table").marks == before


def test_an_upkeep_needs_a_campaign():
    match: Any = nc.load("silent_war:companion").new_match(seed=1)
    match.choose("ask_for/upkeep")
    assert match.view("table").misfit == ("", "no campaign is noted; set the date and the tracks first")


@pytest.mark.rule("silent_war", "16.1")
def test_the_upkeep_of_a_campaigns_last_week_judges_it_and_there_is_no_upkeep_after_it():
    # campaign_full ends with the fourth week of August 1945; with nothing sunk it is a defeat.
    match = campaign(month="1945-08", week=4, war_period=4, torpedo=2)
    told = upkeep(match, "9")
    assert (
        told[-1]
        == "The campaign is over: 0 ships and no tons sunk, 0 boats lost: a defeat; a draw takes 4,350,000 tons."
    )
    assert "War event" not in " ".join(told), "no new week begins"
    filled(match, "upkeep")
    assert match.view("table").misfit == ("", "the campaign is over; set the date and the tracks of another")
    assert "The campaign is over" in match.view("table").marks[0].text
    match.undo()
    match.undo()
    assert match.view("table").misfit is None


@pytest.mark.rule("silent_war", "16.1")
def test_the_tracks_take_only_dates_of_their_campaign():
    match: Any = nc.load("silent_war:companion").new_match(chance="physical", undo="free")
    filled(match, "tracks", campaign="campaign_allied_1944", month="1944-02")
    words = "the campaign is played from 1944-03, week 1, to 1945-07, week 4; give a date of it"
    assert match.view("table").misfit == ("month", words)
    filled(match, "tracks", month="1945-08")
    assert match.view("table").misfit == ("month", words)
    assert "begin" not in match.decision.texts
    filled(match, "tracks", month="1945-07", week=4)
    assert match.view("table").misfit is None
    filled(match, "tracks", month="1944-03", week=1)
    match.choose("begin")
    assert match.view("table").marks[0].text.startswith("1944-03, week 1")


@pytest.mark.parametrize(("game", "name"), PROCEDURES)
def test_chances_that_answer_for_owners_say_what_they_assume(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = nc.load(game)
    companion, random = companion_in(found), Random(3)
    asked: set[str] = set()
    put = companion._put

    def heard(decision: nc.Decision) -> Any:
        asked.add(decision.texts[0])
        return put(decision)

    monkeypatch.setattr(companion, "_put", heard)
    monkeypatch.setattr("navalcore._companion.companion.SAMPLES", 3)
    match: Any = found.new_match(seed=1, undo="free")
    (procedure,) = [each for each in companion.procedures if each.name == name]
    for _ in range(8):
        values = {each.name: random.choice(list(each.titles)) for each in procedure.fields}
        if procedure.misfit(match.state, values) is None and procedure.odds is None:
            odds = companion.odds(found, match.setup.terms, name, values, match.state)
            assert (procedure.assumes in odds.notes) == bool(procedure.assumes)
    assert procedure.assumes or not asked, f"nothing says that owners are taken to answer: {asked}"
    if (game, name) == ("bismarck:companion", "battle"):
        assert {"fight", "none"} <= asked, "nobody withdraws, and nobody launches torpedoes"


def test_what_is_assumed_of_the_owners_is_told_where_the_chances_are() -> None:
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free")
    filled(match, "hunt", escape="no")
    view, begin = match.view("table"), next(each for each in match.decision.options if str(each) == "begin")
    told = nc.face_of(match.game).meaning(view, begin)
    assert told == view.assumes.removesuffix(".")
    assert "submarines escape and dive as soon as they may" in told
    filled(match, "battle")
    view = match.view("table")
    assert nc.face_of(match.game).meaning(view, begin) == "", "its chances are not told yet"


def test_an_impossible_face_is_refused_with_what_is_rolled_and_without_a_number_of_the_machine() -> None:
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free")
    filled(match, "hunt")
    match.choose("begin")
    with pytest.raises(NotOffered) as caught:
        match.choose("7")
    assert match.decision.prompt in str(caught.value)
    assert "decision" not in str(caught.value)
    match.choose("3")  # nothing is lost


@pytest.mark.rule("silent_war", "5.0", "21.0")
def test_a_campaign_taken_over_in_its_middle_has_the_bases_of_its_date_and_no_event_of_the_past_again():
    match = campaign(month="1943-02", week=1, war_period=2)
    marks = [mark.text for mark in match.view("table").marks]
    assert "Active bases: Pearl Harbor, Fremantle, Brisbane, Dutch Harbor and Midway" in marks
    resolved(match, "base", base="dutch_harbor", active="no")
    told = upkeep(match, "9")  # a 9 brings no event
    assert not [text for text in told if "falls" in text or "opens" in text]


def test_a_base_noted_earlier_than_its_safety_date_is_not_opened_once_more():
    match = campaign(month="1942-02", week=2)
    resolved(match, "base", base="brisbane")
    filled(match, "tracks", month="1942-05")
    match.choose("begin")
    told = upkeep(match, "9")
    assert not [text for text in told if "Brisbane" in text and "opens" in text]


def test_a_tile_says_what_its_form_held_last_as_people_count() -> None:
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free")
    filled(match, "hunt", destroyers=2, submarines=1, escape="yes", to_the_end="no")
    filled(match, "limit", limit=3)
    filled(match, "raid")
    last = {each.name: each.last for each in match.view("table").procedures}
    assert last["hunt"] == "Sz8, 2 destroyers, 1 submarine, British, German, escape"
    assert last["limit"] == "Sz62, limit 3"
