"""``navalcore new``: the project of a new game, from the template that comes with the library."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from itertools import chain, count
from keyword import iskeyword
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

import typer
from packaging.version import Version

import navalcore
from navalcore._cli.common import AsJson, argument, option, settings_of
from navalcore._cli.grammar import nearest
from navalcore._cli.output import Output
from navalcore._cli.outputs import write_file, written
from navalcore.components import load_toml
from navalcore.errors import BadData

TEMPLATE: Final = Path(__file__).parent / "template"
KINDS: Final = Path(__file__).parent / "kinds"
"""Small games by kind; their Python is kept as text, as it is not ours to import."""
BUNDLE: Final = ".navalcore-template.bundle"
"""The file of a project that holds its template as a git repository, for ``--upgrade``; versions are tags."""
ANSWERS: Final = ".navalcore-template.toml"
OLD_ANSWERS: Final = ".copier-answers.yml"
"""The files of a project that say what it was made from, and with which answers."""
TAG: Final = f"v{navalcore.__version__}"

_GAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST_GAME, _LONGEST_TEXT = 30, 60
_NOT_IN_TEXTS = set('"\\{}%`\n\r\t')


def new(
    context: typer.Context,
    game: Annotated[
        str | None, argument("[GAME]", "The id of the game: small letters, digits and underscores.")
    ] = None,
    into: Annotated[Path, option("--into FOLDER", "Where the project's folder is made.")] = Path(),
    title: Annotated[str | None, option("--title T", "Its title; made from the id if left out.")] = None,
    author: Annotated[str | None, option("--author A", "Its designer.")] = None,
    kind: Annotated[str | None, option("--kind KIND", "A game in one file: cards, hexes, areas.")] = None,
    upgrade: Annotated[
        Path | None,
        option("--upgrade PROJECT", "Merge this navalcore's template into a project made from an earlier one."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make the project of a new game.

    It is a game that already plays, with a rule book, a table, a bot, odds, a picture and tests: change it piece by
    piece into yours. The page "Add a game" of the documentation does so.
    With --kind it is one file of Python with its data and tests next to it, to begin with in an evening.

    Examples::

        navalcore new my_game
        navalcore new my_game --kind cards       two sides lay cards in secret
        navalcore new my_game --kind hexes       ships sail and fire on a map of hexes
        navalcore new my_game --kind areas       a raider hides, and cruisers hunt her
        navalcore new my_game --into games --title "My Game" --author "Ann Example"
        navalcore new --upgrade my_game          when a later navalcore has a better template
        navalcore new --upgrade .                from within the project
    """
    settings = settings_of(context)
    out = settings.out
    if upgrade is not None:
        if game is not None or title is not None or author is not None:
            raise BadData("--upgrade takes an existing project and nothing else: navalcore new --upgrade FOLDER")
        merged = upgrade_project(upgrade)
        out.done(as_json, merged.to_json(), str(merged))
        return
    if game is None:
        raise BadData("which game? Give it an id, such as: navalcore new my_game")
    check_id(game, settings.plugins)
    given = {"title": title, "author": author}
    texts = {name: _checked_text(name, text) for name, text in given.items() if text is not None}
    project = into / game
    with _whole_or_not_at_all(project):
        if kind is not None:
            make_kind(kind, project, game, texts.get("title", ""), texts.get("author", ""))
        else:
            of_today = {"year": datetime.now(UTC).year, "navalcore": ".".join(navalcore.__version__.split(".")[:2])}
            make_project(project, {"game": game, **of_today, **texts})
    _tell_made(out, project, game, kind, as_json)


