"""The layout: golden cases, problems with pointers, and the forms of a layout."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scoring.hand import Hand, MeldKind
from scoring.tiles import Tile, parse_tiles, tiles_text
from scoring.words import UserError
from tests.vision.arrangements import Scene, View, shoot
from tests.vision.golden_cases import case, cases, detections_of
from tests.vision.golden_scenes import SCENES, faces
from tests.vision.layout_truth import Structure
from tests.vision.rows import row, together
from vision.detections import BACK, Detections
from vision.layout import Layout, arrange, loose_group, read_loose

GOLDEN = {one["name"]: one for one in cases()}


def truth_of(golden: dict[str, Any]) -> Structure:
    return Structure(
        tuple(golden["concealed"]),
        frozenset(map(frozenset, golden["melds"])),
        frozenset(golden["flowers"]),
        golden["winning"],
    )


@pytest.mark.parametrize("name", GOLDEN)
def test_golden(name: str) -> None:
    golden = GOLDEN[name]
    layout = arrange(detections_of(golden))
    assert truth_of(golden).differences(Structure.of_layout(layout)) == []
    assert [sorted(kan.indices) for kan in layout.kans] == golden["kans"]
    if golden["kinds"]:
        assert sorted(meld.kind.value for meld in layout.melds) == sorted(golden["kinds"])
    left_out = {one.index for one in layout.aside} | set(layout.unresolved)
    assert left_out == set(golden["outside"])


def test_a_small_gap_in_an_even_row_sets_the_winning_tile_apart() -> None:
    scene = Scene()
    scene.concealed = scene.row(faces("123m456p789sEE22p"))
    scene.separated = scene.put(faces("2p")[0], scene.right + 0.7, 0.0)
    assert arrange(shoot(scene, View())).winning == scene.separated


def test_a_winning_tile_may_lie_next_to_a_flower() -> None:
    scene = Scene()
    scene.concealed = scene.row(faces("123m456p789sEE22p"))
    scene.flowers = [scene.put(faces("f1")[0], 4.0, 1.9)]
    scene.separated = scene.put(faces("2p")[0], 5.0, 1.9)
    layout = arrange(shoot(scene, View()))
    assert scene.truth.differences(Structure.of_layout(layout)) == []


def test_a_kong_out_of_order_by_the_count() -> None:
    layout = arrange(row("6p123m6p456sEE6p789s6p"))
    assert [len(kan.indices) for kan in layout.kans] == [4]
    assert layout.problems == ()


def test_a_flower_before_the_discards_is_the_owners() -> None:
    scene = Scene()
    scene.concealed = scene.row(faces("123m456p789sEE222p"))
    scene.flowers = [scene.put(faces("z4")[0], 5.5, 2.1)]
    for place, face in enumerate(faces("1m9pN3s7mW2s6p")):
        scene.put(face, 2.0 + place % 4 * 1.6, 3.9 + place // 4 * 1.6)
    layout = arrange(shoot(scene, View()))
    assert scene.truth.differences(Structure.of_layout(layout)) == []


def test_golden_file_is_that_of_the_scenes() -> None:
    assert list(GOLDEN) == list(SCENES)
    for name, golden in GOLDEN.items():
        built = case(name)
        boxes = np.array([box[1:] for box in built["boxes"]])
        assert np.allclose(boxes, [box[1:] for box in golden["boxes"]], atol=0.11)
        assert {**built, "boxes": None} == {**golden, "boxes": None}


HANDS = [
    ("sets_in_front", "345678s55p [pon 777m] [chow 123p]"),
    ("kong_inside_the_row", "888sBBWWW234s [kan 6666p concealed]"),
    ("kong_with_one_face_up", "66m345s777p [kan 5555p concealed] [pon NNN]"),
    ("kong_with_four_backs", "66m345s777p [pon NNN]"),
    ("fourth_tile_on_top", "345678s55p [kan 7777m added] [chow 123p]"),
    ("winning_tile_after_a_gap", "123m456p789sEE22p + 2p"),
    ("flowers_apart", "123m456p789sEE222p | f1 z3 f4"),
    ("block_that_is_no_hand", ""),
]


@pytest.mark.parametrize(("name", "text"), HANDS)
def test_hand_in_notation(name: str, text: str) -> None:
    detections = detections_of(GOLDEN[name])
    assert arrange(detections).hand(detections) == Hand.parse(text)


def test_every_tile_is_in_one_group() -> None:
    detections = detections_of(GOLDEN["discards_and_wall"])
    layout = arrange(detections)
    groups = [layout.group_of(index) for index in range(len(detections))]
    counts = {group: groups.count(group) for group in groups}
    assert counts == {"concealed": 8, "meld 1": 3, "meld 2": 3, "aside": 21, "unresolved": 1}
    with pytest.raises(ValueError, match="tile 37"):
        layout.group_of(36)


def test_reasons_name_walls_discards_and_other_players() -> None:
    wall = arrange(detections_of(GOLDEN["discards_and_wall"]))
    assert [one.name for one in wall.aside].count("wall") == 10
    rows = arrange(detections_of(GOLDEN["another_player_s_row"]))
    names = [one.name for one in rows.aside]
    assert (names.count("other_player"), names.count("discard")) == (13, 9)
    assert all(one.reason.zh and one.reason.en for one in (*wall.aside, *rows.aside))


@pytest.mark.parametrize("name", GOLDEN)
def test_json_round_trip(name: str) -> None:
    layout = arrange(detections_of(GOLDEN[name]))
    assert Layout.from_json(json.loads(json.dumps(layout.to_json()))) == layout


def test_moved_to_another_order() -> None:
    detections = detections_of(GOLDEN["kong_with_two_backs"])
    order = np.random.default_rng(5).permutation(len(detections))
    moved = arrange(detections).moved(np.argsort(order).tolist())
    assert Structure.of_layout(moved) == Structure.of_layout(arrange(detections[order]))


# Rows of tiles side by side, what is wrong with them, and the numbers that it points at.
PROBLEMS = [
    ("123m456p789sEE222p", []),
    ("123m456p789sEE22p", [("tile_count", ())]),
    ("123m456p789sEE2223p", [("tile_count", ())]),
    ("11111m456p789sEE2p", [("five_copies", (4, 5))]),
    ("123m456p789sEE222pf1f1", [("five_copies", (15, 16))]),
]


@pytest.mark.parametrize(("tiles", "expected"), PROBLEMS)
def test_problems(tiles: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    detections = row(tiles)
    confidence = np.linspace(1, 0.5, len(detections), dtype=np.float32)
    problems = arrange(replace(detections, confidence=confidence)).problems
    assert [(one.name, one.numbers) for one in problems] == expected
    assert all(one.words.zh and one.words.en for one in problems)


def test_a_hidden_tile_is_missed_and_not_made_up() -> None:
    whole = row("123m456p789sEE222p")
    (problem,) = arrange(whole[[index for index in range(14) if index != 6]]).problems
    assert (problem.name, problem.numbers) == ("tile_count", (6, 7))
    assert problem.words.en.startswith("13 tiles were found where 14 are needed")


def test_a_hidden_tile_leaves_the_winning_tile_where_it_is() -> None:
    detections = together(row("123m456p789sEE22p"), row("2p", 100 + 14 * 41))
    hidden = arrange(detections[[index for index in range(14) if index != 4]])
    assert (len(hidden.concealed), hidden.winning) == (12, 12)
    assert [(one.name, one.numbers) for one in hidden.problems] == [("tile_count", (4, 5))]


def test_a_tile_too_many_that_may_be_a_flower() -> None:
    detections = row("1s123m456p789sEE222p")
    runner_up = detections.runner_up.copy()
    runner_up[0] = Tile.SPRING
    (problem,) = arrange(replace(detections, runner_up=runner_up)).problems
    assert (problem.name, problem.numbers) == ("tile_count", (1,))
    assert "花牌" in problem.words.zh


def test_a_set_of_mixed_suits() -> None:
    problems = arrange(together(row("22456m"), row("123s3s4p5s789s", 100, 345))).problems
    assert [(one.name, one.numbers) for one in problems] == [("mixed_suits", (9, 10, 11))]


def test_tiles_too_small_to_read() -> None:
    detections = row("123m456p789sEE222p")
    small = replace(detections, boxes=(detections.boxes / 4).astype(np.float32))
    (problem,) = arrange(small).problems
    assert (problem.name, len(problem.numbers)) == ("too_small", 14)
    assert "靠近" in problem.words.zh


def test_a_kong_of_backs_names_no_tile() -> None:
    layout = arrange(detections_of(GOLDEN["kong_with_four_backs"]))
    assert [problem.name for problem in layout.problems] == ["hidden_kan"]
    (kan,) = (meld for meld in layout.melds if meld.kind is MeldKind.CONCEALED_KAN)
    assert kan.tiles == ()


def test_no_hand_is_a_problem() -> None:
    assert [one.name for one in arrange(Detections.empty()).problems] == ["no_tiles"]
    block = arrange(detections_of(GOLDEN["block_that_is_no_hand"]))
    assert [one.name for one in block.problems] == ["no_hand"]


def test_close_readings_are_a_doubt_with_the_other_reading() -> None:
    scene = Scene()
    scene.row(faces("99m123p"))
    for place, meld in enumerate(("777s", "456m", "NNN")):
        scene.row(faces(meld), 5.45 + place * 3.45)
    layout = arrange(shoot(scene, View(85)))
    assert "close_readings" in [doubt.name for doubt in layout.doubts]
    counts = {len(one.melds) for one in (layout, *layout.alternatives)}
    assert len(counts) > 1
    assert all(not one.alternatives for one in layout.alternatives)
    scores = [one.score for one in (layout, *layout.alternatives)]
    assert scores == sorted(scores, reverse=True)


def test_a_kong_with_four_faces_up_is_a_doubt() -> None:
    detections = together(row("345678s55p"), row("7777m123p", 100, 330))
    layout = arrange(detections)
    assert [meld.kind for meld in layout.melds] == [MeldKind.OPEN_KAN, MeldKind.CHOW]
    assert [(one.name, one.numbers) for one in layout.doubts] == [("kan_kind", (9, 10, 11, 12))]


@pytest.mark.parametrize(("to_neighbour", "doubted"), [(75, True), (110, True), (180, False)])
def test_a_flower_between_the_hand_and_a_neighbours_row(to_neighbour: int, doubted: bool) -> None:
    """The flower lies a little before the row; the neighbour's tiles come near it or do not."""
    hand = row("123m456p789sEE222p", left=200)
    flower = row("f3", left=130, top=346)
    neighbour = row("6s2p4m", left=130 - to_neighbour - 2 * 41, top=330)
    layout = arrange(together(hand, flower, neighbour))
    assert layout.flowers == (14,)
    doubts = [one.numbers for one in layout.doubts if one.name == "flower_of_whom"]
    assert doubts == ([(15,)] if doubted else [])


@pytest.mark.parametrize("tiles", ["5p", "25s", "147m36p"])
def test_drawn_tiles_alone(tiles: str) -> None:
    drawn = row(tiles)
    shuffled = drawn[np.random.default_rng(1).permutation(len(drawn))]
    assert tiles_text(read_loose(shuffled)) == tiles


def test_drawn_tiles_need_a_few_faces() -> None:
    with pytest.raises(UserError, match="9 face-up tiles"):
        read_loose(row("123456789m"))
    with pytest.raises(UserError, match="0 face-up tiles"):
        read_loose(Detections.build([(0, 0, 40, 54)], [BACK]))


def test_drawn_tiles_beside_the_hand() -> None:
    detections = together(row("123m456p789sEE222p"), row("25s8p", 600, 40))
    drawn = loose_group(detections, arrange(detections))
    assert tuple(detections.tile(index) for index in drawn) == parse_tiles("25s8p")
    two_groups = together(detections, row("1s9m", 100, 40))
    assert loose_group(two_groups, arrange(two_groups)) == ()
    assert detections.tile(drawn[0]) is Tile.S2
