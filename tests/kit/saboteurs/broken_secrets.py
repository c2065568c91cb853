"""Saboteurs that tell what they should keep, or let people take back what they have learned from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from navalcore._rules.decision import UMPIRE, Flow, Refusal, choose, together
from navalcore._rules.field_marks import harmless
from navalcore._rules.terms import Terms
from navalcore.components._chance import Chance, SeededChance
from navalcore.components._events import Event
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import (
    COMMIT,
    ENEMY,
    SCOUT,
    SHIPS,
    STAY,
    Colour,
    Commit,
    Order,
    Pickets,
    Picture,
    Play,
    ShipCommitted,
    ShipJoined,
    Squadron,
    State,
    battle,
    commit,
    muster,
)


class OpenHand(Saboteur):
    """Its view shows the enemy's ships."""

    id = "open_hand"
    caught_by = ("views_hide_what_is_hidden",)
    may_follow = ("undo_stops_at_new_information", "simultaneous_choices_come_in_any_order", "bots")

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view and too much."""
        seen = super().view(state, role, terms)
        if role not in self.roles:
            return seen
        enemy = state.squadrons[ENEMY[Colour(role)]]
        return seen.model_copy(update={"enemy_hand": tuple(enemy.hand)})


class OpenToThePublic(Saboteur):
    """The spectator sees what red holds."""

    id = "open_to_the_public"
    caught_by = ("views_hide_what_is_hidden",)
    may_follow = ("the_umpire_is_asked_for_by_name", "pieces_move_as_told")

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The honest view, too much for the spectator."""
        seen = super().view(state, role, terms)
        if role is UMPIRE or role in self.roles:
            return seen
        return seen.model_copy(update={"hand": tuple(state.squadrons[Colour.RED].hand)})


class UmpireByNone(Saboteur):
    """Whoever is not named sees everything, as a role does that a look-up has not found."""

    id = "umpire_by_none"
    caught_by = ("the_umpire_is_asked_for_by_name",)

    def view(self, state: State, role: str | None, terms: Terms[Any]) -> Picture:
        """The umpire's view for None."""
        return super().view(state, UMPIRE if role is None else role, terms)


class UmpireByText(Saboteur):
    """The text "umpire", which anybody can send, opens everything."""

    id = "umpire_by_text"
    caught_by = ("the_umpire_is_asked_for_by_name",)

    def view(self, state: State, role: str, terms: Terms[Any]) -> Picture:
        """The umpire's view for a text."""
        return super().view(state, UMPIRE if role == "umpire" else role, terms)


class ForgetfulRedeal(Saboteur):
    """Worlds imagined for a role lose what it knows: its own ships."""

    id = "forgetful_redeal"
    caught_by = ("views_hide_what_is_hidden",)
    may_follow = ("undo_stops_at_new_information", "events_hide_what_is_hidden", "bots")

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """Swap an own ship with one from port."""
        super().redeal(state, role, chance, terms)
        own = state.squadrons[Colour(role)].hand
        own[0], state.port[0] = state.port[0], own[0]
        own.sort()


class RedealForPlayersOnly(Saboteur):
    """It cannot imagine what an onlooker does not know."""

    id = "redeal_for_players_only"
    caught_by = ("views_hide_what_is_hidden",)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """The honest redeal for a side."""
        super().redeal(state, Colour(role), chance, terms)


class HalfARedeal(Saboteur):
    """Worlds imagined for a role leave the enemy the ships he really holds: bots that search play with open cards."""

    id = "half_a_redeal"
    caught_by = ("what_is_not_shown_is_redealt",)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """Turn the port round, and nothing else."""
        state.port.append(state.port.pop(chance.below(len(state.port))))


class UnlawfulRedeal(Saboteur):
    """Worlds imagined for a role have the same ship twice."""

    id = "unlawful_redeal"
    caught_by = ("views_hide_what_is_hidden", "redeals_keep_every_piece")
    may_follow = ("imagined_worlds_fit_what_was_told",)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """Double a ship."""
        super().redeal(state, role, chance, terms)
        state.port[0] = state.port[1]


