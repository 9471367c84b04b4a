"""The census of this lesson by heads: in how many of the sixteen words each one is right."""

import json
from pathlib import Path

import plotly.graph_objects as go


def heads_by_words(counted):
    """How many heads are right in 0, 1, 2… words; `counted` is "all" or "among_words"."""
    census = json.loads(Path(__file__).with_name("census.json").read_text(encoding="utf-8"))
    return census["words"][counted]["heads_by_words"][:11]


def right_words():
    words = list(range(11))
    fig = go.Figure()
    for counted, name, shape in (("all", "contando las marcas", ""), ("among_words", "sólo entre palabras", "/")):
        heads = heads_by_words(counted)
        # A number where it has room: the tall bar's, and those of the bars that stand alone.
        labels = [str(count) if (place == 0) == (counted == "all") else "" for place, count in enumerate(heads)]
        fig.add_bar(
            x=words, y=heads, name=name, text=labels,
            marker={"color": "var(--role-weight)", "pattern": {"shape": shape}},
        )
    fig.update_xaxes(title="palabras en que acierta, de dieciséis", tickvals=words)
    fig.update_yaxes(title="cabezas, de 144", range=[0, 150])
    return fig
