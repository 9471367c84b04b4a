"""What `toy-translator` is made of: its language, its networks, its pictures, its training."""
