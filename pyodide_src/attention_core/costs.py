"""What it costs, in multiplications of numbers: n tokens, width d, h heads.

Counts are of products (a multiplication and an addition each); softmax, norms and activations, linear in what they
touch, are left out, as in table 1 of Vaswani et al. (2017).
"""

import math
from typing import NamedTuple

from .checks import check_choice, check_count


class LayerCost(NamedTuple):
    """Table 1's three columns: products per layer, steps that must wait for each other, longest path between two tokens."""

    products: float
    sequential: float
    path: float


def layer_cost(kind, n, d, *, kernel=3, neighbourhood=None):
    """Table 1 of Vaswani et al. (2017), without the O( ): how a layer of that kind grows with n and d.

    `kind`: "self_attention" (n² d, 1, 1), "recurrent" (n d², n, n), "convolutional" (k n d², 1, log_k n, dilated) or
    "restricted" (r n d, 1, n/r), self-attention over `neighbourhood` r tokens. The table counts what mixes tokens: neither the
    projections nor the feed-forward network. Self-attention is the cheaper of the first two while n < d.

    >>> layer_cost("self_attention", 512, 512).products == layer_cost("recurrent", 512, 512).products
    True
    """
    check_choice("kind", kind, ("self_attention", "recurrent", "convolutional", "restricted"))
    n, d = check_count("n", n), check_count("d", d)
    if kind == "self_attention":
        return LayerCost(n * n * d, 1, 1)
    if kind == "recurrent":
        return LayerCost(n * d * d, n, n)
    if kind == "convolutional":
        kernel = check_count("kernel", kernel, minimum=2)
        return LayerCost(kernel * n * d * d, 1, math.log(n) / math.log(kernel))
    r = check_count("neighbourhood", neighbourhood)
    return LayerCost(r * n * d, 1, n / r)


class BlockCost(NamedTuple):
    """Products of one transformer block. `scores_and_mixture` is the part that grows as n²."""

    projections: int
    scores_and_mixture: int
    feed_forward: int

    @property
    def total(self):
        return self.projections + self.scores_and_mixture + self.feed_forward

    @property
    def attention_share(self):
        """The part of the whole that goes to scores and mixture, from 0 to 1."""
        return self.scores_and_mixture / self.total


def block_cost(n, d, *, h=1, d_ff=None):
    """4 n d² for the four projections, 2 n² d for scores and mixture, 2 n d d_ff for the network (d_ff = 4 d unless given).

    The number of heads h changes nothing: each of the h works in d / h numbers. Raises ValueError if h does not divide d.

    >>> block_cost(512, 768, h=12).attention_share
    0.1
    >>> block_cost(6 * 768, 768).attention_share
    0.5
    """
    n, d, h = check_count("n", n), check_count("d", d), check_count("h", h)
    d_ff = 4 * d if d_ff is None else check_count("d_ff", d_ff)
    if d % h:
        raise ValueError(f"h: expected a divisor of d = {d}, got {h}")
    per_head = d // h
    projections = 3 * h * n * d * per_head + n * (h * per_head) * d
    scores_and_mixture = h * 2 * n * n * per_head
    return BlockCost(projections, scores_and_mixture, 2 * n * d * d_ff)


def scores_while_writing(n, *, cached):
    """Scores computed to write n tokens one by one: Σ t² if every step starts anew, Σ t with a key–value cache.

    >>> scores_while_writing(100, cached=False), scores_while_writing(100, cached=True)
    (338350, 5050)
    """
    n = check_count("n", n)
    return n * (n + 1) // 2 if cached else n * (n + 1) * (2 * n + 1) // 6


def key_value_cache_numbers(n, d, *, n_layers=1):
    """Numbers that a key–value cache holds for n tokens: a key and a value of d in every layer, 2 n d n_layers.

    >>> key_value_cache_numbers(1000, 768, n_layers=12)
    18432000
    """
    return 2 * check_count("n", n) * check_count("d", d) * check_count("n_layers", n_layers)


def weight_matrix_numbers(n_queries, n_keys=None, *, h=1, n_layers=1):
    """Numbers in all weight matrices, which a map shows and training keeps: h n_q n_k in every layer.

    >>> weight_matrix_numbers(6, 8)      # one attention between two sentences: T_x T_y scores
    48
    """
    n_keys = n_queries if n_keys is None else n_keys
    counts = (check_count("n_queries", n_queries), check_count("n_keys", n_keys), check_count("h", h))
    return math.prod(counts) * check_count("n_layers", n_layers)


def attention_parameters(d, *, h=1, bias=False):
    """Numbers that multi-head attention learns: 4 d², whatever h, and 4 d more with biases.

    >>> attention_parameters(768, h=12)
    2359296
    """
    d = check_count("d", d)
    if d % check_count("h", h):
        raise ValueError(f"h: expected a divisor of d = {d}, got {h}")
    return 4 * d * d + (4 * d if bias else 0)
