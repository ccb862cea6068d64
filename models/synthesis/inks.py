"""The size of a drawn face, and the colours of ink (BGR) that it may have."""

WIDTH, HEIGHT = 192, 256
Colour = tuple[int, int, int]
Point = tuple[float, float]

BLUE, GREEN, RED, BLACK = (140, 60, 20), (50, 110, 20), (30, 30, 190), (30, 25, 25)
WHITE: Colour = (255, 255, 255)
