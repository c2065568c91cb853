"""``python -m tests.releases write VERSION``, which then compares, and ``... compare [VERSION]``."""

import argparse
import sys

from packaging.version import InvalidVersion

from tests.releases.baseline import (
    HERE,
    AlreadyReleased,
    broken_plays,
    broken_promises,
    judged,
    versions,
    write,
)


def main() -> int:
    """Write or compare, as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.releases", description="what a release promises")
    parser.add_argument("task", choices=["write", "compare"])
    parser.add_argument("version", nargs="?", help="left out in a comparison: the last release")
    given = parser.parse_args()
    version = given.version or (versions() or [""])[-1]
    if not version or (given.task == "write" and not given.version):
        parser.error("which version?")
    folder = HERE / version
    if given.task == "write":
        before = "anew" if folder.exists() else "for the first time"
        try:
            write(folder)
        except InvalidVersion:
            parser.error(f"{version} is not a version; write it as 1.0.0 or 1.0.0a1")
        except AlreadyReleased as error:
            parser.error(str(error))
        print(f"{version}: what the tree promises is written {before}")
    unmeant, unneeded = judged(folder, broken_promises(folder) + broken_plays(folder))
    print(*unmeant, *(f"{each}: is said to be meant and is not there" for each in unneeded), sep="\n")
    print(f"{len(unmeant)} breaks since {version}" if unmeant else f"nothing is broken since {version}")
    return 1 if unmeant or unneeded else 0


if __name__ == "__main__":
    sys.exit(main())
