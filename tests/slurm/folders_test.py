"""Folders of tasks that are started by hand; says so and skips where a tool is not there."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from testbed import PROGRAM, TOURNAMENT, missing


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
            self.rootward("run", "t.yaml", "--slurm", "--out", folder, "--tasks", "2", "--calibrate", "0.1")
        (self.place / "asked").unlink(missing_ok=True)
        watching = self.start("status", "a", "b", "--watch", "--every", "1")
        lines = [watching.stdout.readline() for _ in range(6)]
        watching.terminate()
        watching.communicate()
        for line, folder in zip(lines, "ababab"):
            self.assertIn(f" {folder}: 0 of 18 games, 0.0 %; 2 tasks: 2 new; ", line, "a line a look where this is no terminal")
        self.assertEqual((self.place / "asked").read_text(), "\n", "in three looks at two folders")

    def test_budgets_of_wall_clock_time_are_warned_of(self):
        for word, is_warned in (("simulations: 20", False), ("seconds: 0.001", True)):
            told = self.rootward("plan", "t.yaml", "--print", "ssh", "--calibrate", "0.1", "--out", "none",
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
        self.rootward("run", "t.yaml", "--slurm", "--out", "c", "--tasks", "2", "--mem-per-cpu", "700", "--calibrate", "1")
        self.rootward("run", "c/cluster/config.yaml", "--shard", "2/2", "--out", "c", "--quiet")
        (programs / "squeue").write_text("#!/bin/sh\necho '7|1|OUT_OF_MEMORY|OutOfMemory|n1'; echo '7|2|NODE_FAIL|None|n2'\n")
        told = self.rootward("run", "c", "--slurm", "--round", "1")
        self.assertIn("submitted: tasks 1 ", told)
        command = json.loads((self.place / "c/cluster/submissions/0002.json").read_text())["command"]
        self.assertIn("--exclude=n2", command, "a node that was lost is left out")
        self.assertIn("--mem-per-cpu=1400", (self.place / "c/cluster/array.sh").read_text())

    def test_balanced_openings_are_looked_for_once(self):
        text = (self.place / "t.yaml").read_text()
        (self.place / "t.yaml").write_text(text.replace("{book: openings.txt}", "{random_plies: 3, balance: [0.4, 0.6]}"))
        self.rootward("run", "t.yaml", "--print", "parallel", "--out", "c", "--tasks", "2", "--calibrate", "1")
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
        self.rootward("run", "t.yaml", "--slurm", "--out", "c", "--tasks", "2", "--calibrate", "1")
        self.rootward("run", "c/cluster/config.yaml", "--shard", "2/2", "--out", "c", "--quiet")
        (self.place / "gone").touch()
        self.rootward("run", "c/cluster/config.yaml", "--shard", "1/2", "--out", "c", "--quiet", code=3)
        self.assertIn("task 1 was refused: ", self.rootward("run", "c", "--slurm", "--round", "1", code=75))
        self.assertEqual(len(list((self.place / "c/cluster/submissions").iterdir())), 1)
        (self.place / "gone").unlink()
        self.rootward("run", "c", "--slurm")
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

        told = rootward("run", "t.yaml", "--print", "parallel", "--out", "it's here", "--tasks", "6", "--calibrate", "1")
        lines = told[told.index("cd "):].replace("--sshlogin a,b,c", "--sshlogin :")
        def play(lines):
            done = subprocess.run(["bash", "-c", lines], cwd=place, timeout=300, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

        # Only the first two tasks: the others are sent by what status says.
        play(lines.replace("seq 6", "seq 2"))
        self.assertEqual(rootward("status", "it's here", "--missing", code=75), "3-6\n")
        play(lines.replace("seq 6", f"{PROGRAM} status . --missing --lines"))
        told = rootward("plan", "it's here", "--print", "parallel")
        self.assertIn("nothing is missing", told)
        self.assertFalse((place / "it's here" / "games.jsonl").exists(), "a dry run writes nothing")
        rootward("merge", "it's here")
        rootward("run", "t.yaml", "--out", "whole", "--quiet")
        self.assertEqual(rootward("table", "it's here", "--no-cost"), rootward("table", "whole", "--no-cost"))


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2))
