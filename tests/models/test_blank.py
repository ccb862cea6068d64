"""Framed white dragons made blank."""

import cv2
import numpy as np

from models.blank import blanked


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
