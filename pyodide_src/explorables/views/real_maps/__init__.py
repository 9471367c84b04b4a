"""Views over the maps of a pretrained encoder. Lessons give them their data:

    from explorables.views import real_maps

    class RealMaps(real_maps.HeadGrid):
        file = "maps.json"

The file lies beside the lesson, on the author's machine and in the reader's Python alike.
"""

from explorables.views.real_maps.explain import HeadWeighing
from explorables.views.real_maps.grid import HeadGrid
from explorables.views.real_maps.own import OwnSentence
from explorables.views.real_maps.plane import HeadPlane
from explorables.views.real_maps.search import HeadSearch

__all__ = ["HeadGrid", "HeadPlane", "HeadSearch", "HeadWeighing", "OwnSentence"]
