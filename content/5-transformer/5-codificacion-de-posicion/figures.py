"""How the product of two marks goes down with the distance: not all the way, and never to nothing."""

import numpy as np
import plotly.graph_objects as go

WIDTHS = {64: "solid", 512: "dot"}
FARTHEST = 200


def agreement(width):
    """The product at distances 0 to 200, as a share of that at distance 0."""
    speeds = 10000.0 ** (-np.arange(0, width, 2) / width)
    return np.cos(np.arange(FARTHEST + 1)[:, None] * speeds).mean(axis=1)


def by_distance():
    fig = go.Figure([
        go.Scatter(x=np.arange(FARTHEST + 1), y=agreement(width), name=f"d = {width}", line={"color": "var(--role-score)", "dash": dash})
        for width, dash in WIDTHS.items()
    ])
    fig.update_traces(mode="lines")
    fig.update_xaxes(title="distancia entre las dos posiciones")
    fig.update_yaxes(title="producto, dividido entre el de distancia cero", range=[0, 1.04], tickformat=".1f")
    fig.add_annotation(x=5, y=agreement(64)[5], text="distancia 5: 23.50 de 32", ax=80, ay=-30)
    return fig
