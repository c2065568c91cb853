"""Builds the page that plays without a server: a folder that any web server can hold, with the library itself in it.

    python -m website.build FOLDER

It needs npm's packages beside this file (``npm ci --prefix website``, as ``make site`` does), node, and a package
index that pip can reach.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import navalcore as nc
from navalcore.boards import board_style, client_modules
from navalcore.table import _lobby as lobby

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
PAGE: Final = ROOT / "navalcore" / "table" / "page"
PYODIDE: Final = HERE / "node_modules" / "pyodide"
RUNTIME: Final = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
    "python_stdlib.zip": "python_stdlib.zip",
    "pyodide-lock.json": "pyodide-lock.json",
}
"""Pyodide's files, and what they are called here: not every web server knows that .mjs is JavaScript."""
PYTHON: Final = ("--python-version=3.14", "--implementation=cp", "--abi=cp314", "--platform=pyemscripten_2026_0_wasm32")
"""The Python that this version of Pyodide is."""
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What the page may load: the files beside it and no code that stands in the page; and WebAssembly may run."""
MANIFEST: Final = {
    "name": "navalcore table",
    "short_name": "navalcore",
    "start_url": "index.html",
    "display": "standalone",
    "background_color": "#eef2f4",
    "theme_color": "#0b5a8a",
    "icons": [{"src": "page/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}
"""What a browser needs to know to install the page as an app."""
SPARED: Final = ("tests", "page", "_migrations")
"""Folders of packages that no match needs."""
SELDOM: Final = ("networkx",)
"""Packages of many modules that few games need."""


def build(folder: Path) -> None:
    """Build the page in a folder; what was in it is gone."""
    if not PYODIDE.is_dir():
        sys.exit("Pyodide is not here: npm ci --prefix website")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pyodide").mkdir(parents=True)
    for name, here in RUNTIME.items():
        shutil.copy(PYODIDE / name, folder / "pyodide" / here)
    shutil.copytree(PAGE, folder / "page", ignore=shutil.ignore_patterns("*.d.ts", "*.d.mts", "index.html"))
    (folder / "page" / "boards.css").write_text(board_style(), encoding="utf-8")
    (folder / "page" / "seat.mjs").write_text(client_modules()["seat.mjs"], encoding="utf-8")
    (folder / "index.html").write_text(index(), encoding="utf-8")
    (folder / "pictures").mkdir()
    for game in nc.games():
        (folder / "pictures" / f"{game}.json").write_text(json.dumps(lobby.picture(nc.load(game))), encoding="utf-8")
    pack(folder / "library.zip", folder / "pyodide" / "memory.gz")
    (folder / "manifest.webmanifest").write_text(json.dumps(MANIFEST, indent=2), encoding="utf-8")
    (folder / "service_worker.js").write_text(service_worker(folder), encoding="utf-8")


def service_worker(folder: Path) -> str:
    """What keeps all files of the folder in a browser: those of this version, known by their content."""
    digest, names = sha256(), list[str]()
    for file in files(folder):
        names.append(file.relative_to(folder).as_posix())
        digest.update(names[-1].encode() + file.read_bytes())
    head = f"const VERSION = {json.dumps(digest.hexdigest()[:16])};\nconst FILES = {json.dumps(names)};\n"
    return head + (HERE / "service_worker.js").read_text(encoding="utf-8")


def index() -> str:
    """The page's document, with addresses that hold in any folder and the transport of a worker."""
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    head = '<meta charset="utf-8">'
    metas = f'{head}\n    <meta http-equiv="content-security-policy" content="{POLICY}">'
    metas += '\n    <meta name="table" content="worker">\n    <link rel="manifest" href="manifest.webmanifest">'
    note = '<div id="page"></div>'
    told = "The rules are on their way into your browser. <progress></progress>"
    starting = f'<p id="starting" role="status">{told}</p>\n    {note}'
    without = " In a terminal, navalcore play does without."
    return text.replace('"/page/', '"page/').replace(head, metas).replace(note, starting).replace(without, "")


def pack(archive: Path, memory: Path) -> None:
    """Write an archive of the library and what it needs, compiled for the browser's Python; and the memory of that
    Python as it has just started.
    """
    with TemporaryDirectory() as temporary:
        wheels, library = Path(temporary) / "wheels", Path(temporary) / "library"
        run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(wheels))
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps")
        named = ("--requirement", str(HERE / "requirements.txt"), *map(str, wheels.glob("*.whl")))
        run(*pip, "--target", str(library), "--no-compile", "--only-binary", ":all:", *PYTHON, *named)
        for spared in SPARED:
            for found in list(library.rglob(f"{spared}/")):
                shutil.rmtree(found, ignore_errors=True)
        run("node", str(HERE / "compile.mjs"), str(PYODIDE), str(library), str(memory))
        for name in SELDOM:
            whole(library / name)
        with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as packed:
            for file in files(library):
                packed.write(file, file.relative_to(library))


def whole(package: Path) -> None:
    """Put one archive in place of a package: it is unpacked as one file, and read from only where it is imported."""
    with ZipFile(package.with_suffix(".zip"), "w", ZIP_STORED) as packed:
        for file in files(package):
            packed.write(file, file.relative_to(package.parent))
    shutil.rmtree(package)


def files(folder: Path) -> Iterator[Path]:
    """The files of a folder, in an order of their own."""
    yield from sorted(file for file in folder.rglob("*") if file.is_file())


def run(*command: str) -> None:
    """Run a program at the root of the project; if it fails, so does this."""
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m website.build FOLDER")
    build(Path(sys.argv[1]))
