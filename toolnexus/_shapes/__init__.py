"""One tool in the shape of each provider, and what became of its schema on the way.

How it looks is decided in `display`.
"""

from toolnexus._shapes._marks import ShapeChange
from toolnexus._shapes._shapes import ProviderShapes, Shape, provider_shapes

__all__ = ["ProviderShapes", "Shape", "ShapeChange", "provider_shapes"]
