"""`libro serve`: a book in memory, rebuilt at each edit, and a small server that tells its pages."""
