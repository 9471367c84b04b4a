"""Digits right at each step, alone and with the teacher: the measure of the second cell."""

import numpy as np
import plotly.graph_objects as go

from explorables.views.reversed_digits import config, load, measured_digits, say_backwards


def digits_right():
    """The shares alone and with the teacher, one a step, over the 300 numbers of nine digits."""
    net = load(9)
    sources, targets = measured_digits(9)
    alone = say_backwards(sources, net, config()).digits == targets
    taught = say_backwards(sources, net, config(), previous=targets).digits == targets
    return alone.mean(axis=0), taught.mean(axis=0)


def alone_and_taught():
    alone, taught = digits_right()
    steps = np.arange(1, len(alone) + 1)
    fig = go.Figure([
        go.Scatter(x=steps, y=taught, name="con maestro", line={"color": "var(--role-decoder)", "dash": "dash"}),
        go.Scatter(x=steps, y=alone, name="sola", line={"color": "var(--role-decoder)"}),
    ])
    fig.update_traces(mode="lines+markers")
    fig.update_xaxes(title="paso del decoder", range=[0.7, 9.1], tickvals=steps)
    fig.update_yaxes(title="parte de las cifras que acierta", range=[0.5, 1.02], tickformat=".2f")
    return fig
