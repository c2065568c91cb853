"""Trained policies as files, and the bots that play by them; running one needs NumPy alone."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from io import BytesIO
from math import tanh
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from navalcore._match.match import Game
from navalcore._misfits import told_of_misfits, told_when_made
from navalcore._rules.decision import Decision
from navalcore._saves.journal import written_whole
from navalcore.bots import Bot
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData
from navalcore.learn._actions import ActionSpace
from navalcore.learn._encoding import Encoder
from navalcore.learn._games import GameOrId, game_of

FORMAT: Final = 1
FORMAT_WITH_WORTH: Final = 2
"""The format of a policy that estimates; earlier versions cannot read it."""
ACTIVATIONS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tanh": np.tanh,
    "relu": lambda values: np.maximum(values, 0.0),
}
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]
GivenLayer = tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]
"""Weights and biases of any precision, which a policy rounds."""


@dataclass(frozen=True)
class Policy:
    """A network that gives every action of a game a score: layers of weights and biases with an activation between."""

    game: str
    """The id of the game."""
    version: str
    """The rules version it was trained with."""
    actions: str
    """The digest of the action table it was trained with: as many keys as its last layer has scores."""
    entries: str
    """The digest of the names of the entries of its observations."""
    layers: tuple[Layer, ...]
    """Weights (scores by inputs) and biases of each layer."""
    activation: str = "tanh"
    """The function between the layers: ``tanh`` or ``relu``."""
    note: str = ""
    """How it was trained, in a sentence."""
    worth: tuple[Layer, ...] = ()
    """Weights and biases of the network that estimates the chance to win: its one score s represents 1 / (1 + exp(-s)).
    Empty: it has not learned to."""
    names: tuple[str, ...] = ()
    """The names of the entries of its observations, by which it is carried over when there are others; empty in the
    files of early versions."""

    @classmethod
    @told_of_misfits
    def of(
        cls,
        game: GameOrId,
        layers: Sequence[Layer] | Sequence[GivenLayer],
        activation: str = "tanh",
        note: str = "",
        worth: Sequence[Layer] | Sequence[GivenLayer] = (),
    ) -> Policy:
        """A policy for a game's usual action space and encoder.

        Args:
            game: the game or its id.
            layers: weights (scores by inputs) and biases of each layer.
            activation: what is between the layers: ``tanh`` or ``relu``.
            note: how it was trained, in a sentence.
            worth: the layers of the network that estimates the chance to win, if it has one.

        Raises:
            BadData: the layers do not fit each other, the observations or the actions; or what is given is neither a
                game nor an id.
            UnknownGame: no game of that id is installed.
        """
        game = game_of(game)
        space, encoder = ActionSpace(game), Encoder.of(game)
        made = cls(
            game.id,
            game.version,
            digest_of(space.keys or (str(space.n),)),
            digest_of(encoder.names),
            rounded(layers),
            activation,
            note,
            rounded(worth),
            encoder.names,
        )
        made.check(space, encoder)
        return made

    @classmethod
    def of_maskable_ppo(cls, game: GameOrId, model: Any, note: str = "") -> Policy:
        """The policy of a trained ``MaskablePPO`` of sb3-contrib with its usual ``MlpPolicy``.

        Args:
            game: the game or its id.
            model: the trained ``MaskablePPO``.
            note: words about its training, kept in the file.

        Raises:
            BadData: it has another network than that.
        """
        if not hasattr(model, "policy"):
            raise BadData(f"a trained MaskablePPO is wanted, not {model!r}")
        found = {name: each.detach().cpu().numpy() for name, each in model.policy.state_dict().items()}
        prefix = "mlp_extractor.policy_net."
        numbers = sorted(
            int(name.split(".")[2]) for name in found if name.startswith(prefix) and name.endswith("weight")
        )
        if "action_net.weight" not in found or not numbers:
            raise BadData("only the network of an MlpPolicy can be taken over: layers, then one score for each action")
        names = [*(f"{prefix}{number}" for number in numbers), "action_net"]
        return cls.of(game, [(found[f"{name}.weight"], found[f"{name}.bias"]) for name in names], "tanh", note)

    def carried_over(self, encoder: Encoder) -> Policy:
        """The same policy for observations that have gained or lost entries: it looks at those that it knows by name,
        and is blind for the others. One that fits already, or does not know its names, is given back as it is.

        Args:
            encoder: the game's encoder as it is now.
        """
        if self.entries == digest_of(encoder.names) or digest_of(self.names) != self.entries:
            return self
        places = {name: place for place, name in enumerate(self.names)}
        if not self.layers or self.layers[0][0].shape[1:] != (len(places),):
            return self
        kept = [(place, places[name]) for place, name in enumerate(encoder.names) if name in places]
        now, before = map(list, zip(*kept, strict=True)) if kept else ([], [])

        def moved(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
            if not layers:
                return ()
            old, biases = layers[0]
            weights = np.zeros((len(old), encoder.size), np.float32)
            weights[:, now] = old[:, before]
            return ((weights, biases), *layers[1:])

        entries = digest_of(encoder.names)
        return replace(self, layers=moved(self.layers), worth=moved(self.worth), entries=entries, names=encoder.names)

    def check(self, space: ActionSpace, encoder: Encoder) -> None:
        """Check that it fits the game as it is now.

        Args:
            space: the game's action space.
            encoder: the game's encoder.

        Raises:
            BadData: it does not; says where.
        """
        if not self.layers:
            raise BadData("a policy has at least one layer, which gives each action a score")
        known = digest_of(space.keys[: self.layers[-1][1].size] or (str(space.n),))
        if self.activation not in ACTIVATIONS:
            raise BadData(f"the activation of a policy is one of {', '.join(ACTIVATIONS)}, not '{self.activation}'")
        if self.actions != known:
            raise BadData(f"the policy was trained with other action ids of {self.game} than there are now")
        if self.entries != digest_of(encoder.names):
            raise BadData(f"the policy was trained with other observations of {self.game} than there are now")
        check_layers(self.layers, encoder.size, "the policy")
        check_layers(self.worth, encoder.size, "the policy's estimate")
        if self.worth and self.worth[-1][1].size != 1:
            raise BadData(f"the policy's estimate is one number, not {self.worth[-1][1].size}")

    def scores(self, observation: NDArray[np.float32]) -> NDArray[np.float32]:
        """The score of every action.

        Args:
            observation: one array, as the game's usual encoder makes it of a view.

        Raises:
            BadData: it is something else, or an array of another size.
        """
        return self._through(self.layers, observation)

    def evaluate(self, observation: NDArray[np.float32]) -> float | None:
        """The value of an observation: the chance to win, from 0 to 1; None if the policy has not learned to judge.

        Args:
            observation: one array, as the game's usual encoder makes it of a view.

        Raises:
            BadData: it is something else, or an array of another size.
        """
        if not self.worth:
            return None
        score = float(self._through(self.worth, observation)[0])
        return 0.5 + 0.5 * tanh(0.5 * score)  # the logistic function, which cannot overflow so

    def _through(self, layers: tuple[Layer, ...], observation: NDArray[np.float32]) -> NDArray[np.float32]:
        between = ACTIVATIONS[self.activation]
        wanted = layers[0][0].shape[1]
        if not isinstance(observation, np.ndarray) or observation.shape != (wanted,):
            given = getattr(observation, "shape", None)
            raise BadData(
                f"the policy for {self.game} scores an array of shape ({wanted},), as Encoder.of('{self.game}') makes "
                f"it of a view, not {f'a {type(observation).__name__}' if given is None else f'one of shape {given}'}"
            )
        values = observation
        for weights, biases in layers[:-1]:
            values = between(weights @ values + biases)
        weights, biases = layers[-1]
        scores: NDArray[np.float32] = weights @ values + biases
        return scores

    def save(self, path: str | Path) -> None:
        """Write it to the file ``path``, whole or not at all; by custom ``*.zip``: ``policy.json`` and ``weights.npz``.

        Raises:
            BadData: the file cannot be written, such as into a folder that does not exist.
        """
        arrays = arrays_of(self.layers, "") | arrays_of(self.worth, "worth_")
        packed = BytesIO()
        np.savez_compressed(packed, **arrays)  # type: ignore[arg-type]
        about = {
            "format": FORMAT_WITH_WORTH if self.worth else FORMAT,
            "game": self.game,
            "version": self.version,
            "actions": self.actions,
            "entries": self.entries,
            "activation": self.activation,
            "note": self.note,
            "names": list(self.names),
        }
        whole = BytesIO()
        with zipfile.ZipFile(whole, "w") as archive:
            for name, content in (("policy.json", json.dumps(about, indent=2)), ("weights.npz", packed.getvalue())):
                archive.writestr(zipfile.ZipInfo(name), content)
        with written_whole(path) as part:
            part.write_bytes(whole.getvalue())

    @classmethod
    def load(cls, path: str | Path) -> Policy:
        """Read a policy from the file ``path``.

        Raises:
            BadData: there is no such file, or it is not a policy of this format.
        """
        try:
            with zipfile.ZipFile(path) as archive:
                about: dict[str, Any] = json.loads(archive.read("policy.json"))
                arrays = np.load(BytesIO(archive.read("weights.npz")), allow_pickle=False)
            made_by, names = about.pop("format"), tuple(map(str, about.pop("names", ())))
            words = {name: str(word) for name, word in about.items()}
            layers, worth = layers_of(arrays, ""), layers_of(arrays, "worth_")
            loaded = cls(layers=layers, worth=worth, names=names, **words)
        except OSError as error:
            raise BadData(f"{path}: cannot be read: {error.strerror or error}") from None
        except Exception as error:  # a damaged file makes zipfile, json and NumPy raise almost anything
            raise BadData(f"{path} is not a policy: {type(error).__name__}: {error}") from error
        if not layers:
            raise BadData(f"{path} is not a policy: it has no layer")
        if made_by not in (FORMAT, FORMAT_WITH_WORTH):
            raise BadData(
                f"{path} is a policy of another format; this version reads formats {FORMAT} and {FORMAT_WITH_WORTH}"
            )
        return loaded


def rounded(layers: Sequence[Layer] | Sequence[GivenLayer]) -> tuple[Layer, ...]:
    """Layers in numbers of 32 bits."""
    return tuple((np.asarray(weights, np.float32), np.asarray(biases, np.float32)) for weights, biases in layers)


def arrays_of(layers: Sequence[Layer], prefix: str) -> dict[str, NDArray[np.float32]]:
    """The arrays of a network by the names they have in a file."""
    weights = {f"{prefix}weights_{n}": each for n, (each, _) in enumerate(layers)}
    return weights | {f"{prefix}biases_{n}": each for n, (_, each) in enumerate(layers)}


def layers_of(arrays: Mapping[str, Any], prefix: str) -> tuple[Layer, ...]:
    """The network that a file's arrays of these names make."""
    count = sum(name.startswith(f"{prefix}weights_") for name in arrays)
    return tuple((arrays[f"{prefix}weights_{n}"], arrays[f"{prefix}biases_{n}"]) for n in range(count))


