"""scripts/causes: the analysis of cubes on worked numbers and simulated arms, and whole cubes of seconds. Needs $ROOTWARD."""

import contextlib
import importlib.machinery
import importlib.util
import io
import itertools
import json
import math
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = str(ROOT / "scripts/causes")
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("causes", SCRIPT)
causes = importlib.util.module_from_spec(importlib.util.spec_from_loader("causes", loader))
loader.exec_module(causes)
FACTORS = [causes.Factor(name, "paper", "other", 1, "") for name in "abc"]


def cube_of(effects, error=5.0, dice=None):
    """Arms of a cube whose effects are known: name -> Elo from the other level to the paper's."""
    arms = {}
    for levels in itertools.product((True, False), repeat=3):
        sign = dict(zip("abc", (1 if level else -1 for level in levels)))
        elo = sum(size / 2 * math.prod(sign[one] for one in name.split(" x ")) for name, size in effects.items())
        arms[levels] = causes.alone(elo + (dice.gauss(0, error) if dice else 0), error)
    return arms


class Analysis(unittest.TestCase):
    def test_elo_and_its_error_are_those_worked_by_hand(self):
        half = 1.959964 * math.sqrt(0.1875 / 240)  # 60 pairs lost, 180 won
        elo, error = causes.elo_of(0.75, [0.75 - half, 0.75 + half], 480)
        self.assertAlmostEqual(elo, 190.85, 2)
        self.assertAlmostEqual(error, 25.9, 1)
        won, wide = causes.elo_of(1.0, [0.8, 1.0], 10)  # as 9.5 of 10
        self.assertAlmostEqual(won, 400 * math.log10(19), 9)
        self.assertGreater(wide, 0)

    def test_errors_are_those_of_the_tables(self):
        # docs/statistics.md: of [0, 0, 149, 0, 1] the standard error is 0.0057; all pairs even are not without error.
        error = causes.elo_of(0.5033, [0.5033 - 1.959964 * 0.0057, 0.5033 + 1.959964 * 0.0057], 300)[1]
        self.assertAlmostEqual(error, 400 / math.log(10) * 0.0057 / 0.25, 2)
        told = {"score": 0.5, "ci95": [0.48950072860341154, 0.5104992713965885], "elo_ci95": [-7.296713604648255, 7.29671360464824],
                "games": 260, "half_points_by_pair": [2] * 130}  # all even
        self.assertAlmostEqual(causes.elo_in({("a", "b"): told}, ["a", "b"]).error, 7.2967 / 1.96, 2)

    def test_arms_share_the_luck_of_pairs_of_one_number(self):
        # 40 pairs of 1, 1/2, 0, 1/2 ..: variance 1/8, standard error sqrt(1/8 / 40) = .0559, by 694.87 Elo a score 38.84 Elo. A pair
        # won in place of an even one is 8.686 Elo, and one won and one lost, the least where pairs cancel, have an error of 12.28.
        half = 1.959964 * math.sqrt(1 / 8 / 40)
        def arm(half_points):
            told = {"score": 0.5, "ci95": [0.5 - half, 0.5 + half], "games": 2 * 40, "half_points_by_pair": half_points}
            return causes.elo_in({("a", "b"): told}, ["a", "b"])
        one, same, against, other = arm(10 * [4, 2, 0, 2]), arm(10 * [4, 2, 0, 2]), arm(10 * [0, 2, 4, 2]), arm(10 * [2, 4, 2, 0])
        for arms, difference, mean in (((one, same), 12.28, 38.84), ((one, against), 2 * 38.84, 6.14), ((one, other), 54.93, 27.47)):
            self.assertAlmostEqual(causes.less(*arms).error, difference, 1)
            self.assertAlmostEqual(causes.mean_of(arms).error, mean, 1)
        later = arm(40 * [None] + 10 * [4, 2, 0, 2])  # pairs of other numbers are other openings
        self.assertAlmostEqual(causes.less(one, later).error, 54.93, 1)
        # By hand: main effects a (+ + - -) and b (+ - + -) over arms that share luck in twos.
        arms = {(True, True): one, (True, False): same, (False, True): other, (False, False): other}
        errors = {effect.name: effect.error for effect in causes.contrasts(FACTORS[:2], arms)}
        self.assertAlmostEqual(errors["a"], 54.93, 1)
        self.assertAlmostEqual(errors["b"], 6.14, 1)

    def test_shared_luck_makes_no_false_causes_and_finds_smaller_ones(self):
        dice, found = random.Random(3), []
        def effects(gain):
            common = [dice.choice((0, 1, 2, 2, 3, 4)) for _ in range(150)]
            def arm(levels):  # seven pairs of ten are alike in all arms; `gain` of the others are won at the paper's level of a
                own = lambda: 4 if levels[0] and dice.random() < gain else dice.choice((0, 1, 2, 2, 3, 4))
                half_points = [one if dice.random() < 0.7 else own() for one in common]
                mean = sum(half_points) / 600
                half = 1.959964 * math.sqrt(sum((one / 4 - mean) ** 2 for one in half_points)) / 150
                told = {"score": mean, "ci95": [mean - half, mean + half], "games": 300, "half_points_by_pair": half_points}
                return causes.elo_in({("a", "b"): told}, ["a", "b"])
            arms = {levels: arm(levels) for levels in itertools.product((True, False), repeat=3)}
            return [{one.name: one for one in causes.contrasts(FACTORS, each)}
                    for each in (arms, {levels: causes.alone(*one.told()) for levels, one in arms.items()})]
        for _ in range(400):
            found.append([sum(one.p < 0.05 for one in told.values()) for told in effects(0)])
        shared, apart = (sum(one) / 400 / 7 for one in zip(*found))
        self.assertLess(shared, 0.065)
        self.assertGreater(shared, 0.035)
        self.assertLess(apart, 0.02)  # taken for independent, arms that play alike show too little
        shared, apart = zip(*((one["a"].p < 0.05 for one in effects(0.12)) for _ in range(200)))
        self.assertGreater(sum(shared), sum(apart) + 30)

    def test_a_few_pairs_that_differ_are_not_taken_for_sure(self):
        # 400 pairs, half of them won, half lost; in `changed` of them the other arm has an even pair in place of a lost one. A pair
        # is 694.87 / 2 / 400 = .8686 Elo, and one won and one lost make an error of 1.228.
        def arm(changed):
            half_points = [4, 0] * 200
            for i in range(changed):
                half_points[2 * i + 1] = 2
            score = sum(half_points) / 1600
            half = 1.959964 * math.sqrt(sum((one / 4 - score)**2 for one in half_points)) / 400
            told = {"score": score, "ci95": [score - half, score + half], "games": 800, "half_points_by_pair": half_points}
            return causes.elo_in({("a", "b"): told}, ["a", "b"])
        step = lambda changed: causes.from_papers_arm(FACTORS[:1], {(True,): arm(changed), (False,): arm(0)})[0]
        self.assertEqual((step(0).elo, step(0).p), (0, 1))
        self.assertAlmostEqual(step(0).error, 1.228, 3)
        self.assertAlmostEqual(step(4).elo, 4 * 0.8686, 2)
        self.assertAlmostEqual(step(4).error, math.sqrt(4 + 2) * 0.8686, 1)
        self.assertGreater(step(4).p, 0.1)  # the sign test of four pairs: .125
        self.assertAlmostEqual(step(40).error, math.sqrt(40) * 0.8686, 0)

    def test_what_an_error_has_beyond_its_pairs_is_an_arms_own(self):
        told = {"score": 0.5, "ci95": [0.5 - 1.959964 * 0.05, 0.5 + 1.959964 * 0.05], "games": 80, "half_points_by_pair": [4, 0] + 38 * [2]}
        arm = causes.elo_in({("a", "b"): told}, ["a", "b"])  # of pairs alone it would be sqrt(.5) / 40 = .0177
        self.assertAlmostEqual(arm.error, 694.87 * 0.05, 1)
        self.assertAlmostEqual(causes.less(arm, arm).error, 694.87 * math.sqrt(2 * (0.05**2 - 0.5 / 1600)), 1)

    def test_contrasts_find_the_effects_that_made_the_arms(self):
        made = {"a": 20.0, "b": -6.0, "a x c": 8.0, "a x b x c": 1.0}
        found = causes.contrasts(FACTORS, cube_of(made))
        self.assertEqual(len(found), 7)
        for effect in found:
            self.assertAlmostEqual(effect.elo, made.get(effect.name, 0.0), 9, effect.name)
            self.assertAlmostEqual(effect.error, 2 * 5 / math.sqrt(8), 9)

    def test_holms_correction_is_that_worked_by_hand(self):
        # z = 3, 2, 0: p = .0027, .0455, 1; Holm: 3 p = .0081, 2 p = .0910, 1.
        rows = causes.judged([("x", 0.0, 1.0), ("y", 3.0, 1.0), ("z", -2.0, 1.0)])
        for row, (p, holm) in zip(rows, ((1, 1), (0.0027, 0.0081), (0.0455, 0.0910))):
            self.assertAlmostEqual(row.p, p, 4)
            self.assertAlmostEqual(row.holm_p, holm, 4)

    def test_without_effects_one_cube_in_twenty_shows_one_and_an_effect_of_eighteen_elo_is_seen(self):
        dice = random.Random(1)
        def share(made, name=None):
            significant = lambda one: one.holm_p < 0.05 and name in (None, one.name)
            return sum(any(map(significant, causes.contrasts(FACTORS, cube_of(made, 7.8, dice)))) for _ in range(2000)) / 2000
        self.assertLess(share({}), 0.065)
        self.assertGreater(share({}), 0.03)
        self.assertGreater(share({"a": 18.0}, "a"), 0.6)  # 7.8 Elo is the error of 1,000 games in pairs

    def test_a_cause_moves_the_papers_arm_by_its_sign_and_alone(self):
        def cause(made, factors=FACTORS):
            return causes.cause_of(factors, causes.from_papers_arm(factors, cube_of(made)))
        self.assertEqual(cause({"a": 40.0}), "a")
        self.assertIsNone(cause({"a": -40.0}))
        self.assertIsNone(cause({"a": 40.0, "b": 40.0}))
        self.assertIsNone(cause({"a": 1.0}))
        self.assertIsNone(cause({"a": 40.0}, [one._replace(sign=0) for one in FACTORS]))

    def test_the_cause_is_sought_over_all_cubes_that_count(self):
        def told(again=0.0, **elos):
            return {"a_a": [again, 5.0], "factors": [causes.Factor(name, "paper", "other", 1, "")._asdict() for name in elos],
                    "switches": [{"name": name, "elo": elo, "error": 7.8} for name, elo in elos.items()]}
        cause = lambda **cubes: causes.cause_of(*causes.all_switches(cubes))
        self.assertEqual(cause(x1=told(a=40.0, b=1.0), x2=told(c=2.0)), "a")
        self.assertIsNone(cause(x1=told(a=40.0, b=1.0), x2=told(c=40.0)))  # another cube's switch moves it too
        self.assertEqual(cause(x1=told(a=40.0), x3=told(a=45.0)), "a")  # one switch in two cubes
        self.assertIsNone(cause(x1=told(a=40.0), x3=told(a=-45.0)))
        self.assertEqual(cause(x1=told(a=40.0), x2=told(c=40.0, again=17.0)), "a")  # x2 is void
        self.assertEqual(len(causes.all_switches({"x1": told(a=1.0, b=1.0), "x2": told(c=1.0)})[1]), 3)
        both = {"x1": told(c=40.0), "x2": told(own=1.0, scale=40.0)}  # the value scale is c by another name
        self.assertEqual([one.name for one in causes.all_switches(both)[1]], ["x1: c", "x2: own"])
        self.assertEqual(cause(**both), "c")
        self.assertEqual(cause(x2=both["x2"]), "scale")
        # Holm over all: z = 2.5, p = .0124, is significant in a family of three and not over six.
        self.assertEqual(cause(x1=told(a=2.5 * 7.8, b=0.0, c=0.0)), "a")
        self.assertIsNone(cause(x1=told(a=2.5 * 7.8, b=0.0, c=0.0), x2=told(d=0.0, e=0.0, f=0.0)))

    def test_beyond_the_best_constant_more_are_tried_where_it_is_the_largest_or_the_smallest(self):
        for scores, further in (({0.5: 0.5, 1.0: 0.6, 2.0: 0.55}, None), ({0.5: 0.5, 1.0: 0.6, 2.0: 0.7}, 4.0),
                                ({0.5: 0.5, 0.25: 0.6, 2.0: 0.4}, 0.125), ({0.5: 0.5, 2.0: 0.7, 4.0: 0.7}, None), ({}, None)):
            self.assertEqual(causes.beyond_best(scores), further, scores)
        cube, asked = causes.Cube.__new__(causes.Cube), []
        cube.many, cube.few, cube.at_an_end = 5000, 400, set()
        truth = {5000: lambda c: c, 400: lambda c: -abs(c - 3)}  # the larger the better; 2 or 4, whichever comes first
        def scores_of(name, kind, constants):
            asked.append((name, constants))
            return {moves: {0.5: truth[moves](0.5), **{c: truth[moves](c) for c in some}} for moves, some in constants.items()}
        cube.scores_of_constants = scores_of
        self.assertEqual(cube.swept("net"), {("net", 400): 2.0, ("net", 5000): 16.0})
        self.assertEqual(asked[1:], [("x1-sweep-net-further-1", {400: (4.0,), 5000: (4.0,)}),
                                     ("x1-sweep-net-further-2", {5000: (8.0,)}), ("x1-sweep-net-further-3", {5000: (16.0,)})])
        self.assertEqual(cube.at_an_end, {("net", 5000)})
        cube.scores_of_constants = lambda name, *rest: {} if "further" in name else scores_of(name, *rest)  # under --plan
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            self.assertEqual(cube.swept("net"), {("net", 400): 2.0, ("net", 5000): 2.0})
        self.assertIn("beyond the best is not played yet", said.getvalue())

    def test_controls_are_compared_as_was_foretold(self):
        arms = {f"drop-{name}": causes.alone(elo, 6.0) for name, elo in (("a", 30.0), ("b", 34.0), ("c", 26.0), ("d", 30.0))}
        controls = {name: causes.alone(arm.elo - 10.0, 8.0) for name, arm in arms.items()}
        alone, more = causes.comparisons_of_controls("x2", {**arms, "blend-a": causes.alone(0.0, 6.0)}, controls)
        self.assertEqual((alone.name, alone.elo, alone.error), ("drop alone", 20.0, 4.0))
        self.assertEqual((more.name, more.elo, more.error), ("beta where dropped", 10.0, 5.0))
        arms = {"final-noisy-1600": causes.alone(-8.0, 3.0), "final-noisy-400": causes.alone(-4.0, 3.0)}
        anew, = causes.comparisons_of_controls("x3", arms, {"final-independent-1600": causes.alone(2.0, 4.0),
                                                            "final-independent-400": causes.alone(0.0, 4.0)})
        self.assertEqual(anew.elo, 7.0)
        self.assertAlmostEqual(anew.error, math.hypot(3, 4) / math.sqrt(2), 9)

    def test_the_page_says_what_moves_the_papers_arm_and_what_was_foretold_of_it(self):
        def verdict(made, **changes):
            factors = [one._replace(sign=changes.get(one.name, 1)) for one in FACTORS]
            return causes.verdict_of(factors, causes.from_papers_arm(factors, cube_of(made)))
        self.assertEqual(verdict({"a": 40.0}), "The cause: a.")
        self.assertEqual(verdict({"a": 1.0}), "No switch alone is found to be the cause.")
        self.assertEqual(verdict({"a": 40.0}, a=0), "a alone moves it (+40); nothing was foretold of it.")
        self.assertEqual(verdict({"a": -40.0}), "a alone moves it (-40); against what was foretold.")
        self.assertEqual(verdict({"a": 40.0, "b": -30.0, "c": 50.0}, c=0),
                         "No single cause, several switches move it: a (+40; as foretold), b (-30; against what was foretold), "
                         "c (+50; nothing was foretold of it).")


