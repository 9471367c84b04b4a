"""How much slope reaches the query, draw by draw, with the division and without it."""

import numpy as np
import plotly.graph_objects as go

from attention_core import softmax

D, KEYS, DRAWS, SEED = 64, 8, 2000, 1


def slopes(divisor):
    """The norm of ∂α/∂q in each draw: the last column of the lesson's cell, with its seed."""
    rng = np.random.default_rng(SEED)
    q = rng.standard_normal((DRAWS, 1, D))
    K = rng.standard_normal((DRAWS, KEYS, D))
    weights = softmax((q @ K.swapaxes(1, 2))[:, 0] / divisor)
    J = weights[:, :, None] * (np.eye(KEYS) - weights[:, None, :])
    return np.linalg.norm(J @ K / divisor, axis=(1, 2))


def slope_shares():
    bins = {"start": 0, "end": 4.8, "size": 0.15}
    fig = go.Figure([
        go.Histogram(x=slopes(np.sqrt(D)), name="entre √d<sub>k</sub>", histnorm="probability", xbins=bins,
                     marker={"color": "var(--role-query)", "pattern": {"shape": "/"}}),
        go.Histogram(x=slopes(1), name="sin dividir", histnorm="probability", xbins=bins, marker={"color": "var(--role-query)"}),
    ])
    fig.update_layout(barmode="overlay")
    fig.update_xaxes(title="pendiente que llega a la consulta", range=[0, 4.8])
    fig.update_yaxes(title="parte de los sorteos", tickformat=".0%")
    return fig
