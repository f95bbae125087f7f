#!/usr/bin/python3
"""Stands in for `rootward` where the trainer's loop alone is tested: plausible answers at once, from seeds.

The configuration is JSON, and checked and resolved already. Each call adds a line to DIR/calls.txt.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path


ORIGINS = json.loads(os.environ.get("FAKE_ORIGINS", '[{"path": "its own games", "licence": "MIT"}]'))


def option(name, default=None):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def selfplay():
    out, generation, games = Path(option("--out")), int(option("--generation")), int(option("--games"))
    (out / "data").mkdir(exist_ok=True)
    assert Path(option("--network")).exists()
    with open(out / "calls.txt", "a") as calls:
        calls.write(f"{generation} {games}\n")
    (out / "data" / f"{generation:05}-000.games").write_text(str(games))
    print(json.dumps({"played": games, "evaluations": 300 * games, "cached": 100 * games, "spared": 0,
                      "spared_wrongly": 0, "seconds": 2.0}))


def stats():
    paths = sys.argv[3 : sys.argv.index("--json")]
    words = paths[: paths.index("--evaluator")] if "--evaluator" in paths else paths
    shards = [shard for path in map(Path, words) for shard in (sorted(path.glob("data/*.games")) if path.is_dir() else [path])]
    about = json.loads(os.environ.get("FAKE_STATS", "{}"))
    rows = [{"generation": int(shard.name[:5]), "games": int(shard.read_text()), "rows": 20.0 * int(shard.read_text()),
             "plies_mean": 30.0, "black_share": 0.5, "early_entropy": 1.0, "repeated": 0.0, "origins": ORIGINS, **about} for shard in shards]
    print(json.dumps({"schema": "rootward.data-stats/1", "generations": rows}))


def samples():
    import numpy
    from stream_writer import random_columns, write_block, write_header

    if "FAKE_SAMPLES" in os.environ:
        with open(os.environ["FAKE_SAMPLES"], "a") as asked:
            asked.write(" ".join(sys.argv[3:]) + "\n")
    generation, count, batch = (int(option(name)) for name in ("--generation", "--count", "--batch"))
    shape = {"lines": 5, "columns": 5, "planes": 5 if "black" in option("--planes") else 4, "actions": 26}
    random = numpy.random.default_rng(generation + 1000 * ("--held-out" in sys.argv))
    if "--unmet" in sys.argv and generation == 0:
        count = 0  # in the first games nothing is unmet
    write_header(sys.stdout.buffer, shape, count=count, oldest_generation=max(0, generation - 2))
    count -= int(os.environ.get("FAKE_MISSING_ROWS", "0"))
    for begin in range(0, count, batch):
        columns = random_columns(shape, min(batch, count - begin), random)
        if os.environ.get("FAKE_NOT_FINITE") in sys.argv:
            columns[3][:] = numpy.inf  # the roots' values
        write_block(sys.stdout.buffer, *columns)


def table():
    print(json.dumps({"pairings": [{"a": "new", "b": "old", "elo": 50.0000049, "score": 0.57, "elo_ci95": [10.0, 90.0]}]}))


def kill_caller():
    """SIGKILL after some seconds, from a process that stays when this one has answered."""
    with open(os.environ["FAKE_CALLS"], "a+") as calls:
        calls.write(".")
        if calls.tell() != int(os.environ["FAKE_KILL_AT"]):
            return
    caller = os.pidfd_open(os.getppid())
    if os.fork() == 0:
        os.setsid()
        for stream in (0, 1, 2):
            os.close(stream)  # or the caller waits for this process's end
        time.sleep(float(os.environ["FAKE_KILL_AFTER"]))
        signal.pidfd_send_signal(caller, signal.SIGKILL)
        os._exit(0)


if "FAKE_KILL_AT" in os.environ:
    kill_caller()
if sys.argv[1] == "tool":
    del sys.argv[1]
command = sys.argv[1:3]
if os.environ.get("FAKE_DEATH") == command[0]:
    os.kill(os.getpid(), signal.SIGKILL)
if os.environ.get("FAKE_UNFIT") == command[0]:
    sys.exit(4)
if command[0] == "check":
    print(Path(command[1]).read_text())
elif command[0] == "run":
    if option("--generation"):  # else the study of checkpoints, of which nothing but the table is asked
        selfplay()
elif command[0] == "table":
    table()
elif command == ["data", "stats"]:
    stats()
elif command == ["data", "samples"]:
    samples()
elif command == ["data", "journal"]:
    Path(sys.argv[3], "journal.csv").touch()
    print(os.environ.get("FAKE_ALARM", ""), end="")
