#!/usr/bin/env python3
"""Where a surface of cells is highest: a quadratic through the scores of a gauntlet whose players differ in one or two numbers.

  scripts/optimizers/peak.py CONFIG RESULTS --players 'softmax-*' --axis log:search.selection.c --axis backup.g.0

CONFIG is a gauntlet with one reference, RESULTS the folder of its games. The fit is of log odds L = ln(s / (1 - s)), each cell with weight
1 / error(L)^2, by 1, x, x^2 on every axis and their products; `log:` takes ln x. The reference, where --players names it, counts
as even with the others' mean error. The peak is the largest fitted value inside the cells' own limits, so it may lie on an edge.
The region holds the points that are not shown to be worse than the peak (p >= 0.05, by the fit's covariance). One JSON object: at
(the peak), is_inside, score and standard_error there, by the fit; region, limits of each axis; chi2 and freedom of the fit; cells.
"""

import argparse
import fnmatch
import itertools
import json
import math
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEPS = 100  # of the limits of an axis, in which the peak is looked for
Z95 = 1.959964


def solved(matrix, *right):
    """Gauss-Jordan with pivots: [x] of matrix x = b for each b."""
    size = len(matrix)
    rows = [list(row) + [b[i] for b in right] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        if abs(rows[pivot][i]) < 1e-12:
            raise ValueError("the cells do not tell all terms of the fit apart: each axis needs three values")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i:
                rows[k] = [value - rows[k][i] * other for value, other in zip(rows[k], rows[i])]
    return [[row[size + k] for row in rows] for k in range(len(right))]


def terms(place):
    return [1.0, *place, *(a * b for a, b in itertools.combinations_with_replacement(place, 2))]


def dot(left, right):
    return sum(a * b for a, b in zip(left, right))


def fitted(cells):
    """Weighted least squares of [(place, score, error)]: (coefficients, covariance, chi2)."""
    rows = [(terms(place), math.log(score / (1 - score)), (score * (1 - score) / error) ** 2) for place, score, error in cells]
    size = len(rows[0][0])
    normal = [[sum(w * x[i] * x[k] for x, _, w in rows) for k in range(size)] for i in range(size)]
    unit = [[float(i == k) for k in range(size)] for i in range(size)]
    coefficients, *covariance = solved(normal, [sum(w * x[i] * y for x, y, w in rows) for i in range(size)], *unit)
    return coefficients, covariance, sum(w * (y - dot(coefficients, x)) ** 2 for x, y, w in rows)


def peak_of(cells):
    """The peak of [(place, score, error)], score in (0, 1), places in the axes' own scale."""
    coefficients, covariance, chi2 = fitted(cells)
    limits = [(min(axis), max(axis)) for axis in zip(*(place for place, _, _ in cells))]
    grid = [[low + (high - low) * k / STEPS for k in range(STEPS + 1)] for low, high in limits]
    points = list(itertools.product(*grid))
    value = lambda point: dot(coefficients, terms(point))
    error = lambda x: math.sqrt(max(0.0, dot(x, [dot(row, x) for row in covariance])))
    peak = max(points, key=value)
    best = terms(peak)
    def is_as_good(point):
        less = [a - b for a, b in zip(best, terms(point))]
        return dot(coefficients, less) <= Z95 * error(less)
    region = list(filter(is_as_good, points))
    score = 1 / (1 + math.exp(-value(peak)))
    return {"at": list(peak), "is_inside": all(low < x < high for x, (low, high) in zip(peak, limits)), "score": score,
            "standard_error": score * (1 - score) * error(best), "region": [[min(axis), max(axis)] for axis in zip(*region)],
            "chi2": chi2, "freedom": len(cells) - len(best), "cells": len(cells)}


def number_at(player, path):
    for key in path.split("."):
        player = player[int(key)] if isinstance(player, list) else player[key]
    return float(player)


def cells_of(table, players, pattern, axes):
    """[(place, score, error)] of the reference's opponents whose name fits, and of the reference itself where it does."""
    reference = table["reference"]
    place = lambda name: [math.log(number_at(players[name], path)) if is_log else number_at(players[name], path) for is_log, path in axes]
    cells = []
    for row in table["pairings"]:
        name, score = (row["a"], row["score"]) if row["b"] == reference else (row["b"], 1 - row["score"])
        if reference in (row["a"], row["b"]) and fnmatch.fnmatchcase(name, pattern):
            low, high = row["ci95"]
            kept = min(max(score, 0.5 / row["games"]), 1 - 0.5 / row["games"])
            cells.append((place(name), kept, (high - low) / 2 / Z95))
    if cells and fnmatch.fnmatchcase(reference, pattern):
        cells.append((place(reference), 0.5, sum(error for _, _, error in cells) / len(cells)))
    return cells


def asked(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config")
    parser.add_argument("results")
    parser.add_argument("--players", required=True, metavar="PATTERN", help="names of the cells, with * and ?")
    parser.add_argument("--axis", required=True, action="append", metavar="[log:]KEY", help="a number of a player, one or two of them")
    parser.add_argument("--rootward", default=os.environ.get("ROOTWARD", str(ROOT / "build/release/rootward")))
    options = parser.parse_args()
    axes = [(axis.startswith("log:"), axis.removeprefix("log:")) for axis in options.axis]
    table = asked(options.rootward, "table", options.results, "--format", "json")
    players = asked(options.rootward, "check", options.config, "--json")["players"]
    try:
        told = peak_of(cells_of(table, players, options.players, axes))
    except (KeyError, IndexError) as error:
        sys.exit(f"error: {options.results}: a player that fits '{options.players}' has no number {error}")
    except ValueError as error:
        sys.exit(f"error: {options.results}: {error}")
    back = lambda k, x: math.exp(x) if axes[k][0] else x
    told["at"] = {path: back(k, told["at"][k]) for k, (_, path) in enumerate(axes)}
    told["region"] = {path: [back(k, x) for x in told["region"][k]] for k, (_, path) in enumerate(axes)}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
