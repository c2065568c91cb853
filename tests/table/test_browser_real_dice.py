"""A match with real dice on two phones, by touch: faces are tapped, wrong ones refused, each phone shows its seat."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from tests.table.people import Person, needs_chromium

pytestmark = needs_chromium

PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ROLL: Final = """async ([match, role, roll, key]) => {
    const headers = { "content-type": "application/json" };
    const how = { method: "POST", body: JSON.stringify({ act: "roll", roll, key }), headers };
    return (await fetch(`/api/matches/${match}/act?cookie=true&seat=${role}`, how)).json();
}"""
"""Says what came up, as a page does; the page itself has no button for a face that is not on the die."""


def test_a_match_with_real_dice_is_played_on_two_phones_by_touch(visit: Any) -> None:
    host = visit("/new/aa50_subwar", **PHONE)
    host.wait_for_selector("fieldset select")
    host.select_option("#seat-axis", "me")
    host.select_option("#seat-allies", "person")
    host.tap("#real")
    host.tap("button.main")
    host.wait_for_selector("#question")
    friend = visit(host.input_value(".invitation input"), **PHONE)
    friend.tap("button.main")
    friend.wait_for_selector("#question")
    assert (seat_of(host), seat_of(friend)) == ("Axis", "Allies")
    person = Person(host)
    host.reload()
    person.opened()
    while person.now["roll"] is None:
        decision, number = person.snapshot["decision"], person.snapshot["number"]
        host.locator(f".choose[data-key={json.dumps(decision['options'][0]['key'])}]:not([disabled])").tap()
        person.until(partial(asked_anew, person, number), "the next question")
    # Whoever rolls taps what came up, and every phone has the die.
    friend.wait_for_selector(".real-dice .face")
    for page in (host, friend):
        faces = page.locator(".real-dice .face").all_inner_texts()
        assert faces == ["1", "2", "3", "4", "5", "6"]
        boxes = [each.bounding_box() for each in page.locator(".real-dice .face").all()]
        assert all(box["width"] >= 44 and box["height"] >= 44 and box["x"] + box["width"] <= 390 for box in boxes)
    number = host.get_attribute(".real-dice", "data-roll")
    match = host.url.partition("/match/")[2].partition("#")[0].partition("?")[0]
    for wrong in ("0", "7", "three", ""):
        answer = host.evaluate(ROLL, [match, "axis", int(number), wrong])
        assert not answer["ok"], json.dumps(answer)
    assert host.get_attribute(".real-dice", "data-roll") == number, "a wrong face costs nothing"
    friend.tap('.real-dice [data-face="4"]')
    person.until(
        lambda: (person.now["roll"] or {}).get("number") != int(number), "the die to be told on the other phone"
    )


def asked_anew(person: Person, before: int) -> bool:
    """Whether the match has gone on, or a die is asked for."""
    return bool(person.snapshot["number"] > before or person.now["roll"])


def seat_of(page: Any) -> str:
    """Whose seat a phone shows."""
    own = page.locator(".seats .name:has-text(': you')")
    assert own.count() == 1
    own.scroll_into_view_if_needed()
    assert own.is_visible()
    return str(own.inner_text()).partition(":")[0].strip()
