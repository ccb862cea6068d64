"""NN: the Nanning fan rules (catalogue section 3)."""

from scoring.catalogue import Pair, options
from scoring.ruleset import RuleSet
from scoring.shape_items import SHAPE_ITEMS, View, menqing_value, points_worth
from scoring.win import DISCARD, ROBBED, SELF_DRAW, Part, Win
from scoring.words import UserError, Words

_LARGEST_POWER = 60
"""More fan than any hand has, but not more than house values can add up to."""


def fan_column(win: Win) -> str:
    """The column that prices the win: a robbed kong counts as a self-draw (NN-15b)."""
    return DISCARD if win.manner == DISCARD else SELF_DRAW


def price_fan(win: Win, rules: RuleSet) -> tuple[Part, ...]:
    """The parts of what one share costs, in 张: the evaluation order of catalogue section 3."""
    kong_discard = win.kong_discard and win.manner == DISCARD
    parts = _fan_parts(win, rules, plain_counts=not kong_discard)
    if kong_discard:
        return tuple(_kong_discard(win, rules, parts))
    ready = [_ready(rules)] if win.ready else []
    before = rules["nn.ting_order"] == "before_floor"
    parts += ready if before else []
    parts += _floor(win, rules, sum(part.amount for part in parts))
    parts = _heavenly(win, rules, parts)
    parts += [] if before else ready
    return tuple(parts + _to_units(rules, sum(part.amount for part in parts)))


def fan_worth(rules: RuleSet) -> dict[str, Pair]:
    """The fan of each shape (A-30). Raises `UserError` `fan_table` when one is missing."""
    worth = points_worth(rules)
    if rules["nn.fan_table"] == "points":
        return worth
    for key in options():
        if key.startswith("nn.fans."):
            value = rules[key]
            if isinstance(value, str):
                if rules["nn.fan_table"] == "explicit":
                    raise UserError(
                        "fan_table",
                        Words(
                            f"nn.fan_table = explicit 时还要写明 {key}。",
                            f"With nn.fan_table = explicit, {key!r} must be given too.",
                        ),
                    )
                continue
            pair = value if isinstance(value, Pair) else Pair(int(value), int(value))
            worth[key.removeprefix("nn.fans.")] = pair
    return worth


def _fan_parts(win: Win, rules: RuleSet, plain_counts: bool) -> list[Part]:
    view = View(win.shape, fan_column(win), fan_worth(rules), rules)
    parts = [
        Part(item.rule_id, item.value(view), item.why) for item in SHAPE_ITEMS if item.applies(view)
    ]
    if win.shape.concealed and view.column == SELF_DRAW:
        value = menqing_value(view, sum(part.amount for part in parts), 0)
        why = Words("没有碰、明杠，自摸", "nothing claimed, and self-drawn")
        parts += [Part("NN-21", value, why)] if value else []
    if plain_counts and not sum(part.amount for part in parts):
        why = Words("没有别的牌型", "nothing else scores")
        parts.append(Part("NN-00", view.value("plain"), why))
    return parts


def _ready(rules: RuleSet) -> Part:
    return Part("NN-14", rules.number("nn.ting"), Words("报了听", "ready was declared"))


def floor_rule(win: Win, rules: RuleSet) -> str | None:
    """The rule that gives this win a floor of five fan, if one does."""
    if win.manner == ROBBED:
        return "NN-15d"
    if win.flower:
        return "NN-11"
    if win.last_tile and win.manner == SELF_DRAW:
        return "NN-12"
    if win.winners >= 3 or (win.winners == 2 and rules["nn.two_win_floor"] is True):
        return "NN-10"
    return None


def _floor(win: Win, rules: RuleSet, fan: int) -> list[Part]:
    rule, floor = floor_rule(win, rules), rules.number("nn.floor")
    if rule is None:
        return []
    if fan >= floor:
        why = Words(f"{floor} 番保底，已有 {fan} 番", f"floor of {floor} fan, already {fan}")
    else:
        why = Words(
            f"不满 {floor} 番，按 {floor} 番算", f"{fan} fan raised to the floor of {floor}"
        )
    return [Part(rule, max(0, floor - fan), why)]


def _heavenly(win: Win, rules: RuleSet, parts: list[Part]) -> list[Part]:
    """Heavenly, human and earthly wins: exactly eight fan, or as A-34 says."""
    fan = rules.number("nn.heavenly_fan")
    if win.heavenly:
        rule, why = "NN-16", Words("庄家起手就胡", "the dealer was dealt a complete hand")
    elif win.human:
        rule, why = "NN-17", Words("胡了庄家打出的第一张牌", "won on the dealer's first discard")
    elif win.earthly:
        rule, why = "NN-18", Words("闲家第一次摸牌就胡", "a non-dealer won on the first draw")
    else:
        return parts
    mode = rules["nn.heavenly"]
    if mode == "fixed":
        return [Part(rule, fan, why)]
    if mode == "floor":
        return [*parts, Part(rule, max(0, fan - sum(part.amount for part in parts)), why)]
    return [*parts, Part(rule, fan, why)]


def _to_units(rules: RuleSet, fan: int) -> list[Part]:
    if rules["nn.fan_to_units"] == "linear":
        return []
    power = min(fan, _LARGEST_POWER)
    why = Words(f"{fan} 番折成 2 的 {power} 次方", f"{fan} fan become 2 to the power of {power}")
    return [Part("A-30", 2**power - fan, why)]


def _kong_discard(win: Win, rules: RuleSet, shapes: list[Part]) -> list[Part]:
    """NN-22: nine 张 for a plain hand; other shapes are added, or the larger counts (A-36)."""
    nine = rules.number("nn.gangchong_units")
    fan = sum(part.amount for part in shapes)
    parts = shapes + (_to_units(rules, fan) if fan else [])
    units = sum(part.amount for part in parts)
    added = max(0, nine - units) if rules["nn.gangchong"] == "max" else nine
    why = Words("胡了杠后打出的牌", "won on the discard after a kong")
    return [*parts, Part("NN-22", added, why), *([_ready(rules)] if win.ready else [])]
