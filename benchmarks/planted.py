"""Faults planted one at a time in the small games of ``navalcore new --kind``: which of them the kit finds, and how.

``python -m benchmarks.planted [--only NAME] [--first]``. A line has the fault and the checks that failed; with ``--first``
the one that failed first, which takes a quarter of the time.
"""

# ruff: noqa: E501
from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from navalcore._cli.new import make_kind

GAME = "planted_game"


class Fault(NamedTuple):
    """A change of one place of a small game, or of two where one alone would not do. A fault in the data is in its TOML file."""

    name: str
    kind: str
    old: str
    new: str
    also: tuple[str, str] = ("", "")
    file: str = "py"


FAULTS: Sequence[Fault] = (
    Fault("hands in the view of all", "cards", "hands: Annotated[dict[str, tuple[str, ...]], by_role]",
          "hands: dict[str, tuple[str, ...]]"),
    Fault("a drawn card told to all", "cards", 'rule="1", to=(role,))', 'rule="1")'),
    Fault("a card laid in secret and told to all", "cards",
          'play.tell(LaidDown, choice.card, rule="2", to=(role,))', 'play.tell(LaidDown, choice.card, rule="2")'),
    Fault("a redeal that leaves laid cards", "cards", "deal_anew(chance, state.laid[other], state.hands[other]",
          "deal_anew(chance, state.hands[other]"),
    Fault("a redeal that cannot have been reached", "cards", 'first=lambda card: card != "torpedo" or state.contact > 0',
          "first=None"),
    Fault("a search that finds nothing, without reveal", "areas",
          "            play.reveal()\n            state.contact.missed", "            state.contact.missed"),
    Fault("a draw by another chance", "cards", "return dice.roll(\"d6\", f\"the {weapon}\", \"3\") >= needed",
          "return __import__('random').randint(1, 6) >= needed"),
    Fault("what is chosen in secret is returned", "cards", "        play.tell(LaidDown, choice.card, rule=\"2\", to=(role,))\n",
          "        play.tell(LaidDown, choice.card, rule=\"2\", to=(role,))\n    return choice  # type: ignore\n"),
    Fault("options in the order of a set", "cards", "for card in sorted(held):", "for card in held:"),
    Fault("offers that follow a variable of the module", "cards", "    yield Hold()\n",
          "    yield Hold()\n    COUNT.append(1)\n    if len(COUNT) % 5 == 4:\n        return\n"),
    Fault("a step without an end", "cards", "    if wolf == \"torpedo\":\n", "    while wolf == \"torpedo\":\n        pass\n    if wolf == \"torpedo\":\n"),
    Fault("data of the game changed by a match", "hexes", "dict(terms.scenario.place), dict", "terms.scenario.place, dict"),
    Fault("two options with one text", "hexes", 'text="sail to {there}"', 'text="sail"'),
    Fault("an option that raises", "hexes", "at.pop(target), rule", "at.pop(choice), rule"),
    Fault("a match without an end", "hexes", "!= (terms.scenario.turns, \"sail\")", "!= (-1, \"sail\")"),
    Fault("a piece that moves backwards", "hexes", "play.tell(Sailed, ship, here, choice.there", "play.tell(Sailed, ship, choice.there, here"),
    Fault("a piece where there is no region", "hexes", 'f"hex/{view.at[ship]}"', 'f"hex/{view.at[ship]}a"'),
    Fault("the clock in a die", "hexes", "-((distance - 1) // 2) - armour", "-(__import__('time').perf_counter_ns() // 1000 % 3) - armour"),
    Fault("a set in the state", "hexes", "    turn: int = 0\n", "    turn: int = 0\n    seen: set[str] = None  # type: ignore\n"),
    Fault("a hidden place in the view", "areas", 'Annotated[str | None, seen_by(lambda _, role: role is UMPIRE or role == "raider")]', "str"),
    Fault("a contact that does not move", "areas", "    state.contact.moved(lambda sea: (sea, *MAP.neighbours(sea)))\n", ""),
    Fault("a redeal to anywhere", "areas", "state.raider = state.contact.imagined(chance)",
          "state.raider = sorted(DATA.seas)[chance.below(len(DATA.seas))]"),
    Fault("no redeal", "areas", 'if role != "raider":', 'if role == "nobody":'),
    Fault("a secret course that is asked in the open", "areas", ', state.raider), "1", secret=True)', ', state.raider), "1")'),
    Fault("a section that the rule book does not have", "areas", '@rule("2")\ndef hunt', '@rule("2.7")\ndef hunt'),
)  # fmt: skip

