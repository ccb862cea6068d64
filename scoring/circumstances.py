"""How a hand was won: everything that the tiles do not show."""

from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.circumstances_json import read_json, write_json
from scoring.circumstances_text import bad_text, read_fields, write_field
from scoring.hand import SEATS, Meld
from scoring.tiles import Tile


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

    def __post_init__(self) -> None:
        seats = (self.dealer, *self.winners, *(seat for seat, _ in self.melds_of))
        others = (self.discard_by, self.robbed, self.kong_fed_by, self.catcher, self.last_drawer)
        for seat in (*seats, *others):
            if seat is not None and seat not in SEATS:
                raise bad_text(
                    f"座位是 0 到 3，不是 {seat!r}。", f"Seats are 0 to 3, not {seat!r}."
                )
        if not self.winners or len(set(self.winners)) < len(self.winners):
            raise bad_text(
                f"胡的人至少一个，每人只写一次，不是 {self.winner!r}。",
                f"There is at least one winner, each named once, not {self.winner!r}.",
            )

    @classmethod
    def parse(cls, text: str) -> "Circumstances":
        """Circumstances from `key`, `key=value` parts separated by `;`.

        Raises `UserError` `circumstances_text`, or that of a bad tile or meld.
        """
        return cls(**read_fields(text))

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
                parts += write_field(field.name, value)
        return "; ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """The fields that differ from the defaults, tiles and melds as text."""
        values = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return {
            name: write_json(name, value) for name, value, default in values if value != default
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Circumstances":
        """What `to_json` gave.

        Raises `UserError`: `circumstances_text` for an unknown field, `bad_value` for a value of
        the wrong type, or that of a bad tile or meld.
        """
        return cls(**read_json(value))

    def with_manner(self, column: str, discarder: int | None = None) -> "Circumstances":
        """The same, won by self-draw (`column` is `self_draw`) or on `discarder`'s tile."""
        if column == "self_draw":
            return replace(self, self_draw=True)
        return replace(self, discard_by=discarder)
