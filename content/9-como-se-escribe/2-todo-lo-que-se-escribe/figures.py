import numpy as np
import plotly.graph_objects as go


def memoria():
    pasos = np.arange(31)
    fig = go.Figure([
        go.Scatter(x=pasos, y=0.9**pasos, name="0.9"),
        go.Scatter(x=pasos, y=0.99**pasos, name="0.99"),
    ])
    fig.update_xaxes(title="pasos")
    fig.update_yaxes(title="lo que queda", range=[0, 1.02])
    return fig