def committing(red: Callable[[Play], Flow[None]]) -> Callable[[Play], Flow[None]]:
    """The step in which both sides commit, with a procedure of red's own."""

    def step(play: Play) -> Flow[None]:
        yield from together({Colour.RED: red(play), Colour.BLUE: commit(play, Colour.BLUE)})

    return step


def _winning(play: Play) -> Flow[None]:
    squadron, enemy = play.state.squadrons[Colour.RED], play.state.squadrons[Colour.BLUE]
    best = max(enemy.hand)
    options = [Commit(f"commit {s}{' (cannot lose)' if s > best else ''}", s) for s in squadron.hand]
    order = yield from choose(Colour.RED, "Commit which ship?", options, "3", secret=True)
    squadron.hand.remove(order.ship)
    squadron.committed = order.ship


class HelpfulOptions(Saboteur):
    """Its options say which ship beats every enemy ship."""

    id = "helpful_options"
    caught_by = ("decisions_hide_what_is_hidden",)
    may_follow = ("bots", "pieces_move_as_told")
    replaced = steps(commit=committing(_winning))


def _talkative(play: Play) -> Flow[None]:
    hand = play.state.squadrons[Colour.RED].hand
    order = yield from choose(Colour.RED, f"Scout with {hand[0]}?", (SCOUT, STAY), "2")
    play.state.squadrons[Colour.RED].sent = order is SCOUT
    if order is SCOUT:
        play.state.squadrons[Colour.RED].scouted = play.state.squadrons[Colour.BLUE].hand[0]
        play.reveal()


class TalkativePrompt(Saboteur):
    """Its open question names a hidden ship."""

    id = "talkative_prompt"
    caught_by = ("decisions_hide_what_is_hidden",)
    replaced = steps(scout_red=_talkative)


def _reasoned(play: Play) -> Flow[None]:
    squadron = play.state.squadrons[Colour.RED]

    def reasons() -> Iterator[Refusal]:
        for ship in SHIPS:
            if ship not in squadron.hand:
                held = ship in play.state.squadrons[Colour.BLUE].hand
                yield Refusal(f"commit {ship}", "3", "blue has it" if held else "it is not yours")

    options = [COMMIT[ship] for ship in squadron.hand]
    order = yield from choose(Colour.RED, "Commit which ship?", options, "3", secret=True, reasons=reasons)
    squadron.hand.remove(order.ship)
    squadron.committed = order.ship


class TellingReasons(Saboteur):
    """Its reasons say where the other ships are."""

    id = "telling_reasons"
    caught_by = ("decisions_hide_what_is_hidden",)
    may_follow = ("pieces_move_as_told",)
    replaced = steps(commit=committing(_reasoned))


def _loud_draw(play: Play) -> None:
    battle(play)
    if play.listening:
        for side in Colour:
            play.tell(ShipJoined, side, play.state.squadrons[side].hand[-1], rule="1")


class LoudEvent(Saboteur):
    """An event that everybody hears names a ship in hand."""

    id = "loud_event"
    caught_by = ("events_hide_what_is_hidden",)
    may_follow = ("pieces_move_as_told", "a_piece_has_one_name", "what_is_told_is_on_the_board")
    replaced = steps(battle=_loud_draw)


def _loud_muster(play: Play) -> None:
    muster(play)
    play.tell(ShipJoined, Colour.RED, play.state.squadrons[Colour.RED].hand[0], rule="1")


class LoudSetUp(Saboteur):
    """An event of the set-up, which everybody hears, names a ship in hand."""

    id = "loud_set_up"
    caught_by = ("events_hide_what_is_hidden",)
    replaced = steps(muster=_loud_muster)


def _quiet_scout(play: Play) -> Flow[None]:
    order = yield from choose(Colour.RED, "Scout the enemy?", (SCOUT, STAY), "2")
    play.state.squadrons[Colour.RED].sent = order is SCOUT
    if order is SCOUT:
        play.state.squadrons[Colour.RED].scouted = play.state.squadrons[Colour.BLUE].hand[0]


