"""Tunings and studies, whose evaluations are job arrays; says so and skips where Slurm is not there."""

import csv
import getpass
import json
import subprocess
import sys
import unittest

from testbed import PROGRAM, PROGRAMS, OnSlurm, Testbed, long_test, missing

TUNING = """\
name: tuning
seed: 3
game: connect4
defaults: {{search: {{budget: {{simulations: {simulations}}}, selection: ucb1, evaluator: playouts}}}}
candidate: {{backup: softmax}}
opponent: {{backup: average}}
opening: {{book: openings.txt}}
games: {games}
test_games: {games}
parameters: {{search.selection.c: {{low: 0.2, high: 2, scale: log}}}}
"""
STUDY = """\
name: study
seed: 1
operators: [softmax]
lists: {seed: [1, 2]}
steps:
  tune:
    each: [operator, seed]
    tuning: {base: study-tuning.yaml, seed: $seed, candidate: {backup: $operator}}
    evaluations: 2
  quarter: {tournament: {base: study-finals.yaml, defaults: {search: {budget: {simulations: 25}}}}, tuned_players: tune}
  equal: {tournament: study-finals.yaml, tuned_players: tune}
  equal-time: {tournament: study-finals.yaml, tuned_players: tune, equal_time: {of: average, in: equal}}
  answer: {fair_tuned: {tunings: tune, finals: [equal, quarter, equal-time]}}
"""
FINALS = """\
name: finals
seed: 2
game: connect4
defaults: {search: {budget: {simulations: 100}}}
players: {strong: {backup: average}}
schedule: {type: gauntlet, reference: [strong], pairs: 4, opening: {book: openings.txt}}
"""
TRAINING = """\
name: small
seed: 1
game: {name: go, size: 5, komi: 24.5}
network: {blocks: 1, filters: 8, value_hidden: 8}
training: {generation: 300}
phases: [{games: 300, simulations: 16, rate: 0.1}]
"""
SELFPLAY = """\
name: study
seed: 1
lists: {seed: [1, 2]}
steps:
  games: {each: seed, selfplay: {base: training.yaml, seed: $seed}}
"""
FEATURES = """\
name: measured
seed: 1
games: {ttt: tictactoe, hex: {name: hex, size: 3}}
instances: 6
random_plies: 3
truth: {nodes: 100000}
evaluations: true
features: 1000
operators: {playouts: average}
checkpoints: [20]
"""
GRID = """\
name: grid
seed: 4
operators: [max]
lists: {seed: [1, 2], domain: {ttt+playouts: {game: tictactoe}, hex+playouts: {game: {name: hex, size: 3}}}}
steps:
  features: {estimates: features.yaml}
  tune:
    each: [domain, operator, seed]
    tuning: {seed: $seed, name: $operator-$seed, game: $domain.game, defaults: {search: {budget: {simulations: 20}}},
             candidate: {backup: $operator}, opponent: {backup: average}, opening: {random_plies: 1}, games: 8,
             test_games: 8, parameters: {search.selection.c: {low: 0.2, high: 3}}}
    evaluations: 2
  final:
    each: [domain, operator]
    tournament: {game: $domain.game, defaults: {search: {budget: {simulations: 20}}},
                 schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}}
    tuned_players: tune
    control: average
    games: {first: 40, most: 80, undecided: [0, 1000]}
  answer: {grid: {finals: final, features: features}}
"""


