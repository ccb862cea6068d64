"""The catalogue of rules and house-rule keys, read from the data in `rules/`."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from scoring.words import UserError, Words

RULES_FOLDER = Path(__file__).parent / "rules"


class Pair(NamedTuple):
    """A value that depends on how the hand was won. Text form `9/6`: discard, then self-draw."""

    discard: int
    self_draw: int

    def __str__(self) -> str:
        return f"{self.discard}/{self.self_draw}"


Value = bool | int | str | Pair
"""What a key may hold: a yes or no, a number, a choice, or a pair of numbers."""

_PAIR = re.compile(r"(\d+)/(\d+)")
_DRAGONS = re.compile(r"(zhong|fa|bai)[1-4]_(zhong|fa|bai)[1-4]_(zhong|fa|bai)[1-4]")
_LARGEST = 1_000_000
_MOST_DIGITS = 12
_KIND_WORDS = {
    "points": Words("不小于 0 的整数", "a whole number from 0"),
    "pair": Words("“放炮/自摸”两个数，如 9/6", "two numbers 'discard/self-draw', e.g. 9/6"),
    "dragons": Words("中发白各归第几家", "the position (1 to 4) of each dragon"),
}


@dataclass(frozen=True)
class Item:
    """One rule of the catalogue: its id, its name and the (Chinese) sentence that states it."""

    rule_id: str
    name: Words
    source: str


@dataclass(frozen=True)
class Option:
    """One key that a rule set may change."""

    key: str
    rule_id: str
    name: Words
    kind: str
    choices: tuple[Value, ...]
    """The values allowed; for the kinds of number, the words allowed besides."""
    examples: tuple[str, ...]
    default: Value

    @property
    def allowed(self) -> Words:
        """What the key takes, for messages."""
        choices = [value_text(choice) for choice in self.choices]
        if self.kind == "choice":
            return Words("、".join(choices), ", ".join(choices))
        kind = _KIND_WORDS[self.kind]
        if self.kind == "dragons":
            shown = ", ".join(self.examples)
            kind = Words(f"{kind.zh}（例如 {shown}）", f"{kind.en} (e.g. {shown})")
        return Words("，或 ".join([kind.zh, *choices]), ", or ".join([kind.en, *choices]))

    def read(self, raw: object) -> Value:
        """`raw` (from TOML or the command line) as a value of this key.

        Raises `UserError` `bad_option_value`, which lists what is allowed.
        """
        text = value_text(raw).strip()
        for choice in self.choices:
            if text == value_text(choice):
                return choice
        value: Value | None = _READERS[self.kind](text)
        if value is None:
            raise UserError(
                "bad_option_value",
                Words(
                    f"规则项 {self.key} 不能是“{text}”，可以是：{self.allowed.zh}。",
                    f"The rule {self.key!r} cannot be {text!r}; it takes: {self.allowed.en}.",
                ),
            )
        return value


def value_text(value: object) -> str:
    """A value as it is written in a rule file or after `option:KEY=`."""
    if isinstance(value, bool):
        return str(value).lower()
    # Python refuses to write numbers of thousands of digits in tens.
    if isinstance(value, int) and abs(value) > _LARGEST:
        return hex(value)
    return str(value)


def _read_points(text: str) -> int | None:
    if not (text.isascii() and text.isdigit()) or len(text) > _MOST_DIGITS:
        return None
    return int(text) if int(text) <= _LARGEST else None


def _read_pair(text: str) -> Pair | None:
    match = _PAIR.fullmatch(text)
    both = (_read_points(match[1]), _read_points(match[2])) if match else (_read_points(text),) * 2
    return None if both[0] is None or both[1] is None else Pair(both[0], both[1])


def _read_dragons(text: str) -> str | None:
    match = _DRAGONS.fullmatch(text)
    return text if match and len(set(match.groups())) == 3 else None


def _read_choice(text: str) -> None:
    return None


_READERS: dict[str, Any] = {
    "choice": _read_choice,
    "points": _read_points,
    "pair": _read_pair,
    "dragons": _read_dragons,
}


@lru_cache(maxsize=1)
def options() -> dict[str, Option]:
    """Every key with its names, in the order of the catalogue."""
    with (RULES_FOLDER / "_options.toml").open("rb") as file:
        rows = tomllib.load(file)["option"]
    return {row["key"]: _option(row) for row in rows}


def _option(row: dict[str, Any]) -> Option:
    choices = tuple(row.get("allowed", [row["or"]] if "or" in row else []))
    option = Option(
        key=row["key"],
        rule_id=row["id"],
        name=Words(row["zh"], row["en"]),
        kind=row.get("kind", "choice"),
        choices=choices,
        examples=tuple(value_text(example) for example in row.get("examples", [])),
        default=False,
    )
    # The default goes through the same reader as a user's value.
    return Option(**{**option.__dict__, "default": option.read(row["default"])})


@lru_cache(maxsize=1)
def items() -> dict[str, Item]:
    """Every rule by its id, in the order of the catalogue."""
    with (RULES_FOLDER / "_items.toml").open("rb") as file:
        rows = tomllib.load(file)["item"]
    return {row["id"]: Item(row["id"], Words(row["zh"], row["en"]), row["source"]) for row in rows}
