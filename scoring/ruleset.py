"""A rule set: one value for every key, from a named file or the user's own."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from scoring.catalogue import RULES_FOLDER, Option, Pair, Value, options, value_text
from scoring.json_values import member, object_value, text_value
from scoring.words import UserError, Words

DEFAULT_RULES = "nanning-points"
_HEADER_KEYS = ("zh", "en", "extends")
_LONGEST_CHAIN = 20
"""Files that extend one another."""
_DEEPEST = 5
"""Tables inside tables; no key of the catalogue has as many parts."""


@dataclass(frozen=True)
class RuleSet:
    """The house rules of one table. `values` holds every key of the catalogue, in its order.

    >>> rules = RuleSet.load("nanning-points")
    >>> rules["points.pure"], rules.with_options([("points.base", "2")])["points.base"]
    (Pair(discard=9, self_draw=6), 2)
    """

    name: str
    title: Words
    values: tuple[tuple[str, Value], ...]

    @classmethod
    def names(cls) -> list[str]:
        """The rule sets that come with the project."""
        return sorted(p.stem for p in RULES_FOLDER.glob("*.toml") if not p.stem.startswith("_"))

    @classmethod
    def load(cls, name: str) -> "RuleSet":
        """A named rule set, or the one in the user's own file `name` (it ends in `.toml`).

        Raises `UserError`: `unknown_rules`, `bad_rules_file`, `unknown_option`,
        `bad_option_value`, `bad_value`.
        """
        if name in cls.names():
            return _load_named(name)
        if name.endswith(".toml"):
            return _load_file(Path(name), ())
        known = "、".join(cls.names())
        raise UserError(
            "unknown_rules",
            Words(
                f"没有“{name}”这套规则。现有：{known}；自己的规则写成 .toml 文件。",
                f"There is no rule set {name!r}. There are: {', '.join(cls.names())}; "
                "your own goes into a .toml file.",
            ),
        )

    @classmethod
    def default(cls) -> "RuleSet":
        """The points table as the catalogue has it."""
        return _load_named(DEFAULT_RULES)

    def __getitem__(self, key: str) -> Value:
        return self._by_key[key]

    def number(self, key: str) -> int:
        """The value of a key that holds a whole number."""
        value = self._by_key[key]
        assert isinstance(value, int), key
        return value

    def pair(self, key: str) -> Pair:
        """The value of a key that holds a discard and a self-draw number."""
        value = self._by_key[key]
        assert isinstance(value, Pair), key
        return value

    def with_options(self, changes: Iterable[tuple[str, object]]) -> "RuleSet":
        """The same rules with some keys changed. Raises `UserError` as `load` does."""
        changed = {key: _known(key).read(raw) for key, raw in changes}
        if not changed:
            return self
        values = tuple((key, changed.get(key, value)) for key, value in self.values)
        return replace(self, values=values)

    @property
    def changed(self) -> tuple[tuple[Option, Value], ...]:
        """The keys that differ from the catalogue's defaults."""
        known = options()
        return tuple(
            (known[key], value) for key, value in self.values if value != known[key].default
        )

    def to_json(self) -> dict[str, Any]:
        """Name, title and every key with its value, as it is written in a rule file."""
        values = {key: value_text(value) for key, value in self.values}
        return {"name": self.name, "title": self.title.to_json(), "values": values}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "RuleSet":
        """What `to_json` gave; keys left out have their defaults.

        Raises `UserError`: as `load` does, and `bad_value`.
        """
        rules = object_value("rules", value)
        values = object_value("values", member("rules", rules, "values"))
        title = object_value("title", member("rules", rules, "title"))
        zh, en = (text_value(f"title.{key}", member("title", title, key)) for key in ("zh", "en"))
        name = text_value("name", member("rules", rules, "name"))
        return replace(_defaults().with_options(values.items()), name=name, title=Words(zh, en))

    def __repr__(self) -> str:
        changed = ", ".join(f"{option.key}={value_text(value)}" for option, value in self.changed)
        return f"<RuleSet {self.name}: {changed}>"

    @cached_property
    def _by_key(self) -> dict[str, Value]:
        return dict(self.values)


def _known(key: str) -> Option:
    option = options().get(key)
    if option is not None:
        return option
    group = key.partition(".")[0] + "."
    near = [known for known in options() if known.startswith(group)] or list(options())
    raise UserError(
        "unknown_option",
        Words(
            f"没有“{key}”这个规则项。可用的有：{'、'.join(near)}。",
            f"There is no rule {key!r}. Valid ones: {', '.join(near)}.",
        ),
    )


@lru_cache
def _load_named(name: str) -> RuleSet:
    return _load_file(RULES_FOLDER / f"{name}.toml", ())


def _load_file(path: Path, seen: tuple[Path, ...]) -> RuleSet:
    if _resolved(path) in seen:
        raise _file_error(path, "extends 绕成了一圈", "its 'extends' runs in a circle")
    if len(seen) >= _LONGEST_CHAIN:
        raise _file_error(path, "extends 一环接一环，太长了", "its chain of 'extends' is too long")
    data = _read_toml(path)
    base = _base(path, data, seen)
    zh, en = (text_value(key, data.get(key, path.stem)) for key in ("zh", "en"))
    body = {key: value for key, value in data.items() if key not in _HEADER_KEYS}
    return replace(base.with_options(_flatten(body)), name=path.stem, title=Words(zh, en))


def _defaults() -> RuleSet:
    values = tuple((key, option.default) for key, option in options().items())
    return RuleSet("", Words("", ""), values)


def _base(path: Path, data: Mapping[str, Any], seen: tuple[Path, ...]) -> RuleSet:
    """The rules that a file starts from: the set it extends, or the defaults."""
    extends = data.get("extends")
    if extends is None:
        return _defaults()
    if isinstance(extends, str) and extends.endswith(".toml"):
        return _load_file(path.parent / extends, (*seen, _resolved(path)))
    return RuleSet.load(text_value("extends", extends))


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise _file_error(path, "没有这个文件", "there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise _file_error(path, f"读不了（{error}）", f"it cannot be read ({error})") from None
    # Besides its own error, the parser raises ValueError for numbers of thousands of digits.
    except (ValueError, RecursionError) as error:
        raise _file_error(path, f"不是 TOML（{error}）", f"it is not TOML ({error})") from None


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except ValueError as error:
        raise _file_error(
            path, f"文件名不对（{error}）", f"no file has that name ({error})"
        ) from None


def _file_error(path: Path, zh: str, en: str) -> UserError:
    return UserError(
        "bad_rules_file",
        Words(f"规则文件“{path}”：{zh}。", f"The rules file {str(path)!r}: {en}."),
    )


def _flatten(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, object]]:
    """Nested tables as dotted keys: `[points] base = 2` is `points.base`."""
    flat: list[tuple[str, object]] = []
    for key, value in table.items():
        if isinstance(value, dict) and prefix.count(".") < _DEEPEST:
            flat += _flatten(value, f"{prefix}{key}.")
        else:
            flat.append((f"{prefix}{key}", value))
    return flat
