"""docs/python.md says what is there: its blocks run, in order, and its table names every public name."""

import doctest
import os
import re
import shutil
import subprocess
import sys

import pytest

import rootward as rw

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))


def page():
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        return file.read()


# Sources of what a block defines are looked up where tracebacks find their lines.
RUNNER = """
import linecache, sys
names = {}
for number, block in enumerate(eval(sys.stdin.read()), 1):
    path = f"docs/python.md, block {number}"
    linecache.cache[path] = (len(block), None, block.splitlines(True), path)
    exec(compile(block, path, "exec"), names)
assert len(names["s"].simulations) == 500
assert abs(names["t"].values[:, 0] - names["t"].values[:, 1]).max() == 0
assert abs(names["optimizer"].best()["params"]["x"] - 0.3) < 0.3
"""


def test_the_blocks_run(tmp_path):
    """In a process of their own: what they define would take the names of what other tests define."""
    pytest.importorskip("pandas", reason="python3-pandas is not installed")
    if shutil.which("cc") is None:
        pytest.skip("no C compiler is installed")
    (tmp_path / "results").symlink_to(os.path.join(ROOT, "results"))
    blocks = re.findall(r"^```python\n(.*?)^```", page(), re.S | re.M)
    assert len(blocks) >= 5
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(rw.__file__))}
    subprocess.run([sys.executable, "-c", RUNNER], check=True, input=repr(blocks), text=True, cwd=tmp_path,
                   env=environment)
    assert (tmp_path / "connect4.html").stat().st_size > 100_000


def test_every_public_name_has_an_example_that_runs():
    finder = doctest.DocTestFinder()
    without = [name for name in rw.__all__
               if not any(test.examples for test in finder.find(getattr(rw, name), name, module=False))]
    assert without == []


def test_every_public_name_has_its_place_and_an_explanation():
    text = page()
    errors = {"EngineError", "RunError", "Incomplete", "Interrupted"}
    for name in rw.__all__:
        assert getattr(rw, name).__doc__, name
        if name not in errors | {"Evaluation", "Evaluator", "Operator", "OperatorReport", "Search", "Simulations"}:
            assert f"`{name}`" in text, name
