"""The built package in an environment of its own, outside of the checkout, does all it should."""

import json
import os
import shutil
import site
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytest.importorskip("build", reason="needs the dev extra: pip install 'hupai[dev]'")
pytestmark = pytest.mark.long

PACKED = ("hupai", "models", "scoring", "vision", "pyproject.toml", "README.md", "LICENSE")
UNREACHABLE = ("No matching distribution", "Could not find a version", "connection")
NEEDED = (
    *("models/detector.onnx", "models/reader.onnx", "models/detector.json", "models/README.md"),
    *("scoring/rules/nanning-points.toml", "hupai/web/static/index.html"),
    *("hupai/web/static/js/main.js", "hupai/web/static/vendor/", "hupai/evening/migrations/"),
)
UNWANTED = ("tests/", "benchmarks/", "docs/", "models/checkpoints/")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source package, and the wheel that was built from it."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("packages")
    for name in PACKED:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / name, source / name)
    answer = subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(out), str(source)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    said = answer.stdout + answer.stderr
    if answer.returncode and any(sign in said for sign in UNREACHABLE):
        pytest.skip("setuptools, which builds the package, cannot be fetched from the index")
    assert answer.returncode == 0, said
    (packed,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return packed, wheel


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel, and a folder far from the checkout to run it in."""

    command: Path
    folder: Path

    def run(self, *arguments: str | Path) -> str:
        answer = subprocess.run(
            [self.command, *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=self.folder,
            env=plain_environment(),
            timeout=120,
        )
        assert answer.returncode == 0, answer.stderr
        return answer.stdout


def plain_environment() -> dict[str, str]:
    own = {"PYTHONIOENCODING": "utf-8", "HUPAI_LANG": "en"}
    return {**{name: text for name, text in os.environ.items() if name != "PYTHONPATH"}, **own}


@pytest.fixture(scope="module")
def installed(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an empty environment. The libraries are those of the running one, by path: so
    nothing is fetched, and an installation of hupai in the running one is not seen."""
    folder = tmp_path_factory.mktemp("elsewhere")
    place = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    bin_folder = place / ("Scripts" if os.name == "nt" else "bin")
    python = bin_folder / "python"
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"),
            *("--no-deps", "--no-index", str(packages[1])),
        ],
        check=True,
        timeout=300,
    )
    asked = [str(python), "-c", "import site; print(site.getsitepackages()[0])"]
    own = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    (own / "libraries.pth").write_text("\n".join(site.getsitepackages()), "utf-8")
    for name in ("all-pons.jpg", "two-sets.jpg"):
        (folder / "photos").mkdir(exist_ok=True)
        shutil.copy(ROOT / "samples" / name, folder / "photos" / name)
    return Installed(bin_folder / "hupai", folder)


def test_both_packages_hold_weights_rules_and_page(packages: tuple[Path, Path]) -> None:
    packed, wheel = packages
    with tarfile.open(packed) as archive:
        in_source = [name.partition("/")[2] for name in archive.getnames()]
    with zipfile.ZipFile(wheel) as archive_of_wheel:
        in_wheel = archive_of_wheel.namelist()
    for names in (in_source, in_wheel):
        for needed in NEEDED:
            assert any(name.startswith(needed) for name in names), needed
        for unwanted in UNWANTED:
            assert not any(name.startswith(unwanted) for name in names), unwanted


def test_it_is_the_installed_one_that_runs(installed: Installed) -> None:
    python = installed.command.with_name("python")
    code = "import hupai, models, scoring, vision; print(hupai.__file__, models.__path__)"
    answer = subprocess.run(
        [python, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=installed.folder,
        env=plain_environment(),
    )
    assert answer.stdout.count(str(installed.folder)) == 2
    assert str(ROOT) not in answer.stdout


def test_score(installed: Installed) -> None:
    out = installed.run("score", Path("photos") / "all-pons.jpg", "--self-draw", "--json")
    assert json.loads(out)["score"]["payments"] == [30, -10, -10, -10]


def test_rules(installed: Installed) -> None:
    assert "nanning-points" in installed.run("rules")
    assert "PT-06" in installed.run("rules", "show", "nanning-points")


def test_batch(installed: Installed) -> None:
    installed.run("batch", "photos", "--out", "results")
    lines = (installed.folder / "results" / "results.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 2
    assert (installed.folder / "results" / "report.html").exists()


def test_serve(installed: Installed, tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
    httpx = pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")
    from tests.hupai.web_process import served

    photo = (ROOT / "samples" / "all-pons.jpg").read_bytes()
    with served(tmp_path, command=[str(installed.command)], folder=installed.folder) as server:
        address = f"http://127.0.0.1:{server.port}"
        for path in ("/", "/static/js/main.js", "/tiles/5p.svg", "/api/rules"):
            assert httpx.get(address + path).status_code == 200, path
        answer = httpx.post(f"{address}/api/read", files={"photo": ("a.jpg", photo)}, timeout=60)
        assert len(answer.json()["reading"]["tiles"]) == 14
