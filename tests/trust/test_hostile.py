"""Every hostile file is refused by the real command: in words, briefly, in little memory."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest

from tests.trust.hostile.case import Case
from tests.trust.hostile.corpus import CLASSES

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 2  # of computing, the system's own limit; about one goes to start and stop
MOST_MEMORY = 300 << 20
QUICK = 1  # of each class

pytestmark = pytest.mark.skipif(os.name == "nt", reason="limits and files of Unix")


def cases() -> list:
    return [
        pytest.param(case, marks=[] if at < QUICK else pytest.mark.full, id=f"{word}: {case.about}")
        for word, found in CLASSES.items()
        for at, case in enumerate(found)
    ]


def limits() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def ran(case: Case, folder: Path) -> tuple[int, str]:
    """Run the command of a case in a folder; return exit code and stderr."""
    done = subprocess.run(
        [sys.executable, "-c", "from generator.cli.main import main; main()", *case.arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "BLOOMPRINT_DEBUG": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
        preexec_fn=limits,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("case", cases())
def test_a_hostile_file_is_answered_in_words(case: Case, tmp_path: Path) -> None:
    case.lay(tmp_path)
    before = set(tmp_path.rglob("*"))
    code, err = ran(case, tmp_path)
    assert code == case.code, err
    assert "Traceback" not in err
    assert all(letter.isprintable() or letter == "\n" for letter in err)
    if code == 0:
        check_harmless(tmp_path)
    else:
        assert (case.names or Path(case.file).stem) in err
        assert case.says in err
        assert len(err) < 20_000
        assert set(tmp_path.rglob("*")) == before


def check_harmless(folder: Path) -> None:
    """Look into what was printed: text stayed text."""
    for path in folder.glob("out.svg"):
        for part in ElementTree.parse(path).iter():
            assert "script" not in part.tag
            assert not [key for key in part.attrib if key.startswith("on")]
            for key, found in part.attrib.items():
                assert not key.endswith("href") or found.startswith("#")
    for path in folder.glob("out.pdf"):
        with pikepdf.open(path) as pdf:
            tables = [found for found in pdf.objects if isinstance(found, pikepdf.Dictionary)]
            for key in ("/JS", "/JavaScript", "/Launch", "/URI", "/AA", "/OpenAction"):
                assert not [table for table in tables if key in table]


def test_the_corpus_is_large_and_every_file_says_what_it_is() -> None:
    counts = {word: len(found) for word, found in CLASSES.items()}
    assert len(counts) >= 20
    assert sum(counts.values()) >= 200
    for found in CLASSES.values():
        assert len({case.about for case in found}) == len(found)
