"""What one head hears of each change of the headline, by how it splits its unit."""

import numpy as np
import plotly.graph_objects as go

VALUE = {"perro": [1, 0, 0], "hombre": [0, 1, 0], "cartero": [0, 0, 1]}
CHANGES = {
    "quién va antes": (("cartero", "hombre"), "dash"),
    "papeles cambiados": (("hombre", "perro"), "solid"),
    "quién va después": (("perro", "cartero"), "dot"),
}


def one_head(before, after, share):
    return np.array([share, 1 - share]) @ np.array([VALUE[before], VALUE[after]])


def distance(other, share):
    return np.linalg.norm(one_head("perro", "hombre", share) - one_head(*other, share))


def one_unit():
    shares = np.linspace(0.5, 1, 31)
    fig = go.Figure([
        go.Scatter(x=shares, y=[distance(other, share) for share in shares], name=name, mode="lines",
                   line={"color": "var(--role-value)", "dash": dash})
        for name, (other, dash) in CHANGES.items()
    ])
    fig.update_xaxes(title="peso del vecino anterior", range=[0.5, 1], tickformat=".1f")
    fig.update_yaxes(title="cuánto se mueve lo que recibe «muerde»", range=[0, 1.5])
    fig.add_vline(x=2 / 3, line_dash="dot")
    fig.add_annotation(x=2 / 3, y=0.02, text="dos tercios", showarrow=False, xanchor="right", yanchor="bottom", xshift=-6)
    return fig
