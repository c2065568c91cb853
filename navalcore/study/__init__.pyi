from navalcore._saves.verification import (
    Check as Check,
    Proof as Proof,
)
from navalcore.study._branches import Branches as Branches
from navalcore.study._perft import perft as perft
from navalcore.study._report import (
    LuckReport as LuckReport,
    report as report,
)
from navalcore.study._simulate import (
    Plan as Plan,
    simulate as simulate,
    summary as summary,
)
from navalcore.study._statistics import quantile as quantile

__all__: list[str]