MORE: Sequence[Fault] = (
    Fault("an event with a section that does not exist", "cards", 'play.tell(TurnedUp, convoy, wolf, rule="3")',
          'play.tell(TurnedUp, convoy, wolf, rule="9")'),
    Fault("a question that tells where the raider is", "areas", 'f"Where does {ship} sail?"', 'f"Where does {ship} sail? {state.raider}"'),
    Fault("a question with an address in it", "cards", '"Which card do you lay?"', 'f"Which card do you lay? {id(play)}"'),
    Fault("one card less than there is on the board", "cards", "count=held.count(each)", "count=held.count(each) - 1"),
    Fault("a winner who does not play", "cards", 'Outcome("wolf"', 'Outcome("wolves"'),
    Fault("an outcome that changes the state", "cards", "        if state.ships <= terms", "        state.contact = 0\n        if state.ships <= terms"),
    Fault("an event that is not listed", "cards", "(Drawn, LaidDown, TurnedUp)", "(Drawn, LaidDown)"),
    Fault("an option that is not listed", "cards", "= (Lay, Hold), (", "= (Lay,), ("),
    Fault("a redeal by another chance", "cards", "            deal_anew(chance,", "            deal_anew(type(chance).from_seed(str(__import__('random').random())),"),
    Fault("a redeal that loses a card", "cards", "            deal_anew(", "            state.decks[other].cards[1:] = []\n            deal_anew("),
    Fault("a procedure in the state", "cards", "    damage: int = 0\n\n\nclass Table", "    damage: int = 0\n    then: object = print\n\n\nclass Table"),
    Fault("an order that is not carried out", "hexes", "        at[ship] = choice.there\n", ""),
    Fault("an option twice", "hexes", "for there in sorted(free))", "for there in sorted(free) for _ in range(2))"),
    Fault("a question without options", "hexes", "    yield HoldFire(ship)\n", ""),
    Fault("chances that add up to more than 1", "hexes", "return Odds.of(exact(lambda chance: hits(Dice(chance), distance, 0)))",
          "return Odds.of({0: Fraction(7, 10), 1: Fraction(6, 10)})"),
    Fault("a die that is remembered", "hexes", "    return DATA.gunnery.shifted(dice.roll(\"d6\", \"gunnery\", \"2\")",
          "    COUNT.append(dice.roll(\"d6\", \"gunnery\", \"2\"))\n    return DATA.gunnery.shifted(COUNT[0]"),
    Fault("an estimate that changes the state", "hexes", "        ours, theirs = sorted", "        state.turn += 1\n        ours, theirs = sorted"),
    Fault("a headline that changes the view", "hexes", "        return [f\"turn {view.turn}\"]", "        view.at.clear()\n        return [f\"turn {view.turn}\"]"),
    Fault("pieces with one id", "hexes", 'Piece(f"ship/{ship}"', 'Piece("ship/one"'),
    Fault("hits below 0", "hexes", "damage[target] += (scored", "damage[target] -= (scored"),
    Fault("a region without a title", "areas", "Region(place_id(\"sea\", sea.id), sea.title", "Region(place_id(\"sea\", sea.id), \"\""),
    Fault("a place that is not drawn", "areas", '"sea/{there:id}"', '"ocean/{there:id}"'),
    Fault("seas in the order of a set", "areas", "for there in (here, *MAP.neighbours(here))", "for there in {here, *MAP.neighbours(here)}"),
    Fault("an estimate above 1", "areas", "return max(0.01, min(0.99, raider if role", "return max(5.0, min(0.99, raider if role"),
    Fault("a hidden course told to the other side", "areas", 'rule="1", to=("raider",))', 'rule="1")'),
    Fault("a search that failed and is forgotten", "areas", "            state.contact.missed([course.there])\n", ""),
    Fault("a rule that fails late", "areas", "            state.hits += play", "            assert state.hits == 0\n            state.hits += play"),
    Fault("a question of odds that fails", "areas", "traffic: int = 2", "traffic: int = 'two'"),
)  # fmt: skip
"""Planted later, of other kinds."""

