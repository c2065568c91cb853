"""Checks of boards: their scenes can be read and stay, and what is told is on the board."""

from __future__ import annotations

from collections.abc import Iterator

from navalcore._face.face import face_of
from navalcore._match.match import AnyMatch
from navalcore._rules.events import ChoiceMade
from navalcore.boards._description import Board, Scene
from navalcore.components._events import Event
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, require

MOMENTS = 60
"""How many decisions of a match are looked at."""
SCENES = 6
"""How many scenes a match may have for one role: a map and a display, or a few more."""
LEAST = 11
"""Pixels that letters have at least where a scene is shown 1280 pixels wide."""


@check()
def scenes_stay_and_can_be_read(trial: Trial) -> None:
    """The scenes of a board stay the same in a match, no letters on them are under 11 pixels where a scene is 1280
    wide, and each region lies within its scene.
    """
    face = face_of(trial.game)
    seen: dict[str, dict[str, Scene]] = {role: {} for role in trial.onlookers}
    for match in trial.moments(MOMENTS):
        for role in trial.onlookers:
            board = face.board(match.view(role))
            if board is None:
                return
            for scene in board.scenes:
                if scene.digest in seen[role]:
                    continue
                seen[role][scene.digest] = scene
                expected = f"at most {SCENES} scenes in a match for one role"
                found = f"{len(seen[role])}, of which {scene.id} is the last: what changes is a piece"
                require(len(seen[role]) <= SCENES, expected, found, match)
                for wrong in _unreadable(scene):
                    require(False, f"a scene {scene.id} that can be read", wrong, match)


def _unreadable(scene: Scene) -> Iterator[str]:
    """What on a scene is too small to be read, or lies outside it."""
    sizes = [(label.text, label.size) for label in scene.labels]
    sizes += [(region.label, region.label_size) for region in scene.regions if region.label]
    for text, size in sizes:
        if size / scene.unit < LEAST - 1e-6:
            yield f"'{text}' in letters of {size / scene.unit:.1f} pixels, under {LEAST}"
    width, height = scene.size
    for region in scene.regions:
        box = region.shape.box
        if box.x < 0 or box.y < 0 or box.x + box.width > width or box.y + box.height > height:
            yield f"{region.id} outside it: {box} in {width} by {height}"


@check()
def what_is_told_is_on_the_board(trial: Trial) -> None:
    """Every place that a question or an event names is a region of the board that its role sees, or a piece that lies
    on it before or after.
    """
    face = face_of(trial.game)
    told: list[Event] = []
    match, line = trial.start(on_event=told.append), trial.line
    chosen = {place * len(line) // MOMENTS for place in range(MOMENTS)}
    for place, choice in enumerate(line):
        if place not in chosen:
            match.choose(choice)
            continue
        before = {role: board for role in trial.game.roles if (board := face.board(match.view(role))) is not None}
        if not before:
            return
        for role, decision in match.decisions.items():
            for named, _ in decision.places:
                expected = f"{named}, which '{decision.prompt}' names, on the board for {trial.game.the_role(role)}"
                require(role not in before or named in before[role].ids, expected, "it is not there", match)
        told.clear()
        match.choose(choice)
        for role, board in before.items():
            after = face.board(match.view(role)) or board
            for event in told:
                if (seen := event.seen_by(role)) is not None:
                    _require_on_board(trial, match, role, seen, (board, after))


def _require_on_board(trial: Trial, match: AnyMatch, role: str, event: Event, boards: tuple[Board, Board]) -> None:
    """An event names regions that there are and pieces that there were or are. One that shows something for a moment
    may name a piece that this role sees nowhere, and so may a choice that another role has made.
    """
    known = boards[0].ids | boards[1].ids
    regions = {name for board in boards for scene in board.scenes for name in scene.by_id}
    on_way = {name for move in event.moves for name in (move.start, move.end, *move.way) if name}
    pieces = {move.piece for move in event.moves} | {name for name, _ in event.places}
    lost = (on_way - regions) | (set() if event.passing or isinstance(event, ChoiceMade) else pieces - known)
    expected = f"what '{event}' names on the board for {trial.game.the_role(role)}"
    require(not lost, expected, f"no {', '.join(sorted(lost))}", match)
