from navalcore._companion.companion import (
    Companion as Companion,
    companion_in as companion_in,
)
from navalcore._companion.desk import (
    Desk as Desk,
    Mark as Mark,
)
from navalcore._companion.procedures import (
    FormField as FormField,
    Misfit as Misfit,
    StandAlone as StandAlone,
    resolves as resolves,
)
from navalcore._face.chart_files import ChartFile as ChartFile
from navalcore._face.face import (
    DRAWN as DRAWN,
    Face as Face,
)
from navalcore._face.order import (
    Ask as Ask,
    Order as Order,
)
from navalcore._face.schemas import schemas as schemas
from navalcore._match.installed import data_files as data_files
from navalcore._match.match import Game as Game
from navalcore._match.varying import vary as vary
from navalcore._play.chance import ScriptedChance as ScriptedChance
from navalcore._play.setup import MatchSetup as MatchSetup
from navalcore._plugins.contracts import (
    BotLike as BotLike,
    GameLike as GameLike,
    VariantLike as VariantLike,
)
from navalcore._plugins.discovery import discover as discover
from navalcore._plugins.hooks import hookimpl as hookimpl
from navalcore._plugins.installed import (
    BrokenPluginReport as BrokenPluginReport,
    Plugins as Plugins,
)
from navalcore._plugins.manifest import (
    BotManifest as BotManifest,
    Manifest as Manifest,
    VariantManifest as VariantManifest,
)
from navalcore._rulebook.citing import (
    Citation as Citation,
    rule as rule,
    takes_modifiers as takes_modifiers,
)
from navalcore._rulebook.loading import load_rulebook as load_rulebook
from navalcore._rulebook.model import (
    Rulebook as Rulebook,
    Ruling as Ruling,
    Section as Section,
    SectionKind as SectionKind,
    Source as Source,
    Term as Term,
)
from navalcore._rulebook.register import (
    CoverageReport as CoverageReport,
    SectionCoverage as SectionCoverage,
    coverage as coverage,
)
from navalcore._rulebook.tables import (
    DataTable as DataTable,
    markdown_table as markdown_table,
)
from navalcore._rules.decision import (
    CHANCE as CHANCE,
    About as About,
    Decision as Decision,
    Flow as Flow,
    Reasons as Reasons,
    Subject as Subject,
    choose as choose,
    choose_if_several as choose_if_several,
    together as together,
)
from navalcore._rules.events import (
    ChoiceMade as ChoiceMade,
    MatchEnded as MatchEnded,
    Undone as Undone,
)
from navalcore._rules.facts import (
    Fact as Fact,
    Summand as Summand,
    summands as summands,
)
from navalcore._rules.field_marks import (
    Categorical as Categorical,
    Features as Features,
    Slots as Slots,
    by_role as by_role,
    harmless as harmless,
    none_as as none_as,
    numbered as numbered,
    seen_by as seen_by,
    stacked as stacked,
    written_as as written_as,
    written_with as written_with,
)
from navalcore._rules.offering import (
    No as No,
    Offers as Offers,
    Refusal as Refusal,
    no as no,
    offers as offers,
)
from navalcore._rules.option import (
    Option as Option,
    types_in as types_in,
)
from navalcore._rules.play import (
    ModifierProvider as ModifierProvider,
    Play as Play,
)
from navalcore._rules.plotting import (
    Plots as Plots,
    plot as plot,
)
from navalcore._rules.replacing import (
    filters as filters,
    replaces as replaces,
)
from navalcore._rules.running import DecisionPolicy as DecisionPolicy, run as run
from navalcore._rules.state import StateType as StateType
from navalcore._rules.terms import (
    Options as Options,
    Outcome as Outcome,
    Procedure as Procedure,
    Scenario as Scenario,
    Seat as Seat,
    Step as Step,
    Terms as Terms,
    View as View,
)
from navalcore._rules.variants import (
    Variant as Variant,
    after as after,
    before as before,
    instead as instead,
)
from navalcore._rules.views import (
    CachesView as CachesView,
    Part as Part,
    cached_views as cached_views,
    redacted_copy as redacted_copy,
)
from navalcore._saves.entries import asked_alone as asked_alone
from navalcore._saves.recorder import note_every_step as note_every_step
from navalcore._wire.messages import (
    DecisionData as DecisionData,
    EventData as EventData,
    FactData as FactData,
    MoveData as MoveData,
    OptionData as OptionData,
    OutcomeData as OutcomeData,
    PlaceData as PlaceData,
    SummandData as SummandData,
)
from navalcore.components._chance import (
    Chance as Chance,
    SeededChance as SeededChance,
)
from navalcore.components._declared import worded as worded
from navalcore.components._events import Event as Event
from navalcore.components._places import (
    Move as Move,
    Place as Place,
    PlacePart as PlacePart,
    places as places,
)
from navalcore.components._roles import (
    SPECTATOR as SPECTATOR,
    UMPIRE as UMPIRE,
)

__all__: list[str]
