"""The JSON form of circumstances: an object of the fields that differ from the defaults."""

from collections.abc import Callable
from typing import Any

from scoring.catalogue import value_text
from scoring.circumstances_text import FLOWER_KINDS, TARGET_KONGS, bad_text, parse_melds
from scoring.hand import SEATS, Meld
from scoring.json_values import bad_value, is_whole, object_value, text_value
from scoring.tiles import Tile, parse_tiles, tiles_text
from scoring.words import Words

_SEAT = Words("座位 0、1、2 或 3", "a seat: 0, 1, 2 or 3")
_WINNERS = Words(
    "座位 0、1、2 或 3，或几个不同座位的列表", "a seat from 0 to 3, or a list of different seats"
)
_READY = Words("true、false 或几个不同座位的列表", "true, false or a list of different seats")
_TILES = Words('牌，例如 "3m1s2pN"', 'tiles as text, e.g. "3m1s2pN"')
_MELDS = Words('一组组方括号，例如 "[kan 1111s concealed]"', 'melds, e.g. "[kan 1111s concealed]"')
_MELDS_OF = Words("座位 0、1、2、3 和各家的牌", "the seats 0, 1, 2 and 3, each with its melds")
_FLAG = Words("true 或 false", "true or false")
_OPTION = Words("文字、整数、true 或 false", "text, a whole number, true or false")


def write_json(name: str, value: Any) -> Any:
    """The value of the field `name` for JSON; tiles and melds are text."""
    if name in ("codes", "fish"):
        return tiles_text(value)
    if name == "melds_of":
        return {str(seat): " ".join(meld.text for meld in melds) for seat, melds in value}
    if name == "options":
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def read_json(value: Any) -> dict[str, Any]:
    """The fields of `Circumstances` that a JSON object gives.

    Raises `UserError`: `circumstances_text` for an unknown field, `bad_value` for a value of the
    wrong type, and those of bad tiles and melds.
    """
    fields = object_value("circumstances", value)
    for name in fields:
        if name not in READERS:
            raise bad_text(
                f"没有“{name}”这一项。可用的有：{'、'.join(sorted(READERS))}。",
                f"There is no field {name!r}. Valid ones: {', '.join(sorted(READERS))}.",
            )
    return {name: READERS[name](name, raw) for name, raw in fields.items()}


def _is_seat(value: Any) -> bool:
    return is_whole(value) and value in SEATS


def _are_seats(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_seat, value)) and len(set(value)) == len(value)


def _seat(key: str, value: Any) -> int:
    if not _is_seat(value):
        raise bad_value(key, value, _SEAT)
    return int(value)


def _seat_or_none(key: str, value: Any) -> int | None:
    return None if value is None else _seat(key, value)


def _winners(key: str, value: Any) -> int | tuple[int, ...]:
    if _are_seats(value) and value:
        return tuple(value)
    if not _is_seat(value):
        raise bad_value(key, value, _WINNERS)
    return int(value)


def _ready(key: str, value: Any) -> bool | tuple[int, ...]:
    if _are_seats(value):
        return tuple(value)
    if not isinstance(value, bool):
        raise bad_value(key, value, _READY)
    return value


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise bad_value(key, value, _FLAG)
    return value


def _flag_or_none(key: str, value: Any) -> bool | None:
    return None if value is None else _flag(key, value)


def _choice(*allowed: str) -> Callable[[str, Any], str | None]:
    def read(key: str, value: Any) -> str | None:
        if value is not None and value not in allowed:
            raise bad_value(key, value, Words("、".join(allowed), " or ".join(map(repr, allowed))))
        return None if value is None else str(value)

    return read


def _tiles(key: str, value: Any) -> tuple[Tile, ...]:
    return parse_tiles(text_value(key, value, _TILES))


def _melds_of(key: str, value: Any) -> tuple[tuple[int, tuple[Meld, ...]], ...]:
    found = []
    for seat, text in object_value(key, value).items():
        if seat not in map(str, SEATS):
            raise bad_value(key, seat, _MELDS_OF)
        found.append((int(seat), parse_melds(text_value(f"{key}.{seat}", text, _MELDS))))
    return tuple(found)


def _options(key: str, value: Any) -> tuple[tuple[str, str], ...]:
    """Yes, no and numbers are taken as they are written in a rule file."""
    for name, raw in object_value(key, value).items():
        if not isinstance(raw, str | int):
            raise bad_value(f"{key}.{name}", raw, _OPTION)
    return tuple((name, value_text(raw)) for name, raw in value.items())


READERS: dict[str, Callable[[str, Any], Any]] = {
    "dealer": _seat,
    "winner": _winners,
    "self_draw": _flag,
    "discard_by": _seat_or_none,
    "robbed": _seat_or_none,
    "last_tile": _flag,
    "last_round": _flag,
    "kong_flower": _choice(*FLOWER_KINDS),
    "kong_fed_by": _seat_or_none,
    "kong_discard": _flag,
    "heavenly": _flag,
    "human": _flag,
    "earthly": _flag,
    "pon_in_first_round": _flag,
    "declared_ready": _ready,
    "codes": _tiles,
    "catcher": _seat_or_none,
    "prev_hand_won": _flag_or_none,
    "fish": _tiles,
    "fish_missing": _flag,
    "melds_of": _melds_of,
    "target_kong": _choice(*TARGET_KONGS),
    "exhaustive_draw": _flag,
    "last_drawer": _seat_or_none,
    "options": _options,
}
"""How each field of `Circumstances` is read."""
