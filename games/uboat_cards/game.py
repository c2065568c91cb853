"""The wolf-pack card game as a navalcore game: roles, decks, sequence of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from navalcore.components import Deck, DiscardPile, counted
from navalcore.rules import Chance, Event, Flow, Game, Option, Outcome, Scenario, Step, Terms, rule, types_in
from navalcore_games.uboat_cards import MANIFEST, choices, events
from navalcore_games.uboat_cards.action_phase import WIN_RULE, action_phase
from navalcore_games.uboat_cards.decks import DeckScenario, load_deck, own_decks
from navalcore_games.uboat_cards.draw_phase import deal, draw_phase
from navalcore_games.uboat_cards.events import NAMES, VESSELS
from navalcore_games.uboat_cards.options import UboatOptions
from navalcore_games.uboat_cards.state import CHAIN, CONVOY, UBOAT, Card, Play, Seat, Side, State
from navalcore_games.uboat_cards.views import CardTableView, redeal, see


def uboat_draw(play: Play) -> Flow[None]:
    """The wolf pack's draw phase; a turn begins."""
    play.state.turn += 1
    return draw_phase(play, UBOAT)


def convoy_draw(play: Play) -> Flow[None]:
    """The convoy's draw phase."""
    return draw_phase(play, CONVOY)


def uboat_action(play: Play) -> Flow[None]:
    """The wolf pack's action phase."""
    return action_phase(play, UBOAT)


def convoy_action(play: Play) -> Flow[None]:
    """The convoy's action phase."""
    return action_phase(play, CONVOY)


DEAL = Step("deal", deal, "Opening hands", "U3", once=True)
UBOAT_DRAW = Step("uboat_draw", uboat_draw, "U-boat draw phase", "U6")
CONVOY_DRAW = Step("convoy_draw", convoy_draw, "Convoy draw phase", "U6")
UBOAT_ACTION = Step("uboat_action", uboat_action, "U-boat action phase", "U7")
CONVOY_ACTION = Step("convoy_action", convoy_action, "Convoy action phase", "U13")


class UboatCards(Game[State, UboatOptions, CardTableView]):
    """Wolf pack against convoy, after Lloyd Krassner's card game."""

    manifest = MANIFEST
    state_class = State
    options_class = UboatOptions
    endless = "nobody has to attack, and the discard pile becomes the deck"
    option_types = types_in(choices, Option)
    event_types = types_in(events, Event)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The decks that come with the game; the default deck first."""
        return own_decks()

    def scenario(self, name: str | None = None) -> Scenario:
        """A deck by its id, or your own deck file by its path (a name that ends in ``.toml``)."""
        if name is not None and name.endswith(".toml"):
            return load_deck(Path(name).expanduser()).model_copy(update={"id": name})
        return super().scenario(name)

    @rule("U2")
    def initial_state(self, terms: Terms[UboatOptions]) -> State:
        """One deck and one empty discard pile for both players, empty rows and scores."""
        scenario: DeckScenario = terms.scenario
        return State(
            phase=DEAL.name,
            deck=Deck.from_mix(scenario.cards),
            discards=DiscardPile(face_up=terms.options.discard_pile == "open"),
            seats={side: Seat(needed=scenario.victory[side]) for side in Side},
        )

    @rule("U5")
    def sequence_of_play(self, terms: Terms[UboatOptions]) -> Sequence[Step]:
        """Both draw, then both act (UBC-R02), or each side draws and acts in turn."""
        if terms.options.sequence == "alternating":
            return [DEAL, UBOAT_DRAW, UBOAT_ACTION, CONVOY_DRAW, CONVOY_ACTION]
        return [DEAL, UBOAT_DRAW, CONVOY_DRAW, UBOAT_ACTION, CONVOY_ACTION]

    @rule("U12", "U18")
    def outcome(self, state: State, terms: Terms[UboatOptions]) -> Outcome | None:
        """Won by the side that has reached its number."""
        winner = state.winner
        if winner is None:
            return None
        mine, others = (
            f"{state.seats[side].sunk} of {counted(state.seats[side].needed, VESSELS[side])}"
            for side in sorted(Side, key=winner.__ne__)
        )
        return Outcome(
            winner,
            f"The {NAMES[winner]} wins: {mine} destroyed in {counted(state.turn, 'turn')}, against {others}.",
            WIN_RULE[winner],
            {side: state.seats[side].sunk for side in Side},
            f"{winner}_number_reached",
        )

    def view(self, state: State, role: str, terms: Terms[UboatOptions]) -> CardTableView:
        """The table as ``role`` sees it."""
        return see(state, role)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[UboatOptions]) -> None:
        """Redeal what ``role`` does not see."""
        redeal(state, role, chance)

    def settle(self, state: State, terms: Terms[UboatOptions]) -> None:
        """Hands in their order, and in the deck the cards that are nowhere else. The first draw begins turn 1."""
        if state.phase not in (DEAL.name, UBOAT_DRAW.name):
            state.turn = max(state.turn, 1)
        for seat in state.seats.values():
            seat.hand.cards.sort()
        laid = [*state.discards.cards]
        for seat in state.seats.values():
            laid += [*seat.hand.cards, *seat.row]
        state.deck.hold_the_rest(terms.scenario.cards, laid)

    def invariants(self, state: State, terms: Terms[UboatOptions]) -> Iterator[str]:
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
        if everywhere != Counter(terms.scenario.cards):
            yield f"cards were lost or doubled: {dict(everywhere)}"
