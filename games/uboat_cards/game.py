"""The wolf-pack card game as a navalcore game: roles, decks, sequence of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from games.uboat_cards.action_phase import WIN_RULE, action_phase
from games.uboat_cards.decks import DeckScenario, UboatOptions, catalogue, load_deck, own_decks
from games.uboat_cards.draw_phase import Table, deal, draw_phase
from games.uboat_cards.evaluation import TURNS_AHEAD, estimate
from games.uboat_cards.events import NAMES, VESSELS
from games.uboat_cards.state import CHAIN, CONVOY, UBOAT, Card, Seat, Side, State
from games.uboat_cards.views import CardTableView, redeal, see
from navalcore.analysis.odds import Question
from navalcore.bots import Bot
from navalcore.components.cards import Deck, DiscardPile
from navalcore.components.chance import Chance, SeededChance
from navalcore.engine.decision import Flow
from navalcore.engine.game import Game
from navalcore.engine.terms import Outcome, Scenario, Step
from navalcore.render.text import ruled_table
from navalcore.rulebook import rule


def uboat_draw(play: Table) -> Flow[None]:
    """The wolf pack's draw phase; a turn begins."""
    play.state.turn += 1
    return draw_phase(play, UBOAT)


def convoy_draw(play: Table) -> Flow[None]:
    """The convoy's draw phase."""
    return draw_phase(play, CONVOY)


def uboat_action(play: Table) -> Flow[None]:
    """The wolf pack's action phase."""
    return action_phase(play, UBOAT)


def convoy_action(play: Table) -> Flow[None]:
    """The convoy's action phase."""
    return action_phase(play, CONVOY)


DEAL = Step("deal", deal, "Opening hands", "U3", once=True)
UBOAT_DRAW = Step("uboat_draw", uboat_draw, "U-boat draw phase", "U6")
CONVOY_DRAW = Step("convoy_draw", convoy_draw, "Convoy draw phase", "U6")
UBOAT_ACTION = Step("uboat_action", uboat_action, "U-boat action phase", "U7")
CONVOY_ACTION = Step("convoy_action", convoy_action, "Convoy action phase", "U13")


class UboatCards(Game[State, UboatOptions, CardTableView]):
    """Wolf pack against convoy, after Lloyd Krassner's card game."""

    id = "uboat_cards"
    title = "Wolf Pack against Convoy (card game)"
    version = "1.0"
    roles = (Side.UBOAT, Side.CONVOY)
    role_titles = NAMES
    state_class = State
    options_class = UboatOptions

    def __init__(self) -> None:
        self._deck_files: dict[str, DeckScenario] = {}

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The decks that come with the game; the default deck first."""
        return own_decks()

    def scenario(self, name: str | None = None) -> Scenario:
        """A deck by its id, or a deck file of one's own by its path (a name that ends in ``.toml``)."""
        if name is not None and name.endswith(".toml"):
            self._deck_files[name] = load_deck(Path(name)).model_copy(update={"id": name})
            return self._deck_files[name]
        return super().scenario(name)

    @rule("U2")
    def initial_state(self, scenario: DeckScenario, options: UboatOptions) -> State:
        """One deck and one empty discard pile for both players, empty rows and scores."""
        return State(
            phase=DEAL.name,
            deck=Deck.from_mix(scenario.cards),
            discards=DiscardPile(face_up=options.discard_pile == "open"),
            seats={side: Seat(needed=scenario.victory[side]) for side in Side},
        )

    @rule("U5")
    def sequence_of_play(self, scenario: DeckScenario, options: UboatOptions) -> Sequence[Step]:  # noqa: ARG002
        """Both draw, then both act (UBC-R02), or each side draws and acts in turn."""
        if options.sequence == "alternating":
            return [DEAL, UBOAT_DRAW, UBOAT_ACTION, CONVOY_DRAW, CONVOY_ACTION]
        return [DEAL, UBOAT_DRAW, CONVOY_DRAW, UBOAT_ACTION, CONVOY_ACTION]

    @rule("U12", "U18")
    def outcome(self, state: State) -> Outcome | None:
        """Won by the side that has reached its number."""
        winner = state.winner
        if winner is None:
            return None
        seat = state.seats[winner]
        return Outcome(
            winner,
            f"The {NAMES[winner]} wins: {seat.sunk} {VESSELS[winner]}s destroyed in {state.turn} turns.",
            WIN_RULE[winner],
            {side: state.seats[side].sunk for side in Side},
            f"{winner}_number_reached",
        )

    def view(self, state: State, role: str) -> CardTableView:
        """The table as ``role`` sees it."""
        return see(state, role)

    def redeal(self, state: State, role: str, chance: Chance) -> None:
        """Deal anew what ``role`` does not see."""
        redeal(state, role, chance)

    def invariants(self, state: State) -> Iterator[str]:
        """Conservation of cards, rows that are beginnings of their chains, scores within their limits."""
        everywhere: Counter[Card] = Counter(state.deck.cards) + Counter(state.discards.cards)
        for side in Side:
            seat = state.seats[side]
            everywhere += Counter(seat.hand.cards) + Counter(seat.row)
            if tuple(seat.row) != CHAIN[side][: len(seat.row)] or len(seat.row) == len(CHAIN[side]):
                yield f"the row of the {NAMES[side]} is {seat.row}, not the beginning of its chain"
            if not 0 <= seat.sunk <= seat.needed or (seat.sunk == seat.needed) != (state.winner is side):
                yield f"the {NAMES[side]} has destroyed {seat.sunk} of {seat.needed}, the winner is {state.winner}"
            if seat.hand.cards != sorted(seat.hand.cards):
                yield f"the hand of the {NAMES[side]} is out of order: {seat.hand.cards}"
        decks = [*own_decks().values(), *self._deck_files.values()]
        if not any(everywhere == Counter(deck.cards) for deck in decks):
            yield f"cards were lost or doubled: {dict(everywhere)}"

    def horizon(self, state: State) -> int:
        """A few turns on."""
        return state.turn + TURNS_AHEAD

    def evaluate(self, state: State, role: str) -> float:
        """The estimated chance that a side wins."""
        return estimate(state, Side(role))

    @cached_property
    def _bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[CardTableView]]]:
        from games.uboat_cards.bots import SensibleBot

        return {"sensible": SensibleBot}

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[CardTableView]]]:
        """The sensible bot, for either side."""
        return self._bots

    def questions(self) -> Sequence[Question[Any]]:
        """Opening hands (exact) and win rates (sampled)."""
        from games.uboat_cards.odds import QUESTIONS

        return QUESTIONS

    def info_commands(self) -> Mapping[str, Callable[[CardTableView, str], str]]:
        """``cards``: the card catalogue."""
        return {"cards": lambda view, argument: card_list()}  # noqa: ARG005

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The files that people may write or change."""
        return {"scenario": DeckScenario}

    def board_text(self, view: CardTableView) -> str:
        """The card table as text."""
        from games.uboat_cards.render import table_text

        return table_text(view)

    def board_svg(self, view: CardTableView) -> str:
        """The card table as SVG."""
        from games.uboat_cards.render import table_svg

        return table_svg(view)


def card_list() -> str:
    """The card catalogue as a text table."""
    rows = [
        [card.name, card.type, " and ".join(NAMES[side] for side in card.played_by) or "nobody", card.use]
        for card in catalogue()
    ]
    return ruled_table(["card", "type", "played by", "use"], rows)
