"""Whole matches: cards are never lost, views tell nothing they should not, saves and forks agree."""

import typing
from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore._rulebook.register import coverage
from navalcore.bots import make_bots
from navalcore.components._chance import SeededChance
from navalcore_games.tonnage_war.game import TonnageWar
from navalcore_games.tonnage_war.options import TonnageOptions
from navalcore_games.tonnage_war.state import OTHER, Rescue, Side, Tactical, Unit, Weapon
from navalcore_games.tonnage_war.values import ESCORTS, FIGHTING_BOATS

GAME = TonnageWar()
VALUES = {
    name: [False, True] if field.annotation is bool else list(typing.get_args(field.annotation))
    for name, field in TonnageOptions.model_fields.items()
}
READINGS = [(name, value) for name, values in VALUES.items() for value in values]


def some_options(chance):
    chosen = {name: values[chance.below(len(values))] for name, values in VALUES.items()}
    chosen["continuation_discards_uboats"] &= chosen["continuation_discards_escorts"]
    return chosen


def playing(match, seed, *, end_early=False):
    """Random play to the end, yielding before every choice; offers to end a round are made only if asked for."""
    chance = SeededChance.from_seed(f"play {seed}")
    while match.decision is not None:
        yield match
        options = match.decision.options
        last = str(options[-1]) == "offer to end the round" and not end_early and len(options) > 1
        match.choose(chance.below(len(options) - last))


def check_views(match, chance):
    terms = match.setup.terms
    for role in (*GAME.roles, nc.SPECTATOR):
        twin = GAME.determinize(match.state, role, chance, terms)
        assert GAME.view(twin, role, terms) == match.view(role)
        assert list(GAME.invariants(twin, terms)) == []


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("seed", range(4))
def test_no_card_is_lost_and_no_view_leaks_in_random_matches_with_random_options(scenario, seed):
    chance = SeededChance.from_seed(f"{scenario} {seed}")
    options = some_options(chance) if seed else {}
    match = GAME.new_match(scenario, seed=seed, options=options)
    for now in playing(match, seed, end_early=seed == 3):
        assert list(GAME.invariants(now.state, now.setup.terms)) == []
        texts = now.decision.texts
        assert len(set(texts)) == len(texts)
        if now.count % 9 == 0:
            check_views(now, chance)
            now.decision.refusals()
    assert list(GAME.invariants(match.state, match.setup.terms)) == []
    assert match.outcome is not None


@pytest.mark.parametrize(("name", "value"), READINGS, ids=lambda part: str(part))
def test_every_value_of_every_option_can_be_played(name, value):
    options = {name: value}
    if name == "continuation_discards_uboats":
        options["continuation_discards_escorts"] = True
    match = GAME.new_match("hg_76", seed=f"{name} {value}", options=options)
    for _ in playing(match, 1):
        pass
    assert match.over


@pytest.mark.parametrize(("name", "value"), READINGS, ids=lambda part: str(part))
def test_options_may_be_typed_as_text(name, value):
    options = {name: str(value)}
    if name == "continuation_discards_uboats":
        options["continuation_discards_escorts"] = "true"
    assert getattr(GAME.parse_options(options), name) == value


@pytest.mark.rule("tonnage_war", "4", "5")
def test_a_full_game_has_104_turns_and_uses_every_tactical_card_once():
    match = GAME.new_match(seed=104, options={"match_of_two": False})
    for _ in playing(match, 104):
        pass
    assert GAME.length(match.state) == 104
    for side in Side:
        seat = match.state.seats[side]
        assert seat.tactical_deck.cards == []
        on_table = [contact.card for contact in match.state.contacts] if side is Side.UBOAT else []
        assert len(seat.played) + len(seat.discards) + len(on_table) == 52


@pytest.mark.rule("tonnage_war", "4", "12")
def test_a_match_of_two_exchanges_roles_and_rebuilds_all_decks():
    match = GAME.new_match(seed=2)
    roles: dict[int, set[str]] = {1: set(), 2: set()}
    for now in playing(match, 2):
        state = now.state
        if now.decision.kind == "uboat_turn":
            roles[state.game].add(now.decision.role)
        if state.game == 2 and state.round == 1 and state.turn == 1:
            assert state.rescue is Rescue.ORIGINAL
            assert sum(len(seat.played) + len(seat.out) for seat in state.seats.values()) == 0
            view = now.view("uboat")
            assert view.side is Side.ESCORT
            assert view.uboat.units is None
            assert view.escort.units is not None
            assert now.view("escort").uboat.units is not None
    assert roles == {1: {"uboat"}, 2: {"escort"}}
    first = match.state.first_game
    assert match.outcome is not None
    assert first is not None
    scores = match.outcome.scores
    assert scores["uboat"] == first.uboat_points + match.state.tally.escort_points
    assert GAME.length(match.state) == 208


