"""The scenes of the golden cases: each arrangement that people make, laid out by hand."""

from collections.abc import Callable
from typing import Any

from scoring.tiles import parse_faces
from tests.vision.arrangements import LENGTH, Scene, View
from vision.detections import BACK

SEAT, LOW, SLANT = View(60), View(38, distance=18), View(75, roll=33)
Built = tuple[Scene, View, dict[str, Any]]
SCENES: dict[str, Callable[[], Built]] = {}


def faces(text: str) -> list[int]:
    return [BACK if face is None else int(face) for face in parse_faces(text)]


def scene(function: Callable[[], Built]) -> Callable[[], Built]:
    SCENES[function.__name__] = function
    return function


def row_of(text: str, **place: float) -> Scene:
    one = Scene()
    one.concealed = one.row(faces(text), **place)
    return one


def with_melds(text: str, melds: list[str], x: float, y: float, gap: float = 0.8) -> Scene:
    one = row_of(text)
    for meld in melds:
        one.melds.append(one.row(faces(meld), x, y))
        x += len(one.melds[-1]) + gap
    return one


def discards(one: Scene, text: str, x: float, y: float, columns: int = 6) -> None:
    """Tiles as they fell, from (x, y) away from the owner."""
    for place, face in enumerate(faces(text)):
        across, up = place % columns * 1.8, place // columns * 1.8
        one.put(face, x + across, y + up, angle=(place * 67) % 180)


@scene
def row_of_fourteen() -> Built:
    return row_of("123m456p789sEE222p"), SEAT, {}


@scene
def row_at_a_slant() -> Built:
    return row_of("123m456p789sEE222p"), SLANT, {}


@scene
def row_upright_in_the_photo() -> Built:
    one = row_of("11223344556677p")
    discards(one, "1s9mEC5s8m", 2, 4)
    return one, View(75, roll=90), {}


@scene
def bent_row() -> Built:
    return row_of("123m456p789sEE222p", bend=2.2), View(80), {}


@scene
def fanned_row() -> Built:
    return row_of("123m456p789sEE222p", bend=4.5), View(85), {}


@scene
def low_camera() -> Built:
    return row_of("123m456p789sEE222p"), View(30, azimuth=18, distance=14), {}


@scene
def groups_with_small_gaps() -> Built:
    one, x = Scene(), 0.0
    for group in ("123m", "456p", "789s", "EE", "222p"):
        one.concealed += one.row(faces(group), x)
        x += len(faces(group)) + 0.22
    return one, SEAT, {}


@scene
def pushed_tile() -> Built:
    one = row_of("123m456p789sEE222p")
    tile = one.tiles[5]
    one.tiles[5] = type(tile)(tile.face, tile.x, tile.y + 0.5, tile.angle)
    return one, View(80), {}


@scene
def sets_in_front() -> Built:
    return with_melds("345678s55p", ["777m", "123p"], 0.5, LENGTH + 0.2, gap=0.4), SEAT, {}


@scene
def sets_in_front_touching_each_other() -> Built:
    return with_melds("99m345s", ["SSSS", "123m", "777p"], -2, LENGTH + 0.02, gap=0.0), LOW, {}


@scene
def sets_behind() -> Built:
    return with_melds("345678s55p", ["777m", "FFF"], 1.5, -LENGTH - 0.3, gap=0.3), SEAT, {}


@scene
def sets_at_the_side_in_line() -> Built:
    return with_melds("345678s55p", ["777m", "123p"], 9.2, 0), SEAT, {}


@scene
def sets_at_the_side_stacked() -> Built:
    one = row_of("66m345s")
    for place, meld in enumerate(("777m", "123p", "NNN")):
        one.melds.append(one.row(faces(meld), 6.0, place * (LENGTH + 0.1)))
    return one, SEAT, {}


@scene
def sets_at_the_side_turned_away() -> Built:
    one = row_of("345678s55p")
    for place, meld in enumerate(("777m", "123p")):
        one.melds.append(
            [
                one.put(face, 9.6 + place * 1.6, 0.2 + step * 1.0, angle=90)
                for step, face in enumerate(faces(meld))
            ]
        )
    return one, View(72), {}


def _claimed(one: Scene, text: str, x: float, y: float, turned: int) -> list[int]:
    indices = []
    for place, face in enumerate(faces(text)):
        width = LENGTH if place == turned else 1.0
        lower = (LENGTH - 1) / 2 if place == turned else 0.0
        angle = 90.0 if place == turned else 0.0
        indices.append(one.put(face, x + width / 2, y - lower, angle))
        x += width
    return indices


@scene
def claimed_tiles_turned() -> Built:
    one = row_of("345678s55p")
    one.melds = [_claimed(one, "777m", 9.3, 0, 0), _claimed(one, "132p", 13.4, 0, 1)]
    return one, View(70), {}


@scene
def fourth_tile_on_top() -> Built:
    one = row_of("345678s55p")
    one.melds = [one.row(faces("777m"), 0, LENGTH + 0.3), one.row(faces("123p"), 4, LENGTH + 0.3)]
    under = one.tiles[one.melds[0][1]]
    one.melds[0].append(one.put(under.face, under.x, under.y + LENGTH * 0.55, level=1))
    return one, View(75), {"kinds": ["kan added", "chow"]}


