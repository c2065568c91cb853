"""What compile.mjs runs in the browser's Python: compiles the modules in /folder, then loads the games. It leaves the
modules without their sources, and the names of the standard library's modules that a page needs in /folder/standard.
"""

import compileall
import py_compile
import sys
from pathlib import Path

UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
folder = Path("/folder")
if not compileall.compile_dir(folder, quiet=1, legacy=True, invalidation_mode=UNCHECKED):
    raise SystemExit("not every module could be compiled")
for source in folder.rglob("*.py"):
    source.unlink()
sys.path.insert(0, "/folder")

import navalcore as nc  # noqa: E402
import navalcore.table._local  # noqa: E402
import navalcore.table._text_rows  # noqa: E402

for game in nc.games():
    nc.face_of(nc.load(game))

standard = [name for name in sys.modules if name.partition(".")[0] in sys.stdlib_module_names and name != "__main__"]
(folder / "standard").write_text("\n".join(standard), encoding="utf-8")
