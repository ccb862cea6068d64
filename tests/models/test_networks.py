"""What a network takes over from the one that it starts from. Needs the train extra."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.train


def test_a_detector_takes_from_one_of_other_classes_all_but_their_names(shared: Path) -> None:
    from models import networks

    coco = shared / "data" / "weights" / "coco_yolo11n.pt"
    old, new = networks.load_checkpoint(coco).state_dict(), networks.detector(coco).state_dict()
    taken = {name for name, value in new.items() if value.shape == old[name].shape}
    assert all(new[name].equal(old[name]) for name in taken)
    assert {name.split(".")[2] for name in set(new) - taken} == {"cv3"}
    assert new["model.23.cv3.0.2.weight"].shape[0] == 43


def test_a_reader_takes_the_layers_before_a_detectors_head(shared: Path) -> None:
    from models import networks

    coco = shared / "data" / "weights" / "coco_yolo11n.pt"
    old, new = networks.load_checkpoint(coco).state_dict(), networks.reader(coco).state_dict()
    assert new[networks.FIRST_LAYER].equal(old[networks.FIRST_LAYER])
    assert new["model.8.cv2.conv.weight"].equal(old["model.8.cv2.conv.weight"])
    assert new["model.10.linear.weight"].shape[0] == 43


def test_a_reader_of_fewer_classes_gives_the_first(shared: Path) -> None:
    import torch

    from models import networks

    warm = shared / "data" / "weights" / "warm_reader_yolo11n-cls.pt"
    old = torch.load(warm, map_location="cpu", weights_only=False)["model.10.linear.weight"]
    new = networks.reader(warm).state_dict()["model.10.linear.weight"]
    assert (len(old), len(new)) == (42, 43)
    assert new[:42].equal(old.to(new.dtype))
