"""The text form of circumstances: `key` and `key=value` parts separated by `;`."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from scoring.hand import Meld
from scoring.tiles import Tile, parse_tiles, tiles_text
from scoring.words import UserError, Words

TARGET_KONGS = ("concealed", "melded_from_discard")


def bad_text(zh: str, en: str) -> UserError:
    return UserError("circumstances_text", Words(zh, en))


def read_fields(text: str) -> dict[str, Any]:
    """The fields of `Circumstances` that `text` gives."""
    values: dict[str, Any] = {}
    for part in re.split(r"[;；]", text):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key:
            _read_part(values, key, value if equals else None)
    if values.pop("rob_kong", False) and values.get("robbed") is None:
        raise bad_text("rob_kong 还要写 robbed=座位。", "'rob_kong' also needs robbed=SEAT.")
    return values


def write_field(name: str, value: Any) -> list[str]:
    """The parts that say that the field `name` is `value`."""
    return _WRITERS.get(name, _write_plain)(name, value)


def parse_melds(text: str) -> tuple[Meld, ...]:
    """Melds in brackets, one after the other: `[pon 222p from 3] [kan 1111s concealed]`."""
    if re.sub(r"\[[^\[\]]*\]", "", text).strip():
        raise bad_text(
            f"“{text}”要写成一组组方括号，例如 [kan 1111s concealed]。",
            f"{text!r} must be melds in brackets, e.g. [kan 1111s concealed].",
        )
    return tuple(Meld.parse(meld) for meld in re.findall(r"\[[^\[\]]*\]", text))


def _seat(key: str, value: str) -> int:
    if value not in ("0", "1", "2", "3"):
        raise bad_text(
            f"{key} 要写座位 0、1、2 或 3，不是“{value}”。",
            f"{key!r} takes a seat: 0, 1, 2 or 3, not {value!r}.",
        )
    return int(value)


def _winner(key: str, value: str) -> int | tuple[int, ...]:
    seats = _seats(key, value)
    return seats[0] if len(seats) == 1 else seats


def _seats(key: str, value: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_seat(key, seat.strip()) for seat in value.split("+")))


def _tiles(key: str, value: str) -> tuple[Tile, ...]:
    return parse_tiles(value)


def _choice(*allowed: str) -> Callable[[str, str], str]:
    def read(key: str, value: str) -> str:
        if value not in allowed:
            raise bad_text(
                f"{key} 不能是“{value}”，可以是：{'、'.join(allowed)}。",
                f"{key!r} cannot be {value!r}; it takes: {', '.join(allowed)}.",
            )
        return value

    return read


_yes_or_no = _choice("yes", "no")
_FLAGS = (
    *("self_draw", "rob_kong", "last_tile", "last_round", "kong_discard", "heavenly", "human"),
    *("earthly", "pon_in_first_round", "exhaustive_draw"),
)
_FLOWERS = {
    "kong_flower": "any",
    "kong_flower_concealed": "concealed",
    "kong_flower_exposed": "exposed",
}
FLOWER_KINDS = tuple(_FLOWERS.values())
_READERS: dict[str, Callable[[str, str], Any]] = {
    "dealer": _seat,
    "winner": _winner,
    "discard_by": _seat,
    "robbed": _seat,
    "kong_fed_by": _seat,
    "declared_ready": _seats,
    "codes": _tiles,
    "catcher": _seat,
    "prev_hand_won": lambda key, value: _yes_or_no(key, value) == "yes",
    "fish": _tiles,
    "target_kong": _choice(*TARGET_KONGS),
    "last_drawer": _seat,
    "tileset": _choice("108", "136"),
}


def _valid_keys() -> list[str]:
    return [*_FLAGS, *_FLOWERS, *_READERS, "melds_of_SEAT", "option:KEY"]


def _read_part(values: dict[str, Any], key: str, value: str | None) -> None:
    """Put one `key` or `key=value` into `values`."""
    name = _field_of(key)
    if name in values and name not in ("melds_of", "options"):
        raise bad_text(f"“{key}”写了两次。", f"{key!r} is given twice.")
    if value is None:
        if key in _FLOWERS:
            values[name] = _FLOWERS[key]
        elif key in _FLAGS or key == "declared_ready":
            values[name] = True
        elif name in _READERS or name in ("melds_of", "options"):
            raise bad_text(f"“{key}”要写成 {key}=值。", f"{key!r} needs a value: {key}=VALUE.")
        else:
            raise _unknown_key(key)
    elif key in _FLAGS or key in _FLOWERS:
        raise bad_text(f"“{key}”后面不写值。", f"{key!r} takes no value.")
    elif key.startswith("option:"):
        values["options"] = (*values.get("options", ()), (key.removeprefix("option:"), value))
    elif key == "tileset":
        tiles_set = ("tiles.set", str(_READERS[key](key, value)))
        values["options"] = (*values.get("options", ()), tiles_set)
    elif key.startswith("melds_of_"):
        seat = _seat(key, key.removeprefix("melds_of_"))
        if seat in dict(values.get("melds_of", ())):
            raise bad_text(f"“{key}”写了两次。", f"{key!r} is given twice.")
        values["melds_of"] = (*values.get("melds_of", ()), (seat, parse_melds(value)))
    elif key == "fish" and value == "missing":
        values["fish_missing"] = True
    elif key in _READERS:
        values[name] = _READERS[key](key, value)
    else:
        raise _unknown_key(key)


def _field_of(key: str) -> str:
    if key in _FLOWERS:
        return "kong_flower"
    if key.startswith("option:") or key == "tileset":
        return "options"
    return "melds_of" if key.startswith("melds_of_") else key


def _unknown_key(key: str) -> UserError:
    valid = _valid_keys()
    return bad_text(
        f"不认识“{key}”。可用的有：{'、'.join(valid)}。",
        f"{key!r} is not known. Valid ones: {', '.join(valid)}.",
    )


def _write_plain(name: str, value: Any) -> list[str]:
    return [name] if value is True else [f"{name}={value}"]


def _write_seats(name: str, value: Any) -> list[str]:
    if value is True:
        return [name]
    return [
        f"{name}={'+'.join(map(str, value))}" if isinstance(value, tuple) else f"{name}={value}"
    ]


def _write_tiles(name: str, value: Iterable[Tile]) -> list[str]:
    return [f"{name}={tiles_text(value)}"]


_WRITERS: dict[str, Callable[[str, Any], list[str]]] = {
    "winner": _write_seats,
    "declared_ready": _write_seats,
    "robbed": lambda name, value: ["rob_kong", f"robbed={value}"],
    "kong_flower": lambda name, value: [
        next(key for key, kind in _FLOWERS.items() if kind == value)
    ],
    "codes": _write_tiles,
    "fish": _write_tiles,
    "fish_missing": lambda name, value: ["fish=missing"],
    "prev_hand_won": lambda name, value: [f"prev_hand_won={'yes' if value else 'no'}"],
    "melds_of": lambda name, value: [
        f"melds_of_{seat}={' '.join(meld.text for meld in melds)}" for seat, melds in value
    ],
    "options": lambda name, value: [f"option:{key}={text}" for key, text in value],
}
