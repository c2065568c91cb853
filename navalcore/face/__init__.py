"""What people see of a game: its :class:`Face`, found by :func:`~navalcore.face.face.face_of`."""

from navalcore.face.face import DRAWN, ChartFile, Face, face_of
from navalcore.face.order import Ask, Order

__all__ = ["DRAWN", "Ask", "ChartFile", "Face", "Order", "face_of"]
