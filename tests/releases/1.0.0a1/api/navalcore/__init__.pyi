__all__ = ['AnyGame', 'AnyMatch', 'Bot', 'Busy', 'CHANCE', 'Decision', 'Event', 'Game', 'IncompatibleSave', 'Manifest', 'Match', 'NavalCoreError', 'NotOffered', 'NotYourTurn', 'Option', 'OptionOdds', 'Options', 'Outcome', 'Record', 'Refusal', 'RevealedSeed', 'SPECTATOR', 'SaveFile', 'Scenario', 'Seat', 'SeatSession', 'Session', 'Snapshot', 'StaleDecision', 'UMPIRE', 'UndoBarrier', 'UnknownGame', 'Verification', 'View', 'bot_names', 'face_of', 'games', 'lay_data_over', 'load', 'load_match', 'loads_match', 'make_bots', 'play_out', 'read_record', 'read_record_text', 'read_save', 'read_save_text', 'verify', 'verify_commitment']

AnyGame: TypeAlias = Game[Any, Any, Any]

AnyMatch: TypeAlias = Match[Any, Any, Any]
from navalcore.bots import Bot as Bot
from navalcore.errors import Busy as Busy
from navalcore.rules import CHANCE as CHANCE
from navalcore.rules import Decision as Decision
from navalcore.components import Event as Event
from navalcore.rules import Game as Game
from navalcore.errors import IncompatibleSave as IncompatibleSave
from navalcore.rules import Manifest as Manifest

class Match():
    def __init__(self) -> None: ...
    def answers_itself(self, role: str, people: Collection[str]) -> bool: ...
    def choices(self) -> list[int]: ...
    def choose(self, choice: object, role: str | None = None, decision: int | None = None) -> None: "Raises BadData, Busy, NotWritten, RuleError, UnknownName"
    commitment: str
    count: int
    decision: Decision | None
    def decision_for(self, role: str) -> Decision | None: "Raises UnknownName"
    decisions: Mapping[str, Decision]
    digest: str
    def dumps(self, *, seed: bool = True) -> str: "Raises BadData"
    def dumps_for(self, role: str) -> str: "Raises BadData, UnknownName"
    events: EventBus
    def fork(self, *, seed: int | str | None = None, as_seen_by: str | None = None, chance: Chance | None = None) -> Match[S, O, V]: "Raises BadData"
    game: Game[S, O, V]
    def odds(self, option: object, *, role: str | None = None, budget: int = 128) -> OptionOdds: "Raises Ambiguous, BadData, GameOver, NotOffered, NotYourTurn"
    def odds_table(self, *, role: str | None = None, budget: int = 512) -> tuple[OptionOdds, ...]: ...
    outcome: Outcome | None
    over: bool
    def play_bots(self, *, limit: int | None = None) -> None: "Raises UnknownName"
    def position(self) -> dict[str, Any]: "Raises BadData"
    def record_to(self, target: str | Path | Callable[[str], object], *, durable: bool = False, resume: bool = False) -> None: "Raises BadData, Busy, InUse, NotWritten"
    def reseed(self, seed: int | str) -> None: "Raises BadData, Busy"
    def reveal_seed(self) -> RevealedSeed: "Raises SeedWithheld"
    def save(self, path: str | Path, *, seed: bool = True) -> None: "Raises BadData, InUse"
    def save_for(self, role: str, path: str | Path) -> None: ...
    seats: Mapping[str, str]
    def sees_alike(self, *roles: str) -> bool: "Raises UnknownName"
    setup: MatchSetup[O]
    def snapshot(self, role: str, *, since: int | None = None, odds: bool = False) -> Snapshot: "Raises BadData, Busy, UnknownName"
    state: S
    def stop_recording(self) -> None: ...
    def tape(self) -> list[Entry]: ...
    def undo(self, role: str | None = None, decision: int | None = None) -> None: "Raises Busy, NotWritten, StaleDecision, UndoBarrier"
    def view(self, role: str) -> V: "Raises Busy, UnknownName"
    def why_not(self, choice: object, *, role: str | None = None) -> Refusal | None: "Raises GameOver"
