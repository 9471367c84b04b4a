import numpy as np
import plotly.graph_objects as go


def fall():
    steps = np.arange(9)
    fig = go.Figure([
        go.Scatter(x=steps, y=0.5**steps, name="mitad", line={"color": "var(--role-query)"}),
        go.Scatter(x=steps, y=0.8**steps, name="cuatro quintos", line={"color": "var(--role-key)", "dash": "dash"}),
    ])
    fig.update_xaxes(title="pasos", range=[0, 8])
    fig.update_yaxes(title="lo que queda", range=[0, 1])
    return fig


def weights():
    fig = go.Figure(go.Heatmap(z=[[0.7, 0.2, 0.1], [0.1, 0.6, 0.3]], x=["un", "libro", "bueno"], y=["a", "book"]))
    fig.update_xaxes(title="entrada")
    fig.update_yaxes(title="salida", autorange="reversed")
    return fig