class ForgottenReveal(Saboteur):
    """Scouting is not declared a reveal: a player looks and takes it back."""

    id = "forgotten_reveal"
    caught_by = ("undo_stops_at_new_information",)
    may_follow = ("nobody_peeks_by_undo",)
    replaced = steps(scout_red=_quiet_scout)


def _peeks_at_chance(play: Play) -> Flow[None]:
    order = yield from choose(Colour.RED, "Scout the enemy?", (SCOUT, STAY), "2")
    play.state.squadrons[Colour.RED].sent = order is SCOUT
    if order is SCOUT:
        source: Any = play.chance.fork()
        play.state.squadrons[Colour.RED].points += source.below(6)


class ChancePeeker(Saboteur):
    """It looks at the chance to come without drawing it, so that the engine does not notice."""

    id = "chance_peeker"
    caught_by = ("undo_stops_at_new_information",)
    may_follow = ("real_dice", "nobody_peeks_by_undo")
    replaced = steps(scout_red=_peeks_at_chance)


def _open_commitment(play: Play) -> Flow[None]:
    squadron = play.state.squadrons[Colour.RED]
    order = yield from choose(Colour.RED, "Commit which ship?", [COMMIT[ship] for ship in squadron.hand], "3")
    squadron.hand.remove(order.ship)
    squadron.committed = order.ship
    yield from commit(play, Colour.BLUE)


class ForgottenSecret(Saboteur):
    """The ship that is secretly committed is told to everybody: ``secret=True`` is missing."""

    id = "forgotten_secret"
    caught_by = ("secrets_are_marked", "imagined_worlds_fit_what_was_told")
    may_follow = ("pieces_move_as_told",)
    replaced = steps(commit=_open_commitment)


def _commit_highest(play: Play, side: Colour) -> Flow[None]:
    squadron = play.state.squadrons[side]
    order = yield from choose(side, "Commit which ship?", [COMMIT[max(squadron.hand)]], "3", secret=True)
    squadron.hand.remove(order.ship)
    squadron.committed = order.ship
    play.tell(ShipCommitted, order.ship, rule="3", to=(side,))


def _both_commit_highest(play: Play) -> Flow[None]:
    yield from together({side: _commit_highest(play, side) for side in Colour})


class UnreachedRedeal(Saboteur):
    """Only the highest ship may be committed, and it imagines that the lowest was."""

    id = "unreached_redeal"
    caught_by = ("imagined_worlds_fit_what_was_told",)
    replaced = steps(commit=_both_commit_highest)

    def redeal_squadron(self, state: State, side: Colour, own: Squadron | None, chance: Chance) -> None:
        """The honest redeal, and then another ship committed."""
        super().redeal_squadron(state, side, own, chance)
        squadron = state.squadrons[side]
        if squadron.committed is not None:
            lowest, *others = sorted([*squadron.hand, squadron.committed])
            squadron.committed, squadron.hand[:] = lowest, others


LOW = 4
"""Ships below this number make blue answer a scout."""


def _quick_answer(play: Play) -> Flow[None]:
    order = yield from choose(Colour.RED, "Scout the enemy?", (SCOUT, STAY), "2")
    play.state.squadrons[Colour.RED].sent = order is SCOUT
    if order is SCOUT and play.state.squadrons[Colour.BLUE].hand[0] < LOW:
        yield from choose(
            Colour.BLUE, "Drive the scout away?", (Order("drive away"), Order("let it be")), "2", secret=True
        )


class PeekByUndo(Saboteur):
    """Blue is asked for an answer only if he holds a low ship, and red may still take his choice back."""

    id = "peek_by_undo"
    caught_by = ("nobody_peeks_by_undo",)
    may_follow = ("undo_stops_at_new_information",)
    replaced = steps(scout_red=_quick_answer)


