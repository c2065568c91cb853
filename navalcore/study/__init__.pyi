from navalcore._face.reasons import (
    Reason as Reason,
    reasons as reasons,
    told_about as told_about,
)
from navalcore._lessons.files import (
    Lesson as Lesson,
    LessonStep as LessonStep,
    examples as examples,
    lessons as lessons,
)
from navalcore._lessons.puzzles import (
    Puzzle as Puzzle,
    PuzzleAnswer as PuzzleAnswer,
    puzzles as puzzles,
)
from navalcore._lessons.run import LessonAnswer as LessonAnswer, LessonRun as LessonRun
from navalcore._match.records import is_record as is_record
from navalcore._saves.entries import (
    ChanceEntry as ChanceEntry,
    CheckpointEntry as CheckpointEntry,
    ChoiceEntry as ChoiceEntry,
    Entry as Entry,
    OutcomeEntry as OutcomeEntry,
    ReseedEntry as ReseedEntry,
    SaveHeader as SaveHeader,
    StateEntry as StateEntry,
    UndoEntry as UndoEntry,
)
from navalcore._saves.locks import is_locked as is_locked
from navalcore._saves.records import (
    RecordEnd as RecordEnd,
    RecordHeader as RecordHeader,
)
from navalcore._saves.verification import (
    Check as Check,
    Proof as Proof,
)
from navalcore.study._branches import (
    MAIN as MAIN,
    Branch as Branch,
    Branches as Branches,
    compare_branches as compare_branches,
)
from navalcore.study._charts import (
    report_picture as report_picture,
    results_svg as results_svg,
)
from navalcore.study._perft import (
    Perft as Perft,
    perft as perft,
)
from navalcore.study._plan import Plan as Plan
from navalcore.study._records import (
    FailedMatch as FailedMatch,
    SimulatedMatch as SimulatedMatch,
    as_csv as as_csv,
    as_json as as_json,
    check_parquet as check_parquet,
    journal_plan as journal_plan,
    write_parquet as write_parquet,
)
from navalcore.study._report import (
    Doubt as Doubt,
    Luck as Luck,
    LuckReport as LuckReport,
    report as report,
    reporting as reporting,
)
from navalcore.study._results import Simulation as Simulation
from navalcore.study._simulate import (
    keep_failures as keep_failures,
    play_batch as play_batch,
    play_one as play_one,
    simulate as simulate,
)
from navalcore.study._summary import summary as summary
from navalcore.study._upgrade import upgrade_save as upgrade_save

__all__: list[str]
