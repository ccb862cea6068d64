"""How often photos are read right: truth, comparison, figures, and a page of what went wrong."""

from models.evaluation.compare import PhotoResult, compare
from models.evaluation.figures import summary
from models.evaluation.truth import TruePhoto, load_truth

__all__ = ["PhotoResult", "TruePhoto", "compare", "load_truth", "summary"]