LATEST: Sequence[Fault] = (
    Fault("a laid card that stays in the hand", "cards", "        play.state.hands[role].remove(choice.card)\n", ""),
    Fault("two options that differ by capitals alone", "cards", 'Option, text="hold"', 'Option, text="LAY dive"'),
    Fault("what may be laid follows the other hand", "cards", "hands[role]), play.state.contact)",
          "hands[role]) - ({'sweep'} if 'dive' in play.state.hands['wolf'] else set()), play.state.contact)"),
    Fault("two sides that share one list", "cards", "{role: list[str]() for role in decks}", "dict.fromkeys(decks, list[str]())"),
    Fault("an estimate that is no number", "cards", "return max(0.01, min(0.99, wolf", "return float('nan') * max(0.01, min(0.99, wolf"),
    Fault("an estimate that is another when it is asked again", "cards",
          "        wolf: float = 0.4", "        COUNT.append(1)\n        wolf: float = 0.4 + 0.01 * (len(COUNT) % 7)"),
    Fault("an ending of several words", "cards", 'ending="broken"', 'ending="it was broken"'),
    Fault("odds that change when they are asked again", "cards",
          "    return Odds.of(exact(", "    COUNT.append(1)\n    needed = 1 + len(COUNT) % 6\n    return Odds.of(exact("),
    Fault("a refusal by a section that does not exist", "hexes", '"2", "she is more than', '"9", "she is more than'),
    Fault("an order that is offered and refused", "hexes", "            yield Fire(ship, foe) if near",
          "            yield no(Fire(ship, foe), \"2\", \"it is foggy\")\n            yield Fire(ship, foe) if near"),
    Fault("ships in the order of a set", "hexes", "for ship, here in list(at.items()):", "for ship, here in set(at.items()):"),
    Fault("a move that is told twice", "hexes", "        play.tell(Sailed, ship, here, choice.there, rule=\"1\")\n",
          "        play.tell(Sailed, ship, here, choice.there, rule=\"1\")\n" * 2),
    Fault("a ship that is told to sink and stays", "hexes", "at.pop(target), rule", "at[target], rule"),
    Fault("a piece without a title", "hexes", "at, known.title, known.title, known.side", 'at, "", known.title, known.side'),
    Fault("a badge that is never the same", "hexes", "Badge(str(hits), f", "Badge(str(COUNT.append(1) or len(COUNT)), f"),
    Fault("an outcome by a section that does not exist", "hexes", 'told}.", "3", scores', 'told}.", "8", scores'),
    Fault("a refusal without a reason", "areas", '"no ship sails here"', '""'),
    Fault("a contact that cannot stay", "areas", "moved(lambda sea: (sea, *MAP.neighbours(sea)))", "moved(MAP.neighbours)"),
    Fault("a region outside of its picture", "areas", "Disc(*sea.at, 68)", "Disc(sea.at[0] + 2000, sea.at[1], 68)"),
    Fault("options by their hash", "areas", "for there in (here, *MAP.neighbours(here))", "for there in sorted((here, *MAP.neighbours(here)), key=hash)"),
    Fault("a redeal that moves what is seen", "areas", "            state.raider = state.contact", "            state.cruisers = dict.fromkeys(state.cruisers, min(state.cruisers.values()))\n            state.raider = state.contact"),
    Fault("a redeal that always imagines one world", "areas", "state.contact.imagined(chance)", "min(state.contact.places)"),
    Fault("an estimate for the other side", "areas", 'raider if role == "raider" else 1 - raider', 'raider if role != "raider" else 1 - raider'),
    Fault("a state that is kept outside of the state", "areas", "        state.cruisers[ship] = course.there\n",
          "        state.cruisers[ship] = course.there\n        COUNT.append(1)\n        state.hits += len(COUNT) > 30\n"),
)  # fmt: skip
"""Planted before the kit was run on any of them."""

