"""The example of docs/nets.md: a network that learns from stored games, becomes a file and plays."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rootward as rw

pytest.importorskip("torch", reason="Debian's python3-torch")
pytest.importorskip("onnx", reason="Debian's python3-onnx")
ROOT = Path(__file__).parents[2]


def test_the_example_trains_and_its_file_plays(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(Path(rw.__file__).parents[1])}
    done = subprocess.run([sys.executable, ROOT / "python/examples/connect4_network.py",
                           ROOT / "results/playouts-connect4/games.jsonl.gz", "mine.safetensors", "--seconds", "2"],
                          capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    said = re.fullmatch(r"(\d+) steps on 25445 positions; of 2780 others it finds the move in (\d+)% and the winner in (\d+)%\n"
                        r"mine.safetensors: written; .*\n", done.stdout)
    assert said and int(said[1]) > 0 and int(said[2]) > 10, done.stdout
    values, priors = rw.Network(tmp_path / "mine.safetensors", "connect4").evaluate([rw.Game("connect4").start()])
    assert -1 < values[0] < 1 and priors[0].sum() == pytest.approx(1)
    found = rw.search("connect4", search={"budget": {"simulations": 20}, "evaluator": {
        "name": "net", "file": str(tmp_path / "mine.safetensors")}})
    assert found.move in rw.Game("connect4").start().legal
