"""Tables of scored hands (CSV), to check rules against hands whose payments are known."""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scoring.circumstances import Circumstances
from scoring.circumstances_text import parse_melds
from scoring.engine import score
from scoring.hand import Hand
from scoring.result import BothColumns, Score, SeatAmounts
from scoring.ruleset import RuleSet
from scoring.tiles import Tile, parse_tiles
from scoring.words import UserError, Words

COLUMNS = (
    *("id", "system", "hand", "melds", "winning_tile", "circumstances"),
    *("seat0", "seat1", "seat2", "seat3", "expect"),
)
"""The columns that are read; `arithmetic`, `rule_ids` and `basis` are for people."""
SYSTEMS = {
    "CODE": "guangxi-codes",
    "PT": "nanning-points",
    "CODE+PT": "nanning-points",
    "NN": "nanning-fan",
    "CODE+NN": "nanning-fan",
}
_EXPECTED = re.compile(r"win|win\+warning|not_a_win|draw|error:\w+")


@dataclass(frozen=True)
class Row:
    """One scored hand of a table: what goes in and what should come out, as text."""

    id: str
    system: str
    hand: str
    melds: str
    winning_tile: str
    circumstances: str
    expect: str
    """`win`, `win+warning`, `not_a_win`, `draw` or `error:NAME`."""
    payments: SeatAmounts | None

    @property
    def situation(self) -> tuple[str, ...]:
        """What the payments depend on."""
        return (self.system, self.hand, self.melds, self.winning_tile, self.circumstances)

    @property
    def text(self) -> str:
        """The hand and its circumstances in one line."""
        tiles = " ".join(part for part in (self.hand, self.melds) if part)
        winning = f" + {self.winning_tile}" if self.winning_tile else ""
        return f"{tiles}{winning}; {self.circumstances}"

    @property
    def expected(self) -> str:
        """What should come out, in one short text."""
        return self.expect if self.payments is None else f"{self.expect} {_amounts(self.payments)}"

    def circumstances_and_hands(self) -> tuple[Circumstances, Hand | dict[int, Hand]]:
        """The row as `score` takes it. Raises `UserError` for text that cannot be read."""
        circumstances = Circumstances.parse(self.circumstances)
        winning = Tile.parse(self.winning_tile) if self.winning_tile else None
        hands, melds = _by_seat(self.hand), _by_seat(self.melds)
        if not hands:
            return circumstances, _hand(self.hand, self.melds, winning)
        return circumstances, {
            seat: _hand(tiles, melds.get(seat, ""), winning) for seat, tiles in hands.items()
        }


@dataclass(frozen=True)
class Checked:
    """A row with what the rules made of it."""

    row: Row
    got: str
    agrees: bool
    same_as: str | None = None
    """An earlier row that has the same hand and circumstances but expects something else."""


def read_table(path: Path) -> list[Row]:
    """The rows of a CSV file in UTF-8. Raises `UserError` `bad_table`."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
            if missing:
                raise _bad_table(
                    path, f"缺少列 {'、'.join(missing)}", f"it lacks {', '.join(missing)}"
                )
            return [_row(path, number, raw) for number, raw in enumerate(reader, 2)]
    except FileNotFoundError:
        raise _bad_table(path, "没有这个文件", "there is no such file") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise _bad_table(path, f"读不了（{error}）", f"it cannot be read ({error})") from None


def check_rows(rows: list[Row], rules: RuleSet | None = None) -> Iterator[Checked]:
    """Each row scored, by `rules` or by the rules that its `system` names."""
    seen: dict[tuple[str, ...], Row] = {}
    for row in rows:
        earlier = seen.setdefault(row.situation, row)
        same_as = earlier.id if earlier.expected != row.expected else None
        try:
            circumstances, hand = row.circumstances_and_hands()
            result = score(hand, circumstances, rules or rules_of(row))
        except UserError as error:
            yield Checked(row, f"error:{error.name}", row.expect == f"error:{error.name}", same_as)
            continue
        yield Checked(row, _got(result), _agrees(row, result), same_as)


def rules_of(row: Row) -> RuleSet:
    """The rules of a row's `system`: `PT`, `NN`, `CODE`, or the name or file of a rule set."""
    return RuleSet.load(SYSTEMS.get(row.system, row.system))


def _bad_table(path: Path, zh: str, en: str) -> UserError:
    words = Words(f"表格“{path}”：{zh}。", f"The table {str(path)!r}: {en}.")
    return UserError("bad_table", words)


def _row(path: Path, number: int, raw: dict[str, str | None]) -> Row:
    cells = {name: (raw.get(name) or "").strip() for name in COLUMNS}
    seats = [cells.pop(f"seat{seat}") for seat in range(4)]
    if not _EXPECTED.fullmatch(cells["expect"]):
        raise _bad_table(
            path,
            f"第 {number} 行的 expect 不能是“{cells['expect']}”",
            f"'expect' in line {number} cannot be {cells['expect']!r}; it takes win, "
            "win+warning, not_a_win, draw or error:NAME",
        )
    return Row(**cells, payments=_seat_amounts(path, number, seats))


def _seat_amounts(path: Path, number: int, seats: list[str]) -> SeatAmounts | None:
    if not any(seats):
        return None
    try:
        first, second, third, fourth = (int(seat) for seat in seats)
    except ValueError:
        raise _bad_table(
            path,
            f"第 {number} 行的 seat0 到 seat3 要写四个整数，或都不写",
            f"seat0 to seat3 in line {number} must be four whole numbers, or all empty",
        ) from None
    return first, second, third, fourth


def _by_seat(cell: str) -> dict[int, str]:
    """`1: ... | 2: ...` by seat; empty for any other text."""
    parts = [re.fullmatch(r"\s*([0-3])\s*:(.*)", part) for part in cell.split("|")]
    seats = {int(part[1]): part[2].strip() for part in parts if part}
    return seats if len(seats) == len(parts) else {}


def _hand(tiles: str, melds: str, winning: Tile | None) -> Hand:
    concealed = parse_tiles(tiles)
    return Hand(
        concealed=tuple(tile for tile in concealed if not tile.is_flower),
        melds=() if melds.strip() in ("", "-") else parse_melds(melds),
        flowers=tuple(tile for tile in concealed if tile.is_flower),
        winning_tile=winning,
    )


def _agrees(row: Row, result: Score) -> bool:
    if row.expect.startswith("error:"):
        names = {problem.name for problem in result.problems}
        return result.result == "error" and row.expect.removeprefix("error:") in names
    if row.expect == "win+warning" and not result.warnings:
        return False
    return result.result == row.expect.removesuffix("+warning") and result.payments == row.payments


def _got(result: Score) -> str:
    if result.problems:
        return " ".join(f"error:{problem.name}" for problem in result.problems)
    name = result.result + ("+warning" if result.warnings else "")
    payments = result.payments
    if payments is None:
        return name
    if isinstance(payments, BothColumns):
        return f"{name} self_draw {_amounts(payments.self_draw)}"
    return f"{name} {_amounts(payments)}"


def _amounts(payments: SeatAmounts) -> str:
    return " ".join(f"{amount:+d}" for amount in payments)
