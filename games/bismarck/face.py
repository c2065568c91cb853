"""The face of Computer Bismarck: its map, the information commands of chart A, bots and odds questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel

from navalcore.boards import WIDTH, Board
from navalcore.bots import Bot
from navalcore.odds import Question
from navalcore.rules import Decision, Face, Fact, Order, SeededChance, Terms
from navalcore_games.bismarck.action_keys import action_keys
from navalcore_games.bismarck.aids import facts
from navalcore_games.bismarck.board import describe
from navalcore_games.bismarck.bots import BOTS
from navalcore_games.bismarck.bots.standing_orders import ORDERS
from navalcore_games.bismarck.cards import PLANES, SHIPS, is_ship
from navalcore_games.bismarck.choices import Done, Go, Mark, OrderTo, SetMode, Stop, Unit
from navalcore_games.bismarck.commands import COMMANDS, Command
from navalcore_games.bismarck.movement.homecoming import out_of_reach
from navalcore_games.bismarck.odds import QUESTIONS
from navalcore_games.bismarck.options import BismarckOptions
from navalcore_games.bismarck.sea_map import ROWS, SQUARE_TYPES, MapFile
from navalcore_games.bismarck.search.spotting import fog_in
from navalcore_games.bismarck.state import State
from navalcore_games.bismarck.tables import Tables
from navalcore_games.bismarck.text_board import board_text, glance
from navalcore_games.bismarck.turns import LAST_TURN, TURNS, is_night
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Mode, Side

SHIP_MODES: Final = {
    Mode.MOVE: "move: sail, with the lower search factor",
    Mode.PATROL: "patrol: stay in the square, with the higher search factor",
    Mode.LAUNCH: "launch: send out and recover planes, and move at most one square",
    Mode.FAST: "fast convoy, like WS8B and Britannic: one square every other turn",
    Mode.SLOW: "slow convoy, like SL1 to SL5: one square every third turn",
    Mode.R: "refuel and rearm: fuel and torpedoes return to capacity",
}
PLANE_MODES: Final = {
    Mode.MOVE: "move: fly up to six squares, with the lower search factor",
    Mode.PATROL: "patrol: fly up to two squares, with the higher search factor",
    Mode.R: "reconnaissance: tanks instead of bombs, and the higher search factor",
    Mode.ATTACK: "attack: carry bombs or torpedoes, and may attack",
    Mode.HOME: "return: fly straight home and land there",
    Mode.BASE: "base: stay there; cancel a take-off ordered this turn",
}
ORDERED: Final = "ordered"
"""The heading of the units that have orders; another one would replace them."""


def _mode(view: BismarckView, mode: Mode) -> str:
    """A mode as it is for the ship or the plane that is being ordered."""
    plane = view.ordering is not None and not is_ship(view.ordering)
    return (PLANE_MODES if plane else SHIP_MODES).get(mode, "")


class BismarckFace(Face[State, BismarckOptions, BismarckView]):
    """The face of Computer Bismarck."""

    last_groups = (ORDERED, "done")

    def board_text(self, view: BismarckView, width: int = WIDTH) -> str:
        """The map of 1980."""
        return board_text(view, width)

    def glance(self, view: BismarckView, width: int = WIDTH) -> str:
        """The enemy, the planes in the air and the map."""
        return glance(view, width)

    def headline(self, view: BismarckView) -> Sequence[str]:
        """The turn with its date and hour, and the victory points."""
        turn = TURNS[view.turn]
        when = f"turn {turn.number} of {LAST_TURN}" if view.turn else "set-up"
        british, german = (view.points[side] for side in Side)
        return when, f"{turn.date}, {turn.clock}", f"British {british} VP", f"Germans {german} VP"

    def group_of(self, view: BismarckView, option: object) -> str:
        """Units that have no orders yet by their types, whole orders by their modes; everything else by its kind."""
        if isinstance(option, Unit):
            if view.phase == "orders" and option.number in view.ordered:
                return ORDERED
            return ("convoys" if SHIPS[option.number].type == "M" else "ships") if is_ship(option.number) else "planes"
        if isinstance(option, OrderTo):
            return f"{option.mode} {_mode(view, option.mode).split(',')[0].split(':')[0]}"
        return "mode" if isinstance(option, SetMode) else super().group_of(view, option)

    def meaning(self, view: BismarckView, option: object) -> str:
        """Modes as they are for a ship or a plane (6.21 - 6.26, 8.21 - 8.26); the squares of steps and stops."""
        match option:
            case SetMode(mode):
                return _mode(view, mode)
            case Go(_, square):
                return f"to {square}"
            case Mark():
                return "mark this square for the attack"
            case Stop(square):
                return f"in {square}"
            case Done():
                return "done moving: end the orders of the turn"
            case _:
                return ""

    def warning(self, view: BismarckView, option: object) -> str:
        """DM names the planes that could not get home any more."""
        lost = [PLANES[number].id for number in out_of_reach(view)] if isinstance(option, Done) else []
        return f"As ordered, these planes could not get home: {', '.join(lost)}." if lost else ""

    def facts(self, view: BismarckView, decision: Decision, terms: Terms[BismarckOptions]) -> Sequence[Sequence[Fact]]:
        """Of orders and shadows: reach, fuel, endurance, moves of convoys, chances."""
        return facts(self.game, view, decision, terms)

    def known(self, view: BismarckView, terms: Terms[BismarckOptions]) -> Mapping[str, object]:
        """The turn, and where a ship is being ordered day or night, fog, and the visibility of her row."""
        here = None
        if view.ordering is not None and is_ship(view.ordering) and view.ordering in view.ships:
            here = view.ships[view.ordering].here
        if here is None or here not in SQUARE_TYPES:
            return {"turn": view.turn}
        row = here // 100 - ROWS[0]
        return {
            "turn": view.turn,
            "night": is_night(view.turn, here),
            "fog": fog_in(view, here),
            "row": here // 100,
            "visibility": view.visibility[row],
            "level": view.visibility[max(row - 1, 0)],
        }

    def board(self, view: BismarckView) -> Board:
        """The chart with all units, and the table of a naval combat."""
        return describe(view)

    def orders(self) -> Mapping[str, Callable[[BismarckView, str], Order[BismarckView]]]:
        """Ways over several turns, convoys and planes."""
        return ORDERS

    def info_commands(self) -> Mapping[str, Command]:
        """The information commands of chart A by their two letters. Each takes a view and what follows the letters (a
        square, three letters of a name, or nothing) and returns the lines to show.
        """
        return COMMANDS

    def typed_line(self, line: str) -> str:
        """As on the computers of 1980 (1.2): what comes before an asterisk is void, and no blank is typed between a
        command's two letters and what follows them, as in ``QN1622``.
        """
        line = line.rpartition("*")[2].strip()
        return f"{line[:2]} {line[2:].strip()}".strip() if line[:2].upper() in COMMANDS else line

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The files that people may write or change."""
        return {"map": MapFile, "tables": Tables}

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[BismarckView]]]:
        """The Admiralty for the British, Otto for the Germans; ``sensible`` is the one that fits the role."""
        return BOTS

    def action_keys(self) -> Iterator[str]:
        """Every key that an option may have."""
        return action_keys()

    def levels(self) -> Mapping[str, str]:
        """How each bot plays, and how often it was measured to win."""
        return {
            "hard": "Otto sails Bismarck alone and hunts convoy WS8B, where the Admiralty sends its flotillas; "
            "against the standard bot the British win 3 of 4 matches and the Germans 4 of 5",
        }

    def questions(self) -> Sequence[Question[Any]]:
        """The odds questions, all exact."""
        return QUESTIONS
