"""Saves of older rules go on: what is not asked any more is left out, and postures of a pack come first (rules 1.3)."""

import json
from pathlib import Path

import navalcore as nc
from navalcore_games.silent_war.older_rules import (
    asked_for_nothing,
    asked_of_who_began,
    columns_taken,
    from_1_2,
    postures_first,
)

PACK = Path(__file__).parent / "older_rules" / "pack_1_2.jsonl"
"""A wolfpack's barrier meets a convoy: written by version 1.2, in which each boat chose her posture at her attack.

It ends before the wolfpack withdraws: then 1.2 had the boat that made no attack check her endurance.
"""


def choice(rule, prompt, text):
    return {"kind": "choice", "role": "comsubpac", "rule": rule, "prompt": prompt, "asked": "", "pick": 0, "text": text}


def column(boat):
    return choice("14.11", f"Which column does {boat} take?", "column A")


def posture(boat, text):
    return choice("14.12", f"In which posture does {boat} attack?", text)


def die(value):
    return {"kind": "chance", "value": value}


def of(entries):
    return [entry.get("prompt", entry.get("value")) for entry in entries]


def test_a_save_of_rules_1_2_goes_on_with_every_roll_and_every_choice_that_is_still_asked():
    lines = [json.loads(line) for line in PACK.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["rules"] == "1.2"
    chosen = [line for line in lines if line["kind"] == "choice"] if "kind" in lines[0] else []
    chosen = chosen or [line for line in lines[1:] if line["kind"] == "choice"]
    left_out = [line for line in chosen if asked_for_nothing(line)]
    assert {line["rule"] for line in left_out} <= {"14.12", "14.15", "19.21", "4.0", "14.11"}
    assert left_out
    match = nc.load_match(PACK)
    assert match.game.version == "1.3"
    assert match.count == len(chosen) - len(left_out)
    rolled = [line["value"] for line in lines[1:] if line["kind"] == "chance"]
    made = [entry.value for entry in match.tape() if entry.kind == "chance"]
    assert made[: len(rolled)] == rolled
    asked = [entry.prompt for entry in match.tape() if entry.kind == "choice"]
    first = next(n for n, prompt in enumerate(asked) if "column" in prompt)
    assert ["column" in prompt for prompt in asked[first : first + 4]] == [True, True, False, False]
    assert all("posture" in prompt for prompt in asked[first + 2 : first + 4])


def test_a_bomber_of_an_older_save_rolls_by_its_event():
    rolls = [{**die(7), "rule": "14.13", "why": why} for why in ("patrol bomber", "Diligent Escort")]
    assert [entry["rule"] for entry in from_1_2(rolls)] == ["19.21", "14.13"]


def test_the_postures_of_a_packs_boats_come_behind_their_columns_in_the_order_of_those():
    old = [
        *(column("Gar"), column("Tuna"), column("Seal")),
        *(
            posture("Tuna", "cautious"),
            die(3),
            posture("Gar", "aggressive"),
            die(4),
            choice("24.55", "again?", "withdraw"),
        ),
    ]
    new = postures_first(old)
    assert of(new[:6]) == [*of(old[:3]), *(f"In which posture does {boat} attack?" for boat in ("Gar", "Tuna", "Seal"))]
    assert [entry["text"] for entry in new[3:6]] == ["aggressive", "cautious", "standard"], "Seal did not attack"
    assert of(new[6:]) == [3, 4, "again?"]


def test_a_boat_that_does_not_come_to_a_re_attack_keeps_the_posture_she_had():
    first = [column("Gar"), column("Tuna"), posture("Gar", "aggressive"), posture("Tuna", "cautious"), die(1)]
    again = [column("Gar"), column("Tuna"), posture("Gar", "standard"), choice("4.0", "next?", "end")]
    kept = [entry["text"] for entry in postures_first(first + again) if entry.get("rule") == "14.12"]
    assert kept == ["aggressive", "cautious", "standard", "cautious"]


def test_a_single_boat_and_a_save_that_ends_with_a_packs_columns_stay_as_they_are():
    alone = [column("Gar"), posture("Gar", "bold"), die(2), column("Gar"), posture("Gar", "standard")]
    assert postures_first(alone) == alone
    unfinished = [die(1), column("Gar"), column("Tuna")]
    assert postures_first(unfinished) == unfinished
    assert columns_taken(unfinished[1:]) == ["Gar", "Tuna"]


def test_what_a_commander_begins_is_answered_by_that_commander():
    def by_australia(text):
        return {**choice("4.0", "next?", text), "role": "comsubsowespac"}

    old = [
        by_australia("form a wolfpack at Fremantle"),
        choice("24.1", "joins?", "Gar"),
        die(1),
        by_australia("decommission Seal"),
        die(5),
        choice("25.3", "takes over?", "Gar"),
        by_australia("end the turn"),
        choice("5.0", "training?", "Tuna"),
        choice("25.3", "takes over?", "Gar"),
        choice("4.0", "next?", "form a wolfpack at Pearl Harbor"),
        choice("24.1", "joins?", "Tuna"),
    ]
    asked = [entry["role"] for entry in asked_of_who_began(old) if entry["kind"] == "choice"]
    assert asked == [*["comsubsowespac"] * 5, *["comsubpac"] * 4]
