"""The tiles: 34 faces and 8 flowers, each with a text form both ways."""

import re
from collections.abc import Iterable
from enum import IntEnum

from scoring.words import UserError, Words

SUITS = "mps"
HONOURS = "ESWNCFB"
FLOWERS = ("f1", "f2", "f3", "f4", "z1", "z2", "z3", "z4")
FACE_DOWN = "X"
"""How a tile that lies face down is written. It is not a `Tile`: nobody sees which one it is."""

_TEXTS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *HONOURS,
    *FLOWERS,
)
_SUIT_WORDS = {"m": ("万", "characters"), "p": ("筒", "dots"), "s": ("条", "bamboo")}
_OTHER_WORDS = (
    *(Words("东", "East"), Words("南", "South"), Words("西", "West"), Words("北", "North")),
    *(Words("中", "red dragon"), Words("发", "green dragon"), Words("白", "white dragon")),
    *(Words("梅", "plum"), Words("兰", "orchid")),
    *(Words("菊", "chrysanthemum"), Words("竹", "bamboo flower")),
    *(Words("春", "spring"), Words("夏", "summer"), Words("秋", "autumn"), Words("冬", "winter")),
)
_CHINESE_RANKS = "一二三四五六七八九"


class UnknownTileError(UserError):
    """A letter or number that names no tile (rule VAL-03)."""

    def __init__(self, bad: str, text: str) -> None:
        super().__init__(
            "unknown_tile",
            Words(
                f"“{text}”里的 {bad!r} 不是牌：请用 1-9 加 m/p/s（万筒条）、ESWNCFB"
                "（东南西北中发白）或 f1-f4 z1-z4（花牌）。",
                f"{bad!r} in {text!r} is not a tile: use 1-9 with m, p or s, the honours "
                "E S W N C F B, or the flowers f1-f4 z1-z4.",
            ),
        )


