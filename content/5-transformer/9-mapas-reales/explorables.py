"""This lesson's explorables: the views of real maps over the sentences of `maps.json`."""

from explorables.views import real_maps


class RealMaps(real_maps.HeadGrid):
    file = "maps.json"


class HeadPlane(real_maps.HeadPlane):
    file = "maps.json"


class HeadSearch(real_maps.HeadSearch):
    file = "maps.json"


class HeadWeighing(real_maps.HeadWeighing):
    file = "maps.json"


class OwnSentence(real_maps.OwnSentence):
    file = "maps.json"