from navalcore.errors import NavalCoreError as NavalCoreError
from navalcore.errors import NotOffered as NotOffered
from navalcore.errors import NotYourTurn as NotYourTurn
from navalcore.rules import Option as Option
from navalcore.odds import OptionOdds as OptionOdds
from navalcore.rules import Options as Options
from navalcore.rules import Outcome as Outcome

class Record():
    def __init__(self, path: Path, header: RecordHeader, told: tuple[EventData, ...], end: RecordEnd) -> None: ...
    choices: list[EventData]
    end: RecordEnd
    def events(self, game: Game[Any, Any, Any]) -> list[Event]: "Raises DamagedTape, IncompatibleSave"
    header: RecordHeader
    path: Path
    def show(self, game: Game[Any, Any, Any], shown: Callable[[View], str]) -> str: "Raises DamagedTape, IncompatibleSave"
    told: tuple[EventData, ...]
    def view(self, game: Game[Any, Any, Any]) -> View: "Raises IncompatibleSave"
from navalcore.rules import Refusal as Refusal

class RevealedSeed():
    def __init__(self, seed: str, salt: str, game: str, rules: str, scenario: str, options: Mapping[str, Any], chance: str = 'seeded', undo: str = 'barrier') -> None: ...
    chance: str = 'seeded'
    commitment: str
    game: str
    options: Mapping[str, Any]
    rules: str
    salt: str
    scenario: str
    seed: str
    source: SeededChance
    undo: str = 'barrier'
from navalcore.components import SPECTATOR as SPECTATOR

class SaveFile():
    def __init__(self, header: SaveHeader, entries: tuple[Entry, ...], lines: tuple[int, ...], head: str, whole: int, torn: bool, path: Path, stamp: tuple[int, int, int, int], written: tuple[Entry, ...]) -> None: ...
    count: int
    entries: tuple[Entry, ...]
    head: str
    header: SaveHeader
    lines: tuple[int, ...]
    path: Path
    stamp: tuple[int, int, int, int]
    torn: bool
    whole: int
    written: tuple[Entry, ...]
from navalcore.rules import Scenario as Scenario
from navalcore.rules import Seat as Seat

class SeatSession():
    async def __aiter__(self) -> AsyncIterator[Snapshot]: ...
    def __init__(self, session: Session, role: str, since: int = 0) -> None: ...
    def __iter__(self) -> Iterator[Snapshot]: ...
    async def act(self, text: str | bytes) -> str: ...
    def act_now(self, text: str | bytes) -> str: ...
    async def answer_other(self, act: Mapping[str, Any]) -> Mapping[str, Any]: ...
    def look(self, match: AnyMatch) -> tuple[Snapshot, object]: ...
    async def messages(self, *, pictures: bool = False) -> AsyncIterator[str]: ...
    def messages_now(self, *, pictures: bool = False) -> Iterator[str]: ...
    async def news(self, timeout: float | None = None) -> Snapshot | None: ...
    def news_now(self, timeout: float | None = None) -> Snapshot | None: ...
    orders: tuple[str, ...]
    role: str
    told: int

class Session():
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_error: object) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...
    def __init__(self, match: Match[Any, Any, Any], *, seats: Mapping[str, str] | None = None, plugins: Sequence[str] = (), autopass: bool = True) -> None: ...
    async def alone(self) -> AsyncIterator[None]: ...
    answering: bool
    @staticmethod
    async def aside(function: Callable[[], R], pool: Executor | None = None) -> R: ...
    def begin(self) -> None: ...
    def begin_now(self) -> None: ...
    changed: asyncio.Event
    def close(self) -> None: ...
    closed: bool
    def go_on(self) -> None: ...
    def go_on_now(self) -> None: ...
    def go_on_with(self, match: Match[Any, Any, Any]) -> None: ...
    async def look(self, action: Callable[[Match[Any, Any, Any]], R]) -> R: ...
    def look_now(self, action: Callable[[Match[Any, Any, Any]], R]) -> R: ...
    def orders(self, role: str) -> StandingOrders[Any]: ...
    def orders_in_force(self) -> list[tuple[str, Order[Any]]]: ...
    async def run(self, action: Callable[[Match[Any, Any, Any]], R], pool: Executor | None = None) -> R: ...
    def run_now(self, action: Callable[[Match[Any, Any, Any]], R]) -> R: ...
    def seat(self, role: str, *, since: int = 0) -> SeatSession: "Raises UnknownName"
    seats: Mapping[str, str]
    async def settled(self) -> None: ...
    def tell(self) -> None: ...
    trouble: str

