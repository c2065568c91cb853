"""What compile.mjs runs in the browser's Python: compiles the modules in /folder, then loads the games."""

import compileall
import py_compile
import sys

done = compileall.compile_dir("/folder", quiet=1, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
if not done:
    raise SystemExit("not every module could be compiled")
sys.path.insert(0, "/folder")

import navalcore as nc  # noqa: E402
import navalcore.table.local  # noqa: E402

for game in nc.games():
    nc.face_of(nc.load(game))
