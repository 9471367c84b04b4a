"""The referee of this lesson's network: how wrong it is, by how far it moves the weight."""

import numpy as np
import plotly.graph_objects as go

# The network of the cells.
W, T = 0.6, -0.7
A = np.array([1.0, 0.6])
B = np.array([[1.3, -1.1], [-0.8, 1.0]])
V = np.array([0.9, 0.8])


def forward(w):
    h = np.tanh(A * w)
    k = np.tanh(B @ h)
    return h, k, 0.5 * (V @ k - T) ** 2


def derivative():
    h, k, _ = forward(W)
    return ((V @ k - T) * V) @ ((1 - k**2)[:, None] * B) @ ((1 - h**2) * A)


def referee_error(step):
    measured = (forward(W + step)[2] - forward(W - step)[2]) / (2 * step)
    return abs(measured - derivative()) / abs(derivative())


def referee_steps():
    steps = 10.0 ** np.arange(-14, 0.01, 0.5)
    fig = go.Figure(
        go.Scatter(x=steps, y=[referee_error(step) for step in steps], mode="lines+markers", line={"color": "var(--ink)"})
    )
    fig.update_xaxes(title="lo que el árbitro mueve el peso", type="log")
    fig.update_yaxes(title="error relativo del árbitro", type="log")
    fig.add_vline(x=1e-5, line_dash="dot")
    fig.add_annotation(x=-5, y=-1, text="una cienmilésima", showarrow=False, xanchor="right", xshift=-8)
    return fig
