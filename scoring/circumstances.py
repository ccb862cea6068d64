"""How a hand was won: everything that the tiles do not show."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.hand import Meld
from scoring.tiles import Tile, parse_tiles, tiles_text
from scoring.words import UserError, Words

SEATS = (0, 1, 2, 3)


def _bad(zh: str, en: str) -> UserError:
    return UserError("circumstances_text", Words(zh, en))


@dataclass(frozen=True)
class Circumstances:
    """Who won, how, and what happened on the way. Seats are 0 to 3 in turn order.

    With none of `self_draw`, `discard_by` and `robbed` the manner of the win is not known, and
    a score gives both columns. Contradictions are described by the score, not refused here.

    >>> Circumstances.parse("dealer=2; winner=1; discard_by=3; last_tile").discard_by
    3
    >>> Circumstances(winner=1, self_draw=True).text
    'dealer=0; winner=1; self_draw'
    """

    dealer: int = 0
    winner: int | tuple[int, ...] = 0
    """One seat, or several winners of one tile."""
    self_draw: bool = False
    discard_by: int | None = None
    robbed: int | None = None
    """The seat whose added kong was robbed."""
    last_tile: bool = False
    """Won on the last tile that could be drawn (or on the discard after it)."""
    last_round: bool = False
    """Won in the last go-round; counts only with the option `haidi.window = last_round`."""
    kong_flower: str | None = None
    """Won on a kong's replacement tile, after a kong that was `concealed`, `exposed` or `any`."""
    kong_fed_by: int | None = None
    kong_discard: bool = False
    """Won on the discard that followed another player's kong."""
    heavenly: bool = False
    human: bool = False
    earthly: bool = False
    pon_in_first_round: bool = False
    declared_ready: bool | tuple[int, ...] = False
    """True for every winner, or the seats that declared."""
    codes: tuple[Tile, ...] = ()
    catcher: int | None = None
    prev_hand_won: bool | None = None
    fish: tuple[Tile, ...] = ()
    fish_missing: bool = False
    melds_of: tuple[tuple[int, tuple[Meld, ...]], ...] = ()
    """Melds of players who did not win, by seat: their kongs are paid too."""
    target_kong: str | None = None
    """The kong whose tile was won on: `concealed` or `melded_from_discard`."""
    exhaustive_draw: bool = False
    last_drawer: int | None = None
    """Who drew the last tile of a drawn hand (for `dealer.draw = last_drawer`)."""
    options: tuple[tuple[str, str], ...] = ()
    """House rules for this hand alone: keys and values as in a rule file."""

    @classmethod
    def parse(cls, text: str) -> "Circumstances":
        """Circumstances from `key`, `key=value` parts separated by `;`.

        Raises `UserError` `circumstances_text`, or that of a bad tile or meld.
        """
        values: dict[str, Any] = {}
        for part in re.split(r"[;；]", text):
            key, equals, value = (piece.strip() for piece in part.partition("="))
            if key:
                _read_part(values, key, value if equals else None)
        if values.pop("rob_kong", False) and values.get("robbed") is None:
            raise _bad("rob_kong 还要写 robbed=座位。", "'rob_kong' also needs robbed=SEAT.")
        return cls(**values)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.winner if isinstance(self.winner, tuple) else (self.winner,)

    @property
    def manner_known(self) -> bool:
        return self.self_draw or self.discard_by is not None or self.robbed is not None

    def is_ready(self, seat: int) -> bool:
        """Whether the winner at `seat` had declared ready (rule NN-14)."""
        if isinstance(self.declared_ready, tuple):
            return seat in self.declared_ready
        return self.declared_ready

    def melds_by_seat(self) -> dict[int, tuple[Meld, ...]]:
        return dict(self.melds_of)

    @property
    def text(self) -> str:
        """One line; `Circumstances.parse` reads it back."""
        parts = []
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default or field.name in ("dealer", "winner"):
                parts += _WRITERS.get(field.name, _write_plain)(field.name, value)
        return "; ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """The fields that differ from the defaults, tiles and melds as text."""
        values = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return {name: _to_json(name, value) for name, value, default in values if value != default}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Circumstances":
        """What `to_json` gave. Raises `UserError` for an unknown field."""
        known = {field.name for field in fields(cls)}
        for name in value:
            if name not in known:
                raise _bad(
                    f"没有“{name}”这一项。可用的有：{'、'.join(sorted(known))}。",
                    f"There is no field {name!r}. Valid ones: {', '.join(sorted(known))}.",
                )
        return cls(**{name: _from_json(name, raw) for name, raw in value.items()})

    def with_manner(self, column: str, discarder: int | None = None) -> "Circumstances":
        """The same, won by self-draw (`column` is `self_draw`) or on `discarder`'s tile."""
        if column == "self_draw":
            return replace(self, self_draw=True)
        return replace(self, discard_by=discarder)


