"""Where things are kept between builds: `$LIBRO_CACHE`, or the user's own cache folder."""

import os
from pathlib import Path

import platformdirs


def cache_folder(*parts: str) -> Path:
    """The cache, or a folder inside it; not created here, so that looking costs nothing."""
    chosen = os.environ.get("LIBRO_CACHE", "").strip()
    root = Path(chosen).expanduser().absolute() if chosen else platformdirs.user_cache_path("libro", appauthor=False)
    return root.joinpath(*parts)
