"""The menu of released versions: the build writes ``_static/versions.json`` from the releases in the changelog."""

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
RELEASE = re.compile(r"^## \[?(\d+\.\d+\.\d+[\w.]*)", re.MULTILINE)


def versions(current: str, documentation: str) -> list[dict[str, str]]:
    """The released versions and the one of this site, the newest first, each with its address.

    A release is at the name of its tag. A version that is not released yet is at ``latest``.
    """
    released = RELEASE.findall(CHANGELOG.read_text(encoding="utf-8"))
    names = list(dict.fromkeys([current, *released]))
    places = {name: f"v{name}" if name in released else "latest" for name in names}
    return [{"version": name, "address": f"{documentation}/en/{place}/"} for name, place in places.items()]


def canonical(address: str) -> str:
    """The address under which search engines list a page: that of the newest release."""
    return re.sub(r"/en/v\d[^/]*/$", "/en/stable/", address)


def write(app: Sphinx, error: Exception | None) -> None:
    """Put the list with the other files that pages load."""
    if error is None and app.builder.format == "html":
        documentation = app.config.html_context["documentation"]
        found = versions(metadata.version("navalcore"), documentation)
        (Path(app.outdir) / "_static" / "versions.json").write_text(json.dumps(found, indent=1), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """After the build."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
