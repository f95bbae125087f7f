#!/usr/bin/python3
"""The two vectors that a finished tuning holds for best: highest posterior means, far enough from each other.

  scripts/optimizers/two_best.py TUNING [--optimizer FILE] [--apart 0.25] [--knots N]

TUNING is the folder of a tuning by rootward-optimizer, whose stored state is asked and left as it is. The first is the point
that the tuning recommends. The second has the highest posterior mean among evaluated points at least `--apart` from it in the
unit cube of the limits. With --knots only the first N numbers of a list count for that: knots beyond the visits of the tuning's
games have done nothing there, and vectors that differ in these alone are one player. One JSON object a line: set, params, mean
and stderr (of the posterior), observed and its observed_error, games, points (evaluated). Never the best observed: the best of many noisy scores is the luckiest one.
"""

import argparse
import json
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def coordinates(parameters, values, knots=None):
    """Values of a trial in the unit cube; of a list's only the first `knots`, unless that is None."""
    places = [(one, i) for one in parameters for i in range(one.get("count", 1))]
    def unit(one, value):
        along = math.log if one["scale"] == "log" else float
        return (along(value) - along(one["low"])) / (along(one["high"]) - along(one["low"]))
    return [unit(one, value) for (one, i), value in zip(places, values) if knots is None or i < knots]


def named(parameters, values):
    """A trial's flat values as a point of the protocol."""
    point, rest = {}, list(values)
    for one in parameters:
        count = one.get("count")
        point[one["name"]] = rest.pop(0) if count is None else [rest.pop(0) for _ in range(count)]
    return point


def asked(optimizer, state, requests):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(state, folder))
        done = subprocess.run([optimizer, "--state", copy], input="".join(json.dumps(one) + "\n" for one in requests),
                              stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def two_best(folder, optimizer, apart, knots=None):
    state = Path(folder) / "optimizer.json"
    if not state.exists():
        sys.exit(f"error: {folder}: no tuning by rootward-optimizer lies there; it would have a file optimizer.json")
    stored = json.loads(state.read_text())
    parameters, trials = stored["parameters"], [one for one in stored["trials"] if one["status"] == "told"]
    points = [named(parameters, one["values"]) for one in trials]
    best, posterior = asked(optimizer, state, [{"op": "best"}, {"op": "predict", "points": points}])
    told = {one["id"]: i for i, one in enumerate(trials)}
    first = told[best["id"]]
    places = [coordinates(parameters, one["values"], knots) for one in trials]
    far = [i for i, place in enumerate(places) if math.dist(place, places[first]) >= apart]
    if not far:
        sys.exit(f"error: {folder}: no evaluated point lies {apart} or more from the recommended one")
    second = max(far, key=lambda i: posterior["means"][i])
    error = lambda trial: {"observed_error": trial["stderr"]} if trial.get("stderr") else {}  # 0 or none: not told
    return [{"set": rank + 1, "params": points[i], "mean": posterior["means"][i], "stderr": posterior["stderrs"][i],
             "observed": trials[i]["mean"], **error(trials[i]), "games": int(trials[i]["games"]), "points": len(trials)}
            for rank, i in enumerate((first, second))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tuning")
    parser.add_argument("--optimizer", default="build/release/rootward-optimizer")
    parser.add_argument("--apart", default=0.25, type=float)
    parser.add_argument("--knots", type=int, metavar="N")
    options = parser.parse_args()
    if options.knots is not None and options.knots < 1:
        parser.error(f"--knots {options.knots}: a whole number from 1 on is allowed")
    for vector in two_best(options.tuning, options.optimizer, options.apart, options.knots):
        print(json.dumps(vector))


if __name__ == "__main__":
    main()
