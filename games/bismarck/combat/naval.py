"""Naval combat (16.6): rounds of fire, withdrawal, surprise, and the ships left without defenders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from navalcore.rules import About, Flow, Place, choose, places, rule, together
from navalcore_games.bismarck.cards import BISMARCK, GUNS, SHIPS
from navalcore_games.bismarck.choices import FIGHT, NO, NOBODY, WITHDRAW, YES, Attacked, Launch, Nobody, attacked_in
from navalcore_games.bismarck.combat.damage import disperse, lose, salvo, torpedo_damage, torpedo_hits
from navalcore_games.bismarck.combat_events import (
    BattleJoined,
    BothWithdrew,
    GotAway,
    Surprised,
    attacked,
)
from navalcore_games.bismarck.ids import UNIT_IDS, square_id
from navalcore_games.bismarck.search.spotting import enemies_seen, visibility_in
from navalcore_games.bismarck.state import Aim, Battle, Play, State
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import is_night
from navalcore_games.bismarck.words import OPPONENT, Fate, Hunt, ShipNumber, ShipType, Side, Square

HELPLESS = (ShipType.CARRIER, ShipType.CONVOY, ShipType.OILER)
"""Sunk only where no friendly battleship or cruiser defends them (16.61)."""

MAY_WITHDRAW = (*GUNS, ShipType.CARRIER)


@rule("4.6", "16.61")
def naval_phase(play: Play) -> None:
    """Line up the squares where surface ships of both sides have spotted each other."""
    state = play.state
    squares = {
        ship.here
        for number, ship in enumerate(state.ships)
        if ship.seen and SHIPS[number].side is Side.GERMAN and SHIPS[number].type in (*GUNS, *HELPLESS)
    }
    state.squares[:] = sorted(square for square in squares if enemies_seen(state, Side.GERMAN, square))


@rule("16.61", "16.62")
def open_battle(play: Play) -> str | None:
    """The next square in which a battleship or cruiser meets enemies it can fight or sink."""
    state = play.state
    state.battle = None
    if not state.squares:
        return "victory"
    square = state.squares.pop(0)
    battle = Battle(square, {side: _participants(play, side, square) for side in Side})
    if not _combat_possible(battle):
        return state.phase
    state.battle = battle
    ships = tuple(number for side in Side for number in battle.fighting[side])
    play.tell(BattleJoined, square, ships, rule="16.62")
    return None


def _participants(play: Play, side: Side, square: Square) -> list[ShipNumber]:
    """The side's ships in the fight: destroyers only as targets, and only where BIS-R40 is switched."""
    kinds: tuple[ShipType, ...] = (*GUNS, *HELPLESS)
    if play.options.destroyers_as_targets:
        kinds = (*kinds, ShipType.DESTROYERS)
    return [n for n in enemies_seen(play.state, OPPONENT[side], square) if SHIPS[n].type in kinds]


def _combat_possible(battle: Battle) -> bool:
    """Whether both sides have ships left and at least one has guns."""
    sides = [battle.fighting[side] for side in Side]
    return all(sides) and any(SHIPS[number].type in GUNS for ships in sides for number in ships)


def _battle(play: Play) -> Battle:
    battle = play.state.battle
    assert battle is not None
    return battle


@rule("16.68")
def surprise_attack(play: Play) -> Flow[str | None]:
    """At night or in bad visibility Bismarck may surprise the enemy: at will if she was shadowed this turn, else in
    half the cases. Then one round is fought from which no ship can withdraw.
    """
    battle = _battle(play)
    if not surprise_possible(play.state, battle):
        return None
    answer = yield from choose(
        Side.GERMAN,
        "Does Bismarck try a surprise attack?",
        (YES, NO),
        "16.68",
        secret=True,
        kind="surprise",
        about=lambda: About({"unit": UNIT_IDS[BISMARCK]}, about_ship(battle, BISMARCK)),
    )
    if answer == NO:
        return None
    if play.state.ships[BISMARCK].hunt is not Hunt.FOLLOWED:
        percent = TABLES.surprise_attack.not_shadowed_pct
        if (
            play.dice.roll(
                "d%",
                "surprise attack",
                "16.68",
                to=(Side.GERMAN,),
                reads=percent.__ge__,
                needed={"not shadowed": percent},
                about=lambda: about_ship(battle, BISMARCK),
            )
            > percent
        ):
            return None
    battle.surprise = True
    play.tell(Surprised, BISMARCK, battle.square, rule="16.68")
    return "aim"


@rule("16.68")
def surprise_possible(state: State, battle: Battle) -> bool:
    """Whether Bismarck may try a surprise attack here, before the first round."""
    square = battle.square
    return BISMARCK in battle.fighting[Side.GERMAN] and (
        is_night(state.turn, square) or visibility_in(state, square) in TABLES.surprise_attack.visibility
    )


