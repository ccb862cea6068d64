"""What hupai runs with: its libraries' known vulnerabilities, and the Pythons it is made for."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tests.conftest import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
VERSIONS = ("3.11", "3.12", "3.13")
SCORES = (
    "from scoring import Circumstances, Hand, RuleSet, score;"
    "hand = Hand.parse('222p777s333m88m99s + 8m');"
    "said = Circumstances.parse('self_draw');"
    "print(score(hand, said, RuleSet.load('nanning-points')).payments)"
)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def libraries_at_run_time() -> set[str]:
    """What is installed here of the libraries of hupai and its extras, and of theirs in turn."""
    extras = PROJECT["project"]["optional-dependencies"]
    waiting = [
        Requirement(one)
        for part in (PROJECT["project"]["dependencies"], extras["web"], extras["heic"])
        for one in part
    ]
    found: set[str] = set()
    while waiting:
        wanted = waiting.pop()
        applies = wanted.marker is None or wanted.marker.evaluate({"extra": ""})
        if not applies or normal(wanted.name) in found:
            continue
        try:
            further = metadata.requires(wanted.name) or []
        except metadata.PackageNotFoundError:
            continue
        found.add(normal(wanted.name))
        waiting += map(Requirement, further)
    return found


@pytest.mark.long
def test_no_library_has_a_known_vulnerability() -> None:
    """As `make audit` does. Skipped where the index of vulnerabilities cannot be asked."""
    pytest.importorskip("pip_audit", reason="needs the dev extra: pip install 'hupai[dev]'")
    answer = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    try:
        rows = json.loads(answer.stdout)["dependencies"]
    except ValueError:
        pytest.skip(f"vulnerabilities cannot be asked for: {answer.stderr.strip()[-200:]}")
    audited = {normal(row["name"]): row["vulns"] for row in rows if "vulns" in row}
    own = libraries_at_run_time() & audited.keys()
    if not own:
        pytest.skip(f"the index knows none of them: {rows[0].get('skip_reason', '')}")
    assert {name: audited[name] for name in own if audited[name]} == {}


def test_the_pythons_are_said_alike_everywhere() -> None:
    said = PROJECT["project"]
    named = [one.rpartition(" ")[2] for one in said["classifiers"] if ":: Python :: 3." in one]
    assert tuple(named) == VERSIONS
    allowed = SpecifierSet(said["requires-python"])
    assert all(allowed.contains(version) for version in VERSIONS)
    assert not allowed.contains("3.10")
    # The linter refuses what the oldest of them does not understand.
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py{VERSIONS[0].replace('.', '')}"


@pytest.mark.parametrize("version", VERSIONS)
def test_the_code_compiles_and_scores_in_each_python(version: str) -> None:
    """The libraries of another Python are not here, and scoring needs none of them."""
    python = shutil.which(f"python{version}")
    works = python and subprocess.run([python, "-V"], capture_output=True).returncode == 0
    if not python or not works:
        pytest.skip(f"needs Python {version}")
    files = [
        str(file)
        for package in ("scoring", "vision", "hupai", "models")
        for file in sorted((ROOT / package).rglob("*.py"))
    ]
    code = (
        "import sys; [compile(open(f, encoding='utf-8').read(), f, 'exec') for f in sys.argv[1:]]"
    )
    subprocess.run([python, "-W", "error", "-c", code, *files], check=True, timeout=120)
    answer = subprocess.run(
        [python, "-W", "error", "-B", "-c", SCORES],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert answer.stdout.strip() == "(30, -10, -10, -10)", answer.stderr
