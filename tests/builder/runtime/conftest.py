"""The messages that these tests read are the Spanish ones."""

import pytest


@pytest.fixture(autouse=True)
def in_spanish(monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_MX.UTF-8")
