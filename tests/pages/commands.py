"""The command lines of all pages, and a folder in which those of a page are carried out, in the order of the page.

``commands.toml`` says what a page takes for granted, what makes a command quick, and which commands are only read.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import metadata
from pathlib import Path
from typing import Any, Final

from tests.pages.shell import Asked, Ended, Shell

ROOT: Final = Path(__file__).parents[2]
SAYS: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
FENCE: Final = re.compile(r"^( *)```(console|sh|bash|shell|text|ini)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
EXTRAS: Final = frozenset(metadata("navalcore").get_all("Provides-Extra") or ())
DONE: Final = Ended(0, "")
WRITTEN: Final = frozenset({"benchmarks", "examples"})
"""The folders of a clone into which commands of pages write."""


@dataclass(frozen=True)
class Line:
    """A command line of a page."""

    page: str
    text: str

    def parts(self) -> Iterator[list[str]]:
        """The words of each of the commands that the line joins by ``&&``."""
        part: list[str] = []
        for word in [*shlex.split(self.text, comments=True), "&&"]:
            if word != "&&":
                part.append(word)
            elif part:
                yield part
                part = []


def lines_of(page: str, text: str) -> list[Line]:
    """The command lines in the blocks of a page: in blocks of text those after a ``$``, in a unit that which it starts,
    elsewhere all.
    """
    found = []
    for _, kind, block in FENCE.findall(text):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        if kind == "ini":
            lines = [line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart=")]
        prompted = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        found += [Line(page, each) for each in (prompted if prompted or kind == "text" else lines)]
    return found


def pages() -> dict[str, list[Line]]:
    """The pages that have command lines, by their path in the repository."""
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
    paths += [path for folder in ("docs", "examples", "deploy") for path in (ROOT / folder).rglob("*.md")]
    made = {"_build", "_generated", ".venv", "node_modules"}
    read = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(paths)
        if not made & set(path.parts)
    }
    return {page: lines for page, text in read.items() if (lines := lines_of(page, text))}


class Reader:
    """Somebody who does what a page says, in a folder of its own."""

    def __init__(self, page: str, folder: Path, shell: Shell) -> None:
        self.page = page
        self.folder = folder
        self.says: dict[str, Any] = SAYS["pages"].get(page, {})
        self.shell = shell
        if self.says.get("clone"):
            clone(folder)
        for text in self.says.get("before", ()):
            ended = self.does(Line(page, text))
            assert not ended.status, (text, ended.printed)
        for name, (shipped, first) in self.says.get("files", {}).items():
            (block,) = re.findall(rf"```toml\n({re.escape(first)}.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
            (folder / name).write_text(f"{(ROOT / shipped).read_text('utf-8')}\n{block}", encoding="utf-8")

    def does(self, line: Line) -> Ended:
        """Carry out a line, or read it where ``commands.toml`` gives a reason; the first part that fails ends it."""
        reason = why_only_read(line.text)
        then = [text for pattern, text in self.says.get("then", {}).items() if re.match(pattern, line.text)]
        for text in [self._quicker(line.text), *then]:
            for words in Line(self.page, text).parts():
                ended = self._part(words, bool(reason))
                if ended.status:
                    return ended
        return DONE

    def _quicker(self, text: str) -> str:
        for pattern, instead in [*SAYS["quicker"].items(), *self.says.get("instead", {}).items()]:
            text = re.sub(pattern, instead, text)
        return text

    def _part(self, words: Sequence[str], read: bool) -> Ended:
        program, *rest = words
        match Path(program).name, rest:
            case "navalcore", _:
                return self._asks("navalcore", rest, read)
            case "python" | "python3", ["-m", "pip", "install", *wanted]:
                return wants(wanted)
            case "python" | "python3", ["-m", "venv", name]:
                (self.folder / name).mkdir(parents=True, exist_ok=True)
                return DONE
            case "python" | "python3", ["-m", module, *further] if module.startswith("benchmarks."):
                return self._asks(module, further, True)
            case "pip" | "pipx", ["install", *wanted]:
                return wants(wanted)
            case "uvx", ["--from", wanted, "navalcore", *further]:
                return wants([wanted]) if wants([wanted]).status else self._asks("navalcore", further, True)
            case "pytest", _:
                return self._asks("pytest", rest, True)
            case "make", _:
                return self._runs(["make", "--dry-run", *rest])
            case "cd", [name]:
                self.folder = self.folder / name
                return DONE if self.folder.is_dir() else Ended(1, f"there is no folder {name}")
            case "git" | "mkdir" | "cp", _:
                return self._runs(words)
        return DONE if read else Ended(1, f"no test knows how to carry out {program}")

    def _asks(self, program: str, words: Sequence[str], read: bool) -> Ended:
        plugin = self.says.get("installed", "")
        if not any((self.folder / place).exists() for place in (f"src/{plugin}/game.py", f"{plugin}.py")):
            plugin = ""  # not yet
        return self.shell.carry_out(Asked(program, words, str(self.folder), read, plugin))

    def _runs(self, words: Sequence[str]) -> Ended:
        reader = {
            f"GIT_{who}": "A reader" for who in ("AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL")
        }
        environment = {**os.environ, **reader}
        ran = subprocess.run(
            words, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        return Ended(ran.returncode, ran.stdout + ran.stderr)


def why_only_read(text: str) -> str:
    """Why a line is not carried out; empty if it is."""
    return next((str(reason) for pattern, reason in SAYS["read"].items() if re.match(pattern, text)), "")


def wants(words: Sequence[str]) -> Ended:
    """The packages to install: of navalcore only extras that there are."""
    asked = {extra for word in words for each in re.findall(r"\[(.*?)\]", word) for extra in each.split(",")}
    return Ended(int(not asked <= EXTRAS), f"there are no such extras: {sorted(asked - EXTRAS)}")


def clone(folder: Path) -> None:
    """Make a folder look like a clone: what commands write in it is not in the repository."""
    for path in ROOT.iterdir():
        if path.name in WRITTEN or path.is_file():
            copy = shutil.copytree if path.is_dir() else shutil.copyfile
            copy(path, folder / path.name)
        elif not path.name.startswith(".") or path.name == ".ci":
            (folder / path.name).symlink_to(path)
