"""The mean of checkpoints."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.train


@pytest.fixture
def two_readers(tmp_path: Path) -> list[Path]:
    import torch

    from models import networks

    paths = [tmp_path / name for name in ("a.pt", "b.pt")]
    for seed, path in enumerate(paths):
        torch.manual_seed(seed)
        torch.save({"model": networks.reader(None)}, path)
    return paths


def test_every_weight_is_the_mean(two_readers: list[Path], tmp_path: Path) -> None:
    from models import average, networks

    average.main([*map(str, two_readers), str(tmp_path / "mean.pt")])
    first, second, mean = (
        networks.load_checkpoint(path).state_dict() for path in (*two_readers, tmp_path / "mean.pt")
    )
    for name, value in mean.items():
        if value.is_floating_point():
            wanted = (first[name] + second[name]) / 2
            assert (value - wanted).abs().max() <= 1e-3 * max(1, float(wanted.abs().max())), name
    assert any((first[name] != second[name]).any() for name in first)


def test_different_networks_have_no_mean(two_readers: list[Path], tmp_path: Path) -> None:
    import torch

    from models import average, networks

    other = tmp_path / "other.pt"
    torch.save({"model": networks.detector(None)}, other)
    with pytest.raises(SystemExit, match=r"other\.pt' is another network"):
        average.main([str(two_readers[0]), str(other), str(tmp_path / "mean.pt")])
    assert not (tmp_path / "mean.pt").exists()


def test_a_checkpoint_that_is_not_there(tmp_path: Path) -> None:
    from models import average

    with pytest.raises(SystemExit, match=r"nothing was averaged: .*gone\.pt"):
        average.main([str(tmp_path / "gone.pt"), str(tmp_path / "mean.pt")])
