"""What all processes of a test run use, made by the first of them that needs it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of the whole run; the others wait while one of the processes makes it, and only read it.

    Args:
        factory: knows where the folders of this run are.
        name: the name of the folder.
        make: makes it; if that fails, the next process tries again.
    """
    own = factory.getbasetemp()
    whole_run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder, done = whole_run / name, whole_run / f"{name}.done"
    with FileLock(whole_run / f"{name}.lock"):
        if not done.exists():
            make(folder)
            done.touch()
    return folder
