"""Figures: what a lesson's `figures.py` returns, as a picture for the page and as data for the live one.

The picture is drawn here, from the few kinds of trace and setting that `reading` lists; anything else is a
fault that names it, so that nothing of a figure is lost in silence.
"""
