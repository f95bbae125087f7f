#!/usr/bin/env python3
"""The table of docs/findings/moves-again.md that says why the average suffers where the mover moves again: its searches are not stored, they are
made again, which takes minutes. Needs $ROOTWARD, the program."""

import csv
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


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
        page = (ROOT / "docs/findings/moves-again.md").read_text(encoding="utf-8")
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
