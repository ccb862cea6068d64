"""PT: the Nanning points table (catalogue section 4)."""

from typing import ClassVar

from scoring.ruleset import RuleSet
from scoring.shape_items import SHAPE_ITEMS, View, menqing_value, points_worth
from scoring.win import DISCARD, ROBBED, SELF_DRAW, Part, Win
from scoring.words import Words


class Event:
    """A rule that pays for how the hand was won."""

    rule_id: ClassVar[str]
    why: ClassVar[Words]

    def applies(self, win: Win, rules: RuleSet) -> bool:
        raise NotImplementedError

    def value(self, rules: RuleSet) -> int:
        raise NotImplementedError


class ExposedKongFlower(Event):
    rule_id = "PT-10a"
    why = Words(
        "明杠补牌自摸，被杠的人一家付", "won on the tile after an exposed kong; its feeder pays"
    )

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.flower == "exposed"

    def value(self, rules: RuleSet) -> int:
        return rules.pair("points.kong_flower").discard


class ConcealedKongFlower(Event):
    rule_id = "PT-10b"
    why = Words("暗杠补牌自摸", "won on the tile after a concealed kong")

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.flower == "concealed"

    def value(self, rules: RuleSet) -> int:
        return rules.pair("points.kong_flower").self_draw


class KongDiscard(Event):
    rule_id = "PT-11"
    why = Words("对方杠后打出的牌", "won on the discard after a kong")

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.kong_discard and win.manner == DISCARD

    def value(self, rules: RuleSet) -> int:
        return rules.number("points.kong_discard")


class RobbedKong(Event):
    rule_id = "PT-12"
    why = Words("抢了别人补杠的牌，算放炮", "took the tile that was being added to a pon")

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.manner == ROBBED

    def value(self, rules: RuleSet) -> int:
        return rules.number("points.rob")


class LastDraw(Event):
    rule_id = "PT-13"
    why = Words("摸最后一张牌自摸", "self-draw of the last tile")

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.last_tile and win.manner == SELF_DRAW

    def value(self, rules: RuleSet) -> int:
        return rules.pair("points.last_tile").self_draw


class LastDiscard(Event):
    rule_id = "PT-14"
    why = Words("摸最后一张的人放炮", "the player who drew the last tile discarded it")

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.last_tile and win.manner != SELF_DRAW

    def value(self, rules: RuleSet) -> int:
        return rules.pair("points.last_tile").discard


class Heavenly(Event):
    rule_id = "PT-15"
    why = Words("庄家起手就胡", "the dealer was dealt a complete hand")

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.heavenly

    def value(self, rules: RuleSet) -> int:
        return rules.number("points.heavenly")


class Earthly(Event):
    """The text names it under NN only; a house may pay for it here (A-29)."""

    rule_id = "NN-18"
    why = Words("闲家第一次摸牌就胡", "a non-dealer won on the first draw")

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.earthly and rules["points.earthly"] != "off"

    def value(self, rules: RuleSet) -> int:
        return rules.number("points.earthly")


class Human(Event):
    """The text names it under NN only; a house may pay for it here (A-29)."""

    rule_id = "NN-17"
    why = Words("胡了庄家打出的第一张牌", "won on the dealer's first discard")

    def applies(self, win: Win, rules: RuleSet) -> bool:
        return win.human and rules["points.human"] != "off"

    def value(self, rules: RuleSet) -> int:
        return rules.number("points.human")


EVENTS: tuple[Event, ...] = (
    ExposedKongFlower(),
    ConcealedKongFlower(),
    KongDiscard(),
    RobbedKong(),
    LastDraw(),
    LastDiscard(),
    Heavenly(),
    Earthly(),
    Human(),
)


def points_column(win: Win) -> str:
    """The column that prices the win: PT-10a and PT-12 count as a discard (算放炮)."""
    return SELF_DRAW if win.manner == SELF_DRAW and win.flower != "exposed" else DISCARD


def price_points(win: Win, rules: RuleSet) -> tuple[Part, ...]:
    """The parts of what one payer pays (PT total of catalogue section 4), after base (PT-00)."""
    view = View(win.shape, points_column(win), points_worth(rules), rules)
    shapes = _shape_parts(view, win)
    events = [
        Part(event.rule_id, event.value(rules), event.why)
        for event in EVENTS
        if event.applies(win, rules)
    ]
    parts = _stack(shapes + events, rules)
    amounts = sum(part.amount for part in shapes), sum(part.amount for part in events)
    parts += _menqing(view, win, bool(events), amounts)
    if not sum(part.amount for part in parts):
        parts.append(_plain(view))
    base = rules.number("points.base")
    if base != 1:
        value = sum(part.amount for part in parts)
        why = Words(f"基础分 {base}：{value}×{base}", f"base point {base}: {value}×{base}")
        parts.append(Part("PT-00", value * (base - 1), why))
    return tuple(parts)


def _shape_parts(view: View, win: Win) -> list[Part]:
    times = 1
    if win.flower:
        if view.rules["points.kong_flower_stack"] == "none":
            return []
        if view.rules["points.kong_flower_stack"] == "three_self" and win.flower == "exposed":
            # The feeder stands for three self-draw payers, so shapes count three times.
            view, times = view._replace(column=SELF_DRAW), 3
    return [
        Part(item.rule_id, times * item.value(view), item.why)
        for item in SHAPE_ITEMS
        if item.applies(view)
    ]


def _stack(parts: list[Part], rules: RuleSet) -> list[Part]:
    """The parts added, or each one after the largest doubling what is there (A-19)."""
    if rules["points.stacking"] == "additive" or not parts:
        return list(parts)
    largest = max(parts, key=lambda part: part.amount)
    rest = [part for part in parts if part is not largest]
    doubled = [part._replace(amount=largest.amount * 2**index) for index, part in enumerate(rest)]
    return [largest, *doubled]


def _menqing(view: View, win: Win, event: bool, amounts: tuple[int, int]) -> list[Part]:
    if not view.shape.concealed or not _menqing_counts(view, win, event):
        return []
    value = menqing_value(view, *amounts)
    why = Words("没有碰、明杠，自摸", "nothing claimed, and self-drawn")
    if win.manner != SELF_DRAW:
        why = Words(
            "没有碰、明杠（本桌放炮也算）", "nothing claimed (counted without a self-draw here)"
        )
    return [Part("PT-04", value, why)] if value else []


def _menqing_counts(view: View, win: Win, event: bool) -> bool:
    """Where a concealed hand counts: self-draw without an event (PT-04, A-16, A-41)."""
    if win.manner == SELF_DRAW:
        return not event or view.rules["points.menqing_on_events"] == "add"
    mode = view.rules["points.menqing_on_discard"]
    if mode == "kong_events":
        return win.kong_discard or win.manner == ROBBED
    return mode == "always" or (mode == "rob_only" and win.manner == ROBBED)


def _plain(view: View) -> Part:
    if view.column == DISCARD:
        return Part("PT-02", view.value("plain"), Words("没有别的牌型", "nothing else scores"))
    return Part("PT-03", view.value("plain"), Words("没有别的牌型", "nothing else scores"))
