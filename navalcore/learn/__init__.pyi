from navalcore.learn._actions import ActionSpace as ActionSpace
from navalcore.learn._batch import (
    BatchOfMatches as BatchOfMatches,
    batch as batch,
)
from navalcore.learn._chance import (
    ChanceNodes as ChanceNodes,
    SuspendingChance as SuspendingChance,
)
from navalcore.learn._dataset import (
    masks as masks,
    read_metadata as read_metadata,
    write_decisions as write_decisions,
)
from navalcore.learn._encoding import Encoder as Encoder
from navalcore.learn._entities import (
    EntityEncoder as EntityEncoder,
    EventTokens as EventTokens,
)
from navalcore.learn._evaluate import (
    Evaluation as Evaluation,
    LeaderboardEntry as LeaderboardEntry,
    SeatTally as SeatTally,
    add_to_leaderboard as add_to_leaderboard,
    evaluate as evaluate,
    read_leaderboard as read_leaderboard,
    write_leaderboard as write_leaderboard,
)
from navalcore.learn._exploitability import (
    BestAnswer as BestAnswer,
    Mixture as Mixture,
    exploitability as exploitability,
    mixture_of_bots as mixture_of_bots,
)
from navalcore.learn._gym import (
    GymEnv as GymEnv,
    ShapedByEvaluation as ShapedByEvaluation,
    register_with_gymnasium as register_with_gymnasium,
    vector_env as vector_env,
)
from navalcore.learn._miniature import (
    GameTree as GameTree,
    Miniature as Miniature,
    Position as Position,
    TreeNode as TreeNode,
    miniatures as miniatures,
)
from navalcore.learn._openspiel import register_with_openspiel as register_with_openspiel
from navalcore.learn._policy import (
    Policy as Policy,
    PolicyBot as PolicyBot,
)
from navalcore.learn._table import LearningTable as LearningTable
from navalcore.learn._text import (
    information_digest as information_digest,
    information_state as information_state,
    text_observation as text_observation,
)
from navalcore.learn._zoo import (
    PettingZooEnv as PettingZooEnv,
    PettingZooParallelEnv as PettingZooParallelEnv,
)

__all__: list[str]
