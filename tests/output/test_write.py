"""One call writes any format to a file, a folder or the standard output."""

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import output
from output.errors import MissingGlyph, OutputError, SceneError, TargetRefused, WriteFailed

ROOT = Path(output.__file__).parents[1]
BEGINNINGS = {"pdf": b"%PDF-1.7", "svg": b"<?xml", "png": b"\x89PNG"}


def test_a_pdf_is_one_file(tmp_path, document):
    target = tmp_path / "sheets.pdf"
    assert output.write(document, target, "pdf") == [target]
    assert target.read_bytes().startswith(BEGINNINGS["pdf"])


@pytest.mark.parametrize("format", ["svg", "png"])
def test_pages_become_files_named_by_the_page(tmp_path, document, format):
    paths = output.write(document, tmp_path / "sheets", format, dpi=50)
    names = [f"sheet-{name}.{format}" for name in "ABC"]
    assert paths == [tmp_path / "sheets" / name for name in names]
    assert all(path.read_bytes().startswith(BEGINNINGS[format]) for path in paths)


@pytest.mark.parametrize("format", ["svg", "png"])
def test_one_page_becomes_the_file_named_or_goes_into_the_folder(tmp_path, line, format):
    target = tmp_path / f"one.{format}"
    assert output.write(line("one"), target, format, dpi=50) == [target]
    assert output.write(line("one"), tmp_path, format, dpi=50) == [tmp_path / f"page.{format}"]


def test_options_reach_the_writer(tmp_path, line):
    [outlined] = output.write(line("one"), tmp_path / "o.svg", "svg", text="paths")
    [text] = output.write(line("one"), tmp_path / "t.svg", "svg")
    assert (b"<text" in outlined.read_bytes(), b"<text" in text.read_bytes()) == (False, True)


def test_a_refused_document_leaves_the_earlier_file(tmp_path, line):
    target = tmp_path / "a.pdf"
    output.write(line("good"), target, "pdf")
    before = target.read_bytes()
    with pytest.raises(MissingGlyph):
        output.write(line("🌻"), target, "pdf", force=True)
    assert (target.read_bytes(), list(tmp_path.iterdir())) == (before, [target])


def test_an_existing_target_is_refused_before_anything_is_drawn(tmp_path, line):
    (tmp_path / "a.pdf").write_bytes(b"mine")
    with pytest.raises(TargetRefused, match="exists already"):
        output.write(line("🌻"), tmp_path / "a.pdf", "pdf")
    assert (tmp_path / "a.pdf").read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["../escape", "CON", "a/b", ""])
def test_a_page_cannot_name_a_file_outside_its_folder(tmp_path, document, name):
    first, *others = document.pages
    hostile = replace(document, pages=(replace(first, name=name), *others))
    with pytest.raises(TargetRefused, match="cannot name a file"):
        output.write(hostile, tmp_path / "out", "svg")
    assert list(tmp_path.iterdir()) == []


def test_pages_of_one_name_are_refused(tmp_path, document):
    same = replace(document, pages=document.pages[:1] * 2)
    with pytest.raises(TargetRefused, match="two items"):
        output.write(same, tmp_path / "out", "svg")


@pytest.mark.parametrize("format", output.FORMATS)
def test_a_document_without_pages_is_refused(tmp_path, document, format):
    with pytest.raises(SceneError, match="without pages"):
        output.write(replace(document, pages=()), tmp_path / "a", format)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_format_is_refused_with_the_known_ones(tmp_path, document):
    with pytest.raises(TargetRefused, match="pdf, svg, png"):
        output.write(document, tmp_path / "a", "docx")


class Stdout:
    def __init__(self, buffer):
        self.buffer = buffer


@pytest.mark.parametrize("format", output.FORMATS)
def test_a_dash_is_the_standard_output(monkeypatch, line, format):
    monkeypatch.setattr(sys, "stdout", Stdout(io.BytesIO()))
    assert output.write(line("one"), "-", format, dpi=50) == []
    assert sys.stdout.buffer.getvalue().startswith(BEGINNINGS[format])


def test_several_files_do_not_fit_on_the_standard_output(document):
    with pytest.raises(TargetRefused, match="standard output"):
        output.write(document, "-", "svg")


def test_a_closed_pipe_is_a_failure_of_writing(monkeypatch, line):
    class Closed(io.BytesIO):
        def write(self, _):
            raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(sys, "stdout", Stdout(Closed()))
    with pytest.raises(WriteFailed, match="standard output"):
        output.write(line("one"), "-", "pdf")


def test_every_error_has_an_exit_code_of_the_command_line():
    kinds = [OutputError, *OutputError.__subclasses__()]
    assert {kind.exit_code for kind in kinds} == {1, 2, 3, 6}


def test_writing_a_pdf_loads_no_other_format_and_no_solver(tmp_path):
    script = (
        "import sys, output\n"
        "from output.scene import Document, Page\n"
        f"output.write(Document((Page(9, 9, (), 'p'),), 't'), {str(tmp_path / 'a.pdf')!r}, 'pdf')\n"
        "print(*{'svgwrite', 'fontTools', 'pypdfium2', 'ortools', 'pandas', 'numpy'}"
        " & set(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