class Tile(IntEnum):
    """A tile face. The value is the detector's class id, in the order of the class list.

    >>> Tile.parse("5p"), Tile.parse("中").text, Tile.parse("7z").words.en
    (<Tile.P5: 13>, 'C', 'red dragon')
    """

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = range(27, 34)
    PLUM, ORCHID, CHRYSANTHEMUM, BAMBOO, SPRING, SUMMER, AUTUMN, WINTER = range(34, 42)

    # Equal to its number, so it must have the hash of it; and that of Enum is slow.
    __hash__ = int.__hash__

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """The one tile that `text` names. Raises `UnknownTileError` for none or several."""
        tiles = parse_tiles(text)
        if len(tiles) != 1:
            raise UnknownTileError(text, text)
        return tiles[0]

    @property
    def text(self) -> str:
        """Short notation: `5p`, `E`, `f1`."""
        return _TEXTS[self]

    @property
    def words(self) -> Words:
        """The tile's name in both languages."""
        if self.suit is None:
            return _OTHER_WORDS[self - Tile.EAST]
        zh, en = _SUIT_WORDS[self.suit]
        assert self.rank is not None
        return Words(_CHINESE_RANKS[self.rank - 1] + zh, f"{self.rank} of {en}")

    @property
    def suit(self) -> str | None:
        """`m`, `p` or `s`; None for honours and flowers."""
        return SUITS[self // 9] if self < Tile.EAST else None

    @property
    def rank(self) -> int | None:
        """1 to 9; None for honours and flowers."""
        return self % 9 + 1 if self < Tile.EAST else None

    @property
    def is_honour(self) -> bool:
        return Tile.EAST <= self <= Tile.WHITE

    @property
    def is_flower(self) -> bool:
        return self >= Tile.PLUM

    def __str__(self) -> str:
        return self.text


_RANKS = {digit: str(rank) for rank, digit in enumerate(_CHINESE_RANKS, 1)} | {
    **{"伍": "5", "两": "2", "二": "2"},
    **{chr(0xFF10 + rank): str(rank) for rank in range(1, 10)},
}
_SUITS = {
    **dict.fromkeys("万萬", "m"),
    **dict.fromkeys("筒饼餅", "p"),
    **dict.fromkeys("条條索", "s"),
}
_NAMES = {
    **{"幺鸡": "1s", "么鸡": "1s"},
    **{"红中": "C", "發財": "F", "发财": "F", "白板": "B"},
    **{"东": "E", "東": "E", "南": "S", "西": "W", "北": "N"},
    **{"中": "C", "发": "F", "發": "F", "白": "B"},
    **{"梅": "f1", "兰": "f2", "蘭": "f2", "菊": "f3", "竹": "f4"},
    **{"春": "z1", "夏": "z2", "秋": "z3", "冬": "z4"},
}
_NAME_PATTERN = re.compile("|".join([*_NAMES, "风", "風"]))
_TOKEN = re.compile(
    rf"(?P<ranks>[1-9{FACE_DOWN}]*[1-9][1-9{FACE_DOWN}]*)(?P<suit>[mpsz])"
    rf"|(?P<honour>[{HONOURS}])|(?P<flower>[fz][1-4])|(?P<down>{FACE_DOWN})|[\s|,，、]+"
)


def _to_short(text: str) -> str:
    """Chinese names, ranks and suits turned into the short notation."""
    named = _NAME_PATTERN.sub(lambda match: _NAMES.get(match[0], ""), text)
    return "".join(_RANKS.get(char, _SUITS.get(char, char)) for char in named)


def parse_faces(text: str) -> tuple[Tile | None, ...]:
    """Tiles in the order written; None stands for a tile that lies face down (`X`).

    Takes the short notation (`345m E f1`), `1z`..`7z` for the honours, and Chinese names
    (`三万`, `东`, `发`). Raises `UnknownTileError`, which quotes what it cannot read.
    """
    short = _to_short(text)
    faces: list[Tile | None] = []
    position = 0
    while position < len(short):
        match = _TOKEN.match(short, position)
        if match is None:
            raise UnknownTileError(_unreadable(short[position:]), text)
        position = match.end()
        if match["ranks"]:
            suit = match["suit"]
            faces.extend(_ranked(rank, suit, text) for rank in match["ranks"])
        elif match["down"]:
            faces.append(None)
        elif match["honour"] or match["flower"]:
            faces.append(Tile(_TEXTS.index(match[0])))
    return tuple(faces)


def _ranked(rank: str, suit: str, text: str) -> Tile | None:
    if rank == FACE_DOWN:
        return None
    if suit != "z":
        return Tile(SUITS.index(suit) * 9 + int(rank) - 1)
    if int(rank) > len(HONOURS):
        raise UnknownTileError(rank + suit, text)
    # 1z..7z is East South West North white green red in most other notations.
    return Tile(_TEXTS.index("ESWNBFC"[int(rank) - 1]))


def _unreadable(rest: str) -> str:
    """What is wrong at the start of `rest`: `0m` of `90m`, `q` of `35q`, `35` of `35 E`."""
    match = re.match(r"([0-9X]+)(\w?)", rest)
    if match is None:
        return rest[0]
    digits, letter = match.groups()
    if "0" in digits:
        return "0" + letter
    return letter if letter and letter not in SUITS + "z" else digits + letter


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Like `parse_faces`, for tiles that all lie face up.

    >>> tiles_text(parse_tiles("三万四万五万 11z 发"))
    '345mEEF'
    """
    tiles: list[Tile] = []
    for face in parse_faces(text):
        if face is None:
            raise UserError(
                "face_down",
                Words(
                    f"“{text}”里有一张扣着的牌（X）：请写出它是什么牌。",
                    f"{text!r} has a tile lying face down (X): write which tile it is.",
                ),
            )
        tiles.append(face)
    return tuple(tiles)


def tiles_text(tiles: Iterable[Tile]) -> str:
    """The short notation of `tiles`, in their order; neighbours of one suit share its letter."""
    parts: list[str] = []
    for tile in tiles:
        if tile.suit and parts and parts[-1].endswith(tile.suit) and parts[-1][0].isdigit():
            parts[-1] = f"{parts[-1][:-1]}{tile.text}"
        else:
            parts.append(tile.text)
    return "".join(parts)
