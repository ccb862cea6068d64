"""What all tests share: where the material lies, and which tests need more than this checkout."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--require-train",
        action="store_true",
        help="fail, rather than skip, where the training libraries are missing",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if importlib.util.find_spec("ultralytics") or config.getoption("--require-train"):
        return
    skip = pytest.mark.skip(reason="needs the train extra: pip install 'hupai[train]'")
    for item in items:
        if "train" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rules and photos; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the material in ../shared, which is not part of the repository")
    return SHARED
