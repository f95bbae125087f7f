"""Tournaments and studies as job arrays on a real Slurm of three nodes, all on this machine.

Needs $ROOTWARD, the program, and Debian's Slurm; says so and skips where Slurm is not there.
"""

import csv
import getpass
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTBED = ROOT / "scripts" / "slurm-testbed"
PROGRAM = os.environ.get("ROOTWARD", str(ROOT / "build" / "release" / "rootward"))
PROGRAMS = ("slurmctld", "slurmd", "sbatch", "munged")

TOURNAMENT = """\
name: {name}
seed: 3
game: connect4
defaults: {{search: {{budget: {{simulations: {simulations}}}, selection: ucb1, evaluator: playouts}}}}
players:
  average: {{backup: average}}
  max: {{backup: max}}
  softmax: {{backup: softmax}}
schedule: {{type: round_robin, pairs: {pairs}, opening: {{book: openings.txt}}}}
"""
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
LARGE_STUDY = STUDY.replace("checkpoints: [10, 100]", "checkpoints: [100, 12000]").replace("repeats: 20", "repeats: 6")
NETWORK = """\
name: net
seed: 3
game: {name: go, size: 9}
defaults: {search: {budget: {simulations: 2}, selection: {name: puct, c: 0.5}, evaluator: net, temperature: {value: 1, moves: 8}}}
players: {average: {backup: average}, max: {backup: max}}
schedule: {type: round_robin, pairs: 6, opening: {random_plies: 40}}
"""
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

