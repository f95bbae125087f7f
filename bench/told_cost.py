#!/usr/bin/env python3
"""What `rootward plan` tells of a game's cost, beside what the run's games then take: CPU seconds, a row a run.

  bench/told_cost.py PROGRAM [ROW ..]

Games are played into folders that are removed again. Both sides are CPU time, so the rows may be taken on a machine
where others are at work; the load is told beside."""

import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# name: configuration, games of each pairing
TOURNAMENTS = {
    "9x9 Go, network, 800": ("results/reproduction/weak-networks/10k", 4),
    "9x9 Go, network against playouts": ("configs/go9-playouts.yaml", 4),
    "9x9 Go, playouts": ("configs/quickstart.yaml", 72),
    "9x9 Go, playouts with companions": ("configs/companions/go9-companions-1000.yaml", 6),
    "Connect Four, operators": ("configs/connect4-operators.yaml", 20),
}
TUNINGS = {"Connect Four, a tuning": ("configs/tuning/connect4-softmax.yaml", 100)}


def cpu_seconds(line):
    seconds = json.loads(line)["cpu_seconds"]
    return sum(seconds) if isinstance(seconds, list) else seconds


def game_lines(folder):
    lines = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jsonl"):
            with open(os.path.join(folder, name)) as file:
                lines += [line for line in file if '"cpu_seconds":' in line and '"schema":"rootward.manifest' not in line]
    return lines


def told(program, config):
    words = [program, "plan", config, "--json"]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def taken(program, words):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "r")
        subprocess.run([program] + words + ["--out", out, "--quiet"], check=True, capture_output=True)
        seconds = [cpu_seconds(line) for line in game_lines(out)]
        return sum(seconds) / len(seconds), len(seconds)


def words_of_evaluation(program, config, games):
    space = json.loads(subprocess.run([program, "check", config, "--json"], check=True, capture_output=True, text=True).stdout)
    candidate = space["candidate"]

    def value_at(path):
        value = candidate
        for key in path.split("."):
            value = value[key]
        return value

    point = {path: value_at(path) for path in space["parameters"]}
    return ["tune", "objective", config, "--params", json.dumps(point), "--games", str(games)]


def main():
    program, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    os.chdir(ROOT)
    print("| run | told, s a game | taken, s a game | games | told / taken | load |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, (config, games) in {**TOURNAMENTS, **TUNINGS}.items():
        if wanted and name not in wanted:
            continue
        load = os.getloadavg()[0]
        estimate = told(program, config)["seconds_a_game"]
        if name in TUNINGS:
            mean, count = taken(program, words_of_evaluation(program, config, games))
        else:
            mean, count = taken(program, ["run", config, "--games", str(games)])
        print(f"| {name} | {estimate:.3g} | {mean:.3g} | {count} | {estimate / mean:.2f} | {load:.1f} |", flush=True)


if __name__ == "__main__":
    main()
