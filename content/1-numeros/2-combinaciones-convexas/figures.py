"""Four jugs in a plane: two recipes without a jug in common meet in the same drink."""

import numpy as np
import plotly.graph_objects as go

JUGS = {"aguada": (1, 1), "dulce": (8, 2), "concentrada": (6, 6), "agria": (3, 7)}
RECIPES = {("dulce", "agria"): (0.4, 0.6), ("aguada", "concentrada"): (0.2, 0.8)}
LABELS = {"aguada": "top", "dulce": "top", "concentrada": "bottom", "agria": "bottom"}


def drink(names):
    return np.array(RECIPES[names]) @ np.array([JUGS[name] for name in names])


def two_recipes():
    round_trip = np.array([*JUGS.values(), JUGS["aguada"]])
    fig = go.Figure([
        go.Scatter(x=round_trip[:, 0], y=round_trip[:, 1], name="casco", mode="lines+markers",
                   line={"color": "var(--role-value)"}),
    ])
    for names, dash in zip(RECIPES, ("dash", "dot")):
        ends = np.array([JUGS[name] for name in names])
        fig.add_scatter(x=ends[:, 0], y=ends[:, 1], name=" y ".join(names), mode="lines",
                        line={"color": "var(--role-weight)", "dash": dash})
    x, y = drink(("dulce", "agria"))
    fig.add_scatter(x=[x], y=[y], name="la bebida", mode="markers",
                    marker={"color": "var(--role-context)", "symbol": "diamond", "size": 11})
    for name, side in LABELS.items():
        fig.add_annotation(x=JUGS[name][0], y=JUGS[name][1], text=name, showarrow=False, xanchor="left", xshift=4,
                           yanchor=side, yshift=-6 if side == "top" else 6)
    fig.update_xaxes(title="cucharadas de azúcar por litro", range=[0, 9.5], tickvals=[0, 2, 4, 6, 8])
    fig.update_yaxes(title="limones por litro", range=[0, 8.2])
    return fig
