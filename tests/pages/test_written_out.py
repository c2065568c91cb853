"""Pages show code without a build: pieces of files are written out, and are as the files have them."""

from pathlib import Path

from tests.pages import written_out


def test_every_piece_of_a_file_on_a_page_is_as_the_file_has_it() -> None:
    found = list(written_out.pages())
    pieces = sum(len(written_out.PIECE.findall(page.read_text(encoding="utf-8"))) for page in found)
    assert pieces >= 7
    assert [page.name for page in found if written_out.in_step(page) != page.read_text(encoding="utf-8")] == []


def test_no_page_has_a_hole_where_markdown_is_read_without_a_build() -> None:
    holes = {
        page.relative_to(written_out.DOCS).as_posix()
        for page in written_out.pages()
        if "{literalinclude}" in page.read_text(encoding="utf-8")
    }
    assert holes == set()


def test_a_piece_goes_from_one_line_up_to_another(tmp_path: Path) -> None:
    (tmp_path / "hood.py").write_text("import os\n\nspeed = 31\nguns = 8\n\ncrew = 1418\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text('A\n\n<!-- from hood.py at "speed" before "crew" -->\n```python\nold\n```\n\nB\n', encoding="utf-8")
    expected = 'A\n\n<!-- from hood.py at "speed" before "crew" -->\n```python\nspeed = 31\nguns = 8\n```\n\nB\n'
    assert written_out.in_step(page) == expected
