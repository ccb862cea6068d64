"""Tiles as SVG pictures of 60 by 80."""

from collections.abc import Iterator
from functools import lru_cache

from hupai.web.tiles.characters import STROKES
from scoring.tiles import FACE_DOWN, Tile

FACES = frozenset([*(tile.text for tile in Tile), FACE_DOWN])
"""What `tile_svg` draws: hand notation of the tiles, and `X` for the back."""

INK, RED, GREEN, BLUE = "#1d2b45", "#c0272d", "#1b7a43", "#1f4e9c"
_IVORY, _EDGE, _SHADE = "#fbf7ec", "#c9bfa5", "#e9e1cc"

_SIDE = (15.5, 30.0, 44.5)
_THIRDS = (17.0, 40.0, 63.0)
_QUARTERS = (14.5, 31.5, 48.5, 65.5)

_DOTS: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((30, 24, GREEN), (30, 56, BLUE)),
    3: ((15.5, 18, BLUE), (30, 40, RED), (44.5, 62, GREEN)),
    4: tuple((x, y, (BLUE, GREEN)[(x < 30) == (y < 40)]) for x in (19, 41) for y in (24, 56)),
    5: (
        *((18, 20, BLUE), (42, 20, GREEN), (30, 40, RED)),
        *((18, 60, GREEN), (42, 60, BLUE)),
    ),
    6: tuple((x, y, GREEN if y < 30 else RED) for x in (20, 40) for y in (18, 42, 63)),
    7: (
        *((14, 13, GREEN), (30, 20, GREEN), (46, 27, GREEN)),
        *((x, y, RED) for x in (21, 39) for y in (46, 65)),
    ),
    8: tuple((x, y, BLUE) for x in (20.5, 39.5) for y in _QUARTERS),
    9: tuple(
        (x, y, colour) for y, colour in zip(_THIRDS, (GREEN, RED, BLUE), strict=True) for x in _SIDE
    ),
}
"""Centre and colour of each dot, by rank."""

_STICKS: dict[int, tuple[tuple[float, float, str, float], ...]] = {
    2: ((30, 23, GREEN, 0), (30, 57, BLUE, 0)),
    3: ((30, 22, BLUE, 0), (19, 57, GREEN, 0), (41, 57, GREEN, 0)),
    4: tuple((x, y, (GREEN, BLUE)[(x < 30) == (y < 40)], 0) for x in (19, 41) for y in (23, 57)),
    5: (
        *((15, 23, GREEN, 0), (45, 23, BLUE, 0), (30, 40, RED, 0)),
        *((15, 57, BLUE, 0), (45, 57, GREEN, 0)),
    ),
    6: tuple((x, y, GREEN if y < 40 else BLUE, 0) for x in _SIDE for y in (23, 57)),
    7: (
        (30, 15, RED, 0),
        *((x, y, GREEN if x == 30 else BLUE, 0) for x in _SIDE for y in (40, 65)),
    ),
    8: tuple(
        (x, y, GREEN if y < 40 else BLUE, turn if y < 40 else -turn)
        for y in (24, 56)
        for x, turn in ((12, 0), (23.5, 28), (36.5, -28), (48, 0))
    ),
    9: tuple(
        (x, y, colour, 0)
        for x, colour in zip(_SIDE, (GREEN, RED, BLUE), strict=True)
        for y in (15.5, 40, 64.5)
    ),
}
"""Centre, colour and turn (degrees) of each bamboo stick, by rank."""
_STICK_LENGTH = {2: 27, 3: 27, 4: 27, 5: 25, 6: 27, 7: 18, 8: 25, 9: 18}
_HONOURS = {"E": "東", "S": "南", "W": "西", "N": "北", "C": "中", "F": "發"}
_HONOUR_INK = {"C": RED, "F": GREEN}
_RANKS = "一二三四五六七八九"


@lru_cache(maxsize=len(FACES))
def tile_svg(face: str) -> str:
    """A tile as an SVG document. Raises KeyError for what is not in `FACES`."""
    if face not in FACES:
        raise KeyError(face)
    drawing = "".join(_face(face))
    ground = _back() if face == FACE_DOWN else _ground()
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80" width="60" height="80">'
        f"{ground}{drawing}</svg>"
    )


def _ground() -> str:
    return (
        f'<rect x="1" y="1" width="58" height="78" rx="7" fill="{_SHADE}" stroke="{_EDGE}"/>'
        f'<rect x="2.5" y="2" width="55" height="73.5" rx="6" fill="{_IVORY}"/>'
    )