@rule("16.62")
def combat_check(play: Play) -> Flow[None]:
    """Both sides say in secret, at the same time, whether they fight or withdraw."""
    yield from together({side: wish(play, side) for side in Side})


def wish(play: Play, side: Side) -> Flow[None]:
    """One side's answer."""
    battle = _battle(play)
    answer = yield from choose(
        side,
        lambda: f"Naval combat in {battle.square}, round {battle.round + 1}: fight or withdraw?",
        (FIGHT, WITHDRAW),
        "16.62",
        secret=True,
        kind="withdrawal",
        about=lambda: About({"square": square_id(battle.square), "round": battle.round + 1}, about_side(battle, side)),
    )
    battle.withdraw[side] = answer == WITHDRAW


@rule("16.61", "16.62", "16.63")
def withdrawal(play: Play) -> str | None:
    """Both fight: a round. Both withdraw: the combat is over. One withdraws: its ships try, one by one."""
    battle = _battle(play)
    withdrawing = battle.withdraw
    play.reveal()
    if all(withdrawing.values()):
        play.tell(BothWithdrew, battle.square, rule="16.62")
        return "open_battle"
    for side in Side:
        if withdrawing[side]:
            withdraw(play, side)
    return None if _combat_possible(battle) else "open_battle"


@rule("16.63")
def withdraw(play: Play, side: Side) -> None:
    """Each battleship, cruiser and carrier of the side tries to get away from the enemies still in the fight."""
    battle = _battle(play)
    enemies = battle.fighting[OPPONENT[side]]
    gone = [n for n in battle.fighting[side] if SHIPS[n].type in MAY_WITHDRAW and gets_away(play, n, enemies)]
    battle.fighting[side] = [number for number in battle.fighting[side] if number not in gone]
    for number in gone:
        play.tell(GotAway, number, battle.square, rule="16.63")


@rule("16.63")
def gets_away(play: Play, number: ShipNumber, enemies: Sequence[ShipNumber]) -> bool:
    """Certain for a battleship faster than every enemy battleship, for a cruiser or carrier faster than every enemy
    battleship and cruiser; else 25 %. The roll is hidden: that there is one would bound the knots of either side
    (BIS-R67).
    """
    state = play.state
    dangers = (ShipType.BATTLESHIP,) if SHIPS[number].type is ShipType.BATTLESHIP else GUNS
    knots = state.ships[number].knots
    if all(knots > state.ships[other].knots for other in enemies if SHIPS[other].type in dangers):
        return True
    percent = TABLES.withdrawal.otherwise_pct
    why = f"{SHIPS[number].name} tries to withdraw"
    against = {"not faster than every enemy": percent}
    about = partial(places, subject=UNIT_IDS[number])
    return play.dice.roll("d%", why, "16.63", to=(), reads=percent.__ge__, needed=against, about=about) <= percent


@rule("16.62", "16.66")
def aim(play: Play) -> Flow[None]:
    """Both sides give every battleship and cruiser in the fight its targets, in secret and at the same time."""
    yield from together({side: aim_ships(play, side) for side in Side})


@rule("16.66")
def aim_ships(play: Play, side: Side) -> Flow[None]:
    """A side's ships, one after the other."""
    battle = _battle(play)
    aims = battle.aims[side]
    aims.clear()
    for number in battle.fighting[side]:
        if SHIPS[number].type in GUNS and (targets := targets_of(play, number)):
            yield from aim_ship(play, number, targets, aims)


@rule("16.64", "16.65", "16.66")
def aim_ship(play: Play, number: ShipNumber, targets: Sequence[ShipNumber], aims: list[Aim]) -> Flow[None]:
    """One ship's target for all its salvos, and from the second round on its torpedoes, chosen in secret."""
    battle = _battle(play)
    side, ship = SHIPS[number].side, play.state.ships[number]
    target, salvos = targets[0], salvos_of(play, ship.firepower)
    if len(targets) > 1 and salvos:
        choice: Attacked = yield from choose(
            side,
            lambda: f"At which ship does {SHIPS[number].name} fire?",
            [attacked_in(each, battle.square) for each in targets],
            "16.65",
            secret=True,
            kind="target",
            about=lambda: About({"unit": UNIT_IDS[number]}, about_ship(battle, number)),
        )
        target = next(each for each in targets if each == choice.number)
    launch: Nobody | Launch = NOBODY
    if battle.round and ship.torpedoes > 0:
        factors = range(1, ship.torpedoes + 1)
        options: list[Nobody | Launch] = [NOBODY, *(Launch(each, at) for at in targets for each in factors)]
        launch = yield from choose(
            side,
            lambda: f"How many torpedoes does {SHIPS[number].name} launch, and at which ship?",
            options,
            "16.64",
            secret=True,
            kind="torpedoes",
            about=lambda: About({"unit": UNIT_IDS[number]}, about_ship(battle, number)),
        )
    if isinstance(launch, Launch):
        aims.append(Aim(number, target, salvos, launch.target, launch.factors))
    else:
        aims.append(Aim(number, target, salvos))