@unittest.skipIf(missing(*PROGRAMS), "Slurm is not installed")
class Tunings(OnSlurm):
    """Games of evaluations played by arrays: the journal but for seconds is that of one machine."""

    places = None

    @classmethod
    def setUpClass(cls):
        cls.bed = Testbed()

    def tuning(self, games=40, simulations=100):
        (self.place / "tuning.yaml").write_text(TUNING.format(games=games, simulations=simulations))
        return "tuning.yaml"

    def tune_words(self, evaluations, *words):
        return ("run", "tuning.yaml", "--evaluations", str(evaluations), "--parallel", "2", "--quiet", *words)

    def arrays(self, evaluations, *words):
        return self.tune_words(evaluations, "--slurm", "--gather", "0.5", "--tasks-per-evaluation", "2", "--out", "cluster",
                               *words)

    def journal(self, folder, name="evaluations.jsonl"):
        lines = [json.loads(line) for line in (self.place / folder / name).read_text().splitlines()]
        for line in lines:
            for key in ("seconds", "cpu_seconds", "crc"):
                line.pop(key, None)
        return lines

    def same_as_one_machine(self, evaluations):
        self.rootward(*self.tune_words(evaluations, "--out", "whole"))
        for name in ("evaluations.jsonl", "asked.jsonl", "tests.jsonl"):
            self.assertEqual(self.journal("cluster", name), self.journal("whole", name), name)
        order = lambda game: (game["evaluation"], game["pair"], game["game"])
        self.assertEqual(sorted(self.journal("cluster", "games.jsonl"), key=order),
                         sorted(self.journal("whole", "games.jsonl"), key=order))

    def submissions(self, folder="cluster"):
        files = sorted((self.place / folder / "cluster/submissions").glob("*.json"))
        return [json.loads(file.read_text()) for file in files]

    def books(self):
        """Arrays of evaluations that were handed in."""
        return len([one for one in self.submissions() if one["tickets"] and one["array_job"]])

    def test_a_driver_and_a_node_die_and_another_driver_awaits_what_is_queued(self):
        self.tuning(simulations=4000)
        driver = self.bed.start(PROGRAM, *self.arrays(2), cwd=self.place)
        self.addCleanup(driver.communicate)
        self.wait_until(lambda: (self.place / "cluster/games.jsonl").exists()
                        and (self.place / "cluster/games.jsonl").read_text(), "a game is stored", 60)
        driver.kill()
        driver.wait()
        self.assertEqual(self.books(), 1)
        self.bed.call("kill-node", "1", "--tell")
        self.addCleanup(self.bed.call, "start-node", "1")
        driver = self.bed.start(PROGRAM, *self.arrays(2), cwd=self.place)
        self.wait_until(lambda: self.let_go_all() or driver.poll() is not None, "the tuning ends", 200)
        told, _ = driver.communicate()
        self.assertEqual(driver.returncode, 0, told)
        self.assertEqual(self.books(), 3, "the evaluations went out once, then the fresh test, then that of the start")
        self.same_as_one_machine(2)

    def let_go_all(self):
        """A task whose node dies while it is launched is held by Slurm."""
        for task in self.bed.run("squeue", "-h", "-r", "-t", "PD", "-o", "%i %r").stdout.splitlines():
            if "held" in task or "failed" in task:
                self.bed.run("scontrol", "release", task.split()[0])

    @long_test
    def test_a_cancelled_array_ends_the_driver_and_the_same_command_goes_on(self):
        self.tuning(simulations=2000)
        driver = self.bed.start(PROGRAM, *self.arrays(2), cwd=self.place)
        self.addCleanup(driver.communicate)
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        self.bed.run("scancel", "-u", getpass.getuser())
        self.wait_until(lambda: driver.poll() is not None, "the driver ends", 60)
        self.assertEqual(driver.returncode, 75)
        self.wait_until(lambda: not self.queue(), "the queue is empty", 60)
        self.rootward(*self.arrays(2))
        self.same_as_one_machine(2)

    def test_the_driver_is_a_job_too(self):
        self.tuning()
        words = ("--slurm", "--out", "cluster", "--evaluations", "2", "--parallel", "2", "--gather", "0.5",
                 "--tasks-per-evaluation", "1")
        told = self.rootward("run", "tuning.yaml", "--driver", *words).stdout
        self.assertIn("submitted: tasks 1 as job", told)
        self.assertIn("queued or under way", self.rootward("run", "tuning.yaml", "--driver", *words).stdout)
        self.wait_until(lambda: not self.queue(), "driver and arrays have ended", 150)
        logs = "".join(log.read_text() for log in (self.place / "cluster/cluster/log").rglob("*.txt"))
        self.assertTrue((self.place / "cluster/table.md").exists(), logs)
        self.assertIn("the tuning is complete", self.rootward("run", "tuning.yaml", "--driver", *words).stdout)
        status = self.status("cluster")
        self.assertEqual((status["kind"], status["complete"], status["missing"]), ("tuning", True, ""))
        self.assertEqual(status["games"], {"wanted": 160, "stored": 160}, "two evaluations, the fresh test and that of the start")
        self.assertEqual({task["state"] for task in status["tasks"]}, {"done"})
        told = json.loads(self.rootward("run", "tuning.yaml", "--driver", *words, "--json").stdout)
        self.assertEqual((told["kind"], told["submitted"], told["games"]["stored"]), ("tuning", "", 160))
        self.assertIn("holds a tuning", self.rootward("run", "cluster", "--slurm", "--driver", code=2).stderr)
        for option in (("--wait",), ("--print", "pbs"), ("--games", "2"), ("--tasks", "2"), ("--calibrate", "1")):
            self.assertIn(option[0], self.rootward("run", "tuning.yaml", "--driver", *words, *option, code=2).stderr)
        self.same_as_one_machine(2)

    def test_tasks_by_hand_and_one_evaluation_by_an_array(self):
        self.tuning(games=20)
        point = ("tune", "objective", "tuning.yaml", "--params", '{"search.selection.c": 0.5}')
        whole = json.loads(self.rootward(*point, "--out", "whole", "--quiet").stdout)
        self.rootward(*point, "--out", "hand", "--shard", "1/3", "--quiet")
        self.rootward(*point, "--out", "hand", "--shard", "3/3", "--quiet")
        self.rootward("merge", "hand", "--out", "parts")
        self.assertEqual(len(self.journal("parts", "games.jsonl")), 14, "7 of 10 pairs")
        by_hand = json.loads(self.rootward(*point, "--out", "hand", "--quiet").stdout)
        by_array = json.loads(self.rootward(*point, "--out", "array", "--slurm", "--gather", "0", "--quiet").stdout)
        for result in (whole, by_hand, by_array):
            del result["seconds"]
        self.assertEqual((by_hand, by_array), (whole, whole))
        self.rootward("merge", "hand", "array", "--out", "joined")
        self.assertEqual(len(self.journal("joined", "games.jsonl")), 20)
        self.assertEqual(self.journal("joined"), self.journal("hand"))

    @long_test
    def test_a_driver_that_its_time_limit_ends_is_followed_by_another(self):
        self.tuning(simulations=3000)
        words = ("--slurm", "--out", "cluster", "--evaluations", "2", "--parallel", "2", "--gather", "0.5",
                 "--tasks-per-evaluation", "2")
        self.rootward("run", "tuning.yaml", "--driver", *words)
        driver = self.drivers()[0]["array_job"]
        games = self.place / "cluster/games.jsonl"
        self.wait_until(lambda: games.exists() and games.read_text(), "a game is stored", 90)
        self.bed.run("scancel", "--signal=USR1", "--batch", str(driver))  # what Slurm sends before the limit
        self.wait_until(lambda: not self.queue(), "drivers and arrays have ended", 200)
        logs = "".join(log.read_text() for log in (self.place / "cluster/cluster/log").rglob("*.txt"))
        self.assertTrue((self.place / "cluster/table.md").exists(), logs)
        self.assertEqual([one["round"] for one in self.drivers()], [1, 2], logs)
        sent = [(ticket["evaluation"], *ticket["shard"]) for one in self.submissions() for ticket in one["tickets"]]
        self.assertEqual(len(sent), len(set(sent)), "what the first driver had sent was awaited by the second")
        asked = [one for one in self.submissions() if {ticket["seed"] for ticket in one["tickets"]} & {1, 2}]
        self.assertEqual(len(asked), 1, "both evaluations went out together")
        self.same_as_one_machine(2)

    def drivers(self):
        return [one for one in self.submissions() if not one["tickets"]]

    @long_test
    def test_evaluations_that_stop_early(self):
        """Limits so wide that some points are hopeless: told the same, wherever the games were played."""
        (self.place / "tuning.yaml").write_text(TUNING.format(games=120, simulations=60).replace(
            "low: 0.2, high: 2,", "low: 0.001, high: 1000,"))
        self.rootward(*self.arrays(9, "--early-stop"))
        self.rootward(*self.tune_words(9, "--early-stop", "--out", "whole"))
        evaluations = self.journal("cluster", "evaluations.jsonl")
        self.assertEqual(evaluations, self.journal("whole", "evaluations.jsonl"))
        self.assertIn("stopped_early", {evaluation["status"] for evaluation in evaluations})
        self.wait_until(lambda: not self.queue(), "what nobody wants is taken out of the queue", 30)
        self.assertTrue(self.status("cluster")["complete"], "games that nobody will play are not waited for")

    def test_serve(self):
        self.tuning(games=20)
        lines = [{"op": "evaluate", "id": number, "params": {"search.selection.c": number / 2}} for number in (1, 2, 3)]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        results = []
        for words in (("--slurm", "--gather", "5", "--tasks-per-evaluation", "2", "--out", "cluster"), ("--out", "whole")):
            told = self.rootward("tune", "serve", "tuning.yaml", *words, stdin=text).stdout
            events = [json.loads(line) for line in told.splitlines()]
            results.append({event["id"]: event for event in events if event["event"] == "result"})
            for event in results[-1].values():
                del event["seconds"]
        self.assertEqual(set(results[0]), {1, 2, 3})
        self.assertEqual(results[0], results[1])
        self.assertEqual(self.books(), 1, "evaluations that came together went out as one array")

    def test_serve_cancels_what_nobody_wants(self):
        self.tuning(games=400, simulations=3000)
        server = self.bed.start(PROGRAM, "tune", "serve", "tuning.yaml", "--slurm", "--gather", "0", "--tasks-per-evaluation", "2",
                                "--out", "cluster", cwd=self.place, stdin=subprocess.PIPE)
        self.addCleanup(server.kill)
        server.stdin.write(json.dumps({"op": "evaluate", "id": 1, "params": {"search.selection.c": 0.5}}) + "\n")
        server.stdin.flush()
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        server.stdin.write(json.dumps({"op": "cancel", "id": 1}) + "\n")
        server.stdin.flush()
        self.wait_until(lambda: not self.queue(), "the tasks are gone", 60)
        told, _ = server.communicate(timeout=60)
        events = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
        self.assertEqual([event["status"] for event in events if event["event"] == "result"], ["partial"])
        self.assertEqual(server.returncode, 0, told)

    @long_test
    def test_a_study(self):
        """A task a tuning, and finals that are submitted; who started it dies, and the next one awaits what is queued."""
        (self.place / "study.yaml").write_text(STUDY)
        (self.place / "study-tuning.yaml").write_text(TUNING.format(games=20, simulations=1500))
        (self.place / "study-finals.yaml").write_text(FINALS)
        words = ("run", "study.yaml", "--slurm", "--out", "cluster", "--tasks", "2", "--calibrate", "0.1", "--time", "60")
        driver = self.bed.start(PROGRAM, *words, cwd=self.place)
        self.addCleanup(driver.communicate)
        self.wait_until(lambda: list((self.place / "cluster").glob("tune/*/games.jsonl")), "a game is stored", 60)
        driver.kill()
        driver.wait()
        told = self.rootward(*words)
        self.assertIn("2 operators, each tuned 2 times", told.stdout)
        self.assertEqual(len(self.submissions("cluster/tune")), 1, "the tunings went out once")
        self.rootward("run", "study.yaml", "--out", "whole", "--quiet")
        for tuning in ("average-1", "average-2", "softmax-1", "softmax-2"):
            for name in ("evaluations.jsonl", "asked.jsonl", "tests.jsonl"):
                place = f"tune/{tuning}/{name}"
                self.assertEqual(self.journal("cluster", place), self.journal("whole", place), place)
        for final in ("quarter", "equal"):
            self.assertEqual(self.games(f"cluster/{final}"), self.games(f"whole/{final}"), final)
        self.assertEqual(len(self.games("cluster/equal-time")), 4 * 4 * 2)
        self.assertIn("2 operators", self.rootward(*words).stdout, "a second run finds everything there")


    @long_test
    def test_self_play_of_a_study_whose_node_dies(self):
        """Files of games are those of one machine, byte for byte."""
        (self.place / "training.yaml").write_text(TRAINING)
        (self.place / "study.yaml").write_text(SELFPLAY)
        words = ("run", "study.yaml", "--slurm", "--out", "cluster", "--time", "60")
        driver = self.bed.start(PROGRAM, *words, cwd=self.place)
        self.addCleanup(driver.wait)
        self.wait_until(lambda: list((self.place / "cluster").glob("games/*/data/*.part")), "a file of games grows", 60)
        self.bed.call("kill-node", "1", "--tell")
        self.addCleanup(self.bed.call, "start-node", "1")
        self.wait_until(lambda: self.let_go_all() or driver.poll() is not None, "the study ends", 300)
        told, _ = driver.communicate()
        self.assertEqual(driver.returncode, 0, told)
        self.rootward("run", "study.yaml", "--out", "whole", "--quiet")
        files = sorted(str(file.relative_to(self.place / "whole")) for file in (self.place / "whole").glob("games/*/data/*"))
        self.assertEqual(len(files), 4)
        for file in files:
            self.assertEqual((self.place / "cluster" / file).read_bytes(), (self.place / "whole" / file).read_bytes(), file)
        self.rootward("verify", "cluster")
        sent = self.submissions("cluster/games/1")
        self.rootward(*words)
        self.assertEqual(self.submissions("cluster/games/1"), sent, "a second run finds everything there")

    def cells(self, file):
        """A grid's CSV but for what CPU times feed."""
        with (self.place / file).open() as table:
            return [{key: value for key, value in row.items() if key != "cost"} for row in csv.DictReader(table)]

    @long_test
    def test_a_grid(self):
        """What is undecided is submitted once more; the same cells and tables as on one machine."""
        (self.place / "features.yaml").write_text(FEATURES)
        (self.place / "grid.yaml").write_text(GRID)
        words = ("run", "grid.yaml", "--slurm", "--out", "cluster", "--cpus", "1", "--tasks", "2", "--calibrate", "0.1",
                 "--time", "60")
        told = self.rootward(*words)
        self.assertIn("4 of 4 cells", told.stdout)
        self.rootward("run", "grid.yaml", "--out", "whole", "--quiet")
        for cell in ("ttt+playouts-max", "hex+playouts-average"):
            self.assertEqual(self.games(f"cluster/final/{cell}"), self.games(f"whole/final/{cell}"), cell)
        self.assertEqual(self.cells("cluster/answer.csv"), self.cells("whole/answer.csv"))
        sent = self.submissions("cluster/tune")
        self.assertIn("4 of 4 cells", self.rootward(*words).stdout, "a second run finds everything there")
        self.assertEqual(self.submissions("cluster/tune"), sent)


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2))
