"""Where the system lacks a library of OpenCV, one sentence names the package that brings it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from vision.opencv import explain

ROOT = Path(__file__).parents[2]

MISSING = [
    ("libGL.so.1", "libgl1"),
    ("libgthread-2.0.so.0", "libglib2.0-0"),
    ("libglib-2.0.so.0", "libglib2.0-0"),
    ("libxcb.so.1", "libxcb1"),
    ("libX11.so.6", "libx11-6"),
    ("libXext.so.6", "libxext6"),
    ("libSM.so.6", "libsm6"),
    ("libICE.so.6", "libice6"),
]


@pytest.mark.parametrize(("library", "package"), MISSING)
def test_the_package_is_named(library: str, package: str) -> None:
    loader = f"{library}: cannot open shared object file: No such file or directory"
    words = explain(ImportError(loader)).words
    for sentence in words:
        assert library in sentence
        assert f"apt install {package}'" in sentence
        assert "\n" not in sentence


def run_without_opencv(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line on a system whose OpenCV cannot be loaded."""
    message = "libGL.so.1: cannot open shared object file: No such file or directory"
    (folder / "cv2.py").write_text(f"raise ImportError({message!r})", "utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(folder)!r});"
        f"sys.argv = ['hupai', *{arguments!r}];"
        "from hupai.__main__ import main; main()"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)


def test_the_command_says_it_in_one_line_without_a_traceback(tmp_path: Path) -> None:
    photo = tmp_path / "photo.png"
    Image.new("RGB", (640, 480)).save(photo)
    answer = run_without_opencv(tmp_path, "score", str(photo), "--lang", "en")
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "sudo apt install libgl1" in answer.stderr


def test_a_written_hand_needs_no_opencv(tmp_path: Path) -> None:
    hand = "222p777s333m88m99s + 8m"
    answer = run_without_opencv(tmp_path, "score", "--hand", hand, "--self-draw", "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert json.loads(answer.stdout)["score"]["payments"] == [30, -10, -10, -10]