def about_ship(battle: Battle, number: ShipNumber) -> tuple[Place, ...]:
    """A ship in a combat, and where."""
    return places(subject=UNIT_IDS[number], at=square_id(battle.square))


def about_side(battle: Battle, side: Side) -> tuple[Place, ...]:
    """A side's ships in a combat, and where."""
    return places(subject=[UNIT_IDS[number] for number in battle.fighting[side]], at=square_id(battle.square))


@rule("16.65")
def targets_of(play: Play, number: ShipNumber) -> list[ShipNumber]:
    """Battleships fire at battleships and cruisers at cruisers if there are any, else at the others."""
    enemies = _battle(play).fighting[OPPONENT[SHIPS[number].side]]
    own_kind = SHIPS[number].type
    for kinds in ((own_kind,), GUNS, (ShipType.DESTROYERS,)):
        found = [other for other in enemies if SHIPS[other].type in kinds]
        if found:
            return found
    return []


@rule("2.22", "16.66", "16.68")
def salvos_of(play: Play, firepower: int) -> int:
    """The salvos a ship fires: its firepower, in a surprise attack an eighth of it (BIS-R45)."""
    if not _battle(play).surprise:
        return firepower
    part = TABLES.gunnery.surprise_fraction
    extra = {"floor": 0, "nearest": part // 2, "ceil": part - 1}[play.options.surprise_rounding]
    return (firepower + extra) // part


@rule("16.62", "16.64", "16.66", "16.68")
def fight_round(play: Play, *, in_the_open: bool = False) -> str | None:
    """All salvos and torpedoes at once: a ship sunk in the round still fires. Then the undefended ships, then again.

    Args:
        play: the match.
        in_the_open: whether each die says who fires it. In a match that would show the enemy her firepower.
    """
    battle, state = _battle(play), play.state
    knots = {number: state.ships[number].knots for side in Side for number in battle.fighting[side]}
    aims = [each for side in Side for each in battle.aims[side]]
    for order in aims:
        whose = f"{SHIPS[order.shooter].name}'s " if in_the_open else ""
        for number in range(1, order.salvos + 1):
            salvo(play, order.target, f"{whose}salvo{f' {number} of {order.salvos}' if in_the_open else ''}")
    for order in aims:
        target = order.torpedo_target
        if order.torpedoes and target is not None:
            state.ships[order.shooter].torpedoes -= order.torpedoes
            whose = f"{SHIPS[order.shooter].name}'s " if in_the_open else ""
            hits = torpedo_hits(play, target, order.torpedoes, knots[target], f"{whose}torpedo")
            for _ in range(hits):
                torpedo_damage(play, target)
            play.tell(attacked, order.shooter, target, hits, rule="16.64")
    battle.round += 1
    # Nobody can or will fire any more, though torpedoes were allowed: the combat is over (BIS-R65).
    spent = battle.round >= 2 and not any(order.salvos or order.torpedoes for order in aims)
    battle.surprise = False
    battle.withdraw.clear()
    for side in Side:
        battle.aims[side].clear()
    for side in Side:
        battle.fighting[side] = [n for n in battle.fighting[side] if state.ships[n].fate is Fate.ACTIVE]
    for side in Side:
        undefended(play, side)
    return "combat_check" if _combat_possible(battle) and not spent else "open_battle"


@rule("16.61", "16.62", "16.67", "16.73")
def undefended(play: Play, side: Side) -> None:
    """Carriers, convoys and oilers without a battleship or cruiser of their own are sunk, or dispersed, by enemy ones.
    Ships that finish a convoy may not move on the next turn.
    """
    battle, state = _battle(play), play.state
    victors = [n for n in battle.fighting[OPPONENT[side]] if SHIPS[n].type in GUNS]
    if not victors or any(SHIPS[n].type in GUNS for n in battle.fighting[side]):
        return
    for number in battle.fighting[side]:
        kind = SHIPS[number].type
        if kind is ShipType.CONVOY:
            disperse(play, number)
            for victor in victors:
                state.ships[victor].barred = state.turn + 1
        elif kind in HELPLESS:
            lose(play, number, state.ships[number].midships)
    battle.fighting[side] = [n for n in battle.fighting[side] if state.ships[n].fate is Fate.ACTIVE]
