"""The products of a block of BERT's width, by the length of the sentence."""

import numpy as np
import plotly.graph_objects as go

D = 768


def products(n):
    """What mixes positions, and all the rest of the block."""
    return 2 * n**2 * D, 12 * n * D**2


def two_slopes():
    n = 2.0 ** np.arange(4, 18)
    mixing, rest = products(n)
    fig = go.Figure([
        go.Scatter(x=n, y=mixing, name="puntuar y mezclar", line={"color": "var(--role-score)"}),
        go.Scatter(x=n, y=rest, name="lo demás", line={"color": "var(--ink)", "dash": "dash"}),
    ])
    fig.update_traces(mode="lines")
    fig.update_xaxes(title="tokens de la frase, n", type="log")
    fig.update_yaxes(title="productos de un bloque con d = 768", type="log")
    for place, text, dx, dy in ((6 * D, "n = 6d = 4608", -50, -36), (512, "la frase más larga de BERT", 60, 40)):
        fig.add_annotation(x=np.log10(place), y=np.log10(products(place)[0]), text=text, ax=dx, ay=dy)
    return fig
