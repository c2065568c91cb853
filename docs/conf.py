"""Sphinx configuration: MyST pages beside a reference generated from the docstrings."""

import os
import re
import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
for example in ("convoy_dash", "skerry_passage"):
    sys.path.append(str(Path(__file__).parents[1] / "examples" / example / "src"))

import preview_picture  # noqa: E402 - in the folder that is on the path since the line above
from versions_menu import canonical  # noqa: E402 - likewise

project = "navalcore"
_addresses = dict(each.split(", ") for each in metadata.metadata("navalcore").get_all("Project-URL"))
REPOSITORY = _addresses["Source"]
author = "The navalcore engineers"
release = metadata.version("navalcore")
version = release

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "sphinxext.opengraph",
    "command_pages",
    "door_pages",
    "error_table",
    "game_pages",
    "kit_page",
    "name_table",
    "object_pages",
    "page_checks",
    "page_counts",
    "play_now",
    "preview_picture",
    "printed",
    "reference_examples",
    "front_end_figures",
    "reliability_page",
    "report_figures",
    "short_names",
    "versions_menu",
    "whole_index",
]
exclude_patterns = ["_build", "_ext", "_generated", "_templates", "reference/examples"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

# The notebooks run when the pages are built; a cell that fails fails the build. The doctest build uses what was kept.
nb_execution_mode = "cache"
nb_execution_cache_path = str(Path(__file__).parent / "_build" / "notebooks")
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

# What search engines and previews are told: where a page is, what it says, and its first picture.
html_baseurl = canonical(os.environ.get("READTHEDOCS_CANONICAL_URL", f"{_addresses['Documentation']}/en/stable/"))
ogp_site_url = html_baseurl
ogp_site_name = project
ogp_image = f"_static/{preview_picture.NAME}"
ogp_image_alt = "A match of Tonnage War at the table in a browser"
ogp_use_first_image = True
ogp_social_cards = {"enable": False}

html_theme = "furo"
html_title = f"navalcore {release}"
html_copy_source = False
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_js_files = ["versions.js"]
templates_path = ["_templates"]
html_context = {"documentation": _addresses["Documentation"]}
html_sidebars = {
    "**": [
        f"sidebar/{part}.html"
        for part in ("brand", "versions", "search", "scroll-start", "navigation", "scroll-end", "variant-selector")
    ]
}
html_search_scorer = str(Path(__file__).parent / "_static" / "search_scorer.js")
pygments_style = "friendly"
smartquotes_action = "qD"  # not the ellipsis: three dots in a table are three empty cells of a cup
pygments_dark_style = "github-dark"

autodoc_default_options = {
    "show-inheritance": True,
    "exclude-members": "metadata, registry",  # of SQLAlchemy's base class, in SQLAlchemy's words
}
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True  # as written: a function as a default has no address
napoleon_numpy_docstring = False
napoleon_use_ivar = True

# Examples in docstrings run in the namespace of their module (pytest --doctest-modules); the builder runs
# those of the pages, written as doctest or testcode directives.
doctest_test_doctest_blocks = ""

# Types of other libraries have no page here, and an index of theirs would need the network.
_libraries = {
    *("alembic", "distributed", "fastapi", "networkx", "pluggy", "pydantic", "pydantic_core", "pytest", "_pytest"),
    *("rich", "sqlalchemy", "starlette", "typer", "uvicorn"),
}
_elsewhere = sorted(_libraries | sys.stdlib_module_names)
nitpick_ignore_regex = [
    ("py:.*", rf"({'|'.join(_elsewhere)})\..*"),
    (
        "py:class",
        r".*\.Annotated|FieldInfo|NoneType|PydanticUndefined|GameParameter|[A-Z_]+",
    ),  # as constraints are printed
]


def setup(app):
    """Pages of the examples and the repository are not pages of this site: links to them lead to the repository."""

    def link_examples(_app, _page, source):
        source[0] = re.sub(r"\]\(\.\./(examples/[^)]+\.md)\)", rf"]({REPOSITORY}/blob/main/\1)", source[0])
        address = "the repository, which is not public yet" if "/OWNER/" in REPOSITORY else f"<{REPOSITORY}>"
        source[0] = source[0].replace("[the repository](../README.md)", address)

    app.connect("source-read", link_examples)
