"""Kits that are killed or written many at a time: every file is one that a kit has, and whole."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
from functools import cache
from generator.cli import kit_command
from generator.cli.border import guarded
from generator.cli.commands import cli
kit_command.kit_files = cache(kit_command.kit_files)  # drawn once, written again and again
words = ["kit", "dice", "-o", sys.argv[1], "--force"]
for _ in range(int(sys.argv[2])):
    code = guarded(lambda: cli.main(words, "bloomprint", standalone_mode=False), words)
    if code:
        sys.exit(code)
"""


def writer(folder: Path, rounds: int) -> subprocess.Popen:
    """Start a process that writes a kit again and again, and says when it wrote the first."""
    return subprocess.Popen(
        [sys.executable, "-u", "-c", SCRIPT, str(folder), str(rounds)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".part"}


@pytest.fixture(name="kit", scope="module")
def _kit(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("kit")
    process = writer(folder, 1)
    process.communicate(timeout=120)
    return contents(folder)


@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.full)])
def test_a_killed_kit_leaves_each_file_whole(
    kit: dict[str, bytes], tmp_path: Path, kills: int
) -> None:
    for number in range(kills):
        process = writer(tmp_path, 1_000_000)
        assert process.stdout
        process.stdout.readline()  # the first kit is written: from now on files are replaced
        time.sleep(0.001 * (number * 7 % 50))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        assert contents(tmp_path) == kit


@pytest.mark.parametrize(
    ("writers", "rounds"), [(3, 2), pytest.param(16, 20, marks=pytest.mark.full)]
)
def test_kits_written_into_one_folder_at_once_are_all_whole(
    kit: dict[str, bytes], tmp_path: Path, writers: int, rounds: int
) -> None:
    running = [writer(tmp_path, rounds) for _ in range(writers)]
    for process in running:
        process.communicate(timeout=300)
    assert [process.returncode for process in running] == [0] * writers
    assert contents(tmp_path) == kit
    assert not list(tmp_path.glob(".*"))
