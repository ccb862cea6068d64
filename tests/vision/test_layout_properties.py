"""What holds for every layout: nothing is lost, and turning or scaling changes nothing."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.vision.arrangements import View, shoot
from tests.vision.chance_scenes import chance_scene
from tests.vision.layout_truth import Structure
from vision.detections import CLASS_COUNT, Detections
from vision.layout import Layout, arrange

SEEDS = st.integers(0, 10_000)


def chance_detections(seed: int) -> Detections:
    rng = np.random.default_rng((11, seed))
    return shoot(chance_scene(rng), View.chance(rng))


def turned(boxes: NDArray[np.float32], quarters: int) -> NDArray[np.float32]:
    """Boxes after so many quarter turns clockwise of a photo 4096 pixels wide and high."""
    for _ in range(quarters):
        left, top, right, bottom = boxes.T
        boxes = np.stack([4096 - bottom, left, 4096 - top, right], axis=1)
    return boxes


def places(layout: Layout) -> list[int]:
    held = [] if layout.winning is None else [layout.winning]
    return [
        *layout.concealed,
        *(index for meld in layout.melds for index in meld.indices),
        *layout.flowers,
        *held,
        *(one.index for one in layout.aside),
        *layout.unresolved,
    ]


def assert_same(one: Layout, other: Layout) -> None:
    """The same structure; a row alone may be read from its other end."""
    assert Structure.of_layout(one).differences(Structure.of_layout(other)) in ([], ["direction"])
    assert {kan.indices for kan in one.kans} in (
        {kan.indices for kan in other.kans},
        {kan.indices[::-1] for kan in other.kans},
    )
    assert set(one.unresolved) == set(other.unresolved)
    assert {(each.index, each.name) for each in one.aside} == {
        (each.index, each.name) for each in other.aside
    }


@settings(max_examples=150, deadline=None)
@example(seed=4688, quarters=2, scale=0.25)  # two slanting rows, apart at one end only
@given(seed=SEEDS, quarters=st.integers(1, 3), scale=st.sampled_from([0.25, 0.5, 2.0, 4.0]))
def test_turning_and_scaling(seed: int, quarters: int, scale: float) -> None:
    # Whole pixels and scales that are powers of two keep the numbers exact.
    detections = chance_detections(seed)
    boxes = detections.boxes.round()
    first = arrange(Detections.build(boxes, detections.class_ids))
    second = arrange(Detections.build(turned(boxes, quarters) * scale, detections.class_ids))
    assert_same(first, second)


@settings(max_examples=60, deadline=None)
@example(seed=859, order=0)  # two pairs as good as each other
@given(seed=SEEDS, order=st.integers(0, 1000))
def test_order_of_the_boxes(seed: int, order: int) -> None:
    detections = chance_detections(seed)
    permutation = np.random.default_rng(order).permutation(len(detections))
    second = arrange(detections[permutation]).moved(permutation.tolist())
    assert_same(arrange(detections), second)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_the_same_boxes_give_the_same_layout(seed: int) -> None:
    detections = chance_detections(seed)
    assert arrange(detections) == arrange(detections)


BOXES = st.lists(
    st.tuples(
        st.floats(0, 1000, width=32),
        st.floats(0, 1000, width=32),
        st.floats(0, 120, width=32),
        st.floats(0, 120, width=32),
        st.integers(0, CLASS_COUNT - 1),
    ),
    max_size=30,
)


@settings(max_examples=200, deadline=None)
@given(rows=BOXES)
def test_no_tile_is_lost_whatever_the_boxes(rows: list[tuple[float, ...]]) -> None:
    boxes = [(x, y, x + width, y + height) for x, y, width, height, _ in rows]
    layout = arrange(Detections.build(boxes, [int(one[4]) for one in rows]))
    assert sorted(places(layout)) == list(range(len(rows)))
