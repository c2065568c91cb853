"""The variant mine laying: boats may lay minefields in shallow waters, which sink merchants until they are swept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from navalcore import rules
from navalcore.rules import Flow, Step, Terms, Variant, after, choose, places, rule
from navalcore_games.silent_war import MINE_LAYING
from navalcore_games.silent_war.boats.commands import commander_of
from navalcore_games.silent_war.boats.damage import force_home, note
from navalcore_games.silent_war.choosing import Pick, Word
from navalcore_games.silent_war.combat.attack import score
from navalcore_games.silent_war.cups.war_mix import draw, replace_unique
from navalcore_games.silent_war.events.telling import BoatEvent, Deed, Sinking
from navalcore_games.silent_war.ids import AreaIndex, BoatIndex, area_id, boat_id, numbered
from navalcore_games.silent_war.lookups import area_named, area_of, card_of, charts_of, storm_at
from navalcore_games.silent_war.movement.storm_damage import storm_check_here
from navalcore_games.silent_war.state import Boat, Place, Play, Role, Rtb, State, Storm
from navalcore_games.silent_war.views import SilentWarView
from navalcore_games.silent_war.words import Named


class LayMines(Pick[BoatIndex], places={"subject": "{id}"}):
    """This boat lays a minefield."""


class NoMoreMines(Word, text="lay no more minefields"):
    """No further boat lays mines."""


NO_MINES = NoMoreMines()
SINKS, SINKS_IN_A_STORM, SWEPT = 1, 0, 8


@dataclass(slots=True)
class MineState(State):
    """A match with mines."""

    fields: dict[AreaIndex, BoatIndex] = field(default_factory=dict)
    """Minefields by OpArea, each with the boat that laid it (both by index)."""


@dataclass(frozen=True, slots=True)
class Mined(BoatEvent):
    """A boat laid a minefield."""

    @property
    def deed(self) -> Deed:
        """Where."""
        return Deed("lays", f"a minefield in {self.at}")


@dataclass(frozen=True, slots=True)
class Swept(BoatEvent):
    """A boat's minefield was swept."""

    area: Named
    """Where it was laid."""

    @property
    def places(self) -> tuple[rules.Place, ...]:
        """The boat, and the minefield's OpArea."""
        return places(subject=self.boat.id, at=self.area.id)

    @property
    def deed(self) -> Deed:
        """Where."""
        return Deed("loses", f"her minefield in {self.area}, which has been swept", hers=True)


@dataclass(frozen=True, slots=True)
class MerchantMined(Sinking):
    """A merchant struck a boat's mine."""

    ship: str
    """Her name."""
    area: Named

    @property
    def places(self) -> tuple[rules.Place, ...]:
        """The boat, and the minefield's OpArea."""
        return places(subject=self.boat.id, at=self.area.id)

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("sinks", f"{self.ship} with a mine")


class MineView(SilentWarView):
    """The match as seen, with the OpAreas that are mined."""

    minefields: tuple[str, ...]


def may_lay(state: MineState, boat: Boat) -> bool:
    """ML1: on patrol and sound in a Shallow OpArea that is not mined."""
    if boat.place is not Place.OPERATING or not boat.on_patrol or boat.damage or boat.rtb is not Rtb.NONE:
        return False
    return boat.pack is None and boat.zone is None and area_of(state, boat).shallow and boat.where not in state.fields


@rule("ML1")
def lay_mines(play: Play) -> Flow[None]:
    """Boats lay their mines, one after another, and turn for home. Of two players each decides for the own boats."""
    for role in (Role.COMSUBPAC, Role.COMSUBSOWESPAC):
        yield from boats_lay_mines(play, role)


@rule("ML1", "7.21-S7", "26.0")
def boats_lay_mines(play: Play, role: Role) -> Flow[None]:
    """The boats of one commander. Each that lays a field is placed in Done, and so checks for storm damage."""
    state = play.state
    assert isinstance(state, MineState)
    while layers := [
        n for n, boat in numbered(BoatIndex, state.boats) if may_lay(state, boat) and commander_of(play, boat) is role
    ]:
        options = [
            NO_MINES,
            *(
                LayMines(boat_id(card.id), n, f"{card.name} lays a minefield")
                for n in layers
                for card in [card_of(state, state.boats[n])]
            ),
        ]
        choice = yield from choose(role, "Which boat lays a minefield?", options, "ML1", kind="lay_mines")
        if not isinstance(choice, LayMines):
            return
        boat = state.boats[choice.index]
        state.fields[boat.area] = choice.index
        note(play, Mined, boat, "ML1")
        boat.moved = True
        force_home(play, boat, "ML1")
        storm_check_here(play, boat)


@rule("ML2")
def minefields(play: Play) -> None:
    """Each field may sink a merchant or be swept."""
    state = play.state
    assert isinstance(state, MineState)
    for area, number in sorted(state.fields.items()):
        boat = state.boats[number]
        name = charts_of(state).areas[area].name
        sinks = SINKS if storm_at(state, area) is Storm.NONE else SINKS_IN_A_STORM
        why = f"minefield in {name}, {sinks} or less sinks, {SWEPT} or more is swept"
        field = area_named(state.data_pack, area).id
        roll = play.dice.roll("d10z", why, "ML2", about=lambda field=field: places(at=field))  # type: ignore[misc]
        if roll <= sinks:
            mined(play, boat, area)
        elif roll >= SWEPT:
            del state.fields[area]
            note(play, Swept, boat, "ML2", area_named(state.data_pack, area))


@rule("ML2", "2.3-B2")
def mined(play: Play, boat: Boat, area: AreaIndex) -> None:
    """A merchant strikes a mine: out of a cup at random, and back unless there is only one of it (18.2). An auxiliary
    that is gone for good is replaced.
    """
    cup = play.chance.below(4, "which cup the mined merchant comes from", "ML2")
    piece = draw(play, cup, "which merchant strikes a mine", lambda ship: ship.merchant and not ship.hospital)
    if piece is None:
        return
    ship = charts_of(play.state).ships[piece]
    (play.state.gone if ship.unique else play.state.cups[cup]).append(piece)
    if ship.unique:
        replace_unique(play, cup, ship)
    score(play, boat, ship.tonnage)
    note(play, MerchantMined, boat, "ML2", ship.tonnage, ship.name, area_named(play.state.data_pack, area))


class MineLaying(Variant):
    """Two inserted steps: laying after Prep for Operations, the fields when a turn is concluded."""

    manifest = MINE_LAYING
    state_class = MineState
    view_class = MineView
    option_types = (LayMines, NoMoreMines)
    event_types = (Mined, Swept, MerchantMined)
    rulebook: ClassVar[Path | None] = Path(__file__).with_suffix(".toml")

    def sequence_of_play(self, steps: Sequence[Step], terms: Terms[Any]) -> Sequence[Step]:
        """Laying comes before the boats operate, the fields after the markers come off."""
        laying = Step("mine_laying", lay_mines, "Mine laying", "ML1")
        return after(after(steps, "prep", laying), "conclude", Step("minefields", minefields, "Minefields", "ML2"))

    def view(self, view: Any, state: Any, role: str, terms: Terms[Any]) -> MineView:
        """All roles see the fields."""
        areas = charts_of(state).areas
        return MineView.model_construct(
            **dict(view), minefields=tuple(area_id(areas[area].id) for area in state.fields)
        )
