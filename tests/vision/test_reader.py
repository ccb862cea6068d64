"""The reader's crops: geometry, edges of the photo, turns; both networks together."""

import numpy as np
import pytest

from vision import reader

BLACK = np.zeros((200, 300, 3), np.uint8)


def photo_with_tile(left: int, top: int, width: int, height: int) -> np.ndarray:
    image = BLACK.copy()
    image[top : top + height, left : left + width] = 255
    return image


@pytest.mark.parametrize(
    ("width", "height"), [(30, 40), (40, 30), (12, 16), (90, 120), (64, 64), (100, 20)]
)
def test_a_crop_holds_the_enlarged_box(width: int, height: int) -> None:
    image = photo_with_tile(80, 50, width, height)
    box = np.array([80, 50, 80 + width, 50 + height], np.float32)
    crop = reader.cut_out(image, box)
    assert crop.shape == (64, 64, 3)
    bright = crop[..., 0] > 127
    scale = 64 / (max(width, height) * reader.MARGIN)
    assert bright.any(0).sum() == pytest.approx(width * scale, abs=2)
    assert bright.any(1).sum() == pytest.approx(height * scale, abs=2)
    rows, columns = np.nonzero(bright)
    assert (rows.mean(), columns.mean()) == pytest.approx((31.5, 31.5), abs=1)


@pytest.mark.parametrize(
    "box",
    [(0, 0, 20, 30), (280, 170, 300, 200), (-5, -5, 15, 20), (290, 190, 310, 215), (5, 5, 5, 5)],
)
def test_crops_at_the_edge_of_a_photo(box: tuple[float, ...]) -> None:
    assert reader.cut_out(BLACK, np.array(box, np.float32)).shape == (64, 64, 3)


class CountsBright:
    """Stands for the network: class 0 if the crop's left half is brighter, else class 1."""

    def __init__(self, strength: float) -> None:
        self.strength = strength
        self.crops_seen = 0

    def run(self, inputs: np.ndarray) -> np.ndarray:
        self.crops_seen += len(inputs)
        left, right = inputs[..., :32].mean((1, 2, 3)), inputs[..., 32:].mean((1, 2, 3))
        logits = np.full((len(inputs), 43), -20, np.float32)
        logits[:, 0], logits[:, 1] = self.strength * (left - right), self.strength * (right - left)
        return logits


LEFT_HALF_BRIGHT = np.array([[80, 50, 120, 90]], np.float32)


def test_a_sure_reading_takes_one_look() -> None:
    network = CountsBright(strength=40)
    chances = reader.Reader(network).read(photo_with_tile(80, 50, 20, 40), LEFT_HALF_BRIGHT)
    assert network.crops_seen == 1
    assert chances[0, 0] > 0.99


def test_the_evidence_of_all_turns_is_averaged_when_unsure() -> None:
    network = CountsBright(strength=1)
    chances = reader.Reader(network).read(photo_with_tile(80, 50, 20, 40), LEFT_HALF_BRIGHT)
    assert network.crops_seen == 4
    assert chances[0, :2] == pytest.approx([0.5, 0.5], abs=0.01)
    assert chances.sum() == pytest.approx(1, abs=1e-5)


def test_no_boxes_give_no_readings() -> None:
    boxes = np.zeros((0, 4), np.float32)
    assert reader.Reader(CountsBright(1)).read(BLACK, boxes).shape == (0, 43)


@pytest.mark.parametrize(
    ("found", "read", "best"),
    [
        ({0: 0.9}, {0: 0.6, 1: 0.4}, 0),
        ({0: 0.5, 1: 0.4}, {0: 0.02, 1: 0.98}, 1),
        ({33: 0.9}, {42: 0.8, 33: 0.2}, 42),
        ({42: 0.9}, {5: 0.9, 42: 0.1}, 5),
    ],
)
def test_both_networks_are_evidence_but_the_reader_tells_backs(
    found: dict[int, float], read: dict[int, float], best: int
) -> None:
    scores = np.zeros((2, 1, 43), np.float32)
    for row, chances in zip(scores, (found, read), strict=True):
        for tile, chance in chances.items():
            row[0, tile] = chance
    together = reader.combined(*scores)
    assert together.argmax() == best
    assert together.sum() == pytest.approx(1, abs=1e-5)
