"""What the table says of a request that it cannot understand."""

from __future__ import annotations

from navalcore.table._errors import BadRequest


def test_the_first_of_several_mistakes_is_told_with_its_place_in_what_was_sent() -> None:
    mistakes = [
        {"loc": ("body", "seats", "uboat", "by"), "msg": "should be me"},
        {"loc": ("body", "public"), "msg": "should be true or false"},
    ]
    error = BadRequest.of(mistakes)
    assert str(error) == "the request cannot be understood: seats.uboat.by: should be me"
    assert error.code == "bad_request"
    assert str(BadRequest.of(mistakes[1:], "message")).startswith("the message cannot be understood: public: ")
    assert str(BadRequest.of([{"loc": ("act", 3), "msg": "no"}])) == "the request cannot be understood: act.3: no"
