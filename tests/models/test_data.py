"""Labels as corners and back."""

import numpy as np
import pytest

from models.data import from_corners, to_corners


def test_labels_to_corners_and_back() -> None:
    labels = np.array([[3, 0.5, 0.25, 0.1, 0.2], [41, 0.1, 0.9, 0.2, 0.1]], np.float32)
    corners = to_corners(labels, 300, 200)
    assert corners[0] == pytest.approx([135, 30, 165, 70])
    back = from_corners(labels[:, 0].astype(np.int64), corners, 300, 200)
    assert back == pytest.approx(labels, abs=1e-5)
