"""Attention, from the softmax to a small transformer, in NumPy alone.

Rows are tokens; batches are leading axes; a vector multiplies a matrix from the left, `x @ W`. float64 unless the
arrays come in float32, which stays float32. Functions are pure: nothing that comes in is changed.

One convention through the package: `name(...)` gives the result; `name(..., return_cache=True)` gives the result
and its cache, which holds every intermediate by name; `name_backward(grad_output, cache)` gives the gradients, in the
order of the arguments. Parameters are dicts of arrays and their gradients dicts with the same keys. Where the
result itself is all that the backward pass needs (softmax), it takes the place of the cache.

The rooms, in the order in which a student may read them: softmax, scores, masks, attention, multihead, positions,
position_wise (with activations), normalization, residuals, blocks, transformer, the two models, decoding, costs; and for
block 4, recurrent, translator, optimizers, training, measures, tokenizing, tasks, checkpoints.
"""

from importlib import import_module
from types import ModuleType

from .attention import (
    AttentionCache,
    AttentionGradients,
    HardAttentionCache,
    attention,
    attention_backward,
    hard_attention,
    hard_attention_backward,
    indistinguishable_weights,
)
from .scores import (
    SCORES,
    additive_pair_scores,
    additive_pair_scores_backward,
    additive_scores,
    additive_scores_backward,
    concat_scores,
    concat_scores_backward,
    dot_scores,
    dot_scores_backward,
    general_scores,
    general_scores_backward,
    glorot,
    init_additive_scores,
    init_concat_scores,
    init_general_scores,
    init_scores,
    scaled_dot_scores,
    scaled_dot_scores_backward,
    score_parameter_count,
)
from .softmax import (
    cross_entropy,
    cross_entropy_backward,
    entropy,
    log_softmax,
    log_softmax_backward,
    softmax,
    softmax_backward,
    softmax_jacobian,
)

# The rest is imported when first named, since a page that draws one softmax should not wait for a transformer. No name
# here may be that of its module: importing the module would put it in the place of the function.
_ROOMS = {
    "masks": "apply_mask causal_mask combine_masks padding_mask token_mask",
    "multihead": """
        KeyValueCache MultiHeadCache MultiHeadGradients cross_attention_step head_contributions
        init_multi_head_attention merge_heads multi_head_attention multi_head_attention_backward
        multi_head_attention_step project_memory split_heads
    """,
    "positions": """
        alibi_bias alibi_slopes learned_positions learned_positions_backward rotary rotary_backward
        sinusoidal_positions sinusoidal_shift
    """,
    "normalization": "init_layer_norm init_rms_norm layer_norm layer_norm_backward rms_norm rms_norm_backward",
    "activations": "erf gelu gelu_backward gelu_tanh gelu_tanh_backward relu relu_backward",
    "position_wise": "feed_forward feed_forward_backward init_feed_forward",
    "residuals": "residual residual_backward",
    "blocks": """
        TransformerConfig decoder_block decoder_block_backward decoder_block_step encoder_block
        encoder_block_backward encoder_block_step init_decoder_block init_encoder_block
    """,
    "embedding": "embed embed_backward",
    "transformer": "encoder_stack encoder_stack_backward init_encoder_stack input_rows input_rows_backward",
    "decoder_only_model": "decoder_only decoder_only_backward decoder_only_step init_decoder_only",
    "encoder_decoder_model": """
        DecoderState decode_step encode encoder_decoder encoder_decoder_backward init_encoder_decoder start_decoding
    """,
    "decoding": "BeamStep Beams Written beam_search greedy sample sampling_probabilities select_rows",
    "costs": """
        BlockCost LayerCost attention_parameters block_cost key_value_cache_numbers layer_cost scores_while_writing
        weight_matrix_numbers
    """,
    "recurrent": "bidirectional bidirectional_backward gru gru_backward reverse_within rnn rnn_backward",
    "translator": """
        Batch ContextPaths TranslatorConfig context_paths decoder_step init_translator read_source translate
        translator_backward translator_forward translator_gradients translator_loss writing_step
    """,
    "training": "TrainingState start_training train train_translator",
    "optimizers": "AdamState MomentumState adam clip_gradients global_norm momentum sgd",
    "classifiers": """
        init_mlp init_rnn_classifier mlp mlp_backward mlp_gradients one_hot_rows rnn_classifier
        rnn_classifier_backward rnn_classifier_gradients
    """,
    "measures": "accuracy alignment_agreement exact_match until_end",
    "tokenizing": "Vocabulary apply_bpe join_pieces pad_batch split_words train_bpe",
    "parameters": "parameter_count parameter_pieces prefixed sub_parameters",
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names.split()}

_IMPORTED = [name for name, value in globals().items() if not (name.startswith("_") or isinstance(value, ModuleType))]
__all__ = sorted(set(_IMPORTED) - {"ModuleType", "import_module"} | set(_HOME))


def __getattr__(name):
    room = _HOME.get(name)
    if room is None:
        raise AttributeError(f"module 'attention_core' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{room}"), name)
    return value


def __dir__():
    return sorted(set(globals()) | set(_HOME))
