"""Values of JSON that others wrote: each of the kind that is expected, or one clear error."""

import json
from collections.abc import Mapping
from typing import Any

from scoring.words import UserError, Words

TEXT = Words("文字", "text")
_LONGEST = 60
"""Letters of a value that a message quotes."""
_LARGEST = 1e9
"""No number of this project is as large."""


def bad_value(key: str, value: Any, expected: Words) -> UserError:
    """The error for `key`, whose value should be what `expected` says."""
    return UserError(
        "bad_value",
        Words(
            f"“{key}”不能是 {_quoted(value)}，要写：{expected.zh}。",
            f"{key!r} cannot be {_quoted(value)}; it takes {expected.en}.",
        ),
    )


def text_value(key: str, value: Any, expected: Words = TEXT) -> str:
    """Raises `UserError` `bad_value`, like all of these."""
    if not isinstance(value, str):
        raise bad_value(key, value, expected)
    return value


def list_value(key: str, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise bad_value(key, value, Words("列表 [...]", "a list [...]"))
    return list(value)


def object_value(key: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise bad_value(key, value, Words("对象 {...}", "an object {...}"))
    return value


def member(owner: str, value: Mapping[str, Any], name: str) -> Any:
    """What the object of the key `owner` holds as `name`."""
    if name not in value:
        raise UserError(
            "bad_value", Words(f"“{owner}”里缺少“{name}”。", f"{owner!r} lacks {name!r}.")
        )
    return value[name]


def is_whole(value: Any) -> bool:
    """Whether `value` is a whole number; true and false are none, though Python counts them."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any) -> bool:
    """Whether `value` is a number that can be reckoned with: no NaN, nothing without end."""
    return (is_whole(value) or isinstance(value, float)) and abs(value) <= _LARGEST


def _quoted(value: Any) -> str:
    """A value as JSON has it, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    # Numbers of thousands of digits, odd keys, and lists inside lists without end.
    except (ValueError, TypeError, RecursionError):
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
