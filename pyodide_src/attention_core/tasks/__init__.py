"""Toy tasks: small, seeded, and with known right answers."""

from .grammar import SentencePair, sentence_pair, sentence_pairs, source_vocabulary, target_vocabulary
from .sequences import negation, negation_vocabulary, neighbours, reversal

__all__ = [
    "SentencePair",
    "negation",
    "negation_vocabulary",
    "neighbours",
    "reversal",
    "sentence_pair",
    "sentence_pairs",
    "source_vocabulary",
    "target_vocabulary",
]
