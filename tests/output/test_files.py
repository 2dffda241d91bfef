"""Files are written whole or not at all, whatever the disk does and whoever else writes."""

import errno
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from output import files
from output.errors import TargetRefused, WriteFailed

ROOT = Path(files.__file__).parents[1]
ERRORS = [errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS]


def listing(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_a_new_file_is_written_with_its_folders(tmp_path):
    target = tmp_path / "kit" / "a4" / "sheet.pdf"
    assert files.save([(target, b"ink")], force=False) == [target]
    assert target.read_bytes() == b"ink"
    assert listing(tmp_path) == ["kit", "kit/a4", "kit/a4/sheet.pdf"]


def test_an_existing_file_is_kept_without_force_and_replaced_with_it(tmp_path):
    target = tmp_path / "sheet.pdf"
    target.write_bytes(b"old")
    with pytest.raises(TargetRefused, match=r"sheet\.pdf exists already: use --force"):
        files.save([(target, b"new")], force=False)
    assert (target.read_bytes(), listing(tmp_path)) == (b"old", ["sheet.pdf"])
    files.save([(target, b"new")], force=True)
    assert (target.read_bytes(), listing(tmp_path)) == (b"new", ["sheet.pdf"])


def test_one_refused_target_of_a_set_keeps_all_unwritten(tmp_path):
    (tmp_path / "b.svg").write_bytes(b"old")
    wanted = [(tmp_path / name, b"new") for name in ("a.svg", "b.svg", "new/c.svg")]
    with pytest.raises(TargetRefused):
        files.save(wanted, force=False)
    assert listing(tmp_path) == ["b.svg"]


@pytest.mark.parametrize("other", ["a.svg", "A.svg", "./a.svg", "x/../a.svg"])
def test_two_items_with_one_file_name_are_refused(tmp_path, other):
    with pytest.raises(TargetRefused, match="two items"):
        files.check_targets([tmp_path / "a.svg", tmp_path / other], force=True)


def folder(path):
    path.mkdir()


def link(path):
    path.with_name("elsewhere").write_bytes(b"precious")
    path.symlink_to(path.with_name("elsewhere"))


def dangling(path):
    path.symlink_to(path.with_name("nothing"))


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (folder, "a folder"),
        (link, "a symbolic link"),
        (dangling, "a symbolic link"),
        (os.mkfifo, "no plain file"),
    ],
    ids=["folder", "link", "dangling link", "pipe"],
)
def test_what_is_no_plain_file_is_refused_even_with_force(tmp_path, make, named):
    target = tmp_path / "target.pdf"
    make(target)
    before = listing(tmp_path)
    with pytest.raises(TargetRefused, match=named):
        files.save([(target, b"new")], force=True)
    assert listing(tmp_path) == before


def test_a_device_is_refused():
    with pytest.raises(TargetRefused, match="no plain file"):
        files.check_targets([Path(os.devnull)], force=True)


@pytest.mark.parametrize("name", ["sheet-a.svg", "Blüte 7.png", "a_b.c.svg", "4.svg"])
def test_plain_names_are_accepted(name):
    assert files.safe_name(name) == name


DEVICES = ["CON.svg", "nul.png", "com1.svg"]
PATHS = ["../up.svg", "a/b.svg", "a\\b.svg", "a:b.svg"]
BEGINNINGS = ["", " a.svg", ".a.svg", "-rf.svg"]
LETTERS = ["a\0.svg", "a\n.svg", "a<b>.svg", "u\u0308.svg", "\u202egnp.svg"]
ENDINGS = ["x" * 300 + ".svg", "ends."]


@pytest.mark.parametrize("name", [*DEVICES, *PATHS, *BEGINNINGS, *LETTERS, *ENDINGS])
def test_names_that_some_system_cannot_have_are_refused(name):
    with pytest.raises(TargetRefused, match="cannot name a file"):
        files.safe_name(name)


class Saboteur:
    """Counts calls into the system and lets one of them fail."""

    def __init__(self, monkeypatch, fail_at, code):
        self.calls, self.fail_at, self.code = 0, fail_at, code
        self._replace(monkeypatch, io, "open")
        for name in ("mkdir", "replace", "fsync", "open"):
            self._replace(monkeypatch, os, name)

    def _replace(self, monkeypatch, module, name):
        real = getattr(module, name)

        def call(*arguments, **options):
            self.step()
            result = real(*arguments, **options)
            return Watched(result, self) if module is io else result

        monkeypatch.setattr(module, name, call)

    def step(self):
        self.calls += 1
        if self.calls == self.fail_at:
            raise OSError(self.code, os.strerror(self.code))


