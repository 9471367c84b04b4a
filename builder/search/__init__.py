"""The search of a book: the sections of its finished pages → an inverted index and the texts of each page, as script files."""