def _back() -> str:
    return (
        '<rect x="1" y="1" width="58" height="78" rx="7" fill="#17613f" stroke="#0e4229"/>'
        '<rect x="2.5" y="2" width="55" height="73.5" rx="6" fill="#23895a"/>'
        '<path d="M30 20 46 39 30 58 14 39Z" fill="none" stroke="#8fd3b0" stroke-width="2.5"/>'
        '<path d="M30 29 38.5 39 30 49 21.5 39Z" fill="#8fd3b0"/>'
    )


def _face(face: str) -> Iterator[str]:
    if face == FACE_DOWN:
        return
    tile = Tile.parse(face)
    if tile.suit == "m":
        yield _character(_RANKS[(tile.rank or 0) - 1], 15, 5, 30, INK)
        yield _character("萬", 13, 38, 34, RED)
    elif tile.suit == "p":
        yield from _one_dot() if tile.rank == 1 else _dots(tile.rank or 0)
    elif tile.suit == "s":
        yield from _bird() if tile.rank == 1 else _sticks(tile.rank or 0)
    elif tile is Tile.WHITE:
        yield f'<rect x="11" y="13" width="38" height="52" rx="3" {_line(BLUE, 3.5)}/>'
        yield f'<rect x="16.5" y="18.5" width="27" height="41" rx="2" {_line(BLUE, 1.5)}/>'
    elif tile.is_flower:
        yield from _flower(tile)
    else:
        yield _character(_HONOURS[face], 8, 17, 44, _HONOUR_INK.get(face, INK))


def _line(colour: str, width: float) -> str:
    return (
        f'fill="none" stroke="{colour}" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"'
    )


def _character(letter: str, x: float, y: float, size: float, colour: str) -> str:
    """A character in the square of `size` whose top left corner is `x`, `y`."""
    path = "".join(f"M{stroke}" for stroke in STROKES[letter])
    scale = size / 100
    weight = 11 if len(STROKES[letter]) < 9 else 7.5
    return (
        f'<path transform="translate({x:g} {y:g}) scale({scale:g})" d="{path}" '
        f"{_line(colour, weight)}/>"
    )


def _one_dot() -> Iterator[str]:
    yield f'<circle cx="30" cy="40" r="21" {_line(GREEN, 2.5)}/>'
    yield f'<circle cx="30" cy="40" r="16" {_line(BLUE, 2)}/>'
    petals = "".join(
        f'<ellipse cx="30" cy="30.5" rx="3" ry="5.5" transform="rotate({turn} 30 40)"/>'
        for turn in range(0, 360, 45)
    )
    yield f'<g fill="{GREEN}">{petals}</g><circle cx="30" cy="40" r="4.6" fill="{RED}"/>'


def _dots(rank: int) -> Iterator[str]:
    radius = {2: 12.5, 3: 10, 4: 9.5, 5: 8.6, 6: 8.3, 7: 7.2, 8: 7, 9: 6.9}[rank]
    for x, y, colour in _DOTS[rank]:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.6:g}" fill="{colour}" '
            f'stroke="{_IVORY}" stroke-width="{radius * 0.2:g}"/>'
        )
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.18:g}" fill="{_IVORY}"/>'


def _sticks(rank: int) -> Iterator[str]:
    length = _STICK_LENGTH[rank]
    for x, y, colour, turn in _STICKS[rank]:
        yield (
            f'<g transform="translate({x:g} {y:g}) rotate({turn:g})">'
            f'<path d="M0 {-length / 2:g}V{length / 2:g}" {_line(colour, 5)}/>'
            f'<path d="M-3.6 {-length / 2:g}H3.6M-3.6 0H3.6M-3.6 {length / 2:g}H3.6" '
            f"{_line(colour, 2.6)}/>"
            f'<path d="M0 {-length / 2 + 3:g}V-3M0 3V{length / 2 - 3:g}" {_line(_IVORY, 1)}/></g>'
        )


def _bird() -> Iterator[str]:
    yield f'<path d="M22 70 34 70M27 70 29 60M31 70 32 60" {_line(RED, 2)}/>'
    yield (
        '<path d="M17 31C15 45 21 60 32 61C45 61 49 49 45 40C40 45 33 42 30 35C28 30 27 27 26 24Z" '
        f'fill="{GREEN}"/>'
    )
    yield f'<path d="M45 40C52 33 53 22 47 11M42 42C47 33 47 23 42 14" {_line(BLUE, 3)}/>'
    yield f'<circle cx="48" cy="11" r="3.2" fill="{RED}"/>'
    yield f'<circle cx="42" cy="14" r="2.6" fill="{RED}"/>'
    yield f'<circle cx="21" cy="23" r="8.5" fill="{GREEN}"/>'
    yield f'<circle cx="19" cy="21" r="2" fill="{_IVORY}"/>'
    yield f'<path d="M13 22 5 26 14 28Z" fill="{RED}"/>'
    yield f'<path d="M20 14C18 9 21 7 24 6C23 9 25 11 23 14Z" fill="{RED}"/>'
    yield f'<path d="M25 42C29 50 35 53 41 51M24 49C28 55 33 57 38 56" {_line(_IVORY, 1.8)}/>'


