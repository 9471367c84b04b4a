"""Encoder–decoder translators: fixed context, Bahdanau's attention and Luong's, with hand-written gradients."""

from .config import ENCODERS, WIRINGS, TranslatorConfig, init_translator, translator_shapes
from .decoder import Decoded
from .encoder import encode, encode_backward
from .memory import attend, attend_backward, remember, remember_backward
from .model import (
    Batch,
    DecoderStep,
    Translation,
    decoder_step,
    read_source,
    translate,
    translator_backward,
    translator_forward,
    translator_gradients,
    translator_loss,
    writing_step,
)
from .paths import ContextPaths, context_paths
