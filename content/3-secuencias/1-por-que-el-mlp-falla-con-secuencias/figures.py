"""How far each row of the first layer goes from where the draw put it, while the network of this lesson learns."""

import numpy as np
import plotly.graph_objects as go

from attention_core.classifiers import init_mlp, mlp_gradients, one_hot_rows
from attention_core.tasks import negation
from attention_core.training import start_training, train

NO, PLACES, WORDS, STEPS = 0, 5, 10, 150


def distances():
    """Shape (steps + 1, places, words), for 600 sentences with the «no» in the first four places."""
    tokens, has_no = negation(600, range(4), seed=0)
    batch = one_hot_rows(tokens, WORDS), has_no
    start = start_training(init_mlp(np.random.default_rng(0), PLACES * WORDS, 16, 2))
    states = train(start, lambda step: batch, lambda batch, params: mlp_gradients(*batch, params), steps=STEPS, rate=0.02)
    weights = np.stack([start.params["W_1"], *(state.params["W_1"] for state in states)])
    return np.linalg.norm((weights - weights[0]).reshape(len(weights), PLACES, WORDS, 16), axis=-1)


def row_movement():
    moved = distances()[::5]
    steps = 5 * np.arange(len(moved))
    fig = go.Figure([
        go.Scatter(x=steps, y=moved[:, :4, NO].mean(axis=1), name="«no», lugares 1 a 4", line={"color": "var(--ink)"}),
        go.Scatter(x=steps, y=moved[:, 4, 1:].mean(axis=1), name="otras, lugar 5", line={"color": "var(--ink-soft)", "dash": "dash"}),
        go.Scatter(x=steps, y=moved[:, 4, NO], name="«no», lugar 5", line={"color": "var(--ink)", "dash": "dot"}),
    ])
    fig.update_traces(mode="lines")
    fig.update_xaxes(title="pasos de entrenamiento", range=[0, STEPS])
    fig.update_yaxes(title="distancia a donde la puso el sorteo", range=[-0.1, 2.5])
    return fig
