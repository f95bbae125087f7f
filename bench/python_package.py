"""What the Python package costs, and how soon it hears Ctrl-C:

  PYTHONPATH=build/python/python python3 bench/python_package.py     # preset python; the tables are docs/performance.md's

A compiled rule against the built-in operator of the same rule: whole searches of Connect Four, both sides alternating, the
median of nine ratios of CPU time. Ctrl-C: the smallest, the median and the largest of nine waits, in seconds from the
signal until KeyboardInterrupt is raised. Games: Connect Four in Python and the built-in one, by random playouts.
"""
import argparse
import ctypes
import os
import signal
import statistics
import subprocess
import tempfile
import threading
import time

import rootward as rw

SIMULATIONS = 200_000
RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python", "tests", "compiled_rules.c")


def compiled_rules(folder):
    path = os.path.join(folder, "rules.so")
    subprocess.run(["cc", "-x", "c", "-O2", "-shared", "-fPIC", "-I", rw.get_include(), RULES, "-o", path, "-lm"], check=True)
    return ctypes.CDLL(path)


def cpu_seconds(backup, seed):
    begin = time.process_time()
    rw.search("connect4", backup=backup, search={"budget": {"simulations": SIMULATIONS}}, seed=seed)
    return time.process_time() - begin


def wait_after_ctrl_c(call):
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.3, send).start()
    try:
        call()
    except KeyboardInterrupt:
        return time.monotonic() - sent[0]
    raise SystemExit("error: Ctrl-C ended nothing")


@rw.game(name="connect4_in_python")
class ConnectFour:
    """Columns of stones as text, the lowest first."""

    def start(self):
        return ("",) * 7

    def to_move(self, columns):
        return 1 + sum(map(len, columns)) % 2

    def legal(self, columns):
        return [i for i in range(7) if len(columns[i]) < 6]

    def play(self, columns, i):
        return columns[:i] + (columns[i] + "XO"[self.to_move(columns) - 1],) + columns[i + 1:]

    def result(self, columns):
        rows = [column.ljust(6, ".") for column in columns]
        lines = rows + ["".join(row[y] for row in rows) for y in range(6)]
        for shift in (1, -1):
            lines += ["".join(rows[x][y + shift * x] for x in range(7) if 0 <= y + shift * x < 6) for y in range(-6, 13)]
        for stones, value in (("XXXX", 1), ("OOOO", -1)):
            if any(stones in line for line in lines):
                return value
        return None if any(len(column) < 6 for column in columns) else 0

    def move_text(self, columns, i):
        return str(i + 1)


def tell_games(repeats):
    """Simulations a second of CPU time."""
    print("| game | simulations a second |\n|---|---:|")
    for game, simulations in ((ConnectFour, 200), ("connect4", SIMULATIONS)):
        rates = []
        for seed in range(repeats):
            begin = time.process_time()
            rw.search(game, search={"budget": {"simulations": simulations}}, seed=seed)
            rates.append(simulations / (time.process_time() - begin))
        print(f"| {getattr(game, 'name', game)} | {statistics.median(rates):,.0f} |", flush=True)


@rw.operator(kind="child")
def lingering(x):
    time.sleep(0.001)
    return x.q.max()


def long_run(folder):
    search = {"budget": {"simulations": 10**7}}
    config = {"name": "long", "seed": 1, "game": "connect4", "schedule": {"type": "round_robin", "pairs": 1},
              "players": {"a": {"search": search, "backup": "max"}, "b": {"search": search, "backup": "average"}}}
    return rw.run(config, os.path.join(folder, "long"), threads=2, progress=False)


def tell_rules(repeats):
    with tempfile.TemporaryDirectory() as folder:
        library = compiled_rules(folder)
        soft = rw.native(library.soft, name="soft_in_c", version="1", parameters={"g": rw.Parameter(-4)})
        erwa = rw.native(library.erwa, name="erwa_in_c", version="1", kind="update", parameters={"alpha": rw.Parameter(0.1)})
        print("| rule | kind | ratio |\n|---|---|---:|")
        for name, kind, ours, built_in in (
                ("softmax, g = -4", "child", soft, {"name": "softmax", "g": [-4]}),
                ("erwa, alpha = 0.1", "update", erwa, {"name": "erwa", "alpha": 0.1, "init": "first_return"})):
            ratio = statistics.median(cpu_seconds(ours, seed) / cpu_seconds(built_in, seed) for seed in range(repeats))
            print(f"| {name} | `{kind}` | {ratio:.2f} |", flush=True)


def tell_waits(repeats):
    minute = {"budget": {"seconds": 60}}
    print("| Ctrl-C in | smallest | median | largest |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, call in (("a search", lambda: rw.search("connect4", search=minute)),
                           ("a search by a rule in Python", lambda: rw.search("connect4", backup=lingering, search=minute)),
                           ("a game of a run", lambda: long_run(folder))):
            waits = [wait_after_ctrl_c(call) for _ in range(repeats)]
            print(f"| {name} | {min(waits):.3f} | {statistics.median(waits):.3f} | {max(waits):.3f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("rules", "waits", "games"), help="one of the tables")
    parser.add_argument("--repeats", type=int, default=9, help="of each figure (9)")
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored below a shell's background job
    tables = {"rules": tell_rules, "waits": tell_waits, "games": tell_games}
    for place, name in enumerate(tables if options.only is None else [options.only]):
        if place > 0:
            print()
        tables[name](options.repeats)


if __name__ == "__main__":
    main()
