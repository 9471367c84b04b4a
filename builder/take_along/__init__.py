"""The book to take along: notebooks, an EPUB, one page to print, the folder in a zip. All are made from the finished pages."""
