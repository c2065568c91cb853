from navalcore.testing._fuzz import (
    FuzzReport as FuzzReport,
    fuzz_game as fuzz_game,
)
from navalcore.testing._kit import (
    check_game as check_game,
    find_game as find_game,
)
from navalcore.testing._registry import (
    CHECKS as CHECKS,
    Check as Check,
)
from navalcore.testing._report import (
    Coverage as Coverage,
    Failure as Failure,
    Report as Report,
)
from navalcore.testing._trial import Trial as Trial

__all__: list[str]
