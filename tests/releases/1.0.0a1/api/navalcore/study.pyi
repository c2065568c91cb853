__all__ = ['Branch', 'Branches', 'ChanceEntry', 'Check', 'CheckpointEntry', 'ChoiceEntry', 'Doubt', 'Entry', 'FailedMatch', 'Luck', 'LuckReport', 'MAIN', 'OutcomeEntry', 'Perft', 'Plan', 'Proof', 'RecordEnd', 'RecordHeader', 'ReseedEntry', 'SaveHeader', 'SimulatedMatch', 'StateEntry', 'UndoEntry', 'as_csv', 'as_json', 'check_parquet', 'compare_branches', 'is_locked', 'is_record', 'journal_plan', 'keep_failures', 'perft', 'play_batch', 'play_one', 'report', 'report_picture', 'reporting', 'results_svg', 'simulate', 'summary', 'upgrade_save', 'write_parquet']

class Branch():
    def __init__(self, name: str, parent: str | None, comment: str, lines: tuple[str, ...]) -> None: ...
    choices: int
    comment: str
    lines: tuple[str, ...]
    name: str
    parent: str | None

class Branches():
    def __getitem__(self, name: str) -> Branch: "Raises UnknownName"
    def __init__(self, branches: Sequence[Branch]) -> None: ...
    @classmethod
    def begin(cls, save: AnyMatch | str | Path, comment: str = '') -> Branches: ...
    def children(self, name: str | None) -> list[str]: ...
    def comment(self, name: str, text: str) -> Branch: "Raises UnknownName"
    def fork(self, parent: str, name: str, *, at: int | None = None, seed: int | str | None = None, comment: str = '', game: Game[Any, Any, Any] | None = None) -> Branch: "Raises BadData, UnknownName"
    game_id: str
    def keep(self, name: str, match: AnyMatch) -> Branch: "Raises BadData, UnknownName"
    def match(self, name: str, game: Game[Any, Any, Any] | None = None, **arguments: Any) -> AnyMatch: "Raises UnknownName"
    names: list[str]
    def parts_at(self, name: str) -> int: ...
    @classmethod
    def read(cls, path: str | Path) -> Branches: "Raises BadData"
    def save(self, name: str, path: str | Path) -> None: "Raises BadData, UnknownName"
    def write(self, path: str | Path) -> None: "Raises BadData"

class ChanceEntry(BaseModel):
    def confirms(self, other: Entry) -> bool: ...
    die: str
    def differs_in(self, other: BaseModel) -> list[str]: ...
    kind: Literal['chance'] = 'chance'
    def line(self) -> dict[str, Any]: ...
    manual: bool = False
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    optional: frozenset[str] = frozenset()
    prose = frozenset({'why', 'text'})
    rule: str
    text: str
    value: int
    why: str
    def without_seed(self) -> Self: ...

class Check():
    def __init__(self, what: str, proof: Proof, detail: str) -> None: ...
    detail: str
    proof: Proof
    what: str

class CheckpointEntry(BaseModel):
    def confirms(self, other: Entry) -> bool: ...
    data: Any
    def differs_in(self, other: BaseModel) -> list[str]: ...
    kind: Literal['checkpoint'] = 'checkpoint'
    def line(self) -> dict[str, Any]: ...
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    optional: frozenset[str] = frozenset()
    packed: str
    prose: frozenset[str] = frozenset()
    state: str
    step: str
    def without_seed(self) -> Self: ...
    words: int | None = Field(ge=0, lt=1 << 60)

class ChoiceEntry(BaseModel):
    asked: str
    def confirms(self, other: Entry) -> bool: ...
    def differs_in(self, other: BaseModel) -> list[str]: ...
    key: str | None = None
    kind: Literal['choice'] = 'choice'
    def line(self) -> dict[str, Any]: ...
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    optional = frozenset({'key'})
    pick: int
    prompt: str
    prose = frozenset({'prompt', 'text'})
    role: str
    rule: str
    text: str
    def without_seed(self) -> Self: ...

class Doubt():
    def __init__(self, number: int, role: str, prompt: str, rule: str, chosen: str, better: str, cost: float, error: float, playouts: int) -> None: ...
    better: str
    chosen: str
    cost: float
    error: float
    number: int
    playouts: int
    prompt: str
    role: str
    rule: str

Entry: TypeAlias = ChoiceEntry | ChanceEntry | StateEntry | CheckpointEntry | UndoEntry | ReseedEntry | OutcomeEntry

