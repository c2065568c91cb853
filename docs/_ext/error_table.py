"""``{errors}``: the table of every error code, from the classes themselves."""

import inspect
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from navalcore import errors


class Errors(SphinxDirective):
    """``{errors}``: code, class and meaning of each error that programs may meet."""

    def run(self) -> list[nodes.Node]:
        lines = ["| code | class | meaning |", "| --- | --- | --- |"]
        for kind in vars(errors).values():
            if inspect.isclass(kind) and issubclass(kind, errors.NavalCoreError) and kind is not errors.NavalCoreError:
                meaning = " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].replace("``", "`").split())
                lines.append(f"| `{kind.code}` | {{py:class}}`~{kind.__module__}.{kind.__name__}` | {meaning} |")
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("errors", Errors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
