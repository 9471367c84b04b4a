"""Two translators while they learn: how much they translate, and whether they look where it is translated from."""

import plotly.graph_objects as go

from attention_core.checkpoints import load_checkpoint
from attention_core.toy_translation import evaluate, held_out_pairs

STEPS = (0, 50, 100, 200, 300)


def measured(name):
    """Exact sentences and words that look at their own token, at each step that is kept, on 200 unseen sentences."""
    results = []
    for step in STEPS:
        net = load_checkpoint(name, step)
        result = evaluate(net.params, net.config, held_out_pairs(2))
        results.append((result.exact_match, result.agreement))
    return list(zip(*results))


def learning_to_look():
    both_exact, both_look = measured("bi_additive_d32")
    forward_exact, forward_look = measured("uni_additive_d32")
    exact, looks = {"color": "var(--ink)"}, {"color": "var(--role-weight)"}
    fig = go.Figure([
        go.Scatter(x=STEPS, y=both_exact, name="frases (dos sentidos)", line=exact),
        go.Scatter(x=STEPS, y=forward_exact, name="frases (delante)", line=exact | {"dash": "dash"}),
        go.Scatter(x=STEPS, y=both_look, name="miradas (dos sentidos)", line=looks),
        go.Scatter(x=STEPS, y=forward_look, name="miradas (delante)", line=looks | {"dash": "dash"}),
    ])
    fig.update_traces(mode="lines+markers")
    fig.update_xaxes(title="pasos de entrenamiento", range=[-6, 306])
    fig.update_yaxes(title="parte que sale bien", range=[0, 1.04], tickformat=".1f")
    return fig
