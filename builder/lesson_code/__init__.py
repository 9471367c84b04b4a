"""A lesson's code (cells, numbers in the prose, explorables), run in a clean process with time limits."""
