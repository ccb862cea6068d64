"""A hand as its owner laid it: concealed tiles, melds, flowers and the winning tile."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum

from scoring.tiles import Tile, parse_faces, parse_tiles, tiles_text
from scoring.words import UserError, Words

HAND_SIZE = 14
SEATS = (0, 1, 2, 3)
"""The players, in turn order."""


class HandTextError(UserError):
    """A hand written in a way that cannot be read."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__("hand_text", Words(zh, en))


class MeldKind(Enum):
    """What a set on the table is. The value is its form in hand notation."""

    CHOW = "chow"
    PON = "pon"
    OPEN_KAN = "kan open"
    ADDED_KAN = "kan added"
    CONCEALED_KAN = "kan concealed"

    @property
    def is_kan(self) -> bool:
        return self in (MeldKind.OPEN_KAN, MeldKind.ADDED_KAN, MeldKind.CONCEALED_KAN)

    @property
    def words(self) -> Words:
        return _KIND_WORDS[self]


_KIND_WORDS = {
    MeldKind.CHOW: Words("吃", "chow"),
    MeldKind.PON: Words("碰", "pon"),
    MeldKind.OPEN_KAN: Words("明杠", "open kan"),
    MeldKind.ADDED_KAN: Words("补杠", "added kan"),
    MeldKind.CONCEALED_KAN: Words("暗杠", "concealed kan"),
}

_KEYWORDS = {
    **dict.fromkeys(("chow", "chi", "吃"), "chow"),
    **dict.fromkeys(("pon", "pung", "碰"), "pon"),
    **dict.fromkeys(("kan", "kong", "杠", "槓"), "kan"),
    **dict.fromkeys(("open", "明", "明杠", "直杠"), "open"),
    **dict.fromkeys(("added", "补", "补杠", "加杠"), "added"),
    **dict.fromkeys(("concealed", "暗", "暗杠"), "concealed"),
    **dict.fromkeys(("from", "自", "来自"), "from"),
}


