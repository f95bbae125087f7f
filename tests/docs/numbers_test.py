#!/usr/bin/env python3
"""Numbers of docs/findings.md that no table of the program has, computed again from stored results."""

import csv
import math
import re
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


if __name__ == "__main__":
    unittest.main()