def test_the_other_side_learns_nothing_from_a_decision_or_an_event():
    """Face-down cards, discards, hands and the very number of options stay hidden."""
    told: dict[str, list[Any]] = {role: [] for role in (*GAME.roles, nc.SPECTATOR)}
    match = GAME.new_match(seed=6, options={"match_of_two": False})
    for role, seen in told.items():
        match.events.subscribe(seen.append, role=role)
    for now in playing(match, 6):
        decision = now.decision
        other = "escort" if decision.role == "uboat" else "uboat"
        seen = now.decision_for(other)
        if decision.secret:
            assert (seen.options, seen.rule) == ((), "")
            assert "plays or discards" not in seen.prompt
        if now.state.phase == "uboat_turn" and decision.rule in ("7.2", "7.2.2", "7.2.3"):
            assert decision.secret
        if now.state.phase == "escort_turn" and decision.rule in ("7.3",):
            assert decision.secret
    discards = [event for event in told["escort"] if type(event).__name__ == "CardDiscarded" and event.side == "uboat"]
    assert discards
    assert {event.card for event in discards} == {None}
    committed = [event for event in told["uboat"] if type(event).__name__ == "EscortsSent"]
    assert committed
    assert {event.units for event in committed} == {None}
    assert {event.units for event in told[nc.SPECTATOR] if type(event).__name__ == "EscortsSent"} == {None}
    contacts = [event for event in told["escort"] if type(event).__name__ == "ContactMade"]
    assert {event.boat for event in contacts} == {None}
    attacks = [event for event in told["escort"] if type(event).__name__ == "AttackDeclared"]
    assert {event.unit for event in attacks if event.contact is None} == {None}, "contact boats may have been turned up"
    assert not any(type(event).__name__ == "ChoiceMade" and event.role == "uboat" and "discard" in event.text
                   for event in told["escort"])  # fmt: skip


def test_what_is_imagined_of_face_down_cards_fits_what_lies_on_the_table():
    """Contact boats can fight, attackers may be blanks, HF/DF groups hold no aircraft."""
    imagined: dict[str, set[Unit | None]] = {"contact": set(), "attack": set(), "hfdf": set(), "air": set()}
    for seed in range(12):
        match = GAME.new_match(seed=seed)
        for now in playing(match, seed):
            if now.state.turn % 3 == 0:
                continue
            for deal in range(4):
                chance = SeededChance.from_seed(f"{seed} {now.count} {deal}")
                boats = GAME.determinize(now.state, "escort", chance, now.setup.terms)
                imagined["contact"] |= {each.boat for each in boats.contacts if not each.revealed}
                if boats.attack is not None and not boats.attack.revealed:
                    imagined["attack"].add(boats.attack.unit)
                ships = GAME.determinize(now.state, "uboat", chance, now.setup.terms)
                if ships.engagement is not None and ships.engagement.weapon in (Weapon.HFDF, Weapon.AIR_PATROL):
                    key = "hfdf" if ships.engagement.weapon is Weapon.HFDF else "air"
                    imagined[key] |= {each.unit for each in ships.engagement.group if not each.revealed}
    assert imagined["contact"] == {Unit.N, Unit.R, Unit.A}
    assert imagined["attack"] == {Unit.N, Unit.R, Unit.A, Unit.BLANK}
    assert imagined["hfdf"] == {Unit.SN, Unit.SR, Unit.SA, Unit.BLANK}
    assert imagined["air"] == {Unit.AN, Unit.AR, Unit.AA, Unit.BLANK}


