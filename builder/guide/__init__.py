"""What the author's guide says of the dialect and of the rules, and the chapters made of it.

The guide is a part of the book; a chapter whose front matter says `generated = "rules"` ends with what is known here.
"""

GUIDE_OF_RULES = "como-se-escribe/las-reglas/index.html"
"""Where this repository's own book tells of every rule, each at an anchor of its name."""
