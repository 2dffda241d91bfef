"""The same input gives the same bytes: whatever hash seed, time zone, locale, folder or user."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAIN = (sys.executable, "-c", "from generator.cli.main import main; main()")
ZONES = ("UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati")
LOCALES = ("C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.ISO-8859-1", "ar_EG.UTF-8")
FOLDERS = ("a", "with blanks", "Blüten", "deep/er/still")
PRODUCTS = (
    ("dice/sheets", "pdf"),
    ("field/cards", "pdf"),
    ("garden/score-sheet", "svg"),
    ("tiles/score-sheet", "pdf"),
    ("dice/sheet-a", "png"),
)


def built(number: int, product: tuple[str, str], folder: Path) -> str:
    """Print a product in a new process of its own surroundings; return a digest of its bytes."""
    place = folder / FOLDERS[number % len(FOLDERS)]
    place.mkdir(parents=True, exist_ok=True)
    word, kind = product
    target = f"{number}.{kind}"
    surroundings = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": str(number * 7919 % 4_294_967_296),
        "TZ": ZONES[number % len(ZONES)],
        "LC_ALL": LOCALES[number % len(LOCALES)],
        "HOME": str(place),
        "SOURCE_DATE_EPOCH": str(number * 86_400),
    }
    subprocess.run(
        [*MAIN, "print", word, "-o", target],
        cwd=place,
        env=surroundings,
        capture_output=True,
        check=True,
    )
    return hashlib.sha256((place / target).read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("product", "times"),
    [
        *((product, 2) for product in PRODUCTS[:2]),
        *(pytest.param(product, 40, marks=pytest.mark.full) for product in PRODUCTS),
    ],
)
def test_a_product_is_the_same_bytes_wherever_it_is_built(
    product: tuple[str, str], times: int, tmp_path: Path
) -> None:
    assert len({built(number, product, tmp_path) for number in range(times)}) == 1
