"""What each word of the lesson's sentence gets as the temperature goes from cold to hot."""

import numpy as np
import plotly.graph_objects as go

from attention_core import softmax

SCORES = {"jardín": 1.8, "senté": 0.7, "banco": 0.0, "cada una de las otras": -1.6}
TIMES = [1, 1, 1, 5]


def weights(temperature):
    """The weight of one word of each of the four kinds; the eight words sum to one."""
    return softmax(np.repeat(list(SCORES.values()), TIMES), temperature=temperature)[[0, 1, 2, 3]]


def temperatures():
    scale = np.geomspace(0.05, 50, 61)
    table = np.array([weights(each) for each in scale])
    fig = go.Figure([
        go.Scatter(x=scale, y=column, name=name, mode="lines", line={"color": "var(--role-weight)", "dash": dash})
        for column, name, dash in zip(table.T, SCORES, ("solid", "dash", "dashdot", "dot"))
    ])
    fig.update_xaxes(title="temperatura", type="log", tickvals=[0.1, 1, 10], ticktext=["0.1", "1", "10"])
    fig.update_yaxes(title="peso", tickformat=".0%", range=[0, 1.02])
    fig.add_hline(y=1 / 8, line_dash="dot")
    fig.add_annotation(x=np.log10(0.05), y=1 / 8, text="un octavo", showarrow=False, xanchor="left", yshift=10)
    return fig
