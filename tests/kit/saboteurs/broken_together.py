"""Saboteurs whose simultaneous choices are none."""

from __future__ import annotations

from navalcore._rules.decision import Flow, choose, together
from navalcore._rules.terms import Terms
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import COMMIT, Colour, Commit, Picture, Play, Rules, State, commit


def _boldly(play: Play) -> Flow[None]:
    squadron, enemy = play.state.squadrons[Colour.BLUE], play.state.squadrons[Colour.RED]
    order = yield from choose(Colour.BLUE, "Commit which ship?", [COMMIT[s] for s in squadron.hand], "3")
    # Whether red has committed already decides which ship is sent.
    ship = max(squadron.hand) if enemy.committed is None else order.ship
    squadron.hand.remove(ship)
    squadron.committed = ship


def _boldly_at_once(play: Play) -> Flow[None]:
    yield from together({Colour.RED: commit(play, Colour.RED), Colour.BLUE: _boldly(play)})


class LooksAcross(Saboteur):
    """What blue's choice does depends on whether red has made his."""

    id = "looks_across"
    caught_by = ("simultaneous_choices_come_in_any_order",)
    may_follow = ("pieces_move_as_told", "imagined_worlds_fit_what_was_told")
    replaced = steps(commit=_boldly_at_once)


class CountsCommitted(Saboteur):
    """Its view shows how many ships are still in the enemy's hand while both sides commit."""

    id = "counts_committed"
    caught_by = ("simultaneous_choices_come_in_any_order",)

    def view(self, state: State, role: str, terms: Terms[Rules]) -> Picture:
        """The honest view, with the hands as they are."""
        sizes = {side: len(state.squadrons[side].hand) for side in Colour}
        return super().view(state, role, terms).model_copy(update={"hand_sizes": sizes})


def _drifting(play: Play, side: Colour) -> Flow[None]:
    yield from commit(play, side)
    play.chance.below(6, "the current", "3")


def _drifting_at_once(play: Play) -> Flow[None]:
    yield from together({side: _drifting(play, side) for side in Colour})


class DrawsTogether(Saboteur):
    """Draws chance in the middle of simultaneous choices."""

    id = "draws_together"
    caught_by = ("plays",)
    replaced = steps(commit=_drifting_at_once)


def _returned(play: Play, side: Colour) -> Flow[Commit]:
    hand = play.state.squadrons[side].hand
    return (yield from choose(side, "Commit which ship?", [COMMIT[ship] for ship in hand], "3"))


def _returned_at_once(play: Play) -> Flow[None]:
    orders = yield from together({side: _returned(play, side) for side in Colour})
    for side, order in orders.items():
        play.state.squadrons[side].hand.remove(order.ship)
        play.state.squadrons[side].committed = order.ship


class ReturnsSecrets(Saboteur):
    """What both sides commit is returned from the group and lies nowhere until both have chosen."""

    id = "returns_secrets"
    caught_by = ("secrets_are_kept_in_the_state",)
    may_follow = (
        "bots",
        "events_hide_what_is_hidden",
        "pieces_move_as_told",
        "simultaneous_choices_come_in_any_order",
        "refusals",
        "secrets_are_marked",
    )
    replaced = steps(commit=_returned_at_once)


def _kept_by_the_step(play: Play) -> Flow[None]:
    orders = {}
    for side in Colour:
        orders[side] = yield from _returned_in_secret(play, side)
    for side, order in orders.items():
        play.state.squadrons[side].hand.remove(order.ship)
        play.state.squadrons[side].committed = order.ship


def _returned_in_secret(play: Play, side: Colour) -> Flow[Commit]:
    hand = play.state.squadrons[side].hand
    return (yield from choose(side, "Commit which ship?", [COMMIT[ship] for ship in hand], "3", secret=True))


class KeepsSecrets(Saboteur):
    """Red commits, then blue; until both have, the ships are in a variable of the step and nowhere else."""

    id = "keeps_secrets"
    caught_by = ("secrets_are_kept_in_the_state",)
    may_follow = ("bots", "events_hide_what_is_hidden", "pieces_move_as_told")
    replaced = steps(commit=_kept_by_the_step)