@scene
def fourth_tile_beside_the_turned_one() -> Built:
    one = row_of("345678s55p")
    one.melds = [_claimed(one, "777m", 9.3, 0, 0), one.row(faces("123p"), 13.4)]
    turned = one.tiles[one.melds[0][0]]
    one.melds[0].append(one.put(turned.face, turned.x, turned.y + 1.0, 90))
    return one, View(75), {"kinds": ["kan added", "chow"]}


@scene
def kong_with_two_backs() -> Built:
    one = with_melds("66m345s", ["X77mX", "1pXX1p", "NNN"], -1, LENGTH + 0.3)
    return one, SEAT, {"kinds": ["kan concealed", "kan concealed", "pon"]}


@scene
def kong_with_four_backs() -> Built:
    one = with_melds("66m345s777p", ["XXXX", "NNN"], 0, LENGTH + 0.3)
    return one, SEAT, {"kinds": ["kan concealed", "pon"]}


@scene
def kong_with_one_face_up() -> Built:
    one = with_melds("66m345s777p", ["XXX5p", "NNN"], 0, LENGTH + 0.3)
    return one, SEAT, {"kinds": ["kan concealed", "pon"]}


@scene
def kong_touching_the_row() -> Built:
    one = with_melds("66m345s777p123p", ["X9sXX"], 11.02, 0)
    return one, SEAT, {"kinds": ["kan concealed"]}


@scene
def kong_inside_the_row() -> Built:
    one = row_of("6666p888sBBWWW234s")
    return one, SEAT, {"kans": [one.concealed[:4]]}


@scene
def four_equal_tiles_that_are_no_kong() -> Built:
    return row_of("EEE777766644p99m"), SEAT, {}


@scene
def winning_tile_after_a_gap() -> Built:
    one = row_of("123m456p789sEE22p")
    one.separated = one.put(faces("2p")[0], one.right + 1.2, 0.0)
    return one, SEAT, {}


@scene
def winning_tile_turned() -> Built:
    one = row_of("123m456p789sEE22p")
    one.separated = one.put(faces("2p")[0], one.right + 0.7, -0.17, 90)
    return one, View(72), {}


@scene
def winning_tile_laid_before_the_row() -> Built:
    one = row_of("123m456p789sEE22p")
    one.separated = one.put(faces("2p")[0], 11.0, LENGTH + 0.4)
    return one, SEAT, {}


@scene
def flowers_at_the_left_end() -> Built:
    one = Scene()
    one.flowers = one.row(faces("f1z3"), -2)
    one.concealed = one.row(faces("123m456p789sEE222p"))
    return one, SEAT, {}


@scene
def flower_inside_the_row() -> Built:
    one = row_of("123m456pf2789sEE222p")
    one.flowers = [one.concealed.pop(6)]
    return one, SEAT, {}


@scene
def flowers_apart() -> Built:
    one = row_of("123m456p789sEE222p")
    one.flowers = one.row(faces("f1z3f4"), 1.0, LENGTH + 1.0)
    discards(one, "1s9mEC5s8m4p2mW", 1, 6)
    return one, SEAT, {}


@scene
def discards_and_wall() -> Built:
    one = with_melds("345678s55p", ["777m", "123p"], 0.5, LENGTH + 0.2, gap=0.4)
    discards(one, "1s9mEC5s8m4p2mWN7s3p", 0, 4.6)
    one.row([BACK] * 10, -2, 9)
    return one, SEAT, {}


@scene
def another_player_s_row() -> Built:
    one = row_of("123m456p789sEE222p")
    discards(one, "1s9mEC5s8m4p2mW", 1, 3.5)
    for place, face in enumerate(faces("159m2468p37sWNCF")):
        one.put(face, place, 11, 180)
    return one, SEAT, {}


@scene
def neat_rows_of_discards() -> Built:
    one = row_of("123m456p789sEE222p")
    for line, text in enumerate(("1s9mEC5s8m", "4p2mWN7s3p", "6s6mBB1p9p")):
        one.row(faces(text), 4, 3.2 + line * (LENGTH + 0.02))
    return one, SEAT, {}


@scene
def seen_from_across_the_table() -> Built:
    one = with_melds("345678s55p", ["777m", "123p"], 0.5, LENGTH + 0.2, gap=0.4)
    discards(one, "1s9mEC5s8m4p2mW", 0, 4.6)
    return one, View(65, roll=180), {}


@scene
def seen_from_the_side_of_the_table() -> Built:
    one = with_melds("345678s55p", ["777m", "123p"], 0.5, LENGTH + 0.2, gap=0.4)
    discards(one, "1s9mEC5s8m4p2mW", 0, 4.6)
    return one, View(65, roll=-90), {}


@scene
def pair_alone_before_four_sets() -> Built:
    return with_melds("11m", ["444m", "6666m", "222m", "777p"], -4, -LENGTH - 0.1, 0.0), SEAT, {}


@scene
def concealed_hand_in_two_lines() -> Built:
    one = Scene()
    one.concealed = one.row(faces("1234567m"), 0, LENGTH + 0.05) + one.row(faces("89m3357sE"))
    return one, View(82), {}


@scene
def block_that_is_no_hand() -> Built:
    one = Scene()
    for line, text in enumerate(("19m5sE", "3p7sCN", "28p4mW", "6s9pF1s")):
        one.row(faces(text), 0, line * (LENGTH + 0.02))
    return one, View(82), {}
