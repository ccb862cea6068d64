"""Hand + circumstances + rules -> score: lines with reasons, and what each seat pays."""

from scoring.circumstances import Circumstances
from scoring.engine import Scorer, score, score_many
from scoring.hand import Hand, Meld, MeldKind
from scoring.problems import Problem
from scoring.result import BothColumns, Distance, Line, Score, Transfer
from scoring.ruleset import DEFAULT_RULES, RuleSet
from scoring.shapes import Reading, readings
from scoring.tiles import Tile
from scoring.words import UserError, Words

__all__ = [
    "DEFAULT_RULES",
    "BothColumns",
    "Circumstances",
    "Distance",
    "Hand",
    "Line",
    "Meld",
    "MeldKind",
    "Problem",
    "Reading",
    "RuleSet",
    "Score",
    "Scorer",
    "Tile",
    "Transfer",
    "UserError",
    "Words",
    "readings",
    "score",
    "score_many",
]
