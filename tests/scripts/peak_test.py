"""scripts/optimizers/peak.py on surfaces that are known, and on a gauntlet of seconds. Needs $ROOTWARD."""

import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts/optimizers"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))
import peak

GAUNTLET = """
name: sweep
seed: 5
game: tictactoe
defaults: {search: {budget: {simulations: 8}, evaluator: playouts}}
players:
  average: {backup: average, search: {selection: {name: ucb1, c: 1}}}
  average-small: {backup: average, search: {selection: {name: ucb1, c: 0.1}}}
  average-large: {backup: average, search: {selection: {name: ucb1, c: 10}}}
schedule: {type: gauntlet, reference: average, pairs: 30, opening: {random_plies: 1}}
"""


def score(odds):
    return 1 / (1 + math.exp(-odds))


class Peak(unittest.TestCase):
    def test_a_parabola_is_found_where_it_is(self):
        # L = 0.4 - (x - 1)^2 / 2 on 0, 1, 2, 3: the peak lies at 1, s = 0.5987.
        told = peak.peak_of([((x,), score(0.4 - (x - 1) ** 2 / 2), 0.03) for x in range(4)])
        self.assertAlmostEqual(told["at"][0], 0.99, delta=0.021)  # a hundredth of the limits' width
        self.assertAlmostEqual(told["score"], 0.5987, delta=0.0002)
        self.assertTrue(told["is_inside"])
        self.assertLess(told["chi2"], 1e-9)
        self.assertEqual((told["freedom"], told["cells"]), (1, 4))
        low, high = told["region"][0]
        self.assertTrue(0 < low < 1 < high < 3, told)

    def test_a_surface_of_two_numbers_with_their_product(self):
        surface = lambda x, y: 0.2 - (x - 0.5) ** 2 - (y - 1) ** 2 + 0.5 * (x - 0.5) * (y - 1)
        told = peak.peak_of([((x, y), score(surface(x, y)), 0.03) for x in (-1, 0, 1, 2) for y in (-1, 0, 1, 2, 3)])
        self.assertAlmostEqual(told["at"][0], 0.5, delta=0.031)
        self.assertAlmostEqual(told["at"][1], 1.0, delta=0.041)

    def test_without_a_largest_value_inside_the_best_of_the_edge_is_told(self):
        told = peak.peak_of([((x,), score(0.1 * x * x), 0.03) for x in (-1.0, 0.0, 1.0, 2.0)])
        self.assertEqual((told["at"], told["is_inside"]), ([2.0], False))

    def test_the_error_is_that_of_repeated_experiments(self):
        dice, scores, errors = random.Random(3), [], []
        for _ in range(200):
            cells = [((x,), score(0.4 - (x - 1) ** 2 / 2) + dice.gauss(0, 0.02), 0.02) for x in range(4)]
            told = peak.peak_of(cells)
            scores.append(told["score"])
            errors.append(told["standard_error"])
        mean = sum(scores) / len(scores)
        spread = math.sqrt(sum((one - mean) ** 2 for one in scores) / len(scores))
        self.assertAlmostEqual(spread / (sum(errors) / len(errors)), 1, delta=0.15)

    def test_too_few_cells_are_refused(self):
        with self.assertRaisesRegex(ValueError, "each axis needs three values"):
            peak.peak_of([((0.0,), 0.5, 0.03), ((1.0,), 0.6, 0.03)])

    def test_a_gauntlet_from_its_games(self):
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder, "sweep.yaml")
            config.write_text(GAUNTLET)
            subprocess.run([os.environ["ROOTWARD"], "run", config, "--out", f"{folder}/games", "--quiet"], check=True, capture_output=True)
            def ask(*words):
                return subprocess.run([sys.executable, "-B", SCRIPTS / "peak.py", config, f"{folder}/games", *words], capture_output=True, text=True)
            done = ask("--players", "average*", "--axis", "log:search.selection.c")
            told = json.loads(done.stdout)
            self.assertEqual((told["cells"], told["freedom"]), (3, 0))
            self.assertTrue(0.1 <= told["at"]["search.selection.c"] <= 10)
            done = ask("--players", "average*", "--axis", "backup.alpha")
            self.assertIn("error: " + folder, done.stderr)
            self.assertIn("'average*' has no number 'alpha'", done.stderr)
            self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
