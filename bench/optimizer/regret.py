#!/usr/bin/python3
"""Drives optimizers over synthetic win-rate surfaces through the ask/tell protocol and records their regret.

  bench/optimizer/regret.py --set tuning --seeds 2 --out /tmp/regret      # a look while an optimizer is being built
  bench/optimizer/regret.py --set frozen --seeds 10 --out results/optimizer-regret

Regret is the optimum's true win rate minus that of the point which the optimizer's own `best` recommends. After the last
evaluation the points of each method are also told, all at once, to a rootward-optimizer, so that `judged` separates how well a
method searches from how well it recommends. Runs already in OUT/runs.jsonl are not repeated; they have to be of the same
revision and libraries as further ones. report.py makes the table and the plot.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import platform
import random
import resource
import shlex
import subprocess
import sys
import time

from surfaces import DIMENSIONS, KINDS, OPTIMUM, Surface

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OTHERS = os.path.join(ROOT, "scripts/optimizers")
METHODS = {
    "rootward": "{program} --seed {seed}",
    "tpe": OTHERS + "/optuna_tune.py --sampler tpe --seed {seed}",
    "cmaes": OTHERS + "/optuna_tune.py --sampler cmaes --seed {seed}",
    "random": OTHERS + "/random_search.py {seed}",
}
BUDGETS = {1: 40, 2: 60, 4: 80, 8: 100, 12: 120}  # evaluations a run, by dimension
GAMES = (50, 400)
PENDING = (1, 4)
CHECKS = 10  # how often a run's `best` is asked for


class Conversation:
    """An optimizer as a child process."""

    def __init__(self, command, surface):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.request({"op": "space", "parameters": surface.parameters()})

    def request(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if "error" in reply:
            raise RuntimeError(f"{self.process.args}: {request}: {reply['error']}")
        return reply

    def tell(self, result):
        self.request({"op": "tell", **result})

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def play(rng, win_rate, games):
    """Mean and standard error of games that are won with this probability."""
    mean = sum(rng.random() < win_rate for _ in range(games)) / games
    return mean, (mean * (1 - mean) / games) ** 0.5


def run(job):
    """One optimizer on one surface: the record that is stored."""
    surface = Surface(job["set"], job["kind"], job["dimension"])
    budget = BUDGETS[job["dimension"]]
    rng = random.Random(f"results {surface.name} {job['games']} {job['pending']} {job['seed']}")
    conversation = Conversation(METHODS[job["method"]].format(program=job["program"], seed=job["seed"]), surface)
    regret_now = lambda talk: OPTIMUM - surface.win_rate(talk.request({"op": "best"})["params"])
    pending, told, curve, asked = {}, [], [], 0
    while len(told) < budget:
        while len(pending) < job["pending"] and asked < budget:
            asked += 1
            pending[asked] = conversation.request({"op": "ask", "id": asked})["params"]
        identity = rng.choice(sorted(pending))
        params = pending.pop(identity)
        mean, deviation = play(rng, surface.win_rate(params), job["games"])
        told.append({"id": identity, "params": params, "mean": mean, "stderr": deviation, "games": job["games"]})
        conversation.tell(told[-1])
        if len(told) % (budget // CHECKS) == 0:
            curve.append([len(told), round(regret_now(conversation), 5)])
    conversation.close()
    judge = Conversation(job["program"] + " --seed 1", surface)
    for result in told:
        judge.tell(result)
    judged = regret_now(judge)
    judge.close()
    record = {key: value for key, value in job.items() if key != "program"}
    return {**record, "curve": curve, "regret": curve[-1][1], "judged": round(judged, 5)}


def key_of(record):
    return tuple(record[key] for key in ("method", "set", "kind", "dimension", "games", "pending", "seed"))


def jobs(options):
    """All runs that are asked for, seeds outermost, so that an unfinished comparison is an even one."""
    for seed, dimension, kind, games, pending, method in itertools.product(
        range(1, options.seeds + 1), options.dimensions, options.kinds, options.games, options.pending, options.methods
    ):
        yield {
            "method": method, "set": options.set, "kind": kind, "dimension": dimension, "games": games,
            "pending": pending, "seed": seed, "program": options.program,
        }


def provenance(options):
    """Where and with what the runs were made."""
    text = lambda *command: subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return {
        "schema": "rootward.optimizer-regret/1",
        "rootward-optimizer": text(options.program, "--version").splitlines(),
        "optuna": text("/usr/bin/python3", "-c", "import optuna; print(optuna.__version__)"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "command": " ".join(["bench/optimizer/regret.py"] + sys.argv[1:]),
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "budgets": BUDGETS,
        "methods": {name: command.replace(ROOT + "/", "") for name, command in METHODS.items()},
    }


def whole_runs(path):
    """Keys of the runs that are stored; a last line that a kill has torn is cut off."""
    if not os.path.exists(path):
        return set()
    with open(path, "rb+") as file:
        lines = file.read().split(b"\n")
        file.truncate(sum(len(line) + 1 for line in lines[:-1]))
    return {key_of(json.loads(line)) for line in lines[:-1]}


def keep_provenance(options, has_runs):
    """Writes provenance.json for the first runs; further ones have to be of the same programs."""
    path = os.path.join(options.out, "provenance.json")
    now = provenance(options)
    if has_runs:
        if not os.path.exists(path):
            raise SystemExit(f"{options.out} holds runs but no provenance.json that tells of what: give another --out")
        with open(path) as file:
            before = json.load(file)
        for what in ("rootward-optimizer", "optuna", "python"):
            if before[what] != now[what]:
                raise SystemExit(f"{options.out} holds runs of another {what} ({before[what]}, now {now[what]}): give another --out")
        return
    with open(path, "w") as file:
        json.dump(now, file, indent=1)
        file.write("\n")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=["tuning", "frozen"], default="tuning")
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/rootward-optimizer"))
    parser.add_argument("--out", required=True, help="folder for runs.jsonl and provenance.json")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--methods", nargs="+", choices=list(METHODS), default=list(METHODS))
    parser.add_argument("--dimensions", nargs="+", type=int, choices=DIMENSIONS, default=list(DIMENSIONS))
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--games", nargs="+", type=int, default=list(GAMES))
    parser.add_argument("--pending", nargs="+", type=int, default=list(PENDING))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    options = parse_options()
    os.makedirs(options.out, exist_ok=True)
    path = os.path.join(options.out, "runs.jsonl")
    done = whole_runs(path)
    todo = [job for job in jobs(options) if key_of(job) not in done]
    if todo:
        keep_provenance(options, has_runs=bool(done))
    print(f"{len(todo)} runs to make, {len(done)} are there", file=sys.stderr)
    with open(path, "a") as file, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, record in enumerate(pool.map(run, todo), 1):
            file.write(json.dumps(record) + "\n")
            file.flush()
            if number % 20 == 0:
                print(f"{number} of {len(todo)} runs", file=sys.stderr, flush=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{seconds.ru_utime + seconds.ru_stime:.0f} s of CPU time in optimizers", file=sys.stderr)


if __name__ == "__main__":
    main()
