"""What is odd about a score without making it wrong."""

from scoring.circumstances import Circumstances
from scoring.extras import code_catcher, codes_are_drawn, fishing_applies
from scoring.hand import Hand, Meld
from scoring.manner import melds_as_told
from scoring.problems import Problem
from scoring.ruleset import RuleSet
from scoring.win import Win
from scoring.words import Words


def hand_warnings(
    seat: int, melds: tuple[Meld, ...], win: Win, c: Circumstances, rules: RuleSet
) -> list[Problem]:
    """Oddities of one winner's hand."""
    found = []
    if c.earthly and not win.earthly:
        found.append(
            Problem(
                "earthly_void",
                Words(
                    "第一圈里有人碰杠，不成地胡，按普通自摸算。",
                    "A claim in the first go-round voids the earthly win; "
                    "it counts as an ordinary self-draw.",
                ),
            )
        )
    if rules["system"] != "codes":
        found += feeder_warnings(seat, melds_as_told(melds, c))
    kinds = {meld.is_concealed for meld in melds if meld.kind.is_kan}
    if c.kong_flower == "any" and c.kong_fed_by is None and len(kinds) > 1:
        found.append(_FLOWER_UNCLEAR)
    return found


_FLOWER_UNCLEAR = Problem(
    "kong_flower_unclear",
    Words(
        "有明杠也有暗杠，杠上开花按最后写的那个杠算；请写明 kong_flower_exposed 或 "
        "kong_flower_concealed。",
        "There are exposed and concealed kongs; the flower is taken to follow the last one "
        "written. Say kong_flower_exposed or kong_flower_concealed.",
    ),
)


def others_warnings(c: Circumstances, rules: RuleSet) -> list[Problem]:
    """Kongs of players who did not win whose feeder is not known."""
    if rules["system"] == "codes":
        return []
    return [note for seat, melds in c.melds_of for note in feeder_warnings(seat, melds)]


def feeder_warnings(seat: int, melds: tuple[Meld, ...]) -> list[Problem]:
    """Exposed kongs whose feeder is not known (or is the owner) are not paid for."""
    return [
        Problem(
            "kong_feeder_unknown",
            Words(
                f"不知道 {meld.text} 是谁被杠，这个杠钱没有算：写成 from 座位。",
                f"Nobody is told to have fed {meld.text!r}, so its kong money is left out: "
                "write 'from SEAT'.",
            ),
            meld.tiles,
        )
        for meld in melds
        if meld.kind.is_kan and not meld.is_concealed and meld.fed_by in (None, seat)
    ]


def robbery_warnings(hand: Hand, c: Circumstances) -> list[Problem]:
    """A-18: the pon and the tile added to it are all four, so the winner can hold no other."""
    if c.robbed is None:
        return []
    if hand.winning_tile is None:
        return [_ROBBED_TILE_UNKNOWN]
    return [_IMPOSSIBLE] if hand.all_tiles.count(hand.winning_tile) > 1 else []


_ROBBED_TILE_UNKNOWN = Problem(
    "winning_tile_unknown",
    Words(
        "没写胡的是哪张牌，没法核对这个杠抢不抢得成。",
        "The winning tile is not given, so whether this kong can be robbed is not checked.",
    ),
)
_IMPOSSIBLE = Problem(
    "impossible_with_four_copies",
    Words(
        "被抢的杠已经占了四张，胡家手里不可能还有这张牌；照写的算，请核对。",
        "The robbed kong takes all four copies, so the winner cannot hold another; "
        "scored as written, please check.",
    ),
)


def code_warnings(seat: int, win: Win, c: Circumstances, rules: RuleSet) -> list[Problem]:
    """Codes that are not drawn, or caught by someone else than was told."""
    if not c.codes:
        missing = rules["system"] == "codes" and win.manner == "self_draw"
        return [_NO_CODES] if missing else []
    if not codes_are_drawn(win, c, rules):
        return [_not_drawn(c)]
    if c.catcher is None and seat == c.dealer and rules["codes.catcher_mode"] != "winner_only":
        return [_NO_CATCHER]
    if c.catcher is not None and code_catcher(seat, c, rules) != c.catcher:
        return [_other_catcher(c.catcher, seat)]
    return []


_NO_CODES = Problem(
    "codes_missing",
    Words("没有写码牌（codes=），按没摸码算。", "No codes are given (codes=); scored without."),
)
_NO_CATCHER = Problem(
    "catcher_missing",
    Words(
        "庄家自摸，没写谁摸码（catcher=），按庄家自己摸码算。",
        "The dealer won and no catcher is given (catcher=); the dealer is taken to have "
        "caught the codes.",
    ),
)


def _not_drawn(c: Circumstances) -> Problem:
    return Problem(
        "codes_not_drawn",
        Words(
            "自摸才摸码，这一手不摸码，写的码没有算。",
            "Codes are drawn after a self-draw only; the codes given are not counted here.",
        ),
        c.codes,
    )


def _other_catcher(told: int, seat: int) -> Problem:
    return Problem(
        "catcher_ignored",
        Words(
            f"这套规则里座位 {told} 不能摸码，按胡家（座位 {seat}）摸码算。",
            f"Seat {told} may not catch codes under these rules; the winner (seat {seat}) does.",
        ),
    )


def fish_warnings(win: Win, c: Circumstances, rules: RuleSet) -> list[Problem]:
    """Fished tiles that do not count."""
    if not c.fish or fishing_applies(win, c, rules):
        return []
    return [
        Problem(
            "fish_ignored",
            Words(
                "这一手不钓鱼，写的鱼牌没有算。", "There is no fishing here; the tiles are ignored."
            ),
            c.fish,
        )
    ]
