"""hupai (胡牌): a photo of a revealed mahjong hand in, what each player gains or pays out.

>>> import hupai
>>> hand = hupai.Hand.parse("222p777s333m88m99s + 8m")
>>> result = hupai.score(hand, "winner=1; self_draw")
>>> result.payments
(-10, 30, -10, -10)
>>> hupai.read("samples/all-pons.jpg").hand.text
'222p777s33388m99s + 8m'
"""

from hupai.settling import DEFAULT_RULES
from scoring import Circumstances, Hand, Meld, RuleSet, Score, Tile, UserError
from scoring import score as _score
from vision.picture import Picture
from vision.reading import Reading, read

__all__ = [
    "Circumstances",
    "Hand",
    "Meld",
    "Picture",
    "Reading",
    "RuleSet",
    "Score",
    "Tile",
    "UserError",
    "read",
    "score",
]
__version__ = "0.1.0"


def score(
    hand: Hand | str,
    circumstances: Circumstances | str = "",
    rules: RuleSet | str = DEFAULT_RULES,
) -> Score:
    """Score a hand. All three may be given as text.

    `hand` is a line of hand notation, `circumstances` is like `winner=1; dealer=0; self_draw`,
    `rules` is the name of a rule set or the path of a rule file. Without the manner of the win
    the score has both columns. Raises `UserError` for text that cannot be read; a wrong hand is
    a score with problems.

    >>> score("345m678s46p99m [pon 222p from 3] + 5p", "winner=1; discard_by=3").payments
    (0, 2, 0, -2)
    """
    return _score(
        Hand.parse(hand) if isinstance(hand, str) else hand,
        Circumstances.parse(circumstances) if isinstance(circumstances, str) else circumstances,
        RuleSet.load(rules) if isinstance(rules, str) else rules,
    )