def _to_json(name: str, value: Any) -> Any:
    if name in ("codes", "fish"):
        return tiles_text(value)
    if name == "melds_of":
        return {str(seat): " ".join(meld.text for meld in melds) for seat, melds in value}
    if name == "options":
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _from_json(name: str, raw: Any) -> Any:
    if name in ("codes", "fish"):
        return parse_tiles(raw)
    if name == "melds_of":
        return tuple((int(seat), parse_melds(text)) for seat, text in raw.items())
    if name == "options":
        return tuple((key, str(value)) for key, value in raw.items())
    return tuple(raw) if isinstance(raw, list) else raw


def parse_melds(text: str) -> tuple[Meld, ...]:
    """Melds in brackets, one after the other: `[pon 222p from 3] [kan 1111s concealed]`."""
    if re.sub(r"\[[^\[\]]*\]", "", text).strip():
        raise _bad(
            f"“{text}”要写成一组组方括号，例如 [kan 1111s concealed]。",
            f"{text!r} must be melds in brackets, e.g. [kan 1111s concealed].",
        )
    return tuple(Meld.parse(meld) for meld in re.findall(r"\[[^\[\]]*\]", text))


def _seat(key: str, value: str) -> int:
    if value not in ("0", "1", "2", "3"):
        raise _bad(
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
            raise _bad(
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
    "target_kong": _choice("concealed", "melded_from_discard"),
    "last_drawer": _seat,
    "tileset": _choice("108", "136"),
}


def _valid_keys() -> list[str]:
    return [*_FLAGS, *_FLOWERS, *_READERS, "melds_of_SEAT", "option:KEY"]


def _read_part(values: dict[str, Any], key: str, value: str | None) -> None:
    """Put one `key` or `key=value` into `values`."""
    name = _field_of(key)
    if name in values and name not in ("melds_of", "options"):
        raise _bad(f"“{key}”写了两次。", f"{key!r} is given twice.")
    if value is None:
        if key in _FLOWERS:
            values[name] = _FLOWERS[key]
        elif key in _FLAGS or key == "declared_ready":
            values[name] = True
        elif name in _READERS or name in ("melds_of", "options"):
            raise _bad(f"“{key}”要写成 {key}=值。", f"{key!r} needs a value: {key}=VALUE.")
        else:
            raise _unknown_key(key)
    elif key in _FLAGS or key in _FLOWERS:
        raise _bad(f"“{key}”后面不写值。", f"{key!r} takes no value.")
    elif key.startswith("option:"):
        values["options"] = (*values.get("options", ()), (key.removeprefix("option:"), value))
    elif key == "tileset":
        tiles_set = ("tiles.set", str(_READERS[key](key, value)))
        values["options"] = (*values.get("options", ()), tiles_set)
    elif key.startswith("melds_of_"):
        seat = _seat(key, key.removeprefix("melds_of_"))
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
    return _bad(
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
