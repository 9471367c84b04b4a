"""This lesson's explorables: the views of real maps over the sentences of `maps.json`."""

from explorables.views import real_maps


class RealMaps(real_maps.HeadGrid):
    file = "maps.json"
