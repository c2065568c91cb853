"""What people see of a game: its :class:`Face`, found by :func:`face_of`."""

from navalcore.face.face import DRAWN, ChartFile, Face, Order, face_of

__all__ = ["DRAWN", "ChartFile", "Face", "Order", "face_of"]