@contextmanager
def _whole_or_not_at_all(folder: Path) -> Iterator[None]:
    """Make a folder whole, or no part of it, as on a full disk; one that is there already is left as it is."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise BadData(f"{folder} exists already; choose another id, or another folder with --into") from None
    try:
        yield
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _tell_made(out: Output, project: Path, game: str, kind: str | None, as_json: bool) -> None:
    """Say what was made, and what its maker types next."""
    steps = _next_steps(project, game, kind)
    if as_json:
        files = sorted(each.relative_to(project).as_posix() for each in project.rglob("*") if each.is_file())
        out.document({"game": game, **written(project), "files": files, "next": steps})
        return
    out.line(f"{project}: {'a game that plays, with its tests' if kind is None else 'a game in one file'}. Next:")
    out.line()
    for step in steps:
        out.line(f"  {step}")


def _next_steps(project: Path, game: str, kind: str | None) -> list[str]:
    """The commands that a maker types next."""
    enter = f"cd {shlex.quote(str(project))}"
    if kind is not None:
        return [enter, f"navalcore --plugin {game} play {game}", f"navalcore --plugin {game} check {game}", "pytest"]
    commit = 'git init && git add . && git commit --message "As navalcore new made it"'
    return [enter, commit, "make test", "make play"]


def make_kind(kind: str, folder: Path, game: str, title: str, author: str) -> None:
    """Write a small game of a kind: its files with its own name in place of ``my_game``."""
    kinds = sorted(each.name for each in KINDS.iterdir() if each.is_dir())
    kind = nearest(kind, kinds)
    if kind not in kinds:
        raise BadData(f"--kind {kind}: there is no small game of this kind; there are {', '.join(kinds)}")
    words = [word.capitalize() for word in game.split("_")]
    names = {"my_game": game, "MyGame": "".join(words), "My Game": title or " ".join(words)}
    rules = KINDS / kind / "my_game.py.txt"
    taken = {*compile(rules.read_text(encoding="utf-8"), str(rules), "exec").co_names} - {"MyGame"}
    if names["MyGame"] in taken:
        raise BadData(f"'{game}' cannot be its id: its file has another {names['MyGame']}; try {game}_game")
    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted((KINDS / kind).iterdir()):
        text = file.read_text(encoding="utf-8").replace('designer = "you"', f'designer = "{author or "you"}"')
        for old, new in names.items():
            text = text.replace(old, new)
        write_file(folder / file.name.removesuffix(".txt").replace("my_game", game), text)


def check_id(game: str, plugins: tuple[str, ...] = ()) -> None:
    """Refuse an id that no package of a game may have."""
    right = "an id is 3 to 30 small letters, digits and single underscores and begins with a letter, such as my_game"
    if not _GAME.fullmatch(game) or not 3 <= len(game) <= _LONGEST_GAME:
        raise BadData(f"'{game}' cannot be the id of a game: {right}")
    if iskeyword(game) or game in sys.stdlib_module_names:
        raise BadData(f"'{game}' cannot be the id of a game: it is a word or module of Python; try {game}_game")
    if game in navalcore.games(plugins):
        raise BadData(f"a game '{game}' is installed already (navalcore games lists them); choose another id")
    found = find_spec(game)  # without an origin it is a mere folder that happens to be on the path
    if game in ("games", "tests", "docs") or (found is not None and found.origin is not None):
        raise BadData(f"a Python package '{game}' is there already, and the game's would hide it; choose another id")


def _checked_text(name: str, text: str) -> str:
    text = text.strip()
    wrong = sorted(_NOT_IN_TEXTS.intersection(text))
    if wrong:
        raise BadData(f"--{name} {text!r}: leave out {' '.join(map(repr, wrong))}, which would break the code")
    if not 1 <= len(text) <= _LONGEST_TEXT or not text.isprintable():
        raise BadData(f"--{name} {text!r}: write 1 to {_LONGEST_TEXT} letters that can be printed")
    return text


def make_project(project: Path, answers: dict[str, Any]) -> None:
    """Write the project of a game."""
    _template_language()
    with TemporaryDirectory(prefix="navalcore-template-") as folder:
        repository, tag = _repository(Path(folder) / "template")
        _fill_in(repository, tag, answers, project)
        _write_bundle(repository, project / BUNDLE)
    _write_answers(project, tag, answers)
    source = _where_navalcore_comes_from()
    if source is not None:
        note = "# This machine's navalcore; not under version control."
        write_file(project / "local.mk", f"{note}\nNAVALCORE := {source}\n")


def _template_language() -> Any:
    try:
        import jinja2
    except ImportError:
        raise BadData("a new project needs Jinja, which is not installed: pip install 'navalcore[new]'") from None
    return jinja2


@dataclass(frozen=True)
class Merged:
    """The result of merging a later template into a project."""

    project: Path
    """Its folder."""
    changed: int
    """How many of its files have changed."""
    torn: Sequence[str] = ()
    """Those that both sides have changed."""

    def __str__(self) -> str:
        if self.torn:
            files = ", ".join(self.torn)
            return f"{self.project}: merged, but both sides have changed {files}; settle what is between <<< and >>>."
        if not self.changed:
            return f"{self.project} has the template of navalcore {navalcore.__version__} already."
        told = f"merged, {self.changed} files have changed"
        return f"{self.project}: {told}. Look at git diff HEAD, run make test, and commit."

    def to_json(self) -> dict[str, Any]:
        """The same as JSON."""
        files = {"changed": self.changed, "conflicts": list(self.torn)}
        return {"project": str(self.project), "template": navalcore.__version__, **files}


def upgrade_project(project: Path) -> Merged:
    """Merge the changes of the template with those of the project's owner, for the owner to commit."""
    _template_language()
    if not (project / BUNDLE).is_file():
        raise BadData(f"{project} has no {BUNDLE}: it was not made by navalcore new, or the file was deleted")
    if not (project / ".git").exists():
        raise BadData(f"{project} is not under version control, so a merge could not be undone; run git init first")
    if changed := _git(project, "status", "--porcelain").split("\n", 1)[0]:
        raise BadData(f"{project} has changes that are not committed ({changed.strip()}); commit them first")
    made_from, answers = _read_answers(project)
    with TemporaryDirectory(prefix="navalcore-template-") as folder:
        repository, tag = _repository(Path(folder) / "template", project / BUNDLE)
        if tag == made_from:
            return Merged(project, 0)
        filled_in = Path(folder) / "filled_in"
        filled_in.mkdir()
        _git(filled_in, "init", "--quiet", "--initial-branch=template")
        for each in (made_from, tag):
            _git(filled_in, "rm", "--quiet", "-r", "--ignore-unmatch", ".")
            _fill_in(repository, each, answers, filled_in)
            _git(filled_in, "add", "--all", "--force")
            _git(filled_in, "commit", "--quiet", "--allow-empty", "--message", each)
        _git(project, "fetch", "--quiet", str(filled_in.resolve()), "template")
        failed = None
        try:
            _git(project, "cherry-pick", "--no-commit", "FETCH_HEAD")
        except BadData as error:
            failed = error
        _write_bundle(repository, project / BUNDLE)
    (project / OLD_ANSWERS).unlink(missing_ok=True)
    _write_answers(project, tag, answers)
    status = _git(project, "status", "--porcelain").splitlines()
    torn = [line[3:] for line in status if "U" in line[:2] or line[:2] in ("AA", "DD")]
    if failed is not None and not torn:
        raise failed
    return Merged(project, len(status), torn)


