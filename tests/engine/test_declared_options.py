"""Options declared by a text and by places, in place of methods written out."""

import copy
import pickle
from dataclasses import FrozenInstanceError, field
from enum import StrEnum
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter

from navalcore._rules.option import Option
from navalcore.components._declared import worded
from navalcore.components._places import Place
from navalcore.errors import BadData


class Card(StrEnum):
    CAT = "Cat and Mouse"
    SONAR = "Sonar"


class Attack(Option, text="{card} on the {target}", places={"subject": "card/{card:id}", "target": "{target}"}):
    """Play a card on something."""

    card: Card
    target: str
    side: str = field(default="uboat", compare=False)


class Hold(Option, text="hold"):
    """Nothing is played."""


class Shot(Option, places={"to": lambda shot: [f"hex/{shot.row}", "sea"], "from": ""}):
    """An option that writes its notation itself."""

    row: int

    def __str__(self) -> str:
        return f"row {self.row:02}"


def test_a_declared_option_has_text_key_kind_and_places() -> None:
    attack = Attack(Card.CAT, "convoy")
    assert (str(attack), attack.kind, attack.key) == (
        "Cat and Mouse on the convoy",
        "attack",
        "attack/Cat and Mouse/convoy",
    )
    assert attack.places == (Place("card/cat_and_mouse", "subject"), Place("convoy", "target"))
    assert (str(Hold()), Hold().key, Hold().places) == ("hold", "hold", ())
    shot = Shot(7)
    assert (str(shot), shot.places) == ("row 07", (Place("hex/7", "to"), Place("sea", "to")))


def test_a_declared_option_is_a_frozen_value() -> None:
    attack = Attack(Card.CAT, "convoy", "escort")
    assert attack == Attack(Card.CAT, "convoy")  # the side does not tell them apart
    assert len({attack, Attack(Card.CAT, "convoy"), Hold(), Hold()}) == 2
    with pytest.raises(FrozenInstanceError):
        attack.target = "escort"  # type: ignore[misc]
    for copied in (pickle.loads(pickle.dumps(attack)), copy.deepcopy(attack)):
        assert (copied, copied.side) == (attack, "escort")


def test_a_view_shows_declared_options_as_it_shows_written_ones() -> None:
    assert TypeAdapter(Attack).dump_python(Attack(Card.CAT, "convoy")) == {
        "card": Card.CAT,
        "target": "convoy",
        "side": "uboat",
    }


def test_braces_formats_and_attributes_of_fields_are_written_as_python_writes_them() -> None:
    class Odd(Option, text="{{{at.real:03}}} 'it' \\ {name}"):
        at: int
        name: str

    assert str(Odd(7, "x")) == "{007} 'it' \\ x"


Zone = Annotated[int, worded(lambda zone: f"sea zone {zone}", id=lambda zone: f"zone/{zone}")]
Count = Annotated["int | None", worded(lambda count: "all" if count is None else f"{count} of them")]


class Move(Option, text="{count} to {zone} ({zone:03})", places={"to": "{zone:id}"}):
    """Fields that say how they are written."""

    zone: Zone
    count: Count = None


class Flight(Move, text="{count} fly to {zone}"):
    """A field of the class it derives from."""


def test_a_field_says_itself_how_it_is_written() -> None:
    assert str(Move(6)) == "all to sea zone 6 (006)"
    assert str(Flight(6, 2)) == "2 of them fly to sea zone 6"
    assert Flight(6, 2).places == (Place("zone/6", "to"),)
    assert Flight(6, 2).key == "flight/6/2"  # what it is written as is no part of what is chosen


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        ({"text": "{crad}"}, r"Bad has no field 'crad', which '{crad}' names; it has card"),
        ({"text": "{card!r}"}, r"Bad has no field 'card!r'"),
        ({"text": "{__import__('os')}"}, "has no field"),
        ({"text": "{card"}, "cannot be read"),
        ({"text": "x", "places": {"onto": "sea"}}, "has places for onto; the parts are subject, from, to, target, at"),
        ({"text": "x", "places": {"to": "{see}"}}, "has no field 'see'"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused_where_it_stands(declared: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadData, match=complaint):
        type("Bad", (Option,), {"__annotations__": {"card": str}, "__qualname__": "Bad"}, **declared)
