"""The tile detector and the tile reader: weights, model card, how they are made and measured."""