class FailedMatch():
    def __init__(self, number: int, seed: str, error: str, save: str = '') -> None: ...
    error: str
    number: int
    save: str = ''
    seed: str

class Luck():
    def __init__(self, number: int, what: str, why: str, rule: str, chance: float, before: Mapping[str, float], after: Mapping[str, float]) -> None: ...
    after: Mapping[str, float]
    before: Mapping[str, float]
    chance: float
    number: int
    rule: str
    def swing(self, role: str) -> float: ...
    what: str
    why: str

class LuckReport():
    def __init__(self, game: str, scenario: str, roles: tuple[str, ...], outcome: str | None, judged: str, luck: tuple[Luck, ...], doubts: tuple[Doubt, ...], searched: int, course: tuple[tuple[int, Mapping[str, float]], ...], results: tuple[int, int] = (0, 0)) -> None: ...
    course: tuple[tuple[int, Mapping[str, float]], ...]
    doubts: tuple[Doubt, ...]
    game: str
    judged: str
    luck: tuple[Luck, ...]
    def luck_error(self, role: str) -> float: ...
    outcome: str | None
    results: tuple[int, int] = (0, 0)
    roles: tuple[str, ...]
    scenario: str
    searched: int
    def to_json(self) -> dict[str, Any]: ...
    def total_luck(self, role: str) -> float: ...
    def turning_points(self, role: str, most: int = 5) -> list[Luck]: ...

MAIN: Final = 'main'

class OutcomeEntry(BaseModel):
    def confirms(self, other: Entry) -> bool: ...
    def differs_in(self, other: BaseModel) -> list[str]: ...
    kind: Literal['outcome'] = 'outcome'
    def line(self) -> dict[str, Any]: ...
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    optional: frozenset[str] = frozenset()
    prose = frozenset({'reason'})
    reason: str
    winner: str | None
    def without_seed(self) -> Self: ...

class Perft():
    def __init__(self, depth: int, lines: int, decisions: int, chances: int, ended: int, asked: str, divide: Mapping[str, int]) -> None: ...
    asked: str
    chances: int
    decisions: int
    depth: int
    divide: Mapping[str, int]
    ended: int
    lines: int

class Plan():
    def __init__(self, game: str, scenario: str | None = None, options: Mapping[str, Any] = dict(), bots: Mapping[str, str] = dict(), seed: str = '0', plugins: tuple[str, ...] = ()) -> None: ...
    bots: Mapping[str, str] = field(default_factory=dict)
    def filled(self) -> Plan: "Raises BadData"
    game: str
    def match_seed(self, number: int) -> str: ...
    options: Mapping[str, Any] = field(default_factory=dict)
    plugins: tuple[str, ...] = ()
    scenario: str | None = None
    seed: str = '0'
    def to_json(self) -> dict[str, Any]: ...

class Proof(StrEnum):
    NOT_PROVABLE = 'not provable'
    PROVEN = 'proven'
    REFUSED = 'refused'

class RecordEnd(BaseModel):
    decision: dict[str, Any] | None
    may_undo: bool
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    number: int
    outcome: OutcomeData | None
    told: int
    view: dict[str, Any]
    waiting_for: list[str]

class RecordHeader(BaseModel):
    chance: str
    commitment: str
    game: str
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    navalcore_record: int
    options: dict[str, Any]
    role: str
    rules: str
    scenario: str
    undo: str

class ReseedEntry(BaseModel):
    commitment: str = Field(min_length=1)
    def confirms(self, other: Entry) -> bool: ...
    def differs_in(self, other: BaseModel) -> list[str]: ...
    kind: Literal['reseed'] = 'reseed'
    def line(self) -> dict[str, Any]: ...
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    optional: frozenset[str] = frozenset()
    prose: frozenset[str] = frozenset()
    salt: str | None = None
    seed: str | None
    def without_seed(self) -> Self: ...

class SaveHeader(BaseModel):
    chance: Literal['seeded', 'committed', 'physical', 'recorded']
    commitment: str
    def commits_to(self, reseed: ReseedEntry) -> bool: ...
    def committing(self, seed: str, salt: str) -> RevealedSeed: ...
    def confirms(self, other: Entry) -> bool: ...
    def differs_in(self, other: BaseModel) -> list[str]: ...
    game: str
    def line(self) -> dict[str, Any]: ...
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    navalcore: int
    optional = frozenset({'seats', 'position'})
    options: dict[str, Any]
    position: dict[str, Any] | None = None
    prose: frozenset[str] = frozenset()
    revealed: RevealedSeed | None
    def root(self) -> str: ...
    rules: str
    salt: str | None = None
    scenario: str
    seats: dict[str, str] | None = None
    seed: str | None = None
    undo: Literal['barrier', 'free'] = 'barrier'
    def without_seed(self) -> Self: ...

