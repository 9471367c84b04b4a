"""The examples in the docstrings run and print what they say; no public function is without one."""

import doctest
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import attention_core

MODULES = sorted(
    info.name for info in pkgutil.walk_packages(attention_core.__path__, "attention_core.") if "__main__" not in info.name
)
PUBLIC = {name: value for name in attention_core.__all__ if inspect.isfunction(value := getattr(attention_core, name))}


@pytest.mark.parametrize("name", MODULES)
def test_examples_print_what_they_say(name):
    results = doctest.testmod(importlib.import_module(name), extraglobs={"np": np})
    assert results.failed == 0


@pytest.mark.parametrize("name", PUBLIC)
def test_public_functions_are_described_and_shown(name):
    text = inspect.getdoc(PUBLIC[name]) or ""
    assert text, f"{name} has no docstring"
    # A backward pass is shown by the tests of its gradients; its forward carries the example.
    assert ">>>" in text or name.endswith("_backward"), f"{name} has no example"
