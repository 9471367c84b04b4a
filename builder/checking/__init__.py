"""What `libro check` does only when asked: the reader's Python, links to other hosts, programs that train for minutes."""
