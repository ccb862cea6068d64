"""The shapes that both Nanning systems pay for: one class per rule of catalogue section 4."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from scoring.catalogue import Pair
from scoring.ruleset import RuleSet
from scoring.shapes import Shape
from scoring.words import Words


class View(NamedTuple):
    """A shape as one column of the tables sees it."""

    shape: Shape
    column: str
    """`discard` or `self_draw`."""
    worth: Mapping[str, Pair]
    """What each shape is worth, by the name of its key."""
    rules: RuleSet

    def value(self, name: str) -> int:
        pair = self.worth[name]
        return pair.discard if self.column == "discard" else pair.self_draw


class ShapeItem:
    """A rule that pays for the tiles alone."""

    rule_id: ClassVar[str]
    key: ClassVar[str]
    why: ClassVar[Words]

    def applies(self, view: View) -> bool:
        raise NotImplementedError

    def value(self, view: View) -> int:
        return view.value(self.key)


class PureSuit(ShapeItem):
    rule_id = "PT-05"
    key = "pure"
    why = Words("所有牌是同一门花色", "every tile is of one suit")

    def applies(self, view: View) -> bool:
        if is_quanqiuren(view) and view.rules["points.quanqiuren_pure"] == "none":
            return False
        return is_pure(view)

    def value(self, view: View) -> int:
        if is_quanqiuren(view) and view.rules["points.quanqiuren_pure"] == "double":
            return view.value("quanqiuren")
        return view.value(self.key)


class AllPons(ShapeItem):
    rule_id = "PT-06"
    key = "all_pons"
    why = Words("四副刻子或杠，一对将", "four pons or kongs and a pair")

    def applies(self, view: View) -> bool:
        return view.shape.all_pons and not is_quanqiuren(view)


class SevenPairs(ShapeItem):
    rule_id = "PT-07"
    key = "seven_pairs"
    why = Words("七个对子", "seven pairs")

    def applies(self, view: View) -> bool:
        return view.shape.form == "seven_pairs" and view.shape.quads == 0


class BigSevenPairs(ShapeItem):
    rule_id = "PT-08"
    key = "big_seven_pairs"
    why = Words("七个对子，手上有四张相同的", "seven pairs, with four of a kind in hand")

    def applies(self, view: View) -> bool:
        return view.shape.form == "seven_pairs" and view.shape.quads > 0

    def value(self, view: View) -> int:
        value, quads = view.value(self.key), view.shape.quads
        if view.rules["points.big_seven"] == "per_quad":
            return value * quads
        if view.rules["points.big_seven"] == "doubled":
            return int(value * 2 ** (quads - 1))
        return value


class AllClaimed(ShapeItem):
    rule_id = "PT-09"
    key = "quanqiuren"
    why = Words("碰杠四次，只剩一张牌，别人放炮", "four claimed sets and one tile left, by discard")

    def applies(self, view: View) -> bool:
        return is_quanqiuren(view)


class ThirteenOrphans(ShapeItem):
    rule_id = "A-26"
    key = "thirteen_orphans"
    why = Words(
        "十三种幺九字牌，其中一种成对", "all thirteen terminals and honours, one of them twice"
    )

    def applies(self, view: View) -> bool:
        return view.shape.form == "thirteen_orphans"


SHAPE_ITEMS: tuple[ShapeItem, ...] = (
    PureSuit(),
    AllPons(),
    SevenPairs(),
    BigSevenPairs(),
    AllClaimed(),
    ThirteenOrphans(),
)


def is_pure(view: View) -> bool:
    shape = view.shape
    if shape.suits == 0:
        return view.rules["shape.honours_are_a_suit"] is True
    return shape.suits == 1 and not shape.honours


def is_quanqiuren(view: View) -> bool:
    """All claimed by discard; by self-draw the same hand is all pons (PT-09)."""
    if view.column != "discard" or not view.shape.claimed_all:
        return False
    forbidden = view.rules["points.quanqiuren_concealed_kong"] == "forbid"
    return not (forbidden and view.shape.claimed_all == "concealed_kong")


def points_worth(rules: RuleSet) -> dict[str, Pair]:
    """What the points table pays for each shape, by discard and by self-draw."""
    menqing, claimed = rules.number("points.menqing"), rules.number("points.quanqiuren")
    orphans = rules["extra.thirteen_orphans"]
    return {
        **{
            name: rules.pair(f"points.{name}")
            for name in ("plain", "pure", "all_pons", "seven_pairs", "big_seven_pairs")
        },
        "menqing": Pair(menqing, menqing),
        "quanqiuren": Pair(claimed, claimed),
        "thirteen_orphans": orphans if isinstance(orphans, Pair) else Pair(0, 0),
    }


def menqing_value(view: View, shapes: int, events: int) -> int:
    """What a concealed hand adds where it counts (PT-04, with A-10 and A-11)."""
    value = view.value("menqing")
    if view.shape.form == "seven_pairs" and view.rules["points.seven_pairs_menqing"] == "included":
        return 0
    stack = view.rules["points.menqing_stack"]
    if shapes + events == 0 or stack == "add4":
        return value
    if stack == "add1":
        return 1
    if stack == "times_4_3":
        # Rounded to the nearest whole point; thirds have no half to break.
        return (8 * (shapes + events) + 3) // 6 - (shapes + events)
    return 0 if shapes else value
