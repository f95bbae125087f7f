"""A real Slurm of three nodes, all on this machine, and what tests of it have in common.

Needs $ROOTWARD, the program, and Debian's Slurm.
"""

import getpass
import json
import os
import pathlib
import shlex
import shutil
import subprocess
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
        return json.loads(self.rootward("run", what, "--slurm", "--json", "--calibrate", str(calibrate), *words).stdout)

    def status(self, folder):
        done = self.bed.run(PROGRAM, "status", folder, "--json", cwd=self.place)
        self.assertIn(done.returncode, (0, 75), done.stderr)
        return json.loads(done.stdout)

    def wait_until(self, condition, what, seconds=120):
        """What the condition gives once it gives something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if given := condition():
                return given
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
