"""From boxes to the hand as its owner laid it: geometry, then meaning."""

from vision.layout.arrange import arrange
from vision.layout.loose import loose_group, read_loose
from vision.layout.types import Aside, Layout, LayoutMeld

__all__ = ["Aside", "Layout", "LayoutMeld", "arrange", "loose_group", "read_loose"]
