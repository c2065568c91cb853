from navalcore._wire.messages import (
    OddsData as OddsData,
    ProspectData as ProspectData,
)
from navalcore.odds._answers import (
    Odds as Odds,
    OptionOdds as OptionOdds,
)
from navalcore.odds._comparison import (
    Comparison as Comparison,
)
from navalcore.odds._exact import (
    Chain as Chain,
    compare as compare,
    exact as exact,
    odds_of as odds_of,
    sample as sample,
)
from navalcore.odds._paths import (
    BranchingChance as BranchingChance,
    Draw as Draw,
)
from navalcore.odds._questions import (
    Choice as Choice,
    Parameters as Parameters,
    Question as Question,
    Samples as Samples,
    SampleSeed as SampleSeed,
    WholeNumber as WholeNumber,
    question as question,
)
from navalcore.odds._statistics import (
    mean_interval as mean_interval,
    quantile as quantile,
    share_interval as share_interval,
)

__all__: list[str]
