"""Checks of boards: scenes can be read and stay, what is named is on them with its parts, and what changes is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

from navalcore._face.face import Face, face_of
from navalcore._match.match import AnyMatch
from navalcore._rules.events import ChoiceMade
from navalcore._rules.option import kind_of
from navalcore._wire.codec import codec
from navalcore.boards._description import Board, Scene
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore.components._places import PARTS, Place, check_place
from navalcore.errors import BadData
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, differences, require, required

MOMENTS = 60
"""How many decisions of a match are looked at."""
SCENES = 6
"""How many scenes a match may have for one role: a map and a display, or a few more."""
LEAST = 11
"""Pixels that letters have at least where a scene is shown 1280 pixels wide."""


@check()
def scenes_stay_and_can_be_read(trial: Trial) -> None:
    """The scenes of a board stay the same in a match, no letters on them are under 11 pixels where a scene is 1280
    wide, and each region is within its scene.
    """
    face = face_of(trial.game)
    seen: dict[str, dict[str, Scene]] = {role: {} for role in trial.onlookers}
    for match in trial.moments(MOMENTS, end=True):
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
    """Things on a scene that are too small to be read, or are outside it."""
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
    """Every id that a view, a question, an option or an event names is on the board that its role sees. It is a region,
    or a piece that is there before or after. A view may hold more pieces: those that it says are nowhere (an empty
    ``at``).
    """
    wire = codec(trial.game)
    for match, role, before, after, events in told_of_choices(trial, MOMENTS, trial.game.roles):
        turned_up = set().union(*(_pieces_in(trial, event) for event in events if event.passing))
        for event in events:
            for_a_moment = turned_up if isinstance(event, DiceRolled) else set()
            _require_on_board(trial, match, role, event, (before, after), for_a_moment)
    face = face_of(trial.game)
    for match in trial.moments(MOMENTS):
        for role, decision in match.decisions.items():
            view = match.view(role)
            if (board := face.board(view)) is None:
                continue
            named = dict.fromkeys(_ids_in(view.model_dump(mode="json")), "the view")
            asked = (*(place for place, _ in decision.places), *_ids_in(dict(decision.fields)))
            named |= dict.fromkeys(asked, f"'{decision.prompt}'")
            for option in decision.options:
                named |= dict.fromkeys(_ids_in(wire.fields_of(option)), f"'{option}'")
            for place in sorted(named.keys() - board.ids):
                expected = f"{place}, which {named[place]} names, on the board for {trial.game.the_role(role)}"
                require(False, expected, "it is not there", match)


def _ids_in(value: object) -> Iterator[str]:
    """Texts in JSON that read like an id, unless it is the id of something that has no place."""
    if isinstance(value, str) and "/" in value:
        with suppress(BadData):
            yield check_place(value)
    elif isinstance(value, list):
        yield from chain.from_iterable(map(_ids_in, value))
    elif isinstance(value, dict):
        away = "id" in value and value.get("at") == ""
        for name, each in value.items():
            yield from _ids_in(name)
            yield from () if away and name == "id" else _ids_in(each)


@check()
def a_piece_has_one_name(trial: Trial) -> None:
    """A piece that an event moves has one name in every place, before and after: its name, and not a title that
    says where it is.
    """
    for match, role, before, after, events in told_of_choices(trial, MOMENTS, trial.game.roles):
        moved = {move.piece for event in events for move in event.moves}
        named: dict[str, tuple[str, str]] = {}
        for piece in (*before.pieces, *after.pieces):
            if piece.id in moved:
                name = piece.name or piece.title
                first, there = named.setdefault(piece.id, (name, piece.at))
                cure = "" if piece.name else ", or a `name` besides the title"
                reader = trial.game.the_role(role)
                expected = f"{piece.id} to have the name it has in {there}, '{first}', for {reader}{cure}"
                require(name == first or piece.at == there, expected, f"'{name}' in {piece.at}", match)


class ToldOfChoice(NamedTuple):
    """The views of a role before and after a choice, and the news of it."""

    match: AnyMatch
    role: str
    before: Board
    after: Board
    events: list[Event]


def told_of_choices(trial: Trial, most: int, roles: Iterable[str]) -> Iterator[ToldOfChoice]:
    """Choices spread over the match, as each of these roles is told of them; none if the game has no board."""
    face = face_of(trial.game)
    told: list[Event] = []
    match, line = trial.start(on_event=told.append), trial.line
    chosen = {place * len(line) // most for place in range(most)}
    for place, choice in enumerate(line):
        boards = {role: face.board(match.view(role)) for role in roles} if place in chosen else {}
        told.clear()
        match.choose(choice)
        for role, before in boards.items():
            after = face.board(match.view(role))
            if before is not None and after is not None:
                events = [seen for event in told if (seen := event.seen_by(role)) is not None]
                yield ToldOfChoice(match, role, before, after, events)


def _pieces_in(trial: Trial, event: Event) -> set[str]:
    """The pieces and places that an event names, apart from the way of a moving piece."""
    named = {move.piece for move in event.moves} | {name for name, _ in event.places}
    return named | {*_ids_in(codec(trial.game).fields_of(event))}


def _require_on_board(
    trial: Trial, match: AnyMatch, role: str, event: Event, boards: tuple[Board, Board], for_a_moment: set[str]
) -> None:
    """An event names regions there are, and pieces unless it is passing, a choice, or a roll for something passing."""
    known = boards[0].ids | boards[1].ids | for_a_moment
    regions = {name for board in boards for scene in board.scenes for name in scene.by_id}
    on_way = {name for move in event.moves for name in (move.start, move.end, *move.way) if name}
    free = event.passing or isinstance(event, ChoiceMade)
    lost = (on_way - regions) | (set() if free else _pieces_in(trial, event) - known)
    expected = f"what '{event}' names on the board for {trial.game.the_role(role)}"
    require(not lost, expected, f"no {', '.join(sorted(lost))}", match)


LOOKS = 120
"""How many decisions of a match are looked at."""


@check()
def options_name_places_that_are_drawn(trial: Trial) -> None:
    """Every place that an option names is on the board for the role that is asked, if the game describes one."""
    face = face_of(trial.game)
    for match in trial.moments(LOOKS):
        for role, decision in match.decisions.items():
            trial.placed.note(decision)
            board = face.board(match.view(role))
            known = None if board is None else board.ids
            for option in decision.options:
                for place, _ in decision.places_of(option):
                    _require_well_formed(place, f"the option {option}", match)
                    there = known is None or place in known
                    expected = f"{place}, which '{option}' names, on the board for {trial.game.the_role(role)}"
                    require(there, expected, f"only {', '.join(sorted(known or ())) or 'no place'}", match)


@check()
def pictures_hide_what_is_hidden(trial: Trial) -> None:
    """The board and other pictures for a role are the same in every world that looks the same to the role. They are
    made from the view alone: a view that has crossed to another process gives the same.
    """
    game, face = trial.game, face_of(trial.game)
    for match in trial.moments():
        for role in game.roles:
            view = match.view(role)
            real = _drawn(face, view)
            again = _drawn(face, type(view).model_validate_json(view.model_dump_json()))
            who = game.the_role(role)
            expected = f"the same picture for {who} of a view that was JSON"
            require(again == real, expected, _drawn_otherwise(real, again), match)
            imagined = game.view(trial.world(match, role, f"drawn {match.count} {role}"), role, match.setup.terms)
            if imagined == view:
                expected = f"the same picture for {who} in a world that looks the same to it"
                other = _drawn(face, imagined)
                require(other == real, expected, _drawn_otherwise(real, other), match)


def _drawn(face: Face[Any, Any, Any], view: Any) -> dict[str, object]:
    return {"board": face.board(view), **{name: draw(view) for name, draw in face.pictures().items()}}


def _drawn_otherwise(real: Mapping[str, object], other: Mapping[str, object]) -> str:
    """The name of the picture that differs, or the first piece of a board that does. Empty if none does."""
    name = next((name for name in real if real[name] != other[name]), "")
    if not name:
        return ""
    one, two = real[name], other[name]
    if not isinstance(one, Board) or not isinstance(two, Board):
        return f"another picture '{name}' there"
    pieces, others = ({piece.id: piece for piece in board.pieces} for board in (one, two))
    for piece in [*pieces, *others]:
        if piece not in others:
            return f"a board without the piece {piece}, which is at {pieces[piece].at}"
        if piece not in pieces:
            return f"a board with another piece, {piece} at {others[piece].at}"
        if pieces[piece] != others[piece]:
            return f"a board on which of the piece {piece} {differences(pieces[piece], others[piece])}"
    return f"a board of which {differences(one, two)}"


def _require_well_formed(place: str, where: str, match: AnyMatch) -> None:
    try:
        check_place(place)
    except BadData as error:
        require(False, f"well-formed places in {where}", error, match)


@check()
def the_face_looks_without_touching(trial: Trial) -> None:
    """Headlines and boards change nothing in the view that they are made of, nor estimates in the state. A headline is
    several texts. An estimate, where there is one at all, is between 0 and 1.
    """
    game, face = trial.game, face_of(trial.game)
    for match in trial.moments(MOMENTS, end=True):
        for role in game.roles:
            view, before, who = match.view(role), match.digest, game.the_role(role)
            with required(f"a headline and a board for {who}", match):
                headline = face.headline(view)
                face.board(view)
            require(not isinstance(headline, str), f"a list of texts in the headline for {who}", headline, match)
            other = differences(match.view(role), view)
            require(not other, f"a view that the headline and board for {who} leave alone", other, match)
            with required(f"an estimate for {who}", match):
                estimate = face.evaluate(match.state, role, match.setup.terms)
            require(match.digest == before, f"a state that evaluate() for {who} leaves alone", "a changed one", match)
            fits = type(face).evaluate is Face.evaluate if estimate is None else 0 <= estimate <= 1
            require(fits, f"an estimate from 0 to 1 for {who}", estimate, match)


@check()
def facts_are_known_at_the_table(trial: Trial) -> None:
    """A face gives facts (``Face.facts``) of every option or of none. They name sections of the rule book and places
    that are drawn. They are made from the view alone, and are the same in every world that looks the same to the role.
    """
    game, face = trial.game, face_of(trial.game)
    for match in trial.moments(MOMENTS):
        terms = match.setup.terms
        for role, decision in match.decisions.items():
            view = match.view(role)
            real = face.facts(view, decision, terms)
            if not real:
                continue
            many = len(decision.options)
            require(len(real) == many, f"facts about each of {many} options, or about none", len(real), match)
            board = face.board(view)
            for fact in chain.from_iterable(real):
                for rule in (fact.rule, *(each.rule for each in fact.summands)):
                    known = not rule or rule in game.rulebook
                    require(known, f"a section of the rule book in the fact '{fact}'", rule, match)
                for place, _ in fact.places:
                    expected = f"{place}, which the fact '{fact}' names, on the board for {game.the_role(role)}"
                    require(board is None or place in board.ids, expected, "no such place", match)
            views = {"that was JSON": type(view).model_validate_json(view.model_dump_json())}
            copied = trial.world(match, role, f"facts {match.count} {role}")
            views["of a world that looks the same to it"] = game.view(copied, role, terms)
            for which, seen in views.items():
                if seen == view:
                    told = face.facts(seen, decision, terms)
                    require(told == real, f"the same facts for {game.the_role(role)} from a view {which}", told, match)


@check()
def places_have_their_parts(trial: Trial) -> None:
    """All options of a kind, together with their question, name the same parts of an act in the order subject, from,
    to, target, at. An option that moves something says what it is, from where and to where. Only what is not on the
    board yet may leave out the first, and what leaves the board the second. In options, questions and events a subject
    is a piece of the board, and from, to and at are regions.
    """
    face, kinds = face_of(trial.game), dict[str, list[str]]()
    for match in trial.moments(LOOKS):
        for role, decision in match.decisions.items():
            board = face.board(match.view(role))
            looked = _Looked(match, () if board is None else (board,))
            looked.require_fitting(decision.places, decision.prompt)
            for option in decision.options:
                found = decision.places_of(option)
                _require_parts(looked, option, found, decision.prompt, kinds)
                looked.require_fitting(found, option)
    for match, _, before, after, events in told_of_choices(trial, MOMENTS, trial.game.roles):
        looked = _Looked(match, (before, after))
        for event in events:
            if not event.passing and not isinstance(event, ChoiceMade):  # what was chosen has been looked at
                looked.require_fitting(event.places, event)


def _require_parts(
    looked: _Looked, option: object, found: Sequence[Place], prompt: str, kinds: dict[str, list[str]]
) -> None:
    """An option has the parts of the first of its kind, and whole ways."""
    parts = list(dict.fromkeys(part for _, part in found))
    told = [*dict.fromkeys("a way" if part in ("from", "to") else part for part in parts)]
    first = kinds.setdefault(kind_of(option), told)
    if told != first:
        expected = (
            f"{_listed(first)} in '{option}', which answers '{prompt}', as in others of the kind {kind_of(option)}"
        )
        require(False, expected, _listed(told), looked.match)
    goes = [name for name, part in found if part == "subject"]
    if "a way" in told and not (goes and ("from" in parts or looked.pieces.isdisjoint(goes))):
        expected = f"in '{option}', which answers '{prompt}', what goes, and where from"
        require(False, expected, _listed(parts), looked.match)


class _Looked:
    """The boards of one moment: which of their ids are pieces, and which regions."""

    def __init__(self, match: AnyMatch, boards: Sequence[Board]) -> None:
        self.match = match
        self.pieces = {piece.id for board in boards for piece in board.pieces}
        self.regions = {name for board in boards for scene in board.scenes for name in scene.by_id}

    def require_fitting(self, found: Sequence[Place], told: object) -> None:
        """Places are in order; subjects are pieces and whereabouts regions, as far as they are on the board."""
        order = [PARTS.index(part) for _, part in found]
        if order != sorted(order):
            require(False, f"the places of '{told}' in order", _listed([part for _, part in found]), self.match)
        for name, part in found:
            if part == "subject" and name in self.regions:
                require(False, f"a piece as the subject of '{told}'", f"the region {name}", self.match)
            if part in ("from", "to", "at") and name in self.pieces:
                require(False, f"a region as '{part}' in '{told}'", f"the piece {name}", self.match)


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts) or "no part"


CHOICES = 150
"""After how many choices of a match the boards are compared."""
LaidPiece: TypeAlias = Counter[tuple[str, str]]
"""How many equal pieces are where, by region and piece."""


@check()
def pieces_move_as_told(trial: Trial) -> None:
    """The pieces on the board of a role before a choice and the moves of the events that this role is told give the
    pieces there afterwards. A piece may also turn up as another of the same region, named by an event. Or it may come
    from and go to a stock: a region that does not show it. A piece that is seen elsewhere without a known way is named
    by an event together with the region where it is now, after any move to another. One that leaves does so from where
    it was seen last. Words (headings, and ids such as told/round) show the state of things, and the pieces on a scene
    come and go with it.
    """
    for match, role, before, after, events in told_of_choices(trial, CHOICES, trial.onlookers):
        left = not_told(before, after, events)
        found = ", ".join(f"{piece} {number:+d} at {at}" for (at, piece), number in sorted(left.items()))
        told = "; ".join(f"{event.kind} '{event}'" for event in events) or "nothing"
        expected = f"moves for all that changes on the board of {trial.game.the_role(role)} among its events: {told}"
        require(not left, expected, f"no move that explains {found}", match)


def not_told(before: Board, after: Board, events: Collection[Event]) -> Mapping[tuple[str, str], int]:
    """The changes on a board that no event explains: how many of a piece more or less are in a region."""
    kept = {name for scene in before.scenes if scene in after.scenes for name in scene.by_id}
    old, new = lying(before, kept), lying(after, kept)
    left, named = difference(old, new), set[str]()
    apart = {piece.id for board in (before, after) for piece in board.pieces if piece.at not in kept}
    ends: dict[str, tuple[int, str]] = {}
    torn = set[str]()  # pieces that were told to leave a region after they had been told to come to another
    for number, event in enumerate(events):
        for move in event.moves:
            if ends.get(move.piece, (0, ""))[1] not in {"", move.start} and move.start:
                torn.add(move.piece)
            ends[move.piece] = number, move.end
    for event in events:
        named.update(place for place, _ in event.places)
        for move in event.moves:
            named |= {move.piece, move.start, move.end}
            if move.start:
                left[move.start, move.piece] += move.count
            if move.end:
                left[move.end, move.piece] -= move.count
    regions: dict[str, dict[str, int]] = {}
    for (at, piece), number in left.items():
        if number and at in kept:
            regions.setdefault(at, {})[piece] = number
    found = {}
    for at, pieces in regions.items():
        shown = {piece: number for piece, number in pieces.items() if (at, piece) in old or (at, piece) in new}
        shown = {piece: number for piece, number in shown.items() if piece not in apart}
        if not any(_turned_up(at, those, named) for those in (pieces, shown)):
            found.update({(at, piece): number for piece, number in shown.items()})
    for piece in {piece for _, piece in found}:
        old_at, new_at = ([at for at, each in lies if each == piece] for lies in (old, new))
        last, end = ends.get(piece, (0, None))
        gone = len(old_at) == 1 and not new_at and end == ""
        if gone or (
            piece not in torn
            and len(old_at) == len(new_at) == 1
            and _named(piece, old_at[0], new_at[0], last, end, events)
        ):
            found = {key: number for key, number in found.items() if key[1] != piece}
    return found


def _named(piece: str, old: str, new: str, last: int, end: str | None, events: Collection[Event]) -> bool:
    """Whether an event since the piece's last move names it together with the region where it is now."""
    since = 0 if end in {None, new} or (end == "" and old != new) else last
    return any({piece, new} <= {place for place, _ in event.places} for event in islice(events, since, None))


def lying(board: Board, regions: Container[str]) -> LaidPiece:
    """Everything in some regions of a board, without words."""
    found: LaidPiece = Counter()
    for piece in board.pieces:
        if piece.at in regions and piece.kind != "heading" and not piece.id.startswith("told/"):
            found[piece.at, piece.id] += piece.count
    return found


def difference(old: LaidPiece, new: LaidPiece) -> LaidPiece:
    """The pieces there that are more or, below 0, fewer than before."""
    changed = Counter(new)
    changed.subtract(old)
    return Counter({key: number for key, number in changed.items() if number})


def _turned_up(at: str, pieces: Mapping[str, int], named: set[str]) -> bool:
    """Whether as many pieces are there as before, under other ids, one of which is named by an event, or the region."""
    return not sum(pieces.values()) and (not pieces or not named.isdisjoint({at, *pieces}))
