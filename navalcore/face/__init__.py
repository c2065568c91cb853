"""What people see of a game: its :class:`Face`, found by :func:`~navalcore.face.face.face_of`."""

from navalcore.face.face import DRAWN, ChartFile, Face, Order, face_of

__all__ = ["DRAWN", "ChartFile", "Face", "Order", "face_of"]