STRANGERS: Sequence[Fault] = (
    Fault("a laid card told to the other side", "cards", 'choice.card, rule="2", to=(role,))',
          'choice.card, rule="2", to=("wolf" if role == "convoy" else "convoy",))'),
    Fault("what is laid follows what the other has laid", "cards", "    if isinstance(choice, Lay):\n        play.state.hands[role]",
          "    if isinstance(choice, Lay) and not (choice.card == 'smoke' and play.state.laid['wolf']):\n        play.state.hands[role]"),
    Fault("a board for players alone", "cards", "view.hands.get(view.role, ())", "view.hands[view.role]"),
    Fault("a headline that fails in one position", "cards", "contact {view.contact}", "contact {6 // (2 - view.contact)}"),
    Fault("cards that are lost when they are played", "cards", "state.played.extend(laid)", "del laid[1:]"),
    Fault("an option of the game that fails when it is set", "hexes", "Play = AnyPlay[State, Options]",
          "class Options(Options):  # type: ignore\n    calm: bool = False\n    \"\"\"No wind.\"\"\"\n\n\nPlay = AnyPlay[State, Options]",
          ("    play.state.turn += 1\n", "    play.state.turn += 1\n    assert not play.options.calm\n")),
    Fault("a ship that fires when she has sunk", "hexes", "        if ship not in at:  # she was sunk a moment ago\n            continue\n", ""),
    Fault("an option with a thing of the data in it", "hexes", 'text="hold fire", places={"subject": SHIP}):\n    ship: str',
          'text="hold fire"):\n    ship: Ship', ("yield HoldFire(ship)", "yield HoldFire(SHIPS[ship])")),
    Fault("a scenario with a ship that there is not", "hexes", 'z26 = "0102", trinidad', 'z29 = "0102", trinidad', file="toml"),
    Fault("a ship on an island", "hexes", 'trinidad = "0502"', 'trinidad = "0504"', file="toml"),
    Fault("a match that is over when it begins", "hexes", "turns = 6", "turns = 0", file="toml"),
    Fault("a modifier by the hash of a word", "hexes", "// 2) - armour)", "// 2) - armour - hash(str(distance)) % 2)"),
    Fault("an estimate that fails in the last turn", "hexes", "lost_by(state, ours))))", "lost_by(state, ours)) / (terms.scenario.turns - state.turn)))"),
    Fault("two steps of one name", "hexes", 'Step("fight", fight', 'Step("sail", fight'),
    Fault("a fraction in a whole number", "hexes", "SHIPS[target].armour))\n", "SHIPS[target].armour)) / 3\n"),
    Fault("a side that is never asked", "hexes", "choose(SHIPS[ship].side, f\"Where", "choose('german', f\"Where",
          ("choose(SHIPS[ship].side, f\"At", "choose('german', f\"At")),
    Fault("a question to nobody who plays", "areas", 'choose("hunters"', 'choose("hunter"'),
    Fault("a question that is asked only where she is near", "areas", "        course = yield from choose(\"hunters\"",
          "        if state.raider not in (here, *MAP.neighbours(here)):\n            continue\n        course = yield from choose(\"hunters\""),
    Fault("a refusal that tells where she is", "areas", "def courses(ship: str, here: str) -> Iterator[Sail]:\n",
          "def courses(ship: str, here: str, hers: str = '') -> Iterator[Sail]:\n    if 'biscay' not in (here, *MAP.neighbours(here)):\n"
          "        yield no(Sail(ship, here, 'biscay'), '2', f'it is far from {hers}')\n", ("courses(ship, here), \"2\"", "courses(ship, here, state.raider), \"2\"")),
    Fault("an attack that nobody reports", "areas", '        sight(play, "a distress call", "1")\n', ""),
    Fault("a sighting that the contact does not hear of", "areas", "    play.state.contact.seen(play.state.raider, how)\n", ""),
    Fault("a redeal that goes by where she really is", "areas", "state.raider = state.contact.imagined(chance)",
          "state.raider = state.raider if state.raider in ('azores', 'biscay') else state.contact.imagined(chance)"),
    Fault("a hidden figure that no redeal changes", "areas", "    hits: NonNegativeInt = 0\n", "    hits: NonNegativeInt = 0\n    fuel: int = 20\n",
          ("    state.raider = course.there\n", "    state.fuel -= course.there != state.raider\n    state.raider = course.there\n")),
    Fault("a way to a sea that there is not", "areas", '["azores", "biscay"]', '["azores", "bisky"]', file="toml"),
)  # fmt: skip
"""Planted by somebody who had not read the checks, before the kit was run on any of them."""

