"""The loop of generations, with a stand-in for the program that plays: kills, continuing, refusals, alarms."""

import fcntl
import gzip
import json
import math
import os
import pty
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from pathlib import Path

import kit  # before the trainer's modules: it makes their path
import export
import loop

GENERATIONS = 4  # of kit.TINY's phases
CLOCKS = ("seconds", "samples_per_second")


def state_of(out):
    state = kit.read_state(out)
    return {**state, "journal": [{k: v for k, v in row.items() if k not in CLOCKS} for row in state["journal"]]}


class WholeRun(unittest.TestCase):
    """Has a run from beginning to end, `whole`."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)
        cls.config = kit.write_config(cls.folder)
        cls.whole = cls.folder / "whole"
        cls.done = kit.run_loop(cls.config, cls.whole)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def copy_of_whole(self, name):
        return Path(shutil.copytree(self.whole, self.folder / name))


class Kills(WholeRun):
    def test_killed_five_times_at_random_it_continues_and_no_generation_is_lost_or_doubled(self):
        out, dice = self.folder / "killed", random.Random(5)
        for kill in range(5):
            # The program kills its caller some time after one of the dozen calls that a generation takes.
            words = {"FAKE_KILL_AT": str(dice.randint(2, 12)), "FAKE_KILL_AFTER": str(dice.uniform(0, 0.5)),
                     "FAKE_CALLS": str(self.folder / f"calls{kill}")}
            self.assertEqual(kit.run_loop(self.config, out, **words).returncode, -signal.SIGKILL, words)
        last = kit.run_loop(self.config, out)
        self.assertEqual(last.returncode, 0, last.stderr)
        self.assertEqual(state_of(out), state_of(self.whole))
        for network in self.whole.glob("networks/*"):
            self.assertEqual((out / "networks" / network.name).read_bytes(), network.read_bytes(), network.name)


class Loop(WholeRun):
    def test_a_whole_run_has_a_row_and_a_network_for_every_generation(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        state = state_of(self.whole)
        self.assertEqual([row["games"] for row in state["journal"]], [40, 80, 120, 160])
        self.assertEqual(state["samples"], 4 * 12 * 64)  # 800 rows a generation, in whole batches
        for name in ("", "colour-"):
            self.assertEqual(len(list(self.whole.glob(f"networks/{name}0*.safetensors"))), GENERATIONS + 1)
            self.assertEqual(len(list(self.whole.glob(f"checkpoint/{name}0*.safetensors"))), 2)
        self.assertEqual(state["journal"][1]["milestone"], {"at": 80, "gain": 50.0, "interval": [10.0, 90.0], "elo": 50.0})
        answers = state["journal"][-1]["answers"]
        self.assertEqual({name: sorted(asked) for name, asked in answers.items()},
                         {name: ["held_out", "unmet", "window"] for name in ("", "colour-")})
        self.assertNotIn("unmet", state["journal"][0]["answers"][""])  # where nothing is unmet nothing is told
        costs = {key: state["journal"][0][key] for key in ("cached", "games_per_second", "evaluations_per_second")}
        self.assertEqual(costs, {"cached": 0.25, "games_per_second": 20, "evaluations_per_second": 6000})
        self.assertEqual(sorted(path.name[:5] for path in self.whole.glob("data/*.games")), ["00001", "00002", "00003"])
        lines = self.done.stderr.splitlines()  # a line each where there is no terminal, the milestone, and the network
        self.assertEqual(len(lines), GENERATIONS + 2)
        self.assertEqual(lines[2], "milestone 80: +50 Elo +10 to +90 against the network of 0")
        self.assertTrue(lines[-1].endswith("networks/00004.safetensors"))

    def test_a_run_that_is_done_has_nothing_to_do_but_a_journal_that_a_kill_left_out(self):
        out = self.copy_of_whole("again")
        (out / "journal.csv").unlink()
        self.assertEqual(kit.run_loop(self.config, out, FAKE_ALARM="of yesterday\n").returncode, 0)
        self.assertEqual(state_of(out), state_of(self.whole))
        self.assertTrue((out / "journal.csv").exists())

    def test_phases_may_grow_and_without_data_the_window_is_refilled_from_state_and_checkpoint_alone(self):
        out = self.folder / "elsewhere"
        shutil.copytree(self.whole / "checkpoint", out / "checkpoint")
        shutil.copy(self.whole / "state.json.gz", out)
        longer = self.folder / "longer"
        longer.mkdir()
        config = kit.write_config(longer, phases=[{"games": 240, "rate": 0.03, "simulations": 16}])
        done = kit.run_loop(config, out)
        self.assertEqual(done.returncode, 0, done.stderr)
        journal = state_of(out)["journal"]
        self.assertEqual([row.get("refilled") for row in journal], [False] * 4 + [True, False])
        self.assertEqual((out / "calls.txt").read_text(), "4 4000\n5 40\n")
        self.assertEqual(journal[-1]["rows"], 6 * 800)  # the games that refill are not counted as new ones

    def test_a_state_that_an_earlier_program_wrote_as_plain_text_is_gone_on_from(self):
        out = self.copy_of_whole("old")
        state = kit.read_state(out)
        del state["origins"]
        (out / "state.json").write_text(json.dumps(state, indent=1))
        (out / "state.json.gz").unlink()
        network = out / f"networks/0000{GENERATIONS}.safetensors"
        before = network.read_bytes()
        self.assertEqual(kit.run_loop(self.config, out).returncode, 0)
        self.assertEqual(network.read_bytes(), before)
        longer = self.folder / "longer2"
        longer.mkdir()
        config = kit.write_config(longer, phases=[{"games": 200, "rate": 0.03, "simulations": 16}])
        self.assertEqual(kit.run_loop(config, out).returncode, 0)
        self.assertFalse((out / "state.json").exists())
        self.assertEqual(state_of(out)["journal"][:GENERATIONS], state_of(self.whole)["journal"])
        self.assertEqual(len(state_of(out)["journal"]), GENERATIONS + 1)

    def test_four_hundred_generations_leave_room_for_checkpoint_and_network_in_two_megabytes(self):
        state = kit.read_state(kit.ROOT / "results/training/go9-4x32")
        dice = random.Random(1)
        noisy = lambda value: value * dice.uniform(0.9, 1.1) if isinstance(value, float) else value
        def shaken(value):
            if isinstance(value, dict):
                return {key: shaken(one) for key, one in value.items()}
            return [shaken(one) for one in value] if isinstance(value, list) else noisy(value)
        rows = state["journal"]
        state["journal"] = [loop.rounded(shaken(rows[i % len(rows)])) for i in range(400)]
        loop.write_state(self.folder, state)
        self.assertEqual(kit.read_state(self.folder)["journal"], state["journal"])
        self.assertLess((self.folder / "state.json.gz").stat().st_size, 190_000)  # 1.37 MB and 0.46 MB are theirs

    def test_numbers_of_a_row_have_five_digits_and_six_decimals(self):
        row = {"value": 0.0123456, "rows": [73162.11, 3.4e-7, math.nan], "games": 1234567}
        self.assertEqual(loop.rounded(row), {"value": 0.012346, "rows": [73162.0, 0.0, None], "games": 1234567})

    def test_a_network_tells_what_it_was_taught_by(self):
        about = lambda out: export.read_safetensors(out / "networks/00001.safetensors")[0]
        self.assertEqual([about(self.whole)[key] for key in ("path", "licence")], ["its own games", "MIT"])
        out = self.folder / "taught"
        origins = [{"path": "game records (SGF)", "licence": "theirs"}, {"path": "labelled by T", "licence": "theirs"}]
        done = kit.run_loop(self.config, out, "--games", "40", "--data", str(self.whole), FAKE_ORIGINS=json.dumps(origins))
        self.assertEqual(done.returncode, 0, done.stderr)
        told = about(out)
        self.assertEqual([told[key] for key in ("path", "licence")], ["game records (SGF); labelled by T", "theirs"])
        self.assertEqual(export.read_safetensors(out / "networks/00000.safetensors")[0]["licence"], "not stated")

    def test_games_of_whom_an_earlier_program_stored_nothing_are_not_called_our_own(self):
        out = self.folder / "foreign"
        words = ("--games", "40", "--data", str(self.whole))
        self.assertEqual(kit.run_loop(self.config, out, *words).returncode, 0)
        state = kit.read_state(out)
        self.assertNotIn("stats", state["journal"][0])
        del state["origins"]
        loop.write_state(out, state)
        done = kit.run_loop(self.config, out, "--games", "80")  # goes on by its own games
        self.assertEqual(done.returncode, 0, done.stderr)
        for generation, path, licence in ((1, "games given by --data", "not stated"),
                                          (2, "games given by --data; its own games", "not stated; MIT")):
            about = export.read_safetensors(out / f"networks/0000{generation}.safetensors")[0]
            self.assertEqual((about["path"], about["licence"]), (path, licence))

    def test_a_state_with_a_number_that_is_not_finite_is_not_stored(self):
        folder = self.folder / "finite"
        folder.mkdir()
        loop.write_state(folder, {"journal": [{"policy": 1.5}]})
        for number in (float("nan"), float("inf")):
            with self.assertRaisesRegex(loop.Stop, "not finite"):
                loop.write_state(folder, {"journal": [{"policy": number}]})
        self.assertEqual(kit.read_state(folder), {"journal": [{"policy": 1.5}]})

    def test_another_configuration_is_refused_and_named(self):
        other = self.folder / "other"
        other.mkdir()
        config = kit.write_config(other, seed=8)
        done = kit.run_loop(config, self.whole)
        self.assertEqual(done.returncode, 2)
        self.assertIn("seed: stored 7, now 8", done.stderr)

    def test_the_network_that_a_run_begins_from_may_move_but_not_change(self):
        first, moved, other = (self.folder / f"{name}.safetensors" for name in ("first", "moved", "other"))
        for path, generation in ((first, 2), (moved, 2), (other, 3)):
            shutil.copy(self.whole / f"networks/0000{generation}.safetensors", path)
        configs = {}
        for path in (first, moved, other):
            folder = self.folder / f"from-{path.stem}"
            folder.mkdir()
            configs[path] = kit.write_config(folder, start=str(path))
        out, run = self.folder / "begun", lambda path, games: kit.run_loop(configs[path], out, "--games", games)
        done = run(first, "40")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.splitlines()[:2], [f"the network begins with 31 of 31 tensors from {first}",
                                                        f"companion colour begins with 30 of 31 tensors from {first}"])
        done = run(other, "80")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "holds another run; .*: start: stored [0-9a-f]{64}, now [0-9a-f]{64}")
        self.assertRegex(kit.run_loop(self.config, out).stderr, "start: stored [0-9a-f]{64}, now nothing")
        done = run(moved, "80")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("begins with", done.stderr)
        moved.unlink()
        self.assertEqual(run(moved, "120").returncode, 0, "its weights are in the checkpoint")
        self.assertEqual(len(state_of(out)["journal"]), 3)

    def test_a_network_to_begin_from_whose_trunk_does_not_fit_is_refused(self):
        folder = self.folder / "misfit"
        folder.mkdir()
        first = self.whole / "networks/00002.safetensors"
        config = kit.write_config(folder, start=str(first), network={**kit.TINY["network"], "filters": 6})
        done = kit.run_loop(config, folder / "out")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn(f"{first}: no tensor of its trunk has the name and the shape", done.stderr)
        self.assertFalse((folder / "out/state.json.gz").exists())

    def test_folders_may_have_any_name_and_hold_files_that_are_not_ours(self):
        out = self.folder / "[a]*"
        self.assertEqual(kit.run_loop(self.config, out, "--games", "40").returncode, 0)
        strange = [out / name for name in ("checkpoint/best.safetensors", "checkpoint/my-00000.safetensors",
                                           "data/best.games", "data/0000.games")]
        for path in strange:
            path.write_text("mine")
        done = kit.run_loop(self.config, out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(state_of(out), state_of(self.whole))
        self.assertEqual([path.read_text() for path in strange], ["mine"] * 4)
        for folder in ("checkpoint", "data"):
            names = lambda run: {path.name for path in (run / folder).iterdir()}
            self.assertEqual(names(out) - {path.name for path in strange}, names(self.whole))

    def test_the_journal_names_the_threads_of_the_steps(self):
        out = self.folder / "step-threads"
        done = kit.run_loop(self.config, out, "--games", "40", "--threads", "2", "--step-threads", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(state_of(out)["journal"][0]["threads"], 1)

    def test_numbers_that_are_not_finite_are_counted_and_end_nothing(self):
        out = self.folder / "not-finite"
        done = kit.run_loop(self.config, out, "--games", "80", FAKE_NOT_FINITE="--held-out")
        self.assertEqual(done.returncode, 0, done.stderr)  # the journal's alarm rings, which is the program's
        first, second = state_of(out)["journal"]
        self.assertEqual((first["not_finite"], second["not_finite"]), (2, 4))  # of two networks; later of unmet ones, too
        self.assertIsNone(first["answers"][""]["held_out"]["root_value"])
        self.assertIsNotNone(first["answers"][""]["held_out"]["policy"])
        self.assertNotIn("not_finite", state_of(self.whole)["journal"][0])

    def test_on_a_terminal_a_line_moves_that_fits(self):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command, shown = kit.loop_command(self.config, self.folder / "terminal", "--games", "40"), b""
        with subprocess.Popen(command, stderr=theirs) as process:
            os.close(theirs)
            try:
                while part := os.read(ours, 4096):
                    shown += part
            except OSError:  # the terminal's other end is closed
                pass
        os.close(ours)
        self.assertEqual(process.returncode, 0, shown)
        moving, *_, last = shown.decode().split("\033[K")[:-1]
        self.assertRegex(moving, r"^\rgeneration 0, 40 games, \d+ min left, policy \d+\.\d{3}, value ")
        self.assertEqual(len(moving), 1 + 79)
        self.assertTrue(last.endswith("networks/00001.safetensors"), last)

    def test_one_process_trains_in_a_folder(self):
        out = self.copy_of_whole("locked")
        keeper = subprocess.Popen(["flock", str(out / "train.lock"), "sleep", "30"], preexec_fn=os.setsid)
        time.sleep(0.3)
        done = kit.run_loop(self.config, out)
        os.killpg(keeper.pid, signal.SIGTERM)
        keeper.wait()
        self.assertEqual(done.returncode, 1)
        self.assertIn("another process trains there", done.stderr)

    def test_an_alarm_is_told_and_the_exit_code_is_4(self):
        done = kit.run_loop(self.config, self.folder / "alarm", "--games", "40", FAKE_ALARM="Black wins 95.0 %\n")
        self.assertEqual(done.returncode, 4)
        self.assertIn("Black wins 95.0 %", done.stderr)

    def test_hours_end_at_a_generations_boundary_with_what_is_left_to_do(self):
        out = self.folder / "hours"
        done = kit.run_loop(self.config, out, "--hours", "1e-6")
        self.assertEqual(done.returncode, 75, done.stderr)
        self.assertEqual(len(state_of(out)["journal"]), 1)

    def test_given_data_it_plays_no_games_and_draws_from_all_of_them(self):
        out, asked = self.folder / "supervised", self.folder / "asked.txt"
        done = kit.run_loop(self.config, out, "--games", "80", "--data", str(self.whole), FAKE_SAMPLES=str(asked))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((out / "calls.txt").exists())
        self.assertEqual(state_of(out)["samples"], 2 * 12 * 64)
        for line in asked.read_text().splitlines():
            self.assertIn(f"--rows {10**12}", line)
            self.assertNotIn("--made", line)

    def test_given_data_it_removes_no_games(self):
        out = self.copy_of_whole("own")
        longer = self.folder / "longer3"
        longer.mkdir()
        config = kit.write_config(longer, phases=[{"games": 320, "rate": 0.03, "simulations": 16}])
        games = sorted(path.name for path in out.glob("data/*.games"))
        done = kit.run_loop(config, out, "--data", str(out))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(path.name for path in out.glob("data/*.games")), games)

    def test_what_is_no_training_run_is_refused(self):
        folder = self.folder / "tournament"
        folder.mkdir()
        config = folder / "tournament.json"
        config.write_text('{"name": "t", "schedule": {"type": "round_robin"}}')
        done = kit.run_loop(config, folder / "out")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("tournament.json: no training run", done.stderr)
        self.assertFalse((folder / "out").exists())

    def test_a_program_that_is_killed_or_unfit_is_told_from_an_alarm(self):
        for command in ("run", "data"):
            killed = kit.run_loop(self.config, self.folder / f"dead-{command}", FAKE_DEATH=command)
            self.assertEqual((killed.returncode, killed.stderr.count("\n")), (1, 1), killed.stderr)
            self.assertIn("was killed (SIGKILL); the same command goes on", killed.stderr)
        unfit = kit.run_loop(self.config, self.folder / "unfit", FAKE_UNFIT="run")
        self.assertEqual(unfit.returncode, 1, unfit.stderr)

    def test_samples_of_another_shape_and_a_failing_program_end_it_with_a_sentence(self):
        folder = self.folder / "wrong"
        folder.mkdir()
        wrong = kit.write_config(folder, shape={"lines": 5, "columns": 6, "actions": 31})
        done = kit.run_loop(wrong, folder / "out")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the samples have columns 5, 6 is wanted", done.stderr)
        short = kit.run_loop(self.config, folder / "out3", FAKE_MISSING_ROWS="1")
        self.assertEqual(short.returncode, 1)
        self.assertIn("the samples break off: 1 rows are missing", short.stderr)
        missing = kit.run_loop(self.folder / "absent.json", folder / "out2")
        self.assertNotEqual(missing.returncode, 0)
        self.assertFalse((folder / "out2").exists())

    def test_broken_files_of_a_run_are_named(self):
        out = self.copy_of_whole("broken")
        (newest,) = out.glob(f"checkpoint/0000{GENERATIONS}.safetensors")
        newest.write_bytes(newest.read_bytes()[:5000])
        torn = kit.run_loop(self.config, out)
        self.assertEqual((torn.returncode, torn.stderr.count("\n")), (2, 1), torn.stderr)
        self.assertIn(f"{newest}: no safetensors file", torn.stderr)
        newest.unlink()
        gone = kit.run_loop(self.config, out)
        self.assertEqual((gone.returncode, gone.stderr.count("\n")), (2, 1), gone.stderr)
        self.assertIn(f"{newest} is missing: {out} holds the stored record of a run", gone.stderr)
        self.assertIn("another --out begins anew, such as --out runs/tiny", gone.stderr)
        loop.write_state(out, {**kit.read_state(out), "schema": "rootward.training/9"})
        newer = kit.run_loop(self.config, out)
        self.assertEqual((newer.returncode, newer.stderr.count("\n")), (2, 1), newer.stderr)
        self.assertIn("has the schema 'rootward.training/9'; this trainer reads 'rootward.training/1'", newer.stderr)
        for text in ("{", "[]", '{"config": {}}'):
            (out / "state.json.gz").write_bytes(gzip.compress(text.encode()))
            done = kit.run_loop(self.config, out)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn("state.json.gz is no state of a training run", done.stderr)
        for torn in (b"{}", gzip.compress(text.encode())[:15], b""):
            (out / "state.json.gz").write_bytes(torn)
            done = kit.run_loop(self.config, out)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def test_options_out_of_range_are_refused(self):
        for words in (("--games", "0"), ("--hours", "-1"), ("--threads", "none")):
            done = kit.run_loop(self.config, self.folder / "never", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"argument {words[0]}: invalid positive", done.stderr)
        self.assertFalse((self.folder / "never").exists())

    def test_help_needs_no_torch(self):
        command = [sys.executable, "-S", str(kit.ROOT / "training/options.py"), "--help"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: scripts/train", done.stdout)

    def test_the_script_takes_help_and_benchmark_at_any_place(self):
        root = self.folder / "root"
        for name, text in (("scripts/train", (kit.ROOT / "scripts/train").read_text()),
                           ("scripts/setup", 'set -eu; cd "$(dirname "${BASH_SOURCE[0]}")/.."\n'
                                             "BUILD_PACKAGES=() TRAINING_PACKAGES=()\n"
                                             "step() { :; }; install_packages() { :; }; build() { :; }\n"),
                           ("training/with_torch", '#!/bin/sh\n[ "$1" = -c ] || echo "run: $*"\n'),
                           ("training/options.py", "print('help')\n")):
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        said = lambda *words: subprocess.run([root / "scripts/train", *words], capture_output=True, text=True).stdout
        self.assertEqual(said("x.yaml", "--benchmark"), "run: tests/training/benchmark.py\n")
        self.assertEqual([said(), said("x.yaml", "-h"), said("--benchmark", "--help")], ["help\n"] * 3)
        self.assertRegex(said("x.yaml", "--games", "9"), "^run: .*/training/loop.py --rootward .* x.yaml --games 9\n$")

    def test_where_torch_is_absent_one_sentence_names_its_package(self):
        command = [sys.executable, "-S", str(kit.ROOT / "training/loop.py"), "x.yaml"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("python3-torch", done.stderr)


if __name__ == "__main__":
    unittest.main()
