from __future__ import annotations
from navalcore.engine.game import View
class BismarckView(View):
    role: str | None = None
def see(state, role): return BismarckView()
