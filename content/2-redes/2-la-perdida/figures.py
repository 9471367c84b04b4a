"""What a forecaster pays on average for saying p every day, where it rains on seven days of ten."""

import numpy as np
import plotly.graph_objects as go

RAINY = 0.7


def mean_prices(said):
    """By the logarithm and by the straight line, for each probability said."""
    return (
        -(RAINY * np.log(said) + (1 - RAINY) * np.log(1 - said)),
        RAINY * (1 - said) + (1 - RAINY) * said,
    )


def honest_price():
    said = np.linspace(0.01, 0.99, 99)
    fig = go.Figure([
        go.Scatter(x=said, y=prices, name=name, mode="lines", line={"color": "var(--ink)", "dash": dash})
        for prices, name, dash in zip(mean_prices(said), ("logaritmo", "recta"), ("solid", "dash"))
    ])
    fig.add_scatter(x=[RAINY], y=[mean_prices(RAINY)[0]], name="lo que de verdad ocurre", mode="markers",
                    marker={"color": "var(--ink)", "symbol": "diamond", "size": 11})
    fig.update_xaxes(title="probabilidad de lluvia que dices a diario", range=[0, 1], tickvals=[0, 0.25, 0.5, 0.7, 1])
    fig.update_yaxes(title="precio medio, en nats", range=[0, 2.5])
    return fig