def check_layers(layers: Sequence[Layer], width: int, of: str) -> None:
    """Whether layers fit each other and observations of ``width`` numbers; BadData, with the place, if they do not."""
    for number, (weights, biases) in enumerate(layers, start=1):
        if not all(each.dtype.kind == "f" and np.isfinite(each).all() for each in (weights, biases)):
            raise BadData(f"layer {number} of {of} holds something else than finite numbers")
        if biases.ndim != 1 or weights.shape != (biases.size, width):
            raise BadData(
                f"layer {number} of {of} has weights of shape {weights.shape} and biases of {biases.shape}; it is "
                f"given {width} numbers"
            )
        width = biases.size


def digest_of(words: Sequence[str]) -> str:
    """A fingerprint of words in their order."""
    return blake2b("\n".join(words).encode(), digest_size=16).hexdigest()


def observations_digest(game: Game[Any, Any, Any]) -> str:
    """A fingerprint of the entries of a game's encoder; "" if no array can be made of its views."""
    try:
        return digest_of(Encoder.of(game).names)
    except BadData:
        return ""


@told_when_made
class PolicyBot(Bot[Any]):
    """Plays by a trained policy: it takes the option with the highest score.

    Args:
        game: the game or its id.
        policy: the policy.

    Raises:
        BadData: the policy is one for another game, or for other actions or observations than the game has now.
    """

    def __init__(self, game: GameOrId, policy: Policy) -> None:
        game = game_of(game)
        if policy.game != game.id:
            raise BadData(f"the policy was trained for {policy.game} and cannot play {game.id}")
        self._space, self._encoder = ActionSpace(game), Encoder.of(game)
        self._policy: Policy = policy.carried_over(self._encoder)
        self._policy.check(self._space, self._encoder)

    def decide(self, view: Any, decision: Decision) -> int:
        """The index of the option with the highest score; of equals the first."""
        if len(decision.options) == 1:
            return 0
        scores = self._policy.scores(self._encoder(view))
        ids = self._space.ids(decision)
        return max(range(len(ids)), key=lambda place: scores[ids[place]] if ids[place] < scores.size else -np.inf)

    def evaluate(self, view: Any) -> float | None:
        """The estimate of the policy, if it has learned to estimate."""
        return self._policy.evaluate(self._encoder(view)) if self._policy.worth else None


def policy_maker(game: GameOrId, path: str | Path) -> Callable[[str, SeededChance], PolicyBot]:
    """A function that makes bots of a policy's file, for ``--bot uboat=my_policy.zip``."""
    bot = PolicyBot(game, Policy.load(path))
    return lambda role, chance: bot  # noqa: ARG005 - every bot is made like this, and this one remembers nothing