LEAGUE = """\
name: league
seed: 1
tuning: league-tuning.yaml
finals: league-finals.yaml
operators: [softmax]
seeds: 2
evaluations: 2
"""
FINALS = """\
name: finals
seed: 2
game: connect4
defaults: {search: {budget: {simulations: 100}}}
players: {strong: {backup: average}}
schedule: {type: gauntlet, reference: [strong], pairs: 4, opening: {book: openings.txt}}
"""
ATLAS_STUDY = """\
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
ATLAS = """\
name: atlas
seed: 4
features: [features.yaml]
budgets: [20]
tuning: {seeds: 2, evaluations: 2, games: 8, test_games: 8}
finals: {games: 40, most_games: 80, pool_games: 8}
opening: {random_plies: 1}
operators: [max]
"""


def long_test(method):
    """Only where $ROOTWARD_LONG is set, where nothing else is run: it waits for Slurm, compares times or has many runs."""
    method.is_long = True
    return method


class Testbed:
    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="slurm", dir="/tmp")
        self.call("up", "-n", "3", "-c", "2", "--mem", "8000", *options)

    def call(self, *words):
        done = subprocess.run([TESTBED, "-d", self.folder, *words], capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise RuntimeError(f"slurm-testbed {words}: {done.stdout}{done.stderr}")
        return done.stdout

    def down(self):
        subprocess.run([TESTBED, "-d", self.folder, "down", "--rm"], capture_output=True, timeout=120)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *words, cwd=None, stdin=None):
        return subprocess.Popen([TESTBED, "-d", self.folder, "exec", *words], cwd=cwd, stdin=stdin, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def run(self, *words, cwd=None, stdin=None):
        return subprocess.run([TESTBED, "-d", self.folder, "exec", *words], capture_output=True, text=True, timeout=300, cwd=cwd,
                              input=stdin)


def missing(*programs):
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return [name for name in programs if shutil.which(name, path=path) is None]


class OnSlurm(unittest.TestCase):
    maxDiff = None

    @classmethod
    def tearDownClass(cls):
        cls.bed.down()

    def setUp(self):
        is_long = hasattr(getattr(self, self._testMethodName), "is_long")
        if is_long != bool(os.environ.get("ROOTWARD_LONG")):
            self.skipTest("$ROOTWARD_LONG is not set" if is_long else "$ROOTWARD_LONG is set")
        self.place = pathlib.Path(tempfile.mkdtemp(dir=self.places))
        self.addCleanup(shutil.rmtree, self.place, ignore_errors=True)
        self.addCleanup(self.clear_queue)
        openings = [f"{a} {b} {c}" for a in range(1, 8) for b in range(1, 8) for c in (3, 4)]
        (self.place / "openings.txt").write_text("\n".join(openings) + "\n")

    def config(self, pairs=6, simulations=1500, name="t"):
        path = self.place / f"{name}.yaml"
        path.write_text(TOURNAMENT.format(name=name, pairs=pairs, simulations=simulations))
        return path.name

    def rootward(self, *words, code=0, stdin=None):
        done = self.bed.run(PROGRAM, *words, cwd=self.place, stdin=stdin)
        self.assertEqual(done.returncode, code, f"rootward {' '.join(words)}\n{done.stdout}{done.stderr}")
        return done

    def submit(self, what, *words, calibrate=1):
        return json.loads(self.rootward("submit", what, "--slurm", "--json", "--calibrate", str(calibrate), *words).stdout)

    def status(self, folder):
        done = self.bed.run(PROGRAM, "status", folder, "--json", cwd=self.place)
        self.assertIn(done.returncode, (0, 75), done.stderr)
        return json.loads(done.stdout)

    def wait_until(self, condition, what, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return
            time.sleep(0.3)
        queue, nodes = self.bed.run("squeue", "-r", "-t", "all"), self.bed.run("sinfo", "-N", "-o", "%N %T %E")
        self.fail(f"{what}: not within {seconds} s\n{queue.stdout}{nodes.stdout}")

    def queue(self):
        done = self.bed.run("squeue", "-h", "-r", "-o", "%F|%K|%T")
        return done.stdout.split() if done.returncode == 0 else ["the controller is silent"]

    def clear_queue(self):
        """What a test that failed has left must not fail the next ones."""
        if self.queue():
            self.bed.run("scancel", "-u", getpass.getuser())
            self.wait_until(lambda: not self.queue(), "the queue is empty", 30)

    def finish(self, folder, seconds=150):
        """Until all is joined: the merge job writes the tables last."""
        self.wait_until(lambda: self.status(folder)["complete"] and not self.queue(), f"{folder} is whole", seconds)

    def let_go(self, folder):
        for line in self.bed.run(PROGRAM, "status", folder, cwd=self.place).stdout.splitlines():
            if line.startswith("held by Slurm"):
                self.bed.run(*line.partition(": ")[2].split())

    def same_as_one_machine(self, folder, config):
        self.rootward("run", config, "--out", "whole", "--quiet")
        for kind in ("text", "md", "csv", "latex", "json"):
            here = self.rootward("table", folder, "--no-cost", "--format", kind).stdout
            self.assertEqual(here, self.rootward("table", "whole", "--no-cost", "--format", kind).stdout, kind)
        self.assertEqual(self.games(folder), self.games("whole"))

    def wrap_program(self, folder, lines):
        """Every task of the folder's plan runs these lines of bash first; `$real` is the program."""
        program, = (self.place / folder / "cluster/bin").glob("*/rootward")
        real = program.with_name("real")
        program.rename(real)
        program.write_text(f'#!/bin/bash\nreal={shlex.quote(str(real))}\n{lines}\nexec "$real" "$@"\n')
        program.chmod(0o755)

    def games(self, folder):
        games = [json.loads(line) for line in (self.place / folder / "games.jsonl").read_text().splitlines()]
        for game in games:
            for key in ("cpu_seconds", "crc"):
                game.pop(key, None)
        return sorted(games, key=lambda game: game["id"])


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
        table = self.rootward("submit", "cluster", "--slurm").stdout
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
        self.rootward("submit", "cluster", "--slurm", "--calibrate", "1")
        self.wait_until(lambda: self.status("cluster")["complete"] and not self.queue(), "all is played", 150)
        self.assertIn("softmax", self.rootward("submit", "cluster", "--slurm").stdout)
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
        done = self.rootward("submit", config, "--slurm", "--wait", "--out", "cluster", "--tasks", "3", "--calibrate", "1")
        self.assertIn("softmax", done.stdout)
        self.assertTrue(self.status("cluster")["complete"])
        self.same_as_one_machine("cluster", config)

    @long_test
    def test_whoever_waits_sends_nothing_that_was_cancelled(self):
        config = self.config(pairs=8, simulations=8000)
        waiting = self.bed.start(PROGRAM, "submit", config, "--slurm", "--wait", "--out", "cluster", "--tasks", "6",
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
        self.rootward("submit", "net.yaml", "--print", "slurm", "--out", "cluster", "--tasks", "6", "--calibrate", "1")
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
        self.rootward("submit", config, "--print", "slurm", "--out", "cluster", "--tasks", "6", "--calibrate", "1")
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
        self.rootward("submit", config, "--print", "parallel", "--out", "cluster", "--tasks", "2", "--calibrate", "1")
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
        self.assertEqual((told["kind"], told["tasks"]), ("convergence", 3))
        self.finish("cluster")
        self.rootward("converge", "study.yaml", "--out", "whole", "--quiet")
        self.assertEqual((self.place / "cluster/table.csv").read_text(), (self.place / "whole/table.csv").read_text())
        # More tasks than the study has instances: by searches.
        for shard in ("7/13", "13/13"):
            self.rootward("converge", "study.yaml", "--out", "fine", "--shard", shard, "--quiet")
        status = self.status("fine")
        self.assertEqual((status["games"], len(status["tasks"])), ({"wanted": 240, "stored": 36}, 13))
        for shard in range(1, 14):
            self.rootward("converge", "study.yaml", "--out", "fine", "--shard", f"{shard}/13", "--quiet")
        self.rootward("merge", "fine")
        self.assertEqual((self.place / "fine/table.csv").read_text(), (self.place / "whole/table.csv").read_text())

    def test_a_node_dies_under_a_study(self):
        (self.place / "study.yaml").write_text(LARGE_STUDY)
        self.submit("study.yaml", "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: self.status("cluster")["games"]["stored"] > 0, "a search is stored", 60)
        node = self.bed.run("squeue", "-h", "-r", "-t", "R", "-o", "%N").stdout.split()[0].lstrip("n")
        self.bed.call("kill-node", node, "--tell")
        self.addCleanup(self.bed.call, "start-node", node)
        self.finish("cluster", 200)
        self.rootward("converge", "study.yaml", "--out", "whole", "--quiet")
        for kind in ("text", "md", "csv", "latex", "json"):
            here = self.rootward("table", "cluster", "--format", kind).stdout
            self.assertEqual(here, self.rootward("table", "whole", "--format", kind).stdout, kind)
        ids = lambda folder: {json.loads(line)["id"] for line in (self.place / folder / "records.jsonl").open()}
        self.assertEqual(ids("cluster"), ids("whole"))

    @long_test
    def test_the_papers_cells_and_tunings(self):
        """Everything of --size paper and of --tune goes through, at next to no cost."""
        program = self.place / "rootward"
        program.write_text(f'#!/bin/bash\n[ "$1" = tune ] && set -- "$@" --evaluations 2 --set games=2 --set test_games=2\n'
                           f'exec {shlex.quote(PROGRAM)} "$@"\n')
        program.chmod(0o755)
        optimizer = "rootward-optimizer"
        (self.place / optimizer).symlink_to(pathlib.Path(PROGRAM).with_name(optimizer))
        for words in (("--size", "paper"), ("--size", "laptop", "--tune")):
            out = self.place / words[-1].lstrip("-")
            done = None
            for _ in range(2):
                done = self.bed.run("env", f"ROOTWARD={program}", str(ROOT / "scripts" / "reproduce"), *words, "--games", "2",
                                    "--simulations", "2", "--no-bench", "--slurm", "--tasks", "2", "--calibrate", "0.1",
                                    "--out", str(out))
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.wait_until(lambda: not self.queue(), "the arrays have ended", 240)
            self.assertIn("index.html", done.stdout)

    @long_test
    def test_a_reproduction(self):
        words = (str(ROOT / "scripts" / "reproduce"), "--size", "laptop", "--games", "2", "--simulations", "4", "--no-bench")
        arrays = ("--slurm", "--tasks", "2", "--calibrate", "0.1", "--out", str(self.place / "cluster"))
        program = ("env", f"ROOTWARD={PROGRAM}")
        for _ in range(2):
            done = self.bed.run(*program, *words, *arrays)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.wait_until(lambda: not self.queue(), "the arrays have ended", 120)
        self.assertIn("index.html", done.stdout)
        done = self.bed.run(*program, *words, "--out", str(self.place / "whole"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in ("table.csv", "table.md", "table.json"):
            self.assertEqual((self.place / "cluster" / name).read_text(), (self.place / "whole" / name).read_text(), name)

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
            done = self.rootward("submit", *words, "--slurm", code=2)
            self.assertIn(told, done.stderr)
        done = self.rootward("submit", config, "--slurm", "--sbatch-arg=--partition=none", "--calibrate", "1", code=1)
        self.assertIn("invalid partition", done.stderr)
        self.assertFalse((self.place / "results/t/cluster/submissions").exists(), "nothing is recorded")
        shutil.rmtree(self.place / "results")
        told = self.rootward("submit", config, "--slurm", "--dry-run", "--calibrate", "1").stdout
        self.assertIn("#SBATCH", told)
        self.assertEqual(sorted(os.listdir(self.place)), before, "a dry run makes no file")

    def test_more_tasks_than_an_array_may_have(self):
        config = self.config(pairs=98, simulations=10)
        done = self.rootward("submit", config, "--set", "schedule.pairs=500", "--set", "schedule.opening={random_plies: 6}",
                             "--tasks", "1001", "--slurm", "--calibrate", "1", code=2)
        self.assertIn("MaxArraySize is 1001, so 1000 at most", done.stderr)

    def test_without_slurm(self):
        config = self.config(pairs=2, simulations=50)
        nowhere = {**os.environ, "PATH": "/nonexistent"}
        done = subprocess.run([PROGRAM, "submit", config, "--slurm", "--calibrate", "1"], cwd=self.place, env=nowhere,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("scontrol", done.stderr)
        self.assertFalse((self.place / "results").exists())


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
        return ("tune", "tuning.yaml", "--evaluations", str(evaluations), "--parallel", "2", "--quiet", *words)

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

    def books(self):
        return len(list((self.place / "cluster/cluster/tickets").glob("*.job")))

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
        self.assertEqual(self.books(), 2, "the evaluations went out once, and then the fresh test")
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
        told = self.rootward("submit", "tuning.yaml", *words).stdout
        self.assertIn("submitted: the driver as job", told)
        self.assertIn("queued or under way", self.rootward("submit", "tuning.yaml", *words).stdout)
        self.wait_until(lambda: not self.queue(), "driver and arrays have ended", 150)
        logs = "".join(log.read_text() for log in (self.place / "cluster/cluster/log").glob("driver_*"))
        self.assertTrue((self.place / "cluster/table.md").exists(), logs)
        self.assertIn("the tuning is complete", self.rootward("submit", "tuning.yaml", *words).stdout)
        status = self.status("cluster")
        self.assertEqual((status["kind"], status["complete"], status["missing"]), ("tuning", True, ""))
        self.assertEqual(status["games"], {"wanted": 120, "stored": 120}, "two evaluations and the fresh test")
        self.assertEqual({task["state"] for task in status["tasks"]}, {"done"})
        told = json.loads(self.rootward("submit", "tuning.yaml", *words, "--json").stdout)
        self.assertEqual((told["kind"], told["submitted"], told["games"]["stored"]), ("tuning", "", 120))
        self.assertIn("holds a tuning", self.rootward("submit", "cluster", "--slurm", code=2).stderr)
        for option in (("--wait",), ("--print", "pbs"), ("--games", "2"), ("--tasks", "2"), ("--calibrate", "1")):
            self.assertIn(option[0], self.rootward("submit", "tuning.yaml", *words, *option, code=2).stderr)
        self.same_as_one_machine(2)

    def test_tasks_by_hand_and_one_evaluation_by_an_array(self):
        self.tuning(games=20)
        point = ("objective", "tuning.yaml", "--params", '{"search.selection.c": 0.5}')
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
        self.rootward("submit", "tuning.yaml", *words)
        driver = self.submissions()[0]["array_job"]
        games = self.place / "cluster/games.jsonl"
        self.wait_until(lambda: games.exists() and games.read_text(), "a game is stored", 90)
        self.bed.run("scancel", "--signal=USR1", "--batch", str(driver))  # what Slurm sends before the limit
        self.wait_until(lambda: not self.queue(), "drivers and arrays have ended", 200)
        logs = "".join(log.read_text() for log in (self.place / "cluster/cluster/log").glob("driver_*"))
        self.assertTrue((self.place / "cluster/table.md").exists(), logs)
        self.assertEqual([one["round"] for one in self.submissions()], [1, 2], logs)
        self.assertEqual(self.books(), 2, "what the first driver had sent was awaited by the second")
        self.same_as_one_machine(2)

    def submissions(self):
        files = sorted((self.place / "cluster/cluster/submissions").glob("*.json"))
        return [json.loads(file.read_text()) for file in files]

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
            told = self.rootward("serve", "tuning.yaml", *words, stdin=text).stdout
            events = [json.loads(line) for line in told.splitlines()]
            results.append({event["id"]: event for event in events if event["event"] == "result"})
            for event in results[-1].values():
                del event["seconds"]
        self.assertEqual(set(results[0]), {1, 2, 3})
        self.assertEqual(results[0], results[1])
        self.assertEqual(self.books(), 1, "evaluations that came together went out as one array")

    def test_serve_cancels_what_nobody_wants(self):
        self.tuning(games=400, simulations=3000)
        server = self.bed.start(PROGRAM, "serve", "tuning.yaml", "--slurm", "--gather", "0", "--tasks-per-evaluation", "2",
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
    def test_a_league(self):
        """A task a tuning, and finals that are submitted; who started it dies, and the next one awaits what is queued."""
        (self.place / "league.yaml").write_text(LEAGUE)
        (self.place / "league-tuning.yaml").write_text(TUNING.format(games=20, simulations=1500))
        (self.place / "league-finals.yaml").write_text(FINALS)
        words = ("league", "league.yaml", "--slurm", "--out", "cluster", "--tasks", "2", "--calibrate", "0.1", "--time", "60")
        driver = self.bed.start(PROGRAM, *words, cwd=self.place)
        self.addCleanup(driver.communicate)
        self.wait_until(lambda: list((self.place / "cluster").glob("tuning/*/games.jsonl")), "a game is stored", 60)
        driver.kill()
        driver.wait()
        told = self.rootward(*words)
        self.assertIn("2 operators, each tuned 2 times", told.stdout)
        sent = list((self.place / "cluster/cluster/submissions").iterdir())
        self.assertEqual(len(sent), 1, "the tunings went out once")
        self.rootward("league", "league.yaml", "--out", "whole", "--quiet")
        for tuning in ("average-1", "average-2", "softmax-1", "softmax-2"):
            for name in ("evaluations.jsonl", "asked.jsonl", "tests.jsonl"):
                place = f"tuning/{tuning}/{name}"
                self.assertEqual(self.journal("cluster", place), self.journal("whole", place), place)
        for final in ("quarter", "equal", "fourfold"):
            self.assertEqual(self.games(f"cluster/{final}"), self.games(f"whole/{final}"), final)
        self.assertEqual(len(self.games("cluster/equal-time")), 4 * 4 * 2)
        self.assertIn("2 operators", self.rootward(*words).stdout, "a second run finds everything there")


    def cells(self, file):
        """An atlas's table but for what CPU times feed."""
        with (self.place / file).open() as table:
            return [{key: value for key, value in row.items() if key != "cost"} for row in csv.DictReader(table)]

    @long_test
    def test_an_atlas(self):
        """Studies are submitted, domains are tasks; the same cells and tables as on one machine."""
        (self.place / "features.yaml").write_text(ATLAS_STUDY)
        (self.place / "atlas.yaml").write_text(ATLAS)
        words = ("atlas", "atlas.yaml", "--slurm", "--out", "cluster", "--cpus", "1", "--parts", "2", "--tasks", "2",
                 "--calibrate", "0.1", "--time", "60")
        told = self.rootward(*words)
        self.assertIn("4 of 4 cells", told.stdout)
        self.assertIn("part 1/2 is played", told.stderr)
        self.rootward("atlas", "atlas.yaml", "--out", "whole", "--quiet")
        for cell in ("ttt+playouts/20/max", "hex+playouts/20/average"):
            for stage in ("finals", "pool"):
                self.assertEqual(self.games(f"cluster/{stage}/{cell}"), self.games(f"whole/{stage}/{cell}"), cell)
        self.assertEqual(self.cells("cluster/atlas.csv"), self.cells("whole/atlas.csv"))
        sent = len(list((self.place / "cluster/cluster/submissions").iterdir()))
        self.assertIn("4 of 4 cells", self.rootward(*words).stdout, "a second run finds everything there")
        self.assertEqual(len(list((self.place / "cluster/cluster/submissions").iterdir())), sent)


class Folders(unittest.TestCase):
    """Tasks started by hand, on file systems that do their worst, and beside a Slurm that says what a test wants."""

    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.place, ignore_errors=True)
        self.environment = dict(os.environ)
        (self.place / "openings.txt").write_text("1 2 3\n3 2 1\n4 4 4\n")
        (self.place / "t.yaml").write_text(TOURNAMENT.format(name="t", pairs=3, simulations=2000))

    def start(self, *words):
        return subprocess.Popen([PROGRAM, *words], cwd=self.place, env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def rootward(self, *words, code=0):
        process = self.start(*words)
        out, error = process.communicate(timeout=120)
        self.assertEqual(process.returncode, code, out + error)
        return out + error

    def same_as_one_machine(self, folder):
        told = self.rootward("merge", folder)
        self.assertNotIn("warning", told)
        self.rootward("run", "t.yaml", "--out", "whole", "--quiet")
        self.assertEqual(self.rootward("table", folder, "--no-cost"), self.rootward("table", "whole", "--no-cost"))

    @unittest.skipIf(missing("cc"), "no C compiler is here")
    def test_two_starts_of_one_shard_share_no_locks_and_know_no_links(self):
        library = self.place / "shared-fs.so"
        source = pathlib.Path(__file__).parent / "shared-fs.c"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self.environment.update(LD_PRELOAD=str(library), SHARED_FS_NO_LINK="1")
        starts = [self.start("run", "t.yaml", "--out", "two", "--shard", shard, "--quiet") for shard in ("1/2", "2/2", "1/2", "2/2")]
        for start in starts:
            _, error = start.communicate(timeout=120)
            self.assertEqual(start.returncode, 0, error)
        self.assertTrue(json.loads(self.rootward("status", "two", "--json"))["complete"])
        self.same_as_one_machine("two")

    @unittest.skipIf(os.getuid() != 0, "this is not root")
    def test_a_full_disk_under_one_task(self):
        shards = self.place / "full" / "shards"
        shards.mkdir(parents=True)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", shards], capture_output=True).returncode:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", shards])
        filler = shards / "filler"
        filler.write_bytes(b"x" * 60 * 1024)
        with self.assertRaises(OSError):
            with open(shards / "rest", "wb", buffering=0) as rest:
                for _ in range(64):
                    rest.write(b"x" * 1024)
        (shards / "rest").unlink()
        self.assertIn("No space left", self.rootward("run", "t.yaml", "--out", "full", "--shard", "1/2", "--quiet", code=1))
        filler.unlink()
        for shard in ("1/2", "2/2"):
            self.rootward("run", "t.yaml", "--out", "full", "--shard", shard, "--quiet")
        self.same_as_one_machine("full")

    def ends(self, shard, *limits, folder="full"):
        """Why an attempt under these limits of `prlimit` ended."""
        process = subprocess.run(["prlimit", *limits, PROGRAM, "run", "t.yaml", "--out", folder, "--shard", shard, "--quiet",
                                  "--threads", "1"],
                                 cwd=self.place, capture_output=True, text=True)
        self.assertEqual(process.returncode, 1, process.stderr)
        tasks = json.loads(self.rootward("status", folder, "--json", code=75))["tasks"]
        return tasks[int(shard.split("/")[0]) - 1]["attempts"][-1]["reason"]

    @unittest.skipIf(missing("prlimit"), "prlimit is not installed")
    def test_attempts_tell_of_a_full_disk_and_of_too_little_memory(self):
        self.rootward("run", "t.yaml", "--out", "whole", "--shard", "1/2", "--quiet", "--threads", "1")
        self.rootward("run", "t.yaml", "--out", "full", "--shard", "2/2", "--quiet")  # makes the manifest, which is longer
        attempt, = (self.place / "whole/shards").glob("1-of-2.*")
        head, first, *_, foot = attempt.read_bytes().splitlines(True)
        # Room for one game and the last line; the next game is longer than that.
        self.assertEqual(self.ends("1/2", f"--fsize={len(head) + len(first) + len(foot) + 30}"), "disk full")
        text = (self.place / "t.yaml").read_text()
        (self.place / "t.yaml").write_text(text.replace("simulations: 2000", "simulations: 40000000"))
        self.assertTrue(self.ends("2/2", "--as=400000000", folder="small").startswith("failed: "))

    @unittest.skipIf(missing("unshare") or os.getuid() != 0, "this is not root")
    def test_starts_that_are_all_process_1(self):
        starts = [subprocess.Popen(["unshare", "--pid", "--fork", "--mount-proc", PROGRAM, "run", "t.yaml", "--out", "one",
                                    "--shard", f"{shard}/4", "--quiet"], cwd=self.place, stderr=subprocess.PIPE, text=True)
                  for shard in (1, 2, 3, 4, 1, 2)]
        for start in starts:
            _, error = start.communicate(timeout=120)
            self.assertEqual(start.returncode, 0, error)
        self.same_as_one_machine("one")

    def test_attempts_of_another_budget_are_not_joined(self):
        self.rootward("run", "t.yaml", "--out", "a", "--shard", "1/2", "--quiet")
        self.rootward("run", "t.yaml", "--out", "b", "--shard", "2/2", "--quiet", "--set", "defaults.search.budget.simulations=100")
        foreign, = (self.place / "b/shards").glob("2-of-2.*")
        shutil.copy(foreign, self.place / "a/shards")
        for command in ("merge", "table"):
            told = self.rootward(command, "a", code=2)
            self.assertIn(foreign.name, told)
            self.assertIn("config_hash", told)

    def test_looks_at_several_folders_ask_slurm_once(self):
        programs = self.place / "programs"
        programs.mkdir()
        for name, script in (("sbatch", "echo 7"), ("scontrol", "echo MaxArraySize = 1001"), ("squeue", f"echo >> {self.place}/asked")):
            (programs / name).write_text(f"#!/bin/sh\n{script}\n")
            (programs / name).chmod(0o755)
        self.environment["PATH"] = f"{programs}:{self.environment['PATH']}"
        for folder in ("a", "b"):
            self.rootward("submit", "t.yaml", "--slurm", "--out", folder, "--tasks", "2", "--calibrate", "0.1")
        (self.place / "asked").unlink(missing_ok=True)
        watching = self.start("status", "a", "b", "--watch", "1")
        lines = [watching.stdout.readline() for _ in range(6)]
        watching.terminate()
        watching.communicate()
        self.assertEqual(lines, ["a: 0 of 18 games, 2 new\n", "b: 0 of 18 games, 2 new\n"] * 3, "a line a look where this is no terminal")
        self.assertEqual((self.place / "asked").read_text(), "\n", "in three looks at two folders")

    def test_budgets_of_wall_clock_time_are_warned_of(self):
        for word, is_warned in (("simulations: 20", False), ("seconds: 0.001", True)):
            told = self.rootward("submit", "t.yaml", "--print", "ssh", "--dry-run", "--calibrate", "0.1", "--out", "none",
                                 "--set", f"defaults.search.budget={{{word}}}", "--set", "players.softmax.backup=max")
            self.assertEqual("--exclusive" in told, is_warned, told)

    def test_tasks_without_memory_get_twice_as_much(self):
        programs = self.place / "programs"
        programs.mkdir()
        for name, script in (("sbatch", "echo 7"), ("scontrol", "echo MaxArraySize = 1001"),
                             ("squeue", "echo '7|1|OUT_OF_MEMORY|OutOfMemory|n1'; echo '7|2|COMPLETED|None|n1'")):
            (programs / name).write_text(f"#!/bin/sh\n{script}\n")
            (programs / name).chmod(0o755)
        self.environment["PATH"] = f"{programs}:{self.environment['PATH']}"
        self.rootward("submit", "t.yaml", "--slurm", "--out", "c", "--tasks", "2", "--mem-per-cpu", "700", "--calibrate", "1")
        self.rootward("run", "c/cluster/config.yaml", "--shard", "2/2", "--out", "c", "--quiet")
        (programs / "squeue").write_text("#!/bin/sh\necho '7|1|OUT_OF_MEMORY|OutOfMemory|n1'; echo '7|2|NODE_FAIL|None|n2'\n")
        told = self.rootward("submit", "c", "--slurm", "--round", "1")
        self.assertIn("submitted: tasks 1 ", told)
        command = json.loads((self.place / "c/cluster/submissions/0002.json").read_text())["command"]
        self.assertIn("--exclude=n2", command, "a node that was lost is left out")
        self.assertIn("--mem-per-cpu=1400", (self.place / "c/cluster/array.sh").read_text())

    def test_balanced_openings_are_looked_for_once(self):
        text = (self.place / "t.yaml").read_text()
        (self.place / "t.yaml").write_text(text.replace("{book: openings.txt}", "{random_plies: 3, balance: [0.4, 0.6]}"))
        self.rootward("submit", "t.yaml", "--print", "parallel", "--out", "c", "--tasks", "2", "--calibrate", "1")
        path = self.place / "c/cluster/inputs/openings.txt"
        lines = path.read_text().splitlines(True)
        for shard in ("1/2", "2/2"):
            told = self.rootward("run", "c/cluster/config.yaml", "--shard", shard, "--out", "c")
            self.assertNotIn("looking for balanced openings", told)
        self.same_as_one_machine("c")
        path.write_text("".join([lines[0], *lines[:0:-1]]))
        other = self.place / "d/cluster/inputs"
        other.mkdir(parents=True)
        shutil.copy(path, other / "openings.txt")
        self.rootward("run", "c/cluster/config.yaml", "--shard", "1/1", "--out", "d", "--quiet")
        self.assertNotEqual(self.rootward("table", "d", "--no-cost"), self.rootward("table", "whole", "--no-cost"),
                            "turned round, other pairs have them: tasks read the file")

    def test_no_round_follows_where_a_player_cannot_be_used(self):
        programs = self.place / "programs"
        programs.mkdir()
        engine = self.place / "engine"
        for path, script in ((programs / "sbatch", "echo 7"), (programs / "scontrol", "echo MaxArraySize = 1001"),
                             (programs / "squeue", "echo '7|1|FAILED|NonZeroExitCode|n1'; echo '7|2|COMPLETED|None|n1'"),
                             (engine, f"test -e {self.place}/gone && exit 1; exec {PROGRAM} gtp --player t.yaml:plain")):
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)
        (self.place / "t.yaml").write_text(
            "name: t\nseed: 1\ngame: go:5\ndefaults: {search: {budget: {simulations: 10}}}\n"
            f"players: {{plain: {{backup: average}}, engine: {{gtp: 'cd {self.place}; exec {engine}'}}}}\n"
            "schedule: {type: gauntlet, reference: plain, pairs: 4, opening: {random_plies: 2}}\n")
        self.environment["PATH"] = f"{programs}:{self.environment['PATH']}"
        self.rootward("submit", "t.yaml", "--slurm", "--out", "c", "--tasks", "2", "--calibrate", "1")
        self.rootward("run", "c/cluster/config.yaml", "--shard", "2/2", "--out", "c", "--quiet")
        (self.place / "gone").touch()
        self.rootward("run", "c/cluster/config.yaml", "--shard", "1/2", "--out", "c", "--quiet", code=3)
        self.assertIn("task 1 was refused: ", self.rootward("submit", "c", "--slurm", "--round", "1", code=75))
        self.assertEqual(len(list((self.place / "c/cluster/submissions").iterdir())), 1)
        (self.place / "gone").unlink()
        self.rootward("submit", "c", "--slurm")
        self.assertEqual(len(list((self.place / "c/cluster/submissions").iterdir())), 2, "by hand it goes on")


@unittest.skipIf(missing("parallel"), "GNU parallel is not installed")
class Lines(unittest.TestCase):
    def test_parallel_plays_the_printed_lines_and_what_is_missing(self):
        place = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, place, ignore_errors=True)
        (place / "openings.txt").write_text("1 2 3\n3 2 1\n")
        (place / "t.yaml").write_text(TOURNAMENT.format(name="t", pairs=2, simulations=50))

        def rootward(*words, code=0):
            done = subprocess.run([PROGRAM, *words], cwd=place, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            return done.stdout

        told = rootward("submit", "t.yaml", "--print", "parallel", "--out", "it's here", "--tasks", "6", "--calibrate", "1")
        lines = told[told.index("cd "):].replace("--sshlogin a,b,c", "--sshlogin :")
        def play(lines):
            done = subprocess.run(["bash", "-c", lines], cwd=place, timeout=300, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

        # Only the first two tasks: the others are sent by what status says.
        play(lines.replace("seq 6", "seq 2"))
        self.assertEqual(rootward("status", "it's here", "--missing", code=75), "3-6\n")
        play(lines.replace("seq 6", f"{PROGRAM} status . --missing --lines"))
        told = rootward("submit", "it's here", "--print", "parallel", "--dry-run")
        self.assertIn("nothing is missing", told)
        self.assertFalse((place / "it's here" / "games.jsonl").exists(), "a dry run writes nothing")
        rootward("merge", "it's here")
        rootward("run", "t.yaml", "--out", "whole", "--quiet")
        self.assertEqual(rootward("table", "it's here", "--no-cost"), rootward("table", "whole", "--no-cost"))


@unittest.skipIf(missing(*PROGRAMS, "sshfs") or not os.path.exists("/dev/fuse") or os.getuid() != 0,
                 "Slurm, sshfs or /dev/fuse is not here, or this is not root")
class SharedFiles(OnSlurm):
    """Each node sees the folder through a network file system client of its own, which caches and shares no locks."""

    @classmethod
    def setUpClass(cls):
        cls.places = tempfile.mkdtemp(dir="/tmp")
        cls.addClassCleanup(shutil.rmtree, cls.places, ignore_errors=True)
        cls.bed = Testbed("--shared", cls.places)

    def test_a_node_is_frozen_until_its_tasks_run_elsewhere_and_then_goes_on(self):
        config = self.config(pairs=12, simulations=5000)
        self.submit(config, "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        time.sleep(1)
        node = self.bed.run("squeue", "-h", "-r", "-t", "R", "-o", "%N").stdout.split()[0].lstrip("n")
        self.bed.call("freeze-node", node)
        thawed = False

        def is_thawed():
            nonlocal thawed
            if not thawed and self.is_elsewhere(f"n{node}"):
                self.bed.call("thaw-node", node)
                thawed = True
            return thawed

        self.addCleanup(lambda: thawed or self.bed.call("thaw-node", node))
        self.wait_until(is_thawed, "Slurm has given the node's tasks to others", 120)
        self.wait_until(lambda: self.let_go_as_administrator("cluster") or not self.queue(), "nothing is queued any more", 240)
        self.finish("cluster", 240)
        self.same_as_one_machine("cluster", config)
        status = self.status("cluster")
        self.assertEqual((status["complete"], status["missing"]), (True, ""))

    @long_test
    def test_a_daemon_dies_and_its_tasks_go_on_when_others_have_them(self):
        config = self.config(pairs=12, simulations=5000)
        self.submit(config, "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        time.sleep(1)
        node = self.bed.run("squeue", "-h", "-r", "-t", "R", "-o", "%N").stdout.split()[0].lstrip("n")
        self.bed.call("kill-daemon", node)
        self.bed.call("freeze-node", node)
        self.addCleanup(self.bed.call, "start-node", node)
        self.addCleanup(self.bed.call, "thaw-node", node)
        self.wait_until(lambda: self.is_elsewhere(f"n{node}"), "Slurm has given the node's tasks to others", 120)
        self.bed.call("thaw-node", node)
        self.finish("cluster", 240)
        self.same_as_one_machine("cluster", config)

    @long_test
    def test_the_controller_dies(self):
        config = self.config(pairs=6, simulations=3000)
        self.submit(config, "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        self.bed.call("kill-ctld")
        self.assertEqual(self.status("cluster")["slurm"], "silent")
        self.bed.call("start-ctld")
        self.wait_until(lambda: self.let_go_as_administrator("cluster") or not self.queue(), "nothing is queued any more", 150)
        self.rootward("submit", "cluster", "--slurm", "--calibrate", "1")
        self.finish("cluster", 240)
        self.same_as_one_machine("cluster", config)

    def let_go_as_administrator(self, folder):
        """A controller that comes back with an old state drains nodes that run what it does not know ("Duplicate jobid"),
        and a node that thaws may be given a task that it still runs."""
        self.let_go(folder)
        if "drain" in self.bed.run("sinfo", "-h", "-N", "-o", "%T").stdout:
            self.bed.run("scontrol", "update", "nodename=n[1-3]", "state=resume")

    def is_elsewhere(self, node):
        states = self.bed.run("sinfo", "-h", "-N", "-n", node, "-o", "%T").stdout
        running = self.bed.run("squeue", "-h", "-r", "-t", "R", "-o", "%N").stdout.split()
        return "down" in states and node not in running


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2))
