"""What the page sends, as the requests that every face of hupai settles."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hupai.settling import Outcome, Request, settle
from scoring import BothColumns, Circumstances, Hand, RuleSet, Tile
from scoring.words import UserError, Words
from vision.corrections import Corrections
from vision.reading import Reading

LONGEST_TEXT = 2000
"""Letters; no hand and no circumstances need as many."""
MOST_MENDS = 200


def read_request(
    hand: str | None,
    circumstances: str,
    rules: str,
    options: Mapping[str, str] | None = None,
    winning_tile: str | None = None,
    corrections: tuple[Sequence[str], Sequence[str], Sequence[str]] = ((), (), ()),
    others: Mapping[str, str] | None = None,
) -> Request:
    """A request from the texts that the command line takes too.

    Only the named rule sets are allowed: a page may not make the server read files. Raises
    `UserError`.
    """
    renamed, dropped, added = corrections
    mends = (*renamed, *dropped, *added)
    written = (hand or "", circumstances, rules, winning_tile or "", *(others or {}).values())
    _check_lengths((*written, *mends))
    if len(mends) > MOST_MENDS:
        raise UserError(
            "too_many_mends",
            Words(f"更正最多 {MOST_MENDS} 处。", f"At most {MOST_MENDS} tiles can be mended."),
        )
    return Request(
        Circumstances.parse(circumstances),
        load_rules(rules).with_options((options or {}).items()),
        None if hand is None else Hand.parse(hand),
        Tile.parse(winning_tile) if winning_tile else None,
        Corrections.parse(renamed, dropped, added),
        tuple((_seat(seat), Hand.parse(text)) for seat, text in (others or {}).items()),
    )


def read_others(text: str) -> dict[str, str]:
    """The hands of further winners from JSON: seats to hands. Raises `UserError`."""
    try:
        value = read_json(text)
    except ValueError:
        value = None
    if not isinstance(value, dict) or not all(isinstance(hand, str) for hand in value.values()):
        raise UserError(
            "bad_others",
            Words(
                'others 要写成 JSON，例如 {"2": "手牌"}。',
                f'\'others\' must be JSON like {{"2": "HAND"}}, not {text[:40]!r}.',
            ),
        )
    return value


def read_json(text: str) -> Any:
    """The value that JSON text stands for. Raises `ValueError`, for too deep nesting as well."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _check_lengths(texts: Iterable[str]) -> None:
    if any(len(text) > LONGEST_TEXT for text in texts):
        raise UserError(
            "text_too_long",
            Words(
                f"文字太长，最多 {LONGEST_TEXT} 个字。",
                f"That text is too long: at most {LONGEST_TEXT} letters.",
            ),
        )


def _seat(text: str) -> int:
    if text not in ("0", "1", "2", "3"):
        raise UserError(
            "bad_seat",
            Words(f"座位是 0 到 3，不是 {text!r}。", f"A seat is 0 to 3, not {text!r}."),
        )
    return int(text)


def load_rules(name: str) -> RuleSet:
    """A rule set that comes with the project. Raises `UserError` for any other name."""
    if name not in RuleSet.names():
        raise UserError(
            "unknown_rules",
            Words(
                f"没有 {name!r} 这套规则。现有：{'、'.join(RuleSet.names())}。",
                f"There is no rule set {name!r}. There are: {', '.join(RuleSet.names())}.",
            ),
        )
    return RuleSet.load(name)


def settled(request: Request, reading: Reading | None = None) -> Outcome:
    """The outcome of a hand that may be kept.

    Raises `UserError` for one that does not win, has problems, or was won nobody says how.
    """
    outcome = settle(request, reading)
    payments = outcome.score.payments
    if not outcome.is_settled or payments is None or isinstance(payments, BothColumns):
        raise _NOT_SETTLED
    return outcome


_NOT_SETTLED = UserError(
    "not_settled",
    Words(
        "这一手还没算清：请先改好手牌，并选好是谁、怎么胡的。",
        "This hand is not settled yet: mend it and say who won and how.",
    ),
)
