"""The code of the book runs."""

import re

import pytest
from conftest import ROOT

BLOCKS = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/src/python.md").read_text(), re.M | re.S)


def test_the_code_of_the_page_runs(monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.chdir(ROOT)
    names = {}
    assert len(BLOCKS) >= 5
    for block in BLOCKS:
        exec(compile(block, "docs/src/python.md", "exec"), names)
