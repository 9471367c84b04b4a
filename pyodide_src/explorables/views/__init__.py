"""The book's explorables, one module each: `alignment-map` is in `alignment_map.py`."""
