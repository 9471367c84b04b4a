"""What the author's guide says of the dialect and of the rules, and the chapters made of it.

The guide is a part of the book; a chapter whose front matter says `generated = "rules"` ends with what is known here.
"""
