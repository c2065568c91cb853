"""What people see of a game: its :class:`Face`, found by :func:`face_of`."""

from navalcore.face.face import DRAWN, Chart, Face, Order, face_of

__all__ = ["DRAWN", "Chart", "Face", "Order", "face_of"]
