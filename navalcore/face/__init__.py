"""What people see of a game. The package itself may be called: ``navalcore.face(game)`` is the face of a game."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from navalcore.face.face import DRAWN, Chart, Face, Order, face_of

__all__ = ["DRAWN", "Chart", "Face", "Order", "face_of"]


class _Package(ModuleType):
    """This package: ``import navalcore`` offers the function and the package under one name, and they are one."""

    def __call__(self, game: Any) -> Face[Any, Any, Any]:
        return face_of(game)


sys.modules[__name__].__class__ = _Package