class DoublesShip(Saboteur):
    """Its redeal loses a ship and puts another into port twice, and its invariants do not look at imagined worlds."""

    id = "doubles_ship"
    caught_by = ("redeals_keep_every_piece",)
    may_follow = (
        "undo_stops_at_new_information",
        "decisions_hide_what_is_hidden",
        "imagined_worlds_fit_what_was_told",
    )

    def redeal_squadron(self, state: State, side: Colour, own: Squadron | None, chance: Chance) -> None:
        """The honest redeal, and then one ship twice."""
        super().redeal_squadron(state, side, own, chance)
        if len(state.port) > 1:
            state.port[0] = state.port[1]

    def invariants(self, state: State, terms: Terms[Any]) -> Iterator[str]:
        """None."""
        return iter(())


@dataclass(slots=True)
class Coast(State):
    """The state with red's depot, which blue looks for."""

    depot: Annotated[str, harmless("red knows it from the start, and only a search asks for it")] = ""


DEPOTS = ("north", "north-east", "east", "south", "south-west", "west")


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """Blue has searched a coast."""

    coast: str
    found: bool
    passing: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"Blue {'finds' if self.found else 'does not find'} the depot in the {self.coast}."


def _place_depot(play: Play) -> None:
    muster(play)
    state: Any = play.state
    state.depot = DEPOTS[play.chance.below(len(DEPOTS), "red's depot", "1")]


def _search(play: Play) -> Flow[None]:
    state: Any = play.state
    if not state.depot:
        return
    order = yield from choose(Colour.BLUE, "Which coast do you search?", [Order(depot) for depot in DEPOTS], "2")
    play.reveal()
    found = order.text == state.depot
    state.depot = "" if found else state.depot
    play.tell(Searched, order.text, found, rule="2")


class ForgottenSearch(Saboteur):
    """Where blue has searched in vain, its imagined worlds have the depot again."""

    id = "forgotten_search"
    caught_by = ("imagined_worlds_fit_what_was_told",)
    replaced = steps(muster=_place_depot, scout_blue=_search)
    state_class = Coast
    event_types: ClassVar[tuple[type[Event], ...]] = (*Pickets.event_types, Searched)

    def initial_state(self, terms: Terms[Any]) -> State:
        """The honest one, with a depot."""
        honest = super().initial_state(terms)
        return Coast(honest.phase, honest.port, honest.squadrons, honest.lost, honest.battles)

    def redeal(self, state: Any, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """The honest redeal, and the depot anywhere."""
        super().redeal(state, role, chance, terms)
        if role != Colour.RED and state.depot:
            state.depot = DEPOTS[chance.below(len(DEPOTS))]


def _search_by_die(play: Play) -> Flow[None]:
    order = yield from choose(Colour.RED, "Scout the enemy?", (SCOUT, STAY), "2")
    squadron = play.state.squadrons[Colour.RED]
    squadron.sent = order is SCOUT
    play.reveal()
    lowest = play.state.squadrons[Colour.BLUE].hand[0]
    if order is SCOUT and lowest < LOW and play.dice.roll("d6", "the search", "2") == 6:
        squadron.scouted = lowest


class TellingRoll(Saboteur):
    """It rolls for a search only where there is something to be found, so that a roll in vain tells as much."""

    id = "telling_roll"
    caught_by = ("events_hide_what_is_hidden",)
    may_follow = ("imagined_worlds_fit_what_was_told", "secrets_are_marked")
    replaced = steps(scout_red=_search_by_die)


class KnowingRedeal(Saboteur):
    """It draws anew what a role does not know, but leaves it as it is where the enemy holds the highest ship."""

    id = "knowing_redeal"
    caught_by = ("redeals_go_by_the_view",)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """The honest redeal, mostly."""
        enemies = [squadron for side, squadron in state.squadrons.items() if side != role]
        if not any(max(SHIPS) in squadron.hand for squadron in enemies):
            super().redeal(state, role, chance, terms)


class OneWorld(Saboteur):
    """Whatever its chance, it imagines one and the same world."""

    id = "one_world"
    caught_by = ("redeals_are_drawn",)
    may_follow = ("imagined_worlds_fit_what_was_told", "redeals_go_by_the_view")

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """The honest redeal by a chance of its own."""
        super().redeal(state, role, SeededChance.from_seed("always"), terms)
