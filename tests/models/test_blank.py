"""Framed white dragons made blank."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models import blank
from models.blank import blanked
from models.data import read_image, write_image


def test_a_frame_and_its_letter_go_and_all_else_stays() -> None:
    photo = np.full((200, 200, 3), 60, np.uint8)
    photo[50:130, 40:100] = 235
    cv2.rectangle(photo, (50, 60), (90, 120), (160, 60, 30), 3)
    cv2.putText(photo, "P", (60, 100), 0, 0.8, (20, 20, 20), 2)
    found = blanked(photo, np.array([[40, 50, 100, 130]], np.float32))
    assert (found[55:125, 45:95] > 215).all()
    outside = np.ones((200, 200), bool)
    outside[50:130, 40:100] = False
    assert (found[outside] == photo[outside]).all()
    assert (photo[60, 50:90, 2] < 40).all()


def test_boxes_at_the_edge_and_none_at_all() -> None:
    photo = np.full((60, 60, 3), 200, np.uint8)
    boxes = np.array([[-5, -5, 20, 20], [50, 50, 70, 75], [10, 10, 12, 12]], np.float32)
    assert (blanked(photo, boxes) == photo).all()
    assert (blanked(photo, boxes[:0]) == photo).all()


def test_the_photos_with_white_dragons_are_written(tmp_path: Path) -> None:
    labelled, target = tmp_path / "photos", tmp_path / "blank"
    for part in ("images", "labels"):
        (labelled / part).mkdir(parents=True)
    photo = np.full((100, 100, 3), 230, np.uint8)
    cv2.rectangle(photo, (35, 35), (65, 65), (20, 20, 20), 2)
    for name, tile in (("a", 33), ("b", 4)):
        write_image(labelled / "images" / f"{name}.png", photo)
        (labelled / "labels" / f"{name}.txt").write_text(f"{tile} 0.5 0.5 0.4 0.4\n", "utf-8")
    blank.main([str(labelled), str(target)])
    assert [path.name for path in (target / "images").iterdir()] == ["a.png"]
    assert (target / "labels" / "a.txt").read_text("utf-8").startswith("33 ")
    assert read_image(target / "images" / "a.png").min() > 150
    with pytest.raises(SystemExit, match="exists already"):
        blank.main([str(labelled), str(target)])
    with pytest.raises(SystemExit, match="has no images"):
        blank.main([str(tmp_path), str(tmp_path / "other")])