@dataclass(frozen=True)
class Meld:
    """A set laid on the table: its kind, its tiles and the seat that fed it, where known.

    >>> Meld.parse("[pon 222p from 3]")
    Meld.parse('[pon 222p from 3]')
    >>> Meld.parse("[X22Xp]").kind.value
    'kan concealed'
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    fed_by: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Meld":
        """A meld in hand notation, with or without its brackets.

        Raises `HandTextError` or `UnknownTileError`. Tiles that make no legal set are taken as
        written; `is_legal` tells.
        """
        words: set[str] = set()
        fed_by: int | None = None
        tile_parts: list[str] = []
        parts = text.strip().removeprefix("[").removesuffix("]").split()
        while parts:
            part = parts.pop(0)
            word = _KEYWORDS.get(part)
            if word == "from":
                fed_by = _seat(parts.pop(0) if parts else "", text)
            elif word:
                words.add(word)
            else:
                tile_parts.append(part)
        tiles, face_down = _meld_tiles("".join(tile_parts), text)
        return cls(_meld_kind(words, tiles, face_down), tiles, fed_by)

    @property
    def is_concealed(self) -> bool:
        return self.kind is MeldKind.CONCEALED_KAN

    @property
    def is_legal(self) -> bool:
        """Whether the tiles are a set of this kind."""
        if self.kind is MeldKind.CHOW:
            ordered = sorted(self.tiles)
            return (
                len(ordered) == 3
                and ordered[0].suit is not None
                and len({tile.suit for tile in ordered}) == 1
                and ordered[2] - ordered[0] == 2
                and ordered[1] - ordered[0] == 1
            )
        size = 4 if self.kind.is_kan else 3
        return len(self.tiles) == size and len(set(self.tiles)) == 1 and not self.tiles[0].is_flower

    @property
    def text(self) -> str:
        """Hand notation with brackets, e.g. `[kan 2222p open from 3]`."""
        name, *how = self.kind.value.split()
        fed_by = [] if self.fed_by is None else [f"from {self.fed_by}"]
        return f"[{' '.join([name, tiles_text(self.tiles), *how, *fed_by])}]"

    def __repr__(self) -> str:
        return f"Meld.parse({self.text!r})"


def _seat(text: str, meld: str) -> int:
    if text not in ("0", "1", "2", "3"):
        raise HandTextError(
            f"“{meld}”里“from”后面要写座位 0 到 3，现在是“{text}”。",
            f"{meld!r} needs a seat from 0 to 3 after 'from', not {text!r}.",
        )
    return int(text)


def _meld_tiles(tiles: str, text: str) -> tuple[tuple[Tile, ...], bool]:
    """The tiles of a meld and whether some lie face down; those are of the kind that shows."""
    faces = parse_faces(tiles)
    shown = [face for face in faces if face is not None]
    if not shown:
        raise HandTextError(
            f"“{text}”里看不到牌面：请写出是哪张牌，例如 [kan 2222p concealed]。",
            f"{text!r} shows no tile: write which one it is, e.g. [kan 2222p concealed].",
        )
    return tuple(face if face is not None else shown[0] for face in faces), None in faces


def _meld_kind(words: set[str], tiles: tuple[Tile, ...], face_down: bool) -> MeldKind:
    """The kind named by `words`, or the one that the tiles tell."""
    if "chow" in words:
        return MeldKind.CHOW
    if "pon" in words:
        return MeldKind.PON
    if "kan" in words or words & {"open", "added", "concealed"} or len(tiles) == 4:
        if "concealed" in words or (face_down and not words & {"open", "added"}):
            return MeldKind.CONCEALED_KAN
        return MeldKind.ADDED_KAN if "added" in words else MeldKind.OPEN_KAN
    return MeldKind.PON if len(set(tiles)) < 3 else MeldKind.CHOW


@dataclass(frozen=True)
class Hand:
    """One player's revealed hand. Tiles keep the order in which they lie.

    `concealed` does not hold the winning tile; where nobody knows which tile won, `winning_tile`
    is None and `concealed` holds all.

    >>> hand = Hand.parse("345m678s46p99m [pon 222p from 3] + 5p")
    >>> hand.winning_tile, hand.tile_count, hand.text
    (<Tile.P5: 13>, 14, '345m678s46p99m [pon 222p from 3] + 5p')
    """

    concealed: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    winning_tile: Tile | None = None

    @classmethod
    def parse(cls, text: str) -> "Hand":
        """A hand from one line. Any tiles are taken as written, also too many or too few.

        Raises `HandTextError` or `UnknownTileError`, both `ValueError`.
        """
        body, plus, winning = _full_width_to_ascii(text).partition("+")
        melds = tuple(Meld.parse(meld) for meld in re.findall(r"\[[^\[\]]*\]", body))
        loose = re.sub(r"\[[^\[\]]*\]", " ", body)
        if "[" in loose or "]" in loose:
            raise HandTextError(
                f"“{text}”里的方括号没有配对：每组牌写成 [222p] 这样。",
                f"The brackets in {text!r} do not match: write each meld as [222p].",
            )
        winning_tile = _winning_tile(winning, text) if plus else None
        tiles = parse_tiles(loose)
        return cls(
            concealed=tuple(tile for tile in tiles if not tile.is_flower),
            melds=melds,
            flowers=tuple(tile for tile in tiles if tile.is_flower),
            winning_tile=winning_tile,
        )

    @property
    def text(self) -> str:
        """One line in hand notation; `Hand.parse` reads it back."""
        parts = [tiles_text(self.concealed), *(meld.text for meld in self.melds)]
        if self.flowers:
            parts += ["|", *(flower.text for flower in self.flowers)]
        if self.winning_tile is not None:
            parts += ["+", self.winning_tile.text]
        return " ".join(part for part in parts if part)

    @property
    def held(self) -> tuple[Tile, ...]:
        """The concealed tiles with the winning tile, where it is known."""
        return self.concealed + (() if self.winning_tile is None else (self.winning_tile,))

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand but the flowers."""
        return self.held + tuple(tile for meld in self.melds for tile in meld.tiles)

    @property
    def tile_count(self) -> int:
        """Tiles with each kong counted as three: 14 when the hand is complete (rule VAL-01)."""
        return len(self.held) + 3 * len(self.melds)

    @property
    def is_concealed(self) -> bool:
        """Whether no tile was claimed; concealed kongs do not open a hand (rule PT-04)."""
        return all(meld.is_concealed for meld in self.melds)

    def counts(self) -> Counter[Tile]:
        """How many copies of each tile the hand holds, flowers included."""
        return Counter(self.all_tiles + self.flowers)

    def with_winning_tile(self, tile: Tile) -> "Hand":
        """The same hand with `tile` as the winning one, taken from the concealed tiles.

        Raises `HandTextError` when the concealed tiles do not hold it.
        """
        held = list(self.held)
        if tile not in held:
            raise HandTextError(
                f"手里没有 {tile}，它不能是胡的那张牌：{self.text}",
                f"{tile.text!r} is not among the concealed tiles of {self.text!r}, "
                "so it cannot be the winning tile.",
            )
        # The last copy: of equal tiles the winning one lies nearest the end.
        del held[len(held) - 1 - held[::-1].index(tile)]
        return replace(self, concealed=tuple(held), winning_tile=tile)

    def __repr__(self) -> str:
        return f"Hand.parse({self.text!r})"


def _winning_tile(text: str, hand: str) -> Tile:
    tiles = parse_tiles(text)
    if len(tiles) != 1 or tiles[0].is_flower:
        raise HandTextError(
            f"“{hand}”里“+”后面要写一张胡的牌，现在是“{text.strip()}”。",
            f"{hand!r} needs one winning tile after '+', not {text.strip()!r}.",
        )
    return tiles[0]


def _full_width_to_ascii(text: str) -> str:
    return text.translate(str.maketrans("［］【】＋｜", "[][]+|"))
