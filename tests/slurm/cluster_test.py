"""Tournaments and studies as job arrays; says so and skips where Slurm is not there."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from testbed import PROGRAM, PROGRAMS, ROOT, OnSlurm, Testbed, long_test, missing

STUDY = """\
name: study
seed: 5
games: {tictactoe: tictactoe}
instances: 6
random_plies: 2
truth: exact
checkpoints: [10, 100]
repeats: 20
operators: {average: average, max: max}
defaults: {search: {selection: ucb1, evaluator: playouts}}
"""
LARGE_STUDY = STUDY.replace("checkpoints: [10, 100]", "checkpoints: [100, 1000000]").replace("repeats: 20", "repeats: 6")
NETWORK = """\
name: net
seed: 3
game: {name: go, size: 9}
defaults: {search: {budget: {simulations: 2}, selection: {name: puct, c: 0.5}, evaluator: net, temperature: {value: 1, moves: 8}}}
players: {average: {backup: average}, max: {backup: max}}
schedule: {type: round_robin, pairs: 6, opening: {random_plies: 40}}
"""


@unittest.skipIf(missing(*PROGRAMS), "Slurm is not installed")
class Cluster(OnSlurm):
    places = None

    @classmethod
    def setUpClass(cls):
        cls.bed = Testbed()

    def test_a_node_dies_while_it_plays(self):
        # The first six tasks are in play for seconds: Slurm holds a task whose node dies just while it is launched.
        config = self.config(pairs=8, simulations=8000)
        told = self.submit(config, "--out", "cluster", "--tasks", "12")
        self.assertEqual((told["schema"], told["submitted"], told["games"]["wanted"]), ("rootward.submit/1", "1-12", 48))
        self.wait_until(lambda: self.status("cluster")["games"]["stored"] > 0, "a game is stored", 60)
        self.bed.call("kill-node", "1", "--tell")
        self.addCleanup(self.bed.call, "start-node", "1")
        again = self.submit("cluster")
        self.assertEqual(again["submitted"], "", "what is queued or under way is not sent twice")
        self.finish("cluster")
        self.same_as_one_machine("cluster", config)
        status = self.status("cluster")
        self.assertEqual((status["missing"], {task["state"] for task in status["tasks"]}), ("", {"done"}))
        table = self.rootward("run", "cluster", "--slurm").stdout
        self.assertIn("softmax", table, "where nothing is missing the table is printed")

    def test_a_daemon_and_the_controller_die(self):
        config = self.config(pairs=6)
        self.submit(config, "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        self.bed.call("kill-daemon", "2")
        self.bed.call("kill-ctld")
        self.bed.call("start-ctld")
        self.bed.call("start-node", "2")
        # A controller that dies forgets what it was given in its last seconds: the same command again sends that.
        # A task whose launch failed is held; status tells how to let it go.
        self.wait_until(lambda: self.let_go("cluster") or not self.queue(), "nothing is queued any more", 150)
        self.rootward("run", "cluster", "--slurm", "--calibrate", "1")
        self.wait_until(lambda: self.status("cluster")["complete"] and not self.queue(), "all is played", 150)
        self.assertIn("softmax", self.rootward("run", "cluster", "--slurm").stdout)
        self.same_as_one_machine("cluster", config)

    def test_what_was_cancelled_stays_cancelled_until_it_is_submitted(self):
        config = self.config(pairs=8, simulations=4000)
        told = self.submit(config, "--out", "cluster", "--tasks", "12")
        self.wait_until(lambda: self.status("cluster")["games"]["stored"] > 0, "games are stored", 60)
        self.bed.run("scancel", str(told["array_job"]))
        self.wait_until(lambda: not self.queue(), "the joining job has ended")
        status = self.status("cluster")
        self.assertFalse(status["complete"])
        self.assertTrue(status["missing"])
        told = self.rootward("status", "cluster", code=75).stdout
        self.assertIn("nothing is submitted by itself", told)
        missing = self.rootward("status", "cluster", "--missing", code=75).stdout.strip()
        self.assertEqual(self.submit("cluster")["submitted"], missing)
        self.finish("cluster")
        self.same_as_one_machine("cluster", config)

    @long_test
    def test_whoever_waits_gets_the_table(self):
        config = self.config(pairs=2, simulations=200)
        done = self.rootward("run", config, "--slurm", "--wait", "--out", "cluster", "--tasks", "3", "--calibrate", "1")
        self.assertIn("softmax", done.stdout)
        self.assertTrue(self.status("cluster")["complete"])
        self.same_as_one_machine("cluster", config)

    @long_test
    def test_whoever_waits_sends_nothing_that_was_cancelled(self):
        config = self.config(pairs=8, simulations=8000)
        waiting = self.bed.start(PROGRAM, "run", config, "--slurm", "--wait", "--out", "cluster", "--tasks", "6",
                                 "--calibrate", "1", cwd=self.place)
        self.addCleanup(waiting.stdout.close)
        self.addCleanup(waiting.kill)
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 90)
        jobs = {line.split("|")[0] for line in self.queue()}
        self.assertEqual(len(jobs), 2)
        self.bed.run("scancel", *jobs)
        self.wait_until(lambda: waiting.poll() is not None, "it ends", 120)
        told, _ = waiting.communicate()
        self.assertEqual(waiting.returncode, 75, told)
        self.assertIn("nothing is submitted by itself", told)
        self.assertEqual(len(list((self.place / "cluster/cluster/submissions").iterdir())), 1)
        self.assertEqual(self.queue(), [])

    @unittest.skipIf(os.getuid() != 0, "nodes have no names of their own where this is not root")
    def test_what_a_node_cannot_compute_goes_elsewhere(self):
        (self.place / "net.yaml").write_text(NETWORK)
        self.rootward("run", "net.yaml", "--print", "slurm", "--out", "cluster", "--tasks", "6", "--calibrate", "1")
        self.wrap_program("cluster", 'if [ "$(hostname)" = n1 ]; then export ROOTWARD_CPU=x86-64-v2; fi')
        self.submit("cluster")
        self.finish("cluster", 300)
        status = self.status("cluster")
        attempts = [attempt for task in status["tasks"] for attempt in task["attempts"]]
        self.assertEqual({attempt["node"] for attempt in attempts if attempt["reason"] == "unfit"}, {"n1"})
        self.assertNotIn("n1", {attempt["node"] for attempt in attempts if attempt["reason"] == "complete"})
        last = sorted((self.place / "cluster/cluster/submissions").iterdir())[-1]
        self.assertIn("--exclude=n1", json.loads(last.read_text())["command"])
        self.same_as_one_machine("cluster", "net.yaml")

    @unittest.skipIf(os.getuid() != 0, "this is not root")
    def test_every_task_is_process_1(self):
        config = self.config(pairs=4, simulations=300)
        self.rootward("run", config, "--print", "slurm", "--out", "cluster", "--tasks", "6", "--calibrate", "1")
        self.wrap_program("cluster", 'if [ "$1" = run ]; then exec unshare --pid --fork --mount-proc "$real" "$@"; fi')
        self.submit("cluster")
        self.finish("cluster", 300)
        self.same_as_one_machine("cluster", config)

    @long_test
    def test_the_cost_is_foretold(self):
        config = self.config(pairs=10, simulations=1000)
        told = self.submit(config, "--out", "cluster", "--tasks", "6", calibrate=4)
        self.finish("cluster")
        seconds = sum(sum(game["cpu_seconds"]) for game in map(json.loads, (self.place / "cluster/games.jsonl").open()))
        # Nodes of the testbed share the cores of one machine with whatever else runs there.
        self.assertGreater(told["estimate"]["core_hours"] * 3600, seconds / 2)
        self.assertLess(told["estimate"]["core_hours"] * 3600, seconds * 2)

    @long_test
    def test_rounds_finish_what_a_time_limit_ends(self):
        config = self.config(pairs=12, simulations=4000)
        told = self.submit(config, "--out", "cluster", "--tasks", "2")
        job = str(told["array_job"])
        self.wait_until(lambda: self.status("cluster")["games"]["stored"] > 2, "games are stored", 60)
        self.bed.run("scancel", "--signal=USR1", "--batch", job)
        self.finish("cluster")
        reasons = {attempt["reason"] for task in self.status("cluster")["tasks"] for attempt in task["attempts"]}
        self.assertEqual(reasons, {"time limit", "complete"})
        self.assertGreater(len(self.status("cluster")["jobs"]["array"]), 1)
        self.same_as_one_machine("cluster", config)

    @long_test
    def test_what_is_preempted_goes_on_by_itself(self):
        config = self.config(pairs=4, simulations=200000)
        self.submit(config, "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        self.bed.run("sbatch", "--partition=urgent", "--nodes=3", "--ntasks=6", "--output=/dev/null", "--wrap=sleep 2")
        self.finish("cluster")
        attempts = [attempt for task in self.status("cluster")["tasks"] for attempt in task["attempts"]]
        self.assertIn("stopped", {attempt["reason"] for attempt in attempts})
        self.assertGreater(max(int(attempt["restart"]) for attempt in attempts), 0, "Slurm has requeued a task")
        self.same_as_one_machine("cluster", config)

    def test_a_machine_that_plays_other_games_is_told_of_and_left_out(self):
        config = self.config(pairs=2, simulations=50)
        self.rootward("run", config, "--print", "parallel", "--out", "cluster", "--tasks", "2", "--calibrate", "1")
        plan = self.place / "cluster/cluster/plan.json"
        text = plan.read_text()
        plan.write_text(text.replace(json.loads(text)["signature"], "0123456789abcdef"))
        done = self.rootward("run", "cluster/cluster/config.yaml", "--shard", "1/2", "--out", "cluster", "--quiet", code=4)
        self.assertIn("signature", done.stderr)
        task = self.status("cluster")["tasks"][0]
        self.assertEqual((task["state"], task["reason"], task["attempts"][0]["games"]), ("ended", "unfit", 0))
        plan.write_text(text)
        self.rootward("run", "cluster/cluster/config.yaml", "--shard", "1/2", "--out", "cluster", "--quiet")
        self.assertEqual(self.status("cluster")["missing"], "2")

    @long_test
    def test_a_study(self):
        (self.place / "study.yaml").write_text(STUDY)
        told = self.submit("study.yaml", "--out", "cluster", "--tasks", "3")
        self.assertEqual((told["kind"], told["tasks"]), ("estimates", 3))
        self.finish("cluster")
        self.rootward("run", "study.yaml", "--out", "whole", "--quiet")
        self.assertEqual((self.place / "cluster/table.csv").read_text(), (self.place / "whole/table.csv").read_text())
        # More tasks than the study has instances: by searches.
        for shard in ("7/13", "13/13"):
            self.rootward("run", "study.yaml", "--out", "fine", "--shard", shard, "--quiet")
        status = self.status("fine")
        self.assertEqual((status["games"], len(status["tasks"])), ({"wanted": 240, "stored": 36}, 13))
        for shard in range(1, 14):
            self.rootward("run", "study.yaml", "--out", "fine", "--shard", f"{shard}/13", "--quiet")
        self.rootward("merge", "fine")
        self.assertEqual((self.place / "fine/table.csv").read_text(), (self.place / "whole/table.csv").read_text())

    def test_a_node_dies_under_a_study(self):
        (self.place / "study.yaml").write_text(LARGE_STUDY)
        self.submit("study.yaml", "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: self.status("cluster")["games"]["stored"] > 0, "a search is stored", 60)
        nodes = lambda: self.bed.run("squeue", "-h", "-r", "-t", "R", "-o", "%N").stdout.split()
        node = self.wait_until(nodes, "a task is running", 60)[0].lstrip("n")
        self.bed.call("kill-node", node, "--tell")
        self.addCleanup(self.bed.call, "start-node", node)
        self.finish("cluster", 200)
        self.rootward("run", "study.yaml", "--out", "whole", "--quiet")
        for kind in ("text", "md", "csv", "latex", "json"):
            here = self.rootward("table", "cluster", "--format", kind).stdout
            self.assertEqual(here, self.rootward("table", "whole", "--format", kind).stdout, kind)
        ids = lambda folder: {json.loads(line)["id"] for line in (self.place / folder / "records.jsonl").open()}
        self.assertEqual(ids("cluster"), ids("whole"))

    @long_test
    def test_a_reproduction(self):
        """The paper's cells as arrays: the tables of one machine."""
        steps = ".tournament.schedule.pairs=1", ".tournament.defaults.search.budget.simulations=4"
        words = [word for value in steps for word in ("--set", f"steps.9x9-200{value}")]
        config = str(ROOT / "configs/reproduction/laptop.yaml")
        self.rootward("run", config, *words, "--out", "cluster", "--slurm", "--tasks", "2", "--calibrate", "0.1")
        self.rootward("run", config, *words, "--out", "whole", "--quiet")
        for name in ("table.md", "answer/table.csv", "answer/table.json"):
            self.assertEqual(*((self.place / folder / name).read_text() for folder in ("cluster", "whole")), name)

    def test_a_folder_of_any_name(self):
        config = self.config(pairs=2, simulations=50)
        name = "a b;$(touch x)'\"&"
        self.submit(config, "--out", name, "--tasks", "2")
        self.finish(name)
        self.assertFalse((self.place / "x").exists())
        self.assertIn("softmax", self.rootward("table", name).stdout)

    def test_what_is_refused_leaves_nothing(self):
        config = self.config(pairs=2, simulations=50)
        before = sorted(os.listdir(self.place))
        for words, told in (((config, "--out", "a%b"), "choose another --out"),
                            ((config, "--sbatch-arg=--array=1"), "--tasks"),
                            ((config, "--sbatch-arg=-t5"), "--time"),
                            ((config, "--tasks", "7"), "6 tasks at most"),
                            ((config, "--time", "soon"), "HH:MM:SS"),
                            (("openings.txt",), "openings.txt")):
            done = self.rootward("run", *words, "--slurm", code=2)
            self.assertIn(told, done.stderr)
        done = self.rootward("run", config, "--slurm", "--sbatch-arg=--partition=none", "--calibrate", "1", code=1)
        self.assertIn("invalid partition", done.stderr)
        self.assertFalse((self.place / "results/t/cluster/submissions").exists(), "nothing is recorded")
        shutil.rmtree(self.place / "results")
        told = self.rootward("plan", config, "--slurm", "--calibrate", "1").stdout
        self.assertIn("#SBATCH", told)
        self.assertEqual(sorted(os.listdir(self.place)), before, "a dry run makes no file")

    def test_more_tasks_than_an_array_may_have(self):
        config = self.config(pairs=98, simulations=10)
        done = self.rootward("run", config, "--set", "schedule.pairs=500", "--set", "schedule.opening={random_plies: 6}",
                             "--tasks", "1001", "--slurm", "--calibrate", "1", code=2)
        self.assertIn("MaxArraySize is 1001, so 1000 at most", done.stderr)

    def test_without_slurm(self):
        config = self.config(pairs=2, simulations=50)
        nowhere = {**os.environ, "PATH": "/nonexistent"}
        done = subprocess.run([PROGRAM, "run", config, "--slurm", "--calibrate", "1"], cwd=self.place, env=nowhere,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("scontrol", done.stderr)
        self.assertFalse((self.place / "results").exists())


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2))