def _fill_in(repository: Path, tag: str, answers: Mapping[str, Any], into: Path) -> None:
    """Write the project that a version of the template makes of the answers."""
    jinja = _template_language()
    language = jinja.Environment(keep_trailing_newline=True, undefined=jinja.StrictUndefined, autoescape=False)
    words = str(answers["game"]).replace("_", " ").title()
    title = answers.get("title", words)
    told = {"title": title, "author": f"the designer of {title}", **answers}
    told |= {"class_name": words.replace(" ", ""), "prefix": str(answers["game"]).replace("_", "")[:3].upper()}
    _git(repository, "checkout", "--quiet", tag)
    root = repository / "project"
    for file in sorted(each for each in root.rglob("*") if each.is_file() and "_copier_conf" not in each.name):
        path = into / language.from_string(file.relative_to(root).as_posix()).render(told)
        text = file.read_text(encoding="utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".jinja":
            path, text = path.with_suffix(""), language.from_string(text).render(told)
        path.write_text(text, encoding="utf-8", newline="\n")


def _write_answers(project: Path, tag: str, answers: Mapping[str, Any]) -> None:
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(answers.items())]
    head = "# Where this project comes from. `navalcore new --upgrade` reads it; do not edit it by hand."
    (project / ANSWERS).write_text("\n".join([head, f'template = "{tag}"', *lines, ""]), encoding="utf-8")


