"""What a book is looked up in: glossary, bibliography and notation, checked against the lessons both ways."""
