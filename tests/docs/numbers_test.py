#!/usr/bin/env python3
"""Numbers of docs/findings.md that no table of the program has, computed again from stored results, or from searches that are made
again (class Law: minutes; needs $ROOTWARD, the program)."""

import csv
import math
import os
import re
import subprocess
import tempfile
import unittest
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
T_975 = {4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306}  # Student's t, two-sided 95 %, by degrees of freedom


def game_of(domain):
    """othello-8+tactical_playouts and othello-6+playouts are one game."""
    return re.split(r"-?\d|\+", domain)[0]


def clustered(rows):
    """(mean of Elo over domains, half of its 95 % interval): the sandwich over games, se^2 = G / (G - 1) sum_g (sum_i r_i)^2 / n^2 with
    the residuals r of the domains of game g, and Student's t with G - 1 degrees of freedom."""
    mean = sum(elo for _, elo in rows) / len(rows)
    sums = defaultdict(float)
    for domain, elo in rows:
        sums[game_of(domain)] += elo - mean
    games = len(sums)
    error = math.sqrt(games / (games - 1) * sum(one**2 for one in sums.values())) / len(rows)
    return mean, T_975[games - 1] * error


class Night(unittest.TestCase):
    def test_the_error_of_a_mean_counts_domains_of_one_game_together(self):
        mean, half = clustered([("a-1+x", 10.0), ("a-2+y", 20.0), ("b+x", -5.0), ("c", 0.0), ("d", 0.0), ("e", 5.0)])
        self.assertAlmostEqual(mean, 5.0)
        self.assertAlmostEqual(half, 2.776 * math.sqrt(5 / 4 * (20**2 + 10**2 + 5**2 + 5**2)) / 6)

    def test_the_means_of_the_page_are_those_of_its_cells(self):
        with open(ROOT / "results/atlas-night/answer.csv", encoding="utf-8") as file:
            cells = list(csv.DictReader(file))
        page = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
        for name, operator, budget, told in (("A/A", "average", "100", "100"), ("A/A", "average", "400", "400"),
                                             ("Softmax", "softmax", "100", "100"), ("Softmax", "softmax", "400", "400"),
                                             ("Softmax", "softmax", "equal-time", "at the CPU time of 400")):
            rows = [(cell["domain"], float(cell["elo"])) for cell in cells if (cell["operator"], cell["budget"]) == (operator, budget)]
            mean, half = clustered(rows)
            sign = f"{mean:+.0f}" if round(mean) else "0"
            self.assertIn(f"| {name} | {told} | {len(rows)} | {sign} ± {half:.0f} |", page)


def bias_in_costs(changes, depth):
    """The average's bias at the root in units of delta, what a level's mistakes cost: b(d) = (1 - 2p) b(d + 1) - 1 over `depth` levels from 0,
    which is -(1 - (1 - 2p)^depth) / (2p)."""
    bias = 0.0
    for _ in range(depth):
        bias = (1 - 2 * changes) * bias - 1
    return bias


class Law(unittest.TestCase):
    """What configs/answers/law-of-runs-why.yaml says. Its searches are not stored: they are made in minutes."""

    def test_the_sum_has_a_closed_form(self):
        for changes in (0.25, 0.5, 0.75, 1):
            self.assertAlmostEqual(bias_in_costs(changes, 10), -(1 - (1 - 2 * changes) ** 10) / (2 * changes))
        self.assertEqual(bias_in_costs(0, 10), -10)

    def test_the_page_has_what_the_searches_say(self):
        page = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as place:
            study = ROOT / "configs/answers/law-of-runs-why.yaml"
            subprocess.run([os.environ["ROOTWARD"], "run", study, "--quiet", "--out", place], check=True, stdout=subprocess.DEVNULL)
            for tree, title in (("synthetic", "synthetic"), ("p-game", "P-game")):
                for dial, changes in (("always", 1), ("often", 0.75), ("half", 0.5), ("seldom", 0.25)):
                    with open(Path(place) / f"nodes/{dial}-{tree}/table.csv", encoding="utf-8") as file:
                        cells = {(row["curve"], row["simulations"], row["measure"]): row for row in csv.DictReader(file)}

                    def mean(curve, simulations, measure, cells=cells):
                        return float(cells[curve, simulations, measure]["mean"])

                    bias, cost = mean("average", "400", "bias"), mean("average", "400", "cumulative_regret") / 400
                    half = float(cells["average", "400", "bias"]["high"]) - bias
                    order = " | ".join(f"{100 * mean(rule, '6400', 'root_rank'):.1f}" for rule in ("average", "coulom", "max"))
                    row = (f"| {title} | {changes} | {cost:.3f} | {bias:+.3f} ± {half:.3f} | {bias / cost:+.2f} | "
                           f"{bias_in_costs(changes, 10):+.2f} | {order} |")
                    self.assertIn(row, page)


if __name__ == "__main__":
    unittest.main()
