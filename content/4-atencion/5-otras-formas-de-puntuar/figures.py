"""The four networks of this lesson while they learn."""

import plotly.graph_objects as go

from attention_core.checkpoints import load_checkpoint, recipes
from attention_core.toy_translation import evaluate, held_out_pairs

NETWORKS = {
    "luong_general_d32": ("general, a lo Luong", "ink", "solid", "circle"),
    "bi_dot_d32": ("dot", "role-score", "solid", "square"),
    "bi_general_d32": ("general", "role-score", "dash", "diamond"),
    "bi_additive_d32": ("aditiva", "role-score", "dot", "circle"),
}


def exact_by_step(name):
    """The steps that are kept of a network, and the share of 200 unseen sentences that it translates exactly."""
    steps = recipes()[name].steps
    shares = []
    for step in steps:
        net = load_checkpoint(name, step)
        shares.append(evaluate(net.params, net.config, held_out_pairs(2)).exact_match)
    return steps, shares


def learning():
    fig = go.Figure()
    for name, (label, hue, dash, symbol) in NETWORKS.items():
        steps, shares = exact_by_step(name)
        fig.add_scatter(
            x=steps, y=shares, name=label, mode="lines+markers", line={"color": f"var(--{hue})", "dash": dash},
            marker={"symbol": symbol},
        )
    fig.update_xaxes(title="pasos de entrenamiento", range=[-6, 306])
    fig.update_yaxes(title="frases exactas", range=[0, 1.04], tickformat=".1f")
    return fig