def _read_answers(project: Path) -> tuple[str, dict[str, Any]]:
    """The version of the template that a project was made from, and what was answered then."""
    if (project / ANSWERS).exists():
        answers = dict(load_toml(project / ANSWERS).data)
    elif (
        project / OLD_ANSWERS
    ).exists():  # written up to 0.2: plain lines of YAML, a text in quotes where it needs any
        lines = (project / OLD_ANSWERS).read_text(encoding="utf-8").splitlines()
        pairs = [line.partition(": ") for line in lines if not line.startswith("#")]
        answers = {name: value.strip("'\"").replace("''", "'") for name, _, value in pairs if name}
        answers["template"] = answers.pop("_commit", "")
        answers.pop("_src_path", None)
    else:
        raise BadData(f"{project} has no {ANSWERS}: it was not made by navalcore new, or the file was deleted")
    return str(answers.pop("template", "")), answers


def _repository(folder: Path, bundle: Path | None = None) -> tuple[Path, str]:
    """A git repository of a bundle, with this navalcore's template on top if another is the latest; the latest tag."""
    folder.mkdir()
    _git(folder, "init", "--quiet", "--initial-branch=template")
    tags: list[str] = []
    if bundle is not None:
        _git(folder, "fetch", "--quiet", str(bundle.resolve()), "refs/tags/*:refs/tags/*")
        tags = sorted(_git(folder, "tag", "--list", "v*").split(), key=Version)
        _git(folder, "reset", "--quiet", "--soft", tags[-1])
    shutil.copytree(TEMPLATE, folder, dirs_exist_ok=True)
    _git(folder, "add", "--all", "--force")
    if tags and not _git(folder, "diff", "--cached", "--name-only", tags[-1]):
        return folder, tags[-1]
    tag = next(tag for tag in chain([TAG], (f"{TAG}.post{number}" for number in count(1))) if tag not in tags)
    _git(folder, "commit", "--quiet", "--allow-empty", "--message", f"The template of navalcore {tag}")
    _git(folder, "tag", tag)
    return folder, tag


def _write_bundle(repository: Path, bundle: Path) -> None:
    made = repository.parent / "made.bundle"
    _git(repository, "bundle", "create", "--quiet", str(made), "HEAD", "--branches", "--tags")
    shutil.copyfile(made, bundle)


def _git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, alike on every machine: without a user's configuration, under one name, at one time."""
    who = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in _SIGNATURE.items()}
    environment = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    environment = {name: value for name, value in environment.items() if name not in ("GIT_DIR", "GIT_WORK_TREE")}
    command = ["git", "-c", "core.autocrlf=false", *arguments]
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BadData("a new project needs git, which is not installed: its template is kept as a repository") from None
    if done.returncode:
        raise BadData(f"git {arguments[0]} failed: {' '.join(done.stderr.split()) or done.returncode}")
    return done.stdout


_SIGNATURE: Final = {"NAME": "navalcore", "EMAIL": "navalcore@localhost", "DATE": "2026-01-01T00:00:00+00:00"}


def _where_navalcore_comes_from() -> str | None:
    """The words with which pip installs this navalcore again; None if it came from a package index."""
    try:
        text = metadata.distribution("navalcore").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return None
    if text is None:
        return None
    origin = json.loads(text)
    parts = urlsplit(origin["url"])
    if "vcs_info" in origin:
        return shlex.quote(f"{origin['vcs_info']['vcs']}+{origin['url']}@{origin['vcs_info']['commit_id']}")
    path = url2pathname(parts.path) if parts.scheme == "file" else origin["url"]
    editable = "--editable " if origin.get("dir_info", {}).get("editable") else ""
    return f"{editable}{shlex.quote(path)}"
