"""An evening at one table: players, hands played, running totals, kept in SQLite."""

from hupai.evening.model import Evening, KeptHand, PlayedHand
from hupai.evening.store import EveningStore

__all__ = ["Evening", "EveningStore", "KeptHand", "PlayedHand"]