def test_an_imagined_hand_has_as_many_boats_and_escorts_as_players_keep():
    """Boats go out and blanks stay behind: dealt blindly, a hand late in a round would hold three times the boats."""
    kept = {"uboat": [0, 0], "escort": [0, 0]}
    fighting = {"uboat": FIGHTING_BOATS, "escort": ESCORTS}
    bots = make_bots(GAME, seed=0)
    for seed in range(8):
        match = GAME.new_match(seed=seed)
        while (decision := match.decision) is not None:
            other = OTHER[Side(decision.role)]
            dealt = GAME.determinize(
                match.state, decision.role, SeededChance.from_seed(f"{seed} {match.count}"), match.setup.terms
            )
            for which, state in enumerate((match.state, dealt)):
                kept[other][which] += sum(unit in fighting[other] for unit in state.seats[other].units)
            match.choose(bots[decision.role].decide(match.view(decision.role), decision))
    for held, imagined in kept.values():
        assert 0.7 < imagined / held < 1.3


@pytest.mark.parametrize("scenario", ["halifax_228", "hg_76", "ons_5"])
def test_forks_and_saves_lead_to_the_same_match(tmp_path, scenario):
    match = GAME.new_match(scenario, seed=9)
    steps = playing(match, 9)
    for _ in range(60):
        next(steps)
    twin = match.fork()
    assert twin.digest == match.digest
    match.save(tmp_path / "half.jsonl")
    loaded = nc.load_match(tmp_path / "half.jsonl")
    assert loaded.digest == match.digest
    while match.decision is not None:
        last = len(match.decision.options) - 1
        for each in (match, twin, loaded):
            each.choose(last)
    assert match.digest == twin.digest == loaded.digest
    match.save(tmp_path / "whole.jsonl")
    assert nc.verify(tmp_path / "whole.jsonl")


def test_a_choice_can_be_taken_back_until_something_new_came_out():
    match = GAME.new_match(seed=4)
    match.choose(0)
    before = match.digest
    match.choose(0)
    match.undo()
    assert match.digest == before


def rule_against(match: Any, option: str) -> str:
    """The rule by which an option is not offered now."""
    refusal = match.why_not(option)
    assert refusal is not None
    return str(refusal.rule)


def test_the_rules_say_why_something_is_not_possible(desk):
    match = GAME.new_match(seed=1)
    refusal = match.why_not("beam attack on the convoy")
    assert refusal is not None
    assert refusal.rule == "7.2.3"
    hand = match.state.seats[Side.UBOAT].tactical
    assert ("hold" in refusal.reason) is (Tactical.BEAM not in hand)
    assert rule_against(match, "answer with B-dienst") == "7.2.7"
    match.choose(0)
    assert rule_against(match, "escort attack (1) on the attacker") == "7.3.6"
    assert rule_against(match, "continue with escort attack (1)") == "7.3.7"


def test_the_rules_say_why_a_unit_cannot_go_with_a_card(desk):
    table = desk().hold(Side.UBOAT, "contact", "N, blank").hold(Side.ESCORT, "HF/DF (2)", "SR, AR, blank")
    table.uboat("contact with the convoy", "with N")
    reasons = {refusal.text: refusal for refusal in table.asked[-1].refusals()}
    assert "TW-R26" in reasons["with a blank"].reason
    assert "holds no such" in reasons["with A"].reason
    table.escort("HF/DF (2) on contact 1", "send SR", "send no further escort")
    reasons = {refusal.text: refusal for refusal in table.asked[-2].refusals()}
    assert "does not send out" in reasons["send AR"].reason
    assert "TW-R43" in reasons["send no further escort"].reason


def test_every_section_has_code_and_tests():
    report = coverage(GAME.rulebook, ["navalcore_games.tonnage_war"], "tests")
    assert report.complete, report.summary_line()


def test_every_option_of_a_ruling_exists_and_every_switch_has_its_ruling():
    options = set(TonnageOptions.model_fields)
    named = {ruling.option for ruling in GAME.rulebook.rulings if ruling.option}
    assert named <= options
    for name, field in TonnageOptions.model_fields.items():
        ids = [ruling.id for ruling in GAME.rulebook.rulings if ruling.id in (field.description or "")]
        assert ids, name


@pytest.mark.rule("tonnage_war", "8.5.4")
def test_a_depleted_escort_that_is_back_in_its_deck_is_there_in_the_position_too():
    match, chance = GAME.new_match("halifax_228", seed=12, options={"depletion": True}), Random(12)
    while Unit.SR_DEPLETED not in match.state.seats[Side.ESCORT].units_deck.cards:
        assert match.decision is not None
        match.choose(chance.randrange(len(match.decision.options)))
    again = GAME.position(match.position(), seed=1)
    assert again.state == match.state
    assert again.digest == match.digest