class Cubes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)

    def causes(self, *words):
        command = [sys.executable, SCRIPT, *words, "--out", str(self.out), "--threads", "1"]
        return subprocess.run(command, capture_output=True, text=True)

    def play_again(self, cube):
        done = self.causes(cube, "--games", "4", "--simulations", "3", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def play(self, *words):
        done = self.causes(*words, "--games", "2", "--sweep-games", "2", "--simulations", "3", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_x1_has_eight_arms_seven_contrasts_and_one_page_and_is_made_again_without_a_game(self):
        page = self.play("x1")
        told = json.loads((self.out / "x1-softmax-1.json").read_text())
        self.assertEqual((len(told["arms"]), len(told["effects"]), len(told["switches"])), (8, 7, 3))
        self.assertEqual(len(told["best_c"]), 4)
        self.assertEqual(len(told["a_a"]), 2)
        self.assertIn("The average against itself, in the paper's arm", page)
        self.assertLessEqual({"net-3-paper", "playouts-2-best"}, told["arms"].keys())
        whole = {f"softmax-{name}" for name, (elo, _) in told["arms"].items() if abs(elo) > 190}  # of two games won or lost
        self.assertTrue(whole)
        self.assertEqual(set(told["bounds"]), whole)
        self.assertIn("All games won or all lost: " + ", ".join(told["bounds"]), page)
        players = json.loads((self.out / "x1-softmax-1.yaml").read_text())["players"]
        for name, simulations in (("softmax-net-3-paper", 3), ("average-playouts-2-best", 2)):
            self.assertEqual(players[name]["search"]["budget"], {"simulations": simulations})
        games = (self.out / "x1-softmax-1/games.jsonl").read_bytes()
        self.assertEqual(self.play("x1"), page)
        self.assertEqual((self.out / "x1-softmax-1/games.jsonl").read_bytes(), games)
        self.assertEqual("".join((self.out / f"{name}-softmax-1.md").read_text() for name in ("x1", "summary")), page.replace("\n\n# What", "\n# What")[:-1])
        books = {name: json.loads((self.out / f"{name}.yaml").read_text()) for name in
                 ("x1-softmax-1", "x1-sweep-net", "x1-sweep-playouts")}
        self.assertEqual([one["schedule"]["opening"]["part"] for one in books.values()], ["2-6/6", "1/6", "1/6"])
        self.assertEqual(len({one["seed"] for one in books.values()}), 3)
        for line in ("# X1: softmax, set 1, 2 games an arm", "| evaluator: playouts to net | + |", "| simulations: 2 to 3 | + |",
                     "Holm over 7", "Holm over 3"):
            self.assertIn(line, page)

    def test_a_summary_joins_the_cubes_and_says_what_was_extended(self):
        self.play("x2")
        first = json.loads((self.out / "summary-softmax-1.json").read_text())
        self.assertEqual([one["name"] for one in first["switches"]], ["x2: own", "x2: scale", "x2: fpu"])
        page = self.play("x4")
        told = json.loads((self.out / "summary-softmax-1.json").read_text())
        self.assertEqual((told["cubes"], len(told["switches"])), (["x2", "x4"], 7))
        self.assertEqual((self.out / "summary-softmax-1.md").read_text(), page[page.index("# What moves") : -1])
        self.assertIn("Holm over all 7.", page)
        extended = self.play_again("x4")
        self.assertIn("4 games an arm\n\nExploratory", extended)
        self.assertFalse(json.loads((self.out / "x4-softmax-1.json").read_text())["confirmatory"])
        self.assertIn("Exploratory, since games, question or hypothesis were changed: x4.", extended)
        other = self.causes("x2", "--games", "2", "--simulations", "3", "2", "--network", "builtin:go9-4x32-10k")
        self.assertEqual(other.returncode, 2, "x2's games are of another network")
        told = json.loads((self.out / "x2-softmax-1.json").read_text())
        told["evaluator"]["file"] = "builtin:go9-4x32-10k"
        (self.out / "x2-softmax-1.json").write_text(json.dumps(told))
        page = self.play_again("x4")
        self.assertIn("Left out, since vector or network are others there: x2.", page)
        (self.out / "x2-softmax-1.json").write_text("{")
        torn = self.causes("x4", "--games", "4", "--simulations", "3", "2")
        self.assertEqual(torn.returncode, 1)
        self.assertIn("x2-softmax-1.json: Expecting", torn.stderr)

    def test_the_arms_of_x2_differ_in_what_their_names_say(self):
        self.play("x2")
        players = json.loads((self.out / "x2-softmax-1.yaml").read_text())["players"]
        self.assertEqual(len([name for name in players if name.startswith("softmax-control-")]), 4)
        arm = "drop-unit-own"
        self.assertEqual(players[f"softmax-{arm}"]["search"], players[f"average-{arm}"]["search"])
        self.assertEqual(players[f"softmax-{arm}"]["search"]["selection"],
                         {"name": "puct", "c": 0.5, "value_scale": "unit", "fpu": {"base": "own_evaluation"}})
        self.assertEqual(players[f"softmax-{arm}"]["backup"]["own"], "drop")
        self.assertNotIn("own", players["softmax-blend-signed-0"]["backup"])
        told = json.loads((self.out / "x2-softmax-1.json").read_text())
        self.assertEqual((len(told["controls"]), len(told["controls_together"])), (4, 2))
        self.assertIn("drop alone drop rather than blend adds Elo: H4", json.loads((self.out / "x2-softmax-1.yaml").read_text())["hypothesis"])

    def test_x2s_controls_are_the_childrens_mean_by_visits_without_the_own_evaluation(self):
        self.assertEqual(self.causes("x2", "--plan").returncode, 0)
        players = json.loads((self.out / "x2-softmax-1.plan.yaml").read_text())["players"]
        controls = [name for name in players if name.startswith("softmax-control-drop-")]
        self.assertEqual(len(controls), 4)
        def value(backup):
            node = {"backup": backup, "visits": 801, "own": {"visits": 1, "value": -1},
                    "children": [{"visits": 600, "value": 0.1}, {"visits": 200, "value": 0.5}]}
            done = subprocess.run([causes.ROOTWARD, "backup"], input=json.dumps(node) + "\n", capture_output=True, text=True)
            return json.loads(done.stdout)["value"]
        for name in controls:
            self.assertAlmostEqual(value(players[name]["backup"]), (600 * 0.1 + 200 * 0.5) / 800, 9)
            self.assertGreater(value(players[name.replace("control-", "")]["backup"]), 0.2001)  # beta > 0 there

    def test_a_plan_leaves_the_configurations_of_games_alone_and_reads_the_sweep_that_was_played(self):
        words = ("x1", "--operator", "monotone", "--simulations", "3", "2")
        unplayed = self.causes(*words, "--plan")
        self.assertIn("best c is not known", unplayed.stdout)
        self.assertEqual(sorted(path.name for path in self.out.iterdir()), ["x1-monotone-1.plan.yaml", "x1-sweep-net.plan.yaml"])
        self.play("x1", "--operator", "monotone")
        files = {path: path.read_bytes() for path in self.out.glob("*") if path.suffix in (".yaml", ".json") and ".plan" not in path.name}
        planned = self.causes(*words, "--games", "10", "--sweep-games", "6", "--plan")
        self.assertEqual(planned.returncode, 0, planned.stderr)
        self.assertNotIn("not known", planned.stdout)
        self.assertEqual({path: path.read_bytes() for path in files}, files)
        plan, played = (json.loads((self.out / f"x1-monotone-1{end}.yaml").read_text()) for end in (".plan", ""))
        self.assertEqual((plan["players"], plan["schedule"]["games"]), (played["players"], 10))
        self.assertIn("best c is not known", self.causes(*words[:-2], "4", "2", "--plan").stdout)  # that sweep was of other games

    def test_monotone_plays_the_networks_arms_and_x4_a_switch_at_a_time(self):
        self.play("x1", "--operator", "monotone")
        self.assertEqual(len(json.loads((self.out / "x1-monotone-1.json").read_text())["effects"]), 3)
        self.play("x4")
        told = json.loads((self.out / "x4-softmax-1.json").read_text())
        self.assertEqual([one["name"] for one in told["switches"]], ["reuse", "temperature", "average-symmetry", "batch"])
        self.assertEqual([one["sign"] for one in told["factors"]], [1, 0, 1, 1])
        self.assertIn("| reuse: off to on | + |", (self.out / "x4-softmax-1.md").read_text())

    def test_monotone_takes_the_sweep_that_softmax_has_played(self):
        self.play("x1")
        sweep = self.out / "x1-sweep-net/games.jsonl"
        played = sweep.read_bytes()
        self.play("x1", "--operator", "monotone")
        self.assertEqual(sweep.read_bytes(), played)
        self.assertEqual(sorted(path.name for path in self.out.glob("x1-sweep*.yaml")), ["x1-sweep-net.yaml", "x1-sweep-playouts.yaml"])

    def test_x3_disturbs_the_network_and_asks_for_what_it_needs(self):
        for words, said in ((("x3",), "--weak FILE and --noise SD"), (("x5",), "invalid choice"), (("x1", "--games", "3"), "invalid even"),
                            (("x1", "--simulations", "2", "2"), "MANY > FEW")):
            done = self.causes(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)
        done = self.causes("x3", "--weak", "builtin:go9-4x32-10k", "--noise", "0.5", "--plan")
        self.assertEqual(done.returncode, 0, done.stderr)
        players = json.loads((self.out / "x3-softmax-1.plan.yaml").read_text())["players"]
        noisy = players["average-weak-noisy-400"]["search"]["evaluator"]
        self.assertEqual((noisy["sd"], noisy["kind"], noisy["of"]["file"]), (0.5, "by_position", "builtin:go9-4x32-10k"))
        self.assertEqual(players["average-final-independent-1600"]["search"]["evaluator"]["kind"], "independent")
        self.assertFalse((self.out / "x3-softmax-1").exists())

    def test_every_network_of_a_cube_computes_as_it_is_told(self):
        self.assertEqual(self.causes("x3", "--weak", "builtin:go9-4x32-10k", "--noise", "0.5", "--precision", "f32", "--plan").returncode, 0)
        players = json.loads((self.out / "x3-softmax-1.plan.yaml").read_text())["players"]
        for name, player in players.items():
            evaluator = player["search"]["evaluator"]
            network = evaluator.get("of", evaluator)
            self.assertEqual((network["precision"], network["symmetry"], network["cache"]), ("f32", "by_opening", 1000000), name)
            self.assertEqual(network["file"], "builtin:go9-4x32-10k" if "-weak-" in name else "builtin:go9-4x32", name)

    def test_an_average_that_does_not_equal_itself_is_told(self):
        self.assertIn("+20.0 Elo, standard error 7.0; its 99 % interval leaves 0 out", causes.again_text((20.0, 7.0)))
        self.assertIn("doubt these arms", causes.again_text((20.0, 7.0)))
        self.assertIn("p < 0.001, nothing here counts", causes.again_text((24.0, 7.0)))
        self.assertIn("its 99 % interval holds 0", causes.again_text((18.0, 7.0)))

    def test_a_file_without_the_vector_is_named(self):
        (self.out / "none.yaml").write_text("players:\n")
        done = self.causes("x4", "--vectors", str(self.out / "none.yaml"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("none.yaml: no line tells softmax-1", done.stderr)


class Stored(unittest.TestCase):
    def test_the_pages_in_the_repository_are_made_again_from_their_games(self):
        stored = ROOT / "results/reproduction/causes"
        told = [json.loads(path.read_text()) for path in sorted(stored.glob("x?-*-?.json"))]
        self.assertIn("x1", [one["cube"] for one in told])
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder)
            again = base / "results/reproduction/causes"
            shutil.copytree(stored, again)
            shutil.copytree(ROOT / "scripts", base / "scripts")
            (base / "configs").symlink_to(ROOT / "configs")
            for page in [*again.glob("*.md"), *again.glob("*.json")]:
                page.unlink()
            for one in told:
                done = subprocess.run([sys.executable, "scripts/causes", one["cube"], "--operator", one["backup"]["name"], "--games",
                                       str(one["games"][0]), "--threads", "1"], cwd=base, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
            for file in [*stored.glob("*.*"), *stored.glob("*/games.jsonl*")]:
                self.assertEqual((again / file.relative_to(stored)).read_bytes(), file.read_bytes(), file)


if __name__ == "__main__":
    unittest.main()
