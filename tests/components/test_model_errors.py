"""Bounds of whole numbers in JSON Schemas, for people and programs."""

from typing import Any

import pytest

from navalcore.components._model_errors import allowed, bounds_in


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 4}, "1 to 4"),
        ({"type": "integer", "exclusiveMinimum": 1}, "at least 2"),
        ({"anyOf": [{"type": "null"}, {"type": "boolean"}]}, "true or false"),
        ({"enum": ["calm", "storm"]}, "calm, storm"),
        ({"type": "string"}, ""),
    ],
)
def test_the_values_of_a_field_are_told_as_far_as_its_schema_says(schema: dict[str, Any], words: str) -> None:
    assert allowed(schema) == words


def test_bounds_are_the_least_and_the_greatest_number_themselves() -> None:
    found = bounds_in({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 6})
    assert found == {"type": "integer", "minimum": 2, "maximum": 5}
