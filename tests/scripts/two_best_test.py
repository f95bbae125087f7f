"""scripts/optimizers/two_best.py on a stored tuning. Needs $OPTIMIZER, rootward-optimizer."""

import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts/optimizers"
TUNING = ROOT / "results/tuning/go9-softmax"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))
import two_best


def ask(*words):
    command = [sys.executable, "-B", str(SCRIPTS / "two_best.py"), "--optimizer", os.environ["OPTIMIZER"], *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True)


class TwoBest(unittest.TestCase):
    def test_the_first_is_the_recommended_point_and_the_second_the_best_of_those_far_from_it(self):
        before = (TUNING / "optimizer.json").read_bytes()
        done = ask(TUNING)
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = map(json.loads, done.stdout.splitlines())
        recommended = json.loads((TUNING / "tests.jsonl").read_text().splitlines()[0])
        self.assertEqual(first["params"], recommended["params"])
        self.assertEqual([first["set"], second["set"]], [1, 2])
        self.assertEqual([first["games"], first["points"]], [400, 60])
        self.assertGreater(first["mean"], second["mean"])
        far = math.dist(*([(g + 11) / 8 for g in one["params"]["backup.g"]] for one in (first, second)))
        self.assertGreaterEqual(far, 0.25)
        nearest = json.loads(ask(TUNING, "--apart", "1e-9").stdout.splitlines()[1])
        self.assertGreaterEqual(nearest["mean"], second["mean"])
        farther = json.loads(ask(TUNING, "--apart", far + 1e-6).stdout.splitlines()[1])
        self.assertLessEqual(farther["mean"], second["mean"])
        self.assertEqual((TUNING / "optimizer.json").read_bytes(), before)

    def test_places_follow_each_parameters_scale(self):
        parameters = [{"name": "c", "low": 0.1, "high": 10, "scale": "log"},
                      {"name": "g", "low": -10, "high": 0, "scale": "linear", "count": 2}]
        for place, right in zip(two_best.coordinates(parameters, [1, -10, -2.5]), (0.5, 0.0, 0.75)):
            self.assertAlmostEqual(place, right)
        self.assertEqual(len(two_best.coordinates(parameters, [1, -10, -2.5], 1)), 2)
        self.assertEqual(two_best.coordinates(parameters, [1, -10, -2.5], 1)[1], 0)
        self.assertEqual(two_best.named(parameters, [1, -10, -2.5]), {"c": 1, "g": [-10, -2.5]})

    def test_what_no_game_reached_tells_no_vectors_apart(self):
        def apart(*words):
            first, second = (json.loads(one)["params"]["backup.g"] for one in ask(TUNING, *words).stdout.splitlines())
            return abs(first[0] - second[0]) / 8
        self.assertLess(apart(), 0.25)  # the other three numbers make the distance
        self.assertGreaterEqual(apart("--knots", "1"), 0.25)

    def test_the_reproductions_vectors_are_those_of_its_tunings(self):
        text = (ROOT / "configs/reproduction/vectors.yaml").read_text()
        for operator in ("softmax", "monotone"):
            for one in map(json.loads, ask(ROOT / f"results/tuning/reproduction-{operator}", "--knots", "2").stdout.splitlines()):
                name = f"{operator}-{one['set']}"
                vector = json.loads(re.search(rf"^  {name}: .*g: &\w+ (\[.*?\])", text, re.M)[1])
                self.assertEqual(vector, one["params"]["backup.g"], name)
                told = re.search(rf"^  {name}: {{mean: (\S+), standard_error: (\S+), observed: (\S+), observed_error: (\S+), "
                                 r"games: (\d+), points: (\d+),", text, re.M).groups()
                keys = ("mean", "stderr", "observed", "observed_error", "games", "points")
                self.assertEqual([float(one_told) for one_told in told], [round(one[key], 4) for key in keys], name)

    def test_what_it_cannot_tell_is_said(self):
        for knots in ("0", "-1"):
            done = ask(TUNING, "--knots", knots)
            self.assertEqual([done.returncode, done.stdout], [2, ""])
            self.assertIn(f"--knots {knots}: a whole number from 1 on is allowed", done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("optimizer.json", ask(folder).stderr)
            shutil.copy(TUNING / "optimizer.json", folder)
            done = ask(folder, "--apart", "3")
            self.assertEqual(done.returncode, 1)
            self.assertIn("no evaluated point lies 3.0 or more", done.stderr)


if __name__ == "__main__":
    unittest.main()
