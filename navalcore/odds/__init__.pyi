from navalcore.odds._answers import Odds as Odds
from navalcore.odds._exact import (
    Chain as Chain,
    exact as exact,
    sample as sample,
)
from navalcore.odds._prospects import (
    OptionOdds as OptionOdds,
    Prospect as Prospect,
)
from navalcore.odds._questions import (
    Choice as Choice,
    Question as Question,
    Samples as Samples,
    Seed as Seed,
    WholeNumber as WholeNumber,
    question as question,
)

__all__: list[str]