_FLOWER_LETTERS = dict(
    zip(("f1", "f2", "f3", "f4", "z1", "z2", "z3", "z4"), "梅蘭菊竹春夏秋冬", strict=True)
)


def _flower(tile: Tile) -> Iterator[str]:
    """The flower's name, its number, and a picture of its own."""
    number = tile.text[1]
    colour = BLUE if tile.text[0] == "f" else RED
    yield _character(_FLOWER_LETTERS[tile.text], 31, 6, 22, colour)
    yield _digit(int(number), 8, 8, colour)
    yield _PICTURES[tile.text]


def _digit(number: int, x: float, y: float, colour: str) -> str:
    shapes = {
        1: "3,3 6,0 6,14",
        2: "0,3 3,0 8,0 9,5 0,14 9,14",
        3: "0,0 9,0 4,6 9,9 7,14 0,13",
        4: "7,14 7,0 0,10 10,10",
    }
    return f'<path transform="translate({x:g} {y:g})" d="M{shapes[number]}" {_line(colour, 2.2)}/>'


def _blossom(x: float, y: float, petals: int, size: float, colour: str, heart: str) -> str:
    turned = "".join(
        f'<ellipse cx="{x:g}" cy="{y - size:g}" rx="{size * 0.62:g}" ry="{size * 0.8:g}" '
        f'transform="rotate({360 * petal / petals:g} {x:g} {y:g})"/>'
        for petal in range(petals)
    )
    return (
        f'<g fill="{colour}">{turned}</g>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.55:g}" fill="{heart}"/>'
    )


_GOLD = "#d99a1c"
_PICTURES = {
    "f1": f'<path d="M10 70C24 66 34 58 48 38" {_line("#6b4426", 3)}/>'
    + _blossom(22, 56, 5, 5.5, RED, _GOLD)
    + _blossom(42, 52, 5, 5, RED, _GOLD),
    "f2": f'<path d="M30 70C28 56 20 46 9 42M31 70C33 54 42 44 52 42M30 70C30 56 31 48 34 36" '
    f"{_line(GREEN, 2.6)}/>" + _blossom(34, 42, 5, 4.5, "#7a4fa3", _GOLD),
    "f3": f'<path d="M30 72V56M30 68C36 68 40 64 42 60" {_line(GREEN, 2.6)}/>'
    + _blossom(30, 46, 10, 9, _GOLD, "#b5651d"),
    "f4": f'<path d="M22 72V34M22 60 22 48M36 72V40" {_line(GREEN, 4)}/>'
    f'<path d="M22 48C30 46 33 42 34 36M36 54C44 52 48 48 49 42M22 58C14 56 11 52 10 46" '
    f"{_line(GREEN, 2.4)}/>"
    f'<path d="M19 48H25M19 60H25M33 54H39" {_line(_IVORY, 1.4)}/>',
    "z1": f'<path d="M30 72C30 62 28 56 30 46M30 64C38 64 44 60 46 52C38 52 32 56 30 64" '
    f'stroke="{GREEN}" stroke-width="2.4" fill="{GREEN}" fill-opacity=".35"/>'
    + _blossom(28, 44, 6, 6, "#e0607e", _GOLD),
    "z2": f'<circle cx="30" cy="53" r="9" fill="{_GOLD}"/>'
    + "".join(
        f'<path d="M30 39V35" transform="rotate({turn} 30 53)" {_line(_GOLD, 2.6)}/>'
        for turn in range(0, 360, 45)
    ),
    "z3": f'<path d="M30 72C29 66 29 60 30 52" {_line("#6b4426", 2.6)}/>'
    '<path d="M30 62 15 66 20 57 9 51 19 48 17 38 26 43 30 32 34 43 43 38 41 48 51 51 40 57 45 66Z"'
    ' fill="#c8551b"/>',
    "z4": "".join(
        f'<path d="M30 53V35M30 41 26 37M30 41 34 37" transform="rotate({turn} 30 53)" '
        f"{_line(BLUE, 2)}/>"
        for turn in range(0, 360, 60)
    ),
}
