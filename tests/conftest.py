"""What all tests share: where the material lies, and which tests need more than this checkout."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
collect_ignore = ["fuzz.py"]  # a program of its own, which needs atheris


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--require-train",
        action="store_true",
        help="fail, rather than skip, where the training libraries are missing",
    )
    parser.addoption("--long", action="store_true", help="run the tests that take many minutes")
    parser.addoption(
        "--soak",
        type=float,
        default=600,
        metavar="SECONDS",
        help="how long the long soak of the page's server takes (default: %(default)s)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    reasons = {}
    if not (importlib.util.find_spec("ultralytics") or config.getoption("--require-train")):
        reasons["train"] = "needs the train extra: pip install 'hupai[train]'"
    if not config.getoption("--long"):
        reasons["long"] = "takes many minutes: run pytest with --long"
    for item in items:
        for marker, reason in reasons.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rules and photos; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the material in ../shared, which is not part of the repository")
    return SHARED
