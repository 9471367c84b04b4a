"""What makes a book at home on a static host: its policy, its addresses for the world, and its life without a network."""
