__all__ = ['CHECKS', 'CheckReport', 'Coverage', 'Finding', 'FuzzReport', 'QuestionKind', 'StopAt', 'check_game', 'find_game', 'fuzz_game', 'questions_of']

CHECKS: Final[Mapping[str, str]] = {check.name: check.proves for check in REGISTERED.values()}

class CheckReport():
    def __init__(self, game: str, matches: int = 0, ran: dict[str, int] = dict(), failures: list[Finding] = list(), skipped: dict[str, str] = dict(), coverage: Coverage = Coverage(), harmless: dict[str, str] = dict()) -> None: ...
    coverage: Coverage = field(default_factory=Coverage)
    failed: list[str]
    failures: list[Finding] = field(default_factory=list)
    game: str
    harmless: dict[str, str] = field(default_factory=dict)
    matches: int = 0
    ok: bool
    ran: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    def text(self) -> str: ...
    def to_json(self) -> dict[str, Any]: ...
    def write_saves(self, folder: str | Path) -> None: "Raises BadData"

class Coverage():
    def __init__(self, steps: Counter[str] = Counter(), unreached: list[str] = list(), rules: Counter[str] = Counter(), endings: Counter[str] = Counter(), endings_of_bots: Counter[str] = Counter(), options: dict[str, Counter[str]] = dict(), choices: int = 0, offered: Counter[str] = Counter(), placed: Counter[str] = Counter()) -> None: ...
    choices: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    endings_of_bots: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    options: dict[str, Counter[str]] = field(default_factory=dict)
    placed: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    unreached: list[str] = field(default_factory=list)

class Finding():
    def __init__(self, game: str, check: str, expected: str, found: str, scenario: str | None = None, options: Mapping[str, Any] = dict(), seed: str | None = None, decision: int | None = None, choices: tuple[int, ...] = (), shrunk_from: int | None = None, save: Path | None = None) -> None: ...
    check: str
    choices: tuple[int, ...] = ()
    decision: int | None = None
    expected: str
    found: str
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    save: Path | None = None
    scenario: str | None = None
    seed: str | None = None
    shrunk_from: int | None = None
    def to_json(self) -> dict[str, Any]: ...
    where: str

class FuzzReport():
    def __init__(self, game: str, seed: str, binding: int = 0, seconds: float = 0.0, matches: int = 0, choices: int = 0, findings: list[Finding] = list(), times: list[int] = list(), checks: Counter[str] = Counter(), endings: Counter[str] = Counter(), moods: Counter[str] = Counter(), steps: Counter[str] = Counter(), happened: Counter[str] = Counter(), missing: list[tuple[str, str]] = list()) -> None: ...
    binding: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    choices: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    game: str
    happened: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    missing: list[tuple[str, str]] = field(default_factory=list)
    moods: Counter[str] = field(default_factory=Counter)
    ok: bool
    seconds: float = 0.0
    seed: str
    steps: Counter[str] = field(default_factory=Counter)
    def text(self) -> str: ...
    times: list[int] = field(default_factory=list)
    def to_json(self) -> dict[str, Any]: ...

class QuestionKind():
    def __init__(self, role: str, kind: str, asked: int = 0, forced: int = 0, tried: int = 0, idle: int = 0, answers: Counter[str] = Counter()) -> None: ...
    answers: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    doubts: tuple[str, ...]
    forced: int = 0
    idle: int = 0
    kind: str
    def line(self, matches: int) -> str: ...
    role: str
    tried: int = 0

class StopAt():
    def __call__(self, match: AnyMatch) -> bool: ...
    def __init__(self, field: str, value: int) -> None: ...
    field: str
    @classmethod
    def of(cls, text: str) -> StopAt: ...
    value: int

def check_game(game: AnyGame | type[AnyGame] | str, *, matches: int = 20, seed: str = 'kit', scenarios: Sequence[str] | None = None, options: Mapping[str, Any] | None = None, max_choices: int | None = None, only: Sequence[str] | None = None, again: str | Path | None = None, patience: float | None = None, shrinking: bool = True, saves_to: str | Path | None = None, progress: Callable[[int, int], None] | None = None) -> CheckReport: "Raises BadData, UnknownName"

def find_game(game: AnyGame | type[AnyGame] | str) -> AnyGame: "Raises BadData"

def fuzz_game(game: AnyGame | type[AnyGame] | str, *, seconds: float = 120.0, matches: int | None = None, seed: str | None = None, scenarios: Sequence[str] | None = None, options: Mapping[str, Any] | None = None, into: str | Path | None = None, patience: float | None = None, first: int = 0, closely: int = 1, until: StopAt | None = None, progress: Callable[[FuzzReport], None] | None = None) -> FuzzReport: "Raises BadData, UnknownName"

def questions_of(game: AnyGame, *, matches: int = 10, seed: str = 'questions', scenario: str | None = None, options: Any = None) -> list[QuestionKind]: "Raises UnknownName"
