"""What the tests of the trainer share: its modules on the path, programs, small configurations."""

import gzip
import json
import multiprocessing
import os
import runpy
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "training")]
ROOTWARD = os.environ.get("ROOTWARD", str(ROOT / "build/release/rootward"))
FAKE = str(HERE / "fake_rootward.py")
LOOP = str(ROOT / "training/loop.py")
LOSS = {"value": 1, "ownership": 0.15, "mix": 0.25}
SGD = {"name": "sgd", "momentum": 0.9, "weight_decay": 1e-4}

TINY = {
    "name": "tiny", "seed": 7, "game": {"name": "go", "size": 5, "komi": 24.5},
    "shape": {"lines": 5, "columns": 5, "actions": 26}, "origin": {"path": "its own games", "licence": "MIT"},
    "network": {"blocks": 1, "filters": 4, "planes": "history 2", "plane_count": 4, "value_hidden": 8,
                "head_activation": "relu"},
    "companions": {"colour": {"planes": "history 2, black_to_move", "plane_count": 5}},
    "training": {"generation": 40, "samples_per_position": 1, "batch": 64,
                 "window": {"rows": 1000, "growth": 0.4, "exponent": 0.65}, "optimizer": SGD, "loss": LOSS,
                 "average": 0.99, "keep": "window"},
    "phases": [{"games": 160, "rate": 0.03, "rate_end": 0.01, "simulations": 16}],
    "evaluate": {"at": [80], "pairs": 10},
}


def loop_command(config, out, *words, rootward=FAKE):
    return [sys.executable, "-B", LOOP, str(config), "--out", str(out), "--rootward", rootward,
            "--threads", "1", *words]


def run_loop(config, out, *words, **environment):
    """The finished process, its output as text. It is a fork, which has PyTorch already: two seconds less each."""
    command = loop_command(config, out, *words)
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as told:

        def program():
            for file, stream in (said, 1), (told, 2):
                os.dup2(file.fileno(), stream)
            os.environ.update(environment)
            sys.argv = command[command.index(LOOP):]
            warnings.simplefilter("ignore", ResourceWarning)  # as in any program; unittest shows it
            runpy.run_path(LOOP, run_name="__main__")

        process = multiprocessing.get_context("fork").Process(target=program)
        process.start()
        process.join()
        streams = []
        for file in said, told:
            file.seek(0)
            streams.append(file.read().decode())
    return subprocess.CompletedProcess(command, process.exitcode, *streams)


def read_state(out):
    return json.loads(gzip.decompress((Path(out) / "state.json.gz").read_bytes()))


def write_config(folder, **changes):
    path = Path(folder) / "tiny.json"
    path.write_text(json.dumps({**TINY, **changes}))
    return path
