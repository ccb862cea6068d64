"""How a hand was won, from the circumstances and the melds on the table."""

from dataclasses import replace
from typing import NamedTuple

from scoring.circumstances import Circumstances
from scoring.hand import Meld, MeldKind
from scoring.ruleset import RuleSet
from scoring.shapes import Shape
from scoring.win import DISCARD, ROBBED, SELF_DRAW, Win


class Winner(NamedTuple):
    """A winning hand: its seat, the shapes it can be read as, and its melds."""

    seat: int
    shapes: tuple[Shape, ...]
    melds: tuple[Meld, ...]


def win_of(winner: Winner, shape: Shape, c: Circumstances, rules: RuleSet, winners: int) -> Win:
    """The win as the rules see it."""
    manner = SELF_DRAW
    if c.robbed is not None:
        manner = ROBBED
    elif c.discard_by is not None:
        manner = DISCARD
    last_round = c.last_round and rules["haidi.window"] == "last_round"
    return Win(
        shape=shape,
        manner=manner,
        winners=winners,
        flower=flower_kind(winner.melds, c),
        kong_discard=c.kong_discard,
        last_tile=c.last_tile or last_round,
        heavenly=c.heavenly,
        human=c.human,
        earthly=c.earthly and not earthly_is_void(winner.melds, c, rules),
        ready=c.is_ready(winner.seat),
    )


def flower_kind(melds: tuple[Meld, ...], c: Circumstances) -> str:
    """`exposed` or `concealed` for a win on a kong's replacement, else empty.

    Where only a kong is told of, it is the last one of the hand, or one fed by `kong_fed_by`.
    """
    if c.kong_flower is None:
        return ""
    if c.kong_flower != "any":
        return c.kong_flower
    if c.kong_fed_by is not None:
        return "exposed"
    kans = [meld for meld in melds if meld.kind.is_kan]
    return "concealed" if not kans or kans[-1].is_concealed else "exposed"


def flower_feeder(melds: tuple[Meld, ...], circumstances: Circumstances) -> int | None:
    """Who fed the exposed kong whose replacement won: as told, or the last such kong's feeder."""
    if circumstances.kong_fed_by is not None:
        return circumstances.kong_fed_by
    fed = [meld.fed_by for meld in melds if meld.kind.is_kan and not meld.is_concealed]
    return fed[-1] if fed else None


def melds_as_told(melds: tuple[Meld, ...], c: Circumstances) -> tuple[Meld, ...]:
    """The winner's melds, with `kong_fed_by` as the feeder of the kong it speaks of.

    That is the last exposed kong whose feeder is not known, unless another one names that seat.
    """
    exposed = [meld for meld in melds if meld.kind.is_kan and not meld.is_concealed]
    unknown = [meld for meld in exposed if meld.fed_by is None]
    named = any(meld.fed_by == c.kong_fed_by for meld in exposed)
    if c.kong_flower is None or c.kong_fed_by is None or named or not unknown:
        return melds
    flower = unknown[-1]
    told = replace(flower, fed_by=c.kong_fed_by)
    return tuple(told if meld is flower else meld for meld in melds)


def earthly_is_void(melds: tuple[Meld, ...], c: Circumstances, rules: RuleSet) -> bool:
    """NN-18 with A-42: a claim before the first draw voids an earthly win.

    Every meld on the table was made in the first go-round; the winner's own concealed kong
    means that the winning tile was not the first one drawn.
    """
    others = [meld for _, theirs in c.melds_of for meld in theirs]
    claims = [meld for meld in (*melds, *others) if not meld.is_concealed]
    if rules["nn.earthly_void"] == "pon_only":
        claims = [meld for meld in claims if meld.kind is not MeldKind.OPEN_KAN]
    own_kong = any(meld.is_concealed for meld in melds)
    return c.pon_in_first_round or bool(claims) or own_kong
