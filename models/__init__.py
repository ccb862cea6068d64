"""The tile detector and the tile reader: weights, model card, and how they are made and measured."""
