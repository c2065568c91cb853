"""The picture of the table that other sites show with a link to a page, in the size and format that they take."""

from pathlib import Path
from typing import Any

from PIL import Image, ImageOps
from sphinx.application import Sphinx

PICTURE = Path(__file__).parents[1] / "images" / "table" / "tonnage_war_desktop_light.webp"
NAME = "preview.jpg"
SIZE = (1200, 630)


def write(app: Sphinx, error: Exception | None) -> None:
    """Put the picture with the other files of the site."""
    if error is None and app.builder.format == "html":
        with Image.open(PICTURE) as picture:
            fitted = ImageOps.fit(picture.convert("RGB"), SIZE, centering=(0.5, 0))
        fitted.save(Path(app.outdir) / "_static" / NAME, quality=85)


def setup(app: Sphinx) -> dict[str, Any]:
    """After the build."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
