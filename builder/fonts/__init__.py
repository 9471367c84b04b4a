"""Fonts cut down to what a book writes with: half of a page's weight would be letters that nobody reads."""
