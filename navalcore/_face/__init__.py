"""What people see of a game: its :class:`Face`, found by :func:`~navalcore.face_of`."""

from navalcore._face.face import DRAWN, ChartFile, Face, face_of
from navalcore._face.order import Ask, Order

__all__ = ["DRAWN", "Ask", "ChartFile", "Face", "Order", "face_of"]
