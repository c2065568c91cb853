"""The kit finds what a view leaves out and redeal leaves as it is, and takes a game's word for what is harmless."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from navalcore import rules
from navalcore._rules.terms import Step, Terms
from navalcore.components import Deck
from navalcore.testing import check_game
from tests.kit.saboteurs.honest import Pickets, Picture, Play, State, muster

CHECK = "what_is_not_shown_is_redealt"


def found(game: Any) -> list[str]:
    report = check_game(game, matches=3, only=[CHECK], shrinking=False)
    return [failure.found for failure in report.failures]


@dataclass(slots=True)
class Sealed(State):
    """The state with an order that is drawn once and never opened."""

    sealed: int = 0


@dataclass(slots=True)
class Worthless(State):
    """The same, where the order means nothing."""

    sealed: Annotated[int, rules.harmless("nobody ever follows it")] = 0


def seal(play: Play) -> None:
    muster(play)
    state: Any = play.state
    state.sealed = play.chance.below(1000)


class SealedOrders(Pickets):
    """Sealed orders are drawn at the muster; nobody sees them, and they stay as they are in every imagined world."""

    id = "sealed_orders"
    state_class: type[State] = Sealed

    def initial_state(self, terms: Terms[Any]) -> State:
        honest = super().initial_state(terms)
        return self.state_class(honest.phase, honest.port, honest.squadrons, honest.lost, honest.battles)

    def sequence_of_play(self, terms: Terms[Any]) -> Sequence[Step]:
        return [replace(s, procedure=seal) if s.name == "muster" else s for s in super().sequence_of_play(terms)]


class WorthlessOrders(SealedOrders):
    """The same, marked."""

    id = "worthless_orders"
    state_class: type[State] = Worthless


@dataclass(slots=True)
class WithCup(State):
    """The state with a cup of weather counters that everybody knows."""

    cup: Deck[str] = field(default_factory=lambda: Deck(["calm", "fog", "gale", "swell"]))


def draw_and_put_back(play: Play) -> None:
    state: Any = play.state
    state.cup.add(state.cup.draw(play.chance, "weather", "2"))


class WeatherCup(SealedOrders):
    """A counter is drawn before each battle and put back into the cup at once."""

    id = "weather_cup"
    state_class = WithCup

    def sequence_of_play(self, terms: Terms[Any]) -> Sequence[Step]:
        muster_first, *others = Pickets.sequence_of_play(self, terms)
        return [muster_first, Step("weather", draw_and_put_back, "Weather", "2"), *others]


@dataclass(slots=True)
class TwoCups(WithCup):
    """The state with a second cup, into which counters are drawn unseen."""

    drawn: Deck[str] = field(default_factory=Deck)


def draw_and_keep(play: Play) -> None:
    state: Any = play.state
    if state.cup:
        state.drawn.add(state.cup.draw(play.chance, "weather", "2"))


class SecretWeather(WeatherCup):
    """A counter is drawn before each battle and laid aside, and no role sees which."""

    id = "secret_weather"
    state_class = TwoCups

    def sequence_of_play(self, terms: Terms[Any]) -> Sequence[Step]:
        return [
            replace(s, procedure=draw_and_keep) if s.name == "weather" else s for s in super().sequence_of_play(terms)
        ]


class WeatherReport(Picture):
    """The view of a side, with all counters that it has not seen: those in the cup and those laid aside together."""

    weather: dict[str, int]


class WeatherInSum(SecretWeather):
    """The view shows what is in both cups together, and a redeal leaves each as it is."""

    id = "weather_in_sum"
    view_class = WeatherReport

    def view(self, state: State, role: str, terms: Terms[Any]) -> WeatherReport:
        cups: Any = state
        counters = Deck([*cups.cup, *cups.drawn])
        return WeatherReport(**dict(super().view(state, role, terms)), weather=dict(counters.remaining()))


class WeatherDealtAgain(WeatherInSum):
    """The same, where a redeal draws the counters laid aside again from both."""

    id = "weather_dealt_again"

    def redeal(self, state: State, role: str, chance: rules.Chance, terms: Terms[Any]) -> None:
        super().redeal(state, role, chance, terms)
        cups: Any = state
        many = len(cups.drawn)
        cups.cup = Deck([*cups.cup, *cups.drawn])
        cups.drawn = Deck([cups.cup.draw(chance) for _ in range(many)])


def test_pieces_that_a_view_shows_in_sum_alone_are_hidden_where_each_of_them_lies() -> None:
    (first, *_) = found(WeatherInSum)
    assert "for Red neither is done with cup.cards, drawn.cards" in first
    assert found(WeatherDealtAgain) == []


def test_a_cup_from_which_a_counter_is_drawn_and_put_back_is_the_same_cup() -> None:
    assert found(WeatherCup) == []


def test_a_counter_that_is_drawn_from_a_cup_and_kept_unseen_is_found() -> None:
    (first, *_) = found(SecretWeather)
    assert "for Red neither is done with cup.cards, drawn.cards" in first


def test_what_is_dealt_once_and_hidden_from_all_is_found_though_it_never_changes_in_a_match() -> None:
    assert found(SealedOrders)
    assert all("Red" in text and "Blue" in text and text.count("sealed") == 2 for text in found(SealedOrders))


def test_what_is_marked_harmless_is_let_pass_and_named_with_its_reason() -> None:
    assert not found(WorthlessOrders)
    report = check_game(WorthlessOrders, matches=1, only=[CHECK])
    assert report.harmless["Worthless.sealed"] == "nobody ever follows it"
    assert "Worthless.sealed (nobody ever follows it)" in report.text()


def test_an_enemy_hand_that_is_not_dealt_anew_is_found_by_role_and_path() -> None:
    from tests.kit.saboteurs import SABOTEURS

    (first, *_) = found(SABOTEURS["half_a_redeal"])
    assert "for Red neither is done with squadrons.blue.hand" in first
    assert "for Blue neither is done with squadrons.red.hand" in first


@dataclass(slots=True)
class Desked(State):
    """A state beside a real board, with an order that was drawn."""

    desk: rules.Desk = field(default_factory=rules.Desk)
    sealed: int = 0


@rules.resolves("order", "1")
def told_order(play: Any) -> rules.Flow[str | None]:
    """Draw an order and read it out."""
    yield from ()
    play.state.sealed = play.chance.below(1000, "order", "1")
    return f"order {play.state.sealed}"


@rules.resolves("order", "1")
def sealed_order(play: Any) -> rules.Flow[str | None]:
    """Draw an order and keep it sealed."""
    yield from told_order(play)
    return "an order"


class ToldAtTheTable(rules.Companion):
    """A companion that tells what was drawn."""

    game, id, title = "pickets", "companion", "beside the board"
    state_class = Desked
    procedures = (told_order,)


class SealedAtTheTable(ToldAtTheTable):
    """A companion that keeps what was drawn to itself."""

    procedures = (sealed_order,)


def test_what_a_companion_draws_and_does_not_tell_is_found_by_its_name() -> None:
    assert found(rules.vary(Pickets(), [ToldAtTheTable()])) == []
    told = found(rules.vary(Pickets(), [SealedAtTheTable()]))
    assert told
    assert all("sealed differs after two rolls or choices that are told alike" in text for text in told)