class SimulatedMatch():
    def __init__(self, number: int, seed: str, winner: str | None, ending: str, choices: int, length: int, scores: dict[str, int], asked: tuple[str, ...] = ()) -> None: ...
    asked: tuple[str, ...] = ()
    choices: int
    ending: str
    length: int
    number: int
    def row(self) -> dict[str, Any]: ...
    scores: dict[str, int]
    seed: str
    winner: str | None

class StateEntry(BaseModel):
    def confirms(self, other: Entry) -> bool: ...
    def differs_in(self, other: BaseModel) -> list[str]: ...
    kind: Literal['state'] = 'state'
    def line(self) -> dict[str, Any]: ...
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    optional: frozenset[str] = frozenset()
    prose: frozenset[str] = frozenset()
    state: str
    step: str
    def without_seed(self) -> Self: ...

class UndoEntry(BaseModel):
    def confirms(self, other: Entry) -> bool: ...
    def differs_in(self, other: BaseModel) -> list[str]: ...
    kind: Literal['undo'] = 'undo'
    def line(self) -> dict[str, Any]: ...
    model_config = ConfigDict(frozen=True, extra='forbid', strict=True)
    optional = frozenset({'role'})
    prose: frozenset[str] = frozenset()
    role: str | None = None
    to: int
    def without_seed(self) -> Self: ...

def as_csv(records: Sequence[SimulatedMatch]) -> str: ...

def as_json(records: Sequence[SimulatedMatch]) -> str: ...

def check_parquet() -> None: "Raises BadData"

def compare_branches(tree: Branches, names: Sequence[str] = (), *, matches: int = 100, bots: Mapping[str, str] | None = None, seed: int | str = '0', as_seen_by: str | None = None, plugins: tuple[str, ...] = (), jobs: int = 1, executor: Executor | None = None, progress: Callable[[int], None] | None = None) -> dict[str, dict[str, Any]]: "Raises BadData, RuleError, UnknownName"

def is_locked(path: Path) -> bool: "Raises BadData"

def is_record(path: str | Path) -> bool: ...

def journal_plan(path: str | Path) -> dict[str, Any] | None: "Raises BadData"

def keep_failures(folder: str | Path) -> Callable[[FailedMatch], Path]: "Raises BadData"

def perft(match: Match[Any, Any, Any], depth: int) -> Perft: "Raises BadData"

def play_batch(plan: Plan, numbers: Iterable[int]) -> list[SimulatedMatch | FailedMatch]: ...

def play_one(game: Game[Any, Any, Any], plan: Plan, number: int) -> SimulatedMatch: ...

def report(match: Match[Any, Any, Any], *, role: str | None = None, budget: Budget | None = None, playouts: int | None = None, courses: int | None = None, progress: Callable[[int, int], None] | None = None) -> LuckReport: "Raises BadData, UnknownName"

def report_picture(report: LuckReport) -> str: ...

def reporting(match: Match[Any, Any, Any], *, role: str | None = None, budget: Budget | None = None, playouts: int | None = None, courses: int | None = None) -> Generator[tuple[int, int], None, LuckReport]: ...

def results_svg(title: str, summed: Mapping[str, Any], records: Sequence[SimulatedMatch], names: Mapping[str, str], measure: str = 'length') -> str: "Raises UnknownName"

def simulate(plan: Plan, matches: int, *, jobs: int = 1, executor: Executor | None = None, journal: str | Path | None = None, on_failure: Callable[[FailedMatch], object] | None = None, progress: Callable[[int], None] | None = None) -> list[SimulatedMatch]: "Raises BadData, RuleError"

def summary(plan: Plan, records: Sequence[SimulatedMatch], roles: Sequence[str]) -> dict[str, Any]: "Raises BadData"

def upgrade_save(path: str | Path, *, in_place: bool = False, plugins: Sequence[str] = ()) -> Path: "Raises BadData, InUse"

def write_parquet(records: Sequence[SimulatedMatch], path: str | Path) -> None: "Raises BadData"
