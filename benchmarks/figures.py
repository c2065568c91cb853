"""The figures that the reports of the documentation show: one file, in which each table has its date and machine.

A benchmark that is run with ``--write`` puts its table here in place of the one before, with the commit that it
measured; ``{figures} NAME`` on a page shows it. Nobody writes such a table by hand.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("figures.json")


def machine() -> str:
    """This machine in a few words: cores, processor, Python, and how busy it is."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    load = f", load average {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else ""
    cores = os.cpu_count() or 1
    name = model or platform.machine()
    return f"{cores} core{'s' if cores > 1 else ''} of {name}, Python {platform.python_version()}{load}"


def commit() -> str:
    """The commit that is measured, with a word on changes that no commit has; "" outside a clone."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=Path(__file__).parent, capture_output=True, text=True, check=False, timeout=10
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    head = git("rev-parse", "--short=10", "HEAD")
    return f"{head} with changes" if head and git("status", "--porcelain", "--untracked-files=no") else head


def read() -> dict[str, dict[str, Any]]:
    """Every table by its name."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def write(name: str, command: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Put a table in place of the one of that name, with today's date and this machine.

    Args:
        name: what a page asks for.
        command: the line that measures it.
        header: the titles of the columns.
        rows: the cells of each row.

    Raises:
        ValueError: a row has more or fewer cells than the header.
    """
    if any(len(row) != len(header) for row in rows):
        raise ValueError(f"{name}: each row needs {len(header)} cells")
    figures = read()
    figures[name] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "command": command,
        "commit": commit(),
        "header": list(header),
        "rows": [list(row) for row in rows],
    }
    FILE.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
