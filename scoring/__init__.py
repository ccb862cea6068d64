"""Hand + circumstances + rules -> score: lines with reasons, and what each seat pays."""