ALL = (*FAULTS, *MORE, *LATEST, *STRANGERS)


NEEDED = "\n\nfrom fractions import Fraction\n\nCOUNT: list[int] = []\n"
"""What the code of some faults uses."""


def changed(fault: Fault, text: str) -> str:
    """The file of the small game with the fault in it. SystemExit if the game has no such place (any more)."""
    for old, new in ((fault.old, fault.new), fault.also):
        if old not in text:
            raise SystemExit(f"{fault.name}: {old!r} is not in {fault.kind}")
        text = text.replace(old, new, bool(old))
    return text + NEEDED * (fault.file == "py")


def planted(fault: Fault, matches: int, first: bool = False) -> tuple[list[str], str, float]:
    """The checks that failed, what was said of the first failure, and the seconds until it was said."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / GAME
        make_kind(fault.kind, place, GAME, "", "")
        file = place / f"{GAME}.{fault.file}"
        file.write_text(changed(fault, file.read_text(encoding="utf-8")), encoding="utf-8")
        code = (
            "import sys, json, os; sys.path.insert(0, '.')\n"
            "from navalcore.rules import discover\n"
            f"discover(['{GAME}'])\n"
            f"from navalcore.testing import check_game; import {GAME}, navalcore as nc\n"
            f"game = nc.load('{GAME}', ['{GAME}'])\n"
            "def told(found):\n"
            "    print(json.dumps([[found.check], str(found)]), flush=True)\n"
            "    os._exit(0)\n"
            f"report = check_game(game, matches={matches}, max_choices=600, patience=20, shrinking=False,"
            f" on_failure={'told' if first else None})\n"
            "print(json.dumps([report.failed, str(report.failures[0]) if report.failures else '']))\n"
        )
        begun = perf_counter()
        done = subprocess.run([sys.executable, "-c", code], cwd=place, capture_output=True, text=True, check=False)
        took = perf_counter() - begun
    if done.returncode:
        return ["(refused)"], (done.stderr.strip().splitlines() or [""])[-1], took
    failed, said = json.loads(done.stdout.splitlines()[-1])
    return failed, said, took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="the faults with these words")
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--after", type=int, default=0, help="leave out so many at the beginning")
    parser.add_argument("--first", action="store_true", help="stop at the first failure")
    given = parser.parse_args()
    found = 0
    chosen = [fault for fault in ALL if given.only in fault.name][given.after :]
    for fault in chosen:
        failed, said, took = planted(fault, given.matches, given.first)
        found += bool(failed)
        print(
            f"{'found' if failed else 'MISSED':6} {fault.kind:5} {fault.name} ({took:.0f} s): {', '.join(failed)}",
            flush=True,
        )
        print(f"       {' '.join(said.split())[:240]}", flush=True)
    print(f"{found} of {len(chosen)} found")


if __name__ == "__main__":
    main()