class Watched:
    """A file whose writing and reading count as calls, and which may be left half written."""

    def __init__(self, file, saboteur):
        self._file, self._saboteur = file, saboteur

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def write(self, data):
        self._file.write(data[: len(data) // 2])
        self._saboteur.step()
        return self._file.write(data[len(data) // 2 :])

    def read(self):
        self._saboteur.step()
        return self._file.read()

    def flush(self):
        self._saboteur.step()
        self._file.flush()

    def fileno(self):
        return self._file.fileno()


def fail_at_every_call(monkeypatch, base, code, count):
    """Write a set again and again, one call failing later each time; return how many failed."""
    names = [f"{number}.svg" if number % 2 else f"new/{number}.svg" for number in range(count)]
    failures = 0
    while True:
        place = base / str(failures)
        place.mkdir()
        (place / "1.svg").write_bytes(b"old one")
        (place / "other.pdf").write_bytes(b"other")
        with monkeypatch.context() as patched:
            saboteur = Saboteur(patched, failures + 1, code)
            try:
                files.save([(place / name, name.encode() * 9) for name in names], force=True)
            except WriteFailed as error:
                failure = error
            else:
                assert saboteur.calls == failures
                return failures
        failures += 1
        check_after_failure(place, names, failure)


def check_after_failure(place, names, failure):
    assert failure.exit_code == 6
    assert "\n" not in str(failure)
    assert (place / "other.pdf").read_bytes() == b"other"
    left = {path for path in place.rglob("*") if path.is_file()} - {place / "other.pdf"}
    assert left <= {place / name for name in names}
    for path in left:
        new = path.relative_to(place).as_posix().encode() * 9
        assert path.read_bytes() in (new, *([b"old one"] if path.name == "1.svg" else []))


@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
def test_whichever_call_fails_files_stay_whole_and_no_temporary_is_left(
    monkeypatch, tmp_path, code
):
    assert fail_at_every_call(monkeypatch, tmp_path, code, 4) >= 30


@pytest.mark.full
@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
def test_whichever_call_fails_in_a_large_set_files_stay_whole(monkeypatch, tmp_path, code):
    assert fail_at_every_call(monkeypatch, tmp_path, code, 15) >= 100


def test_a_failure_before_the_first_rename_takes_its_new_folders_away(monkeypatch, tmp_path):
    Saboteur(monkeypatch, 5, errno.ENOSPC)
    with pytest.raises(WriteFailed, match="make room on the disk"):
        files.save([(tmp_path / "new" / "deep" / "a.svg", b"ink")], force=False)
    assert listing(tmp_path) == []


def test_a_disk_that_gives_back_other_bytes_is_noticed(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "read_bytes", lambda _: b"rubbish")
    with pytest.raises(WriteFailed, match="reads back differently"):
        files.save([(tmp_path / "a.svg", b"ink")], force=False)
    assert listing(tmp_path) == []


def test_an_interrupt_leaves_no_temporary(monkeypatch, tmp_path):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.save([(tmp_path / "a.svg", b"ink")], force=False)
    assert listing(tmp_path) == []


def test_a_folder_below_a_file_is_one_clear_line(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WriteFailed, match="Not a directory"):
        files.save([(tmp_path / "file" / "a.svg", b"ink")], force=False)


def writer(folder, *arguments):
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from output import files\n"
        "folder, mark, rounds = Path(sys.argv[1]), sys.argv[2].encode(), int(sys.argv[3])\n"
        "for _ in range(rounds):\n"
        "    sets = [(folder / f'{n}.svg', mark * 500_000) for n in range(3)]\n"
        "    files.save(sets, force=True)\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", script, str(folder), *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def whole(path):
    data = path.read_bytes()
    return len(data) == 500_000 and len(set(data)) == 1


@pytest.mark.parametrize("writers", [4, pytest.param(16, marks=pytest.mark.full)])
def test_writers_into_one_folder_leave_whole_files(tmp_path, writers):
    running = [writer(tmp_path, "abcdefghijklmnop"[number], "3") for number in range(writers)]
    assert [process.wait(120) for process in running] == [0] * writers
    assert listing(tmp_path) == ["0.svg", "1.svg", "2.svg"]
    assert all(whole(path) for path in tmp_path.iterdir())


@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.full)])
def test_a_killed_writer_leaves_every_file_whole(tmp_path, kills):
    files.save([(tmp_path / f"{number}.svg", b"z" * 500_000) for number in range(3)], force=True)
    for number in range(kills):
        process = writer(tmp_path, "k", "1000000")
        time.sleep(0.15 + 0.003 * (number % 50))
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        assert all(whole(tmp_path / f"{number}.svg") for number in range(3))
