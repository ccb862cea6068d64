"""What importing costs, and what each package may import."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("package", ["scoring", "vision.reading", "hupai", "hupai.cli"])
def test_import_brings_no_training_library(package: str) -> None:
    code = f"import sys, {package}; print({{'torch', 'ultralytics'}} & set(sys.modules))"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert answer.stdout.strip() == "set()"


def test_no_training_library_is_installed_unasked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = " ".join(project["dependencies"])
    assert "onnxruntime" in needed
    assert not [name for name in ("torch", "ultralytics", "cuda", "gpu") if name in needed]


def imported(path: Path) -> set[str]:
    """The top-level names of all packages that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def packages_importing(name: str) -> list[str]:
    return sorted(
        str(path.relative_to(ROOT))
        for package in ("scoring", "vision", "hupai")
        for path in (ROOT / package).rglob("*.py")
        if name in imported(path)
    )


def test_scoring_needs_the_standard_library_alone() -> None:
    for path in (ROOT / "scoring").rglob("*.py"):
        assert imported(path) <= {*sys.stdlib_module_names, "scoring"}, path


@pytest.mark.parametrize(
    ("package", "above"), [("vision", {"models", "hupai"}), ("models", {"hupai"})]
)
def test_no_arrow_runs_up(package: str, above: set[str]) -> None:
    for path in (ROOT / package).rglob("*.py"):
        assert not imported(path) & above, path


def test_one_module_decodes_pictures_and_one_runs_networks() -> None:
    assert packages_importing("PIL") == ["vision/picture.py"]
    assert packages_importing("onnxruntime") == ["vision/network.py"]
    assert packages_importing("cv2") == ["vision/opencv.py"]
