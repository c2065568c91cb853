from navalcore.testing._fuzz import (
    FuzzReport as FuzzReport,
    fuzz_game as fuzz_game,
)
from navalcore.testing._kit import (
    CHECKS as CHECKS,
    check_game as check_game,
    find_game as find_game,
)
from navalcore.testing._questions import (
    QuestionKind as QuestionKind,
    questions_of as questions_of,
)
from navalcore.testing._report import (
    CheckReport as CheckReport,
    Coverage as Coverage,
    Finding as Finding,
)
from navalcore.testing._stress import StopAt as StopAt

__all__: list[str]