class Snapshot(BaseModel):
    board: BoardData | None
    def changes(self, before: Snapshot) -> dict[str, Any]: ...
    decision: SerializeAsAny[DecisionData] | None
    events: tuple[SerializeAsAny[EventData], ...]
    game: str
    may_undo: bool
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    number: int
    options: dict[str, Any]
    outcome: OutcomeData | None
    protocol: int
    role: str
    rules: str
    scenario: str
    seats: dict[str, str]
    titles: dict[str, str]
    told: int
    view: SerializeAsAny[View]
    waiting_for: tuple[str, ...]
from navalcore.errors import StaleDecision as StaleDecision
from navalcore.components import UMPIRE as UMPIRE
from navalcore.errors import UndoBarrier as UndoBarrier
from navalcore.errors import UnknownGame as UnknownGame

class Verification():
    def __init__(self, path: Path, header: SaveHeader | None, checks: tuple[Check, ...], match: Match[Any, Any, Any] | None = None, error: NavalCoreError | None = None) -> None: ...
    checks: tuple[Check, ...]
    conclusion: str
    error: NavalCoreError | None = None
    header: SaveHeader | None
    match: Match[Any, Any, Any] | None = None
    @classmethod
    def of(cls, save: str | Path | SaveFile, game: Game[Any, Any, Any] | None = None, *, commitment: str | None = None) -> Verification: ...
    path: Path
    proven: bool
    def to_json(self) -> dict[str, Any]: ...
    unproven: tuple[str, ...]
from navalcore.rules import View as View
from navalcore.bots import bot_names as bot_names

def face_of(game: Game[S, O, V]) -> Face[S, O, V]: "Raises BrokenPlugin"

def games(plugins: Sequence[str] = ()) -> dict[str, Manifest]: ...

def lay_data_over(game_id: str, folder: str | PathLike[str], plugins: Sequence[str] = (), *, variant: str = '') -> None: "Raises BadData, UnknownGame"

def load(game_id: str, plugins: Sequence[str] = ()) -> Game[Any, Any, Any]: "Raises BadData, BrokenPlugin, UnknownGame, UnknownName"

def load_match(save: str | Path | SaveFile, game: Game[Any, Any, Any] | None = None, *, to: int | None = None, on_event: Callable[[Event], None] | None = None, history: bool = False, trust: bool = False) -> Match[Any, Any, Any]: "Raises Diverged, IncompatibleSave, UnknownGame"

def loads_match(text: str, game: Game[Any, Any, Any] | None = None, *, to: int | None = None, on_event: Callable[[Event], None] | None = None, history: bool = False, trust: bool = False) -> Match[Any, Any, Any]: ...
from navalcore.bots import make_bots as make_bots
from navalcore.bots import play_out as play_out

def read_record(path: str | Path) -> Record: "Raises BadData, DamagedTape, IncompatibleSave"

def read_record_text(text: str) -> Record: ...

def read_save(path: str | Path) -> SaveFile: "Raises BadData, DamagedTape, IncompatibleSave"

def read_save_text(text: str) -> SaveFile: "Raises BadData"

def verify(save: str | Path | SaveFile, game: Game[Any, Any, Any] | None = None, *, commitment: str | None = None) -> Verification: "Raises BadData, DamagedTape, Diverged"

def verify_commitment(published: str, revealed: RevealedSeed) -> bool: ...
