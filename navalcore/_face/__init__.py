"""The face of a game: its :class:`Face`, found by :func:`~navalcore.face_of`."""
