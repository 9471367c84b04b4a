"""What `measure.py` measured: how many whole sentences survive, by the number of their nouns."""

import json
from pathlib import Path

import plotly.graph_objects as go

SHOWN = {
    "atención, d_h = 16": ("atención, d<sub>h</sub> = 16", "role-weight", "solid"),
    "resumen fijo, d_h = 64": ("resumen, d<sub>h</sub> = 64", "role-context", "solid"),
    "resumen fijo, d_h = 32": ("resumen, d<sub>h</sub> = 32", "role-context", "dash"),
    "resumen fijo, d_h = 16": ("resumen, d<sub>h</sub> = 16", "role-context", "dot"),
}


def worst_shares():
    """For each network, the share of its worst seed with one, two and three nouns."""
    records = json.loads(Path(__file__).with_name("measures.json").read_text(encoding="utf-8"))
    return {record["network"]: [min(seeds) for seeds in record["shares"]] for record in records}


def capacity():
    shares = worst_shares()
    fig = go.Figure([
        go.Scatter(x=[1, 2, 3], y=shares[name], name=label, mode="lines+markers", line={"color": f"var(--{hue})", "dash": dash})
        for name, (label, hue, dash) in SHOWN.items()
    ])
    fig.update_xaxes(title="nombres en la frase", range=[0.9, 3.05], tickvals=[1, 2, 3])
    fig.update_yaxes(title="frases exactas, con la peor de tres semillas", range=[-0.02, 1.05], tickformat=".1f")
    return fig
