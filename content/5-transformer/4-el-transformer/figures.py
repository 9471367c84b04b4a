"""How alike ten words become, block after block, with every piece and without two of them."""

import numpy as np
import plotly.graph_objects as go

from attention_core import softmax

BLOCKS = 12
WITHOUT = {"sin atajo": ({"shortcut": False}, "dash"), "sin normalizar": ({"normalize": False}, "dot"), "completo": ({}, "solid")}


def norm(x):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


def stack(X, shortcut=True, normalize=True):
    """What comes out of each of the blocks of the lesson's cell, the words that went in first."""
    width, rng = X.shape[1], np.random.default_rng(0)
    yield X
    for _ in range(BLOCKS):
        Q, K, V, O = rng.standard_normal((4, width, width)) / np.sqrt(width)
        W_1 = rng.standard_normal((width, 4 * width)) * np.sqrt(2 / width)
        W_2 = rng.standard_normal((4 * width, width)) / np.sqrt(4 * width)
        for piece in (
            lambda x: softmax((x @ Q) @ (x @ K).T / np.sqrt(width)) @ (x @ V) @ O,
            lambda x: np.maximum(x @ W_1, 0) @ W_2,
        ):
            change = piece(norm(X) if normalize else X)
            X = X + change if shortcut else change
        yield X


def likeness(X):
    rows = X / np.linalg.norm(X, axis=1, keepdims=True)
    return (rows @ rows.T)[np.triu_indices(len(X), 1)].mean()


def likeness_by_block(**missing):
    words = np.random.default_rng(10).standard_normal((10, 32))
    return [likeness(X) for X in stack(words, **missing)]


def growing_alike():
    fig = go.Figure([
        go.Scatter(x=list(range(BLOCKS + 1)), y=likeness_by_block(**missing), name=name, line={"color": "var(--ink)", "dash": dash})
        for name, (missing, dash) in WITHOUT.items()
    ])
    fig.update_traces(mode="lines+markers")
    fig.update_xaxes(title="bloques atravesados", range=[-0.2, 12.2], tickvals=[0, 2, 4, 6, 8, 10, 12])
    fig.update_yaxes(title="parecido medio entre dos palabras", range=[0, 1.04], tickformat=".1f")
    return fig
